// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parallel/megatron_sizes.h"

#include "core/ground/phrase.h"
#include "core/model/extension.h"

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

bool is_delta_net(const LayerSpec &layer) { return layer.extension && layer.extension->mixer.kind == MixerKind::delta_net; }

bool known(const LayerSpec &layer)
{
    const MlpKind mlp = layer.mlp.kind;
    const bool plain = mlp == MlpKind::gated || mlp == MlpKind::gated_fused || mlp == MlpKind::plain || mlp == MlpKind::moe;
    const bool gated = layer.extension && layer.extension->mixer.kind == MixerKind::none && makes_gate(layer.attention);
    const bool attends = layer.attention.kind == AttentionKind::grouped && (!layer.extension || gated);
    return (attends || is_delta_net(layer)) && plain;
}

/// A matrix that is cut by columns holds A whole and its share of B, one that is cut by rows the other way round; both sides here are
/// the rank's.
Count lora_of(Count rank, Count in, Count out) { return rank * (in + out); }

/// Projections of a gated delta net in the place of attention's.
void take_delta_net(MegatronLayer &out, const MixerSpec &mixer, const Parallel &p)
{
    out.heads = mixer.heads / p.tensor;
    out.attention = mixer.inner / p.tensor;
    Count in = 0, more = 0;
    for (const LinearSpec &linear : mixer.linears)
        if (!linear.name.ends_with("out_proj")) in += linear.out;
    for (const Parameter &own : mixer.own) more += own.elements();
    out.qkv = in / p.tensor;
    // megatron/core/ssm/gated_delta_net.py (as mcore-bridge 1.6 has it) calls flash-linear-attention 0.6: what stands for `qkv` is the
    // gate and the convolution's input, both laid out anew. Beside them unit queries and keys, those again for each head of values,
    // values, a triangle of 64 columns a head, the rule's result, and that normalised
    const Count keys = mixer.groups * mixer.state, wide = mixer.heads * mixer.state;
    const Count repeated = wide == keys ? 0 : 2 * wide;
    out.delta = (2 * keys + repeated + mixer.inner + 64 * mixer.heads + 2 * mixer.inner) / p.tensor;
    out.delta_mixed = (2 * keys + mixer.inner) / p.tensor;
    out.delta_keys = wide / p.tensor;
    out.delta_states = (mixer.inner * mixer.state + 63) / 64 / p.tensor;
    out.parameters = (out.qkv + out.attention) * out.hidden + more / p.tensor + 2 * out.hidden;
}

MegatronLayer layer_of(const LayerSpec &spec, Count hidden, const Parallel &p)
{
    const AttentionSpec &a = spec.attention;
    MegatronLayer out;
    out.hidden = hidden;
    out.heads = a.heads / p.tensor;
    out.attention = a.heads / p.tensor * a.head_dim;
    out.qkv = out.attention * (makes_gate(a) ? 2 : 1) + 2 * (a.kv_heads / p.tensor) * a.head_dim;
    const bool biased = a.q.bias || a.fused.bias;
    Count norms = 2 * hidden;
    if (a.norms.q.kind != NormKind::none) norms += a.norms.q.width + a.norms.k.width;
    out.parameters = (out.qkv + out.attention) * hidden + (biased ? out.qkv : 0) + (a.o.bias ? hidden : 0) + norms;
    if (is_delta_net(spec)) take_delta_net(out, spec.extension->mixer, p);
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

void add_adapters(MegatronLayer &out, const LayerSpec &spec, const Plan &plan)
{
    const MegatronTargets on = megatron_targets(plan.adapter);
    const Count rank = plan.adapter.rank, hidden = out.hidden;
    if (on.qkv) out.adapters += lora_of(rank, hidden, out.qkv);
    if (on.proj) out.adapters += lora_of(rank, out.attention, hidden);
    const auto mlp = [&](Count fc1, Count act) {
        return (on.fc1 ? lora_of(rank, hidden, fc1) : 0) + (on.fc2 ? lora_of(rank, act, hidden) : 0);
    };
    if (out.experts == 0) {
        out.adapters += mlp(out.fc1, out.act);
        return;
    }
    out.expert_adapters = spec.mlp.moe.experts / plan.parallel.expert * mlp(out.fc1, out.act);
    if (const Count shared = spec.mlp.moe.shared.width / plan.parallel.tensor; shared > 0)
        out.adapters += mlp(2 * shared, shared);
}

template <class Member>
Count sum_of(const std::vector<MegatronLayer> &layers, Member member)
{
    return std::accumulate(layers.begin(), layers.end(), Count{0},
                           [member](Count sum, const MegatronLayer &layer) { return sum + layer.*member; });
}

} // namespace

MegatronTargets megatron_targets(const Adapter &adapter)
{
    MegatronTargets out;
    for (const std::string &target : adapter.targets) {
        const std::string_view name = std::string_view(target).substr(target.rfind('.') + 1);
        const auto is = [name](std::initializer_list<std::string_view> names) {
            return std::ranges::find(names, name) != names.end();
        };
        const bool all = is({"all-linear", "default", "all", "all_linear"});
        out.qkv =
            out.qkv || all || is({"q_proj", "k_proj", "v_proj", "qkv_proj", "linear_qkv", "in_proj", "in_proj_qkv", "in_proj_z"});
        out.proj = out.proj || all || is({"o_proj", "linear_proj", "out_proj"});
        out.fc1 = out.fc1 || all || is({"gate_proj", "up_proj", "gate_up_proj", "linear_fc1"});
        out.fc2 = out.fc2 || all || is({"down_proj", "linear_fc2"});
    }
    return out;
}

bool megatron_leaves_out(const Architecture &architecture)
{
    return architecture.decoder && std::ranges::any_of(architecture.decoder->kinds, is_delta_net);
}

Count MegatronStage::parameters() const
{
    Count out = 0;
    for (const MegatronLayer &layer : layers) out += layer.parameters;
    const Count tables = (embedding ? 1 : 0) + (head && !(tied && embedding) ? 1 : 0);
    return out + tables * vocabulary * hidden + (head ? hidden : 0);
}

Count MegatronStage::expert_parameters() const { return sum_of(layers, &MegatronLayer::expert_parameters); }

Count MegatronStage::adapters() const { return sum_of(layers, &MegatronLayer::adapters); }
Count MegatronStage::expert_adapters() const { return sum_of(layers, &MegatronLayer::expert_adapters); }

MegatronChunk megatron_chunk(Count layers, Count stages, Count index)
{
    const Count ends = layers % stages != 0 && (layers + 2) % stages == 0 ? 1 : 0; // embedding and head as a layer each
    const Count all = layers + 2 * ends;
    const auto begins = [&](Count at) { return std::clamp(all * at / stages - ends, Count{0}, layers); };
    return {begins(index), begins(index + 1) - begins(index)};
}

std::string_view option_of_uneven_stages(const Plan &plan, Count layers)
{
    const Parallel &p = plan.parallel;
    const Count stages = p.pipeline * p.virtual_stages;
    if (plan.task != Task::train || p.engine != ParallelEngine::megatron || layers % stages == 0) return {};
    return (layers + 2) % stages == 0 ? "--account-for-embedding-in-pipeline-split, --account-for-loss-in-pipeline-split"
                                      : "--pipeline-model-parallel-layout";
}

Result<MegatronStage> megatron_stage(const Architecture &architecture, const Plan &plan, const Rank &rank)
{
    const Parallel &p = plan.parallel;
    const DecoderSpec &decoder = *architecture.decoder;
    const Count layers = decoder.layer_count();
    MegatronStage out;
    out.hidden = decoder.hidden;
    out.tied = decoder.tied;
    out.embedding = rank.stage == 0;
    out.head = rank.stage + 1 == p.pipeline;
    const Count multiple = 128 * p.tensor; // --make-vocab-size-divisible-by
    out.vocabulary = (decoder.vocab + multiple - 1) / multiple * multiple / p.tensor;
    for (Count part = 0; part < p.virtual_stages; ++part) {
        const MegatronChunk chunk = megatron_chunk(layers, p.pipeline * p.virtual_stages, part * p.pipeline + rank.stage);
        out.chunks.push_back(chunk.count);
        for (Count i = chunk.first; i < chunk.first + chunk.count; ++i) {
            const LayerSpec &spec = decoder.kinds[static_cast<std::size_t>(decoder.layers[static_cast<std::size_t>(i)])];
            if (!known(spec))
                return Error{"model", architecture.model_type,
                             phrase(QT_TRANSLATE_NOOP("core", "grouped attention with a dense or sparse MLP")),
                             phrase(QT_TRANSLATE_NOOP("core", "Megatron-LM's layer of this kind is not simulated"))};
            if (auto error = uneven_layer(spec, p)) return *std::move(error);
            out.layers.push_back(layer_of(spec, decoder.hidden, p));
            if (plan.trains_adapter()) add_adapters(out.layers.back(), spec, plan);
        }
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
