// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/layer_kinds.h"

#include "core/adapters/adapters.h"
#include "core/engines/hook_points.h"
#include "core/objectives/objectives.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace plimsoll::step {

namespace {

/// Number of the first kind that takes the same in this plan.
std::vector<int> kinds_alike(const DecoderSpec &spec, const Plan &plan)
{
    std::vector<int> out(spec.kinds.size());
    std::iota(out.begin(), out.end(), 0);
    if (!windows_do_nothing(spec, plan)) return out;
    std::vector<LayerSpec> kinds = spec.kinds;
    for (LayerSpec &kind : kinds) kind.attention.sliding_window.reset();
    for (std::size_t i = 0; i < kinds.size(); ++i) out[i] = static_cast<int>(std::ranges::find(kinds, kinds[i]) - kinds.begin());
    return out;
}

} // namespace

std::vector<int> layer_kinds(const LayerQuestion &question)
{
    const auto &[spec, targets, part, plan] = question;
    const std::vector<int> kinds = kinds_alike(spec, plan);
    std::vector<std::tuple<int, std::uint32_t, std::vector<Count>, std::vector<std::string>, bool, int>> seen;
    std::vector<int> out;
    out.reserve(spec.layers.size());
    const bool chosen = plan.task == Task::extract && (!plan.extract.layers.empty() || names_a_layer(plan.extract.hooks));
    // a layer fetches the next one's keys; those of an assistant have numbers too
    const bool beside = plan.task == Task::infer && (plan.inference.cache == CacheKind::offloaded || plan.inference.assistant);
    // of a state that goes along them, the last one's is dropped before the others', so that the one before it keeps less; scalings
    // are as wide as all of them together; prompts stand in the last ones
    const AdapterMethod *const method = plan.trains_adapter() ? &method_of(plan.adapter) : nullptr;
    const bool joined = method && (method->beside || method->scalings || method->attended);
    if (chosen || beside || joined || holds_other_model(plan)) { // none stands for another
        for (std::size_t i = 0; i < spec.layers.size(); ++i) out.push_back(static_cast<int>(i));
        return out;
    }
    for (std::size_t i = 0; i < spec.layers.size(); ++i) {
        const bool checkpointed = static_cast<Count>(i) % plan.gradient_checkpointing.every == 0;
        const int kind = kinds[static_cast<std::size_t>(spec.layers[i])];
        const auto key = std::tuple{kind,
                                    targets.layers.empty() ? 0u : targets.layers[i],
                                    targets.ranks.empty() ? std::vector<Count>() : targets.ranks[i],
                                    targets.saved.empty() ? std::vector<std::string>() : targets.saved[i],
                                    checkpointed,
                                    part ? part->kind(i) : 0};
        const auto found = std::ranges::find(seen, key);
        out.push_back(static_cast<int>(found - seen.begin()));
        if (found == seen.end()) seen.push_back(key);
    }
    return out;
}

Layers all_layers(const DecoderSpec &spec, const AdapterTargets &targets)
{
    Layers out{spec.layers, targets};
    out.models.resize(spec.layers.size());
    std::iota(out.models.begin(), out.models.end(), 0);
    return out;
}

Layers fewer_layers(const DecoderSpec &spec, const AdapterTargets &targets, const LayerLayout &layout, int periods)
{
    Layers out{{}, targets};
    out.targets.layers.clear();
    out.targets.ranks.clear();
    out.targets.saved.clear();
    out.models = shortened(layout, periods);
    for (const int i : out.models) {
        out.kinds.push_back(spec.layers[static_cast<std::size_t>(i)]);
        if (targets.layers.empty()) continue;
        out.targets.layers.push_back(targets.layers[static_cast<std::size_t>(i)]);
        out.targets.ranks.push_back(targets.ranks[static_cast<std::size_t>(i)]);
        if (!targets.saved.empty()) out.targets.saved.push_back(targets.saved[static_cast<std::size_t>(i)]);
    }
    return out;
}

} // namespace plimsoll::step
