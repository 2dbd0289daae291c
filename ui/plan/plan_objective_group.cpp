// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/objectives/objectives.h"
#include "core/plan/names.h"
#include "core/plan/objective_names.h"
#include "core/resolve/gate.h"
#include "ui/document/text.h"
#include "ui/plan/field_help.h"
#include "ui/plan/plan_groups.h"

#include <QCoreApplication>

namespace plimsoll {
namespace {

constexpr int most_row_tokens = 1 << 24, most_generated = 1 << 16;

/// A context of its own, by which lupdate finds the strings of free functions.
struct ObjectiveWords {
    Q_DECLARE_TR_FUNCTIONS(ObjectiveGroup)
};

/// "GRPO", "online DPO", "classification": short words are acronyms.
QString objective_title(std::string_view name)
{
    constexpr qsizetype longest_acronym = 4;
    QStringList words = qt(name).split(QLatin1Char('_'));
    for (QString &word : words)
        if (word.size() <= longest_acronym) word = word.toUpper();
    return words.join(QLatin1Char(' '));
}

std::vector<FieldForm::Choice> objective_choices()
{
    std::vector<FieldForm::Choice> out;
    for (const ObjectiveKind *kind : all_objectives()) out.push_back({std::string(kind->name), objective_title(kind->name)});
    return out;
}

/// The library's own rule first, which is what a plan has that says nothing.
std::vector<FieldForm::Choice> ways_of_holding()
{
    return {{"", ObjectiveWords::tr("as the library does")},     {"model", ObjectiveWords::tr("second model")},
            {"adapter_off", ObjectiveWords::tr("adapters off")}, {"adapter_copy", ObjectiveWords::tr("second adapters")},
            {"precomputed", ObjectiveWords::tr("precomputed")},  {"none", ObjectiveWords::tr("none")}};
}

std::vector<FieldForm::Choice> rollout_engines()
{
    std::vector<FieldForm::Choice> out;
    for (const std::string_view engine : names_of<Engine>()) out.push_back({std::string(engine), tool_title(engine)});
    return out;
}

/// Rows that only some objectives read; each is there where the plan's objective reads its field.
struct ObjectiveRows {
    std::vector<std::pair<QHBoxLayout *, std::string>> rows; ///< and a field that tells

    void show(FieldForm &form, const Plan &resolved) const
    {
        for (const auto &[row, path] : rows) form.set_row_visible(row, applies(path, resolved));
    }
};

void add_lengths(FieldForm &form, ObjectiveRows &rows)
{
    auto *lengths = form.add_row(ObjectiveWords::tr("Prompt"), {"rollout.prompt_length"});
    form.add_optional_count(lengths, ObjectiveWords::tr("Tokens of a prompt"), "rollout.prompt_length", most_row_tokens,
                            CountBox::Steps::hundred_twenty_eight);
    form.add_label(lengths, ObjectiveWords::tr("Completion"), {"rollout.completion_length"});
    form.add_optional_count(lengths, ObjectiveWords::tr("Tokens of a completion"), "rollout.completion_length", most_row_tokens,
                            CountBox::Steps::hundred_twenty_eight);
    rows.rows.emplace_back(lengths, "rollout.prompt_length");
    auto *made = form.add_row(ObjectiveWords::tr("Generations"), {"rollout.generations"});
    form.add_optional_count(made, ObjectiveWords::tr("Completions of one prompt"), "rollout.generations", most_generated,
                            CountBox::Steps::doubling);
    form.add_label(made, ObjectiveWords::tr("Steps"), {"rollout.steps_per_generation"});
    form.add_optional_count(made, ObjectiveWords::tr("Micro batches of one generation"), "rollout.steps_per_generation",
                            most_generated, CountBox::Steps::doubling);
    rows.rows.emplace_back(made, "rollout.prompt_length");
    auto *scored = form.add_row(ObjectiveWords::tr("Scored rows"), {"rollout.micro_batch_size"});
    form.add_optional_count(scored, ObjectiveWords::tr("Rows of a pass that computes log-probabilities"),
                            "rollout.micro_batch_size", most_generated, CountBox::Steps::doubling);
    rows.rows.emplace_back(scored, "rollout.prompt_length");
    auto *unscored = form.add_row(ObjectiveWords::tr("Prompt"), {"preference.prompt_length"});
    form.add_optional_count(unscored, ObjectiveWords::tr("Tokens that are not scored"), "preference.prompt_length",
                            most_row_tokens, CountBox::Steps::hundred_twenty_eight);
    rows.rows.emplace_back(unscored, "preference.prompt_length");
}

void add_other_models(FieldForm &form, ObjectiveRows &rows)
{
    auto *kept = form.add_row(ObjectiveWords::tr("Reference"), {"rollout.reference"});
    form.add_choice(kept, ObjectiveWords::tr("How the reference is held"), "rollout.reference", ways_of_holding());
    rows.rows.emplace_back(kept, "rollout.reference");
    auto *beta = form.add_row(ObjectiveWords::tr("Beta"), {"rollout.beta"});
    form.add_optional_number(beta, ObjectiveWords::tr("Weight of the reference"), "rollout.beta", 0.0, 1e6, 0.01);
    rows.rows.emplace_back(beta, "rollout.beta");
    auto *preferred = form.add_row(ObjectiveWords::tr("Reference"), {"preference.reference"});
    form.add_choice(preferred, ObjectiveWords::tr("How the reference is held"), "preference.reference", ways_of_holding());
    rows.rows.emplace_back(preferred, "preference.reference");
    auto *teacher = form.add_row(ObjectiveWords::tr("Teacher"), {"distillation.teacher"});
    form.add_model(teacher, ObjectiveWords::tr("Model that teaches"), "distillation.teacher")
        ->setPlaceholderText(ObjectiveWords::tr("a model's name"));
    rows.rows.emplace_back(teacher, "distillation.teacher");
    auto *rewards = form.add_row(ObjectiveWords::tr("Rewards"), {"rollout.reward_models"});
    form.add_model(rewards, ObjectiveWords::tr("Models that score completions"), "rollout.reward_models")
        ->setPlaceholderText(ObjectiveWords::tr("functions"));
    rows.rows.emplace_back(rewards, "rollout.reward_models");
}

void add_engine_beside(FieldForm &form, ObjectiveRows &rows)
{
    auto *engine = form.add_row(ObjectiveWords::tr("Generates"), {"rollout.engine"});
    auto *box = form.add_choice(engine, ObjectiveWords::tr("What generates completions"), "rollout.engine", rollout_engines());
    rows.rows.emplace_back(engine, "rollout.engine");
    auto *share = form.add_row(ObjectiveWords::tr("Share"), {"rollout.gpu_memory_utilization"});
    form.add_optional_number(share, ObjectiveWords::tr("Share of the card of the engine beside"),
                             "rollout.gpu_memory_utilization", 0.01, 1.0, 0.01);
    form.add_label(share, ObjectiveWords::tr("Length"), {"rollout.max_model_length"});
    form.add_optional_count(share, ObjectiveWords::tr("Context of the engine beside"), "rollout.max_model_length",
                            most_row_tokens, CountBox::Steps::hundred_twenty_eight);
    rows.rows.emplace_back(share, "rollout.gpu_memory_utilization");
    auto *sleep = form.add_row(ObjectiveWords::tr("Sleep"), {"rollout.sleep"});
    form.add_choice(sleep, ObjectiveWords::tr("What the engine gives back while the model trains"), "rollout.sleep",
                    {{"", ObjectiveWords::tr("as the library does")},
                     {"0", ObjectiveWords::tr("0: stays awake")},
                     {"1", ObjectiveWords::tr("1: weights to the host")},
                     {"2", ObjectiveWords::tr("2: weights dropped")}});
    rows.rows.emplace_back(sleep, "rollout.sleep");
    form.on_show([box](const FormValues &values) { grey_refused(*box, "rollout.engine", values.resolved); });
}

} // namespace

FieldForm *make_objective_group(QWidget *parent)
{
    auto *form = new FieldForm({}, parent);
    auto *objective = form->add_row(ObjectiveWords::tr("Objective"), {"objective"});
    auto *box = form->add_choice(objective, ObjectiveWords::tr("Objective"), "objective", objective_choices());
    ObjectiveRows rows;
    add_lengths(*form, rows);
    add_other_models(*form, rows);
    add_engine_beside(*form, rows);
    form->on_show([=](const FormValues &values) {
        form->set_row_visible(objective, values.resolved.task == Task::train);
        grey_refused(*box, "objective", values.resolved);
        rows.show(*form, values.resolved);
    });
    return form;
}

} // namespace plimsoll
