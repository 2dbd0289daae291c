// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/verdict_words.h"
#include "core/plan/plan_json.h"
#include "tests/test_program.h"
#include "tests/ui/sample.h"
#include "ui/charts/verdict_text.h"
#include "ui/controls/time_words.h"
#include "ui/controls/wording.h"
#include "ui/document/plan_editor.h"
#include "ui/document/scenarios.h"
#include "ui/panels/answer_line.h"
#include "ui/panels/breakdown_model.h"
#include "ui/panels/why_panel.h"
#include "ui/plan/cards_group.h"
#include "ui/theme/theme.h"

#include <QListView>
#include <QTest>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace Qt::StringLiterals;

namespace {

Numbers numbers_in(const QLocale &locale, ByteUnit unit = ByteUnit::binary)
{
    Numbers numbers;
    numbers.locale = locale;
    numbers.unit = unit;
    return numbers;
}

const QLocale german(QLocale::German, QLocale::Germany);

Verdict made(Fits fits, Because because)
{
    Verdict verdict;
    verdict.card = "RTX 4090";
    verdict.fits = fits;
    verdict.because = because;
    verdict.usable = 20 * gib;
    verdict.need = {25 * gib, {24 * gib, 26 * gib}, Phase::loss_backward};
    verdict.headroom = verdict.usable - verdict.need.device;
    return verdict;
}

QString plain(QString text) { return text.replace(QChar(0x00a0), u' '); }

} // namespace

class TestWording : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { QLocale::setDefault(QLocale::c()); }

    /// The training has room, and the engine that makes its completions has none: that is the answer.
    void a_server_that_does_not_start_is_the_answer()
    {
        Session session = first_session();
        const auto plan = plan_from_json(R"({"task": "train", "model": {"preset": "qwen2.5-1.5b"}, "objective": "grpo",
            "stack": "trl", "method": "lora", "micro_batch": 1, "rollout": {"engine": "vllm", "colocated": false,
            "prompt_length": 256, "completion_length": 256, "gpus": ["L4"], "gpu_memory_utilization": 0.1}})");
        QVERIFY(plan.ok());
        session.scenarios.front().plan = plan->plan;
        session.cards.gpus = {"A100 SXM 80GB"};
        Evaluator evaluator(std::make_shared<Planner>(document_parts()));
        const Snapshot snapshot = evaluator.evaluate(session);
        QVERIFY(snapshot.current().estimate && snapshot.current().verdicts.front().fits == Fits::yes);
        const Answer answer = answer_of(snapshot);
        QCOMPARE(answer.fits, Fits::no);
        QVERIFY2(answer.headline.contains(u"L4"_s), qPrintable(answer.headline));
        QVERIFY2(answer.detail().contains(u"A100"_s), qPrintable(answer.detail()));
    }

    /// Several cards are judged one by one, and the answer says so before anything else.
    void several_cards_do_not_look_as_if_they_shared_the_plan()
    {
        Session session = first_session();
        session.cards.gpus = {"2x RTX 4090"};
        Evaluator evaluator(std::make_shared<Planner>(document_parts()));
        const Snapshot snapshot = evaluator.evaluate(session);
        const Answer answer = answer_of(snapshot);
        QVERIFY2(answer.headline.contains(u"2 × RTX 4090"_s), qPrintable(answer.headline));
        QCOMPARE(answer.details.front(), u"One of the 2 cards is used: nothing is split over them."_s);
        CardsGroup cards;
        cards.show_snapshot(snapshot);
        const auto *view = cards.findChild<QListView *>();
        QVERIFY(view);
        QCOMPARE(view->model()->index(0, 0).data(Qt::AccessibleTextRole).toString(), u"2 × 24 GB RTX 4090 23.5 each Fits"_s);
        session.cards.gpus = {"RTX 4090"};
        QVERIFY(!answer_of(evaluator.evaluate(session)).details.join(u' ').contains(u"split"_s));
    }
    /// One sentence for window, page and command line; only the figures in it are those of its surroundings.
    void verdicts_are_cores_sentences_with_the_figures_of_the_window()
    {
        Session session = first_session();
        for (const char *card : {"RTX 4090", "RTX 3070", "RTX 4060 Ti 16GB", "RTX 5060 Ti 16GB", "H100 SXM", "T4", "H200"}) {
            session.cards.gpus = {card};
            Evaluator evaluator(std::make_shared<Planner>(document_parts()));
            const Snapshot snapshot = evaluator.evaluate(session);
            for (const Verdict &verdict : snapshot.current().verdicts)
                for (const ByteUnit unit : {ByteUnit::binary, ByteUnit::decimal}) {
                    const Numbers numbers = numbers_in(QLocale::c(), unit);
                    const SentenceFigures compact = compact_figures(unit);
                    QCOMPARE(answer_text(verdict, numbers), QString::fromStdString(verdict_sentence(verdict, compact)));
                    QCOMPARE(reason_text(verdict, numbers), QString::fromStdString(verdict_reason(verdict, compact)));
                    QCOMPARE(verdict.answer(unit), verdict_sentence(verdict, plain_figures(unit)));
                }
        }
    }
    void reasons_follow_unit_and_language()
    {
        const Numbers gigabytes = numbers_in(german, ByteUnit::decimal);
        const Verdict no = made(Fits::no, Because::missing);
        QCOMPARE(plain(reason_text(no, gigabytes)), u"Needs 5,4 GB more at loss backward."_s);
        QCOMPARE(plain(answer_text(no, gigabytes)), u"Does not fit on RTX 4090: 26,8 of 21,5 GB usable."_s);
        const Verdict tight = made(Fits::tight, Because::interval_crosses);
        QCOMPARE(plain(reason_text(tight, gigabytes)), u"The interval (25,8–27,9) crosses the line."_s);
        Verdict cached = made(Fits::tight, Because::cached_blocks);
        cached.runs_from = 19 * gib;
        QVERIFY(plain(reason_text(cached, gigabytes)).startsWith(u"Runs from 20,4 GB on"_s));
        Verdict bound = made(Fits::no, Because::missing);
        bound.left_out = "states are not known";
        QCOMPARE(plain(reason_text(bound, gigabytes)),
                 u"What is known of it needs 5,4 GB more already (states are not known)."_s);
        bound.because = Because::lower_bound;
        QCOMPARE(plain(reason_text(bound, gigabytes)), u"states are not known; at least 26,8 GB are needed."_s);
    }
    /// One locale in one window: no figure of the answer is written in another than those of the chart.
    void the_answer_is_in_the_language_of_the_chart()
    {
        QLocale::setDefault(german);
        Evaluator evaluator(sample::planner());
        const Answer answer = answer_of(evaluator.evaluate(first_session()));
        static const QRegularExpression english(u"\\d\\.\\d(?!\\d\\d)"_s), german_decimal(u"\\d,\\d"_s);
        const QString all = answer.headline + u' ' + answer.detail();
        QVERIFY2(!all.contains(english) && all.contains(german_decimal), qPrintable(all));
    }
    void formulas_of_core_are_written_anew()
    {
        const Numbers numbers = numbers_in(german);
        QCOMPARE(numbers.of_core("2,048 × 152,064 × 4 B × 1.25 = 1,557,135,360 B"),
                 u"2.048 × 152.064 × 4 B × 1,25 = 1.557.135.360 B"_s);
        QCOMPARE(numbers.of_core("layers.0.self_attn, int8, torch 2.11"), u"layers.0.self_attn, int8, torch 2,11"_s);
        QCOMPARE(numbers_in(QLocale::c()).of_core("2,048 × 0.5"), u"2,048 × 0.5"_s);
    }
    void an_explanation_ends_in_one_sum()
    {
        Estimate estimate;
        estimate.fullest().at_peak = {{.component = Component::weights,
                                       .bytes = 3'001'344,
                                       .formula = "3 × hidden_size × 1,000 × ½ B",
                                       .numbers = "3 × 2,000 × 1,000 × ½ B\n= 3,001,344 B, each tensor rounded up to 512 B",
                                       .rounded = true}};
        const QString all = plain(explanation_of(estimate, {Group::weights, Component::weights}, numbers_in(QLocale::c())));
        QCOMPARE(all.count(u"3,001,344 B"_s), 1);
        QVERIFY2(all.contains(u"Each tensor is rounded up to 512 B."_s), qPrintable(all));
    }
    /// The breakdown and Why say what the weights are held in, not "weights" under "Weights".
    void weights_are_called_by_what_they_are_held_in()
    {
        const auto said = [](const FieldEdits &edits) {
            Session session = first_session();
            session = with_plan(session, *with_edits(session.current().plan, edits));
            Evaluator evaluator(std::make_shared<Planner>(document_parts()));
            const Snapshot snapshot = evaluator.evaluate(session);
            WhyPanel why;
            why.show_choice(snapshot, {Group::weights, Component::weights}, std::nullopt);
            BreakdownModel model;
            model.set_breakdown(breakdown_at_peak(*snapshot.current().estimate, nullptr), {});
            const QModelIndex weights = model.index_of(Component::weights); // the group's where it is all of it
            const QString types = weights_title(*snapshot.current().estimate);
            if (weights.parent().isValid() && weights.data().toString() != types) return weights.data().toString();
            for (const auto *label : why.findChildren<QLabel *>())
                if (label->text() == u"Weights: "_s + types) return types;
            return u"not in Why"_s;
        };
        QCOMPARE(said({}), u"nf4, embeddings FP32"_s);
        QCOMPARE(said({{"kbit_prepare", "false"}}), u"nf4, embeddings BF16"_s);
        QCOMPARE(said({{"weights.quant", "int8"}}), u"int8, embeddings FP32"_s);
        QCOMPARE(said({{"method", "full"}, {"weights.quant", "none"}}), u"BF16"_s);
        QCOMPARE(said({{"method", "full"}, {"weights.quant", "none"}, {"weights.dtype", "fp32"}}), u"FP32"_s);
    }
    void a_run_has_a_context_and_a_training_a_sequence()
    {
        for (const Task task : {Task::train, Task::infer}) {
            Session session = first_session();
            session.scenarios[0].plan.task = task;
            session.scenarios[0].plan.given.insert("task");
            Evaluator evaluator(sample::planner());
            Snapshot snapshot = evaluator.evaluate(session);
            QVERIFY(snapshot.current().estimate);
            snapshot.results[0].verdicts.front().max_sequence_length = 1234;
            const QString said = answer_of(snapshot).detail();
            const QString wanted = task == Task::infer ? u"Longest context that fits: 1"_s : u"Longest sequence that fits: 1"_s;
            QVERIFY2(said.contains(wanted), qPrintable(said));
        }
    }
    /// A card is called the way people say its name; the whole of it stands in the tables.
    void the_headline_says_short_names_of_cards()
    {
        Session session = first_session();
        session.cards.gpus = {"RTX PRO 6000 Blackwell Max-Q Workstation Edition", "RTX 6000 Ada Generation"};
        Evaluator evaluator(std::make_shared<Planner>(document_parts()));
        const Answer answer = answer_of(evaluator.evaluate(session));
        QVERIFY2(answer.headline.startsWith(u"Fits on RTX PRO 6000 Max-Q: "_s), qPrintable(answer.headline));
        QVERIFY2(answer.detail().contains(u"Within the RTX 6000 Ada Generation by "_s), qPrintable(answer.detail()));
        AnswerLine line;
        Answer narrow = answer;
        narrow.card = u"RTX 6000 Ada Generation"_s;
        narrow.headline = u"Fits on RTX 6000 Ada Generation: 15.1 of 47.4 GiB usable, 32.3 to spare."_s;
        line.show_answer(narrow);
        const QFontMetrics title(ui_font(TextSize::title));
        const QString less = QString(narrow.headline).remove(u" Generation"_s);
        line.resize(title.horizontalAdvance(less) + 64, 64);
        line.show();
        QCoreApplication::processEvents();
        const auto labels = line.findChildren<QLabel *>();
        const auto shown = std::ranges::find_if(labels, [&](const QLabel *one) { return one->text() == less; });
        QVERIFY(shown != labels.end());
        QCOMPARE((*shown)->font(), ui_font(TextSize::title));
        QCOMPARE((*shown)->toolTip(), narrow.headline);
    }
    /// Where a set of changes has no room in its line, its names stand under it, before how long a run takes that does not fit.
    void changes_are_named_however_narrow_the_window_is()
    {
        Answer answer{
            Fits::no,
            u"Does not fit on RTX 3070: 14.9 of 7.6 GiB usable."_s,
            {u"No sequence length is likely to fit, all else as it is."_s, u"Needs 7.3 GiB more at loss backward."_s},
            u"Fused loss kernel + 16-bit embeddings and head + Checkpoints on the host: 6.4 GiB — <a href=\"apply\">apply</a>."_s,
            u"RTX 3070"_s,
            u"3 changes together: 6.4 GiB — <a href=\"apply\">apply</a>."_s,
            Word::does_not_fit,
        };
        answer.changes = u"Fused loss kernel + 16-bit embeddings and head + Checkpoints on the host"_s;
        AnswerLine line;
        line.show_answer(answer);
        line.show_time({u"3.7 s a step"_s}, u"3.7 s a step"_s);
        const auto at = [&line](int width) {
            line.resize(width, 84);
            line.show();
            QCoreApplication::processEvents();
            return line.time().text();
        };
        QVERIFY2(at(520).startsWith(answer.changes), qPrintable(line.time().text()));
        QVERIFY2(at(900).contains(answer.details.last()) && !line.time().text().contains(u"a step"_s),
                 qPrintable(line.time().text()));
        answer.word = Word::tight;
        answer.fits = Fits::tight;
        line.show_answer(answer);
        QVERIFY2(at(560).startsWith(answer.changes), qPrintable(line.time().text()));
        QVERIFY2(at(2000).contains(u"a step"_s), qPrintable(line.time().text()));
    }
    /// What keeps an answer from being known is said to its end, in two lines where one is too short.
    void a_reason_longer_than_its_line_goes_on_in_the_next()
    {
        const QString reason = u"vllm generates beside the training: awake it takes the share 0.30 of the card, 23.8 GiB, asleep "
                               "some 0.07; whether its weights and a sequence fit into that is not simulated."_s;
        AnswerLine line;
        line.resize(640, 84);
        line.show();
        line.show_answer({Fits::unknown, u"Not known on A100 SXM4 80GB."_s, {reason}});
        line.show_time({u"3.7 s a step"_s}, u"3.7 s a step"_s);
        const auto labels = line.findChildren<QLabel *>();
        const auto first = std::ranges::find_if(labels, [](const QLabel *one) { return one->text().startsWith(u"vllm"_s); });
        QVERIFY(first != labels.end());
        const QString both = (*first)->text() + u' ' + line.time().text();
        QVERIFY2((*first)->text() != reason && both.startsWith(reason), qPrintable(both));
        QVERIFY(line.time().toolTip().contains(u"3.7 s a step"_s));
    }
    /// A rate of new tokens that is mostly their prompts' says so, and no price of them stands beside it.
    void few_new_tokens_after_long_prompts_have_no_price()
    {
        RunTime time;
        time.card = "GeForce RTX 4090";
        time.serve = ServeTime{.prefill = 4000, .decode = 90, .decode_total = 180, .output = 0.5};
        const QString few = time_phrases(time).join(u"; "_s);
        QVERIFY2(few.startsWith(u"prompts at"_s) && few.contains(u"0.50 new tokens/s with their prompts"_s), qPrintable(few));
        QVERIFY2(!few.contains(u'$'), qPrintable(few));
        time.serve->output = 150;
        const QString many = time_phrases(time).join(u"; "_s);
        QVERIFY2(many.contains(u"150 tokens/s in all"_s) && many.contains(u"a million tokens"_s), qPrintable(many));
    }
    /// What cannot be read says so in a sentence without names of fields, and where to go.
    void a_model_that_cannot_be_read_is_replaced_by_a_link()
    {
        Session session = first_session();
        session.scenarios[0].plan.model = {.preset = "no-such-model"};
        Evaluator evaluator(sample::planner());
        const Answer answer = answer_of(evaluator.evaluate(session));
        QCOMPARE(answer.headline, u"Not known: the model cannot be read."_s);
        QVERIFY(answer.link.contains(u"href=\"model\""_s));
        QVERIFY2(!answer.detail().contains(u"accepted"_s), qPrintable(answer.detail())); // that stands beside the model
        AnswerLine line;
        line.resize(500, 64);
        line.show_answer(answer);
        const auto labels = line.findChildren<QLabel *>();
        const bool shown =
            std::ranges::any_of(labels, [](const QLabel *one) { return one->text().contains(u"href=\"model\""_s); });
        QVERIFY(shown); // however narrow the window is
    }
};

PLIMSOLL_TEST(TestWording)
} // namespace PLIMSOLL_FILE
#include "test_wording.moc"
