// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/load/load.h"
#include "core/model/presets.h"
#include "core/offers/offers.h"
#include "core/plan/field.h"

#include <QRegularExpression>
#include <QSet>
#include <QStringList>

#include <algorithm>
#include <functional>

namespace plimsoll {

/// Finds ordinary English words in texts of a window that speaks the pseudo language: they came through no translation.
class Untranslated {
public:
    explicit Untranslated(const QStringList &names)
    {
        for (const QString &name : names) allow(name);
        for (const Field &field : plan_fields()) {
            allow(QString::fromStdString(field.path));
            for (const std::string &choice : field.choices) allow(QString::fromStdString(choice));
        }
        for (const Preset &preset : presets()) {
            allow(QString::fromStdString(preset.name));
            allow(QString::fromStdString(preset.title));
            allow(QString::fromStdString(preset.family));
        }
        for (const Gpu &gpu : gpu_catalogue()) {
            allow(QString::fromStdString(gpu.name));
            allow(QString::fromStdString(gpu.vendor));
        }
        for (const CloudOffer &offer : cloud_offers().offers)
            for (const std::string *text : {&offer.provider, &offer.instance, &offer.price_basis})
                allow(QString::fromStdString(*text));
    }

    /// What stands whole in texts and is not to be looked at.
    void leave_out(const QString &text)
    {
        if (text.isEmpty()) return;
        m_left_out << text;
        std::ranges::stable_sort(m_left_out, std::ranges::greater{}, &QString::size); // a part only where the whole is not there
    }

    /// "word: text" of the first such word of each text.
    [[nodiscard]] QStringList in(const QStringList &texts) const
    {
        QStringList out;
        for (const QString &text : texts)
            if (const QString word = first_in(text); !word.isEmpty()) out << word + QStringLiteral(": ") + text;
        return out;
    }

private:
    void allow(const QString &name)
    {
        static const QRegularExpression apart(QStringLiteral("[^A-Za-z]+"));
        for (const QString &word : name.split(apart, Qt::SkipEmptyParts)) m_names.insert(word.toLower());
    }

    [[nodiscard]] QString first_in(QString text) const
    {
        const QString begun = text.section(QChar(0x2026), 0, 0); // of what is elided, or goes on in another line
        for (const QString &known : m_left_out)
            if (begun.size() > 12 && known.contains(begun, Qt::CaseInsensitive)) return {};
        for (const QString &known : m_left_out) text.remove(known, Qt::CaseInsensitive);
        // a library's own refusal after its name and release: people look for it as the library prints it
        static const QRegularExpression quoted(QStringLiteral("\\d: \"[^\"]*\""));
        text.remove(quoted);
        // code, paths, versions, figures with units: what a letter, a digit or a sign of code stands next to is no word
        static const QRegularExpression words(
            QStringLiteral("(?<![\\w./@:=&%~+\\\\])([A-Za-z][a-z]+)(?![\\w/@=\\\\({]|[.:+][\\w/])"),
            QRegularExpression::UseUnicodePropertiesOption);
        for (auto match = words.globalMatch(text); match.hasNext();) {
            const QRegularExpressionMatch found = match.next();
            const QString word = found.captured(1);
            const bool cut = found.capturedEnd(1) == text.size() || text[found.capturedEnd(1)] == QChar(0x2026);
            if (!m_names.contains(word.toLower()) && !(cut && begins_a_name(word.toLower()))) return word;
        }
        return {};
    }

    [[nodiscard]] bool begins_a_name(const QString &word) const
    {
        return std::ranges::any_of(m_names, [&](const QString &name) { return name.startsWith(word); });
    }

    QSet<QString> m_names;
    QStringList m_left_out;
};

} // namespace plimsoll
