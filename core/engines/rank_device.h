// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/replay/caching_allocator.h"
#include "core/torch/machine.h"

#include <memory>
#include <utility>
#include <vector>

namespace plimsoll::ranks {

/// The card's memory as PyTorch's caching allocator gives it to one start. What a request takes is the block that it gets, which
/// under max_split_size may be up to 20 MiB larger than what was asked (replay/caching_allocator.h).
class Device {
    struct Block;

public:
    /// A counted handle to one block; it goes back when the last handle goes.
    class Held {
    public:
        Held() = default;
        [[nodiscard]] bool defined() const { return static_cast<bool>(m_block); }
        [[nodiscard]] Bytes asked() const { return m_block ? m_block->asked : 0; }
        void reset() { m_block.reset(); }

    private:
        friend class Device;
        explicit Held(std::shared_ptr<Block> block) : m_block(std::move(block)) {}
        std::shared_ptr<Block> m_block;
    };

    Device(step::Machine &machine, const AllocatorOptions &options) : m_machine(machine), m_allocator(options) {}
    Device(const Device &) = delete;
    Device &operator=(const Device &) = delete;

    [[nodiscard]] Held hold(Bytes bytes, const char *operation, Component component);
    /// For as long as the device stands.
    void keep(Bytes bytes, const char *operation, Component component)
    {
        m_kept.push_back(take(next_id(), bytes, operation, component));
    }
    /// Allocates and frees at once.
    void pass(Bytes bytes, const char *operation) { (void)hold(bytes, operation, Component::workspace); }
    void empty_cache() { m_allocator.empty_cache(); }
    void reset_peak() { m_allocator.reset_peaks(); }
    [[nodiscard]] Bytes allocated() const { return m_allocator.allocated(); }
    [[nodiscard]] Bytes reserved() const { return m_allocator.reserved(); }
    [[nodiscard]] Bytes peak() const { return m_allocator.peak_allocated(); }
    [[nodiscard]] step::Machine &machine() const { return m_machine; }

private:
    struct Block {
        Block(Device &of, std::uint32_t number, Bytes bytes, step::Tensor made)
            : device(of), id(number), asked(bytes), tensor(std::move(made))
        {}
        Block(const Block &) = delete;
        Block &operator=(const Block &) = delete;
        Device &device;
        std::uint32_t id;
        Bytes asked;
        step::Tensor tensor;
        ~Block() { device.give_back(id); }
    };
    void give_back(std::uint32_t id);
    [[nodiscard]] std::uint32_t next_id();
    [[nodiscard]] step::Tensor take(std::uint32_t id, Bytes bytes, const char *operation, Component component);

    step::Machine &m_machine;
    CachingAllocator m_allocator;
    std::vector<step::Tensor> m_kept;
    std::vector<std::uint32_t> m_spare;
    std::uint32_t m_next = 0;
};

} // namespace plimsoll::ranks
