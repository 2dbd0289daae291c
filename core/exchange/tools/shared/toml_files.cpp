// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/tools/shared/toml_files.h"

#include "core/exchange/text/text_lines.h"
#include "core/ground/ascii.h"

#include <algorithm>

namespace plimsoll {

namespace {

struct Owner {
    std::string_view sign, title;
    bool read = false; ///< one of the tools that are read has it
};
constexpr Owner owners[] = {{"[parallelism]", "torchtitan", true},
                            {"[activation_checkpoint]", "torchtitan", true},
                            {"[job]", "torchtitan", true},
                            {"[[datasets]]", "kohya's sd-scripts"},
                            {"[model_arguments]", "kohya's sd-scripts"},
                            {"[additional_network_arguments]", "kohya's sd-scripts"},
                            {"[adapter]", "diffusion-pipe"}};

constexpr std::string_view name = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.";

bool is_table(std::string_view line)
{
    while (line.starts_with('[') && line.ends_with(']') && line.size() > 2) line = line.substr(1, line.size() - 2);
    return !line.empty() && line.find_first_not_of(name) == std::string_view::npos;
}

bool is_pair(std::string_view line)
{
    const std::size_t end = line.find_first_not_of(name);
    return end != 0 && end != std::string_view::npos && line.substr(end).find_first_not_of(" \t") != std::string_view::npos &&
           line[end + line.substr(end).find_first_not_of(" \t")] == '=';
}

} // namespace

namespace {

std::optional<Owner> owner_of(std::string_view text)
{
    Owner owner{{}, "TOML"};
    int tables = 0, pairs = 0, others = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = trimmed(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.empty() || line.starts_with('#')) continue;
        if (line.starts_with('[') && is_table(line)) {
            ++tables;
            const auto found = std::ranges::find(owners, line, &Owner::sign);
            if (found != std::end(owners)) owner = *found;
        } else
            ++(is_pair(line) ? pairs : others);
        if (tables == 0 && pairs + others > 20) return std::nullopt;
    }
    return tables > 0 && pairs > others ? std::optional(owner) : std::nullopt;
}

} // namespace

std::optional<std::string_view> owner_of_toml(std::string_view text)
{
    const std::optional<Owner> owner = owner_of(text);
    return owner ? std::optional(owner->title) : std::nullopt;
}

bool is_read_toml(std::string_view text)
{
    const std::optional<Owner> owner = owner_of(text);
    return owner && owner->read;
}

} // namespace plimsoll
