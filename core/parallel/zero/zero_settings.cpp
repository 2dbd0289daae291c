// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parallel/zero/zero_settings.h"

#include "core/ground/json_text.h"
#include "core/ground/near.h"
#include "core/ground/phrase.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace plimsoll {

namespace {

using nlohmann::json;

struct CountField {
    std::string_view key;
    Count ZeroSettings::*member;
    Count least;
};
constexpr CountField counts[] = {
    {"reduce_bucket_size", &ZeroSettings::reduce_bucket, 1},
    {"stage3_prefetch_bucket_size", &ZeroSettings::prefetch_bucket, 0},
    {"prefetch_bucket_size", &ZeroSettings::prefetch_bucket, 0},
    {"stage3_param_persistence_threshold", &ZeroSettings::persistence, 0},
    {"param_persistence_threshold", &ZeroSettings::persistence, 0},
    {"stage3_model_persistence_threshold", &ZeroSettings::model_persistence, 0},
    {"model_persistence_threshold", &ZeroSettings::model_persistence, 0},
    {"stage3_max_live_parameters", &ZeroSettings::max_live, 0},
    {"max_live_parameters", &ZeroSettings::max_live, 0},
    {"stage3_max_reuse_distance", &ZeroSettings::max_reuse, 0},
    {"max_reuse_distance", &ZeroSettings::max_reuse, 0},
    {"sub_group_size", &ZeroSettings::sub_group, 0},
};

struct SwitchField {
    std::string_view key;
    bool ZeroSettings::*member;
};
constexpr SwitchField switches[] = {
    {"overlap_comm", &ZeroSettings::overlap_comm},
    {"contiguous_gradients", &ZeroSettings::contiguous_gradients},
    {"reduce_scatter", &ZeroSettings::reduce_scatter},
    {"use_multi_rank_bucket_allreduce", &ZeroSettings::multi_rank_allreduce},
    {"round_robin_gradients", &ZeroSettings::round_robin},
    {"parameter_alignment", &ZeroSettings::aligned},
    {"stage3_allgather_sequential", &ZeroSettings::gathers_one_by_one},
    {"allgather_sequential", &ZeroSettings::gathers_one_by_one},
    {"compute_grad_norm", &ZeroSettings::takes_norm},
};

/// What moves bytes between ranks or to disk otherwise, or says more in a log.
constexpr std::string_view without_effect[] = {
    "allgather_bucket_size",
    "allgather_partitions",
    "cpu_offload_use_pin_memory",
    "elastic_checkpoint",
    "enable_sanity_checks",
    "gather_16bit_weights_on_model_save",
    "ignore_unused_parameters",
    "load_from_fp32_weights",
    "log_trace_cache_warnings",
    "override_module_apply",
    "pipeline_loading_checkpoint",
    "save_muon_momentum_buffer_in_memory",
    "stage3_gather_16bit_weights_on_model_save",
    "stage3_gather_fp16_weights_on_model_save",
};

/// Known, and another step: only the value at which it does nothing is taken.
struct IdleField {
    std::string_view key;
    std::string_view idle; ///< as JSON
};
constexpr IdleField idle_fields[] = {
    {"leaf_module", "{}"},
    {"legacy_stage1", "false"},
    {"memory_efficient_linear", "true"},
    {"module_granularity_threshold", "0"},
    {"stage3_module_granularity_threshold", "0"},
    {"stage3_use_all_reduce_for_fetch_params", "false"},
    {"use_all_reduce_for_fetch_params", "false"},
    {"zenflow", "null"},
    {"zero_hpz_partition_size", "1"},
    {"zero_quantized_gradients", "false"},
    {"zero_quantized_nontrainable_weights", "false"},
    {"zero_quantized_weights", "false"},
};

std::string named(std::string_view key) { return "parallel.deepspeed." + std::string(key); }

/// 500000000 or 5e8, as pydantic takes it.
std::optional<Count> whole(const json &value)
{
    if (value.is_number_integer()) return value.get<Count>();
    if (!value.is_number_float()) return std::nullopt;
    const double number = value.get<double>();
    if (!(std::abs(number) < 9e18) || number != std::floor(number)) return std::nullopt;
    return static_cast<Count>(number);
}

Error refuse(std::string_view key, const json &value, std::string accepted)
{
    return {named(key), to_text(value), std::move(accepted), {}};
}

/// offload_optimizer and offload_param: {"device": "cpu", …}.
std::optional<Error> read_device(std::string_view key, const json &value, bool &offloads)
{
    if (value.is_null()) return std::nullopt;
    if (!value.is_object()) return refuse(key, value, R"({"device": "none | cpu | nvme"})");
    const auto device = value.find("device");
    if (device == value.end() || *device == "none") return std::nullopt;
    if (*device != "cpu" && *device != "nvme") return refuse(std::string(key) + ".device", *device, "none | cpu | nvme");
    offloads = true;
    return std::nullopt;
}

std::optional<Error> unknown_key(const std::string &key)
{
    std::vector<std::string> known{"stage", "offload_optimizer", "offload_param", "cpu_offload", "cpu_offload_param"};
    for (const CountField &field : counts) known.emplace_back(field.key);
    for (const SwitchField &field : switches) known.emplace_back(field.key);
    for (const IdleField &field : idle_fields) known.emplace_back(field.key);
    for (const std::string_view field : without_effect) known.emplace_back(field);
    std::ranges::sort(known);
    std::string accepted;
    for (const std::string &name : known) accepted += (accepted.empty() ? "" : " | ") + name;
    return Error{"parallel.deepspeed", key, std::move(accepted),
                 phrase(QT_TRANSLATE_NOOP("core", "DeepSpeed's zero_optimization has no field of this name"))};
}

/// `automatic`: keys written "auto".
std::optional<Error> read_field(const std::string &key, const json &value, ZeroSettings &out, std::vector<std::string> &automatic)
{
    if (value == "auto") {
        automatic.push_back(key);
        return std::nullopt;
    }
    if (key == "stage")
        return whole(value) == out.stage ? std::nullopt : std::optional(refuse(key, value, std::to_string(out.stage)));
    if (key == "offload_optimizer") return read_device(key, value, out.offloads_optimizer);
    if (key == "offload_param") return read_device(key, value, out.offloads_parameters);
    if (key == "cpu_offload" || key == "cpu_offload_param") { // names of earlier releases
        if (!value.is_boolean() && !value.is_null()) return refuse(key, value, "true | false");
        (key == "cpu_offload" ? out.offloads_optimizer : out.offloads_parameters) |= value == true;
        return std::nullopt;
    }
    for (const CountField &field : counts) {
        if (field.key != key) continue;
        const auto count = whole(value);
        if (!count || *count < field.least)
            return refuse(key, value, phrase(QT_TRANSLATE_NOOP("core", "%1 or more"), {std::to_string(field.least)}));
        out.*field.member = *count;
        return std::nullopt;
    }
    for (const SwitchField &field : switches) {
        if (field.key != key) continue;
        if (!value.is_boolean()) return refuse(key, value, "true | false");
        out.*field.member = value.get<bool>();
        return std::nullopt;
    }
    for (const IdleField &field : idle_fields)
        if (field.key == key)
            return to_text(value) == field.idle ? std::nullopt : std::optional(refuse(key, value, std::string(field.idle)));
    if (std::ranges::find(without_effect, key) != std::end(without_effect)) return std::nullopt;
    return unknown_key(key);
}

} // namespace

Result<ZeroSettings> zero_settings(const Plan &plan, bool trainer)
{
    ZeroSettings out;
    out.stage = static_cast<int>(plan.parallel.zero);
    out.sequence_ranks = plan.parallel.ulysses();
    out.overlap_comm = out.stage == 3;
    const Offload offload = plan.parallel.offload;
    out.offloads_optimizer = offload == Offload::optimizer || offload == Offload::both || offload == Offload::nvme;
    out.offloads_parameters = offload == Offload::parameters || offload == Offload::both || offload == Offload::nvme;
    json given = json::object();
    if (out.stage == 3) // as transformers' documentation writes a configuration
        given = {{"reduce_bucket_size", "auto"},
                 {"stage3_prefetch_bucket_size", "auto"},
                 {"stage3_param_persistence_threshold", "auto"}};
    if (!plan.parallel.deepspeed.empty()) {
        auto parsed = parse_json(plan.parallel.deepspeed, "parallel.deepspeed");
        if (!parsed) return parsed.error();
        given.update(*parsed);
    }
    std::vector<std::string> automatic;
    for (const auto &[key, value] : given.items())
        if (auto error = read_field(key, value, out, automatic)) return *std::move(error);
    const auto fills = [&](std::string_view key) { return trainer && std::ranges::find(automatic, key) != automatic.end(); };
    out.fills_bucket = fills("reduce_bucket_size");
    out.fills_prefetch = out.stage == 3 && fills("stage3_prefetch_bucket_size");
    out.fills_persistence = out.stage == 3 && fills("stage3_param_persistence_threshold");
    if (out.stage < 3) out.offloads_parameters = false; // accepted there, and idle
    if (out.stage < 3 && out.offloads_optimizer) out.contiguous_gradients = true;
    return out;
}

void fill_in(ZeroSettings &settings, Count hidden)
{
    if (settings.fills_bucket) settings.reduce_bucket = hidden * hidden;
    if (settings.fills_prefetch)
        settings.prefetch_bucket = static_cast<Count>(0.9 * static_cast<double>(hidden) * static_cast<double>(hidden));
    if (settings.fills_persistence) settings.persistence = 10 * hidden;
}

std::vector<std::string> zero_fields_without_effect(const Plan &plan)
{
    std::vector<std::string> out;
    if (plan.parallel.deepspeed.empty()) return out;
    const auto parsed = parse_json(plan.parallel.deepspeed, "parallel.deepspeed");
    if (!parsed) return out;
    for (const auto &[key, value] : parsed->items()) {
        const bool parameters = key == "offload_param" && plan.parallel.zero < 3;
        if (parameters || std::ranges::find(without_effect, key) != std::end(without_effect)) out.push_back(named(key));
    }
    return out;
}

} // namespace plimsoll
