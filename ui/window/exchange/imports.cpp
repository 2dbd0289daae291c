// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/exchange/imports.h"

#include "core/exchange/named_files.h"
#include "core/ground/json_text.h"
#include "ui/document/text.h"
#include "ui/window/exchange/import_dialog.h"

#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QFileInfo>

namespace plimsoll {

namespace {

/// Files of weights, which are read by their heads alone, and folders.
bool is_model(const QFileInfo &file)
{
    const QString suffix = file.suffix().toLower();
    return !file.isFile() || suffix == QStringLiteral("gguf") || suffix == QStringLiteral("safetensors") ||
           file.size() > static_cast<qint64>(largest_config);
}

/// A model's own configuration is no tool's.
bool is_model_config(const std::string &text)
{
    const Result<nlohmann::json> json = parse_json(text, "file");
    return json.ok() && json->is_object() && (json->contains("model_type") || json->contains("architectures"));
}

} // namespace

Imports::Imports(const Desk &desk, QWidget &window, std::function<void(const QString &, const Plan &)> take)
    : m_desk(desk), m_window(window), m_take(std::move(take))
{}

std::optional<bool> Imports::open(const QString &path)
{
    const QFileInfo info(path);
    QFile file(path);
    if (is_model(info) || !file.open(QIODevice::ReadOnly)) return std::nullopt;
    const std::string text = file.readAll().toStdString();
    if (is_model_config(text)) return std::nullopt;
    Result<Imported> read = imported(text, {}, files_beside(info.absolutePath().toStdString()));
    if (read.ok()) {
        show(info.completeBaseName(), *std::move(read));
        return true;
    }
    if (info.suffix().toLower() == QStringLiteral("json")) return std::nullopt; // a model's that names no type, more likely
    m_desk.refuse(info.fileName(), read.error());
    return false;
}

void Imports::paste()
{
    const std::string text = utf8(QApplication::clipboard()->text());
    const std::string folder = utf8(QFileInfo(m_desk.document.path()).absolutePath());
    Result<Imported> read = imported(text, {}, files_beside(m_desk.document.path().isEmpty() ? std::string() : folder));
    if (!read.ok()) return m_desk.refuse(tr("Clipboard"), read.error());
    show(tr("Pasted"), *std::move(read));
}

void Imports::show(const QString &name, Imported read)
{
    const bool has_model = read.plan.has("model");
    if (!has_model) { // the one that is planned stays
        read.plan.model = m_desk.document.session().current().plan.model;
        read.plan.given.insert("model");
    }
    const Plan plan = read.plan;
    auto *dialog =
        new ImportDialog(read, has_model ? QString() : tr("It names no model: the one of this plan stays."), &m_window);
    connect(dialog, &QDialog::accepted, this, [this, name, plan] { m_take(name, plan); });
    dialog->open();
}

} // namespace plimsoll
