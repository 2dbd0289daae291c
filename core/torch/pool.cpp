// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/pool.h"

#include <new>

namespace plimsoll::step::pool {

constinit thread_local FreeLists free_lists{};

namespace {

constexpr std::size_t usual = std::size_t{6} << 20;
thread_local std::size_t taken = 0; ///< from the heap and not given back

/// Gives all free pieces back to the heap.
void sweep()
{
    for (std::size_t index = 0; index < classes; ++index)
        while (void *memory = free_lists.head[index]) {
            free_lists.head[index] = *static_cast<void **>(memory);
            ::operator delete(memory);
            taken -= index * unit;
        }
}

struct Sweeper {
    ~Sweeper() { sweep(); }
};

} // namespace

void *take_new(std::size_t bytes)
{
    thread_local const Sweeper sweeper;
    (void)sweeper;
    taken += bytes;
    return ::operator new(bytes);
}

void trim()
{
    if (taken > usual) sweep();
}

} // namespace plimsoll::step::pool
