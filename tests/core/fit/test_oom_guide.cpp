// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/oom_guide.h"
#include "core/load/load.h"
#include "core/plan/plan_json.h"
#include "tests/test_program.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

Result<Estimate> estimated(const Plan &plan, const CardFacts &card)
{
    const Result<ArchitectureRef> other = load_model(plan.model, {});
    if (!other.ok()) return other.error();
    return estimate(*other, plan, card, {.timeline = false, .explain = false});
}

Plan plan_of(const char *json)
{
    Plan plan = plan_from_json(json)->plan;
    plan.model.preset = "qwen2.5-0.5b";
    plan.given.insert("model");
    return plan;
}

std::vector<OomCase> guide(const char *json, const char *card, double share = vllm::Release{}.share)
{
    Result<std::vector<OomCase>> made = oom_guide(estimated, plan_of(json), *find_node(card), share);
    if (!made.ok()) qFatal("%s", made.error().message().c_str());
    return *std::move(made);
}

const OomCase &at(const std::vector<OomCase> &cases, OomSituation situation)
{
    return *std::ranges::find(cases, situation, &OomCase::situation);
}

std::int64_t figure(const OomCase &entry, const char *name)
{
    const auto found = std::ranges::find(entry.figures, name, &OomFigure::name);
    return found == entry.figures.end() ? -1 : found->value;
}

const OomRemedy *remedy(const OomCase &entry, const char *title)
{
    const auto found = std::ranges::find(entry.remedies, title, &OomRemedy::title);
    return found == entry.remedies.end() ? nullptr : &*found;
}

constexpr const char *served = R"({"task": "infer", "inference": {"context": 8192, "sequences": 4}})";

} // namespace

class TestOomGuide : public QObject {
    Q_OBJECT
private slots:
    void all_six_situations_in_their_order();
    void a_remedy_saves_what_its_change_takes_off();
    void loading_says_what_stands_and_what_is_held_twice();
    void the_longest_sequence_fits_and_a_longer_one_does_not();
    void fragmentation_is_what_the_allocator_holds_beside_tensors();
    void bf16_is_missed_by_older_cards_alone();
    void a_vllm_leaves_what_its_share_leaves();
    void extraction_is_streamed_and_narrowed();
    void a_budget_is_no_card();
};

void TestOomGuide::all_six_situations_in_their_order()
{
    const std::vector<OomCase> cases = guide(served, "RTX 4090");
    QCOMPARE(cases.size(), std::size_t{6});
    for (std::size_t i = 0; i < cases.size(); ++i) QCOMPARE(static_cast<std::size_t>(cases[i].situation), i);
    QCOMPARE(cases[1].title, std::string("Out of memory while generating"));
    QCOMPARE(guide(R"({"method": "lora"})", "RTX 4090")[1].title, std::string("Out of memory while training"));
}

void TestOomGuide::a_remedy_saves_what_its_change_takes_off()
{
    const Plan plan = plan_of(served);
    const Node card = *find_node("RTX 4090");
    const Bytes base = estimated(plan, card.facts)->fullest().needed();
    int measured = 0;
    const std::vector<OomCase> cases = guide(served, "RTX 4090");
    for (const OomRemedy &entry : at(cases, OomSituation::running).remedies) {
        if (entry.change.empty() || !entry.no_effect.empty()) continue;
        const Plan changed = with_patch(plan, nlohmann::json::parse(entry.change))->plan;
        QCOMPARE(entry.saves, base - estimated(changed, card.facts)->fullest().needed());
        QCOMPARE(entry.then, base - entry.saves);
        ++measured;
    }
    QVERIFY(measured > 0);
}

void TestOomGuide::loading_says_what_stands_and_what_is_held_twice()
{
    const std::vector<OomCase> cases = guide(served, "RTX 4090");
    const OomCase &loading = at(cases, OomSituation::loading);
    const Estimate made = *estimated(plan_of(served), find_node("RTX 4090")->facts);
    const Peak &peak = made.fullest().peak;
    QCOMPARE(loading.bytes, peak.load + peak.device - peak.reserved);
    QCOMPARE(figure(loading, "weights"), made.fullest().steady_weights);
    const OomRemedy *const packed = remedy(loading, "4-bit weights");
    QVERIFY(packed != nullptr && packed->saves > 0 && packed->no_effect.empty());
}

void TestOomGuide::the_longest_sequence_fits_and_a_longer_one_does_not()
{
    const std::vector<OomCase> cases = guide(R"({"method": "lora", "sequence_length": 4096})", "GTX 1650");
    const OomCase &entry = at(cases, OomSituation::long_sequences);
    const Count longest = figure(entry, "longest");
    QVERIFY(longest > 0 && figure(entry, "per_token") > 0);
    const Node card = *find_node("GTX 1650");
    const Plan plan = plan_of(R"({"method": "lora"})");
    const auto fits = [&](Count tokens) {
        return room_on(*estimated(with_value(plan, SolveField::sequence_length, tokens), card.facts), card).fits;
    };
    QVERIFY(fits(longest) && !fits(longest + 1));
}

void TestOomGuide::fragmentation_is_what_the_allocator_holds_beside_tensors()
{
    const std::vector<OomCase> cases = guide(R"({"method": "lora", "sequence_length": 1500})", "RTX 4090");
    const OomCase &entry = at(cases, OomSituation::fragmentation);
    QCOMPARE(figure(entry, "unused"), figure(entry, "reserved") - figure(entry, "allocated"));
    QVERIFY(figure(entry, "allocated") <= figure(entry, "required") && figure(entry, "required") <= figure(entry, "reserved"));
    QVERIFY(remedy(entry, "Expandable segments") != nullptr);
}

void TestOomGuide::bf16_is_missed_by_older_cards_alone()
{
    const std::vector<OomCase> newer = guide(served, "RTX 4090"), older = guide(served, "T4");
    QCOMPARE(at(newer, OomSituation::no_bf16).not_here, std::string("RTX 4090 computes in BF16: its compute capability is 8.9"));
    const OomCase &entry = at(older, OomSituation::no_bf16);
    QVERIFY(entry.not_here.empty());
    // BF16 has no fused attention there: whole score matrices go
    QVERIFY(remedy(entry, "FP16 in its place")->saves > 4 * Bytes{14} * 8184 * 8184 * 2);
    const std::vector<OomCase> brief = guide(R"({"task": "infer", "inference": {"context": 64, "new_tokens": 8}})", "T4");
    QVERIFY(remedy(at(brief, OomSituation::no_bf16), "FP32 in its place")->saves < -(Bytes{900} << 20)); // 2 B more a parameter
    QCOMPARE(at(guide(R"({"task": "infer", "weights": {"dtype": "fp16"}})", "T4"), OomSituation::no_bf16).not_here,
             std::string("the plan computes in fp16"));
}

void TestOomGuide::a_vllm_leaves_what_its_share_leaves()
{
    const std::vector<OomCase> cases = guide(served, "RTX 4090", 0.9);
    const OomCase &entry = at(cases, OomSituation::shared_card);
    QCOMPARE(figure(entry, "claim") + figure(entry, "left"), figure(entry, "usable"));
    QCOMPARE(figure(entry, "claim"), static_cast<Bytes>(0.9 * static_cast<double>(figure(entry, "usable"))));
    const auto shared = std::ranges::find_if(
        entry.remedies, [](const OomRemedy &one) { return one.title.find("--gpu-memory-utilization") != std::string::npos; });
    QVERIFY(shared != entry.remedies.end());
    const double share = std::stod(shared->title.substr(shared->title.rfind(' ')));
    const Estimate made = *estimated(plan_of(served), find_node("RTX 4090")->facts);
    const Bytes high = room_on(made, *find_node("RTX 4090")).need.interval.high;
    const auto left = [&](double part) { return static_cast<double>(figure(entry, "usable")) * (1 - part); };
    QVERIFY(left(share) >= static_cast<double>(high) && left(share + 0.01) < static_cast<double>(high));
}

void TestOomGuide::extraction_is_streamed_and_narrowed()
{
    const std::vector<OomCase> cases =
        guide(R"({"task": "extract", "micro_batch": 2, "sequence_length": 4096, "extract": {"capture": "full"}})", "RTX 4090");
    const OomCase &entry = at(cases, OomSituation::running);
    QCOMPARE(entry.title, std::string("Out of memory while extracting"));
    QVERIFY(figure(entry, "captured_states") > 0);
    QVERIFY(remedy(entry, "Streaming in chunks of 512 tokens") != nullptr && remedy(entry, "Micro batch 1") != nullptr);
}

void TestOomGuide::a_budget_is_no_card()
{
    Plan plan = plan_of(served);
    const Result<std::vector<OomCase>> made = oom_guide(estimated, plan, budget_node(Bytes{2} << 30));
    QVERIFY(made.ok());
    QCOMPARE(at(*made, OomSituation::shared_card).not_here, std::string("no card is named"));
    QCOMPARE(at(*made, OomSituation::no_bf16).not_here, std::string("no card is named"));
}

PLIMSOLL_TEST(TestOomGuide)
} // namespace PLIMSOLL_FILE
#include "test_oom_guide.moc"
