// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/session_file.h"
#include "core/plan/session.h"
#include "ui/document/text.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

#include <nlohmann/json.hpp>

namespace plimsoll {
namespace {

constexpr qint64 largest_file = qint64{64} << 20;

Error whole(const QString &text) { return {{}, {}, {}, utf8(text)}; }

QString tr(const char *text) { return QCoreApplication::translate("SessionFile", text); }

Result<QByteArray> bytes_of(const QString &path)
{
    const QFileInfo info(path);
    if (!info.exists()) return whole(tr("There is no such file."));
    if (info.isDir()) return whole(tr("This is a folder; choose the config.json in it."));
    if (info.size() > largest_file)
        return whole(
            tr("The file has %1 bytes; sessions and configurations have at most %2.").arg(info.size()).arg(largest_file));
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) return whole(tr("It cannot be read: %1.").arg(file.errorString()));
    return file.readAll();
}

} // namespace

Result<OpenedFile> read_file(const QString &path)
{
    const auto bytes = bytes_of(path);
    if (!bytes.ok()) return bytes.error();
    const std::string text = bytes->toStdString();
    const auto json = nlohmann::json::parse(text, nullptr, false);
    if (json.is_object() && json.contains("schema")) {
        const std::string schema = json["schema"].is_string() ? json["schema"].get<std::string>() : json["schema"].dump();
        if (schema.starts_with("plimsoll.session/") || schema.starts_with("plimsoll.plan/")) {
            auto session = session_from_text(text);
            if (!session.ok()) return session.error();
            return OpenedFile(std::move(session->session));
        }
        if (schema.starts_with("plimsoll."))
            return Error{"schema", schema, "plimsoll.session/1, plimsoll.plan/1, or a model's config.json", {}};
    }
    ModelReference model;
    model.config_path = utf8(QFileInfo(path).absoluteFilePath());
    return OpenedFile(model);
}

std::optional<Error> write_session(const Session &session, const QString &path)
{
    return write_bytes(QByteArray::fromStdString(session_to_text(session)), path);
}

std::optional<Error> write_bytes(const QByteArray &bytes, const QString &path)
{
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit())
        return whole(tr("%1 cannot be written: %2.").arg(path, file.errorString()));
    return std::nullopt;
}

} // namespace plimsoll
