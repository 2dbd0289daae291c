// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ground/durations.h"
#include "core/ground/phrase.h"
#include "core/measured/csv_table.h"
#include "core/measured/measured_speed.h"

#include <algorithm>
#include <charconv>
#include <map>

namespace plimsoll {

namespace {

/// A moment of a load: tokens a second that come out and that are read, requests that run.
struct LoadLine {
    double rate = 0;
    std::optional<double> prompts, running;
    double weight = 1; ///< of time: an engine that prints by the clock has lines alike
};

/// The figure behind these words, 0 among them.
std::optional<double> load_figure(std::string_view line, std::string_view words)
{
    const std::size_t at = line.find(words);
    if (at == std::string_view::npos) return std::nullopt;
    std::string_view rest = line.substr(at + words.size());
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    constexpr double most = 1e12;
    double out = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), out);
    static_cast<void>(end);
    return error == std::errc{} && out >= 0 && out < most ? std::optional(out) : std::nullopt;
}

std::optional<LoadLine> load_line(std::string_view line)
{
    if (const auto rate = load_figure(line, "Avg generation throughput:"))
        return LoadLine{*rate, load_figure(line, "Avg prompt throughput:"), load_figure(line, "Running:")};
    if (line.find("Decode batch") == std::string_view::npos) return std::nullopt;
    const auto rate = load_figure(line, "gen throughput (token/s):");
    if (!rate) return std::nullopt;
    LoadLine out{*rate, std::nullopt, load_figure(line, "#running-req:")};
    // SGLang prints every 40th pass: a line took as long as its requests' tokens, prompts read since the line before among it
    if (*rate > 0) out.weight = out.running.value_or(1) / *rate;
    return out;
}

/// Whose line it is: vLLM's "Engine 001:", SGLang's "[2026-11-28 10:00:00 DP1 TP0]"; empty where there is one.
std::string engine_of_line(std::string_view line)
{
    if (const std::size_t copy = line.find(" DP"); copy != std::string_view::npos && copy < line.find("Decode batch"))
        return std::string(line.substr(copy, line.find_first_of(" ]", copy + 1) - copy));
    const std::size_t at = line.find("Engine "), end = at == std::string_view::npos ? at : line.find(':', at);
    return end == std::string_view::npos ? std::string() : std::string(line.substr(at, end - at));
}

/// Of each engine that has lines: those between the first and the last that make half of the most, as a load begins and ends in part.
std::vector<std::vector<LoadLine>> steady_loads(std::string_view text)
{
    std::map<std::string, std::vector<LoadLine>> engines;
    each_log_line(text, [&engines](std::string_view line) {
        const std::optional<LoadLine> read = load_line(line);
        if (read && !(read->rate <= 0 && read->running == 0.0)) engines[engine_of_line(line)].push_back(*read);
    });
    std::vector<std::vector<LoadLine>> out;
    for (auto &[engine, lines] : engines) {
        const double most = std::ranges::max_element(lines, {}, &LoadLine::rate)->rate;
        if (most <= 0) continue;
        const auto steady = [most](const LoadLine &one) { return one.rate >= most / 2; };
        const auto first = std::ranges::find_if(lines, steady);
        const auto last = std::find_if(lines.rbegin(), lines.rend(), steady).base();
        out.emplace_back(first, last);
    }
    return out;
}

/// Mean over time of a figure that every line has.
template <class Figure>
std::optional<double> mean_of(const std::vector<LoadLine> &lines, const Figure &figure)
{
    double sum = 0, time = 0;
    for (const LoadLine &one : lines) {
        const std::optional<double> value = figure(one);
        if (!value) return std::nullopt;
        sum += *value * one.weight;
        time += one.weight;
    }
    return time > 0 ? std::optional(sum / time) : std::nullopt;
}

/// Of all engines together.
template <class Figure>
std::optional<double> sum_of_means(std::string_view text, const Figure &figure)
{
    std::optional<double> out;
    for (const std::vector<LoadLine> &lines : steady_loads(text)) {
        const std::optional<double> mean = mean_of(lines, figure);
        if (!mean) return std::nullopt;
        out = out.value_or(0) + *mean;
    }
    return out;
}

} // namespace

MeasuredSpeed serving_line_speed(std::string_view text)
{
    MeasuredSpeed out;
    out.output = sum_of_means(text, [](const LoadLine &one) { return std::optional(one.rate); });
    return out;
}

std::optional<double> running_requests(std::string_view text)
{
    double sum = 0, engines = 0;
    for (const std::vector<LoadLine> &lines : steady_loads(text)) {
        std::vector<double> running;
        for (const LoadLine &one : lines)
            if (one.running) running.push_back(*one.running);
        if (running.empty()) continue;
        const auto middle = running.begin() + static_cast<std::ptrdiff_t>(running.size() / 2);
        std::ranges::nth_element(running, middle);
        sum += *middle;
        engines += 1;
    }
    return engines > 0 ? std::optional(sum / engines) : std::nullopt;
}

void note_prompts(std::string_view text, Measured &out)
{
    const auto read = sum_of_means(text, [](const LoadLine &one) { return one.prompts; });
    if (read && *read > 0)
        out.notes.push_back(phrase(QT_TRANSLATE_NOOP("core", "beside what came out, %1 tokens of prompts a second were read"),
                                   {few_figures(*read)}));
}

} // namespace plimsoll
