// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/titles.h"

#include <algorithm>

namespace plimsoll {

namespace {

std::string spaced(std::string_view name)
{
    std::string out(name);
    std::ranges::replace(out, '_', ' ');
    return out;
}

} // namespace

const std::vector<ComponentGroup> &component_groups()
{
    using enum Component;
    static const std::vector<ComponentGroup> groups{
        {"Weights", {weights, weight_casts, quantization_metadata}},
        {"Adapters", {adapters}},
        {"Gradients", {gradients}},
        {"Optimizer", {optimizer}},
        {"Activations", {activations, checkpoints, recompute, captured_states}},
        {"Logits and loss", {logits_loss}},
        {"KV cache", {kv_cache}},
        {"Working memory", {temporaries, workspace, communication}},
        {"Runtime", {allocator_slack, context}},
    };
    return groups;
}

std::string title_of(Component component)
{
    if (component == Component::kv_cache) return "KV cache";
    if (component == Component::logits_loss) return "Logits and loss";
    if (component == Component::context) return "CUDA context";
    std::string out = spaced(name_of(component));
    if (!out.empty() && out[0] >= 'a' && out[0] <= 'z') out[0] = static_cast<char>(out[0] - 32);
    return out;
}

std::string title_of(Phase phase) { return spaced(name_of(phase)); }

std::string_view title_of(Fits fits)
{
    switch (fits) {
    case Fits::yes: return "Fits";
    case Fits::tight: return "Tight";
    case Fits::no: return "Does not fit";
    case Fits::unknown: break;
    }
    return "Not known";
}

std::string_view mark_of(Fits fits)
{
    switch (fits) {
    case Fits::yes: return "✓";
    case Fits::tight: return "◐";
    case Fits::no: return "✕";
    case Fits::unknown: break;
    }
    return "?";
}

ComponentBytes bytes_at_peak(const Estimate &estimate)
{
    ComponentBytes out{};
    for (const BreakdownLine &line : estimate.at_peak) out[static_cast<std::size_t>(line.component)] += line.bytes;
    return out;
}

Bytes bytes_of(const ComponentGroup &group, const ComponentBytes &bytes)
{
    Bytes out = 0;
    for (const Component component : group.components) out += bytes[static_cast<std::size_t>(component)];
    return out;
}

} // namespace plimsoll
