// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/typed_model.h"

#include "core/ground/ascii.h"
#include "core/model/checkpoint/hub_cache.h"
#include "core/model/presets.h"
#include "core/model/quantization/named_quantisation.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <vector>

namespace plimsoll {
namespace {

constexpr std::array<std::string_view, 7> hub_hosts{"huggingface.co", "hf.co",          "hf-mirror.com",  "modelscope.cn",
                                                    "modelscope.ai",  "huggingface.cn", "hf-cdn.sufy.com"};

std::vector<std::string_view> parts_between(std::string_view text, char sign)
{
    std::vector<std::string_view> out;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(sign), text.size());
        if (end > 0) out.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return out;
}

/// The path behind the host of a Hub or a mirror, with or without "https://"; nothing for every other address.
std::optional<std::string_view> path_on_hub(std::string_view address)
{
    for (const std::string_view scheme : {"https://", "http://", "git@", "ssh://git@", "hf://"})
        if (lower(address.substr(0, scheme.size())) == scheme) {
            address.remove_prefix(scheme.size());
            if (scheme == "hf://") return address;
            break;
        }
    const std::size_t end = std::min(address.find_first_of("/:"), address.size());
    std::string host = lower(address.substr(0, end));
    if (host.starts_with("www.")) host = host.substr(4);
    if (std::ranges::find(hub_hosts, host) == hub_hosts.end()) return std::nullopt;
    return address.substr(std::min(end + 1, address.size()));
}

bool is_word_of_paths(std::string_view part)
{
    constexpr std::array<std::string_view, 3> words{"models", "api", "repos"};
    return std::ranges::find(words, part) != words.end();
}

std::string home()
{
    const char *value = std::getenv("HOME");
    return value ? value : "";
}

/// Begins where only paths begin, or leads somewhere.
bool is_rooted(std::string_view text)
{
    const bool drive = text.size() > 2 && text[1] == ':' && (text[2] == '\\' || text[2] == '/');
    std::error_code code;
    return drive || text.starts_with('/') || text.starts_with("./") || text.starts_with("../") || text.starts_with("~/") ||
           text.starts_with("file://") || text.starts_with("\\\\") ||
           (text.find_first_of("/\\") != std::string_view::npos && std::filesystem::exists(text, code));
}

bool is_path(std::string_view text)
{
    return is_rooted(text) || text.ends_with(".json") || text.ends_with(".safetensors") || text.ends_with(".gguf");
}

ModelReference of_path(std::string_view text)
{
    if (text.starts_with("file://")) text.remove_prefix(7);
    std::string path(text);
    for (std::size_t at = path.find("%20"); at != std::string::npos; at = path.find("%20", at + 1)) path.replace(at, 3, " ");
    if (path.starts_with("~/")) path = home() + path.substr(1);
    ModelReference out;
    out.config_path = path;
    return out;
}

/// "org/name:Q4_K_M" is how llama.cpp and Ollama say a file of a repository.
std::string_view without_tag(std::string_view id)
{
    const std::size_t slash = id.find('/'), colon = id.rfind(':');
    return slash != std::string_view::npos && colon != std::string_view::npos && colon > slash ? id.substr(0, colon) : id;
}

/// One word without blanks.
std::optional<ModelReference> of_word(std::string_view word)
{
    ModelReference out;
    if (const std::string id = hub_id_of_address(word); !id.empty()) {
        out.hub = id;
        return out;
    }
    if (path_on_hub(word) || word.find("://") != std::string_view::npos)
        return word.starts_with("file://") ? std::optional(of_path(word)) : std::nullopt;
    if (is_path(word)) return of_path(word);
    while (word.ends_with('/')) word.remove_suffix(1);
    if (const std::string_view id = without_tag(word); is_hub_id(id)) {
        out.hub = id;
        return out;
    }
    return std::nullopt;
}

/// Quotes, brackets, commas and what else surrounds a name in a line of a program.
std::vector<std::string_view> words_of_line(std::string_view text)
{
    constexpr std::string_view around = " \t\r\n\"'`()[]{}<>,;=|";
    std::vector<std::string_view> out;
    while (!text.empty()) {
        const std::size_t begin = text.find_first_not_of(around);
        if (begin == std::string_view::npos) break;
        const std::size_t end = std::min(text.find_first_of(around, begin), text.size());
        out.push_back(text.substr(begin, end - begin));
        text.remove_prefix(end);
    }
    return out;
}

std::string_view unquoted(std::string_view text)
{
    while (text.size() > 1 && text.front() == text.back() && (text.front() == '"' || text.front() == '\'' || text.front() == '`'))
        text = trimmed(text.substr(1, text.size() - 2));
    while (!text.empty() && (text.back() == ',' || text.back() == ';')) text.remove_suffix(1);
    return text.size() > 1 && text.front() == '<' && text.back() == '>' ? text.substr(1, text.size() - 2) : text;
}

} // namespace

std::string hub_id_of_address(std::string_view address)
{
    const auto path = path_on_hub(trimmed(address));
    if (!path) return {};
    std::string_view rest = path->substr(0, path->find_first_of("?#"));
    std::vector<std::string_view> parts = parts_between(rest, '/');
    while (!parts.empty() && is_word_of_paths(parts.front())) parts.erase(parts.begin());
    if (parts.size() < 2 || parts[0] == "datasets" || parts[0] == "spaces" || parts[0] == "docs" || parts[0] == "collections")
        return {};
    std::string_view name = parts[1];
    if (name.ends_with(".git")) name.remove_suffix(4);
    std::string id = std::string(parts[0]) + '/' + std::string(name.substr(0, name.find(':')));
    const bool of_revision =
        parts.size() > 3 && (parts[2] == "tree" || parts[2] == "blob" || parts[2] == "resolve" || parts[2] == "raw");
    if ((of_revision || (parts.size() == 4 && parts[2] == "tree")) && parts[3] != "main" && parts[3] != "master")
        id += '@' + std::string(parts[3]);
    return is_hub_id(id) ? id : std::string();
}

std::string tag_of_typed(std::string_view text)
{
    for (std::string_view word : words_of_line(unquoted(trimmed(text)))) {
        word = word.substr(0, word.find_first_of("?#"));
        const std::size_t slash = word.rfind('/');
        if (slash == std::string_view::npos) continue;
        const std::string_view name = word.substr(slash + 1);
        const std::size_t colon = name.rfind(':');
        const bool file = name.ends_with(".gguf") && path_on_hub(word);
        if (!file && colon == std::string_view::npos) continue;
        const std::optional<NamedQuantisation> named =
            quantisation_of_name(file ? "-/" + std::string(name) : "-/-:" + std::string(name.substr(colon + 1)));
        if (named && named->gguf) return named->quant;
    }
    return {};
}

std::optional<ModelReference> typed_model(std::string_view text)
{
    const std::string_view typed = unquoted(trimmed(text));
    if (typed.empty()) return std::nullopt;
    ModelReference out;
    if (typed.front() == '{') {
        out.config_text = typed;
        return out;
    }
    if (const Preset *preset = find_preset(typed)) {
        out.preset = preset->name;
        return out;
    }
    if (typed.find_first_of("\r\n") == std::string_view::npos && is_rooted(typed)) return of_path(typed); // it may hold blanks
    const std::vector<std::string_view> words = words_of_line(typed);
    if (words.size() == 1) return of_word(words.front());
    for (const bool addresses : {true, false}) // an address is more surely meant than what only looks like a name
        for (const std::string_view word : words) {
            const bool address = !hub_id_of_address(word).empty();
            if (address != addresses || word.starts_with('-') || (!address && is_path(word))) continue;
            if (auto found = of_word(word)) return found;
        }
    return std::nullopt;
}

} // namespace plimsoll
