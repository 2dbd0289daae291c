// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/pictures/pictures.h"
#include "core/plan/plan.h"

namespace plimsoll {

/// A plan's picture as its stack hands it to the processor, in pixels, and the caps under which it does.
struct HandedPicture {
    Picture picture;
    PictureCaps caps;
};

[[nodiscard]] HandedPicture handed_picture(const Plan &plan, const PictureProcessor &processor);

} // namespace plimsoll
