// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/architecture.h"
#include "core/model/config/config.h"
#include "core/model/decoder_tree.h"
#include "core/model/tree.h"

#include <span>
#include <string_view>

namespace plimsoll {

/// What a family fills in. `arch.modules` is taken from `tree` afterwards; names, hashes and counts are filled by the reader.
struct Draft {
    Architecture arch;
    Tree tree;
};

using Describe = void (*)(const Config &config, Draft &draft);

/// Says in a decoder's description whose lines run it (core/families/decoder_classes.h).
using RunsAs = void (*)(const Config &config, DecoderSpec &spec);

/// One family of models. A new family is one file in core/families, its line in registry.cpp and a fixture.
struct Family {
    std::string_view model_type; ///< as in config.json
    std::string_view name;       ///< description used, as inspect shows it
    std::string_view class_name; ///< what transformers builds for language modelling; empty: the first architecture named
    Describe describe;
    RunsAs runs = nullptr; ///< null: as LLaMA
};

/// Families beside those of core/families, such as a test's own. To be made before the first model is read; `rows` outlive it.
struct FamilyFile {
    explicit FamilyFile(std::span<const Family> rows);
};

[[nodiscard]] std::span<const Family> families();
[[nodiscard]] const Family *find_family(std::string_view model_type);

/// Finishes a causal decoder: builds the tree of `spec`, head included, and keeps the spec for the step.
void finish_decoder(Draft &draft, DecoderSpec spec, const TreeOrder &order = {});

/// The tree is built but its step is not described: says why.
void leave_step_out(Draft &draft, std::string reason);

/// ACT2FN's name as the step knows it; refuses one that it does not know.
[[nodiscard]] Activation activation_of(const Config &config, std::string_view key);

/// Layer kinds without repetition: the index of `layer` in spec.kinds, added when it is new.
int kind_of(DecoderSpec &spec, const LayerSpec &layer);

} // namespace plimsoll
