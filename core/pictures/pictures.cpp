// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pictures/pictures.h"

#include "core/ground/phrase.h"
#include "core/pictures/picture_rule.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace plimsoll {
namespace {

#define PLIMSOLL_RULE_ADDRESS(name) &name##_picture_rule,
constexpr std::array picture_rules{PLIMSOLL_PICTURE_RULES(PLIMSOLL_RULE_ADDRESS)};
#undef PLIMSOLL_RULE_ADDRESS

std::string text_at(const nlohmann::json &object, const char *key)
{
    if (!object.is_object()) return {};
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

const PictureRule *rule_of_class(std::string_view name)
{
    for (const std::string_view ending : {"Fast", "Pil"})
        if (name.ends_with(ending)) name.remove_suffix(ending.size());
    for (const PictureRule *rule : picture_rules)
        if (std::ranges::find(rule->classes, name) != rule->classes.end()) return rule;
    return nullptr;
}

const PictureRule *rule_of_type(std::string_view name)
{
    for (const PictureRule *rule : picture_rules)
        if (std::ranges::find(rule->model_types, name) != rule->model_types.end()) return rule;
    return nullptr;
}

/// Tiles as a person caps them. False: the processor does not count them.
bool cap_tiles(const PictureRule &rule, const PictureCaps &caps, PictureSettings &settings)
{
    if (caps.image_processor_alone && !settings.splits_alone && !caps.max_tiles) settings.min_tiles = settings.max_tiles = 1;
    if (!caps.max_tiles) return true;
    if (!rule.counts_tiles && settings.splits) {
        if (*caps.max_tiles > 1 || !settings.canvases.empty()) return false;
        settings.splits = false;
        return true;
    }
    if (!rule.counts_tiles) return *caps.max_tiles == 1 && settings.max_tiles <= 1;
    settings.splits = *caps.max_tiles > 1;
    settings.max_tiles = *caps.max_tiles;
    settings.min_tiles = std::min(settings.min_tiles, settings.max_tiles);
    return true;
}

std::optional<std::pair<Count, Count>> size_of_tower(const PictureFiles &files)
{
    if (!files.model.is_object() || !files.model.contains("vision_config")) return std::nullopt;
    const nlohmann::json &vision = files.model["vision_config"];
    if (!vision.is_object() || !vision.contains("image_size")) return std::nullopt;
    const nlohmann::json &size = vision["image_size"];
    const auto side = [](const nlohmann::json &value) -> Count {
        const std::int64_t read = value.is_number_integer() ? value.get<std::int64_t>() : 0;
        return read > 0 && read <= 65536 ? read : 0;
    };
    std::pair<Count, Count> out{side(size), 0};
    if (size.is_array() && size.size() == 2) out = {side(size[0]), side(size[1])};
    if (out.first == 0) return std::nullopt;
    return out;
}

} // namespace

std::optional<PictureProcessor> picture_processor(std::string_view config, std::string_view preprocessor,
                                                  std::string_view processor)
{
    const PictureFiles files = read_picture_files(config, preprocessor, processor);
    std::string named = text_at(files.image, "image_processor_type");
    if (named.empty()) named = text_at(files.image, "feature_extractor_type");
    const PictureRule *rule = rule_of_class(named);
    if (!rule && files.model.is_object() && files.model.contains("vision_config")) // Pixtral before LLaVA's class
        rule = rule_of_type(text_at(files.model["vision_config"], "model_type"));
    if (!rule) rule = rule_of_type(text_at(files.model, "model_type"));
    if (!rule) return std::nullopt;
    return PictureProcessor{rule, rule->read(files), files.has_file(), size_of_tower(files)};
}

bool knows_pictures(std::string_view model_type) { return rule_of_type(model_type) != nullptr; }

bool counts_tiles(const PictureProcessor &processor)
{
    return processor.rule != nullptr && (processor.rule->counts_tiles || processor.settings.splits);
}

Result<PictureTokens> picture_tokens(const PictureProcessor &processor, Picture picture, const PictureCaps &caps)
{
    constexpr Count most = 65536;
    for (const auto &[field, value] : {std::pair{"images.width", picture.width}, std::pair{"images.height", picture.height}})
        if (value < 1 || value > most)
            return Error{field, std::to_string(value), phrase(QT_TRANSLATE_NOOP("core", "1 to %1 pixels"), {"65536"}), {}};
    PictureSettings settings = processor.settings;
    Picture seen = picture;
    if (!cap_tiles(*processor.rule, caps, settings))
        return Error{"images.max_tiles",
                     std::to_string(*caps.max_tiles),
                     phrase(QT_TRANSLATE_NOOP("core", "none: it cuts pictures by sizes, not by a number of tiles")),
                     {}};
    if (processor.rule->caps_pixels && !caps.scaled_before) {
        settings.most = caps.max_pixels.value_or(settings.most);
        settings.least = std::min(caps.min_pixels.value_or(settings.least), settings.most);
    } else {
        seen = scaled_to_caps(picture, caps.max_pixels, caps.min_pixels);
    }
    Result<PictureTokens> made = processor.rule->count(settings, seen);
    if (!made) return made;
    PictureTokens out = *made;
    out.width = picture.width;
    out.height = picture.height;
    if (out.computed == 0) out.computed = out.patches;
    if (out.channels_per_patch == 0) out.channels_per_patch = 3 * settings.frames * settings.patch * settings.patch;
    return out;
}

PictureTokens picture_of_tokens(const PictureProcessor &processor, Picture picture, Count tokens, const PictureCaps &caps)
{
    const Result<PictureTokens> made = picture_tokens(processor, picture, caps);
    PictureTokens out = made ? *made : PictureTokens{.width = picture.width, .height = picture.height};
    if (out.tokens == tokens || out.tokens == 0) return out;
    const PictureSettings &settings = processor.settings;
    if (out.tiles > 1 || settings.splits) { // as many tiles as that is
        const Count tile = std::max<Count>(1, out.tokens / out.tiles), each = out.patches / out.tiles;
        out.tiles = std::max<Count>(1, tokens / tile);
        out.patches = out.computed = out.tiles * each;
    } else { // another picture of the same shape
        const double factor = std::sqrt(static_cast<double>(tokens) / static_cast<double>(out.tokens));
        const Count merge = std::max<Count>(1, settings.merge);
        const double rows = static_cast<double>(out.rows) * factor / static_cast<double>(merge);
        out.rows = std::max<Count>(1, static_cast<Count>(std::nearbyint(rows))) * merge;
        out.columns = std::max<Count>(1, tokens / (out.rows / merge)) * merge;
        out.patches = out.computed = tokens * merge * merge;
    }
    out.tokens = tokens;
    return out;
}

Picture scaled_to_caps(Picture picture, std::optional<Count> most, std::optional<Count> least)
{
    const auto scaled = [&picture](Count pixels) {
        const double factor = std::sqrt(static_cast<double>(pixels) / static_cast<double>(picture.width * picture.height));
        return Picture{std::max<Count>(1, static_cast<Count>(static_cast<double>(picture.width) * factor)),
                       std::max<Count>(1, static_cast<Count>(static_cast<double>(picture.height) * factor))};
    };
    if (most && picture.width * picture.height > *most) picture = scaled(*most);
    if (least && picture.width * picture.height < *least) picture = scaled(*least);
    return picture;
}

PictureTokens tiled_tokens(const PictureSettings &settings, Picture picture, Count tiles, Count tokens)
{
    PictureTokens out{.width = picture.width, .height = picture.height, .tokens = tokens, .tiles = tiles};
    out.rows = settings.height / settings.patch;
    out.columns = settings.width / settings.patch;
    out.patches = tiles * out.rows * out.columns;
    return out;
}

std::pair<Count, Count> nearest_grid(Picture picture, const PictureSettings &settings)
{
    const double ratio = static_cast<double>(picture.width) / static_cast<double>(picture.height);
    const double area = static_cast<double>(picture.width) * static_cast<double>(picture.height);
    std::vector<std::pair<Count, Count>> grids; // sorted() is stable: by tiles, then as they were listed
    for (Count columns = 1; columns <= settings.max_tiles; ++columns)
        for (Count rows = 1; columns * rows <= settings.max_tiles; ++rows)
            if (columns * rows >= settings.min_tiles) grids.emplace_back(columns, rows);
    std::ranges::stable_sort(grids, {}, [](const auto &grid) { return grid.first * grid.second; });
    double least = std::numeric_limits<double>::infinity();
    std::pair<Count, Count> best{1, 1};
    for (const auto &grid : grids) {
        const double off = std::abs(ratio - static_cast<double>(grid.first) / static_cast<double>(grid.second));
        const double tiles = static_cast<double>(settings.height * settings.width * grid.first * grid.second);
        if (off < least) {
            least = off;
            best = grid;
        } else if (off == least && area > 0.5 * tiles) {
            best = grid;
        }
    }
    return best;
}

std::pair<Count, Count> best_canvas(Picture picture, const PictureSettings &settings)
{
    const auto width = static_cast<double>(picture.width), height = static_cast<double>(picture.height);
    std::pair<Count, Count> best{settings.height, settings.width};
    Count most = 0, waste = std::numeric_limits<Count>::max();
    for (const auto &canvas : settings.canvases) {
        const double scale = std::min(static_cast<double>(canvas.second) / width, static_cast<double>(canvas.first) / height);
        const Count area = static_cast<Count>(width * scale) * static_cast<Count>(height * scale);
        const Count effective = std::min(area, picture.width * picture.height);
        const Count wasted = canvas.first * canvas.second - effective;
        if (effective > most || (effective == most && wasted < waste)) {
            most = effective;
            waste = wasted;
            best = canvas;
        }
    }
    return best;
}

std::vector<std::pair<Count, Count>> canvases_of(const PictureFiles &files, const char *key)
{
    constexpr std::size_t most = 4096;
    std::vector<std::pair<Count, Count>> out;
    for (const nlohmann::json *file : {&files.image, &files.model}) {
        if (!file->is_object() || !file->contains(key) || !(*file)[key].is_array()) continue;
        for (const nlohmann::json &pair : (*file)[key]) {
            if (!pair.is_array() || pair.size() != 2 || !pair[0].is_number_integer() || !pair[1].is_number_integer()) continue;
            const auto height = pair[0].get<std::int64_t>(), width = pair[1].get<std::int64_t>();
            if (height > 0 && width > 0 && height <= 65536 && width <= 65536 && out.size() < most)
                out.emplace_back(height, width);
        }
        if (!out.empty()) return out;
    }
    return out;
}

std::pair<Count, Count> unpadded(Picture picture, Count side_rows, Count side_columns, Count rows, Count columns)
{
    Count height = side_rows * rows, width = side_columns * columns;
    const auto before = [](Count a, Count b) { return static_cast<double>(a) / static_cast<double>(b); };
    const auto whole = [](double value) { return static_cast<Count>(std::nearbyint(value * 1e7) / 1e7); }; // int(round(value, 7))
    if (before(picture.width, picture.height) > before(width, height)) {
        const Count scaled = whole(static_cast<double>(picture.height) * before(width, picture.width));
        height -= (height - scaled) / 2 * 2;
    } else {
        const Count scaled = whole(static_cast<double>(picture.width) * before(height, picture.height));
        width -= (width - scaled) / 2 * 2;
    }
    return {height, width};
}

} // namespace plimsoll
