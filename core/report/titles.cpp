// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/titles.h"

#include "core/ground/phrase.h"

namespace plimsoll {

const std::vector<ComponentGroup> &component_groups()
{
    using enum Component;
    static const std::vector<ComponentGroup> groups{
        {QT_TRANSLATE_NOOP("core", "Weights"), {weights, weight_casts, quantization_metadata}},
        {QT_TRANSLATE_NOOP("core", "Adapters"), {adapters}},
        {QT_TRANSLATE_NOOP("core", "Gradients"), {gradients}},
        {QT_TRANSLATE_NOOP("core", "Optimizer"), {optimizer}},
        {QT_TRANSLATE_NOOP("core", "Activations"), {activations, checkpoints, recompute, captured_states}},
        {QT_TRANSLATE_NOOP("core", "Logits and loss"), {logits_loss}},
        {QT_TRANSLATE_NOOP("core", "KV cache"), {kv_cache}},
        {QT_TRANSLATE_NOOP("core", "Working memory"), {temporaries, workspace, communication}},
        {QT_TRANSLATE_NOOP("core", "Runtime"), {allocator_slack, context}},
    };
    return groups;
}

std::string title_of(const ComponentGroup &group) { return phrase(group.english); }

std::string_view mark_of(Word word)
{
    switch (word) {
    case Word::fits: return "✓";
    case Word::tight: return "◐";
    case Word::unlikely: return "◔";
    case Word::does_not_fit: return "✕";
    case Word::unknown: break;
    }
    return "?";
}

ComponentBytes bytes_at_peak(const Estimate &estimate)
{
    ComponentBytes out{};
    for (const BreakdownLine &line : estimate.shown().needed_lines()) out[static_cast<std::size_t>(line.component)] += line.bytes;
    return out;
}

Bytes bytes_of(const ComponentGroup &group, const ComponentBytes &bytes)
{
    Bytes out = 0;
    for (const Component component : group.components) out += bytes[static_cast<std::size_t>(component)];
    return out;
}

} // namespace plimsoll
