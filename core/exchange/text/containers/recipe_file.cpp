// SPDX-License-Identifier: GPL-3.0-or-later
// GNU make (rules, variables), just 1.43 (recipes, parameters), systemd.service(5), systemd.exec(5), podman-systemd.unit(5)
#include "core/exchange/text/containers/recipe_file.h"

#include "core/exchange/text/containers/env_files.h"
#include "core/exchange/text/shell_quoting.h"
#include "core/exchange/text/text_lines.h"
#include "core/ground/ascii.h"

#include <algorithm>
#include <cctype>
#include <vector>

namespace plimsoll {

namespace {

bool is_name_char(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '.'; }

bool is_indented(std::string_view line) { return line.starts_with('\t') || line.starts_with("  "); }

/// "target: prerequisites", "recipe parameter='x':"
bool is_target(std::string_view line)
{
    if (line.empty() || !(std::isalpha(static_cast<unsigned char>(line[0])) != 0 || line[0] == '_' || line[0] == '@'))
        return false;
    std::size_t name = 1;
    while (name < line.size() && is_name_char(line[name])) ++name;
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || (colon + 1 < line.size() && line[colon + 1] == '=')) return false;
    return colon == name || (name < line.size() && line[name] == ' ');
}

/// "$(NAME)", "{{ NAME }}" as "${NAME}"; "$$" is make's dollar sign.
std::string shell_variables(std::string_view line)
{
    std::string out;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const bool round = line.substr(i, 2) == "$(", curly = line.substr(i, 2) == "{{";
        const std::size_t end = round ? line.find(')', i) : curly ? line.find("}}", i) : std::string_view::npos;
        if (end != std::string_view::npos) {
            const std::string_view name = trimmed(line.substr(i + 2, end - i - 2));
            if (!name.empty() && std::ranges::all_of(name, is_name_char)) {
                out += "${" + std::string(name) + '}';
                i = end + (curly ? 1 : 0);
                continue;
            }
        }
        if (line.substr(i, 2) == "$$") ++i;
        out += line[i];
    }
    return out;
}

/// "NAME ?= value", "NAME := value", "export NAME = value" as a shell has it; empty of any other line.
std::string assignment_of(std::string_view line)
{
    line = trimmed(line);
    std::string before;
    if (line.starts_with("export ")) {
        before = "export ";
        line = trimmed(line.substr(7));
    }
    std::size_t end = 0;
    while (end < line.size() && is_name_char(line[end])) ++end;
    std::string_view rest = trimmed(line.substr(end));
    if (end == 0) return {};
    for (const std::string_view sign : {"?=", "::=", ":=", "="}) {
        if (!rest.starts_with(sign)) continue;
        std::string_view value = trimmed(rest.substr(sign.size()));
        const bool quoted = value.size() > 1 && (value[0] == '"' || value[0] == '\'') && value.back() == value[0];
        if (quoted) value = value.substr(1, value.size() - 2);
        const std::string held = shell_variables(value);
        return before + std::string(line.substr(0, end)) + '=' + (held.empty() ? std::string() : quoted_word(held));
    }
    return {};
}

/// The defaults of a recipe's parameters: "serve model='org/m' length='8192':"
std::string parameters_of(std::string_view line)
{
    std::string out;
    std::size_t at = line.find(' ');
    const std::size_t colon = line.rfind(':');
    while (at < colon) {
        const std::size_t begin = line.find_first_not_of(" +*$", at), equals = line.find('=', at);
        if (begin == std::string_view::npos || begin >= colon) break;
        std::size_t end = std::min(line.find(' ', begin), colon);
        if (equals < end) {
            const char quote = equals + 1 < line.size() ? line[equals + 1] : ' ';
            if (quote == '"' || quote == '\'') end = std::min(line.find(quote, equals + 2), colon - 1) + 1;
            if (const std::string set = assignment_of(line.substr(begin, end - begin)); !set.empty()) out += set + "; ";
        }
        at = end;
    }
    return out;
}

std::string joined(const std::vector<std::string> &lines)
{
    std::string out;
    for (const std::string &line : lines) out += line + '\n';
    return out;
}

/// The value of a key of a unit, and the lines that it goes on over, in `out`; `begin` is written before it.
void take_value(const std::vector<std::string_view> &lines, std::size_t &i, std::string_view value, const std::string &begin,
                std::vector<std::string> &out)
{
    out[i] = begin + std::string(value);
    while (trimmed(lines[i]).ends_with('\\') && i + 1 < lines.size()) {
        ++i;
        out[i] = trimmed(lines[i]);
    }
}

/// What EnvironmentFile= sets, exported before a command; "-" before a path: the file need not be there.
std::string variables_of_files(const std::vector<std::string_view> &lines, const ConfigReader &read)
{
    std::string out;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        std::string_view line = trimmed(lines[i]);
        if (!line.starts_with("EnvironmentFile=")) continue;
        std::string_view path = trimmed(line.substr(line.find('=') + 1));
        if (path.starts_with('-')) path.remove_prefix(1);
        if (path.empty()) continue;
        out += assignments_of(variables_of_file(std::string(path), static_cast<int>(i) + 1, read)) + ' ';
    }
    return out.empty() ? out : "export " + out + "; ";
}

} // namespace

std::optional<std::string> shell_of_recipes(std::string_view text)
{
    const std::vector<std::string_view> lines = lines_of(text);
    std::vector<std::string> out(lines.size());
    bool in_recipe = false, any = false, goes_on = false;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string_view line = lines[i], words = trimmed(line);
        if (words.empty()) continue;
        if (is_indented(line) && in_recipe) {
            std::string_view command = words;
            while (!goes_on && !command.empty() && (command[0] == '@' || command[0] == '-')) command.remove_prefix(1);
            goes_on = words.ends_with('\\');
            out[i] = command.starts_with("#!") ? std::string() : shell_variables(command);
            any = true;
            continue;
        }
        goes_on = false;
        in_recipe = !is_indented(line) && is_target(line);
        const std::string_view behind = in_recipe ? trimmed(line.substr(line.find(':') + 1)) : std::string_view();
        if (behind.starts_with('|') || behind.starts_with('>')) return std::nullopt; // YAML
        if (words[0] != '#') out[i] = in_recipe ? parameters_of(line) : assignment_of(line);
    }
    if (!any) return std::nullopt;
    return joined(out);
}

std::optional<std::string> shell_of_unit(std::string_view text, const ConfigReader &read)
{
    const std::vector<std::string_view> lines = lines_of(text);
    std::string image;
    bool unit = false;
    for (const std::string_view line : lines) {
        const std::string_view words = trimmed(line);
        unit = unit || words == "[Service]" || words == "[Container]" || words.starts_with("ExecStart=");
        if (words.starts_with("Image=")) image = trimmed(words.substr(6));
    }
    if (!unit) return std::nullopt;
    const std::string of_files = variables_of_files(lines, read);
    std::vector<std::string> out(lines.size());
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string_view line = trimmed(lines[i]);
        const std::size_t equals = line.find('=');
        if (equals == std::string_view::npos || line.starts_with('#') || line.starts_with(';')) continue;
        const std::string_view key = trimmed(line.substr(0, equals));
        std::string_view value = trimmed(line.substr(equals + 1));
        if (key == "Environment") {
            take_value(lines, i, value, "export ", out);
        } else if (key == "ExecStart") {
            while (!value.empty() && std::string_view("-+!:@").find(value[0]) != std::string_view::npos) value.remove_prefix(1);
            take_value(lines, i, value, of_files, out);
        } else if (key == "Exec" && !image.empty())
            take_value(lines, i, value, of_files + docker_run(image).append(1, ' '), out);
    }
    return joined(out);
}

} // namespace plimsoll
