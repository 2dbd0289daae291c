// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/threads.h"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace plimsoll {

unsigned all_threads() { return std::max(1U, std::thread::hardware_concurrency()); }

void for_each_of(std::size_t count, unsigned threads, const std::function<void(std::size_t)> &work)
{
    std::atomic<std::size_t> next = 0;
    std::vector<std::jthread> workers;
    for (unsigned i = std::max(1U, threads); i > 0; --i)
        workers.emplace_back([&] {
            for (std::size_t at = next++; at < count; at = next++) work(at);
        });
}

} // namespace plimsoll
