// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/answer_memo.h"

#include "core/ground/json_text.h"
#include "core/plan/plan_json.h"

#include <utility>

namespace plimsoll {

namespace {

/// How an answer begins.
std::string beginning() { return R"({"schema":"plimsoll.estimate/1","plan":{"schema":"plimsoll.plan/1","name":)"; }

Plan nameless(Plan plan)
{
    plan.name.clear();
    plan.given.erase("name");
    return plan;
}

} // namespace

const AnswerMemo::Known *AnswerMemo::find(std::size_t hash, const Plan &plan) const
{
    const auto [begin, end] = m_known.equal_range(hash);
    for (auto one = begin; one != end; ++one)
        if (one->second.plan == plan) return &one->second;
    return nullptr;
}

std::optional<std::string> AnswerMemo::answer(const Plan &plan, const std::function<std::optional<std::string>()> &work)
{
    Plan key = nameless(plan); // no figure depends on it
    const std::size_t hash = std::hash<std::string>()(to_text(plan_to_json(key, true)));
    const std::string name = to_text(plan.name);
    {
        const std::lock_guard lock(m_mutex);
        if (const Known *found = find(hash, key)) return found->before + name + found->after;
    }
    std::optional<std::string> text = work();
    const std::string before = beginning();
    if (text && text->starts_with(before + name)) keep(hash, {std::move(key), before, text->substr(before.size() + name.size())});
    return text;
}

void AnswerMemo::keep(std::size_t hash, Known known)
{
    const std::lock_guard lock(m_mutex);
    if (find(hash, known.plan)) return; // another thread was asked the same
    m_bytes += known.bytes();
    m_oldest.push_back(hash);
    m_known.emplace(hash, std::move(known));
    while (m_bytes > m_most && !m_oldest.empty()) {
        const auto oldest = m_known.find(m_oldest.front());
        m_bytes -= oldest->second.bytes();
        m_known.erase(oldest);
        m_oldest.pop_front();
    }
}

} // namespace plimsoll
