// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/ranks_by_name.h"

#include "core/adapters/adapters.h"
#include "core/ground/phrase.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plimsoll {

namespace {
constexpr Count most_rank = 65536; // as of adapter.rank
constexpr Count most_size = Count{1} << 40U;

std::string with_setting(const std::string &settings, std::string_view key, Count value)
{
    nlohmann::json object = nlohmann::json::parse(settings, nullptr, false);
    if (!object.is_object()) object = nlohmann::json::object();
    object[std::string(key)] = value;
    return object.dump();
}
} // namespace

Result<RanksByName> RanksByName::of(const AdapterUse &use)
{
    RanksByName out;
    const SizeByName &size = method_of(use.adapter()).size;
    if (!size.spread.empty() && use.flag(size.spread, false)) return out;
    const std::string_view own = size.by_name, pattern = own.empty() ? "rank_pattern" : own;
    const Count most = own.empty() ? most_rank : most_size;
    for (const auto &[key, rank] : use.counts_by_name(pattern)) {
        if (rank < 1 || rank > most)
            return Error{"adapter.settings",
                         std::string(pattern) + ": " + key,
                         phrase(QT_TRANSLATE_NOOP("core", "%1 to %2"), {"1", std::to_string(most)}),
                         {}};
        Row row{.rank = rank};
        row.whole = key.starts_with('^');
        row.end = key.substr(row.whole ? 1 : 0);
        if (is_pattern(row.end)) {
            Result<std::shared_ptr<const NamePattern>> read = name_pattern("(.*\\.)?(" + key + ")", "adapter.settings");
            if (!read) return read.error();
            row.pattern = *std::move(read);
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

Count size_of_module(const AdapterUse &use)
{
    const SizeByName &size = method_of(use.adapter()).size;
    return size.key.empty() ? use.rank() : use.count(size.key, size.usual);
}

const AdapterUse &RankedUses::of(Count rank)
{
    if (rank == size_of_module(m_use)) return m_use;
    std::unique_ptr<const AdapterUse> &other = m_others[rank];
    if (!other) {
        Adapter adapter = m_use.adapter();
        const std::string_view key = method_of(adapter).size.key;
        if (key.empty())
            adapter.rank = rank;
        else
            adapter.settings = with_setting(adapter.settings, key, rank);
        other = std::make_unique<const AdapterUse>(adapter, m_use.model_type());
    }
    return *other;
}

} // namespace plimsoll
