// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/plan/plan.h"

#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

namespace plimsoll {

/// Answers to plans that are asked again, word for word but for their names: a request file that goes through a grid at random
/// has the same point many times. Bounded: the oldest go first. Any thread may ask at any time.
class AnswerMemo {
public:
    explicit AnswerMemo(std::size_t most_bytes = std::size_t{64} << 20) : m_most(most_bytes) {}

    /// What the plan was answered with, or what `work` answers now, an estimate as JSON text whose plan has the plan's name; kept
    /// where that is no error (nothing).
    [[nodiscard]] std::optional<std::string> answer(const Plan &plan, const std::function<std::optional<std::string>()> &work);

private:
    struct Known {
        Plan plan;                 ///< without its name
        std::string before, after; ///< of the answer, around the name
        [[nodiscard]] std::size_t bytes() const { return sizeof(Known) + before.size() + after.size(); }
    };
    using All = std::unordered_multimap<std::size_t, Known>;
    [[nodiscard]] const Known *find(std::size_t hash, const Plan &plan) const;
    void keep(std::size_t hash, Known known);

    std::size_t m_most, m_bytes = 0;
    std::mutex m_mutex;
    All m_known;                      ///< by a hash of what was set in the plan
    std::deque<std::size_t> m_oldest; ///< their hashes
};

} // namespace plimsoll
