// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/hub/hub_fetch.h"
#include "core/ground/sha256.h"
#include "core/model/checkpoint/hub_cache.h"

#include <QDir>
#include <QFile>
#include <QSaveFile>

namespace plimsoll {
namespace {

QByteArray first_line_of(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.read(4096).trimmed() : QByteArray();
}

bool is_commit(const std::string &text)
{
    return text.size() == 40 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

std::optional<Error> write(const std::filesystem::path &path, const QByteArray &text)
{
    const QString name = QString::fromStdString(path.string());
    QDir().mkpath(QString::fromStdString(path.parent_path().string()));
    QSaveFile file(name);
    if (file.open(QIODevice::WriteOnly) && file.write(text) == text.size() && file.commit()) return std::nullopt;
    return Error{"HF_HUB_CACHE", path.string(), {}, path.string() + " cannot be written: " + file.errorString().toStdString()};
}

} // namespace

HubOptions hub_options_from_environment()
{
    HubOptions out;
    if (const QString endpoint = qEnvironmentVariable("HF_ENDPOINT"); !endpoint.isEmpty()) out.endpoint = QUrl(endpoint);
    out.token = qgetenv("HF_TOKEN").trimmed();
    if (!out.token.isEmpty()) return out;
    const QString home = qEnvironmentVariable("HF_HOME", QDir::homePath() + QStringLiteral("/.cache/huggingface"));
    out.token = first_line_of(qEnvironmentVariable("HF_TOKEN_PATH", home + QStringLiteral("/token")));
    return out;
}

Result<std::filesystem::path> store_config(const std::string &hub_id, const HubConfig &config)
{
    const auto at = hub_id.find('@');
    const std::string revision = at == std::string::npos ? "main" : hub_id.substr(at + 1);
    std::string folder = "models--" + hub_id.substr(0, at);
    folder.replace(folder.find('/'), 1, "--");
    const std::filesystem::path model = hub_cache_directory() / folder;
    // a server that names no commit: the text's own hash stands for it
    const std::string commit =
        is_commit(config.commit)
            ? config.commit
            : sha256_hex({config.text.constData(), static_cast<std::size_t>(config.text.size())}).substr(0, 40);
    const std::filesystem::path snapshot = model / "snapshots" / commit;
    if (const auto error = write(snapshot / "config.json", config.text)) return *error;
    if (revision != commit)
        if (const auto error = write(model / "refs" / revision, QByteArray::fromStdString(commit))) return *error;
    return snapshot;
}

} // namespace plimsoll
