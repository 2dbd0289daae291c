// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/test_program.h"
#include "tests/ui/window/layout_faults.h"
#include "tests/ui/window/shown_texts.h"
#include "tests/ui/window/window_driver.h"
#include "ui/theme/language.h"
#include "ui/theme/ts_translator.h"
#include "ui/window/language/rebuilt_windows.h"

#include <QFile>
#include <QFileInfo>
#include <QFontDatabase>
#include <QPointer>
#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>


namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace Qt::StringLiterals;

namespace {

/// Texts of a TS file that its language has other words for.
QSet<QString> english_of(const QString &file)
{
    QFile device(file);
    if (!device.open(QIODevice::ReadOnly)) qFatal("%s", qPrintable(file));
    QSet<QString> out;
    QString source;
    QXmlStreamReader xml(&device);
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement) continue;
        if (xml.name() == u"source"_s) source = xml.readElementText();
        if (xml.name() != u"translation"_s) continue;
        const QString said = xml.readElementText(QXmlStreamReader::IncludeChildElements);
        static const QRegularExpression word_of_a_plan(
            u"^[a-z_]+$"_s); // "none", "auto": values, in lists that show them as they are written
        if (said != source && !word_of_a_plan.match(source).hasMatch() && !source.contains(u'%') && source.size() > 3)
            out << QString(source).remove(u'&');
    }
    return out;
}

Session edited(const Session &session, const FieldEdits &edits)
{
    const auto plan = with_edits(session.current().plan, edits);
    if (!plan.ok()) qFatal("%s", plan.error().message().c_str());
    return with_plan(session, *plan);
}

} // namespace

/// The languages that are shipped, in the window itself.
class TestLanguages : public QObject {
    Q_OBJECT
private slots:
    void a_window_speaks_one_language_and_cuts_nothing_data();
    void a_window_speaks_one_language_and_cuts_nothing();
    void another_language_is_spoken_at_once();
    void languages_are_whole_data() { of_languages(); }
    void languages_are_whole();

private:
    static void of_languages()
    {
        QTest::addColumn<QString>("code");
        QTest::newRow("German") << u"de"_s;
        QTest::newRow("Chinese") << u"zh_CN"_s;
    }
    static QString file_of(const QString &code)
    {
        return QStringLiteral(PLIMSOLL_FIXTURES "/../../resources/i18n/plimsoll_%1.ts").arg(code);
    }
};

void TestLanguages::a_window_speaks_one_language_and_cuts_nothing_data()
{
    QTest::addColumn<QString>("code");
    QTest::addColumn<QSize>("size");
    for (const char *code : {"de", "zh_CN"})
        for (const QSize size : {QSize(1024, 700), QSize(1280, 800)})
            QTest::addRow("%s, %d", code, size.width()) << QString::fromLatin1(code) << size;
}

void TestLanguages::a_window_speaks_one_language_and_cuts_nothing()
{
    QFETCH(QString, code);
    QFETCH(QSize, size);
    // without a font that has its characters, its words are looked at and their room is not
    const bool drawn = code != u"zh_CN"_s || !QFontDatabase::families(QFontDatabase::SimplifiedChinese).isEmpty();
    TsTranslator words;
    QVERIFY(words.read(file_of(code)));
    const QSet<QString> english = english_of(file_of(code));
    QVERIFY(english.size() > 500);
    QVERIFY(install_language(words));
    const Session first = with_compared_precisions(first_session(), {true, true});
    QStringList faults;
    for (const Session &session : {first, edited(first, {{"task", "infer"}, {"weights.quant", "none"}}),
                                   edited(first, {{"stack", "unsloth"}, {"sequence_length", "40000"}})}) {
        WindowDriver w(session);
        w->resize(size);
        QStringList shown;
        for (int tab = 0; tab < w->views().count(); ++tab) {
            w->views().setCurrentIndex(tab);
            QTest::qWait(100);
            QTRY_VERIFY_WITH_TIMEOUT(!w->working(), 60000);
            QTest::qWait(50);
            if (drawn) faults << layout_faults(*w);
            shown << ShownTexts(*w).found();
        }
        for (const QString &one : shown)
            if (english.contains(QString(one).remove(u'&'))) faults << u"in English: "_s + one;
    }
    remove_language(words);
    faults.removeDuplicates();
    QVERIFY2(faults.isEmpty(), qPrintable(u'\n' + faults.join(u'\n')));
}

/// Windows are built anew: what is not saved goes on, with its history, its record and its place.
void TestLanguages::another_language_is_spoken_at_once()
{
    const QTemporaryDir home;
    Settings settings(home.filePath(u"window.ini"_s));
    WindowParts parts;
    parts.settings = &settings;
    parts.planner = std::make_shared<Planner>(document_parts());
    const auto opened = [&parts] {
        auto *window = new MainWindow(parts, first_session());
        window->setAttribute(Qt::WA_DeleteOnClose);
        window->show();
        return window;
    };
    const QPointer<MainWindow> edited_one = opened(), other = opened();
    edited_one->document().apply(edited(first_session(), {{"adapter.rank", "24"}}), u"Change rank"_s);
    const Session before = edited_one->document().session();
    other->move(300, 200);
    const QPoint place = other->pos();
    edited_one->views().setCurrentIndex(2);
    rebuild_windows([&] {
        change_language(*qApp, u"de"_s, {QFileInfo(file_of(u"de"_s)).path()});
        return std::make_shared<Planner>(document_parts());
    });
    QVERIFY(!edited_one && !other);
    std::vector<MainWindow *> now = MainWindow::all_open();
    QCOMPARE(now.size(), std::size_t{2});
    if (!now[0]->document().modified()) std::swap(now[0], now[1]);
    QCOMPARE(now[0]->document().session(), before);
    QCOMPARE(now[0]->views().currentIndex(), 2);
    QCOMPARE(now[1]->pos(), place);
    QVERIFY2(now[0]->panes().answer().answer().headline.startsWith(u"Passt auf"_s),
             qPrintable(now[0]->panes().answer().answer().headline));
    QCOMPARE(now[0]->actions()["file.save"]->text(), u"&Speichern"_s);
    now[0]->actions()["edit.undo"]->trigger();
    QCOMPARE(now[0]->document().session(), first_session());
    now[0]->actions()["edit.redo"]->trigger();
    for (MainWindow *window : now) window->close();
    QCOMPARE(SessionKeeper(settings.sessions_folder()).closed().size(), std::size_t{1}); // one record, of what is not saved
    change_language(*qApp, u"en"_s, {});
    QLocale::setDefault(QLocale::c());
}

/// Each has a text for every text of the others, with the same places.
void TestLanguages::languages_are_whole()
{
    QFETCH(QString, code);
    static const QRegularExpression place(u"%L?\\d"_s);
    QFile device(file_of(code));
    QVERIFY(device.open(QIODevice::ReadOnly));
    const auto places = [](const QString &text) {
        QSet<QString> out;
        for (auto found = place.globalMatch(text); found.hasNext();) out << found.next().captured();
        return out;
    };
    QString source;
    int texts = 0;
    QXmlStreamReader xml(&device);
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement) continue;
        if (xml.name() == u"source"_s) source = xml.readElementText();
        if (xml.name() != u"translation"_s) continue;
        QVERIFY2(xml.attributes().value(u"type"_s).isEmpty(), qPrintable(source));
        const QString said = xml.readElementText(QXmlStreamReader::IncludeChildElements);
        QVERIFY2(source.isEmpty() || !said.isEmpty(), qPrintable(source));
        QVERIFY2(places(source) == places(said), qPrintable(source + u" | "_s + said));
        ++texts;
    }
    QVERIFY(texts > 3000);
}

PLIMSOLL_TEST(TestLanguages)
} // namespace PLIMSOLL_FILE
#include "test_languages.moc"
