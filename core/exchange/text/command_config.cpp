// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/text/command_starters.h"
#include "core/exchange/text/config_text.h"
#include "core/exchange/text/here_document.h"
#include "core/exchange/text/pasted_text.h"
#include "core/exchange/text/shell_commands.h"
#include "core/exchange/text/yaml_scalar.h"
#include "core/ground/json_text.h"
#include "core/ground/phrase.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <span>

namespace plimsoll {

namespace {

using Words = std::span<const ShellWord>;

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

/// Programs whose first word says what they do.
constexpr std::string_view with_commands[] = {"trl",      "vllm", "llamafactory-cli", "lmf",    "swift",  "axolotl", "ollama",
                                              "megatron", "tune", "unsloth",          "sglang", "litgpt", "lms",     "sky",
                                              "llama"};
constexpr std::string_view known_programs[] = {"llama-server", "llama-cli",         "llama-bench", "llama-mtmd-cli",
                                               "accelerate",   "accelerate-launch", "torchrun",    "deepspeed"};

/// Images of containers whose entry point is a program (docker run … IMAGE --option).
struct Image {
    std::string_view name, program;
};
constexpr Image images[] = {{"vllm/vllm-openai", "vllm.entrypoints.openai.api_server"}, {"ggml-org/llama.cpp", "llama-server"}};

std::string base_name(std::string_view path)
{
    std::string out(path.substr(path.rfind('/') + 1));
    if (out.ends_with(".exe")) out.resize(out.size() - 4);
    return out;
}

bool is_python(std::string_view name) { return name == "python" || name.starts_with("python3"); }

std::string underscored(std::string text)
{
    std::ranges::replace(text, '-', '_');
    return text;
}

/// Whether a program of this name is one that configurations are known of.
bool is_known(std::string_view word)
{
    const std::string name = base_name(word);
    return is_python(name) || std::ranges::find(known_programs, std::string_view(name)) != std::end(known_programs) ||
           std::ranges::find(with_commands, std::string_view(name)) != std::end(with_commands);
}

/// The program that a container's image starts; null for any other word.
const Image *image_of(std::string_view word)
{
    for (const Image &image : images) {
        const std::size_t at = word.find(image.name);
        if (at == std::string_view::npos || (at > 0 && word[at - 1] != '/')) continue;
        if (image.program == "llama-server" && word.find("server") == std::string_view::npos) continue; // other programs' images
        return &image;
    }
    return nullptr;
}

/// Whether a word may be what a command runs.
bool is_program(std::string_view word) { return is_known(word) || word.ends_with(".py") || image_of(word) != nullptr; }

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

class Options {
public:
    Options(ConfigText &out, std::string scope, std::string_view switches)
        : m_out(out), m_scope(std::move(scope)), m_switches(switches)
    {}

    /// More stands there than is read.
    [[nodiscard]] bool full() const { return m_full; }

    /// Options up to the first word that belongs to none where `stops`, else all; what is left.
    Words read(Words words, bool stops)
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
    Words option(Words words)
    {
        const ShellWord &word = words[0];
        std::string name = word.text.substr(word.text.find_first_not_of('-'));
        if (const std::size_t equals = name.find('='); equals != std::string::npos) {
            ShellWord value = word;
            value.text = name.substr(equals + 1);
            add(name.substr(0, equals), word.line, {&value, 1});
            return words.subspan(1);
        }
        words = words.subspan(1);
        std::size_t count = 0;
        if (m_switches.find(' ' + underscored(name) + ' ') == std::string_view::npos)
            while (count < words.size() && !is_option(words[count]) && (m_switches.empty() || count == 0) &&
                   (count == 0 || !is_expansion(words[count])))
                ++count;
        add(name, word.line, words.first(count));
        return words.subspan(count);
    }

    void add(const std::string &name, int line, Words values)
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
std::string take_program(Words &words)
{
    std::string name = words[0].text.ends_with(".py") ? words[0].text : base_name(words[0].text);
    words = words.subspan(1);
    if (name == "accelerate-launch") return "accelerate launch";
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
        if (const Launcher *known = launcher_named(name)) return std::string(known->name);
    }
    const bool commands = std::ranges::find(with_commands, std::string_view(name)) != std::end(with_commands);
    if (commands && !words.empty() && !is_option(words[0])) {
        name += ' ' + words[0].text;
        words = words.subspan(1);
    }
    return name;
}

/// Whether a command fetches programs, or does what no configuration is known of.
bool is_other(const ShellCommand &command)
{
    static constexpr std::string_view others[] = {"pip",    "cd",   "echo",  "git", "hf",   "curl", "mkdir", "set",   "rm",
                                                  "source", ".",    "[",     "[[",  "test", "cp",   "mv",    "wget",  "tar",
                                                  "module", "exit", "sleep", "cat", "ls",   "read", "trap",  "ulimit"};
    const bool job = command.words.size() > 1 && command.words[0].text == "hf" && command.words[1].text == "jobs";
    if (command.words.empty() || (!job && std::ranges::find(others, std::string_view(command.words[0].text)) != std::end(others)))
        return true;
    const bool sentence = command.words.size() > 2 && std::isupper(static_cast<unsigned char>(command.words[0].text[0])) != 0;
    if (sentence && std::ranges::none_of(command.words, is_option)) return true; // "Here is my axolotl config:"
    for (const ShellWord &word : command.words) {
        if (word.text == "install" || word.text == "uninstall" || word.text == "pull" || word.text == "tag") return true;
        if (image_of(word.text) != nullptr || (is_known(word.text) && !is_python(base_name(word.text)))) return false;
    }
    return false;
}

/// The program that runs, and its launchers before it; false where more stands there than is read.
[[nodiscard]] bool read_command(ConfigText &out, const ShellCommand &command)
{
    if (is_other(command)) {
        if (!command.words.empty()) out.programs.push_back(command.words[0].text);
        return true;
    }
    Words words = without_starter(out, command.words, is_program);
    if (out.entries.size() >= most_config_keys || out.bytes > most_entry_bytes) return false;
    const bool own = words.size() > 1 && is_known(words[1].text); // "vllm/vllm-openai vllm serve", as jobs have it
    if (const Image *image = words.empty() || own ? nullptr : image_of(words[0].text)) {
        out.programs.emplace_back(image->program);
        Options options(out, out.programs.back(), {});
        options.read(words.subspan(1), false);
        return !options.full();
    }
    if (own && image_of(words[0].text) != nullptr) words = words.subspan(1);
    while (!words.empty()) {
        std::string name = take_program(words);
        out.programs.push_back(name);
        const Launcher *const launcher = launcher_named(name);
        Options options(out, name, launcher ? launcher->switches : std::string_view());
        words = options.read(words, launcher != nullptr);
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
    const auto is_verb = [](std::string_view word) { return std::ranges::find(verbs, word) != std::end(verbs); };
    for (std::size_t i = 0; i < command.words.size() && !is_option(command.words[i]); ++i) {
        const std::string name = base_name(command.words[i].text);
        if (name.ends_with(".py")) return is_verb(std::string_view(name).substr(0, name.size() - 3));
        if (is_known(name) && !is_python(name)) return i + 1 < command.words.size() && is_verb(command.words[i + 1].text);
    }
    return false;
}

/// How sure it is that this command is the one that is meant.
int rank_of(const ShellCommand &command)
{
    if (is_other(command)) return 0;
    const auto has_options = std::ranges::any_of(command.words, is_option);
    const bool known = std::ranges::any_of(command.words, [](const ShellWord &word) { return is_program(word.text); });
    const int sure = (known ? 2 : 0) + (has_options || !command.assignments.empty() ? 1 : 0) + (command.words.size() > 1 ? 1 : 0);
    return 2 * sure - (is_helper(command) ? 1 : 0);
}

/// A rank from which on a command is named where another one was read.
constexpr int worth_naming = 5;

/// The word of a command that is one itself ("ssh host 'vllm serve …'", "sbatch --wrap", "tmux new"); null where none is.
const ShellWord *command_in(const ShellCommand &command)
{
    const auto runs = [](const ShellWord &word) { return is_program(word.text); };
    if (std::ranges::any_of(command.words, runs)) return nullptr;
    for (const ShellWord &word : command.words) {
        if (word.text.find(' ') == std::string::npos) continue;
        const Result<std::vector<ShellCommand>> inner = shell_commands(word.text);
        if (inner.ok() && std::ranges::any_of(*inner, [&](const ShellCommand &each) {
                return std::ranges::any_of(each.words, runs) && !is_other(each);
            }))
            return &word;
    }
    return nullptr;
}

/// What `eval WORDS` or `bash -c "WORDS"` runs, in the place of that; a command that runs none, as it is.
std::vector<ShellCommand> what_runs(const ShellCommand &command)
{
    std::string script;
    int line = 0;
    Words given;
    for (std::size_t i = 0; i < command.words.size() && script.empty(); ++i) {
        const std::string name = base_name(command.words[i].text);
        const bool shell = (name == "bash" || name == "sh") && i + 2 < command.words.size() &&
                           command.words[i + 1].text.starts_with('-') && command.words[i + 1].text.ends_with('c');
        if (shell) {
            script = command.words[i + 2].text;
            given = Words(command.words).subspan(std::min(i + 4, command.words.size())); // behind the script's own name
        }
        if (i == 0 && name == "eval")
            for (const ShellWord &word : Words(command.words).subspan(1)) script += word.text + ' ';
        line = command.words[shell ? i + 2 : 0].line;
    }
    if (const ShellWord *word = script.empty() ? command_in(command) : nullptr) {
        script = word->text;
        line = word->line;
    }
    Result<std::vector<ShellCommand>> inner = script.empty() ? std::vector<ShellCommand>() : shell_commands(script);
    if (!inner.ok() || inner->empty()) return {command};
    for (ShellCommand &each : *inner) {
        each.assignments.insert(each.assignments.begin(), command.assignments.begin(), command.assignments.end());
        std::vector<ShellWord> words;
        for (ShellWord &word : each.words) {
            word.line += line - 1;
            if (word.text == "$@" && word.unknown)
                words.insert(words.end(), given.begin(), given.end());
            else
                words.push_back(std::move(word));
        }
        each.words = std::move(words);
    }
    return *std::move(inner);
}

[[nodiscard]] bool add_assignments(ConfigText &out, const ShellCommand &command)
{
    return std::ranges::all_of(command.assignments, [&](const ShellAssignment &set) {
        return add_entry(out, {command.exported ? "environment" : "variable", set.name, set.value.text, set.value.line, false,
                               set.value.unknown, set.value.variables});
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
    std::vector<ShellCommand> commands;
    for (const ShellCommand &command : *written)
        for (ShellCommand &each : what_runs(command)) commands.push_back(std::move(each));
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
    bool all = true;
    for (std::size_t i = 0; i < chosen; ++i)
        if (commands[i].words.empty()) all = all && add_assignments(out, commands[i]);
    all =
        all && add_assignments(out, commands[chosen]) && read_command(out, commands[chosen]) && add_written_modelfile(out, text);
    if (!all) return too_many_keys();
    if (const int line = commands[chosen].joined; line > 0)
        out.warnings.push_back(
            {"line_ends",
             phrase(
                 QT_TRANSLATE_NOOP("core", "a shell ends the command at the end of line %1; the options after it were read too"),
                 {std::to_string(line)}),
             {}});
    for (std::size_t i = 0; i < commands.size(); ++i)
        if (i != chosen && ranks[i] >= worth_naming)
            out.warnings.push_back({"other_command",
                                    phrase(QT_TRANSLATE_NOOP("core", "line %1: another command (%2), which was not read"),
                                           {std::to_string(commands[i].words[0].line), commands[i].words[0].text}),
                                    {}});
    return out;
}

} // namespace plimsoll
