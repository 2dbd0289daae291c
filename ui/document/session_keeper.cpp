// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/session_file.h"
#include "ui/document/session_keeper.h"
#include "ui/document/text.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QUuid>

#include <nlohmann/json.hpp>

namespace plimsoll {
namespace {

constexpr char schema[] = "plimsoll.kept/1";
constexpr int most_closed = 10;
constexpr qint64 largest_record = qint64{64} << 20;

QString name_of(const char *kind, const QString &id)
{
    return QString::fromLatin1(kind) + QLatin1Char('-') + id + QStringLiteral(".json");
}

QFileInfoList files_of(const QString &folder, const char *kind)
{
    return QDir(folder).entryInfoList({name_of(kind, QStringLiteral("*"))}, QDir::Files, QDir::Time | QDir::Reversed);
}

QString id_of(const QFileInfo &file) { return file.completeBaseName().section(QLatin1Char('-'), 1); }

std::unique_ptr<QLockFile> lock_for(const QString &folder, const QString &id)
{
    auto lock = std::make_unique<QLockFile>(folder + QLatin1Char('/') + id + QStringLiteral(".lock"));
    lock->setStaleLockTime(0); // only the death of its process makes it stale, never its age
    return lock->tryLock(0) ? std::move(lock) : nullptr;
}

/// "QLoRA · qwen2.5-coder-7b": the scenario alone is named alike in many.
QString title_of_kept(const Session &session)
{
    const ModelReference &model = session.current().plan.model;
    const QString name = qt(!model.preset.empty() ? model.preset : model.hub.substr(model.hub.find('/') + 1));
    return name.isEmpty() ? qt(session.current().name) : qt(session.current().name) + QStringLiteral(" · ") + name;
}

std::optional<KeptSession> read_record(const QString &path)
{
    QFile file(path);
    if (file.size() > largest_record || !file.open(QIODevice::ReadOnly)) return std::nullopt;
    const auto json = nlohmann::json::parse(file.readAll().toStdString(), nullptr, false);
    const auto text = [&](const char *key) {
        const auto found = json.find(key);
        return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
    };
    if (!json.is_object() || text("schema") != schema) return std::nullopt;
    auto session = session_from_text(text("session"));
    if (!session.ok()) return std::nullopt;
    const auto modified = json.find("modified");
    return KeptSession{std::move(session->session), qt(text("path")),
                       modified != json.end() && modified->is_boolean() && modified->get<bool>()};
}

} // namespace

SessionRecord::SessionRecord(const QString &folder, const QString &id, std::unique_ptr<QLockFile> lock)
    : m_folder(folder), m_id(id), m_lock(std::move(lock))
{}

std::unique_ptr<SessionRecord> SessionRecord::make(const QString &folder)
{
    if (!QDir().mkpath(folder)) return nullptr;
    const QString id = QUuid::createUuid().toString(QUuid::WithoutBraces);
    auto lock = lock_for(folder, id);
    return lock ? std::unique_ptr<SessionRecord>(new SessionRecord(folder, id, std::move(lock))) : nullptr;
}

bool SessionRecord::write(const KeptSession &kept) const
{
    const nlohmann::json record{
        {"schema", schema}, {"path", utf8(kept.path)}, {"modified", kept.modified}, {"session", session_to_text(kept.session)}};
    const std::string text = record.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    return !write_bytes(QByteArray::fromStdString(text), m_folder + QLatin1Char('/') + name_of("open", m_id));
}

void SessionRecord::rename_to(const char *kind) { QDir(m_folder).rename(name_of("open", m_id), name_of(kind, m_id)); }

void SessionRecord::leave() { rename_to("left"); }

void SessionRecord::close()
{
    rename_to("closed");
    const QFileInfoList closed = files_of(m_folder, "closed");
    for (qsizetype i = 0; i + most_closed < closed.size(); ++i) QFile::remove(closed[i].filePath());
}

void SessionRecord::remove() { QDir(m_folder).remove(name_of("open", m_id)); }

std::vector<SessionKeeper::Taken> SessionKeeper::take_over() const
{
    std::vector<Taken> out;
    for (const char *kind : {"left", "open"})
        for (const QFileInfo &file : files_of(m_folder, kind)) {
            const QString id = id_of(file);
            auto lock = lock_for(m_folder, id);
            if (!lock) continue; // its window stands open in another program
            auto kept = read_record(file.filePath());
            QDir folder(m_folder);
            if (!folder.rename(file.fileName(), name_of(kept ? "open" : "damaged", id)) && !folder.exists(name_of("open", id)))
                continue;
            if (!kept) continue;
            auto record = std::unique_ptr<SessionRecord>(new SessionRecord(m_folder, id, std::move(lock)));
            out.push_back({std::move(*kept), std::move(record), qstrcmp(kind, "open") == 0});
        }
    return out;
}

std::vector<SessionKeeper::Taken> SessionKeeper::take_crashed() const
{
    std::vector<Taken> out;
    for (Taken &one : take_over()) {
        if (one.crashed && one.kept.modified)
            out.push_back(std::move(one));
        else
            one.kept.modified ? one.record->close() : one.record->remove();
    }
    return out;
}

std::vector<SessionKeeper::Closed> SessionKeeper::closed() const
{
    std::vector<Closed> out;
    for (const QFileInfo &file : files_of(m_folder, "closed")) {
        const auto kept = read_record(file.filePath());
        if (!kept) continue;
        const QString title = kept->path.isEmpty() ? title_of_kept(kept->session) : QFileInfo(kept->path).completeBaseName();
        out.insert(out.begin(), {file.filePath(), title, file.lastModified()});
    }
    return out;
}

std::optional<KeptSession> SessionKeeper::reopen(const QString &file) const
{
    auto kept = read_record(file);
    if (kept) QFile::remove(file);
    return kept;
}

} // namespace plimsoll
