// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cards/gpu_catalogue.h"
#include "core/clock/run_time.h"
#include "core/fit/choice.h"
#include "core/fit/per_card.h"
#include "core/fit/timed_choice.h"
#include "core/load/load.h"
#include "core/plan/plan_json.h"
#include "tests/test_program.h"

#include <QTest>
#include <map>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

Plan plan_of(const char *json) { return plan_from_json(std::string_view(json))->plan; }

Estimate estimate_of(const Plan &plan)
{
    Result<Estimate> made = estimate(*load_model(plan.model), plan, {}, {.timeline = false, .explain = false});
    if (!made) qFatal("%s", made.error().message().c_str());
    return *std::move(made);
}

Fits fits_with(const Plan &plan, const char *gpu, Count batch, Count accumulation)
{
    Plan split = with_value(plan, SolveField::micro_batch, batch);
    split.gradient_accumulation = accumulation;
    split.given.insert("gradient_accumulation");
    const Gpu &card = *find_gpu(gpu)->gpu;
    const Result<Estimate> made = estimate(*load_model(plan.model), split, card.facts(), {.timeline = false, .explain = false});
    return made ? verdict_for(*made, card).fits : Fits::unknown;
}

constexpr const char *qlora = R"({"model": {"preset": "qwen2.5-0.5b"}, "method": "qlora", "sequence_length": 1024,
    "target": {"gpus": ["GTX 1660 Ti", "RTX 4090", "T4:2"]}})";

} // namespace

class TestChoice : public QObject {
    Q_OBJECT
private slots:
    void the_smallest_card_fits_and_no_smaller_one_does();
    void what_is_left_out_fits_nowhere();
    void one_card_or_several();
    void an_engine_shares_its_model();
    void the_cheapest_machine_fits();
    void a_global_batch_takes_the_largest_part_that_fits();
    void a_batch_that_cannot_be_made_says_why();
    void hours_and_cost_are_minimized_among_named_cards();
    void offers_are_timed_as_their_machines_are();
    void copies_stand_on_machines_of_their_own();
    void what_is_tight_alone_is_named();
};

/// Ranks that stand alone send over the network, on machines of any size; where nobody says it, they share those that are offered.
void TestChoice::offers_are_timed_as_their_machines_are()
{
    const auto offered = [](const std::string &node) {
        const Plan plan = plan_of((R"({"model": {"preset": "qwen2.5-7b"}, "stack": "pytorch", "weights": {"dtype": "bf16"},
            "parallel": {"engine": "fsdp2", "zero": 3, "data": 8)" +
                                   node + R"(}, "target": {"gpus": ["H100 SXM5 80GB"]}})")
                                      .c_str());
        const Estimate made = *estimate(*load_model(plan.model), plan, find_gpu("H100 SXM5 80GB")->gpu->facts(),
                                        {.timeline = false, .explain = false, .time = true});
        std::map<const CloudOffer *, double> out;
        for (const TimedOffer &one : timed_offers(made))
            if (one.hours) out[one.rated.offer] = *one.hours;
        return out;
    };
    const auto together = offered(""), apart = offered(R"(, "gpus_per_node": 1)");
    int alone = 0, longer = 0;
    for (const auto &[offer, hours] : apart) {
        alone += offer->count == 1 ? 1 : 0;
        const auto known = together.find(offer);
        if (known == together.end()) continue;
        QVERIFY2(hours >= known->second, offer->instance.c_str());
        longer += hours > 1.02 * known->second ? 1 : 0;
    }
    QVERIFY(alone > 0 && longer > 0);
    for (const auto &[offer, hours] : together) QVERIFY2(offer->count >= 8, offer->instance.c_str());
}

/// A server's copies do not send to one another: two cards of each share a machine, not all eight.
void TestChoice::copies_stand_on_machines_of_their_own()
{
    const Plan plan = plan_of(R"({"model": {"preset": "qwen2.5-0.5b"}, "task": "infer", "weights": {"dtype": "bf16"},
        "inference": {"engine": "vllm", "context": 2048}, "parallel": {"tensor": 2, "data": 4}})");
    const std::vector<RatedOffer> offers = fitting_offers(estimate_of(plan));
    QVERIFY(!offers.empty());
    for (const RatedOffer &one : offers) {
        QVERIFY2(one.offer->count >= 2, title_of(one).c_str());
        QVERIFY(static_cast<double>(one.machines) * one.offer->count >= 8);
    }
    QVERIFY(std::ranges::any_of(offers, [](const RatedOffer &one) { return one.offer->count < 8; }));
}

void TestChoice::what_is_tight_alone_is_named()
{
    const auto longest = [](Count tokens) {
        return plan_of((R"({"model": {"preset": "qwen2.5-0.5b"}, "method": "lora", "weights": {"dtype": "bf16"},
            "target": {"gpus": ["L4"]}, "sequence_length": )" +
                        std::to_string(tokens) + "}")
                           .c_str());
    };
    const Gpu &card = *find_gpu("L4")->gpu;
    const auto made = [&](Count tokens) {
        const Plan plan = longest(tokens);
        return *estimate(*load_model(plan.model), plan, card.facts(), {.timeline = false, .explain = false, .time = true});
    };
    Count fits = 512, fails = 65536;
    while (fails - fits > 16) {
        const Count middle = (fits + fails) / 2;
        (verdict_for(made(middle), card).fits == Fits::yes ? fits : fails) = middle;
    }
    QCOMPARE(verdict_for(made(fails), card).fits, Fits::tight);
    const Minimum none = cheapest_run(made(fails));
    QVERIFY(none.gpu.empty());
    QVERIFY2(none.reason.find("L4") != std::string::npos && none.reason.find("tight") != std::string::npos, none.reason.c_str());
    QVERIFY(cheapest_run(made(65536)).reason.find("tight") == std::string::npos);
    QVERIFY(!cheapest_run(made(fits)).gpu.empty());
}

void TestChoice::hours_and_cost_are_minimized_among_named_cards()
{
    const std::string base = R"({"model": {"preset": "qwen2.5-0.5b"}, "method": "lora", "weights": {"dtype": "bf16"})";
    const auto timed = [&](const std::string &target) {
        const Plan plan = plan_of((base + target + "}").c_str());
        return *estimate(*load_model(plan.model), plan, {}, {.timeline = false, .explain = false, .time = true});
    };
    const Estimate any = timed(""), two = timed(R"(, "target": {"gpus": ["L4", "L40S"]})"),
                   none = timed(R"(, "target": {"gpus": ["GTX 950"]})");
    QCOMPARE(fastest_card(two).gpu, std::string("L40S"));
    QVERIFY(*fastest_card(any).hours < *fastest_card(two).hours);
    // none of all cards, whoever made them, is faster than the one that is said to be
    PerCard per_card(any);
    for (const Gpu &gpu : gpu_catalogue()) {
        if (per_card.verdict(gpu).fits != Fits::yes || !computes_in(any.plan, gpu)) continue;
        const std::optional<RunTime> time = time_of(per_card.on(gpu.facts()), gpu.facts());
        if (time) QVERIFY2(*seconds_for_tokens(*time, 1e6) / 3600 >= *fastest_card(any).hours, gpu.name.c_str());
    }
    const Minimum cheap = cheapest_run(two);
    QVERIFY(cheap.gpu == "L4" || cheap.gpu == "L40S");
    QVERIFY(*cheapest_run(any).usd <= *cheap.usd);
    QVERIFY(fastest_card(none).gpu.empty() && cheapest_run(none).gpu.empty());
    // of all offers none is cheaper than the first, and what is unknown stands behind
    const std::vector<TimedOffer> offers = timed_offers(any);
    QVERIFY(offers.size() > 5);
    for (std::size_t i = 1; i < offers.size(); ++i)
        QVERIFY(!offers[i].usd || (offers[i - 1].usd && *offers[i - 1].usd <= *offers[i].usd));
    QCOMPARE(*offers.front().usd, *cheapest_run(any).usd);
    // four ranks fill one machine, or as many of them as hold all, and each is paid for
    const Estimate four = timed(R"(, "stack": "pytorch", "parallel": {"engine": "ddp", "data": 4})");
    const std::vector<TimedOffer> of_four = timed_offers(four);
    QVERIFY(!of_four.empty());
    for (const TimedOffer &one : of_four) {
        QVERIFY2(one.rated.offer->count >= 4, title_of(one.rated).c_str());
        QCOMPARE(one.rated.machines, Count{1});
        if (one.usd) QCOMPARE(*one.usd, *one.hours * *one.rated.offer->usd_per_hour);
    }
    const Estimate sixteen = timed(R"(, "stack": "pytorch", "parallel": {"engine": "ddp", "data": 16})");
    for (const RatedOffer &one : fitting_offers(sixteen)) {
        QVERIFY2(one.offer->count >= 8, title_of(one).c_str()); // nodes of eight
        QVERIFY(static_cast<double>(one.machines) * one.offer->count >= 16);
        QCOMPARE(one.usd_per_hour(), static_cast<double>(one.machines) * *one.offer->usd_per_hour);
    }
}

void TestChoice::the_smallest_card_fits_and_no_smaller_one_does()
{
    const Plan plan = plan_of(R"({"model": {"preset": "qwen2.5-1.5b"}, "method": "full", "weights": {"dtype": "bf16"}})");
    const Estimate made = estimate_of(plan);
    const Minimum found = smallest_card(made);
    const Result<GpuMatch> card = find_gpu(found.gpu);
    QVERIFY(card.ok());
    const auto fits = [&](const Gpu &gpu) {
        const Result<Estimate> there = estimate(made.architecture, plan, gpu.facts(), {.timeline = false, .explain = false});
        return there.ok() && verdict_for(*there, gpu).fits == Fits::yes;
    };
    QVERIFY(fits(*card->gpu));
    QVERIFY(card->gpu->capability_major >= 8); // BF16 is emulated below
    for (const char *smaller : {"RTX A4000", "RTX 4080", "RTX 3090"})
        if (find_gpu(smaller)->gpu->usable_bytes() < card->gpu->usable_bytes()) QVERIFY2(!fits(*find_gpu(smaller)->gpu), smaller);
    QVERIFY(smallest_card(estimate_of(plan_of(R"({"model": {"preset": "llama-3.1-405b"}, "method": "full"})"))).gpu.empty());
}

void TestChoice::what_is_left_out_fits_nowhere()
{
    const Plan plan = plan_of(R"({"model": {"preset": "qwen2.5-1.5b"}, "method": "full", "weights": {"dtype": "bf16"}})");
    const Estimate made = estimate_of(plan);
    int left_out = 0, kept = 0;
    for (const Gpu &gpu : gpu_catalogue()) {
        ++(may_fit(made, gpu) ? kept : left_out);
        if (may_fit(made, gpu)) continue;
        const Result<Estimate> there = estimate(made.architecture, plan, gpu.facts(), {.timeline = false, .explain = false});
        QVERIFY2(!there.ok() || verdict_for(*there, gpu).fits == Fits::no, gpu.name.c_str());
    }
    QVERIFY(left_out > 20 && kept > 20);
    Estimate bound = made;
    bound.lower_bound_reason = "more";
    QVERIFY(!may_fit(bound, *find_gpu("B200")->gpu));
}

void TestChoice::one_card_or_several()
{
    const Estimate made = estimate_of(plan_of(qlora));
    QCOMPARE(fewest_cards(made, *find_gpu("RTX 4090")->gpu).count, std::optional<Count>(1));
    const Estimate large = estimate_of(plan_of(R"({"model": {"preset": "llama-2-70b"}, "method": "lora"})"));
    const Minimum split = fewest_cards(large, *find_gpu("RTX 4090")->gpu);
    QVERIFY2(split.count && *split.count > 1, split.reason.c_str());
    QVERIFY(split.need.interval.high <= split.usable);
    const Minimum none = fewest_cards(large, *find_gpu("GTX 1650")->gpu);
    QVERIFY(!none.count);
    QVERIFY2(none.reason.find("no way of splitting") != std::string::npos, none.reason.c_str());
}

/// As many as hold its whole load, and on fewer it does not.
void TestChoice::an_engine_shares_its_model()
{
    for (const char *engine : {"vllm", "sglang", "llama.cpp"}) {
        const std::string serves =
            R"({"task": "infer", "model": {"preset": "llama-3.1-70b"}, "inference": {"context": 8192, "engine": ")";
        const Plan plan = plan_of((serves + engine + "\"}}").c_str());
        const Gpu &gpu = *find_gpu("A100 SXM4 80GB")->gpu;
        const Minimum fewest = fewest_cards(estimate_of(plan), gpu);
        QVERIFY2(fewest.count && *fewest.count > 1 && *fewest.count <= 4, engine);
        QVERIFY(fewest.need.interval.high <= fewest.usable);
    }
}

void TestChoice::the_cheapest_machine_fits()
{
    const Minimum found = cheapest_machine(estimate_of(plan_of(qlora)));
    QVERIFY(found.offer && found.offer->offer->usd_per_hour && !found.offer->offer->price_date.empty());
    QVERIFY(found.need.interval.high <= found.usable);
}

void TestChoice::a_global_batch_takes_the_largest_part_that_fits()
{
    const Plan plan = plan_of(qlora);
    const auto splits = split_for_target(estimator_for(*load_model(plan.model)), plan, 96);
    QVERIFY2(splits.ok(), splits.ok() ? "" : splits.error().message().c_str());
    QCOMPARE(splits->size(), std::size_t{3});
    for (const BatchSplit &split : *splits) {
        QVERIFY2(split.micro_batch, split.reason.c_str());
        QCOMPARE(*split.micro_batch * *split.gradient_accumulation * split.cards, Count{96});
    }
    const BatchSplit &one = splits->front();
    QCOMPARE(fits_with(plan, "GTX 1660 Ti", *one.micro_batch, *one.gradient_accumulation), Fits::yes);
    Count next = *one.micro_batch + 1;
    while (96 % next != 0) ++next;
    QVERIFY(next <= 96 && fits_with(plan, "GTX 1660 Ti", next, 96 / next) != Fits::yes);
    QVERIFY(splits->at(1).micro_batch > one.micro_batch);
    QVERIFY2(splits->at(2).reason.find("DDP's buckets") != std::string::npos, splits->at(2).reason.c_str());
}

void TestChoice::a_batch_that_cannot_be_made_says_why()
{
    const Plan plan = plan_of(qlora);
    const Estimator estimator = estimator_for(*load_model(plan.model));
    const auto odd = split_for_target(estimator, plan, 7);
    QCOMPARE(odd->at(2).reason, std::string("7 is no multiple of 2 cards"));
    QVERIFY(!odd->at(2).micro_batch && odd->at(0).micro_batch);
    Plan infer = plan;
    infer.task = Task::infer;
    QVERIFY(!split_for_target(estimator, infer, 8).ok());
    Plan large = plan_of(R"({"model": {"preset": "qwen2.5-7b"}, "method": "full", "target": {"gpus": ["T4"]}})");
    const auto none = split_for_target(estimator_for(*load_model(large.model)), large, 8);
    QVERIFY(!none->front().micro_batch && none->front().reason.starts_with("micro_batch 1 needs "));
}

PLIMSOLL_TEST(TestChoice)
} // namespace PLIMSOLL_FILE
#include "test_choice.moc"
