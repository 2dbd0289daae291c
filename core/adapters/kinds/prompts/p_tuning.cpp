// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapter_ops.h"
#include "core/adapters/adapters.h"
#include "core/adapters/prompts.h"

#include <utility>

namespace plimsoll {

namespace {

bool by_lstm(const AdapterUse &use) { return use.word("encoder_reparameterization_type") == "LSTM"; }

/// p_tuning/model.py, PromptEncoder: three linears, or an LSTM in both directions with two.
AdapterTensors p_tuning_tensors(const AdapterUse &use, const AdaptedModel &model)
{
    const Count width = use.count("encoder_hidden_size", model.hidden);
    AdapterTensors out{{"embedding", {step::prompt_length(use), model.hidden}}};
    const auto add_linear = [&](Count in, Count to) { out.insert(out.end(), {{"weight", {to, in}}, {"bias", {to}}}); };
    if (!by_lstm(use)) {
        add_linear(model.hidden, width);
        add_linear(width, width);
        add_linear(width, model.hidden);
        return out;
    }
    constexpr Count gates = 4, usual_layers = 2;
    for (Count layer = 0; layer < use.count("encoder_num_layers", usual_layers); ++layer)
        for (int direction = 0; direction < 2; ++direction)
            out.insert(out.end(), {{"weight_ih", {gates * width, layer == 0 ? model.hidden : 2 * width}},
                                   {"weight_hh", {gates * width, width}},
                                   {"bias_ih", {gates * width}},
                                   {"bias_hh", {gates * width}}});
    add_linear(2 * width, 2 * width);
    add_linear(2 * width, model.hidden);
    return out;
}

/// torch.nn.LSTM by cuDNN: every weight takes part once, and what it keeps of so few tokens is small. Autocast makes float16 copies of
/// all of them in one buffer, which backward reads (ATen/cudnn/AutocastRNN.cpp, _cudnn_rnn_cast_reflatten).
step::Tensor by_cudnn(step::Machine &m, std::span<step::Leaf> weights, step::Tensor x)
{
    using namespace step;
    const Count width = weights[1].value.shape().last(); // weight_hh
    Tensor state = m.empty(x.shape().with_last(2 * width), x.dtype(), "lstm");
    Count values = 0;
    for (Leaf &weight : weights) {
        state = added_in_place(m, state, scattered(m, weight.value, state.shape(), {}));
        values += weight.value.elements();
    }
    if (!m.autocast || !any_requires_grad(m, {&state})) return state;
    const Tensor copies = m.empty({values}, Dtype::fp16, "cudnn_rnn_flatten", Component::weight_casts);
    const Shape shape = state.shape();
    const Ref<Node> node =
        make_node(m, {&state}, [shape](Machine &, Node &, Gradients &in, Gradients &g) { g[0] = in[0].view(shape); });
    node->saved[0].keep(m, copies);
    Tensor out = state.detach();
    attach(out, node);
    return out;
}

step::Tensor embed_encoded_prompt(const step::EmbeddingCall &call)
{
    using namespace step;
    Machine &m = call.m;
    Tensor prompt = embedding(m, {call.tokens.size[0], prompt_length(call.use)}, call.shared[0]);
    const std::size_t linears = by_lstm(call.use) ? 2 : 3, first = call.shared.size() - 2 * linears;
    if (by_lstm(call.use)) prompt = by_cudnn(m, call.shared.subspan(1, first - 1), std::move(prompt));
    for (std::size_t i = 0; i < linears; ++i) {
        prompt = linear(m, std::move(prompt), call.shared[first + 2 * i], &call.shared[first + 2 * i + 1]);
        if (i + 1 < linears) prompt = pointwise(m, std::move(prompt), "relu", true);
    }
    return behind_prompt(call, std::move(prompt));
}

} // namespace

/// peft 0.21.2 tuners/p_tuning.
constinit const AdapterMethod adapters::p_tuning = {
    .name = "p_tuning",
    .title = "P-tuning",
    .shared = p_tuning_tensors,
    .virtual_tokens = step::prompt_length,
    .embed = embed_encoded_prompt,
    .settings_alone = [](const Adapter &adapter) { return by_lstm(AdapterUse(adapter)); },
};

} // namespace plimsoll
