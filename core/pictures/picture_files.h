// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"

#include <nlohmann/json.hpp>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace plimsoll {

/// What a model's folder says of its processor. Objects, or null where a file is not there.
struct PictureFiles {
    nlohmann::json model, image, processor;

    [[nodiscard]] bool has_file() const { return image.is_object(); }
    /// Whole numbers from 1 to 2^31 behind keys; of {"height": …, "width": …} the first. Nothing: absent, or no such number.
    [[nodiscard]] std::optional<Count> of_image(std::initializer_list<const char *> keys) const;
    [[nodiscard]] std::optional<Count> of_processor(std::initializer_list<const char *> keys) const;
    [[nodiscard]] std::optional<Count> of_model(std::initializer_list<const char *> keys) const;
    [[nodiscard]] std::optional<double> number_of_image(const char *key) const;
    [[nodiscard]] std::optional<bool> flag_of_image(const char *key) const;
    /// A text of the processor's file, else of the model's configuration.
    [[nodiscard]] std::string text_of(const char *key, std::string_view fallback) const;
};

/// Parses the three; what is no JSON object counts as absent.
[[nodiscard]] PictureFiles read_picture_files(std::string_view config, std::string_view preprocessor, std::string_view processor);

} // namespace plimsoll
