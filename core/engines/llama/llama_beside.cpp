// SPDX-License-Identifier: GPL-3.0-or-later
// llama.cpp 0c1e57098, common/speculative.cpp, tools/mtmd/clip.cpp
#include "core/engines/llama/llama_beside.h"

#include "core/engines/rank.h"
#include "core/ground/phrase.h"
#include "core/ground/text.h"
#include "core/serving/gguf_file.h"
#include "core/serving/llama_classes.h"
#include "core/serving/llama_graph.h"

#include <algorithm>

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

/// Where a projector's pictures are not of one size: tokens of the largest that the server's warm-up runs, and patches of one
/// (clip.cpp, set_warmup_n_tokens; a token of the Qwen line is 2 × 2 patches).
constexpr Count warm_patches = Count{46} * 46 * 4;

void add_tower(LlamaBeside &out, const StartCall &call)
{
    const std::vector<const Module *> towers = ranks::towers_of(call.architecture);
    Count width = 0, positions = 0;
    for (const Module *module : towers)
        for (const Parameter &parameter : module->parameters) {
            const bool table =
                module->name.find("pos_embed") != std::string::npos || module->name.find("position") != std::string::npos;
            if (parameter.shape.size() >= 4 && width == 0) width = parameter.shape[0];
            if (parameter.shape.size() == 2 && table) positions = parameter.shape[0];
            // matrices in 16 bits, vectors and the table of positions in f32
            out.tower += parameter.elements() * (parameter.shape.size() >= 2 && !table ? 2 : 4);
        }
    if (out.tower == 0 || width == 0) {
        out.tower = 0;
        if (!call.architecture.exact && out.left_out.empty())
            out.left_out =
                phrase(QT_TRANSLATE_NOOP("core", "the projector of pictures is not in these figures: the configuration "
                                                 "names no tower, and its file may take %1 to %2 GiB with its buffers"),
                       {localised(gib_table(gib / 2)), localised(gib_table(2 * gib))});
        return;
    }
    const bool of_one_size = positions > 0 && !llama_class(call.architecture.model_type).any_size;
    // states, queries, keys and values with their turned copies, and what attention writes, in f32
    out.tower_compute = (of_one_size ? positions : warm_patches) * width * 8 * 4;
}

} // namespace

LlamaBeside llama_beside(const StartCall &call, const std::vector<GgufTensor> &tensors, const LlamaBuild &build, bool pictures)
{
    LlamaBeside out;
    if (!call.architecture.decoder || call.architecture.decoder->layers.empty()) return out;
    add_drafts(out, call, tensors, build);
    if (pictures) add_tower(out, call);
    return out;
}

} // namespace plimsoll::engines
