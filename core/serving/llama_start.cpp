// SPDX-License-Identifier: GPL-3.0-or-later
// llama.cpp 0c1e57098, common/common.cpp (common_init_result), src/llama-context.cpp
#include "core/serving/llama_start.h"

#include "core/ground/phrase.h"
#include "core/serving/llama_classes.h"
#include "core/serving/llama_placing.h"

#include <algorithm>
#include <cctype>

namespace plimsoll {

namespace {

/// llama_init_from_model: rows of a head are packed in whole blocks where flash attention reads them.
std::optional<Error> cuts_blocks(const LlamaCall &call)
{
    if (call.flash == "off") return std::nullopt;
    for (const LayerSpec &kind : call.architecture.decoder->kinds) {
        const AttentionSpec &a = kind.attention;
        if (a.kind == AttentionKind::none || a.kind == AttentionKind::latent) continue;
        const auto refused = [](std::string_view which, GgmlType type, Count width) -> std::optional<Error> {
            const GgmlBlock &block = ggml_block(type);
            if (!is_quantised(type) || width % block.elements == 0) return std::nullopt;
            const std::string key = which == "K" ? "n_embd_head_k" : "n_embd_head_v";
            std::string name(block.name); // as ggml_type_name spells types of caches
            std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
            return Error{"inference.kv_dtype", name, "auto | fp32 | fp16 | bf16",
                         std::string(which) + " cache type " + name + " with block size " + std::to_string(block.elements) +
                             " does not divide " + key + "=" + std::to_string(width)};
        };
        if (std::optional<Error> error = refused("K", call.keys, a.head_dim)) return error;
        if (std::optional<Error> error = refused("V", call.values, a.v_head_dim > 0 ? a.v_head_dim : a.head_dim)) return error;
    }
    return std::nullopt;
}

std::optional<Error> refused(const LlamaCall &call, const LlamaStart &start, const LlamaPlacing &placing)
{
    if (std::optional<Error> error = cuts_blocks(call)) return error;
    if (is_quantised(call.values) && !start.flash)
        return Error{"inference.kv_dtype",
                     std::string(ggml_block(call.values).name),
                     {},
                     phrase(QT_TRANSLATE_NOOP("core", "llama.cpp needs flash attention for a quantised V cache: set "
                                                      "inference.flash_attention to on, or inference.kv_dtype to fp16."))};
    if (!placing.fits(start, 0))
        return Error{"target.gpus",
                     {},
                     {},
                     phrase(QT_TRANSLATE_NOOP("core", "llama.cpp ends with \"unable to allocate … buffer\" while it "
                                                      "loads the model: lower inference.gpu_layers or inference.context."))};
    return std::nullopt;
}

bool has(const std::vector<GgufTensor> &tensors, GgufRole role)
{
    return std::ranges::find(tensors, role, &GgufTensor::role) != tensors.end();
}

/// old conversions hold the latent projections as one matrix, and their keys and values are cached whole
bool caches_latent(const std::vector<GgufTensor> &tensors)
{
    return !has(tensors, GgufRole::attn_kv_b) || has(tensors, GgufRole::attn_k_b);
}

} // namespace

std::vector<GgufTensor> next_layer(const Architecture &architecture, const std::vector<GgufTensor> &tensors)
{
    const auto behind = static_cast<int>(architecture.decoder->layer_count());
    std::vector<GgufTensor> out;
    std::ranges::copy_if(tensors, std::back_inserter(out), [&](const GgufTensor &tensor) { return tensor.layer == behind; });
    if (has(out, GgufRole::eh_proj)) return out;
    out.clear();
    const LlamaClass &known = llama_class(architecture.model_type);
    const LayerSpec *like = last_attention(*architecture.decoder);
    if (!known.predicts || like == nullptr) return out;
    const std::vector<int> &layers = architecture.decoder->layers;
    int last = behind - 1;
    while (&architecture.decoder->kinds[static_cast<std::size_t>(layers[static_cast<std::size_t>(last)])] != like) --last;
    GgmlType wide = GgmlType::f16;
    for (const GgufTensor &tensor : tensors) {
        if (tensor.layer != last) continue;
        if (tensor.role == GgufRole::attn_q || tensor.role == GgufRole::attn_q_b) wide = tensor.type;
        out.push_back(tensor);
    }
    const Count hidden = architecture.decoder->hidden;
    out.push_back({GgufRole::eh_proj, 0, 2 * hidden, hidden, 1, wide});
    for (int norms = 0; norms < 3; ++norms)
        out.push_back({GgufRole::kept, 0, hidden, 1, 1, GgmlType::f32}); // enorm, hnorm, head's
    if (known.own_vocabulary)
        for (const GgufTensor &tensor : tensors)
            if (tensor.layer < 0 && (tensor.role == GgufRole::token_embd || tensor.role == GgufRole::output))
                out.push_back({GgufRole::other, 0, tensor.ne0, tensor.ne1, 1, tensor.type});
    for (GgufTensor &tensor : out) tensor.layer = behind;
    return out;
}

Result<LlamaStart> llama_start(LlamaCall call)
{
    if (!call.architecture.decoder || call.architecture.decoder->layers.empty())
        return Error{"model",
                     call.architecture.model_type,
                     {},
                     phrase(QT_TRANSLATE_NOOP("core", "llama.cpp's graph of a model of type %1 is not described."),
                            {call.architecture.model_type})};
    // layers behind the model's own (a file's multi-token prediction) are loaded where they draft, and not else
    std::erase_if(call.tensors,
                  [&](const GgufTensor &tensor) { return tensor.layer >= call.architecture.decoder->layer_count(); });
    call.build.latent_cache = call.build.latent_cache && caches_latent(call.tensors);
    const std::optional<Count> layers = call.gpu_layers;
    LlamaPlacing placing(call);
    LlamaStart out = llama_fitted(call, placing, layers);
    out.refuses = refused(call, out, placing);
    return out;
}

} // namespace plimsoll
