// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/runtime.h"
#include "core/fit/verdict.h"
#include "core/fit/verdict_words.h"
#include "core/load/load.h"
#include "core/plan/plan_json.h"
#include "tests/test_program.h"

#include <QTest>
#include <algorithm>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

const Gpu &card(const char *name) { return *find_gpu(name)->gpu; }

/// An estimate for an RTX 4090 with the given peaks; the interval is 2 % to either side.
Estimate made(Bytes reserved, Bytes required, Bytes load = 0)
{
    Estimate out;
    out.device = card("RTX 4090").facts();
    const Bytes context = context_bytes(out.device).bytes;
    out.fullest().peak.allocated = required;
    out.fullest().peak.required = required;
    out.fullest().peak.reserved = reserved;
    out.fullest().peak.device = reserved + context;
    out.fullest().peak.load = load;
    out.fullest().peak.phase = Phase::loss_backward;
    out.fullest().peak.device_interval = {out.fullest().peak.device - reserved / 50, out.fullest().peak.device + reserved / 50};
    return out;
}

QString text(const std::string &from) { return QString::fromStdString(from); }

} // namespace

class TestVerdict : public QObject {
    Q_OBJECT
private slots:
    void fits_when_the_whole_interval_does();
    void tight_when_the_interval_crosses();
    void tight_when_only_cached_blocks_make_room();
    void does_not_fit_below_the_least_need();
    void unknown_when_the_estimate_is_a_lower_bound();
    void a_lower_bound_that_is_too_large_does_not_fit();
    void a_stated_evaluation_counts();
    void writing_a_checkpoint_counts_whichever_rank_is_fullest();
    void a_guessed_model_is_tight_at_best();
    void what_moves_to_a_shared_memory_leaves_it_open();
    void least_memory_is_asked_for_only_where_it_decides();
    void loading_counts_where_it_is_larger();
    void reserve_narrows_the_line();
    void context_and_workspace_are_the_cards_own();
    void budgets_have_no_card();
    void a_card_without_kernels_runs_nothing();
    void free_memory_is_the_line_now();
    void targets_are_judged_in_order();
    void each_card_has_the_kernels_that_it_runs();
    void growing_segments_are_replayed_on_each_card();
    void automatic_precision_is_each_cards_own();
    void precision_fallbacks_are_said();
    void copies_of_a_plan_are_said();
};

void TestVerdict::fits_when_the_whole_interval_does()
{
    const Verdict verdict = verdict_for(made(15 * gib, 14 * gib), card("RTX 4090"));
    QCOMPARE(verdict.fits, Fits::yes);
    QCOMPARE(verdict.usable, 24080 * mib);
    QCOMPARE(verdict.headroom, 24080 * mib - verdict.need.device);
    QCOMPARE(text(verdict.answer()), QString("Fits on RTX 4090: 15.5 of 23.5 GiB usable, 8.1 to spare."));
    QCOMPARE(text(verdict.reason), QString("The peak is at loss backward."));
    QCOMPARE(text(verdict.gpu), QString("GeForce RTX 4090"));
    QVERIFY(verdict.notes.empty() && !verdict.free);
}

void TestVerdict::tight_when_the_interval_crosses()
{
    const Verdict verdict = verdict_for(made(23 * gib, 20 * gib), card("RTX 4090"));
    QCOMPARE(verdict.fits, Fits::tight);
    QCOMPARE(verdict.because, Because::interval_crosses);
    QCOMPARE(text(verdict.answer()), QString("Tight on RTX 4090: 23.5 of 23.5 GiB usable."));
    QCOMPARE(text(verdict.reason), QString("The interval (23.0–23.9) crosses the line."));
}

void TestVerdict::tight_when_only_cached_blocks_make_room()
{
    const Verdict verdict = verdict_for(made(26 * gib, 20 * gib), card("RTX 4090"));
    QCOMPARE(verdict.fits, Fits::tight);
    QCOMPARE(verdict.because, Because::cached_blocks);
    QVERIFY(text(verdict.reason).startsWith("Runs from 20.5 GiB on, but only by giving cached blocks back"));
    QVERIFY(verdict.headroom < 0);
}

void TestVerdict::does_not_fit_below_the_least_need()
{
    const Verdict verdict = verdict_for(made(26 * gib, 25 * gib), card("RTX 4090"));
    QCOMPARE(verdict.fits, Fits::no);
    QCOMPARE(text(verdict.answer()), QString("Does not fit on RTX 4090: 26.5 of 23.5 GiB usable."));
    QCOMPARE(text(verdict.reason), QString("Needs 2.9 GiB more at loss backward."));
}

void TestVerdict::unknown_when_the_estimate_is_a_lower_bound()
{
    Estimate estimate = made(13 * gib, 13 * gib);
    estimate.lower_bound_reason = "this model type keeps a state that Plimsoll does not know yet";
    const Verdict verdict = verdict_for(estimate, card("RTX 4090"));
    QCOMPARE(verdict.fits, Fits::unknown);
    QVERIFY(text(verdict.reason).startsWith("this model type keeps a state"));
}

void TestVerdict::a_lower_bound_that_is_too_large_does_not_fit()
{
    Estimate estimate = made(26 * gib, 25 * gib);
    estimate.lower_bound_reason = "states of this optimizer are not known";
    const Verdict verdict = verdict_for(estimate, card("RTX 4090"));
    QCOMPARE(verdict.fits, Fits::no);
    QCOMPARE(verdict.because, Because::missing);
    QVERIFY(text(verdict.reason).contains("2.9 GiB more already (states of this optimizer"));
}

void TestVerdict::writing_a_checkpoint_counts_whichever_rank_is_fullest()
{
    Estimate estimate = made(10 * gib, 9 * gib);
    estimate.fullest().rank.number = 3; // rank 0 writes
    const Verdict before = verdict_for(estimate, card("RTX 4090"));
    estimate.run.save = SaveBytes{};
    estimate.run.save->card = 30 * gib;
    const Verdict after = verdict_for(estimate, card("RTX 4090"));
    QCOMPARE(before.fits, Fits::yes);
    QCOMPARE(after.fits, Fits::no);
    QCOMPARE(after.need.phase, Phase::save);
    QCOMPARE(after.need.device - before.need.device, 20 * gib);
}

void TestVerdict::a_stated_evaluation_counts()
{
    Estimate estimate = made(15 * gib, 14 * gib);
    estimate.fullest().peak.evaluation = 30 * gib;
    const Verdict verdict = verdict_for(estimate, card("RTX 4090"));
    QCOMPARE(verdict.fits, Fits::no);
    QCOMPARE(verdict.need.phase, Phase::evaluation);
    QVERIFY(text(verdict.reason).endsWith("GiB more at evaluation."));
    QVERIFY(!room_on(estimate, card("RTX 4090")).fits);
    estimate.fullest().peak.evaluation = 14 * gib; // less than the step
    QCOMPARE(verdict_for(estimate, card("RTX 4090")).fits, Fits::yes);
}

void TestVerdict::a_guessed_model_is_tight_at_best()
{
    Estimate estimate = made(15 * gib, 14 * gib);
    Architecture guessed;
    guessed.exact = false;
    estimate.architecture = std::make_shared<const Architecture>(guessed);
    const Verdict verdict = verdict_for(estimate, card("RTX 4090"));
    QCOMPARE(verdict.fits, Fits::tight);
    QCOMPARE(verdict.because, Because::guessed);
    QVERIFY(text(verdict.reason).contains("the model is not known"));
    QVERIFY(!room_on(estimate, card("RTX 4090")).fits);
}

void TestVerdict::what_moves_to_a_shared_memory_leaves_it_open()
{
    Estimate estimate = made(15 * gib, 14 * gib);
    const Gpu &shared = *std::ranges::find_if(gpu_catalogue(),
                                              [](const Gpu &gpu) { return gpu.unified_memory && gpu.usable_bytes() > 32 * gib; });
    QCOMPARE(verdict_for(estimate, shared).fits, Fits::yes);
    estimate.plan.plan.gradient_checkpointing.offload = true;
    QCOMPARE(verdict_for(estimate, shared).fits, Fits::unknown);
    QVERIFY(text(verdict_for(estimate, shared).reason).contains("what is moved there still takes it"));
    QVERIFY(!room_on(estimate, shared).fits);
}

void TestVerdict::least_memory_is_asked_for_only_where_it_decides()
{
    const auto fits_with = [](Bytes reserved, Bytes least, int &asked) {
        Estimate estimate = made(reserved, least);
        estimate.fullest().peak.required = LeastMemory([&asked, least] {
            ++asked;
            return least;
        });
        return verdict_for(estimate, card("RTX 4090")).fits;
    };
    int asked = 0;
    QCOMPARE(fits_with(15 * gib, 14 * gib, asked), Fits::yes);
    QCOMPARE(fits_with(23 * gib, 20 * gib, asked), Fits::tight); // the interval crosses the line
    QCOMPARE(asked, 0);
    QCOMPARE(fits_with(26 * gib, 20 * gib, asked), Fits::tight);
    QCOMPARE(asked, 1);
}

void TestVerdict::loading_counts_where_it_is_larger()
{
    const Verdict verdict = verdict_for(made(15 * gib, 14 * gib, 24 * gib), card("RTX 4090"));
    QCOMPARE(verdict.fits, Fits::no);
    QCOMPARE(verdict.need.phase, Phase::load);
    QCOMPARE(text(verdict.reason), QString("Needs 0.95 GiB more at load."));
}

void TestVerdict::reserve_narrows_the_line()
{
    Estimate estimate = made(20 * gib, 20 * gib);
    QCOMPARE(verdict_for(estimate, card("RTX 4090")).fits, Fits::yes);
    estimate.plan.plan.target.reserve_fraction = 0.15;
    const Verdict verdict = verdict_for(estimate, card("RTX 4090"));
    QCOMPARE(verdict.usable, 24080 * mib * 85 / 100);
    QCOMPARE(verdict.fits, Fits::no);
}

void TestVerdict::context_and_workspace_are_the_cards_own()
{
    const Estimate estimate = made(15 * gib, 14 * gib);
    QCOMPARE(verdict_for(estimate, card("RTX 4090")).need.device, estimate.fullest().peak.device);
    const CardFacts h100 = card("H100 SXM5 80GB").facts();
    const Need need = need_on(estimate, h100);
    const Bytes context = context_bytes(h100).bytes - context_bytes(estimate.device).bytes;
    QCOMPARE(need.device - estimate.fullest().peak.device, context + 2 * (32 * mib - Bytes{8'519'680}));
    QVERIFY(need.interval.low < need.device && need.device < need.interval.high);
}

void TestVerdict::a_card_without_kernels_runs_nothing()
{
    Estimate small = made(gib, gib);
    const auto on = [&small](const char *name) { return verdict_for(small, card(name)); };
    QVERIFY(on("T4").fits == Fits::yes);
    small.plan.plan.attention = AttentionBackend::flash2;
    QVERIFY(on("A100 SXM4 80GB").fits == Fits::yes);
    QVERIFY(on("T4").fits == Fits::no && on("T4").because == Because::lacks_kernels);
    QVERIFY2(on("T4").reason.find("8.0") != std::string::npos, on("T4").reason.c_str());
    small.plan.plan.attention = AttentionBackend::sdpa;
    small.plan.plan.weights.quant = "nf4";
    QVERIFY(on("T4").fits == Fits::yes);
    QVERIFY(on("GTX 980").fits == Fits::no);
}

void TestVerdict::budgets_have_no_card()
{
    const Verdict verdict = verdict_for_budget(made(15 * gib, 14 * gib), 16 * gib);
    QCOMPARE(text(verdict.gpu), QString("16 GiB budget"));
    QCOMPARE(verdict.usable, 16 * gib);
    QCOMPARE(verdict.fits, Fits::yes);
    QCOMPARE(text(verdict.answer()), QString("Fits on the 16 GiB budget: 15.5 of 16.0 GiB usable, 0.54 to spare."));
    QCOMPARE(text(verdict_heading(verdict, plain_figures(ByteUnit::binary))), QString("Fits on the 16 GiB budget"));
    QCOMPARE(text(verdict_heading(verdict_for_budget(made(gib, gib), 16'000'000'000), plain_figures(ByteUnit::decimal))),
             QString("Fits on the 16 GB budget"));
}

void TestVerdict::free_memory_is_the_line_now()
{
    const Verdict verdict = verdict_now(made(15 * gib, 14 * gib), card("RTX 4090"), 12 * gib);
    QCOMPARE(verdict.fits, Fits::no);
    QCOMPARE(verdict.free, std::optional<Bytes>(12 * gib));
    QCOMPARE(verdict.usable, 12 * gib);
}

void TestVerdict::targets_are_judged_in_order()
{
    Estimate estimate = made(15 * gib, 14 * gib);
    estimate.plan.plan.target = {.gpus = {"NVIDIA GeForce RTX 4090", "A100 SXM4 80GB:4"}, .budget_bytes = 16 * gib};
    const Result<std::vector<Verdict>> verdicts = verdicts_for_target(estimate);
    QVERIFY(verdicts.ok());
    QCOMPARE(verdicts->size(), std::size_t{3});
    QVERIFY(text(verdicts->at(0).notes.back()).startsWith("GPU \"NVIDIA GeForce RTX 4090\": taken as"));
    QCOMPARE(verdicts->at(1).count, 4);
    QCOMPARE(text(verdicts->at(1).card), QString("4 × A100 SXM4 80GB"));
    QCOMPARE(text(verdicts->at(2).gpu), QString("16 GiB budget"));
    estimate.plan.plan.target.gpus = {"RTX 9999"};
    const Result<std::vector<Verdict>> unknown = verdicts_for_target(estimate);
    QVERIFY(!unknown.ok());
    QCOMPARE(text(unknown.error().field), QString("target.gpus"));
}

/// The verdict of one card, judged alone or after others.
Verdict verdict_among(const ArchitectureRef &model, Plan plan, const std::vector<std::string> &cards)
{
    plan.target.gpus = cards;
    const CardFacts first = card(cards.front().c_str()).facts();
    const Result<Estimate> made = estimate(model, plan, first, {.timeline = false, .explain = false});
    if (!made) qFatal("%s", made.error().message().c_str());
    return verdicts_for_target(*made)->back();
}

/// A T4 has no flash attention, and its memory-efficient kernel takes no grouped heads: whole scores are made there.
void TestVerdict::each_card_has_the_kernels_that_it_runs()
{
    const Plan plan = plan_from_json(R"({"model": {"preset": "llama-3.2-1b-instruct"}, "method": "lora", "sequence_length": 4096,
        "gradient_checkpointing": false, "libraries": {"torch": "2.14"}})")
                          ->plan;
    const ArchitectureRef model = *load_model(plan.model);
    const Verdict alone = verdict_among(model, plan, {"T4"}), after = verdict_among(model, plan, {"RTX 4090", "T4"});
    QCOMPARE(after.need.device, alone.need.device);
    QCOMPARE(after.fits, alone.fits);
    QCOMPARE(alone.fits, Fits::no);
    QVERIFY(verdict_among(model, plan, {"T4", "RTX 4090"}).need.device < alone.need.device / 2);
}

/// Segments that grow leave no list of requests behind; they have been replayed all the same.
void TestVerdict::growing_segments_are_replayed_on_each_card()
{
    const Plan plan = plan_from_json(R"({"model": {"preset": "llama-3.2-1b-instruct"}, "method": "lora", "sequence_length": 1024,
        "allocator": {"expandable_segments": true}})")
                          ->plan;
    const ArchitectureRef model = *load_model(plan.model);
    QCOMPARE(verdict_among(model, plan, {"RTX 4090", "T4"}).need, verdict_among(model, plan, {"T4"}).need);
    QCOMPARE(verdict_among(model, plan, {"T4", "RTX 4090"}).need, verdict_among(model, plan, {"RTX 4090"}).need);
}

void TestVerdict::automatic_precision_is_each_cards_own()
{
    const Plan plan = plan_from_json(R"({"model": {"preset": "gpt2"}, "method": "full", "weights": {"dtype": "auto"}})")->plan;
    const ArchitectureRef model = *load_model(plan.model);
    const Verdict fp32 = verdict_among(model, plan, {"GTX 980"}), bf16 = verdict_among(model, plan, {"RTX 4090"});
    QVERIFY(fp32.need.device != bf16.need.device);
    QCOMPARE(verdict_among(model, plan, {"GTX 980", "RTX 4090"}).need.device, bf16.need.device);
    QCOMPARE(verdict_among(model, plan, {"RTX 4090", "GTX 980"}).need.device, fp32.need.device);
}

void TestVerdict::precision_fallbacks_are_said()
{
    Estimate estimate = made(10 * gib, 10 * gib);
    QCOMPARE(
        text(verdict_for(estimate, card("T4")).notes.at(0)),
        QString(
            "BF16 needs compute capability 8.0, Tesla T4 has 7.5: it is emulated there and slow, FP16 takes the same memory"));
    estimate.plan.plan.weights.dtype = WeightDtype::auto_;
    QCOMPARE(text(verdict_for(estimate, card("RTX 4090")).notes.at(0)),
             QString("weights.dtype auto is BF16 on RTX 4090 (compute capability 8.9)"));
    QCOMPARE(text(verdict_for(estimate, card("GTX 980")).notes.at(0)),
             QString("weights.dtype auto is FP32 on GTX 980 (compute capability 5.2)"));
}

void TestVerdict::copies_of_a_plan_are_said()
{
    const Verdict verdict = verdict_for(made(15 * gib, 14 * gib), card("RTX 4090"), 2);
    QCOMPARE(text(verdict.card), QString("2 × RTX 4090"));
    QCOMPARE(text(verdict.notes.back()), QString("one of the 2 cards is used: nothing in this plan is spread over them"));
}

PLIMSOLL_TEST(TestVerdict)
} // namespace PLIMSOLL_FILE
#include "test_verdict.moc"
