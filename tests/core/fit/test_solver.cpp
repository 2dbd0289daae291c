// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/runtime.h"
#include "core/fit/solver.h"
#include "tests/test_program.h"

#include <QTest>
#include <algorithm>
#include <cmath>
#include <random>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

const Gpu &card(const char *name) { return *find_gpu(name)->gpu; }

/// An estimator whose reserved bytes are a function of one field.
Estimator grows(SolveField field, std::function<double(double)> bytes)
{
    return [=](const Plan &plan, const CardFacts &device) -> Result<Estimate> {
        Estimate out;
        out.plan.plan = plan;
        out.device = device;
        const double need = bytes(static_cast<double>(value_in(plan, field)));
        if (need < 0) return Error{"sequence_length", "", "", "beyond what the model knows"};
        out.fullest().peak.reserved = out.fullest().peak.allocated = out.fullest().peak.required =
            static_cast<Bytes>(std::min(need, 4e18));
        const ContextBytes context = context_bytes(device);
        out.fullest().peak.device = out.fullest().peak.reserved + context.bytes;
        out.fullest().peak.device_interval = {out.fullest().peak.reserved + context.interval.low,
                                              out.fullest().peak.reserved + context.interval.high};
        return out;
    };
}

Fits fits(const Estimator &estimator, const Plan &plan, SolveField field, Count value, const Gpu &gpu)
{
    const Result<Estimate> result = estimator(with_value(plan, field, value), gpu.facts());
    return result ? verdict_for(*result, gpu).fits : Fits::no;
}

} // namespace

class TestSolver : public QObject {
    Q_OBJECT
private slots:
    void finds_the_edge_of_any_growth();
    void needs_few_estimates();
    void many_cards_share_estimates_of_one_device();
    void nothing_fits();
    void what_cannot_fit_is_not_replayed();
    void what_is_too_much_to_load_is_asked_once();
    void the_first_guess_leaves_room_for_an_allocator();
    void a_card_leads_to_the_next();
    void everything_fits();
    void errors_of_the_plan_end_the_search();
    void work_that_is_given_up_ends_in_an_error();
    void fields_that_do_not_count_are_refused();
    void names();
};

void TestSolver::finds_the_edge_of_any_growth()
{
    std::mt19937_64 random(7);
    const auto drawn = [&](double low, double high) { return std::uniform_real_distribution<double>(low, high)(random); };
    const Plan plan;
    for (int round = 0; round < 300; ++round) {
        const double base = drawn(0, 20e9);
        const double slope = std::pow(10, drawn(2, 10));
        const double power = drawn(0.7, 2.2);
        const double stair = std::pow(2, std::floor(drawn(0, 30)));
        const auto bytes = [=](double n) { return base + std::ceil(slope * std::pow(n, power) / stair) * stair; };
        const SolveField field = round % 2 == 0 ? SolveField::micro_batch : SolveField::sequence_length;
        const Estimator estimator = grows(field, bytes);
        const Gpu &gpu = gpu_catalogue()[static_cast<std::size_t>(round) % gpu_catalogue().size()];
        Solver solver(estimator, plan, field);
        const Result<Solution> solution = solver.on_card(gpu);
        QVERIFY(solution.ok());
        if (!solution->value) {
            QVERIFY(fits(estimator, plan, field, 1, gpu) != Fits::yes);
            continue;
        }
        QCOMPARE(fits(estimator, plan, field, *solution->value, gpu), Fits::yes);
        if (solution->reason == "one more does not fit")
            QVERIFY(fits(estimator, plan, field, *solution->value + 1, gpu) != Fits::yes);
        QVERIFY2(solver.estimates_made() <= 60, std::to_string(solver.estimates_made()).c_str());
    }
}

void TestSolver::needs_few_estimates()
{
    Plan plan;
    plan.sequence_length = 2048;
    Solver straight(grows(SolveField::sequence_length, [](double n) { return 6e9 + 1.7e6 * n; }), plan,
                    SolveField::sequence_length);
    const Result<Solution> solution = straight.on_card(card("RTX 4090"));
    QVERIFY(*solution->value > 10000 && *solution->value < 11500);
    QVERIFY2(straight.estimates_made() <= 6, std::to_string(straight.estimates_made()).c_str());
    Solver curved(grows(SolveField::sequence_length, [](double n) { return 6e9 + 4e5 * n + 400 * n * n; }), plan,
                  SolveField::sequence_length);
    const std::optional<Count> edge = curved.on_card(card("RTX 4090"))->value;
    QVERIFY(edge);
    QVERIFY2(curved.estimates_made() <= 20, std::to_string(curved.estimates_made()).c_str());
}

void TestSolver::many_cards_share_estimates_of_one_device()
{
    Solver solver(grows(SolveField::micro_batch, [](double n) { return 6e9 + 1e9 * n; }), {}, SolveField::micro_batch);
    const Result<Solution> first = solver.on_card(card("RTX 4090"));
    const int made = solver.estimates_made();
    QCOMPARE(solver.on_card(card("RTX 4090"))->value, first->value);
    QCOMPARE(solver.estimates_made(), made);
}

void TestSolver::nothing_fits()
{
    Solver solver(grows(SolveField::micro_batch, [](double n) { return 90e9 + n; }), {}, SolveField::micro_batch);
    const Result<Solution> solution = solver.on_card(card("RTX 4090"));
    QVERIFY(solution.ok() && !solution->value);
    QCOMPARE(solution->reason, std::string("micro_batch 1 needs 84.2 to 84.4 of 23.5 GiB usable"));
}

void TestSolver::what_cannot_fit_is_not_replayed()
{
    const Estimator grow = grows(SolveField::micro_batch, [](double n) { return 90e9 + n; });
    Solver none(grow, {}, SolveField::micro_batch, grow);
    const Result<Solution> solution = none.on_card(card("RTX 4090"));
    QVERIFY(solution.ok() && !solution->value && solution->at_least);
    QCOMPARE(solution->reason, std::string("micro_batch 1 needs at least 84.2 of 23.5 GiB usable"));
    QCOMPARE(none.estimates_made(), 0);

    // one more is eight gigabytes more, so that its tensors alone say no
    const Estimator steps = grows(SolveField::micro_batch, [](double n) { return 6e9 + 8e9 * n; });
    Solver one(steps, {}, SolveField::micro_batch, steps);
    const Result<Solution> some = one.on_card(card("RTX 4090"));
    QVERIFY(some.ok() && some->value && !some->at_least);
    QCOMPARE(some->value, Solver(steps, {}, SolveField::micro_batch).on_card(card("RTX 4090"))->value);
    QCOMPARE(some->reason, std::string("one more does not fit"));
    QCOMPARE(one.estimates_made(), 1);
}

/// One sample where the plan stands, one of the least value.
void TestSolver::what_is_too_much_to_load_is_asked_once()
{
    const Estimator grow = grows(SolveField::sequence_length, [](double n) { return 90e9 + 1e6 * n; });
    int asked = 0;
    const Estimator quick = [&](const Plan &plan, const CardFacts &device) {
        ++asked;
        Result<Estimate> out = grow(plan, device);
        out->fullest().peak.load = 80 * gib;
        return out;
    };
    Plan plan;
    plan.sequence_length = 4096;
    Solver solver(grow, plan, SolveField::sequence_length, quick);
    const Result<Solution> solution = solver.on_card(card("RTX 4090"));
    QVERIFY(solution.ok() && !solution->value);
    QCOMPARE(solver.estimates_made(), 0);
    QCOMPARE(asked, 2);
}

/// One that holds a fifteenth more than the tensors take is met at once; the others were met from above.
void TestSolver::the_first_guess_leaves_room_for_an_allocator()
{
    const Estimator quick = grows(SolveField::micro_batch, [](double n) { return 1e9 + 0.7e9 * n; });
    const Estimator whole = grows(SolveField::micro_batch, [](double n) { return (1e9 + 0.7e9 * n) / 15 * 16; });
    Solver solver(whole, {}, SolveField::micro_batch, quick);
    QVERIFY(solver.on_card(card("RTX 4090"))->value);
    QCOMPARE(solver.estimates_made(), 2);
}

/// Where one card ends tells where the next one does, whatever their contexts take; where the next jump stands, too.
void TestSolver::a_card_leads_to_the_next()
{
    const Estimator quick = grows(SolveField::sequence_length, [](double n) { return 5e9 + 1e6 * n; });
    const Estimator whole =
        grows(SolveField::sequence_length, [](double n) { return 6e9 + 1.3e6 * n + 4e7 * std::floor(n / 97); });
    Solver solver(whole, {}, SolveField::sequence_length, quick);
    std::vector<const Gpu *> cards;
    for (const Gpu &gpu : gpu_catalogue())
        if (gpu.usable_bytes() > 12 * gib && gpu.form != "slice") cards.push_back(&gpu); // a slice's context is another one
    std::ranges::stable_sort(cards, std::less{}, &Gpu::usable_bytes);
    for (const Gpu *gpu : cards) {
        const Result<Solution> solution = solver.on_card(*gpu);
        QVERIFY(solution.ok() && solution->value);
        QCOMPARE(fits(whole, {}, SolveField::sequence_length, *solution->value, *gpu), Fits::yes);
        QVERIFY(fits(whole, {}, SolveField::sequence_length, *solution->value + 1, *gpu) != Fits::yes);
    }
    const int made = solver.estimates_made();
    const std::string each = std::to_string(made) + " for " + std::to_string(cards.size());
    QVERIFY2(2 * made <= 7 * static_cast<int>(cards.size()), each.c_str()); // two is the least: the edge and the value after it
}

void TestSolver::everything_fits()
{
    Solver solver(grows(SolveField::rank, [](double) { return 1e9; }), {}, SolveField::rank);
    QVERIFY(!solver.on_card(card("RTX 4090")).ok()); // method full has no rank
    Plan plan;
    plan.method = Method::lora;
    Solver lora(grows(SolveField::rank, [](double) { return 1e9; }), plan, SolveField::rank);
    const Result<Solution> solution = lora.on_card(card("RTX 4090"));
    QCOMPARE(solution->value, std::optional<Count>(65536));
    QCOMPARE(solution->reason, std::string("the largest value that is searched"));
}

void TestSolver::errors_of_the_plan_end_the_search()
{
    const auto bytes = [](double n) { return n > 32768 ? -1.0 : 1e9; };
    Solver solver(grows(SolveField::sequence_length, bytes), {}, SolveField::sequence_length);
    const Result<Solution> solution = solver.on_card(card("RTX 4090"));
    QCOMPARE(solution->value, std::optional<Count>(32768));
    QCOMPARE(solution->reason, std::string("sequence_length: beyond what the model knows"));
    Solver never(grows(SolveField::sequence_length, [](double) { return -1.0; }), {}, SolveField::sequence_length);
    QVERIFY(!never.on_card(card("RTX 4090")).ok());
}

/// A board's threads share what is estimated. When nobody wants it any more, one of them may still end an estimate whose value
/// another one was already refused.
void TestSolver::work_that_is_given_up_ends_in_an_error()
{
    const Estimator grow = grows(SolveField::sequence_length, [](double n) { return 1e6 * n; });
    const Gpu &gpu = card("GeForce RTX 4090");
    const Count edge = *Solver(grow, {}, SolveField::sequence_length).on_card(gpu)->value;
    const Plan plan = with_value({}, SolveField::sequence_length, edge); // where every search begins
    bool given_up = false;
    std::function<void()> meanwhile;
    Solver one(
        [&](const Plan &asked, const CardFacts &device) -> Result<Estimate> {
            if (given_up) return Error{"", "", "", "given up"};
            if (value_in(asked, SolveField::sequence_length) == edge) {
                given_up = true;
                meanwhile();
            }
            return grow(asked, device);
        },
        plan, SolveField::sequence_length);
    meanwhile = [other = one, &gpu]() mutable { QVERIFY(!other.on_card(gpu).ok()); };
    const Result<Solution> solution = one.on_card(gpu);
    QVERIFY(given_up);
    QVERIFY(!solution.ok());
    QCOMPARE(solution.error().message(), std::string("given up"));
}

void TestSolver::fields_that_do_not_count_are_refused()
{
    Plan plan;
    plan.task = Task::infer;
    const Result<SolveField> refused = solvable(SolveField::micro_batch, plan);
    QVERIFY(!refused.ok());
    QCOMPARE(refused.error().message(),
             std::string("maximize: does not count for this plan, read micro_batch, accepted: sequences | context"));
    QVERIFY(solvable(SolveField::context, plan).ok());
    plan.inference.new_tokens = 100;
    Solver solver(grows(SolveField::context, [](double n) { return 1e9 + n * 1e8; }), plan, SolveField::context);
    QVERIFY(*solver.on_card(card("RTX 4090"))->value > 200);
    QCOMPARE(solver.on(budget_node(8 * gib))->gpu, std::string("8 GiB budget"));
}

void TestSolver::names()
{
    QCOMPARE(solve_fields(), std::string("micro_batch | sequence_length | rank | sequences | context"));
    QCOMPARE(solve_field("rank"), std::optional(SolveField::rank));
    QVERIFY(!solve_field("ranks"));
}

PLIMSOLL_TEST(TestSolver)
} // namespace PLIMSOLL_FILE
#include "test_solver.moc"
