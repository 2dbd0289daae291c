// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/architecture.h"
#include "core/model/reference.h"
#include "core/pictures/videos.h"

#include <filesystem>
#include <optional>
#include <string_view>

namespace plimsoll {

/// Keeps in `spec` what makes tokens of pictures and videos, by the configuration and the processor's files of `folder`; an empty one: by the
/// configuration alone.
void keep_pictures(std::string_view config, const std::filesystem::path &folder, DecoderSpec &spec);

/// The processor of a model that load_model() reads. Errors: as there, or none is known.
[[nodiscard]] Result<PictureProcessor> picture_processor_of(const ModelReference &reference,
                                                            const std::string &base_directory = {});

[[nodiscard]] Result<VideoProcessor> video_processor_of(const ModelReference &reference, const std::string &base_directory = {});

} // namespace plimsoll
