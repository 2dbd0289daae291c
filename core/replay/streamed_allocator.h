// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/replay/caching_allocator.h"

#include <vector>

namespace plimsoll {

/// PyTorch's caching allocator of a process that allocates on several CUDA streams: a block serves only the stream that it was
/// made for (BlockPool::blocks is ordered by stream), so each has pools of its own, while the card's memory is one. What another
/// stream still reads when it is freed counts as free at once: the least that a real card reserves.
class StreamedAllocator final : public Allocator {
public:
    explicit StreamedAllocator(const AllocatorOptions &options = {});

    void use_stream(std::uint8_t stream) override;
    [[nodiscard]] bool allocate(std::uint32_t id, Bytes bytes) override;
    void free(std::uint32_t id) override;
    void empty_cache() override;
    void set_capacity(std::optional<Bytes> capacity) override { m_capacity = capacity; }
    void reset_peaks() override;
    [[nodiscard]] std::unique_ptr<Allocator> copy() const override { return std::make_unique<StreamedAllocator>(*this); }

    [[nodiscard]] Bytes allocated() const override { return m_allocated; }
    [[nodiscard]] Bytes reserved() const override { return m_reserved; }
    [[nodiscard]] Bytes peak_allocated() const override { return m_peak_allocated; }
    [[nodiscard]] Bytes peak_reserved() const override { return m_peak_reserved; }
    [[nodiscard]] Count segments() const override;
    [[nodiscard]] Count retries() const override { return m_retries; }
    [[nodiscard]] std::vector<Bytes> asked() const override;

private:
    [[nodiscard]] bool allocate_here(std::uint32_t id, Bytes bytes);
    void sum();

    AllocatorOptions m_options;
    std::optional<Bytes> m_capacity;
    std::vector<CachingAllocator> m_streams;
    std::vector<std::uint8_t> m_stream_of; ///< by id
    std::uint8_t m_stream = 0;
    Bytes m_allocated = 0, m_reserved = 0, m_peak_allocated = 0, m_peak_reserved = 0;
    Count m_retries = 0;
};

} // namespace plimsoll
