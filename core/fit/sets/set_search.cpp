// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/sets/set_search.h"

#include <algorithm>

namespace plimsoll {

namespace {

using nlohmann::json;
using Parts = std::vector<const Candidate *>;

// merge_patch() drops what is null, but a null must stand in the patch that the parts make together.
constexpr const char *null_mark = "\x01null";

json keeping_nulls(json value)
{
    if (value.is_null()) return null_mark;
    if (value.is_object())
        for (auto &[key, inner] : value.items()) inner = keeping_nulls(inner);
    return value;
}

void restore_nulls(json &value)
{
    if (value == null_mark) value = nullptr;
    if (value.is_object())
        for (auto &[key, inner] : value.items()) restore_nulls(inner);
}

int tier_of(const Switch &one)
{
    if (one.candidate->group == "method") return 2;
    return one.touches == AdviceKind::keeps ? 0 : 1;
}

/// One more change, in the place of another that it excludes: what costs least of a group may save next to nothing.
Parts with_one(Parts parts, const Candidate *entry)
{
    std::erase_if(parts, [&](const Candidate *part) { return part->group == entry->group; });
    parts.push_back(entry);
    return parts;
}

Parts without_group(Parts parts, const std::string &group)
{
    std::erase_if(parts, [&](const Candidate *part) { return part->group == group; });
    return parts;
}

bool has_group(const Parts &parts, const std::string &group)
{
    return std::ranges::any_of(parts, [&](const Candidate *one) { return one->group == group; });
}

} // namespace

json merged_patch(Parts parts)
{
    std::ranges::stable_sort(parts, std::greater{}, [](const Candidate *part) { return part->patch.size(); });
    json patch = json::object();
    for (const Candidate *part : parts) patch.merge_patch(keeping_nulls(part->patch));
    restore_nulls(patch);
    return patch;
}

SetSearch::SetSearch(std::vector<Switch> switches, MayFit may_fit, Fits fits)
    : m_switches(std::move(switches)), m_may_fit(std::move(may_fit)), m_fits(std::move(fits))
{
    for (const Switch &one : m_switches) m_members.push_back({one.candidate->group, one.candidate->kind, tier_of(one)});
}

Parts SetSearch::parts_of(const MemberSet &set) const
{
    Parts out;
    for (const std::size_t at : set) out.push_back(m_switches[at].candidate);
    return out;
}

bool SetSearch::any_may_fit(const Parts &first, const Parts &others) const
{
    return m_may_fit(merged_patch(first), true) ||
           std::ranges::any_of(others, [&](const Candidate *one) { return m_may_fit(merged_patch(with_one(first, one)), true); });
}

SetSearch::Tier SetSearch::look_at(int tier) const
{
    Parts first, others; // of their groups
    for (std::size_t at = 0; at < m_switches.size(); ++at)
        if (m_members[at].tier <= tier && m_switches[at].saves >= 0)
            (has_group(first, m_members[at].group) ? others : first).push_back(m_switches[at].candidate);
    Tier out;
    out.hope = any_may_fit(first, others);
    if (!out.hope) return out;
    for (const Candidate *one : first)
        if (!any_may_fit(without_group(first, one->group), without_group(others, one->group))) out.must.push_back(one->group);
    return out;
}

bool SetSearch::may_fit(const MemberSet &set)
{
    if (set.size() == 1) return m_may_fit(m_switches[set[0]].candidate->patch, false);
    int tier = 0;
    for (const std::size_t at : set) tier = std::max(tier, m_members[at].tier);
    std::optional<Tier> &known = m_tiers[static_cast<std::size_t>(tier)];
    if (!known) known = look_at(tier);
    if (!known->hope || known->must.size() > set.size()) return false;
    const Parts parts = parts_of(set);
    return std::ranges::all_of(known->must, [&](const std::string &group) { return has_group(parts, group); }) &&
           m_may_fit(merged_patch(parts), false);
}

std::optional<Parts> SetSearch::least()
{
    const auto set = smallest_set(
        m_members, [this](const MemberSet &one) { return may_fit(one); },
        [this](const MemberSet &one) { return m_fits(parts_of(one)); });
    return set ? std::optional(parts_of(*set)) : std::nullopt;
}

std::optional<Parts> SetSearch::more(const std::function<std::optional<Bytes>(const json &patch)> &need) const
{
    Parts all, order;
    for (const Switch &one : m_switches) {
        if (!one.helps) continue;
        if (!has_group(all, one.candidate->group)) all.push_back(one.candidate);
        order.push_back(one.candidate);
    }
    if (!m_may_fit(merged_patch(all), true)) return std::nullopt;
    std::ranges::stable_sort(order, {}, [](const Candidate *one) { return one->kind; });
    Parts parts;
    std::optional<Bytes> best;
    bool enough = false;
    for (auto entry = order.begin(); entry != order.end() && !enough; ++entry) {
        Parts more = with_one(parts, *entry);
        const json patch = merged_patch(more);
        const std::optional<Bytes> then = need(patch);
        if (!then || (best && *then >= *best)) continue;
        parts = std::move(more);
        best = then;
        enough = m_may_fit(patch, false) && m_fits(parts);
    }
    if (parts.size() < 2) return std::nullopt;
    if (!enough) return parts;
    for (std::size_t i = parts.size(); i-- > 0 && parts.size() > 2;) {
        Parts fewer = parts;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
        if (m_may_fit(merged_patch(fewer), false) && m_fits(fewer)) parts = std::move(fewer);
    }
    return parts;
}

} // namespace plimsoll
