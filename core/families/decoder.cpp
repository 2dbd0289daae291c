// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/families/decoder.h"

#include "core/ground/phrase.h"
#include "core/torch/offload.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <string_view>
#include <utility>

namespace plimsoll::step {

bool Decoder::ends_parameters() const
{
    // quantizers/base.py get_keys_to_not_convert: the last of named_parameters() stays dense, the last layer's last matrix
    // where no norm behind it has parameters and the head is the embedding
    const LayerSpec &last = m_spec.kinds[static_cast<std::size_t>(m_kinds.back())];
    const auto bare = [](const NormSpec &norm) {
        return norm.kind == NormKind::none || norm.kind == NormKind::layer_norm_bare || norm.width == 0;
    };
    return m_spec.tied && bare(m_spec.final_norm) && bare(last.input_norm) && bare(last.post_attention_norm) &&
           bare(last.pre_mlp_norm) && bare(last.post_mlp_norm) && !last.mlp.down.bias;
}

void Decoder::load_attention(Machine &m, Layer &layer, const LayerSpec &spec)
{
    const AttentionSpec &a = spec.attention;
    const auto load = [&](LinearModule &module, const LinearSpec &linear) {
        if (linear.out > 0) module.load(m, linear, m_precision, true, m_forms.own_linear);
    };
    const bool differential = m_forms.attention == AttentionForm::differential;
    if (a.sinks || differential || m_forms.xielu || spec.more) layer.seldom = std::make_unique<SeldomModules>();
    if (a.sinks) {
        Leaf &sinks = layer.seldom->sinks;
        sinks.value = new_parameter(m, {a.heads}, m_precision.weights, "sinks");
        sinks.module = a.name.c_str();
        sinks.layer = m.scope.layer;
        sinks.decays = true;
    }
    if (differential)
        for (Leaf &leaf : layer.seldom->lambdas) leaf.value = new_parameter(m, {a.head_dim}, m_precision.weights, "lambda");
    if (a.kind == AttentionKind::latent) {
        load(layer.q, a.q);
        layer.latent = std::make_unique<LatentModules>();
        load(layer.latent->q_a, a.q_a);
        if (a.q_lora_rank > 0) layer.latent->q_a_norm.load(m, a.q_a_norm, m_precision.weights);
        load(layer.latent->q_b, a.q_b);
        load(layer.latent->kv_a, a.kv_a);
        layer.latent->kv_a_norm.load(m, a.kv_a_norm, m_precision.weights);
        load(layer.latent->kv_b, a.kv_b);
    }
    const auto specs = as_registered(a, &a.q, &a.k, &a.v, &a.fused, &a.o);
    const auto modules = as_registered(a, &layer.q, &layer.k, &layer.v, &layer.fused, &layer.o);
    for (std::size_t i = 0; i < specs.size(); ++i)
        if (!layer.latent || modules[i] != &layer.q) load(*modules[i], *specs[i]);
    for (const Parameter &buffer : a.buffers)
        m_buffers.push_back(m.empty({buffer.elements()}, buffer.dtype.value_or(Dtype::fp32), "buffer", Component::weights));
    layer.q_norm.load(m, a.q_norm, m_precision.weights);
    layer.k_norm.load(m, a.k_norm, m_precision.weights);
    if (spec.more && spec.more->indexer && !spec.more->indexer->shared) {
        const IndexerSpec &indexer = *spec.more->indexer;
        layer.indexer = std::make_unique<IndexerModules>();
        load(layer.indexer->wq_b, indexer.wq_b);
        load(layer.indexer->wk, indexer.wk);
        load(layer.indexer->weights, indexer.weights);
        layer.indexer->k_norm.load(m, indexer.k_norm, m_precision.weights);
    }
    if (spec.more && spec.more->mixer.kind != MixerKind::none) {
        layer.mixer = std::make_unique<MixerModule>();
        layer.mixer->load(m, spec.more->mixer, m_precision);
    }
}

void Decoder::load_mlp(Machine &m, Layer &layer, const LayerSpec &spec)
{
    const auto load = [&](LinearModule &module, const LinearSpec &linear) {
        if (linear.out > 0) module.load(m, linear, m_precision, true, m_forms.own_linear);
    };
    if (spec.mlp.kind != MlpKind::moe) load(layer.gate, spec.mlp.gate);
    load(layer.up, spec.mlp.up);
    const bool spared = m.scope.layer + 1 == static_cast<int>(m_kinds.size()) && ends_parameters();
    if (spec.mlp.down.out > 0) layer.down.load(m, spec.mlp.down, m_precision, !spared, m_forms.own_linear);
    const MlpSpec &sparse = sparse_mlp(spec);
    if (sparse.kind == MlpKind::moe) {
        layer.experts = std::make_unique<ExpertsModule>();
        layer.experts->load(m, sparse, m_spec.hidden, m_precision);
    }
}

void Decoder::load_layer(Machine &m, Layer &layer, const LayerSpec &spec)
{
    layer.spec = &spec;
    const bool mlp_first = spec.more && spec.more->mixer.behind_mlp;
    if (mlp_first) load_mlp(m, layer, spec);
    load_attention(m, layer, spec);
    if (!mlp_first) load_mlp(m, layer, spec);
    layer.input_norm.load(m, spec.input_norm, m_precision.weights, m_forms.norm_casts);
    layer.post_attention_norm.load(m, spec.post_attention_norm, m_precision.weights, m_forms.norm_casts);
    layer.pre_mlp_norm.load(m, spec.pre_mlp_norm, m_precision.weights);
    layer.post_mlp_norm.load(m, spec.post_mlp_norm, m_precision.weights);
    if (m_forms.xielu) {
        for (Leaf *leaf : {&layer.seldom->alpha_p, &layer.seldom->alpha_n})
            leaf->value = new_parameter(m, {1}, m_precision.weights, "xielu");
        for (int i = 0; i < 2; ++i) m_buffers.push_back(m.empty({1}, m_precision.weights, "buffer", Component::weights));
    }
    if (!spec.more) return;
    if (spec.more->attention_gate.out > 0)
        layer.seldom->attention_gate.load(m, spec.more->attention_gate, m_precision, true, m_forms.own_linear);
    layer.seldom->attention_sub_norm.load(m, spec.more->attention_sub_norm, m_precision.weights);
    layer.seldom->mlp_sub_norm.load(m, spec.more->mlp_sub_norm, m_precision.weights);
    if (!spec.more->gemma) return;
    layer.gemma = std::make_unique<GemmaModules>();
    layer.gemma->load(m, *spec.more->gemma, m_precision);
}

void Decoder::load(Machine &m, const std::function<void(const Precision &)> &load_beside)
{
    const auto load_all = [&] {
        if (load_beside) load_beside(m_precision);
        m_sequence ? m_sequence->load(m, m_precision) : load_modules(m);
    };
    if (!m_precision.bitsandbytes()) return load_all();
    const auto loading = std::make_shared<QuantisedLoading>();
    m_precision.loading = loading;
    m.stopped = true;
    m.skipped = 0;
    load_all();
    m.stopped = false;
    // transformers 4.57: matrices count as 16 bit, half of all is taken, the head apart; none by Axolotl's moe_quant.py
    const bool own_head = m_precision.half_warmup && !m_sequence && !m_spec.tied;
    const Bytes rest = own_head ? m.skipped - product(m_spec.head.in, m_spec.head.out, size_of(m_precision.weights)) : m.skipped;
    const Bytes warmup = loading->expected + (m_precision.half_warmup ? rest / 2 : rest);
    if (!m_precision.packs_experts) (void)m.empty({warmup}, Dtype::uint8, "caching_allocator_warmup", Component::weights);
    loading->pass = QuantisedLoading::Pass::pack;
    m.stopped = true;
    load_all();
    m.stopped = false;
    loading->pass = QuantisedLoading::Pass::rest;
    load_all();
    m_precision.loading.reset();
}

void Decoder::load_modules(Machine &m)
{
    m_buffers.clear();
    const Count width = m_spec.embedding_width ? m_spec.embedding_width : m_spec.hidden;
    m_embedding.value = new_parameter(m, {m_spec.vocab, width}, m_precision.weights, "embedding");
    m_embedding.module = m_spec.embedding_name.c_str();
    m_embedding.embedding = true;
    if (m_forms.fixed_positions)
        m_buffers.push_back(m.empty({m_spec.position_rows, m_spec.hidden}, m_precision.weights, "positions", Component::weights));
    else if (m_spec.position_rows > 0)
        m_positions.value = new_parameter(m, {m_spec.position_rows, m_spec.hidden}, m_precision.weights, "positions");
    m_positions.embedding = true;
    if (m_spec.project_out.out > 0) m_project_out.load(m, m_spec.project_out, m_precision, true);
    if (m_spec.project_in.out > 0) m_project_in.load(m, m_spec.project_in, m_precision, true);
    m_embedding_norm.load(m, m_spec.embedding_norm, m_precision.weights);
    for (const Parameter &buffer : m_forms.buffers)
        m_buffers.push_back(m.empty({buffer.elements()}, buffer.dtype.value_or(Dtype::fp32), "buffer", Component::weights));
    for (std::size_t i = 0; i < m_kinds.size(); ++i) {
        m.scope.layer = static_cast<std::int16_t>(i);
        if (i == m_layers.size()) m_layers.emplace_back(); // a quantised model loads them three times over
        load_layer(m, m_layers[i], m_spec.kinds[static_cast<std::size_t>(m_kinds[i])]);
    }
    m.scope.layer = -1;
    m_final_norm.load(m, m_spec.final_norm, m_precision.weights, m_forms.norm_casts);
    if (m_spec.positions == Positions::rotary)
        for (int i = 0; i < 2 * m_spec.rotary_tables; ++i)
            m_buffers.push_back(m.empty({m_spec.rotary_dim / 2}, Dtype::fp32, "inv_freq", Component::weights));
    if (m_spec.more && m_spec.more->layer_inputs) {
        m_layer_inputs = std::make_unique<LayerInputModules>();
        m_layer_inputs->load(m, m_spec, m_precision);
    }
    if (m_spec.tied)
        m_head.tie(m_embedding, m_spec.head);
    else
        m_head.load(m, m_spec.head, m_precision, m_forms.quantised_head); // bitsandbytes leaves the output embedding alone
}

void Decoder::use_liger(const LigerForms &forms)
{
    m_liger = forms;
    if (!m_liger.norm) return;
    m_final_norm.use_liger(m_liger.final_in_place);
    for (Layer &layer : m_layers) {
        if (layer.experts) layer.experts->use_liger(m_liger.experts, m_liger.gated_mlp);
        if (layer.latent && m_liger.head_norms)
            for (NormModule *norm : {&layer.latent->q_a_norm, &layer.latent->kv_a_norm}) norm->use_liger(m_liger.norm_in_place);
        for (NormModule *norm : {&layer.input_norm, &layer.post_attention_norm, &layer.pre_mlp_norm, &layer.post_mlp_norm})
            norm->use_liger(m_liger.norm_in_place);
        if (m_liger.head_norms)
            for (NormModule *norm : {&layer.q_norm, &layer.k_norm}) norm->use_liger(m_liger.norm_in_place);
    }
}

void Decoder::raise_to_fp32(Machine &m, bool matrices)
{
    if (m_sequence) return m_sequence->raise_to_fp32(m);
    raise_leaf(m, m_embedding);
    if (matrices) raise_leaf(m, m_positions);
    for (LinearModule *module : {&m_project_in, &m_project_out})
        if (module->loaded() && matrices) module->raise_to_fp32(m);
    if (m_embedding_norm.present()) m_embedding_norm.raise_to_fp32(m);
    for (std::size_t i = 0; i < m_layers.size(); ++i) {
        m.scope.layer = static_cast<std::int16_t>(i);
        Layer &layer = m_layers[i];
        if (matrices)
            if (layer.seldom)
                for (Leaf *leaf : own_leaves(*layer.seldom)) raise_leaf(m, *leaf);
        for (LinearModule *module : linears(layer))
            if (matrices) module->raise_to_fp32(m);
        if (layer.mixer && matrices) layer.mixer->raise_to_fp32(m);
        if (layer.experts && matrices) layer.experts->raise_to_fp32(m);
        for (NormModule *norm : norms(layer)) norm->raise_to_fp32(m);
        if (layer.gemma && layer.spec->more->gemma->streams > 1 && matrices) raise_leaf(m, layer.gemma->output_scale);
    }
    m.scope.layer = -1;
    m_final_norm.raise_to_fp32(m);
    if (m_layer_inputs) {
        raise_leaf(m, m_layer_inputs->embedding);
        for (LinearModule *module : m_layer_inputs->linears())
            if (matrices) module->raise_to_fp32(m);
        m_layer_inputs->norm.raise_to_fp32(m);
    }
    m_head.raise_to_fp32(m);
}

Tensor Decoder::embed(Machine &m, const ForwardInputs &inputs)
{
    const WithScope inside(m, m_spec.embedding_name.c_str());
    Tensor joined; // F.embedding(x, torch.cat([self.embedding, self.new_embedding]))
    if (m_forms.joined_embedding) joined = m.empty(m_embedding.value.shape(), m_embedding.value.dtype(), "cat");
    Tensor hidden = m_embedding_a.value.defined() ? embed_with_lora(m, inputs)
                                                  : embedding(m, {inputs.batch, inputs.length}, embedding_leaf());
    joined.reset();
    if (m_forms.scaled_embedding) hidden = scale(m, std::move(hidden));
    if (input_requires_grad) hidden = hooked_input(m, std::move(hidden));
    return hidden;
}

Tensor Decoder::enter(Machine &m, Tensor &embedded, Tensor &positions, const ForwardInputs &inputs)
{
    const WithScope inside(m, m_spec.embedding_name.c_str());
    // what stays named in the model's forward stays alive to its end: inputs_embeds, position_embeds
    if (m_positions.value.defined())
        positions = embedding(m, {m_forms.positions_per_row ? inputs.batch : inputs.position_rows, inputs.length}, m_positions);
    if (m_forms.fixed_positions) {
        const Tensor looked_up = m.empty({1, inputs.length, m_spec.hidden}, m_precision.weights, "index_select");
        return add(m, embedded, looked_up);
    }
    if (m_project_in.loaded()) embedded = m_project_in.forward(m, embedded);
    Tensor hidden = embedded;
    if (positions.defined()) hidden = add(m, embedded, positions);
    if (m_spec.embedding_multiplier && !m_forms.scaled_embedding) {
        hidden = scale(m, std::move(hidden));
        if (!m_forms.keeps_embedding) embedded = hidden;
    }
    if (m_embedding_norm.present()) hidden = m_embedding_norm.forward(m, std::move(hidden));
    return hidden;
}

Decoder::Positional Decoder::rotary(Machine &m, const ForwardInputs &inputs, Dtype dtype)
{
    // LlamaRotaryEmbedding.forward under no_grad: angles, cos and sin in float32, then the model's dtype
    if (m_spec.positions != Positions::rotary) return {};
    const RotaryForm form = m_spec.kinds.front().attention.rotary_form;
    if (form == RotaryForm::complex) return complex_rotary(m, inputs);
    if (m_spec.more && m_spec.more->position_axes > 1) return axes_rotary(m, inputs, dtype);
    if (m_forms.turn == TurnForm::gathered) return {};
    if (m_forms.turn == TurnForm::halves_fp32 || m_forms.turn == TurnForm::interleaved_each) dtype = Dtype::fp32;
    const bool grad = std::exchange(m.grad_enabled, false);
    const Count other = m_spec.more ? m_spec.more->window_rotary_dim : 0;
    Positional out;
    for (int i = 0; i < m_spec.rotary_tables; ++i) {
        const Count dim = i > 0 && other > 0 ? other : m_spec.rotary_dim;
        const Count width = form == RotaryForm::split_halves ? dim / 2 : dim;
        const Shape table{inputs.position_rows, 1, inputs.length, width};
        Tensor positions = m.empty({1, inputs.length}, Dtype::fp32, "rotary");
        Tensor angles = m.empty(table.with_last(dim / 2), Dtype::fp32, "rotary");
        positions.reset();
        Tensor both;
        if (form != RotaryForm::split_halves) both = m.empty(table, Dtype::fp32, "rotary");
        Tensor cos = m.empty(table, Dtype::fp32, "rotary");
        cos = scale(m, std::move(cos));
        Tensor sin = m.empty(table, Dtype::fp32, "rotary");
        sin = scale(m, std::move(sin));
        if (out.cos.defined()) out.others.insert(out.others.end(), {out.cos, out.sin});
        out.cos = to(m, cos, dtype);
        out.sin = to(m, sin, dtype);
        for (Tensor *name : {&angles, &both, &cos, &sin}) name->reset(); // a frame lets go of its names in their order
    }
    m.grad_enabled = grad;
    return out;
}

std::shared_ptr<Decoder::Shared> Decoder::sliced_for_reuse(const std::shared_ptr<Shared> &shared, std::size_t index) const
{
    // Gemma4TextModel._maybe_slice_kv_shared_inputs, with generate's logits_to_keep of 1
    const ForwardInputs &in = shared->inputs;
    const LayerSpec &spec = *m_layers[index].spec;
    if (!spec.more || !spec.more->gemma || spec.more->gemma->sharing != KvSharing::reuse || !in.cache || in.length == 1)
        return {};
    if (!m_spec.more->slices_reuse || in.captured || in.attentions || is_flash(in.backend)) return {};
    const bool open = !shared->mask.tensor.defined() || !shared->window_mask.tensor.defined();
    if (in.backend == AttentionBackend::sdpa && in.static_length > 0 && open) return {};
    auto out = std::make_shared<Shared>(*shared);
    out->inputs.past += in.length - 1;
    out->inputs.length = 1;
    const auto last_rows = [](Tensor &t, std::size_t dimension) {
        if (!t.defined()) return;
        Shape shape = t.shape();
        shape.size[dimension] = 1;
        t = t.view(shape);
    };
    for (AttentionMask *mask : {&out->mask, &out->window_mask}) last_rows(mask->tensor, 2);
    for (Positional *tables : {&out->positional, &out->window_positional}) {
        last_rows(tables->cos, 2);
        last_rows(tables->sin, 2);
    }
    last_rows(out->layer_inputs, 1);
    return out;
}

void Decoder::expand_compressed(Machine &m)
{
    if (std::exchange(m_ran, true) || !m_precision.loaded || m_precision.loaded->after_first_forward == m_precision.loaded->bytes)
        return;
    if (m_expand_beside) m_expand_beside(m);
    if (m_sequence) m_sequence->expand(m);
    for (std::size_t i = 0; i < m_layers.size(); ++i) {
        m.scope.layer = static_cast<std::int16_t>(i);
        for (LinearModule *module : linears(m_layers[i])) module->expand(m);
        if (m_layers[i].experts && m_layers[i].experts->apart())
            m_layers[i].experts->apart()->each([&m](LinearModule &module) { module.expand(m); });
    }
    m.scope.layer = -1;
    for (LinearModule *module : m_layer_inputs ? m_layer_inputs->linears() : std::vector<LinearModule *>()) module->expand(m);
    for (LinearModule *module : {&m_project_in, &m_project_out, &m_head}) module->expand(m);
}

Tensor Decoder::hidden_states(Machine &m, const ForwardInputs &inputs)
{
    expand_compressed(m);
    if (m_sequence) return m_sequence->hidden_states(m, inputs);
    auto shared = std::make_shared<Shared>();
    shared->inputs = inputs;
    prepare_masks(m, *shared);
    Tensor embedded = embed(m, inputs), position_embeds;
    m.mark(QT_TRANSLATE_NOOP("core", "after embedding"));
    const Tensor positions = m.empty({1, inputs.length}, Dtype::int64, "position_ids");
    Tensor merged, looked_up; // Gemma4Model's llm_inputs_embeds and per_layer_inputs
    const bool merges = m_spec.more && m_spec.more->merges_pictures;
    if (merges && m_layer_inputs) merged = m.empty(embedded.shape(), embedded.dtype(), "where");
    if (m_layer_inputs)
        shared->layer_inputs = m_layer_inputs->forward(m, {inputs.batch, inputs.length}, embedded, merges ? &looked_up : nullptr);
    Tensor hidden;
    // BloomModel.forward normalises before it makes alibi and mask, GPT2Model.forward adds the positions
    const bool summed = m_forms.attention == AttentionForm::gpt2 && m_forms.split == FusedSplit::split;
    const bool scaled = m_spec.embedding_multiplier && !m_forms.scaled_embedding && !m_forms.scales_embedding_late;
    const bool entered = m_embedding_norm.present() || summed || scaled;
    if (entered) hidden = enter(m, embedded, position_embeds, inputs);
    build_masks(m, *shared, embedded.dtype(), m_embedding_norm.present() ? hidden.dtype() : embedded.dtype());
    std::vector<Tensor> streams; // the model's names for them
    const bool spread = m_layer_inputs && m_spec.more->layer_inputs->streams > 1;
    if (spread) hidden = m_layer_inputs->spread_out(m, enter(m, embedded, position_embeds, inputs), streams);
    shared->positional = rotary(m, inputs, spread ? hidden.dtype() : embedded.dtype());
    if (m_spec.more && m_spec.more->window_rotary_dim > 0) {
        const std::vector<Tensor> full = std::exchange(shared->positional.others, {});
        shared->window_positional = {shared->positional.cos, shared->positional.sin, {}};
        if (full.size() == 2) shared->positional = {full[0], full[1], {}};
    }
    if (!spread && !entered) hidden = enter(m, embedded, position_embeds, inputs);
    if (const WithScope inside(m, m_spec.embedding_name.c_str()); inputs.training)
        hidden = dropout(m, std::move(hidden), m_spec.embedding_dropout);
    m_forward = true;
    for (std::size_t i = 0; i < m_layers.size(); ++i) {
        m.scope.layer = static_cast<std::int16_t>(i);
        capture(m, inputs, hidden);
        if (auto sliced = sliced_for_reuse(shared, i)) {
            hidden = hidden.view({inputs.batch, 1, m_spec.hidden});
            shared = std::move(sliced);
        }
        Tensor own;
        if (m_layer_inputs) {
            const Shape &all = shared->layer_inputs.shape();
            own = narrow(m, shared->layer_inputs, {all.size[0], all.size[1], all.size[3]});
        }
        const auto run = [this, &m, i, shared, chosen = m_chosen, own](Tensor x) {
            m_chosen = chosen; // GLM-5 hands it on, so a checkpoint keeps it
            m_layer_input = own;
            Tensor out = layer_forward(m, m_layers[i], i, x, *shared);
            m_layer_input.reset();
            m_weights.reset();
            if (!m_forward) m_chosen.reset();
            return out;
        };
        const Checkpointing &c = inputs.checkpointing;
        const bool wanted = !inputs.recomputed || (*inputs.recomputed)[i];
        const bool again = wanted && inputs.training && c.enabled && c.selective.empty() && static_cast<Count>(i) % c.every == 0;
        if (again && inputs.recomputed) hidden = hooked_input(m, std::move(hidden));
        hidden = !again        ? run(hidden)
                 : c.reentrant ? checkpoint_reentrant(m, hidden, run, c.offload)
                 : c.offload   ? checkpoint_on_host(m, hidden, run)
                               : checkpoint(m, hidden, run);
        // `outputs = block(…)`: what the last block returned besides goes when the next one has returned
        m_returned = std::move(m_returning);
    }
    m.scope.layer = -1;
    m.mark(QT_TRANSLATE_NOOP("core", "after the layers"));
    if (spread) hidden = m_layer_inputs->gathered(m, hidden, streams);
    hidden = m_final_norm.forward(m, hidden);
    if (m_project_out.loaded()) hidden = m_project_out.forward(m, hidden);
    m_returned.reset();
    m_chosen.reset();
    if (m_forms.idle_window) shared->window_mask.tensor.reset(); // a name of this forward only
    m_forward = false;
    capture(m, inputs, hidden);
    return hidden;
}

Dtype Decoder::logits_dtype(Autocast autocast)
{
    const Dtype own = m_sequence ? m_precision.weights : head().dtype();
    if (autocast == Autocast::none) return own;
    return autocast == Autocast::fp16 ? Dtype::fp16 : Dtype::bf16;
}

Tensor Decoder::logits(Machine &m, Tensor hidden)
{
    if (m_sequence) return m_sequence->logits(m, std::move(hidden));
    // Mamba's norm leaves float32: self.lm_head(hidden_states.to(self.lm_head.weight.dtype)).float()
    if (m_spec.more && m_spec.more->casts_to_head) hidden = to(m, std::move(hidden), head().weight().value.dtype());
    const bool before = m_forms.scales_before_head && m_spec.logits_multiplier;
    Tensor out = head().forward(m, before ? scale(m, hidden) : std::move(hidden));
    if (m_spec.logits_multiplier && !before) out = scale(m, std::move(out));
    if (m_spec.final_softcap) {
        const Tensor named = m_forms.caps_in_one_line ? out : Tensor{};
        out = scale(m, std::move(out));
        out = pointwise(m, std::move(out), "tanh", true);
        out = scale(m, std::move(out));
    }
    return out;
}

} // namespace plimsoll::step
