// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/family.h"

#include <string>

namespace plimsoll {

// A tower of 3-D patches before a language model: Qwen-VL and GLM-V.

/// Flat configurations hold the language model's keys at the top.
[[nodiscard]] Config text_of(const Config &config, const std::string &type);
/// transformers takes the inner flag where the outer one is false.
[[nodiscard]] bool tied(const Config &config, const Config &text);
void add_block_attention(Tree &tree, Count hidden, bool bias);
void add_patches(Tree &tree, const Config &vision, Count hidden, bool bias);
/// The language model behind the tower, and its head.
void finish_qwen(const Config &config, Draft &draft, const std::string &text_type, bool inner_tie = true);

} // namespace plimsoll
