// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/estimate.h"
#include "core/estimate/fields_without_effect.h"
#include "core/load/load.h"
#include "core/plan/names.h"
#include "core/plan/plan_json.h"
#include "tests/test_program.h"

#include <QTest>

#include <algorithm>
#include <string>

namespace PLIMSOLL_FILE {

// An engine that starts alone: a resident with stages, as beside a training.

using namespace plimsoll;

namespace {

const CardFacts h100{"H100", 9, 0, 132, 2048, true, 80 * gib};

Estimate started(std::string_view engine)
{
    const auto parsed = plan_from_object(
        {{"task", "infer"}, {"model", {{"preset", "qwen2.5-1.5b"}}}, {"inference", {{"context", 4096}, {"engine", engine}}}});
    if (!parsed) qFatal("%s", parsed.error().message().c_str());
    const Result<ArchitectureRef> model = load_model(parsed->plan.model);
    if (!model) qFatal("%s", model.error().message().c_str());
    Result<Estimate> out = estimate(*model, parsed->plan, h100, {.allocator = false, .explain = false});
    if (!out) qFatal("%s", out.error().message().c_str());
    return *std::move(out);
}

} // namespace

class TestStartedEngine : public QObject {
    Q_OBJECT
private slots:
    void stands_on_the_card_and_tells_its_stages_data()
    {
        QTest::addColumn<QString>("engine");
        for (const std::string_view engine : names_of<Engine>())
            QTest::newRow(std::string(engine).c_str()) << QString::fromUtf8(engine.data(), static_cast<qsizetype>(engine.size()));
    }
    void stands_on_the_card_and_tells_its_stages()
    {
        QFETCH(QString, engine);
        const Estimate out = started(engine.toStdString());
        const ProcessEstimate &process = out.fullest();
        if (!process.engine) {
            QVERIFY(process.stages.empty() && process.residents.empty());
            return;
        }
        QCOMPARE(process.stages.front().stage, std::string_view("load"));
        QVERIFY(process.stages.front().allocated >= 2 * out.architecture->total_parameters());
        QCOMPARE(process.stages.back().stage, std::string_view("serve"));
        QCOMPARE(process.stages.back().device, process.peak.device);
        QVERIFY(std::ranges::all_of(process.stages, [](const StagePeak &one) { return one.device > one.allocated; }));
        const BreakdownLine &context = *std::ranges::find(process.at_peak, Component::context, &BreakdownLine::component);
        QCOMPARE(process.residents.front().resident, std::string_view("engine"));
        QVERIFY(process.residents.front().bytes + context.bytes >= process.peak.device);
        QVERIFY(process.residents.front().bytes < process.peak.device);
    }
    void a_model_that_drafts_is_not_without_effect();
};

void TestStartedEngine::a_model_that_drafts_is_not_without_effect()
{
    const auto parsed = plan_from_object(
        {{"task", "infer"},
         {"model", {{"preset", "qwen2.5-1.5b"}}},
         {"inference",
          {{"context", 4096},
           {"engine", "vllm"},
           {"speculative", {{"method", "draft_model"}, {"model", {{"preset", "qwen2.5-0.5b"}}}, {"tokens", 4}}}}}});
    QVERIFY(parsed);
    const Result<ArchitectureRef> model = load_model(parsed->plan.model),
                                  drafter = load_model(*parsed->plan.inference.speculative.model);
    QVERIFY(model && drafter);
    auto both = std::make_shared<Architecture>(**model);
    both->assistant = *drafter;
    for (const ArchitectureRef &loaded : {ArchitectureRef(both), *model}) { // found, and not found: the answer says that
        const Result<Estimate> made =
            estimate(loaded, parsed->plan, h100, {.timeline = false, .allocator = false, .explain = false});
        QVERIFY(made);
        for (const Warning &warning : fields_without_effect(*made))
            QVERIFY2(warning.field != "inference.speculative.model", warning.text.c_str());
    }
}

PLIMSOLL_TEST(TestStartedEngine)
} // namespace PLIMSOLL_FILE
#include "test_started_engine.moc"
