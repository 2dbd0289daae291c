// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/plan/releases.h"

#include <array>
#include <optional>
#include <span>
#include <string_view>

namespace plimsoll {

/// When a row of the table holds.
enum class When : std::uint8_t {
    always,
    full,             ///< full fine-tuning
    full_in_one_pass, ///< full fine-tuning that neither accumulates nor clips gradients
    adapter,          ///< LoRA or QLoRA
    quantised,        ///< 4- or 8-bit weights under an adapter
    kbit_prepared,    ///< plan.kbit_prepare
};

/// A release that a plan's libraries name as an older one.
struct Before {
    std::string_view library = {}; ///< empty: any release
    int major = 0, minor = 0;
};

/// What a source says, where it does not speak for itself: a text for phrase() (core/ground/phrase.h), in which %1 is the source, %2
/// and %3 names out of it.
struct Saying {
    const char *english = nullptr; ///< null: the source alone
    std::string_view name = {}, other = {};
};

/// What one stack does where a plan says nothing.
struct StackDefault {
    Stack stack;
    std::string_view path;
    std::string_view value;  ///< as typed; "checkpoint" for the configuration's own dtype
    std::string_view source; ///< library and release, file or function, as it is cited
    When when = When::always;
    Saying says = {};
    Before before = {}; ///< holds only where the plan names a release of the library before this one
};

struct TakenDefault {
    std::string_view value;
    std::string_view source;
    Saying says = {};
    /// Source and what it says, in the reader's language.
    [[nodiscard]] std::string reason() const;
};

/// The stack that a stack is built upon, where it leaves things as they are: TRL's trainer is transformers'.
[[nodiscard]] std::optional<Stack> base_of(Stack stack);

/// The releases whose behaviour the table holds: "torch 2.15.0, transformers 5.23.0, …".
struct KnownRelease {
    std::string_view library;
    std::string_view version;
};
[[nodiscard]] const std::vector<KnownRelease> &known_releases();

/// A library that a stack at its known release holds below the planner's own: the newest release it takes.
struct HeldRelease {
    Stack stack;
    std::string_view library;
    std::string_view version;
    std::string_view source;
};
[[nodiscard]] std::span<const HeldRelease> held_releases();

/// Whether the stack builds the class that a configuration names under architectures, where AutoModelForCausalLM builds its
/// language model alone: TRL since 0.22 (trainer/utils.py, create_model_from_path), Unsloth (models/vision.py) and LLaMA-Factory
/// (model/loader.py, AutoModelForImageTextToText). A loop, Trainer and Axolotl build what they are told: text.
[[nodiscard]] bool loads_named_class(const Plan &plan);

/// The first row that holds for this plan: the stack's own, its base's, then every stack's. Nothing when no row names
/// the path: the plan's initial value is the default then.
[[nodiscard]] std::optional<TakenDefault> default_for(std::string_view path, const Plan &plan);

} // namespace plimsoll
