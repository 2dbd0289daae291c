// SPDX-License-Identifier: GPL-3.0-or-later
// What a server takes of pictures: vLLM's --limit-mm-per-prompt.
#include "core/plan/field_objects.h"
#include "core/plan/field_types.h"

namespace plimsoll {

using field_types::json;
using field_types::ordered_json;

namespace {

constexpr Count most_items = 1'000'000;

bool read_item_limit(const json &value, std::optional<Count> &out)
{
    const std::optional<Count> number = field_types::whole_number(value);
    if (!number || *number < 0 || *number > most_items) return false;
    out = number;
    return true;
}

/// A number of pictures, beside which no video is taken, or one for each kind.
bool read_served_limit(Plan &plan, const json &value)
{
    std::optional<Count> images, videos;
    if (value.is_object()) {
        if (value.empty()) return false;
        for (const auto &[key, held] : value.items()) {
            if (key != "image" && key != "video") return false;
            if (!held.is_null() && !read_item_limit(held, key == "image" ? images : videos)) return false;
        }
    } else if (read_item_limit(value, images))
        videos = 0;
    else if (!value.is_null())
        return false;
    plan.inference.images.images = images;
    plan.inference.images.videos = videos;
    return true;
}

ordered_json write_served_limit(const Plan &plan)
{
    const ServedPictures &held = plan.inference.images;
    if (!held.images && !held.videos) return nullptr;
    ordered_json out = ordered_json::object();
    if (held.images) out["image"] = *held.images;
    if (held.videos) out["video"] = *held.videos;
    return out;
}

/// "4", or JSON.
std::optional<json> parse_served_limit(std::string_view text)
{
    return text.starts_with('{') ? field_types::json_value(text) : field_types::integer_value(text);
}

} // namespace

Field served_pictures_field()
{
    Field out{.path = "inference.images.limit",
              .option = "limit-mm-per-prompt",
              .about = "pictures and videos of a prompt that vLLM takes at most",
              .type = FieldType::object,
              .takes = {},
              .accepted = {},
              .choices = {},
              .read = read_served_limit,
              .write = write_served_limit,
              .parse = parse_served_limit};
    field_types::set_accepted(
        out, {QT_TRANSLATE_NOOP("core", "a number of pictures, or one for each of %1 and %2"), {"image", "video"}});
    return out;
}

} // namespace plimsoll
