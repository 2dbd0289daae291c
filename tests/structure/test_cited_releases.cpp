// SPDX-License-Identifier: GPL-3.0-or-later
// One release of each library is known (core/libraries), and sources and documents cite no other, but where they say
// what an older one did.
#include "core/resolve/runners.h"
#include "core/libraries/libraries.h"

#include "tests/test_program.h"

#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace Qt::StringLiterals;

namespace {

/// Files that say what older releases did.
const QStringList of_older_releases{
    u"core/model/loading/release_experts."_s, u"core/model/quantization/quantised_modules.cpp"_s, u"core/stacks/torchtune.cpp"_s,
    u"core/stacks/transformers.cpp"_s, u"core/resolve/loaded_dtype.cpp"_s, u"core/resolve/check_libraries.cpp"_s,
    u"core/fit/advice_candidates.cpp"_s, u"core/fit/judged/one_memory.cpp"_s, u"core/exchange/tools/axolotl/axolotl_reader.cpp"_s,
    u"core/measured/torch_snapshot."_s, u"core/measured/out_of_memory.cpp"_s, u"core/measured/memory_message."_s,
    u"core/libraries/agilerl.cpp"_s, // which pins others' releases, and other ones in earlier releases of its own
    // what was measured says what it ran with
    u"core/engines/transformers.cpp"_s, u"core/engines/vllm_run.h"_s, u"core/engines/unmeasured/tensorrt_llm_start.cpp"_s,
    u"core/decoder/decoder.cpp"_s};

/// "llama_factory" → how texts spell it.
QString spelt(std::string_view library)
{
    QString name = QString::fromUtf8(library.data(), static_cast<qsizetype>(library.size()));
    if (name == u"torch"_s) return u"(?:py)?torch"_s;
    if (name == u"liger_kernel"_s) return u"liger(?:[_-]kernel)?"_s;
    return name.replace(u"_"_s, u"[_-]"_s);
}

/// Whether the numbers that are cited begin the known ones: 5.23 of 5.23.0.
bool begins(const QString &cited, std::string_view known)
{
    const QString all = QString::fromUtf8(known.data(), static_cast<qsizetype>(known.size()));
    return all.startsWith(cited) && (all.size() == cited.size() || !all[cited.size()].isDigit());
}

QStringList other_releases(const QString &text)
{
    QStringList out;
    for (const Library *library : all_libraries()) {
        if (library->known.empty()) continue;
        const QRegularExpression cited(u"(?<![\\w.-])%1(?:'s)? v?(\\d+(?:\\.\\d+)+)(?![\\dx])"_s.arg(spelt(library->name)),
                                       QRegularExpression::CaseInsensitiveOption);
        for (const QRegularExpressionMatch &match : cited.globalMatch(text))
            if (!begins(match.captured(1), library->known)) out << match.captured(0);
    }
    return out;
}

} // namespace

class TestCitedReleases : public QObject {
    Q_OBJECT

private slots:
    void one_release_of_each_library_is_cited()
    {
        int files = 0;
        QStringList breaches;
        for (const QString &folder : {u"core"_s, u"ui"_s, u"app"_s, u"docs"_s}) {
            const QDir root(QStringLiteral(PLIMSOLL_SOURCE));
            QDirIterator all(root.filePath(folder), {u"*.cpp"_s, u"*.h"_s, u"*.md"_s}, QDir::Files, QDirIterator::Subdirectories);
            while (all.hasNext()) {
                const QString path = root.relativeFilePath(all.next());
                if (std::ranges::any_of(of_older_releases, [&](const QString &begin) { return path.startsWith(begin); }))
                    continue;
                QFile file(root.filePath(path));
                QVERIFY(file.open(QIODevice::ReadOnly));
                ++files;
                for (const QString &other : other_releases(QString::fromUtf8(file.readAll()))) breaches << path + u": "_s + other;
            }
        }
        QVERIFY(files > 1000);
        QVERIFY2(breaches.isEmpty(), qPrintable(breaches.join(u'\n')));
    }

    void another_release_is_found()
    {
        QCOMPARE(other_releases(u"transformers 5.24 training_args.py, axolotl 0.18"_s),
                 (QStringList{u"transformers 5.24"_s, u"axolotl 0.18"_s}));
        QVERIFY(other_releases(u"transformers 5.23 trainer.py, LLaMA-Factory 0.9.6.dev0, PyTorch 2.15"_s).isEmpty());
    }
};

PLIMSOLL_TEST(TestCitedReleases)
} // namespace PLIMSOLL_FILE
#include "test_cited_releases.moc"
