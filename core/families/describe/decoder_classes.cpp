// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/families/describe/decoder_classes.h"

#include "core/ground/phrase.h"
#include "core/families/describe/family.h"

namespace plimsoll {

namespace {

std::string decoder_classes_type_of(const Config &config)
{
    return config.has("model_type") ? config.text("model_type") : std::string(config.defaults_name());
}

} // namespace

void run_as(DecoderSpec &spec, const step::DecoderClass &lines)
{
    change_around(spec, [&lines](DecoderExtension &around) { around.runs = &lines; });
}

void change_around(DecoderSpec &spec, const std::function<void(DecoderExtension &)> &change)
{
    auto around = spec.extension ? std::make_shared<DecoderExtension>(*spec.extension) : std::make_shared<DecoderExtension>();
    change(*around);
    spec.extension = std::move(around);
}

void scale_in_embedding(const Config &, DecoderSpec &spec)
{
    change_around(spec, [](DecoderExtension &around) { around.embedding_scale = EmbeddingScale::inside; });
}

void scale_behind_masks(const Config &, DecoderSpec &spec)
{
    change_around(spec, [](DecoderExtension &around) { around.embedding_scale = EmbeddingScale::behind_masks; });
}

/// TRL 1.16 trainer/utils.py, _fused_forward: with a coefficient for the routers' loss it reads the configuration's num_experts and
/// num_experts_per_tok.
void refuse_tiled_router_loss(const Config &config, DecoderSpec &spec)
{
    if (config.number_or("router_aux_loss_coef", 0.001) == 0) return;
    change_around(spec, [&config](DecoderExtension &around) {
        around.no_tiled_loss = phrase(
            QT_TRANSLATE_NOOP("core", "%1's loss in tiles adds the routers' loss (%2) and reads the configuration's %3, which "
                                      "%4 does not have (%5)"),
            {"TRL", "router_aux_loss_coef", "num_experts", decoder_classes_type_of(config), "TRL 1.16 trainer/utils.py"});
        around.tiled_loss_with = "router_aux_loss_coef 0";
    });
}

void set_decoder_class(const Config &config, DecoderSpec &spec)
{
    if (const Family *family = find_family(decoder_classes_type_of(config)); family && family->runs) family->runs(config, spec);
    if (!config.flag("use_cache", true)) change_around(spec, [](DecoderExtension &around) { around.no_cache = true; });
}

} // namespace plimsoll
