// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/measured_speed.h"

#include "core/ground/json_text.h"
#include "core/ground/phrase.h"
#include "core/measured/csv_table.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

namespace plimsoll {

namespace {

using nlohmann::json;

constexpr double most_rate = 1e12;
constexpr double least_rounded_rate = 0.05; ///< steps a second, of three decimals: 2 % at most

/// A figure with its thousands' commas, at the beginning of a text; nothing where none stands there or it is no rate.
std::optional<double> figure_at(std::string_view text)
{
    std::string digits;
    for (const char c : text) {
        if (c == ',' && !digits.empty()) continue;
        if (std::isdigit(static_cast<unsigned char>(c)) == 0 && c != '.' && c != 'e' && c != '+' && c != '-') break;
        if ((c == 'e' || c == '+' || c == '-') && digits.empty()) break;
        digits += c;
    }
    double out = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), out);
    static_cast<void>(end);
    return error == std::errc{} && out > 0 && out < most_rate ? std::optional(out) : std::nullopt;
}

/// The figure behind these words, blanks, quotes and colons between.
std::optional<double> figure_behind(std::string_view line, std::string_view words)
{
    const std::size_t at = line.find(words);
    if (at == std::string_view::npos) return std::nullopt;
    std::string_view rest = line.substr(at + words.size());
    rest.remove_prefix(std::min(rest.find_first_not_of(" :='\""), rest.size()));
    return figure_at(rest);
}

std::optional<double> median(std::vector<double> values)
{
    if (values.empty()) return std::nullopt;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    if (values.size() % 2 == 1) return *middle;
    return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

bool speaks_of(std::string_view text, std::string_view words) { return text.find(words) != std::string_view::npos; }

Result<Measured> speed_alone(std::string source, MeasuredSpeed speed, std::string accepted)
{
    Measured out;
    out.source = std::move(source);
    out.speed = speed;
    if (speed.known()) return out;
    return Error{out.source, phrase(QT_TRANSLATE_NOOP("core", "no figure of time")), std::move(accepted), {}};
}

/// Cells between "|" of a Markdown row.
std::vector<std::string> bar_cells(std::string_view line)
{
    std::vector<std::string> out;
    while (!line.empty() && line.front() == '|') {
        line.remove_prefix(1);
        const std::size_t end = line.find('|');
        if (end == std::string_view::npos) break;
        std::string_view cell = line.substr(0, end);
        cell.remove_prefix(std::min(cell.find_first_not_of(' '), cell.size()));
        while (!cell.empty() && cell.back() == ' ') cell.remove_suffix(1);
        out.emplace_back(cell);
        line.remove_prefix(end);
    }
    return out;
}

std::optional<double> number_in(const json &row, const char *key)
{
    const auto found = row.find(key);
    if (found == row.end()) return std::nullopt;
    if (found->is_number()) return found->get<double>();
    return found->is_string() ? figure_at(found->get_ref<const std::string &>()) : std::nullopt;
}

/// Rows of a CSV with a header, or JSON objects: an array, or one a line.
std::vector<json> rows_of(std::string_view text)
{
    std::vector<json> out;
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin != std::string_view::npos && text[begin] == '[') {
        const Result<json> all = parse_json(text, "log");
        if (all && all->is_array())
            for (const json &row : *all)
                if (row.is_object()) out.push_back(row);
        return out;
    }
    std::vector<std::string> header;
    each_log_line(text, [&](std::string_view line) {
        if (line.starts_with('{')) {
            const Result<json> row = parse_json(line, "log");
            if (row && row->is_object()) out.push_back(*row);
            return;
        }
        const std::vector<std::string> cells = csv_cells(line);
        if (header.empty()) {
            header = cells;
            return;
        }
        json row = json::object();
        for (std::size_t i = 0; i < std::min(header.size(), cells.size()); ++i) row[header[i]] = cells[i];
        out.push_back(std::move(row));
    });
    return out;
}

} // namespace

MeasuredSpeed trainer_speed(std::string_view text)
{
    MeasuredSpeed out;
    const auto runtime = figure_behind(text, "train_runtime"), steps = figure_behind(text, "global_step"),
               rate = figure_behind(text, "train_steps_per_second");
    if (runtime && steps)
        out.step_seconds = *runtime / *steps;
    else if (rate && *rate >= least_rounded_rate)
        out.step_seconds = 1 / *rate;
    out.tokens_per_second = figure_behind(text, "train_tokens_per_second");
    if (!out.step_seconds) out.rows_per_second = figure_behind(text, "train_samples_per_second");
    return out;
}

namespace {

/// A chart's own export names columns by run ("Step", "run-name - train/loss", "… - train/loss__MIN"): rows of the first run alone,
/// by what was logged.
std::vector<json> of_one_run(std::vector<json> rows, std::string_view header)
{
    constexpr std::string_view between = " - ";
    std::string run; // as columns stand
    for (const std::string &cell : csv_cells(header))
        if (const std::size_t at = cell.rfind(between); at != std::string::npos && run.empty()) run = cell.substr(0, at);
    if (run.empty()) return rows;
    for (json &row : rows) {
        json out = json::object();
        for (const auto &[key, value] : row.items()) {
            const std::size_t at = key.rfind(between);
            if (key.ends_with("__MIN") || key.ends_with("__MAX")) continue;
            if (at == std::string::npos)
                out[key] = value;
            else if (key.compare(0, at, run) == 0)
                out[key.substr(at + between.size())] = value;
        }
        for (const char *time : {"Relative Time (Process)", "Relative Time (Wall)", "Wall Time"})
            if (out.contains(time) && !out.contains("_runtime")) out["_runtime"] = out[time];
        row = std::move(out);
    }
    return rows;
}

} // namespace

MeasuredSpeed wandb_speed(std::string_view text)
{
    MeasuredSpeed out;
    std::vector<double> seconds, rates, rows;
    std::optional<double> time, step;
    for (const json &row : of_one_run(rows_of(text), text.substr(0, text.find('\n')))) {
        for (const char *key : {"train/train_steps_per_second", "train_steps_per_second"})
            if (const auto rate = number_in(row, key); rate && *rate >= least_rounded_rate) seconds.push_back(1 / *rate);
        auto now = number_in(row, "_runtime"), at = number_in(row, "train/global_step");
        if (!now) now = number_in(row, "_timestamp");
        if (!at) at = number_in(row, "global_step");
        if (now && at && time && step && *at > *step && *now > *time) seconds.push_back((*now - *time) / (*at - *step));
        if (now && at) {
            time = now;
            step = at;
        }
        for (const char *key : {"train/train_tokens_per_second", "train_tokens_per_second", "train/tokens_per_second",
                                "perf/throughput", "throughput/device/tokens_per_sec"})
            if (const auto rate = number_in(row, key)) rates.push_back(*rate);
        for (const char *key : {"train/train_samples_per_second", "train_samples_per_second"})
            if (const auto rate = number_in(row, key)) rows.push_back(*rate);
    }
    out.step_seconds = median(std::move(seconds));
    out.tokens_per_second = median(std::move(rates));
    out.rows_per_second = median(std::move(rows));
    return out;
}

MeasuredSpeed step_line_speed(std::string_view text)
{
    std::vector<double> seconds, rates;
    each_log_line(text, [&](std::string_view line) {
        if (const auto rate = figure_behind(line, "Throughput:")) rates.push_back(*rate);
        if (speaks_of(line, "Throughput:"))
            if (const auto time = figure_behind(line, "Time:")) seconds.push_back(*time);
    });
    for (std::vector<double> *of : {&seconds, &rates})
        if (of->size() > 2) of->erase(of->begin()); // the first step compiles and makes states
    MeasuredSpeed out;
    out.step_seconds = median(std::move(seconds));
    out.tokens_per_second = median(std::move(rates));
    return out;
}

namespace {

/// "7.62 B", "494.03 M", "4.36 GiB", "336.00 MiB": in ones.
std::optional<double> scaled_figure(std::string_view cell)
{
    const std::optional<double> figure = figure_at(cell);
    const std::size_t blank = cell.find(' ');
    if (!figure || blank == std::string_view::npos) return std::nullopt;
    constexpr std::pair<std::string_view, double> units[] = {
        {"K", 1e3}, {"M", 1e6}, {"B", 1e9}, {"T", 1e12}, {"KiB", 1024.0}, {"MiB", 1048576.0}, {"GiB", 1073741824.0}};
    for (const auto &[unit, ones] : units)
        if (cell.substr(blank + 1) == unit) return *figure * ones;
    return std::nullopt;
}

/// "pp512", "tg128", "pp512 @ d4096": of a prompt or of new tokens; those of both ("pp512+tg128") are neither.
bool takes_test(MeasuredTest &out, std::string_view test)
{
    out.prompt = test.starts_with("pp");
    if (speaks_of(test, "+") || (!out.prompt && !test.starts_with("tg"))) return false;
    if (const std::size_t at = test.find("@ d"); at != std::string_view::npos)
        out.depth = static_cast<Count>(figure_at(test.substr(at + 3)).value_or(0));
    return true;
}

/// Of a Markdown table.
std::vector<MeasuredTest> table_tests(std::string_view text)
{
    std::vector<MeasuredTest> out;
    std::vector<std::string> head;
    each_log_line(text, [&](std::string_view line) {
        const std::vector<std::string> cells = bar_cells(line);
        if (std::ranges::find(cells, "test") != cells.end() && std::ranges::find(cells, "t/s") != cells.end()) {
            head = cells;
            return;
        }
        const auto cell = [&](std::string_view name) {
            const auto at = static_cast<std::size_t>(std::ranges::find(head, name) - head.begin());
            return at < std::min(head.size(), cells.size()) ? std::string_view(cells[at]) : std::string_view();
        };
        MeasuredTest one;
        const std::optional<double> rate = figure_at(cell("t/s"));
        if (!rate || !takes_test(one, cell("test"))) return;
        one.rate = *rate;
        one.model = cell("model");
        one.parameters = scaled_figure(cell("params"));
        one.bytes = scaled_figure(cell("size"));
        if (const std::string_view ngl = cell("ngl"); !ngl.empty() && ngl != "-1")
            one.layers = static_cast<Count>(figure_at(ngl).value_or(0));
        out.push_back(std::move(one));
    });
    return out;
}

/// Of -o csv, json, jsonl.
std::vector<MeasuredTest> row_tests(std::string_view text)
{
    std::vector<MeasuredTest> out;
    for (const json &row : rows_of(text)) {
        const double prompt = number_in(row, "n_prompt").value_or(0), made = number_in(row, "n_gen").value_or(0);
        const std::optional<double> rate = number_in(row, "avg_ts");
        if (!rate || *rate <= 0 || (prompt > 0) == (made > 0)) continue;
        MeasuredTest one{.prompt = prompt > 0, .rate = *rate};
        one.depth = static_cast<Count>(number_in(row, "n_depth").value_or(0));
        one.parameters = number_in(row, "model_n_params");
        one.bytes = number_in(row, "model_size");
        for (const char *name : {"model_filename", "model_type"})
            if (const auto found = row.find(name); found != row.end() && found->is_string())
                one.model = found->get<std::string>();
        if (const auto layers = row.find("n_gpu_layers"); layers != row.end() && *layers != "-1" && *layers != -1)
            one.layers = static_cast<Count>(number_in(row, "n_gpu_layers").value_or(0));
        out.push_back(std::move(one));
    }
    return out;
}

} // namespace

std::vector<MeasuredTest> llama_bench_tests(std::string_view text)
{
    std::vector<MeasuredTest> out = table_tests(text);
    return out.empty() ? row_tests(text) : out;
}

MeasuredSpeed speed_of_tests(const std::vector<MeasuredTest> &tests)
{
    const MeasuredTest *prompt = nullptr, *made = nullptr;
    for (const MeasuredTest &one : tests) {
        const MeasuredTest *&of = one.prompt ? prompt : made;
        if (of == nullptr || (of->depth > 0 && one.depth == 0)) of = &one;
    }
    MeasuredSpeed out;
    if (prompt != nullptr) out.prefill = prompt->rate;
    if (made != nullptr) out.decode = made->rate;
    return out;
}

MeasuredSpeed llama_bench_speed(std::string_view text) { return speed_of_tests(llama_bench_tests(text)); }

bool is_step_lines(std::string_view text) { return speaks_of(text, "Throughput:") && speaks_of(text, "tokens/s"); }

Result<Measured> read_step_lines(std::string_view text)
{
    return speed_alone("step-lines", step_line_speed(text), "Time: 12.3s | Throughput: 12345 tokens/s");
}

bool is_serving_lines(std::string_view text)
{
    return speaks_of(text, "Avg generation throughput:") || speaks_of(text, "gen throughput (token/s):");
}

Result<Measured> read_serving_lines(std::string_view text)
{
    Result<Measured> out = speed_alone("serving-lines", serving_line_speed(text), "Avg generation throughput: 12.3 tokens/s");
    if (out.ok()) {
        out->running = running_requests(text);
        note_prompts(text, *out);
    }
    return out;
}

bool is_llama_bench(std::string_view text)
{
    return (speaks_of(text, "| t/s |") || speaks_of(text, " t/s |") || speaks_of(text, "avg_ts")) &&
           (speaks_of(text, "| test |") || speaks_of(text, " test |") || speaks_of(text, "n_gen"));
}

std::string card_of_ggml(std::string_view text)
{
    std::string out;
    each_log_line(text, [&out](std::string_view line) {
        constexpr std::string_view device = "Device 0: ";
        const std::size_t at = line.find(device);
        if (!out.empty() || at == std::string_view::npos || line.find("compute capability", at) == std::string_view::npos) return;
        line.remove_prefix(at + device.size());
        out = line.substr(0, line.find(','));
    });
    return out;
}

Result<Measured> read_llama_bench(std::string_view text)
{
    Result<Measured> out = speed_alone("llama-bench", llama_bench_speed(text), "| test | t/s |, avg_ts");
    if (!out.ok()) return out;
    out->tests = llama_bench_tests(text);
    out->card = card_of_ggml(text);
    if (!out->card.empty() || text.find("gpu_info") == std::string_view::npos) return out;
    for (const json &row : rows_of(text)) // -o csv, json, jsonl
        if (const auto found = row.find("gpu_info"); found != row.end() && found->is_string() && out->card.empty())
            out->card = found->get<std::string>();
    return out;
}

bool is_trainer_times(std::string_view text)
{
    return speaks_of(text, "train_runtime") && (speaks_of(text, "train_steps_per_second") || speaks_of(text, "global_step"));
}

Result<Measured> read_trainer_times(std::string_view text)
{
    return speed_alone("trainer-times", trainer_speed(text), "train_runtime, train_steps_per_second");
}

bool is_wandb_history(std::string_view text)
{
    const std::string_view first = text.substr(0, 65536);
    const auto names = [first](std::string_view column) { // "train_runtime" is another
        for (std::size_t at = first.find(column); at != std::string_view::npos; at = first.find(column, at + 1))
            if (at == 0 || std::string_view("\",\n ").find(first[at - 1]) != std::string_view::npos) return true;
        return false;
    };
    if ((names("_runtime") || names("_timestamp")) && speaks_of(first, "global_step")) return true;
    // a chart's export: what its axis counts, then columns by run
    const std::string_view line = first.substr(0, first.find('\n'));
    const bool axis = line.starts_with("Step,") || line.starts_with("\"Step\",") || speaks_of(line, "Relative Time (") ||
                      line.starts_with("\"train/global_step\",") || line.starts_with("\"Wall Time\",");
    return axis && speaks_of(line, " - ") &&
           (speaks_of(line, "steps_per_second") || speaks_of(line, "tokens_per_sec") || speaks_of(line, "global_step") ||
            speaks_of(line, "samples_per_second") || speaks_of(line, "perf/throughput"));
}

Result<Measured> read_wandb_history(std::string_view text)
{
    return speed_alone("wandb-history", wandb_speed(text), "_runtime, train/global_step");
}

} // namespace plimsoll
