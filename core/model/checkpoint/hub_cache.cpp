// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/checkpoint/hub_cache.h"

#include "core/ground/phrase.h"
#include "core/ground/ascii.h"
#include "core/ground/read_file.h"

#include <algorithm>
#include <cstdlib>

namespace plimsoll {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view id_characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";

bool is_id_part(std::string_view part)
{
    return !part.empty() && part.size() <= 96 && part.find_first_not_of(id_characters) == std::string_view::npos &&
           part.front() != '.' && part.front() != '-' && part.find("..") == std::string_view::npos;
}

std::string environment(const char *name)
{
    const char *value = std::getenv(name);
    return value ? value : "";
}

} // namespace

bool is_hub_id(std::string_view text)
{
    const auto at = text.find('@');
    if (at != std::string_view::npos) {
        std::string revision(text.substr(at + 1));
        std::ranges::replace(revision, '/', '-'); // branches like refs/pr/1
        if (!is_id_part(revision)) return false;
    }
    const std::string_view id = text.substr(0, at);
    const auto slash = id.find('/');
    return slash != std::string_view::npos && is_id_part(id.substr(0, slash)) && is_id_part(id.substr(slash + 1));
}

fs::path hub_cache_directory()
{
    for (const char *name : {"HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE"})
        if (const std::string path = environment(name); !path.empty()) return path;
    if (const std::string home = environment("HF_HOME"); !home.empty()) return fs::path(home) / "hub";
    if (const std::string cache = environment("XDG_CACHE_HOME"); !cache.empty()) return fs::path(cache) / "huggingface" / "hub";
    const std::string home = environment("HOME");
    return fs::path(home.empty() ? environment("USERPROFILE") : home) / ".cache" / "huggingface" / "hub";
}

Result<fs::path> cached_snapshot(std::string_view hub_id)
{
    if (!is_hub_id(hub_id))
        return Error{"model.hub",
                     std::string(hub_id),
                     phrase(QT_TRANSLATE_NOOP("core", "%1 or %2"), {"org/name", "org/name@revision"}),
                     {}};
    const auto at = hub_id.find('@');
    const std::string revision = at == std::string_view::npos ? "main" : std::string(hub_id.substr(at + 1));
    const std::string_view id = hub_id.substr(0, at);
    const auto slash = id.find('/');
    const fs::path folder =
        hub_cache_directory() / ("models--" + std::string(id.substr(0, slash)) + "--" + std::string(id.substr(slash + 1)));
    std::error_code code;
    if (!fs::is_directory(folder, code))
        return Error{"model.hub",
                     std::string(hub_id),
                     phrase(QT_TRANSLATE_NOOP("core", "a model of the local Hugging Face cache (%1), or %2"),
                            {hub_cache_directory().string(), "--online"}),
                     {}};
    std::string commit = revision;
    if (const Result<std::string> ref = read_file(folder / "refs" / revision, 4096)) commit = trimmed(*ref);
    if (is_id_part(commit) && fs::is_directory(folder / "snapshots" / commit, code)) return folder / "snapshots" / commit;
    return Error{"model.hub", std::string(hub_id),
                 phrase(QT_TRANSLATE_NOOP("core", "a revision that the local Hugging Face cache holds")),
                 phrase(QT_TRANSLATE_NOOP("core", "revision %1 is not in %2"), {revision, folder.string()})};
}

} // namespace plimsoll
