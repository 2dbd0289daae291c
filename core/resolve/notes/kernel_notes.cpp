// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resolve/notes/kernel_notes.h"

#include "core/ground/phrase.h"
#include "core/model/extension.h"
#include "core/adapters/adapted_modules.h"
#include "core/model/quantization/bitsandbytes.h"
#include "core/resolve/runners.h"
#include "core/stacks/training.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

namespace plimsoll {

namespace {

bool names_package(const Plan &plan, std::string_view package)
{
    return std::ranges::find(plan.kernels, package) != plan.kernels.end();
}

const MixerSpec *mixer_of(const LayerSpec &layer)
{
    return layer.extension && layer.extension->mixer.kind != MixerKind::none ? &layer.extension->mixer : nullptr;
}

bool is_mamba(const MixerSpec &mixer) { return mixer.kind == MixerKind::mamba || mixer.kind == MixerKind::mamba2; }

/// The mixer that one call of mamba-ssm takes from in_proj to out_proj; null: none does.
const MixerSpec *called_at_once(const DecoderSpec &spec, const Plan &plan)
{
    if (plan.task != Task::train || !names_package(plan, "mamba_ssm") || step::makes_cache(plan, stack_of(plan).loop, spec))
        return nullptr;
    for (const LayerSpec &layer : spec.kinds)
        if (const MixerSpec *mixer = mixer_of(layer); mixer && is_mamba(*mixer) && !mixer->norms_first) return mixer;
    return nullptr;
}

/// Names of modules inside it whose matrices that call multiplies with: mamba_inner_fn takes three, the call of Mamba 2 one.
std::vector<std::string_view> multiplied(const MixerSpec &mixer)
{
    if (mixer.kind == MixerKind::mamba2) return {"out_proj"};
    return {"dt_proj", "out_proj", "x_proj"};
}

std::string comma_separated(const std::set<std::string> &names)
{
    std::string out;
    for (const std::string &name : names) out += (out.empty() ? "" : ", ") + name;
    return out;
}

std::set<std::string> adapters_passed_by(const Architecture &architecture, const Plan &plan, const MixerSpec &mixer)
{
    std::set<std::string> out;
    if (!plan.trains_adapter()) return out;
    const auto targets = adapted_modules(architecture, plan.adapter);
    if (!targets) return out;
    for (const AdaptedModule &target : targets->targets)
        for (const std::string_view name : multiplied(mixer))
            if (target.module.ends_with("." + mixer.name + "." + std::string(name))) out.emplace(name);
    return out;
}

} // namespace

bool has_recurrences(const DecoderSpec &spec)
{
    return std::ranges::any_of(spec.kinds, [](const LayerSpec &layer) { return mixer_of(layer) != nullptr; });
}

bool runs_in_kernels(const DecoderSpec &spec, const Plan &resolved)
{
    if (resolved.task != Task::train || !names_package(resolved, "causal_conv1d")) return false;
    const bool packed = resolved.weights.quant != "none" && called_at_once(spec, resolved) != nullptr;
    return std::ranges::all_of(spec.kinds, [&](const LayerSpec &layer) {
        const MixerSpec *mixer = mixer_of(layer);
        if (!mixer || mixer->kind == MixerKind::short_conv) return true;
        if (is_mamba(*mixer)) return names_package(resolved, "mamba_ssm") && !packed;
        const bool delta = mixer->kind == MixerKind::delta_net || mixer->kind == MixerKind::kimi_delta;
        return delta && names_package(resolved, "fla");
    });
}

std::vector<Warning> kernel_warnings(const Architecture &architecture, const Plan &resolved)
{
    std::vector<Warning> out;
    const MixerSpec *mixer = called_at_once(*architecture.decoder, resolved);
    if (!mixer) return out;
    const char *call = mixer->kind == MixerKind::mamba2 ? "mamba_split_conv1d_scan_combined" : "mamba_inner_fn";
    if (!names_package(resolved, "causal_conv1d"))
        out.push_back(
            {"kernels_raise",
             phrase(QT_TRANSLATE_NOOP("core", "%1 of %2 calls the convolution of %3: where that is not installed, a training "
                                              "step raises. The figures are those with both packages."),
                    {call, "mamba-ssm 2.3.2", "causal-conv1d"}),
             "kernels"});
    if (is_bitsandbytes(resolved.weights.quant))
        out.push_back(
            {"kernels_raise",
             phrase(QT_TRANSLATE_NOOP("core", "%1 of %2 multiplies with the matrix of %3 itself, which one packed by %4 does not "
                                              "allow: a training step raises. The figures are those without %2."),
                    {call, "mamba-ssm 2.3.2", "out_proj", "bitsandbytes"}),
             "kernels"});
    if (const std::set<std::string> names = adapters_passed_by(architecture, resolved, *mixer); !names.empty())
        out.push_back(
            {"adapters_passed_by",
             phrase(QT_TRANSLATE_NOOP("core", "%1 of %2 multiplies with these matrices themselves: %3. Their adapters have no "
                                              "part in a training step, and nothing trains them."),
                    {call, "mamba-ssm 2.3.2", comma_separated(names)}),
             "adapter.target_modules"});
    return out;
}

} // namespace plimsoll
