// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <optional>
#include <span>
#include <string_view>

namespace plimsoll {

struct Installed;
struct Plan;

/// The first three numbers of a release, 0 where there are fewer: 2.15 is {2, 15, 0}.
using ReleaseNumber = std::array<int, 3>;

/// What a release of a library changed.
struct Change {
    ReleaseNumber since;         ///< the first that does as the newer ones
    void (*before)(Installed &); ///< what the ones before it do
    std::string_view where;      ///< in the library's source: file and function, or its pull request
};

/// A library that another one, at its own known release, takes no newer than this.
struct HeldRelease {
    std::string_view library;
    std::string_view version;
    std::string_view source; ///< whose file says so
    /// A library of which it holds several releases in turn, and the one below which a plan's tells this row's; empty: of all.
    std::string_view beside = {};
    ReleaseNumber below = {};
};

/// A library whose releases matter. Each is one value in one file, core/libraries/<name>.cpp.
struct Library {
    std::string_view name;                   ///< as plans spell it under libraries
    std::string_view known = {};             ///< the release whose behaviour the planner knows; empty: nothing is known to differ
    bool shared = false;                     ///< many stacks go through it: installed where a plan names none
    bool in_plans = true;                    ///< plans may name a release of it
    std::span<const Change> changes = {};    ///< the newest first
    std::span<const HeldRelease> holds = {}; ///< what it holds below the planner's own releases
    /// What a plan's text means, where it is not its numbers ("b4965"); nothing: the known release.
    std::optional<ReleaseNumber> (*read)(std::string_view text) = nullptr;
    /// The plans that run through it, beside those of which a runner or core/resolve/library_use.cpp says so.
    bool (*used)(const Plan &) = nullptr;
};

/// "2.15.0" as numbers; what follows them is left out.
[[nodiscard]] ReleaseNumber release_in(std::string_view text);

/// What a library's releases before `named` do otherwise: its changes since then.
void apply_changes(const Library &library, const ReleaseNumber &named, Installed &installed);

} // namespace plimsoll
