// SPDX-License-Identifier: GPL-3.0-or-later
// Which fields of `parallel` the engine of a resolved plan reads: torch 2.15 nn/parallel/distributed.py, distributed/fsdp; accelerate
// 1.15 utils/dataclasses.py and utils/fsdp_utils.py; DeepSpeed 0.19.8 runtime/zero/config.py; transformers 5.23 distributed/.
#include "core/runner/common_rows.h"

namespace plimsoll {

namespace {

using enum Effect;

bool is(const Plan &plan, ParallelEngine engine) { return plan.parallel.engine == engine; }
bool shards_fully(const Plan &plan) { return is(plan, ParallelEngine::fsdp1) || is(plan, ParallelEngine::fsdp2); }
bool meshes_fully(const Plan &plan) { return is(plan, ParallelEngine::native) && plan.parallel.zero == 3; }

bool one_rank(const Plan &plan) { return !plan.parallel.several(); }
bool one_process(const Plan &plan) { return !plan.parallel.spread(); }
bool no_buckets(const Plan &plan) { return !is(plan, ParallelEngine::ddp) || plan.parallel.pipeline > 1; }
bool no_shards(const Plan &plan) { return !shards_fully(plan); }
bool no_copies(const Plan &plan) { return !shards_fully(plan) && !meshes_fully(plan); }
bool no_flat_parameters(const Plan &plan) { return !is(plan, ParallelEngine::fsdp1); }
bool not_megatron(const Plan &plan) { return !is(plan, ParallelEngine::megatron); }
bool not_deepspeed(const Plan &plan) { return !is(plan, ParallelEngine::deepspeed); }
bool no_stages(const Plan &plan) { return plan.parallel.pipeline == 1; }
bool no_tensor_ranks(const Plan &plan) { return plan.parallel.tensor == 1; }
bool no_context_ranks(const Plan &plan) { return plan.parallel.context == 1; }
bool no_ring(const Plan &plan)
{
    return !is(plan, ParallelEngine::fsdp2) || plan.parallel.context_backend != ContextBackend::ring;
}
bool no_expert_ranks(const Plan &plan) { return plan.parallel.expert == 1; }
bool meshes(const Plan &plan) { return is(plan, ParallelEngine::native); }
bool fsdp_2(const Plan &plan) { return is(plan, ParallelEngine::fsdp2); }
bool recomputes_nothing(const Plan &plan) { return !plan.gradient_checkpointing.enabled; }
bool packed(const Plan &plan) { return plan.weights.quant != "none"; }
bool accumulates_nothing(const Plan &plan) { return plan.gradient_accumulation == 1; }
bool holds_back_nothing(const Plan &plan) { return !is(plan, ParallelEngine::ddp) && !shards_fully(plan); }
bool optimizer_parts_alone(const Plan &plan)
{
    return is(plan, ParallelEngine::deepspeed) && plan.parallel.zero < 3 && plan.parallel.offload == Offload::parameters;
}

constexpr Why alone{QT_TRANSLATE_NOOP("core", "one process holds all of the model and speaks to nobody")};
constexpr Why of_ddp{QT_TRANSLATE_NOOP("core", "only %1 has buckets of gradients"), "DDP"};
constexpr Why of_fsdp{QT_TRANSLATE_NOOP("core", "only %1 and %2 read it"), "fsdp1", "fsdp2"};
constexpr Why of_fsdp_1{QT_TRANSLATE_NOOP("core", "only %1 reads it"), "fsdp1"};
constexpr Why of_pipeline{QT_TRANSLATE_NOOP("core", "the model is not cut into stages: %1 is %2"), "parallel.pipeline", "1"};
constexpr Why of_one_sequence{QT_TRANSLATE_NOOP("core", "every rank has whole sequences: %1 is %2"), "parallel.context", "1"};

// Of every training step.
constexpr Read spread[] = {
    {"parallel.data", counts},
    {"parallel.zero", counts},
    {"parallel.tensor", counts},
    {"parallel.pipeline", counts},
    {"parallel.context", counts},
    {"parallel.expert", counts},
    {"parallel.offload",
     none,
     {QT_TRANSLATE_NOOP("core", "%1 moves parameters at stage %2 alone; %3 moves the optimizer"), "DeepSpeed", "3", "optimizer"},
     {},
     optimizer_parts_alone},
    {"parallel.offload", counts},
    {"parallel.sequence", none, {QT_TRANSLATE_NOOP("core", "nothing is split over tensor-parallel ranks")}, {}, no_tensor_ranks},
    {"parallel.sequence",
     none,
     {QT_TRANSLATE_NOOP("core", "%1 keeps %2 for later and does nothing with it"), "transformers", "enable_sequence_parallel"},
     {},
     meshes},
    {"parallel.sequence", counts},
    {"parallel.", none, alone, {}, one_process},
    {"parallel.engine", counts},
    {"parallel.rank", none, alone, {}, one_rank},
    {"parallel.rank", counts},
    {"parallel.gpus_per_node", none, alone, {}, one_rank},
    {"parallel.gpus_per_node", counts},
    {"parallel.topology", none, alone, {}, one_rank},
    {"parallel.topology", counts}, // in times alone, which every plan of several ranks has
    {"parallel.bucket_mb", none, of_ddp, {}, no_buckets},
    {"parallel.gradient_as_bucket_view", none, of_ddp, {}, no_buckets},
    {"parallel.static_graph", none, of_ddp, {}, no_buckets},
    {"parallel.find_unused_parameters", none, of_ddp, {}, no_buckets},
    {"parallel.replicate", none, {QT_TRANSLATE_NOOP("core", "only shards of %1 have copies"), "FSDP"}, {}, no_copies},
    {"parallel.param_dtype", none, of_fsdp, {}, no_copies},
    {"parallel.reshard_after_forward", none, of_fsdp, {}, no_shards},
    {"parallel.wrap", none, of_fsdp, {}, no_shards},
    {"parallel.reduce_dtype", none, of_fsdp, {}, no_shards},
    {"parallel.cpu_ram_efficient_loading", none, of_fsdp, {}, no_shards},
    {"parallel.cpu_ram_efficient_loading",
     none,
     {QT_TRANSLATE_NOOP("core", "quantised weights are loaded on every rank (%1)"), "accelerate 1.15, utils/fsdp_utils.py"},
     {},
     packed},
    {"parallel.checkpoint_wrapper", none, of_fsdp, {}, no_shards},
    {"parallel.checkpoint_wrapper",
     none,
     {QT_TRANSLATE_NOOP("core", "nothing is recomputed: %1 is %2"), "gradient_checkpointing", "false"},
     {},
     recomputes_nothing},
    {"parallel.forward_prefetch",
     refused,
     {QT_TRANSLATE_NOOP("core", "%1: \"%2\""), "accelerate 1.15",
      "forward_prefetch is not yet implemented in FSDP2, set to None or use `fsdp_version=1`"},
     "false",
     fsdp_2},
    {"parallel.use_orig_params", none, of_fsdp_1, {}, no_flat_parameters},
    {"parallel.backward_prefetch", none, of_fsdp_1, {}, no_flat_parameters},
    {"parallel.forward_prefetch", none, of_fsdp_1, {}, no_flat_parameters},
    {"parallel.limit_all_gathers", none, of_fsdp_1, {}, no_flat_parameters},
    {"parallel.limit_all_gathers",
     none,
     {QT_TRANSLATE_NOOP("core", "it lets the host run ahead of the card, by how far nobody knows; what is allocated at a "
                                "moment of the step is the same")}},
    {"parallel.accumulate_without_sync",
     none,
     {QT_TRANSLATE_NOOP("core", "a step has one micro-batch")},
     {},
     accumulates_nothing},
    {"parallel.accumulate_without_sync",
     none,
     {QT_TRANSLATE_NOOP("core", "only %1 and %2 can hold their gradients back"), "DDP", "FSDP"},
     {},
     holds_back_nothing},
    {"parallel.deepspeed", none, {QT_TRANSLATE_NOOP("core", "only %1 reads it"), "DeepSpeed"}, {}, not_deepspeed},
    {"parallel.mtp_num_layers",
     none,
     {QT_TRANSLATE_NOOP("core", "only %1 trains prediction layers"), "Megatron-LM"},
     {},
     not_megatron},
    {"parallel.schedule", none, of_pipeline, {}, no_stages},
    {"parallel.virtual_stages", none, of_pipeline, {}, no_stages},
    {"parallel.micro_batches", none, of_pipeline, {}, no_stages},
    {"parallel.context_backend", none, of_one_sequence, {}, no_context_ranks},
    {"parallel.context_rotation", none, of_one_sequence, {}, no_context_ranks},
    {"parallel.context_rotation",
     none,
     {QT_TRANSLATE_NOOP("core", "only %1's ring hands keys and values on so (%2)"), "torch",
      "torch 2.15, distributed/tensor/experimental/_context_parallel/_attention.py"},
     {},
     no_ring},
    {"parallel.expert_imbalance",
     none,
     {QT_TRANSLATE_NOOP("core", "the experts are not shared out: %1 is %2"), "parallel.expert", "1"},
     {},
     no_expert_ranks},
    {"parallel.", depends},
};

constexpr Why split_later{QT_TRANSLATE_NOOP("core", "what each process keeps of a split model is not simulated yet")};
constexpr Why host_later{QT_TRANSLATE_NOOP("core", "what is moved to the host is not simulated yet")};
constexpr Why one_copy{
    QT_TRANSLATE_NOOP("core", "each copy of the model is a plan of its own; the cards that hold one are named as %1"),
    R"("NAME:4")"};
constexpr Why of_training{QT_TRANSLATE_NOOP("core", "nothing is trained")};

// Of what runs a model without training it.
constexpr Read unspread[] = {
    {"parallel.data", refused, one_copy, "1"},
    {"parallel.zero", refused, split_later, "0"},
    {"parallel.sequence", refused, split_later, "false"},
    {"parallel.offload", refused, host_later, "none"},
    {"parallel.tensor", refused, split_later, "1"},
    {"parallel.pipeline", refused, split_later, "1"},
    {"parallel.context", refused, split_later, "1"},
    {"parallel.expert", refused, split_later, "1"},
    {"parallel.", none, of_training},
};

} // namespace

constinit const Runner spread_step{.reads = spread};
constinit const Runner whole_call{.reads = unspread};

} // namespace plimsoll
