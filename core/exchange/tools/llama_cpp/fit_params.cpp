// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/tools/llama_cpp/fit_params.h"

#include "core/ground/phrase.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <sstream>

namespace plimsoll {

namespace {

constexpr std::string_view on_the_host = "Host"; // as the program calls it

/// "304"; nothing for what is no count of MiB.
std::optional<Bytes> mebibytes(const std::string &word)
{
    Bytes value = 0;
    const char *const end = word.data() + word.size();
    const auto [rest, error] = std::from_chars(word.data(), end, value);
    constexpr Bytes most = 1LL << 40; // further than any machine, and no overflow below
    if (error != std::errc{} || rest != end || value < 0 || value > most) return std::nullopt;
    return value * mib;
}

std::optional<FitPlace> place_in(const std::string &line)
{
    std::istringstream words(line);
    std::vector<std::string> all;
    for (std::string word; words >> word;) all.push_back(word);
    constexpr std::size_t name_and_figures = 4;
    if (all.size() != name_and_figures) return std::nullopt;
    const auto model = mebibytes(all[1]), context = mebibytes(all[2]), compute = mebibytes(all[3]);
    if (!model || !context || !compute) return std::nullopt;
    return FitPlace{all[0] == on_the_host ? "host" : all[0], *model, *context, *compute};
}

using Figures = std::array<std::optional<Bytes>, 3>; // model, context, compute

void add_rows(std::vector<FitRow> &out, const std::string &place, const Figures &here, const Figures &asked)
{
    constexpr std::array<std::string_view, 3> parts{"model", "context", "compute"};
    for (std::size_t i = 0; i < parts.size(); ++i) out.push_back({place, std::string(parts[i]), here[i], asked[i]});
}

Figures figures_of(const EnginePlace &place) { return {place.weights, place.kv_cache + place.state, place.compute}; }
Figures figures_of(const FitPlace &place) { return {place.model, place.context, place.compute}; }

} // namespace

Result<std::vector<FitPlace>> fit_places(std::string_view output)
{
    std::vector<FitPlace> out;
    std::istringstream lines{std::string(output)};
    for (std::string line; std::getline(lines, line);)
        if (auto place = place_in(line)) out.push_back(*std::move(place));
    if (out.empty())
        return Error{{}, {}, {}, phrase(QT_TRANSLATE_NOOP("core", "%1 printed no memory of any device"), {"llama-fit-params"})};
    return out;
}

std::vector<FitRow> beside_fit_params(std::span<const EnginePlace> planned, std::span<const FitPlace> asked)
{
    std::vector<FitRow> out;
    for (const EnginePlace &place : planned) {
        const auto same = std::ranges::find(asked, place.place, &FitPlace::place);
        add_rows(out, place.place, figures_of(place), same == asked.end() ? Figures{} : figures_of(*same));
    }
    for (const FitPlace &place : asked)
        if (std::ranges::find(planned, place.place, &EnginePlace::place) == planned.end())
            add_rows(out, place.place, {}, figures_of(place));
    return out;
}

} // namespace plimsoll
