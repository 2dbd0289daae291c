// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"
#include "core/live/room.h"

#include <QSettings>
#include <QString>
#include <QStringList>

namespace plimsoll {

/// What people choose once for every session: what the Settings dialog shows.
struct Preferences {
    ByteUnit unit = ByteUnit::binary;
    QString theme = QStringLiteral("system");    ///< as Settings::theme()
    bool reopen = true;                          ///< a start goes on with the sessions that stood open last
    int warn_percent = usual_warning;            ///< from here on a card is called nearly full, 1 to 100
    bool notify = true;                          ///< and the desktop is told, once each time
    QString language = QStringLiteral("system"); ///< as Settings::language()
    bool operator==(const Preferences &) const = default;
};

/// What the window remembers between runs, in one INI file. Every value is checked when it is read.
class Settings {
public:
    /// `file` is the INI file; its folder is made when something is written.
    explicit Settings(const QString &file);
    /// The user's own: plimsoll/window.ini in the platform's configuration folder.
    [[nodiscard]] static QString user_file();

    [[nodiscard]] QStringList recent_files() const;
    void add_recent_file(const QString &path);

    /// Models that were chosen, the last one first, as the chooser names them: "preset:…", "hub:…", "file:…".
    [[nodiscard]] QStringList recent_models() const;
    void add_recent_model(const QString &id);

    [[nodiscard]] QByteArray geometry() const;
    [[nodiscard]] QList<int> pane_widths() const; ///< empty: never set
    void set_layout(const QByteArray &geometry, const QList<int> &pane_widths);

    /// Of new sessions: the one that was chosen last.
    [[nodiscard]] ByteUnit unit() const;
    void set_unit(ByteUnit unit);

    /// "system", "en", "de", "zh_CN": a language's code.
    [[nodiscard]] QString language() const;

    [[nodiscard]] QString theme() const; ///< "system", "light", "dark" or "high-contrast"
    void set_theme(const QString &theme);

    /// Whether a start goes on with the sessions that stood open last; what a crash took comes back either way.
    [[nodiscard]] bool reopen() const;
    [[nodiscard]] int warn_percent() const;
    [[nodiscard]] bool notify() const;
    [[nodiscard]] Preferences preferences() const;
    void set_preferences(const Preferences &preferences);

    /// Whether charts stand there as tables, as whoever reads them so wants them at every start.
    [[nodiscard]] bool charts_as_tables() const;
    void set_charts_as_tables(bool tables);

    /// Whether somebody edited a plan already, so that the hint of the first start has done its work.
    [[nodiscard]] bool hint_done() const;
    void set_hint_done();

    /// Where the sessions of open and of closed windows are kept (SessionKeeper).
    [[nodiscard]] QString sessions_folder() const;

private:
    mutable QSettings m_settings;
};

} // namespace plimsoll
