// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/libraries/libraries.h"

#include <algorithm>
#include <charconv>

namespace plimsoll {

namespace {

std::vector<const Library *> &known_libraries()
{
#define PLIMSOLL_LISTED(variable) &libraries::variable,
    static std::vector<const Library *> list{PLIMSOLL_LIBRARIES(PLIMSOLL_LISTED)};
#undef PLIMSOLL_LISTED
    return list;
}

} // namespace

const std::vector<const Library *> &all_libraries() { return known_libraries(); }

void add_library(const Library &library) { known_libraries().push_back(&library); }

const Library *library_named(std::string_view name)
{
    const auto found = std::ranges::find(known_libraries(), name, &Library::name);
    return found == known_libraries().end() ? nullptr : *found;
}

ReleaseNumber release_in(std::string_view text)
{
    ReleaseNumber release{};
    const char *at = text.data(), *const end = at + text.size();
    for (int &part : release) {
        const auto [rest, error] = std::from_chars(at, end, part);
        if (error != std::errc{}) break;
        at = rest == end ? end : rest + 1;
    }
    return release;
}

void apply_changes(const Library &library, const ReleaseNumber &named, Installed &installed)
{
    for (const Change &change : library.changes)
        if (named < change.since) change.before(installed);
}

bool is_named(const NamedReleases &named, std::string_view library)
{
    return std::ranges::find(named, library, &std::pair<std::string, std::string>::first) != named.end();
}

std::optional<ReleaseNumber> release_among(const NamedReleases &named, std::string_view library)
{
    const auto found = std::ranges::find(named, library, &std::pair<std::string, std::string>::first);
    if (found == named.end()) return std::nullopt;
    const Library *known = library_named(library);
    return known != nullptr && known->read != nullptr ? known->read(found->second) : release_in(found->second);
}

const HeldRelease *held_beside(const NamedReleases &named, std::span<const HeldRelease> holds, std::string_view library)
{
    const auto told = [&](const HeldRelease &row) {
        if (row.library != library) return false;
        const auto release = row.beside.empty() ? std::nullopt : release_among(named, row.beside);
        return row.beside.empty() || (release && *release < row.below);
    };
    const auto found = std::ranges::find_if(holds, told);
    return found == holds.end() ? nullptr : &*found;
}

Installed installed_by(const NamedReleases &named)
{
    Installed out;
    for (const auto &[name, version] : named)
        if (const Library *library = library_named(name); library != nullptr && !library->changes.empty())
            if (const auto release = release_among(named, name)) apply_changes(*library, *release, out);
    return out;
}

} // namespace plimsoll
