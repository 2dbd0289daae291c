// SPDX-License-Identifier: GPL-3.0-or-later
// GPT-Neo.
#include "core/families/describe/decoder_classes.h"
#include "core/decoder/gpt_block.h"
#include "core/families/describe/frames/gpt_frame.h"
#include "core/families/describe/pieces.h"

#include <nlohmann/json.hpp>

// transformers 5.23, models/gpt_neo/modeling_gpt_neo.py

namespace plimsoll::step {

namespace {

class GptNeo final : public GptBlock {
public:
    bool attends_by_library() const override { return false; }
    Tensor core(Machine &m, Layer &layer, AttentionNames &n, const Pass &pass, Dtype input) const override
    {
        if (is_flash(pass.inputs.backend)) return DecoderClass::core(m, layer, n, pass, input);
        return float_attention(m, layer, n, pass, [](Machine &mm, Tensor &scores, const Pass &p) {
            {
                const Tensor lowest = mm.empty({1}, scores.dtype(), "mask_value");
                scores = fill_masked(mm, scores); // its band, a buffer of the module
            }
            if (p.mask.tensor.defined()) scores = add(mm, scores, p.mask.tensor);
        });
    }
};

const GptNeo gpt_neo;

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

namespace {

/// Its band is no mask that the model makes.
void run_as_gpt_neo(const Config &, DecoderSpec &spec)
{
    for (LayerSpec &layer : spec.kinds) layer.attention.sliding_window.reset();
    run_as(spec, step::gpt_neo);
}

void describe_gpt_neo(const Config &config, Draft &draft)
{
    DecoderSpec spec = gpt_base(config);
    set_learned_positions(spec, config);
    spec.embedding_dropout = config.number_or("embed_dropout", 0);
    LayerSpec layer = gpt_layer(config, spec.hidden);
    layer.dropout = config.number_or("resid_dropout", 0);
    layer.attention_dropout = config.number_or("attention_dropout", 0);
    layer.attention = grouped_attention(spec.hidden, heads_without_groups(config), false, true, "out_proj", "attn.attention");
    layer.attention.rotary.dim = 0;
    layer.attention.keys_first = true;
    layer.attention.buffers = {{"bias", {1, 1, spec.position_rows, spec.position_rows}, Dtype::boolean, {}}};
    layer.mlp = plain_mlp("mlp.c_fc", "mlp.c_proj", spec.hidden, config.size_or("intermediate_size", 4 * spec.hidden),
                          activation_of(config, "activation_function"), true);
    // attention_types: [[["global", "local"], 12]] repeats the kinds; the default of the class is the same for every size
    const nlohmann::json &types = config.raw("attention_types");
    std::vector<std::string> kinds;
    if (types.is_array() && !types.empty() && types.front().is_array() && types.front().size() == 2 &&
        types.front()[0].is_array())
        for (const auto &kind : types.front()[0]) kinds.push_back(kind.is_string() ? kind.get<std::string>() : "global");
    if (kinds.empty()) kinds = {"global", "local"};
    for (Count i = 0; i < config.layers("num_layers"); ++i) {
        const bool local = kinds[static_cast<std::size_t>(i) % kinds.size()] == "local";
        layer.attention.sliding_window = local ? config.maybe_size("window_size") : std::nullopt;
        repeat(spec, layer, 1);
    }
    finish_decoder(draft, std::move(spec), {.layer = gpt_order().layer});
}

} // namespace

std::span<const Family> gpt_neo_families()
{
    static constexpr Family rows[] = {
        {"gpt_neo",
         "gpt_neo",
         "GPTNeoForCausalLM",
         describe_gpt_neo,
         run_as_gpt_neo,
         {.sdpa = false, .float32_checkpoints = true}},
    };
    return rows;
}

} // namespace plimsoll
