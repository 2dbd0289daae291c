// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/ranks.h"

#include "core/api/planner.h"
#include "core/plan/plan_json.h"

#include <algorithm>
#include <chrono>
#include <iostream>
#include <nlohmann/json.hpp>
#include <vector>

namespace plimsoll::bench {

namespace {

using nlohmann::json;

struct Spread {
    const char *name, *preset, *changes;
};

// Runs of 1,024 ranks.
constexpr Spread ddp{"ddp", "qwen2.5-7b", R"({"method": "lora", "parallel": {"data": 1024, "engine": "ddp"}})"};
constexpr Spread fsdp2{"fsdp2", "llama-3.1-70b", R"({"parallel": {"data": 1024, "zero": 3, "engine": "fsdp2"}})"};
constexpr Spread zero_3{"zero_3", "llama-3.1-70b", R"({"parallel": {"data": 1024, "zero": 3, "engine": "deepspeed"}})"};
constexpr Spread hsdp{"hsdp", "llama-3.1-70b", R"({"parallel": {"data": 1024, "replicate": 128, "zero": 3, "engine": "fsdp2"}})"};
constexpr Spread megatron{"megatron", "llama-3.1-70b",
                          R"({"stack": "megatron", "autocast": "none", "gradient_accumulation": 32,
        "parallel": {"engine": "megatron", "data": 16, "tensor": 8, "pipeline": 8, "zero": 1, "sequence": true}})"};

double seconds_since(std::chrono::steady_clock::time_point begin)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

Result<Plan> plan_of(const Spread &spread)
{
    json plan = {{"model", {{"preset", spread.preset}}},
                 {"method", "full"},
                 {"micro_batch", 1},
                 {"sequence_length", 4096},
                 {"gradient_checkpointing", true},
                 {"target", {{"gpus", {"H100 SXM:1024"}}}}};
    plan.merge_patch(json::parse(spread.changes));
    auto parsed = plan_from_object(plan);
    return parsed.ok() ? Result<Plan>(std::move(parsed->plan)) : Result<Plan>(parsed.error());
}

/// Median milliseconds of one estimate without timeline, replay and explanations; null with the reason on stderr.
json milliseconds_of(const Spread &spread)
{
    const Result<Plan> plan = plan_of(spread);
    if (!plan.ok()) return std::cerr << spread.name << ": " << plan.error().message() << '\n', nullptr;
    Planner planner;
    const Result<ArchitectureRef> model = planner.models().load(plan->model);
    if (!model.ok()) return std::cerr << spread.name << ": " << model.error().message() << '\n', nullptr;
    std::vector<double> times;
    for (int i = 0; i < 21; ++i) {
        const auto begin = std::chrono::steady_clock::now();
        const Result<Estimate> made =
            planner.estimate(*model, *plan, {}, {.timeline = false, .allocator = false, .explain = false});
        times.push_back(1e3 * seconds_since(begin));
        if (!made.ok()) return std::cerr << spread.name << ": " << made.error().message() << '\n', nullptr;
    }
    std::ranges::nth_element(times, times.begin() + 10);
    return times[10];
}

/// Every way of splitting a full fine-tuning of a 70B over 64 cards.
json seconds_of_splits()
{
    const auto parsed = plan_from_object({{"model", {{"preset", "llama-3.1-70b"}}},
                                          {"method", "full"},
                                          {"sequence_length", 4096},
                                          {"target", {{"gpus", {"H100 SXM:64"}}}}});
    if (!parsed.ok()) return std::cerr << parsed.error().message() << '\n', nullptr;
    Planner planner;
    (void)planner.models().load(parsed->plan.model);
    const auto begin = std::chrono::steady_clock::now();
    const auto found = planner.splits({.plan = parsed->plan}, {.goal = SplitGoal::fits, .global_batch = 512});
    if (!found.ok()) return std::cerr << found.error().message() << '\n', nullptr;
    return seconds_since(begin);
}

} // namespace

void measure_ranks(json &out)
{
    out["ranks_1024_ddp_ms"] = milliseconds_of(ddp);
    out["ranks_1024_fsdp2_ms"] = milliseconds_of(fsdp2);
    out["ranks_1024_zero_3_ms"] = milliseconds_of(zero_3);
    out["ranks_1024_hsdp_ms"] = milliseconds_of(hsdp);
    out["ranks_1024_megatron_ms"] = milliseconds_of(megatron);
    out["splits_70b_64_s"] = seconds_of_splits();
}

} // namespace plimsoll::bench
