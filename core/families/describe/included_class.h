// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/family.h"

namespace plimsoll {

/// Moves the modules of `from` to where `tree` stands.
void adopt(Tree &tree, Tree &from);

/// What transformers' AutoModel, AutoModelForCausalLM and AutoBackbone build of a configuration inside another, or what the
/// family describes (its class for language modelling, head included).
enum class IncludedClass { base, causal, backbone, described };

/// Puts that model where draft.tree stands; its head, where it has one, becomes the head of `draft`. Refuses a model type
/// without a family, and a class that is not described exactly.
void include_class(const Config &inner, IncludedClass wanted, Draft &draft);

} // namespace plimsoll
