// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of a pass that are run again: a tower by a switch of its own, and a batch in parts by losses that cache gradients.
#include "core/estimate/estimate.h"
#include "core/load/load.h"
#include "core/plan/plan_json.h"
#include "tests/test_program.h"

#include <QTest>
#include <nlohmann/json.hpp>

using namespace plimsoll;

namespace {

Bytes allocated(const std::string &text)
{
    const Result<ParsedPlan> plan = plan_from_json(text);
    if (!plan.ok()) qFatal("%s", plan.error().message().c_str());
    const Result<ArchitectureRef> model = load_model(plan->plan.model);
    if (!model.ok()) qFatal("%s", model.error().message().c_str());
    const Result<Estimate> made = estimate(*model, plan->plan, {}, {.timeline = false, .allocator = false, .explain = false});
    if (!made.ok()) qFatal("%s", made.error().message().c_str());
    return made->fullest().peak.allocated;
}

std::string of_pictures(const char *preset, const char *method, const char *tower, const char *recomputed)
{
    nlohmann::json plan = nlohmann::json::parse(R"({"weights": {"dtype": "bf16"}, "micro_batch": 1, "sequence_length": 4096,
        "gradient_checkpointing": true, "images": {"per_row": 2, "width": 1024, "height": 1024, "projector": "frozen"}})");
    plan["model"]["preset"] = preset;
    plan["method"] = method;
    plan["images"]["tower"] = tower;
    plan["images"]["tower_checkpointing"] = nlohmann::json::parse(recomputed);
    if (std::string_view(method) == "lora")
        plan["adapter"] = {{"rank", 8}, {"targets", std::string_view(tower) == "frozen" ? "language" : "all-linear"}};
    return plan.dump();
}

std::string of_rows(const char *objective, int rows, const char *part, int accumulated = 1)
{
    nlohmann::json plan = nlohmann::json::parse(R"({"model": {"preset": "qwen3-0.6b"}, "method": "full", "sequence_length": 128,
        "gradient_checkpointing": false})");
    plan["objective"] = objective;
    plan["micro_batch"] = rows;
    plan["gradient_accumulation"] = accumulated;
    plan["loss"]["mini_batch"] = nlohmann::json::parse(part);
    return plan.dump();
}

} // namespace

class TestRecomputedParts : public QObject {
    Q_OBJECT

private slots:
    void towers_data()
    {
        QTest::addColumn<QByteArray>("preset");
        for (const char *preset : {"qwen2.5-vl-3b-instruct", "qwen3-vl-2b-instruct", "gemma-3-4b-it"})
            QTest::newRow(preset) << QByteArray(preset);
    }

    /// As published pairs of ms-swift have it: a tower that trains without being run again holds several times as much; one that is
    /// frozen never gains by being run again, since without that it keeps nothing.
    void towers()
    {
        QFETCH(const QByteArray, preset);
        for (const char *method : {"full", "lora"}) {
            const char *const trains = std::string_view(method) == "full" ? "trained" : "adapters";
            const Bytes again = allocated(of_pictures(preset, method, trains, "true")),
                        kept = allocated(of_pictures(preset, method, trains, "false")),
                        frozen = allocated(of_pictures(preset, method, "frozen", "false")),
                        frozen_again = allocated(of_pictures(preset, method, "frozen", "true"));
            QVERIFY(kept > again + gib);
            QVERIFY(frozen <= frozen_again && frozen_again <= again);
            QCOMPARE(allocated(of_pictures(preset, method, trains, "null")), again); // as the language model's layers
        }
    }

    /// A batch in parts takes what batches of one part take one after the other, and its texts' ids.
    void batches_of_caching_losses()
    {
        const auto of = [](const char *objective, int rows, const char *part) {
            return allocated(of_rows(objective, rows, part));
        };
        for (const char *objective : {"embedding", "reranker"}) {
            const Bytes whole = of(objective, 64, "null"), parts = of(objective, 64, "8"),
                        part = allocated(of_rows(objective, 8, "null", 8)); // gradients stand from the first part on
            QVERIFY(parts >= part && parts < part + 16 * mib);
            QVERIFY(whole > 2 * parts);
            QCOMPARE(of(objective, 64, "64"), of(objective, 64, "100")); // there are no more rows
        }
        QCOMPARE(of("sft", 8, "2"), of("sft", 8, "null")); // no loss of this objective has parts
    }
};

PLIMSOLL_TEST(TestRecomputedParts)
#include "test_recomputed_parts.moc"
