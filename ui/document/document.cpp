// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/document.h"
#include "ui/document/scenarios.h"
#include "ui/document/session_file.h"
#include "ui/document/text.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>
#include <QUndoCommand>

#include <algorithm>
#include <utility>

namespace plimsoll {

namespace {

/// Enough for weeks of work, and an end to what a history may take.
constexpr int most_steps = 10'000;

using Shared = std::shared_ptr<const Scenario>;

/// Of the file's bytes; empty where there is none.
QByteArray digest_of(const QString &path)
{
    QFile file(path);
    QCryptographicHash digest(QCryptographicHash::Sha1);
    if (path.isEmpty() || !file.open(QIODevice::ReadOnly) || !digest.addData(&file)) return {};
    return digest.result();
}

/// All of a session but its scenarios.
Session frame_of(const Session &session)
{
    Session frame;
    frame.name = session.name;
    frame.selected = session.selected;
    frame.baseline = session.baseline;
    frame.cards = session.cards;
    frame.unit = session.unit;
    frame.amount = session.amount;
    frame.document = session.document;
    frame.unknown = session.unknown;
    return frame;
}

} // namespace

/// What a step changed: a run of scenarios, and the frame around them. Scenarios and frames are shared with the steps before
/// and after, so that a step costs one plan.
class SessionCommand : public QUndoCommand {
public:
    SessionCommand(Document &document, const Session &next, const QString &step, const QString &merge_key)
        : QUndoCommand(step), m_document(document), m_merge_key(merge_key)
    {
        const auto &shared = document.m_scenarios;
        const std::size_t old_size = shared.size(), new_size = next.scenarios.size(), least = std::min(old_size, new_size);
        while (m_first < least && *shared[m_first] == next.scenarios[m_first]) ++m_first;
        std::size_t tail = 0;
        while (tail < least - m_first && *shared[old_size - 1 - tail] == next.scenarios[new_size - 1 - tail]) ++tail;
        m_before.assign(shared.begin() + static_cast<std::ptrdiff_t>(m_first), shared.end() - static_cast<std::ptrdiff_t>(tail));
        for (std::size_t i = m_first; i < new_size - tail; ++i)
            m_after.push_back(std::make_shared<const Scenario>(next.scenarios[i]));
        m_frame_before = document.frame();
        Session frame = frame_of(next);
        m_frame_after = frame == *m_frame_before ? m_frame_before : std::make_shared<const Session>(std::move(frame));
    }

    void undo() override { m_document.replace(m_first, m_after.size(), m_before, m_frame_before); }
    void redo() override { m_document.replace(m_first, m_before.size(), m_after, m_frame_after); }
    /// One id for all: mergeWith() tells fields apart by their key.
    int id() const override { return m_merge_key.isEmpty() ? -1 : 1; }

    bool mergeWith(const QUndoCommand *other) override
    {
        const auto &next = static_cast<const SessionCommand &>(*other);
        if (next.m_merge_key != m_merge_key || next.m_first != m_first || next.m_before != m_after ||
            *next.m_frame_before != *m_frame_after)
            return false;
        m_after = next.m_after;
        m_frame_after = next.m_frame_after;
        const bool same = std::ranges::equal(m_before, m_after, [](const Shared &a, const Shared &b) { return *a == *b; });
        setObsolete(same && *m_frame_before == *m_frame_after);
        return true;
    }

private:
    Document &m_document;
    QString m_merge_key;
    std::size_t m_first = 0;
    std::vector<Shared> m_before, m_after;
    std::shared_ptr<const Session> m_frame_before, m_frame_after;
};

Document::Document(Session session, QObject *parent) : QObject(parent)
{
    m_undo.setUndoLimit(most_steps);
    take(std::move(session));
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
    m_on_disk = digest_of(path);
    m_undo.clear();
    m_undo.setClean();
    take(session);
    emit changed();
    emit file_changed();
}

void Document::recover(const Session &session, const QString &path)
{
    start(session, path);
    m_recovered = true;
    emit file_changed();
}

std::optional<Error> Document::refusal_to_overwrite(const QString &path)
{
    if (path != m_path) return std::nullopt; // whoever chose another file was asked
    const QByteArray now = digest_of(path);
    if (now.isEmpty() || now == std::exchange(m_on_disk, now)) return std::nullopt;
    return Error{{},
                 {},
                 {},
                 utf8(tr("Somebody else has written it since it was opened here. Save again to write over it, or save "
                         "under another name."))};
}

std::optional<Error> Document::save(const QString &path)
{
    if (auto error = refusal_to_overwrite(path)) return error;
    if (auto error = write_session(m_session, path)) return error;
    m_path = path;
    m_on_disk = digest_of(path);
    m_recovered = false;
    m_undo.setClean();
    emit file_changed();
    return std::nullopt;
}

void Document::take(Session session)
{
    m_session = std::move(session);
    m_scenarios.clear();
    for (const Scenario &scenario : m_session.scenarios) m_scenarios.push_back(std::make_shared<const Scenario>(scenario));
    m_frame = std::make_shared<const Session>(frame_of(m_session));
    const Plan example = first_session().current().plan;
    const bool is_example = m_session.scenarios.size() == 1 && m_session.current().plan == example;
    m_offered = is_example ? example.given : std::set<std::string>();
}

const std::shared_ptr<const Session> &Document::frame()
{
    if (Session now = frame_of(m_session); now != *m_frame) m_frame = std::make_shared<const Session>(std::move(now));
    return m_frame;
}

void Document::replace(std::size_t first, std::size_t count, const std::vector<std::shared_ptr<const Scenario>> &scenarios,
                       const std::shared_ptr<const Session> &frame)
{
    const auto from = static_cast<std::ptrdiff_t>(first), to = static_cast<std::ptrdiff_t>(first + count);
    m_scenarios.erase(m_scenarios.begin() + from, m_scenarios.begin() + to);
    m_scenarios.insert(m_scenarios.begin() + from, scenarios.begin(), scenarios.end());
    std::vector<Scenario> all = std::move(m_session.scenarios);
    all.erase(all.begin() + from, all.begin() + to);
    for (std::size_t i = 0; i < scenarios.size(); ++i)
        all.insert(all.begin() + from + static_cast<std::ptrdiff_t>(i), *scenarios[i]);
    m_session = *frame;
    m_session.scenarios = std::move(all);
    m_frame = frame;
    emit changed();
}

} // namespace plimsoll
