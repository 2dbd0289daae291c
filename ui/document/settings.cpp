// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/settings.h"

#include <QRegularExpression>
#include <QFileInfo>
#include <QStandardPaths>

#include <algorithm>

namespace plimsoll {
namespace {

constexpr int most_recent_files = 10, most_recent_models = 5;

QString key(const char *name) { return QString::fromLatin1(name); }

/// `one` before the others, which it may be among.
QStringList with_first(const QString &one, QStringList others, int most)
{
    others.removeAll(one);
    others.prepend(one);
    return others.mid(0, most);
}

} // namespace

Settings::Settings(const QString &file) : m_settings(file, QSettings::IniFormat) {}

QString Settings::user_file()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) + QStringLiteral("/plimsoll/window.ini");
}

QStringList Settings::recent_files() const
{
    QStringList files = m_settings.value(key("files/recent")).toStringList();
    files.removeIf([](const QString &path) { return path.isEmpty() || !QFileInfo::exists(path); });
    return files.mid(0, most_recent_files);
}

void Settings::add_recent_file(const QString &path)
{
    m_settings.setValue(key("files/recent"), with_first(path, recent_files(), most_recent_files));
}

QStringList Settings::recent_models() const
{
    QStringList models = m_settings.value(key("models/recent")).toStringList();
    models.removeIf([](const QString &id) {
        const QString file = QStringLiteral("file:");
        return id.isEmpty() || (id.startsWith(file) && !QFileInfo::exists(id.mid(file.size())));
    });
    return models.mid(0, most_recent_models);
}

void Settings::add_recent_model(const QString &id)
{
    m_settings.setValue(key("models/recent"), with_first(id, recent_models(), most_recent_models));
}

QByteArray Settings::geometry() const { return m_settings.value(key("window/geometry")).toByteArray(); }

QList<int> Settings::pane_widths() const
{
    QList<int> widths;
    for (const QVariant &one : m_settings.value(key("window/panes")).toList()) widths << one.toInt();
    const bool usable =
        widths.size() == 3 && std::all_of(widths.begin(), widths.end(), [](int width) { return width >= 0 && width < 20000; });
    return usable ? widths : QList<int>();
}

void Settings::set_layout(const QByteArray &geometry, const QList<int> &pane_widths)
{
    QVariantList widths;
    for (const int width : pane_widths) widths << width;
    m_settings.setValue(key("window/geometry"), geometry);
    m_settings.setValue(key("window/panes"), widths);
}

ByteUnit Settings::unit() const
{
    return m_settings.value(key("window/unit")).toString() == QStringLiteral("GB") ? ByteUnit::decimal : ByteUnit::binary;
}

void Settings::set_unit(ByteUnit unit)
{
    m_settings.setValue(key("window/unit"), unit == ByteUnit::decimal ? QStringLiteral("GB") : QStringLiteral("GiB"));
}

QString Settings::language() const
{
    static const QRegularExpression code(QStringLiteral("^(system|[a-z]{2,3}(_[A-Z]{2})?)$"));
    const QString kept = m_settings.value(key("window/language"), QStringLiteral("system")).toString();
    return code.match(kept).hasMatch() ? kept : QStringLiteral("system");
}

QString Settings::theme() const { return m_settings.value(key("window/theme"), QStringLiteral("system")).toString(); }

void Settings::set_theme(const QString &theme) { m_settings.setValue(key("window/theme"), theme); }

bool Settings::reopen() const { return m_settings.value(key("window/reopen"), true).toBool(); }

int Settings::warn_percent() const
{
    const int kept = m_settings.value(key("live/warn_percent"), usual_warning).toInt();
    return kept >= 1 && kept <= 100 ? kept : usual_warning;
}

bool Settings::notify() const { return m_settings.value(key("live/notify"), true).toBool(); }

Preferences Settings::preferences() const { return {unit(), theme(), reopen(), warn_percent(), notify(), language()}; }

void Settings::set_preferences(const Preferences &preferences)
{
    set_unit(preferences.unit);
    set_theme(preferences.theme);
    m_settings.setValue(key("window/reopen"), preferences.reopen);
    m_settings.setValue(key("live/warn_percent"), preferences.warn_percent);
    m_settings.setValue(key("live/notify"), preferences.notify);
    m_settings.setValue(key("window/language"), preferences.language);
}

bool Settings::charts_as_tables() const { return m_settings.value(key("window/tables"), false).toBool(); }

void Settings::set_charts_as_tables(bool tables) { m_settings.setValue(key("window/tables"), tables); }

bool Settings::hint_done() const { return m_settings.value(key("window/hint_done"), false).toBool(); }

void Settings::set_hint_done() { m_settings.setValue(key("window/hint_done"), true); }

QString Settings::sessions_folder() const
{
    return QFileInfo(m_settings.fileName()).absolutePath() + QStringLiteral("/sessions");
}

} // namespace plimsoll
