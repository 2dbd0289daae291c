// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parallel/megatron_sizes.h"

#include "core/ground/phrase.h"

#include <algorithm>
#include <numeric>

namespace plimsoll {

namespace {

Error uneven(const char *field, Count read, Count whole, const char *text)
{
    return Error{field, std::to_string(read),
                 phrase(QT_TRANSLATE_NOOP("core", "a number that divides %1"), {std::to_string(whole)}),
                 phrase(text, {std::to_string(whole), std::to_string(read)})};
}

/// arguments.py and transformer_config.py: what does not divide.
std::optional<Error> uneven_layer(const LayerSpec &layer, const Parallel &p)
{
    const AttentionSpec &a = layer.attention;
    if (a.heads % p.tensor != 0)
        return uneven(
            "parallel.tensor", p.tensor, a.heads,
            QT_TRANSLATE_NOOP("core", "num_attention_heads (%1) must be a multiple of tensor_model_parallel_size (%2)."));
    if (a.kv_heads % p.tensor != 0)
        return uneven("parallel.tensor", p.tensor, a.kv_heads,
                      QT_TRANSLATE_NOOP("core", "num_query_groups (%1) must be a multiple of tensor_model_parallel_size (%2)."));
    if (layer.mlp.kind == MlpKind::moe && layer.mlp.moe.experts % p.expert != 0)
        return uneven(
            "parallel.expert", p.expert, layer.mlp.moe.experts,
            QT_TRANSLATE_NOOP("core", "Number of experts (%1) should be a multiple of expert model parallel_size (%2)."));
    return std::nullopt;
}

bool known(const LayerSpec &layer)
{
    const MlpKind mlp = layer.mlp.kind;
    const bool plain = mlp == MlpKind::gated || mlp == MlpKind::gated_fused || mlp == MlpKind::plain || mlp == MlpKind::moe;
    return layer.attention.kind == AttentionKind::grouped && plain && !layer.more;
}

MegatronLayer layer_of(const LayerSpec &spec, Count hidden, const Parallel &p)
{
    const AttentionSpec &a = spec.attention;
    MegatronLayer out;
    out.hidden = hidden;
    out.heads = a.heads / p.tensor;
    out.attention = a.heads / p.tensor * a.head_dim;
    out.qkv = out.attention + 2 * (a.kv_heads / p.tensor) * a.head_dim;
    const bool biased = a.q.bias || a.fused.bias;
    Count norms = 2 * hidden;
    if (a.norms.q.kind != NormKind::none) norms += a.norms.q.width + a.norms.k.width;
    out.parameters = (out.qkv + out.attention) * hidden + (biased ? out.qkv : 0) + (a.o.bias ? hidden : 0) + norms;
    const MlpSpec &mlp = spec.mlp;
    if (mlp.kind != MlpKind::moe) {
        out.act = mlp.down.in / p.tensor;
        out.fc1 = out.act * (mlp.kind == MlpKind::plain ? 1 : 2);
        out.parameters += (out.fc1 + out.act) * hidden + (mlp.up.bias ? out.fc1 : 0) + (mlp.down.bias ? hidden : 0);
        return out;
    }
    const MoeSpec &moe = mlp.moe; // expert_tensor_parallel_size is tensor_model_parallel_size unless it is given
    out.act = moe.expert_width / p.tensor;
    out.fc1 = out.act * (moe.gated ? 2 : 1);
    out.experts = moe.experts;
    out.top_k = moe.top_k;
    out.expert_parameters = moe.experts / p.expert * (out.fc1 + out.act) * hidden;
    out.parameters += moe.experts * hidden + 3 * (moe.shared.width / p.tensor) * hidden;
    return out;
}

} // namespace

Count MegatronStage::parameters() const
{
    Count out = 0;
    for (const MegatronLayer &layer : layers) out += layer.parameters;
    const Count tables = (embedding ? 1 : 0) + (head && !(tied && embedding) ? 1 : 0);
    return out + tables * vocabulary * hidden + (head ? hidden : 0);
}

Count MegatronStage::expert_parameters() const
{
    return std::accumulate(layers.begin(), layers.end(), Count{0},
                           [](Count sum, const MegatronLayer &layer) { return sum + layer.expert_parameters; });
}

Result<MegatronStage> megatron_stage(const Architecture &architecture, const Plan &plan, const Rank &rank)
{
    const Parallel &p = plan.parallel;
    const DecoderSpec &decoder = *architecture.decoder;
    const Count layers = decoder.layer_count();
    if (layers % (p.pipeline * p.virtual_stages) != 0)
        return uneven(
            "parallel.pipeline", p.pipeline * p.virtual_stages, layers,
            QT_TRANSLATE_NOOP("core", "Number of layers (%1) should be divisible by the pipeline-model-parallel size (%2)."));
    MegatronStage out;
    out.hidden = decoder.hidden;
    out.tied = decoder.tied;
    out.embedding = rank.stage == 0;
    out.head = rank.stage + 1 == p.pipeline;
    const Count multiple = 128 * p.tensor; // --make-vocab-size-divisible-by
    out.vocabulary = (decoder.vocab + multiple - 1) / multiple * multiple / p.tensor;
    const Count each = layers / p.pipeline; // which of them stand on a virtual stage changes nothing where they are alike
    for (Count i = rank.stage * each; i < (rank.stage + 1) * each; ++i) {
        const LayerSpec &spec = decoder.kinds[static_cast<std::size_t>(decoder.layers[static_cast<std::size_t>(i)])];
        if (!known(spec))
            return Error{"model", architecture.model_type,
                         phrase(QT_TRANSLATE_NOOP("core", "grouped attention with a dense or sparse MLP")),
                         phrase(QT_TRANSLATE_NOOP("core", "Megatron-LM's layer of this kind is not simulated"))};
        if (auto error = uneven_layer(spec, p)) return *std::move(error);
        out.layers.push_back(layer_of(spec, decoder.hidden, p));
    }
    return out;
}

Count megatron_in_flight(const Parallel &parallel, Count stage, Count micro_batches)
{
    const Count p = parallel.pipeline, v = parallel.virtual_stages;
    if (parallel.schedule == PipelineSchedule::gpipe) return micro_batches * v;
    const Count wanted = v > 1 ? (p - stage - 1) * 2 + (v - 1) * p + 1 : p - stage;
    return std::min(wanted, micro_batches * v);
}

} // namespace plimsoll
