// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/exchange.h"
#include "core/exchange/spelling.h"
#include "core/exchange/closed_vocabulary.h"
#include "core/ground/phrase.h"
#include "core/runner/runner.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

/// One key more beside a field's own, where the tool has two for it.
struct Beside {
    std::string_view path, word; ///< word: where the field's has become this; empty: always
    std::string_view key;
    std::string_view value = {}; ///< empty: the field's own word, or none where it is a switch
};

/// How an engine says what plans do. Keys are those of its runner's defaults (core/runner/default.h).
struct EngineWords {
    std::string_view title; ///< "vLLM"
    const Runner &engine;
    std::span<const Spelling> spellings = {};
    std::span<const ClosedVocabulary> only_these = {};
    std::span<const Beside> beside = {};
    std::span<const std::string_view> always = {};  ///< paths that are said though nobody set them: the engine would do otherwise
    std::span<const std::string_view> by_hand = {}; ///< paths that the tool's own file says
    std::span<const ClosedVocabulary> never = {};          ///< paths without a key, and why
};

/// Why fields have no key in any server's command.
namespace unsaid {
inline constexpr Why of_checkpoint{
    QT_TRANSLATE_NOOP("core", "weights are not quantised so while they are loaded; a checkpoint in this format says it itself")};
inline constexpr Why of_clients{
    QT_TRANSLATE_NOOP("core", "how many requests come is up to who asks; %1 is the most that run at once"),
    "inference.max_num_seqs"};
} // namespace unsaid

/// A key and its value; no value where the key is a switch.
struct Setting {
    std::string key;
    std::string value = {};
};

struct Sayings {
    std::vector<Setting> settings; ///< in the order of the plan's fields
    std::vector<NotSaid> not_said;
};

/// The plan as an inference by this engine. Error: its task is another one.
[[nodiscard]] Result<Plan> as_run_by(const EngineWords &words, const Plan &plan);

/// All that the plan states, in the engine's keys; `plan` as as_run_by() gave it, `stated` as somebody wrote it.
[[nodiscard]] Sayings said_in(const EngineWords &words, const Plan &plan, const Plan &stated);

/// A field's value as plans spell it.
[[nodiscard]] std::string shown_value(std::string_view path, const Plan &plan);

/// --cpu-offload-gb of vLLM and SGLang, in GiB. `whole`: no fraction of one can be said (SGLang's ExecOffload has an int).
void say_offloaded(const Plan &plan, bool whole, Sayings &out);

/// --enable-lora beside how many there are, where adapters are served.
void say_served_adapters(const EngineWords &words, const Plan &plan, Sayings &out);

/// The model that drafts as a command names it; empty where none is named.
[[nodiscard]] std::string drafter_named(const Plan &plan);

/// A server's command: `begins`, the model, its revision, all that the plan states, and what `more` adds.
[[nodiscard]] Result<Exported> server_command(const EngineWords &words, const Plan &stated, std::vector<std::string> begins,
                                              void (*more)(const Plan &plan, Sayings &out));

/// The engine's word for a field's value, else the plan's own.
[[nodiscard]] std::string word_in(const EngineWords &words, std::string_view path, std::string_view value);

/// Settings as words of a command line: "--key", "value".
void append_options(std::vector<std::string> &words, const std::vector<Setting> &settings);

} // namespace plimsoll
