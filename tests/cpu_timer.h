// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <ctime>

namespace plimsoll {

/// Processor time of this program since the timer was made: other programs that run beside the tests do not lengthen it.
class CpuTimer {
public:
    [[nodiscard]] long long milliseconds() const { return 1000LL * (std::clock() - m_start) / CLOCKS_PER_SEC; }

private:
    std::clock_t m_start = std::clock();
};

} // namespace plimsoll
