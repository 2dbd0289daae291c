// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resolve/taken_part.h"

#include "core/ground/phrase.h"
#include "core/model/extension.h"
#include "core/model/towers.h"
#include "core/pictures/pictures.h"
#include "core/plan/field.h"
#include "core/resolve/handed_pictures.h"
#include "core/resolve/runners.h"

namespace plimsoll {

namespace {

void take_images(Plan &plan, std::vector<std::string> &said)
{
    if ((plan.images.per_row == 0 && plan.audio.per_row == 0) || plan.task != Task::train) return;
    const std::optional<TakenDefault> frozen = default_for("trainable", plan);
    const PartTraining usual = frozen                  ? PartTraining::frozen
                               : plan.trains_adapter() ? PartTraining::adapters
                                                       : PartTraining::trained;
    const auto take = [&](const char *path, PartTraining &part) {
        if (plan.has(path)) return;
        part = usual;
        const std::string reason =
            frozen ? frozen->reason() : phrase(QT_TRANSLATE_NOOP("core", "nothing keeps it from training"));
        said.push_back(std::string(path) + ": " + find_field(path)->write(plan).dump() + " — " + reason);
    };
    take("images.tower", plan.images.tower);
    take("images.projector", plan.images.projector);
}

/// What the processor makes of the plan's pictures.
void tell_pictures(const Plan &plan, const Architecture &architecture, std::vector<std::string> &said)
{
    const DecoderExtension *around = architecture.decoder ? architecture.decoder->extension.get() : nullptr;
    if (plan.images.per_row == 0 || plan.images.tokens_per_image || !around || !around->pictures) return;
    const HandedPicture handed = handed_picture(plan, *around->pictures);
    const Result<PictureTokens> made = picture_tokens(*around->pictures, handed.picture, handed.caps);
    if (!made) return;
    if (handed.picture.width != plan.images.width || handed.picture.height != plan.images.height)
        said.push_back(
            phrase(QT_TRANSLATE_NOOP("core", "images: %1 hands the processor a picture of %2"),
                   {stack_of(plan).name, std::to_string(handed.picture.width) + " x " + std::to_string(handed.picture.height)}));
    const char *text =
        around->pictures->from_file
            ? QT_TRANSLATE_NOOP("core", "images: a picture of %1 becomes %2 tokens, %3 patches in %4 tiles — by the "
                                        "processor's file beside the model")
            : QT_TRANSLATE_NOOP("core", "images: a picture of %1 becomes %2 tokens, %3 patches in %4 tiles — no "
                                        "processor's file is beside the model: as such checkpoints publish it");
    said.push_back(phrase(text, {std::to_string(plan.images.width) + " x " + std::to_string(plan.images.height),
                                 std::to_string(made->tokens), std::to_string(made->patches), std::to_string(made->tiles)}));
}

void take_frozen_towers(Plan &plan, const Architecture &architecture, std::vector<std::string> &said)
{
    if (plan.has("trainable")) return;
    if (plan.trainable && !plan.trainable->frozen.empty() && plan.trainable->frozen == tower_names(architecture))
        plan.trainable.reset(); // an earlier answer's
    if (plan.task != Task::train || plan.method != Method::full || plan.trainable) return;
    const std::optional<TakenDefault> taken = default_for("trainable", plan);
    const std::vector<std::string> towers = taken ? tower_names(architecture) : std::vector<std::string>();
    if (towers.empty()) return;
    plan.trainable = Trainable{.modules = {}, .last_layers = {}, .also = {}, .frozen = towers};
    said.push_back("trainable: " + find_field("trainable")->write(plan).dump() + " — " + taken->reason());
}

} // namespace

void take_parts(Plan &plan, const Architecture &architecture, std::vector<std::string> &said)
{
    take_frozen_towers(plan, architecture, said);
    take_images(plan, said);
    tell_pictures(plan, architecture, said);
}

} // namespace plimsoll
