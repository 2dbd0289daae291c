// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/fit/solver.h"
#include "core/load/load.h"
#include "core/model/presets.h"

#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

namespace plimsoll::tests {

/// A plan as people write them, of a preset with at most `most_parameters`: training by any method, or generation. Some of them
/// the planner refuses.
inline nlohmann::json random_plan(std::mt19937 &random, Count most_parameters)
{
    const auto below = [&random](Count end) { return static_cast<Count>(random() % static_cast<std::uint32_t>(end)); };
    const auto one_of = [&](const std::vector<const char *> &all) {
        return all[static_cast<std::size_t>(below(static_cast<Count>(all.size())))];
    };
    std::vector<const Preset *> models;
    for (const Preset &preset : presets())
        if (preset.parameters <= most_parameters) models.push_back(&preset);
    nlohmann::json out;
    out["model"] = {{"preset", models[static_cast<std::size_t>(below(static_cast<Count>(models.size())))]->name}};
    if (below(5) == 0) {
        out["task"] = "infer";
        out["inference"] = {{"context", 64 + below(8000)}, {"new_tokens", 1 + below(16)}, {"sequences", 1 + below(6)}};
        return out;
    }
    out["method"] = one_of({"full", "lora", "lora", "qlora", "qlora"});
    out["stack"] = one_of({"transformers", "trl", "pytorch"});
    out["autocast"] = one_of({"none", "bf16"});
    out["gradient_checkpointing"] = below(2) == 0;
    out["attention"] = one_of({"eager", "sdpa", "sdpa"});
    out["optimizer"] = {{"name", one_of({"adamw", "adamw", "adamw_8bit", "sgd", "adafactor"})}};
    if (out["method"] != "full") out["adapter"] = {{"rank", 4 << below(5)}, {"targets", "all-linear"}};
    out["micro_batch"] = 1 + below(8);
    out["sequence_length"] = 64 + below(4000);
    return out;
}

/// The fields that a solver can be asked for in this plan.
inline std::vector<SolveField> solvable_fields(const Plan &resolved)
{
    std::vector<SolveField> fields;
    for (const SolveField field :
         {SolveField::micro_batch, SolveField::sequence_length, SolveField::rank, SolveField::sequences, SolveField::context})
        if (solvable(field, resolved)) fields.push_back(field);
    return fields;
}

} // namespace plimsoll::tests
