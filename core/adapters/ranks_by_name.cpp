// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/ranks_by_name.h"

#include "core/ground/phrase.h"

#include <algorithm>

namespace plimsoll {

namespace {
constexpr Count most_rank = 65536; // as of adapter.rank
} // namespace

Result<RanksByName> RanksByName::of(const AdapterUse &use)
{
    RanksByName out;
    for (const auto &[key, rank] : use.counts_by_name("rank_pattern")) {
        if (rank < 1 || rank > most_rank)
            return Error{"adapter.settings",
                         "rank_pattern: " + key,
                         phrase(QT_TRANSLATE_NOOP("core", "%1 to %2"), {"1", std::to_string(most_rank)}),
                         {}};
        Row row{.rank = rank};
        row.whole = key.starts_with('^');
        row.end = key.substr(row.whole ? 1 : 0);
        if (is_pattern(row.end)) {
            Result<std::shared_ptr<const NamePattern>> pattern = name_pattern("(.*\\.)?(" + key + ")", "adapter.settings");
            if (!pattern) return pattern.error();
            row.pattern = *std::move(pattern);
        }
        out.m_rows.push_back(std::move(row));
    }
    return out;
}

bool RanksByName::Row::fits(const std::string &module) const
{
    if (pattern) return pattern->matches(module);
    if (module.size() < end.size() || (whole && module.size() > end.size())) return false;
    const std::size_t begin = module.size() - end.size();
    if (begin > 0 && module[begin - 1] != '.') return false;
    return std::equal(end.begin(), end.end(), module.begin() + static_cast<std::ptrdiff_t>(begin),
                      [](char wanted, char c) { return wanted == '.' || wanted == c; }); // an expression's dot is any character
}

std::optional<Count> RanksByName::rank_of(const std::string &module) const
{
    const auto found = std::ranges::find_if(m_rows, [&module](const Row &row) { return row.fits(module); });
    return found == m_rows.end() ? std::nullopt : std::optional(found->rank);
}

const AdapterUse &RankedUses::of(Count rank)
{
    if (rank == m_use.rank()) return m_use;
    std::unique_ptr<const AdapterUse> &other = m_others[rank];
    if (!other) {
        Adapter adapter = m_use.adapter();
        adapter.rank = rank;
        other = std::make_unique<const AdapterUse>(adapter, m_use.model_type());
    }
    return *other;
}

} // namespace plimsoll
