// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/adapters/adapter_settings.h"
#include "core/ground/result.h"
#include "core/model/name_pattern.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace plimsoll {

/// `rank_pattern`, or the method's own (AdapterMethod::size): ranks that some modules have in place of the adapter's (peft 0.21.2 utils/other.py, get_pattern_key). A key is an
/// expression that ends where the module's name ends and begins where it or one of its parts does; the first key that fits speaks. Keys
/// stand in the order of their letters, in which PEFT writes them to adapter_config.json.
class RanksByName {
public:
    /// Error where a key is no expression, or a rank no number above 0, which PEFT refuses.
    [[nodiscard]] static Result<RanksByName> of(const AdapterUse &use);
    /// Nothing: no key fits.
    [[nodiscard]] std::optional<Count> rank_of(const std::string &module) const;

private:
    struct Row {
        std::string end;                            ///< of names that are meant literally but for their dots
        bool whole = false;                         ///< the name itself
        std::shared_ptr<const NamePattern> pattern; ///< of those that are not
        Count rank = 0;
        [[nodiscard]] bool fits(const std::string &module) const;
    };
    std::vector<Row> m_rows;
};

/// The adapter's rank; of a method with a size in its place that size.
[[nodiscard]] Count size_of_module(const AdapterUse &use);

/// An adapter's configuration once for every rank that some module has.
class RankedUses {
public:
    explicit RankedUses(const AdapterUse &use) : m_use(use) {}
    [[nodiscard]] const AdapterUse &of(Count rank);

private:
    const AdapterUse &m_use;
    std::map<Count, std::unique_ptr<const AdapterUse>> m_others;
};

} // namespace plimsoll
