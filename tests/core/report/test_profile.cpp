// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/planner.h"
#include "core/plan/plan_json.h"
#include "core/report/estimate_json.h"
#include "core/report/model_card.h"
#include "core/report/profile/profile_of.h"
#include "core/report/profile/profile_words.h"
#include "core/report/writers.h"
#include "tests/test_program.h"

#include <nlohmann/json.hpp>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace plimsoll::report;

namespace {

PlanAnswer needing(Bytes need, Bytes budget)
{
    PlanAnswer out{"QLoRA", {}, {}};
    out.estimate.fullest().peak.device = out.estimate.fullest().peak.reserved = out.estimate.fullest().peak.allocated = need;
    out.estimate.fullest().peak.required = need;
    out.estimate.fullest().peak.device_interval = {need - gib / 8, need + gib / 8};
    out.estimate.fullest().at_peak = {{.component = Component::weights, .bytes = need}};
    out.verdicts = {verdict_for_budget(out.estimate, budget)};
    return out;
}

const ByteFigures in_gib{ByteUnit::binary};

} // namespace

class TestProfile : public QObject {
    Q_OBJECT
private slots:
    void the_first_line_is_the_status_with_its_excess()
    {
        QCOMPARE(
            status_line(needing(18 * gib, 16 * gib), in_gib),
            "✕ Does not fit on the 16 GiB budget: 18.00 GiB of 16.00 GiB usable, 2.00 GiB (2,147,483,648 bytes, 12.5 %) over");
        QCOMPARE(status_line(needing(12 * gib, 16 * gib), in_gib),
                 "✓ Fits on the 16 GiB budget: 12.00 GiB of 16.00 GiB usable, 4.00 GiB (4,294,967,296 bytes, 25.0 %) to spare");
        PlanAnswer open = needing(gib, gib);
        open.verdicts.clear();
        QCOMPARE(status_line(open, in_gib),
                 "Needs 1.00 GiB (1,073,741,824 bytes) on the device; no card and no budget is named to hold it against");
        const std::string text = write_markdown(profile_of({{needing(18 * gib, 16 * gib)}, 0, {}})).value();
        QVERIFY2(text.starts_with("# ✕ Does not fit on the 16 GiB budget: "), text.c_str());
        QVERIFY2(
            text.find(
                "| the 16 GiB budget | 19,327,352,832 | 17,179,869,184 | 2,147,483,648 | +2.00 | +12.5 | ✕ Does not fit |") !=
                std::string::npos,
            text.c_str());
    }
    void the_next_action_costs_least()
    {
        Advice other{.title = "a smaller model",
                     .change = "{}",
                     .saves = 9 * gib,
                     .fits = Fits::yes,
                     .word = Word::fits,
                     .touches = AdviceKind::model,
                     .kind = CostKind::another_model,
                     .cost = "another model"};
        Advice kernel{.title = "fused loss",
                      .change = "{}",
                      .saves = 4 * gib,
                      .fits = Fits::yes,
                      .word = Word::fits,
                      .kind = CostKind::convenience,
                      .cost = "needs Liger"};
        Advice little{.title = "8-bit AdamW",
                      .change = "{}",
                      .saves = gib,
                      .fits = Fits::no,
                      .word = Word::does_not_fit,
                      .kind = CostKind::none,
                      .cost = "noise"};
        QCOMPARE(next_action(needing(18 * gib, 16 * gib), {little, kernel, other}, in_gib),
                 "fused loss: it saves 4.0 GiB (4,294,967,296 bytes), and then fits. Its cost: needs Liger.");
        QCOMPARE(next_action(needing(18 * gib, 16 * gib), {little}, in_gib),
                 "Take a larger card or several: no change of this plan makes it fit here.");
    }
    void every_section_of_a_training_stands()
    {
        Planner planner;
        const Plan plan =
            plan_from_json(
                R"({"model": {"preset": "qwen2.5-coder-7b"}, "method": "qlora", "target": {"budget_bytes": 17179869184},
            "adapter": {"rank": 16, "targets": "all-linear"}})")
                ->plan;
        const Result<PlanAnswer> answer = planner.answer({.plan = plan}, {.estimate = {.timeline = false}});
        const Result<AdviceAnswer> advice = planner.advise({.plan = plan});
        QVERIFY(answer.ok() && advice.ok());
        ProfileFacts facts{.advice = advice->advice, .measurements = {{"peak", "13.65 GiB"}}};
        facts.document = SourceDocument{"By hand", "A sum.", "GiB", {{"", "Base", 14 * gib, {}, {"weights"}, "", "why"}}};
        const std::string text = write_markdown(profile_of({{*answer}, 0, {}}, facts)).value();
        std::size_t at = 0;
        for (const char *section :
             {"## Test configuration", "40,370,176 parameters, 0.53 %", "## Measurements", "| peak | 13.65 GiB |",
              "| Base | 14.00 |", "## Breakdown at the peak", "## Over or under the target", "## Impact", "## Recommendations",
              "Smaller micro batch: it is 1 already", "## Architecture", "## LoRA configuration", "40,370,176, 0.53 % of all |",
              "= 40,370,176 |", "## For each billion parameters", "## Next action"}) {
            const std::size_t found = text.find(section, at);
            QVERIFY2(found != std::string::npos, (section + text).c_str());
            at = found;
        }
        QVERIFY(std::ranges::is_sorted(advice->advice, {}, &Advice::touches));
    }
    void no_format_names_the_folders_of_a_model()
    {
        const QTemporaryDir home;
        const std::string folder =
            home.path().toStdString() + "/of jane/some model"; // the last folder is what the model is called
        QVERIFY(QDir().mkpath(QString::fromStdString(folder)));
        QVERIFY(QFile::copy(QStringLiteral(PLIMSOLL_FIXTURES "/configs/Qwen__Qwen2.5-0.5B.json"),
                            QString::fromStdString(folder + "/config.json")));
        const nlohmann::json written{{"model", {{"config", folder + "/config.json"}}}, {"method", "lora"}};
        Planner planner;
        const Result<PlanAnswer> answer = planner.answer({.plan = plan_from_object(written)->plan}, {});
        QVERIFY2(answer.ok(), answer.ok() ? "" : answer.error().message().c_str());
        const ReportInput input{{*answer}, 0, "plimsoll report --plan a.json"};
        for (const Document &document : {report_of(input), profile_of(input)})
            for (const Writer &writer : writers()) {
                const std::string text = writer.write(document).value();
                QVERIFY2(text.find("jane") == std::string::npos, text.c_str());
                if (writer.ending == "json") QVERIFY(text.find("\"config\": \"config.json\"") != std::string::npos);
            }
        // whoever asks for the estimate itself is who wrote the path
        QVERIFY(estimate_to_json(*answer).dump().find("jane") != std::string::npos);
    }
    void what_nobody_measured_has_no_section()
    {
        const std::string text = write_markdown(profile_of({{needing(18 * gib, 16 * gib)}, 0, {}})).value();
        QVERIFY(text.find("Measurements") == std::string::npos && text.find("LoRA configuration") == std::string::npos);
    }
};

PLIMSOLL_TEST(TestProfile)
} // namespace PLIMSOLL_FILE
#include "test_profile.moc"
