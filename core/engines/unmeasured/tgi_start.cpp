// SPDX-License-Identifier: GPL-3.0-or-later
// text-generation-inference db931fcf: launcher/src/main.rs, server/text_generation_server/models/flash_causal_lm.py (warmup).
#include "core/engines/unmeasured/tgi_start.h"

#include "core/engines/lengths/model_length.h"
#include "core/engines/unmeasured/unmeasured.h"
#include "core/engines/unmeasured/unmeasured_classes.h"
#include "core/ground/phrase.h"
#include "core/plan/names.h"
#include "core/model/extension.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

namespace plimsoll {

namespace tgi {

namespace {

using namespace unmeasured;

constexpr double wiggle_room = 0.90; ///< models/globals.py, TGI_WIGGLE_ROOM; the launcher's own guess has 0.95

/// launcher/src/main.rs, f16_flop: terafloating operations of the cards that it knows.
std::optional<double> teraflops(const CardFacts &card)
{
    constexpr std::array<std::pair<std::string_view, double>, 10> known{{{"4090", 82},
                                                                         {"T4", 65},
                                                                         {"L40S", 363},
                                                                         {"L40", 181},
                                                                         {"L4", 121},
                                                                         {"A10G", 125},
                                                                         {"A40", 149},
                                                                         {"A100", 312},
                                                                         {"H100", 900},
                                                                         {"H200", 989}}};
    const auto separate = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; };
    for (const auto &[name, flops] : known) {
        const auto at = card.name.find(name);
        if (at == std::string::npos) continue;
        const std::size_t end = at + name.size();
        if ((at == 0 || separate(card.name[at - 1])) && (end == card.name.size() || separate(card.name[end]))) return flops;
    }
    return std::nullopt;
}

/// What the launcher reads of a configuration: one width for all layers, experts as often as they stand.
struct Launcher {
    double heads = 0, kv_heads = 0, head_dim = 0, inner = 0, experts = 1, chosen = 1, shared = 0, layers = 0, hidden = 0,
           vocab = 0;
};

Launcher launcher_of(const Rank &rank)
{
    const DecoderSpec &spec = rank.spec;
    Launcher out;
    for (const LayerSpec &kind : spec.kinds) {
        const AttentionSpec &a = kind.attention;
        if (a.heads == 0) continue;
        out.heads = static_cast<double>(a.heads);
        out.kv_heads = static_cast<double>(a.kv_heads ? a.kv_heads : a.heads);
        out.head_dim = static_cast<double>(a.head_dim);
    }
    for (const LayerSpec &kind : spec.kinds) {
        if (kind.mlp.kind == MlpKind::moe) {
            out.inner = std::max(out.inner, static_cast<double>(kind.mlp.moe.expert_width));
            out.experts = static_cast<double>(kind.mlp.moe.experts);
            out.chosen = static_cast<double>(kind.mlp.moe.top_k);
        } else if (out.inner == 0)
            out.inner = static_cast<double>(kind.mlp.down.in);
    }
    out.layers = static_cast<double>(spec.layers.size());
    out.hidden = static_cast<double>(spec.hidden);
    out.vocab = static_cast<double>(spec.vocab);
    return out;
}

/// resolve_attention: FlashInfer for heads that it has, blocks of one token; flash decoding in blocks of 256 else, and paged attention
/// in blocks of 16 before Ampere.
struct Attention {
    bool flashinfer = true;
    Count block = 1;
};

Attention attention_of(const Rank &rank)
{
    bool known = true;
    for (const LayerSpec &kind : rank.spec.kinds) {
        const Count d = kind.attention.head_dim;
        if (kind.attention.kind != AttentionKind::none && d != 64 && d != 128 && d != 256) known = false;
    }
    if (known && !forces_flash_decoding(rank.model_type)) return {};
    return {false, rank.card.capability_major >= 8 ? 256 : 16};
}

/// Keys and values are as wide as the query's heads where attention is latent: flash_deepseek_v2_modeling.py caches them unpacked, both
/// as wide as the keys. One geometry for all layers, windows or not (flash_causal_lm.py, init_kv_cache).
Bytes token_bytes(const Rank &rank, Bytes width)
{
    Bytes heads = 0, dim = 0;
    for (const LayerSpec &kind : rank.spec.kinds) {
        const AttentionSpec &a = kind.attention;
        if (a.kind == AttentionKind::none || a.kind == AttentionKind::other) continue;
        const bool latent = a.kind == AttentionKind::latent;
        heads = std::max(heads, latent ? rank.shard(a.heads) : rank.kv_heads(a));
        dim = std::max(dim, a.head_dim);
    }
    return 2 * heads * dim * width * static_cast<Count>(rank.spec.layers.size());
}

/// Its embedding has a row for what is not there, and a tied head is read from the file once more (layers/tensor_parallel.py).
Bytes tgi_start_tables_of(const Rank &rank)
{
    const DecoderSpec &spec = rank.spec;
    const Count columns = spec.embedding_width ? spec.embedding_width : spec.hidden;
    const Bytes head = spec.vocab % rank.tensor == 0 ? spec.vocab / rank.tensor : spec.vocab;
    Bytes out = (rank.shard(spec.vocab) + 1) * columns * rank.width() + head * spec.hidden * rank.width();
    if (spec.positions == Positions::learned) out += spec.position_rows * columns * rank.width();
    out += sum(ranks::layer_input_weights(rank));
    for (const Module *tower : rank.towers)
        for (const Parameter &p : tower->parameters)
            if (!p.tied_to) out += p.elements() * rank.width();
    return out;
}

/// --quantize fp8 of plain weights: LLaMA's own code keeps attention, the first layer and the last one wide (no_fp8).
Bytes kept_wide(const Rank &rank)
{
    if (!rank.online_fp8 || !keeps_attention_wide(rank.model_type)) return 0;
    Bytes out = 0;
    for (std::size_t i = 0; i < rank.end; ++i) {
        const LayerSpec &layer = rank.layer(i);
        const AttentionSpec &a = layer.attention;
        Count matrices = 0;
        for (const LinearSpec *l : {&a.q, &a.k, &a.v, &a.fused, &a.o}) matrices += l->in * l->out;
        const bool end = i == 0 || i + 1 == rank.end;
        if (end)
            for (const LinearSpec *l : {&layer.mlp.gate, &layer.mlp.up, &layer.mlp.down}) matrices += l->in * l->out;
        out += rank.shard(matrices) * (rank.width() - 1);
    }
    return out;
}

/// bitsandbytes' scales, which layers/bnb.py packs again whatever a plan says (compress_statistics): a byte and a 64th for each 64
/// numbers in the place of four.
Bytes saved_by_nesting(const Rank &rank, const Plan &plan)
{
    if (plan.weights.double_quant || (plan.weights.quant != "nf4" && plan.weights.quant != "fp4")) return 0;
    Count scales = 0;
    for (std::size_t i = rank.begin; i < rank.end; ++i) {
        const LayerSpec &layer = rank.layer(i);
        const AttentionSpec &a = layer.attention;
        for (const LinearSpec *l : {&a.q, &a.k, &a.v, &a.fused, &a.o, &layer.mlp.gate, &layer.mlp.up, &layer.mlp.down})
            scales += rank.shard(l->in * l->out) / 64;
    }
    return scales * 3 - scales / 64;
}

Result<Bytes> tgi_start_cache_width(const StartCall &call, const Rank &rank)
{
    switch (call.settings.kv_dtype) {
    case KvDtype::auto_: return rank.width();
    case KvDtype::fp16:
    case KvDtype::bf16:
        if ((call.settings.kv_dtype == KvDtype::bf16) == (rank.dtype == Dtype::bf16)) return rank.width();
        break;
    case KvDtype::fp8: return Bytes{1};
    default: break;
    }
    return Error{"inference.kv_dtype", std::string(name_of(call.settings.kv_dtype)), "auto | fp8",
                 phrase(QT_TRANSLATE_NOOP("core", "%1's cache has the weights' dtype (%2), or FP8"),
                        {"TGI", rank.dtype == Dtype::bf16 ? "bf16" : "fp16"})};
}

std::optional<Error> refusal(const Rank &rank, const StartCall &call, const Attention &attention)
{
    const auto refused = [](const char *field, std::string read, std::string text) {
        return Error{field, std::move(read), {}, std::move(text)};
    };
    for (const LayerSpec &kind : rank.spec.kinds) {
        const AttentionSpec &a = kind.attention;
        if (a.heads % rank.tensor != 0)
            return refused("parallel.tensor", std::to_string(rank.tensor),
                           "`num_heads` must be divisible by `num_shards` (got `num_heads`: " + std::to_string(a.heads) +
                               " and `num_shards`: " + std::to_string(rank.tensor));
        if (a.kind == AttentionKind::grouped && a.kv_heads > 1 && a.kv_heads % rank.tensor != 0)
            return refused("parallel.tensor", std::to_string(rank.tensor),
                           "`num_key_value_heads` must be divisible by `num_shards` (got `num_key_value_heads`: " +
                               std::to_string(a.kv_heads) + " and `num_shards`: " + std::to_string(rank.tensor));
        if (kind.extension && kind.extension->mixer.kind != MixerKind::none)
            return refused(
                "model", rank.model_type,
                phrase(QT_TRANSLATE_NOOP("core", "%1's blocks hold keys and values alone: it has no cache for the states "
                                                 "of this model's recurrent layers (flash_causal_lm.py)."),
                       {"TGI"}));
    }
    if (call.settings.kv_dtype == KvDtype::fp8 && !attention.flashinfer && rank.card.capability_major >= 8)
        return refused(
            "inference.kv_dtype", "fp8",
            "FP8 KV cache is currently only supported for flashinfer on CUDA and paged attention on CUDA, ROCm and INTEL "
            "IPEX and flashdecoding in Intel IPEX ");
    const std::string method = call.architecture.quantization && call.plan.weights.quant != "none"
                                   ? call.architecture.quantization->method
                                   : std::string();
    if (!method.empty() && !reads_method(method))
        return refused("weights.quant", method,
                       phrase(QT_TRANSLATE_NOOP("core", "%1 does not know how %2 packs weights (\"%3\", models/__init__.py)."),
                              {"TGI", method, "Unknown quantization method"}));
    if (method == "exl2" && rank.tensor > 1)
        return refused("parallel.tensor", std::to_string(rank.tensor),
                       "Sharding is currently not supported with `exl2` quantization");
    return std::nullopt;
}

/// FlashInfer's workspace and its three plans (layers/attention/flashinfer.py, 8 MiB each), cuBLAS's workspace, and what ExLlama's kernel
/// unpacks into where Marlin does not run (layers/gptq/exllamav2.py).
Bytes buffers_of(const Rank &rank, const StartCall &call, const Attention &attention)
{
    Bytes out = library_workspace(rank.card);
    if (attention.flashinfer) out += 128 * mib + 24 * mib;
    const std::string &quant = call.plan.weights.quant;
    if (rank.card.capability_major >= 8 || !(quant.starts_with("gptq") || quant.starts_with("awq"))) return out;
    Bytes most = 0;
    for (const LayerSpec &kind : rank.spec.kinds)
        for (const LinearSpec *l : {&kind.attention.o, &kind.mlp.up, &kind.mlp.down})
            most = std::max(most, rank.shard(l->in * l->out) * 2 + l->out * call.plan.inference.context * 4);
    return out + most;
}

/// One graph of each size up to 32, largest first: their inputs, FlashInfer's plan of each, the largest pass of 32 tokens.
Bytes graphs_of(const Rank &rank, const StartCall &call, const Attention &attention)
{
    const std::string &quant = call.plan.weights.quant;
    if (call.settings.enforce_eager || quant == "int8" || quant.starts_with("exl2")) return 0;
    constexpr Count largest = 32, sizes = 6;
    const Bytes tables = largest * call.plan.inference.context * 4;
    const Bytes pool = pass_of(rank, {largest, largest, 4, rank.width(), rank.width()});
    return tables + pool + library_workspace(rank.card) + sizes * (attention.flashinfer ? 8 * mib : 0) + sizes * mib;
}

Error short_of_memory(const StartCall &call, const Rank &rank, Count prefill, Bytes free)
{
    if (free <= 0)
        return {"parallel.tensor",
                std::to_string(rank.tensor),
                {},
                phrase(QT_TRANSLATE_NOOP("core",
                                         "CUDA runs out of memory while %1 loads the weights. Use more cards (%2), or weights "
                                         "in fewer bits (%3)."),
                       {"TGI", "--num-shard", "--quantize"})};
    return {"inference.max_num_batched_tokens",
            std::to_string(prefill),
            {},
            "Not enough memory to handle " + std::to_string(std::max(prefill, call.plan.inference.context)) +
                " prefill tokens. You need to decrease `--max-batch-prefill-tokens`"};
}

/// The blocks that what is free then holds, once a pass has run beside those of its own prompts.
void fill_blocks(EngineStart &out, const StartCall &call, const Rank &rank, const Attention &attention)
{
    const std::optional<Bytes> before = free_before(call, rank);
    if (!before || out.refuses) return;
    const Bytes block = out.pool.block_bytes;
    const Count prefill = *out.taken.max_num_batched_tokens;
    const Inference &load = call.plan.inference;
    const double share = *out.taken.gpu_memory_utilization * wiggle_room;
    out.requested = static_cast<Bytes>(static_cast<double>(*call.memory) * share);
    const Bytes kept_free = *call.memory - *out.requested;
    const Bytes free = *before - out.weights - out.buffers - kept_free;
    out.blocks = block > 0 ? std::max<Bytes>(0, free - out.activation) / block : 0;
    out.kv_cache = out.blocks * block;
    out.tokens = out.blocks * attention.block;
    out.max_context = std::min(out.tokens, std::max(rank.spec.max_positions, load.context));
    out.max_concurrency = static_cast<double>(out.tokens) / static_cast<double>(std::max<Count>(1, load.context));
    if (out.blocks == 0) out.refuses = short_of_memory(call, rank, prefill, *before - out.weights - out.buffers);
    if (out.refuses) out.requested.reset();
    if (!out.refuses)
        out.log = {"Using Attention = " + std::string(attention.flashinfer    ? "flashinfer"
                                                      : attention.block == 16 ? "paged"
                                                                              : "flashdecoding"),
                   "KV-cache blocks: " + std::to_string(out.blocks) + ", size: " + std::to_string(attention.block)};
}

} // namespace

Count default_prefill_tokens(const Rank &rank, const StartCall &call)
{
    const Launcher c = launcher_of(rank);
    const double matrices =
        c.head_dim * c.hidden * (2 * 3 * c.heads + 2 * 2 * c.kv_heads) + 2 * 3 * c.hidden * c.inner * c.chosen;
    const double cards = static_cast<double>(rank.tensor);
    double out = 4096;
    const bool pictures = rank.spec.inside_larger;
    if (const std::optional<double> card = teraflops(rank.card); card && !pictures && matrices > 0) {
        const double optimal = *card * 1e12 * cards / (matrices * c.layers);
        if (optimal > 100) out = std::floor(optimal);
    } else if (pictures)
        out = static_cast<double>(prefill_tokens_with_pictures(rank.model_type));
    if (rank.spec.max_positions > 0) out = std::min(out, static_cast<double>(rank.spec.max_positions));
    if (!call.memory || call.architecture.quantization || !teraflops(rank.card)) return static_cast<Count>(out);
    const double available =
        static_cast<double>(*call.memory) * cards * call.settings.gpu_memory_utilization.value_or(1.0) * 0.95;
    const double layer =
        3 * c.inner * c.experts * c.hidden + (c.heads + 2 * c.kv_heads) * c.head_dim + c.heads * c.head_dim * c.hidden;
    const double weights = 2 * (layer * c.layers + 2 * c.hidden * c.vocab);
    const double token = c.kv_heads * 2 * c.head_dim * 2 * c.layers + (c.inner + c.inner / 2) * c.experts * 2 * 3;
    if (available > weights && token > 0) out = std::min(out, std::floor((available - weights) / token));
    return std::max<Count>(1, static_cast<Count>(out));
}

WeightDtype dtype_when_auto(const Plan &plan, const Architecture &model, const CardFacts & /*card*/)
{
    const std::string &quant = plan.weights.quant;
    const std::string method = model.quantization ? model.quantization->method : std::string();
    const bool half =
        quant.starts_with("gptq") || quant.starts_with("awq") || method == "gptq" || method == "awq" || method == "exl2";
    if (half) return WeightDtype::fp16;
    return defaults_to_bf16(model.model_type) ? WeightDtype::bf16 : WeightDtype::fp16;
}

std::optional<TakenContext> context_when_unstated(const Plan & /*plan*/, const Architecture &model, const CardFacts & /*card*/)
{
    if (!model.decoder) return std::nullopt;
    lengths::Length out{lengths::positions(model), "max_position_embeddings"};
    if (out.tokens == 0) out = {4096, {}};
    return lengths::taken(out, "TGI", "--max-total-tokens", "server/models/flash_causal_lm.py, warmup");
}

} // namespace tgi

static Result<EngineStart> start_tgi_with(const StartCall &call)
{
    using namespace tgi;
    const bool as_taken = call.plan.weights.dtype == WeightDtype::auto_;
    const WeightDtype own = dtype_when_auto(call.plan, call.architecture, call.card);
    const Dtype dtype = as_taken ? (own == WeightDtype::bf16 ? Dtype::bf16 : Dtype::fp16) : dtype_of(call, Dtype::fp16);
    Result<Rank> made = rank_of(call, "TGI", dtype);
    if (!made) return made.error();
    Rank &rank = *made;
    rank.towers = ranks::towers_of(call.architecture);
    rank.online_fp8 = call.plan.weights.quant == "fp8" && !call.architecture.quantization;
    const Attention attention = attention_of(rank);
    const Result<Bytes> width = tgi_start_cache_width(call, rank);
    if (!width) return width.error();
    const Inference &load = call.plan.inference;
    const Count prefill = call.settings.max_num_batched_tokens.value_or(default_prefill_tokens(rank, call));
    const Count prompt = std::max<Count>(1, load.context - 1);

    EngineStart out;
    out.total = call.memory;
    out.spreads = spreads;
    out.taken = call.settings;
    out.taken.max_num_batched_tokens = prefill;
    out.taken.max_num_seqs = call.settings.max_num_seqs.value_or(128);
    out.taken.gpu_memory_utilization = call.settings.gpu_memory_utilization.value_or(1.0);
    out.warnings.push_back(not_measured(
        "TGI", "text-generation-inference 3.3.6",
        phrase(QT_TRANSLATE_NOOP("core",
                                 "Rough are the pass of %1 tokens that it measures before it makes the cache, what CUDA graphs "
                                 "take after it, and NCCL's buffers."),
               {std::to_string(prefill)})));
    if (!has_own_code(rank.model_type))
        out.warnings.push_back(
            {"no_code_of_its_own",
             phrase(QT_TRANSLATE_NOOP("core",
                                      "%1 has no code of its own for %2 and runs transformers' class, where the release that "
                                      "it pins has one."),
                    {"TGI", rank.model_type}),
             "model"});
    out.weights = layers_of(rank, call) + kept_wide(rank) - saved_by_nesting(rank, call.plan) + tgi_start_tables_of(rank) +
                  rank.spec.final_norm.width * rank.width();
    out.non_torch = communicators_of(rank);
    out.buffers = buffers_of(rank, call, attention);
    out.graphs = graphs_of(rank, call, attention);
    const Count requests = (prefill + prompt - 1) / prompt;
    out.activation = pass_of(rank, {prefill, requests, 4, rank.width(), rank.width() + 12});
    const Bytes token = token_bytes(rank, *width), block = token * attention.block;
    out.pool = pool_of(caches_of(rank, false), attention.block, static_cast<double>(*width));
    out.pool.block_bytes = block;
    for (KvGroup &group : out.pool.groups) group.layer.kind = KvKind::full; // windows are masks over a whole cache
    out.load_cache = load.sequences * ((load.context + attention.block - 1) / attention.block) * block;
    out.refuses = refusal(rank, call, attention);
    fill_blocks(out, call, rank, attention);
    out.left_out = residents_left_out(call);
    stand(call, out);
    return out;
}

Result<EngineStart> start_tgi(const StartCall &call) { return unmeasured::lowered_to_fit(call, start_tgi_with); }

} // namespace plimsoll
