// SPDX-License-Identifier: GPL-3.0-or-later
// llama.cpp 0c1e57098, common/speculative.cpp, tools/mtmd/clip.cpp
#include "core/engines/llama/llama_beside.h"

#include "core/engines/rank.h"
#include "core/ground/phrase.h"
#include "core/ground/text.h"
#include "core/serving/clip_graph.h"
#include "core/serving/gguf_file.h"
#include "core/serving/llama_classes.h"
#include "core/serving/llama_graph.h"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace plimsoll::engines {

namespace {

/// Tokens of a draft where nobody says: common_params_speculative_draft::n_max, and what an n-gram of ngram-simple proposes.
constexpr Count layers_draft = 3, ngrams_draft = 48;

std::vector<GgufTensor> tensors_of_draft(const Architecture &model, const StartCall &call, const LlamaBuild &build)
{
    if (model.gguf)
        if (Result<std::vector<GgufTensor>> stored = gguf_tensors_of(*model.gguf)) return std::move(*stored);
    std::vector<GgufTensor> out = gguf_tensors(model, GgmlType::f16, build.latent_cache);
    if (call.plan.weights.quant != "none") quantise_gguf(out, call.plan.weights.quant, model);
    return out;
}

/// What a head of EAGLE comes to at least: a layer like the model's last, in its file's types, with a cache of its own in 16 bits.
Bytes least_of_head(const StartCall &call, const std::vector<GgufTensor> &tensors, const LlamaBuild &build)
{
    const LayerSpec *layer = last_attention(*call.architecture.decoder);
    if (layer == nullptr) return 0;
    const LlamaCall of_cache{call.architecture, {}, build, {}};
    const Count cells = call.plan.inference.context * call.plan.inference.sequences; // within limits
    Bytes out = llama_token_bytes(layer->attention, of_cache) * cells;
    for (const GgufTensor &tensor : tensors)
        if (tensor.layer == call.architecture.decoder->layer_count() - 1) out += tensor.bytes();
    return out;
}

void add_drafts(LlamaBeside &out, const StartCall &call, const std::vector<GgufTensor> &tensors, const LlamaBuild &build)
{
    const Speculative &asked = call.settings.speculative;
    out.draft.method = asked.method;
    if (asked.method == SpeculativeMethod::none) return;
    out.draft.tokens = asked.tokens.value_or(asked.method == SpeculativeMethod::ngram ? ngrams_draft : layers_draft);
    switch (asked.method) {
    case SpeculativeMethod::mtp:
        out.draft.tensors = next_layer(call.architecture, tensors);
        if (!out.draft.tensors.empty()) return;
        out.draft = {};
        out.left_out =
            phrase(QT_TRANSLATE_NOOP("core", "the layer with which %1 drafts is not known of model type %2: its weights, "
                                             "its cache and its buffers are missing"),
                   {"llama.cpp", call.architecture.model_type});
        return;
    case SpeculativeMethod::draft_model:
        out.draft.model = call.architecture.assistant.get();
        if (out.draft.model != nullptr && out.draft.model->decoder && !out.draft.model->decoder->layers.empty()) {
            out.draft.tensors = tensors_of_draft(*out.draft.model, call, build);
            if (!out.draft.model->gguf)
                out.warnings.push_back(
                    {"draft_types",
                     phrase(QT_TRANSLATE_NOOP("core",
                                              "the file of the model that drafts is taken in the types of the model's own (%1)"),
                            {call.plan.weights.quant == "none" ? std::string("F16") : call.plan.weights.quant}),
                     "inference.speculative.model"});
            std::erase_if(out.draft.tensors,
                          [&](const GgufTensor &tensor) { return tensor.layer >= out.draft.model->decoder->layer_count(); });
            return;
        }
        out.draft.model = nullptr;
        out.left_out = phrase(QT_TRANSLATE_NOOP("core", "the model that drafts is not known: its weights, a cache of the same "
                                                        "context and its buffers are missing; %1 names it"),
                              {"inference.speculative.model"});
        return;
    case SpeculativeMethod::eagle:
    case SpeculativeMethod::eagle3:
        out.left_out =
            phrase(QT_TRANSLATE_NOOP(
                       "core", "a head of %1 is not simulated: about %2 GiB of weights and cache, and its buffers, are missing"),
                   {"EAGLE", localised(gib_table(least_of_head(call, tensors, build)))});
        return;
    default: return;
    }
}

/// Rows of a table of positions, the last axis but one; 0: it is no such table.
Count rows_of_positions(const Module &module, const Parameter &parameter)
{
    const auto named = [](const std::string &name) {
        return name.find("pos_embed") != std::string::npos || name.find("position") != std::string::npos;
    };
    const std::size_t axes = parameter.shape.size();
    if (axes < 2 || axes > 3 || !(named(module.name) || named(parameter.name))) return 0;
    return parameter.shape[axes - 2];
}

bool hears(const Module &module) { return module.name.find("audio") != std::string::npos; }

/// Whether a module stands in the first layer of a tower.
bool in_first_layer(const Module &module) { return module.name.find(".0.") != std::string::npos; }

/// What a tower's first layer has between its width and others.
void read_layer(ClipTower &out, const Module &module)
{
    constexpr std::string_view merging[] = {"merger", "projector", "connector", "norm"};
    for (const std::string_view part : merging)
        if (module.name.find(part) != std::string::npos) return;
    for (const Parameter &parameter : module.parameters) {
        const bool reads = parameter.shape.size() == 2 && parameter.shape[1] == out.width;
        if (module.kind == ModuleKind::linear && parameter.name == "bias") out.biased = true;
        if (module.kind != ModuleKind::linear || !reads || parameter.shape[0] == out.width) continue;
        if (parameter.shape[0] == 3 * out.width)
            out.fused = true;
        else {
            out.gated = out.mlp > 0;
            out.mlp = parameter.shape[0];
        }
    }
}

/// The sizes of a tower of pictures, by its modules; width 0: none that is known.
ClipTower tower_of(const std::vector<const Module *> &modules, const StartCall &call)
{
    ClipTower out{.out = call.architecture.decoder->hidden, .biased = false};
    Count positions = 0;
    for (const Module *module : modules) {
        if (hears(*module)) continue;
        for (const Parameter &parameter : module->parameters) {
            if (parameter.shape.size() >= 4 && out.width == 0) {
                out.width = parameter.shape[0];
                out.patch = parameter.shape.back();
            }
            // a linear over a patch's numbers (Gemma 4)
            if (out.width == 0 && module->name.ends_with("patch_embedder.input_proj") && parameter.shape.size() == 2) {
                out.width = parameter.shape[0];
                out.patch = static_cast<Count>(std::sqrt(static_cast<double>(parameter.shape[1]) / 3.0));
            }
            if (const Count rows = rows_of_positions(*module, parameter); rows > 0) positions = rows;
        }
        if (module->name.find("deepstack_merger_list.") != std::string::npos && module->name.ends_with(".norm")) ++out.handed;
    }
    for (const Module *module : modules)
        if (in_first_layer(*module) && !hears(*module)) read_layer(out, *module);
    out.positions = positions > 0;
    const ClipClass &of = clip_class(call.architecture.model_type);
    out.side = of.warm_side * of.merge;
    constexpr Count usual_side = 92; // of most that have no size of their own
    if (out.side == 0) out.side = positions > 0 ? static_cast<Count>(std::sqrt(static_cast<double>(positions))) : usual_side;
    return out;
}

void add_tower(LlamaBeside &out, const StartCall &call, const LlamaBuild &build)
{
    const std::vector<const Module *> modules = ranks::towers_of(call.architecture);
    const ClipTower tower = tower_of(modules, call);
    for (const Module *module : modules)
        for (const Parameter &parameter : module->parameters) // matrices in 16 bits, vectors and the table of positions in f32
            out.tower +=
                parameter.elements() * (parameter.shape.size() >= 2 && rows_of_positions(*module, parameter) == 0 ? 2 : 4);
    if (out.tower == 0 || tower.width == 0) {
        out.tower = 0;
        if (!call.architecture.exact && out.left_out.empty())
            out.left_out =
                phrase(QT_TRANSLATE_NOOP("core", "the projector of pictures is not in these figures: the configuration "
                                                 "names no tower, and its file may take %1 to %2 GiB with its buffers"),
                       {localised(gib_table(gib / 2)), localised(gib_table(2 * gib))});
        return;
    }
    out.tower_compute = clip_compute(tower, clip_class(call.architecture.model_type), build.rules);
}

} // namespace

LlamaBeside llama_beside(const StartCall &call, const std::vector<GgufTensor> &tensors, const LlamaBuild &build, bool pictures)
{
    LlamaBeside out;
    if (!call.architecture.decoder || call.architecture.decoder->layers.empty()) return out;
    add_drafts(out, call, tensors, build);
    if (pictures) add_tower(out, call, build);
    return out;
}

} // namespace plimsoll::engines
