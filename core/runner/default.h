// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/phrase.h"
#include "core/libraries/library.h"
#include "core/plan/plan.h"

#include <string>
#include <string_view>

namespace plimsoll {

/// When a row of defaults holds.
enum class When : std::uint8_t {
    always,
    full,             ///< full fine-tuning
    full_in_one_pass, ///< full fine-tuning that neither accumulates nor clips gradients
    adapter,          ///< LoRA or QLoRA
    quantised,        ///< 4- or 8-bit weights under an adapter
    packed_as_floats, ///< 4-bit weights under an adapter in a storage that FSDP and ZeRO-3 can cut (weights.quant_storage)
    kbit_prepared,    ///< plan.kbit_prepare
    seeing,           ///< pictures stand in the rows
    watching,         ///< videos stand in the rows
    unreferenced, ///< completions that the model makes itself, held against no reference where nobody says (ObjectiveKind::beta 0)
    online_pairs, ///< objectives that make their own pairs of completions (OnlineDPO)
    whole_logits, ///< objectives whose trainer compares the logits that the model returns (ORPO, CPO)
    own_adapter,  ///< the plan says something of its adapter: whoever trains hands over a configuration of their own
};

/// A release that a plan's libraries name as an older one.
struct Before {
    std::string_view library = {}; ///< empty: any release
    ReleaseNumber since = {};      ///< the first that does otherwise
};

/// What a source says, where it does not speak for itself: a text for phrase() (core/ground/phrase.h), in which %1 is the source, %2
/// and %3 names out of it.
struct Saying {
    const char *english = nullptr; ///< null: the source alone
    std::string_view name = {}, other = {};
};

[[nodiscard]] constexpr Saying says(const char *english, std::string_view name = {}, std::string_view other = {})
{
    return {english, name, other};
}

/// A field as a tool has it: how the tool's own configuration calls it, and what the tool does where nobody says.
struct Default {
    std::string_view path;
    std::string_view
        value; ///< as typed; "checkpoint" for the configuration's own dtype; "loaded" (autocast): fp16 of weights in it, else bf16; empty: it has no default of its own
    std::string_view key;    ///< "lora_r", "model.lora_rank", "--gpu-memory-utilization"; empty: the tool has none
    std::string_view source; ///< library and release, file or function, as it is cited
    When when = When::always;
    Saying says = {};
    Before before = {}; ///< holds only where the plan names a release of the library before this one
};

/// The length that an engine takes where nobody names one.
struct TakenContext {
    Count tokens = 0; ///< of one request, prompt and new ones
    std::string why;  ///< the engine's rule with its source, in the reader's language
};

struct TakenDefault {
    std::string_view value;
    std::string_view source;
    Saying says = {};
    /// Source and what it says, in the reader's language.
    [[nodiscard]] std::string reason() const;
};

} // namespace plimsoll
