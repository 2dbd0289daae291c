// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/clock/card_speed.h"

#include "core/ground/embedded.h"

#include <nlohmann/json.hpp>

namespace plimsoll {

/// resources/card_speed.json
[[nodiscard]] std::span<const EmbeddedFile> embedded_card_speeds();

namespace {

constexpr std::array<std::string_view, arithmetic_count> arithmetic_names{"fp32", "tf32", "fp16", "bf16", "int8", "fp8", "fp4"};

std::optional<Arithmetic> arithmetic_named(std::string_view name)
{
    if (name == "nvfp4" || name == "mxfp4") return Arithmetic::fp4;
    for (std::size_t i = 0; i < arithmetic_count; ++i)
        if (arithmetic_names[i] == name) return static_cast<Arithmetic>(i);
    return std::nullopt;
}

/// The card's line of the table, which has one for each: the others stay text.
std::string_view line_of(std::string_view card)
{
    const std::string_view text = embedded_card_speeds().front().text;
    const std::string key = "\n  \"" + std::string(card) + "\": ";
    const std::size_t at = text.find(key);
    if (at == std::string_view::npos) return {};
    const std::size_t begin = at + key.size(), end = text.find('\n', begin);
    std::string_view line = text.substr(begin, end - begin);
    if (line.ends_with(',')) line.remove_suffix(1);
    return line;
}

std::array<double, arithmetic_count> rates(const nlohmann::json &of)
{
    constexpr double tera = 1e12;
    std::array<double, arithmetic_count> out{};
    for (const auto &[name, value] : of.items())
        if (const auto arithmetic = arithmetic_named(name))
            out[static_cast<std::size_t>(*arithmetic)] = value.get<double>() * tera;
    return out;
}

ProductFit fit_of(const nlohmann::json &numbers)
{
    constexpr double micro = 1e-6;
    ProductFit out;
    out.compute = numbers.at(0).get<double>();
    out.memory = numbers.at(1).get<double>();
    out.kernel = numbers.at(2).get<double>() * micro;
    out.norm = numbers.at(3).get<double>();
    out.median_error = numbers.at(4).get<double>();
    out.p95_error = numbers.at(5).get<double>();
    out.measured = true;
    return out;
}

CardLink link_kind(const std::string &kind)
{
    if (kind == "pair") return CardLink::pair;
    if (kind == "option") return CardLink::bus;
    return kind == "mesh" ? CardLink::mesh : CardLink::fabric;
}

} // namespace

std::string_view name_of(Arithmetic arithmetic) { return arithmetic_names[static_cast<std::size_t>(arithmetic)]; }

Arithmetic arithmetic_of(Dtype dtype)
{
    switch (dtype) {
    case Dtype::fp16: return Arithmetic::fp16;
    case Dtype::bf16: return Arithmetic::bf16;
    case Dtype::fp8: return Arithmetic::fp8;
    case Dtype::fp32: return Arithmetic::fp32;
    default: return Arithmetic::int8;
    }
}

std::optional<CardSpeed> speed_of(std::string_view card)
{
    constexpr double giga = 1e9;
    const std::string_view line = line_of(card);
    const nlohmann::json read = nlohmann::json::parse(line, nullptr, false);
    if (!read.is_object() || !read.contains("memory") || !read.contains("tflops")) return std::nullopt;
    CardSpeed out;
    out.name = card;
    out.bandwidth = read["memory"].get<double>() * giga;
    out.peaks = rates(read["tflops"]);
    if (read.contains("measured")) out.measured = rates(read["measured"]);
    const std::string of = read.value("of", "class");
    out.source = of == "stated" ? PeakSource::stated : of == "computed" ? PeakSource::computed : PeakSource::of_class;
    out.like = read.value("like", "");
    out.bus = read.value("pcie", 0.0) * giga;
    out.link = read.value("link", 0.0) * giga;
    if (read.contains("bus_rings"))
        for (std::size_t i = 0; i < std::min(out.bus_rings.size(), read["bus_rings"].size()); ++i)
            out.bus_rings[i] = read["bus_rings"][i].get<double>() * giga;
    out.domain = read.value("domain", 0);
    out.desktop = card.starts_with("GeForce");
    if (out.link > 0) out.kind = link_kind(read.value("link_kind", ""));
    if (read.contains("gemm"))
        for (const auto &[name, numbers] : read["gemm"].items())
            if (const auto arithmetic = arithmetic_named(name)) out.fits.emplace_back(*arithmetic, fit_of(numbers));
    return out;
}

} // namespace plimsoll
