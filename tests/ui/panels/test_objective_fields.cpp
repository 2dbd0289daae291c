// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/engine_course.h"
#include "tests/test_program.h"
#include "ui/document/scenarios.h"
#include "ui/panels/breakdown_panel.h"
#include "ui/plan/plan_pane.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>

using namespace plimsoll;
using namespace Qt::StringLiterals;

namespace {

const FieldEdits grpo{{"stack", "trl"},
                      {"objective", "grpo"},
                      {"sequence_length", "1024"},
                      {"rollout.prompt_length", "512"},
                      {"rollout.completion_length", "512"}};
const FieldEdits sees{{"model", "qwen2.5-vl-7b-instruct"}, {"sequence_length", "4096"}, {"images.per_row", "1"}};

Snapshot snapshot_with(const FieldEdits &edits)
{
    Session session = first_session();
    session = with_plan(session, with_edits(session.current().plan, edits).value());
    return Evaluator(std::make_shared<Planner>(document_parts())).evaluate(session); // whose steps have their stages
}

FieldEdits and_more(FieldEdits edits, const FieldEdits &more)
{
    edits.insert(edits.end(), more.begin(), more.end());
    return edits;
}

template <class W>
W *seen_in(QWidget &pane, const QString &name)
{
    for (W *one : pane.findChildren<W *>())
        if (one->accessibleName() == name && one->isVisibleTo(&pane)) return one;
    return nullptr;
}

QStringList titles_of(const std::vector<HeldRow> &rows)
{
    QStringList out;
    for (const HeldRow &row : rows) out << row.title;
    return out;
}

FieldEdits edits_made(const QSignalSpy &spy) { return spy.isEmpty() ? FieldEdits() : spy.last().at(0).value<FieldEdits>(); }

} // namespace

/// What is trained towards, and what is seen: fields, models and stages of their own.
class TestObjectiveFields : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { new Theme(qApp, ThemeChoice::light); }

    void an_objective_has_the_fields_that_it_reads_data()
    {
        QTest::addColumn<QStringList>("set");
        QTest::addColumn<QString>("objective");
        QTest::addColumn<QStringList>("there");
        QTest::addColumn<QStringList>("not_there");
        const QString prompt = u"Tokens of a prompt"_s, made = u"Completions of one prompt"_s,
                      reference = u"How the reference is held"_s, teacher = u"Model that teaches"_s,
                      engine = u"What generates completions"_s, share = u"Share of the card of the engine beside"_s,
                      unscored = u"Tokens that are not scored"_s;
        QTest::newRow("plain") << QStringList{} << u"SFT"_s << QStringList{}
                               << QStringList{prompt, made, reference, teacher, engine, share, unscored};
        QTest::newRow("pairs") << QStringList{u"objective=dpo"_s} << u"DPO"_s << QStringList{reference, unscored}
                               << QStringList{prompt, made, teacher, engine, share};
        QTest::newRow("rewards") << QStringList{u"objective=grpo"_s} << u"GRPO"_s << QStringList{prompt, made, engine}
                                 << QStringList{teacher, share, unscored};
        QTest::newRow("an engine beside") << QStringList{u"objective=grpo"_s, u"rollout.prompt_length=512"_s,
                                                         u"rollout.completion_length=512"_s, u"sequence_length=1024"_s,
                                                         u"rollout.engine=vllm"_s}
                                          << u"GRPO"_s
                                          << QStringList{prompt, made, engine, share, u"Context of the engine beside"_s}
                                          << QStringList{teacher};
        QTest::newRow("a teacher") << QStringList{u"objective=gkd"_s, u"distillation.teacher=qwen2.5-0.5b"_s} << u"GKD"_s
                                   << QStringList{teacher} << QStringList{unscored, share};
    }
    void an_objective_has_the_fields_that_it_reads()
    {
        QFETCH(QStringList, set);
        QFETCH(QString, objective);
        QFETCH(QStringList, there);
        QFETCH(QStringList, not_there);
        FieldEdits edits{{"stack", "trl"}};
        for (const QString &one : set)
            edits.push_back({one.section(u'=', 0, 0).toStdString(), one.section(u'=', 1).toStdString()});
        PlanPane pane;
        pane.show_snapshot(snapshot_with(edits));
        QCOMPARE(seen_in<QComboBox>(pane, u"Objective"_s)->currentText(), objective);
        for (const QString &name : there) QVERIFY2(seen_in<QWidget>(pane, name), qPrintable(name));
        for (const QString &name : not_there) QVERIFY2(!seen_in<QWidget>(pane, name), qPrintable(name));
        pane.show_snapshot(snapshot_with({{"task", "infer"}}));
        QVERIFY(!seen_in<QComboBox>(pane, u"Objective"_s));
    }
    void a_length_that_nobody_states_is_auto_and_becomes_so_again()
    {
        PlanPane pane;
        pane.show_snapshot(snapshot_with({{"stack", "trl"}, {"objective", "grpo"}}));
        auto *prompt = seen_in<CountBox>(pane, u"Tokens of a prompt"_s);
        QVERIFY(prompt);
        QCOMPARE(prompt->text(), u"auto"_s);
        pane.show_snapshot(snapshot_with(grpo));
        QCOMPARE(prompt->value(), 512);
        QSignalSpy made(&pane, &PlanPane::edited);
        prompt->setValue(0);
        QCOMPARE(edits_made(made), (FieldEdits{{"rollout.prompt_length", std::nullopt}}));
        auto *reference = seen_in<QComboBox>(pane, u"How the reference is held"_s);
        if (reference) {
            emit reference->activated(0);
            QVERIFY(!edits_made(made).front().value.has_value());
        }
    }
    void models_are_named_in_their_field()
    {
        PlanPane pane;
        pane.show_snapshot(snapshot_with({{"stack", "trl"}, {"objective", "gkd"}, {"distillation.teacher", "qwen2.5-0.5b"}}));
        auto *teacher = seen_in<QLineEdit>(pane, u"Model that teaches"_s);
        QVERIFY(teacher);
        QCOMPARE(teacher->text(), u"qwen2.5-0.5b"_s);
        QSignalSpy made(&pane, &PlanPane::edited);
        teacher->setText(u"smollm2-135m"_s);
        teacher->setModified(true);
        emit teacher->editingFinished();
        QCOMPARE(edits_made(made), (FieldEdits{{"distillation.teacher", "smollm2-135m"}}));
    }
    void pictures_have_a_row_that_says_their_tokens()
    {
        PlanPane pane;
        pane.show_snapshot(snapshot_with({}));
        QVERIFY(!seen_in<CountBox>(pane, u"Pictures of a row"_s)); // this model sees nothing
        pane.show_snapshot(snapshot_with(sees));
        QCOMPARE(seen_in<CountBox>(pane, u"Pictures of a row"_s)->value(), 1);
        QVERIFY(seen_in<CountBox>(pane, u"Width of a picture in pixels"_s));
        QVERIFY(seen_in<QComboBox>(pane, u"What of the tower trains"_s));
        const auto says = [&](const QString &part) {
            const auto labels = pane.findChildren<QLabel *>();
            return std::ranges::any_of(labels,
                                       [&](QLabel *one) { return one->isVisibleTo(&pane) && one->text().contains(part); });
        };
        QVERIFY(says(u"1,024 × 768: 999 tokens, 3,996 patches"_s)); // 28-pixel places of 1,036 × 756
        pane.show_snapshot(snapshot_with(and_more(sees, {{"images.per_row", "0"}})));
        QVERIFY(!seen_in<CountBox>(pane, u"Width of a picture in pixels"_s)); // no picture has a size
        QVERIFY(seen_in<CountBox>(pane, u"Pictures of a row"_s));
    }
    void stages_and_models_stand_beside_the_breakdown()
    {
        BreakdownPanel panel;
        panel.show_snapshot(snapshot_with({}));
        QVERIFY(panel.held().rows().rows().empty() && !panel.held().isVisibleTo(&panel)); // one model, one stage
        const Snapshot snapshot = snapshot_with(and_more(grpo, {{"rollout.engine", "vllm"}, {"rollout.beta", "0.1"}}));
        QVERIFY(snapshot.current().estimate);
        panel.show_snapshot(snapshot);
        QVERIFY2(panel.held().isVisibleTo(&panel), qPrintable(u"%1 rows"_s.arg(panel.held().rows().rows().size())));
        const std::vector<HeldRow> &rows = panel.held().rows().rows();
        const ProcessEstimate &process = snapshot.current().estimate->shown();
        // the engine beside it starts with this plan's 4 bits: its moments stand among the trainer's stages
        const std::optional<EngineCourse> course = engine_course(*snapshot.current().estimate, process);
        QVERIFY(course && course->moments.size() > process.stages.size());
        QCOMPARE(std::ranges::count(rows, true, &HeldRow::stage), static_cast<std::ptrdiff_t>(course->moments.size()));
        QCOMPARE(std::ranges::count(rows, true, &HeldRow::fullest), std::ptrdiff_t{1});
        const QStringList titles = titles_of(rows);
        for (const QString &title : {u"Model that trains"_s, u"Engine"_s, u"Generation"_s, u"Backward"_s})
            QVERIFY2(titles.contains(title), qPrintable(titles.join(u", "_s)));
        QCOMPARE(rows.front().bytes, process.residents.front().bytes);
    }
    void a_tower_and_its_projector_are_rows_of_the_weights()
    {
        BreakdownPanel panel;
        panel.show_snapshot(
            snapshot_with(and_more(sees, {{"method", "lora"}, {"weights.quant", "none"}, {"weights.dtype", "bf16"}})));
        const std::vector<HeldRow> &rows = panel.held().rows().rows();
        QVERIFY2(titles_of(rows).contains(u"Tower that sees"_s), qPrintable(titles_of(rows).join(u", "_s)));
        QVERIFY(titles_of(rows).contains(u"Projector"_s));
    }
};

PLIMSOLL_TEST(TestObjectiveFields)
#include "test_objective_fields.moc"
