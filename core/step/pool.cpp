// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/pool.h"

#include <new>

namespace plimsoll::step::pool {

constinit thread_local FreeLists free_lists{};

namespace {

/// Gives everything back to the heap when its thread ends.
struct Sweeper {
    ~Sweeper()
    {
        for (void *&head : free_lists.head)
            while (head) {
                void *memory = head;
                head = *static_cast<void **>(memory);
                ::operator delete(memory);
            }
    }
};

} // namespace

void *take_new(std::size_t bytes)
{
    thread_local const Sweeper sweeper;
    (void)sweeper;
    return ::operator new(bytes);
}

} // namespace plimsoll::step::pool
