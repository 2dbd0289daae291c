// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/clock/run_time.h"

#include <QLocale>
#include <QString>
#include <QStringList>

namespace plimsoll {

// How long a run takes, in the window's words.

/// "0.92–1.6 s a step", "2,100 tokens/s", "$ 0.41 a million tokens", "bound by the card's arithmetic": the most useful first;
/// of a named amount what the whole of it takes, "3 epochs of 10 M tokens: 4.2 h, $ 2.90", in the place of a million tokens.
[[nodiscard]] QStringList time_phrases(const RunTime &time);
/// The whole of it, a sentence a line, with what it rests on.
[[nodiscard]] QString time_tip(const RunTime &time);
/// Three figures that count: "0.92", "8.4", "2,100".
[[nodiscard]] QString few_digits(double value, const QLocale &locale);

} // namespace plimsoll
