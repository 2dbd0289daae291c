// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QLocale>
#include <QStringList>

class QCoreApplication;

namespace plimsoll {

/// Installs the window's words in the first of the locale's languages that has a plimsoll_<language>.qm in one of the folders,
/// with Qt's own words of that language where they are installed. Returns the file; empty: English, which the sources speak.
/// Only whole translations are built (cmake/Translations.cmake), so that no panel is half translated.
QString load_language(QCoreApplication &application, const QLocale &locale, const QStringList &folders);

/// Where translations lie: installed beside the program, or in the build that it was made in.
[[nodiscard]] QStringList language_folders();

} // namespace plimsoll
