// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/language.h"

#include "core/ground/phrase.h"
#include "ui/theme/ts_translator.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QLibraryInfo>
#include <QTranslator>

namespace plimsoll {
namespace {

/// Qt's words on the buttons of dialogs, for machines without Qt's own translations.
[[maybe_unused]] constexpr const char *buttons_of_qt[] = {
    QT_TRANSLATE_NOOP("QPlatformTheme", "OK"),     QT_TRANSLATE_NOOP("QPlatformTheme", "Save"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "Open"),   QT_TRANSLATE_NOOP("QPlatformTheme", "&Yes"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "&No"),    QT_TRANSLATE_NOOP("QPlatformTheme", "Close"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "Cancel"), QT_TRANSLATE_NOOP("QPlatformTheme", "Discard"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "Apply"),  QT_TRANSLATE_NOOP("QPlatformTheme", "Help")};

bool has_figures_of_c(const QLocale &locale)
{
    return locale.decimalPoint() == QLatin1String(".") && locale.groupSeparator() == QLatin1String(",");
}

/// Core's texts are looked up among the application's translators, context "core", where there is one or figures are not C's.
void speak_in_core(bool translated)
{
    const QLocale locale; // the one that the window writes its figures in
    static bool as_written = true;
    if (as_written && !translated && has_figures_of_c(locale)) return; // another thread may speak already
    as_written = !translated && has_figures_of_c(locale);
    Language language;
    language.decimal_point = locale.decimalPoint().toStdString();
    language.group_separator = locale.groupSeparator().toStdString();
    if (!as_written)
        language.translate = [](const char *english) { return QCoreApplication::translate("core", english).toStdString(); };
    set_language(std::move(language));
}

/// The words of the file where it holds some; they belong to the application.
bool install(QCoreApplication &application, const QString &file)
{
    auto *translator = new TsTranslator(&application);
    if (translator->read(file) && QCoreApplication::installTranslator(translator)) return true;
    delete translator;
    return false;
}

/// Qt's own words.
void install_qts(QCoreApplication &application, const QString &language)
{
    auto *translator = new QTranslator(&application);
    const QString folder = QLibraryInfo::path(QLibraryInfo::TranslationsPath);
    if (!translator->load(QStringLiteral("%1/qtbase_%2.qm").arg(folder, language)) ||
        !QCoreApplication::installTranslator(translator))
        delete translator;
}

/// The file of the first language that has one.
QString install_first(QCoreApplication &application, const QLocale &locale, const QStringList &folders)
{
    for (const QString &wanted : locale.uiLanguages()) {
        QString language = wanted;
        language.replace(QLatin1Char('-'), QLatin1Char('_'));
        for (QString name = language; !name.isEmpty(); name = name.section(QLatin1Char('_'), 0, -2)) {
            if (name == QStringLiteral("en") || name == QStringLiteral("C")) return {}; // the next ones are wanted less
            for (const QString &folder : folders) {
                QString file = QStringLiteral("%1/plimsoll_%2.ts").arg(folder, name);
                if (!QFileInfo::exists(file) || !install(application, file)) continue;
                install_qts(application, name);
                return file;
            }
        }
    }
    return {};
}

} // namespace

QString load_language(QCoreApplication &application, const QLocale &locale, const QStringList &folders)
{
    const QString file = install_first(application, locale, folders);
    // one language of figures in a text: English words with English figures
    if (file.isEmpty() && locale.language() != QLocale::English && locale.language() != QLocale::C)
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    speak_in_core(!file.isEmpty());
    return file;
}

void change_language(QCoreApplication &application, const QString &chosen, const QStringList &folders)
{
    for (QTranslator *one : application.findChildren<QTranslator *>(QString(), Qt::FindDirectChildrenOnly)) delete one;
    QLocale::setDefault(QLocale::system());
    load_language(application, choose_language(chosen), folders);
}

bool install_language(QTranslator &translator)
{
    const bool installed = QCoreApplication::installTranslator(&translator);
    speak_in_core(installed);
    return installed;
}

void remove_language(QTranslator &translator)
{
    QCoreApplication::removeTranslator(&translator);
    speak_in_core(false);
}

bool is_as_written(const QLocale &locale)
{
    const QString first = locale.uiLanguages().value(0).section(QLatin1Char('-'), 0, 0);
    return (first.isEmpty() || first == QLatin1String("en") || first == QLatin1String("C")) && has_figures_of_c(locale);
}

QLocale choose_language(const QString &chosen)
{
    if (chosen == QLatin1String("system")) return QLocale::system();
    const QLocale locale(chosen == QLatin1String("en") ? QStringLiteral("en_US") : chosen);
    QLocale::setDefault(locale);
    return locale;
}

QStringList languages_in(const QStringList &folders)
{
    QStringList found;
    for (const QString &folder : folders)
        for (const QString &file : QDir(folder).entryList({QStringLiteral("plimsoll_*.ts")}, QDir::Files))
            found << QFileInfo(file).completeBaseName().section(QLatin1Char('_'), 1);
    found.sort();
    found.removeDuplicates();
    found.prepend(QStringLiteral("en"));
    return found;
}

QStringList language_folders()
{
    const QString here = QCoreApplication::applicationDirPath();
    return {here + QStringLiteral("/../share/plimsoll/i18n"), here + QStringLiteral("/../i18n")};
}

} // namespace plimsoll
