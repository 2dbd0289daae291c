// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parallel/engine.h"

#include "core/ground/phrase.h"
#include "core/plan/names.h"

namespace plimsoll {

namespace {

WeightDtype engine_dtype_of(ParallelDtype dtype)
{
    return dtype == ParallelDtype::fp32   ? WeightDtype::fp32
           : dtype == ParallelDtype::fp16 ? WeightDtype::fp16
                                          : WeightDtype::bf16;
}

std::optional<WeightDtype> autocast_dtype(const Plan &plan)
{
    if (plan.autocast == Autocast::none) return std::nullopt;
    return plan.autocast == Autocast::fp16 ? WeightDtype::fp16 : WeightDtype::bf16;
}

Dtype adapter_dtype_of(WeightDtype dtype)
{
    return dtype == WeightDtype::fp32 ? Dtype::fp32 : dtype == WeightDtype::fp16 ? Dtype::fp16 : Dtype::bf16;
}

} // namespace

std::optional<WeightDtype> runs_in(const Plan &plan, bool trainer)
{
    switch (parallel_engine(plan)) {
    case ParallelEngine::fsdp2:
        if (plan.parallel.param_dtype) return engine_dtype_of(*plan.parallel.param_dtype);
        return trainer ? autocast_dtype(plan) : std::nullopt;
    case ParallelEngine::deepspeed:
        if (const auto cast = autocast_dtype(plan)) return cast;
        return plan.weights.dtype;
    default: return std::nullopt;
    }
}

Plan plan_of_rank(const Plan &plan, bool trainer)
{
    Plan out = plan;
    out.sequence_length = (plan.sequence_length + plan.parallel.context - 1) / plan.parallel.context;
    // fully_shard stands around the layers' own checkpoints
    if (parallel_engine(plan) == ParallelEngine::native) out.parallel.checkpoint_wrapper = true;
    const auto runs = runs_in(plan, trainer);
    if (!runs) return out;
    out.autocast = Autocast::none;
    out.weights.dtype = *runs;
    // DeepSpeed casts what it finds (runtime/engine.py, _cast_module_mixed_precision): adapters of a packed model, which stand on
    // the card by then, and what prepare_model_for_kbit_training raised
    const bool deepspeed = parallel_engine(plan) == ParallelEngine::deepspeed;
    if (deepspeed) out.kbit_prepare = false;
    if (!deepspeed || plan.weights.quant == "none" || plan.parallel.zero == 3) out.adapter.dtype = adapter_dtype_of(*runs);
    return out;
}

Result<std::unique_ptr<step::Units>> make_units(const RankCall &call)
{
    const ParallelEngine engine = parallel_engine(call.plan);
    switch (engine) {
    case ParallelEngine::ddp: return distributed_data_parallel(call);
    case ParallelEngine::deepspeed: return deepspeed_zero(call);
    case ParallelEngine::fsdp1: return fully_sharded_data_parallel(call);
    case ParallelEngine::fsdp2: return fully_shard(call);
    case ParallelEngine::native: return native_meshes(call);
    default: break;
    }
    return Error{"parallel.engine", std::string(name_of(engine)), "ddp",
                 phrase(QT_TRANSLATE_NOOP("core", "what each process keeps of a split model is not simulated yet"))};
}

} // namespace plimsoll
