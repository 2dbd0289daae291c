// SPDX-License-Identifier: GPL-3.0-or-later
// A family of a test's own: LLaMA's modules, and a layer that holds a copy of its input until it returns. All that a family
// takes is this file and the line that registers its rows.
#include "core/families/describe/decoder_classes.h"
#include "core/decoder/decoder_pieces.h"
#include "core/families/describe/pieces.h"
#include "tests/core/run/toy_family.h"

namespace plimsoll::step {

namespace {

class Toy final : public DecoderClass {
public:
    Tensor layer(Machine &m, Layer &layer, const Tensor &input, const Pass &pass) const override
    {
        const Tensor held = m.empty(input.shape(), input.dtype(), "clone");
        return DecoderClass::layer(m, layer, input, pass);
    }
};

const Toy toy;

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

namespace {

void describe_toy(const Config &config, Draft &draft)
{
    DecoderSpec spec = decoder_base(config, NormKind::rms);
    repeat(spec, llama_layer(config, spec.hidden, false, false, false), config.layers("num_hidden_layers"));
    finish_decoder(draft, std::move(spec));
}

} // namespace

std::span<const Family> toy_families()
{
    static constexpr Family rows[] = {
        {"toy", "toy", "ToyForCausalLM", describe_toy, run_as_one<step::toy>},
        {"toy_llama", "toy_llama", "ToyLlamaForCausalLM", describe_toy},
    };
    return rows;
}

} // namespace plimsoll
