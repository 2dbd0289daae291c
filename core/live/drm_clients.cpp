// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/live/drm_clients.h"

#include "core/live/device_files.h"
#include "core/ground/ascii.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <utility>

namespace plimsoll {

namespace {

constexpr std::size_t most_descriptors = 65'536; ///< of one process

/// "523116 KiB": bytes where there is no unit; amdgpu before Linux 5.19 wrote "kB" for the same.
std::optional<Bytes> size_of(std::string_view text)
{
    Bytes value = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (code != std::errc() || value < 0) return std::nullopt;
    const std::string_view unit = trimmed(text.substr(static_cast<std::size_t>(end - text.data())));
    if (unit.empty()) return value;
    if (unit == "KiB" || unit == "kB") return checked_mul(value, kib);
    if (unit == "MiB") return checked_mul(value, mib);
    return unit == "GiB" ? checked_mul(value, gib) : std::nullopt;
}

/// Keys of sizes, the one that tells most first.
constexpr std::string_view size_keys[] = {"drm-resident-", "drm-memory-", "drm-total-"};

struct Sizes {
    std::map<std::string, Bytes, std::less<>> by_key[3];

    void take(std::string_view key, std::string_view value)
    {
        for (std::size_t i = 0; i < std::size(size_keys); ++i)
            if (key.starts_with(size_keys[i]) && key.size() > size_keys[i].size())
                if (const std::optional<Bytes> bytes = size_of(value)) by_key[i].emplace(key.substr(size_keys[i].size()), *bytes);
    }
};

bool is_card(std::string_view target)
{
    return target.find("/dev/dri/renderD") != std::string_view::npos || target.find("/dev/dri/card") != std::string_view::npos;
}

class Sweeper {
public:
    Sweeper(const std::string &proc_root, std::chrono::milliseconds longest)
        : m_root(proc_root), m_end(std::chrono::steady_clock::now() + longest)
    {}

    DrmSweep run()
    {
        std::vector<std::uint32_t> pids;
        for (const std::string &name : names_in(m_root)) {
            std::uint32_t pid = 0;
            const auto [end, code] = std::from_chars(name.data(), name.data() + name.size(), pid);
            if (code == std::errc() && end == name.data() + name.size()) pids.push_back(pid);
        }
        std::ranges::sort(pids);
        for (const std::uint32_t pid : pids) {
            if (late()) break;
            look_at(pid);
        }
        return std::move(m_out);
    }

private:
    bool late() { return m_out.cut = m_out.cut || std::chrono::steady_clock::now() >= m_end; }

    void look_at(std::uint32_t pid)
    {
        const std::filesystem::path process = m_root + '/' + std::to_string(pid);
        std::error_code code;
        std::filesystem::directory_iterator it(process / "fd", code);
        if (code) {
            m_out.hidden += code == std::errc::permission_denied ? 1 : 0; // else it has ended
            return;
        }
        std::map<std::string, DrmProcess> here;
        bool compute = false;
        std::size_t seen = 0;
        for (; !code && it != std::filesystem::directory_iterator() && seen < most_descriptors; it.increment(code), ++seen) {
            if (seen % 64 == 0 && late()) break;
            const std::string target = link_target(it->path());
            compute = compute || target == "/dev/kfd";
            if (is_card(target)) add(pid, process / "fdinfo" / it->path().filename(), here);
        }
        for (auto &[slot, one] : here) {
            one.compute = compute;
            m_out.processes.push_back(std::move(one));
        }
    }

    void add(std::uint32_t pid, const std::filesystem::path &fdinfo, std::map<std::string, DrmProcess> &here)
    {
        const std::optional<std::string> text = text_of_file(fdinfo);
        const std::optional<DrmClient> client = text ? drm_client(*text) : std::nullopt;
        if (!client || !m_counted.emplace(client->slot, client->id).second) return;
        DrmProcess &process = here[client->slot];
        process.pid = pid;
        process.slot = client->slot;
        for (const auto &[region, bytes] : client->regions) {
            Bytes &sum = process.regions[region];
            sum = checked_add(sum, bytes).value_or(sum);
        }
    }

    std::string m_root;
    std::chrono::steady_clock::time_point m_end;
    std::set<std::pair<std::string, std::string>> m_counted; ///< slot and client
    DrmSweep m_out;
};

} // namespace

std::optional<DrmClient> drm_client(std::string_view fdinfo)
{
    DrmClient out;
    Sizes sizes;
    while (!fdinfo.empty()) {
        const std::string_view line = fdinfo.substr(0, fdinfo.find('\n'));
        fdinfo.remove_prefix(std::min(fdinfo.size(), line.size() + 1));
        const std::size_t colon = line.find(':');
        if (colon == std::string_view::npos) continue;
        const std::string_view key = line.substr(0, colon), value = trimmed(line.substr(colon + 1));
        if (key == "drm-driver")
            out.driver = value;
        else if (key == "drm-pdev")
            out.slot = value;
        else if (key == "drm-client-id")
            out.id = value;
        else
            sizes.take(key, value);
    }
    if (out.driver.empty() || out.slot.empty() || out.id.empty()) return std::nullopt;
    for (const auto &of_key : sizes.by_key)
        for (const auto &[region, bytes] : of_key) out.regions.emplace(region, bytes); // the first that tells of a region stays
    return out;
}

DrmSweep sweep_drm_clients(const std::string &proc_root, std::chrono::milliseconds longest)
{
    return Sweeper(proc_root, longest).run();
}

} // namespace plimsoll
