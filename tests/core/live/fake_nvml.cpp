// SPDX-License-Identifier: GPL-3.0-or-later
// A library that answers like NVML. $FAKE_NVML names the scene; see each function. Built twice, with and without what old
// drivers lack. In every scene:
//   fail:FUNCTION:CODE  this function answers so (several, between commas)
//   falls:N             the first card is lost from the Nth call after an initialisation on, until the next one
//   hang:FUNCTION       this function returns once the file $FAKE_NVML_HANG is gone
#include "core/live/nvml_abi.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <thread>

using namespace plimsoll::nvml;

namespace {

constexpr std::uint64_t mib = 1024 * 1024;

bool scene(const char *name)
{
    const char *const value = std::getenv("FAKE_NVML");
    return value != nullptr && std::string(value).find(name) != std::string::npos;
}

/// In the scene "random", a code drawn from all that NVML has; else success.
Return dice()
{
    static unsigned state = 1;
    if (!scene("random")) return success;
    state = state * 1664525U + 1013904223U;
    return (state >> 16) % 3 == 0 ? static_cast<Return>((state >> 20) % 31) : success;
}

/// What stands in the scene behind `key`, a number; −1 where it does not.
int number_after(const std::string &key)
{
    const char *const value = std::getenv("FAKE_NVML");
    const std::string all = value == nullptr ? "" : value;
    const std::size_t at = all.find(key);
    return at == std::string::npos ? -1 : std::atoi(all.c_str() + at + key.size());
}

int calls = 0; ///< since the last initialisation
bool fallen = false;

/// Every function begins with this.
Return enter(const char *function)
{
    if (scene((std::string("hang:") + function + ';').c_str()))
        while (std::ifstream(std::getenv("FAKE_NVML_HANG"))) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    if (const int n = number_after("falls:"); n >= 0 && ++calls >= n) fallen = true;
    const int code = number_after(std::string("fail:") + function + ':');
    return code < 0 ? Return{success} : static_cast<Return>(code);
}

int number_of(Device device) { return static_cast<int>(reinterpret_cast<std::intptr_t>(device)) - 1; }
/// The same of a card's own functions.
Return enter(const char *function, Device device)
{
    if (const Return code = enter(function); code != success) return code;
    return fallen && number_of(device) == 0 ? Return{gpu_is_lost} : Return{success};
}

bool is_slice(Device device) { return number_of(device) >= 100; }

Return write_text(char *target, unsigned size, const std::string &text)
{
    if (text.size() + 1 > size) return insufficient_size;
    std::memcpy(target, text.c_str(), text.size() + 1);
    return success;
}

/// Of the third form of the lists, which drivers wrote in all three sizes.
[[maybe_unused]] std::size_t entry_size()
{
    if (scene("stride16")) return 16;
    return scene("stride32") ? 32 : 24;
}

[[maybe_unused]] unsigned crowd() { return scene("crowd500") ? 500 : scene("crowd") ? 200 : 3; }

[[maybe_unused]] Return processes(Device device, unsigned *count, void *entries, unsigned first_pid, unsigned number,
                                  std::size_t size)
{
    if (const Return code = dice(); code != success) return code;
    if (scene("mig") && !is_slice(device)) return no_permission;
    if (*count < number || entries == nullptr) {
        *count = number;
        return number == 0 ? success : insufficient_size;
    }
    *count = number;
    auto *bytes = static_cast<unsigned char *>(entries);
    for (unsigned i = 0; i < number; ++i) {
        unsigned char entry[32] = {};
        const ProcessHead head{first_pid + i, scene("wddm") ? value_not_available : (i + 1) * 1000 * mib};
        std::memcpy(entry, &head, sizeof head);
        std::memset(entry + 16, 0xFF, 8);
        std::memcpy(bytes + i * size, entry, size);
    }
    return success;
}

} // namespace

extern "C" {

#define EXPORTED __attribute__((visibility("default")))

EXPORTED Return nvmlInit_v2()
{
    calls = 0;
    fallen = false;
    if (const Return code = enter(__func__); code != success) return code;
    if (scene("not_loaded")) return driver_not_loaded;
    if (scene("mismatch")) return library_driver_mismatch;
    return success;
}
EXPORTED Return nvmlShutdown() { return success; }
EXPORTED const char *nvmlErrorString(Return code) { return code == 999 ? "Unknown Error" : "Some Error"; }

EXPORTED Return nvmlDeviceGetCount_v2(unsigned *count)
{
    if (const Return code = enter(__func__); code != success) return code;
    *count = scene("none") ? 0 : scene("one") ? 1 : scene("eight") ? 8 : 2;
    return dice();
}

EXPORTED Return nvmlDeviceGetHandleByIndex_v2(unsigned index, Device *device)
{
    if (const Return code = enter(__func__); code != success) return code;
    if ((scene("lost") && index == 1) || (fallen && index == 0)) return gpu_is_lost;
    if (scene("forbidden") && index == 1) return no_permission;
    *device = reinterpret_cast<Device>(static_cast<std::intptr_t>(index) + 1);
    return dice();
}

EXPORTED Return nvmlDeviceGetName(Device device, char *name, unsigned size)
{
    if (const Return code = enter(__func__, device); code != success) return code;
    if (const Return code = dice(); code != success) return code;
    return write_text(name, size,
                      is_slice(device)         ? "NVIDIA H200 MIG 1g.18gb"
                      : number_of(device) == 0 ? "NVIDIA GeForce RTX 4090"
                                               : "NVIDIA H200");
}

EXPORTED Return nvmlDeviceGetUUID(Device device, char *uuid, unsigned size)
{
    if (const Return code = enter(__func__, device); code != success) return code;
    return write_text(uuid, size, (is_slice(device) ? "MIG-" : "GPU-") + std::to_string(number_of(device)));
}

EXPORTED Return nvmlDeviceGetMemoryInfo(Device device, Memory *memory)
{
    if (const Return code = enter(__func__, device); code != success) return code;
    if (const Return code = dice(); code != success) return code;
    if (scene("mig") && number_of(device) == 1) return no_permission;
    *memory = scene("unified") ? Memory{0, 0, 0} : Memory{24564 * mib, 22000 * mib, 2564 * mib};
    return success;
}

#ifndef FAKE_OLD
EXPORTED Return nvmlSystemGetDriverVersion(char *version, unsigned size)
{
    if (const Return code = enter(__func__); code != success) return code;
    return write_text(version, size, "590.48.01");
}

EXPORTED Return nvmlDeviceGetPciInfo_v3(Device device, PciInfo *pci)
{
    if (const Return code = enter(__func__, device); code != success) return code;
    std::memset(pci, 0, sizeof *pci);
    return write_text(pci->bus_id, sizeof pci->bus_id, "00000000:0" + std::to_string(number_of(device) % 8) + ":00.0");
}

EXPORTED Return nvmlDeviceGetMemoryInfo_v2(Device device, MemoryV2 *memory)
{
    if (const Return code = enter(__func__, device); code != success) return code;
    if (memory->version != memory_v2_version || scene("refuses_v2")) return argument_version_mismatch;
    if (const Return code = dice(); code != success) return code;
    if (scene("unified")) return not_supported;
    if (scene("mig") && number_of(device) == 1) return no_permission;
    const std::uint64_t used = scene("inclusive") ? 2564 : 2080;
    *memory = {memory->version, 24564 * mib, 484 * mib, 22000 * mib, used * mib};
    return success;
}

EXPORTED Return nvmlDeviceGetUtilizationRates(Device device, Utilization *utilization)
{
    if (const Return code = enter(__func__, device); code != success) return code;
    *utilization = {37, 90};
    return dice();
}
EXPORTED Return nvmlDeviceGetPowerUsage(Device device, unsigned *milliwatts)
{
    if (const Return code = enter(__func__, device); code != success) return code;
    *milliwatts = 123456;
    return dice();
}
EXPORTED Return nvmlDeviceGetTemperatureV(Device device, Temperature *temperature)
{
    if (const Return code = enter(__func__, device); code != success) return code;
    if (temperature->version != temperature_version) return argument_version_mismatch;
    temperature->temperature = 61;
    return dice();
}
EXPORTED Return nvmlDeviceGetMaxMigDeviceCount(Device device, unsigned *slots)
{
    if (const Return code = enter(__func__, device); code != success) return code;
    *slots = scene("mig") && number_of(device) == 1 ? 7 : 0;
    return success;
}
EXPORTED Return nvmlDeviceGetMigDeviceHandleByIndex(Device device, unsigned slot, Device *slice)
{
    if (const Return code = enter(__func__, device); code != success) return code;
    if (slot != 2) return not_found;
    *slice = reinterpret_cast<Device>(std::intptr_t{101});
    return success;
}
EXPORTED Return nvmlDeviceGetComputeRunningProcesses_v3(Device device, unsigned *count, void *entries)
{
    if (const Return code = enter(__func__, device); code != success) return code;
    return processes(device, count, entries, 4000, crowd(), entry_size());
}
EXPORTED Return nvmlDeviceGetGraphicsRunningProcesses_v3(Device device, unsigned *count, void *entries)
{
    if (const Return code = enter(__func__, device); code != success) return code;
    return processes(device, count, entries, 4002, 1, entry_size());
}
EXPORTED Return nvmlDeviceGetComputeRunningProcesses_v2(Device device, unsigned *count, void *entries)
{
    if (const Return code = enter(__func__, device); code != success) return code;
    return processes(device, count, entries, 4000, crowd(), 24);
}
EXPORTED Return nvmlDeviceGetGraphicsRunningProcesses_v2(Device device, unsigned *count, void *entries)
{
    if (const Return code = enter(__func__, device); code != success) return code;
    return processes(device, count, entries, 4002, 1, 24);
}
EXPORTED Return nvmlDeviceGetComputeRunningProcesses(Device device, unsigned *count, void *entries)
{
    if (const Return code = enter(__func__, device); code != success) return code;
    return processes(device, count, entries, 4000, crowd(), 16);
}
EXPORTED Return nvmlDeviceGetGraphicsRunningProcesses(Device device, unsigned *count, void *entries)
{
    if (const Return code = enter(__func__, device); code != success) return code;
    return processes(device, count, entries, 4002, 1, 16);
}
EXPORTED Return nvmlDeviceGetTemperature(Device device, int, unsigned *degrees)
{
    if (const Return code = enter(__func__, device); code != success) return code;
    *degrees = 62;
    return dice();
}
#endif
}
