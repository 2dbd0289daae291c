// SPDX-License-Identifier: GPL-3.0-or-later
// vLLM 0.33: entrypoints/utils.py (log_non_default_args), config/vllm.py (VllmConfig.__str__); SGLang 0.5: srt/server_args.py;
// TRL 1.16 and transformers 5.23: what a dataclass prints; accelerate 1.15: commands/env.py; Axolotl 0.21: cli/config.py
#include "core/exchange/text/printed_arguments.h"

#include "core/exchange/text/log_lines.h"
#include "core/exchange/text/text_lines.h"
#include "core/ground/ascii.h"
#include "core/ground/phrase.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace plimsoll {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

/// A dataclass or a Namespace by its name, and the command whose options it has.
struct Class {
    std::string_view name, program;
};
constexpr std::array classes{
    Class{"ServerArgs", "sglang.launch_server"},
    Class{"AsyncEngineArgs", "vllm serve"},
    Class{"EngineArgs", "vllm serve"},
    Class{"SFTConfig", "trl sft"},
    Class{"DPOConfig", "trl dpo"},
    Class{"GRPOConfig", "trl grpo"},
    Class{"KTOConfig", "trl kto"},
    Class{"RewardConfig", "trl reward"},
    Class{"RLOOConfig", "trl rloo"},
    Class{"SftArguments", "swift sft"},
    Class{"TrainArguments", "swift sft"},
    Class{"RLHFArguments", "swift rlhf"},
    Class{"PretrainArguments", "swift pt"},
    Class{"MegatronSftArguments", "megatron sft"},
};
/// What TRL's commands read beside their own configuration.
constexpr std::array<std::string_view, 3> beside_trl{"ModelConfig", "ScriptArguments", "SFTScriptArguments"};

/// Keys of one program that another one's Namespace has not.
constexpr std::array namespaces{
    Class{"gpu_memory_utilization", "vllm serve"},
    Class{"mem_fraction_static", "sglang.launch_server"},
};

/// What VllmConfig prints, by the options' names; all else there follows from these.
struct Renamed {
    std::string_view printed, option;
};
constexpr std::array of_engine{
    Renamed{"model", "model"},
    Renamed{"revision", "revision"},
    Renamed{"dtype", "dtype"},
    Renamed{"max_seq_len", "max_model_len"},
    Renamed{"tensor_parallel_size", "tensor_parallel_size"},
    Renamed{"pipeline_parallel_size", "pipeline_parallel_size"},
    Renamed{"data_parallel_size", "data_parallel_size"},
    Renamed{"quantization", "quantization"},
    Renamed{"enforce_eager", "enforce_eager"},
    Renamed{"kv_cache_dtype", "kv_cache_dtype"},
    Renamed{"speculative_config", "speculative_config"},
};

/// Names of the parser's own, which no option has.
constexpr std::array<std::string_view, 6> of_parser{"subparser", "dispatch_function", "config", "command", "func", "model_class"};

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.'; }

template <std::size_t size>
bool is_one_of(const std::array<std::string_view, size> &words, std::string_view word)
{
    return std::ranges::find(words, word) != words.end();
}

/// The last place of a class's name with its bracket; npos: none.
std::size_t last_call(std::string_view log, std::string_view name)
{
    const std::string call = std::string(name) + '(';
    for (std::size_t at = log.rfind(call); at != std::string_view::npos && at > 0; at = log.rfind(call, at - 1)) {
        if (!is_word(log[at - 1])) return at;
    }
    return log.starts_with(call) ? 0 : std::string_view::npos;
}

/// A text that Python printed without quotes: "auto", "org/model", "compressed-tensors", "torch.bfloat16".
std::string plain_text(std::string text)
{
    constexpr std::string_view torch = "torch.";
    if (text.starts_with(torch)) text.erase(0, torch.size());
    return text;
}

/// Arguments as a call holds them, into the options of a command.
class Arguments {
public:
    Arguments(std::string program, int first_line) : m_program(std::move(program)), m_line(first_line)
    {
        m_out.form = ConfigForm::command;
        m_out.programs = {m_program};
    }

    /// The text of "Name(key=value, …)" or of what stands between such brackets. False: it is not whole.
    bool read(std::string_view arguments)
    {
        const Result<ConfigText> call = config_from_call("Printed" + std::string(arguments));
        if (!call.ok()) return false;
        for (std::size_t i = 0; i < call->entries.size(); ++i) {
            const ConfigEntry &entry = call->entries[i];
            if (entry.scope != "Printed") continue;
            if (entry.key.empty() && entry.value.is_object()) { // the dictionary alone
                for (const auto &[key, value] : entry.value.items()) add(key, value, entry.line);
            } else if (entry.key.find('.') == std::string::npos && !entry.key.empty())
                add(entry.key, entry.unknown ? printed(*call, i) : entry.value, entry.line);
        }
        return true;
    }

    void keep_only_engine() { m_engine = true; }
    [[nodiscard]] bool has(std::string_view key) const { return m_out.has(key); }
    [[nodiscard]] ConfigText take() { return std::move(m_out); }

private:
    /// A value that is no literal: a word as it stands, a call by its own arguments; nothing of what a program alone could tell.
    static json printed(const ConfigText &call, std::size_t place)
    {
        const ConfigEntry &entry = call.entries[place];
        if (!entry.value.is_string()) return entry.value;
        const std::string text = entry.value.get<std::string>();
        if (text.ends_with("(\u2026)")) {
            const std::string scope = text.substr(0, text.find('('));
            json out = json::object();
            for (std::size_t i = place + 1; i < call.entries.size() && call.entries[i].scope == scope; ++i)
                if (call.entries[i].key.find('.') == std::string::npos && !call.entries[i].unknown)
                    out[call.entries[i].key] = call.entries[i].value;
            return out;
        }
        const bool word = !text.empty() && std::ranges::all_of(text, [](char c) {
            return is_word(c) || c == '/' || c == '-' || c == ':' || c == '@';
        });
        return word ? json(text) : json();
    }

    /// "<Kind.name: 'value'>"
    static json without_enumerator(const json &value)
    {
        if (!value.is_string()) return value;
        const auto &text = value.get_ref<const std::string &>();
        if (!text.starts_with('<')) return plain_text(text);
        const std::size_t begin = text.find(": '"), end = text.rfind("'>");
        if (begin == std::string::npos || end == std::string::npos || end < begin + 3) return {};
        return text.substr(begin + 3, end - begin - 3);
    }

    void add(const std::string &key, const json &printed, int line)
    {
        const json value = without_enumerator(printed);
        std::string name = key == "model_tag" ? "model" : key;
        if (value.is_null() || name.starts_with('_') || is_one_of(of_parser, name)) return;
        if (m_engine) {
            const auto found = std::ranges::find(of_engine, std::string_view(name), &Renamed::printed);
            if (found == of_engine.end()) return;
            name = found->option;
        }
        if (name == "model" && m_out.has(name)) return; // both its names are printed
        const int at = m_line + line - 1;
        if (value.is_object() && !value.empty())
            add_section(name, value, at);
        else
            (void)add_entry(m_out, {m_program, name, value, at});
    }

    void add_section(const std::string &name, const json &value, int line)
    {
        ConfigText inner;
        if (!add_entries(inner, ordered_json{{name, ordered_json(value)}}, {}, [line](const std::string &) { return line; }))
            return;
        for (ConfigEntry &entry : inner.entries) {
            entry.scope = m_program;
            if (!add_entry(m_out, std::move(entry))) return;
        }
    }

    std::string m_program;
    int m_line;
    bool m_engine = false;
    ConfigText m_out;
};

std::optional<ConfigText> read_call(std::string_view log, std::size_t name, std::size_t bracket, std::string_view program)
{
    const std::optional<std::string_view> whole = bracketed(log, bracket);
    if (!whole) return std::nullopt;
    Arguments arguments{std::string(program), line_at(log, name)};
    if (!arguments.read(*whole)) return std::nullopt;
    return arguments.take();
}

/// To the end of the line.
std::string_view rest_of_line(std::string_view log, std::size_t at)
{
    return log.substr(at, std::min(log.find('\n', at), log.size()) - at);
}

/// "non-default args: {…}", or its keys with "=" between.
std::optional<ConfigText> non_default(std::string_view log)
{
    constexpr std::string_view marker = "non-default args: ";
    const std::size_t at = log.rfind(marker);
    if (at == std::string_view::npos) return std::nullopt;
    const std::size_t begin = at + marker.size();
    if (begin >= log.size()) return std::nullopt;
    Arguments arguments("vllm serve", line_at(log, at));
    if (log[begin] == '{') {
        const std::optional<std::string_view> whole = bracketed(log, begin);
        if (!whole || !arguments.read('(' + std::string(*whole) + ')')) return std::nullopt;
    } else if (!arguments.read('(' + std::string(rest_of_line(log, begin)) + ')'))
        return std::nullopt;
    return arguments.take();
}

/// "Initializing a V1 LLM engine (v0.11.0) with config: model='org/m', …"
std::optional<ConfigText> engine_config(std::string_view log)
{
    constexpr std::string_view marker = "LLM engine (v", behind = "with config: ";
    const std::size_t at = log.rfind(marker);
    if (at == std::string_view::npos) return std::nullopt;
    const std::string_view line = rest_of_line(log, at);
    const std::size_t begin = line.find(behind);
    if (begin == std::string_view::npos) return std::nullopt;
    Arguments arguments("vllm serve", line_at(log, at));
    arguments.keep_only_engine();
    std::string_view rest = trimmed(line.substr(begin + behind.size()));
    if (rest.starts_with("VllmConfig(") && rest.ends_with(')')) rest = rest.substr(11, rest.size() - 12);
    while (!rest.empty()) { // a line that was cut off is read up to its last whole argument
        if (arguments.read('(' + std::string(rest) + ')')) break;
        rest = rest.substr(0, std::max(rest.rfind(", "), std::size_t{0}) == std::string_view::npos ? 0 : rest.rfind(", "));
    }
    if (!arguments.has("model")) return std::nullopt;
    return arguments.take();
}

/// "args: Namespace(…)"
std::optional<ConfigText> parsed_options(std::string_view log)
{
    const std::size_t at = last_call(log, "Namespace");
    if (at == std::string_view::npos) return std::nullopt;
    const std::size_t bracket = at + std::string_view("Namespace").size();
    const std::optional<std::string_view> whole = bracketed(log, bracket);
    if (!whole) return std::nullopt;
    for (const Class &each : namespaces)
        if (whole->find(each.name) != std::string_view::npos) return read_call(log, at, bracket, each.program);
    return std::nullopt;
}

void append(ConfigText &out, ConfigText more)
{
    for (ConfigEntry &entry : more.entries) {
        if (out.has(entry.key)) continue;
        entry.scope = out.programs.back();
        if (!add_entry(out, std::move(entry))) return;
    }
}

/// TRL prints its three groups of arguments one after the other.
void add_beside(ConfigText &out, std::string_view log)
{
    if (!out.programs.back().starts_with("trl ")) return;
    for (const std::string_view name : beside_trl)
        if (const std::size_t at = last_call(log, name); at != std::string_view::npos)
            if (auto more = read_call(log, at, at + name.size(), out.programs.back())) append(out, *std::move(more));
}

std::optional<ConfigText> printed_class(std::string_view log)
{
    for (const Class &each : classes) {
        const std::size_t at = last_call(log, each.name);
        if (at == std::string_view::npos) continue;
        std::optional<ConfigText> out = read_call(log, at, at + each.name.size(), each.program);
        if (!out) continue;
        add_beside(*out, log);
        return out;
    }
    return std::nullopt;
}

/// transformers' own, which scripts print too: the calls of the log, each on its lines.
std::optional<ConfigText> training_arguments(std::string_view log)
{
    constexpr std::array<std::string_view, 4> names{"TrainingArguments", "Seq2SeqTrainingArguments", "LoraConfig",
                                                    "BitsAndBytesConfig"};
    std::string calls(log);
    for (char &c : calls) c = c == '\n' ? '\n' : ' ';
    bool any = false;
    for (const std::string_view name : names) {
        const std::size_t at = last_call(log, name);
        const auto whole = at == std::string_view::npos ? std::nullopt : bracketed(log, at + name.size());
        if (!whole) continue;
        const std::size_t length = name.size() + whole->size();
        calls.replace(at, length, log.substr(at, length));
        any = any || name.ends_with("TrainingArguments");
    }
    if (!any) return std::nullopt;
    Result<ConfigText> out = config_from_call(calls);
    if (!out.ok()) return std::nullopt;
    std::erase_if(out->entries, [](const ConfigEntry &entry) {
        const bool sign = entry.value.is_string() && entry.value.get_ref<const std::string &>().starts_with('<');
        return entry.value.is_null() || sign || entry.key.starts_with('_');
    });
    return *std::move(out);
}

/// Axolotl's: "config:" or a logger's line, and JSON below it.
std::optional<ConfigText> printed_json(std::string_view log)
{
    for (std::size_t at = log.find("\n{\n"); at != std::string_view::npos; at = log.find("\n{\n", at + 1)) {
        const std::optional<std::string_view> whole = bracketed(log, at + 1);
        if (!whole || whole->find("\"base_model\"") == std::string_view::npos) continue;
        Result<ConfigText> out =
            config_from_json(std::string(static_cast<std::size_t>(line_at(log, at)), '\n') + std::string(*whole));
        if (!out.ok()) continue;
        std::erase_if(out->entries, [](const ConfigEntry &entry) { return entry.value.is_null(); });
        out->form = ConfigForm::yaml;
        return *std::move(out);
    }
    return std::nullopt;
}

/// "- `Accelerate` default config:" and "\t- distributed_type: FSDP" below it.
std::optional<ConfigText> accelerate_environment(std::string_view log)
{
    std::string yaml;
    bool inside = false, any = false;
    for (const std::string_view line : lines_of(log)) {
        std::string_view text = trimmed(line);
        if (inside && text.starts_with("- ") && text.find(": ") != std::string_view::npos) {
            text.remove_prefix(2);
            if (!text.ends_with(": None")) yaml += text;
            any = true;
        } else
            inside = (inside && text.empty()) ||
                     (text.find("ccelerate") != std::string_view::npos && text.ends_with("default config:"));
        yaml += '\n';
    }
    if (!any) return std::nullopt;
    Result<ConfigText> out = config_from_yaml(yaml);
    if (!out.ok()) return std::nullopt;
    return *std::move(out);
}

} // namespace

std::optional<ConfigText> printed_by_servers(std::string_view log)
{
    const std::string plain = without_log_prefixes(log);
    std::optional<ConfigText> out = non_default(plain);
    if (!out) out = parsed_options(plain);
    std::optional<ConfigText> engine = engine_config(plain);
    if (out && engine && out->programs.back() == engine->programs.back())
        append(*out, *std::move(engine)); // what the engine made of what was not stated
    else if (!out)
        out = std::move(engine);
    if (!out && plain.find("server_args=ServerArgs(") != std::string::npos) out = printed_class(plain);
    return out;
}

std::optional<ConfigText> printed_arguments(std::string_view log)
{
    std::optional<ConfigText> out = printed_by_servers(log);
    const std::string plain = without_log_prefixes(log);
    for (const auto read : {printed_class, training_arguments, printed_json, accelerate_environment})
        if (!out) out = read(plain);
    return out;
}

} // namespace plimsoll
