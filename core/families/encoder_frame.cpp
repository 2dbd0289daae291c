// SPDX-License-Identifier: GPL-3.0-or-later
// What encoders name alike, and what ends their description.
#include "core/families/encoder_frame.h"

#include "core/families/mixers.h"
#include "core/families/pieces.h"
#include "core/ground/phrase.h"
#include "core/model/extension.h"

namespace plimsoll {

namespace {

constexpr const char *bare_text = QT_TRANSLATE_NOOP(
    "core", "the class is bare, so it has no loss: the gradient of its last hidden states starts the backward, and "
            "what is made of them (pooling, a contrast) is left out");

} // namespace

SequenceSpec encoder_spec(const Config &config, std::string family, std::string base)
{
    SequenceSpec out;
    out.family = std::move(family);
    out.base = std::move(base);
    out.hidden = config.size("hidden_size");
    out.heads = config.size("num_attention_heads");
    out.head_dim = out.hidden / out.heads;
    out.layers = config.layers("num_hidden_layers");
    out.activation = activation_of(config, config.has("activation") ? "activation" : "hidden_act");
    if (!config.has("activation") && !config.has("hidden_act")) out.activation = Activation::gelu;
    return out;
}

void finish_encoder(Draft &draft, SequenceSpec spec, Count scores)
{
    draft.arch.generates = draft.arch.class_name.ends_with("ForCausalLM") || draft.arch.class_name.ends_with("LMHeadModel");
    std::vector<std::string> notes;
    if (spec.head == SequenceHead::none) notes.push_back(phrase(bare_text));
    keep_sequence(draft, std::move(spec), scores, std::move(notes));
}

} // namespace plimsoll
