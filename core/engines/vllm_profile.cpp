// SPDX-License-Identifier: GPL-3.0-or-later
// The profile pass: vLLM's own model code on tensors without data (model_executor/models, layers; v1/worker/gpu/model_runner.py).
#include "core/engines/vllm_run.h"

#include "core/ground/phrase.h"
#include "core/model/extension.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

namespace plimsoll::vllm {

namespace {

using Tensor = Device::Held;

/// What a layer hands to the next: the sum so far and what is still to be added to it; one of them where they are one.
struct Stream {
    Tensor hidden, residual;
};

class Pass {
public:
    Pass(Device &device, const Run &run)
        : m_device(device), r(run), m_tokens(run.batch), m_hidden(run.spec.hidden),
          m_code(run.eager ? run.code : run.code == LayerCode::parallel ? LayerCode::parallel : LayerCode::fused),
          m_keeps(run.eager && run.keeps_gate_up)
    {}

    void model()
    {
        const bool fails = frames_stay();
        Stream stream;
        {
            Tensor own = take(m_hidden, "embedding");
            stream.hidden = r.tensor > 1 ? take(m_hidden, "all_reduce") : own;
            if (fails) m_kept.push_back(own);
        }
        if (m_code == LayerCode::hub) m_inputs = stream.hidden;
        for (int i = 0; i < r.beside && (r.eager || m_code == LayerCode::parallel); ++i) m_beside.push_back(take(m_hidden, "variables"));
        if (fails && (m_code == LayerCode::added || m_code == LayerCode::parallel || m_code == LayerCode::fresh))
            m_kept.push_back(stream.hidden);
        std::set<std::pair<int, int>> seen;
        int before = -1;
        for (std::size_t i = 0; i < r.spec.layers.size(); ++i) {
            const int kind = r.spec.layers[i];
            if (seen.insert({before, kind}).second) {
                if (r.small_inputs) m_scope = scope_of(r.spec, i);
                layer(r.spec.kinds[static_cast<std::size_t>(kind)], stream);
            }
            before = kind;
        }
        m_inputs.reset();
        m_beside.clear();
        last_norm(stream);
        m_hidden_states = stream.hidden;
        if (!fails) return;
        if (stream.residual.defined()) m_kept.push_back(stream.residual);
        if (m_code == LayerCode::fresh || r.model_type.starts_with("cohere")) m_kept.push_back(take(m_hidden, "norm"));
        m_kept.push_back(stream.hidden);
    }

    /// The last rows' logits and every parameter of sampling: v1/worker/gpu/sample.
    void sampler()
    {
        const Count n = r.rows(), v = r.vocab;
        Tensor rows = table(n, m_hidden, r.dtype, "logits_indices");
        if (!m_kept.empty()) m_kept.push_back(rows);
        Tensor logits = table(n, r.tensor > 1 ? r.padded_vocab : v, r.dtype, "logits");
        const Tensor wide = table(n, v, Dtype::fp32, "logits.float");
        if (r.release.second_runner) {
            if (r.card.capability_major < 8) { // Triton's kernel, a row of logits a multiprocessor (v1/sample/ops/topk_topp_triton.py)
                Count programs = 1;
                while (programs < n) programs *= 2;
                m_tables = table(std::min<Count>(programs, r.card.sm_count), v, Dtype::fp32, "top_k_top_p rows");
                return;
            }
            const Tensor filtered = table(n, v, Dtype::fp32, "top_k_top_p"), order = table(n, v, Dtype::fp32, "top_k_top_p");
            m_tables = table(1, mib, Dtype::uint8, "top_k_top_p tables");
            return;
        }
        // top-k and top-p of PyTorch: sorted values, their places, probabilities, sums, masks (v1/sample/ops/topk_topp_sampler.py)
        const Tensor sorted = table(n, v, Dtype::fp32, "sort"), places = table(n, v, Dtype::int64, "sort");
        const Tensor probabilities = table(n, v, Dtype::fp32, "softmax"), sums = table(n, v, Dtype::fp32, "cumsum");
        // fewer rows than 128 are sorted by another kernel (ATen/native/cuda/Sort.cu, segmented_sort_large_segments)
        m_device.pass(n * v * (n < 128 ? 24 : 12) + n * m_hidden * r.width(), "scatter");
    }

    /// Before 0.33 kernels' workspaces are tensors of their call.
    void forget_layers()
    {
        if (!r.release.second_runner) m_workspace.reset();
    }

    /// What goes once the pass is over.
    void forget()
    {
        m_hidden_states.reset();
    }

private:
    Device &m_device;
    const Run &r;
    std::string m_scope; ///< of the layer that runs, where matrices are looked up
    Count m_tokens, m_hidden;
    LayerCode m_code;
    bool m_keeps;
    Tensor m_workspace, m_inputs, m_hidden_states, m_tables;
    std::vector<Tensor> m_kept, m_beside;

    Tensor table(Count rows, Count columns, Dtype dtype, const char *name)
    {
        return m_device.hold(step::product(rows, columns, size_of(dtype)), name, Component::activations);
    }
    Tensor take(Count columns, const char *name) { return table(m_tokens, columns, r.dtype, name); }
    Tensor take(Count columns, Dtype dtype, const char *name) { return table(m_tokens, columns, dtype, name); }

    /// FlashInfer's all-reduce (config/compilation.py, default_fi_allreduce_fusion_max_size_mb).
    [[nodiscard]] bool frames_stay() const
    {
        if (!r.release.frames_stay || r.tensor == 1 || m_code == LayerCode::hub || r.card.capability_major < 9 || r.card.capability_major > 10) return false;
        const Bytes most = r.tensor == 2 ? 64 * mib : r.tensor == 4 ? (r.card.capability_major == 10 ? 32 : 2) * mib : mib / 2;
        return m_tokens * m_hidden * r.width() <= most;
    }

    [[nodiscard]] bool small_input(const LinearSpec &like) const
    {
        if (!r.small_inputs || r.online_fp8) return r.small_inputs;
        const MatrixLayoutRef layout = r.layout_of(m_scope, like);
        return layout && takes_small(*layout);
    }
    /// e4m3 whose inputs' scale is stored.
    [[nodiscard]] bool static_scales(const LinearSpec &like) const
    {
        if (!small_input(like) || r.online_fp8) return false;
        const MatrixLayoutRef layout = r.layout_of(m_scope, like);
        return layout->parts.front().dtype == Dtype::fp8 &&
               std::ranges::any_of(layout->parts, [](const LayoutPart &part) { return part.name.find("input_scale") != std::string::npos; });
    }
    Tensor linear(Count in, Count out, const LinearSpec &like)
    {
        Tensor small;
        if (small_input(like)) small = take(in, Dtype::fp8, "input as fp8");
        return take(out, "linear");
    }
    Tensor row_linear(Count in, const LinearSpec &like)
    {
        const Count out = m_hidden;
        Tensor own = linear(in, out, like);
        return r.tensor > 1 ? take(out, "all_reduce") : own;
    }

    /// GemmaRMSNorm, in plain PyTorch: float32 inside.
    void float_norm(bool adds)
    {
        const Tensor x = take(m_hidden, Dtype::fp32, "norm");
        Tensor sum;
        if (adds) sum = take(m_hidden, Dtype::fp32, "norm");
        const Tensor squared = take(m_hidden, Dtype::fp32, "norm");
    }
    Tensor norm(const NormSpec &spec)
    {
        if (m_code == LayerCode::fresh || spec.kind == NormKind::rms_offset) float_norm(false);
        return take(m_hidden, "norm");
    }
    /// Adds `x` to the residual and normalises the sum.
    Stream add_norm(Stream in)
    {
        if (m_code == LayerCode::fused) return in;
        if (m_code == LayerCode::fresh) float_norm(true);
        Stream out;
        out.residual = take(m_hidden, "residual");
        out.hidden = take(m_hidden, "norm");
        return out;
    }
    void last_norm(Stream &stream)
    {
        if (m_code == LayerCode::fused) return;
        if (m_code == LayerCode::fresh) {
            const Stream in = stream;
            stream.hidden = add_norm(in).hidden;
            return;
        }
        stream.hidden = take(m_hidden, "norm");
        stream.residual.reset();
    }

    void layer(const LayerSpec &spec, Stream &stream)
    {
        switch (m_code) {
        case LayerCode::fused:
        case LayerCode::fresh: return residual_layer(spec, stream);
        case LayerCode::parallel: return parallel_layer(spec, stream);
        default: return adding_layer(spec, stream);
        }
    }

    [[nodiscard]] static bool has_mlp(const LayerSpec &spec)
    {
        return spec.mlp.kind != MlpKind::none && spec.mlp.kind != MlpKind::other;
    }
    [[nodiscard]] static bool has_mixer(const LayerSpec &spec)
    {
        return spec.attention.kind != AttentionKind::none || (spec.more && spec.more->mixer.kind != MixerKind::none);
    }

    void residual_layer(const LayerSpec &spec, Stream &stream)
    {
        const Stream caller = stream; // its variables live until the layer has returned
        Stream at = stream;
        if (!at.residual.defined()) {
            at.residual = at.hidden;
            at.hidden = norm(spec.input_norm);
        } else
            at = add_norm(std::move(at));
        if (has_mixer(spec)) {
            Tensor out = mixing(spec);
            at.hidden = std::move(out);
            if (spec.post_mlp_norm.kind != NormKind::none) at.hidden = norm(spec.post_attention_norm);
            if (has_mlp(spec)) at = add_norm(std::move(at));
        }
        if (has_mlp(spec)) {
            Tensor out = mlp(spec);
            at.hidden = std::move(out);
            if (spec.post_mlp_norm.kind != NormKind::none) at.hidden = norm(spec.post_mlp_norm);
        }
        stream = std::move(at);
    }

    void adding_layer(const LayerSpec &spec, Stream &stream)
    {
        const Tensor caller = stream.hidden;
        Tensor sum = stream.hidden;
        const bool after = spec.norm_after;
        if (has_mixer(spec)) {
            Tensor normed = after ? Tensor{} : norm(spec.input_norm);
            Tensor out = mixing(spec);
            normed.reset();
            if (after) out = norm(spec.input_norm);
            if (spec.residual_multiplier) out = take(m_hidden, "times");
            sum = take(m_hidden, "sum");
        }
        if (has_mlp(spec)) {
            const Tensor normed = after ? Tensor{} : norm(spec.post_attention_norm);
            Tensor out = mlp(spec);
            if (after) out = norm(spec.post_attention_norm);
            if (spec.residual_multiplier) out = take(m_hidden, "times");
            sum = take(m_hidden, "sum");
        }
        stream.hidden = std::move(sum);
    }

    void parallel_layer(const LayerSpec &spec, Stream &stream)
    {
        const Tensor caller = stream.hidden;
        const Tensor normed = norm(spec.input_norm);
        const Tensor attended = mixing(spec);
        const Tensor out = mlp(spec);
        const Tensor partial = take(m_hidden, "sum");
        stream.hidden = take(m_hidden, "sum");
    }

    Tensor mixing(const LayerSpec &spec)
    {
        if (spec.more && spec.more->mixer.kind != MixerKind::none) return recurrence(spec.more->mixer);
        if (spec.attention.kind == AttentionKind::latent) return latent(spec);
        return attention(spec);
    }

    Tensor attention(const LayerSpec &spec)
    {
        const AttentionSpec &a = spec.attention;
        const Count q = r.shard(a.heads) * a.head_dim, kv = r.kv_heads(a) * a.head_dim;
        const Count v = r.kv_heads(a) * (a.v_head_dim ? a.v_head_dim : a.head_dim);
        const bool gated = spec.more && spec.more->gated_query;
        const Tensor qkv = linear(m_hidden, q * (gated ? 2 : 1) + kv + v, a.fused.out ? a.fused : a.q);
        Tensor query, key, gate, sum;
        if (!r.eager) sum = take(m_hidden, "residual"); // compiled: no sum is made in place
        if (m_code == LayerCode::hub) {
            const Dtype turned = r.model_type.starts_with("olmo") ? Dtype::fp32 : r.dtype;
            if (a.rotary_dim > 0) {
                query = take(q, turned, "rotary");
                m_device.pass(m_tokens * 3 * kv * size_of(turned), "rotary");
                key = take(kv, turned, "rotary");
            }
            Tensor copies = take(q + kv + v, "contiguous");
            const Tensor out = take(q, "attention");
            copies.reset();
            return row_linear(q, a.o);
        }
        if (a.q_norm.kind != NormKind::none && r.model_type == "minimax_m2") { // over all heads, in float32
            const Tensor wide = take(q, Dtype::fp32, "q_norm"), other = take(kv, Dtype::fp32, "k_norm"), square = take(q, Dtype::fp32, "q_norm");
            m_device.pass(m_tokens * q * 4, "q_norm");
        }
        if (a.q_norm.kind != NormKind::none) {
            query = take(q, "q_norm");
            key = take(kv, "k_norm");
        }
        if (gated) gate = take(q, "gate");
        const Tensor value = r.model_type.starts_with("gemma4") ? take(v, "v_norm") : Tensor{};
        Tensor out = take(r.shard(a.heads) * (a.v_head_dim ? a.v_head_dim : a.head_dim), "attention");
        if (gated) {
            const Tensor open = take(q, "sigmoid");
            out = take(q, "gated");
            return row_linear(q, a.o);
        }
        return row_linear(q, a.o);
    }

    /// DeepSeek's sparse attention: queries in the latent space, scores of the indexer in pieces (sparse_attn_indexer.py).
    Tensor sparse_latent(const AttentionSpec &a, const IndexerSpec &indexer, Count heads)
    {
        const Tensor out = take(heads * a.v_head_dim, "attention");
        {
            const Count width = indexer.heads * indexer.dim;
            const Tensor query = linear(a.q_lora_rank, width, indexer.wq_b), turned = take(width, "indexer query"), small = take(width, Dtype::fp8, "indexer query");
            const Tensor absorbed = take(heads * a.kv_lora_rank, "absorbed query");
            m_device.pass(512 * mib, "indexer's scores");
        }
        return row_linear(heads * a.v_head_dim, a.o);
    }

    Tensor latent(const LayerSpec &spec)
    {
        const AttentionSpec &a = spec.attention;
        const Count heads = r.shard(a.heads), low = a.kv_lora_rank + a.qk_rope_head_dim, head = a.qk_nope_head_dim + a.qk_rope_head_dim;
        Tensor first = linear(m_hidden, low + a.q_lora_rank, a.kv_a), query_low;
        if (a.q_lora_rank) query_low = take(a.q_lora_rank, "q_a_norm");
        const Tensor query = linear(a.q_lora_rank ? a.q_lora_rank : m_hidden, heads * head, a.q_lora_rank ? a.q_b : a.q), normed = take(a.kv_lora_rank, "kv_a_norm");
        if (spec.more && spec.more->indexer) return sparse_latent(a, *spec.more->indexer, heads);
        const Tensor out = take(heads * a.v_head_dim, "attention");
        if (r.model_type == "minicpm3") {
            const Tensor whole = take(heads * (a.qk_nope_head_dim + a.v_head_dim), "kv_b"), k = take(heads * head, "key"),
                         v = take(heads * head, "value"), o = take(heads * head, "attention");
            return row_linear(heads * a.v_head_dim, a.o);
        }
        {
            // layers/attention/mla_attention.py: the largest chunk of a context, expanded
            const Count block = r.requests * r.block_tokens;
            const Count chunk = std::max(std::min(std::max(8 * r.context, 4 * block), Count{65536}), block);
            m_device.pass(chunk * heads * (a.qk_nope_head_dim + a.v_head_dim) * r.width(), "context chunk");
        }
        return row_linear(heads * a.v_head_dim, a.o);
    }

    Tensor recurrence(const MixerSpec &spec)
    {
        const Count inner = r.shard(spec.inner);
        switch (spec.kind) {
        case MixerKind::mamba: {
            const Tensor both = linear(m_hidden, 2 * inner, spec.linears.front()), scanned = take(inner, "scan");
            return row_linear(inner, spec.linears.back());
        }
        case MixerKind::mamba2: {
            const Count groups = spec.groups % r.tensor == 0 ? spec.groups : r.tensor;
            const Tensor all = linear(m_hidden, 2 * inner + r.shard(2 * groups * spec.state + spec.heads), spec.linears.front());
            const Tensor scanned = take(inner, "scan");
            {
                const Tensor gated = take(inner, Dtype::fp32, "norm"), square = take(inner, Dtype::fp32, "norm");
            }
            const Tensor normed = take(inner, "norm");
            return row_linear(inner, spec.linears.back());
        }
        case MixerKind::delta_net: {
            const Tensor all = linear(m_hidden, r.shard(2 * spec.groups * spec.state + 2 * spec.inner), spec.linears.front()), both = take(r.shard(2 * spec.heads), "ba");
            // Qwen3-Next stores queries, keys and values in turns and takes them apart (fix_query_key_value_ordering)
            const Tensor pieces = take((r.model_type == "qwen3_next" ? 7 : 3) * inner, "delta net");
            return row_linear(inner, spec.linears.back());
        }
        default: {
            const Tensor all = linear(m_hidden, 3 * inner, spec.linears.front()), mixed = take(2 * inner, "mixer");
            return row_linear(inner, spec.linears.back());
        }
        }
    }

    Tensor mlp(const LayerSpec &spec)
    {
        if (spec.more && spec.more->gemma && spec.more->gemma->experts) {
            const Tensor dense = feed(spec.mlp), normed = take(m_hidden, "norm"), again = take(m_hidden, "norm");
            return experts(spec.more->gemma->experts->moe);
        }
        return feed(spec.mlp);
    }

    Tensor feed(const MlpSpec &spec)
    {
        if (spec.kind == MlpKind::moe) return experts(spec.moe);
        const Count f = r.shard(spec.down.in);
        const bool gated = spec.kind != MlpKind::plain;
        Tensor up = linear(m_hidden, gated ? 2 * f : f, spec.kind == MlpKind::gated ? spec.gate : spec.up);
        if (r.code == LayerCode::hub && spec.activation == Activation::gelu_new && r.eager) {
            const Tensor cubed = take(3 * f, "gelu_new");
        }
        if (!gated && !r.eager) return row_linear(f, spec.down); // compiled: in the place of its input
        const bool stored_small = !m_keeps && m_code != LayerCode::hub && static_scales(spec.down); // maybe_fused_act_quant
        Tensor act = stored_small ? take(f, Dtype::fp8, "activation") : take(f, "activation");
        if (!m_keeps) up.reset();
        return row_linear(f, spec.down);
    }

    [[nodiscard]] bool small_experts(const MoeSpec &moe) const
    {
        if (!r.small_inputs || r.online_fp8) return r.small_inputs;
        if (moe.gate_up_layout) return takes_small(*moe.gate_up_layout);
        return r.experts_small;
    }

    void need_workspace(Bytes bytes)
    {
        if (m_workspace.defined() && m_workspace.asked() >= bytes) return;
        m_workspace.reset();
        m_workspace = m_device.hold(bytes, "workspace", Component::workspace);
    }

    Tensor experts(const MoeSpec &moe)
    {
        const Tensor logits = take(moe.experts, "router");
        const Tensor choices = take(2 * moe.top_k, Dtype::fp32, "top-k");
        Tensor shared;
        if (moe.shared_width > 0) {
            const Count f = r.shard(moe.shared_width);
            Tensor up = linear(m_hidden, 2 * f, moe.shared_gate_proj), act = take(f, "activation");
            if (!m_keeps) up.reset();
            shared = linear(f, m_hidden, moe.shared_down_proj);
        }
        const Count width = r.shard(moe.expert_width);
        if (!r.release.second_runner) { // fused_experts(inplace=True): its tensors are of the call, its result lies in the input
            Tensor padded;
            if (r.model_type == "gpt_oss") padded = take(round_up(m_hidden, 256) * 2, "padded");
            m_device.pass(expert_workspace(r, moe), "experts");
            return take(m_hidden, "experts");
        }
        if (r.model_type == "gpt_oss" && r.triton_mx()) {
            const Tensor out = take(m_hidden, "experts"), first = take(moe.top_k * width, "experts"), second = take(moe.top_k * m_hidden, "experts");
            return r.tensor > 1 ? take(m_hidden, "all_reduce") : out;
        }
        need_workspace(expert_workspace(r, moe));
        Tensor out = take(m_hidden, "experts");
        Tensor small, chosen; // what the two products of e4m3 experts read (fused_moe/utils.py, moe_kernel_quantize_input)
        if (small_experts(moe)) {
            small = take(m_hidden, Dtype::fp8, "input as fp8");
            chosen = take(moe.top_k * width, Dtype::fp8, "input as fp8");
        }
        small.reset();
        chosen.reset();
        if (shared.defined()) out = take(m_hidden, "experts");
        return r.tensor > 1 ? take(m_hidden, "all_reduce") : out;
    }
};

} // namespace

Bytes expert_workspace(const Run &run, const MoeSpec &moe)
{
    const Count h = moe.latent_in.out ? moe.latent_in.out : run.spec.hidden, f = run.shard(moe.expert_width);
    const Count rows = run.batch * moe.top_k, up = (moe.gated ? 2 : 1) * f;
    if (!run.release.second_runner) return rows * (std::max(up, h) + f) * run.width(); // fused_experts_impl, fused_marlin_moe
    if (run.model_type == "gpt_oss") { // Marlin's, of padded matrices
        const Count inner = round_up(f, 128), outer = round_up(h, 256);
        return round_up(rows * std::max(inner, outer) * run.width(), 256) + round_up(rows * std::max(2 * inner, outer) * run.width(), 256);
    }
    return round_up(rows * std::max(f, h) * run.width(), 256) + round_up(rows * std::max(up, h) * run.width(), 256);
}

Profile profile(Device &device, const Run &run)
{
    step::Machine &machine = device.machine();
    const Bytes before = device.allocated();
    Pass pass(device, run);
    Tensor library; // cuBLAS's workspace: since 0.33 it is made before anything is measured
    if (!run.release.second_runner)
        library = device.hold(run.card.capability_major >= 9 ? 32 * mib : 8519680, "cuBLAS", Component::workspace);
    device.reset_peak();
    machine.begin_step(1);
    machine.begin_phase(Phase::prefill, QT_TRANSLATE_NOOP("core", "profile: the model on a full batch"));
    pass.model();
    pass.forget_layers();
    machine.begin_step(2);
    machine.begin_phase(Phase::prefill, QT_TRANSLATE_NOOP("core", "profile: the sampler"));
    pass.sampler();
    pass.forget();
    Bytes peak = device.peak();
    if (!run.eager && run.cold) { // Inductor's examples while it tunes: a copy of the embedding
        const Bytes copy = run.shard(run.padded_vocab) * run.spec.hidden * run.width() + 2 * run.batch * run.spec.hidden * run.width();
        peak = std::max(peak, before + copy);
    }
    device.empty_cache();
    return {peak - before, device.allocated() - before, device.reserved() - device.allocated()};
}

} // namespace plimsoll::vllm
