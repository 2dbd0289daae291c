// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/cards/card_warnings.h"

#include "core/cards/host_memory.h"
#include "core/fit/verdict.h"
#include "core/ground/figures.h"
#include "core/ground/phrase.h"
#include "core/ground/text.h"
#include "core/plan/names.h"
#include "core/resolve/gate.h"
#include "core/resolve/runners.h"

#include <algorithm>

namespace plimsoll {

namespace {

/// The field that would spread the plan over more cards; empty: its runner has none.
std::string spreading_field(const Plan &plan)
{
    const char *const field = plan.task == Task::train ? "parallel.data" : "parallel.tensor";
    const std::optional<Decision> decision = decision_on(field, plan);
    const bool reads = decision && (decision->effect == Effect::counts || decision->effect == Effect::depends);
    return reads ? field : std::string();
}

Warning idle(const Node &node, Count used, const Plan &plan)
{
    const std::string cards = node.counted_name(), left = localised(grouped(node.count - used));
    const std::string field = spreading_field(plan);
    if (used > 1)
        return {"idle_cards",
                phrase(QT_TRANSLATE_NOOP("core", "%1: the plan is of %2 processes on as many cards; idle: %3"),
                       {cards, localised(grouped(used)), left}),
                "target.gpus"};
    return {"idle_cards",
            phrase(field.empty()
                       ? QT_TRANSLATE_NOOP("core", "%1: one is used, as nothing in this plan is spread over cards; idle: %2")
                       : QT_TRANSLATE_NOOP("core", "%1: one is used, as nothing in this plan is spread over cards (%3 does); "
                                                   "idle: %2"),
                   {cards, left, field}),
            "target.gpus"};
}

std::optional<Warning> shared_memory(const Gpu &gpu)
{
    const std::optional<FreeAtStart> free = gpu.at_start();
    if (!free) return std::nullopt;
    const UsableMemory usable = gpu.usable();
    return Warning{
        "shared_memory",
        phrase(QT_TRANSLATE_NOOP("core", "%1: card and host have one memory. A process may take %2 GiB of it (%3); %4 to %5 "
                                         "GiB were free at a start (%6). The file cache while it loads, the host's processes "
                                         "and the desktop come from the same bytes"),
               {gpu.name, localised(gib_brief(usable.bytes)), usable.source, localised(gib_brief(free->least)),
                localised(gib_brief(free->most)), free->source}),
        "target.gpus"};
}

/// NVIDIA's driver brings such a card's memory online as a NUMA node unless it was told to manage it itself (CDMM, from 580 on:
/// developer.nvidia.com/blog/understanding-memory-management-on-hardware-coherent-platforms); the host's page cache then fills it
/// (eth-cscs/cscs-docs#216, driver 550.54.15). How much of it nobody can say before a start.
std::optional<Warning> coherent_memory(const Gpu &gpu)
{
    if (!gpu.coherent_memory) return std::nullopt;
    return Warning{
        "coherent_memory",
        phrase(QT_TRANSLATE_NOOP("core", "%1: its memory is a NUMA node of the host unless the driver manages it (%2): "
                                         "file caches and processes of the host may stand in it, and less is then "
                                         "free at a start (%3)"),
               {gpu.name, "CDMM", "eth-cscs/cscs-docs#216"}),
        "target.gpus"};
}

/// What goes to a host whose memory is the card's.
std::optional<Warning> moved_in_vain(const Gpu &gpu, const Plan &plan)
{
    if (!gpu.unified_memory) return std::nullopt;
    const bool experts = plan.task == Task::infer && plan.inference.host_experts > 0;
    if (!experts && !moves_to_host(plan)) return std::nullopt;
    return Warning{
        "shared_memory",
        phrase(QT_TRANSLATE_NOOP("core", "%1: what goes to the host stays in the same memory and saves nothing"), {gpu.name}),
        experts                                  ? "inference.host_experts"
        : plan.parallel.offload != Offload::none ? "parallel.offload"
                                                 : ""};
}

/// Libraries refuse to multiply in a type that the card has no units for: Transformer Engine's FP8 recipes ask for 8.9, its MXFP8 and
/// NVFP4 ones for 10.0 (transformer_engine/pytorch/quantization.py), torchao's float8 for 8.9.
std::optional<Warning> lacks_units(const Gpu &gpu, const Plan &plan)
{
    if (plan.task != Task::train || !plan.compute_dtype || !gpu.capability_major) return std::nullopt;
    const bool eight = *plan.compute_dtype == ComputeDtype::fp8;
    const std::pair has{*gpu.capability_major, gpu.capability_minor.value_or(0)},
        least = eight ? std::pair{8, 9} : std::pair{10, 0};
    if (has >= least) return std::nullopt;
    const auto text = [](std::pair<int, int> of) { return std::to_string(of.first) + "." + std::to_string(of.second); };
    return Warning{
        "narrow_unsupported",
        phrase(QT_TRANSLATE_NOOP("core", "%1: %2 needs compute capability %3, %4 has %5: the run does not start there, and "
                                         "its time is told of the type that operands have"),
               {"compute_dtype", std::string(name_of(*plan.compute_dtype)), text(least), gpu.name, text(has)}),
        "compute_dtype"};
}

/// A limit that was moved, of cards which have none.
std::optional<Warning> limits_nothing(const Cluster &cluster, const Target &target)
{
    const auto shares = [](const Node &node) { return node.card != nullptr && node.card->unified_memory; };
    if (!target.process_bytes || std::ranges::any_of(cluster.nodes, shares)) return std::nullopt;
    return without_effect("target.process_bytes",
                          phrase(QT_TRANSLATE_NOOP("core", "no card is named whose memory its host shares")));
}

} // namespace

std::vector<Warning> card_warnings(const Estimate &estimate, const Cluster &cluster)
{
    std::vector<Warning> out;
    const Plan &plan = estimate.plan.plan;
    const Count used = cards_used(plan);
    if (auto limit = limits_nothing(cluster, plan.target)) out.push_back(*std::move(limit));
    for (const Node &node : cluster.nodes) {
        if (node.card == nullptr) continue;
        if (auto shared = shared_memory(*node.card)) out.push_back(*std::move(shared));
        if (auto coherent = coherent_memory(*node.card)) out.push_back(*std::move(coherent));
        if (auto lacks = lacks_units(*node.card, plan)) out.push_back(*std::move(lacks));
        if (auto moved = moved_in_vain(*node.card, plan)) out.push_back(*std::move(moved));
        if (!node.counted || node.own_ranks || node.count == used) continue;
        if (node.count > used)
            out.push_back(idle(node, used, plan));
        else
            out.push_back({"missing_cards",
                           phrase(QT_TRANSLATE_NOOP("core", "%1: the plan is of %2 processes, each on a card of its own"),
                                  {node.counted_name(), localised(grouped(used))}),
                           "target.gpus"});
    }
    return out;
}

} // namespace plimsoll
