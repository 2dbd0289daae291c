// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/live/live.h"

#include <chrono>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>

// Files of /sys and /proc below a root of the caller's. Every one may be gone by the time it is read, refused, or longer than it
// should be: what is not there is nothing, never an error.
namespace plimsoll {

/// At most the first 64 KiB of a file; nothing where it cannot be read. Never waits for a pipe's other end.
[[nodiscard]] std::optional<std::string> text_of_file(const std::filesystem::path &path);
/// Up to the first newline, without blanks at its ends; empty where there is none.
[[nodiscard]] std::string first_line(const std::filesystem::path &path);
/// A whole number of at least 0 that stands alone in a file, as sysfs writes them.
[[nodiscard]] std::optional<std::int64_t> number_in(const std::filesystem::path &path);
/// The same, with the reason why there is none: no such file, no permission, no number in it.
[[nodiscard]] Reading<Bytes> bytes_in(const std::filesystem::path &path);
/// Where a link points; empty where it is none or may not be read.
[[nodiscard]] std::string link_target(const std::filesystem::path &path);
/// The names in a folder, sorted, at most `most`; none where it cannot be read.
[[nodiscard]] std::vector<std::string> names_in(const std::filesystem::path &folder, std::size_t most = 65'536);

/// MemTotal, MemAvailable, … of /proc/meminfo.
[[nodiscard]] std::optional<Bytes> meminfo(const std::string &proc_root, std::string_view key);
/// Whether pids of the first namespace, as drivers tell them, are those of this /proc (include/linux/proc_ns.h).
[[nodiscard]] bool has_host_pids(const std::string &proc_root);
/// Linux inside Windows, whose driver tells nothing of single processes.
[[nodiscard]] bool is_wsl(const std::string &proc_root);
/// The name of a program; the reason where it is not to be seen from here.
[[nodiscard]] Reading<std::string> name_of_process(const std::string &proc_root, std::uint32_t pid);
/// A process and all that it started, as far as /proc tells; at least `pid` itself.
[[nodiscard]] std::set<std::uint32_t> process_tree(const std::string &proc_root, std::uint32_t pid);

/// Whether the card at "0000:01:00.0" sleeps, so that a query would wake it.
[[nodiscard]] bool is_asleep(const std::string &sys_root, const std::string &slot);
[[nodiscard]] std::string asleep_reason();
/// Milliseconds since 1970-01-01 UTC.
[[nodiscard]] std::int64_t now_ms();

} // namespace plimsoll
