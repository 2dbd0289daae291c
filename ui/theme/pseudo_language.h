// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QTranslator>

namespace plimsoll {

/// `text` with accents on its letters and every word longer, at least 40 % more letters in all: what a translation may need.
/// Place holders (%1, %n), mnemonics, tags, entities and figures stay as they are.
[[nodiscard]] QString pseudo_text(const QString &text);

/// A language that nobody speaks: every string that is translated at all is pseudo_text() of itself. Shows what is not
/// translated, and what has no room for a longer word.
class PseudoLanguage : public QTranslator {
    Q_OBJECT
public:
    using QTranslator::QTranslator;
    [[nodiscard]] bool isEmpty() const override { return false; }
    [[nodiscard]] QString translate(const char *context, const char *text, const char *disambiguation, int n) const override;
};

} // namespace plimsoll
