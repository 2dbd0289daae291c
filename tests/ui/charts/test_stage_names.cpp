// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/titles.h"
#include "core/measured/comparison.h"
#include "tests/test_program.h"
#include "tests/ui/charts/samples.h"
#include "ui/charts/timeline/timeline_geometry.h"
#include "ui/theme/language.h"
#include "ui/theme/pseudo_language.h"
#include "ui/theme/text_width.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QTest>

#include <algorithm>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

constexpr QSizeF canvas_size(640, 236);

/// What stages of an engine's start are called under the timeline.
class TestStageNames : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { new Theme(qApp, ThemeChoice::light); }
    /// Stages of an engine's start that follow each other under one name are one, and each has its whole name.
    void stages_of_a_start_have_whole_names()
    {
        TimelineData data;
        std::vector<TimelinePoint> points(8);
        const char *names[] = {"", "loaded", "loaded", "", "the cache", "the graphs", "it serves", "it serves"};
        for (std::size_t i = 0; i < points.size(); ++i) {
            points[i].phase = i < 4 ? Phase::load : Phase::serve;
            points[i].label = names[i];
            points[i].allocated = points[i].components[0] = gib * static_cast<Bytes>(i + 1);
        }
        data.points = std::make_shared<const std::vector<TimelinePoint>>(points);
        data.numbers.locale = QLocale::c();
        const auto g = lay_out(data, canvas_size);
        QStringList said;
        double end = 0;
        for (const PlacedText &name : g.operations) {
            said << name.text;
            QVERIFY(name.at.x() >= std::max(end, g.plot.left()));
            end = name.at.x() + text_width(ui_font(), name.text);
        }
        QVERIFY(end <= g.plot.right());
        QCOMPARE(said, (QStringList{QStringLiteral("loaded"), QStringLiteral("the cache"), QStringLiteral("the graphs"),
                                    QStringLiteral("it serves")}));
    }
    /// Names that have no room beside the others go whole, the longest first.
    void stages_without_room_go_and_are_not_cut()
    {
        TimelineData data;
        std::vector<TimelinePoint> points(6);
        const char *names[] = {
            "loaded",    "the caches are made", "the buffer of the computation's graph is made at its full size",
            "it serves", "it serves",           "it serves"};
        for (std::size_t i = 0; i < points.size(); ++i) {
            points[i].phase = i < 1 ? Phase::load : Phase::serve;
            points[i].label = names[i];
            points[i].allocated = points[i].components[0] = gib * static_cast<Bytes>(i + 1);
        }
        data.points = std::make_shared<const std::vector<TimelinePoint>>(points);
        data.numbers.locale = QLocale::c();
        QStringList said;
        for (const PlacedText &name : lay_out(data, {560, 236}).operations) said << name.text;
        QCOMPARE(said,
                 (QStringList{QStringLiteral("loaded"), QStringLiteral("the caches are made"), QStringLiteral("it serves")}));
    }
    /// What an engine says is translated, also a single word; what PyTorch calls its operations is not.
    void stages_are_in_the_readers_words()
    {
        PseudoLanguage language;
        install_language(language);
        QStringList same;
        for (const char *stage :
             {"loaded", "it serves", "the caches are made", "the graph's buffer is made", "after the last token"})
            if (title_of_operation(stage) == stage) same << QString::fromLatin1(stage);
        const std::string operation = title_of_operation("log_softmax"), phase = title_of_measured("loss_backward");
        remove_language(language);
        QCOMPARE(same, QStringList());
        QCOMPARE(operation, std::string("log_softmax"));
        QVERIFY(phase != "loss_backward" && phase != title_of_measured("loss_backward"));
        QCOMPARE(title_of_measured("loss_backward"), std::string("loss backward"));
    }
};

PLIMSOLL_TEST(TestStageNames)
} // namespace PLIMSOLL_FILE
#include "test_stage_names.moc"
