// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QLocale>
#include <QStringList>

class QCoreApplication;
class QTranslator;

namespace plimsoll {

/// Installs the window's words in the first of the locale's languages that has a whole plimsoll_<language>.ts in one of the folders
/// (ui/theme/ts_translator.h), with Qt's own words of that language where they are installed. Returns the file; empty: English, which
/// the sources speak. Core speaks the same language
/// and writes figures as the default locale does; where English stands in for a language that has no file, figures are English as
/// well, and so is the default locale.
QString load_language(QCoreApplication &application, const QLocale &locale, const QStringList &folders);

/// The same for a chosen language ("de", "zh_CN", "system") in the place of the one that is spoken. While no other thread makes texts.
void change_language(QCoreApplication &application, const QString &chosen, const QStringList &folders);

/// Installs a translator or takes it away again, for core as well: one at a time, while no other thread makes texts.
bool install_language(QTranslator &translator);
void remove_language(QTranslator &translator);

/// Whether words and figures of this locale are those of the sources: what core says before there is an application, and with it
/// a language, can stay.
[[nodiscard]] bool is_as_written(const QLocale &locale);

/// The locale of a chosen language ("de", "zh_CN"), whose figures are written from now on; "system": the system's.
[[nodiscard]] QLocale choose_language(const QString &chosen);

/// The languages that have words in one of the folders, sorted by code, English first: "en", "de", "zh_CN".
[[nodiscard]] QStringList languages_in(const QStringList &folders);

/// Where translations lie: installed beside the program, or in the build that it was made in.
[[nodiscard]] QStringList language_folders();

} // namespace plimsoll
