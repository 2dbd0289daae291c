// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/objectives/rollout_stages.h"

#include "core/objectives/objectives.h"

#include <algorithm>

namespace plimsoll {

namespace {

constexpr bool is_chosen_engine(Engine engine) { return engine != Engine{}; } // else transformers' own generate()

bool weighs_reference(const Plan &plan, const RolloutHabits &habits) { return plan.rollout.beta.value_or(habits.beta) != 0.0; }

bool is_asked(HeldAs held) { return held != HeldAs::none && held != HeldAs::precomputed; }

/// GRPOTrainer: where the passes of a generation are those of one step, the policy has not moved since and nothing is asked.
bool rescores(const Plan &plan, const RolloutHabits &habits)
{
    if (!tells_completions(plan)) return false;
    if (habits.always_rescores || names_rollout_engine(plan)) return true;
    return plan.gradient_accumulation % (steps_of_generation(plan) * plan.rollout.iterations) != 0;
}

} // namespace

bool names_rollout_engine(const Plan &plan) { return is_chosen_engine(plan.rollout.engine); }

bool tells_completions(const Plan &plan) { return plan.rollout.prompt_length && plan.rollout.completion_length; }

Count steps_of_generation(const Plan &plan)
{
    return std::max<Count>(1, plan.rollout.steps_per_generation.value_or(plan.gradient_accumulation));
}

double generations_of_step(const Plan &plan)
{
    const double rows = static_cast<double>(plan.micro_batch) * static_cast<double>(plan.gradient_accumulation);
    const Count made = generated_rows(plan) * std::max<Count>(1, plan.rollout.iterations);
    return rows / static_cast<double>(std::max<Count>(1, made));
}

Stages rollout_stages(const Plan &plan, const RolloutHabits &habits)
{
    Stages out;
    if (names_rollout_engine(plan))
        out.push_back({Act::serve, Phase::generate, policy, false});
    else if (tells_completions(plan))
        out.push_back({Act::generate, Phase::generate, policy, false});
    if (rescores(plan, habits)) out.push_back({Act::score, Phase::old_log_probs, policy, false});
    if (weighs_reference(plan, habits) && is_asked(reference_by_rule(plan, plan.rollout.reference)))
        out.push_back({Act::score, Phase::reference, "reference", false});
    if (tells_completions(plan) && !plan.rollout.reward_models.empty())
        out.push_back({Act::score, Phase::reward, reward_model, false});
    const Stages passes = compared_pass();
    out.insert(out.end(), passes.begin(), passes.end());
    return out;
}

std::vector<Resident> rollout_residents(const Plan &plan, const RolloutHabits &habits)
{
    std::vector<Resident> out;
    if (weighs_reference(plan, habits)) out.push_back({"reference", reference_by_rule(plan, plan.rollout.reference)});
    if (!plan.rollout.reward_models.empty()) out.push_back({reward_model, HeldAs::model});
    return out;
}

std::string completions_made(const StandInCall &call)
{
    const Plan &plan = call.plan;
    if (!generates_completions(plan)) return {};
    const Count rows = generated_rows(plan);
    return phrase(QT_TRANSLATE_NOOP("core", "%1: the model that trains generates %2 completions of %3 tokens at once; %4 of them "
                                            "make one optimization pass."),
                  {"objective " + std::string(objective_of(plan).name), std::to_string(rows),
                   std::to_string(*plan.rollout.completion_length), "micro_batch"});
}

bool generates_in_shares(const Plan &plan)
{
    const Parallel &parallel = plan.parallel;
    return parallel.tensor > 1 || parallel.pipeline > 1 || parallel.expert > 1 || parallel.context > 1;
}

Count completion_tokens(const Plan &plan)
{
    const Count scored = std::max<Count>(1, plan.sequence_length - 1);
    return tells_completions(plan) ? std::clamp<Count>(*plan.rollout.completion_length, 1, scored) : scored;
}

Count tokens_behind_prompt(const Plan &plan)
{
    const Count prompt = std::max<Count>(1, plan.preference.prompt_length.value_or(1));
    return std::max<Count>(1, plan.sequence_length - prompt);
}

Stages preference_reference(const Plan &plan)
{
    if (!is_asked(reference_by_rule(plan, plan.preference.reference))) return {};
    return {{Act::score, Phase::reference, "reference"}};
}

std::vector<Resident> preference_residents(const Plan &plan)
{
    return {{"reference", reference_by_rule(plan, plan.preference.reference)}};
}

std::vector<Resident> taught_residents(const Plan &plan)
{
    if (!plan.distillation.teacher) return {};
    return {{teacher, HeldAs::model}};
}

Stages teacher_stage(const Plan &plan)
{
    if (!plan.distillation.teacher) return {};
    return {{Act::score, Phase::reference, teacher}};
}

std::string taught_rows(const StandInCall &call)
{
    const std::string aim = "objective " + std::string(objective_of(call.plan).name);
    if (!call.plan.distillation.teacher)
        return phrase(QT_TRANSLATE_NOOP("core", "%1: %2 is not stated, so no teacher is held or asked; it is a lower bound."),
                      {aim, "distillation.teacher"});
    return phrase(QT_TRANSLATE_NOOP("core",
                                    "%1: the teacher is a whole model beside the one that trains, in its checkpoint's dtype, and "
                                    "answers every row while the graph of its pupil stands."),
                  {aim});
}

HeldAs reference_by_rule(const Plan &plan, const std::optional<HeldAs> &stated)
{
    if (stated) return *stated;
    return plan.trains_adapter() ? HeldAs::adapter_off : HeldAs::model;
}

} // namespace plimsoll
