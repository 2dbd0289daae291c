// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/seen_pictures.h"

#include "core/ground/phrase.h"
#include "core/model/extension.h"

namespace plimsoll::step {

namespace {

/// What reads the pictures; null: nothing that is described.
const DecoderExtension *seeing(const Architecture &architecture)
{
    const DecoderExtension *around = architecture.decoder ? architecture.decoder->extension.get() : nullptr;
    return around && around->tower && around->pictures ? around : nullptr;
}

Result<PictureTokens> picture_of(const DecoderExtension &around, const Images &images)
{
    const Picture size{images.width, images.height};
    const PictureCaps caps{images.max_pixels, images.min_pixels};
    if (images.tokens_per_image) return picture_of_tokens(*around.pictures, size, *images.tokens_per_image, caps);
    return picture_tokens(*around.pictures, size, caps);
}

} // namespace

std::optional<SeenPictures> seen_pictures(const Architecture &architecture, const Plan &plan)
{
    const DecoderExtension *around = plan.images.per_row > 0 ? seeing(architecture) : nullptr;
    if (!around) return std::nullopt;
    const Result<PictureTokens> one = picture_of(*around, plan.images);
    if (!one) return std::nullopt;
    return SeenPictures{*one, plan.images.per_row, plan.task == Task::infer ? plan.inference.sequences : plan.micro_batch};
}

std::optional<Error> unsupported_pictures(const Architecture &architecture, const Plan &plan)
{
    if (plan.images.per_row == 0) return std::nullopt;
    const std::string per_row = std::to_string(plan.images.per_row);
    const DecoderExtension *around = seeing(architecture);
    if (!around)
        return Error{"images.per_row", per_row, "0",
                     phrase(QT_TRANSLATE_NOOP("core", "what %1 takes of a picture is not simulated"), {architecture.model_type})};
    const Result<PictureTokens> one = picture_of(*around, plan.images);
    if (!one) return one.error();
    const Count length = plan.task == Task::infer ? plan.inference.context : plan.sequence_length;
    if (product(plan.images.per_row, one->tokens) <= length) return std::nullopt;
    return Error{plan.task == Task::infer ? "inference.context" : "sequence_length", std::to_string(length),
                 phrase(QT_TRANSLATE_NOOP("core", "%1 or more"), {std::to_string(plan.images.per_row * one->tokens)}),
                 phrase(QT_TRANSLATE_NOOP("core", "pictures of %1 tokens stand in a row (%2): they count in its length"),
                        {std::to_string(one->tokens), "images.per_row " + per_row})};
}

} // namespace plimsoll::step
