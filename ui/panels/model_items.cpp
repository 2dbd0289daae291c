// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/model_items.h"
#include "core/model/load.h"
#include "ui/document/text.h"
#include "ui/panels/wording.h"

#include <QCoreApplication>
#include <QDir>
#include <QRegularExpression>

#include <algorithm>

namespace plimsoll {
namespace {

QString tr(const char *text) { return QCoreApplication::translate("Chooser", text); }

QString context_text(Count tokens)
{
    if (tokens <= 0) return {};
    return tokens % 1024 == 0 ? tr("%1 K").arg(tokens / 1024) : QLocale().toString(static_cast<qlonglong>(tokens));
}

QString hub_cache()
{
    if (const QString cache = qEnvironmentVariable("HF_HUB_CACHE"); !cache.isEmpty()) return cache;
    const QString home = qEnvironmentVariable("HF_HOME");
    return (home.isEmpty() ? QDir::homePath() + QStringLiteral("/.cache/huggingface") : home) + QStringLiteral("/hub");
}

/// "models--Qwen--Qwen2.5-7B" as "Qwen/Qwen2.5-7B"; empty for other folders.
QString hub_id(const QString &folder)
{
    const QStringList parts = folder.split(QStringLiteral("--"));
    if (parts.size() < 3 || parts.front() != QStringLiteral("models")) return {};
    return parts.mid(1).join(QLatin1Char('/'));
}

} // namespace

std::vector<ChooserItem> model_items()
{
    std::vector<ChooserItem> items;
    for (const Preset &preset : presets())
        items.push_back({QStringLiteral("preset:") + qt(preset.name), qt(preset.family), qt(preset.title),
                         brief_count(preset.parameters), context_text(preset.context),
                         qt(preset.name + " " + preset.hub + " " + preset.model_type), true});
    const QDir cache(hub_cache());
    for (const QString &folder : cache.entryList({QStringLiteral("models--*")}, QDir::Dirs))
        if (const QString id = hub_id(folder); !id.isEmpty())
            items.push_back({QStringLiteral("hub:") + id, tr("Hugging Face cache of this machine"), id, {}, {}, {}, true});
    return items;
}

std::vector<ChooserItem> typed_model(const QString &query)
{
    static const QRegularExpression shape(QStringLiteral("^[\\w.-]+/[\\w.-]+$"));
    if (!shape.match(query).hasMatch()) return {};
    return {{QStringLiteral("hub:") + query, tr("Hub id"), query, {}, tr("if it is in the local cache"), {}, true}};
}

ModelReference model_from_id(const QString &id)
{
    ModelReference model;
    if (id.startsWith(QStringLiteral("preset:"))) model.preset = utf8(id.mid(7));
    if (id.startsWith(QStringLiteral("hub:"))) model.hub = utf8(id.mid(4));
    if (id.startsWith(QStringLiteral("file:"))) model.config_path = utf8(id.mid(5));
    return model;
}

std::vector<ChooserItem> card_items()
{
    std::vector<ChooserItem> items;
    const QLocale locale;
    for (const Gpu &gpu : gpu_catalogue()) {
        QString also;
        for (const std::string &alias : gpu.aliases) also += qt(alias) + QLatin1Char(' ');
        items.push_back(
            {QStringLiteral("gpu:") + qt(gpu.name), qt(gpu.vendor), qt(gpu.name),
             tr("%1 GB").arg(locale.toString(static_cast<double>(gpu.memory_nominal) / static_cast<double>(gib), 'g', 4)),
             gpu.year > 0 ? QString::number(gpu.year) : QString(), also + qt(gpu.architecture), true});
    }
    std::stable_sort(items.begin(), items.end(), [](const ChooserItem &a, const ChooserItem &b) { return a.header > b.header; });
    return items;
}

std::vector<ChooserItem> typed_budget(const QString &query)
{
    static const QRegularExpression shape(QStringLiteral("^(\\d+(?:[.,]\\d+)?)\\s*(?:GiB|GB|G)?$"),
                                          QRegularExpression::CaseInsensitiveOption);
    const auto match = shape.match(query);
    const double size = match.captured(1).replace(QLatin1Char(','), QLatin1Char('.')).toDouble();
    if (!match.hasMatch() || size <= 0 || size > 100000) return {};
    const auto bytes = static_cast<qlonglong>(size * static_cast<double>(gib));
    return {{QStringLiteral("budget:%1").arg(bytes),
             tr("Budget"),
             tr("%1 GB budget").arg(match.captured(1)),
             {},
             tr("GB of 2³⁰ bytes"),
             {},
             true}};
}

Target with_card(Target cards, const QString &id)
{
    if (id.startsWith(QStringLiteral("budget:"))) cards.budget_bytes = id.mid(7).toLongLong();
    if (!id.startsWith(QStringLiteral("gpu:"))) return cards;
    const std::string name = utf8(id.mid(4));
    if (std::find(cards.gpus.begin(), cards.gpus.end(), name) == cards.gpus.end()) cards.gpus.push_back(name);
    return cards;
}

} // namespace plimsoll
