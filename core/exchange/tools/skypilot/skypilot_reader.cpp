// SPDX-License-Identifier: GPL-3.0-or-later
// SkyPilot 0.14.1: utils/schemas.py (get_task_schema, get_resources_schema)
#include "core/exchange/tools/skypilot/skypilot.h"

#include "core/exchange/named_config.h"
#include "core/exchange/shell_words.h"
#include "core/exchange/text/here_document.h"
#include "core/exchange/tools/key_reasons.h"
#include "core/exchange/tools/shared/shared_keys.h"
#include "core/exchange/tools/tools.h"

#include <algorithm>

namespace plimsoll {

namespace {

using enum Taken;
using namespace reasons;
using nlohmann::json;

void take_nodes(ConfigReading &reading, const ConfigEntry &entry, const json & /*value*/)
{
    reading.understood(entry, "target.gpus");
}

constexpr KeyRule rules[] = {
    {"resources", {}, take_section},
    {"resources.accelerators", {}, take_section},
    {"num_nodes", "target.gpus", take_nodes},
};
constexpr KeyGroup groups[] = {
    {no_effect, of_processes,
     "name workdir event_callback file_mounts file_mounts_mapping setup envs secrets managed_secrets inputs outputs volumes "
     "volume_mounts "
     "config service pool api_server_access experimental"},
    {no_effect, {QT_TRANSLATE_NOOP("core", "it says which machine is hired, not what its cards hold")}, "resources.*"},
};
constinit const ToolWords words{.title = "SkyPilot", .rules = rules, .groups = groups};

/// What each machine of a task has: one card where no number stands.
struct Asked {
    std::string name; ///< SkyPilot's
    Count count = 1;
};

/// "H100:8", "H100", or {H100: 8}; of several that would do all.
std::vector<Asked> cards_asked(ConfigReading &reading, const ConfigEntry &entry)
{
    std::vector<Asked> out;
    const std::string prefix = "resources.accelerators.";
    if (entry.section) {
        for (const ConfigEntry &each : reading.entries())
            if (each.key.starts_with(prefix)) out.push_back({each.key.substr(prefix.size()), as_count(each.value).value_or(1)});
        return out;
    }
    for (const std::string &name : as_names(entry.value)) {
        const std::size_t colon = name.find(':');
        const auto count = colon == std::string::npos ? std::nullopt : as_count(json(name.substr(colon + 1)));
        out.push_back({name.substr(0, colon), count.value_or(1)});
    }
    return out;
}

/// The first of several that would do.
std::optional<Asked> read_cards(ConfigReading &reading)
{
    const ConfigEntry *const entry = reading.find("resources.accelerators");
    const std::vector<Asked> asked = entry == nullptr ? std::vector<Asked>{} : cards_asked(reading, *entry);
    if (asked.empty()) return std::nullopt;
    const auto &[name, count] = asked.front();
    const Count all = count * as_count(reading.value("num_nodes")).value_or(1);
    const auto found = std::ranges::find(sky_names, std::string_view(name), &SkyName::word);
    const std::string card = found == std::end(sky_names) ? name : std::string(found->card);
    reading.state(*entry, "target.gpus", json::array({card + ':' + std::to_string(all)}));
    if (all > 1) reading.imports().processes = all;
    if (asked.size() > 1)
        reading.warn("first_of_several",
                     phrase(QT_TRANSLATE_NOOP("core", "%1 cards would do, of which the first was taken: %2"),
                            {std::to_string(asked.size()), name}),
                     "target.gpus");
    return asked.front();
}

/// What SkyPilot sets where a task runs (0.14.1, skylet/constants.py), of what its file tells.
std::string own_variables(const ConfigReading &reading, const std::optional<Asked> &cards)
{
    const std::string nodes = std::to_string(as_count(reading.value("num_nodes")).value_or(1));
    std::string out = "SKYPILOT_NUM_NODES=" + nodes + "; ";
    if (cards) out += "SKYPILOT_NUM_GPUS_PER_NODE=" + std::to_string(cards->count) + "; ";
    return out;
}

/// "envs" and "secrets" as the script's own variables, on its first line.
std::string variables_of(const ConfigReading &reading, const std::optional<Asked> &cards)
{
    std::string out = own_variables(reading, cards);
    for (const ConfigEntry &entry : reading.entries()) {
        const bool variable = entry.key.starts_with("envs.") || entry.key.starts_with("secrets.");
        if (!variable || entry.value.is_null() || entry.value.is_structured()) continue;
        out += entry.key.substr(entry.key.find('.') + 1) + '=' + shell_word(as_word(entry.value)) + "; ";
    }
    return out;
}

/// What is run there: a file that the script writes, or its command.
void read_run(ConfigReading &reading, const std::optional<Asked> &cards)
{
    const ConfigEntry *const entry = reading.find("run");
    if (entry == nullptr || !entry->value.is_string()) return;
    const std::string script = as_word(entry->value);
    const std::optional<HereDocument> document = here_document(script);
    const bool modelfile = document && document->file.ends_with("Modelfile");
    Result<ConfigText> text = config_from_text(document && !modelfile ? document->text : variables_of(reading, cards) + script);
    if (text.ok()) add_named_config(*text, reading.imports());
    const ToolFormat *const tool = text.ok() ? tool_of(*text) : nullptr;
    if (tool == nullptr || tool == &formats::skypilot)
        return reading.not_said(*entry, phrase(QT_TRANSLATE_NOOP("core", "no command of a known tool stands there")));
    reading.understood(*entry, {});
    auto &held = reading.imports().files["run"];
    held = std::make_unique<ConfigText>(*std::move(text));
    read_with(*tool, *held, reading.imports(), "run");
}

} // namespace

static int recognises_skypilot(const ConfigText &text)
{
    if (text.form != ConfigForm::yaml && text.form != ConfigForm::json) return 0;
    return text.has("run") && (text.has("resources") || text.has("num_nodes") || text.has("setup")) ? 95 : 0;
}

static void read_skypilot(ConfigReading &reading)
{
    read_run(reading, read_cards(reading));
    take_all(reading, words);
}

constinit const ToolFormat formats::skypilot{.name = "skypilot",
                                             .title = "SkyPilot",
                                             .recognises = recognises_skypilot,
                                             .read = read_skypilot,
                                             .ending = "yaml",
                                             .write = write_skypilot,
                                             .group = ExportGroup::cluster};

} // namespace plimsoll
