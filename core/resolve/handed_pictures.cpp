// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resolve/handed_pictures.h"

#include "core/model/extension.h"
#include "core/resolve/runners.h"

#include <algorithm>

namespace plimsoll {

namespace {

/// UnslothVisionDataCollator._resize_images_inplace: a picture as wide as the tower's, or of just its size where it names two sides.
Picture fitted_to_tower(Picture picture, const PictureProcessor &processor)
{
    constexpr Count without = 512;
    const auto [first, second] = processor.tower_size.value_or(std::pair<Count, Count>{without, 0});
    if (second > 0) return {first, second};
    if (picture.width <= first) return picture;
    return {first, std::max<Count>(1, (picture.height * first + picture.width / 2) / picture.width)};
}

} // namespace

HandedPicture handed_picture(const Plan &plan, const PictureProcessor &processor)
{
    const Images &images = plan.images;
    HandedPicture out{{images.width, images.height},
                      {.max_pixels = images.max_pixels, .min_pixels = images.min_pixels, .max_tiles = images.max_tiles}};
    if (plan.task != Task::train) return out;
    const PictureHandling &how = stack_of(plan).pictures;
    out.caps.scaled_before = how.scales;
    out.caps.image_processor_alone = how.image_processor_alone;
    if (how.to_tower) out.picture = fitted_to_tower(out.picture, processor);
    return out;
}

VideoClip handed_video(const Plan &plan)
{
    const Video &video = plan.video;
    VideoClip out{.width = video.width,
                  .height = video.height,
                  .seconds = video.seconds,
                  .frames = video.frames,
                  .fps = video.fps,
                  .max_frames = video.max_frames,
                  .max_pixels = video.max_pixels,
                  .min_pixels = video.min_pixels};
    if (plan.task != Task::train) return out;
    const PictureHandling &how = stack_of(plan).pictures;
    out.scaled_before = how.scales;
    out.capped_before = how.caps_videos;
    out.fitted_before = how.fits_videos;
    return out;
}

std::optional<PictureTokens> planned_picture(const Plan &plan, const Architecture &architecture)
{
    const DecoderExtension *around = architecture.decoder ? architecture.decoder->extension.get() : nullptr;
    if (plan.images.per_row == 0 || !around || !around->pictures) return std::nullopt;
    const HandedPicture handed = handed_picture(plan, *around->pictures);
    const Result<PictureTokens> made = picture_tokens(*around->pictures, handed.picture, handed.caps);
    return made ? std::optional(*made) : std::nullopt;
}

} // namespace plimsoll
