// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/family.h"

#include "core/ground/phrase.h"

#include <algorithm>

namespace plimsoll {

void finish_decoder(Draft &draft, DecoderSpec spec, const TreeOrder &order)
{
    add_decoder(draft.tree, spec, order);
    add_head(draft.tree, spec);
    draft.arch.output_embedding = spec.head.name;
    draft.arch.decoder = std::move(spec);
}

void leave_step_out(Draft &draft, std::string reason)
{
    draft.arch.decoder.reset();
    draft.arch.no_decoder_reason = std::move(reason);
}

Activation activation_of(const Config &config, std::string_view key)
{
    using enum Activation;
    static constexpr std::pair<std::string_view, Activation> known[] = {{"silu", silu},
                                                                        {"swish", silu},
                                                                        {"gelu", gelu},
                                                                        {"gelu_python", gelu},
                                                                        {"gelu_accurate", gelu_new},
                                                                        {"gelu_new", gelu_new},
                                                                        {"gelu_pytorch_tanh", gelu_tanh},
                                                                        {"gelu_python_tanh", gelu_tanh},
                                                                        {"gelu_fast", gelu_fast},
                                                                        {"quick_gelu", quick_gelu},
                                                                        {"relu", relu},
                                                                        {"relu2", relu2},
                                                                        {"tanh", tanh_}};
    const std::string name = config.text(key, "silu");
    for (const auto &[text, activation] : known)
        if (text == name) return activation;
    config.refuse(key, name,
                  phrase(QT_TRANSLATE_NOOP("core", "an activation of %1 (%2, …)"),
                         {"transformers", "silu, gelu, gelu_new, gelu_pytorch_tanh, relu"}));
}

int kind_of(DecoderSpec &spec, const LayerSpec &layer)
{
    // a neighbour is the likeliest match
    for (std::size_t i = spec.kinds.size(); i-- > 0;)
        if (spec.kinds[i] == layer) return static_cast<int>(i);
    spec.kinds.push_back(layer);
    return static_cast<int>(spec.kinds.size()) - 1;
}

} // namespace plimsoll
