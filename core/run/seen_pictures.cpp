// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/seen_pictures.h"

#include "core/ground/phrase.h"
#include "core/ground/text.h"
#include "core/model/extension.h"
#include "core/model/towers.h"
#include "core/resolve/handed_pictures.h"
#include "core/resolve/runners.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string_view>

namespace plimsoll::step {

namespace {

/// What reads the pictures; null: nothing that is described.
const DecoderExtension *seeing(const Architecture &architecture)
{
    const DecoderExtension *around = architecture.decoder ? architecture.decoder->extension.get() : nullptr;
    return around && around->tower && (around->pictures || around->videos || around->tower->hears) ? around : nullptr;
}

/// Clips or pictures in a row.
Count seen_in_row(const DecoderExtension &around, const Plan &plan)
{
    return around.tower->hears && plan.audio.per_row > 0 ? plan.audio.per_row : plan.images.per_row;
}

/// What a clip becomes: pieces of 30 seconds, each padded to all its positions.
PictureTokens clip_of(const TowerSpec &tower, double seconds)
{
    constexpr double piece = 30.0, frames_of_second = 100.0;
    const auto pieces = std::max<Count>(1, static_cast<Count>(std::ceil(seconds / piece)));
    PictureTokens out;
    out.tiles = tower.keeps_dtype ? pieces : 1; // Qwen2-Audio hears the first one
    out.patches = out.computed = out.tiles * tower.positions;
    out.tokens = out.computed / tower.merge;
    if (!tower.keeps_dtype && seconds < piece) {
        const auto frames = static_cast<Count>(seconds * frames_of_second);
        out.tokens = std::max<Count>(1, (std::max<Count>(2, (frames - 1) / 2 + 1) - 2) / 2 + 1);
    }
    return out;
}

Result<PictureTokens> picture_of(const DecoderExtension &around, const Plan &plan)
{
    if (around.tower->hears) return clip_of(*around.tower, plan.audio.seconds);
    const auto [size, caps] = handed_picture(plan, *around.pictures);
    if (plan.images.tokens_per_image) return picture_of_tokens(*around.pictures, size, *plan.images.tokens_per_image, caps);
    return picture_tokens(*around.pictures, size, caps);
}

Result<VideoTokens> video_of(const DecoderExtension &around, const Plan &plan)
{
    if (!around.videos) return Error{"video.per_row", std::to_string(plan.video.per_row), "0", {}};
    return video_tokens(*around.videos, handed_video(plan));
}

/// Of pixels in a batch.
Dtype pixels_in(const Plan &plan)
{
    if (plan.task != Task::train || !stack_of(plan).pictures.casts_pixels) return Dtype::fp32;
    switch (plan.weights.dtype) {
    case WeightDtype::bf16: return Dtype::bf16;
    case WeightDtype::fp16: return Dtype::fp16;
    default: return Dtype::fp32;
    }
}

Count length_of(const Plan &plan) { return plan.task == Task::infer ? plan.inference.context : plan.sequence_length; }

constexpr std::string_view of_pictures[] = {"vision", "visual", "image", "img"};
constexpr std::string_view of_sound[] = {"audio", "sound", "speech"};

/// Parameters of the modules with one of these in their names: the language model has none such.
Count parameters_of(const Architecture &architecture, std::span<const std::string_view> words)
{
    Count out = 0;
    const auto add = [&](const std::vector<Module> &modules) {
        for (const Module &module : modules)
            if (std::ranges::any_of(words, [&](std::string_view word) { return module.name.find(word) != std::string::npos; }))
                for (const Parameter &parameter : module.parameters)
                    if (!parameter.tied_to) out += parameter.elements();
    };
    add(architecture.modules);
    if (architecture.decoder && architecture.decoder->extension) add(architecture.decoder->extension->towers);
    return out;
}

/// Why nothing reads the clips of sound, else the pictures, that the plan's rows hold.
std::string why_unseen(const Architecture &architecture, bool sound)
{
    const std::string &type = architecture.model_type;
    const Count pictures = parameters_of(architecture, of_pictures), sounds = parameters_of(architecture, of_sound);
    if (const Count own = sound ? sounds : pictures; own > 0)
        return phrase(
            sound ? QT_TRANSLATE_NOOP("core", "what %1 takes of a clip of sound is not simulated; what hears has %2 parameters")
                  : QT_TRANSLATE_NOOP("core", "what %1 takes of a picture is not simulated; what sees has %2 parameters"),
            {type, localised(grouped(own))});
    if (sound && pictures > 0) return phrase(QT_TRANSLATE_NOOP("core", "%1 reads pictures and no sound"), {type});
    if (!sound && sounds > 0) return phrase(QT_TRANSLATE_NOOP("core", "%1 hears sound and reads no pictures"), {type});
    if (tower_names(architecture).empty()) return phrase(QT_TRANSLATE_NOOP("core", "%1 reads text alone"), {type});
    return phrase(sound ? QT_TRANSLATE_NOOP("core", "what %1 takes of a clip of sound is not simulated")
                        : QT_TRANSLATE_NOOP("core", "what %1 takes of a picture is not simulated"),
                  {type});
}

Error unseen(const Architecture &architecture, const Plan &plan, bool sound)
{
    return {sound ? "audio.per_row" : "images.per_row", std::to_string(sound ? plan.audio.per_row : plan.images.per_row), "0",
            why_unseen(architecture, sound)};
}

/// Why the plan's videos are not simulated.
std::optional<Error> unsupported_videos(const Architecture &architecture, const Plan &plan)
{
    const DecoderExtension *around = seeing(architecture);
    const auto refused = [&plan](std::string why) {
        return Error{"video.per_row", std::to_string(plan.video.per_row), "0", std::move(why)};
    };
    if (!around || around->tower->hears)
        return refused(
            tower_names(architecture).empty()
                ? phrase(QT_TRANSLATE_NOOP("core", "%1 reads text alone"), {architecture.model_type})
                : phrase(QT_TRANSLATE_NOOP("core", "what %1 takes of a video is not simulated"), {architecture.model_type}));
    if (!around->videos)
        return refused(phrase(QT_TRANSLATE_NOOP("core", "no video processor of %1 is known"), {architecture.model_type}));
    if (plan.images.per_row + plan.audio.per_row > 0)
        return refused(phrase(QT_TRANSLATE_NOOP("core", "pictures or sound in the same row are not simulated with videos")));
    const Result<VideoTokens> one = video_of(*around, plan);
    if (!one) return one.error();
    const Count length = length_of(plan);
    if (product(plan.video.per_row, one->tokens) <= length) return std::nullopt;
    return Error{plan.task == Task::infer ? "inference.context" : "sequence_length", std::to_string(length),
                 phrase(QT_TRANSLATE_NOOP("core", "%1 or more"), {std::to_string(plan.video.per_row * one->tokens)}),
                 phrase(QT_TRANSLATE_NOOP("core", "%1 videos of %2 tokens stand in a row, in whose length they count"),
                        {std::to_string(plan.video.per_row), std::to_string(one->tokens)})};
}

} // namespace

std::optional<SeenPictures> seen_pictures(const Architecture &architecture, const Plan &plan)
{
    const DecoderExtension *around = seeing(architecture);
    const Count rows = plan.task == Task::infer ? plan.inference.sequences : plan.micro_batch;
    if (around && plan.video.per_row > 0) {
        // every step of time is to the tower what a picture is: its own positions, and nothing that it attends to beside itself
        const Result<VideoTokens> video = video_of(*around, plan);
        if (!video) return std::nullopt;
        return SeenPictures{video->one, plan.video.per_row * video->steps, rows, pixels_in(plan)};
    }
    const Count per_row = around ? seen_in_row(*around, plan) : 0;
    if (per_row == 0) return std::nullopt;
    const Result<PictureTokens> one = picture_of(*around, plan);
    if (!one) return std::nullopt;
    return SeenPictures{*one, per_row, rows, around->tower->hears ? Dtype::fp32 : pixels_in(plan)};
}

std::optional<Error> unsupported_pictures(const Architecture &architecture, const Plan &plan)
{
    if (!plan.reads_beside_text()) return std::nullopt;
    if (plan.video.per_row > 0) return unsupported_videos(architecture, plan);
    if (architecture.decoder && architecture.decoder->extension && architecture.decoder->extension->sequence)
        return std::nullopt; // what it reads is the whole model's input
    const DecoderExtension *around = seeing(architecture);
    const bool hears = around && around->tower->hears;
    const bool both = plan.images.per_row > 0 && plan.audio.per_row > 0;
    if (plan.images.per_row > 0 && (!around || (hears && both))) return unseen(architecture, plan, false);
    if (plan.audio.per_row > 0 && !hears) return unseen(architecture, plan, true);
    const Result<PictureTokens> one = picture_of(*around, plan);
    if (!one) return one.error();
    const Count per_row = seen_in_row(*around, plan), length = length_of(plan);
    if (product(per_row, one->tokens) <= length) return std::nullopt;
    return Error{plan.task == Task::infer ? "inference.context" : "sequence_length", std::to_string(length),
                 phrase(QT_TRANSLATE_NOOP("core", "%1 or more"), {std::to_string(per_row * one->tokens)}),
                 phrase(QT_TRANSLATE_NOOP("core", "%1 pictures or clips of %2 tokens stand in a row, in whose length they count"),
                        {std::to_string(per_row), std::to_string(one->tokens)})};
}

} // namespace plimsoll::step
