// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/tools/shared/frozen_words.h"

#include "core/ground/phrase.h"
#include "core/stacks/stacks.h"

#include <optional>

namespace plimsoll {

namespace {

/// Whether a stack leaves tower and projector as they are where nobody says.
bool freezes_towers(const Runner &stack, const Plan &plan)
{
    const std::optional<TakenDefault> usual = default_in(stack, "images.tower", plan);
    return usual && usual->value == "frozen";
}

/// Of full fine-tuning: the parts that the list freezes; nothing where it says more than that.
std::optional<FrozenParts> parts_listed(const Plan &plan)
{
    if (plan.trainable->modules == std::vector<std::string>{".*"}) return FrozenParts{};
    return parts_of(plan);
}

} // namespace

std::optional<FrozenParts> said_parts(const Plan &plan, const Runner &tool)
{
    const auto stated = [&plan](const char *path) { return plan.has(path); };
    const bool frozen = freezes_towers(stacks::of(plan), plan), full = plan.method == Method::full;
    FrozenParts parts{frozen, frozen, false};
    bool said = frozen != freezes_towers(tool, plan) && reads_more_than_text(plan.model);
    if (full && stated("trainable") && plan.trainable) {
        const std::optional<FrozenParts> listed = parts_listed(plan);
        if (listed) parts = *listed;
        said = listed.has_value();
    } else if (!full && stated("adapter.settings")) {
        const std::optional<FrozenParts> left_out = parts_without_adapters(plan);
        if (!left_out) return std::nullopt;
        parts = *left_out;
        said = true;
    }
    const bool tower = stated("images.tower"), aligner = stated("images.projector");
    if (tower) parts.tower = plan.images.tower == PartTraining::frozen;
    if (aligner) parts.aligner = plan.images.projector == PartTraining::frozen;
    if (tower && !aligner && !full && parts.tower) parts.aligner = true; // core/resolve/taken_part.h
    return said || tower || aligner ? std::optional(parts) : std::nullopt;
}

void take_parts_said(TrainingText &text)
{
    const Plan &plan = text.plan();
    const bool full = plan.method == Method::full;
    if (full && plan.trainable && parts_listed(plan)) text.take("trainable");
    if (!full && parts_without_adapters(plan)) text.take("adapter.settings");
    for (const auto &[path, part] :
         {std::pair{"images.tower", plan.images.tower}, std::pair{"images.projector", plan.images.projector}})
        if (text.take(path) && !full && part == PartTraining::trained)
            text.cannot(path, phrase(QT_TRANSLATE_NOOP("core", "beside adapters it stays as it is, or has adapters itself")));
}

void say_parts(TrainingText &text, const Runner &tool, const PartKeys &keys)
{
    const std::optional<FrozenParts> parts = said_parts(text.plan(), tool);
    if (!parts) return;
    take_parts_said(text);
    text.say(keys.tower, parts->tower);
    text.say(keys.aligner, parts->aligner);
    if (parts->language) text.say(keys.language, true);
}

const Trainable *named_trainable(TrainingText &text, std::string_view title)
{
    const Plan &plan = text.plan();
    if (!text.take("trainable") || !plan.trainable) return nullptr;
    if (plan.method != Method::full)
        text.cannot("trainable", phrase(QT_TRANSLATE_NOOP("core", "beside adapters the model's own parameters are frozen")));
    else if (plan.trainable->last_layers)
        text.cannot("trainable", phrase(QT_TRANSLATE_NOOP("core", "%1 names parameters, not layers from the end"), {title}));
    else
        return &*plan.trainable;
    return nullptr;
}

} // namespace plimsoll
