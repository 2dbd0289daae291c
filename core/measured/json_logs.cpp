// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ground/json_text.h"
#include "core/ground/phrase.h"
#include "core/measured/csv_table.h"
#include "core/measured/log_curves.h"
#include "core/measured/measured_speed.h"
#include "core/measured/monitor_logs.h"

#include <functional>

namespace plimsoll {

namespace {

using nlohmann::json;

/// Each JSON value of a text in which they stand one after the other, with or without commas. False: something is none.
bool each_value(std::string_view text, const std::function<void(const json &)> &visit)
{
    std::size_t from = std::string_view::npos;
    int depth = 0;
    bool whole = true;
    outside_strings(text, [&](std::size_t at, char c) {
        if (c == '{' || c == '[') {
            if (depth++ == 0) from = at;
        } else if ((c == '}' || c == ']') && depth > 0 && --depth == 0) {
            const Result<json> value = parse_json(text.substr(from, at + 1 - from), "log");
            if (value)
                visit(*value);
            else
                whole = false;
        }
    });
    return whole && depth == 0;
}

std::string text_in(const json &object, const char *key)
{
    const auto found = object.find(key);
    if (found == object.end()) return {};
    return found->is_string() ? found->get<std::string>() : found->is_number() ? found->dump() : std::string();
}

std::optional<Bytes> bytes_of(const json &object, const char *key, std::string_view unit)
{
    const auto found = object.find(key);
    if (found == object.end()) return std::nullopt;
    if (found->is_string()) return bytes_in(found->get<std::string>(), unit);
    return found->is_number() ? bytes_in(found->dump(), unit) : std::nullopt;
}

void take_processes(const json &gpu, const char *key, std::string_view unit, std::optional<double> time, LogCurves &out)
{
    const auto found = gpu.find("processes");
    if (found == gpu.end() || !found->is_array()) return;
    for (const json &process : *found)
        if (process.is_object())
            if (const auto bytes = bytes_of(process, key, unit)) out.add("process", text_in(process, "pid"), *bytes, time);
}

void take_card(const json &gpu, std::size_t number, const char *name, const char *used, const char *total, std::string_view unit,
               std::optional<double> time, LogCurves &out)
{
    if (out.measured().card.empty()) out.measured().card = text_in(gpu, name);
    if (!out.measured().card_total) out.measured().card_total = bytes_of(gpu, total, unit);
    const std::string index = text_in(gpu, "index");
    if (const auto bytes = bytes_of(gpu, used, unit))
        out.add("device", index.empty() ? std::to_string(number) : index, *bytes, time);
}

bool begins(std::string_view text, std::string_view with)
{
    const std::size_t at = text.find_first_not_of(" \t\r\n");
    return at != std::string_view::npos && with.find(text[at]) != std::string_view::npos;
}
bool json_logs_has(std::string_view text, std::string_view part)
{
    return text.substr(0, 65536).find(part) != std::string_view::npos;
}

/// "cuda:0 (gpu:3)/memory_used (MiB)/max" in a column's name.
void take_nvitop(const std::string &key, const json &value, LogCurves &out)
{
    const std::size_t at = key.find("memory_used (");
    if (at == std::string::npos || !key.ends_with("/max")) return;
    const std::size_t end = key.find(')', at);
    const std::string unit = key.substr(at + 13, end == std::string::npos ? 0 : end - at - 13);
    const std::string before = key.substr(0, at == 0 ? 0 : at - 1);
    const std::string of = before.substr(before.find_last_of('/') + 1);
    const bool is_host = key.find("host/") != std::string::npos;
    const auto bytes =
        value.is_number() ? bytes_in(value.dump(), unit) : bytes_in(value.is_string() ? value.get<std::string>() : "", unit);
    if (bytes && !is_host) out.add(key.find("pid:") != std::string::npos ? "process" : "device", of, *bytes);
}

/// "system.gpu.0.memoryAllocatedBytes", "gpu.process.0.memoryAllocatedBytes"
void take_wandb(const std::string &key, const json &value, std::optional<double> time, LogCurves &out)
{
    if (!key.ends_with(".memoryAllocatedBytes")) return;
    const std::size_t gpu = key.find("gpu.");
    if (gpu == std::string::npos) return;
    const std::string rest = key.substr(gpu + 4, key.size() - gpu - 4 - std::string_view(".memoryAllocatedBytes").size());
    const bool process = rest.starts_with("process.");
    const auto bytes = value.is_number() ? bytes_in(value.dump()) : bytes_in(value.is_string() ? value.get<std::string>() : "");
    if (bytes) out.add(process ? "process" : "device", process ? rest.substr(8) : rest, *bytes, time);
}

/// Rows of keys and values, of CSV with a header or of objects one after the other.
void each_row(std::string_view text, const std::function<void(const json &)> &visit)
{
    if (begins(text, "{[")) {
        (void)each_value(text, [&](const json &value) {
            if (value.is_object()) visit(value);
            if (value.is_array())
                for (const json &one : value)
                    if (one.is_object()) visit(one);
        });
        return;
    }
    std::vector<std::string> header;
    each_log_line(text, [&](std::string_view line) {
        const std::vector<std::string> cells = csv_cells(line);
        if (header.empty()) {
            header = cells;
            return;
        }
        json row = json::object();
        for (std::size_t i = 0; i < std::min(header.size(), cells.size()); ++i) row[header[i]] = cells[i];
        visit(row);
    });
}

std::optional<double> seconds_in(const json &row)
{
    for (const char *const key : {"_timestamp", "_runtime", "Relative Time (Process)"})
        if (const auto found = row.find(key); found != row.end()) {
            if (found->is_number()) return found->get<double>();
            if (found->is_string())
                if (const auto value = bytes_in(found->get<std::string>())) return static_cast<double>(*value);
        }
    return std::nullopt;
}

} // namespace

bool is_nvtop(std::string_view text)
{
    return begins(text, "[") && json_logs_has(text, "\"mem_used\"") && json_logs_has(text, "\"device_name\"");
}

Result<Measured> read_nvtop(std::string_view text)
{
    LogCurves out("nvtop");
    (void)each_value(text, [&out](const json &cards) { // one array a reading
        if (!cards.is_array()) return;
        for (std::size_t i = 0; i < cards.size(); ++i) {
            if (!cards[i].is_object()) continue;
            take_card(cards[i], i, "device_name", "mem_used", "mem_total", "", {}, out);
            take_processes(cards[i], "gpu_mem_bytes_alloc", "", {}, out);
        }
    });
    return out.take();
}

bool is_gpustat(std::string_view text)
{
    return begins(text, "{") && json_logs_has(text, "\"query_time\"") && json_logs_has(text, "\"memory.used\"");
}

Result<Measured> read_gpustat(std::string_view text)
{
    LogCurves out("gpustat");
    each_row(text, [&out](const json &all) {
        const auto gpus = all.find("gpus");
        if (gpus == all.end() || !gpus->is_array()) return;
        const std::optional<double> time = log_time(text_in(all, "query_time"));
        for (std::size_t i = 0; i < gpus->size(); ++i) {
            if (!(*gpus)[i].is_object()) continue;
            take_card((*gpus)[i], i, "name", "memory.used", "memory.total", "MiB", time, out);
            take_processes((*gpus)[i], "gpu_memory_usage", "MiB", time, out);
        }
    });
    return out.take();
}

bool is_nvitop(std::string_view text) { return json_logs_has(text, "memory_used (") && json_logs_has(text, "cuda:"); }

Result<Measured> read_nvitop(std::string_view text)
{
    LogCurves out("nvitop");
    each_row(text, [&out](const json &row) {
        for (const auto &[key, value] : row.items()) take_nvitop(key, value, out);
    });
    return out.take();
}

bool is_wandb(std::string_view text) { return json_logs_has(text, "gpu.") && json_logs_has(text, ".memoryAllocatedBytes"); }

Result<Measured> read_wandb(std::string_view text)
{
    LogCurves out("wandb");
    each_row(text, [&out](const json &row) {
        const std::optional<double> time = seconds_in(row);
        for (const auto &[key, value] : row.items()) take_wandb(key, value, time, out);
    });
    out.measured().speed = wandb_speed(text);
    return out.take();
}

bool is_trainer_metrics(std::string_view text) { return begins(text, "{") && json_logs_has(text, "_mem_gpu_alloc_delta"); }

Result<Measured> read_trainer_metrics(std::string_view text)
{
    const Result<json> parsed = parse_json(text, "trainer metrics");
    if (!parsed) return parsed.error();
    Measured out;
    out.source = "Trainer metrics";
    out.speed = trainer_speed(text);
    // trainer_utils.py, TrainerMemoryTracker: alloc_delta is end − begin, peaked_delta what the peak stood above the end
    json all = *parsed;
    if (const auto history = all.find("log_history"); history != all.end() && history->is_array())
        for (const json &entry : *history)
            if (entry.is_object()) all.update(entry);
    const auto figure = [&all](const char *key) { return bytes_of(all, key, ""); };
    std::optional<Bytes> begun = figure("before_init_mem_gpu");
    if (begun)
        if (const auto init = figure("init_mem_gpu_alloc_delta")) begun = *begun + *init;
    for (const auto &[stage, phase] : {std::pair{"train", "train"}, {"eval", "evaluation"}}) {
        const std::string key = std::string(stage) + "_mem_gpu_";
        const auto grown = figure((key + "alloc_delta").c_str()), peaked = figure((key + "peaked_delta").c_str());
        if (!grown || !peaked) continue;
        const Bytes before = begun.value_or(0);
        out.phases.push_back({1, phase, before + *grown + *peaked, {}, before + *grown});
        if (std::string_view(stage) == "train") begun = before + *grown;
        out.allocated_peak = std::max(out.allocated_peak.value_or(0), before + *grown + *peaked);
    }
    if (out.phases.empty())
        return Error{"Trainer metrics",
                     phrase(QT_TRANSLATE_NOOP("core", "no figure of memory")),
                     "train_mem_gpu_alloc_delta, train_mem_gpu_peaked_delta",
                     {}};
    if (!figure("init_mem_gpu_alloc_delta"))
        out.notes.push_back(
            phrase(QT_TRANSLATE_NOOP("core", "what was allocated before the Trainer was made is not in these figures")));
    return out;
}

} // namespace plimsoll
