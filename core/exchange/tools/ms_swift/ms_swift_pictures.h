// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/reading.h"

namespace plimsoll {

// Environment variables of ms-swift 4.6 that bound pictures and videos, "MAX_PIXELS" or "ENV.MAX_PIXELS". Those of qwen_vl_utils are
// read by the templates that go through it alone (model/models/qwen.py, patch_qwen_vl_utils): they have no effect on other models,
// where the plan's model is one that is known.

/// True where nobody knows the model.
[[nodiscard]] bool may_go_through_qwen_vl_utils(const ModelReference &model);
/// Why its variables have no effect on this model.
[[nodiscard]] std::string by_another_template(const ModelReference &model);

/// IMAGE_MAX_TOKEN_NUM and its like: places of the language model, which become pixels of its patches. Not said where the model's
/// patches are not known.
void take_image_tokens(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value);
/// MAX_PIXELS and its like, whose place IMAGE_MAX_TOKEN_NUM takes wherever it stands (compat_qwen_vl_utils).
void take_image_pixels(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value);
/// FPS and FPS_MAX_FRAMES.
void take_video_rate(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value);
/// VIDEO_SEGMENTS, which templates of InternVL's own code read (template/templates/internvl.py, Internvl2Template).
void take_video_segments(ConfigReading &reading, const ConfigEntry &entry, const nlohmann::json &value);

} // namespace plimsoll
