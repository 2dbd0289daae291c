// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"
#include "core/plan/session.h"

#include <QObject>
#include <QString>
#include <QUndoStack>

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace plimsoll {

/// A session with its history and its file. Every change of scenarios and cards goes through apply() and can be undone,
/// ten thousand steps back; selecting a scenario and choosing a unit are ways of looking, not steps.
class Document : public QObject {
    Q_OBJECT
public:
    explicit Document(Session session, QObject *parent = nullptr);
    ~Document() override;

    [[nodiscard]] const Session &session() const { return m_session; }
    [[nodiscard]] QUndoStack &undo_stack() { return m_undo; }
    [[nodiscard]] bool modified() const { return !m_undo.isClean() || m_recovered; }
    [[nodiscard]] const QString &path() const { return m_path; }
    /// File name without its ending, or "Untitled".
    [[nodiscard]] QString title() const;

    /// Fields of the first start's example that nobody has set since: they give way to the defaults of another stack or engine.
    [[nodiscard]] const std::set<std::string> &offered() const { return m_offered; }
    /// Somebody set it.
    void set_by_user(const std::string &path) { m_offered.erase(path); }

    /// One undo step named `step`. Steps with the same, not empty `merge_key` that follow each other become one, and none
    /// when they cancel out. Nothing happens when `next` is what stands already.
    void apply(const Session &next, const QString &step, const QString &merge_key = {});
    void select(int scenario);
    void set_unit(ByteUnit unit);

    /// Takes another session in place of this one and forgets the history; `path` empty: not saved anywhere yet.
    void start(const Session &session, const QString &path);
    /// start() with what an autosave held: modified from the first moment.
    void recover(const Session &session, const QString &path);
    /// Writes atomically; the file that stood there stays whole on any error. Refuses once to write over a file of this session
    /// that somebody else has written since it was opened or saved here; asked again, it does.
    [[nodiscard]] std::optional<Error> save(const QString &path);

signals:
    void changed();      ///< the session is another value
    void file_changed(); ///< path or modified state

private:
    friend class SessionCommand;
    [[nodiscard]] std::optional<Error> refusal_to_overwrite(const QString &path);
    void take(Session session);
    void replace(std::size_t first, std::size_t count, const std::vector<std::shared_ptr<const Scenario>> &scenarios,
                 const std::shared_ptr<const Session> &frame);
    [[nodiscard]] const std::shared_ptr<const Session> &frame();

    Session m_session;
    std::vector<std::shared_ptr<const Scenario>> m_scenarios; ///< of m_session, shared with the history
    std::shared_ptr<const Session> m_frame;                   ///< the rest of it, as the history knows it
    QString m_path;
    QByteArray m_on_disk; ///< digest of what stood at m_path when it was read, written, or last complained about
    QUndoStack m_undo;
    bool m_recovered = false;
    std::set<std::string> m_offered;
};

} // namespace plimsoll
