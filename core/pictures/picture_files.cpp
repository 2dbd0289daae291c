// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pictures/picture_files.h"

#include <utility>

namespace plimsoll {
namespace {

const nlohmann::json *value_at(const nlohmann::json &object, std::initializer_list<const char *> keys)
{
    const nlohmann::json *at = &object;
    for (const char *key : keys) {
        if (!at->is_object()) return nullptr;
        const auto found = at->find(key);
        if (found == at->end()) return nullptr;
        at = &*found;
    }
    return at;
}

std::optional<Count> count_at(const nlohmann::json &object, std::initializer_list<const char *> keys)
{
    constexpr Count most = Count{1} << 31;
    const nlohmann::json *at = value_at(object, keys);
    if (!at) return std::nullopt;
    if (at->is_object()) return count_at(*at, {"height"});
    if (at->is_array() && !at->empty()) at = &at->front();
    if (at->is_number_float() && at->get<double>() >= 1 && at->get<double>() <= static_cast<double>(most))
        return static_cast<Count>(at->get<double>());
    if (!at->is_number_integer()) return std::nullopt;
    const auto number = at->get<std::int64_t>();
    return number >= 1 && number <= most ? std::optional<Count>(number) : std::nullopt;
}

nlohmann::json object_of(std::string_view text)
{
    nlohmann::json parsed = nlohmann::json::parse(text, nullptr, false);
    return parsed.is_object() ? std::move(parsed) : nlohmann::json();
}

} // namespace

std::optional<Count> PictureFiles::of_image(std::initializer_list<const char *> keys) const { return count_at(image, keys); }
std::optional<Count> PictureFiles::of_processor(std::initializer_list<const char *> keys) const
{
    return count_at(processor, keys);
}
std::optional<Count> PictureFiles::of_model(std::initializer_list<const char *> keys) const { return count_at(model, keys); }

std::optional<double> PictureFiles::number_of_image(const char *key) const
{
    const nlohmann::json *at = value_at(image, {key});
    return at && at->is_number() ? std::optional<double>(at->get<double>()) : std::nullopt;
}

std::optional<bool> PictureFiles::flag_of_image(const char *key) const
{
    const nlohmann::json *at = value_at(image, {key});
    return at && at->is_boolean() ? std::optional<bool>(at->get<bool>()) : std::nullopt;
}

std::string PictureFiles::text_of(const char *key, std::string_view fallback) const
{
    for (const nlohmann::json *file : {&processor, &model})
        if (const nlohmann::json *at = value_at(*file, {key}); at && at->is_string()) return at->get<std::string>();
    return std::string(fallback);
}

PictureFiles read_picture_files(std::string_view config, std::string_view preprocessor, std::string_view processor)
{
    PictureFiles files{object_of(config), object_of(preprocessor), object_of(processor)};
    // transformers 5 writes one file for all of a processor's parts
    if (!files.image.is_object())
        if (const nlohmann::json *inner = value_at(files.processor, {"image_processor"}); inner && inner->is_object())
            files.image = *inner;
    return files;
}

} // namespace plimsoll
