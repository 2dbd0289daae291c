// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/inspect/inspect_json.h"
#include "core/report/model_card.h"
#include "tests/test_program.h"
#include "tests/ui/window/shown_texts.h"
#include "tests/ui/window/untranslated.h"
#include "tests/ui/window/window_driver.h"
#include "ui/document/text.h"
#include "ui/panels/settings_dialog.h"
#include "ui/theme/language.h"
#include "ui/theme/pseudo_language.h"

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace Qt::StringLiterals;

namespace {

/// Names that no language translates: of libraries and their parts, of methods, of formats and of this program.
const QStringList proper_names{
    u"Plimsoll Hugging Face Hub Ctrl Shift Alt Esc Del Ins Return English Deutsch"_s,
    // of papers, of modules, of operations
    u"Zhao Biderman Dao Dettmers Hsu Hu Zamirai Micikevicius Chen Liu Shazeer Stern Ren Rajbhandari Krell et al"_s,
    u"weight embedding mlp default absmax code linear out lora layer update optim autograd serve details summary"_s,
    u"softmax nll mul add sub div bmm mm eq accumulate grad rsqrt norm silu gelu tanh pad cat bool pow exp neg sum mean topk scatter logits buffer"_s,
    u"torch transformers peft bitsandbytes torchao liger unsloth nvidia smi cuda cutlass"_s,
    u"shard world net nvls simple"_s, // what a rank holds, a group of ranks, files and a protocol of NCCL
};

Session edited(const FieldEdits &edits, std::vector<std::string> gpus = {"GeForce RTX 4090"}, const char *model = nullptr)
{
    Session session = first_session();
    Plan first = session.current().plan;
    if (model) first.model.preset = model;
    const auto plan = with_edits(first, edits);
    if (!plan.ok()) qFatal("%s", plan.error().message().c_str());
    session = with_plan(session, *plan);
    session.cards.gpus = std::move(gpus);
    return session;
}

/// What the snapshot holds beside what the window shows of it, and what it is written out as.
QStringList texts_of(const Snapshot &snapshot)
{
    QStringList out;
    ReportInput input;
    for (const ScenarioResult &result : snapshot.results) {
        if (!result.estimate) {
            out << qt(result.error.message());
            continue;
        }
        input.answers.push_back({"QLoRA", *result.estimate, result.verdicts});
        for (const std::string &line : result.estimate->assumptions) out << qt(line);
        for (const Warning &warning : result.estimate->warnings) out << qt(warning.text);
        for (const BreakdownLine &line : result.estimate->fullest().at_peak) {
            out << qt(line.formula) << qt(line.numbers) << qt(line.source);
            for (const auto &[what, bytes] : line.alive) out << qt(what);
        }
        out << qt(result.estimate->lower_bound_reason);
        for (const Verdict &verdict : result.verdicts) {
            out << qt(verdict.answer()) << qt(verdict.reason);
            for (const std::string &note : verdict.notes) out << qt(note);
        }
        if (result.estimate->architecture) out << qt(inspect_to_text(*result.estimate->architecture)).split(u'\n');
    }
    if (!input.answers.empty()) out << qt(model_card(input)).split(u'\n');
    return out;
}

} // namespace

/// The window in a language in which every word has accents: what has none came through no translation.
class TestTranslated : public QObject {
    Q_OBJECT
private slots:
    void init() { QVERIFY(install_language(m_language)); }
    void cleanup() { remove_language(m_language); }

    void every_word_is_translated_data()
    {
        QTest::addColumn<Session>("session");
        QTest::newRow("training") << with_compared_precisions(first_session(), {true, true});
        QTest::newRow("unsloth") << edited({{"stack", "unsloth"}, {"sequence_length", "40000"}, {"gradient_accumulation", "4"}});
        QTest::newRow("torch.compile") << edited({{"compile", "true"}, {"optimizer.name", "galore"}, {"micro_batch", "8"}});
        QTest::newRow("preferences") << edited({{"stack", "trl"}, {"objective", "dpo"}, {"evaluation.micro_batch", "8"}});
        QTest::newRow("inference") << edited({{"task", "infer"}, {"weights.quant", "none"}}, {"T4", "Radeon RX 7900 XTX"});
        QTest::newRow("extraction") << edited({{"task", "extract"}, {"extract.capture", "full"}, {"attention", "eager"}});
        QTest::newRow("fits nowhere") << edited(
            {{"method", "full"}, {"weights.quant", "none"}, {"weights.dtype", "fp32"}, {"micro_batch", "64"}}, {"T4", "H100 SXM"},
            "llama-3.1-70b");
        QTest::newRow("auto") << edited({{"weights.dtype", "auto"}, {"attention", "flash2"}}, {"T4"});
        QTest::newRow("a lower bound") << edited({{"parallel.data", "2"}}, {"GeForce RTX 4090:2"});
        QTest::newRow("a field that is refused") << edited({{"parallel.zero", "3"}});
        QTest::newRow("no card") << edited({}, {});
    }
    void every_word_is_translated()
    {
        QFETCH(Session, session);
        const Untranslated untranslated(proper_names);
        WindowDriver w(session);
        w->resize(1600, 1000);
        QStringList shown;
        for (int tab = 0; tab < w->views().count(); ++tab) {
            w->views().setCurrentIndex(tab);
            QTest::qWait(100);
            QTRY_VERIFY_WITH_TIMEOUT(!w->working(), 120000);
            QTest::qWait(50);
            shown << shown_texts(*w);
        }
        const Snapshot &snapshot = w->estimation().snapshot();
        shown << texts_of(snapshot);
        shown.removeDuplicates();
        QVERIFY(shown.size() > 300);
        const QStringList english = untranslated.in(shown);
        QVERIFY2(english.isEmpty(), qPrintable(u'\n' + english.join(u'\n')));
    }
    void what_opens_is_translated_data()
    {
        QTest::addColumn<QString>("action");
        for (const char *id : {"plan.model", "plan.add_card", "plan.inspect", "edit.settings", "help.about"})
            QTest::newRow(id) << QString::fromLatin1(id);
    }
    void what_opens_is_translated()
    {
        QFETCH(QString, action);
        WindowDriver w;
        w->actions()[action.toLatin1().constData()]->trigger();
        QTest::qWait(100);
        const Untranslated untranslated(proper_names);
        QStringList english;
        for (QWidget *top : QApplication::topLevelWidgets())
            if (top->isVisible() && top != &*w) english << untranslated.in(shown_texts(*top));
        QVERIFY2(english.isEmpty(), qPrintable(u'\n' + english.join(u'\n')));
    }

private:
    PseudoLanguage m_language;
};

PLIMSOLL_TEST(TestTranslated)
} // namespace PLIMSOLL_FILE
#include "test_translated.moc"
