// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ground/phrase.h"
#include "core/live/device_files.h"
#include "core/live/drm_source.h"

#include <algorithm>
#include <charconv>

namespace plimsoll {

namespace {

std::string amd_card_unsaid() { return phrase(QT_TRANSLATE_NOOP("core", "the driver does not say")); }

/// gpu_metrics begins with its size and its format's revision (kgd_pp_interface.h, struct metrics_table_header): 2 and 3 are those
/// of chips that have no memory of their own.
bool shares_memory(const std::string &folder)
{
    const std::optional<std::string> metrics = text_of_file(folder + "/gpu_metrics");
    return metrics && metrics->size() >= 4 && ((*metrics)[2] == 2 || (*metrics)[2] == 3);
}

/// A value of "key value" lines.
std::optional<std::int64_t> property(const std::string &text, std::string_view key)
{
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view line(text.data() + at, end - at);
        at = end + 1;
        if (!line.starts_with(key) || line.substr(key.size(), 1) != " ") continue;
        std::int64_t value = 0;
        const auto [last, code] = std::from_chars(line.data() + key.size() + 1, line.data() + line.size(), value);
        if (code == std::errc() && last != line.data() + key.size() + 1) return value;
    }
    return std::nullopt;
}

/// "0000:03:00.0" as the topology has it: bus << 8 | device << 3 | function, beside the domain.
std::optional<std::pair<std::int64_t, std::int64_t>> place_of(const std::string &slot)
{
    unsigned domain = 0, bus = 0, device = 0, function = 0;
    if (std::sscanf(slot.c_str(), "%x:%x:%x.%x", &domain, &bus, &device, &function) != 4) return std::nullopt;
    return std::pair<std::int64_t, std::int64_t>{domain, bus << 8 | device << 3 | function};
}

/// Ids that ROCm gives to the card, or to each of its partitions.
std::vector<std::string> kfd_ids(const DrmCard &card, const std::string &sys_root)
{
    std::vector<std::string> out;
    const auto place = place_of(card.slot);
    const std::string nodes = sys_root + "/class/kfd/kfd/topology/nodes";
    for (const std::string &node : names_in(nodes)) {
        const std::string folder = nodes + '/' + node;
        const std::string id = first_line(folder + "/gpu_id"); // "0" of a CPU
        const std::optional<std::string> properties = text_of_file(folder + "/properties");
        if (id.empty() || id == "0" || !properties || !place) continue;
        if (property(*properties, "domain").value_or(0) == place->first && property(*properties, "location_id") == place->second)
            out.push_back(id);
    }
    return out;
}

Reading<int> small(std::optional<std::int64_t> value, std::int64_t divisor, std::int64_t most)
{
    if (!value || *value / divisor > most) return Reading<int>::missing(amd_card_unsaid());
    return Reading<int>::of(static_cast<int>((*value + divisor / 2) / divisor));
}

} // namespace

namespace {

/// Free of the firmware's part, and of what the machine may lend no more than it has: programs and files take it meanwhile.
Reading<Bytes> free_of_pool(const DrmCard &card, const DrmOptions &options, const LiveGpu &gpu)
{
    const Bytes free = std::max<Bytes>(0, *gpu.total - *gpu.used);
    if (!gpu.unified_memory) return Reading<Bytes>::of(free);
    const Reading<Bytes> own = bytes_in(card.folder + "/mem_info_vram_total"),
                         used = bytes_in(card.folder + "/mem_info_vram_used");
    const std::optional<Bytes> available = meminfo(options.proc(), "MemAvailable");
    if (!own || !used || !available) return Reading<Bytes>::of(free);
    return Reading<Bytes>::of(std::min(free, checked_add(std::max<Bytes>(0, *own - *used), *available).value_or(free)));
}

} // namespace

void read_amd_card(const DrmCard &card, const DrmOptions &options, LiveGpu &gpu)
{
    gpu.total = bytes_in(card.folder + "/mem_info_vram_total");
    gpu.used = bytes_in(card.folder + "/mem_info_vram_used");
    if (gpu.total && shares_memory(card.folder)) {
        // What the firmware sets aside and what may be lent from the machine are one pool to a program.
        const Reading<Bytes> lent = bytes_in(card.folder + "/mem_info_gtt_total"),
                             lent_used = bytes_in(card.folder + "/mem_info_gtt_used");
        gpu.unified_memory = true;
        if (lent) gpu.total = Reading<Bytes>::of(checked_add(*gpu.total, *lent).value_or(*gpu.total));
        if (lent_used && gpu.used) gpu.used = Reading<Bytes>::of(checked_add(*gpu.used, *lent_used).value_or(*gpu.used));
    }
    if (gpu.total && *gpu.total == 0) gpu.total = Reading<Bytes>::missing(amd_card_unsaid());
    gpu.reserved = Reading<Bytes>::missing(phrase(QT_TRANSLATE_NOOP("core", "the driver counts it as used")));
    gpu.free = gpu.total && gpu.used ? free_of_pool(card, options, gpu)
                                     : Reading<Bytes>::missing(gpu.total ? gpu.used.reason : gpu.total.reason);
    const std::string unique = first_line(card.folder + "/unique_id");
    gpu.uuid = Reading<std::string>::of(unique.empty() ? "PCI-" + card.slot : "AMD-" + unique);
    gpu.utilisation = small(number_in(card.folder + "/gpu_busy_percent"), 1, 100);
    gpu.temperature = small(hwmon_number(card.folder, "temp1_input"), 1000, 1000);
    std::optional<std::int64_t> microwatts = hwmon_number(card.folder, "power1_average");
    if (!microwatts) microwatts = hwmon_number(card.folder, "power1_input");
    gpu.power = small(microwatts, 1000, 100'000'000);
}

std::map<std::uint32_t, Bytes> kfd_processes(const DrmCard &card, const std::string &sys_root)
{
    std::map<std::uint32_t, Bytes> out;
    const std::vector<std::string> ids = kfd_ids(card, sys_root);
    const std::string processes = sys_root + "/class/kfd/kfd/proc";
    if (ids.empty()) return out;
    for (const std::string &name : names_in(processes)) {
        std::uint32_t pid = 0;
        const auto [end, code] = std::from_chars(name.data(), name.data() + name.size(), pid);
        if (code != std::errc() || end != name.data() + name.size()) continue;
        for (const std::string &id : ids)
            if (const auto held = number_in(processes + '/' + name + "/vram_" + id); held && *held > 0)
                out[pid] = checked_add(out[pid], *held).value_or(*held);
    }
    return out;
}

} // namespace plimsoll
