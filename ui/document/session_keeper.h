// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/plan/session.h"

#include <QDateTime>
#include <QLockFile>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace plimsoll {

/// A session as it stood in some window.
struct KeptSession {
    Session session;
    QString path;          ///< its file; empty: never saved
    bool modified = false; ///< differs from that file
};

/// The place of one window's session in the folder of kept sessions. While the record lives it is locked, so that a
/// program that starts can tell windows that stand open from those that a crash took.
class SessionRecord {
public:
    /// A new place; nothing is written yet. Null where the folder cannot be made.
    [[nodiscard]] static std::unique_ptr<SessionRecord> make(const QString &folder);

    /// Atomic; false when it cannot be written.
    bool write(const KeptSession &kept) const;
    /// The program is being quit: the session opens again with the next start.
    void leave();
    /// The window was closed alone: its session can be opened again from the menu.
    void close();
    void remove();

private:
    friend class SessionKeeper;
    SessionRecord(const QString &folder, const QString &id, std::unique_ptr<QLockFile> lock);
    void rename_to(const char *kind);

    QString m_folder;
    QString m_id;
    std::unique_ptr<QLockFile> m_lock;
};

/// The folder that holds the sessions of all windows: of those that stand open, as they change; of those that were open
/// when the program was quit or died; of those that were closed unsaved.
class SessionKeeper {
public:
    explicit SessionKeeper(QString folder) : m_folder(std::move(folder)) {}

    struct Taken {
        KeptSession kept;
        std::unique_ptr<SessionRecord> record;
        bool crashed = false; ///< nobody closed its window
    };
    /// Sessions of windows that are gone, oldest first; their records belong to the caller. A damaged record is put aside as
    /// "damaged-…" and not given.
    [[nodiscard]] std::vector<Taken> take_over() const;
    /// Of those only what a crash took before it was saved. The others are closed: what is not saved can be opened again from
    /// the menu.
    [[nodiscard]] std::vector<Taken> take_crashed() const;

    struct Closed {
        QString file;
        QString title; ///< of the session's file, else of its selected scenario
        QDateTime when;
    };
    /// Sessions that were closed unsaved, latest first; at most ten are kept.
    [[nodiscard]] std::vector<Closed> closed() const;
    /// Reads one of them and drops it; nothing when it cannot be read.
    [[nodiscard]] std::optional<KeptSession> reopen(const QString &file) const;

private:
    QString m_folder;
};

} // namespace plimsoll
