// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/live/device_files.h"

#include "core/ground/phrase.h"
#include "core/ground/ascii.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <map>
#include <system_error>

#ifdef _WIN32
#include <fstream>
#else
#include <cerrno>
#include <fcntl.h>
#include <unistd.h>
#endif

namespace plimsoll {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_file = 65'536;
/// PROC_PID_INIT_INO: the first PID namespace of Linux.
constexpr std::string_view host_namespace = "pid:[4026531836]";

std::optional<std::int64_t> whole_number(std::string_view text)
{
    text = trimmed(text);
    std::int64_t value = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (code != std::errc() || end != text.data() + text.size() || value < 0) return std::nullopt;
    return value;
}

std::string reason_of_file(const fs::path &path)
{
#ifndef _WIN32
    if (::access(path.c_str(), R_OK) != 0 && errno == EACCES) return phrase(QT_TRANSLATE_NOOP("core", "no permission"));
#endif
    std::error_code code;
    return fs::exists(path, code)
               ? phrase(QT_TRANSLATE_NOOP("core", "the driver does not say"))
               : phrase(QT_TRANSLATE_NOOP("core", "this kernel's driver has no %1"), {path.filename().string()});
}

/// The parent in a line of /proc/PID/stat: the second field after the name, which ends at the last bracket.
std::optional<std::uint32_t> parent_of(const fs::path &stat)
{
    const std::optional<std::string> text = text_of_file(stat);
    if (!text) return std::nullopt;
    const std::size_t name_end = text->rfind(')');
    if (name_end == std::string::npos) return std::nullopt;
    unsigned parent = 0;
    char state = 0;
    if (std::sscanf(text->c_str() + name_end + 1, " %c %u", &state, &parent) != 2) return std::nullopt;
    return parent;
}

} // namespace

#ifdef _WIN32
std::optional<std::string> text_of_file(const fs::path &path)
{
    std::ifstream stream(path, std::ios::binary);
    if (!stream) return std::nullopt;
    std::string text(longest_file, '\0');
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(stream.gcount()));
    return text;
}
#else
std::optional<std::string> text_of_file(const fs::path &path)
{
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (file < 0) return std::nullopt;
    std::string text(longest_file, '\0');
    std::size_t read = 0;
    bool failed = false;
    while (read < text.size()) {
        const ssize_t got = ::read(file, text.data() + read, text.size() - read);
        if (got < 0 && errno == EINTR) continue;
        failed = got < 0; // ESRCH of a process that ended, EIO of a card that is gone
        if (got <= 0) break;
        read += static_cast<std::size_t>(got);
    }
    ::close(file);
    if (failed && read == 0) return std::nullopt;
    text.resize(read);
    return text;
}
#endif

std::string first_line(const fs::path &path)
{
    const std::optional<std::string> text = text_of_file(path);
    if (!text) return {};
    return std::string(trimmed(std::string_view(*text).substr(0, text->find('\n'))));
}

std::optional<std::int64_t> number_in(const fs::path &path)
{
    const std::optional<std::string> text = text_of_file(path);
    return text ? whole_number(*text) : std::nullopt;
}

Reading<Bytes> bytes_in(const fs::path &path)
{
    if (const std::optional<std::int64_t> value = number_in(path)) return Reading<Bytes>::of(*value);
    return Reading<Bytes>::missing(reason_of_file(path));
}

std::string link_target(const fs::path &path)
{
    std::error_code code;
    const fs::path target = fs::read_symlink(path, code);
    return code ? std::string() : target.string();
}

std::vector<std::string> names_in(const fs::path &folder, std::size_t most)
{
    std::vector<std::string> out;
    std::error_code code;
    for (fs::directory_iterator it(folder, code); !code && it != fs::directory_iterator() && out.size() < most;
         it.increment(code))
        out.push_back(it->path().filename().string());
    std::ranges::sort(out);
    return out;
}

std::optional<Bytes> meminfo(const std::string &proc_root, std::string_view key)
{
    const std::optional<std::string> text = text_of_file(proc_root + "/meminfo");
    if (!text) return std::nullopt;
    for (std::string_view rest = *text; !rest.empty();) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(rest.size(), line.size() + 1));
        if (!line.starts_with(key) || line.substr(key.size(), 1) != ":") continue;
        std::string_view value = trimmed(line.substr(key.size() + 1));
        value = value.substr(0, value.find(' '));
        const std::optional<std::int64_t> kibibytes = whole_number(value);
        return kibibytes ? checked_mul(*kibibytes, kib) : std::nullopt;
    }
    return std::nullopt;
}

bool has_host_pids(const std::string &proc_root) { return link_target(proc_root + "/self/ns/pid") == host_namespace; }

bool is_wsl(const std::string &proc_root)
{
    // "6.6.87.2-microsoft-standard-WSL2"; WSL 1 wrote "Microsoft"
    const std::string release = first_line(proc_root + "/sys/kernel/osrelease");
    return release.find("icrosoft") != std::string::npos;
}

Reading<std::string> name_of_process(const std::string &proc_root, std::uint32_t pid)
{
    std::string name = first_line(proc_root + '/' + std::to_string(pid) + "/comm");
    if (name.empty()) return Reading<std::string>::missing(phrase(QT_TRANSLATE_NOOP("core", "not visible")));
    return Reading<std::string>::of(std::move(name));
}

std::set<std::uint32_t> process_tree(const std::string &proc_root, std::uint32_t pid)
{
    std::multimap<std::uint32_t, std::uint32_t> children;
    for (const std::string &name : names_in(proc_root)) {
        const std::optional<std::int64_t> one = whole_number(name);
        if (!one || *one > UINT32_MAX) continue;
        if (const auto parent = parent_of(proc_root + '/' + name + "/stat"))
            children.emplace(*parent, static_cast<std::uint32_t>(*one));
    }
    std::set<std::uint32_t> out{pid};
    std::vector<std::uint32_t> open{pid};
    while (!open.empty()) {
        const auto [first, last] = children.equal_range(open.back());
        open.pop_back();
        for (auto child = first; child != last; ++child)
            if (out.insert(child->second).second) open.push_back(child->second);
    }
    return out;
}

bool is_asleep(const std::string &sys_root, const std::string &slot)
{
    if (slot.empty()) return false;
    const std::string status = first_line(sys_root + "/bus/pci/devices/" + slot + "/power/runtime_status");
    return status == "suspended" || status == "suspending";
}

std::string asleep_reason() { return phrase(QT_TRANSLATE_NOOP("core", "asleep: reading would wake the card")); }

std::int64_t now_ms()
{
    using namespace std::chrono;
    return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

} // namespace plimsoll
