// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"
#include "core/ground/result.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace plimsoll {

/// A value read from a device, or the reason why there is none. Zero is a value; unknown is not zero.
template <class T>
struct Reading {
    std::optional<T> value;
    std::string reason; ///< empty where there is a value

    bool operator==(const Reading &) const = default;
    explicit operator bool() const { return value.has_value(); }
    const T &operator*() const { return *value; }
    static Reading of(T read) { return {std::move(read), {}}; }
    static Reading missing(std::string why) { return {std::nullopt, std::move(why)}; }
};

/// A process as the driver lists it: a hint, since pids are the host's and lists may be incomplete.
struct LiveProcess {
    std::uint32_t pid = 0;
    Reading<Bytes> used;
    Reading<std::string> name; ///< of the program; unknown in containers
    bool operator==(const LiveProcess &) const = default;
};

/// One GPU, or one MIG slice, at one moment.
struct LiveGpu {
    /// NVIDIA's cards have their driver's, not CUDA's, and not stable across reboots; those of AMD and Intel come after them by
    /// their place on the bus.
    int index = 0;
    std::optional<int> mig_slot; ///< a slice of GPU `index`
    std::string vendor;
    std::string slot;          ///< on the PCI bus, "0000:01:00.0"; empty where it is not known
    Reading<std::string> name; ///< as the driver says it; find_gpu() knows most
    Reading<std::string> uuid;
    Reading<Bytes> total;    ///< nvidia-smi's
    Reading<Bytes> reserved; ///< the driver's own: a process can use at most total − reserved
    Reading<Bytes> used;     ///< by all processes
    Reading<Bytes> free;
    Reading<int> utilisation;    ///< per cent of the last sample period in which a kernel ran
    Reading<int> temperature;    ///< °C
    Reading<int> power;          ///< mW
    bool unified_memory = false; ///< the card has none of its own: figures are those of the machine, or of what it lends
    std::vector<LiveProcess> processes;
    std::string processes_reason; ///< why the list is not known; empty where it is
    std::string processes_note;   ///< what is missing in a list that is known; empty: as far as is known nothing
    bool operator==(const LiveGpu &) const = default;
    /// "0", or "0:1" for a slice.
    [[nodiscard]] std::string label() const;
};

struct LiveSnapshot {
    std::int64_t time_ms = 0; ///< since 1970-01-01 UTC
    std::string driver;       ///< version; empty when not known
    std::vector<LiveGpu> gpus;
    std::vector<std::string> looked_for; ///< one line each: what was looked for and what came of it
    bool operator==(const LiveSnapshot &) const = default;
};

/// Something that reads GPUs. Reading may take seconds on the first call: use a thread of your own. Not thread-safe.
class LiveSource {
public:
    LiveSource() = default;
    LiveSource(const LiveSource &) = delete;
    LiveSource &operator=(const LiveSource &) = delete;
    virtual ~LiveSource() = default;
    /// What is to be read now. Never fails: what cannot be read says so.
    [[nodiscard]] virtual LiveSnapshot read() = 0;
    /// Why nothing will ever be read: a recording that is none. Absent where something may come.
    [[nodiscard]] virtual std::optional<Error> problem() const { return {}; }
    /// Lets go of the devices, so that an idle laptop GPU can sleep; the next read() takes hold again.
    virtual void detach() {}
};

/// What holds most comes first; then what holds an unknown amount, by pid.
void put_biggest_first(LiveGpu &gpu);

/// The GPUs of this machine: NVIDIA's through NVML, AMD's and Intel's through the kernel, behind one list. For tests and for
/// looking into reports, $PLIMSOLL_NVML names another library to open, $PLIMSOLL_LIVE_ROOT a folder that stands in the place of
/// this machine's /sys, /proc, /dev and /usr/share, and $PLIMSOLL_LIVE_RECORDING a recording to replay instead.
[[nodiscard]] std::unique_ptr<LiveSource> local_live_source();

} // namespace plimsoll
