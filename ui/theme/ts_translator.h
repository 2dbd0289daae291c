// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QByteArray>
#include <QHash>
#include <QStringList>
#include <QTranslator>

namespace plimsoll {

/// Qt Linguist's TS file as it lies: what `lupdate` writes and people translate is what the window loads, and no build needs
/// `lrelease`. Messages are found by context and source text; disambiguations are not used here.
class TsTranslator : public QTranslator {
public:
    explicit TsTranslator(QObject *parent = nullptr) : QTranslator(parent) {}

    /// Reads `file`. False, and no words: it is no TS file, holds none, or one that is not finished (a panel that is half in another
    /// language is worse than English).
    [[nodiscard]] bool read(const QString &file);

    [[nodiscard]] QString translate(const char *context, const char *source, const char *disambiguation, int n) const override;
    [[nodiscard]] bool isEmpty() const override { return m_words.isEmpty(); }

private:
    /// Forms by number where there are several.
    QHash<QByteArray, QStringList> m_words;
    bool m_one_form = false; ///< the language tells one from many by no form
};

} // namespace plimsoll
