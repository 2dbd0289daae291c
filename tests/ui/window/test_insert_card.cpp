// SPDX-License-Identifier: GPL-3.0-or-later
// File ▸ Insert into model card: the difference first, the block only, nobody's lines lost.
#include "tests/test_program.h"
#include "tests/ui/window/window_driver.h"
#include "ui/document/text.h"
#include "ui/panels/card_dialog.h"

#include <QFile>
#include <QTextBlock>
#include <QTextLayout>

namespace plimsoll {

class TestInsertCard : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    const QByteArray m_card = "---\nlicense: mit\n---\n# Tuned\n\n## Hardware\n\nOne card.\n\n## Citation\n\nNone.\n";

    QString path() const { return m_folder.filePath(QStringLiteral("README.md")); }
    void write(const QByteArray &bytes) const
    {
        QFile file(path());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }
    QByteArray content() const
    {
        QFile file(path());
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    static CardDialog *dialog_of(WindowDriver &window)
    {
        for (auto *one : window->findChildren<CardDialog *>())
            if (one->isVisible()) return one;
        return nullptr;
    }
    /// Lines of a difference that begin with this sign, without its head.
    static QStringList lines(const CardDialog &dialog, QChar sign)
    {
        QStringList out;
        for (const QString &line : dialog.difference().toPlainText().split(QLatin1Char('\n')))
            if (line.startsWith(sign) && !line.startsWith(QString(3, sign))) out << line.mid(1);
        return out;
    }

private slots:
    void init() { write(m_card); }

    void the_difference_is_shown_and_nothing_is_written_before()
    {
        WindowDriver window;
        window->exports().insert_into(path());
        CardDialog *const dialog = dialog_of(window);
        QVERIFY(dialog);
        QCOMPARE(content(), m_card);
        QVERIFY(lines(*dialog, QLatin1Char('-')).isEmpty());
        const QStringList added = lines(*dialog, QLatin1Char('+'));
        QVERIFY(!added.isEmpty());
        QVERIFY(std::ranges::any_of(added,
                                    [](const QString &line) { return line.startsWith(QStringLiteral("<!-- BEGIN PLIMSOLL")); }));
        QVERIFY(!added.contains(QStringLiteral("## GPU memory"))); // the card's own heading says what it is
        dialog->close();
        QCOMPARE(content(), m_card);
    }

    void what_is_agreed_to_is_written_under_the_heading()
    {
        WindowDriver window;
        window->exports().insert_into(path());
        dialog_of(window)->write_button().click();
        const QByteArray after = content();
        const qsizetype begin = after.indexOf("<!-- BEGIN PLIMSOLL"), end = after.indexOf("<!-- END PLIMSOLL -->");
        QVERIFY(begin > after.indexOf("One card.") && end > begin && end < after.indexOf("## Citation"));
        QVERIFY(after.startsWith(m_card.left(m_card.indexOf("One card.") + 9)) && after.endsWith("## Citation\n\nNone.\n"));
        window->exports().insert_into(path()); // the same block once more
        QVERIFY(!dialog_of(window));
        QCOMPARE(content(), after);
    }

    void what_somebody_else_wrote_meanwhile_stays()
    {
        WindowDriver window;
        window->exports().insert_into(path());
        CardDialog *const dialog = dialog_of(window);
        QVERIFY(dialog);
        write(m_card + "Mine.\n");
        dialog->write_button().click();
        QCOMPARE(content(), m_card + "Mine.\n");
        QVERIFY(window->panes().errors().text().contains(QStringLiteral("It has changed meanwhile, and nothing was written.")));
    }

    void a_card_with_broken_markers_is_refused()
    {
        write("# A\n<!-- BEGIN PLIMSOLL -->\n");
        WindowDriver window;
        window->exports().insert_into(path());
        QVERIFY(!dialog_of(window));
        QVERIFY(window->panes().errors().isVisible());
        QCOMPARE(content(), QByteArray("# A\n<!-- BEGIN PLIMSOLL -->\n"));
    }

    void colours_follow_the_appearance()
    {
        WindowDriver window;
        window->exports().insert_into(path());
        CardDialog *const dialog = dialog_of(window);
        QVERIFY(dialog);
        const auto colour = [&] {
            const QTextDocument &text = *dialog->difference().document();
            for (QTextBlock block = text.begin(); block.isValid(); block = block.next())
                if (block.text().startsWith(QStringLiteral("+<!--")) && !block.layout()->formats().isEmpty())
                    return block.layout()->formats().front().format.foreground().color();
            return QColor();
        };
        QTRY_COMPARE(colour(), palette_for({}).verdict(Word::fits)); // drawn with the next events
        window.theme().choose(ThemeChoice::dark);
        QTRY_COMPARE(colour(), palette_for({.dark = true}).verdict(Word::fits));
    }

    void signs_have_colours_that_are_read_in_every_appearance()
    {
        for (const ThemeChoice choice : {ThemeChoice::light, ThemeChoice::dark, ThemeChoice::high_contrast}) {
            WindowDriver window;
            window.theme().choose(choice);
            const Palette &colors = current_palette();
            for (const QColor &ink : {colors.verdict(Word::fits), colors.verdict(Word::does_not_fit), colors.muted})
                for (const QColor &ground : {colors.paper, colors.field})
                    QVERIFY2(contrast(ink, ground) >= 4.5, qPrintable(ink.name() + QLatin1Char(' ') + ground.name()));
        }
    }
};

} // namespace plimsoll

using plimsoll::TestInsertCard;
PLIMSOLL_TEST(TestInsertCard)
#include "test_insert_card.moc"
