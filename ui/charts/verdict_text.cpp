// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/verdict_text.h"

#include "core/fit/verdict_words.h"
#include "ui/document/text.h"

#include <QCoreApplication>

namespace plimsoll {
namespace {

/// A context of its own, by which lupdate finds the strings of free functions.
struct VerdictText {
    Q_DECLARE_TR_FUNCTIONS(VerdictText)
};

SentenceFigures figures_of(const Numbers &numbers)
{
    return {[&numbers](Bytes bytes) { return utf8(numbers.brief(bytes)); }, numbers.unit, utf8(QString(QChar(0x00a0)))};
}

} // namespace

QString answer_text(const Verdict &verdict, const Numbers &numbers) { return qt(verdict_sentence(verdict, figures_of(numbers))); }

QString reason_text(const Verdict &verdict, const Numbers &numbers) { return qt(verdict_reason(verdict, figures_of(numbers))); }

QString brief_title_of(Word word)
{
    switch (word) {
    case Word::does_not_fit: return VerdictText::tr("No");
    case Word::unlikely: return VerdictText::tr("Unlikely");
    default: return qt(title_of(word));
    }
}

} // namespace plimsoll
