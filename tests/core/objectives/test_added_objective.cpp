// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/estimate.h"
#include "core/objectives/objectives.h"
#include "core/plan/field.h"
#include "core/plan/names.h"
#include "core/resolve/stand_ins.h"
#include "tests/core/objectives/objective_rows.h"
#include "tests/core/objectives/toy_objective.h"
#include "tests/test_program.h"

namespace PLIMSOLL_FILE {

// Adding an objective is one file (toy_objective.cpp) and one line that registers it.

using namespace plimsoll;

namespace {

const Objective registered = add_objective(toy_objective);

} // namespace

class TestAddedObjective : public QObject {
    Q_OBJECT
private slots:
    void plans_name_it();
    void both_models_are_held();
    void its_stages_run_in_their_order();
    void its_rows_go_through_the_model();
    void it_is_estimated_stage_by_stage();
};

void TestAddedObjective::plans_name_it()
{
    QCOMPARE(plan_enum<Objective>("toy"), std::optional(registered));
    const Field *field = find_field("objective");
    QVERIFY(field && std::ranges::find(field->choices, "toy") != field->choices.end());
}

void TestAddedObjective::both_models_are_held()
{
    const auto toy = run_of(objective_row("toy"), false), plain = run_of(objective_row("sft"), false);
    QVERIFY2(toy.ok(), toy.ok() ? "" : toy.error().message().c_str());
    QVERIFY(plain.ok() && held_of(*plain, Component::weights) > 0);
    QCOMPARE(held_of(*toy, Component::weights), 2 * held_of(*plain, Component::weights));
}

void TestAddedObjective::its_stages_run_in_their_order()
{
    const auto toy = run_of(objective_row("toy"), true);
    QVERIFY(toy.ok());
    std::vector<Phase> order;
    toy->events.each([&order](const step::Event &event) {
        if (event.step == 2 && (order.empty() || order.back() != event.phase)) order.push_back(event.phase);
    });
    const auto place = [&order](Phase phase) { return std::ranges::find(order, phase) - order.begin(); };
    QVERIFY(place(Phase::reward) < place(Phase::backward));
    QVERIFY(std::ranges::find(order, Phase::reward) != order.end());
    QVERIFY(place(Phase::backward) < place(Phase::optimizer_step));
}

void TestAddedObjective::its_rows_go_through_the_model()
{
    const auto toy = run_of(objective_row("toy", {{"micro_batch", 2}}), false);
    const auto plain = run_of(objective_row("sft", {{"micro_batch", 6}}), false);
    QVERIFY(toy.ok() && plain.ok());
    const Bytes judge = held_of(*plain, Component::weights);
    QCOMPARE(peak_in(*toy, Phase::backward), peak_in(*plain, Phase::backward) + judge);
}

void TestAddedObjective::it_is_estimated_stage_by_stage()
{
    const nlohmann::json row = objective_row("toy");
    const auto architecture = architecture_from_config(row["plan"]["model"]["config"].dump(), "inline");
    const auto plan = plan_from_json(row["plan"].dump());
    QVERIFY(architecture.ok() && plan.ok());
    const auto out = estimate(*architecture, plan->plan);
    QVERIFY2(out.ok(), out.ok() ? "" : out.error().message().c_str());
    QStringList stages;
    Bytes highest = 0;
    for (const StagePeak &stage : out->shown().stages) {
        stages << QString::fromUtf8(stage.stage.data(), static_cast<qsizetype>(stage.stage.size()));
        highest = std::max(highest, stage.allocated);
    }
    QCOMPARE(stages.join(' '), "reward forward backward update");
    QCOMPARE(highest, out->shown().peak.allocated);
    QVERIFY(std::ranges::any_of(out->warnings, [](const Warning &warning) { return warning.text == "toy is judged"; }));
}

PLIMSOLL_TEST(TestAddedObjective)
} // namespace PLIMSOLL_FILE
#include "test_added_objective.moc"
