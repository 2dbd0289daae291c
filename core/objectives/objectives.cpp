// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/objectives/objectives.h"

#include "core/objectives/rollout_stages.h"

#include <algorithm>

namespace plimsoll {

namespace {

using Objectives = Registry<ObjectiveKind, Objective>;

Objectives &known_objectives()
{
#define PLIMSOLL_LISTED(name) &objectives::name,
    static Objectives list{PLIMSOLL_OBJECTIVES(PLIMSOLL_LISTED)};
#undef PLIMSOLL_LISTED
    return list;
}

} // namespace

const ObjectiveKind &kind_of(Objective objective) { return known_objectives().of(objective); }

const ObjectiveKind &objective_of(const Plan &plan) { return kind_of(plan.task == Task::train ? plan.objective : Objective{}); }

const std::vector<const ObjectiveKind *> &all_objectives() { return known_objectives().all(); }

Objective add_objective(const ObjectiveKind &kind) { return known_objectives().add(kind); }

Stages stages_of(const Plan &plan)
{
    const ObjectiveKind &kind = objective_of(plan);
    if (kind.stages != nullptr) return kind.stages(plan);
    return {
        {Act::forward, Phase::forward}, {Act::backward, Phase::backward}, {Act::update, Phase::optimizer_step, policy, false}};
}

std::vector<Resident> residents_of(const Plan &plan)
{
    const ObjectiveKind &kind = objective_of(plan);
    return kind.residents == nullptr ? std::vector<Resident>() : kind.residents(plan);
}

HeldAs held_as(const Plan &plan, std::string_view resident)
{
    for (const Resident &one : residents_of(plan))
        if (one.name == resident) return one.held;
    return HeldAs::none;
}

bool scores_on_graph(const Plan &plan)
{
    bool graph = false;
    for (const Stage &stage : stages_of(plan)) {
        if (stage.act == Act::forward) graph = true;
        if (stage.act == Act::backward) graph = false;
        if (graph && stage.act == Act::score) return true;
    }
    return false;
}

bool holds_other_model(const Plan &plan)
{
    return std::ranges::any_of(residents_of(plan), [](const Resident &one) {
        return one.held == HeldAs::model && (one.name == teacher || one.name == reward_model);
    });
}

Count generated_rows(const Plan &plan)
{
    const Stages stages = stages_of(plan);
    const auto made =
        std::ranges::find_if(stages, [](const Stage &stage) { return stage.act == Act::generate || stage.act == Act::serve; });
    const bool of_pass = made != stages.end() && made->of_pass;
    return plan.micro_batch * (of_pass ? 1 : steps_of_generation(plan));
}

bool generates_completions(const Plan &plan)
{
    return std::ranges::any_of(stages_of(plan), [](const Stage &stage) { return stage.act == Act::generate; });
}

Count scored_tokens(const Plan &plan)
{
    const ObjectiveKind &kind = objective_of(plan);
    return kind.scored == nullptr ? plan.sequence_length - 1 : kind.scored(plan);
}

Count rows_of_part(const Plan &plan)
{
    const bool parts = objective_of(plan).caches_gradients && plan.loss.mini_batch;
    return parts ? std::min(*plan.loss.mini_batch, plan.micro_batch) : plan.micro_batch;
}

Count rows_read_first(const Plan &plan)
{
    const Count texts = plan.loss.texts.value_or(1);
    const bool apart = objective_of(plan).head == ObjectiveHead::none && !plan.loss.mini_batch && texts > 1;
    return apart && plan.micro_batch % texts == 0 ? plan.micro_batch / texts : rows_of_part(plan);
}

Stages cached_passes(const Plan &plan)
{
    Stages out{
        {Act::forward, Phase::forward}, {Act::backward, Phase::backward}, {Act::update, Phase::optimizer_step, policy, false}};
    if (plan.loss.mini_batch) out.insert(out.begin(), Stage{Act::score, Phase::forward, policy, false});
    return out;
}

std::optional<Plan> plan_of_pass(const Plan &plan)
{
    const ObjectiveKind &kind = objective_of(plan);
    const bool taught = kind.teaching != Teaching::none && tells_completions(plan) && plan.distillation.on_policy > 0;
    const Count part = rows_of_part(plan);
    if (kind.rows == 1 && !taught && part == plan.micro_batch) return std::nullopt;
    std::optional<Plan> out = plan;
    out->micro_batch = part * kind.rows;
    out->gradient_accumulation *= (plan.micro_batch + part - 1) / part;
    if (taught) { // rows that the model makes itself are prompt and completion; others those of the data
        const Count made = *plan.rollout.prompt_length + *plan.rollout.completion_length;
        out->sequence_length = plan.distillation.on_policy >= 1 ? made : std::max(made, plan.sequence_length);
    }
    return out;
}

std::string_view word_of(const ObjectiveKind &kind, std::string_view key, std::string_view otherwise)
{
    const auto found = std::ranges::find(kind.words, key, &ObjectiveWord::key);
    return found == kind.words.end() ? otherwise : found->word;
}

Count scores_of(const Plan &plan) { return objective_of(plan).rows > 1 ? 1 : plan.num_labels.value_or(1); }

std::string score_in_place_of_head(const StandInCall &call)
{
    const std::string objective = "objective " + std::string(objective_of(call.plan).name);
    if (const Count scores = scores_of(call.plan); scores > 1)
        return phrase(QT_TRANSLATE_NOOP("core", "%1: a linear \"%2\" of %4 outputs in the place of the language head; %3 counts "
                                                "sequences."),
                      {objective, "score", "micro_batch", std::to_string(scores)});
    return phrase(
        QT_TRANSLATE_NOOP("core", "%1: a linear \"%2\" of one output in the place of the language head; %3 counts sequences."),
        {objective, "score", "micro_batch"});
}

Stages compared_pass(const Stages &between)
{
    Stages out{{Act::forward, Phase::forward}};
    out.insert(out.end(), between.begin(), between.end());
    out.push_back({Act::compare, Phase::objective});
    out.push_back({Act::backward, Phase::backward});
    out.push_back({Act::update, Phase::optimizer_step, policy, false});
    return out;
}

std::string pairs_without_reference(const StandInCall &call)
{
    return phrase(
        QT_TRANSLATE_NOOP("core", "%1: %2 counts pairs, so twice the rows go through the model; there is no reference."),
        {"objective " + std::string(objective_of(call.plan).name), "micro_batch"});
}

} // namespace plimsoll
