// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/field_objects.h"
#include "core/plan/field_types.h"

namespace plimsoll {

using namespace field_types;

namespace {

constexpr Range<Count> params_range{1, Count{1} << 40};

bool read_wrap(Plan &plan, const json &value)
{
    Wrap read;
    if (value == "layer+ends")
        read.kind = Wrap::Kind::layer_ends;
    else if (value == "none")
        read.kind = Wrap::Kind::none;
    else if (value.is_object() && value.size() == 1 && value.begin().key() == "min_params") {
        const auto count = whole_number(value.front());
        if (!count || *count < params_range.least || *count > params_range.most) return false;
        read = {Wrap::Kind::min_params, *count};
    } else if (value != "layer")
        return false;
    plan.parallel.wrap = read;
    return true;
}

ordered_json write_wrap(const Plan &plan)
{
    const Wrap &held = plan.parallel.wrap;
    if (held.kind == Wrap::Kind::min_params) return {{"min_params", held.min_params}};
    return held.kind == Wrap::Kind::layer ? "layer" : held.kind == Wrap::Kind::none ? "none" : "layer+ends";
}

/// layer, layer+ends, none, min_params=N, or JSON.
std::optional<json> parse_wrap(std::string_view text)
{
    constexpr std::string_view least = "min_params=";
    if (text.starts_with('{')) return json_value(text);
    if (!text.starts_with(least)) return text_value(text);
    const auto count = count_from_text(text.substr(least.size()));
    return count ? std::optional<json>(json{{"min_params", *count}}) : std::nullopt;
}

Field wrap_field()
{
    Field field = begun("parallel.wrap", "wrap", "what FSDP gathers at once", FieldType::object, parse_wrap);
    field.read = read_wrap;
    field.write = write_wrap;
    set_accepted(field, {QT_TRANSLATE_NOOP("core", "%1 | {%2: %3 to %4}"),
                         {"layer | layer+ends | none", "\"min_params\"", std::to_string(params_range.least),
                          std::to_string(params_range.most)}});
    return field;
}

Field deepspeed_field()
{
    Field field = begun("parallel.deepspeed", "zero-optimization", "fields of DeepSpeed's zero_optimization", FieldType::object,
                        json_value);
    field.read = [](Plan &plan, const json &value) {
        if (!value.is_object()) return false;
        plan.parallel.deepspeed = value.empty() ? std::string() : to_text(value);
        return true;
    };
    field.write = [](const Plan &plan) {
        return plan.parallel.deepspeed.empty() ? ordered_json::object() : ordered_json::parse(plan.parallel.deepspeed);
    };
    set_accepted(field, {QT_TRANSLATE_NOOP("core", "an object of DeepSpeed's fields"), {}});
    return field;
}

void add_shards(std::vector<Field> &fields)
{
    fields.push_back(integer("parallel.replicate", "replicate", {1, 65536}, PLAN_MEMBER(parallel.replicate),
                             "copies of FSDP's sharded group (HSDP)"));
    fields.push_back(boolean("parallel.reshard_after_forward", "reshard-after-forward",
                             PLAN_MEMBER(parallel.reshard_after_forward), "FSDP lets gathered parameters go after a forward"));
    fields.push_back(wrap_field());
    fields.push_back(optional_choice<ParallelDtype>("parallel.param_dtype", "param-dtype", PLAN_MEMBER(parallel.param_dtype),
                                                    "in which FSDP gathers parameters"));
    fields.push_back(optional_choice<ParallelDtype>("parallel.reduce_dtype", "reduce-dtype", PLAN_MEMBER(parallel.reduce_dtype),
                                                    "in which FSDP reduces gradients"));
    fields.push_back(boolean("parallel.use_orig_params", "use-orig-params", PLAN_MEMBER(parallel.use_orig_params),
                             "FSDP 1 keeps the model's own parameters"));
    fields.push_back(choice("parallel.backward_prefetch", "backward-prefetch", PLAN_MEMBER(parallel.backward_prefetch),
                            "when FSDP 1 gathers the next unit of a backward"));
    fields.push_back(boolean("parallel.forward_prefetch", "forward-prefetch", PLAN_MEMBER(parallel.forward_prefetch),
                             "FSDP 1 gathers the next unit of a forward early"));
    fields.push_back(boolean("parallel.limit_all_gathers", "limit-all-gathers", PLAN_MEMBER(parallel.limit_all_gathers),
                             "FSDP 1 keeps two gathers in flight at most"));
    fields.push_back(boolean("parallel.cpu_ram_efficient_loading", "cpu-ram-efficient-loading",
                             PLAN_MEMBER(parallel.cpu_ram_efficient_loading), "rank 0 alone loads a checkpoint"));
    fields.push_back(boolean("parallel.checkpoint_wrapper", "checkpoint-wrapper", PLAN_MEMBER(parallel.checkpoint_wrapper),
                             "FSDP's own activation checkpointing, within the unit"));
    fields.push_back(boolean("parallel.accumulate_without_sync", "accumulate-without-sync",
                             PLAN_MEMBER(parallel.accumulate_without_sync), "a plain loop's no_sync between micro-batches"));
}

void add_buckets(std::vector<Field> &fields)
{
    fields.push_back(
        integer("parallel.bucket_mb", "bucket-mb", {1, 1'048'576}, PLAN_MEMBER(parallel.bucket_mb), "DDP's bucket_cap_mb"));
    fields.push_back(boolean("parallel.gradient_as_bucket_view", "gradient-as-bucket-view",
                             PLAN_MEMBER(parallel.gradient_as_bucket_view), "DDP's gradients are views of its buckets"));
    fields.push_back(boolean("parallel.static_graph", "static-graph", PLAN_MEMBER(parallel.static_graph),
                             "DDP's graph is the same each step"));
    fields.push_back(boolean("parallel.find_unused_parameters", "find-unused-parameters",
                             PLAN_MEMBER(parallel.find_unused_parameters), "DDP looks for them; absent: the Trainer's rule"));
    fields.push_back(deepspeed_field());
}

} // namespace

void add_parallel_fields(std::vector<Field> &fields)
{
    fields.push_back(optional_choice<ParallelEngine>("parallel.engine", "parallel-engine", PLAN_MEMBER(parallel.engine),
                                                     "whose library spreads the training over ranks"));
    fields.push_back(integer("parallel.data", "data-parallel", {1, 65536}, PLAN_MEMBER(parallel.data), "data-parallel ranks"));
    fields.push_back(integer("parallel.zero", "zero", {0, 3}, PLAN_MEMBER(parallel.zero), "ZeRO stage; FSDP full shard is 3"));
    fields.push_back(
        integer("parallel.tensor", "tensor-parallel", {1, 1024}, PLAN_MEMBER(parallel.tensor), "tensor-parallel ranks"));
    fields.push_back(
        integer("parallel.pipeline", "pipeline-parallel", {1, 1024}, PLAN_MEMBER(parallel.pipeline), "pipeline stages"));
    fields.push_back(
        integer("parallel.context", "context-parallel", {1, 1024}, PLAN_MEMBER(parallel.context), "context-parallel ranks"));
    fields.push_back(choice("parallel.context_backend", "context-backend", PLAN_MEMBER(parallel.context_backend),
                            "how context ranks attend to a whole sequence"));
    fields.push_back(choice("parallel.context_rotation", "context-rotation", PLAN_MEMBER(parallel.context_rotation),
                            "how keys and values come round a ring"));
    fields.push_back(
        integer("parallel.expert", "expert-parallel", {1, 1024}, PLAN_MEMBER(parallel.expert), "expert-parallel ranks"));
    fields.push_back(boolean("parallel.sequence", "sequence-parallel", PLAN_MEMBER(parallel.sequence),
                             "sequence parallelism beside tensor parallelism"));
    fields.push_back(integer("parallel.rank", "parallel-rank", {0, 67'108'863}, PLAN_MEMBER(parallel.rank),
                             "whose figures come first; absent: the fullest"));
    fields.push_back(integer("parallel.gpus_per_node", "gpus-per-node", {1, 1024}, PLAN_MEMBER(parallel.gpus_per_node),
                             "ranks that share a node; absent: as the card's machines have"));
    fields.push_back(optional_choice<Topology>("parallel.topology", "topology", PLAN_MEMBER(parallel.topology),
                                               "how cards of a node reach each other (nvidia-smi topo -m)"));
    add_shards(fields);
    add_buckets(fields);
    fields.push_back(
        choice("parallel.schedule", "pipeline-schedule", PLAN_MEMBER(parallel.schedule), "order of a pipeline's passes"));
    fields.push_back(integer("parallel.virtual_stages", "virtual-stages", {1, 1024}, PLAN_MEMBER(parallel.virtual_stages),
                             "stages of a pipeline on each rank"));
    fields.push_back(integer("parallel.micro_batches", "micro-batches", {1, 1'048'576}, PLAN_MEMBER(parallel.micro_batches),
                             "of one step of a pipeline; absent: gradient_accumulation"));
    fields.push_back(number("parallel.expert_imbalance", "expert-imbalance", {1.0, 1024.0}, {from_to, {"1", "1024"}},
                            PLAN_MEMBER(parallel.expert_imbalance), "the fullest rank's tokens over the mean's"));
    fields.push_back(integer("parallel.mtp_num_layers", "mtp-num-layers", {0, 64}, PLAN_MEMBER(parallel.mtp_num_layers),
                             "layers of Megatron-LM that predict further tokens"));
    Field offload = choice("parallel.offload", "offload", PLAN_MEMBER(parallel.offload), "what lives on the host");
    offload.read = [read = std::move(offload.read)](Plan &plan, const json &value) {
        return read(plan, value == "all" ? json("both") : value); // its name in earlier releases
    };
    fields.push_back(std::move(offload));
}

} // namespace plimsoll
