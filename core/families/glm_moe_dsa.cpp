// SPDX-License-Identifier: GPL-3.0-or-later
// GLM-5: DeepSeek V3.2 whose layers may share an indexer.
#include "core/families/describe/decoder_classes.h"
#include "core/decoder/decoder_pieces.h"
#include "core/families/deepseek.h"
#include "core/families/describe/pieces.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace plimsoll::step {

namespace {

/// DeepSeek V3.2, GLM-5: the mask is built even where a causal flag would do.
class GlmMoeDsaSparselyAttending final : public DecoderClass {
public:
    void make_masks(Machine &m, Pass &pass, Dtype dtype) const override { make_library_masks(m, pass, dtype, true); }
};

const GlmMoeDsaSparselyAttending glm_moe_dsa;

} // namespace

} // namespace plimsoll::step

namespace plimsoll {

namespace {

void describe_glm_moe_dsa(const Config &config, Draft &draft)
{
    DecoderSpec spec = latent_decoder(config, {.rotary = paired(config)});
    const Count hidden = spec.hidden, count = spec.layer_count();
    // some layers share the indexer of the one before
    std::vector<bool> own(static_cast<std::size_t>(count), true);
    const std::vector<std::string> types = config.texts("indexer_types");
    const nlohmann::json &pattern = config.raw("index_topk_pattern");
    const Count frequency = std::max<Count>(config.amount_or("index_topk_freq", 1), 1),
                offset = config.amount_or("index_skip_topk_offset", 2);
    for (Count i = 0; i < count; ++i) {
        const auto at = static_cast<std::size_t>(i);
        if (at < types.size())
            own[at] = types[at] != "shared";
        else if (pattern.is_string() && at < pattern.get_ref<const std::string &>().size())
            own[at] = pattern.get_ref<const std::string &>()[at] == 'F';
        else
            own[at] = std::max<Count>(i - offset + 1, 0) % frequency == 0;
    }
    set_indexers(config, spec, own, true);
    Count layer = 0;
    finish_decoder(draft, std::move(spec), {.router_first = false, .after_attention = [&](Tree &tree, const LayerSpec &) {
                                                if (own[static_cast<std::size_t>(layer++)]) add_indexer(config, tree, hidden);
                                            }});
}

} // namespace

std::span<const Family> glm_moe_dsa_families()
{
    static constexpr Family rows[] = {
        {"glm_moe_dsa",
         "glm_moe_dsa",
         "GlmMoeDsaForCausalLM",
         describe_glm_moe_dsa,
         run_as_one<step::glm_moe_dsa>,
         {.flash2 = false}},
    };
    return rows;
}

} // namespace plimsoll
