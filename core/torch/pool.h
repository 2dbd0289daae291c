// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/torch/tensor.h"

#include <cstddef>
#include <vector>

// Nodes, and the lists they keep, come and go by the thousand: memory from free lists of this thread, by size in steps of 64
// bytes. What is larger goes to the heap.

namespace plimsoll::step {

namespace pool {

inline constexpr std::size_t unit = 64, classes = 24;

struct FreeLists {
    void *head[classes]; ///< each free piece begins with the address of the next
};
extern constinit thread_local FreeLists free_lists;

/// From the heap; what this thread holds goes back when it ends.
[[nodiscard]] void *take_new(std::size_t bytes);

/// Gives the free pieces back to the heap where this thread took more than a usual step needs: the largest plans take hundreds
/// of megabytes, which nobody asks for again.
void trim();

[[nodiscard]] inline void *take(std::size_t bytes)
{
    const std::size_t index = (bytes + unit - 1) / unit;
    if (index >= classes) return ::operator new(bytes);
    void *memory = free_lists.head[index];
    if (!memory) return take_new(index * unit);
    free_lists.head[index] = *static_cast<void **>(memory);
    return memory;
}

inline void give(void *memory, std::size_t bytes)
{
    const std::size_t index = (bytes + unit - 1) / unit;
    if (index >= classes) return ::operator delete(memory);
    *static_cast<void **>(memory) = free_lists.head[index];
    free_lists.head[index] = memory;
}

} // namespace pool

/// For standard containers.
template <class T>
struct PoolAllocator {
    using value_type = T;
    PoolAllocator() = default;
    template <class U>
    PoolAllocator(const PoolAllocator<U> &)
    {}
    [[nodiscard]] T *allocate(std::size_t n) { return static_cast<T *>(pool::take(n * sizeof(T))); }
    void deallocate(T *memory, std::size_t n) { pool::give(memory, n * sizeof(T)); }
    bool operator==(const PoolAllocator &) const = default;
};

using TensorList = std::vector<Tensor, PoolAllocator<Tensor>>;

} // namespace plimsoll::step
