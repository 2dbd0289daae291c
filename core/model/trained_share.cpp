// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/trained_share.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

namespace plimsoll {

namespace {

constexpr std::array<std::string_view, 3> ways{"", " alike", " apart"};

/// Modules of one name in the layers, beginning with the first one's.
struct LayerKind {
    bool norms = false;
    std::vector<std::string> modules;
};

/// In the order of the first layer that has them.
std::vector<LayerKind> kinds_of(const Architecture &architecture)
{
    std::vector<LayerKind> out;
    std::map<std::string, std::size_t, std::less<>> places;
    const auto &decoder = architecture.decoder;
    const std::string start = !decoder ? "" : (decoder->prefix.empty() ? "" : decoder->prefix + ".") + decoder->layers_name + ".";
    for (const Module &module : architecture.modules) {
        const auto weighs = [](const Parameter &parameter) { return parameter.name == "weight" && !parameter.tied_to; };
        if (std::ranges::none_of(module.parameters, weighs)) continue;
        std::string_view kind = module.name;
        if (!start.empty() && kind.starts_with(start)) {
            const std::size_t dot = kind.find('.', start.size());
            if (dot != kind.npos) kind.remove_prefix(dot);
        }
        const auto [place, added] = places.try_emplace(std::string(kind), out.size());
        if (added) out.push_back({module.kind == ModuleKind::norm, {}});
        out[place->second].modules.push_back(module.name);
    }
    return out;
}

/// Places 0 to `count` - 1 in an order that seems drawn: the fractional parts of multiples of a square root, another prime's for each
/// kind, by which the kinds meet as often as if each were drawn for itself (Weyl's equidistribution).
std::vector<std::size_t> drawn(std::size_t count, std::size_t kind)
{
    constexpr std::array<double, 12> primes{2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
    const double step = std::sqrt(primes[kind % primes.size()]);
    std::vector<std::size_t> out(count);
    std::iota(out.begin(), out.end(), std::size_t{0});
    const auto at = [step](std::size_t layer) { return std::fmod((static_cast<double>(layer) + 0.5) * step, 1.0); };
    std::ranges::stable_sort(out, {}, at);
    return out;
}

} // namespace

std::optional<LayerShare> layer_share(std::string_view entry)
{
    const std::size_t percent = entry.find('%');
    if (percent == entry.npos) return std::nullopt;
    const auto way = std::ranges::find(ways, entry.substr(percent + 1));
    double value = 0;
    const auto read = std::from_chars(entry.data(), entry.data() + percent, value, std::chars_format::fixed);
    if (way == ways.end() || read.ec != std::errc() || read.ptr != entry.data() + percent || !(value > 0 && value <= 100))
        return std::nullopt;
    return LayerShare{value / 100, static_cast<SharedOut>(way - ways.begin())};
}

std::string entry_of(const LayerShare &share)
{
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.10g%%", share.fraction * 100);
    return std::string(text.data()).append(ways[static_cast<std::size_t>(share.way)]);
}

std::optional<Trainable> shared_out(const Trainable &part, SharedOut way)
{
    Trainable out = part;
    bool any = false;
    for (std::vector<std::string> *names : {&out.modules, &out.also, &out.frozen})
        for (std::string &entry : *names)
            if (const auto share = layer_share(entry); share && share->way == SharedOut::by_chance && share->fraction < 1) {
                entry = entry_of({share->fraction, way});
                any = true;
            }
    return any ? std::optional(std::move(out)) : std::nullopt;
}

std::set<std::string> shared_modules(const Architecture &architecture, const LayerShare &share)
{
    std::set<std::string> out;
    std::size_t drawn_kinds = 0, before = 0;
    for (const LayerKind &kind : kinds_of(architecture)) {
        const std::size_t all = kind.modules.size();
        const auto taken = static_cast<std::size_t>(static_cast<double>(all) * share.fraction);
        const bool in_order = kind.norms || share.way == SharedOut::alike;
        const std::vector<std::size_t> order =
            !in_order && share.way == SharedOut::by_chance ? drawn(all, drawn_kinds++) : std::vector<std::size_t>();
        for (std::size_t i = 0; i < taken; ++i)
            out.insert(kind.modules[!order.empty() ? order[i] : in_order ? i : (before + i) % all]);
        if (!kind.norms) before += taken;
    }
    return out;
}

} // namespace plimsoll
