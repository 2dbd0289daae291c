// SPDX-License-Identifier: GPL-3.0-or-later
// llama.cpp 2026-10: src/llama-model-loader.cpp, src/llama-context.cpp, src/llama-kv-cache.cpp, src/llama-model.cpp (load_tensors), and
// the same lines of earlier releases; Ollama fb307609: server/routes.go (server config), llm/server.go (runner, load request)
#include "core/exchange/text/log_lines.h"
#include "core/exchange/text/printed_arguments.h"
#include "core/exchange/text/text_lines.h"
#include "core/ground/ascii.h"
#include "core/ground/phrase.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <set>

namespace plimsoll {

namespace {

/// What stands between two signs; empty: not both do.
std::string_view text_between(std::string_view line, std::string_view before, std::string_view behind)
{
    const std::size_t at = line.find(before);
    if (at == std::string_view::npos) return {};
    const std::size_t begin = at + before.size(), end = behind.empty() ? line.size() : line.find(behind, begin);
    return end == std::string_view::npos ? std::string_view() : trimmed(line.substr(begin, end - begin));
}

std::string_view number_at(std::string_view text)
{
    std::size_t end = 0;
    while (end < text.size() && is_digit(text[end])) ++end;
    return text.substr(0, end);
}

/// The options of one program, each as the first line says it that does.
class LoggedOptions {
public:
    explicit LoggedOptions(std::string program)
    {
        m_out.form = ConfigForm::command;
        m_out.programs = {std::move(program)};
    }

    void say(std::string key, std::string_view value, int line, std::string_view scope = {})
    {
        if (value.empty() || m_out.has(key)) return;
        (void)add_entry(m_out,
                        {scope.empty() ? m_out.programs[0] : std::string(scope), std::move(key), std::string(value), line});
    }
    void switch_on(std::string key, int line)
    {
        if (!m_out.has(key)) (void)add_entry(m_out, {m_out.programs[0], std::move(key), true, line});
    }
    [[nodiscard]] bool has(std::string_view key) const { return m_out.has(key); }
    void warn(Warning warning) { m_out.warnings.push_back(std::move(warning)); }
    [[nodiscard]] ConfigText take() { return std::move(m_out); }

private:
    ConfigText m_out;
};

/// "n_ctx         = 8192" of a context's own lines.
void read_context_line(LoggedOptions &out, std::string_view line, int number)
{
    struct Row {
        std::string_view printed, option;
    };
    constexpr std::array rows{Row{"n_seq_max", "parallel"}, Row{"n_ctx", "ctx-size"}, Row{"n_batch", "batch-size"},
                              Row{"n_ubatch", "ubatch-size"}};
    const std::size_t colon = line.find(": "), equals = line.find('=');
    if (colon == std::string_view::npos || equals == std::string_view::npos || equals < colon) return;
    const std::string_view name = trimmed(line.substr(colon + 2, equals - colon - 2)), value = trimmed(line.substr(equals + 1));
    for (const Row &row : rows)
        if (row.printed == name) out.say(std::string(row.option), number_at(value), number);
    if (name == "kv_unified" && (value == "true" || value == "1")) out.switch_on("kv-unified", number);
    if (name != "flash_attn") return;
    if (value == "1" || value == "enabled" || value == "true")
        out.say("flash-attn", "on", number);
    else if (value == "0" || value == "disabled" || value == "false")
        out.say("flash-attn", "off", number);
}

bool is_context_line(std::string_view line)
{
    constexpr std::array<std::string_view, 3> functions{
        "llama_context: ", "llama_init_from_model: ", "llama_new_context_with_model: "};
    return std::ranges::any_of(functions, [line](std::string_view name) { return line.find(name) != std::string_view::npos; });
}

/// "K (q8_0): …", "type_k = 'f16'"
void read_cache_line(LoggedOptions &out, std::string_view line, int number)
{
    if (line.find("llama_kv") == std::string_view::npos && line.find("KV self size") == std::string_view::npos) return;
    out.say("cache-type-k", text_between(line, "K (", ")"), number);
    out.say("cache-type-v", text_between(line, "V (", ")"), number);
    out.say("cache-type-k", text_between(line, "type_k = '", "'"), number);
    out.say("cache-type-v", text_between(line, "type_v = '", "'"), number);
}

/// "offloaded 33/33 layers to GPU"
void read_layers_line(LoggedOptions &out, std::string_view line, int number)
{
    const std::string_view some = text_between(line, "offloaded ", "/"),
                           all = number_at(text_between(line, "/", " layers to GPU"));
    if (some.empty() || all.empty()) return;
    out.say("gpu-layers", some == all ? std::string_view("all") : number_at(some), number);
}

/// Where the last start of several begins.
std::size_t last_start(std::string_view log)
{
    std::size_t out = 0;
    for (const std::string_view begins : {"\nbuild: ", "\nmain: build "})
        if (const std::size_t at = log.rfind(begins); at != std::string_view::npos) out = std::max(out, at + 1);
    return out;
}

/// "map[A:b C: D:[x y]]" as its pairs.
std::vector<std::pair<std::string, std::string>> pairs_of(std::string_view map)
{
    std::vector<std::pair<std::string, std::string>> out;
    int open = 0;
    std::string word;
    for (const char c : std::string(map) + ' ') {
        open += c == '[' || c == '{' ? 1 : c == ']' || c == '}' ? -1 : 0;
        if (c != ' ' || open > 0) {
            word += c;
            continue;
        }
        const std::size_t colon = word.find(':');
        if (colon != std::string::npos) out.emplace_back(word.substr(0, colon), word.substr(colon + 1));
        word.clear();
    }
    return out;
}

/// A setting that is as where nobody sets it.
bool is_unset(std::string_view value)
{
    return value.empty() || value == "0" || value == "false" || value == "0s" || value == "[]";
}

void read_settings(LoggedOptions &out, std::string_view line, int number)
{
    const std::size_t at = line.find("map[");
    const auto map = line.find("server config") == std::string_view::npos || at == std::string_view::npos
                         ? std::nullopt
                         : bracketed(line, at + 3);
    if (!map) return;
    for (const auto &[name, value] : pairs_of(map->substr(1, map->size() - 2)))
        if (!is_unset(value) && !value.starts_with('[')) out.say(name, value, number, "environment");
}

/// "--ctx-size 8192 … --parallel 4" of the runner, or "KvSize:8192 … Parallel:1" of what it is asked to load: the cache of all slots.
void read_runner(LoggedOptions &out, std::string_view line, int number)
{
    const bool command = line.find("runner") != std::string_view::npos && line.find("--ctx-size ") != std::string_view::npos;
    if (!command && line.find("KvSize:") == std::string_view::npos) return;
    const auto value = [&](std::string_view option, std::string_view field) {
        const std::string_view rest = text_between(line, command ? option : field, {});
        return rest.substr(0, rest.find_first_of(" \"}"));
    };
    const std::string slots(number_at(value("--parallel ", "Parallel:"))), cells(number_at(value("--ctx-size ", "KvSize:")));
    if (cells.empty()) return;
    const auto number_of = [](const std::string &digits) {
        long long read = 0;
        (void)std::from_chars(digits.data(), digits.data() + digits.size(), read);
        return read;
    };
    const long long each = number_of(cells) / std::max(number_of(slots), 1LL);
    if (each <= 0) return;
    out.say("num_ctx", std::to_string(each), number, "PARAMETER");
    out.say("num_batch", number_at(value("--batch-size ", "BatchSize:")), number, "PARAMETER");
    if (!slots.empty()) out.say("OLLAMA_NUM_PARALLEL", slots, number, "environment");
    const std::string_view type = value("--kv-cache-type ", "KvCacheType:");
    if (!type.empty()) out.say("OLLAMA_KV_CACHE_TYPE", type, number, "environment");
    if (line.find("--flash-attn") != std::string_view::npos || line.find("FlashAttention:Enabled") != std::string_view::npos ||
        line.find("FlashAttention:true") != std::string_view::npos)
        out.say("OLLAMA_FLASH_ATTENTION", "1", number, "environment");
}

} // namespace

std::optional<ConfigText> loaded_by_llama_cpp(std::string_view log)
{
    const std::string plain = without_log_prefixes(log);
    const std::size_t start = last_start(plain);
    int number = line_at(plain, start);
    LoggedOptions out("llama-server");
    std::set<std::string> cards;
    for (const std::string_view line : lines_of(std::string_view(plain).substr(start))) {
        if (line.find("loaded meta data with ") != std::string_view::npos)
            out.say("model", text_between(line, " tensors from ", " (version"), number);
        if (line.find("load_model: loading model '") != std::string_view::npos) // of the server, before the loader's own line
            out.say("model", text_between(line, "loading model '", "'"), number);
        if (is_context_line(line)) read_context_line(out, line, number);
        read_cache_line(out, line, number);
        read_layers_line(out, line, number);
        if (const std::string_view card = text_between(line, "using device ", " ("); !card.empty())
            cards.insert(std::string(card));
        ++number;
    }
    if (!out.has("model")) return std::nullopt;
    if (!out.has("ctx-size"))
        out.warn({"log_ends",
                  phrase(QT_TRANSLATE_NOOP("core",
                                           "the log ends before a context is made: how long it is and how many share it stand in "
                                           "the command alone, and are taken as where nobody says")),
                  "inference.context"});
    std::string all;
    for (const std::string &card : cards) all += (all.empty() ? "" : ",") + card;
    if (cards.size() > 1) out.say("device", all, line_at(plain, start));
    return out.take();
}

std::optional<ConfigText> printed_by_ollama(std::string_view log)
{
    const std::string plain = without_log_prefixes(log);
    if (plain.find("server config") == std::string::npos && plain.find("ollama") == std::string::npos) return std::nullopt;
    LoggedOptions out("ollama serve");
    const std::vector<std::string_view> lines = lines_of(plain);
    bool any = false;
    for (std::size_t i = lines.size(); i-- > 0;) { // the last model that was loaded
        read_runner(out, lines[i], static_cast<int>(i) + 1);
        any = out.has("num_ctx");
    }
    for (std::size_t i = 0; i < lines.size(); ++i) {
        read_settings(out, lines[i], static_cast<int>(i) + 1);
        any = any || lines[i].find("server config env=") != std::string_view::npos ||
              lines[i].find("msg=\"server config\"") != std::string_view::npos;
    }
    if (!any) return std::nullopt;
    return out.take();
}

} // namespace plimsoll
