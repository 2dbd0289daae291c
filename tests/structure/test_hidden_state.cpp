// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/test_program.h"

#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

namespace PLIMSOLL_FILE {

using namespace Qt::StringLiterals;

// A function of core answers by its arguments: what it worked out for an earlier question stands in a value that they hold
// (core/ground/analyses.h), never in the function or its thread. core/ground sets the language, core/torch recycles memory.

namespace {

const QString source_root = QStringLiteral(PLIMSOLL_SOURCE);

/// Lists that a program adds its own rows to before it asks, and the runs that it learned from: each with the function that sets it.
const QStringList &registries()
{
    static const QStringList all{
        u"core/stacks/stacks.cpp"_s,         u"core/resolve/runners.cpp"_s,       u"core/report/writers.cpp"_s,
        u"core/plan/growing_names.cpp"_s,    u"core/families/registry.cpp"_s,     u"core/estimate/learned.cpp"_s,
        u"core/exchange/tool_format.cpp"_s,  u"core/optimizers/optimizers.cpp"_s, u"core/libraries/libraries.cpp"_s,
        u"core/objectives/objectives.cpp"_s, u"core/adapters/adapters.cpp"_s,     u"core/model/adapter_names.cpp"_s,
    };
    return all;
}

/// Whether a line begins a variable that outlives the function: "static", not constant, and no function's declaration.
bool is_lasting(const QString &line)
{
    static const QRegularExpression thread(u"\\bthread_local\\b"_s),
        lasting(u"^\\s+(inline )?static (?!const\\b|constexpr\\b)"_s), pointer(u"^\\s+static const [^=({<]*\\*(?! ?const\\b)"_s),
        function(u"^[^={]*\\w+(<[^({]*>)?\\([^)]*($|\\))"_s);
    const QString code = line.section(u"//"_s, 0, 0);
    if (thread.match(code).hasMatch()) return true;
    return (lasting.match(code).hasMatch() || pointer.match(code).hasMatch()) && !function.match(code).hasMatch();
}

/// "core/fit/advice.cpp:12: text" for each of them.
QStringList found_in(const QString &path, const QString &text)
{
    QStringList out;
    const QStringList lines = text.split(u'\n');
    for (qsizetype i = 0; i < lines.size(); ++i)
        if (is_lasting(lines[i])) out << u"%1:%2: %3"_s.arg(path).arg(i + 1).arg(lines[i].trimmed());
    return out;
}

} // namespace

class TestHiddenState : public QObject {
    Q_OBJECT
private slots:
    void no_function_remembers();
    void every_registry_is_one();
    void a_line_is_told_data();
    void a_line_is_told();
};

void TestHiddenState::no_function_remembers()
{
    QStringList out;
    int files = 0;
    for (QDirIterator it(source_root + u"/core"_s, {u"*.cpp"_s, u"*.h"_s}, QDir::Files, QDirIterator::Subdirectories);
         it.hasNext();) {
        QFile file(it.next());
        QVERIFY(file.open(QIODevice::ReadOnly));
        ++files;
        const QString path = file.fileName().mid(source_root.size() + 1);
        if (path.startsWith(u"core/ground/"_s) || path.startsWith(u"core/torch/"_s) || registries().contains(path)) continue;
        out += found_in(path, QString::fromUtf8(file.readAll()));
    }
    QVERIFY(files > 100);
    QCOMPARE(out.join(u'\n'), QString());
}

void TestHiddenState::every_registry_is_one()
{
    for (const QString &path : registries()) {
        QFile file(source_root + u'/' + path);
        QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(path));
        QVERIFY2(!found_in(path, QString::fromUtf8(file.readAll())).isEmpty(), qPrintable(path + u" needs no exception"_s));
    }
}

void TestHiddenState::a_line_is_told_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<bool>("lasting");
    QTest::newRow("of a thread") << u"    thread_local std::optional<Last> last;"_s << true;
    QTest::newRow("of a thread, static") << u"    static thread_local Tensor none;"_s << true;
    QTest::newRow("of the program") << u"    static Answers answers;"_s << true;
    QTest::newRow("with a value") << u"    static std::map<std::string, Recipe, std::less<>> parsed{};"_s << true;
    QTest::newRow("made by a call") << u"    static std::map<int, int> parsed = made(1);"_s << true;
    QTest::newRow("with a value of a template") << u"    static std::atomic<Runs> runs{std::make_shared<const Run>()};"_s << true;
    QTest::newRow("a lock") << u"    static std::mutex mutex;"_s << true;
    QTest::newRow("a pointer that moves") << u"    static const Architecture *last = nullptr;"_s << true;
    QTest::newRow("a member") << u"    inline static int count = 0;"_s << true;
    QTest::newRow("a constant") << u"    static const std::map<int, int> all = made();"_s << false;
    QTest::newRow("a constant list of pointers") << u"    static const std::vector<const Field *> all = [] {"_s << false;
    QTest::newRow("known to the compiler") << u"    static constexpr std::size_t most = 24;"_s << false;
    QTest::newRow("a pointer that stays") << u"    static const Runner *const none = nullptr;"_s << false;
    QTest::newRow("a function") << u"    static Bytes sum(const std::vector<HostLine> &lines)"_s << false;
    QTest::newRow("a function that returns a pointer") << u"    static const Parameter *find(const Module &module);"_s << false;
    QTest::newRow("a function with a default") << u"    static Bytes sum(int from = 0)"_s << false;
    QTest::newRow("its first line") << u"    static Count again(CardAnswers::Question question,"_s << false;
    QTest::newRow("a member's operator") << u"    static void operator delete(void *memory) { give(memory); }"_s << false;
    QTest::newRow("a comment") << u"    // static Answers answers;"_s << false;
}

void TestHiddenState::a_line_is_told()
{
    QFETCH(QString, line);
    QTEST(is_lasting(line), "lasting");
}

PLIMSOLL_TEST(TestHiddenState)
} // namespace PLIMSOLL_FILE
#include "test_hidden_state.moc"
