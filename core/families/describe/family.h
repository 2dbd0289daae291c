// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"
#include "core/model/family.h"
#include "core/plan/resolved_plan.h"

#include <optional>
#include <span>
#include <string_view>

namespace plimsoll {

/// What libraries make of a class, as it says itself (transformers 5.23).
struct ClassTraits {
    bool sdpa = true;                 ///< PreTrainedModel._supports_sdpa
    bool flash2 = true;               ///< _supports_flash_attn
    bool other_flash = false;         ///< _compatible_flash_implementations: another kernel takes the place of flash-attn 2
    bool checkpointing = true;        ///< supports_gradient_checkpointing
    bool asks_cache_length = true;    ///< its forward calls get_seq_length(), which only a layer with attention can answer
    bool divides_heads = false;       ///< its configuration raises where the heads do not divide hidden_size
    bool float32_checkpoints = false; ///< from before 2022: checkpoints are float32, most configurations name no dtype
};

/// What a class raises on where transformers runs it, beside what all classes do.
using Refuses = std::optional<Error> (*)(const Plan &plan, const Architecture &architecture);

/// Says in a decoder's description whose lines run it (core/families/describe/decoder_classes.h).
using RunsAs = void (*)(const Config &config, DecoderSpec &spec);

class RecipeModules; // core/families/describe/recipe_modules.h

/// The step of a model whose modules a recipe lists, over the modules that it built (transformers 5.23, models/*/modeling_*.py).
using RecipeStep = DecoderSpec (*)(const Config &config, const RecipeModules &modules);

/// One family of models. A new family is one file in core/families, its line in registry.cpp and a fixture.
struct Family {
    std::string_view model_type; ///< as in config.json
    std::string_view name;       ///< description used, as inspect shows it
    std::string_view class_name; ///< what transformers builds for language modelling; empty: the first architecture named
    Describe describe;
    RunsAs runs = nullptr; ///< null: as LLaMA
    ClassTraits traits = {};
    Refuses refuses = nullptr;
    RecipeStep step = nullptr; ///< of a recipe
};

/// The row of a step beside a recipe, which says the rest: name, class, modules, what the class supports.
[[nodiscard]] constexpr Family recipe_with_step(std::string_view model_type, RecipeStep step, RunsAs runs = nullptr)
{
    return {.model_type = model_type, .name = {}, .class_name = {}, .describe = nullptr, .runs = runs, .step = step};
}

/// Families beside those of core/families, such as a test's own. To be made before the first model is read; `rows` outlive it.
struct FamilyFile {
    explicit FamilyFile(std::span<const Family> rows);
};

[[nodiscard]] std::span<const Family> families();
[[nodiscard]] const Family *find_family(std::string_view model_type);

/// Of a model type, also of one that transformers knows and nothing here describes; what neither knows accepts all.
[[nodiscard]] ClassTraits traits_of(std::string_view model_type);

} // namespace plimsoll
