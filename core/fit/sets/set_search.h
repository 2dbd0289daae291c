// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/fit/advice_candidates.h"
#include "core/fit/sets/smallest_set.h"

#include <array>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace plimsoll {

/// A change that a search may take, before anybody has replayed an allocator for it.
struct Switch {
    const Candidate *candidate = nullptr;
    AdviceKind touches = AdviceKind::keeps;
    Bytes saves = 0;    ///< about: what orders switches
    bool helps = false; ///< alone
};

/// One patch of all: what a part only holds as it is, another may change.
[[nodiscard]] nlohmann::json merged_patch(std::vector<const Candidate *> parts);

/// Looks for the least that makes a plan fit. Both questions are asked of a patch and answered by a plan that is run with it:
/// `may_fit` without the allocator's replay, where no is certain (`if_refused`: of what cannot be planned); `fits` with it.
class SetSearch {
public:
    using MayFit = std::function<bool(const nlohmann::json &patch, bool if_refused)>;
    using Fits = std::function<bool(const std::vector<const Candidate *> &parts)>;

    /// `switches` in the order of what each saves, the most first.
    SetSearch(std::vector<Switch> switches, MayFit may_fit, Fits fits);

    /// At first what keeps the work, then what costs of it, and another method last; of at most three (smallest_set()).
    [[nodiscard]] std::optional<std::vector<const Candidate *>> least();
    /// Of more: the cheapest kinds of change first, within a kind the largest saving, until it fits; then whatever can be left out
    /// again is. `need`: without the replay, of a patch; nothing where it cannot be planned. Nothing where not all together may fit.
    [[nodiscard]] std::optional<std::vector<const Candidate *>>
    more(const std::function<std::optional<Bytes>(const nlohmann::json &patch)> &need) const;

private:
    using Parts = std::vector<const Candidate *>;

    /// What is known of sets up to a tier: with more switches on, no plan needs more.
    struct Tier {
        bool hope = false;             ///< all of them together may fit, of each group any one: else no few of them do
        std::vector<std::string> must; ///< groups without which all others together do not fit: a set that does has each of them
    };

    [[nodiscard]] Parts parts_of(const MemberSet &set) const;
    [[nodiscard]] Tier look_at(int tier) const;
    [[nodiscard]] bool any_may_fit(const Parts &first, const Parts &others) const;
    [[nodiscard]] bool may_fit(const MemberSet &set);

    std::vector<Switch> m_switches;
    std::vector<SetMember> m_members; ///< the same
    MayFit m_may_fit;
    Fits m_fits;
    std::array<std::optional<Tier>, 3> m_tiers; ///< worked out where sets of it are asked about
};

} // namespace plimsoll
