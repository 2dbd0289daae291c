// SPDX-License-Identifier: GPL-3.0-or-later
// TensorRT-LLM 1.4.0rc4, tensorrt_llm/_torch/pyexecutor/_util.py (KvCacheCreator), llmapi/llm_args.py; nvidia.github.io/TensorRT-LLM,
// reference/memory.
#include "core/engines/unmeasured/tensorrt_llm_start.h"

#include "core/engines/lengths/model_length.h"
#include "core/engines/unmeasured/unmeasured.h"
#include "core/engines/unmeasured/unmeasured_classes.h"
#include "core/ground/phrase.h"
#include "core/plan/names.h"

#include <algorithm>
#include <cmath>

namespace plimsoll {

namespace tensorrt_llm {

namespace {

using namespace unmeasured;

constexpr Count default_batch = 2048, default_tokens = 8192, default_block = 32; // llm_args.py
constexpr double default_fraction = 0.9;

/// Without padding every batch up to 31 has a graph of its own, then 32, 64 and 128 (CudaGraphConfig).
constexpr Count largest_graph = 128, graphs = 34;

/// kv_cache_config.dtype auto is what the checkpoint says (features/quantization), and one that ModelOpt wrote in FP8 or NVFP4 says
/// FP8: --kv_cache_qformat is "fp8_cast", earlier "fp8", unless somebody turns it off (modelopt 0.46, examples/hf_ptq/hf_ptq.py).
/// FP8 in blocks says nothing, and its configuration has it.
KvDtype cache_dtype(const StartCall &call)
{
    const std::string &quant = call.plan.weights.quant;
    const bool by_modelopt = (quant == "fp8" || quant == "nvfp4") && !call.architecture.quantization;
    return call.settings.kv_dtype == KvDtype::auto_ && by_modelopt ? KvDtype::fp8 : call.settings.kv_dtype;
}

Result<double> cache_width(const StartCall &call, Dtype dtype)
{
    switch (cache_dtype(call)) {
    case KvDtype::auto_: return static_cast<double>(size_of(dtype));
    case KvDtype::fp8: return 1.0;
    case KvDtype::fp16:
        if (dtype == Dtype::fp16) return 2.0;
        break;
    case KvDtype::bf16:
        if (dtype == Dtype::bf16) return 2.0;
        break;
    default: break;
    }
    return Error{"inference.kv_dtype", std::string(name_of(call.settings.kv_dtype)), "auto | fp8",
                 phrase(QT_TRANSLATE_NOOP("core", "%1's cache has the weights' dtype (%2), or FP8"),
                        {"TensorRT-LLM", dtype == Dtype::bf16 ? "bf16" : "fp16"})};
}

/// What a sequence of so many tokens takes: layers with a window have pools of their own, in which it keeps the window
/// (_derive_layer_type_attention_windows).
struct Cells {
    double token = 0;                                 ///< of all layers that see every token
    std::vector<std::pair<Count, double>> windowed{}; ///< window, and a token's bytes in its layers
    Bytes state = 0;                                  ///< of a sequence

    [[nodiscard]] Bytes of(Count tokens, Count block) const
    {
        const auto paged = [block](Count n) {
            const Count whole = (n + block - 1) / block * block;
            return static_cast<double>(whole);
        };
        double out = token * paged(tokens);
        for (const auto &[window, bytes] : windowed) out += bytes * paged(std::min(tokens, window));
        return static_cast<Bytes>(out);
    }
};

Cells cells_of(const std::vector<LayerCache> &caches, double width)
{
    Cells out;
    const bool mixed = std::ranges::any_of(caches, [](const LayerCache &c) { return c.kind == KvKind::full; });
    for (const LayerCache &cache : caches) {
        const double bytes = static_cast<double>(cache.keys + cache.values) * width;
        out.state += cache.state;
        if (cache.window == 0 || !mixed) { // one window for all layers is no pool of its own there
            out.token += bytes;
            continue;
        }
        const auto known = std::ranges::find(out.windowed, cache.window, &std::pair<Count, double>::first);
        if (known == out.windowed.end())
            out.windowed.emplace_back(cache.window, bytes);
        else
            known->second += bytes;
    }
    return out;
}

/// Block tables of all requests, on host and card alike, for keys and for values.
Bytes tables_of(Count requests, Count context, Count block) { return 2 * requests * ((context + block - 1) / block) * 4; }

Bytes tables_beside(const Rank &rank)
{
    const DecoderSpec &spec = rank.spec;
    const Count columns = spec.embedding_width ? spec.embedding_width : spec.hidden;
    Bytes out = rank.spec.final_norm.width * rank.width();
    if (rank.first() || (spec.tied && rank.last())) out += rank.shard(spec.vocab) * columns * rank.width();
    if (rank.last() && !spec.tied) out += rank.shard(spec.vocab) * spec.hidden * rank.width();
    out += sum(ranks::layer_input_weights(rank));
    for (const Module *tower : rank.towers)
        for (const Parameter &p : tower->parameters)
            if (!p.tied_to && rank.first()) out += p.elements() * rank.width();
    return out;
}

std::optional<Error> refusal(const Rank &rank)
{
    if (maker_of(rank.card) != Maker::nvidia || rank.card.capability_major < 8)
        return Error{"target.gpus",
                     rank.card.name,
                     {},
                     phrase(QT_TRANSLATE_NOOP("core", "%1 runs on NVIDIA's cards since Ampere (reference/support-matrix)."),
                            {"TensorRT-LLM"})};
    for (const LayerSpec &kind : rank.spec.kinds)
        if (kind.attention.heads % rank.tensor != 0)
            return Error{"parallel.tensor",
                         std::to_string(rank.tensor),
                         {},
                         phrase(QT_TRANSLATE_NOOP("core", "%1 heads do not divide among %2 ranks."),
                                {std::to_string(kind.attention.heads), std::to_string(rank.tensor)})};
    if (rank.pipeline > rank.spec.layer_count())
        return Error{"parallel.pipeline", std::to_string(rank.pipeline), "1 to " + std::to_string(rank.spec.layer_count()), {}};
    return std::nullopt;
}

std::vector<Warning> warnings_of(const Rank &rank, const StartCall &call, Count tokens)
{
    std::vector<Warning> out;
    out.push_back(not_measured(
        "TensorRT-LLM", "TensorRT-LLM 1.4.0rc4",
        phrase(QT_TRANSLATE_NOOP("core",
                                 "Rough are the pass of %1 tokens that it measures, attention's workspaces, what CUDA graphs and "
                                 "NCCL take, and weights whose scales its kernels lay out anew. It is the PyTorch back-end's; an "
                                 "engine that TensorRT has built says itself what its activations take."),
               {std::to_string(tokens)})));
    if (!lists_class(call.architecture.class_name))
        out.push_back(
            {"model_not_listed",
             phrase(QT_TRANSLATE_NOOP("core", "%1's documentation lists no %2 among the models of its PyTorch back-end."),
                    {"TensorRT-LLM 1.3", call.architecture.class_name}),
             "model"});
    if (rank.pipeline > 1)
        out.push_back({"first_stage",
                       phrase(QT_TRANSLATE_NOOP("core", "The figures are those of the first stage of the pipeline.")),
                       "parallel.pipeline"});
    return out;
}

/// What is left for blocks once everything else stands, and what it holds.
void fill_pool(EngineStart &out, const StartCall &call, const Rank &rank, const Cells &cells, Count block)
{
    const Inference &load = call.plan.inference;
    const std::optional<Bytes> before = free_before(call, rank);
    if (!before || out.refuses) return;
    const Bytes left = *before - out.weights - out.buffers - out.graphs - out.activation;
    const double fraction = *out.taken.gpu_memory_utilization;
    const auto pool = static_cast<Bytes>(static_cast<double>(std::max<Bytes>(0, left)) * fraction);
    const Bytes one = cells.of(load.context, block);
    const auto refuse = [&](const char *field, std::string read, std::string text) {
        out.refuses = Error{field, std::move(read), {}, std::move(text)};
    };
    if (left <= 0)
        return refuse(
            "parallel.tensor", std::to_string(rank.tensor),
            phrase(QT_TRANSLATE_NOOP("core", "CUDA runs out of memory before %1 makes its cache: weights, graphs and a pass of "
                                             "%2 tokens take more than is free. Use more cards (%3), fewer tokens a pass (%4) or "
                                             "weights in fewer bits."),
                   {"TensorRT-LLM", std::to_string(*out.taken.max_num_batched_tokens), "--tp_size", "--max_num_tokens"}));
    const Bytes states = cells.state * *out.taken.max_num_seqs;
    if (states >= pool && cells.state > 0)
        return refuse(
            "inference.max_num_seqs", std::to_string(*out.taken.max_num_seqs),
            phrase(QT_TRANSLATE_NOOP("core", "The states of %1 requests take %2 GiB, and %3 are left for them and the cache: "
                                             "lower %4."),
                   {std::to_string(*out.taken.max_num_seqs), in_gib(states), in_gib(pool), "--max_batch_size"}));
    out.requested = *call.memory - (*before - out.weights - out.buffers - out.graphs - out.activation) + pool;
    out.state = states;
    out.kv_cache = pool - states;
    if (one <= 0) return;
    const double sequences = static_cast<double>(out.kv_cache) / static_cast<double>(one);
    out.max_concurrency = std::min(sequences, static_cast<double>(*out.taken.max_num_seqs));
    out.tokens = static_cast<Count>(sequences * static_cast<double>(load.context)) / block * block;
    out.blocks = out.tokens / block;
    out.max_context = std::min(out.tokens, std::max(rank.spec.max_positions, load.context));
    if (out.kv_cache < one)
        refuse("inference.context", std::to_string(load.context),
               phrase(QT_TRANSLATE_NOOP("core",
                                        "A request of %1 tokens needs %2 GiB of cache, and %3 are left: lower %4, or use more "
                                        "cards."),
                      {std::to_string(load.context), in_gib(one), in_gib(out.kv_cache), "--max_seq_len"}));
    if (out.refuses) out.requested.reset();
    if (out.refuses) return;
    out.log = {
        "Memory used after loading model weights (inside torch) in memory usage profiling: " + in_gib(out.weights) + " GiB",
        "Memory dynamically allocated during inference (inside torch) in memory usage profiling: " + in_gib(out.activation) +
            " GiB"};
}

} // namespace

WeightDtype dtype_when_auto(const Plan & /*plan*/, const Architecture &model, const CardFacts & /*card*/)
{
    return model.config_dtype == Dtype::fp16 ? WeightDtype::fp16 : WeightDtype::bf16;
}

std::optional<TakenContext> context_when_unstated(const Plan & /*plan*/, const Architecture &model, const CardFacts & /*card*/)
{
    if (!model.decoder) return std::nullopt;
    lengths::Length out{lengths::positions(model), "max_position_embeddings"};
    if (out.tokens == 0) out = {2048, {}};
    const NamedLengths &named = lengths::named(model);
    const std::string &rope = named.rope_type;
    const bool scales = !rope.empty() && rope != "su" && rope != "longrope" && rope != "llama3" && rope != "yarn";
    if (scales && named.rope_factor && model.decoder->rotary_tables == 1) {
        out.scaled_by = *named.rope_factor;
        out.rope_type = rope;
        out.tokens = static_cast<Count>(std::ceil(static_cast<double>(out.tokens) * out.scaled_by));
    }
    return lengths::taken(out, "TensorRT-LLM", "--max_seq_len", "_torch/models/modeling_utils.py, infer_max_seq_len");
}

} // namespace tensorrt_llm

static Result<EngineStart> start_tensorrt_llm_with(const StartCall &call)
{
    using namespace tensorrt_llm;
    const Dtype dtype = dtype_of(call, Dtype::bf16);
    Result<Rank> made = rank_of(call, "TensorRT-LLM", dtype);
    if (!made) return made.error();
    Rank &rank = *made;
    rank.towers = ranks::towers_of(call.architecture);
    rank.triton_mx = call.card.capability_major == 9;
    const std::size_t layers = rank.spec.layers.size(), stages = static_cast<std::size_t>(std::max<Count>(1, rank.pipeline));
    rank.end = (layers + stages - 1) / stages;
    const Result<double> width = cache_width(call, dtype);
    if (!width) return width.error();
    const Inference &load = call.plan.inference;

    EngineStart out;
    out.total = call.memory;
    out.spreads = spreads;
    out.taken = call.settings;
    out.taken.max_num_seqs = call.settings.max_num_seqs.value_or(default_batch);
    out.taken.max_num_batched_tokens = call.settings.max_num_batched_tokens.value_or(default_tokens);
    out.taken.gpu_memory_utilization = call.settings.gpu_memory_utilization.value_or(default_fraction);
    out.taken.kv_dtype = cache_dtype(call);
    out.taken.kv_block_size = call.settings.kv_block_size.value_or(default_block);
    const Count block = *out.taken.kv_block_size, tokens = *out.taken.max_num_batched_tokens;
    out.warnings = warnings_of(rank, call, tokens);
    out.refuses = refusal(rank);

    out.weights = layers_of(rank, call) + tables_beside(rank);
    out.non_torch = communicators_of(rank);
    out.buffers = library_workspace(rank.card) + tables_of(*out.taken.max_num_seqs, load.context, block);
    const Bytes wide = rank.width();
    if (!call.settings.enforce_eager) {
        const Count batch = std::min(largest_graph, *out.taken.max_num_seqs);
        out.graphs =
            pass_of(rank, {batch, batch, 3, wide, wide + 4}) + library_workspace(rank.card) + std::min(graphs, batch) * mib;
    }
    const Count rows = std::min(*out.taken.max_num_seqs, (tokens + load.context - 1) / std::max<Count>(1, load.context));
    out.activation = pass_of(rank, {tokens, rows, 3, wide, wide + 8});
    const std::vector<LayerCache> caches = caches_of(rank, true);
    const Cells cells = cells_of(caches, *width);
    out.pool = pool_of(caches, block, *width);
    if (!cells.windowed.empty()) out.pool.block_bytes = 0; // each window has blocks of its own
    out.load_cache = load.sequences * cells.of(load.context, block);
    out.load_state = load.sequences * cells.state;
    if (!call.memory) out.state = *out.load_state;
    fill_pool(out, call, rank, cells, block);
    out.left_out = residents_left_out(call);
    stand(call, out);
    return out;
}

Result<EngineStart> start_tensorrt_llm(const StartCall &call)
{
    return unmeasured::lowered_to_fit(call, start_tensorrt_llm_with);
}

} // namespace plimsoll
