// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stacks/unsloth/unsloth_classes.h"

#include <algorithm>

namespace plimsoll::unsloth {

bool has_class_of(std::string_view model_type)
{
    constexpr std::string_view types[] = {"llama", "mistral", "qwen2", "qwen3"};
    return std::ranges::find(types, model_type) != std::end(types);
}

} // namespace plimsoll::unsloth
