// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stacks/torchtitan_model.h"

#include "core/decoder/decoder.h"
#include "core/decoder/decoder_pieces.h"
#include "core/model/extension.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

namespace plimsoll::step {

namespace {

/// What SelectiveAC saves of a block (distributed/activation_checkpoint.py): every second matrix product, from the first on, and
/// attention: wqkv, attention, w1, w2.
using SavedOperations = std::array<Tensor, 4>;

/// Result of an operation of a recomputed block. The first run keeps it; the second finds it, in the place of a new one.
template <class Run>
Tensor saved_operation(Machine &m, SavedOperations *saved, std::size_t which, Run &&run)
{
    if (saved == nullptr) return run();
    if (recomputing(m)) {
        (*saved)[which].reset();
        return run();
    }
    Tensor out = run();
    (*saved)[which] = out.detach();
    return out;
}

/// models/common/rope.py: in float32; complex numbers of a head's pairs, or cosines and sines of its halves, of each token's place.
Tensor turned_as_complex(Machine &m, const Tensor &x, const Tensor &table)
{
    const Dtype dtype = x.dtype();
    const Tensor wide = to(m, x, Dtype::fp32);
    Tensor turned = m.empty(x.shape(), Dtype::fp32, "mul");
    if (any_requires_grad(m, {&wide})) {
        const Shape shape = x.shape();
        auto node = make_node(m, {&wide}, [shape](Machine &mm, Node &self, Gradients &, Gradients &g) {
            const Tensor kept = self.saved[0].unpack(mm);
            const Tensor conjugate = mm.empty(kept.shape(), Dtype::fp32, "conj");
            g[0] = mm.empty(shape, Dtype::fp32, "mul");
        });
        node->saved[0].keep(m, table);
        attach(turned, node);
    }
    return to(m, std::move(turned), dtype);
}

Tensor turned_by_halves_in_float(Machine &m, const Tensor &x, const Tensor &cos, const Tensor &sin)
{
    const Tensor wide = to(m, x, Dtype::fp32);
    Tensor left = mul(m, wide, cos);
    Tensor right = mul(m, rotate_half(m, wide), sin);
    return to(m, add(m, std::move(left), std::move(right)), x.dtype());
}

/// models/llama3/model.py TransformerBlock, models/common/attention.py GQAttention with FusedQKVLinear, feed_forward.py.
class TitanBlock final : public DecoderClass {
public:
    /// `complex`: ComplexRoPE (Llama 3); else CosSinRoPE (Qwen3).
    explicit TitanBlock(bool complex) : m_complex(complex) {}

    Tensor begin(Machine &m, Pass &pass, ModelNames &names) const override
    {
        if (!pass.inputs.training) return DecoderClass::begin(m, pass, names);
        pass.inputs.padded = pass.inputs.mask_given = false;
        return enter(m, pass, names);
    }

    Tensor layer(Machine &m, Layer &layer, const Tensor &input, const Pass &pass) const override
    {
        if (!pass.inputs.training) return DecoderClass::layer(m, layer, input, pass);
        const Checkpointing &c = pass.inputs.checkpointing;
        if (!c.enabled || c.selective.empty()) return block(m, layer, input, pass, nullptr);
        return checkpoint(m, input,
                          [this, &m, &layer, held = pass.shared_from_this(), saved = std::make_shared<SavedOperations>()](Tensor x) {
                              return block(m, layer, x, *held, saved.get());
                          });
    }

private:
    Tensor block(Machine &m, Layer &layer, const Tensor &x, const Pass &pass, SavedOperations *saved) const
    {
        Tensor attended = attend_within(m, layer, layer.input_norm.forward(m, x), pass, saved);
        const Tensor h = add(m, x, std::move(attended));
        Tensor fed = feed(m, layer, layer.post_attention_norm.forward(m, h), saved);
        return add(m, h, std::move(fed));
    }

    Tensor attend_within(Machine &m, Layer &layer, const Tensor &x, const Pass &pass, SavedOperations *saved) const
    {
        const AttentionSpec &a = layer.spec->attention;
        const Count b = pass.inputs.batch, s = pass.inputs.length;
        const Shape queries{b, a.heads, s, a.head_dim}, keys{b, a.kv_heads, s, a.head_dim};
        std::vector<Tensor> parts;
        {
            Tensor all = saved_operation(m, saved, 0, [&] { return layer.fused.forward(m, x); });
            parts = split(m, std::move(all), {queries, keys, keys});
            for (Tensor &part : parts) part = contiguous(m, std::move(part), true);
        }
        Tensor q = std::move(parts[0]), k = std::move(parts[1]), v = std::move(parts[2]);
        if (layer.q_norm.present()) {
            q = layer.q_norm.forward(m, std::move(q));
            k = layer.k_norm.forward(m, std::move(k));
        }
        turn_both(m, q, k, {b, s, a.head_dim});
        Tensor out = saved_operation(m, saved, 1, [&] { return attend(m, a, std::move(q), std::move(k), std::move(v), pass, s, 0.0); });
        return layer.o.forward(m, std::move(out));
    }

    void turn_both(Machine &m, Tensor &q, Tensor &k, const Shape &places) const
    {
        if (m_complex) { // one table of complex64 for both
            const Tensor table = m.empty(places, Dtype::fp32, "index");
            Tensor turned = turned_as_complex(m, q, table);
            k = turned_as_complex(m, k, table);
            q = std::move(turned);
            return;
        }
        const Tensor cos = m.empty(places, Dtype::fp32, "gather"), sin = m.empty(places, Dtype::fp32, "gather");
        Tensor turned = turned_by_halves_in_float(m, q, cos, sin);
        k = turned_by_halves_in_float(m, k, cos, sin);
        q = std::move(turned);
    }

    static Tensor feed(Machine &m, Layer &layer, const Tensor &x, SavedOperations *saved)
    {
        Tensor gate = saved_operation(m, saved, 2, [&] { return layer.gate.forward(m, x); });
        gate = activate(m, std::move(gate), layer.spec->mlp.activation);
        Tensor up = layer.up.forward(m, x);
        Tensor product = mul(m, std::move(gate), std::move(up));
        return saved_operation(m, saved, 3, [&] { return layer.down.forward(m, std::move(product)); });
    }

    bool m_complex;
};

const TitanBlock llama_block(true), qwen_block(false);

void use_fused_norm(NormSpec &norm)
{
    if (norm.kind == NormKind::rms) norm.kind = NormKind::rms_torch;
}

bool is_dense_llama(const DecoderSpec &spec)
{
    if (spec.extension && (spec.extension->runs || spec.extension->attends)) return false;
    return std::ranges::all_of(spec.kinds, [](const LayerSpec &layer) {
        const AttentionSpec &a = layer.attention;
        return a.kind == AttentionKind::grouped && a.fused.out == 0 && !a.q.bias && !a.sinks && !layer.extension &&
               a.rotary.form == RotaryForm::halves && a.head_dim == a.v_head_dim && layer.mlp.kind == MlpKind::gated;
    });
}

} // namespace

ArchitectureRef torchtitan_model(const Architecture &architecture, const Plan &)
{
    if (!architecture.decoder || !is_dense_llama(*architecture.decoder)) return nullptr;
    auto out = std::make_shared<Architecture>(architecture);
    DecoderSpec &spec = *out->decoder;
    auto around = spec.extension ? std::make_shared<DecoderExtension>(*spec.extension) : std::make_shared<DecoderExtension>();
    bool complex = true;
    for (LayerSpec &layer : spec.kinds) {
        AttentionSpec &a = layer.attention;
        for (NormSpec *norm : {&layer.input_norm, &layer.post_attention_norm, &a.norms.q, &a.norms.k}) use_fused_norm(*norm);
        complex = complex && a.norms.q.kind == NormKind::none;
        a.fused = a.q;
        a.fused.name = "wqkv";
        a.fused.out = (a.heads + 2 * a.kv_heads) * a.head_dim;
        a.q = a.k = a.v = LinearSpec{};
    }
    use_fused_norm(spec.final_norm);
    around->runs = around->attends = complex ? &llama_block : &qwen_block;
    const Count width = spec.kinds.front().attention.head_dim, places = std::max<Count>(spec.max_positions, 1);
    Parameter cache; // complex64 of pairs, or cosines and sines of both halves
    cache.name = "cache";
    cache.shape = {places, complex ? width : 2 * width};
    cache.dtype = Dtype::fp32;
    around->buffers.push_back(std::move(cache));
    spec.extension = std::move(around);
    return out;
}

Tensor torchtitan_chunked_loss(Machine &m, const LossCall &call)
{
    constexpr Count chunks = 8; // ChunkedLossWrapper.Config.num_chunks
    Tensor hidden = std::move(call.hidden);
    const Shape whole = hidden.shape(), part{whole.size[0], ceil_div(whole.size[1], chunks), whole.last()};
    Leaf &head = call.decoder.head().weight();
    const Shape matrix = head.value.shape();
    const Dtype dtype = hidden.dtype();
    const bool grows = m.units != nullptr; // FSDP sums unsharded gradients in its reduce_dtype while nothing is reduced
    Ref<Node> node;
    const auto sums = std::make_shared<Tensor>();
    if (any_requires_grad(m, {&hidden, &head.value})) {
        hidden = on_backward(m, std::move(hidden), [sums](Machine &) { sums->reset(); });
        node = make_node(m, {&hidden, &head.value}, [matrix, dtype](Machine &mm, Node &self, Gradients &, Gradients &g) {
            g[0] = self.saved[0].unpack(mm).view(self.saved[0].unpack(mm).shape());
            if (self.needs(1)) g[1] = mm.empty(matrix, dtype, "mm_backward");
        });
    }
    TensorList pieces;
    if (whole.size[0] > 1)
        for (Count i = 0; i < chunks; ++i) pieces.push_back(m.empty(part, dtype, "contiguous"));
    Tensor gathered = m.empty(whole, Dtype::fp32, "GradAccumulator");
    const Shape rows{part.size[0] * part.size[1], matrix.size[0]};
    for (Count i = 0; i < chunks; ++i) {
        const Tensor logits = m.empty(rows, dtype, "mm");
        cublas_workspace(m);
        const Tensor wide = m.empty(rows, Dtype::fp32, "to");
        const Tensor likelihoods = m.empty(rows, Dtype::fp32, "log_softmax");
        if (!node) continue;
        Tensor gradient = m.empty(rows, Dtype::fp32, "nll_loss_backward");
        Tensor next = m.empty(rows, Dtype::fp32, "log_softmax_backward");
        gradient = m.empty(rows, dtype, "to");
        next.reset();
        const Tensor input = m.empty(part, dtype, "mm_backward");
        cublas_workspace(m);
        const Tensor weight = m.empty(matrix, dtype, "mm_backward");
        cublas_workspace(m);
        if (!sums->defined()) *sums = m.empty(matrix, grows ? Dtype::fp32 : dtype, "accumulate", Component::gradients);
        const Tensor cast = m.empty(part, Dtype::fp32, "to");
    }
    if (!grows) sums->reset();
    Tensor loss = m.empty({1}, Dtype::fp32, "loss");
    if (!node) return loss;
    const Tensor gradient = m.empty(whole, dtype, "to");
    gathered.reset();
    node->saved[0].keep(m, gradient);
    attach(loss, node);
    return loss;
}

} // namespace plimsoll::step
