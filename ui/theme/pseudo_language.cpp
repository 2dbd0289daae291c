// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/pseudo_language.h"

#include <algorithm>

namespace plimsoll {
namespace {

constexpr int longer_by_percent = 40;
constexpr QLatin1StringView plain("aceinouyACEINOUY");
constexpr QStringView accented(u"áçéîñöüýÁÇÉÎÑÖÜÝ");
constexpr QStringView filler(u"éöaîrñ");

QChar with_accent(QChar letter)
{
    const auto at = plain.indexOf(letter);
    return at < 0 ? letter : accented[at];
}

/// The end of what begins at `start` and means something to Qt: a place holder, a tag, an entity; `start` where nothing does.
qsizetype end_of_markup(const QString &text, qsizetype start)
{
    const QChar first = text[start];
    qsizetype end = start + 1;
    if (first == QLatin1Char('%')) {
        while (end < text.size() && (text[end].isDigit() || text[end] == QLatin1Char('L') || text[end] == QLatin1Char('n')))
            ++end;
        return end > start + 1 ? end : start;
    }
    const bool tag = first == QLatin1Char('<') && end < text.size() && (text[end].isLetter() || text[end] == QLatin1Char('/'));
    const QChar last = QLatin1Char(tag ? '>' : ';');
    if (!tag && first != QLatin1Char('&')) return start;
    while (end < text.size() && text[end] != last && (tag || text[end].isLetter())) ++end;
    return end < text.size() && text[end] == last ? end + 1 : start;
}

} // namespace

QString pseudo_text(const QString &text)
{
    QString out;
    int owed = 0; // hundredths of a letter that the words so far have yet to grow
    const auto end_word = [&] {
        for (int i = 0; owed > 0; ++i, owed -= 100) out += filler[i % filler.size()];
    };
    for (qsizetype at = 0; at < text.size();) {
        if (const qsizetype end = end_of_markup(text, at); end > at) {
            end_word();
            out += QStringView(text).mid(at, end - at);
            at = end;
            continue;
        }
        const QChar one = text[at++];
        const bool mnemonic = one == QLatin1Char('&') && at < text.size() && text[at].isLetter();
        if (!one.isLetter() && !mnemonic) end_word();
        if (!mnemonic) owed += longer_by_percent * (one.isLetter() || (one.isPunct() && owed > 0));
        out += with_accent(one);
    }
    end_word();
    return out;
}

QString PseudoLanguage::translate(const char *, const char *text, const char *, int n) const
{
    QString out = pseudo_text(QString::fromUtf8(text));
    return n < 0 ? out : out.replace(QLatin1String("%n"), QString::number(n));
}

} // namespace plimsoll
