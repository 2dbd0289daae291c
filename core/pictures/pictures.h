// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"
#include "core/ground/result.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// How a picture becomes tokens: transformers 5.23, models/*/image_processing_*.py and processing_*.py.

namespace plimsoll {

/// As the processor is given it, in pixels.
struct Picture {
    Count width = 0, height = 0;
};

/// What a processor makes of one picture.
struct PictureTokens {
    Count width = 0, height = 0;  ///< as it was given
    Count tokens = 0;             ///< places of the text that hold its features
    Count patches = 0;            ///< of all tiles, those that only pad left out
    Count tiles = 1;              ///< pictures that the tower reads
    Count rows = 0, columns = 0;  ///< patches of one tile as the tower computes them
    Count computed = 0;           ///< patches of all tiles as the tower computes them, padding among them
    Count channels_per_patch = 0; ///< numbers of one patch as they reach the tower
};

/// A processor's settings in numbers; which of them mean something is its rule's.
struct PictureSettings {
    Count patch = 14;            ///< pixels of a side
    Count merge = 1;             ///< patches of a side that become one token
    Count frames = 1;            ///< times that a still picture counts against the caps, and stands in what the tower reads
    Count least = 0, most = 0;   ///< of a picture: pixels, or pixels of a side
    Count height = 0, width = 0; ///< of what every picture, or every tile of one, becomes; pixels
    Count min_tiles = 1, max_tiles = 1;
    bool splits = false;      ///< into tiles
    bool splits_alone = true; ///< likewise where the image processor is called without its processor's class
    bool most_canvas = false; ///< the largest canvas is taken (Llama 4)
    Count tile_tokens = 0;    ///< of one tile; 0: counted by its patches
    Count more_tokens = 0;    ///< of a tile beside its patches, perhaps below 0
    Count least_crop = 0;     ///< pixels of a crop (Gemma 3)
    double least_ratio = 0.0; ///< of a picture that is cropped
    Count grid_tiles = 0;     ///< tiles' worth of tokens that a grid shrinks to (LLaVA-OneVision); 0: it does not

    std::vector<std::pair<Count, Count>> canvases; ///< height and width in pixels
};

struct PictureRule;

/// A model's processor.
struct PictureProcessor {
    const PictureRule *rule = nullptr;
    PictureSettings settings;
    bool from_file = false; ///< a preprocessor_config.json, else what the best known checkpoints of its kind publish
    /// vision_config.image_size: one side, or height and width; absent: the configuration has none.
    std::optional<std::pair<Count, Count>> tower_size;
};

/// Caps that a person sets, and who hands the picture over.
struct PictureCaps {
    std::optional<Count> max_pixels, min_pixels;
    std::optional<Count> max_tiles;     ///< into which it is cut; 1: it is not
    bool scaled_before = false;         ///< the pixels are those that the processor is given
    bool image_processor_alone = false; ///< its processor's class, which asks for tiles, is not called
};

/// The processor of a model by its config.json and, where they are not empty, its preprocessor_config.json and
/// processor_config.json, as texts. Nothing: none that is known.
[[nodiscard]] std::optional<PictureProcessor> picture_processor(std::string_view config, std::string_view preprocessor = {},
                                                                std::string_view processor = {});
/// Whether pictures of this model type are known by a rule, whatever files there are.
[[nodiscard]] bool knows_pictures(std::string_view model_type);

/// Whether it cuts pictures into tiles whose number is a setting of it (images.max_tiles).
[[nodiscard]] bool counts_tiles(const PictureProcessor &processor);

/// Errors: tiles that the processor does not count (images.max_tiles), a picture that the processor raises on, or a size below 1 or over 65,536 pixels.
[[nodiscard]] Result<PictureTokens> picture_tokens(const PictureProcessor &processor, Picture picture,
                                                   const PictureCaps &caps = {});

/// What a picture of `tokens` tokens is, where a person names them: tiles or patches as the rule has them of so many.
[[nodiscard]] PictureTokens picture_of_tokens(const PictureProcessor &processor, Picture picture, Count tokens,
                                              const PictureCaps &caps = {});

} // namespace plimsoll
