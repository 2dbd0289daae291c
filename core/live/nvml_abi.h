// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstddef>
#include <cstdint>

// The part of NVML's binary interface that is used here, written down from its documented layout (NVML 13.3, x86-64 and
// aarch64). Struct versions are sizeof | (version << 24).
namespace plimsoll::nvml {

using Return = int;
using Device = void *;

enum : Return {
    success = 0,
    uninitialized = 1,
    not_supported = 3,
    no_permission = 4,
    not_found = 6,
    insufficient_size = 7,
    driver_not_loaded = 9,
    function_not_found = 13,
    gpu_is_lost = 15,
    reset_required = 16,
    operating_system = 17,
    library_driver_mismatch = 18,
    argument_version_mismatch = 25,
    not_ready = 27,
    unknown_error = 999,
};

inline constexpr std::uint64_t value_not_available = ~std::uint64_t{0};
inline constexpr unsigned name_size = 96;
inline constexpr unsigned version_size = 80;

struct Memory {
    std::uint64_t total, free, used;
};
static_assert(sizeof(Memory) == 24);

struct MemoryV2 {
    std::uint32_t version;
    std::uint64_t total, reserved, free, used;
};
static_assert(sizeof(MemoryV2) == 40 && offsetof(MemoryV2, total) == 8 && offsetof(MemoryV2, used) == 32);
inline constexpr std::uint32_t memory_v2_version = sizeof(MemoryV2) | (2U << 24);
static_assert(memory_v2_version == 0x02000028);

struct Utilization {
    std::uint32_t gpu, memory;
};
static_assert(sizeof(Utilization) == 8);

struct Temperature {
    std::uint32_t version;
    std::int32_t sensor, temperature;
};
static_assert(sizeof(Temperature) == 12);
inline constexpr std::uint32_t temperature_version = sizeof(Temperature) | (1U << 24);

struct PciInfo {
    char bus_id_legacy[16];
    std::uint32_t domain, bus, device, device_id, subsystem_id;
    char bus_id[32];
};
static_assert(sizeof(PciInfo) == 68 && offsetof(PciInfo, bus_id) == 36);

/// Entries of the process list have 16, 24 or 32 bytes depending on the driver; all begin like this.
struct ProcessHead {
    std::uint32_t pid;
    std::uint64_t used;
};
static_assert(sizeof(ProcessHead) == 16 && offsetof(ProcessHead, used) == 8);
inline constexpr std::size_t largest_process = 32;

} // namespace plimsoll::nvml
