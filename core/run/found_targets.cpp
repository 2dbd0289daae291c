// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/found_targets.h"

#include "core/ground/memo.h"
#include "core/ground/phrase.h"

#include <algorithm>

namespace plimsoll::step {

namespace {

/// modeling_phimoe.py PhimoeTopKRouter, modeling_llama4.py Llama4Router
bool returns_tuple(const DecoderSpec &decoder, std::string_view module)
{
    return std::ranges::any_of(decoder.kinds, [&](const LayerSpec &layer) {
        const MoeSpec &moe = layer.mlp.moe;
        const bool apart = moe.separate.down.out > 0; // transformers before 5: a plain torch.nn.Linear
        const bool tuple =
            (moe.router.kind == RouterKind::sparse_mixer && !apart) || moe.router.kind == RouterKind::sigmoid_of_all;
        return layer.mlp.kind == MlpKind::moe && tuple && module.ends_with("." + moe.router.projection.name);
    });
}

FoundTargets found_targets(const DecoderSpec &decoder, const AdaptedModules &plan)
{
    FoundTargets out{adapter_targets(decoder, plan), {}, {}};
    const auto found =
        std::ranges::find_if(plan.targets, [&](const AdaptedModule &target) { return returns_tuple(decoder, target.module); });
    if (found != plan.targets.end()) out.returns_more = found->module;
    return out;
}

using Targets = Result<std::shared_ptr<const FoundTargets>>;

Targets find_targets(const Architecture &architecture, const Adapter &adapter)
{
    // a model that generates nothing is wrapped for its own task, not as a causal language model
    Architecture own;
    if (!architecture.generates) {
        own = architecture;
        own.generates = true;
    }
    Result<AdaptedModules> plan = adapted_modules(architecture.generates ? architecture : own, adapter);
    if (!plan) return plan.error();
    auto found = std::make_shared<FoundTargets>(found_targets(*architecture.decoder, *plan));
    if (architecture.decoder->inside_larger) found->lora = *std::move(plan);
    return std::shared_ptr<const FoundTargets>(std::move(found));
}

struct Wanted {
    Adapter adapter;
    unsigned language = 0; ///< of what an error says
    bool operator==(const Wanted &) const = default;
};
struct TargetsByAdapter : Memo<Wanted, Targets> {};

} // namespace

Result<std::shared_ptr<const FoundTargets>> targets_for(const Architecture &architecture, const Adapter &adapter)
{
    return architecture.analyses.of<TargetsByAdapter>().get({adapter, languages_set()},
                                                            [&] { return find_targets(architecture, adapter); });
}

std::optional<Error> unsupported_targets(const FoundTargets &found)
{
    if (!found.returns_more.empty())
        return Error{"adapter.targets", found.returns_more, phrase(QT_TRANSLATE_NOOP("core", "other modules")),
                     phrase(QT_TRANSLATE_NOOP("core", "this router returns a tuple, which PEFT's forward (%1) does not take"),
                            {"lora/layer.py, result.dtype"})};
    return std::nullopt;
}

} // namespace plimsoll::step
