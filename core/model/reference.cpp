// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/reference.h"

#include "core/model/checkpoint/hub_cache.h"
#include "core/model/presets.h"
#include "core/model/typed_model.h"

#include <filesystem>

namespace plimsoll {

namespace fs = std::filesystem;

namespace {

/// A Hub id with quotes or blanks around it, or in a shell's line that fetches it; a path may hold blanks as well.
std::string surrounded_id(std::string_view text)
{
    const auto typed = typed_model(text);
    if (!typed || typed->hub.empty() || !tag_of_typed(text).empty()) return {};
    const auto begin = text.find_first_not_of(" \t\r\n"), end = text.find_last_not_of(" \t\r\n");
    const std::string_view line = text.substr(begin, end - begin + 1);
    const bool fetches = line.starts_with("git ") || line.starts_with("hf ") || line.starts_with("huggingface-cli ");
    return fetches || line.find(' ') == std::string_view::npos ? typed->hub : std::string();
}

} // namespace

ModelReference reference_from_text(std::string_view text)
{
    ModelReference out;
    const auto first = text.find_first_not_of(" \t\r\n");
    std::error_code code;
    if (first != std::string_view::npos && text[first] == '{')
        out.config_text = text;
    else if (find_preset(text) && text.find('/') == std::string_view::npos)
        out.preset = find_preset(text)->name;
    else if (const std::string of_address = hub_id_of_address(text); !of_address.empty() && tag_of_typed(text).empty())
        out.hub = of_address;
    else if (text.ends_with(".json") || text.ends_with(".safetensors") || text.ends_with(".gguf") ||
             fs::exists(fs::path(text), code))
        out.config_path = text;
    else if (is_hub_id(text))
        out.hub = text;
    else if (const std::string within = surrounded_id(text); !within.empty())
        out.hub = within;
    else if (text.find_first_of("/\\") != std::string_view::npos)
        out.config_path = text;
    else
        out.preset = text;
    return out;
}

} // namespace plimsoll
