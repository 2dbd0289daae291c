// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/text/command_programs.h"
#include "core/exchange/text/command_starters.h"
#include "core/exchange/text/config_text.h"
#include "core/exchange/text/here_document.h"
#include "core/exchange/text/containers/inner_commands.h"
#include "core/exchange/text/pasted_text.h"
#include "core/exchange/text/shell_commands.h"
#include "core/exchange/text/shell_traps.h"
#include "core/exchange/text/yaml_scalar.h"
#include "core/ground/json_text.h"
#include "core/ground/phrase.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <span>

namespace plimsoll {

namespace {

using CommandWords = std::span<const ShellWord>;

/// What starts other programs, by what it is called or by its module; the options before a program that take no value
/// (accelerate 1.15 commands/launch.py, torch 2.15 distributed/run.py, DeepSpeed 0.19.8 launcher/runner.py).
struct Launcher {
    std::string_view name, module;
    std::string_view switches;
};
constexpr Launcher launchers[] = {
    {"accelerate launch", "accelerate.commands.launch",
     " q quiet debug cpu multi_gpu tpu use_mps_device use_deepspeed use_fsdp use_parallelism_config use_megatron_lm m module "
     "no_python "
     "same_network tpu_use_cluster no_tpu_cluster tpu_cluster tpu_use_sudo downcast_bf16 dynamo_use_fullgraph dynamo_use_dynamic "
     "dynamo_use_regional_compilation enable_cpu_affinity ipex use_xpu use_cpu "},
    {"torchrun", "torch.distributed.run",
     " standalone m module no_python run_path use_env use_agent_store signals_to_handle_off "},
    {"torchrun", "torch.distributed.launch", " standalone m module no_python run_path use_env "},
    {"deepspeed", "deepspeed.launcher.runner",
     " no_python module no_ssh_check no_ssh force_multi bind_cores_to_rank enable_each_rank_log save_pid use_uv "},
};

std::string underscored(std::string text)
{
    std::ranges::replace(text, '-', '_');
    return text;
}

/// A word that begins an option: dashes with a name behind them, and no negative number.
bool is_option(const ShellWord &word)
{
    const std::string &text = word.text;
    if (text.size() < 2 || text[0] != '-') return false;
    if (std::isalpha(static_cast<unsigned char>(text[1])) != 0) return true;
    return text[1] == '-' && text.find_first_not_of('-') != std::string::npos;
}

/// A variable alone that the text does not set ("$@", "$EXTRA_ARGS"): more options, behind an option's word.
bool is_expansion(const ShellWord &word)
{
    return word.unknown && word.text.starts_with('$') && word.text.find_first_of(" /.:,", 1) == std::string::npos;
}

class CommandOptions {
public:
    CommandOptions(ConfigText &out, std::string scope, std::string_view switches)
        : m_out(out), m_scope(std::move(scope)), m_switches(switches)
    {}

    /// More stands there than is read.
    [[nodiscard]] bool full() const { return m_full; }

    /// Options up to the first word that belongs to none where `stops`, else all; what is left.
    CommandWords read(CommandWords words, bool stops)
    {
        while (!words.empty() && !m_full) {
            if (!is_option(words[0])) {
                if (stops) return words;
                if (words[0].text != "--") positional(words[0]);
                words = words.subspan(1);
                continue;
            }
            const bool module = stops && (words[0].text == "-m" || words[0].text == "--module");
            words = option(words);
            if (module) return words;
        }
        return words;
    }

private:
    CommandWords option(CommandWords words)
    {
        const ShellWord &word = words[0];
        std::string name = word.text.substr(word.text.find_first_not_of('-'));
        const std::size_t equals = name.find('=');
        const bool ends = equals + 1 == name.size() && words.size() > 1 && !is_option(words[1]); // "--name= value"
        if (equals != std::string::npos && !ends) {
            ShellWord value = word;
            value.text = name.substr(equals + 1);
            add(name.substr(0, equals), word.line, {&value, 1});
            return words.subspan(1);
        }
        if (ends) name.resize(equals);
        words = words.subspan(1);
        if (!ends && words.size() > 1 && words[0].text.starts_with('=') && words[0].text.size() == 1) { // "--name = value"
            say_blanks(name, word.line);
            words = words.subspan(1);
        } else if (ends)
            say_blanks(name, word.line);
        std::size_t count = 0;
        if (m_switches.find(' ' + underscored(name) + ' ') == std::string_view::npos)
            while (count < words.size() && !is_option(words[count]) && (m_switches.empty() || count == 0) &&
                   (count == 0 || !is_expansion(words[count])))
                ++count;
        add(name, word.line, words.first(count));
        return words.subspan(count);
    }

    void say_blanks(const std::string &name, int line)
    {
        m_out.warnings.push_back(
            {"blanks",
             phrase(QT_TRANSLATE_NOOP("core", "line %1: blanks stand around the = of %2, which a program takes for words of "
                                              "their own; the value behind was read"),
                    {std::to_string(line), name}),
             {}});
    }

    void add(const std::string &name, int line, CommandWords values)
    {
        ConfigEntry entry{m_scope, name, true, line};
        if (values.size() == 1) entry.value = values[0].text;
        if (values.size() > 1) entry.value = nlohmann::json::array();
        for (const ShellWord &value : values) {
            if (values.size() > 1) entry.value.push_back(value.text);
            entry.unknown = entry.unknown || value.unknown;
            entry.variables.insert(entry.variables.end(), value.variables.begin(), value.variables.end());
        }
        if (!entry.unknown && values.size() == 1 && values[0].text.starts_with('{') && add_object(entry)) return;
        m_full = m_full || !add_entry(m_out, std::move(entry));
    }

    /// An option whose word is a JSON object.
    bool add_object(const ConfigEntry &entry)
    {
        const std::string &text = entry.value.get_ref<const std::string &>();
        if (!parse_json(text, entry.key).ok()) return false;
        const auto object = has_few_keys(text) ? nlohmann::ordered_json::parse(text, nullptr, false) : nlohmann::ordered_json();
        if (!object.is_object() || object.empty()) return false;
        ConfigText inner;
        m_full = !add_entries(inner, {{entry.key, object}}, {}, [&entry](const std::string &) { return entry.line; }) || m_full;
        for (ConfigEntry &each : inner.entries) {
            each.scope = m_scope;
            m_full = m_full || !add_entry(m_out, std::move(each));
        }
        return true;
    }

    /// "key=value" as hydra and OmegaConf take it, or a word that stands for itself.
    void positional(const ShellWord &word)
    {
        const std::size_t equals = word.text.find('=');
        const std::string key = word.text.substr(0, equals);
        const auto of_name = [](char c) {
            return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '+';
        };
        ConfigEntry entry{m_scope, {}, word.text, word.line, false, word.unknown, word.variables};
        if (equals != std::string::npos && equals > 0 && std::ranges::all_of(key, of_name)) {
            entry.key = key.substr(key.find_first_not_of('+') == std::string::npos ? 0 : key.find_first_not_of('+'));
            entry.value = nlohmann::json(yaml_scalar(word.text.substr(equals + 1)));
            entry.bare = true;
        }
        m_full = m_full || !add_entry(m_out, std::move(entry));
    }

    ConfigText &m_out;
    std::string m_scope;
    std::string_view m_switches;
    bool m_full = false;
};

const Launcher *launcher_named(std::string_view name)
{
    for (const Launcher &launcher : launchers)
        if (launcher.name == name || launcher.module == name) return &launcher;
    return nullptr;
}

/// Takes the next program's name off the words: "accelerate launch", "train.py", "trl sft", "vllm.entrypoints.openai.api_server".
std::string take_program(CommandWords &words)
{
    std::string name = words[0].text.ends_with(".py") ? words[0].text : base_name(words[0].text);
    words = words.subspan(1);
    if (name == "accelerate-launch") return "accelerate launch";
    if (is_llama_server(name)) return "llama-server";
    if (name == "accelerate" && !words.empty()) {
        name += ' ' + words[0].text;
        words = words.subspan(1);
        return name;
    }
    if (is_python(name)) {
        while (!words.empty() && words[0].text.starts_with('-')) {
            const std::string flag = words[0].text;
            words = words.subspan(1);
            if (flag == "-m" || flag == "-X" || flag == "-W") {
                if (flag == "-m") break;
                if (!words.empty()) words = words.subspan(1);
            }
        }
        if (words.empty()) return name;
        name = words[0].text;
        words = words.subspan(1);
        if (is_known(name) && !name.ends_with(".py")) name = base_name(name); // "python3 /usr/local/bin/vllm serve"
        if (const Launcher *known = launcher_named(name)) return std::string(known->name);
        if (const std::string_view wrapped = wrapped_program(name); !wrapped.empty()) return std::string(wrapped);
    }
    if (has_commands(name) && !words.empty() && !is_option(words[0])) {
        name += ' ' + words[0].text;
        words = words.subspan(1);
    }
    return name;
}

/// "python -c 'print(1)'", "python - <<END", "python -m pip …": Python that prepares something.
bool runs_inline_code(CommandWords words)
{
    static constexpr std::string_view modules[] = {"pip", "venv", "http.server", "json.tool", "ensurepip", "site"};
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
        if (!is_python(base_name(words[i].text))) continue;
        const std::string &next = words[i + 1].text;
        const bool module = next == "-m" && i + 2 < words.size();
        return next == "-c" || next == "-" || next == "-V" || next == "--version" ||
               (module && std::ranges::find(modules, std::string_view(words[i + 2].text)) != std::end(modules));
    }
    return false;
}

/// Whether a command fetches programs, or does what no configuration is known of.
bool is_other(const ShellCommand &command)
{
    static constexpr std::string_view others[] = {
        "pip",     "cd",    "echo",  "git",  "hf",   "curl",   "mkdir",      "set",    "rm",     "source",
        ".",       "[",     "[[",    "test", "cp",   "mv",     "wget",       "tar",    "module", "exit",
        "sleep",   "cat",   "ls",    "read", "trap", "ulimit", "pip3",       "printf", "which",  "apt",
        "apt-get", "chmod", "chown", "ln",   "tail", "grep",   "nvidia-smi", "local",  "return", "cmake"};
    const bool job = command.words.size() > 1 && command.words[0].text == "hf" && command.words[1].text == "jobs";
    if (command.words.empty() || (!job && std::ranges::find(others, std::string_view(command.words[0].text)) != std::end(others)))
        return true;
    const bool sentence = command.words.size() > 2 && std::isupper(static_cast<unsigned char>(command.words[0].text[0])) != 0;
    if (sentence && std::ranges::none_of(command.words, is_option)) return true; // "Here is my axolotl config:"
    if (runs_inline_code(command.words)) return true;
    for (const ShellWord &word : command.words) {
        if (word.text == "install" || word.text == "uninstall" || word.text == "pull" || word.text == "tag") return true;
        if (!program_of_image(word.text).empty() || (is_known(word.text) && !is_python(base_name(word.text)))) return false;
    }
    return false;
}

/// "accelerate launch num_processes=2 train.py": the first word without dashes is the script.
void say_no_script(ConfigText &out, const ShellWord &word, const std::string &launcher)
{
    out.warnings.push_back({"bare_word",
                            phrase(QT_TRANSLATE_NOOP("core", "line %1: %2 has no dashes before it: %3 takes it for the script to "
                                                             "start, and nothing starts. It was left out"),
                                   {std::to_string(word.line), word.text, launcher}),
                            {}});
}

/// The program that runs, and its launchers before it; false where more stands there than is read.
[[nodiscard]] bool read_command(ConfigText &out, const ShellCommand &command)
{
    if (is_other(command)) {
        if (!command.words.empty()) out.programs.push_back(command.words[0].text);
        return true;
    }
    CommandWords words = without_starter(out, command.words, is_program);
    if (out.entries.size() >= most_config_keys || out.bytes > most_entry_bytes) return false;
    if (words.size() > 1 && is_known(words[0].text) && base_name(words[0].text) == words[1].text) // "docker exec vllm vllm serve"
        words = words.subspan(1);
    const bool own = words.size() > 1 && is_known(words[1].text); // "vllm/vllm-openai vllm serve", as jobs have it
    std::vector<ShellWord> entered;
    if (const ConfigEntry *entry = out.find("entrypoint");
        entry != nullptr && entry->value.is_string() && !words.empty() && is_known(entry->value.get_ref<const std::string &>())) {
        entered.push_back({entry->value.get<std::string>(), entry->line});
        entered.insert(entered.end(), words.begin() + 1, words.end());
        words = entered;
    } else if (const std::string_view program = words.empty() || own ? std::string_view() : program_of_image(words[0].text);
               !program.empty()) {
        out.programs.emplace_back(program);
        CommandOptions options(out, out.programs.back(), {});
        options.read(words.subspan(1), false);
        return !options.full();
    }
    if (own && !program_of_image(words[0].text).empty()) words = words.subspan(1);
    while (!words.empty()) {
        std::string name = take_program(words);
        out.programs.push_back(name);
        const Launcher *const launcher = launcher_named(name);
        CommandOptions options(out, name, launcher ? launcher->switches : std::string_view());
        words = options.read(words, launcher != nullptr);
        while (launcher != nullptr && !words.empty() && words[0].text.find('=') != std::string::npos &&
               !is_program(words[0].text)) {
            say_no_script(out, words[0], name);
            words = options.read(words.subspan(1), true);
        }
        if (options.full()) return false;
    }
    return true;
}

/// Whether a command prepares, tries or looks at what another one of its text trains ("swift export", "trl vllm-serve").
bool is_helper(const ShellCommand &command)
{
    static constexpr std::string_view verbs[] = {
        "export",          "rollout",    "infer",      "inference", "eval",       "evaluate",      "app",      "sample",
        "deploy",          "preprocess", "vllm-serve", "merge",     "merge-lora", "merge-weights", "config",   "env",
        "estimate-memory", "fetch",      "chat",       "webchat",   "webui",      "api",           "quantize", "version"};
    static constexpr std::string_view prepares[] = {"prepare", "preprocess", "download", "convert", "tokenize", "merge",
                                                    "upload",  "push_",      "check_",   "setup_",  "make_",    "build_"};
    const auto is_verb = [](std::string_view word) { return std::ranges::find(verbs, word) != std::end(verbs); };
    for (std::size_t i = 0; i < command.words.size() && !is_option(command.words[i]); ++i) {
        const std::string name = base_name(command.words[i].text);
        if (name.ends_with(".py"))
            return command.words[i].text.find("preprocess") != std::string::npos || // "examples/data_preprocess/gsm8k.py"
                   is_verb(std::string_view(name).substr(0, name.size() - 3)) ||
                   std::ranges::any_of(prepares, [&name](std::string_view begin) { return name.starts_with(begin); });
        if (is_known(name) && !is_python(name)) return i + 1 < command.words.size() && is_verb(command.words[i + 1].text);
    }
    return false;
}

/// A server whose variables count and whose model another command names ("ollama serve", "ollama run qwen3:8b").
bool serves_what_others_name(const ShellCommand &command)
{
    const std::vector<ShellWord> &words = command.words;
    return words.size() > 1 && base_name(words[0].text) == "ollama" && (words[1].text == "serve" || words[1].text == "start");
}

/// A rank from which on a command is named where another one was read.
constexpr int worth_naming = 5;

/// How sure it is that this command is the one that is meant.
int rank_of(const ShellCommand &command)
{
    if (is_other(command)) return 0;
    if (serves_what_others_name(command)) return worth_naming;
    const auto has_options = std::ranges::any_of(command.words, is_option);
    const bool known = std::ranges::any_of(command.words, [](const ShellWord &word) { return is_program(word.text); });
    const int sure = (known ? 2 : 0) + (has_options || !command.assignments.empty() ? 1 : 0) + (command.words.size() > 1 ? 1 : 0);
    return 2 * sure - (is_helper(command) ? 1 : 0);
}

/// Whether a command inside of another one's word is one to be read.
bool runs(const ShellCommand &command)
{
    const auto known = [](const ShellWord &word) { return is_program(word.text); };
    return std::ranges::any_of(command.words, known) && !is_other(command);
}

/// The commands of a text, those that run within others in their places.
std::vector<ShellCommand> all_commands(const std::vector<ShellCommand> &written)
{
    std::vector<ShellCommand> out;
    std::vector<ShellAssignment> exported;
    for (const ShellCommand &command : written) {
        for (ShellCommand &each : inner_commands(command, exported, runs, is_program)) out.push_back(std::move(each));
        constexpr std::size_t most = 256;
        if (command.words.empty() && command.exported && exported.size() < most)
            exported.insert(exported.end(), command.assignments.begin(), command.assignments.end());
    }
    return out;
}

[[nodiscard]] bool add_assignments(ConfigText &out, const ShellCommand &command, const ExportedVariables &exports,
                                   const std::set<std::string> &unseen)
{
    return std::ranges::all_of(command.assignments, [&](const ShellAssignment &set) {
        const bool exported = command.exported || exports.all || exports.names.contains(set.name);
        const std::string_view scope = exported ? "environment" : unseen.contains(set.name) ? unseen_scope : "variable";
        return add_entry(
            out, {std::string(scope), set.name, set.value.text, set.value.line, false, set.value.unknown, set.value.variables});
    });
}

/// A Modelfile that the script writes before it runs it.
[[nodiscard]] bool add_written_modelfile(ConfigText &out, std::string_view text)
{
    const std::optional<HereDocument> document = here_document(text);
    if (!document || !document->file.ends_with("Modelfile")) return true;
    Result<ConfigText> file = config_from_modelfile(document->text);
    if (!file.ok()) return false;
    for (ConfigEntry &entry : file->entries) {
        entry.line += document->line - 1;
        if (entry.scope.empty()) entry.scope = "Modelfile";
        if (!add_entry(out, std::move(entry))) return false;
    }
    return true;
}

} // namespace

Result<ConfigText> config_from_command(std::string_view text)
{
    const Result<std::vector<ShellCommand>> written = shell_commands(plain_command(text));
    if (!written.ok()) return written.error();
    const std::vector<ShellCommand> commands = all_commands(*written);
    std::vector<int> ranks;
    for (const ShellCommand &command : commands) ranks.push_back(rank_of(command));
    const auto chosen = static_cast<std::size_t>(std::ranges::max_element(ranks) - ranks.begin()); // the first of the surest
    if (commands.empty() || commands[chosen].words.empty())
        return Error{"configuration",
                     phrase(QT_TRANSLATE_NOOP("core", "no command")),
                     phrase(QT_TRANSLATE_NOOP("core", "a command line, YAML, JSON or a Python call")),
                     {}};
    ConfigText out;
    out.form = ConfigForm::command;
    out.of_shell = true;
    const ExportedVariables exports = exports_before(commands, chosen);
    const std::set<std::string> unseen = unseen_variables(commands, chosen);
    bool all = true;
    for (std::size_t i = 0; i < chosen; ++i)
        if (commands[i].words.empty()) all = all && add_assignments(out, commands[i], exports, unseen);
    const bool named =
        base_name(commands[chosen].words[0].text) == "ollama"; // the server takes the variables, whoever names the model
    for (std::size_t i = 0; i < commands.size() && named; ++i) {
        if (i == chosen || !serves_what_others_name(commands[i])) continue;
        ShellCommand server = commands[i];
        server.exported = true;
        all = all && add_assignments(out, server, exports, {});
        ranks[i] = 0;
    }
    all = all && add_assignments(out, commands[chosen], exports, {}) && read_command(out, commands[chosen]) &&
          add_written_modelfile(out, text);
    if (!all) return too_many_keys();
    for (Warning &trap : shell_traps(text, commands, chosen)) out.warnings.push_back(std::move(trap));
    for (std::size_t i = 0; i < commands.size(); ++i)
        if (i != chosen && ranks[i] >= worth_naming)
            out.warnings.push_back({"other_command",
                                    phrase(QT_TRANSLATE_NOOP("core", "line %1: another command (%2), which was not read"),
                                           {std::to_string(commands[i].words[0].line), commands[i].words[0].text}),
                                    {}});
    return out;
}

} // namespace plimsoll
