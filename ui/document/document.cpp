// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/document.h"
#include "ui/document/session_file.h"

#include <QFileInfo>
#include <QUndoCommand>

namespace plimsoll {

class SessionCommand : public QUndoCommand {
public:
    SessionCommand(Document &document, Session next, const QString &step, const QString &merge_key)
        : QUndoCommand(step), m_document(document), m_before(document.session()), m_after(std::move(next)), m_merge_key(merge_key)
    {}

    void undo() override { m_document.set_session(m_before); }
    void redo() override { m_document.set_session(m_after); }
    /// One id for all: mergeWith() tells fields apart by their key.
    int id() const override { return m_merge_key.isEmpty() ? -1 : 1; }

    bool mergeWith(const QUndoCommand *other) override
    {
        const auto &next = static_cast<const SessionCommand &>(*other);
        if (next.m_merge_key != m_merge_key || next.m_before != m_after) return false;
        m_after = next.m_after;
        setObsolete(m_after == m_before);
        return true;
    }

private:
    Document &m_document;
    Session m_before, m_after;
    QString m_merge_key;
};

Document::Document(Session session, QObject *parent) : QObject(parent), m_session(std::move(session))
{
    connect(&m_undo, &QUndoStack::cleanChanged, this, &Document::file_changed);
}

// The stack says that it is clean while it goes; nobody may hear that any more.
Document::~Document() { m_undo.disconnect(); }

QString Document::title() const { return m_path.isEmpty() ? tr("Untitled") : QFileInfo(m_path).completeBaseName(); }

void Document::apply(const Session &next, const QString &step, const QString &merge_key)
{
    if (next == m_session) return;
    m_undo.push(new SessionCommand(*this, next, step, merge_key));
}

void Document::select(int scenario)
{
    if (scenario < 0 || scenario >= static_cast<int>(m_session.scenarios.size()) || scenario == m_session.selected) return;
    m_session.selected = scenario;
    emit changed();
}

void Document::set_unit(ByteUnit unit)
{
    if (unit == m_session.unit) return;
    m_session.unit = unit;
    emit changed();
}

void Document::start(const Session &session, const QString &path)
{
    m_recovered = false;
    m_path = path;
    m_undo.clear();
    m_undo.setClean();
    set_session(session);
    emit file_changed();
}

void Document::recover(const Session &session, const QString &path)
{
    start(session, path);
    m_recovered = true;
    emit file_changed();
}

std::optional<Error> Document::save(const QString &path)
{
    if (auto error = write_session(m_session, path)) return error;
    m_path = path;
    m_recovered = false;
    m_undo.setClean();
    emit file_changed();
    return std::nullopt;
}

void Document::set_session(const Session &session)
{
    m_session = session;
    emit changed();
}

} // namespace plimsoll
