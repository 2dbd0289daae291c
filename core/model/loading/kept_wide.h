// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

/// Parts of names that a class of transformers keeps in float32 (5.23, models/, _keep_in_fp32_modules and its strict form).
struct KeptWide {
    std::vector<std::string> in_half; ///< where the model is loaded in float16; quantisers leave them alone in any dtype
    std::vector<std::string> always;
};

[[nodiscard]] const KeptWide &kept_wide(std::string_view model_type);

/// Whether one of `parts` stands in `name` between dots.
[[nodiscard]] bool is_kept(const std::vector<std::string> &parts, std::string_view name);

} // namespace plimsoll
