// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/reference.h"

#include "core/model/checkpoint/hub_cache.h"
#include "core/model/presets.h"

#include <filesystem>

namespace plimsoll {

namespace fs = std::filesystem;

ModelReference reference_from_text(std::string_view text)
{
    ModelReference out;
    const auto first = text.find_first_not_of(" \t\r\n");
    std::error_code code;
    if (first != std::string_view::npos && text[first] == '{')
        out.config_text = text;
    else if (find_preset(text) && text.find('/') == std::string_view::npos)
        out.preset = find_preset(text)->name;
    else if (text.ends_with(".json") || text.ends_with(".safetensors") || text.ends_with(".gguf") ||
             fs::exists(fs::path(text), code))
        out.config_path = text;
    else if (is_hub_id(text))
        out.hub = text;
    else if (text.find_first_of("/\\") != std::string_view::npos)
        out.config_path = text;
    else
        out.preset = text;
    return out;
}

} // namespace plimsoll
