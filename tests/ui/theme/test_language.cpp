// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ground/phrase.h"
#include "tests/test_program.h"
#include "ui/panels/live/live_panel.h"
#include "ui/theme/language.h"
#include "ui/theme/palette.h"

#include <QApplication>
#include <QTemporaryDir>
#include <QTest>
#include <QTranslator>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace Qt::StringLiterals;

namespace {

const QString translations = QStringLiteral(PLIMSOLL_FIXTURES "/i18n");

} // namespace

/// The window in another language. The fixture holds the Live panel's own words and a few others.
class TestLanguage : public QObject {
    Q_OBJECT
private slots:
    void cleanup()
    {
        for (QTranslator *one : qApp->findChildren<QTranslator *>()) delete one;
        QLocale::setDefault(QLocale::c());
        load_language(*qApp, QLocale::c(), {});
    }

    void the_systems_language_is_taken()
    {
        QCOMPARE(load_language(*qApp, QLocale(u"de_DE"_s), {translations}), translations + u"/plimsoll_de.ts"_s);
        LivePanel panel;
        QCOMPARE(panel.message(), u"Noch nicht gelesen."_s); // a member's tr(), in its namespace
        QCOMPARE(panel.replay_button().text(), u"Aufzeichnung abspielen …"_s);
        panel.show_readings(LiveSnapshot{}, {}, {});
        QCOMPARE(panel.message(), u"An diesem Rechner wurde keine GPU gefunden."_s);
        QCOMPARE(title_of(Group::weights), u"Gewichte"_s);               // core's
        QCOMPARE(window_text::title_short(Group::working), u"Arbeit"_s); // a free function's of the window
    }
    void plurals_follow_the_language()
    {
        load_language(*qApp, QLocale(u"de_AT"_s), {u"/no/such/folder"_s, translations});
        const char *const points = "%n points; click takes one";
        QCOMPARE(QCoreApplication::translate("plimsoll::SweepPanel", points, nullptr, 1), u"1 Punkt; ein Klick nimmt ihn"_s);
        QCOMPARE(QCoreApplication::translate("plimsoll::SweepPanel", points, nullptr, 19), u"19 Punkte; ein Klick nimmt einen"_s);
    }
    void core_speaks_it_too()
    {
        const auto said = [] {
            return phrase("Tight on %1: %2 of %3 %4 usable.", {"T4", localised("14.5"), localised("1,014.6"), "GiB"});
        };
        const std::string english = "Tight on T4: 14.5 of 1,014.6 GiB usable.";
        QCOMPARE(said(), english);
        QLocale::setDefault(QLocale(u"de_DE"_s));
        load_language(*qApp, QLocale(u"de_DE"_s), {translations});
        QCOMPARE(said(), std::string("Knapp auf T4: 14,5 von 1.014,6 GiB nutzbar."));
        load_language(*qApp, QLocale(u"de_DE"_s), {}); // the translator is still there
        for (QTranslator *one : qApp->findChildren<QTranslator *>()) delete one;
        QCOMPARE(said(), english); // English words, English figures
        QCOMPARE(QLocale().toString(0.5), u"0.5"_s);
        QLocale::setDefault(QLocale::c());
        load_language(*qApp, QLocale::c(), {});
        QCOMPARE(said(), english);
    }
    void what_core_says_early_is_english()
    {
        for (const QString &name : {u"en_US"_s, u"C"_s}) QVERIFY2(is_as_written(QLocale(name)), qPrintable(name));
        for (const QString &name : {u"de_DE"_s, u"ja_JP"_s, u"en_DE"_s})
            QVERIFY2(!is_as_written(QLocale(name)), qPrintable(name));
    }
    void english_and_what_is_not_there_stay_english()
    {
        for (const QString &name : {u"en_US"_s, u"C"_s, u"ja_JP"_s}) {
            QCOMPARE(load_language(*qApp, QLocale(name), {translations}), QString());
            QCOMPARE(LivePanel().message(), u"Not read yet."_s);
        }
        QCOMPARE(load_language(*qApp, QLocale(u"de_DE"_s), {}), QString());
    }
    void an_unfinished_file_is_no_translation()
    {
        QFile whole(translations + u"/plimsoll_de.ts"_s);
        QVERIFY(whole.open(QIODevice::ReadOnly));
        const QByteArray text = whole.readAll().replace("<translation>Gewichte", "<translation type=\"unfinished\">Gewichte");
        const QTemporaryDir folder;
        QFile file(folder.filePath(u"plimsoll_de.ts"_s));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) > 0);
        file.close();
        QCOMPARE(load_language(*qApp, QLocale(u"de_DE"_s), {folder.path()}), QString());
    }
    void a_chosen_language_brings_its_figures()
    {
        QCOMPARE(choose_language(u"de"_s).language(), QLocale::German);
        QCOMPARE(QLocale().toString(0.5), u"0,5"_s);
        QCOMPARE(choose_language(u"zh_CN"_s).language(), QLocale::Chinese);
        QCOMPARE(QLocale().toString(0.5), u"0.5"_s);
        QCOMPARE(languages_in({translations}), (QStringList{u"en"_s, u"de"_s}));
    }
    void a_broken_file_is_no_translation()
    {
        const QTemporaryDir folder;
        QFile file(folder.filePath(u"plimsoll_de.ts"_s));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("no translation") > 0);
        file.close();
        QCOMPARE(load_language(*qApp, QLocale(u"de_DE"_s), {folder.path()}), QString());
        QCOMPARE(LivePanel().message(), u"Not read yet."_s);
    }
};

PLIMSOLL_TEST(TestLanguage)
} // namespace PLIMSOLL_FILE
#include "test_language.moc"
