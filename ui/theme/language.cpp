// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/language.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QLibraryInfo>
#include <QTranslator>

namespace plimsoll {
namespace {

/// The translator when the file holds one; it belongs to the application.
bool install(QCoreApplication &application, const QString &file)
{
    auto *translator = new QTranslator(&application);
    if (translator->load(file) && application.installTranslator(translator)) return true;
    delete translator;
    return false;
}

} // namespace

QString load_language(QCoreApplication &application, const QLocale &locale, const QStringList &folders)
{
    for (const QString &wanted : locale.uiLanguages()) {
        QString language = wanted;
        language.replace(QLatin1Char('-'), QLatin1Char('_'));
        for (QString name = language; !name.isEmpty(); name = name.section(QLatin1Char('_'), 0, -2)) {
            if (name == QStringLiteral("en") || name == QStringLiteral("C")) return {}; // the next ones are wanted less
            for (const QString &folder : folders) {
                QString file = QStringLiteral("%1/plimsoll_%2.qm").arg(folder, name);
                if (!QFileInfo::exists(file) || !install(application, file)) continue;
                install(application,
                        QStringLiteral("%1/qtbase_%2.qm").arg(QLibraryInfo::path(QLibraryInfo::TranslationsPath), name));
                return file;
            }
        }
    }
    return {};
}

QStringList language_folders()
{
    const QString here = QCoreApplication::applicationDirPath();
    return {here + QStringLiteral("/../share/plimsoll/i18n"), here + QStringLiteral("/../i18n")};
}

} // namespace plimsoll
