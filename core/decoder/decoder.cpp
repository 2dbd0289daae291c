// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decoder/decoder.h"

#include "core/decoder/decoder_pieces.h"
#include "core/decoder/model_beside.h"
#include "core/ground/phrase.h"
#include "core/nn/cross_entropy.h"
#include "core/torch/costly_results.h"
#include "core/torch/offload.h"
#include "core/torch/units.h"

#include <utility>

namespace plimsoll::step {

void Decoder::load(Machine &m, const std::function<void(const Precision &)> &load_beside)
{
    const auto load_all = [&] {
        if (load_beside) load_beside(m_model.precision);
        if (m_tower) m_tower->load(m, m_model.precision);
        m_sequence ? m_sequence->load(m, m_model.precision) : load_modules(m, m_model);
    };
    if (!m_model.precision.bitsandbytes()) return load_all();
    const auto loading = std::make_shared<QuantisedLoading>();
    m_model.precision.loading = loading;
    m.stopped = true;
    m.skipped = 0;
    load_all();
    m.stopped = false;
    // transformers 4.57: matrices count as 16 bit, half of all is taken, the head apart; none by Axolotl's moe_quant.py
    const bool own_head = m_model.precision.half_warmup && !m_sequence && !m_model.spec.tied;
    const Bytes rest = own_head
                           ? m.skipped - product(m_model.spec.head.in, m_model.spec.head.out, size_of(m_model.precision.weights))
                           : m.skipped;
    const Bytes warmup = loading->expected + (m_model.precision.half_warmup ? rest / 2 : rest);
    if (!m_model.precision.packs_experts) (void)m.empty({warmup}, Dtype::uint8, "caching_allocator_warmup", Component::weights);
    loading->pass = QuantisedLoading::Pass::pack;
    m.stopped = true;
    load_all();
    m.stopped = false;
    loading->pass = QuantisedLoading::Pass::rest;
    load_all();
    m_model.precision.loading.reset();
}

void Decoder::raise_to_fp32(Machine &m, bool matrices)
{
    if (m_tower && matrices) m_tower->raise_to_fp32(m);
    m_sequence ? m_sequence->raise_to_fp32(m) : raise_modules(m, m_model, matrices);
}

std::shared_ptr<Pass> Decoder::sliced_for_reuse(const std::shared_ptr<Pass> &pass, std::size_t index) const
{
    // Gemma4TextModel._maybe_slice_kv_shared_inputs, with generate's logits_to_keep of 1
    const ForwardInputs &in = pass->inputs;
    const LayerSpec &spec = *m_model.layers[index].spec;
    if (!spec.extension || !spec.extension->gemma || spec.extension->gemma->sharing != KvSharing::reuse || !in.cache ||
        in.length == 1)
        return {};
    if (!m_model.around().slices_reuse || in.captured || in.attentions || is_flash(in.backend)) return {};
    const bool open = !pass->mask.tensor.defined() || !pass->window_mask.tensor.defined();
    if (in.backend == AttentionBackend::sdpa && in.static_length > 0 && open) return {};
    auto out = std::make_shared<Pass>(*pass);
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
    const Precision &held = m_model.precision;
    if (std::exchange(m_ran, true) || !held.loaded || held.loaded->after_first_forward == held.loaded->bytes) return;
    if (m_expand_beside) m_expand_beside(m);
    if (m_sequence) m_sequence->expand(m);
    expand_modules(m, m_model);
}

void Decoder::see(const SeenPictures &pictures)
{
    m_pictures = pictures;
    m_tower = std::make_unique<Tower>(*m_model.around().tower);
}

Tensor Decoder::run_layers(Machine &m, std::shared_ptr<Pass> &pass, Tensor hidden, const TowerPass &seen)
{
    const ForwardInputs inputs = pass->inputs;
    m_names.first_run = true;
    // GradientCheckpointingLayer.__call__ checkpoints the module with its hooks; checkpoint_wrapper what is within the unit
    const bool hooked_within = m.units && !inputs.units_around, hooked_around = m.units && inputs.units_around;
    for (std::size_t i = 0; i < m_model.layers.size(); ++i) {
        m.scope.layer = static_cast<std::int16_t>(i);
        capture(m, inputs, hidden);
        if (auto sliced = sliced_for_reuse(pass, i)) {
            hidden = hidden.view({inputs.batch, 1, m_model.spec.hidden});
            pass = std::move(sliced);
        }
        if (m.after_module) m.after_module(told::block_input, {}, hidden);
        Tensor own;
        if (pass->layer_inputs.defined()) {
            const Shape &all = pass->layer_inputs.shape();
            own = narrow(m, pass->layer_inputs, {all.size[0], all.size[1], all.size[3]});
        }
        const Checkpointing &c = inputs.checkpointing;
        const Block block{Block::Kind::layer, static_cast<int>(i)};
        const auto run = [this, &m, i, pass, block, hooked_within, chosen = m_names.chosen, own](Tensor x) {
            m_names.chosen = chosen; // GLM-5 hands it on, so a checkpoint keeps it
            m_names.layer_input = own;
            if (hooked_within) x = m.units->enter(m, block, std::move(x));
            Tensor out = m_model.runs.layer(m, m_model.layers[i], x, *pass);
            if (hooked_within) out = m.units->leave(m, block, std::move(out));
            m_names.layer_input.reset();
            m_names.weights.reset();
            if (!m_names.first_run) m_names.chosen.reset();
            return out;
        };
        if (hooked_around) hidden = m.units->enter(m, block, std::move(hidden));
        const Tensor carried = m_model.beside ? hidden : Tensor(); // ShadowCarrier's, until the wrapper returns
        if (m_model.beside) hidden = m_model.beside->enter(m, i, carried);
        const bool wanted = !inputs.recomputed || (*inputs.recomputed)[i];
        const bool keeps = c.selective == costly_operations, whole = c.selective.empty() || keeps;
        const bool again = wanted && inputs.training && c.enabled && whole && static_cast<Count>(i) % c.every == 0;
        if (again && inputs.recomputed) hidden = hooked_input(m, std::move(hidden));
        hidden = !again                              ? run(hidden)
                 : keeps || inputs.recomputes_to_end ? checkpoint_to_end(m, hidden, run, keeps)
                 : c.reentrant                       ? checkpoint_reentrant(m, hidden, run, c.offload)
                 : c.offload                         ? checkpoint_on_host(m, hidden, run)
                                                     : checkpoint(m, hidden, run);
        if (m_model.beside) m_model.beside->leave(m, i, hidden);
        if (hooked_around) hidden = m.units->leave(m, block, std::move(hidden));
        if (m.after_module) m.after_module(told::block_output, {}, hidden);
        // `outputs = block(…)`: what the last block returned besides goes when the next one has returned
        m_names.returned = std::move(m_names.returning);
        if (seen.crossing) hidden = m_tower->crossed(m, inputs, seen.crossing, static_cast<Count>(i), std::move(hidden));
        if (i >= seen.handed.size()) continue;
        m.scope.layer = -1; // of these layers alone
        hidden = added_in_places(m, hidden, seen.handed[i]);
    }
    m.scope.layer = -1;
    if (m_model.beside) m_model.beside->end();
    return hidden;
}

namespace {

/// torch/_decomp/decompositions.py, embedding_dense_backward: zeros of the whole table in float32, then a cast of them. At the end of
/// backward, when all other gradients stand; a float32 table that nothing else reads takes the zeros themselves.
Tensor with_decomposed_gradient(Machine &m, Tensor embedded, const Leaf &table, bool tied)
{
    const Shape shape = table.value.shape();
    if (!table.trains || (table.value.dtype() == Dtype::fp32 && !tied)) return embedded;
    return on_backward(m, std::move(embedded), [shape](Machine &mm) {
        const Tensor zeros = mm.empty(shape, Dtype::fp32, "embedding_dense_backward");
        const Tensor cast = mm.empty(shape, Dtype::bf16, "convert_element_type");
    });
}

/// peft 0.21.2 peft_model.py, get_prompt: a cache that holds what is learned, before the model's forward; generation's own holds it
/// already.
void put_prefix(Machine &m, Pass &pass)
{
    if (!pass.model.adapters || pass.inputs.cache) return;
    const Count tokens = pass.model.adapters->past_tokens();
    if (tokens == 0) return;
    pass.prefix = pass.model.adapters->past(m, pass.inputs.batch, pass.model.precision.weights);
    pass.inputs.past += tokens;
}

} // namespace

Tensor Decoder::hidden_states(Machine &m, const ForwardInputs &inputs)
{
    expand_compressed(m);
    if (m_sequence) return m_sequence->hidden_states(m, inputs);
    if (m_model.adapters && m_model.adapters->runs_before()) run_before(m, inputs);
    return run_once(m, inputs);
}

/// peft 0.21.2 tuners/xlora/model.py, _pre_forward: with output_hidden_states and whatever else the forward is given, its labels too.
void Decoder::run_before(Machine &m, const ForwardInputs &inputs)
{
    AdapterRun &adapters = *m_model.adapters;
    adapters.scale(m, inputs.batch, inputs.length, {});
    std::vector<Tensor> states;
    ForwardInputs alone = inputs;
    alone.captured = &states;
    const bool before = std::exchange(m.grad_enabled, false);
    const Tensor last = run_once(m, alone);
    Scope scope;
    scope.component = Component::logits_loss;
    Tensor whole;
    {
        const WithScope head(m, scope);
        whole = returned_logits(m, logits(m, last));
        if (inputs.training) const Tensor loss = causal_lm_loss(m, whole, inputs.batch, inputs.length, false);
    }
    m.grad_enabled = before;
    adapters.scale(m, inputs.batch, inputs.length, last);
}

Tensor Decoder::run_once(Machine &m, const ForwardInputs &inputs)
{
    const DecoderClass &runs = m_model.runs;
    const char *embedding_name = m_model.spec.embedding_name.c_str();
    auto pass = std::make_shared<Pass>(m_model, m_names, inputs);
    put_prefix(m, *pass);
    if (m_model.beside) m_model.beside->begin(m, *pass);
    if (m.units) (void)m.units->enter(m, {Block::Kind::model}, {});
    if (inputs.prepared) runs.prepare_masks(m, *pass);
    ModelNames names;
    {
        const WithScope inside(m, embedding_name);
        if (m.units) (void)m.units->enter(m, {Block::Kind::embedding}, {});
        names.embedded = inputs.embedded ? *inputs.embedded : runs.embed(m, *pass);
        if (m.units) names.embedded = m.units->leave(m, {Block::Kind::embedding}, std::move(names.embedded));
        if (m_model.compiled)
            names.embedded =
                with_decomposed_gradient(m, std::move(names.embedded), m_model.running_embedding(), m_model.spec.tied);
        if (m_model.input_requires_grad) names.embedded = hooked_input(m, std::move(names.embedded));
    }
    m.mark(QT_TRANSLATE_NOOP("core", "after embedding"));
    TowerPass seen{m_pictures, inputs, {}, {}};
    if (m_tower && inputs.past == 0 && !inputs.embedded) {
        pass->looks_ahead = m_tower->spec().of->masks_text;
        names.embedded = m_tower->merged(m, seen, std::move(names.embedded));
    }
    names.position_ids = m.empty({1, inputs.length}, Dtype::int64, "position_ids");
    Tensor hidden = runs.begin(m, *pass, names);
    if (const WithScope inside(m, embedding_name); inputs.training)
        hidden = dropout(m, std::move(hidden), m_model.spec.embedding_dropout);
    if (m.after_module) {
        m.after_module(embedding_name, {}, names.embedded);
        if (names.position_embeds.defined()) m.after_module(told::positions, {}, names.position_embeds);
    }
    hidden = run_layers(m, pass, std::move(hidden), seen);
    m.mark(QT_TRANSLATE_NOOP("core", "after the layers"));
    if (m.units) hidden = m.units->enter(m, {Block::Kind::tail}, std::move(hidden));
    if (inputs.ends) hidden = runs.end(m, *pass, names, std::move(hidden));
    m_names.returned.reset();
    m_names.chosen.reset();
    m_names.first_run = false;
    capture(m, inputs, hidden);
    return hidden;
}

Dtype Decoder::logits_dtype(Autocast autocast)
{
    const Dtype own = m_sequence ? m_model.precision.weights : head().dtype();
    if (autocast == Autocast::none) return own;
    return autocast == Autocast::fp16 ? Dtype::fp16 : Dtype::bf16;
}

Tensor Decoder::logits(Machine &m, Tensor hidden)
{
    if (m_sequence) return m_sequence->logits(m, std::move(hidden));
    Tensor out = m_model.runs.logits(m, m_model, std::move(hidden));
    return m.units ? m.units->leave(m, {Block::Kind::tail}, std::move(out)) : out;
}

std::optional<StateLoss> Decoder::loss_beside() const
{
    if (!m_model.beside) return std::nullopt;
    return StateLoss{m_model.beside->first(), m_model.adapters->beside()->loss_weight(m_model.adapters->use())};
}

Tensor Decoder::returned_logits(Machine &m, Tensor logits) const
{
    return m_model.around().float_logits ? to(m, std::move(logits), Dtype::fp32) : logits;
}

} // namespace plimsoll::step
