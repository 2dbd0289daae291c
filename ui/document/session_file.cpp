// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ground/json_text.h"
#include "core/plan/session.h"
#include "ui/document/session_file.h"
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

/// A context of its own, by which lupdate finds the strings of free functions.
struct SessionFileWords {
    Q_DECLARE_TR_FUNCTIONS(SessionFile)
};

Result<QByteArray> bytes_of(const QString &path)
{
    const QFileInfo info(path);
    if (!info.exists()) return whole(SessionFileWords::tr("There is no such file; it may have been moved or renamed."));
    if (info.isDir())
        return whole(SessionFileWords::tr("This folder holds no config.json; choose the folder of one model, or a file."));
    if (info.size() > largest_file)
        return whole(SessionFileWords::tr(
                         "The file has %1 MiB, sessions and configurations at most %2. Choose the model's config.json, or its "
                         ".safetensors or .gguf file.")
                         .arg(info.size() >> 20)
                         .arg(largest_file >> 20));
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return whole(SessionFileWords::tr("It cannot be read: %1. Change who may read it, or copy it.").arg(file.errorString()));
    return file.readAll();
}

/// Files of weights say in their head what they hold; they are not read whole.
bool is_weights(const QString &suffix) { return suffix == QStringLiteral("gguf") || suffix == QStringLiteral("safetensors"); }

ModelReference model_at(const QFileInfo &file)
{
    ModelReference model;
    model.config_path = utf8(file.absoluteFilePath());
    return model;
}

} // namespace

Result<OpenedFile> read_file(const QString &path)
{
    const QFileInfo info(path);
    const bool folder_of_model = info.isDir() && QFileInfo::exists(path + QStringLiteral("/config.json"));
    if (folder_of_model || (info.isFile() && is_weights(info.suffix().toLower()))) return OpenedFile(model_at(info));
    const auto bytes = bytes_of(path);
    if (!bytes.ok()) return bytes.error();
    const std::string text = bytes->toStdString();
    const Result<nlohmann::json> json = parse_json(text, "file"); // refuses what is nested too deeply to be written again
    if (json.ok() && json->is_object() && json->contains("schema")) {
        const nlohmann::json &said = (*json)["schema"];
        const std::string schema = said.is_string() ? said.get<std::string>() : quoted(said);
        if (is_session_text(text)) {
            auto session = session_from_text(text);
            if (!session.ok()) return session.error();
            return OpenedFile(std::move(*session));
        }
        if (schema.starts_with("plimsoll."))
            return Error{"schema", schema, "plimsoll.session/1, plimsoll.plan/1, or a model's config.json", {}};
    }
    return OpenedFile(model_at(info));
}

bool is_session_text(const std::string &text)
{
    const Result<nlohmann::json> json = parse_json(text, "text");
    if (!json.ok() || !json->is_object()) return false;
    const auto schema = json->find("schema");
    if (schema == json->end() || !schema->is_string()) return false;
    const std::string said = schema->get<std::string>();
    return said.starts_with("plimsoll.session/") || said.starts_with("plimsoll.plan/");
}

std::optional<Error> write_session(const Session &session, const QString &path)
{
    return write_bytes(QByteArray::fromStdString(session_to_text(session)), path);
}

std::optional<Error> write_bytes(const QByteArray &bytes, const QString &path)
{
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit())
        return whole(SessionFileWords::tr("%1 cannot be written: %2.").arg(path, file.errorString()));
    return std::nullopt;
}

} // namespace plimsoll
