// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stacks/pipeline.h"

#include "core/nn/cross_entropy.h"

#include <algorithm>
#include <utility>

namespace plimsoll::step {

namespace {

/// Before the order is written down: one of very many micro-batches would never end.
std::vector<PipelineAction> actions_of(const PipelineShape &shape, Count rank)
{
    constexpr Count most = 200'000; // a micro-batch of one stage allocates some hundred times
    if (product(shape.stages(), shape.micro_batches) > most) throw TooLarge{true};
    return pipeline_actions(shape, rank);
}

} // namespace

PipelineTraining::PipelineTraining(Machine &machine, const DecoderSpec &spec, const Precision &precision, const Plan &plan,
                                   Count rank)
    : m(machine), m_spec(spec), m_precision(precision), m_plan(plan), m_shape(pipeline_shape(plan)), m_rank(rank),
      m_actions(actions_of(m_shape, rank))
{}

PipelineTraining::Stage &PipelineTraining::stage_at(Count index)
{
    return *std::ranges::find_if(m_stages, [index](const Stage &stage) { return stage.index == index; });
}

/// The model is built on meta; what the stage keeps of it gets memory.
void PipelineTraining::load_stage(Stage &stage)
{
    const Count layers = static_cast<Count>(m_spec.layers.size()), stages = m_shape.stages();
    const auto cut = [&](Count index) { return m_spec.layers.begin() + layers * index / stages; };
    stage.kinds.assign(cut(stage.index), cut(stage.index + 1));
    stage.decoder = std::make_unique<Decoder>(m_spec, stage.kinds, m_precision);
    m.on_host = true;
    stage.decoder->load(m);
    (void)stage.decoder->make_trainable(m, false);
    m.on_host = false;
    ModelParameters all = stage.decoder->registered();
    const auto own = [this](const std::vector<RegisteredParameter> &parameters) {
        for (const RegisteredParameter &parameter : parameters) {
            Tensor &value = parameter.leaf->value;
            m.scope.layer = parameter.leaf->layer;
            m.fill(*value.storage(), value.shape(), value.dtype(), "empty");
            if (parameter.leaf->trains) m_parameters.push_back(parameter.leaf);
        }
        m.scope.layer = -1;
    };
    if (stage.index == 0) own(all.before);
    for (const std::vector<RegisteredParameter> &layer : all.layers) own(layer);
    if (is_last(stage)) own(all.after);
    for (const Tensor &buffer : *all.buffers)
        if (buffer.storage()) m.fill(*buffer.storage(), buffer.shape(), buffer.dtype(), "empty");
}

void PipelineTraining::load()
{
    for (Count i = 0; i < m_shape.virtual_stages; ++i) {
        m_stages.emplace_back().index = i * m_shape.ranks + m_rank;
        load_stage(m_stages.back());
    }
    m_optimizer = std::make_unique<OptimizerModel>(m_plan, OptimizerHabits{}, m_parameters);
}

Tensor PipelineTraining::activation(const char *operation)
{
    return m.empty({m_plan.micro_batch, m_plan.sequence_length, m_spec.hidden}, m_precision.weights, operation,
                   Component::communication);
}

void PipelineTraining::take_loss(Chunk &chunk, const Tensor &logits)
{
    m.begin_phase(Phase::loss);
    chunk.loss = cross_entropy(m, to(m, logits, Dtype::fp32), m_tokens);
    chunk.graph = chunk.loss.node;
    m_outputs.push_back(logits.detach());
    m_losses.push_back(chunk.loss.detach());
}

void PipelineTraining::forward(Stage &stage, Count micro_batch)
{
    m.begin_phase(Phase::forward);
    Chunk &chunk = stage.chunks[micro_batch];
    ForwardInputs in;
    in.batch = m_plan.micro_batch;
    in.length = m_plan.sequence_length;
    in.mask_given = false;
    in.backend = m_plan.attention;
    in.checkpointing = m_plan.gradient_checkpointing;
    if (stage.index > 0) {
        chunk.input = std::make_unique<Leaf>();
        chunk.input->value = std::move(stage.received.extract(micro_batch).mapped());
        set_trains(*chunk.input, true);
        in.embedded = &chunk.input->value;
    }
    in.ends = is_last(stage);
    Tensor hidden = stage.decoder->hidden_states(m, in);
    if (!is_last(stage)) {
        chunk.graph = hidden.node;
        chunk.output = hidden.detach();
        return;
    }
    Scope scope;
    scope.component = Component::logits_loss;
    scope.loss = true;
    const WithScope head(m, scope);
    const Tensor logits = stage.decoder->logits(m, std::move(hidden));
    take_loss(chunk, logits);
}

void PipelineTraining::backward(Stage &stage, Count micro_batch)
{
    m.begin_phase(Phase::backward);
    Chunk chunk = std::move(stage.chunks.extract(micro_batch).mapped());
    Tensor root;
    root.node = std::move(chunk.graph);
    chunk.loss.reset();
    if (is_last(stage)) {
        run_backward(m, root, m.empty({1}, Dtype::fp32, "ones_like"));
    } else {
        const Tensor gradient = std::move(stage.gradients.extract(micro_batch).mapped()); // the stage's name of it
        run_backward(m, root, gradient.detach());
    }
    root.reset();
    if (!chunk.input) return;
    if (is_last(stage)) m_held_inputs.push_back(chunk.input->value.detach());
    stage.sent_gradients[micro_batch] = std::move(chunk.input->grad);
}

void PipelineTraining::act(const PipelineAction &action)
{
    Stage &stage = stage_at(action.stage);
    const Count micro = action.micro_batch;
    switch (action.kind) {
    case PipelineAction::Kind::receive_input:
        if (stage.index > 0) stage.received[micro] = activation("receive");
        break;
    case PipelineAction::Kind::forward: forward(stage, micro); break;
    case PipelineAction::Kind::send_output: stage.sent[micro] = std::move(stage.chunks[micro].output); break;
    case PipelineAction::Kind::release_output: stage.sent.erase(micro); break;
    case PipelineAction::Kind::receive_gradient:
        if (!is_last(stage)) stage.gradients[micro] = activation("receive");
        break;
    case PipelineAction::Kind::backward: backward(stage, micro); break;
    case PipelineAction::Kind::send_gradient: break; // backward() left it there
    case PipelineAction::Kind::release_gradient: stage.sent_gradients.erase(micro); break;
    }
}

void PipelineTraining::step()
{
    m.begin_phase(Phase::forward);
    Tensor tokens = m.empty({m_shape.micro_batches * m_plan.micro_batch, m_plan.sequence_length}, Dtype::int64, "batch",
                            Component::temporaries);
    m_tokens = std::move(tokens);
    m_losses.clear();
    m_held_inputs.clear();
    m_outputs.clear();
    for (const PipelineAction &action : m_actions) act(action);
    if (!m_outputs.empty()) { // merge_chunks, whose result nobody takes
        Shape whole = m_outputs.front().shape();
        whole.size[0] *= m_shape.micro_batches;
        (void)m.empty(whole, m_outputs.front().dtype(), "cat", Component::logits_loss);
    }
    m.begin_phase(Phase::optimizer_step);
    m_optimizer->step(m);
    m_optimizer->zero_grad();
}

void PipelineTraining::run(int steps)
{
    for (int i = 1; i <= steps; ++i) {
        m.begin_step(static_cast<std::uint8_t>(i));
        step();
    }
}

} // namespace plimsoll::step
