// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "tests/core/english_left.h"
#include "tests/core/resolve/said_by_plans.h"

#include "core/plan/field.h"
#include "core/plan/plan_json.h"
#include "core/resolve/resolve.h"
#include "tests/test_program.h"

using namespace plimsoll;

using Texts = std::vector<std::string>;
using Said = Texts (*)();
Q_DECLARE_METATYPE(Said)

/// Without what libraries say themselves, in English: nlohmann_json why a text is no JSON, torch what it raises. Values for us.
static std::string without_quotations(std::string line)
{
    for (const std::string_view raised : {"Attempting to unscale FP16 gradients",
                                          "_amp_foreach_non_finite_check_and_unscale_cuda not implemented for 'BFloat16'"})
        if (const std::size_t at = line.find(raised); at != std::string::npos) line.erase(at, raised.size());
    const std::size_t from = line.find(" ("), end = line.rfind(')');
    return from == std::string::npos || line.find("JSON") == std::string::npos ? line : line.substr(0, from) + line.substr(end);
}

class TestPlanPhrases : public QObject {
    Q_OBJECT

private slots:
    void nothing_stays_english_data()
    {
        QTest::addColumn<Said>("said");
        QTest::newRow("wrong plans") << &said_of_wrong_plans;
        QTest::newRow("wrong sessions") << &said_of_wrong_sessions;
        QTest::newRow("defaults") << &said_of_defaults;
        QTest::newRow("combinations") << &said_of_combinations;
    }

    /// Everything that plans are told is looked up, and only values stand between.
    void nothing_stays_english()
    {
        QFETCH(Said, said);
        const Unreadable language;
        Texts left;
        for (const std::string &line : said()) {
            const std::string word = english_left(without_quotations(line));
            if (!word.empty()) left.push_back(word + " in: " + line);
        }
        std::ranges::sort(left);
        left.erase(std::unique(left.begin(), left.end()), left.end());
        for (const std::string &line : left) qWarning("%s", line.c_str());
        QCOMPARE(left.size(), std::size_t{0});
    }

    /// The last answer is kept for the next question; not for one in another language.
    void another_language_resolves_again()
    {
        const Plan plan = plan_from_json("{}")->plan;
        const std::vector<std::string> english = resolve(plan, {})->assumptions;
        {
            const Unreadable language;
            QVERIFY(resolve(plan, {})->assumptions != english);
        }
        QVERIFY(resolve(plan, {})->assumptions == english);
    }

    /// Help is the command line's, and stays in English.
    void help_stays_english()
    {
        const Unreadable language;
        QVERIFY(find_field("adapter.rank")->accepted == "1 to 65536");
        QVERIFY(find_field("adapter.rank")->takes.text() == "[1 ~~ 65536]");
        QVERIFY(find_field("attention")->takes.text() == "eager | sdpa | flash2 | flash3");
    }
};

PLIMSOLL_TEST(TestPlanPhrases)
#include "test_plan_phrases.moc"
