// SPDX-License-Identifier: GPL-3.0-or-later
// vLLM 0.33: v1/worker/gpu_model_runner.py, v1/worker/gpu_worker.py, v1/core/kv_cache_utils.py; SGLang 0.5: model_executor/
// model_runner.py, mem_cache/memory_pool.py (its "GB" are 2^30 bytes); llama.cpp 2026-10: src/llama-model.cpp, src/llama-context.cpp,
// src/llama-kv-cache.cpp; Ollama: llm/memory.go, ml/backend/ggml
#include "core/ground/phrase.h"
#include "core/measured/csv_table.h"
#include "core/measured/log_curves.h"
#include "core/measured/measured_speed.h"
#include "core/measured/monitor_logs.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>

namespace plimsoll {

namespace {

bool engine_log_has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

/// A figure with its unit that begins behind these words; "GB" is what the engine means by it.
std::optional<Bytes> behind(std::string_view line, std::string_view words, bool binary = false)
{
    const std::size_t at = line.find(words);
    if (at == std::string_view::npos) return std::nullopt;
    std::string_view rest = line.substr(at + words.size());
    rest.remove_prefix(std::min(rest.find_first_not_of(" \"[="), rest.size()));
    std::size_t end = 0;
    while (end < rest.size() && (std::isdigit(static_cast<unsigned char>(rest[end])) != 0 || rest[end] == '.')) ++end;
    const std::string_view figure = rest.substr(0, end);
    rest.remove_prefix(end);
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    std::size_t unit = 0;
    while (unit < rest.size() && std::isalpha(static_cast<unsigned char>(rest[unit])) != 0) ++unit;
    const std::string_view name = rest.substr(0, unit);
    if (binary && name == "GB") return bytes_in(figure, "GiB");
    return name.empty() ? std::nullopt : bytes_in(figure, name);
}

/// "(EngineCore_DP0 pid=441)", "(Worker_TP1 pid=2)", "TP0": whose line it is; empty: the only one.
std::string rank_of(std::string_view line)
{
    const std::size_t at = line.find("TP"), digit = at == std::string_view::npos ? at : at + 2;
    if (at == std::string_view::npos || digit >= line.size() || std::isdigit(static_cast<unsigned char>(line[digit])) == 0)
        return {};
    std::size_t end = digit;
    while (end < line.size() && std::isdigit(static_cast<unsigned char>(line[end])) != 0) ++end;
    return std::string(line.substr(at, end - at));
}

/// A line's figure by the words before it.
struct Row {
    std::string_view words, what;
    bool binary = false;
};
constexpr std::array rows{
    Row{"Model loading took ", "weights", true},
    Row{"Available KV cache memory: ", "KV cache"},
    Row{"memory for KV cache: ", "KV cache"},
    Row{"Graph capturing finished", "graphs"},
    Row{"Load weight end", "weights"},
    Row{"Capture cuda graph end", "graphs"},
    Row{"Capture draft cuda graph end", "graphs of drafts"},
    Row{"memory.required.full=", "all"},
    Row{"memory.required.kv=", "KV cache"},
    Row{"memory.weights.total=", "weights"},
    Row{"memory.graph.full=", "compute buffer"},
};

void read_row(const Row &row, std::string_view line, LogCurves &out)
{
    if (!engine_log_has(line, row.words)) return;
    std::optional<Bytes> bytes = behind(line, row.words, row.binary);
    if (row.words.starts_with("Graph ")) bytes = behind(line, ", took ");
    if (row.words.ends_with(" end")) bytes = behind(line, "mem usage=", true);
    if (bytes) out.add(std::string(row.what), rank_of(line), *bytes);
}

/// "load_tensors:        CUDA0 model buffer size =  4685.30 MiB"
void read_buffer(std::string_view line, LogCurves &out, std::map<std::string, Bytes> &held)
{
    constexpr std::array kinds{std::pair<std::string_view, std::string_view>{" model buffer size", "weights"},
                               std::pair<std::string_view, std::string_view>{" KV buffer size", "KV cache"},
                               std::pair<std::string_view, std::string_view>{" RS buffer size", "states"},
                               std::pair<std::string_view, std::string_view>{" compute buffer size", "compute buffer"},
                               std::pair<std::string_view, std::string_view>{" output buffer size", "output buffer"}};
    for (const auto &[words, what] : kinds) {
        const std::size_t at = line.find(words), equals = line.find('=', std::min(at, line.size()));
        if (at == 0 || at == std::string_view::npos || equals == std::string_view::npos) continue;
        const std::size_t begin = line.rfind(' ', at - (at > 0 ? 1 : 0));
        const std::string device(
            line.substr(begin == std::string_view::npos ? 0 : begin + 1, at - (begin == std::string_view::npos ? 0 : begin + 1)));
        const std::optional<Bytes> bytes = behind(line, line.substr(at, equals + 1 - at));
        if (!bytes) continue;
        out.add(std::string(what), device, *bytes);
        if (const auto sum = checked_add(held[device], *bytes)) held[device] = *sum;
    }
}

/// SGLang: "KV Cache is allocated. #tokens: 20480, K size: 0.55 GB, V size: 0.55 GB"
void read_pool(std::string_view line, LogCurves &out)
{
    const auto keys = behind(line, "K size: ", true), values = behind(line, "V size: ", true);
    if (!engine_log_has(line, "KV Cache is allocated") || !keys) return;
    const auto all = values ? checked_add(*keys, *values) : keys;
    if (all) out.add("KV cache", rank_of(line), *all);
}

/// Ollama's newer runner: msg="model weights" device=CUDA0 size="11.9 GiB"
void read_memory(std::string_view line, LogCurves &out)
{
    for (const auto &[words, what] : {std::pair<std::string_view, std::string_view>{"msg=\"model weights\"", "weights"},
                                      std::pair<std::string_view, std::string_view>{"msg=\"kv cache\"", "KV cache"},
                                      std::pair<std::string_view, std::string_view>{"msg=\"compute graph\"", "compute buffer"}}) {
        const auto bytes = behind(line, "size=");
        if (!engine_log_has(line, words) || !bytes) continue;
        std::string device;
        for (const std::string_view key : {"device=", "buffer=", "backend="})
            if (const std::size_t at = line.find(key); at != std::string_view::npos) {
                const std::string_view rest = line.substr(at + key.size());
                device = rest.substr(0, rest.find(' '));
                break;
            }
        out.add(std::string(what), device, *bytes);
    }
}

void read_notes(std::string_view line, Measured &out)
{
    constexpr std::size_t most = 16;
    for (const std::string_view words : {"GPU KV cache size: ", "Maximum concurrency for ", "max_total_num_tokens="})
        if (const std::size_t at = line.find(words); at != std::string_view::npos && out.notes.size() < most)
            out.notes.emplace_back(
                line.substr(at, std::min(line.find_first_of(",\r", at + words.size() + 10), line.size()) - at));
}

} // namespace

bool is_engine_log(std::string_view text)
{
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    const bool time = begin != std::string_view::npos && begin + 5 < text.size() && text[begin] == '[' && text[begin + 5] == '-';
    if (begin == std::string_view::npos || text[begin] == '{' || (text[begin] == '[' && !time)) return false; // JSON
    constexpr std::array<std::string_view, 5> more{" model buffer size", " KV buffer size", "KV Cache is allocated",
                                                   "msg=\"model weights\"", "GPU KV cache size: "};
    return std::ranges::any_of(rows, [text](const Row &row) { return engine_log_has(text, row.words); }) ||
           std::ranges::any_of(more, [text](std::string_view words) { return engine_log_has(text, words); });
}

Result<Measured> read_engine_log(std::string_view text)
{
    LogCurves out("engine-log");
    std::map<std::string, Bytes> held;
    each_log_line(text, [&](std::string_view line) {
        for (const Row &row : rows) read_row(row, line, out);
        read_buffer(line, out, held);
        read_pool(line, out);
        read_memory(line, out);
        read_notes(line, out.measured());
        if (const std::size_t at = line.find("using device "); at != std::string_view::npos) {
            const std::size_t open = line.find('(', at), close = line.find(')', std::min(open, line.size()));
            if (close != std::string_view::npos) out.measured().card = line.substr(open + 1, close - open - 1);
        }
    });
    for (const auto &[device, bytes] : held)
        if (!device.starts_with("CPU") && !device.ends_with("Host"))
            out.measured().allocated_peak = std::max(out.measured().allocated_peak.value_or(0), bytes);
    if (out.measured().card.empty()) out.measured().card = card_of_ggml(text);
    out.measured().speed = serving_line_speed(text);
    out.measured().running = running_requests(text);
    note_prompts(text, out.measured());
    if (out.measured().notes.empty() || !out.measured().curves.empty()) return out.take();
    return out.measured(); // a line of tokens alone
}

} // namespace plimsoll
