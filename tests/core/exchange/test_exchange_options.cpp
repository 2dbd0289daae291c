// SPDX-License-Identifier: GPL-3.0-or-later
// Every option that is written is one of the engine's own parser, with a value that it takes: tests/fixtures/exchange holds what the
// parsers of the releases take (tools/engine_options.py).
#include "core/exchange/exchange.h"
#include "tests/core/exchange/engine_plans.h"
#include "tests/test_program.h"

#include <QFile>

#include <map>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

/// An option and what it takes: "-" a switch, "N", "X", "T" or "a|b".
using Options = std::map<QString, QString>;

Options recorded(const QString &tool)
{
    QFile file(QStringLiteral(PLIMSOLL_FIXTURES "/exchange/%1.txt").arg(tool));
    if (!file.open(QIODevice::ReadOnly)) return {};
    Options out;
    for (const QString &line : QString::fromUtf8(file.readAll()).split(u'\n', Qt::SkipEmptyParts))
        if (!line.startsWith(u'#')) out[line.section(u'\t', 0, 0)] = line.section(u'\t', 1);
    return out;
}

/// Words as a shell reads them: what stands in single quotes is one.
QStringList words_of(const QString &line)
{
    QStringList out;
    QString word;
    bool quoted = false;
    for (const QChar c : line) {
        if (c == u'\'')
            quoted = !quoted;
        else if (c == u' ' && !quoted)
            out << std::exchange(word, {});
        else
            word += c;
    }
    return out << word;
}

bool takes(const QString &kind, const QString &value)
{
    bool is_number = false;
    if (kind == u"N") return value.toLongLong(&is_number), is_number;
    if (kind == u"X") return value.toDouble(&is_number), is_number;
    return kind == u"T" ? !value.isEmpty() : kind.split(u'|').contains(value);
}

/// What is wrong with the options from `at` on.
QString faults_from(const Options &options, const QStringList &words, qsizetype at)
{
    while (at < words.size()) {
        const QString &option = words[at++];
        const auto found = options.find(option);
        if (found == options.end()) return QStringLiteral("no option ") + option;
        if (found->second == u"-") continue;
        if (at == words.size() || !takes(found->second, words[at])) return option + QStringLiteral(" takes ") + found->second;
        ++at;
    }
    return {};
}

QString faults_of_command(const Options &options, const QString &text, qsizetype words_before)
{
    QStringList words = words_of(text.trimmed());
    if (words.first().startsWith(QLatin1String("CUDA_VISIBLE_DEVICES="))) words.removeFirst();
    return faults_from(options, words, words_before);
}

QString faults_of_setting(const Options &options, const QString &name, const QString &value)
{
    const auto found = options.find(name);
    return found != options.end() && takes(found->second, value) ? QString() : name + u' ' + value;
}

QString faults_of_ollama(const Options &options, const QString &text)
{
    const QString file = text.section(QStringLiteral("END"), 1, 1);
    for (const QString &line : file.mid(2).split(u'\n', Qt::SkipEmptyParts)) {
        const bool sets = line.startsWith(QLatin1String("PARAMETER "));
        const QString fault = faults_of_setting(options, line.section(u' ', 0, sets ? 1 : 0), line.section(u' ', sets ? 2 : 1));
        if (!fault.isEmpty()) return fault;
    }
    for (const QString &word : words_of(text.section(QStringLiteral("\nEND\n"), 1).section(u'\n', 0, 0))) {
        if (word == u"ollama") break;
        const QString fault = faults_of_setting(options, word.section(u'=', 0, 0), word.section(u'=', 1));
        if (!fault.isEmpty()) return fault;
    }
    return faults_from(options, words_of(text.trimmed().section(u'\n', -2, -2)), 3);
}

QString faults_of(const QString &tool, const Options &options, const QString &text)
{
    if (tool == u"ollama") return faults_of_ollama(options, text);
    return faults_of_command(options, text, tool == u"llama.cpp" ? 1 : 3);
}

} // namespace

class TestExchangeOptions : public QObject {
    Q_OBJECT
private slots:
    void engines_take_what_is_written_data();
    void engines_take_what_is_written();
    void what_an_engine_does_not_take_is_found();
};

void TestExchangeOptions::engines_take_what_is_written_data()
{
    QTest::addColumn<QString>("tool");
    for (const ToolFormat *tool : tools_written())
        if (tool->task == Task::infer && tool->name != "skypilot") // hires cards and runs one of these
            QTest::newRow(std::string(tool->name).c_str()) << QString::fromUtf8(tool->name);
}

void TestExchangeOptions::engines_take_what_is_written()
{
    QFETCH(QString, tool);
    const Options options = recorded(tool);
    QVERIFY(options.size() > 50);
    std::mt19937 random(34);
    for (int i = 0; i < 500; ++i) {
        const Plan plan = plan_from_object(tests::random_engine_plan(random))->plan;
        const Result<Exported> made = exported(plan, tool.toStdString());
        QVERIFY2(made.ok(), made.ok() ? "" : made.error().message().c_str());
        const QString text = QString::fromStdString(made->text);
        const QString faults = faults_of(tool, options, text);
        QVERIFY2(faults.isEmpty(), qPrintable(faults + QStringLiteral(" in ") + text));
    }
}

void TestExchangeOptions::what_an_engine_does_not_take_is_found()
{
    const Options vllm = recorded(QStringLiteral("vllm")), ollama = recorded(QStringLiteral("ollama"));
    const auto faults = [&](const char *line) { return faults_of_command(vllm, QString::fromUtf8(line), 3); };
    QCOMPARE(faults("vllm serve it --max-model-len 4096 --enforce-eager"), QString());
    QCOMPARE(faults("vllm serve it --ctx-size 4096"), QStringLiteral("no option --ctx-size"));
    QCOMPARE(faults("vllm serve it --max-model-len all"), QStringLiteral("--max-model-len takes N"));
    QVERIFY(faults("vllm serve it --kv-cache-dtype q8_0").startsWith(QLatin1String("--kv-cache-dtype takes auto|")));
    QCOMPARE(
        faults_of_ollama(ollama, QStringLiteral("cat > Modelfile <<'END'\nFROM x\nPARAMETER num_contexts 1\nEND\nollama serve &\n"
                                                "ollama create x -f Modelfile\nollama run x\n")),
        QStringLiteral("PARAMETER num_contexts 1"));
}

PLIMSOLL_TEST(TestExchangeOptions)
} // namespace PLIMSOLL_FILE
#include "test_exchange_options.moc"
