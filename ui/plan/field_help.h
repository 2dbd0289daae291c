// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/plan/plan.h"
#include "core/torch/labels.h"

#include <QString>

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace plimsoll {

/// What a field of a plan is, for somebody who meets it.
struct FieldHelp {
    std::string_view path;
    const char *title;                  ///< as the pane calls it
    const char *about;                  ///< one or two short sentences: what it is, and what it does to memory
    std::optional<Component> part = {}; ///< whose bytes it changes first; nothing: several, or none
};

/// Every field that the plan pane has.
[[nodiscard]] std::span<const FieldHelp> all_field_help();
[[nodiscard]] const FieldHelp *help_of(std::string_view path);
/// "Micro batch"; the path itself where the pane has no such field.
[[nodiscard]] QString field_title(std::string_view path);
/// "Sequences in one forward pass on one card. …"; empty where nothing is known.
[[nodiscard]] QString field_about(std::string_view path);
/// "TRL: per_device_train_batch_size · plimsoll: --micro-batch": how the plan's tool and the command line call it.
[[nodiscard]] QString field_flags(std::string_view path, const Plan &plan);
/// Title, sentence, flags, and a link "why:NAME" to the bytes that it changes; rich text.
[[nodiscard]] QString field_help_page(std::string_view path, const Plan &plan);

/// What a tool is called that carries plans out: "TRL", "vLLM"; its name in plans where it has no other.
[[nodiscard]] QString tool_title(std::string_view name);

} // namespace plimsoll
