// SPDX-License-Identifier: GPL-3.0-or-later
// DeepSeek V2, V3, V3.2: multi-head latent attention.
#include "core/families/describe/decoder_classes.h"
#include "core/decoder/decoder_pieces.h"
#include "core/families/deepseek.h"
#include "core/families/families.h"
#include "core/families/describe/pieces.h"
#include "core/ground/phrase.h"
#include "core/model/extension.h"

#include <algorithm>
#include <utility>

namespace plimsoll::step {

namespace {

/// DeepSeek V3.2, GLM-5: the mask is built even where a causal flag would do.
class DeepseekSparselyAttending final : public DecoderClass {
public:
    void make_masks(Machine &m, Pass &pass, Dtype dtype) const override { make_library_masks(m, pass, dtype, true); }
};

const DeepseekSparselyAttending deepseek_v32;

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

AttentionSpec latent_attention(const Config &config, Count hidden, bool bias)
{
    AttentionSpec a;
    a.kind = AttentionKind::latent;
    a.heads = a.kv_heads = config.size("num_attention_heads");
    a.latent.q_lora_rank = config.amount_or("q_lora_rank", 0);
    a.latent.kv_lora_rank = config.size("kv_lora_rank");
    a.latent.qk_nope_head_dim = config.size("qk_nope_head_dim");
    a.latent.qk_rope_head_dim = a.rotary.dim = config.size("qk_rope_head_dim");
    a.head_dim = a.latent.qk_nope_head_dim + a.latent.qk_rope_head_dim;
    a.v_head_dim = config.size_or("v_head_dim", hidden / a.heads);
    if (a.latent.q_lora_rank == 0) {
        a.q = linear("self_attn.q_proj", hidden, a.heads * a.head_dim);
    } else {
        a.latent.q_a = linear("self_attn.q_a_proj", hidden, a.latent.q_lora_rank, bias);
        a.latent.q_a_norm = norm("self_attn.q_a_layernorm", NormKind::rms, a.latent.q_lora_rank);
        a.latent.q_b = linear("self_attn.q_b_proj", a.latent.q_lora_rank, a.heads * a.head_dim);
    }
    a.latent.kv_a = linear("self_attn.kv_a_proj_with_mqa", hidden, a.latent.kv_lora_rank + a.latent.qk_rope_head_dim, bias);
    a.latent.kv_a_norm = norm("self_attn.kv_a_layernorm", NormKind::rms, a.latent.kv_lora_rank);
    a.latent.kv_b = linear("self_attn.kv_b_proj", a.latent.kv_lora_rank, a.heads * (a.latent.qk_nope_head_dim + a.v_head_dim));
    a.o = linear("self_attn.o_proj", a.heads * a.v_head_dim, hidden, bias);
    return a;
}

AttentionSpec latent_attention(const Config &config, const RecipeModules &layer)
{
    AttentionSpec a;
    a.kind = AttentionKind::latent;
    a.heads = a.kv_heads = config.size("num_attention_heads");
    if (layer.has("self_attn.q_a_proj")) {
        a.latent.q_a = layer.linear("self_attn.q_a_proj");
        a.latent.q_a_norm = layer.norm("self_attn.q_a_layernorm", NormKind::rms);
        a.latent.q_b = layer.linear("self_attn.q_b_proj");
    } else {
        a.q = layer.linear("self_attn.q_proj");
    }
    a.latent.kv_a = layer.linear("self_attn.kv_a_proj_with_mqa");
    a.latent.kv_a_norm = layer.norm("self_attn.kv_a_layernorm", NormKind::rms);
    a.latent.kv_b = layer.linear("self_attn.kv_b_proj");
    a.o = layer.linear("self_attn.o_proj");
    a.latent.q_lora_rank = a.latent.q_a.out;
    a.latent.kv_lora_rank = a.latent.kv_b.in;
    a.head_dim = (a.latent.q_lora_rank > 0 ? a.latent.q_b.out : a.q.out) / a.heads;
    a.v_head_dim = a.o.in / a.heads;
    a.latent.qk_rope_head_dim = a.rotary.dim = a.latent.kv_a.out - a.latent.kv_lora_rank;
    a.latent.qk_nope_head_dim = a.head_dim - a.latent.qk_rope_head_dim;
    return a;
}

namespace {

/// mlp_layer_types where given, else dense before first_k_dense_replace.
std::vector<bool> sparse_layers(const Config &config, Count count, const LatentForm &form)
{
    const std::vector<std::string> types = config.texts("mlp_layer_types");
    const Count dense = config.amount_or("first_k_dense_replace", form.dense_first),
                frequency = config.size_or("moe_layer_freq", 1);
    std::vector<bool> out;
    for (Count i = 0; i < count; ++i) {
        if (static_cast<std::size_t>(i) < types.size())
            out.push_back(types[static_cast<std::size_t>(i)] == "sparse");
        else
            out.push_back(i >= dense && (!config.given("moe_layer_freq") || !form.counts_frequency || i % frequency == 0));
    }
    return out;
}

} // namespace

RotaryForm paired(const Config &config) { return config.flag("rope_interleave", true) ? RotaryForm::pairs : RotaryForm::halves; }

DecoderSpec latent_decoder(const Config &config, const LatentForm &form)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    LayerSpec dense;
    dense.attention = latent_attention(config, spec.hidden, config.flag("attention_bias"));
    dense.attention.rotary.form = form.rotary;
    dense.attention_dropout = config.number_or("attention_dropout", 0);
    dense.mlp = gated_mlp(spec.hidden, config.size("intermediate_size"), activation_of(config, "hidden_act"), form.mlp_bias);
    set_two_norms(dense, NormKind::rms, spec.hidden);
    const Count count = config.layers("num_hidden_layers");
    const std::vector<bool> sparse_at = sparse_layers(config, count, form);
    LayerSpec sparse = dense;
    if (std::ranges::find(sparse_at, true) != sparse_at.end()) {
        const Count width = config.size("moe_intermediate_size");
        sparse.mlp = expert_mlp(spec.hidden, config.size_or("num_experts", config.size("n_routed_experts")),
                                config.size_or("num_experts_per_tok", config.size("n_routed_experts")), width,
                                activation_of(config, "hidden_act"), "mlp.gate", form.router);
        MoeSpec &moe = sparse.mlp.moe;
        moe.shared.order = SharedOrder::last;
        moe.router.corrected = form.correction_bias;
        moe.router.normalised = form.correction_bias && config.flag("norm_topk_prob", true);
        moe.router.group_limited = form.correction_bias || config.text("topk_method", "greedy") == "group_limited_greedy";
        moe.router.groups = std::max<Count>(config.amount_or("n_group", 1), 1);
        moe.router.top_groups = std::max<Count>(config.amount_or("topk_group", 1), 1);
        add_shared_expert(sparse.mlp, "mlp.shared_experts", spec.hidden, width * config.amount_or("n_shared_experts", 1),
                          form.mlp_bias);
    }
    for (const bool is_sparse : sparse_at) repeat(spec, is_sparse ? sparse : dense, 1);
    return spec;
}

void add_indexer(const Config &config, Tree &tree, Count hidden)
{
    const Count heads = config.size("index_n_heads"), dim = config.size("index_head_dim");
    tree.linear("self_attn.indexer.wq_b", config.size("q_lora_rank"), heads * dim);
    tree.linear("self_attn.indexer.wk", hidden, dim);
    tree.norm("self_attn.indexer.k_norm", dim, true);
    tree.linear("self_attn.indexer.weights_proj", hidden, heads);
}

void set_indexers(const Config &config, DecoderSpec &spec, const std::vector<bool> &own, bool interleaved)
{
    IndexerSpec made;
    made.heads = config.size("index_n_heads");
    made.dim = config.size("index_head_dim");
    made.top_k = config.size_or("index_topk", 2048);
    made.interleaved = interleaved;
    made.wq_b = linear("self_attn.indexer.wq_b", config.size("q_lora_rank"), made.heads * made.dim);
    made.wk = linear("self_attn.indexer.wk", spec.hidden, made.dim);
    made.weights = linear("self_attn.indexer.weights_proj", spec.hidden, made.heads);
    made.k_norm = norm("self_attn.indexer.k_norm", NormKind::layer_norm, made.dim, true);
    const auto with = std::make_shared<LayerExtension>(), without = std::make_shared<LayerExtension>();
    with->indexer = made;
    made.shared = true;
    without->indexer = made;
    const std::vector<int> layers = std::exchange(spec.layers, {});
    const std::vector<LayerSpec> kinds = std::exchange(spec.kinds, {});
    for (std::size_t i = 0; i < layers.size(); ++i) {
        LayerSpec layer = kinds[static_cast<std::size_t>(layers[i])];
        layer.extension = own[i] ? with : without;
        repeat(spec, layer, 1);
    }
}

void finish_with_own_tables(const Config &config, Draft &draft, DecoderSpec spec, TreeOrder order)
{
    const Count turned = config.size("qk_rope_head_dim"), table = config.size_or("head_dim", turned);
    order.rotary_dim = table;
    finish_decoder(draft, std::move(spec), order);
    if (table != turned)
        leave_step_out(
            draft, phrase(QT_TRANSLATE_NOOP(
                              "core", "%1 %2 makes rotary tables that heads whose %3 is %4 cannot take: the model does not run"),
                          {"head_dim", std::to_string(table), "qk_rope_head_dim", std::to_string(turned)}));
}

namespace {

void describe_deepseek_v2(const Config &config, Draft &draft)
{
    finish_decoder(draft,
                   latent_decoder(config, {.rotary = RotaryForm::complex,
                                           .dense_first = 0,
                                           .router = RouterKind::grouped_softmax,
                                           .correction_bias = false,
                                           .mlp_bias = config.flag("mlp_bias")}),
                   {.router_first = false});
}

} // namespace

DecoderSpec deepseek_v3_decoder(const Config &config) { return latent_decoder(config, {.rotary = paired(config)}); }

namespace {

void describe_deepseek_v3(const Config &config, Draft &draft)
{
    finish_with_own_tables(config, draft, deepseek_v3_decoder(config), {.router_first = false});
}

void describe_deepseek_v32(const Config &config, Draft &draft)
{
    DecoderSpec spec = latent_decoder(config, {.rotary = paired(config)});
    const Count hidden = spec.hidden;
    set_indexers(config, spec, std::vector<bool>(spec.layers.size(), true), false);
    finish_decoder(draft, std::move(spec), {.router_first = false, .after_attention = [&](Tree &tree, const LayerSpec &) {
                                                add_indexer(config, tree, hidden);
                                            }});
}

} // namespace

std::span<const Family> deepseek_families()
{
    static constexpr Family rows[] = {
        {"deepseek_v2", "deepseek_v2", "DeepseekV2ForCausalLM", describe_deepseek_v2},
        {"deepseek_v3", "deepseek_v3", "DeepseekV3ForCausalLM", describe_deepseek_v3},
        {"deepseek_v32",
         "deepseek_v32",
         "DeepseekV32ForCausalLM",
         describe_deepseek_v32,
         run_as_one<step::deepseek_v32>,
         {.flash2 = false}},
        {"kimi_k2", "deepseek_v3", "DeepseekV3ForCausalLM", describe_deepseek_v3},
    };
    return rows;
}

} // namespace plimsoll
