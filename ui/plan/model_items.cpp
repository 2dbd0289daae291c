// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/load.h"
#include "core/model/presets.h"
#include "ui/controls/wording.h"
#include "ui/document/text.h"
#include "ui/plan/model_items.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>
#include <tuple>

namespace plimsoll {
namespace {

/// A context of its own, by which lupdate finds the strings of free functions.
struct ModelItemsWords {
    Q_DECLARE_TR_FUNCTIONS(ModelItems)
};

QString context_text(Count tokens)
{
    if (tokens <= 0) return {};
    const bool thousands = tokens % 1024 == 0;
    const QString count = QLocale().toString(static_cast<qlonglong>(thousands ? tokens / 1024 : tokens));
    return (thousands ? ModelItemsWords::tr("%1 K tokens") : ModelItemsWords::tr("%1 tokens")).arg(count);
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

/// What was chosen lately, under the name that it has elsewhere in the list; a file is named with its folder.
ChooserItem recent_item(const QString &id, const std::vector<ChooserItem> &known)
{
    const auto same = std::ranges::find(known, id, &ChooserItem::id);
    ChooserItem item = same != known.end() ? *same : ChooserItem{id, {}, id.section(QLatin1Char(':'), 1), {}, {}, {}, true};
    item.header = ModelItemsWords::tr("Recent");
    if (!id.startsWith(QStringLiteral("file:"))) return item;
    const QFileInfo file(item.title);
    item.also = QDir::toNativeSeparators(item.title);
    item.title = file.absoluteDir().dirName() + QLatin1Char('/') + file.fileName();
    return item;
}

} // namespace

std::vector<ChooserItem> model_items(const QStringList &recent)
{
    std::vector<ChooserItem> items;
    for (const Preset &preset : presets())
        items.push_back({QStringLiteral("preset:") + qt(preset.name), qt(preset.family), qt(preset.title),
                         brief_count(preset.parameters), context_text(preset.context),
                         qt(preset.name + " " + preset.hub + " " + preset.model_type), true});
    std::ranges::stable_sort(
        items, [](const QString &a, const QString &b) { return a.compare(b, Qt::CaseInsensitive) < 0; }, &ChooserItem::header);
    const QDir cache(hub_cache());
    for (const QString &folder : cache.entryList({QStringLiteral("models--*")}, QDir::Dirs))
        if (const QString id = hub_id(folder); !id.isEmpty())
            items.push_back(
                {QStringLiteral("hub:") + id, ModelItemsWords::tr("Hugging Face cache of this machine"), id, {}, {}, {}, true});
    std::vector<ChooserItem> first;
    for (const QString &id : recent) first.push_back(recent_item(id, items));
    items.insert(items.begin(), first.begin(), first.end());
    return items;
}

std::vector<ChooserItem> typed_model(const QString &query)
{
    static const QRegularExpression shape(QStringLiteral("^[\\w.-]+/[\\w.-]+$"));
    if (!shape.match(query).hasMatch()) return {};
    return {{QStringLiteral("hub:") + query,
             ModelItemsWords::tr("Hub id"),
             query,
             {},
             ModelItemsWords::tr("if it is in the local cache"),
             {},
             true}};
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
    std::vector<Gpu> gpus = gpu_catalogue();
    std::ranges::stable_sort(gpus, [](const Gpu &a, const Gpu &b) { // what people buy and rent before what they have no more
        return std::tie(a.year, a.memory_nominal) > std::tie(b.year, b.memory_nominal);
    });
    for (const Gpu &gpu : gpus) {
        QString also;
        for (const std::string &alias : gpu.aliases) also += qt(alias) + QLatin1Char(' ');
        items.push_back({QStringLiteral("gpu:") + qt(gpu.name), qt(gpu.vendor), qt(gpu.name),
                         ModelItemsWords::tr("%1 GB").arg(
                             locale.toString(static_cast<double>(gpu.memory_nominal) / static_cast<double>(gib), 'g', 4)),
                         gpu.year > 0 ? QString::number(gpu.year) : QString(), also + qt(gpu.architecture), true});
    }
    std::stable_sort(items.begin(), items.end(), [](const ChooserItem &a, const ChooserItem &b) { return a.header > b.header; });
    return items;
}

std::vector<ChooserItem> typed_budget(const QString &query, ByteUnit unit)
{
    static const QRegularExpression shape(QStringLiteral("^(\\d+(?:[.,]\\d+)?)\\s*(GiB|GB|G)?$"),
                                          QRegularExpression::CaseInsensitiveOption);
    const auto match = shape.match(query);
    const double size = match.captured(1).replace(QLatin1Char(','), QLatin1Char('.')).toDouble();
    if (!match.hasMatch() || size <= 0 || size > 100000) return {};
    Numbers numbers;
    numbers.unit = unit;
    const bool gibibytes = match.captured(2).contains(QLatin1Char('i'), Qt::CaseInsensitive);
    const Bytes one = gibibytes ? gib : numbers.unit_bytes();
    const auto bytes = static_cast<qlonglong>(size * static_cast<double>(one));
    if (bytes < 1) return {};
    return {{QStringLiteral("budget:%1").arg(bytes),
             ModelItemsWords::tr("Budget"),
             ModelItemsWords::tr("%1 budget").arg(numbers.chosen_size(bytes)),
             {},
             gibibytes    ? QString()
             : one == gib ? ModelItemsWords::tr("GB of 2³⁰ bytes")
                          : ModelItemsWords::tr("GB of 10⁹ bytes"),
             {},
             true}};
}

QString id_of(const ModelReference &model)
{
    if (!model.preset.empty()) return QStringLiteral("preset:") + qt(model.preset);
    if (!model.hub.empty()) return QStringLiteral("hub:") + qt(model.hub);
    return model.config_path.empty() ? QString() : QStringLiteral("file:") + qt(model.config_path);
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
