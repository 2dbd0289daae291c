// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/advice.h"
#include "core/load/load.h"
#include "core/plan/plan_json.h"
#include "tests/test_program.h"

#include <QTest>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using nlohmann::json;

namespace {

std::vector<Advice> advice_for(const Plan &plan)
{
    const Result<Node> target = advice_target(plan);
    Result<std::vector<Advice>> advice = advise(*load_model(plan.model), plan, *target);
    return advice ? *std::move(advice) : std::vector<Advice>();
}

std::vector<Advice> advice_for(const json &plan) { return advice_for(plan_from_json(std::string_view(plan.dump()))->plan); }

const Advice &starting(const std::vector<Advice> &advice, const std::string &title)
{
    const auto found = std::ranges::find_if(advice, [&](const Advice &one) { return one.title.starts_with(title); });
    if (found == advice.end()) qFatal("no advice %s", title.c_str());
    return *found;
}

constexpr const char *small_qlora =
    R"({"model": {"preset": "qwen2.5-0.5b"}, "method": "qlora", "sequence_length": 1024, "micro_batch": 1,
    "adapter": {"rank": 16}, "target": {"gpus": ["GTX 1650"]}})";

} // namespace

class TestAdviceSets : public QObject {
    Q_OBJECT
private slots:
    /// Weights in 8 bits cost only time and save next to nothing of the first call; 4 bits take their place before the model goes.
    void what_saves_more_takes_the_place_of_what_costs_less()
    {
        Plan plan = plan_from_json(std::string_view(R"({"model": {"preset": "llama-2-13b"}, "task": "infer",
            "inference": {"context": 8192, "sequences": 1}, "target": {"budget_bytes": 1073741824}})"))
                        ->plan;
        plan.target.budget_bytes = starting(advice_for(plan), "4-bit weights").device; // the middle of its interval
        const std::vector<Advice> advice = advice_for(plan);
        const json change = json::parse(solution_in(advice)->change);
        QVERIFY(solution_in(advice)->parts > 1 && solution_in(advice)->fits == Fits::yes);
        QCOMPARE(change["weights"]["quant"].get<std::string>(), std::string("nf4"));
        QVERIFY2(!change.contains("model"), change.dump().c_str());
    }
    void smaller_micro_batches_make_the_same_step_data()
    {
        QTest::addColumn<int>("batch");
        for (const int batch : {2, 3, 5, 6, 7, 8, 9, 12}) QTest::addRow("%d", batch) << batch;
    }
    void smaller_micro_batches_make_the_same_step()
    {
        QFETCH(int, batch);
        const auto advice = advice_for({{"model", {{"preset", "gpt2"}}},
                                        {"method", "full"},
                                        {"micro_batch", batch},
                                        {"gradient_accumulation", 3},
                                        {"target", {{"gpus", {"T4"}}}}});
        const json change = json::parse(starting(advice, "Micro batch ").change);
        QCOMPARE(change["micro_batch"].get<int>() * change["gradient_accumulation"].get<int>(), 3 * batch);
        QVERIFY(change["micro_batch"].get<int>() < batch);
    }
    void a_model_for_text_has_smaller_ones_for_text()
    {
        const auto advice = advice_for({{"model", {{"preset", "phi-4"}}}, {"method", "qlora"}, {"target", {{"gpus", {"T4"}}}}});
        for (const Advice &one : advice)
            QVERIFY2(one.kind != CostKind::another_model || one.title.find("vision") == std::string::npos, one.title.c_str());
    }
    void ranked_by_bytes_with_the_useless_last()
    {
        const std::vector<Advice> advice = advice_for(plan_from_json(std::string_view(small_qlora))->plan);
        bool useless = false;
        Bytes last = std::numeric_limits<Bytes>::max();
        AdviceKind touches = AdviceKind::keeps;
        const Advice *solution = solution_in(advice); // first of its kind
        for (const Advice &entry : advice) {
            QVERIFY(entry.touches >= touches);
            if (entry.touches != touches) {
                last = std::numeric_limits<Bytes>::max();
                useless = false;
            }
            touches = entry.touches;
            if (&entry == solution || entry.parts > 1 || entry.kind == CostKind::hardware) continue;
            QVERIFY(!useless || !entry.no_effect.empty());
            useless = useless || !entry.no_effect.empty();
            if (useless) continue;
            QVERIFY(entry.saves > 0 && entry.saves <= last);
            last = entry.saves;
            QVERIFY2(!entry.cost.empty() && !entry.source.empty(), entry.title.c_str());
        }
        const std::vector<Advice> read = useful_first(advice);
        QVERIFY(!read.back().no_effect.empty());
        QVERIFY(std::ranges::is_partitioned(read, [](const Advice &entry) { return entry.no_effect.empty(); }));
    }
};

PLIMSOLL_TEST(TestAdviceSets)
} // namespace PLIMSOLL_FILE
#include "test_advice_sets.moc"
