// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstddef>
#include <functional>

namespace plimsoll {

/// Threads that a batch is worked out on unless somebody says how many: the machine's, at least one.
[[nodiscard]] unsigned all_threads();

/// Calls `work` with 0 to count − 1, on `threads` threads; returns when all are done.
void for_each_of(std::size_t count, unsigned threads, const std::function<void(std::size_t)> &work);

} // namespace plimsoll
