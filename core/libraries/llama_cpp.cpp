// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/libraries/libraries.h"

#include <algorithm>
#include <charconv>

namespace plimsoll {

// Releases are builds ("b4965") or dates; numbers below are those of builds.
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

std::optional<ReleaseNumber> llama_cpp_build(std::string_view text)
{
    const std::optional<int> number = build_number(text);
    return number ? std::optional<ReleaseNumber>({*number, 0, 0}) : std::nullopt;
}

constexpr Change llama_cpp_changes[] = {
    // the first release is not known: issue 28524 shows the older one in September 2026
    {{11000, 0, 0},
     [](Installed &old) { old.llama_cpp.quantised_needs_flash = false; },
     "src/llama-context.cpp, llama_init_from_model (2026-09)"},
    {{9400, 0, 0},
     [](Installed &old) {
         old.llama_cpp.flash_copies = false;
         old.llama_cpp.keeps_for_fusion = false;
         old.llama_cpp.few_outputs = false;
         old.llama_cpp.drops_strangers = false;
     },
     "ggml/src/ggml-cuda, src/llama-graph.cpp, common/speculative.cpp, tools/server (2026-05 and -06)"},
    {{8600, 0, 0}, [](Installed &old) { old.llama_cpp.rotates = false; }, "src/llama-kv-cache.cpp (2026-04)"},
    {{8300, 0, 0}, [](Installed &old) { old.llama_cpp.half_mask = false; }, "src/llama-graph.cpp"},
    {{7900, 0, 0},
     [](Installed &old) {
         old.llama_cpp.rules.split_inputs = 30;
         old.llama_cpp.rules.copies_given_inputs = false;
     },
     "ggml/src/ggml-backend.cpp, GGML_SCHED_MAX_SPLIT_INPUTS"},
    {{7700, 0, 0},
     [](Installed &old) { old.llama_cpp.takes_vectors = false; },
     "src/llama-graph.cpp, build_inp_embd, pull request 18550"},
    {{7600, 0, 0}, [](Installed &old) { old.llama_cpp.keeps_outputs = false; }, "src/llama-context.cpp"},
    {{7407, 0, 0}, [](Installed &old) { old.llama_cpp.fits_itself = false; }, "common/common.h, pull request 16653"},
    {{7300, 0, 0},
     [](Installed &old) {
         old.llama_cpp.pads_mask = true;
         old.llama_cpp.output_is_layer = false;
     },
     "src/llama-graph.cpp, src/llama-model.cpp (2025-12)"},
    {{6700, 0, 0}, [](Installed &old) { old.llama_cpp.rules.gives_back_rest = false; }, "ggml/src/ggml-alloc.c (2025-10)"},
    {{6200, 0, 0},
     [](Installed &old) { old.llama_cpp.rules.split_inputs = 10; },
     "ggml/src/ggml-backend.cpp, GGML_SCHED_MAX_SPLIT_INPUTS"},
    {{6000, 0, 0}, [](Installed &old) { old.llama_cpp.wide_flash = false; }, "ggml/src/ggml-cuda/fattn.cu"},
    {{5916, 0, 0}, [](Installed &old) { old.llama_cpp.writes_rows = false; }, "src/llama-kv-cache.cpp, pull request 14363"},
    {{5779, 0, 0},
     [](Installed &old) { old.llama_cpp.fused_gates = false; },
     "src/llama-graph.cpp, build_ffn, pull request 14158"},
    {{5500, 0, 0}, [](Installed &old) { old.llama_cpp.unlike_flash = false; }, "src/llama-context.cpp, llama_init_from_model"},
    {{5427, 0, 0}, [](Installed &old) { old.llama_cpp.window_caches = false; }, "src/llama-kv-cache.cpp, pull request 13194"},
    {{5129, 0, 0},
     [](Installed &old) { old.llama_cpp.latent_cache = false; },
     "src/llama-graph.cpp, build_attn, pull request 12801"},
};

} // namespace

constinit const Library libraries::llama_cpp{
    .name = "llama.cpp", .known = "2026-10", .changes = llama_cpp_changes, .read = llama_cpp_build};

} // namespace plimsoll
