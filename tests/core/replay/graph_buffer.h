// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/replay/allocator.h"

#include <algorithm>
#include <map>

namespace plimsoll::test {

/// One buffer as ggml's graphs have it: a tensor goes to the lowest hole that holds it, the buffer grows at its end and is
/// never given back.
class GraphBuffer final : public Allocator {
public:
    [[nodiscard]] bool allocate(std::uint32_t id, Bytes bytes) override
    {
        if (bytes == 0) return true;
        Bytes at = 0;
        for (const auto &[address, size] : m_used) {
            if (address - at >= bytes) break;
            at = address + size;
        }
        if (m_capacity && at + bytes > std::max(*m_capacity, m_end)) return false;
        m_used[at] = bytes;
        m_place[id] = at;
        m_end = std::max(m_end, at + bytes);
        m_allocated += bytes;
        m_peak = std::max(m_peak, m_allocated);
        return true;
    }
    void free(std::uint32_t id) override
    {
        const auto found = m_place.find(id);
        if (found == m_place.end()) return;
        m_allocated -= m_used[found->second];
        m_used.erase(found->second);
        m_place.erase(found);
    }
    void empty_cache() override {}
    void set_capacity(std::optional<Bytes> capacity) override { m_capacity = capacity; }
    void reset_peaks() override { m_peak = m_allocated; }
    [[nodiscard]] std::unique_ptr<Allocator> copy() const override { return std::make_unique<GraphBuffer>(*this); }
    [[nodiscard]] Bytes allocated() const override { return m_allocated; }
    [[nodiscard]] Bytes reserved() const override { return m_end; }
    [[nodiscard]] Bytes peak_allocated() const override { return m_peak; }
    [[nodiscard]] Bytes peak_reserved() const override { return m_end; }
    [[nodiscard]] Count segments() const override { return m_end > 0 ? 1 : 0; }

private:
    std::map<Bytes, Bytes> m_used; ///< by address
    std::map<std::uint32_t, Bytes> m_place;
    std::optional<Bytes> m_capacity;
    Bytes m_end = 0, m_allocated = 0, m_peak = 0;
};

} // namespace plimsoll::test
