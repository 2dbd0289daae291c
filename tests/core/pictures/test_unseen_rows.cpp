// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/estimate.h"
#include "core/load/load_named.h"
#include "core/plan/plan_json.h"
#include "tests/test_program.h"

#include <QTest>
#include <nlohmann/json.hpp>

namespace PLIMSOLL_FILE {

// Pictures and sound in rows of a model whose part for them is not simulated, or that has none: why such a plan is refused.

using namespace plimsoll;

namespace {

/// The field that is refused and why; empty: nothing is.
std::string refused(const std::string &preset, const std::string &rows)
{
    nlohmann::json written = nlohmann::json::parse(rows);
    written.merge_patch({{"method", "lora"}, {"sequence_length", 8192}, {"model", {{"preset", preset}}}});
    const auto plan = plan_from_json(written.dump());
    if (!plan) return plan.error().message();
    const Result<ArchitectureRef> model = load_named_class(plan->plan.model);
    if (!model) return model.error().message();
    const Result<Estimate> answer = estimate(*model, plan->plan, {}, {.timeline = false, .allocator = false, .explain = false});
    return answer ? std::string() : answer.error().message();
}

} // namespace

class TestUnseenRows : public QObject {
    Q_OBJECT
private slots:
    void reasons_are_true_data()
    {
        QTest::addColumn<QString>("preset");
        QTest::addColumn<QString>("rows");
        QTest::addColumn<QStringList>("says"); // none: it is taken
        const char *const picture = R"({"images": {"per_row": 1}})", *const clip = R"({"audio": {"per_row": 1}})",
                          *const both = R"({"images": {"per_row": 1}, "audio": {"per_row": 1}})";
        const auto row = [](const char *name, const char *preset, const char *rows, const QStringList &says) {
            QTest::newRow(name) << preset << rows << says;
        };
        row("pictures of Phi-3.5-vision", "phi-3.5-vision-instruct", picture, {"images.per_row", "not simulated", "parameters"});
        row("sound of Gemma 4 E2B", "gemma-4-e2b-it", clip, {"audio.per_row", "not simulated", "parameters"});
        row("sound beside a picture", "gemma-4-e2b-it", both, {"audio.per_row", "not simulated"});
        row("sound of one that sees", "qwen2.5-vl-3b-instruct", clip, {"audio.per_row", "reads pictures and no sound"});
        row("sound beside its picture", "qwen2.5-vl-3b-instruct", both, {"audio.per_row", "reads pictures and no sound"});
        row("pictures of one that reads", "llama-3.1-8b", picture, {"images.per_row", "reads text alone"});
        row("sound of one that reads", "llama-3.1-8b", clip, {"audio.per_row", "reads text alone"});
        row("pictures of one that sees", "qwen2.5-vl-3b-instruct", picture, {});
    }

    void reasons_are_true()
    {
        QFETCH(QString, preset);
        QFETCH(QString, rows);
        QFETCH(QStringList, says);
        const QString read = QString::fromStdString(refused(preset.toStdString(), rows.toStdString()));
        QVERIFY2(says.isEmpty() == read.isEmpty(), qPrintable(read));
        for (const QString &part : says) QVERIFY2(read.contains(part), qPrintable(read));
    }
};

PLIMSOLL_TEST(TestUnseenRows)
} // namespace PLIMSOLL_FILE
#include "test_unseen_rows.moc"
