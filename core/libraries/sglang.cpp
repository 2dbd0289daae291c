// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/libraries/libraries.h"

namespace plimsoll {

namespace {

/// "0.5" names no release of it but the known one; "0.4" means the last ones of that line.
std::optional<ReleaseNumber> sglang_release(std::string_view text)
{
    const ReleaseNumber named = release_in(text);
    if (named == ReleaseNumber{0, 5, 0}) return std::nullopt;
    return named == ReleaseNumber{0, 4, 0} ? ReleaseNumber{0, 4, 999} : named;
}

constexpr Change sglang_changes[] = {
    {{0, 5, 15},
     [](Installed &old) {
         old.sglang.padding_states = false;
         old.sglang.reserves_pictures = false;
         old.sglang.refuses_early = false;
         old.sglang.small_cards_of_old = true;
     },
     "srt/server_args.py, srt/arg_groups/memory_hook.py; states: pull request 32184"},
    {{0, 5, 12}, [](Installed &old) { old.sglang.extra_states = false; }, "srt/server_args.py"},
    {{0, 5, 10},
     [](Installed &old) {
         old.sglang.names_dtype = false;
         old.sglang.prefill_graphs = false;
     },
     "srt/model_executor/model_runner.py"},
    {{0, 5, 8}, [](Installed &old) { old.sglang.windows_of_gpt_oss = false; }, "srt/model_executor/model_runner.py"},
    {{0, 5, 3},
     [](Installed &old) {
         old.sglang.share = sglang::ShareRule::by_card;
         old.sglang.refuses_long = false;
     },
     "srt/server_args.py, pull request 10975; srt/configs/model_config.py"},
    {{0, 4, 9}, [](Installed &old) { old.sglang.window_pools = false; }, "srt/server_args.py"},
    {{0, 4, 7}, [](Installed &old) { old.sglang.share = sglang::ShareRule::by_ranks; }, "srt/server_args.py"},
};

} // namespace

constinit const Library libraries::sglang{.name = "sglang", .known = "0.5.23", .changes = sglang_changes, .read = sglang_release};

} // namespace plimsoll
