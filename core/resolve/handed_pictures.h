// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/architecture.h"
#include "core/pictures/videos.h"
#include "core/plan/plan.h"

namespace plimsoll {

/// A plan's picture as its stack hands it to the processor, in pixels, and the caps under which it does.
struct HandedPicture {
    Picture picture;
    PictureCaps caps;
};

[[nodiscard]] HandedPicture handed_picture(const Plan &plan, const PictureProcessor &processor);
/// A plan's video as its stack hands it to the processor.
[[nodiscard]] VideoClip handed_video(const Plan &plan);
/// What the model's processor makes of one of the plan's pictures; nothing where it has none, or raises on it.
[[nodiscard]] std::optional<PictureTokens> planned_picture(const Plan &plan, const Architecture &architecture);

} // namespace plimsoll
