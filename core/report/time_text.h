// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/clock/run_time.h"
#include "core/ground/durations.h"

#include <string>

namespace plimsoll {

/// One or two sentences: "A step takes 1.9 s to 2.4 s: about 2,100 tokens a second, 38 % of the peak, bound by compute."
[[nodiscard]] std::string time_sentence(const RunTime &time);

/// "Rows of 40 to 2,100 tokens, 310 on the average: …"; empty where no lengths were named.
[[nodiscard]] std::string lengths_sentence(const RunTime &time);

/// "3 epochs of 10,000,000 tokens: 4.2 h, $ 2.90 (RunPod, RTX 4090)"; empty where no amount was named.
[[nodiscard]] std::string cost_sentence(const RunTime &time);

} // namespace plimsoll
