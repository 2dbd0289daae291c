// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/llama_build.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace plimsoll {

namespace {

std::optional<int> number_of(std::string_view text)
{
    int out = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), out);
    if (problem != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return out;
}

/// First builds of a month (tags of github.com/ggml-org/llama.cpp), between which a date's build is about evenly spaced.
struct Month {
    int year, month, build;
};
constexpr Month months[] = {{2023, 10, 1300}, {2024, 1, 1720},  {2024, 5, 2780}, {2025, 1, 4400}, {2025, 4, 5000},
                            {2025, 7, 5800},  {2025, 10, 6670}, {2026, 1, 7600}, {2026, 7, 9700}, {2026, 11, 11800}};

int build_at(int year, int month)
{
    const auto at = [](int y, int m) { return y * 12 + m; };
    const int asked = at(year, month);
    const Month *before = &months[0];
    for (const Month &entry : months) {
        const int here = at(entry.year, entry.month);
        if (here > asked) {
            const int start = at(before->year, before->month);
            return here == start ? entry.build
                                 : before->build + (entry.build - before->build) * std::max(asked - start, 0) / (here - start);
        }
        before = &entry;
    }
    return before->build;
}

std::optional<int> build_number(std::string_view version)
{
    if (version.starts_with("b")) return number_of(version.substr(1, version.find(' ') - 1));
    if (version.size() >= 7 && version[4] == '-') {
        const auto year = number_of(version.substr(0, 4)), month = number_of(version.substr(5, 2));
        if (year && month) return build_at(*year, *month) - (*year == 2025 && *month == 4 ? 35 : 0);
    }
    return number_of(version);
}

} // namespace

LlamaBuild llama_build(std::string_view version)
{
    LlamaBuild out;
    out.number = build_number(version).value_or(11549);
    const int n = out.number;
    out.latent_cache = n >= 5129;
    out.window_caches = n >= 5427;
    out.fused_gates = n >= 5779;
    out.writes_rows = n >= 5916;
    out.half_mask = n >= 8300;
    out.pads_mask = n < 7300;
    out.output_is_layer = n >= 7300;
    out.flash_copies = n >= 9400;
    out.keeps_for_fusion = n >= 9400;
    out.takes_vectors = n >= 7700;
    out.keeps_outputs = n >= 7600;
    out.few_outputs = n >= 9400;
    out.rotates = n >= 8600;
    out.wide_flash = n >= 6000;
    out.fits_itself = n >= 7407;
    out.rules.gives_back_rest = n >= 6700;
    out.rules.split_inputs = n >= 7900 ? 1 << 30 : n >= 6200 ? 30 : 10;
    out.rules.copies_given_inputs = n >= 7900;
    return out;
}

} // namespace plimsoll
