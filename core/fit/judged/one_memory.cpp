// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/judged/one_memory.h"

#include "core/cards/host_memory.h"
#include "core/estimate/runtime.h"
#include "core/fit/mixed/mixed_cards.h"
#include "core/fit/verdict.h"
#include "core/ground/dtype.h"
#include "core/model/quantization/bitsandbytes.h"
#include "core/optimizers/optimizers.h"

#include <algorithm>

namespace plimsoll {

namespace {

/// What the processes of an engine hold outside of its share: measured beside vLLM 0.28 on a DGX Spark
/// (MiaAI-Lab/GLM-5.3-Flash-EXL3-2x-DGX-Sparks#118). Their compilers take more for a while.
constexpr Bytes engine_processes = 56 * gib / 10;

/// Whether a checkpoint in 16 bit is read for it; other names of weights.quant are those of checkpoints that are packed themselves.
bool is_packed_while_loading(std::string_view quant) { return is_bitsandbytes(quant) || quant == "fp8"; }

Bytes context_on(const Holder &holder, const Gpu &gpu) { return context_of(holder.run.plan.plan, gpu.facts()).bytes; }

/// Weights as they stand on the card once they are loaded.
Bytes weights_of(const ProcessEstimate &process)
{
    if (!process.engine) return process.steady_weights;
    const EngineStart &start = process.engine->start;
    if (start.places.size() < 2) return start.weights;
    Bytes out = 0; // the last place is the host, whose weights are the file's own pages
    for (std::size_t i = 0; i + 1 < start.places.size(); ++i) out = std::max(out, start.places[i].weights);
    return out;
}

/// What a reader of safetensors or GGUF maps of the file while the process copies its share out of it (safetensors#758,
/// ROCm/legacy-rocm-build#6182, antirez/ds4#721). Metal takes the pages as they are.
Bytes mapped_file(const Holder &holder, const Gpu &gpu)
{
    if (gpu.vendor == "Apple") return 0;
    const Estimate &run = holder.run;
    const Bytes held = weights_of(holder.process);
    const bool of_file = holder.process.engine && !holder.process.engine->start.places.empty();
    const std::string &quant = run.plan.plan.weights.quant;
    if (of_file || !run.architecture || run.architecture->quantization || !is_packed_while_loading(quant)) return held;
    // the file is as wide as the configuration says
    const Bytes each = run.architecture->config_dtype ? size_of(*run.architecture->config_dtype) : 2;
    const Parallel &parallel = run.plan.plan.parallel;
    return std::max(held, run.total_parameters * each / std::max<Count>(parallel.tensor * parallel.pipeline, 1));
}

Bytes on_host(const Holder &holder)
{
    if (holder.process.engine) {
        const std::vector<EnginePlace> &places = holder.process.engine->start.places;
        if (places.size() < 2) return holder.process.engine->start.host;
        const EnginePlace &host = places.back();
        return host.weights + host.kv_cache + host.state + host.compute;
    }
    return holder.run.run.host ? holder.run.run.host->steady : 0;
}

} // namespace

bool host_is_counted(const Estimate &estimate)
{
    const Plan &plan = estimate.plan.plan;
    return plan.task == Task::train && estimate.run.host && !plan.gradient_checkpointing.offload_activations &&
           !kind_of(plan.optimizer).paged;
}

std::optional<OneMemory> one_memory(const Holder &holder, const Gpu &gpu, const Need &need, Bytes reserve,
                                    std::optional<Bytes> now)
{
    std::optional<FreeAtStart> free = gpu.at_start();
    if (!free) return std::nullopt;
    if (now) free->least = free->most = *now;
    free->least -= reserve;
    free->most -= reserve;
    OneMemory out;
    out.free = *std::move(free);
    out.card = need.interval.high;
    out.host = on_host(holder);
    out.file = mapped_file(holder, gpu);
    const Bytes context = context_on(holder, gpu);
    if (const auto &engine = holder.process.engine; engine && engine->start.requested) {
        out.claimed = engine->start.requested;
        out.card = holder.process.peak.device;
        out.processes = engine_processes;
        out.asks_free = engine->start.asks_free;
    }
    out.copied = context + (holder.process.engine ? weights_of(holder.process) : holder.process.peak.load);
    if (const auto &host = holder.run.run.host) out.file = std::max(out.file, host->load);
    return out;
}

} // namespace plimsoll
