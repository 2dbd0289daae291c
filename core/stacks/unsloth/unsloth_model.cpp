// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stacks/unsloth/unsloth_model.h"

#include "core/decoder/decoder_pieces.h"
#include "core/model/extension.h"
#include "core/model/usual_adapter.h"
#include "core/objectives/objectives.h"
#include "core/stacks/lora_kernels.h"
#include "core/stacks/unsloth/unsloth_classes.h"

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <string_view>
#include <utility>

namespace plimsoll::step {

namespace {

constexpr LoraKernels unsloth_kernels{.scratch = true, .writes_input = true};
// What inductor keeps of a layer with adapters is what these functions keep.
constexpr LoraKernels compiled_kernels{.takes_biases = true};

// What the pass's checkpoints are, in the place of the library's.
constexpr std::string_view kept_inputs = "unsloth", staged_inputs = "unsloth on host";

/// unsloth_zoo gradient_checkpointing.py MINIMUM_SIZE: smaller inputs stay on the card.
constexpr Bytes least_staged = 2 * mib;

/// x[0, :, a:b] of _sdpa_packed_segments: SelectBackward0 fills a whole, head by head.
Tensor one_row(Machine &m, const Tensor &x)
{
    Tensor out = x.detach();
    if (any_requires_grad(m, {&x})) {
        const Shape whole = x.shape();
        attach(out, make_node(m, {&x}, [whole](Machine &mm, Node &, Gradients &in, Gradients &g) {
                   g[0] = mm.empty(whole, in[0].dtype(), "select_backward");
               }));
    }
    return out;
}

/// torch.cat of the segments' results.
Tensor joined_segments(Machine &m, const Tensor &x)
{
    Tensor out = m.empty(x.shape(), x.dtype(), "cat");
    if (any_requires_grad(m, {&x}))
        attach(out, make_node(m, {&x}, [](Machine &, Node &, Gradients &in, Gradients &g) { g[0] = in[0].view(in[0].shape()); }));
    return out;
}

/// kernels/rope_embedding.py Fast_RoPE_Embedding_QK: results and gradients of their own. kernels/qk_norm_rope.py keeps what it read
/// and the norms' factors besides.
void turn_heads(Machine &m, Tensor &q, Tensor &k, bool normed)
{
    const auto gradients = std::make_shared<GradientPair>();
    Ref<Node> node;
    if (any_requires_grad(m, {&q, &k}))
        node = make_node(m, {&q, &k}, [gradients](Machine &mm, Node &self, Gradients &, Gradients &g) {
            const GradientPair in = std::exchange(*gradients, {});
            const TensorList kept = self.unpack_more(mm);
            for (std::size_t i = 0; i < 2; ++i) g[i] = mm.empty(in[i].shape(), in[i].dtype(), "rope_backward");
        });
    Tensor turned_q = m.empty(q.shape(), q.dtype(), "rope"), turned_k = m.empty(k.shape(), k.dtype(), "rope");
    TensorList factors;
    if (normed)
        for (const Tensor *heads : {&q, &k})
            factors.push_back(m.empty({heads->elements() / heads->shape().last()}, Dtype::fp32, "r"));
    if (node && normed) {
        node->more.emplace_back(m, q);
        node->more.emplace_back(m, k);
        for (const Tensor &factor : factors) node->more.emplace_back(m, factor);
    }
    q = std::move(turned_q);
    k = std::move(turned_k);
    if (node) attach_both(m, q, k, node, gradients);
}

/// UnslothCheckpointFunction: the second run reads a buffer that stays, or what was kept.
Tensor staged_checkpoint(Machine &machine, const Tensor &input, bool staged, std::function<Tensor(Tensor)> forward)
{
    if (!machine.grad_enabled || !input.requires_grad()) return forward(input);
    const auto autocast = machine.autocast;
    const Shape shape = input.shape();
    const Dtype dtype = input.dtype();
    auto node = make_node(machine, {&input}, [=](Machine &m, Node &self, Gradients &in, Gradients &out) {
        Leaf start;
        start.layer = self.scope.layer;
        start.passing = true;
        start.value = staged ? m.hollow(shape, dtype, Component::checkpoints) : self.saved[0].unpack(m).detach();
        self.saved[0].release();
        set_trains(start, true);
        const bool grad_before = std::exchange(m.grad_enabled, true);
        const auto autocast_before = std::exchange(m.autocast, autocast);
        Tensor result = forward(start.value);
        clear_autocast_cache(m);
        m.autocast = autocast_before;
        m.grad_enabled = grad_before;
        run_backward(m, result, in[0]);
        result.reset();
        out[0] = std::move(start.grad);
    });
    if (!staged) {
        if (input.storage()) machine.relabel(input.storage(), Component::checkpoints);
        node->saved[0].keep(machine, input);
    }
    machine.grad_enabled = false;
    Tensor out = forward(input);
    machine.grad_enabled = true;
    attach(out, node);
    return out;
}

/// gradient_checkpointing.py, _get_gpu_buffer: a buffer on the card as large as a layer's input, made by the first that goes to the host,
/// and from the second step on one more.
void make_staging(Machine &m, std::vector<Tensor> &buffers, const Tensor &input)
{
    const auto is_staging = [](const Tensor &buffer) {
        return buffer.storage()->component == static_cast<std::uint8_t>(Component::checkpoints);
    };
    for (auto held = std::ranges::count_if(buffers, is_staging); held < (m.in_first_step() ? 1 : 2); ++held)
        buffers.push_back(m.empty({input.elements()}, input.dtype(), "staging", Component::checkpoints));
}

/// models/_block_compile.py, forward: before a layer's first run without a graph the whole of it runs once with one. Where routers'
/// logits are recorded (temporary_patches/misc.py, output_capture_scratch) that graph hangs in a cycle, which only a collection of
/// Python's takes apart, and stands until the layer's own backward: 28 of 28 layers of Qwen3-MoE, none of GLM-4-MoE.
struct Trial {
    Leaf input;
    Ref<GraphNode> graph; ///< of a result that nobody took
};

std::shared_ptr<Trial> tried(Machine &machine, const Tensor &input, const std::function<Tensor(Tensor)> &forward)
{
    if (!machine.in_first_step() || !machine.grad_enabled || !input.requires_grad()) return nullptr;
    auto out = std::make_shared<Trial>();
    out->input.layer = machine.scope.layer;
    out->input.passing = true;
    out->input.value = input.detach();
    set_trains(out->input, true);
    out->graph = forward(out->input.value).node;
    return out;
}

/// How one of the classes runs.
struct Forms {
    bool flattens = false; ///< SFTTrainer's padding-free batches, all tokens in one row
    bool fuses = false;    ///< adapters that its functions hold
    bool compiles = false; ///< a layer without adapters
    bool sparse = false;   ///< transformers' class with experts, a compiled region a layer, adapters in it
    bool tries = false;    ///< one that records its routers' logits: what a layer's trial keeps stays
};

/// LlamaModel_fast_forward, LlamaDecoderLayer_fast_forward, LlamaAttention_fast_forward, Qwen3Attention_fast_forward.
class UnslothLlama final : public DecoderClass {
public:
    explicit UnslothLlama(Forms forms) : m_forms(forms) {}

    void load_layer(Machine &m, DecoderModules &model, Layer &layer) const override
    {
        DecoderClass::load_layer(m, model, layer);
        for (NormModule *norm : {&layer.input_norm, &layer.post_attention_norm}) norm->use_liger(true); // reuse_grad
        if (m_forms.sparse && layer.experts) layer.experts->use_liger(false, true); // a shared one's products, made again
    }

    Tensor begin(Machine &m, Pass &pass, ModelNames &names) const override
    {
        ForwardInputs &in = pass.inputs;
        if (!in.training) return DecoderClass::begin(m, pass, names);
        if (m_forms.flattens) {
            in.length *= in.batch;
            in.batch = 1;
            names.embedded = names.embedded.view({1, in.length, names.embedded.shape().last()});
        }
        if (m_forms.compiles)
            pass.model.liger.gated_mlp = true; // models/_block_compile.py: a region a layer, products made again
        in.padded = in.mask_given = false;     // a causal mask is enough, whatever the collator sends
        names.position_ids = m.empty({1, in.length}, Dtype::int32, "position_ids");
        if (Checkpointing &c = in.checkpointing; c.enabled && c.selective.empty())
            c.selective = c.offload && names.embedded.bytes() > least_staged ? staged_inputs : kept_inputs;
        return enter(m, pass, names);
    }

    Tensor end(Machine &m, Pass &pass, ModelNames &names, Tensor hidden) const override
    {
        pass.model.final_norm.use_liger(false);
        return DecoderClass::end(m, pass, names, std::move(hidden));
    }

    Tensor layer(Machine &m, Layer &layer, const Tensor &input, const Pass &pass) const override
    {
        const Checkpointing &c = pass.inputs.checkpointing;
        const bool staged = c.selective == staged_inputs;
        if (!pass.inputs.training || (!staged && c.selective != kept_inputs)) return DecoderClass::layer(m, layer, input, pass);
        const bool last = layer.index + 1 == pass.model.layers.size(); // LAST_GC_INDEX
        if (staged) make_staging(m, pass.model.buffers, input);
        const auto run = [this, &m, &layer, held = pass.shared_from_this()](Tensor x) {
            return DecoderClass::layer(m, layer, x, *held);
        };
        if (!m_forms.tries) return staged_checkpoint(m, input, staged && !last, run);
        const std::shared_ptr<Trial> trial = tried(m, input, run);
        return staged_checkpoint(m, input, staged && !last, [run, trial](Tensor x) {
            Tensor out = run(std::move(x));
            if (out.requires_grad() && trial) *trial = {}; // the run of the backward
            return out;
        });
    }

    Tensor mlp(Machine &m, Layer &layer, const Tensor &x, const Pass &pass) const override
    {
        if (layer.experts || !fused(m, {&layer.gate, &layer.up, &layer.down}, x)) return DecoderClass::mlp(m, layer, x, pass);
        return lora_mlp(m, kernels(), {&layer.gate, &layer.up, &layer.down}, x);
    }

    Tensor attention(Machine &m, Layer &layer, const Tensor &x, const Pass &pass) const override
    {
        if (!pass.inputs.training) return DecoderClass::attention(m, layer, x, pass);
        const AttentionSpec &a = layer.spec->attention;
        const Count b = pass.inputs.batch, s = pass.inputs.length;
        Tensor q, k, v;
        if (fused(m, {&layer.q, &layer.k, &layer.v}, x)) {
            std::array<Tensor, 3> parts = lora_qkv(m, kernels(), {&layer.q, &layer.k, &layer.v}, x);
            q = std::move(parts[0]);
            k = std::move(parts[1]);
            v = std::move(parts[2]);
        } else {
            q = layer.q.forward(m, x);
            k = layer.k.forward(m, x);
            v = layer.v.forward(m, x);
        }
        const auto heads = [&](Tensor t, Count count) { return copied_back(m, t.view({b, count, s, a.head_dim})); };
        q = heads(std::move(q), a.heads);
        k = heads(std::move(k), a.kv_heads);
        v = m_forms.flattens ? heads(std::move(v), a.kv_heads) : v.view({b, a.kv_heads, s, a.head_dim});
        turn_heads(m, q, k, layer.q_norm.present());
        const bool segments = m_forms.flattens && !m_forms.sparse;
        if (segments) {
            q = one_row(m, q);
            k = one_row(m, k);
            v = one_row(m, v);
        }
        Tensor out = attend(m, a, std::move(q), std::move(k), std::move(v), pass, s, 0.0);
        if (segments) out = joined_segments(m, out);
        if (fused(m, {&layer.o}, out)) return lora_linear(m, kernels(), layer.o, out);
        return layer.o.forward(m, std::move(out));
    }

private:
    [[nodiscard]] bool fused(const Machine &m, std::initializer_list<LinearModule *> linears, const Tensor &x) const
    {
        return m_forms.fuses && can_fuse(m, kernels(), linears, x);
    }

    [[nodiscard]] const LoraKernels &kernels() const { return m_forms.sparse ? compiled_kernels : unsloth_kernels; }

    Forms m_forms;
};

const UnslothLlama flat_llama({.flattens = true, .fuses = true}), row_llama({.fuses = true}), flat_plain({.flattens = true}),
    row_plain({}), flat_whole({.flattens = true, .compiles = true}), row_whole({.compiles = true}),
    flat_sparse({.flattens = true, .fuses = true, .sparse = true}), row_sparse({.fuses = true, .sparse = true}),
    flat_recorded({.flattens = true, .fuses = true, .sparse = true, .tries = true}),
    row_recorded({.fuses = true, .sparse = true, .tries = true});

bool lies_as_llama(const DecoderSpec &spec)
{
    if (spec.extension && (spec.extension->runs || spec.extension->attends)) return false;
    return std::ranges::all_of(spec.kinds, [](const LayerSpec &layer) {
        const AttentionSpec &a = layer.attention;
        return a.kind == AttentionKind::grouped && a.fused.out == 0 && !a.sinks && !layer.extension &&
               a.rotary.form == RotaryForm::halves && a.rotary.dim == a.head_dim && a.head_dim == a.v_head_dim &&
               (layer.mlp.kind == MlpKind::gated);
    });
}

/// Layers that keep the same once they are compiled, whatever order their classes' lines and names have.
bool compiles_alike(const DecoderSpec &spec)
{
    return std::ranges::all_of(spec.kinds, [](const LayerSpec &layer) {
        const AttentionSpec &a = layer.attention;
        return a.kind == AttentionKind::grouped && a.fused.out == 0 && !a.sinks && !a.softcap && !layer.extension &&
               !layer.parallel && a.rotary.dim > 0 && a.head_dim == a.v_head_dim &&
               (layer.mlp.kind == MlpKind::gated || layer.mlp.kind == MlpKind::moe);
    });
}

/// What runs a model of transformers' own class; null: its class.
const DecoderClass *sparse_class(const Architecture &architecture, const Plan &plan)
{
    if (plan.method == Method::full || !unsloth::runs_experts(architecture) || !compiles_alike(*architecture.decoder))
        return nullptr;
    const bool flat = objective_of(plan).plain;
    if (unsloth::records_routers(architecture.model_type)) return flat ? &flat_recorded : &row_recorded;
    return flat ? &flat_sparse : &row_sparse;
}

Parameter stays(std::string name, Count elements, Dtype dtype)
{
    Parameter out;
    out.name = std::move(name);
    out.shape = {elements};
    out.dtype = dtype;
    return out;
}

} // namespace

namespace {

/// Tables and buffers of its own classes.
void add_own_buffers(DecoderExtension &around, const DecoderSpec &spec, const Plan &plan, Dtype compute)
{
    const AttentionSpec &a = spec.kinds.front().attention;
    // LlamaModel_fast_forward: tables for max_position_embeddings, since the collator sends positions
    const Count positions = std::max(spec.max_positions, plan.sequence_length);
    for (const char *name : {"cos_cached", "sin_cached"}) around.buffers.push_back(stays(name, positions * a.head_dim, compute));
    Count largest = 0;
    for (const LayerSpec &layer : spec.kinds)
        for (const LinearSpec *linear : {&layer.attention.q, &layer.attention.o, &layer.mlp.up, &layer.mlp.down})
            largest = std::max(largest, linear->in * linear->out);
    if (is_bitsandbytes_4bit(plan.weights.quant)) around.buffers.push_back(stays("scratch", largest, compute));
}

const DecoderClass *own_class(const Plan &plan)
{
    const bool flat = objective_of(plan).plain;
    if (plan.method == Method::full) return flat ? &flat_whole : &row_whole;
    if (is_usual(plan.adapter) && !plan.adapter.dora && plan.adapter.bias == "none") return flat ? &flat_llama : &row_llama;
    return flat ? &flat_plain : &row_plain;
}

} // namespace

ArchitectureRef unsloth_model(const Architecture &architecture, const Plan &plan)
{
    if (!architecture.decoder || plan.task != Task::train) return nullptr;
    const bool own = unsloth::has_class_of(architecture.model_type) && lies_as_llama(*architecture.decoder);
    const DecoderClass *const sparse = own ? nullptr : sparse_class(architecture, plan);
    if (!own && sparse == nullptr) return nullptr;
    auto out = std::make_shared<Architecture>(architecture);
    DecoderSpec &spec = *out->decoder;
    auto around = spec.extension ? std::make_shared<DecoderExtension>(*spec.extension) : std::make_shared<DecoderExtension>();
    around->runs = around->attends = own ? own_class(plan) : sparse;
    const Dtype compute = plan.autocast == Autocast::fp16 ? Dtype::fp16 : Dtype::bf16;
    if (own) add_own_buffers(*around, spec, plan, compute);
    spec.extension = std::move(around);
    return out;
}

} // namespace plimsoll::step
