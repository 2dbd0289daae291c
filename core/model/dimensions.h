// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <memory>
#include <span>
#include <vector>

namespace plimsoll {

/// A tensor's sizes, the slowest dimension first. Up to three stand in the object itself: a model of experts that are modules
/// has thousands of matrices, and a heap block for each was an eighth of the time that reading its configuration takes.
class Dimensions {
public:
    using value_type = Count;
    using const_iterator = const Count *;

    Dimensions() = default;
    Dimensions(std::initializer_list<Count> sizes) : Dimensions(std::span(sizes.begin(), sizes.size())) {}
    Dimensions(const std::vector<Count> &sizes) : Dimensions(std::span(sizes)) {}
    explicit Dimensions(std::span<const Count> sizes)
    {
        if (sizes.size() > m_near.size()) {
            m_far = std::make_shared<const std::vector<Count>>(sizes.begin(), sizes.end());
            return;
        }
        std::ranges::copy(sizes, m_near.begin());
        m_size = sizes.size();
    }

    [[nodiscard]] const Count *begin() const { return m_far ? m_far->data() : m_near.data(); }
    [[nodiscard]] const Count *end() const { return begin() + size(); }
    [[nodiscard]] std::size_t size() const { return m_far ? m_far->size() : m_size; }
    [[nodiscard]] bool empty() const { return size() == 0; }
    [[nodiscard]] Count operator[](std::size_t dimension) const { return begin()[dimension]; }
    [[nodiscard]] Count front() const { return *begin(); }
    [[nodiscard]] Count back() const { return end()[-1]; }

    bool operator==(const Dimensions &other) const { return std::ranges::equal(*this, other); }
    auto operator<=>(const Dimensions &other) const
    {
        return std::lexicographical_compare_three_way(begin(), end(), other.begin(), other.end());
    }

private:
    std::array<Count, 3> m_near{};
    std::size_t m_size = 0; ///< of `m_near`
    std::shared_ptr<const std::vector<Count>> m_far;
};

} // namespace plimsoll
