// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stacks/beside_refusals.h"

#include "core/ground/phrase.h"
#include "core/objectives/objectives.h"
#include "core/objectives/rollout_stages.h"

#include <algorithm>

namespace plimsoll {

namespace {

bool serves_beside(const Plan &plan)
{
    return plan.task == Task::train && kind_of(plan.objective).generates && names_rollout_engine(plan) && plan.rollout.colocated;
}

/// Processes that the launcher starts.
Count world_of(const Plan &plan)
{
    const Parallel &spread = plan.parallel;
    return spread.data * spread.tensor * spread.pipeline * spread.context;
}

std::string divisors_of(Count ranks, Count least = 1)
{
    constexpr Count most = 1024; // ranks of an engine
    std::string out;
    for (Count one = least; one <= std::min(ranks, most); ++one)
        if (ranks % one == 0) out += (out.empty() ? "" : " | ") + std::to_string(one);
    return out;
}

} // namespace

std::optional<Error> refused_groups_of_ranks(const Plan &plan, std::string_view library)
{
    const Count world = world_of(plan), each = plan.rollout.tensor;
    if (!serves_beside(plan) || each < 1 || world % each == 0) return std::nullopt;
    return Error{
        "rollout.tensor", std::to_string(each), divisors_of(world),
        phrase(QT_TRANSLATE_NOOP("core",
                                 "%1 shares an engine among whole groups of ranks: it raises where %2 of %3 are no such group"),
               {library, std::to_string(each), std::to_string(world)})};
}

std::optional<Error> refused_8_bit_engine(const Plan &plan, std::string_view library)
{
    if (!serves_beside(plan) || plan.weights.quant != "int8") return std::nullopt;
    return Error{"weights.quant", "int8",
                 phrase(QT_TRANSLATE_NOOP("core", "%1 (or %2)"), {"none | nf4 | fp4", "rollout.colocated false"}),
                 std::string(library) + ": \"vLLM does not support in-flight 8-bit quantization.\""};
}

std::optional<Error> refused_generations(const Plan &plan)
{
    const bool groups = objective_of(plan).beta && plan.has("rollout.generations") && plan.rollout.generations;
    if (plan.task != Task::train || !groups) return std::nullopt;
    const Count each = *plan.rollout.generations;
    if (each < 2)
        return Error{
            "rollout.generations", std::to_string(each), phrase(QT_TRANSLATE_NOOP("core", "%1 or more"), {"2"}),
            phrase(QT_TRANSLATE_NOOP("core", "%1 compares completions of one prompt with one another, and raises on fewer"),
                   {"trl 1.16"})};
    const Count rows = generated_rows(plan) * std::max<Count>(1, plan.parallel.data);
    if (rows % each == 0) return std::nullopt;
    return Error{"rollout.generations", std::to_string(each), divisors_of(rows, 2),
                 phrase(QT_TRANSLATE_NOOP(
                            "core", "%1 makes %2 completions at once, which are no whole groups of %3 of a prompt, and raises"),
                        {"trl 1.16", std::to_string(rows), std::to_string(each)})};
}

std::optional<Error> refused_teacher(const Plan &plan, const Architecture &architecture)
{
    if (plan.task != Task::train || !plan.distillation.teacher || !architecture.teacher || !architecture.teacher->decoder)
        return std::nullopt;
    const Count own = architecture.decoder->vocab, other = architecture.teacher->decoder->vocab;
    if (own == other) return std::nullopt;
    return Error{
        "distillation.teacher",
        architecture.teacher->name,
        {},
        phrase(QT_TRANSLATE_NOOP("core", "%1 compares answers word by word, and raises where the teacher has %2 words and the "
                                         "model %3"),
               {"trl 1.16", std::to_string(other), std::to_string(own)})};
}

} // namespace plimsoll
