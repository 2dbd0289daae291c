// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/import.h"

#include "core/exchange/card_import.h"
#include "core/exchange/named_config.h"
#include "core/exchange/shells/bare_words.h"
#include "core/exchange/shells/batch_variables.h"
#include "core/exchange/shells/overrides.h"
#include "core/exchange/shells/read_variables.h"
#include "core/exchange/reading.h"
#include "core/exchange/tool_defaults.h"
#include "core/exchange/text/containers/container_file.h"
#include "core/exchange/text/containers/env_files.h"
#include "core/exchange/text/containers/exec_form.h"
#include "core/exchange/text/here_document.h"
#include "core/exchange/text/other_kinds.h"
#include "core/exchange/text/pasted_text.h"
#include "core/exchange/names/named_models.h"
#include "core/exchange/tools/shared/foreign.h"
#include "core/exchange/text/printed_arguments.h"
#include "core/exchange/text/containers/recipe_file.h"
#include "core/exchange/text/shell_quoting.h"
#include "core/exchange/tools/shared/toml_files.h"
#include "core/exchange/tools/shared/spread_keys.h"
#include "core/exchange/tools/transformers/trainer_words.h"
#include "core/ground/json_text.h"
#include "core/ground/phrase.h"
#include "core/ground/text.h"
#include "core/plan/field.h"
#include "core/plan/model_card/carried_plan.h"
#include "core/plan/plan_json.h"

#include <algorithm>
#include <memory>
#include <optional>

namespace plimsoll {

namespace {

/// Data-parallel ranks are what the other meshes leave of the processes.
void settle_processes(ImportState &into)
{
    Plan &plan = into.out.plan;
    if (!into.processes || plan.has("parallel.data") || plan.task == Task::infer) return;
    const Count others = plan.parallel.tensor * plan.parallel.pipeline * plan.parallel.context;
    if (*into.processes < others || *into.processes % others != 0) {
        into.out.warnings.push_back(
            {"processes",
             phrase(QT_TRANSLATE_NOOP("core", "%1 processes are no multiple of the %2 that hold one model"),
                    {std::to_string(*into.processes), std::to_string(others)}),
             "parallel.data"});
        return;
    }
    plan.parallel.data = *into.processes / others;
    plan.given.insert("parallel.data");
}

void ask_for_model(Imported &out)
{
    if (out.plan.has("model")) return;
    out.warnings.push_back(
        {"no_model", phrase(QT_TRANSLATE_NOOP("core", "no model is named that can be looked up: say which with %1"), {"--model"}),
         "model"});
}

/// A training that is sharded over ranks whose number nobody said.
void say_open_ranks(Imported &out)
{
    const Plan &plan = out.plan;
    const bool shards = plan.has("parallel.engine") || (plan.has("parallel.zero") && plan.parallel.zero > 0);
    if (plan.task != Task::train || !shards || plan.has("parallel.data")) return;
    out.warnings.push_back(
        {"open_ranks",
         phrase(QT_TRANSLATE_NOOP("core", "over how many ranks is not said: an estimate takes as many as cards are named (%1), "
                                          "or %2"),
                {"NAME:8", "parallel.data"}),
         "parallel.data"});
}

nlohmann::ordered_json listed(const std::vector<ImportedKey> &keys, bool understood)
{
    nlohmann::ordered_json out = nlohmann::ordered_json::array();
    for (const ImportedKey &key : keys) {
        nlohmann::ordered_json row{{"key", key.key}, {"line", key.line}};
        if (!key.file.empty()) row["file"] = key.file;
        if (understood)
            row["field"] = key.field;
        else
            row["why"] = key.why;
        out.push_back(std::move(row));
    }
    return out;
}

std::string list_as_text(const std::string &title, const std::vector<ImportedKey> &keys)
{
    if (keys.empty()) return {};
    std::string out = '\n' + title + '\n';
    for (const ImportedKey &key : keys) {
        const std::string where = (key.file.empty() ? std::string() : key.file + ' ') + std::to_string(key.line);
        const std::string &what = key.field.empty() ? key.why : key.field;
        out += "  " + left_aligned(where, 5) + ' ' + key.key + (what.empty() ? std::string() : ": " + what) + '\n';
    }
    return out;
}

} // namespace

const ToolFormat *tool_of(const ConfigText &text)
{
    const ToolFormat *best = nullptr;
    int most = 0;
    for (const ToolFormat *tool : tools_read()) {
        const int sure = tool->recognises(text);
        if (sure <= most) continue;
        most = sure;
        best = tool;
    }
    return best;
}

/// Variables that a script sets in its environment, which stand among its own: those that libraries read.
static void take_script_environment(ConfigReading &reading)
{
    for (const ConfigEntry &entry : reading.entries())
        if (entry.scope == "variable" && reading.is_open(entry) && knows(environment_words, entry.key))
            take_key(reading, environment_words, entry);
}

void read_with(const ToolFormat &tool, const ConfigText &text, ImportState &into, const std::string &file)
{
    ConfigReading reading(text, into, file);
    read_starter(reading);
    tool.read(reading);
    if (text.form == ConfigForm::call) take_script_environment(reading);
    take_every_card(reading, tool);
    settle_quantisation(reading);
    reading.finish();
}

std::string import_names()
{
    std::string out;
    for (const ToolFormat *tool : tools_read()) out.append(out.empty() ? "" : " | ").append(tool->name);
    return out.append(" | ").append(model_card_name);
}

/// What a Dockerfile runs. Its FROM is no model, as that of Ollama's Modelfile is.
static Result<ConfigText> config_of_container(const std::string &command)
{
    if (!command.empty()) return config_from_command(command);
    return Error{"configuration", "Dockerfile", phrase(QT_TRANSLATE_NOOP("core", "one with %1 or %2"), {"CMD", "ENTRYPOINT"}),
                 phrase(QT_TRANSLATE_NOOP("core", "what its container runs is said elsewhere"))};
}

/// The first of several commands that some tool has keys of; those after it that have such too are named.
static std::optional<ConfigText> first_known(const std::vector<std::string> &commands)
{
    std::optional<ConfigText> out;
    int more = 0;
    for (const std::string &command : commands) {
        Result<ConfigText> run = config_from_command(command);
        if (!run.ok() || tool_of(*run) == nullptr) continue;
        if (!out)
            out = *std::move(run);
        else if (!std::ranges::equal(run->entries, out->entries, [](const ConfigEntry &a, const ConfigEntry &b) {
                     return a.key == b.key && a.value == b.value;
                 }))
            ++more;
    }
    if (more > 0)
        out->warnings.push_back(
            {"other_command",
             phrase(QT_TRANSLATE_NOOP("core", "%1 more start something here; the first was read"), {std::to_string(more)}),
             {}});
    return out;
}

/// What a log says of what it is of: the arguments that were printed. `servers`: those that no script writes alone.
static std::optional<ConfigText> config_from_log(std::string_view text, bool servers)
{
    for (const auto read : {servers ? printed_by_servers : printed_arguments, printed_by_ollama, loaded_by_llama_cpp}) {
        std::optional<ConfigText> out = read(text);
        if (!out || tool_of(*out) == nullptr) continue;
        if (has_figures_of_start(text))
            out->warnings.push_back({"log_figures",
                                     phrase(QT_TRANSLATE_NOOP("core", "the log has figures of memory too: they are read with %1"),
                                            {"--from engine-log"}),
                                     {}});
        return out;
    }
    return std::nullopt;
}

/// What a Makefile's or a justfile's recipes run.
static std::optional<ConfigText> config_from_recipes(const std::string &reading)
{
    const std::optional<std::string> recipes = shell_of_recipes(reading);
    return recipes ? first_known({*recipes}) : std::nullopt;
}

/// What the file beside a Compose file sets for its variables, as assignments on one line before a command.
static std::string compose_variables(const std::string &reading, const ConfigReader &read_file)
{
    if (!read_file || reading.find("services:") == std::string::npos || reading.find("${") == std::string::npos) return {};
    const Result<std::string> file = read_file(".env");
    const Result<ConfigText> set = file.ok() ? config_from_command(*file + "\ntrue --\n") : Result<ConfigText>(Error{});
    std::string out;
    if (set.ok())
        for (const ConfigEntry &entry : set->entries)
            if (entry.value.is_string() && !entry.unknown && reading.find("${" + entry.key) != std::string::npos)
                out += entry.key + '=' + quoted_word(entry.value.get_ref<const std::string &>()) + "; ";
    return out;
}

/// Commands of a file's containers, and of those in files that a script writes ("kubectl apply -f - <<END").
static std::optional<ConfigText> config_from_containers(const std::string &reading, const ConfigReader &read_file)
{
    std::vector<std::string> commands = commands_of_containers(reading, read_file);
    if (const std::string variables = compose_variables(reading, read_file); !variables.empty())
        for (std::string &command : commands) command.insert(0, variables);
    return first_known(commands);
}

static std::optional<ConfigText> config_from_written_files(const std::string &script, const ConfigReader &read_file)
{
    std::vector<HereDocument> files = here_documents(script);
    if (const std::optional<HereDocument> first = here_document(script)) files.push_back(*first);
    for (const HereDocument &file : files) {
        const std::string text = std::string(static_cast<std::size_t>(std::max(file.line - 1, 0)), '\n') + file.text;
        if (std::optional<ConfigText> run = first_known(commands_of_containers(text, read_file))) return run;
    }
    return std::nullopt;
}

/// Commands that a reading holds in a form of its own: containers, units, lists of words.
static std::optional<ConfigText> config_from_commands_in(const std::string &reading, ConfigForm form,
                                                         const ConfigReader &read_file)
{
    std::optional<ConfigText> out;
    if (const std::optional<std::string> unit = shell_of_unit(reading, read_file)) out = first_known({*unit});
    if (!out && (form == ConfigForm::yaml || form == ConfigForm::json)) out = config_from_containers(reading, read_file);
    if (!out && form == ConfigForm::call) out = ray_config(reading);
    if (!out && form == ConfigForm::call) out = first_known(commands_of_lists(reading));
    if (!out && form == ConfigForm::command && reading.find("<<") != std::string::npos)
        out = config_from_written_files(reading, read_file);
    return out;
}

/// What a paste says: the first of its readings that some tool has keys of; else the first one, or its error.
static Result<ConfigText> config_from_paste(std::string_view text, const ConfigReader &read_file)
{
    if (text.size() > largest_config) return config_from_text(text); // which says so
    std::optional<Result<ConfigText>> first;
    const std::vector<std::string> readings = readings_of_paste(text);
    for (const std::string &reading : readings) {
        if (const std::optional<std::string> command = command_of_dockerfile(reading)) return config_of_container(*command);
        if (config_form_of(reading) != ConfigForm::call)
            if (std::optional<ConfigText> printed = config_from_log(reading, true)) return *std::move(printed);
        if (reading.find("\n\t") != std::string::npos || reading.find("{{") != std::string::npos)
            if (std::optional<ConfigText> run = config_from_recipes(reading)) return *std::move(run);
        const std::size_t begin = reading.find_first_not_of(" \t\r\n");
        if (begin != std::string::npos && reading[begin] == '[') { // a list of JSON's, a unit's section
            if (std::optional<ConfigText> run = config_from_containers(reading, read_file)) return *std::move(run);
            if (const std::optional<std::string> unit = shell_of_unit(reading, read_file))
                if (std::optional<ConfigText> run = first_known({*unit})) return *std::move(run);
        }
        Result<ConfigText> config = config_from_text(reading);
        if (config.ok() && tool_of(*config) != nullptr) return config;
        if (std::optional<ConfigText> run =
                config_from_commands_in(reading, config.ok() ? config->form : config_form_of(reading), read_file))
            return *std::move(run);
        if (!first) first = std::move(config);
    }
    for (const std::string &reading : readings) {
        if (std::optional<ConfigText> printed = config_from_log(reading, false)) return *std::move(printed);
        if (std::optional<ConfigText> run = config_from_recipes(reading)) return *std::move(run);
    }
    for (const std::string &reading : below_sentences(text))
        if (Result<ConfigText> config = config_from_text(reading); config.ok() && tool_of(*config) != nullptr) return config;
    return *std::move(first);
}

/// A text in a form that none of the tools has which are read.
static std::optional<Error> in_toml(std::string_view text)
{
    const std::optional<std::string_view> owner = owner_of_toml(text);
    if (!owner || is_read_toml(text)) return std::nullopt; // what is wrong with it was told
    return Error{"configuration", phrase(QT_TRANSLATE_NOOP("core", "a configuration of %1"), {*owner}), import_names(),
                 phrase(QT_TRANSLATE_NOOP("core", "none of the tools that are read has files in %1"), {"TOML"})};
}

/// A program that is known by name alone, unless a tool is surer of the text than its keys are of that.
static std::optional<Error> of_another_tool(const ConfigText &config, const ToolFormat *tool)
{
    constexpr int beyond_doubt = 95;
    if (tool != nullptr && tool->recognises(config) >= beyond_doubt) return std::nullopt;
    const ForeignTool *const foreign = foreign_tool(config);
    if (foreign == nullptr) return std::nullopt;
    return Error{"configuration", phrase(QT_TRANSLATE_NOOP("core", "keys of %1"), {foreign->title}), import_names(),
                 phrase(QT_TRANSLATE_NOOP("core", "%1 is not among the tools that are read; describe the plan with %2"),
                        {foreign->title, "plimsoll estimate --model …"})};
}

/// Whether a file that nobody was sure of has more keys that its tool has not than such as it has.
static bool is_mostly_unknown(const ConfigText &config, const ToolFormat &tool, const ImportState &read)
{
    constexpr int sure = 50;
    if ((config.form != ConfigForm::yaml && config.form != ConfigForm::json) || tool.recognises(config) >= sure) return false;
    const auto keys =
        std::ranges::count_if(config.entries, [](const ConfigEntry &entry) { return entry.key.find('.') == std::string::npos; });
    return 2 * read.unknown_keys > keys;
}

Result<Imported> imported(std::string_view text, std::string_view from, const ConfigReader &read_file)
{
    const ToolFormat *const named = tool_format(from);
    if (from == model_card_name || (from.empty() && card::has_block(text))) return imported_card(text);
    if (!from.empty() && (named == nullptr || named->read == nullptr))
        return Error{"from", std::string(from), import_names(), {}};
    const std::string spelt = with_batch_variables(with_read_variables(text));
    Result<ConfigText> config = config_from_paste(spelt, read_file);
    const bool unknown = from.empty() && (!config.ok() || tool_of(*config) == nullptr);
    const std::optional<Error> other = unknown ? other_kind(text) : std::nullopt;
    if (!config.ok() && other) return *other;
    if (!config.ok()) return in_toml(text).value_or(config.error());
    ImportState into{{}, read_file};
    for (const HereDocument &written :
         here_documents(text)) // files that the text itself writes come before others of their names
        if (Result<ConfigText> file = config_from_text(written.text); file.ok())
            into.files[written.file] = std::make_unique<ConfigText>(*std::move(file));
    const bool behind_file = begins_with_file(*config);
    add_env_files(*config, into);
    const ToolFormat *const told = from.empty() ? tool_of(*config) : named;
    if (told != nullptr) settle_bare_words(*config, *told, behind_file, into.out); // what is refused says nothing against a file
    add_named_config(*config, into);
    spread_overrides(*config);
    const ToolFormat *const tool = from.empty() ? tool_of(*config) : named;
    if (const auto foreign = from.empty() ? of_another_tool(*config, tool) : std::nullopt) return *foreign;
    if (tool == nullptr && other) return *other;
    if (tool == nullptr)
        if (auto toml = in_toml(text)) return *std::move(toml);
    if (tool == nullptr)
        return Error{"configuration",
                     config->programs.empty() ? phrase(QT_TRANSLATE_NOOP("core", "keys that no known tool has"))
                                              : config->programs.back(),
                     import_names(),
                     {}};
    into.out.tool = tool->name;
    into.out.warnings.insert(into.out.warnings.begin(), config->warnings.begin(), config->warnings.end());
    if (tool != told) settle_bare_words(*config, *tool, behind_file, into.out);
    read_with(*tool, *config, into);
    if (into.refused) return *std::move(into.refused);
    if (from.empty() && is_mostly_unknown(*config, *tool, into))
        return Error{"configuration", phrase(QT_TRANSLATE_NOOP("core", "keys that no known tool has")), import_names(), {}};
    if (const int line = line_of_memory_message(text); line > 0)
        into.out.warnings.push_back(
            {"memory_message",
             phrase(QT_TRANSLATE_NOOP("core", "line %1 says that memory ran out: %2 tells of this plan what takes it off"),
                    {std::to_string(line), "plimsoll advise --oom"}),
             {}});
    settle_processes(into);
    take_tool_defaults(into.out, *config);
    say_open_ranks(into.out);
    ask_for_model(into.out);
    return std::move(into.out);
}

nlohmann::ordered_json import_to_json(const Imported &imported)
{
    nlohmann::ordered_json out;
    out["schema"] = "plimsoll.import/1";
    out["tool"] = imported.tool;
    out["plan"] = plan_to_json(imported.plan, true);
    out["understood"] = listed(imported.understood, true);
    out["no_effect"] = listed(imported.no_effect, false);
    out["not_said"] = listed(imported.not_said, false);
    out["warnings"] = nlohmann::ordered_json::array();
    for (const Warning &warning : imported.warnings)
        out["warnings"].push_back({{"code", warning.code}, {"field", warning.field}, {"text", warning.text}});
    return out;
}

std::string import_to_text(const Imported &imported)
{
    const ToolFormat *const tool = tool_format(imported.tool);
    std::string out = phrase(QT_TRANSLATE_NOOP("core", "Plan as %1 states it"),
                             {tool == nullptr ? std::string_view(imported.tool) : tool->title}) +
                      '\n';
    for (const Field &field : plan_fields()) {
        if (!imported.plan.has(field.path)) continue;
        const nlohmann::ordered_json value = field.write(imported.plan);
        out += "  " + field.path + ' ' + (value.is_string() ? value.get<std::string>() : to_text(value)) + '\n';
    }
    out += list_as_text(phrase(QT_TRANSLATE_NOOP("core", "Understood (line, key: field)")), imported.understood);
    out += list_as_text(phrase(QT_TRANSLATE_NOOP("core", "Without effect on memory")), imported.no_effect);
    out += list_as_text(phrase(QT_TRANSLATE_NOOP("core", "Could not be said")), imported.not_said);
    return out;
}

} // namespace plimsoll
