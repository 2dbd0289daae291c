// SPDX-License-Identifier: GPL-3.0-or-later
// The examples in docs/ are what the program prints: each "$ plimsoll …" in a block of ```console is run in the source's folder. JSON is
// compared value by value, other text line by line; "…" stands for what is left out. With PLIMSOLL_RENEW_EXAMPLES in the environment
// (./dev readme) the documents get the program's answers in place of those that they show.
#include "shown_json.h"
#include "tests/test_program.h"

#include <QDirIterator>
#include <QFile>
#include <QProcess>
#include <QTest>

namespace PLIMSOLL_FILE {

using namespace Qt::StringLiterals;
using nlohmann::json;

namespace {

const QString documents = QStringLiteral(PLIMSOLL_SOURCE "/docs");

struct Compared {
    QStringList differences;
    QString renewed;
};

QString answer_to(const QString &command)
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"PATH"_s, QCoreApplication::applicationDirPath() + u':' + environment.value(u"PATH"_s));
    environment.insert(u"HF_HUB_CACHE"_s, u"/nonexistent"_s);
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(QStringLiteral(PLIMSOLL_SOURCE));
    process.start(u"bash"_s, {u"-c"_s, command});
    if (!process.waitForFinished(120'000)) process.kill();
    return QString::fromUtf8(process.readAllStandardOutput());
}

/// One value of several lines, or one a line.
std::vector<json> values_in(const QString &answer)
{
    const json whole = json::parse(answer.toStdString(), nullptr, false);
    if (!whole.is_discarded()) return {whole};
    std::vector<json> out;
    for (const QString &line : answer.split(u'\n', Qt::SkipEmptyParts))
        out.push_back(json::parse(line.toStdString(), nullptr, false));
    return out;
}

Compared compared(const QString &shown, const QString &answer)
{
    if (shown.startsWith(u'{') || shown.startsWith(u'[')) {
        const plimsoll::docs::ShownJson result = plimsoll::docs::compare_shown(shown.toStdString(), values_in(answer));
        Compared out{{}, QString::fromStdString(result.renewed)};
        for (const std::string &difference : result.differences) out.differences << QString::fromStdString(difference);
        return out;
    }
    // a line "…" ends the part that is shown
    const qsizetype end = shown.indexOf(u"\n…\n"_s) + 1;
    const QString part = answer.section(u'\n', 0, shown.left(end).count(u'\n') - 1);
    const QString right = end > 0 ? part + u"\n…\n"_s : answer;
    return {right == shown ? QStringList() : QStringList{u"shown:\n"_s + shown + u"is:\n"_s + right}, right};
}

/// Every example of a document; `renewed` becomes the document with the right answers.
QStringList differences_in(const QString &text, QString &renewed)
{
    QStringList out;
    QString command, shown;
    bool inside = false;
    const auto flush = [&] {
        if (command.isEmpty()) return;
        const Compared result = compared(shown, answer_to(command));
        for (const QString &difference : result.differences) out << command + u"\n  "_s + difference;
        renewed += result.renewed;
        command.clear();
        shown.clear();
    };
    for (const QString &line : text.split(u'\n')) {
        const bool ends = inside && line == u"```"_s;
        const bool asks = inside && line.startsWith(u"$ "_s);
        if (inside && !ends && !asks) {
            shown += line + u'\n';
            continue;
        }
        flush();
        renewed += line + u'\n';
        if (asks) command = line.mid(2);
        inside = ends ? false : inside || line == u"```console"_s;
    }
    renewed.chop(1); // split() gives one piece more than there are ends of lines
    return out;
}

} // namespace

class TestExamples : public QObject {
    Q_OBJECT
private slots:
    void differences_are_found();
    void documents_show_what_the_program_answers_data();
    void documents_show_what_the_program_answers();
};

void TestExamples::differences_are_found()
{
    const json value{{"a", {1, 2, 3, 4}}, {"b", {{"c", "x"}, {"d", nullptr}}}};
    const auto said = [&value](const std::string &text) { return plimsoll::docs::compare_shown(text, {value}).differences; };
    const std::vector<std::string> nothing;
    QCOMPARE(said(R"({"a": [1, 2, 3, 4], "b": {"c": "x", "d": null}})"), nothing);
    QCOMPARE(said(R"({"a": [1, …, 4], …})"), nothing);
    QCOMPARE(said(R"({"a": [1, …, 3], …})"), std::vector<std::string>{"a[3]: shown 3, is 4"});
    QCOMPARE(said(R"({"a": [1, 2, 3], …})"), std::vector<std::string>{"a: shown 3 elements, are 4"});
    QCOMPARE(said(R"({"a": […], "b": {"c": "x"}})"), std::vector<std::string>{"b: not shown, without a …: d"});
    QCOMPARE(said(R"({"e": 1, …})"), std::vector<std::string>{"e: shown, is not there"});
    QCOMPARE(plimsoll::docs::compare_shown("{\"a\": [5, …], …}", {value}).renewed, "{\"a\": [1, …], …}");
}

void TestExamples::documents_show_what_the_program_answers_data()
{
    QTest::addColumn<QString>("path");
    for (QDirIterator it(documents, {u"*.md"_s}, QDir::Files, QDirIterator::Subdirectories); it.hasNext();) {
        const QString path = it.next();
        QTest::newRow(qPrintable(path.mid(documents.size() + 1))) << path;
    }
}

void TestExamples::documents_show_what_the_program_answers()
{
    QFETCH(QString, path);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QString renewed;
    const QStringList differences = differences_in(QString::fromUtf8(file.readAll()), renewed);
    file.close();
    if (!qEnvironmentVariableIsSet("PLIMSOLL_RENEW_EXAMPLES")) {
        QVERIFY2(differences.isEmpty(), qPrintable(differences.join(u'\n')));
        return;
    }
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(renewed.toUtf8()), renewed.toUtf8().size());
}

PLIMSOLL_TEST(TestExamples)
} // namespace PLIMSOLL_FILE
#include "test_examples.moc"
