// SPDX-License-Identifier: GPL-3.0-or-later
// Experts of Megatron-LM (megatron/core/transformer/moe/{moe_layer,router,token_dispatcher,experts,shared_experts}.py d98e8a6): the
// dispatcher that exchanges rows, and grouped products. Scores are multiplied in between the experts' matrices, so that what comes back
// of other ranks is not kept.
#include "core/parallel/megatron_step.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace plimsoll::step {

namespace {

/// Operations of a layer's router and dispatcher beside their products, one way and the other.
struct RoutingOperations {
    Count forward = 0, backward = 0;
};

/// Those that TopKRouter and MoEAlltoAllTokenDispatcher of megatron-core 0.16 carried out on one rank, with the auxiliary loss that
/// --moe-router-load-balancing-type has by itself, counted as PyTorch dispatched them (views left out): softmax of 128 experts, of
/// 160 in groups, and sigmoids with a bias, of 64 without and 256 with groups.
RoutingOperations routing_of(const MegatronLayer &layer)
{
    if (layer.corrects_scores) return layer.chooses_groups ? RoutingOperations{60, 85} : RoutingOperations{49, 41};
    return layer.chooses_groups ? RoutingOperations{50, 44} : RoutingOperations{39, 32};
}

} // namespace

Count MegatronStep::chosen_rows(const MegatronLayer &layer) const { return product(m_shared_tokens, layer.top_k); }

Count MegatronStep::coming_rows(const MegatronLayer &layer) const
{
    // even routing sends as many away as come, and ranks that cut experts' matrices have the rows of all of them; the fullest rank gets
    // more
    const Count rows = chosen_rows(layer) * megatron_expert_tensor(m_plan.parallel);
    return static_cast<Count>(std::ceil(static_cast<double>(rows) * m_plan.parallel.expert_imbalance));
}

Count MegatronStep::held_experts(const MegatronLayer &layer) const
{
    return std::max<Count>(1, layer.experts / m_plan.parallel.expert);
}

/// Rows on their way to the experts, or back from them in the backward pass: exchanged, gathered, and sorted by expert.
Tensor MegatronStep::dispatched(Machine &m, const MegatronLayer &layer, bool there) const
{
    const auto rows = [&](Count count, const char *operation) { return m.empty({count, layer.hidden}, m_dtype, operation); };
    const Count coming = coming_rows(layer), cut = megatron_expert_tensor(m_plan.parallel);
    Tensor out = rows(chosen_rows(layer), there ? "permute" : "unpermute_backward");
    if (m_plan.parallel.expert > 1) out = rows(coming / cut, "all_to_all");
    if (cut > 1) out = rows(coming, "all_gather");
    if (held_experts(layer) > 1) out = rows(coming, "sort_chunks");
    return out;
}

void MegatronStep::run_experts(Machine &m, const MegatronLayer &layer, Kept &kept) const
{
    const auto rows = [&](Count count, Count width, const char *operation) {
        return m.empty({count, width}, m_dtype, operation);
    };
    Tensor of_shared;
    if (layer.shared > 0) {
        run_mlp(m, layer.every_token(), kept, kept.shared_fc1, kept.shared_act);
        of_shared = shared(m, layer.hidden, "reduce_scatter");
    }
    m.multiplies(m_shared_tokens, layer.experts, layer.hidden, m_dtype);
    m.moves("routing", 0, 0, routing_of(layer).forward);
    kept.routing = m.empty({m_shared_tokens, layer.experts}, Dtype::fp32, "softmax");
    // what is sent, and what came before it is sorted, is held by name until the layer is done (moe_layer.py, custom_forward)
    const Count coming = coming_rows(layer), cut = megatron_expert_tensor(m_plan.parallel);
    const Tensor sent = rows(chosen_rows(layer), layer.hidden, "permute");
    Tensor came = m_plan.parallel.expert > 1 ? rows(coming / cut, layer.hidden, "all_to_all") : sent;
    Tensor whole = cut > 1 ? rows(coming, layer.hidden, "all_gather") : came;
    kept.permuted = held_experts(layer) > 1 ? rows(coming, layer.hidden, "sort_chunks") : whole;
    whole.reset();
    m.multiplies_grouped(coming, layer.fc1, layer.hidden, m_dtype, held_experts(layer));
    if (held_experts(layer) > 1)
        m.moves("general_grouped_gemm", 0, 0, 2 * (held_experts(layer) - 1)); // one product after another, of both matrices
    kept.fc1 = adapted(m, rows(coming, layer.fc1, "fc1"), m_targets.fc1, kept);
    kept.act = rows(coming, layer.act, "swiglu");
    m.multiplies_grouped(coming, layer.hidden, layer.act, m_dtype, held_experts(layer));
    Tensor results = adapted(m, rows(coming, layer.hidden, "fc2"), m_targets.fc2, kept);
    if (held_experts(layer) > 1) results = rows(coming, layer.hidden, "sort_chunks");
    if (cut > 1) results = rows(coming / cut, layer.hidden, "reduce_scatter");
    if (m_plan.parallel.expert > 1) results = rows(chosen_rows(layer), layer.hidden, "all_to_all");
    const Tensor output = shared(m, layer.hidden, "unpermute");
}

void MegatronStep::backward_experts(Machine &m, const MegatronLayer &layer, Kept &kept)
{
    const Count coming = coming_rows(layer), cut = megatron_expert_tensor(m_plan.parallel), held = held_experts(layer);
    const auto rows = [&](Count count, Count width, const char *operation) {
        return m.empty({count, width}, m_dtype, operation);
    };
    Tensor of_results = dispatched(m, layer, false);
    m.moves("routing_backward", 0, 0, routing_of(layer).backward);
    if (held > 1) m.moves("general_grouped_gemm_backward", 0, 0, (adapts() ? 2 : 4) * (held - 1));
    tell_gradients(m, coming, layer.act, layer.hidden, held);
    Tensor of_act = rows(coming, layer.act, "dgrad");
    weight_gradient(m, layer.hidden, layer.act);
    adapter_gradient(m, coming, layer.act, m_targets.fc2);
    of_results.reset();
    kept.act.reset();
    Tensor of_fc1 = rows(coming, layer.fc1, "swiglu_backward");
    of_act.reset();
    kept.fc1.reset();
    tell_gradients(m, coming, layer.hidden, layer.fc1, held);
    Tensor back = rows(coming, layer.hidden, "dgrad");
    weight_gradient(m, layer.fc1, layer.hidden);
    adapter_gradient(m, coming, layer.hidden, m_targets.fc1);
    of_fc1.reset();
    kept.permuted.reset();
    if (held > 1) back = rows(coming, layer.hidden, "sort_chunks_backward");
    if (cut > 1) back = rows(coming / cut, layer.hidden, "reduce_scatter");
    if (m_plan.parallel.expert > 1) back = rows(chosen_rows(layer), layer.hidden, "all_to_all");
    const Tensor of_input = shared(m, layer.hidden, "permute_backward");
    back.reset();
    tell_gradients(m, m_shared_tokens, layer.hidden, layer.experts, 0);
    {
        const Tensor of_router = shared(m, layer.hidden, "dgrad");
        if (!adapts()) (void)m.empty({layer.experts, layer.hidden}, m_dtype, "wgrad", Component::gradients);
    }
    kept.routing.reset();
    if (layer.shared > 0) backward_mlp(m, layer.every_token(), kept.shared_fc1, kept.shared_act);
}

} // namespace plimsoll::step
