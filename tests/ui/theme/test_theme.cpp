// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/test_program.h"
#include "ui/document/numbers.h"
#include "ui/theme/icons.h"
#include "ui/theme/palette.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QHeaderView>
#include <QPainter>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QStyle>
#include <QTest>

#include <cmath>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

const std::array<Appearance, 4> appearances{Appearance{false, false}, Appearance{true, false}, Appearance{false, true},
                                            Appearance{true, true}};

QString named(const QColor &a, const QColor &b)
{
    return QStringLiteral("%1 on %2: %3").arg(a.name(), b.name()).arg(contrast(a, b));
}

std::array<double, 3> oklab(const QColor &color)
{
    const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    const double r = linear(color.redF()), g = linear(color.greenF()), b = linear(color.blueF());
    const double l = std::cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    const double m = std::cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    const double s = std::cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s, 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
            0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

double difference(const QColor &a, const QColor &b)
{
    const auto x = oklab(a), y = oklab(b);
    return 100 * std::hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
}

} // namespace

class TestTheme : public QObject {
    Q_OBJECT

private slots:
    void text_is_readable()
    {
        for (const auto appearance : appearances) {
            const auto &p = palette_for(appearance);
            for (const auto &back : {p.window, p.paper, p.field, p.selection, p.held})
                QVERIFY2(contrast(p.text, back) >= 4.5, qPrintable(named(p.text, back)));
            for (const auto &back : {p.window, p.paper, p.field})
                for (const auto &front : {p.muted, p.link})
                    QVERIFY2(contrast(front, back) >= 4.5, qPrintable(named(front, back)));
            QVERIFY2(contrast(p.inactive, p.window) >= 4.5, qPrintable(named(p.inactive, p.window)));
            QVERIFY2(contrast(p.muted, p.held) >= 4.5, qPrintable(named(p.muted, p.held)));
            QVERIFY2(contrast(p.paper, p.pressed) >= 4.5, qPrintable(named(p.paper, p.pressed)));
            for (const auto fits : {Word::fits, Word::tight, Word::unlikely, Word::does_not_fit, Word::unknown})
                QVERIFY2(contrast(p.verdict(fits), p.paper) >= 4.5, qPrintable(named(p.verdict(fits), p.paper)));
        }
    }

    /// What cannot be used or does not apply is told from what can, also where every caption is black or white.
    void what_is_disabled_looks_so()
    {
        constexpr double apart = 1.9; // captions of the dark appearance are as far from its text
        for (const auto appearance : appearances) {
            const auto &p = palette_for(appearance);
            const QPalette q = p.qt_palette();
            for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
                const QColor on = q.color(QPalette::Active, role), off = q.color(QPalette::Disabled, role);
                QVERIFY2(contrast(on, off) >= apart, qPrintable(named(on, off)));
            }
            QVERIFY2(contrast(p.text, p.inactive) >= apart, qPrintable(named(p.text, p.inactive)));
        }
    }

    void marks_are_visible()
    {
        for (const auto appearance : appearances) {
            const auto &p = palette_for(appearance);
            for (const auto fits : {Word::fits, Word::tight, Word::unlikely, Word::does_not_fit, Word::unknown})
                for (const auto &back : {p.window, p.paper, p.selection})
                    QVERIFY2(contrast(p.verdict(fits), back) >= 3.0, qPrintable(named(p.verdict(fits), back)));
            for (int i = 0; i < static_cast<int>(component_count); ++i) {
                const auto component = static_cast<Component>(i);
                for (const auto &fill : {p.fill(component), p.fill(group_of(component))}) {
                    QVERIFY2(contrast(p.ink_on(fill), fill) >= 4.5, qPrintable(named(p.ink_on(fill), fill)));
                    const auto edge = p.needs_outline(fill) ? p.outline_of(fill) : fill;
                    QVERIFY2(contrast(edge, p.paper) >= 3.0, qPrintable(named(edge, p.paper)));
                }
            }
        }
    }

    void groups_part_by_colour()
    {
        for (const bool dark : {false, true}) {
            const auto &p = palette_for({dark, false});
            for (std::size_t i = 0; i < group_count; ++i)
                for (std::size_t j = i + 1; j < group_count; ++j)
                    QVERIFY(difference(p.fill(static_cast<Group>(i)), p.fill(static_cast<Group>(j))) >= 10.0);
        }
    }

    void groups_hold_every_component_once_in_order()
    {
        std::vector<Component> seen;
        for (std::size_t g = 0; g < group_count; ++g)
            for (const auto component : components_of(static_cast<Group>(g))) {
                QCOMPARE(group_of(component), static_cast<Group>(g));
                seen.push_back(component);
            }
        QCOMPARE(seen.size(), component_count);
        QVERIFY(std::ranges::is_sorted(seen));
        QCOMPARE(components_of(Group::runtime).size(), std::size_t{2});
    }

    void figures_are_written_alike_everywhere()
    {
        const Numbers n{ByteUnit::binary, QLocale::c()};
        const auto g = [](double v) { return static_cast<Bytes>(std::llround(v * static_cast<double>(gib))); };
        QCOMPARE(n.brief(g(15.16)), QStringLiteral("15.2"));
        QCOMPARE(n.brief(g(116.9)), QStringLiteral("117"));
        QCOMPARE(n.brief(g(99.96)), QStringLiteral("100"));
        QCOMPARE(n.brief(g(7.2)), QStringLiteral("7.2"));
        QCOMPARE(n.brief(g(0.65)), QStringLiteral("0.65"));
        QCOMPARE(n.brief(g(0.9996)), QStringLiteral("1.0"));
        QCOMPARE(n.brief(1), QStringLiteral("<0.01"));
        QCOMPARE(n.brief(0), QStringLiteral("0"));
        QCOMPARE(n.brief_difference(-g(9.4)), QStringLiteral("\u22129.4\u00a0GiB"));
        QCOMPARE(n.brief_difference(g(38.9)), QStringLiteral("+38.9\u00a0GiB"));
        QCOMPARE(n.table(16'282'288'128), QStringLiteral("15.16"));
        QCOMPARE(n.table_difference(g(-100.9)), QStringLiteral("\u2212100.90"));
        QCOMPARE(n.table_difference(3), QStringLiteral("0.00"));
        QCOMPARE(n.exact(16'282'288'128), QStringLiteral("16,282,288,128 B"));
        QCOMPARE(n.percent(475, 1000), QStringLiteral("47.5"));
        QCOMPARE(n.percent(1, 0), QStringLiteral("\u2013"));
        QCOMPARE(n.axis(0.5), QStringLiteral("0.5"));
        QCOMPARE(n.axis(0.2 * 3), QStringLiteral("0.6"));
        QCOMPARE(n.axis(0.25), QStringLiteral("0.25"));
        qApp->setLayoutDirection(Qt::RightToLeft); // where a sign keeps its place by a mark that nobody sees
        QCOMPARE(n.table_difference(g(-100.9)), QStringLiteral("\u200e\u2212100.90"));
        qApp->setLayoutDirection(Qt::LeftToRight);
        const Numbers german{ByteUnit::decimal, QLocale(QLocale::German)};
        QCOMPARE(german.brief_with_unit(24'000'000'000), QStringLiteral("24,0\u00a0GB"));
        QCOMPARE(german.exact(1'234'567), QStringLiteral("1.234.567 B"));
    }

    void every_icon_draws_in_its_colour()
    {
        for (int i = 0; i < icon_count; ++i) {
            const auto image = icon(static_cast<Icon>(i), Qt::red).pixmap(32, 32).toImage();
            bool red = false;
            for (int y = 0; y < image.height() && !red; ++y)
                for (int x = 0; x < image.width() && !red; ++x) red = image.pixelColor(x, y) == QColor(Qt::red);
            QVERIFY2(red, qPrintable(QString::number(i)));
        }
    }

    void arrows_of_tool_bars_are_of_the_set()
    {
        const Theme theme(qApp);
        const auto drawn = [](const QIcon &icon) { return icon.pixmap(32, 32).toImage(); };
        const QStyle *const style = QApplication::style();
        QCOMPARE(drawn(style->standardIcon(QStyle::SP_ToolBarHorizontalExtensionButton)), drawn(icon(Icon::chevron_right)));
        QCOMPARE(drawn(style->standardIcon(QStyle::SP_ToolBarVerticalExtensionButton)), drawn(icon(Icon::chevron_down)));
    }

    void the_theme_follows_the_system_until_told_otherwise()
    {
        Theme theme(qApp);
        QCOMPARE(theme.appearance(), Appearance{});
        QSignalSpy changed(&theme, &Theme::changed);
        QApplication::setPalette(palette_for({true, false}).qt_palette()); // what a platform does when the user goes dark
        QCOMPARE(theme.appearance(), (Appearance{true, false}));
        QCOMPARE(current_palette().appearance, (Appearance{true, false}));
        QVERIFY(changed.count() >= 1);
        theme.choose(ThemeChoice::light);
        QCOMPARE(current_palette().appearance, Appearance{});
        QCOMPARE(QApplication::palette().color(QPalette::Base), palette_for({}).paper);
        theme.choose(ThemeChoice::high_contrast);
        QVERIFY(current_palette().appearance.high_contrast);
        theme.choose(ThemeChoice::system);
        QCOMPARE(theme.appearance(), (Appearance{true, false}));
    }

    /// A baseline's long name begins with its first word: no section shows another line of it.
    void a_columns_title_ends_in_an_ellipsis()
    {
        Theme theme(qApp, ThemeChoice::light);
        QStandardItemModel model(0, 1);
        QHeaderView header(Qt::Horizontal);
        header.setModel(&model);
        header.setTextElideMode(Qt::ElideRight);
        header.resize(52, 24);
        header.resizeSection(0, 52);
        const auto drawn = [&](const QString &title) {
            model.setHeaderData(0, Qt::Horizontal, title);
            return header.grab().toImage();
        };
        const QString name = QStringLiteral("to QLoRA with a name that nobody reads to its end");
        const int room = 52 - 2 * header.style()->pixelMetric(QStyle::PM_HeaderMargin, nullptr, &header);
        const QString cut = header.fontMetrics().elidedText(name, Qt::ElideRight, room);
        QVERIFY(cut.startsWith(QStringLiteral("to")) && cut.size() < name.size());
        QCOMPARE(drawn(name), drawn(cut));
    }
};

PLIMSOLL_TEST(TestTheme)
} // namespace PLIMSOLL_FILE
#include "test_theme.moc"
