// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/field.h"

#include "core/ground/typed_number.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace plimsoll {

namespace {

struct Unit {
    std::string_view name;
    double factor;
};

constexpr Unit size_units[] = {{"", 1},      {"b", 1},      {"kb", 1e3},        {"mb", 1e6},           {"gb", 1e9},
                               {"tb", 1e12}, {"kib", 1024}, {"mib", 1048576.0}, {"gib", 1073741824.0}, {"tib", 1099511627776.0}};
constexpr Unit count_units[] = {{"", 1}, {"k", 1e3}, {"m", 1e6}, {"b", 1e9}, {"t", 1e12}};

template <std::size_t N>
std::optional<std::int64_t> scaled(std::string_view text, const Unit (&units)[N], bool whole, bool comma_groups)
{
    const auto written = with_point(text, comma_groups);
    if (!written) return std::nullopt;
    const std::string &low = *written;
    std::int64_t exact = 0;
    const char *const end = low.data() + low.size();
    if (const auto [p, e] = std::from_chars(low.data(), end, exact); e == std::errc{} && p == end) return exact;
    double number = 0;
    const auto [rest, error] = std::from_chars(low.data(), end, number);
    if (error != std::errc{} || !std::isfinite(number)) return std::nullopt;
    const std::string_view unit(rest, static_cast<std::size_t>(end - rest));
    const auto *const found = std::ranges::find(units, unit, &Unit::name);
    if (found == std::end(units)) return std::nullopt;
    const double value = number * found->factor;
    if (!(std::abs(value) < 9.2e18)) return std::nullopt;
    const double rounded = std::round(value);
    if (whole && rounded != value) return std::nullopt;
    return static_cast<std::int64_t>(rounded);
}

} // namespace

std::optional<Bytes> bytes_from_text(std::string_view text) { return scaled(text, size_units, false, true); }

std::optional<Count> count_from_text(std::string_view text) { return scaled(text, count_units, true, !has_scale(text)); }

} // namespace plimsoll
