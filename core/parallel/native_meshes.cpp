// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ground/phrase.h"
#include "core/parallel/fsdp/fully_shard_units.h"
#include "core/parallel/tensor_parallel.h"

// from_pretrained(distributed_config=DistributedConfig(…)) of transformers 5.23 (distributed/mixin.py): the model is cut on meta, and
// every rank reads its own share.

namespace plimsoll {

namespace {

/// apply_fully_sharded_data_parallelism (distributed/fsdp.py): embedding, layers and the pair of norm and head are units, parameters
/// stay as they are stored; accelerate leaves what is on a mesh already alone.
Plan as_sharded(const Plan &plan)
{
    Plan out = plan;
    out.parallel.engine = ParallelEngine::fsdp2;
    out.parallel.wrap.kind = Wrap::Kind::layer_ends;
    out.parallel.accumulate_without_sync = false;
    if (out.parallel.param_dtype) out.parallel.reduce_dtype = ParallelDtype::fp32;
    return out;
}

/// Of experts that ranks divide, what is not simulated.
std::optional<Error> refused_experts(const Architecture &architecture, const Parallel &parallel)
{
    const auto refuse = [&parallel](std::string why) {
        return Error{"parallel.expert", std::to_string(parallel.expert), "1", std::move(why)};
    };
    if (parallel.tensor > 1 || parallel.zero != 3)
        return refuse(
            phrase(QT_TRANSLATE_NOOP("core", "experts on other ranks are simulated beside FSDP 2 alone: parallel.zero 3, "
                                             "parallel.tensor 1")));
    for (const LayerSpec &layer : architecture.decoder->kinds)
        if (layer.mlp.kind == MlpKind::moe && (layer.mlp.moe.stacked_rows || layer.mlp.moe.apart.down.out > 0))
            return refuse(
                phrase(QT_TRANSLATE_NOOP("core", "these experts are not stacked in two parameters: the exchange of their "
                                                 "tokens is not simulated")));
    return std::nullopt;
}

} // namespace

Result<std::unique_ptr<step::Units>> native_meshes(const RankCall &call)
{
    const Parallel &parallel = call.plan.parallel;
    const bool adapters = call.plan.trains_adapter();
    if (adapters && (parallel.tensor > 1 || parallel.expert > 1))
        return Error{"method", "lora", "full",
                     phrase(QT_TRANSLATE_NOOP("core", "adapters on matrices or experts that ranks divide are not simulated"))};
    if (parallel.data > 1 && parallel.zero != 3)
        return Error{"parallel.zero", std::to_string(parallel.zero), "3",
                     phrase(QT_TRANSLATE_NOOP("core", "transformers' own meshes spread data by FSDP 2 (fsdp_size)"))};
    if (parallel.expert > 1) {
        if (auto uneven = refused_experts(*call.architecture, parallel)) return *std::move(uneven);
    }
    std::unique_ptr<step::Units> sharded;
    if (parallel.zero == 3) {
        const Plan plan = as_sharded(call.plan);
        sharded = std::make_unique<step::fully_shard::FullyShard>(
            RankCall{plan, call.rank, false, call.first_layer, call.architecture}, adapters);
    }
    if (parallel.tensor == 1) {
        if (sharded) return sharded;
        return std::make_unique<step::Units>();
    }
    return std::unique_ptr<step::Units>(std::make_unique<step::TensorParallel>(call, std::move(sharded)));
}

} // namespace plimsoll
