// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/fit/advice.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace plimsoll {

/// A change that a set may hold, as far as a search has to know it.
struct SetMember {
    std::string group; ///< of one group a set holds one at most
    CostKind cost = CostKind::none;
    int tier = 0; ///< sets of lower tiers are looked at first, whatever their size
};

constexpr std::size_t largest_set = 3;

/// Indices into the members, ascending.
using MemberSet = std::vector<std::size_t>;

/// The set that comes first of those that `fits`: of the lowest tier, then the smallest, then what costs least (the dearest member
/// first), then in the order of the members. Nothing where none of at most three does. `may_fit` may say no only where fits() would,
/// and is asked first, as it is quicker; both are asked for sets one at a time.
[[nodiscard]] std::optional<MemberSet> smallest_set(const std::vector<SetMember> &members,
                                                    const std::function<bool(const MemberSet &)> &may_fit,
                                                    const std::function<bool(const MemberSet &)> &fits);

} // namespace plimsoll
