// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/clock/host_states.h"

#include "core/clock/links.h"
#include "core/ground/phrase.h"
#include "core/ground/text.h"
#include "core/parallel/engine.h"
#include "core/plan/plan.h"

#include <algorithm>

namespace plimsoll {

namespace {

/// Of a machine, which no plan states: 120 GB/s are two sockets of six DDR4 channels at half of what is printed; one NVMe disk on four
/// lanes of PCI Express 4 by DeepSpeed's aio, a guess.
constexpr double memory = 120e9, disk_reads = 6e9, disk_writes = 4e9;

/// FSDP's ranks step where their shards are (torch/distributed/fsdp, CPUOffload and CPUOffloadPolicy); of DeepSpeed offload_optimizer
/// alone moves the step.
bool steps_on_host(const Plan &plan)
{
    const bool own = parallel_engine(plan) == ParallelEngine::deepspeed && plan.parallel.offload == Offload::parameters;
    return plan.parallel.offload != Offload::none && !own;
}

bool gathers_from_host(const Plan &plan)
{
    const ParallelEngine engine = parallel_engine(plan);
    if (engine == ParallelEngine::fsdp1 || engine == ParallelEngine::fsdp2) return plan.parallel.offload != Offload::none;
    return plan.parallel.offload != Offload::none && plan.parallel.offload != Offload::optimizer;
}

/// Bytes of a parameter as ranks gather it: what is packed in 4 bits with its scales.
double bytes_gathered(const Plan &plan)
{
    if (plan.weights.quant == "none") return plan.weights.dtype == WeightDtype::fp32 && plan.autocast == Autocast::none ? 4 : 2;
    return plan.weights.quant == "int8" ? 1 : 0.55;
}

} // namespace

Count all_cards(const Plan &plan)
{
    const Parallel &p = plan.parallel;
    return std::max<Count>(1, p.data) * p.tensor * p.pipeline * p.context;
}

HostStates host_states(const Estimate &estimate, const CardSpeed &card, Count in_node)
{
    HostStates out;
    const Plan &plan = estimate.plan.plan;
    if (plan.parallel.offload == Offload::none) return out;
    const Count ranks = all_cards(plan), beside = std::max<Count>(1, std::min(ranks, in_node));
    const double n = static_cast<double>(ranks), bus = 0.8 * host_bus(card);
    const double trained = static_cast<double>(estimate.trainable_parameters) / n,
                 of_node = trained * static_cast<double>(beside);
    // The kernel (DeepSpeed's CPUAdam, torch's fused one) reads gradient, master and two moments in float32, writes three of them and the
    // 16-bit weight, 30 bytes a parameter; gradients go there and weights come back.
    constexpr double moved = 30, crossing = 6;
    if (steps_on_host(plan)) out.update = of_node * moved / memory + trained * crossing / bus;
    // forward and backward gather what each rank holds, of every micro batch
    const double held = static_cast<double>(estimate.total_parameters) / n * bytes_gathered(plan);
    if (gathers_from_host(plan)) out.gathers = 2 * held * static_cast<double>(plan.gradient_accumulation) / bus;
    if (plan.parallel.offload != Offload::nvme) return out;
    // master and moments come from the disk and go back, one group of parameters after another (DeepSpeed 0.19
    // runtime/swap_tensor/partitioned_optimizer_swapper.py, which overlaps nothing unless told); so do the 16-bit parameters
    constexpr double states = 12, parameter = 2;
    out.disk = of_node * (states + parameter) * (1 / disk_reads + 1 / disk_writes) +
               2 * held * static_cast<double>(beside) * static_cast<double>(plan.gradient_accumulation) / disk_reads;
    return out;
}

void say_host(std::vector<std::string> &assumptions, const HostStates &states)
{
    const auto figure = [](double bytes) { return localised(fixed(bytes / 1e9, 0)); };
    if (states.update > 0)
        assumptions.push_back(
            phrase(QT_TRANSLATE_NOOP("core", "time: the optimizer steps on the host, whose memory is assumed to move %1 GB a "
                                             "second: no plan states it"),
                   {figure(memory)}));
    if (states.disk > 0)
        assumptions.push_back(
            phrase(QT_TRANSLATE_NOOP("core", "time: a disk is assumed to read %1 and write %2 GB a second for all cards of a "
                                             "machine: no plan states it"),
                   {figure(disk_reads), figure(disk_writes)}));
}

} // namespace plimsoll
