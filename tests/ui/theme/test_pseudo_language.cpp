// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/test_program.h"
#include "ui/theme/pseudo_language.h"

#include <QTest>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace Qt::StringLiterals;

/// The language of tests: longer words, and everything that is not a word as it was.
class TestPseudoLanguage : public QObject {
    Q_OBJECT
private slots:
    void words_grow_by_two_fifths()
    {
        for (const QString &text :
             {u"Micro batch"_s, u"&File"_s, u"Longest sequence that fits: %1 tokens."_s, u"OK"_s, u"at"_s}) {
            const auto letters = [](const QString &one) {
                return std::ranges::count_if(one, [](QChar c) { return c.isLetter(); });
            };
            QVERIFY2(10 * letters(pseudo_text(text)) >= 14 * letters(text), qPrintable(pseudo_text(text)));
        }
    }
    void what_is_no_word_stays()
    {
        QCOMPARE(pseudo_text(u"%1 · 24 × 2"_s), u"%1 · 24 × 2"_s);
        QVERIFY(pseudo_text(u" — <a href=\"apply\">apply</a>."_s).startsWith(u" — <a href=\"apply\">"_s));
        QVERIFY(pseudo_text(u" — <a href=\"apply\">apply</a>."_s).endsWith(u"</a>."_s));
        QVERIFY(pseudo_text(u"&Save"_s).startsWith(u"&S"_s));
        QVERIFY(pseudo_text(u"A &amp; B"_s).contains(u"&amp;"_s));
        QVERIFY(pseudo_text(u"%L1 of %n"_s).contains(u"%L1"_s) && pseudo_text(u"%L1 of %n"_s).endsWith(u"%n"_s));
    }
    void translations_come_from_it()
    {
        PseudoLanguage language;
        QVERIFY(QCoreApplication::installTranslator(&language));
        QCOMPARE(QCoreApplication::translate("any", "Fits"), pseudo_text(u"Fits"_s));
        QCOMPARE(QCoreApplication::translate("any", "%n more", nullptr, 3).left(1), u"3"_s);
        QCoreApplication::removeTranslator(&language);
        QCOMPARE(QCoreApplication::translate("any", "Fits"), u"Fits"_s);
    }
};

PLIMSOLL_TEST(TestPseudoLanguage)
} // namespace PLIMSOLL_FILE
#include "test_pseudo_language.moc"
