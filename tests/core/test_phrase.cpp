// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ground/phrase.h"
#include "core/ground/result.h"
#include "tests/test_program.h"

#include <QTest>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

std::string translated(const char *english)
{
    if (std::string_view(english) == "Fits on %1: %2 of %3") return "%2 von %3: passt auf %1";
    if (std::string_view(english) == "read %1") return "gelesen %1";
    if (std::string_view(english) == "accepted: %1") return "erlaubt: %1";
    return english;
}

QString said(const std::string &text) { return QString::fromStdString(text); }

} // namespace

/// Texts of core, as the sources have them and in another language.
class TestPhrase : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { set_language({}); }

    void english_is_what_the_sources_say()
    {
        QCOMPARE(said(phrase("Fits on %1: %2 of %3", {"RTX 4090", "15.2", "23.5"})), "Fits on RTX 4090: 15.2 of 23.5");
        QCOMPARE(said(phrase("Adapters at 100 %")), "Adapters at 100 %");
        QCOMPARE(said(localised("1,234.5")), "1,234.5");
    }
    void another_language_has_its_own_order()
    {
        set_language({translated, ",", "."});
        QCOMPARE(said(phrase("Fits on %1: %2 of %3", {"RTX 4090", localised("15.2"), localised("1,023.5")})),
                 "15,2 von 1.023,5: passt auf RTX 4090");
        QCOMPARE(said(phrase("not in its dictionary: %1", {"x"})), "not in its dictionary: x");
    }
    void separators_may_be_longer_than_one_byte()
    {
        set_language({translated, ",", "\u202f"});
        QCOMPARE(said(localised("7,615,616,512.25")), QStringLiteral("7\u202f615\u202f616\u202f512,25"));
    }
    void values_are_put_in_once()
    {
        QCOMPARE(said(phrase("%1 and %2", {"%2", "%1"})), "%2 and %1");
        QCOMPARE(said(phrase("%1 twice: %1", {"once"})), "once twice: once");
    }
    void what_is_no_place_stays()
    {
        QCOMPARE(said(phrase("%%, %0, %a, 5 % of %1, %", {"all"})), "%%, %0, %a, 5 % of all, %");
        QCOMPARE(said(phrase("%1 of %3", {"one", "two"})), "one of %3");
        QCOMPARE(said(phrase("%1 alone")), "%1 alone");
        QCOMPARE(said(phrase("%%1 and %12", {"one"})), "%one and one2");
        QCOMPARE(said(phrase("", {"one"})), "");
    }
    void errors_speak_it()
    {
        const Error error{"adapter.rank", "-3", "1 to 65536", {}};
        QCOMPARE(said(error.message()), "adapter.rank: read -3, accepted: 1 to 65536");
        set_language({translated, ",", "."});
        QCOMPARE(said(error.message()), "adapter.rank: gelesen -3, erlaubt: 1 to 65536");
    }
};

PLIMSOLL_TEST(TestPhrase)
} // namespace PLIMSOLL_FILE
#include "test_phrase.moc"
