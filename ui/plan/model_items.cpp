// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/names/ollama_library.h"
#include "core/ground/json_text.h"
#include "core/load/hub_alias.h"
#include "core/model/checkpoint/hub_cache.h"
#include "core/model/presets.h"
#include "core/model/typed_model.h"
#include "ui/controls/wording.h"
#include "ui/document/text.h"
#include "ui/plan/model_items.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace plimsoll {
namespace {

constexpr QChar tag_sign = u'\t'; ///< in an item's id, before the type of its weights

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

ChooserItem preset_item(const Preset &preset, const QString &header)
{
    return {QStringLiteral("preset:") + qt(preset.name),
            header,
            qt(preset.title),
            brief_count(preset.parameters),
            context_text(preset.context),
            qt(preset.name + " " + preset.hub + " " + preset.model_type),
            true};
}

ChooserItem pasted_item(const ModelReference &read)
{
    const auto json = parse_json(read.config_text, "config.json");
    const bool object = json.ok() && json->is_object();
    const QString type = object && json->contains("model_type") && json->at("model_type").is_string()
                             ? qt(json->at("model_type").get<std::string>())
                             : QString();
    ChooserItem item{QStringLiteral("text:") + qt(read.config_text), ModelItemsWords::tr("Pasted"), {}, type, {}, {}, object};
    item.title = object ? ModelItemsWords::tr("The configuration that was pasted")
                        : ModelItemsWords::tr("The pasted configuration ends too early, or is no JSON.");
    return item;
}

ChooserItem path_item(const QString &path)
{
    const QFileInfo file(path);
    const QString native = QDir::toNativeSeparators(path);
    ChooserItem item{QStringLiteral("file:") + path, ModelItemsWords::tr("File"), native, {}, {}, {}, file.exists()};
    if (!item.enabled) item.title = ModelItemsWords::tr("There is no file or folder %1.").arg(native);
    return item;
}

/// By a preset of its shape, from the local cache, or to be fetched.
ChooserItem hub_item(const QString &id, bool fetches)
{
    const std::string name = utf8(id);
    ChooserItem item{QStringLiteral("hub:") + id, ModelItemsWords::tr("Hub id"), id, {}, {}, {}, true};
    if (const Preset *preset = find_preset(name)) return preset_item(*preset, item.header);
    if (cached_snapshot(name).ok()) {
        item.middle = ModelItemsWords::tr("in the local cache");
    } else if (const auto alias = hub_alias(name)) {
        item.middle = (alias->exact ? ModelItemsWords::tr("the shape of %1") : ModelItemsWords::tr("most likely the shape of %1"))
                          .arg(qt(alias->preset->title));
    } else if (fetches) {
        item.id = QStringLiteral("fetch:") + id;
        item.in_place = true;
        item.middle = ModelItemsWords::tr("Enter fetches its config.json");
    } else {
        item.middle = ModelItemsWords::tr("if it is in the local cache");
    }
    return item;
}

/// Of one file of a repository, whose weights are packed so.
ChooserItem with_tag(ChooserItem item, const QString &tag)
{
    if (tag.isEmpty()) return item;
    item.id += tag_sign + tag;
    item.title += QLatin1Char(' ') + tag;
    return item;
}

/// "llama3.1:8b", as Ollama calls it; an address that names no model is told so.
TypedItems read_as_tag(const QString &query)
{
    TypedItems out;
    const std::string text = utf8(query);
    if (query.contains(QStringLiteral("://"))) {
        out.last = {{{}, {}, ModelItemsWords::tr("This address names no model of the Hub."), {}, {}, {}, false}};
        out.whole = true;
    } else if (query.contains(QLatin1Char(':')) && !query.contains(QLatin1Char(' '))) {
        if (const OllamaTag tag = ollama_tag(text); tag.preset)
            out.first = {with_tag(preset_item(*tag.preset, ModelItemsWords::tr("What Ollama calls so")), qt(tag.quant))};
    }
    return out;
}

} // namespace

std::vector<ChooserItem> model_items(const QStringList &recent)
{
    std::vector<ChooserItem> items;
    for (const Preset &preset : presets()) items.push_back(preset_item(preset, qt(preset.family)));
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

bool is_known_hub_id(const QString &id)
{
    return find_preset(utf8(id)) || cached_snapshot(utf8(id)).ok() || hub_alias(utf8(id)).has_value();
}

TypedItems typed_model_items(const QString &query, bool fetches)
{
    const std::string text = utf8(query);
    const std::optional<ModelReference> read = typed_model(text);
    if (!read) return read_as_tag(query);
    TypedItems out;
    out.whole = utf8(query.trimmed()) != read->hub; // an address holds no word of the list
    if (!read->config_text.empty()) {
        out.first = {pasted_item(*read)};
    } else if (!read->config_path.empty()) {
        out.first = {path_item(qt(read->config_path))};
    } else if (!read->preset.empty()) {
        out.first = {preset_item(*find_preset(read->preset), {})};
        out.whole = false;
    } else {
        const bool first = out.whole || is_known_hub_id(qt(read->hub)); // else what has the words may be meant, half typed
        std::vector<ChooserItem> &list = first ? out.first : out.last;
        list.push_back(with_tag(hub_item(qt(read->hub), fetches), qt(tag_of_typed(text))));
    }
    return out;
}

QString tag_of_id(const QString &id) { return id.section(tag_sign, 1, 1); }

ModelReference model_from_id(const QString &whole)
{
    ModelReference model;
    const QString id = whole.startsWith(QStringLiteral("text:")) ? whole : whole.section(tag_sign, 0, 0);
    if (id.startsWith(QStringLiteral("preset:"))) model.preset = utf8(id.mid(7));
    if (id.startsWith(QStringLiteral("hub:"))) model.hub = utf8(id.mid(4));
    if (id.startsWith(QStringLiteral("file:"))) model.config_path = utf8(id.mid(5));
    if (id.startsWith(QStringLiteral("text:"))) model.config_text = utf8(id.mid(5));
    return model;
}

QString id_of(const ModelReference &model)
{
    if (!model.preset.empty()) return QStringLiteral("preset:") + qt(model.preset);
    if (!model.hub.empty()) return QStringLiteral("hub:") + qt(model.hub);
    return model.config_path.empty() ? QString() : QStringLiteral("file:") + qt(model.config_path);
}

} // namespace plimsoll
