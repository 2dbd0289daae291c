// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decoder/sequence.h"
#include "core/nn/key_cache.h"

#include "core/decoder/decoder.h"
#include "core/ground/phrase.h"
#include "core/nn/cross_entropy.h"

#include <algorithm>
#include <optional>

namespace plimsoll::step {

bool SequenceModel::quantised(const std::string &name) const
{
    const std::string_view wide = m_spec.of->left_wide;
    return name != m_spec.output && (wide.empty() || !name.ends_with(wide));
}

void SequenceModel::load(Machine &m, const Precision &precision)
{
    m_weights = precision.weights;
    m_norms.clear(); // a quantised model loads them three times over
    m_leaves.clear();
    m_buffers.clear();
    std::size_t loaded = 0;
    const auto name_it = [this](const std::string &name, Holder holder, std::size_t index) { m_names[name] = {holder, index}; };
    for (const Module &module : m_spec.modules) {
        if (module.kind == ModuleKind::linear) {
            const LinearSpec &spec = m_spec.linears[loaded];
            const std::optional<std::string> &tied = module.parameters.front().tied_to;
            if (loaded == m_linears.size()) m_linears.emplace_back();
            LinearModule &linear = m_linears[loaded];
            if (tied && has(*tied))
                tie(linear, module, spec);
            else
                linear.load(m, spec, precision, quantised(module.name));
            name_it(module.name, Holder::linear, loaded++);
            continue;
        }
        if (module.kind == ModuleKind::norm && !module.parameters.empty()) {
            m_norms.emplace_back().load(m, m_spec.norms[m_norms.size() - 1], precision.weights);
            name_it(module.name, Holder::norm, m_norms.size() - 1);
            continue;
        }
        for (const Parameter &parameter : module.parameters) {
            const std::string name = module.name.empty() ? parameter.name : module.name + "." + parameter.name;
            if (parameter.tied_to) {
                if (has(*parameter.tied_to)) m_names[name] = m_names[*parameter.tied_to];
                continue;
            }
            Leaf &leaf = m_leaves.emplace_back();
            Shape shape;
            if (parameter.shape.size() <= shape.size.size())
                for (const Count size : parameter.shape) shape.size[shape.rank++] = size;
            else
                shape = {parameter.elements()};
            leaf.value = new_parameter(m, shape, precision.weights, "weight");
            leaf.embedding = module.kind == ModuleKind::embedding;
            leaf.module = module.name.c_str();
            name_it(name, Holder::leaf, m_leaves.size() - 1);
        }
        for (const Parameter &buffer : module.buffers)
            m_buffers.push_back(m.empty({buffer.elements()}, buffer.dtype.value_or(Dtype::fp32), "buffer", Component::weights));
    }
}

void SequenceModel::tie(LinearModule &linear, const Module &module, const LinearSpec &spec)
{
    linear.tie(leaf(*module.parameters.front().tied_to), spec);
    const std::optional<std::string> bias = module.parameters.size() > 1 ? module.parameters[1].tied_to : std::nullopt;
    if (bias && has(*bias)) linear.take_bias(leaf(*bias));
}

void SequenceModel::each_module(const std::function<void(const Module &, LinearModule *, NormModule *, Leaf *)> &visit)
{
    auto linear = m_linears.begin();
    auto norm = m_norms.begin();
    auto leaf = m_leaves.begin();
    for (const Module &module : m_spec.modules) {
        if (module.kind == ModuleKind::linear)
            visit(module, &*linear++, nullptr, nullptr);
        else if (module.kind == ModuleKind::norm && !module.parameters.empty())
            visit(module, nullptr, &*norm++, nullptr);
        else
            for (const Parameter &parameter : module.parameters)
                if (!parameter.tied_to) visit(module, nullptr, nullptr, &*leaf++);
    }
}

void SequenceModel::raise_to_fp32(Machine &m)
{
    each_module([&m](const Module &, LinearModule *linear, NormModule *norm, Leaf *leaf) {
        if (linear) linear->raise_to_fp32(m);
        if (norm) norm->raise_to_fp32(m);
        if (leaf) raise_leaf(m, *leaf);
    });
}

void SequenceModel::add_adapters(Machine &m, const std::vector<RankedName> &names, const AdaptedModel &model,
                                 const Adapter &adapter)
{
    m_adapters = std::make_shared<AdapterRun>(m, adapter, model, m_weights);
    for (const auto &[name, rank] : names) {
        const auto found = m_names.find(name);
        if (found == m_names.end() || found->second.first != Holder::linear) continue;
        m_adapters->wrap(m, m_linears[found->second.second], rank);
        m_linears[found->second.second].cast_adapter(m, adapter.dtype, true);
    }
}

void SequenceModel::collect(std::vector<Leaf *> &parameters)
{
    each_module([&parameters](const Module &, LinearModule *linear, NormModule *norm, Leaf *leaf) {
        if (linear) linear->collect(parameters);
        if (norm) norm->collect(parameters);
        if (leaf && leaf->value.defined()) parameters.push_back(leaf); // a head's decoder took its bias
    });
    if (m_adapters) m_adapters->collect_shared(parameters);
}

void SequenceModel::collect_unreached(std::vector<Leaf *> &parameters, bool head_alone)
{
    if (head_alone && writes() && has(m_spec.transform)) linear_of(m_spec.transform).collect(parameters);
    if (head_alone && writes() && has(m_spec.transform_norm)) m_norms[m_names[m_spec.transform_norm].second].collect(parameters);
    if (!m_spec.unread.empty() && has(m_spec.unread)) linear_of(m_spec.unread).collect(parameters);
    if (!m_spec.decoder_alone) return;
    for (const auto &[name, holder] : m_names) {
        if (name.find(".encoder_attn") == std::string::npos) continue;
        if (holder.first == Holder::linear) m_linears[holder.second].collect(parameters);
        if (holder.first == Holder::norm) m_norms[holder.second].collect(parameters);
    }
}

LinearModule &SequenceModel::linear_of(const std::string &name)
{
    const auto found = m_names.find(name);
    return found == m_names.end() ? m_no_linear : m_linears[found->second.second];
}

Leaf &SequenceModel::leaf(const std::string &name)
{
    const auto found = m_names.find(name);
    return found == m_names.end() ? m_no_leaf : m_leaves[found->second.second];
}

Tensor SequenceModel::looked_up(Machine &m, const ForwardInputs &inputs, const std::string &table, bool scaled)
{
    Tensor out = embedding(m, {inputs.batch, inputs.length}, leaf(table));
    if (scaled) out = scale(m, std::move(out));
    return input_requires_grad ? hooked_input(m, std::move(out)) : out;
}

Tensor SequenceModel::normed(Machine &m, const std::string &name, Tensor x)
{
    const auto found = m_names.find(name);
    return found == m_names.end() ? x : m_norms[found->second.second].forward(m, std::move(x));
}

AttentionMask SequenceModel::own_mask(Machine &m, const ForwardInputs &inputs, bool causal, Dtype dtype) const
{
    return mask_of(m, inputs, inputs.length, key_length(inputs, std::nullopt), causal, dtype);
}

AttentionMask SequenceModel::mask_of(Machine &m, const ForwardInputs &inputs, Count queries, Count keys, bool causal,
                                     Dtype dtype) const
{
    // masking_utils.py: a bidirectional mask only where something is padded; a causal one where eager attention reads it
    const bool eager = inputs.backend == AttentionBackend::eager;
    const bool static_step = inputs.static_length > 0 && queries == 1;
    if (is_flash(inputs.backend) || !(inputs.padded || (causal && (eager || static_step)))) return {};
    const Tensor allowed = m.empty({inputs.batch, 1, queries, keys}, Dtype::boolean, "mask");
    if (!eager) return {allowed};
    return {m.empty(allowed.shape(), dtype, "mask")};
}

namespace {

/// cache_utils.py DynamicLayer.update of an empty cache
Tensor cached(Machine &m, Tensor x, std::vector<Tensor> &cache)
{
    Tensor none({}, Shape{0}, x.dtype());
    const Shape shape = x.shape();
    Tensor out = concatenate(m, std::move(none), std::move(x), shape);
    cache.push_back(out.detach());
    return out;
}

/// torch.where of a mask of positions: it is kept, backward fills zeros.
Tensor where(Machine &m, Tensor x, Count queries, Count keys)
{
    const Tensor allowed = m.empty({queries, keys}, Dtype::boolean, "mask");
    Ref<Node> node;
    if (any_requires_grad(m, {&x})) {
        node = make_node(m, {&x}, [](Machine &mm, Node &self, Gradients &in, Gradients &g) {
            const Tensor kept = self.saved[0].unpack(mm);
            g[0] = mm.empty(in[0].shape(), in[0].dtype(), "where_backward");
        });
        node->saved[0].keep(m, allowed);
    }
    Tensor out = m.empty(x.shape(), x.dtype(), "where");
    if (node) attach(out, node);
    return out;
}

} // namespace

SequenceModel::Heads SequenceModel::heads_of(Machine &m, const Reading &r, const Tensor &x, const Tensor &memory,
                                             const ForwardInputs &inputs)
{
    const bool scaled = m_spec.of->scaled_heads; // (self.q_proj(hidden_states) * self.scaling)…contiguous()
    const auto heads = [&](const char *name, const Tensor &from, bool by_keys = false) {
        Tensor out = linear_of(r.prefix + name).forward(m, from, by_keys);
        if (scaled && name == r.q) out = scale(m, std::move(out));
        out = out.view({inputs.batch, m_spec.heads, from.shape().size[1], m_spec.head_dim});
        return scaled ? contiguous(m, std::move(out), true) : out;
    };
    // matmul's gradients lie head by head: the backward of `.view(hidden_shape).transpose(1, 2)` copies them
    const bool by_heads = inputs.backend == AttentionBackend::eager && m_spec.heads > 1;
    Heads given;
    given.q = heads(r.q, x);
    if (by_heads) given.q = copied_back(m, given.q);
    given.k = heads(r.k, memory, by_heads);
    given.v = heads(r.v, memory);
    if (by_heads) given.v = copied_back(m, given.v);
    if (r.caches && inputs.cache)
        update_cache(m, (*inputs.cache)[static_cast<std::size_t>(r.layer)], std::nullopt, inputs, given.k, given.v);
    if (r.caches && inputs.training_cache) {
        given.k = cached(m, std::move(given.k), *inputs.training_cache);
        given.v = cached(m, std::move(given.v), *inputs.training_cache);
    }
    return given;
}

Tensor SequenceModel::attended(Machine &m, const Reading &r, const Heads &heads, const ForwardInputs &inputs)
{
    const Count b = inputs.batch, s = heads.q.shape().size[2];
    Count keys = heads.k.shape().size[2];
    if (inputs.static_length > 0 && s > 1 && inputs.backend == AttentionBackend::sdpa) keys = s; // read up to the prompt's end
    AttentionCall call;
    call.batch = b;
    call.heads = call.kv_heads = m_spec.heads;
    call.head_dim = call.v_head_dim = m_spec.head_dim;
    call.queries = s;
    call.keys = keys;
    call.causal = r.causal && !r.bias.defined();
    call.flash_3 = inputs.backend == AttentionBackend::flash3;
    call.dropout = rate(m_spec.attention_dropout, inputs);
    call.kept_weights = inputs.attentions;
    call.named_weights = r.weights;
    call.fresh_query = !m_spec.of->scaled_heads;
    call.strided_keys = call.strided_values = call.fresh_query && !inputs.cache;
    call.softmax_dtype = call.casts_weights = m_spec.of->casts_weights;
    const Dtype embedded = m_spec.of->masks_as_queries ? heads.q.dtype() : m_weights;
    AttentionMask mask = r.mask ? *r.mask : mask_of(m, inputs, s, keys, r.causal, embedded);
    if (r.bias.defined()) {
        // create_position_bias_mask: where() under a causal or padding mask, then contiguous()
        Tensor combined = r.bias;
        if (r.causal || mask.tensor.defined()) combined = where(m, std::move(combined), s, keys);
        mask.tensor = r.bias_is_ready ? combined : clone(m, combined);
        if (m.autocast) mask.tensor = to(m, mask.tensor, *m.autocast);
    }
    Tensor out;
    switch (inputs.backend) {
    case AttentionBackend::eager: out = eager_attention(m, heads.q, heads.k, heads.v, mask, call); break;
    case AttentionBackend::flash2:
    case AttentionBackend::flash3: out = flash_attention(m, heads.q, heads.k, heads.v, call, inputs.padded, m_weights); break;
    default: out = sdpa(m, heads.q, heads.k, heads.v, mask, call);
    }
    return out.view({b, s, m_spec.heads * m_spec.head_dim});
}

Tensor SequenceModel::attend(Machine &m, const Reading &r, const Tensor &x, const Tensor &memory, const ForwardInputs &inputs)
{
    const Heads heads = heads_of(m, r, x, memory, inputs);
    const Tensor out = attended(m, r, heads, inputs);
    return linear_of(r.prefix + r.o).forward(m, out);
}

Tensor SequenceModel::run_layers(Machine &m, Tensor hidden, Count count, const ForwardInputs &inputs,
                                 const std::function<Tensor(Tensor, Count)> &layer)
{
    for (Count i = 0; i < count; ++i) {
        capture(m, inputs, hidden);
        const auto run = [layer, i](Tensor x) { return layer(std::move(x), i); };
        const bool again = inputs.training && inputs.checkpointing.enabled && i % inputs.checkpointing.every == 0;
        if (!again)
            hidden = run(hidden);
        else if (inputs.checkpointing.reentrant)
            hidden = checkpoint_reentrant(m, hidden, run);
        else
            hidden = checkpoint(m, hidden, run);
    }
    return hidden;
}

Tensor SequenceModel::up_and_down(Machine &m, const std::string &up, const std::string &down, Tensor x,
                                  const ForwardInputs &inputs)
{
    Tensor hidden = activate(m, linear_of(up).forward(m, x), m_spec.activation);
    x.reset(); // hidden_states = self.activation_fn(self.fc1(hidden_states))
    hidden = dropout(m, std::move(hidden), rate(m_spec.activation_dropout, inputs));
    return linear_of(down).forward(m, std::move(hidden));
}

Count SequenceModel::length_of(Count asked) const
{
    if (m_spec.decoder_layers > 0) return m_spec.decoder_limit > 0 ? std::min(asked, m_spec.decoder_limit) : asked;
    return m_spec.fixed_length > 0 ? m_spec.fixed_length : asked;
}

Tensor SequenceModel::hidden_states(Machine &m, const ForwardInputs &inputs)
{
    if (m_spec.decoder_alone) {
        Tensor hidden = m_spec.of->stack(*this, m, "decoder", {}, inputs);
        capture(m, inputs, hidden);
        return hidden;
    }
    if (m_spec.decoder_layers > 0) return both_stacks(m, inputs);
    return m_spec.of->states ? m_spec.of->states(*this, m, inputs) : m_spec.of->stack(*this, m, "encoder", {}, inputs);
}

Tensor SequenceModel::both_stacks(Machine &m, const ForwardInputs &asked)
{
    ForwardInputs read = asked, written = asked;
    if (m_spec.fixed_length > 0) read.length = m_spec.fixed_length;
    if (m_spec.decoder_limit > 0) written.length = std::min(asked.length, m_spec.decoder_limit);
    const Tensor memory = m_spec.of->stack(*this, m, "encoder", {}, read);
    m.mark(QT_TRANSLATE_NOOP("core", "after the encoder"));
    Tensor hidden = m_spec.of->stack(*this, m, "decoder", memory, written);
    m.mark(QT_TRANSLATE_NOOP("core", "after the layers"));
    capture(m, asked, hidden);
    return hidden;
}

Tensor SequenceModel::logits(Machine &m, Tensor hidden)
{
    if (m_spec.head == SequenceHead::none || m_spec.head == SequenceHead::contrast) return hidden;
    const Count b = hidden.shape().size[0];
    if (m_spec.head != SequenceHead::tokens) hidden = narrow(m, std::move(hidden), {b, 1, hidden.shape().last()});
    if (!m_spec.pooler.empty()) {
        hidden = linear_of(m_spec.pooler).forward(m, std::move(hidden));
        hidden = pointwise(m, std::move(hidden), "tanh", true);
        hidden = dropout(m, std::move(hidden), m.grad_enabled ? m_spec.dropout : 0.0);
    }
    if (!m_spec.transform.empty()) {
        hidden = linear_of(m_spec.transform).forward(m, std::move(hidden));
        hidden = activate(m, std::move(hidden), m_spec.activation);
        if (!m_spec.transform_norm.empty()) hidden = normed(m, m_spec.transform_norm, std::move(hidden));
    }
    if (m_spec.output.empty()) return hidden;
    Tensor out = linear_of(m_spec.output).forward(m, std::move(hidden));
    if (m_spec.of->logits_bias && !m_spec.decoder_alone) out = add_number(m, std::move(out));
    return out;
}

Tensor SequenceModel::loss(Machine &m, Tensor hidden, Tensor &out, bool summed)
{
    if (m_spec.head == SequenceHead::none) { // whatever is made of it, the states' gradient is as large as they are
        out = hidden;
        return sum_all(m, std::move(hidden));
    }
    out = logits(m, hidden); // the model's forward has a name for the states
    const Shape shape = out.shape();
    if (m_spec.shifts_labels) return causal_lm_loss(m, out, shape.size[0], shape.size[1], summed);
    Tensor targets = m.empty({shape.rows()}, Dtype::int64, "labels");
    return cross_entropy_as_given(m, out, std::move(targets));
}

void SequenceModel::generate(Machine &m, ForwardInputs inputs, Count fresh)
{
    // the encoder's states, and keys and values of both attentions, stand until the last token
    inputs.training = false;
    inputs.checkpointing.enabled = false;
    std::vector<Tensor> cache;
    if (m_spec.decoder_layers == 0) {
        (void)hidden_states(m, inputs);
        return;
    }
    ForwardInputs read = inputs;
    if (m_spec.fixed_length > 0) read.length = m_spec.fixed_length;
    const Tensor memory = m_spec.of->stack(*this, m, "encoder", {}, read);
    const Shape across{inputs.batch, m_spec.heads, read.length, m_spec.head_dim};
    for (Count i = 0; i < 2 * m_spec.decoder_layers; ++i)
        cache.push_back(m.empty(across, memory.dtype(), "kv_cache", Component::kv_cache));
    m.begin_phase(Phase::generate);
    const Shape own{inputs.batch, m_spec.heads, fresh, m_spec.head_dim};
    for (Count i = 0; i < 2 * m_spec.decoder_layers; ++i)
        cache.push_back(m.empty(own, memory.dtype(), "kv_cache", Component::kv_cache));
    const Tensor row = m.empty({inputs.batch, 1, m_spec.hidden}, memory.dtype(), "hidden_states");
    const Tensor scores = logits(m, row);
    const Tensor wide = m.empty(scores.shape(), Dtype::fp32, "next_token_logits");
    const Tensor chosen = m.empty(scores.shape(), Dtype::fp32, "next_token_scores");
}

} // namespace plimsoll::step
