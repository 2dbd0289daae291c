// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/sets/smallest_set.h"

#include <algorithm>

namespace plimsoll {

namespace {

/// What a set costs, comparable: its members' kinds, the dearest first.
std::vector<CostKind> set_cost(const std::vector<SetMember> &members, const MemberSet &set)
{
    std::vector<CostKind> out;
    for (const std::size_t at : set) out.push_back(members[at].cost);
    std::ranges::sort(out, std::greater{});
    return out;
}

/// Every set of `size` whose highest tier is `tier`, in the order of the members.
void collect_sets(const std::vector<SetMember> &members, std::size_t size, int tier, MemberSet &begun,
                  std::vector<MemberSet> &out)
{
    if (begun.size() == size) {
        if (std::ranges::any_of(begun, [&](std::size_t at) { return members[at].tier == tier; })) out.push_back(begun);
        return;
    }
    for (std::size_t at = begun.empty() ? 0 : begun.back() + 1; at < members.size(); ++at) {
        const SetMember &one = members[at];
        const auto excludes = [&](std::size_t other) { return members[other].group == one.group; };
        if (one.tier > tier || std::ranges::any_of(begun, excludes)) continue;
        begun.push_back(at);
        collect_sets(members, size, tier, begun, out);
        begun.pop_back();
    }
}

} // namespace

std::optional<MemberSet> smallest_set(const std::vector<SetMember> &members,
                                      const std::function<bool(const MemberSet &)> &may_fit,
                                      const std::function<bool(const MemberSet &)> &fits)
{
    int highest = 0;
    for (const SetMember &one : members) highest = std::max(highest, one.tier);
    for (int tier = 0; tier <= highest; ++tier)
        for (std::size_t size = 1; size <= largest_set; ++size) {
            std::vector<MemberSet> sets;
            MemberSet begun;
            collect_sets(members, size, tier, begun, sets);
            std::ranges::stable_sort(sets, {}, [&](const MemberSet &set) { return set_cost(members, set); });
            for (const MemberSet &set : sets)
                if (may_fit(set) && fits(set)) return set;
        }
    return std::nullopt;
}

} // namespace plimsoll
