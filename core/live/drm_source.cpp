// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/live/drm_source.h"

#include "core/ground/phrase.h"
#include "core/live/device_files.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace plimsoll {

namespace {

constexpr std::size_t most_cards = 256;

/// "card12", not "card0-DP-1", which is a connector.
bool is_card_node(std::string_view name)
{
    return name.size() > 4 && name.starts_with("card") &&
           std::ranges::all_of(name.substr(4), [](unsigned char c) { return std::isdigit(c) != 0; });
}

std::string last_part(const std::string &path) { return std::filesystem::path(path).filename().string(); }

std::string vendor_of(const std::string &id, const std::string &driver)
{
    if (id == "0x1002" && driver == "amdgpu") return "AMD";
    if (id == "0x8086" && (driver == "xe" || driver == "i915")) return "Intel";
    return {};
}

/// Whether so much is in use by nobody who was seen that it cannot be the driver's own.
bool much_unexplained(const LiveGpu &gpu)
{
    if (!gpu.used || !gpu.total) return true;
    Bytes seen = 0;
    for (const LiveProcess &one : gpu.processes) seen += one.used.value.value_or(0);
    return *gpu.used - seen > std::max(256 * mib, *gpu.total / 50);
}

/// Names of regions in the card's own memory: amdgpu's "vram", xe's "vram0", i915's "local0".
bool is_own(std::string_view region) { return region.starts_with("vram") || region.starts_with("local"); }

} // namespace

std::vector<DrmCard> drm_cards(const std::string &sys_root)
{
    std::vector<DrmCard> out;
    const std::string cards = sys_root + "/class/drm";
    for (const std::string &node : names_in(cards)) {
        if (!is_card_node(node) || out.size() >= most_cards) continue;
        DrmCard card;
        card.node = node;
        card.folder = cards + '/' + node + "/device";
        card.driver = last_part(link_target(card.folder + "/driver"));
        card.vendor = vendor_of(first_line(card.folder + "/vendor"), card.driver);
        card.slot = last_part(link_target(card.folder));
        if (!card.vendor.empty() && !card.slot.empty()) out.push_back(std::move(card));
    }
    std::ranges::sort(out, {}, &DrmCard::slot);
    return out;
}

std::optional<std::int64_t> hwmon_number(const std::string &device_folder, const std::string &file)
{
    const std::string folder = device_folder + "/hwmon";
    for (const std::string &name : names_in(folder))
        if (const auto value = number_in(folder + '/' + name + '/' + file)) return value;
    return std::nullopt;
}

Bytes held_of(const std::map<std::string, Bytes, std::less<>> &regions, bool unified)
{
    Bytes sum = 0;
    for (const auto &[region, bytes] : regions)
        if (unified || is_own(region)) sum = checked_add(sum, bytes).value_or(sum);
    return sum;
}

LiveSnapshot DrmSource::read()
{
    LiveSnapshot out;
    out.time_ms = now_ms();
    const std::vector<DrmCard> cards = drm_cards(m_options.sys());
    if (cards.empty()) {
        out.looked_for.push_back(phrase(QT_TRANSLATE_NOOP("core", "%1: no card of %2"),
                                        {m_options.sys() + "/class/drm", "AMD (amdgpu), Intel (xe, i915)"}));
        return out;
    }
    const bool any_awake =
        std::ranges::any_of(cards, [&](const DrmCard &card) { return !is_asleep(m_options.sys(), card.slot); });
    const DrmSweep sweep = any_awake ? sweep_drm_clients(m_options.proc(), m_options.longest_sweep) : DrmSweep();
    for (const DrmCard &card : cards) {
        LiveGpu gpu = read_card(card);
        gpu.index = static_cast<int>(out.gpus.size());
        if (gpu.processes_reason.empty()) add_processes(card, sweep, gpu);
        out.gpus.push_back(std::move(gpu));
        out.looked_for.push_back(phrase(QT_TRANSLATE_NOOP("core", "%1: %2, driver %3"), {card.slot, card.vendor, card.driver}));
    }
    return out;
}

LiveGpu DrmSource::read_card(const DrmCard &card)
{
    LiveGpu gpu;
    gpu.vendor = card.vendor;
    gpu.slot = card.slot;
    Reading<std::string> &name = m_names[card.slot];
    if (!name) name = name_of_card(card, m_options.share());
    gpu.name = name;
    if (is_asleep(m_options.sys(), card.slot)) {
        const std::string why = asleep_reason();
        gpu.uuid = Reading<std::string>::missing(why);
        gpu.total = gpu.reserved = gpu.used = gpu.free = Reading<Bytes>::missing(why);
        gpu.utilisation = gpu.temperature = gpu.power = Reading<int>::missing(why);
        gpu.processes_reason = why;
        return gpu;
    }
    card.vendor == "AMD" ? read_amd_card(card, m_options, gpu) : read_intel_card(card, m_options, gpu);
    return gpu;
}

void DrmSource::add_processes(const DrmCard &card, const DrmSweep &sweep, LiveGpu &gpu) const
{
    std::map<std::uint32_t, Bytes> held;
    int compute_here = 0;
    for (const DrmProcess &process : sweep.processes) {
        if (process.slot != card.slot) continue;
        compute_here += process.compute ? 1 : 0;
        if (const Bytes bytes = held_of(process.regions, gpu.unified_memory); bytes > 0) held[process.pid] = bytes;
    }
    int elsewhere = 0;
    if (card.vendor == "AMD") {
        const std::map<std::uint32_t, Bytes> kfd = kfd_processes(card, m_options.sys());
        const bool ours = has_host_pids(m_options.proc());
        // ROCm's buffers stand in the descriptor's sums as well where that may be read: the larger one is whole.
        if (ours)
            for (const auto &[pid, bytes] : kfd) held[pid] = std::max(held[pid], bytes);
        else
            elsewhere = std::max(0, static_cast<int>(kfd.size()) - compute_here);
    }
    for (const auto &[pid, bytes] : held) {
        Reading<Bytes> used = Reading<Bytes>::of(bytes);
        if (gpu.total && bytes > *gpu.total)
            used = Reading<Bytes>::missing(phrase(QT_TRANSLATE_NOOP("core", "shared memory, counted more than once")));
        gpu.processes.push_back({pid, used, name_of_process(m_options.proc(), pid)});
    }
    std::vector<std::string> notes;
    if (sweep.hidden > 0 && much_unexplained(gpu))
        notes.push_back(
            phrase(QT_TRANSLATE_NOOP("core", "%1 processes of other users cannot be seen"), {std::to_string(sweep.hidden)}));
    if (elsewhere > 0)
        notes.push_back(
            phrase(QT_TRANSLATE_NOOP("core", "%1 processes are outside this container"), {std::to_string(elsewhere)}));
    if (sweep.cut) notes.push_back(phrase(QT_TRANSLATE_NOOP("core", "there was no time to look at all of them")));
    for (const std::string &note : notes) gpu.processes_note += (gpu.processes_note.empty() ? "" : "; ") + note;
}

} // namespace plimsoll
