// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/estimate_json.h"

#include "core/estimate/engine_course.h"
#include "core/fit/solver.h"
#include "core/ground/json_or_null.h"
#include "core/report/time_json.h"
#include "core/plan/names.h"
#include "core/plan/plan_json.h"
#include "core/torch/places.h"

#include <nlohmann/json.hpp>

namespace plimsoll {

namespace {

using nlohmann::ordered_json;

ordered_json pair_of(const Interval &interval) { return ordered_json::array({interval.low, interval.high}); }

/// A layer of the language model, or of the tower.
void add_place(ordered_json &out, int place)
{
    const std::optional<int> of_tower = step::tower_layer(place);
    out["layer"] = place < 0 ? ordered_json(nullptr) : ordered_json(place);
    out["part"] = step::in_tower(place) ? ordered_json("tower") : ordered_json(nullptr);
    out["tower_layer"] = of_tower ? ordered_json(*of_tower) : ordered_json(nullptr);
}

ordered_json peak_json(const Peak &peak)
{
    ordered_json out;
    out["allocated_bytes"] = peak.allocated;
    out["reserved_bytes"] = peak.reserved;
    out["required_bytes"] = peak.required.bytes();
    out["device_bytes"] = peak.device;
    out["load_bytes"] = peak.load;
    out["evaluation_bytes"] = peak.evaluation > 0 ? ordered_json(peak.evaluation) : ordered_json(nullptr);
    out["phase"] = name_of(peak.phase);
    add_place(out, peak.layer);
    out["interval_bytes"] = pair_of(peak.device_interval);
    out["allocated_interval_bytes"] = pair_of(peak.allocated_interval);
    return out;
}

ordered_json steady_json(const ProcessEstimate &process)
{
    return {{"weights", process.steady_weights},
            {"adapters", process.steady_adapters},
            {"gradients", process.steady_gradients},
            {"optimizer", process.steady_optimizer}};
}

ordered_json at_peak_json(const ProcessEstimate &process, TimelineDetail detail)
{
    ordered_json out = ordered_json::array();
    for (const BreakdownLine &line : process.at_peak) {
        ordered_json item;
        item["component"] = name_of(line.component);
        item["bytes"] = line.bytes;
        if (detail == TimelineDetail::brief) {
            out.push_back(std::move(item));
            continue;
        }
        item["formula"] = or_null(line.formula);
        item["numbers"] = or_null(line.numbers);
        item["source"] = or_null(line.source);
        ordered_json alive = ordered_json::array();
        for (const auto &[what, bytes] : line.alive) alive.push_back({{"tensor", what}, {"bytes", bytes}});
        item["alive"] = std::move(alive);
        ordered_json held = ordered_json::array();
        for (const HeldType &one : line.held)
            held.push_back({{"type", one.type}, {"bytes", one.bytes}, {"embedding_bytes", one.embedding}});
        item["held"] = std::move(held);
        out.push_back(std::move(item));
    }
    return out;
}

ordered_json point_json(const TimelinePoint &point)
{
    ordered_json out;
    out["phase"] = name_of(point.phase);
    add_place(out, point.layer);
    out["label"] = or_null(point.label);
    out["allocated_bytes"] = point.allocated;
    ordered_json components = ordered_json::object();
    for (std::size_t i = 0; i < component_count; ++i)
        if (point.components[i] != 0) components[std::string(name_of(static_cast<Component>(i)))] = point.components[i];
    out["components"] = std::move(components);
    return out;
}

/// Points of one phase and layer that follow each other become their highest one.
ordered_json timeline_json(const std::vector<TimelinePoint> &timeline)
{
    ordered_json out = ordered_json::array();
    const TimelinePoint *highest = nullptr;
    for (const TimelinePoint &point : timeline) {
        const bool same = highest != nullptr && highest->phase == point.phase && highest->layer == point.layer;
        if (highest != nullptr && !same) out.push_back(point_json(*highest));
        if (!same || point.allocated > highest->allocated) highest = &point;
    }
    if (highest != nullptr) out.push_back(point_json(*highest));
    return out;
}

template <class List, class Item>
ordered_json estimate_json_array_of(const List &list, Item item)
{
    ordered_json out = ordered_json::array();
    for (const auto &value : list) out.push_back(item(value));
    return out;
}

ordered_json place_json(const EnginePlace &place)
{
    return {{"place", place.place},
            {"weights_bytes", place.weights},
            {"kv_cache_bytes", place.kv_cache},
            {"state_bytes", place.state},
            {"compute_bytes", place.compute}};
}

ordered_json group_json(const KvGroup &group)
{
    return {{"kind", name_of(group.layer.kind)},
            {"layers", group.layers},
            {"block_tokens", group.layer.block_tokens},
            {"page_bytes", group.layer.page},
            {"window", group.layer.window > 0 ? ordered_json(group.layer.window) : ordered_json(nullptr)}};
}

/// What a card's share comes to; null figures where no card was named.
ordered_json claim_json(const EngineStart &start)
{
    const auto claimed = [&](const auto &value) { return start.total ? ordered_json(value) : ordered_json(nullptr); };
    ordered_json out;
    out["kv_cache_bytes"] = claimed(start.kv_cache);
    out["kv_tokens"] = claimed(start.tokens);
    out["kv_blocks"] = start.pool.block_bytes > 0 ? claimed(start.blocks) : ordered_json(nullptr);
    out["block_bytes"] = start.pool.block_bytes > 0 ? ordered_json(start.pool.block_bytes) : ordered_json(nullptr);
    out["block_tokens"] =
        start.pool.groups.empty() ? ordered_json(nullptr) : ordered_json(start.pool.groups.front().layer.block_tokens);
    out["max_concurrency"] = claimed(start.max_concurrency);
    out["max_context"] = claimed(start.max_context);
    return out;
}

ordered_json engine_json(const ProcessEstimate &process)
{
    if (!process.engine) return nullptr;
    const EngineStart &start = process.engine->start;
    ordered_json out;
    out["need_bytes"] = process.engine->need;
    out["need_interval_bytes"] = pair_of(process.engine->interval);
    out["claim_bytes"] = process.peak.device;
    out["weights_bytes"] = start.weights;
    out["buffers_bytes"] = start.buffers + start.unseen;
    out["activation_bytes"] = start.activation;
    out["non_torch_bytes"] = start.non_torch;
    out["graph_bytes"] = start.graphs;
    out["state_bytes"] = start.state;
    out["load_cache_bytes"] = start.load_cache;
    out.update(claim_json(start));
    out["asleep_bytes"] = or_null(start.asleep);
    out["asleep_host_bytes"] = start.asleep_host;
    out["refuses"] = start.refuses ? ordered_json(start.refuses->text) : ordered_json(nullptr);
    out["groups"] = estimate_json_array_of(start.pool.groups, group_json);
    out["places"] = estimate_json_array_of(start.places, place_json);
    out["log"] = start.log;
    return out;
}

ordered_json verdict_json(const Verdict &verdict)
{
    ordered_json out;
    out["gpu"] = verdict.gpu;
    out["count"] = verdict.count;
    out["usable_bytes"] = verdict.usable;
    out["free_bytes"] = or_null(verdict.free);
    out["fits"] = name_of(verdict.fits);
    out["word"] = name_of(verdict.word());
    out["probably"] = verdict.guessed;
    out["requests_at_once"] = or_null(verdict.at_once);
    out["headroom_bytes"] = verdict.headroom;
    out["reason"] = or_null(verdict.reason);
    out["max_micro_batch"] = or_null(verdict.max_micro_batch);
    out["max_sequence_length"] = or_null(verdict.max_sequence_length);
    out["notes"] = verdict.notes;
    const std::optional<RankRange> &own_ranks = verdict.own_ranks;
    out["ranks"] = own_ranks ? ordered_json{own_ranks->first, own_ranks->first + own_ranks->count - 1} : ordered_json();
    return out;
}

ordered_json course_json(const EngineCourse &course)
{
    ordered_json out;
    out["moments"] = estimate_json_array_of(course.moments, [](const EngineMoment &one) {
        return ordered_json{{"stage", one.stage},
                            {"awake", one.awake},
                            {"engine_bytes", one.engine.sum()},
                            {"weights_bytes", one.engine.weights},
                            {"kv_cache_bytes", one.engine.cache},
                            {"activation_bytes", one.engine.activation},
                            {"graph_bytes", one.engine.graphs},
                            {"other_bytes", one.engine.other},
                            {"trainer_allocated_bytes", one.allocated},
                            {"trainer_reserved_bytes", one.reserved},
                            {"device_bytes", one.device}};
    });
    const EngineMoment &full = course.fullest_moment();
    out["fullest"] = {
        {"stage", full.stage}, {"awake", full.awake}, {"device_bytes", full.device}, {"engine_bytes", full.engine.sum()}};
    return out;
}

ordered_json server_json(const PlanAnswer &server)
{
    const ProcessEstimate &process = server.estimate.shown();
    if (!process.engine) return nullptr;
    ordered_json out;
    out["need_bytes"] = process.needed();
    out["need_interval_bytes"] = pair_of(process.needed_interval());
    out["claim_bytes"] = process.peak.device;
    const EngineStart &start = process.engine->start;
    out["weights_bytes"] = start.weights;
    out["kv_cache_bytes"] = start.kv_cache;
    out["load_cache_bytes"] = start.load_cache;
    out["max_concurrency"] = start.max_concurrency;
    out["refuses"] = start.refuses ? ordered_json(start.refuses->text) : ordered_json();
    out["verdicts"] = estimate_json_array_of(server.verdicts, [](const Verdict &verdict) {
        return ordered_json{{"gpu", verdict.gpu},
                            {"count", verdict.count},
                            {"usable_bytes", verdict.usable},
                            {"fits", name_of(verdict.fits)},
                            {"word", name_of(verdict.word())},
                            {"headroom_bytes", verdict.headroom},
                            {"requests_at_once", or_null(verdict.at_once)},
                            {"reason", verdict.reason}};
    });
    return out;
}

/// The engine that makes a training's completions.
ordered_json rollout_json(const PlanAnswer &answer)
{
    const Estimate &estimate = answer.estimate;
    const std::optional<EngineCourse> course = engine_course(estimate, estimate.shown());
    if (!course && !answer.server) return nullptr;
    const Rollout &made = estimate.plan.plan.rollout;
    ordered_json out;
    out["engine"] = name_of(made.engine);
    out["engines"] = answer.server ? ordered_json(made.engines) : ordered_json();
    out["tensor"] = made.tensor;
    out["course"] = course ? course_json(*course) : ordered_json();
    out["server"] = answer.server ? server_json(*answer.server) : ordered_json();
    return out;
}

ordered_json provenance_json(const Estimate &estimate)
{
    ordered_json out;
    out["tool"] = "plimsoll";
    out["version"] = PLIMSOLL_VERSION;
    out["model_source"] = estimate.architecture ? or_null(estimate.architecture->source) : ordered_json(nullptr);
    out["config_sha256"] = estimate.architecture ? or_null(estimate.architecture->config_sha256) : ordered_json(nullptr);
    return out;
}

} // namespace

namespace {

ordered_json host_json(const std::optional<HostBytes> &host)
{
    if (!host) return nullptr;
    return {{"load_bytes", host->load}, {"steady_bytes", host->steady}, {"pinned_bytes", host->pinned}};
}

} // namespace

ordered_json estimate_to_json(const PlanAnswer &answer, TimelineDetail timeline)
{
    const Estimate &estimate = answer.estimate;
    ordered_json out;
    out["schema"] = "plimsoll.estimate/1";
    out["plan"] = plan_to_json(estimate.plan.plan);
    // a stated evaluation counts: read back, this plan asks for none that was not
    if (!estimate.plan.plan.has("evaluation.micro_batch")) out["plan"]["evaluation"]["micro_batch"] = nullptr;
    out["parameters"] = {{"total", estimate.total_parameters},
                         {"trainable", estimate.trainable_parameters},
                         {"active", estimate.active_parameters}};
    const ProcessEstimate &process = estimate.shown();
    out["peak"] = peak_json(process.peak);
    out["steady_bytes"] = steady_json(process);
    out["ranks"] = estimate_json_array_of(estimate.processes, [&](const ProcessEstimate &one) {
        return ordered_json{{"role", role_of(one.rank, estimate.plan.plan)},
                            {"rank", one.rank.number},
                            {"count", one.rank.like_it},
                            {"peak", peak_json(one.peak)},
                            {"steady_bytes", steady_json(one)},
                            {"at_peak", at_peak_json(one, timeline)}};
    });
    out["host"] = host_json(estimate.run.host);
    out["save_bytes"] = estimate.run.save ? ordered_json(estimate.run.save->card) : ordered_json(nullptr);
    out["communication_bytes"] =
        estimate.run.communication ? ordered_json(estimate.run.communication->bytes) : ordered_json(nullptr);
    out["engine"] = engine_json(process);
    out["at_peak"] = at_peak_json(process, timeline);
    out["timeline"] = timeline != TimelineDetail::layers ? ordered_json::array() : timeline_json(process.timeline);
    out["stages"] = estimate_json_array_of(process.stages, [](const StagePeak &stage) {
        return ordered_json{{"stage", stage.stage},
                            {"allocated_bytes", stage.allocated},
                            {"reserved_bytes", stage.reserved},
                            {"first_device_bytes", or_null(stage.first)},
                            {"device_bytes", stage.device}};
    });
    out["residents"] = estimate_json_array_of(process.residents, [](const ResidentBytes &one) {
        return ordered_json{{"resident", one.resident}, {"bytes", one.bytes}, {"where", one.on_host ? "host" : "card"}};
    });
    out["rollout"] = rollout_json(answer);
    out["time"] = time_to_json(answer.time);
    if (!answer.elsewhere.empty()) {
        out["times_elsewhere"] = ordered_json::array();
        for (const RunTime &time : answer.elsewhere) out["times_elsewhere"].push_back(cost_to_json(time));
    }
    out["verdicts"] = estimate_json_array_of(answer.verdicts, verdict_json);
    for (ordered_json &verdict : out["verdicts"]) // beside max_sequence_length, which memory alone ends
        verdict["max_positions"] = or_null(estimate.architecture ? positions_of(*estimate.architecture) : std::nullopt);
    const std::size_t first = spoken_of_first(answer.verdicts);
    for (std::size_t i = 0; i < answer.verdicts.size(); ++i)
        out["verdicts"][i]["decides"] = answer.verdicts[i].own_ranks ? ordered_json(i == first) : ordered_json();
    out["lower_bound_reason"] = or_null(estimate.lower_bound_reason);
    out["assumptions"] = estimate.assumptions;
    out["warnings"] = estimate_json_array_of(estimate.warnings, [](const Warning &warning) {
        return ordered_json{{"code", warning.code}, {"text", warning.text}, {"field", or_null(warning.field)}};
    });
    out["provenance"] = provenance_json(estimate);
    return out;
}

ordered_json error_to_json(const Error &error, std::optional<Count> line)
{
    ordered_json inner;
    if (line) inner["line"] = *line;
    inner["field"] = or_null(error.field);
    inner["read"] = or_null(error.read);
    inner["accepted"] = or_null(error.accepted);
    inner["message"] = error.message();
    return {{"error", std::move(inner)}};
}

} // namespace plimsoll
