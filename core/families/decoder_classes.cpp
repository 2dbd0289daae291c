// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/families/decoder_classes.h"

#include "core/ground/phrase.h"
#include "core/families/family.h"

#include <algorithm>
#include <array>

namespace plimsoll {

namespace {

/// TRL 1.16 trainer/utils.py, _fused_forward: the backbone is what `base_model` names, which of Mllama's language model alone is
/// the model itself, whose outputs have no last_hidden_state; with a coefficient for the routers' loss it reads the configuration's
/// num_experts and num_experts_per_tok, which these configurations do not have.
std::string no_tiled_loss(const Config &config, const std::string &type)
{
    static constexpr std::array without{"deepseek_v4",      "granitemoe",  "granitemoe_swa", "granitemoehybrid",
                                        "granitemoeshared", "llama4_text", "phimoe"};
    if (type == "mllama_text_model")
        return phrase(QT_TRANSLATE_NOOP("core", "%1's loss in tiles reads %2 of the model inside, which %3 does not have (%4)"),
                      {"TRL", "last_hidden_state", "MllamaForCausalLM", "TRL 1.16 trainer/utils.py"});
    if (std::ranges::find(without, type) == without.end() || config.number_or("router_aux_loss_coef", 0.001) == 0) return {};
    return phrase(QT_TRANSLATE_NOOP("core",
                                    "%1's loss in tiles adds the routers' loss (%2) and reads the configuration's %3, which "
                                    "%4 does not have (%5)"),
                  {"TRL", "router_aux_loss_coef", "num_experts", type, "TRL 1.16 trainer/utils.py"});
}

} // namespace

void run_as(DecoderSpec &spec, const step::DecoderClass &lines)
{
    change_around(spec, [&lines](DecoderExtension &around) { around.runs = &lines; });
}

void change_around(DecoderSpec &spec, const std::function<void(DecoderExtension &)> &change)
{
    auto around = spec.more ? std::make_shared<DecoderExtension>(*spec.more) : std::make_shared<DecoderExtension>();
    change(*around);
    spec.more = std::move(around);
}

void scale_in_embedding(const Config &, DecoderSpec &spec)
{
    change_around(spec, [](DecoderExtension &around) { around.embedding_scale = EmbeddingScale::inside; });
}

void scale_behind_masks(const Config &, DecoderSpec &spec)
{
    change_around(spec, [](DecoderExtension &around) { around.embedding_scale = EmbeddingScale::behind_masks; });
}

void set_decoder_class(const Config &config, DecoderSpec &spec)
{
    const std::string type = config.has("model_type") ? config.text("model_type") : std::string(config.defaults_name());
    if (const Family *family = find_family(type); family && family->runs) family->runs(config, spec);
    const bool no_cache = !config.flag("use_cache", type != "mpt"); // MptConfig's default
    std::string untiled = no_tiled_loss(config, type);
    if (!no_cache && untiled.empty()) return;
    change_around(spec, [&](DecoderExtension &around) {
        around.no_cache = around.no_cache || no_cache;
        around.no_tiled_loss = std::move(untiled);
    });
}

} // namespace plimsoll
