// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/offers/offers.h"
#include "tests/test_program.h"
#include "tests/ui/sample.h"
#include "ui/controls/segmented.h"
#include "ui/document/card_names.h"
#include "ui/document/finders/time_finder.h"
#include "ui/document/scenarios.h"
#include "ui/panels/advice_panel.h"
#include "ui/panels/fits_panel.h"
#include "ui/theme/language.h"
#include "ui/theme/pseudo_language.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QScopeGuard>
#include <QScrollBar>
#include <QTest>

#include <cmath>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace Qt::StringLiterals;

namespace {

Snapshot first_snapshot() { return Evaluator(sample::planner()).evaluate(first_session()); }

SegmentButton *segment(FitsBar &bar, const QString &beginning)
{
    for (auto *one : bar.findChildren<SegmentButton *>())
        if (one->text().startsWith(beginning)) return one;
    return nullptr;
}

/// The first card that is not out of the question.
bool edge_in_sight(FitsPanel &panel)
{
    int edge = 0;
    while (panel.sorted().index(edge, 0).data(FitsModel::fits_role).toInt() == static_cast<int>(Fits::no)) ++edge;
    const int first = panel.view().rowAt(0); // the panel is too low for many
    return first <= edge && edge <= first + 3;
}

void look_at(FitsPanel &panel, CardRange range)
{
    panel.bar().range().setCurrentIndex(panel.bar().range().findData(static_cast<int>(range)));
}

int number_of(const SegmentButton *button) { return button->text().section(u' ', -1).toInt(); }

} // namespace

/// The two lists beside the timeline: which cards carry the plan, and what would help.
class TestBoards : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { new Theme(qApp, ThemeChoice::light); }

    void cards_are_counted_and_filtered_by_verdict()
    {
        FitsPanel panel;
        panel.resize(640, 240);
        panel.show();
        panel.show_snapshot(first_snapshot());
        look_at(panel, CardRange::all);
        const int all = panel.model().rowCount();
        QCOMPARE(number_of(segment(panel.bar(), u"All"_s)), all);
        int sum = 0;
        for (const auto &[title, word] : {std::pair{u"Fits"_s, Word::fits},
                                          {u"Tight"_s, Word::tight},
                                          {u"Unlikely"_s, Word::unlikely},
                                          {u"Does not fit"_s, Word::does_not_fit}}) {
            auto *button = segment(panel.bar(), title);
            QVERIFY2(button, qPrintable(title));
            sum += number_of(button);
            QTest::mouseClick(button, Qt::LeftButton);
            QCOMPARE(panel.sorted().rowCount(), number_of(button));
            QCOMPARE(panel.view().isVisible(), number_of(button) > 0);
            for (int row = 0; row < panel.sorted().rowCount(); ++row)
                QCOMPARE(panel.sorted().index(row, 0).data(FitsModel::word_role).toInt(), static_cast<int>(word));
        }
        QVERIFY(sum <= all && sum > 0);
        QTest::mouseClick(segment(panel.bar(), u"All"_s), Qt::LeftButton);
        QCOMPARE(panel.sorted().rowCount(), all);
    }
    /// What is bought and rented today stands there first, with the session's own; a search looks everywhere.
    void cards_are_common_or_mine_or_all()
    {
        FitsPanel panel;
        panel.resize(640, 240);
        panel.show();
        panel.show_snapshot(first_snapshot());
        const auto names = [&] {
            QStringList out;
            for (int row = 0; row < panel.sorted().rowCount(); ++row)
                out << panel.sorted().index(row, 0).data(FitsModel::name_role).toString();
            return out;
        };
        const int common = panel.sorted().rowCount();
        QCOMPARE(number_of(segment(panel.bar(), u"All"_s)), common);
        QVERIFY(common > 50 && common < panel.model().rowCount());
        QVERIFY(names().contains(u"GeForce RTX 4090"_s) && names().filter(u"MIG"_s).isEmpty() &&
                names().filter(u"Jetson"_s).isEmpty());
        QTest::keyClicks(&panel.bar().search(), u"jetson"_s);
        QVERIFY(panel.sorted().rowCount() > 0);
        panel.bar().search().clear();
        look_at(panel, CardRange::mine);
        QCOMPARE(names(), QStringList{u"GeForce RTX 4090"_s});
        look_at(panel, CardRange::all);
        QCOMPARE(panel.sorted().rowCount(), panel.model().rowCount());
    }
    void cards_are_found_by_words_of_their_names()
    {
        FitsPanel panel;
        panel.resize(640, 240);
        panel.show();
        panel.show_snapshot(first_snapshot());
        look_at(panel, CardRange::all);
        panel.view().scrollToBottom();
        QTest::keyClicks(&panel.bar().search(), u"geforce"_s);
        QVERIFY(edge_in_sight(panel));
        panel.bar().search().clear();
        QTest::keyClicks(&panel.bar().search(), u"4090 geforce"_s);
        QVERIFY(panel.sorted().rowCount() >= 1);
        for (int row = 0; row < panel.sorted().rowCount(); ++row)
            QVERIFY(panel.sorted().index(row, 0).data(FitsModel::name_role).toString().contains(u"4090"_s));
        QTest::keyClicks(&panel.bar().search(), u" no such"_s);
        QCOMPARE(panel.sorted().rowCount(), 0);
        QVERIFY(!panel.view().isVisible()); // and the reason stands there instead
        panel.bar().search().clear();
        QVERIFY(panel.view().isVisible());
    }
    /// Counts say what a press on them leaves.
    void counts_are_of_the_cards_that_have_the_words()
    {
        FitsPanel panel;
        panel.resize(640, 240);
        panel.show();
        panel.show_snapshot(first_snapshot());
        look_at(panel, CardRange::all);
        const int all = panel.model().rowCount();
        QTest::keyClicks(&panel.bar().search(), u"radeon"_s);
        QCOMPARE(number_of(segment(panel.bar(), u"All"_s)), panel.sorted().rowCount());
        QVERIFY(panel.sorted().rowCount() < all);
        for (const QString &title : {u"Fits"_s, u"Tight"_s, u"Unlikely"_s, u"Does not fit"_s}) {
            QTest::mouseClick(segment(panel.bar(), title), Qt::LeftButton);
            QCOMPARE(panel.sorted().rowCount(), number_of(segment(panel.bar(), title)));
        }
        panel.bar().search().clear();
        QCOMPARE(number_of(segment(panel.bar(), u"All"_s)), all);
    }
    /// The plan's own card is as fast on the board as in its answer; what is not known is no figure and sorts last.
    void cards_are_sorted_by_speed_and_by_what_a_run_costs()
    {
        FitsPanel panel;
        panel.resize(1200, 240);
        panel.show();
        const Snapshot snapshot = first_snapshot();
        panel.show_snapshot(snapshot);
        look_at(panel, CardRange::all);
        const auto row_of = [&](const QString &name) {
            for (int row = 0; row < panel.sorted().rowCount(); ++row)
                if (panel.sorted().index(row, 0).data(FitsModel::name_role).toString() == name) return row;
            return -1;
        };
        const auto value = [&](int row, int column) { return panel.sorted().index(row, column).data(FitsModel::exact_role); };
        QTRY_VERIFY(value(row_of(u"GeForce RTX 4090"_s), FitsModel::speed).isValid());
        const auto time = own_time(*snapshot.current().estimate);
        QVERIFY(time && time->step);
        QCOMPARE(value(row_of(u"GeForce RTX 4090"_s), FitsModel::speed).toDouble(), time->tokens_per_second());
        panel.view().sortByColumn(FitsModel::speed, Qt::DescendingOrder);
        QVERIFY(value(0, FitsModel::speed).toDouble() > value(row_of(u"GeForce RTX 4090"_s), FitsModel::speed).toDouble());
        panel.view().sortByColumn(FitsModel::run_price, Qt::AscendingOrder);
        QVERIFY(value(0, FitsModel::run_price).isValid());
        QVERIFY(!value(panel.sorted().rowCount() - 1, FitsModel::run_price).isValid());
        Snapshot named = snapshot; // of an amount: its hours and its dollars, at once and without another question
        named.session.amount = {.tokens = 1e9};
        panel.show_snapshot(named);
        QCOMPARE(panel.model().headerData(FitsModel::speed, Qt::Horizontal, Qt::DisplayRole).toString(), u"hours"_s);
        // whole steps: the last makes its tokens too
        const double tokens = std::ceil(1e9 / time->step->tokens) * time->step->tokens;
        const double hours = tokens / time->tokens_per_second() / 3600;
        QVERIFY(std::abs(value(row_of(u"GeForce RTX 4090"_s), FitsModel::speed).toDouble() / hours - 1) < 1e-9);
        const auto dollars = dollars_for_tokens(*time, tokens);
        QVERIFY(dollars && std::abs(value(row_of(u"GeForce RTX 4090"_s), FitsModel::run_price).toDouble() / *dollars - 1) < 1e-9);
        panel.view().sortByColumn(FitsModel::speed, Qt::AscendingOrder);
        QVERIFY(value(0, FitsModel::speed).isValid()); // unknown is not fast
        QVERIFY(!value(panel.sorted().rowCount() - 1, FitsModel::speed).isValid());
    }
    /// Words are left out of a name the way people say it, never so that another card would be meant.
    void names_without_room_lose_words_that_are_not_missed()
    {
        const auto shortest = [](const QString &name) { return name_forms(name, name).last(); };
        QCOMPARE(shortest(u"RTX 6000 Ada Generation"_s), u"RTX 6000 Ada"_s);
        QCOMPARE(shortest(u"RTX PRO 4500 Blackwell"_s), u"RTX PRO 4500"_s);
        QCOMPARE(shortest(u"RTX PRO 6000 Blackwell Max-Q Workstation Edition"_s), u"RTX PRO 6000 Max-Q"_s);
        QCOMPARE(shortest(u"RTX PRO 6000 Blackwell Workstation Edition"_s), u"RTX PRO 6000 Workstation"_s);
        QCOMPARE(shortest(u"RTX PRO 6000 Blackwell Server Edition"_s), u"RTX PRO 6000 Server"_s);
        QCOMPARE(shortest(u"TITAN X (Pascal)"_s), u"TITAN X (Pascal)"_s); // there is a GTX TITAN X
        QCOMPARE(name_within(u"2 × 96 GB RTX PRO 6000 Blackwell Workstation Edition"_s,
                             u"2 × RTX PRO 6000 Blackwell Workstation Edition"_s, 20),
                 u"2 × 96 GB RTX PRO 6000 Workstation"_s);
        QStringList forms;
        for (const Gpu &gpu : gpu_catalogue()) forms << shortest(QString::fromStdString(gpu.short_name()));
        QCOMPARE(forms.removeDuplicates(), 0);
    }
    /// At the window's smallest usual width nearly every card is called by a whole form of its name, and at a large one by all of it.
    void every_name_has_room()
    {
        FitsPanel panel;
        panel.show_snapshot(first_snapshot());
        look_at(panel, CardRange::all);
        panel.show();
        const auto cut = [&](int width, bool whole) {
            panel.resize(width, 240);
            QCoreApplication::processEvents();
            QStringList out;
            const QFontMetrics metrics(panel.view().font());
            const int room = panel.view().columnWidth(FitsModel::card) - 8;
            for (int row = 0; row < panel.model().rowCount(); ++row) {
                const QString name = panel.model().index(row, FitsModel::card).data().toString();
                if (metrics.horizontalAdvance(whole ? name : name_forms(name, name).last()) > room) out << name;
            }
            return out;
        };
        QVERIFY2(cut(1900, true).isEmpty(), qPrintable(cut(1900, true).join(u", "_s)));
        QVERIFY2(cut(638, false).size() <= 2, qPrintable(cut(638, false).join(u", "_s)));
    }
    /// However narrow it is, nothing scrolls sideways; a wide one says how old its prices are.
    void columns_make_room_for_one_another()
    {
        FitsPanel panel;
        panel.show_snapshot(first_snapshot());
        look_at(panel, CardRange::all);
        panel.show();
        for (const int width : {372, 400, 470, 560, 638, 900, 1900}) {
            panel.resize(width, 240);
            QCoreApplication::processEvents();
            QVERIFY2(panel.view().horizontalScrollBar()->maximum() == 0, qPrintable(QString::number(width)));
            QVERIFY(!panel.view().isColumnHidden(FitsModel::verdict) && !panel.view().isColumnHidden(FitsModel::length));
            QVERIFY(panel.view().columnWidth(FitsModel::card) >= 90);
            panel.view().sortByColumn(width % 2 ? FitsModel::length : FitsModel::usable, Qt::AscendingOrder);
        }
        QVERIFY(!panel.view().isColumnHidden(FitsModel::date));
        for (int row = 0; row < panel.model().rowCount(); ++row) {
            const QModelIndex cell = panel.model().index(row, FitsModel::date);
            const CloudOffer *offer = cheapest_offer(cell.data(FitsModel::name_role).toString().toStdString());
            const QString date = offer ? QString::fromStdString(offer->price_date) : QString();
            QCOMPARE(cell.data().toString(), date.isEmpty() ? u"–"_s : date.left(7));
        }
    }
    /// Wide bars reach to further cards instead of drawing the need longer and longer.
    void bars_reach_further_where_they_are_long()
    {
        FitsModel model;
        const auto board = first_board(*first_snapshot().current().estimate, gpu_catalogue());
        model.set_board(board, {}, 15 * gib);
        QCOMPARE(model.bar_bytes(60), 30 * gib);
        QCOMPARE(model.bar_bytes(480), 30 * gib);
        QCOMPARE(model.bar_bytes(1200), 75 * gib);
        Bytes largest = 0;
        for (const BoardRow &row : board.rows) largest = std::max(largest, row.verdict.usable);
        QCOMPARE(model.bar_bytes(100'000), largest);
        model.set_board(board, {}, 2 * largest);
        QCOMPARE(model.bar_bytes(100'000), 4 * largest);
    }
    void a_length_beyond_the_models_positions_is_marked()
    {
        FitsModel model;
        Board board = first_board(*first_snapshot().current().estimate, gpu_catalogue());
        QVERIFY(board.positions > 0);
        const auto shown = [&](Count length, int role) {
            for (BoardRow &row : board.rows) row.length = {length, true};
            model.set_board(board, {}, gib);
            return model.index(0, FitsModel::length).data(role).toString();
        };
        QVERIFY(!shown(board.positions, Qt::DisplayRole).contains(u'*'));
        QVERIFY(shown(board.positions + 1, Qt::DisplayRole).endsWith(u'*'));
        QVERIFY(shown(board.positions + 1, Qt::AccessibleTextRole).contains(u"* The model was made for"_s));
        QVERIFY(!shown(board.positions, Qt::ToolTipRole).contains(u"made for"_s));
    }
    void the_cheapest_offer_stands_beside_its_card()
    {
        FitsModel model;
        Numbers numbers;
        numbers.locale = QLocale(QLocale::English);
        model.set_board(first_board(*first_snapshot().current().estimate, gpu_catalogue()), numbers, gib);
        int known = 0;
        for (int row = 0; row < model.rowCount(); ++row) {
            const QModelIndex cell = model.index(row, FitsModel::price);
            const CloudOffer *offer = cheapest_offer(cell.data(FitsModel::name_role).toString().toStdString());
            QCOMPARE(cell.data(FitsModel::exact_role).isValid(), offer != nullptr);
            if (!offer) {
                QCOMPARE(cell.data().toString(), u"–"_s);
                continue;
            }
            ++known;
            const QString tip = cell.data(Qt::ToolTipRole).toString();
            QVERIFY(tip.contains(QString::fromStdString(offer->price_date)));
            QVERIFY(tip.contains(QString::fromStdString(offer->provider)));
            QCOMPARE(cell.data().toString().contains(u'×'), offer->count > 1);
        }
        QVERIFY(known >= 25);
    }
    void long_advice_takes_a_second_line()
    {
        AdvicePanel panel;
        panel.resize(640, 300);
        panel.show();
        Advice brief, long_one;
        brief.title = "LoRA rank 8";
        brief.cost = "less capacity to learn";
        brief.change = long_one.change = "{}";
        long_one.title = "Fused loss kernel";
        long_one.cost =
            "needs Liger; the same result, but the logits of evaluation are not kept and custom losses that read them "
            "stop working";
        panel.show_advice({brief, long_one}, {}, {});
        QCOMPARE(panel.view().rowHeight(0), 24);
        QVERIFY(panel.view().rowHeight(1) > 30);
        panel.resize(1900, 300);
        QCoreApplication::processEvents();
        QCOMPARE(panel.view().rowHeight(1), 24); // room enough for one line
    }
    /// German is that long: a verdict loses words before what a change costs goes.
    void longer_words_leave_the_costs()
    {
        PseudoLanguage language;
        install_language(language);
        const auto back = qScopeGuard([&] { remove_language(language); });
        AdvicePanel advice;
        advice.resize(617, 300);
        advice.show();
        Advice one;
        one.title = "LoRA rank 8";
        one.cost = "less capacity to learn";
        one.change = "{}";
        one.word = Word::unlikely;
        advice.show_advice({one}, {}, {});
        QVERIFY(!advice.view().isColumnHidden(AdviceModel::costs));
        QVERIFY(advice.view().columnWidth(AdviceModel::costs) >= 100);
    }
    void a_wide_window_keeps_the_buttons_beside_the_words()
    {
        AdvicePanel panel;
        panel.resize(2000, 300);
        panel.show();
        std::vector<Advice> all(3);
        all[0].title = "Adapters on PEFT's default modules only"; // the widest: its column is made for it
        all[1].title = "LoRA rank 8";
        all[2].title = "Checkpoints on the host";
        for (Advice &one : all) one.change = "{}", one.cost = "fewer modules learn";
        panel.show_advice(all, {}, {});
        for (int row = 0; row < 3; ++row) QCOMPARE(panel.view().rowHeight(row), 24);
        const int words = QFontMetrics(panel.view().font()).horizontalAdvance(QString::fromStdString(all[0].cost));
        const int costs = panel.view().columnWidth(AdviceModel::costs);
        QVERIFY2(costs >= words && costs < words + 150, qPrintable(u"%1 for %2"_s.arg(costs).arg(words)));
    }
};

PLIMSOLL_TEST(TestBoards)
} // namespace PLIMSOLL_FILE
#include "test_boards.moc"
