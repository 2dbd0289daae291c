// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parallel/megatron_sizes.h"

#include "core/ground/phrase.h"
#include "core/model/extension.h"
#include "core/optimizers/optimizer.h"
#include "core/optimizers/optimizer_kind.h"
#include "core/parallel/refusals.h"
#include "core/plan/recomputed_modules.h"

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
    if (a.kind == AttentionKind::grouped && a.kv_heads % p.tensor != 0)
        return uneven("parallel.tensor", p.tensor, a.kv_heads,
                      QT_TRANSLATE_NOOP("core", "num_query_groups (%1) must be a multiple of tensor_model_parallel_size (%2)."));
    if (layer.mlp.kind == MlpKind::moe && layer.mlp.moe.experts % p.expert != 0)
        return uneven(
            "parallel.expert", p.expert, layer.mlp.moe.experts,
            QT_TRANSLATE_NOOP("core", "Number of experts (%1) should be a multiple of expert model parallel_size (%2)."));
    return std::nullopt;
}

std::optional<Error> refused_precision(const Plan &plan)
{
    const OptimizerUse use{plan.optimizer};
    if (!use.turned_on("use_precision_aware_optimizer")) return std::nullopt;
    if (plan.parallel.zero == 0)
        return Error{"optimizer.args", plan.optimizer.args, "parallel.zero 1",
                     in_words("Megatron-LM", "--use-precision-aware-optimizer only supported with distributed optimizer")};
    if (step::state_values(plan) != 2)
        return Error{"optimizer.args", plan.optimizer.args, "optimizer.name adamw | adam",
                     in_words("Megatron-LM", "--use-precision-aware-optimizer only supported with adam")};
    return std::nullopt;
}

bool is_delta_net(const LayerSpec &layer) { return layer.extension && layer.extension->mixer.kind == MixerKind::delta_net; }

bool known(const LayerSpec &layer)
{
    const MlpKind mlp = layer.mlp.kind;
    const bool plain = mlp == MlpKind::gated || mlp == MlpKind::gated_fused || mlp == MlpKind::plain || mlp == MlpKind::moe;
    const bool gated = layer.extension && layer.extension->mixer.kind == MixerKind::none && makes_gate(layer.attention);
    const AttentionKind attention = layer.attention.kind;
    const bool attends = (attention == AttentionKind::grouped && (!layer.extension || gated)) ||
                         (attention == AttentionKind::latent && !layer.extension);
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

/// Queries, keys and values by way of narrow projections; heads' columns are the rank's.
void take_latent(MegatronLayer &out, const AttentionSpec &a, const Parallel &p)
{
    MegatronLatent &latent = out.latent;
    const Count hidden = out.hidden, heads = a.heads / p.tensor;
    latent.q_rank = a.latent.q_lora_rank;
    latent.kv_rank = a.latent.kv_lora_rank;
    latent.rope = a.latent.qk_rope_head_dim;
    latent.query = heads * a.head_dim;
    latent.up = heads * (a.latent.qk_nope_head_dim + a.v_head_dim);
    out.attention = heads * a.v_head_dim;
    const Count down = latent.kv_rank + latent.rope;
    const Count queries = latent.q_rank > 0 ? hidden * latent.q_rank + latent.q_rank * (latent.query + 1) : hidden * latent.query;
    out.parameters = queries + hidden * down + latent.kv_rank * (latent.up + 1) + out.attention * hidden + 2 * hidden;
}

void take_attention(MegatronLayer &out, const LayerSpec &spec, const Parallel &p)
{
    const AttentionSpec &a = spec.attention;
    const Count hidden = out.hidden;
    out.heads = a.heads / p.tensor;
    if (a.kind == AttentionKind::latent) return take_latent(out, a, p);
    out.attention = a.heads / p.tensor * a.head_dim;
    out.qkv = out.attention * (makes_gate(a) ? 2 : 1) + 2 * (a.kv_heads / p.tensor) * a.head_dim;
    const bool biased = a.q.bias || a.fused.bias;
    Count norms = 2 * hidden;
    if (a.norms.q.kind != NormKind::none) norms += a.norms.q.width + a.norms.k.width;
    out.parameters = (out.qkv + out.attention) * hidden + (biased ? out.qkv : 0) + (a.o.bias ? hidden : 0) + norms;
    if (is_delta_net(spec)) take_delta_net(out, spec.extension->mixer, p);
}

MegatronLayer layer_of(const LayerSpec &spec, Count hidden, const Parallel &p)
{
    MegatronLayer out;
    out.hidden = hidden;
    take_attention(out, spec, p);
    const MlpSpec &mlp = spec.mlp;
    if (mlp.kind != MlpKind::moe) {
        out.act = mlp.down.in / p.tensor;
        out.fc1 = out.act * (mlp.kind == MlpKind::plain ? 1 : 2);
        out.parameters += (out.fc1 + out.act) * hidden + (mlp.up.bias ? out.fc1 : 0) + (mlp.down.bias ? hidden : 0);
        return out;
    }
    const MoeSpec &moe = mlp.moe;
    out.act = moe.expert_width / megatron_expert_tensor(p);
    out.fc1 = out.act * (moe.gated ? 2 : 1);
    out.experts = moe.experts;
    out.top_k = moe.top_k;
    out.corrects_scores = moe.router.corrected;
    out.chooses_groups = moe.router.groups > 1 || moe.router.group_limited;
    out.shared = moe.shared.width / p.tensor;
    out.expert_parameters = moe.experts / p.expert * (out.fc1 + out.act) * hidden;
    out.parameters += moe.experts * hidden + 3 * out.shared * hidden + (moe.shared.gated ? hidden : 0);
    return out;
}

/// Of the matrices in front of the scores.
Count adapters_of_queries(const MegatronLayer &layer, const MegatronTargets &on, Count rank)
{
    const MegatronLatent &l = layer.latent;
    const Count hidden = layer.hidden;
    if (l.kv_rank == 0) return on.qkv ? lora_of(rank, hidden, layer.qkv) : 0;
    Count out = 0;
    if (l.q_rank > 0 && on.q_down) out += lora_of(rank, hidden, l.q_rank);
    if (on.q_up) out += lora_of(rank, l.q_rank > 0 ? l.q_rank : hidden, l.query);
    if (on.kv_down) out += lora_of(rank, hidden, l.kv_rank + l.rope);
    if (on.kv_up) out += lora_of(rank, l.kv_rank, l.up);
    return out;
}

void add_adapters(MegatronLayer &out, const LayerSpec &spec, const Plan &plan)
{
    const MegatronTargets on = megatron_targets(plan.adapter);
    const Count rank = plan.adapter.rank, hidden = out.hidden;
    out.adapters += adapters_of_queries(out, on, rank);
    if (on.proj) out.adapters += lora_of(rank, out.attention, hidden);
    const auto mlp = [&](Count fc1, Count act) {
        return (on.fc1 ? lora_of(rank, hidden, fc1) : 0) + (on.fc2 ? lora_of(rank, act, hidden) : 0);
    };
    if (out.experts == 0) {
        out.adapters += mlp(out.fc1, out.act);
        return;
    }
    out.expert_adapters = spec.mlp.moe.experts / plan.parallel.expert * mlp(out.fc1, out.act);
    if (out.shared > 0) out.adapters += mlp(2 * out.shared, out.shared);
}

/// A layer like the model's last one, with eh_proj, whose columns the tensor ranks share, and three norms (get_mtp_layer_spec).
MegatronLayer predicting(const LayerSpec &spec, Count hidden, const Plan &plan)
{
    MegatronLayer out = layer_of(spec, hidden, plan.parallel);
    const Count columns = (hidden + plan.parallel.tensor - 1) / plan.parallel.tensor;
    out.parameters += 2 * hidden * columns + 3 * hidden;
    if (!plan.trains_adapter()) return out;
    add_adapters(out, spec, plan);
    if (megatron_targets(plan.adapter).eh_proj) out.adapters += lora_of(plan.adapter.rank, 2 * hidden, columns);
    return out;
}

template <class Member>
Count sum_of(const std::vector<MegatronLayer> &layers, Member member)
{
    return std::accumulate(layers.begin(), layers.end(), Count{0},
                           [member](Count sum, const MegatronLayer &layer) { return sum + layer.*member; });
}

} // namespace

MegatronRecompute megatron_recompute(const Checkpointing &checkpointing)
{
    MegatronRecompute out;
    if (!checkpointing.enabled) return out;
    if (checkpointing.selective.empty()) {
        out.layers = true;
        return out;
    }
    const auto has = [&](std::string_view module) { return names_module(checkpointing, module); };
    out.core_attn = has("core_attn");
    out.mla_up_proj = has("mla_up_proj");
    out.layernorm = has("layernorm");
    out.mlp = has("mlp");
    out.moe = has("moe");
    out.moe_act = has("moe_act");
    out.shared_experts = has("shared_experts");
    return out;
}

MegatronPrecision megatron_precision(const Plan &plan)
{
    MegatronPrecision out;
    out.states = 4 * step::state_values(plan);
    const OptimizerUse use{plan.optimizer};
    if (!use.turned_on("use_precision_aware_optimizer")) return out;
    const auto bytes = [&use](std::string_view key) -> Count {
        const std::string_view dtype = use.argument(key);
        return dtype == "fp8" ? 1 : dtype == "bf16" || dtype == "fp16" ? 2 : 4;
    };
    out.gradient = bytes("main_grads_dtype");
    out.states = bytes("exp_avg_dtype") + bytes("exp_avg_sq_dtype");
    out.master = bytes("main_params_dtype") == 4 && plan.weights.dtype == WeightDtype::fp16 ? 4 : 2;
    return out;
}

Count megatron_expert_tensor(const Parallel &parallel)
{
    return parallel.data * parallel.context % parallel.expert == 0 ? parallel.tensor : 1;
}

Count megatron_expert_copies(const Parallel &parallel)
{
    const Count ranks = parallel.tensor * parallel.data * parallel.context; // of a stage
    return std::max<Count>(1, ranks / (megatron_expert_tensor(parallel) * parallel.expert));
}

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
        out.q_down = out.q_down || all || is({"q_a_proj", "linear_q_down_proj"});
        out.q_up = out.q_up || all || is({"q_b_proj", "linear_q_up_proj", "q_proj", "linear_q_proj"});
        out.kv_down = out.kv_down || all || is({"kv_a_proj_with_mqa", "linear_kv_down_proj"});
        out.eh_proj = out.eh_proj || all || is({"eh_proj"});
        out.kv_up = out.kv_up || all || is({"kv_b_proj", "linear_kv_up_proj"});
    }
    return out;
}

bool is_megatron_target(const std::string &target)
{
    Adapter alone;
    alone.targets = {target};
    return megatron_targets(alone) != MegatronTargets{};
}

bool megatron_leaves_out(const Architecture &architecture)
{
    return architecture.decoder && std::ranges::any_of(architecture.decoder->kinds, is_delta_net);
}

Count MegatronStage::parameters() const
{
    Count out = 0;
    for (const MegatronLayer &layer : layers) out += layer.parameters;
    for (const MegatronLayer &layer : prediction) out += layer.parameters;
    const bool looks_up = embedding || (!prediction.empty() && !tied); // a copy of the table, which the tied head is
    const Count tables = (looks_up ? 1 : 0) + (head && !(tied && embedding) ? 1 : 0);
    return out + tables * vocabulary * hidden + (head ? hidden : 0);
}

Count MegatronStage::expert_parameters() const
{
    return sum_of(layers, &MegatronLayer::expert_parameters) + sum_of(prediction, &MegatronLayer::expert_parameters);
}

Count MegatronStage::adapters() const
{
    return sum_of(layers, &MegatronLayer::adapters) + sum_of(prediction, &MegatronLayer::adapters);
}
Count MegatronStage::expert_adapters() const
{
    return sum_of(layers, &MegatronLayer::expert_adapters) + sum_of(prediction, &MegatronLayer::expert_adapters);
}

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
    if (auto error = refused_precision(plan)) return *std::move(error);
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
                             phrase(QT_TRANSLATE_NOOP("core", "grouped or latent attention with a dense or sparse MLP")),
                             phrase(QT_TRANSLATE_NOOP("core", "Megatron-LM's layer of this kind is not simulated"))};
            if (auto error = uneven_layer(spec, p)) return *std::move(error);
            out.layers.push_back(layer_of(spec, decoder.hidden, p));
            if (plan.trains_adapter()) add_adapters(out.layers.back(), spec, plan);
        }
    }
    if (out.head && p.mtp_num_layers > 0 && !decoder.layers.empty()) {
        const LayerSpec &last = decoder.kinds[static_cast<std::size_t>(decoder.layers.back())];
        out.prediction.assign(static_cast<std::size_t>(p.mtp_num_layers), predicting(last, decoder.hidden, plan));
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
