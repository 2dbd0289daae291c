// SPDX-License-Identifier: GPL-3.0-or-later
// exllamav3 4f8ad012: model/model_ls.py, cache/, modules/; exllamav2 da07facd: model.py, cache.py, linear.py, mlp.py.
#include "core/engines/unmeasured/exllama_start.h"

#include "core/engines/lengths/model_length.h"
#include "core/engines/unmeasured/unmeasured.h"
#include "core/engines/unmeasured/unmeasured_classes.h"
#include "core/ground/phrase.h"
#include "core/model/extension.h"
#include "core/model/quantization/quantization_rules.h"
#include "core/plan/names.h"
#include "core/plan/releases.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace plimsoll {

namespace exllama {

namespace {

using namespace unmeasured;

constexpr Count page = 256; ///< constants.py, PAGE_SIZE; ExLlamaV2's paged attention has the same

struct Model {
    Rank rank;
    bool second = false; ///< ExLlamaV2
    bool packed = false; ///< EXL2, EXL3 or GPTQ: large products unpack the matrix
    double width = 2;    ///< of a number of the cache
};

std::string exllama_start_method_of(const StartCall &call)
{
    if (call.plan.weights.quant == "none") return {};
    return call.architecture.quantization ? call.architecture.quantization->method : call.plan.weights.quant.substr(0, 4);
}

/// V3 reads EXL3 and turns FP8 and MXFP4 into halves; V2 reads EXL2 and GPTQ.
bool is_second(const StartCall &call)
{
    const std::string method = exllama_start_method_of(call);
    if (method == "exl2" || method == "gptq") return true;
    if (method == "exl3") return false;
    const auto names = [&call](std::string_view library) {
        return std::ranges::any_of(call.plan.libraries, [library](const auto &stated) { return stated.first == library; });
    };
    return names("exllamav2") && !names("exllamav3");
}

/// cache/quant.py: words of so many bits and a scale of 16 for each 32 numbers; ExLlamaV2_Cache_8bit: a byte.
Result<double> cache_width(const StartCall &call, bool second)
{
    switch (call.settings.kv_dtype) {
    case KvDtype::auto_:
    case KvDtype::fp16: return 2.0;
    case KvDtype::int8: return (8 + 0.5) / 8;
    case KvDtype::int4: return (4 + 0.5) / 8;
    case KvDtype::fp8:
        if (second) return 1.0;
        break;
    default: break;
    }
    return Error{"inference.kv_dtype", std::string(name_of(call.settings.kv_dtype)),
                 second ? "auto | fp16 | fp8 | int8 | int4" : "auto | fp16 | int8 | int4",
                 phrase(QT_TRANSLATE_NOOP("core", "%1's cache holds halves, or integers of 2 to 8 bits"),
                        {second ? "ExLlamaV2" : "ExLlamaV3"})};
}

/// A head has bits of its own, and one that is tied to the embedding is packed for itself (conversion, head_bits).
Bytes head_of(const Model &model, const StartCall &call)
{
    const DecoderSpec &spec = model.rank.spec;
    const Count multiple = model.second ? 32 : 128;
    const Count rows = round_up(spec.vocab, multiple), columns = round_up(spec.hidden, multiple);
    if (!model.packed) return rows * columns * 2;
    if (!spec.tied) return table_of(model.rank, spec.head.name, rows, columns);
    double bits = model.second ? 16 : 6; // V2 keeps a tied table as it is
    const auto &own = call.architecture.quantization;
    if (!model.second && own && own->rules)
        for (const SchemeGroup &group : own->rules->groups)
            if (group.scheme && group.scheme->mean_bits > 0) bits = group.scheme->mean_bits;
    return static_cast<Bytes>(std::ceil(static_cast<double>(rows * columns) * bits / 8)) + (rows + columns) * 2;
}

Bytes embedding_of(const DecoderSpec &spec)
{
    return spec.vocab * (spec.embedding_width ? spec.embedding_width : spec.hidden) * 2;
}

/// Bytes of a sequence: pages of layers that see every token, rings of those with a window (modules/sliding_attn.py: the window and two
/// pages, whole pages, halves), states of the others (bfloat16 columns, float32 states).
struct ExllamaStartKept {
    double token = 0;
    Bytes rings = 0, states = 0;
    double largest = 0; ///< a token of the widest layer, unpacked
};

ExllamaStartKept kept_of(const Model &model, const std::vector<LayerCache> &caches)
{
    ExllamaStartKept out;
    for (const LayerCache &cache : caches) {
        const Count numbers = cache.keys + cache.values;
        out.states += cache.state;
        if (cache.window > 0 && !model.second) {
            out.rings += round_up(cache.window + 2 * page, page) * numbers * 2;
            continue;
        }
        out.token += static_cast<double>(numbers) * model.width;
        out.largest = std::max(out.largest, static_cast<double>(numbers) * 2);
    }
    return out;
}

/// The largest matrix that a product unpacks: whole up to 32,768 columns in V3 (MAX_RECONSTRUCT_SLICE_N), 512 Mi numbers in V2
/// (max_dq_size). The head is read for a few rows, which V3's kernel multiplies packed.
Bytes unpacked_of(const Model &model)
{
    if (!model.packed) return 0;
    Bytes most = 0;
    const auto take = [&](Count in, Count out) {
        const Count numbers =
            model.second ? std::min<Count>(in * out, Count{512} * 1024 * 1024) : in * std::min<Count>(out, 32768);
        most = std::max(most, numbers * 2);
    };
    for (const LayerSpec &kind : model.rank.spec.kinds) {
        const AttentionSpec &a = kind.attention;
        for (const LinearSpec *l : {&a.q, &a.k, &a.o, &a.fused, &a.latent.q_b, &a.latent.kv_b}) take(l->in, l->out);
        if (kind.mlp.kind == MlpKind::moe)
            take(kind.mlp.moe.expert_width, model.rank.spec.hidden);
        else
            for (const LinearSpec *l : {&kind.mlp.gate, &kind.mlp.up, &kind.mlp.down}) take(l->in, l->out);
    }
    if (model.second) take(model.rank.spec.hidden, model.rank.spec.vocab);
    return most;
}

/// V3's streams are float32: the sum, gate and up; what is normalised and multiplied are halves (modules/mlp.py). Experts run one after
/// the other on the tokens that chose them (modules/block_sparse_mlp.py).
Bytes pass_of_third(const Model &model, Count tokens, Count rows)
{
    const DecoderSpec &spec = model.rank.spec;
    Bytes most = 0;
    for (const LayerSpec &kind : spec.kinds) {
        const AttentionSpec &a = kind.attention;
        const Count queries = a.heads * a.head_dim, keys = a.kv_heads * a.head_dim;
        Bytes mlp = kind.mlp.down.in * 10;
        if (kind.mlp.kind == MlpKind::moe) {
            const MoeSpec &moe = kind.mlp.moe;
            mlp = spec.hidden * 4 + moe.top_k * moe.expert_width * 10 / std::max<Count>(1, moe.experts) + moe.experts * 2 +
                  moe.top_k * 10 + moe.shared.width * 10;
        }
        most = std::max({most, (2 * queries + 2 * keys) * 2 + spec.hidden * 4, mlp});
    }
    return tokens * (spec.hidden * 6 + most) + unpacked_of(model) + rows * spec.vocab * 6;
}

/// V2 reserves what its modules need once: the state of a chunk, gate and up, the unpacked matrix (mlp.py, scratch_space_fixed), and a
/// layer of a packed cache in halves (cache.py, touch_device).
Bytes scratch_of_second(const Model &model, Count tokens)
{
    const DecoderSpec &spec = model.rank.spec;
    Count inner = 0;
    for (const LayerSpec &kind : spec.kinds)
        inner = std::max(inner, kind.mlp.kind == MlpKind::moe ? kind.mlp.moe.expert_width : kind.mlp.down.in);
    return tokens * (spec.hidden + 2 * inner) * 2 + unpacked_of(model);
}

std::optional<Error> cannot(const Model &model, const StartCall &call)
{
    const std::string &name = call.architecture.class_name;
    const std::string method = exllama_start_method_of(call);
    if (const Maker maker = maker_of(model.rank.card); maker == Maker::apple || maker == Maker::intel)
        return Error{
            "target.gpus", model.rank.card.name, {}, phrase(QT_TRANSLATE_NOOP("core", "%1's kernels are CUDA's."), {"ExLlama"})};
    if (!model.second && !has_class(name))
        return Error{"model", call.architecture.model_type, {}, "Unknown architecture " + name + " in config.json"};
    const bool read =
        method.empty() || method == "exl2" || method == "exl3" || method == "gptq" || method == "fp8" || method == "mxfp4";
    if (!read)
        return Error{
            "weights.quant",
            method,
            {},
            phrase(QT_TRANSLATE_NOOP("core", "%1 reads checkpoints in EXL3, EXL2 and GPTQ, and unpacked ones: convert this "
                                             "model's own weights."),
                   {"ExLlama"})};
    return std::nullopt;
}

std::vector<Warning> warnings_of(const Model &model, const StartCall &call)
{
    std::vector<Warning> out;
    const bool second = model.second;
    out.push_back(not_measured(
        second ? "ExLlamaV2" : "ExLlamaV3", second ? "exllamav2 0.3.2" : "exllamav3 1.4.1",
        phrase(QT_TRANSLATE_NOOP(
            "core", "Rough are the pass of a chunk and its kernels' buffers; bits are spread over matrices alike, where "
                    "the converter gives some more and others fewer."))));
    if (second && !had_class(call.architecture.class_name))
        out.push_back({"read_as_llama",
                       phrase(QT_TRANSLATE_NOOP("core", "%1 does not know %2 and reads it as LLaMA's."),
                              {"ExLlamaV2", call.architecture.class_name}),
                       "model"});
    if (const std::string method = exllama_start_method_of(call); method == "fp8" || method == "mxfp4")
        out.push_back({"dequantised",
                       phrase(QT_TRANSLATE_NOOP("core", "%1 turns %2 into halves while it loads them."), {"ExLlamaV3", method}),
                       "weights.quant"});
    return out;
}

/// What must stay free beside it while it loads: 0.5 GiB; of V2 192 MiB and 256.
void refuse_if_short(EngineStart &out, const Model &model, const StartCall &call)
{
    const std::optional<Bytes> before = free_before(call, model.rank);
    if (!before || out.refuses) return;
    const Bytes reserve = model.second ? 448 * mib : 512 * mib;
    const Bytes asked = out.weights + out.buffers + out.load_cache + out.state + out.activation;
    if (asked + reserve <= *before) return;
    out.refuses =
        Error{"inference.context",
              std::to_string(call.plan.inference.context),
              {},
              phrase(QT_TRANSLATE_NOOP("core",
                                       "%1: %2 GiB are asked for, and %3 are free but for %4 that it leaves. Lower %5, pack the "
                                       "cache (%6), or take weights in fewer bits."),
                     {model.second ? "Insufficient VRAM for model and cache" : "Insufficient VRAM in split for model and cache",
                      in_gib(asked), in_gib(*before - reserve), in_gib(reserve), "--cache_size", "--cache_quant"})};
}

} // namespace

WeightDtype dtype_when_auto(const Plan & /*plan*/, const Architecture & /*model*/, const CardFacts & /*card*/)
{
    return WeightDtype::fp16;
}

std::optional<TakenContext> context_when_unstated(const Plan &plan, const Architecture &model, const CardFacts & /*card*/)
{
    if (!model.decoder) return std::nullopt;
    const std::string method = model.quantization && plan.weights.quant != "none" ? model.quantization->method : std::string();
    if (release_named(plan, "exllamav2") || method == "exl2" || method == "gptq") {
        lengths::Length own{lengths::positions(model), "max_position_embeddings"};
        if (own.tokens == 0) own = {2048, {}};
        return lengths::taken(own, "ExLlamaV2", "--length", "exllamav2/config.py, max_seq_len");
    }
    return TakenContext{8192, phrase(QT_TRANSLATE_NOOP("core", "%1's own where %2 is not given (%3)"),
                                     {"ExLlamaV3", "--cache_size", "exllamav3/model_init.py, add_args"})};
}

} // namespace exllama

Result<EngineStart> start_exllama(const StartCall &given)
{
    using namespace exllama;
    const std::string method = exllama_start_method_of(given);
    StartCall call = given;
    if (method == "fp8" || method == "mxfp4") call.loaded = nullptr;
    Result<Rank> rank = rank_of(call, "ExLlama", Dtype::fp16);
    if (!rank) return rank.error();
    Model model{*std::move(rank)};
    model.second = is_second(call);
    model.packed = call.loaded != nullptr && call.loaded->scheme != "none";
    const Result<double> width = cache_width(call, model.second);
    if (!width) return width.error();
    model.width = *width;
    const Inference &load = call.plan.inference;
    const Count chunk = call.settings.max_num_batched_tokens.value_or(2048),
                tokens = std::min(chunk, round_up(load.context, page));
    const Count cells = round_up(load.context, page) * load.sequences;

    EngineStart out;
    out.total = call.memory;
    out.spreads = spreads;
    out.taken = call.settings;
    out.taken.max_num_batched_tokens = chunk;
    out.warnings = warnings_of(model, call);
    out.refuses = cannot(model, call);
    out.weights = layers_of(model.rank, call) + head_of(model, call) + model.rank.spec.final_norm.width * 2;
    const std::vector<LayerCache> caches = caches_of(model.rank, !model.second);
    const ExllamaStartKept kept = kept_of(model, caches);
    out.load_cache = out.kv_cache = static_cast<Bytes>(std::ceil(kept.token * static_cast<double>(cells)));
    out.state = (kept.rings + kept.states) * load.sequences;
    out.pool = pool_of(caches, page, model.width);
    out.buffers = library_workspace(call.card);
    if (model.second) {
        out.buffers += scratch_of_second(model, tokens);
        if (model.width < 2) out.buffers += static_cast<Bytes>(kept.largest * static_cast<double>(cells));
        out.activation = tokens * model.rank.spec.hidden * 2 * 3 + load.sequences * model.rank.spec.vocab * 6;
    } else
        out.activation = pass_of_third(model, tokens, load.sequences);
    out.tokens = cells;
    out.blocks = cells / page;
    out.max_context = cells;
    out.max_concurrency = static_cast<double>(cells) / static_cast<double>(std::max<Count>(1, load.context));
    out.places.push_back({"CUDA0", out.weights, out.load_cache, out.state, out.buffers + out.activation});
    out.places.push_back({"host", embedding_of(model.rank.spec), 0, 0, 0});
    refuse_if_short(out, model, call);
    out.left_out = residents_left_out(call);
    stand(call, out);
    return out;
}

} // namespace plimsoll
