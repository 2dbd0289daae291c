// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resolve/model_kinds.h"

#include "core/families/describe/liger_patches.h"
#include "core/ground/phrase.h"
#include "core/model/extension.h"
#include "core/model/tower_spec.h"
#include "core/parallel/megatron_sizes.h"
#include "core/plan/liger_parts.h"
#include "core/plan/names.h"
#include "core/resolve/notes/kernel_notes.h"
#include "core/resolve/runners.h"

#include <algorithm>
#include <utility>

namespace plimsoll {

namespace {

/// What is approximated of a step; of recurrences nothing where all run in the kernels that the plan says are installed.
std::vector<std::string> approximations_of(const DecoderSpec &spec, const Plan &resolved)
{
    const std::vector<std::string> &all = spec.extension->approximations;
    return all.size() == 1 && has_recurrences(spec) && runs_in_kernels(spec, resolved) ? std::vector<std::string>() : all;
}

} // namespace

bool step_is_approximated(const Architecture &architecture, const Plan &resolved)
{
    const auto &decoder = architecture.decoder;
    return decoder && decoder->extension && !approximations_of(*decoder, resolved).empty();
}

std::string left_out_of_kind(const Architecture &architecture, const Plan &resolved)
{
    if (resolved.task == Task::train && resolved.parallel.engine == ParallelEngine::megatron && megatron_leaves_out(architecture))
        return phrase(QT_TRANSLATE_NOOP(
                          "core", "what %1's gated delta nets keep is counted from their sources, and measured runs took more"),
                      {"Megatron-LM"});
    if (!architecture.decoder || !architecture.decoder->extension) return {};
    const DecoderExtension &more = *architecture.decoder->extension;
    if (!more.left_out.empty()) return more.left_out;
    return resolved.task == Task::train && resolved.method == Method::full ? more.left_out_of_full : std::string();
}

namespace {

/// Towers that this stack loads beside the language model.
std::optional<Warning> towers_beside(const Architecture &architecture, const Plan &resolved)
{
    const auto &more = architecture.decoder->extension;
    if (!more || more->towers.empty() || !loads_named_class(resolved)) return std::nullopt;
    Count parameters = 0;
    for (const Module &module : more->towers)
        for (const Parameter &parameter : module.parameters) parameters += parameter.tied_to ? 0 : parameter.elements();
    return Warning{"towers_loaded",
                   phrase(QT_TRANSLATE_NOOP("core", "%1 loads %2, the class that the configuration names: %3 parameters of its "
                                                    "towers stand beside the language model, and text does not run them."),
                          {std::string(name_of(resolved.stack)), more->whole_class, std::to_string(parameters)}),
                   "model"};
}

/// Stages that do not divide the layers, which Megatron-LM takes by an option alone.
std::optional<Warning> uneven_stages(const Architecture &architecture, const Plan &resolved)
{
    const Parallel &p = resolved.parallel;
    const Count layers = architecture.decoder->layer_count();
    const std::string_view option = option_of_uneven_stages(resolved, layers);
    if (option.empty()) return std::nullopt;
    return Warning{
        "uneven_stages",
        phrase(QT_TRANSLATE_NOOP("core", "%1 cuts %2 layers into %3 stages by %4 alone, and is planned so."),
               {"Megatron-LM", std::to_string(layers), std::to_string(p.pipeline * p.virtual_stages), std::string(option)}),
        "parallel.pipeline"};
}

/// Of loss.kind fused where Liger does nothing to it: transformers warns and goes on with whole logits.
std::optional<Warning> fused_by_nobody(const Architecture &architecture, const Plan &resolved)
{
    const bool ligers = stack_of(resolved).losses.fused == nullptr && stack_of(resolved).losses.tiled == nullptr;
    if (resolved.task != Task::train || resolved.loss.kind != LossKind::fused || !ligers) return std::nullopt;
    const step::LigerForms forms = step::liger_forms(architecture, resolved);
    if (step::liger_raises(architecture, resolved))
        return Warning{
            "liger_raises",
            phrase(QT_TRANSLATE_NOOP("core", "%1 cannot be applied to %2 with %3: it raises an ImportError over an output class "
                                             "that went. The figures are those of an older %4, or of a later Liger."),
                   {"liger-kernel 0.8.5", architecture.model_type, "transformers 5.23.0", "transformers"}),
            "loss.kind"};
    if (forms.head || forms.cross_entropy) return std::nullopt;
    const std::string since = step::fused_loss_since(architecture, resolved);
    std::string why = since.empty() ? phrase(QT_TRANSLATE_NOOP("core", "%1 patches no model of type %2"),
                                             {"liger-kernel 0.8.5", architecture.model_type})
                                    : phrase(QT_TRANSLATE_NOOP("core", "%1 patches models of type %2 since its release %3"),
                                             {"liger-kernel", architecture.model_type, since});
    std::string text = phrase(QT_TRANSLATE_NOOP("core", "%1: without effect, %2"), {"loss.kind fused", why});
    return Warning{"no_effect", std::move(text), "loss.kind", std::move(why)};
}

/// Of Liger's kernels that `kernels` names those that have no part in this model.
std::optional<Warning> layers_by_nobody(const Architecture &architecture, const Plan &resolved)
{
    const bool named = names_kernel(resolved, "liger") || names_liger_parts(resolved);
    if (resolved.task != Task::train || !named || stack_of(resolved).losses.fused != nullptr) return std::nullopt;
    Plan all = resolved;
    all.kernels = {"liger"};
    const step::LigerForms forms = step::liger_forms(architecture, all);
    const bool fuses = resolved.loss.kind == LossKind::fused || resolved.loss.kind == LossKind::fused_ce;
    const std::pair<std::string_view, bool> has[] = {{"liger", forms.any()},
                                                     {"liger_loss", fuses},
                                                     {"liger_rope", forms.rope},
                                                     {"liger_rms_norm", forms.norm || forms.head_norms},
                                                     {"liger_glu", forms.gated_mlp || forms.experts}};
    std::string idle;
    for (const auto &[name, runs] : has)
        if (names_kernel(resolved, name) && !runs) idle.append(idle.empty() ? "" : ", ").append(name);
    if (idle.empty()) return std::nullopt;
    std::string why = idle == "liger_loss" ? phrase(QT_TRANSLATE_NOOP("core", "%1 says another loss"), {"loss.kind"})
                                           : phrase(QT_TRANSLATE_NOOP("core", "%1 replaces no such part of a model of type %2"),
                                                    {"liger-kernel 0.8.5", architecture.model_type});
    std::string text = phrase(QT_TRANSLATE_NOOP("core", "%1: without effect, %2"), {"kernels " + idle, why});
    return Warning{"no_effect", std::move(text), "kernels", std::move(why)};
}

/// Of a model with towers in whose rows nothing stands for them.
Warning planned_on_text(const Architecture &architecture, const Plan &resolved)
{
    const DecoderExtension *around = architecture.decoder->extension.get();
    if (around && (around->tower || around->pictures) && !claims_memory(resolved))
        return {
            "text_only",
            phrase(QT_TRANSLATE_NOOP("core", "%1: planned on text alone: nothing that its towers compute is in the figures. %2 "
                                             "puts some of it into the rows."),
                   {architecture.model_type, around->tower && around->tower->hears ? "audio.per_row" : "images.per_row"}),
            "model"};
    return {"text_only",
            phrase(QT_TRANSLATE_NOOP("core", "%1: planned on text. Tokens that stand for images or sound count as %2; "
                                             "what the towers compute per image is not in the figures, and how much it "
                                             "is, is not known."),
                   {architecture.model_type, "sequence_length"}),
            "model"};
}

} // namespace

std::vector<Warning> kind_warnings(const Architecture &architecture, const Plan &resolved)
{
    std::vector<Warning> out;
    if (!architecture.decoder) return out;
    const DecoderSpec &spec = *architecture.decoder;
    const bool sees = resolved.reads_beside_text() && spec.extension && spec.extension->tower;
    const auto counts = resolved.task == Task::infer ? engine_of(resolved).counts_towers : nullptr;
    const bool counted = counts != nullptr && counts(resolved, architecture);
    if (spec.inside_larger && !sees && !counted) out.push_back(planned_on_text(architecture, resolved));
    if (auto fused = fused_by_nobody(architecture, resolved)) out.push_back(*std::move(fused));
    if (auto idle = layers_by_nobody(architecture, resolved)) out.push_back(*std::move(idle));
    if (auto towers = towers_beside(architecture, resolved)) out.push_back(*std::move(towers));
    if (auto stages = uneven_stages(architecture, resolved)) out.push_back(*std::move(stages));
    if (!spec.extension) return out;
    if (const auto &sequence = spec.extension->sequence; sequence && sequence->fixed_length > 0 && sequence->decoder_layers == 0)
        out.push_back({"fixed_length",
                       phrase(QT_TRANSLATE_NOOP("core", "%1: %2 positions at most, whatever %3 says."),
                              {architecture.model_type, std::to_string(sequence->fixed_length), "sequence_length"}),
                       "sequence_length"});
    if (claims_memory(resolved)) return out; // an engine's own kernels run it, and its start is simulated apart
    const bool megatron = resolved.task == Task::train && resolved.parallel.engine == ParallelEngine::megatron;
    if (megatron && megatron_leaves_out(architecture)) return out; // its layers call flash-linear-attention themselves
    for (Warning &warning : kernel_warnings(architecture, resolved)) out.push_back(std::move(warning));
    for (const std::string &text : approximations_of(spec, resolved))
        out.push_back({"approximated", architecture.model_type + ": " + text, "model"});
    return out;
}

} // namespace plimsoll
