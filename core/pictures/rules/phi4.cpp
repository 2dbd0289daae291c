// SPDX-License-Identifier: GPL-3.0-or-later
// Phi4MultimodalImageProcessor: crops of one size, the padding of the last ones left out, halved grids with a mark a row.
#include "core/pictures/picture_rule.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace plimsoll {
namespace {

constexpr std::array<std::string_view, 1> phi4_classes{"Phi4MultimodalImageProcessor"};
constexpr std::array<std::string_view, 1> phi4_types{"phi4_multimodal"};

PictureSettings read_phi4(const PictureFiles &files)
{
    PictureSettings out;
    out.patch = files.of_image({"patch_size"}).value_or(14);
    out.height = out.width = files.of_image({"size"}).value_or(448);
    out.splits = true;
    out.max_tiles = std::min<Count>(256, files.of_image({"dynamic_hd"}).value_or(36));
    return out;
}

Result<PictureTokens> count_phi4(const PictureSettings &settings, Picture picture)
{
    const Count side = settings.width, mask = side / settings.patch;
    Count columns = (picture.width + side - 1) / side, rows = (picture.height + side - 1) / side;
    if (columns * rows > settings.max_tiles) std::tie(columns, rows) = nearest_grid(picture, settings);
    const double wide = static_cast<double>(columns * side) / static_cast<double>(picture.width);
    const double high = static_cast<double>(rows * side) / static_cast<double>(picture.height);
    Count empty_rows = 0, empty_columns = 0; // of patches that only pad
    if (wide < high)
        empty_rows = (rows * side - static_cast<Count>(static_cast<double>(picture.height) * wide)) / settings.patch;
    else
        empty_columns = (columns * side - static_cast<Count>(static_cast<double>(picture.width) * high)) / settings.patch;
    // every second patch of each tile
    const auto seen = [mask](Count tiles, Count empty) {
        Count out = 0;
        for (Count tile = 0; tile < tiles; ++tile)
            for (Count at = 0; at < mask; at += 2)
                if (tile * mask + at < tiles * mask - empty) ++out;
        return out;
    };
    const Count seen_rows = seen(rows, empty_rows), seen_columns = seen(columns, empty_columns);
    const Count tokens = 256 + 1 + seen_rows * seen_columns + seen_rows + 16;
    return tiled_tokens(settings, picture, rows * columns + 1, tokens);
}

} // namespace

const PictureRule phi4_picture_rule{phi4_classes, phi4_types, read_phi4, count_phi4, false, true};

} // namespace plimsoll
