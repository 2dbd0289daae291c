// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/heap.h"
#include "core/api/planner.h"
#include "core/plan/plan_json.h"
#include "tests/bench/process.h"
#include "tests/bench/ranks.h"
#include "tests/bench/reading.h"
#include "tests/random_plan.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <random>
#include <span>
#include <unistd.h>

namespace plimsoll::bench {
namespace {

using nlohmann::json;

constexpr const char *bin = PLIMSOLL_BIN;

double median(std::vector<double> values)
{
    std::ranges::sort(values);
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

std::string program(const char *name) { return std::string(bin) + "/" + name; }

// ---- the core ----

json plan_of(const char *preset, const char *method, Count sequence_length)
{
    return {{"model", {{"preset", preset}}},
            {"method", method},
            {"micro_batch", 1},
            {"sequence_length", sequence_length},
            {"gradient_checkpointing", true},
            {"target", {{"gpus", {"NVIDIA A100-SXM4-80GB"}}}}};
}

/// Median seconds of one estimate of an already loaded model; null with the reason on stderr when there is none.
json seconds_per_estimate(const json &plan, const EstimateOptions &options, int repetitions)
{
    const auto parsed = plan_from_object(plan);
    if (!parsed) return std::cerr << parsed.error().message() << '\n', nullptr;
    Planner planner;
    const auto model = planner.models().load(parsed->plan.model);
    if (!model) return std::cerr << model.error().message() << '\n', nullptr;
    std::vector<double> seconds;
    for (int i = 0; i < repetitions; ++i) {
        const auto begin = std::chrono::steady_clock::now();
        const auto result = planner.estimate(*model, parsed->plan, {}, options);
        seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
        if (!result) return std::cerr << result.error().message() << '\n', nullptr;
    }
    return median(std::move(seconds));
}

json scaled(const json &value, double factor) { return value.is_number() ? json(value.get<double>() * factor) : json(nullptr); }

void measure_estimates(json &out)
{
    const EstimateOptions quick{.timeline = false, .allocator = false, .explain = false};
    const EstimateOptions full{.timeline = true, .allocator = true, .explain = true, .threads = 2}; // as the window asks
    out["estimate_us"] = scaled(seconds_per_estimate(plan_of("qwen2.5-7b", "lora", 2048), quick, 501), 1e6);
    out["estimate_70b_us"] = scaled(seconds_per_estimate(plan_of("llama-3.1-70b", "qlora", 4096), quick, 201), 1e6);
    out["full_70b_ms"] = scaled(seconds_per_estimate(plan_of("llama-3.1-70b", "qlora", 4096), full, 101), 1e3);
}

// ---- what fits ----

double milliseconds_since(std::chrono::steady_clock::time_point begin)
{
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

double percent_within(double limit, const std::vector<double> &times)
{
    const auto within = std::ranges::count_if(times, [limit](double took) { return took <= limit; });
    return 100.0 * static_cast<double>(within) / static_cast<double>(times.size());
}

/// Milliseconds of each of a solver's answers: a random plan for one of its fields on a random card, or on every card one after
/// the other; none where it is refused.
std::vector<double> milliseconds_to_solve(std::mt19937 &random, bool on_every_card)
{
    constexpr Count any_number = 2'000'000'000'000;
    const auto parsed = plan_from_object(tests::random_plan(random, any_number));
    const Gpu &gpu = gpu_catalogue()[random() % gpu_catalogue().size()];
    const auto model = parsed ? Planner().models().load(parsed->plan.model) : Result<ArchitectureRef>(parsed.error());
    const auto resolved = model ? resolve(parsed->plan, **model, gpu.facts()) : Result<ResolvedPlan>(model.error());
    if (!resolved) return {};
    const std::vector<SolveField> fields = tests::solvable_fields(resolved->plan);
    const SolveField field = fields[random() % fields.size()];
    auto begin = std::chrono::steady_clock::now();
    Solver solver(estimator_for(*model), resolved->plan, field, quick_estimator_for(*model));
    std::vector<double> times;
    for (const Gpu &card : on_every_card ? std::span(gpu_catalogue()) : std::span(&gpu, 1)) {
        if (!solver.on_card(card)) return {};
        times.push_back(milliseconds_since(begin));
        begin = std::chrono::steady_clock::now();
    }
    return times;
}

/// Every card for random plans: what each answer takes, and what it takes on average for the plan that takes longest.
void measure_solver_on_every_card(json &out)
{
    std::mt19937 random(18);
    std::vector<double> times;
    double slowest = 0;
    for (int plans = 0; plans < 40;) {
        const std::vector<double> of_plan = milliseconds_to_solve(random, true);
        if (of_plan.empty()) continue;
        ++plans;
        times.insert(times.end(), of_plan.begin(), of_plan.end());
        slowest = std::max(slowest, std::reduce(of_plan.begin(), of_plan.end()) / static_cast<double>(of_plan.size()));
    }
    out["solve_cards_mean_ms"] = std::reduce(times.begin(), times.end()) / static_cast<double>(times.size());
    out["solve_cards_slowest_ms"] = slowest;
    out["solve_cards_20_ms_percent"] = percent_within(20, times);
}

void measure_solver(json &out)
{
    constexpr std::size_t answers = 200;
    std::mt19937 random(17);
    std::vector<double> times;
    while (times.size() < answers)
        for (const double took : milliseconds_to_solve(random, false)) times.push_back(took);
    std::ranges::sort(times);
    out["solve_median_ms"] = median(times);
    out["solve_p99_ms"] = times[times.size() * 99 / 100];
    out["solve_worst_ms"] = times.back();
    out["solve_within_20_ms_percent"] = percent_within(20, times);
}

/// The verdict board of the example plan: verdicts, then the first maxima of every card, then all of them exact.
void measure_board(json &out)
{
    for (const char *key : {"board_verdicts_ms", "board_maxima_ms", "board_exact_ms"}) out[key] = nullptr;
    const auto parsed = plan_from_object(plan_of("qwen2.5-coder-7b", "qlora", 2048));
    Planner planner;
    const auto model = planner.models().load(parsed->plan.model);
    const Gpu &gpu = *find_gpu("RTX 4090")->gpu;
    const auto made =
        planner.estimate(*model, parsed->plan, gpu.facts(), {.timeline = false, .allocator = true, .explain = false});
    if (!made) return;
    static_cast<void>(Planner::first_board(*made)); // the least memory is worked out once an estimate
    auto begin = std::chrono::steady_clock::now();
    static_cast<void>(Planner::first_board(*made));
    out["board_verdicts_ms"] = milliseconds_since(begin);
    begin = std::chrono::steady_clock::now();
    int told = 0;
    Planner::work_out_board(
        *made, [] { return true; },
        [&](const Board &) {
            if (++told == 2) out["board_maxima_ms"] = milliseconds_since(begin);
        });
    out["board_exact_ms"] = milliseconds_since(begin);
    out["board_cards"] = gpu_catalogue().size();
}

// ---- the command line ----

/// Writes `lines` plans, no two alike, and returns the file.
std::filesystem::path requests_file(int lines)
{
    const auto file = std::filesystem::temp_directory_path() / ("plimsoll-bench-" + std::to_string(::getpid()) + ".jsonl");
    const std::vector<const char *> presets{"qwen2.5-0.5b", "qwen2.5-7b", "llama-3.1-8b", "mistral-7b-v0.1"};
    const std::vector<const char *> methods{"full", "lora", "qlora"};
    std::ofstream out(file);
    for (int i = 0; i < lines; ++i) {
        const auto n = static_cast<std::size_t>(i);
        out << plan_of(presets[n % presets.size()], methods[n / presets.size() % methods.size()], 256 + 8 * i).dump() << '\n';
    }
    return file;
}

json requests_per_second(const std::vector<std::string> &options = {})
{
    constexpr int lines = 1000;
    const auto file = requests_file(lines);
    std::vector<double> rates;
    for (int i = 0; i < 3; ++i) {
        std::vector<std::string> command{program("plimsoll"), "estimate", "--requests", file.string()};
        command.insert(command.end(), options.begin(), options.end());
        const auto done = run(command);
        if (!done || done->status != 0 || std::ranges::count(done->output, '\n') != lines) break;
        rates.push_back(lines / done->seconds);
    }
    std::filesystem::remove(file);
    return rates.size() == 3 ? json(median(rates)) : json(nullptr);
}

json sweep_seconds()
{
    const auto done = run({program("plimsoll"), "sweep", "--model", "qwen2.5-7b", "--method", "lora", "--over",
                           "sequence_length=128:12800:128", "--over", "micro_batch=1:100"});
    return done && done->status == 0 && std::ranges::count(done->output, '\n') >= 10'000 ? json(done->seconds) : json(nullptr);
}

// ---- the window ----

/// Start to first painted frame, and highest memory by then, of the window against the minimal program, run in turns.
void measure_start(json &out)
{
    out["start_ratio"] = out["memory_ratio"] = nullptr;
    std::vector<double> seconds[2], memory[2];
    const std::vector<std::string> commands[2] = {{program("plimsoll-screens"), "--bench-start"}, {program("minimal-charts")}};
    for (int round = 0; round < 12; ++round)
        for (const int which : {0, 1}) {
            const auto done = run(commands[which]);
            if (!done || done->status != 0) return;
            if (round == 0) continue; // files are being read into the cache
            seconds[which].push_back(done->seconds);
            memory[which].push_back(done->memory_bytes);
        }
    out["start_ratio"] = median(seconds[0]) / median(seconds[1]);
    out["memory_ratio"] = median(memory[0]) / median(memory[1]);
}

void measure_edits(json &out)
{
    out["edit_painted_median_ms"] = out["edit_painted_p99_ms"] = nullptr;
    const auto done = run({program("plimsoll-screens"), "--bench-edit"});
    if (!done || done->status != 0) return;
    const json answer = json::parse(done->output, nullptr, false);
    if (!answer.is_object()) return;
    for (const char *key : {"edit_painted_median_ms", "edit_painted_p99_ms"}) out[key] = answer.value(key, json(nullptr));
}

int bench_main(const std::string &file)
{
    json out = json::object();
    measure_start(out); // first, while this process is small: a child's peak counts from its parent's size
    measure_edits(out);
    measure_estimates(out);
    measure_solver(out);
    measure_solver_on_every_card(out);
    measure_board(out);
    measure_reading(out);
    measure_ranks(out);
    out["requests_per_s"] = requests_per_second();
    out["requests_brief_per_s"] = requests_per_second({"--brief"});
    out["sweep_10000_s"] = sweep_seconds();
    for (const auto &[key, value] : out.items())
        std::cout << key << std::string(26 - key.size(), ' ') << (value.is_null() ? "-" : value.dump()) << '\n';
    if (file.empty()) return 0;
    std::ofstream stream(file);
    stream << out.dump(2) << '\n';
    return stream.flush() ? 0 : 2;
}

} // namespace
} // namespace plimsoll::bench

int main(int argc, char **argv)
{
    plimsoll::keep_freed_memory();
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    if (arguments.empty()) return plimsoll::bench::bench_main({});
    if (arguments.size() == 2 && arguments[0] == "--json") return plimsoll::bench::bench_main(arguments[1]);
    std::cerr << "plimsoll-bench [--json FILE]: medians of one run; \"-\" and null: not there yet\n";
    return arguments[0] == "--help" ? 0 : 2;
}
