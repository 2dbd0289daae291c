// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decoder/decoder_pieces.h"
#include "core/model/extension.h"
#include "core/stacks/torchtitan/torchtitan_model.h"

#include <algorithm>
#include <memory>
#include <utility>

// torchtitan 0.3.0 models/common: attention.py, rope.py, feed_forward.py, embedding.py, decoder.py.

namespace plimsoll::step {

namespace {

TensorShare share_of(const Machine &m) { return m.units ? m.units->tensor_share() : TensorShare{}; }

/// What one forward of a layer's RoPE reads of its cache: a copy by positions (_reshape_for_broadcast).
Tensor angles_of(Machine &m, const Pass &pass, Count width)
{
    const Count rows = pass.inputs.batch;
    return m.empty({rows, 1, pass.inputs.length, width}, Dtype::fp32, "gather");
}

/// ComplexRoPE.apply_rotary_emb's product: autograd keeps the angles, whose conjugate is made for it.
Tensor times_angles(Machine &m, const Tensor &x, const Tensor &angles)
{
    Ref<Node> node;
    if (any_requires_grad(m, {&x})) {
        node = make_node(m, {&x}, [](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            const Tensor kept = self.saved[0].unpack(mm);
            const Tensor conjugate = mm.empty(kept.shape(), Dtype::fp32, "conj");
            g[0] = mm.empty(in[0].shape(), Dtype::fp32, "mul_backward");
        });
        node->saved[0].keep(m, angles);
    }
    Tensor out = m.empty(x.shape(), Dtype::fp32, "mul");
    if (node) attach(out, node);
    return out;
}

void turn_as_complex(Machine &m, Tensor &q, Tensor &k, const Tensor &angles)
{
    const Dtype dtype = q.dtype();
    const Tensor query = to(m, q, Dtype::fp32), key = to(m, k, Dtype::fp32);
    const Tensor turned_q = times_angles(m, query, angles), turned_k = times_angles(m, key, angles);
    q = to(m, turned_q, dtype);
    k = to(m, turned_k, dtype);
}

/// CosSinRoPE.apply_rotary_emb: cosines and sines are halves of one table.
void turn_by_halves(Machine &m, Tensor &q, Tensor &k, const Tensor &angles)
{
    const Dtype dtype = q.dtype();
    const Tensor table = angles.view(angles.shape().with_last(angles.shape().last() / 2));
    const Tensor query = to(m, q, Dtype::fp32), key = to(m, k, Dtype::fp32);
    const auto turned = [&](const Tensor &x) {
        Tensor left = mul(m, x, table);
        Tensor right = mul(m, rotate_half(m, x), table);
        return add(m, std::move(left), std::move(right));
    };
    const Tensor turned_q = turned(query), turned_k = turned(key);
    q = to(m, turned_q, dtype);
    k = to(m, turned_k, dtype);
}

/// FusedQKVLinear: heads of each key's group lie together, so that the three parts are copied.
Projected apart(Machine &m, const AttentionSpec &a, const Tensor &all, Count batch, Count length)
{
    const Shape q{batch, a.heads, length, a.head_dim}, k{batch, a.kv_heads, length, a.head_dim};
    const std::vector<Tensor> parts = split(m, all, {q, k, k});
    Projected out;
    out.q = contiguous(m, parts[0], a.kv_heads > 1 || length > 1);
    out.k = contiguous(m, parts[1], true);
    out.v = contiguous(m, parts[2], true);
    return out;
}

class TorchtitanDecoder final : public DecoderClass {
public:
    explicit TorchtitanDecoder(bool complex) : m_complex(complex) {}

    /// Its rows of the table: what other ranks have is masked out, and all of it summed.
    Tensor embed(Machine &m, const Pass &pass) const override
    {
        const TensorShare share = share_of(m);
        const Shape tokens{pass.inputs.batch, pass.inputs.length};
        Leaf &table = pass.model.running_embedding();
        if (share.ranks == 1) return embedding(m, tokens, table);
        const Tensor mask = m.empty(tokens, Dtype::boolean, "mask"), ids = m.empty(tokens, Dtype::int64, "clamp");
        Tensor out = fill_masked(m, embedding(m, tokens, table));
        return leave_rows(m, std::move(out), share);
    }

    Tensor begin(Machine &m, Pass &pass, ModelNames &names) const override
    {
        pass.inputs.padded = pass.inputs.mask_given = false; // positions tell documents apart
        names.position_ids = m.empty({pass.inputs.batch, pass.inputs.length}, Dtype::int64, "positions");
        return std::exchange(names.embedded, {});
    }

    Tensor end(Machine &m, Pass &pass, ModelNames &, Tensor hidden) const override
    {
        hidden = pass.model.final_norm.forward(m, std::move(hidden));
        return enter_columns(m, std::move(hidden), share_of(m));
    }

    Tensor layer(Machine &m, Layer &layer, const Tensor &input, const Pass &pass) const override
    {
        const TensorShare share = share_of(m);
        Tensor hidden;
        {
            const Tensor normed = layer.input_norm.forward(m, input);
            Tensor attended = attention(m, layer, enter_columns(m, normed, share), pass);
            hidden = add(m, input, leave_rows(m, std::move(attended), share));
        }
        const Tensor normed = layer.post_attention_norm.forward(m, hidden);
        Tensor fed = mlp(m, layer, enter_columns(m, normed, share), pass);
        fed = leave_rows(m, std::move(fed), share);
        return add(m, hidden, std::move(fed));
    }

    Tensor attention(Machine &m, Layer &layer, const Tensor &x, const Pass &pass) const override
    {
        const AttentionSpec &a = layer.spec->attention;
        const Count batch = pass.inputs.batch, length = pass.inputs.length;
        Projected p = apart(m, a, layer.fused.forward(m, x), batch, length);
        if (layer.q_norm.present()) {
            p.q = layer.q_norm.forward(m, std::move(p.q));
            p.k = layer.k_norm.forward(m, std::move(p.k));
        }
        {
            const Tensor angles = angles_of(m, pass, m_complex ? a.head_dim : 2 * a.head_dim);
            m_complex ? turn_as_complex(m, p.q, p.k, angles) : turn_by_halves(m, p.q, p.k, angles);
        }
        AttentionCall call = call_of(a, pass, length, 0.0);
        call.fresh_query = true;
        call.strided_keys = call.strided_values = false;
        const Tensor out = torch_sdpa(m, p.q, p.k, p.v, {}, call); // varlen_attn: the same flash kernel
        return layer.o.forward(m, out);
    }

    Tensor mlp(Machine &m, Layer &layer, const Tensor &x, const Pass &) const override
    {
        Tensor gate = activate(m, layer.gate.forward(m, x), layer.spec->mlp.activation);
        Tensor up = layer.up.forward(m, x);
        return layer.down.forward(m, mul(m, std::move(gate), std::move(up)));
    }

private:
    bool m_complex; ///< ComplexRoPE (Llama 3), else CosSinRoPE (Qwen 3)
};

/// Nothing around the layers that runs or holds anything: lengths alone.
bool stands_alone(const DecoderExtension *more)
{
    if (more == nullptr) return true;
    const bool own = more->runs || more->attends || more->sequence || more->layer_inputs || more->tower || more->scores_sequence;
    const bool other = more->norms_cast || more->float_logits || more->casts_to_head || more->position_axes != 1;
    return !own && !other && more->buffers.empty() && more->towers.empty();
}

/// Grouped attention that is turned as a whole, SwiGLU, two norms: what models/llama3 and models/qwen3 build.
bool has_own_lines(const DecoderSpec &spec)
{
    if (!stands_alone(spec.extension.get()) || spec.positions != Positions::rotary || spec.rotary_tables != 1 ||
        spec.embedding_multiplier)
        return false;
    return std::ranges::all_of(spec.kinds, [](const LayerSpec &layer) {
        const AttentionSpec &a = layer.attention;
        const bool grouped = a.kind == AttentionKind::grouped && a.fused.out == 0 && !a.sinks && !a.sliding_window &&
                             !a.softcap && a.rotary.form == RotaryForm::halves && a.rotary.dim == a.head_dim && !a.q.bias &&
                             !a.o.bias;
        const bool gated = layer.mlp.kind == MlpKind::gated && layer.mlp.activation == Activation::silu && !layer.mlp.gate.bias;
        const bool normed = layer.input_norm.kind == NormKind::rms && layer.post_attention_norm.kind == NormKind::rms &&
                            layer.pre_mlp_norm.kind == NormKind::none && layer.post_mlp_norm.kind == NormKind::none;
        const bool heads = a.norms.q.kind == NormKind::none || a.norms.per_head;
        return grouped && gated && normed && heads && !layer.parallel && !layer.norm_after && !layer.residual_multiplier &&
               !layer.extension && layer.dropout == 0.0;
    });
}

void fuse_projections(AttentionSpec &a)
{
    const std::string name = a.name + ".qkv_linear.wqkv";
    a.fused = {name, a.q.in, a.q.out + a.k.out + a.v.out, false, false, nullptr};
    a.q = a.k = a.v = {};
}

} // namespace

ArchitectureRef torchtitan_model(const Architecture &architecture, const Plan &plan)
{
    static const TorchtitanDecoder complex(true), halves(false);
    if (!architecture.decoder || plan.trains_adapter() || !has_own_lines(*architecture.decoder)) return nullptr;
    auto out = std::make_shared<Architecture>(architecture);
    DecoderSpec &spec = *out->decoder;
    const auto has_norms = [](const LayerSpec &layer) { return layer.attention.norms.q.kind != NormKind::none; };
    const bool turns_halves = std::ranges::any_of(spec.kinds, has_norms);
    for (LayerSpec &layer : spec.kinds) {
        AttentionSpec &a = layer.attention;
        const Count width = (turns_halves ? 2 : 1) * a.head_dim;
        a.buffers.push_back({"rope.cache", {plan.sequence_length, width}, Dtype::fp32, {}});
        fuse_projections(a);
        for (NormSpec *norm : {&layer.input_norm, &layer.post_attention_norm, &a.norms.q, &a.norms.k})
            if (norm->kind == NormKind::rms) norm->kind = NormKind::rms_torch;
    }
    spec.final_norm.kind = NormKind::rms_torch;
    spec.rotary_tables = 0; // each layer has its own
    auto around = spec.extension ? std::make_shared<DecoderExtension>(*spec.extension) : std::make_shared<DecoderExtension>();
    around->runs = turns_halves ? &halves : &complex;
    spec.extension = std::move(around);
    return out;
}

} // namespace plimsoll::step
