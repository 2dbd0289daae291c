// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/document/document.h"
#include "ui/document/session_keeper.h"

#include <QObject>
#include <QTimer>

#include <memory>

namespace plimsoll {

/// Writes a document's session to its record soon after every change, so that a crash costs a second of work at most.
class Autosave : public QObject {
    Q_OBJECT
public:
    /// `folder` empty: nothing is kept.
    Autosave(Document &document, QString folder, QObject *parent = nullptr);

    /// Goes on in the record that a window before left.
    void take_over(std::unique_ptr<SessionRecord> record);
    /// Ends, and another goes on in its record; null where nothing is kept.
    [[nodiscard]] std::unique_ptr<SessionRecord> give_up();
    void write_now();
    /// The program quits: the session comes back with the next start.
    void leave();
    /// The window alone is closed: what is not saved can be opened again from the menu.
    void close();

private:
    void finish();

    Document &m_document;
    QString m_folder;
    std::unique_ptr<SessionRecord> m_record;
    QTimer m_soon;
    bool m_done = false;
};

} // namespace plimsoll
