// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QTest>

#include "tests/core/english_left.h"
#include "tests/core/model/said_by_models.h"
#include "tests/test_program.h"

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

using Texts = std::vector<std::string>;

const std::filesystem::path fixtures = PLIMSOLL_FIXTURES;

Texts left_in(const Texts &said)
{
    Texts left;
    for (const std::string &line : said) {
        const std::string word = english_left(line);
        if (!word.empty()) left.push_back(word + " in: " + line);
    }
    std::ranges::sort(left);
    left.erase(std::unique(left.begin(), left.end()), left.end());
    for (const std::string &line : left) qWarning("%s", line.c_str());
    return left;
}

} // namespace

/// Everything that core/model says is looked up, and only values stand between.
class TestModelPhrases : public QObject {
    Q_OBJECT

private slots:
    void configurations() { QCOMPARE(left_in(said_of_configurations(fixtures, 41)).size(), std::size_t{0}); }
    void classes() { QCOMPARE(left_in(said_of_classes(fixtures, 7)).size(), std::size_t{0}); }
    void quantisations() { QCOMPARE(left_in(said_of_quantisations()).size(), std::size_t{0}); }
    void adapters() { QCOMPARE(left_in(said_of_adapters(fixtures)).size(), std::size_t{0}); }
    void files()
    {
        const QTemporaryDir folder;
        QCOMPARE(left_in(said_of_files(folder.path().toStdString())).size(), std::size_t{0});
    }

private:
    const Unreadable m_language;
};

PLIMSOLL_TEST(TestModelPhrases)
} // namespace PLIMSOLL_FILE
#include "test_model_phrases.moc"
