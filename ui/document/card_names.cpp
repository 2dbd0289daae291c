// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cards/gpu.h"
#include "ui/document/card_names.h"
#include "ui/document/text.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace plimsoll {
namespace {

/// What names carry beside series and number, least missed first. A remark in brackets tells a board from the maker's own.
constexpr std::array spare_words{R"( Edition\b)",  R"( Generation\b)", R"( Blackwell\b)",
                                 R"(\bInstinct )", R"( \([^)]*\))",    R"( Workstation\b)"};

std::set<QString> words_of(const QString &name)
{
    const QStringList words = name.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    return {words.begin(), words.end()};
}

/// All words of it stand in the name of a card that the whole name did not mean.
bool means_another(const QString &form, const QString &whole)
{
    static const auto catalogue = [] {
        std::vector<std::set<QString>> all;
        for (const Gpu &gpu : gpu_catalogue()) all.push_back(words_of(qt(gpu.short_name())));
        return all;
    }();
    const std::set<QString> left = words_of(form), meant = words_of(whole);
    return std::ranges::any_of(catalogue, [&](const std::set<QString> &other) {
        return other != meant && std::ranges::includes(other, left) && !std::ranges::includes(other, meant);
    });
}

/// The patterns that may be taken out of a card's name, in their order.
const QList<QRegularExpression> &spare_in(const QString &card)
{
    static std::map<QString, QList<QRegularExpression>> known;
    const auto found = known.find(card);
    if (found != known.end()) return found->second;
    QList<QRegularExpression> out;
    QString form = card;
    for (const char *pattern : spare_words) {
        const QRegularExpression word(QString::fromLatin1(pattern));
        const QString less = QString(form).remove(word);
        if (less == form || means_another(less, card)) continue;
        out << word;
        form = less;
    }
    return known.emplace(card, std::move(out)).first->second;
}

} // namespace

QStringList name_forms(const QString &text, const QString &card)
{
    static const QRegularExpression count(QStringLiteral("^\\d+ × "));
    QStringList forms{text};
    for (const QRegularExpression &word : spare_in(QString(card).remove(count)))
        if (const QString less = QString(forms.last()).remove(word); less != forms.last()) forms << less;
    return forms;
}

QString name_within(const QString &text, const QString &card, int most)
{
    if (text.size() <= most) return text;
    const QStringList forms = name_forms(text, card);
    const auto fits = std::ranges::find_if(forms, [most](const QString &form) { return form.size() <= most; });
    return fits == forms.end() ? forms.last() : *fits;
}

} // namespace plimsoll
