// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/choice.h"
#include "core/fit/solver.h"
#include "core/plan/plan_json.h"
#include "tests/random_plan.h"
#include "tests/test_program.h"

#include <QTest>
#include <map>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

constexpr Count two_billion = 2'000'000'000;
constexpr Count any_number = 2'000'000'000'000;

/// One plan, what is made large in it, and where.
struct Question {
    std::string text;
    ArchitectureRef architecture;
    Plan plan; ///< resolved
    SolveField field = SolveField::micro_batch;
    const Gpu *gpu = nullptr;
};

std::optional<Question> random_question(std::mt19937 &random, Count most_parameters)
{
    const nlohmann::json written = tests::random_plan(random, most_parameters);
    const Gpu &gpu = gpu_catalogue()[random() % gpu_catalogue().size()];
    const auto parsed = plan_from_object(written);
    const auto model = parsed ? load_model(parsed->plan.model) : Result<ArchitectureRef>(parsed.error());
    const auto resolved = model ? resolve(parsed->plan, **model, gpu.facts()) : Result<ResolvedPlan>(model.error());
    if (!resolved) return std::nullopt;
    const std::vector<SolveField> fields = tests::solvable_fields(resolved->plan);
    const SolveField field = fields[random() % fields.size()];
    return Question{written.dump() + ", " + std::string(name_of(field)) + " on " + gpu.name, *model, resolved->plan, field, &gpu};
}

/// The verdict of an estimate made for this value alone; a refused plan is no "yes".
Fits verdict_at(const Question &question, Count value)
{
    const auto made = estimate(question.architecture, with_value(question.plan, question.field, value), question.gpu->facts(),
                               {.timeline = false, .allocator = true, .explain = false});
    return made ? verdict_for(*made, *question.gpu).fits : Fits::no;
}

int plans_asked(int usual)
{
    const int asked = qEnvironmentVariableIntValue("PLIMSOLL_RANDOM_PLANS");
    return asked > 0 ? asked : usual;
}

} // namespace

/// Answers of the solver for plans that nobody chose. PLIMSOLL_RANDOM_PLANS=500 asks for as many, of models of any size.
class TestSolverEdges : public QObject {
    Q_OBJECT
private slots:
    void the_value_fits_and_one_more_does_not();
    void cards_asked_together_answer_as_alone();
    void an_estimate_serves_the_cards_that_answer_alike();
    void a_budget_beside_cards_is_of_the_first_card();
};

void TestSolverEdges::the_value_fits_and_one_more_does_not()
{
    const int plans = plans_asked(16);
    std::mt19937 random(11);
    std::map<SolveField, int> found;
    for (int done = 0; done < plans;) {
        const auto question = random_question(random, plans > 16 ? any_number : two_billion);
        if (!question) continue;
        Solver solver(estimator_for(question->architecture), question->plan, question->field,
                      quick_estimator_for(question->architecture));
        const auto solution = solver.on_card(*question->gpu);
        if (!solution) continue; // the planner refuses the plan, whatever the value
        ++done;
        const Count least = question->field == SolveField::context ? question->plan.inference.new_tokens + 1 : 1;
        const Count value = solution->value.value_or(least - 1);
        if (solution->value) QVERIFY2(verdict_at(*question, value) == Fits::yes, question->text.c_str());
        if (solution->reason != "the largest value that is searched")
            QVERIFY2(verdict_at(*question, value + 1) != Fits::yes, question->text.c_str());
        found[question->field] += solution->value ? 1 : 0;
    }
    QVERIFY2(found.size() >= 4, "too few fields were met");
}

void TestSolverEdges::cards_asked_together_answer_as_alone()
{
    std::mt19937 random(3);
    for (int done = 0; done < 2;) {
        const auto question = random_question(random, two_billion);
        if (!question) continue;
        const Estimator exact = estimator_for(question->architecture);
        const Estimator quick = quick_estimator_for(question->architecture);
        Solver together(exact, question->plan, question->field, quick);
        if (!together.on_card(*question->gpu)) continue;
        ++done;
        for (std::size_t i = 0; i < gpu_catalogue().size(); i += 37) {
            const Gpu &gpu = gpu_catalogue()[i];
            const auto answer = together.on_card(gpu);
            QVERIFY(answer.ok());
            const Question here{question->text, question->architecture, question->plan, question->field, &gpu};
            if (answer->value) QVERIFY2(verdict_at(here, *answer->value) == Fits::yes, here.text.c_str());
            if (answer->reason == "one more does not fit")
                QVERIFY2(verdict_at(here, *answer->value + 1) != Fits::yes, here.text.c_str());
        }
    }
}

void TestSolverEdges::an_estimate_serves_the_cards_that_answer_alike()
{
    std::mt19937 random(5);
    int served = 0, apart = 0;
    for (int done = 0; done < 12;) {
        const auto question = random_question(random, two_billion);
        if (!question) continue;
        const Estimator exact = estimator_for(question->architecture);
        const auto made = exact(question->plan, question->gpu->facts());
        if (!made) continue;
        ++done;
        for (std::size_t i = static_cast<std::size_t>(done); i < gpu_catalogue().size(); i += 13) {
            const CardFacts other = gpu_catalogue()[i].facts();
            const auto own = exact(question->plan, other);
            QVERIFY(own.ok());
            if (!same_step_on(*made, other)) {
                apart += own->fullest().peak.reserved != made->fullest().peak.reserved ? 1 : 0;
                continue;
            }
            ++served;
            const std::string where = question->text + " served " + other.name;
            QVERIFY2(own->fullest().peak.allocated == made->fullest().peak.allocated &&
                         own->fullest().peak.reserved == made->fullest().peak.reserved,
                     where.c_str());
            QVERIFY2(need_on(*made, other) == need_on(*own, other), where.c_str());
        }
    }
    QVERIFY2(served > 20, std::to_string(served).c_str());
    QVERIFY2(apart > 20, std::to_string(apart).c_str());
}

/// As an estimate judges it: with the kernels and the context of the card that the plan names first.
void TestSolverEdges::a_budget_beside_cards_is_of_the_first_card()
{
    constexpr Bytes budget = 9 * gib;
    Plan plan = plan_from_json(R"({"model": {"preset": "llama-3.2-1b-instruct"}, "method": "lora",
        "gradient_checkpointing": false, "libraries": {"torch": "2.14"}})")
                    ->plan;
    const ArchitectureRef model = *load_model(plan.model);
    plan.target = {.gpus = {"T4", "RTX 4090"}, .budget_bytes = budget};
    const Plan resolved = resolve(plan, *model)->plan;
    const auto fits = [&](SolveField field, Count value) {
        const auto made = estimator_for(model)(with_value(resolved, field, value), find_gpu("T4")->gpu->facts());
        return verdicts_for_target(*made)->back().fits;
    };
    const auto solutions = solve_for_target(model, resolved, SolveField::sequence_length);
    QVERIFY(solutions.ok());
    const Count longest = *solutions->back().value;
    QCOMPARE(fits(SolveField::sequence_length, longest), Fits::yes);
    QVERIFY(fits(SolveField::sequence_length, longest + 1) != Fits::yes);
    Plan split = with_value(resolved, SolveField::sequence_length, 400);
    const auto splits = split_for_target(estimator_for(model), split, 4);
    QVERIFY(splits.ok());
    split = with_value(split, SolveField::micro_batch, *splits->back().micro_batch);
    split.gradient_accumulation = *splits->back().gradient_accumulation;
    const auto made = estimator_for(model)(split, find_gpu("T4")->gpu->facts());
    QCOMPARE(splits->back().need, verdicts_for_target(*made)->back().need);
}

PLIMSOLL_TEST(TestSolverEdges)
} // namespace PLIMSOLL_FILE
#include "test_solver_edges.moc"
