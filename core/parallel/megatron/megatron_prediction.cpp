// SPDX-License-Identifier: GPL-3.0-or-later
// Layers that predict further tokens (--mtp-num-layers; Megatron-LM d98e8a6, megatron/core/transformer/multi_token_prediction.py:
// MultiTokenPredictionLayer, process_mtp_loss). Each reads the embedding of a token further on beside the state before it, and its state
// goes through the model's own head. What they keep stands until the model's own loss is over.
#include "core/parallel/megatron_step.h"

#include <utility>

namespace plimsoll::step {

namespace {

class InPrediction {
public:
    InPrediction(Machine &m, std::size_t layer, Component component) : m_scope(m, scope_of(m.scope, layer, component)) {}

private:
    static Scope scope_of(Scope scope, std::size_t layer, Component component)
    {
        scope.layer = static_cast<std::int16_t>(layer);
        scope.component = component;
        return scope;
    }
    WithScope m_scope;
};

} // namespace

Count MegatronStep::prediction_columns() const { return (m_stage.hidden + m_plan.parallel.tensor - 1) / m_plan.parallel.tensor; }

/// _proj_and_transformer_layer: both norms, what they made side by side, eh_proj, and a layer. Returns the layer's state.
Tensor MegatronStep::predict(Machine &m, const MegatronLayer &layer, Predicted &kept) const
{
    const Count hidden = m_stage.hidden;
    {
        const Tensor of_embedding = shared(m, hidden, "layernorm"), of_state = shared(m, hidden, "layernorm");
        kept.joined = shared(m, 2 * hidden, "cat");
    }
    Tensor input;
    {
        const Tensor whole = gathered(m, 2 * hidden);
        m.multiplies(m_tokens, prediction_columns(), 2 * hidden, m_dtype);
        Tensor projected = tokens(m, prediction_columns(), "eh_proj");
        if (m_plan.parallel.tensor > 1) projected = tokens(m, hidden, "all_gather");
        input = gathers() ? shared(m, hidden, "scatter") : std::move(projected);
    }
    kept.layer = forward(m, layer, std::move(input));
    return shared(m, hidden, "add");
}

MegatronStep::Predictions MegatronStep::forward_predictions(Machine &m) const
{
    Predictions out;
    const std::size_t begin = m_stage.layers.size();
    std::vector<Tensor> normed;
    for (std::size_t i = 0; i < m_stage.prediction.size(); ++i) {
        const InPrediction here(m, begin + i, m_recompute.layers ? Component::temporaries : Component::activations);
        Predicted kept;
        kept.embedded = shared(m, m_stage.hidden, "embedding");
        kept.state = predict(m, m_stage.prediction[i], kept);
        if (m_recompute.layers) { // _checkpointed_forward: its two inputs, of which one is the state before it
            kept.layer = {};
            kept.joined.reset();
        }
        normed.push_back(shared(m, m_stage.hidden, "layernorm"));
        out.each.push_back(std::move(kept));
    }
    if (out.each.empty()) return out;
    const auto states = static_cast<Count>(out.each.size()) + 1;
    out.states = m.empty({m_shared_tokens * states, m_stage.hidden}, m_dtype, "cat", Component::activations);
    normed.clear();
    m.begin_phase(Phase::loss);
    for (Predicted &kept : out.each) {
        Scope scope = m.scope;
        scope.component = Component::logits_loss;
        const WithScope inside(m, scope);
        const Tensor whole = gathered(m, m_stage.hidden);
        m.multiplies(m_tokens, m_stage.vocabulary, m_stage.hidden, m_dtype);
        Tensor logits = tokens(m, m_stage.vocabulary, "output_layer");
        const bool in_place =
            m_dtype == Dtype::fp32 || (adapts() && m_plan.loss.kind == LossKind::fused_ce); // as cross_entropy()
        kept.softmax = in_place ? logits : m.empty(logits.shape(), Dtype::fp32, "float");
    }
    return out;
}

void MegatronStep::backward_predictions(Machine &m, Predictions predictions)
{
    const Count hidden = m_stage.hidden;
    for (std::size_t i = predictions.each.size(); i-- > 0;) {
        Predicted &kept = predictions.each[i];
        const MegatronLayer &layer = m_stage.prediction[i];
        {
            const InPrediction here(m, m_stage.layers.size() + i, Component::logits_loss);
            const Tensor of_logits = tokens(m, m_stage.vocabulary, "to");
            kept.softmax.reset();
            tell_gradients(m, m_tokens, hidden, m_stage.vocabulary, 0);
            const Tensor of_normed = tokens(m, hidden, "dgrad");
            const Tensor scattered = gathers() ? shared(m, hidden, "reduce_scatter") : Tensor();
            if (!adapts()) (void)m.empty({m_stage.vocabulary, hidden}, m_dtype, "wgrad", Component::gradients);
        }
        const InPrediction here(m, m_stage.layers.size() + i, Component::temporaries);
        Tensor gradient = shared(m, hidden, "layernorm_backward");
        kept.state.reset();
        if (m_recompute.layers) {
            const InPrediction again(m, m_stage.layers.size() + i, Component::recompute);
            (void)predict(m, layer, kept);
        }
        backward(m, layer, std::move(kept.layer), gradient);
        tell_gradients(m, m_tokens, 2 * hidden, prediction_columns(), 0);
        const Tensor whole = gathered(m, 2 * hidden);
        const Tensor of_joined = tokens(m, 2 * hidden, "dgrad");
        weight_gradient(m, prediction_columns(), 2 * hidden);
        const Tensor of_embedding = shared(m, hidden, "layernorm_backward"), of_state = shared(m, hidden, "layernorm_backward");
        kept.joined.reset();
        kept.embedded.reset();
    }
}

} // namespace plimsoll::step
