// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>
#include <vector>

namespace plimsoll::fuzz {

/// Snapshots of PyTorch's memory as Plimsoll and as Python write them, small.
[[nodiscard]] std::vector<std::string> memory_snapshots();
void read_snapshot(const std::string &text);

/// Plain data as Python pickles it, protocols 2 to 5, and what a reader of plain data refuses.
[[nodiscard]] std::vector<std::string> pickles();
void read_pickle(const std::string &text);

/// Measurements as the script of `export --to measure` prints them; read, shared, and put in words.
[[nodiscard]] std::vector<std::string> measurements();
void read_measurement(const std::string &text);

/// One log of every source that is read.
[[nodiscard]] std::vector<std::string> monitor_logs();
/// By the source that recognises it, and by every other.
void read_log(const std::string &text);

} // namespace plimsoll::fuzz
