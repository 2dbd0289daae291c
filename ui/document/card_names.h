// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QString>
#include <QStringList>

namespace plimsoll {

/// `text`, which holds a card's name, and what is left of it as words are left out where there is no room, the way people say the
/// names: "RTX 6000 Ada Generation", "RTX 6000 Ada". Nothing is left out that would make it another card's name as well.
[[nodiscard]] QStringList name_forms(const QString &text, const QString &card);

/// The longest form of at most so many characters, else the shortest.
[[nodiscard]] QString name_within(const QString &text, const QString &card, int most);

} // namespace plimsoll
