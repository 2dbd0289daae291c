// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/live/nvml_source.h"

#include "core/ground/phrase.h"
#include "core/live/device_files.h"
#include "core/live/nvml_processes.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace plimsoll {

namespace {

constexpr unsigned most_devices = 256;

std::string nvml_source_unsaid() { return phrase(QT_TRANSLATE_NOOP("core", "the driver does not say")); }
std::string reason_of(nvml::Return code, const nvml::Functions &f) { return nvml::text_of(code, f); }

bool means_lost(nvml::Return code)
{
    return code == nvml::gpu_is_lost || code == nvml::reset_required || code == nvml::unknown_error;
}

/// Calls `function` where the driver has it.
template <class F, class... A>
nvml::Return call(F function, A... arguments)
{
    return function == nullptr ? nvml::Return{nvml::function_not_found} : function(arguments...);
}

template <class F>
Reading<std::string> text_reading(F function, nvml::Device device, const nvml::Functions &f)
{
    std::array<char, nvml::name_size + 1> text{};
    const nvml::Return code = call(function, device, text.data(), nvml::name_size);
    if (code != nvml::success) return Reading<std::string>::missing(reason_of(code, f));
    return Reading<std::string>::of(text.data());
}

Reading<Bytes> nvml_source_bytes_of(std::uint64_t value)
{
    if (value > static_cast<std::uint64_t>(INT64_MAX)) return Reading<Bytes>::missing(nvml_source_unsaid());
    return Reading<Bytes>::of(static_cast<Bytes>(value));
}

/// A value below `end`; what is not is none of a card's.
Reading<int> figure(nvml::Return code, unsigned value, unsigned end, const nvml::Functions &f)
{
    if (code != nvml::success) return Reading<int>::missing(reason_of(code, f));
    return value < end ? Reading<int>::of(static_cast<int>(value)) : Reading<int>::missing(nvml_source_unsaid());
}

/// "00000000:01:00.0" as NVML writes it, "0000:01:00.0" as sysfs does.
std::string sysfs_slot(const char *bus_id)
{
    std::string out(bus_id);
    for (char &c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    const std::size_t colon = out.find(':');
    if (colon != std::string::npos && colon > 4) out.erase(0, colon - 4);
    return out;
}

} // namespace

struct NvmlSource::Slot {
    std::string bus_id;
    Reading<std::string> name;
    Reading<std::string> uuid;
};

NvmlSource::NvmlSource(NvmlOptions options) : m_options(std::move(options)) {}

NvmlSource::~NvmlSource() { detach(); }

void NvmlSource::detach()
{
    if (m_attached && m_library->functions().shutdown != nullptr) m_library->functions().shutdown();
    m_attached = false;
}

bool NvmlSource::attach(LiveSnapshot &snapshot)
{
    if (m_attached) return true;
    if (!m_library) m_library = nvml::Library::open(m_options.candidates, snapshot.looked_for);
    if (!m_library) return false;
    if (all_asleep()) {
        snapshot.looked_for.push_back(phrase(QT_TRANSLATE_NOOP("core", "%1 cards: %2"), {"NVIDIA", asleep_reason()}));
        return false;
    }
    const nvml::Functions &f = m_library->functions();
    const nvml::Return code = f.init();
    if (code != nvml::success) {
        snapshot.looked_for.push_back(
            phrase(QT_TRANSLATE_NOOP("core", "%1 driver (%2): %3"), {"NVIDIA", m_library->path(), reason_of(code, f)}));
        return false;
    }
    m_attached = true;
    std::array<char, nvml::version_size + 1> version{};
    if (call(f.driver_version, version.data(), nvml::version_size) == nvml::success) m_driver = version.data();
    return true;
}

LiveSnapshot NvmlSource::read()
{
    LiveSnapshot out;
    out.time_ms = now_ms();
    if (m_lost && --m_patience <= 0) { // the driver's start takes long: not at each reading while a card stays away
        detach();
        m_patience = std::min(2 * ++m_restarts, 10);
    }
    if (!m_lost) m_patience = m_restarts = 0;
    m_lost = false;
    if (!attach(out)) return out;
    out.driver = m_driver;
    const nvml::Functions &f = m_library->functions();
    unsigned count = 0;
    const nvml::Return code = f.count(&count);
    const auto found = [&](const char *sentence, const std::string &what) {
        out.looked_for.push_back(phrase(sentence, {"NVIDIA", m_driver, m_library->path(), what}));
    };
    if (code != nvml::success) {
        m_lost = true;
        found(QT_TRANSLATE_NOOP("core", "%1 driver %2 (%3): %4"), reason_of(code, f));
        return out;
    }
    count = std::min(count, most_devices);
    found(count == 1 ? QT_TRANSLATE_NOOP("core", "%1 driver %2 (%3): %4 card")
                     : QT_TRANSLATE_NOOP("core", "%1 driver %2 (%3): %4 cards"),
          std::to_string(count));
    m_slots.resize(count);
    for (unsigned index = 0; index < count; ++index) {
        out.gpus.push_back(read_device(index));
        nvml::Device device = nullptr;
        if (!asleep(m_slots[index].bus_id) && f.handle(index, &device) == nvml::success)
            read_slices(device, LiveGpu(out.gpus.back()), out.gpus);
    }
    return out;
}

LiveGpu NvmlSource::read_device(unsigned index)
{
    const nvml::Functions &f = m_library->functions();
    Slot &slot = m_slots[index];
    LiveGpu gpu;
    gpu.index = static_cast<int>(index);
    gpu.vendor = "NVIDIA";
    gpu.slot = slot.bus_id;
    const auto refuse = [&](const std::string &why) {
        gpu.name = slot.name ? slot.name : Reading<std::string>::missing(why);
        gpu.uuid = slot.uuid ? slot.uuid : Reading<std::string>::missing(why);
        gpu.total = gpu.reserved = gpu.used = gpu.free = Reading<Bytes>::missing(why);
        gpu.utilisation = gpu.temperature = gpu.power = Reading<int>::missing(why);
        gpu.processes_reason = why;
        return gpu;
    };
    if (asleep(slot.bus_id)) return refuse(asleep_reason());
    nvml::Device device = nullptr;
    const nvml::Return code = f.handle(index, &device);
    if (code != nvml::success) {
        m_lost = m_lost || means_lost(code);
        return refuse(reason_of(code, f));
    }
    nvml::PciInfo pci{};
    if (call(f.pci, device, &pci) == nvml::success) {
        pci.bus_id[sizeof pci.bus_id - 1] = '\0';
        slot.bus_id = sysfs_slot(pci.bus_id);
    }
    gpu.slot = slot.bus_id;
    gpu.name = text_reading(f.name, device, f);
    gpu.uuid = text_reading(f.uuid, device, f);
    if (gpu.name) slot.name = gpu.name;
    if (gpu.uuid) slot.uuid = gpu.uuid;
    read_figures(device, gpu);
    return gpu;
}

void NvmlSource::read_slices(nvml::Device device, const LiveGpu &parent, std::vector<LiveGpu> &out)
{
    const nvml::Functions &f = m_library->functions();
    unsigned slots = 0;
    if (call(f.mig_slots, device, &slots) != nvml::success) return;
    for (unsigned slot = 0; slot < std::min(slots, most_devices); ++slot) {
        nvml::Device slice = nullptr;
        if (call(f.mig_handle, device, slot, &slice) != nvml::success) continue;
        LiveGpu gpu;
        gpu.index = parent.index;
        gpu.mig_slot = static_cast<int>(slot);
        gpu.vendor = parent.vendor;
        gpu.name = text_reading(f.name, slice, f);
        gpu.uuid = text_reading(f.uuid, slice, f);
        read_figures(slice, gpu);
        out.push_back(std::move(gpu));
    }
}

void NvmlSource::read_figures(nvml::Device device, LiveGpu &gpu)
{
    const nvml::Functions &f = m_library->functions();
    read_memory(device, gpu);
    nvml::Utilization utilization{};
    const nvml::Return busy = call(f.utilization, device, &utilization);
    gpu.utilisation = figure(busy, utilization.gpu, 101, f);
    unsigned milliwatts = 0;
    const nvml::Return power = call(f.power, device, &milliwatts);
    gpu.power = figure(power, milliwatts, 100'000'000, f);
    nvml::Temperature temperature{nvml::temperature_version, 0, 0};
    unsigned degrees = 0;
    nvml::Return heat = call(f.temperature_v, device, &temperature);
    if (heat == nvml::success)
        degrees = static_cast<unsigned>(temperature.temperature);
    else
        heat = call(f.temperature, device, 0, &degrees);
    gpu.temperature = figure(heat, degrees, 1000, f);
    read_processes(device, gpu);
}

void NvmlSource::read_memory(nvml::Device device, LiveGpu &gpu)
{
    const nvml::Functions &f = m_library->functions();
    nvml::MemoryV2 v2{nvml::memory_v2_version, 0, 0, 0, 0};
    nvml::Return code = call(f.memory_v2, device, &v2);
    if (code == nvml::success && v2.total > 0) {
        // The header's two comments disagree on whether "used" holds the reservation; the sum tells.
        const bool used_holds_reserved =
            v2.used >= v2.reserved && v2.used + v2.free <= v2.total + mib && v2.reserved + v2.used + v2.free > v2.total + mib;
        gpu.total = nvml_source_bytes_of(v2.total);
        gpu.reserved = nvml_source_bytes_of(v2.reserved);
        gpu.free = nvml_source_bytes_of(v2.free);
        gpu.used = nvml_source_bytes_of(used_holds_reserved ? v2.used - v2.reserved : v2.used);
        return;
    }
    nvml::Memory v1{};
    if (code != nvml::success) code = call(f.memory, device, &v1);
    if (code == nvml::success && v1.total > 0) {
        gpu.total = nvml_source_bytes_of(v1.total);
        gpu.reserved = Reading<Bytes>::missing(phrase(QT_TRANSLATE_NOOP("core", "an older driver counts it as used")));
        gpu.free = nvml_source_bytes_of(v1.free);
        gpu.used = nvml_source_bytes_of(v1.used);
        return;
    }
    const std::optional<Bytes> total = meminfo(m_options.proc_root, "MemTotal");
    const std::optional<Bytes> available = meminfo(m_options.proc_root, "MemAvailable");
    m_lost = m_lost || means_lost(code); // a handle outlives its card
    const bool no_own_memory = (code == nvml::success || code == nvml::not_supported) && !gpu.mig_slot && total && available;
    if (no_own_memory) { // DGX Spark, Jetson: the card has none of its own
        gpu.unified_memory = true;
        gpu.total = Reading<Bytes>::of(*total);
        gpu.free = Reading<Bytes>::of(*available);
        gpu.used = Reading<Bytes>::of(*total - *available);
        gpu.reserved = Reading<Bytes>::missing(phrase(QT_TRANSLATE_NOOP("core", "memory is shared with the CPU")));
        return;
    }
    gpu.total = gpu.reserved = gpu.used = gpu.free =
        Reading<Bytes>::missing(code == nvml::success ? nvml_source_unsaid() : reason_of(code, f));
}

void NvmlSource::read_processes(nvml::Device device, LiveGpu &gpu) const
{
    const nvml::Functions &f = m_library->functions();
    const bool host = has_host_pids(m_options.proc_root);
    bool known = false;
    for (const auto list : {f.compute_processes, f.graphics_processes}) {
        if (list == nullptr) continue;
        const nvml::ProcessList read = nvml::read_process_list(list, device);
        known = known || read.code == nvml::success;
        // A card without a display has no such list.
        const bool none = read.code == nvml::not_supported || read.code == nvml::function_not_found;
        if (none && list == f.graphics_processes && known) continue;
        if (read.code != nvml::success && gpu.processes_reason.empty()) gpu.processes_reason = reason_of(read.code, f);
        for (const nvml::ProcessHead &head : read.processes) {
            if (std::ranges::find(gpu.processes, head.pid, &LiveProcess::pid) != gpu.processes.end()) continue;
            LiveProcess process{head.pid, nvml_source_bytes_of(head.used), {}};
            if (gpu.total && process.used && *process.used > *gpu.total)
                process.used = Reading<Bytes>::missing(nvml_source_unsaid());
            process.name = host ? name_of_process(m_options.proc_root, head.pid)
                                : Reading<std::string>::missing(phrase(QT_TRANSLATE_NOOP("core", "pids are those of the host")));
            gpu.processes.push_back(std::move(process));
        }
    }
    if (!known && gpu.processes_reason.empty()) gpu.processes_reason = reason_of(nvml::function_not_found, f);
    if (known) {
        if (!gpu.processes_reason.empty())
            gpu.processes_note = phrase(QT_TRANSLATE_NOOP("core", "some are not listed: %1"), {gpu.processes_reason});
        gpu.processes_reason.clear();
    }
    say_what_wsl_hides(gpu);
}

/// There the driver answers with an empty list, or with processes without a size, whatever runs.
void NvmlSource::say_what_wsl_hides(LiveGpu &gpu) const
{
    if (!is_wsl(m_options.proc_root)) return;
    const std::string why = phrase(QT_TRANSLATE_NOOP("core", "under %1 the driver tells nothing of single processes"), {"WSL"});
    if (gpu.processes.empty()) gpu.processes_reason = why;
    for (LiveProcess &process : gpu.processes)
        if (!process.used) process.used.reason = why;
}

bool NvmlSource::asleep(const std::string &bus_id) const { return is_asleep(m_options.sys_root, bus_id); }

bool NvmlSource::all_asleep() const
{
    const std::string devices = m_options.sys_root + "/bus/pci/devices";
    bool any = false;
    for (const std::string &slot : names_in(devices)) {
        const std::string folder = devices + '/' + slot;
        if (first_line(folder + "/vendor") != "0x10de" || !first_line(folder + "/class").starts_with("0x03")) continue;
        any = true;
        if (!asleep(slot)) return false;
    }
    return any;
}

} // namespace plimsoll
