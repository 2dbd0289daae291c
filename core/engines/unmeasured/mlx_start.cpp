// SPDX-License-Identifier: GPL-3.0-or-later
// mlx-lm d78bf58e: mlx_lm/utils.py (load_model), models/cache.py, generate.py, server.py; MLX 846d1762: mlx/backend/metal, mlx/backend/cuda.
#include "core/engines/unmeasured/mlx_start.h"

#include "core/engines/unmeasured/mlx_pictures.h"
#include "core/engines/unmeasured/unmeasured.h"
#include "core/engines/unmeasured/unmeasured_classes.h"
#include "core/ground/phrase.h"
#include "core/ground/text.h"
#include "core/plan/names.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace plimsoll {

namespace mlx {

namespace {

using namespace unmeasured;

constexpr Count growth = 256; ///< models/cache.py, KVCache.step

std::string mlx_start_method_of(const StartCall &call)
{
    if (call.plan.weights.quant == "none" || !call.architecture.quantization) return {};
    return call.architecture.quantization->method;
}

/// QuantizedKVCache: words, and a scale and an offset of 16 bits for each 64 numbers.
Result<double> mlx_start_cache_width(const StartCall &call, const Rank &rank)
{
    const auto packed = [&](int bits) { return bits / 8.0 + 2.0 * static_cast<double>(rank.width()) / 64; };
    const bool plain = call.settings.kv_dtype == KvDtype::auto_ ||
                       (call.settings.kv_dtype == KvDtype::fp16 && rank.dtype == Dtype::fp16) ||
                       (call.settings.kv_dtype == KvDtype::bf16 && rank.dtype == Dtype::bf16) ||
                       (call.settings.kv_dtype == KvDtype::fp32 && rank.dtype == Dtype::fp32);
    if (plain) return static_cast<double>(rank.width());
    const bool eight = call.settings.kv_dtype == KvDtype::int8, four = call.settings.kv_dtype == KvDtype::int4;
    const auto refused = [&](std::string text) {
        return Error{"inference.kv_dtype", std::string(name_of(call.settings.kv_dtype)), "auto | int8 | int4", std::move(text)};
    };
    if (!eight && !four)
        return refused(
            phrase(QT_TRANSLATE_NOOP("core", "%1's cache has the weights' dtype, or integers in groups of 64"), {"MLX"}));
    if (call.plan.inference.sequences > 1)
        return refused(phrase(QT_TRANSLATE_NOOP("core", "%1 packs the cache of one sequence at a time (%2)"),
                              {"mlx-lm", "mlx_lm.generate --kv-bits"}));
    const bool rings = rotates_windows(rank.model_type) && std::ranges::any_of(rank.spec.kinds, [](const LayerSpec &l) {
                           return l.attention.sliding_window.has_value();
                       });
    if (rings)
        return refused(
            phrase(QT_TRANSLATE_NOOP("core", "%1 cannot pack the rotating caches of layers with a window (models/cache.py)"),
                   {"mlx-lm"}));
    return packed(eight ? 8 : 4);
}

/// What a sequence of so many tokens takes.
struct MlxStartKept {
    double bytes = 0;
    Bytes state = 0;
    double widest = 0; ///< of the widest layer: while its cache grows the old one stands beside the new one
};

MlxStartKept kept_of(const Rank &rank, const std::vector<LayerCache> &caches, double width, Count context, Count chunk)
{
    MlxStartKept out;
    for (const LayerCache &cache : caches) {
        out.state += cache.state;
        Count tokens = round_up(context, growth);
        // a prompt's chunk is appended to the window before it is cut (RotatingKVCache._update_concat)
        if (cache.window > 0 && rotates_windows(rank.model_type))
            tokens = std::min(tokens, cache.window - 1 + std::min(chunk, context));
        const double layer = static_cast<double>(cache.keys + cache.values) * width * static_cast<double>(tokens);
        out.bytes += layer;
        out.widest = std::max(out.widest, layer);
    }
    return out;
}

/// Head widths that MLX's attention has a kernel for; of others the scores stand whole (mlx/backend/metal,
/// scaled_dot_product_attention.cpp).
bool has_kernel(const AttentionSpec &a)
{
    if (a.v_head_dim > 0 && a.v_head_dim != a.head_dim) return false;
    for (const Count known : {64, 72, 80, 96, 128, 192, 256})
        if (a.head_dim == known) return true;
    return false;
}

Bytes scores_of(const Rank &rank, Count tokens, Count context)
{
    Bytes most = 0;
    for (const LayerSpec &kind : rank.spec.kinds) {
        const AttentionSpec &a = kind.attention;
        if (a.kind != AttentionKind::none && a.kind != AttentionKind::other && !has_kernel(a))
            most = std::max(most, a.heads * tokens * context * 2 * rank.width());
    }
    return most;
}

Bytes mlx_start_tables_of(const Rank &rank)
{
    const DecoderSpec &spec = rank.spec;
    const std::string prefix = spec.prefix.empty() ? "" : spec.prefix + ".";
    const Count columns = spec.embedding_width ? spec.embedding_width : spec.hidden;
    Bytes out = table_of(rank, prefix + spec.embedding_name, spec.vocab, columns) + spec.final_norm.width * rank.width();
    if (!spec.tied) out += table_of(rank, spec.head.name, spec.vocab, spec.hidden);
    if (spec.positions == Positions::learned) out += spec.position_rows * columns * rank.width();
    if (const Sizes inputs = ranks::layer_input_weights(rank); !inputs.empty()) {
        const LayerInputs &of = *spec.extension->layer_inputs;
        out += sum(inputs) - inputs.front().bytes +
               table_of(rank, prefix + "embed_tokens_per_layer", of.vocab, of.width * spec.layer_count());
    }
    return out;
}

std::optional<Error> cannot(const Rank &rank, const StartCall &call)
{
    const std::string &card = rank.card.name;
    if (const Maker maker = maker_of(rank.card); maker == Maker::amd || maker == Maker::intel)
        return Error{"target.gpus",
                     card,
                     {},
                     phrase(QT_TRANSLATE_NOOP("core", "%1 has back-ends for Apple's chips (Metal) and for CUDA."), {"MLX"})};
    // of a model's language part alone it knows the type of the whole, which its file names
    const std::string_view type = rank.model_type, part = "_text";
    const bool known =
        has_model_type(type) || (type.ends_with(part) && has_model_type(type.substr(0, type.size() - part.size())));
    if (!known) return Error{"model", rank.model_type, {}, "Model type " + rank.model_type + " not supported."};
    const std::string method = mlx_start_method_of(call);
    const bool read = method.empty() || reads_method(method) || (method == "fp8" && unpacks_fp8(rank.model_type));
    if (!read)
        return Error{
            "weights.quant",
            method,
            {},
            phrase(QT_TRANSLATE_NOOP("core", "%1 reads its own packed weights, and those of AWQ, GPTQ, MXFP4 and NVFP4: convert "
                                             "this model's plain ones (%2)."),
                   {"mlx-lm", "mlx_lm.convert -q"})};
    return std::nullopt;
}

std::vector<Warning> warnings_of(const Rank &rank)
{
    std::vector<Warning> out;
    out.push_back(
        not_measured("MLX", "mlx-lm 0.32",
                     phrase(QT_TRANSLATE_NOOP("core", "Rough are the pass of a prompt's chunk, which MLX makes lazily, and what "
                                                      "stands twice while a cache grows."))));
    if (!rank.card.name.empty() && maker_of(rank.card) == Maker::nvidia)
        out.push_back({"cuda_back_end",
                       phrase(QT_TRANSLATE_NOOP(
                                  "core", "MLX is made for the unified memory of Apple's chips. On this card its CUDA back-end "
                                          "runs (%1), whose memory nobody printed: other engines are made for it."),
                              {"pip install mlx[cuda13]"}),
                       "target.gpus"});
    else
        out.push_back({"unified_memory",
                       phrase(QT_TRANSLATE_NOOP(
                                  "core", "The memory is the machine's: usable is what Metal recommends (%1), of which MLX also "
                                          "keeps freed buffers, up to a cache once more, until memory runs short."),
                              {"max_recommended_working_set_size"}),
                       "target.gpus"});
    return out;
}

/// mlx_lm/server.py, LRUPromptCache
Warning kept_prompts(const MlxStartKept &kept)
{
    constexpr Count prompts = 10;
    const Bytes each = static_cast<Bytes>(kept.bytes) + kept.state;
    return {
        "prompts_kept",
        phrase(QT_TRANSLATE_NOOP("core", "%1 keeps the caches of the last %2 prompts beside those that run, at this length up to "
                                         "%3 GiB more (%4)."),
               {"mlx_lm.server", std::to_string(prompts), localised(gib_table(prompts * each)),
                "--prompt-cache-size, --prompt-cache-bytes"}),
        "inference.context"};
}

} // namespace

WeightDtype dtype_when_auto(const Plan & /*plan*/, const Architecture &model, const CardFacts & /*card*/)
{
    const std::optional<Dtype> dtype = model.config_dtype;
    return dtype == Dtype::fp32 ? WeightDtype::fp32 : dtype == Dtype::fp16 ? WeightDtype::fp16 : WeightDtype::bf16;
}

} // namespace mlx

Result<EngineStart> start_mlx(const StartCall &given)
{
    using namespace mlx;
    StartCall call = given;
    const bool unpacked = mlx_start_method_of(call) == "fp8";
    if (unpacked) call.loaded = nullptr;
    const WeightDtype own = dtype_when_auto(call.plan, call.architecture, call.card);
    const bool wide = call.plan.weights.dtype == WeightDtype::auto_ && own == WeightDtype::fp32;
    Result<Rank> made = rank_of(call, "MLX", wide ? Dtype::fp32 : dtype_of(call, Dtype::bf16));
    if (!made) return made.error();
    const Rank &rank = *made;
    const Result<double> width = mlx_start_cache_width(call, rank);
    if (!width) return width.error();
    const Inference &load = call.plan.inference;
    const Count chunk = call.settings.max_num_batched_tokens.value_or(2048), prompts = std::min<Count>(8, load.sequences);
    const Count tokens = std::min(chunk, load.context) * prompts;

    EngineStart out;
    out.total = call.memory;
    out.spreads = spreads;
    out.taken = call.settings;
    out.taken.max_num_batched_tokens = chunk;
    out.warnings = warnings_of(rank);
    out.refuses = cannot(rank, call);
    const Seen seen = seen_of(call, rank);
    out.warnings.insert(out.warnings.end(), seen.warnings.begin(), seen.warnings.end());
    out.weights = layers_of(rank, call) + mlx_start_tables_of(rank) + seen.weights;
    const std::vector<LayerCache> caches = caches_of(rank, caches_latent(rank.model_type));
    const MlxStartKept kept = kept_of(rank, caches, *width, load.context, chunk);
    const auto sequences = static_cast<double>(load.sequences);
    out.load_cache = out.kv_cache = static_cast<Bytes>(std::ceil(kept.bytes * sequences));
    out.state = kept.state * load.sequences;
    out.pool = pool_of(caches, growth, *width);
    const Bytes grows = static_cast<Bytes>(kept.widest * sequences);
    const Bytes layers = pass_of(rank, {tokens, load.sequences, 3, rank.width(), 3 * rank.width()});
    out.activation = std::max(layers + std::max(grows, scores_of(rank, tokens, load.context)) + seen.features, seen.pass);
    out.warnings.push_back(kept_prompts(kept));
    out.tokens = round_up(load.context, growth) * load.sequences;
    out.blocks = out.tokens / growth;
    out.max_context = round_up(load.context, growth);
    out.max_concurrency = sequences;
    out.left_out = residents_left_out(call);
    stand(call, out);
    return out;
}

} // namespace plimsoll
