// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parallel/save.h"

#include "core/ground/phrase.h"
#include "core/ground/json_text.h"
#include "core/parallel/engine.h"

#include <algorithm>

namespace plimsoll {

namespace {

using enum ParallelEngine;

constexpr Bytes most_in_file = 50'000'000'000; ///< save_pretrained(max_shard_size="50GB")
constexpr std::string_view trainer_source = "transformers 5.23 trainer.py, save_model";

Bytes of_parameters(const SpreadRun &run, const PartSizes &part)
{
    return part.packed + part.metadata + part.frozen * run.sizes.stored + part.trained * run.sizes.stored_trained;
}

/// In what FSDP keeps a shard: accelerate raises what trains to float32 under mixed precision, but beside packed weights.
Bytes kept_bytes(const SpreadRun &run)
{
    const bool packed = run.plan.weights.quant != "none" && parallel_engine(run.plan) == fsdp2;
    const bool raised = run.trainer && run.plan.autocast != Autocast::none && !packed;
    return raised ? 4 : run.sizes.stored_trained;
}

Bytes whole_unit(const SpreadRun &run, const PartSizes &part)
{
    return part.packed + part.frozen * run.sizes.stored + part.trained * kept_bytes(run);
}

Bytes whole_model(const SpreadRun &run) { return whole_unit(run, run.sizes.all()) + run.sizes.all().metadata; }

/// FSDP 1's largest unit, which is gathered as it is kept: a layer, the root with the ends, or all of it.
Bytes largest_unit(const SpreadRun &run)
{
    PartSizes root = run.sizes.embedding;
    root += run.sizes.tail;
    Bytes out = whole_unit(run, root);
    if (run.plan.parallel.wrap.kind == Wrap::Kind::none) return whole_unit(run, run.sizes.all());
    for (const PartSizes &layer : run.sizes.layers) out = std::max(out, whole_unit(run, layer));
    return out;
}

/// The largest tensor that full_tensor() or a gathered DTensor makes, in whole rows of each rank.
Bytes largest_tensor(const SpreadRun &run)
{
    const PartSizes all = run.sizes.all();
    const Bytes trained = all.largest_trained * kept_bytes(run);
    const Bytes frozen = all.frozen > 0 ? all.largest * run.sizes.stored : 0;
    return std::max({trained, frozen, run.plan.weights.quant_storage ? all.largest_packed : Bytes{0}});
}

SaveBytes saved_by_fsdp(const SpreadRun &run, Bytes resident)
{
    const bool first_version = parallel_engine(run.plan) == fsdp1;
    SaveBytes out;
    if (!run.trainer && !first_version) {
        out = {SaveKind::sharded_state, resident, 0,
               phrase(QT_TRANSLATE_NOOP("core", "each rank's state_dict holds its own shards: nothing is gathered")),
               "torch 2.15 distributed/fsdp/_fully_shard"};
        return out;
    }
    out.kind = SaveKind::full_state;
    if (!run.trainer) { // FullStateDictConfig(offload_to_cpu=False, rank0_only=False)
        out.card = resident + whole_model(run) + largest_unit(run);
        out.why =
            phrase(QT_TRANSLATE_NOOP("core", "state_dict() of %1 gathers every unit and keeps a copy of all of it on each card"),
                   {"FSDP 1"});
        out.source = "torch 2.15 distributed/fsdp/_state_dict_utils.py, StateDictType.FULL_STATE_DICT";
        return out;
    }
    out.card = resident + (first_version ? largest_unit(run) : largest_tensor(run));
    out.host = whole_model(run) + (first_version ? largest_unit(run) : 0);
    out.why =
        first_version
            ? phrase(QT_TRANSLATE_NOOP("core", "%1 is %2 where nobody says: rank 0 gets one unit whole after another, as it "
                                               "is kept, and takes it to its host"),
                     {"state_dict_type", "FULL_STATE_DICT"})
            : phrase(QT_TRANSLATE_NOOP("core", "%1 is %2 where nobody says: one parameter after another is gathered whole, "
                                               "as it is kept, and rank 0 takes it to its host"),
                     {"state_dict_type", "FULL_STATE_DICT"});
    out.source = first_version ? "transformers 5.23 training_args.py; torch 2.15 distributed/fsdp/_state_dict_utils.py"
                               : "transformers 5.23 training_args.py; torch 2.15 distributed/_state_dict_utils.py";
    return out;
}

bool gathers_16bit(const Plan &plan)
{
    if (plan.parallel.deepspeed.empty()) return false;
    const auto parsed = parse_json(plan.parallel.deepspeed, "parallel.deepspeed");
    if (!parsed || !parsed->is_object()) return false;
    for (const char *key : {"stage3_gather_16bit_weights_on_model_save", "gather_16bit_weights_on_model_save",
                            "stage3_gather_fp16_weights_on_model_save"})
        if (const auto found = parsed->find(key); found != parsed->end() && *found == true) return true;
    return false;
}

SaveBytes saved_by_deepspeed(const SpreadRun &run, Bytes resident, Count ranks_in_node)
{
    const PartSizes all = run.sizes.all();
    const Bytes each = computed_bytes(run);
    SaveBytes out;
    out.card = resident;
    if (run.plan.parallel.zero < 3) {
        out.kind = run.trainer ? SaveKind::whole_copy : SaveKind::partitions;
        out.host = run.trainer ? times(all.dense() * each + all.packed + all.metadata, ranks_in_node) : 0;
        out.why = run.trainer ? phrase(QT_TRANSLATE_NOOP("core", "every rank clones the model's state to its host, rank 0 writes "
                                                                 "it; each rank writes its partition of the states"))
                              : phrase(QT_TRANSLATE_NOOP("core", "each rank writes its partition"));
        out.source = "accelerate 1.15 accelerator.py get_state_dict; DeepSpeed 0.19.8 checkpoint/utils.py";
        return out;
    }
    const bool adapters = run.trainer && run.plan.trains_adapter();
    if (!adapters && !gathers_16bit(run.plan)) {
        out.kind = SaveKind::partitions;
        out.why = phrase(QT_TRANSLATE_NOOP("core", "%1 is %2 where nobody says: each rank writes its partition"),
                         {"stage3_gather_16bit_weights_on_model_save", "false"});
        out.source = "accelerate 1.15 accelerator.py get_state_dict";
        return out;
    }
    out.kind = adapters ? SaveKind::adapters : SaveKind::gathered_16bit;
    out.card = resident + std::max(all.largest_module * each, all.largest_packed);
    out.host = adapters ? all.trained * each : all.dense() * each + all.packed;
    out.why = adapters
                  ? phrase(QT_TRANSLATE_NOOP("core", "module after module is gathered whole; rank 0 keeps the adapters of it"))
                  : phrase(QT_TRANSLATE_NOOP("core", "module after module is gathered whole and goes to rank 0's host"));
    out.source = "DeepSpeed 0.19.8 runtime/engine.py _zero3_consolidated_16bit_state_dict";
    return out;
}

SaveBytes saved_by_meshes(const SpreadRun &run, Bytes resident, Count ranks_in_node)
{
    const PartSizes all = run.sizes.all();
    const Bytes each = std::max(run.sizes.stored, run.sizes.stored_trained);
    return {
        SaveKind::full_state, resident + all.largest * each, times(of_parameters(run, all), ranks_in_node),
        phrase(QT_TRANSLATE_NOOP("core", "one parameter after another is gathered whole, and every rank takes it to its host")),
        "transformers 5.23 distributed/tensor_parallel.py gather_state_dict_for_save"};
}

SaveBytes saved_whole(const SpreadRun &run, Bytes resident)
{
    const PartSizes all = run.sizes.all();
    if (run.plan.trains_adapter())
        return {SaveKind::adapters, resident, all.trained * run.sizes.stored_trained,
                phrase(QT_TRANSLATE_NOOP("core", "rank 0 writes its adapters")), "peft 0.21 peft_model.py save_pretrained"};
    return {SaveKind::whole_copy, resident, std::min(of_parameters(run, all), most_in_file),
            phrase(QT_TRANSLATE_NOOP("core", "rank 0 writes its copy, a file of at most %1 at a time"), {"50 GB"}),
            std::string(trainer_source)};
}

} // namespace

SaveBytes save_bytes(const SpreadRun &run, Bytes resident, Count ranks_in_node)
{
    switch (parallel_engine(run.plan)) {
    case fsdp1:
    case fsdp2: return saved_by_fsdp(run, resident);
    case deepspeed: return saved_by_deepspeed(run, resident, ranks_in_node);
    case native: return saved_by_meshes(run, resident, ranks_in_node);
    case megatron:
        return {SaveKind::sharded_state, resident, 0, phrase(QT_TRANSLATE_NOOP("core", "each rank writes its own part")),
                "Megatron-LM training/checkpointing.py, --ckpt-format torch_dist"};
    case ddp: break;
    }
    return saved_whole(run, resident);
}

} // namespace plimsoll
