// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"
#include "core/ground/result.h"
#include "core/resolve/resolve.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

/// How a figure of the catalogue is known.
enum class Certainty : std::uint8_t {
    measured, ///< a tool printed it on such a card
    stated,   ///< the vendor or a reference says so
    derived,  ///< computed by a rule, which the source names
};
[[nodiscard]] std::string_view name_of(Certainty certainty);

/// Where one figure of a card comes from. `field` is its name in the catalogue: "memory.reported", "sm_count".
struct FigureSource {
    std::string field;
    Certainty certainty = Certainty::stated;
    std::string source;
    bool operator==(const FigureSource &) const = default;
};

enum class Platform : std::uint8_t { linux_, windows };

/// What a process can use of a card, and how that is known.
struct UsableMemory {
    Bytes bytes = 0;
    Certainty certainty = Certainty::stated;
    std::string source;
    bool operator==(const UsableMemory &) const = default;
};

/// Of a machine whose processor and card have one memory: what is free of all of it when a process starts, with nothing else of
/// note running. Machines of one kind differ by driver, services and desktop.
struct FreeAtStart {
    Bytes least = 0; ///< that was seen
    Bytes most = 0;
    Certainty certainty = Certainty::derived; ///< of `least`
    std::string source;
    bool operator==(const FreeAtStart &) const = default;
};

/// A card of the catalogue. Absent figures are unknown, never 0.
struct Gpu {
    std::string vendor;
    std::string name;                 ///< the catalogue's own: "GeForce RTX 4090"
    std::vector<std::string> aliases; ///< as drivers report it, and older spellings
    std::string architecture;
    std::string form; ///< desktop | laptop | server | soc
    std::optional<int> capability_major, capability_minor;
    std::optional<int> sm_count;
    Bytes memory_nominal = 0;                               ///< as sold
    std::optional<Bytes> memory_reported;                   ///< nvidia-smi's total
    std::optional<Bytes> memory_process;                    ///< what CUDA, HIP or Metal and PyTorch see (Linux; macOS on Apple's)
    std::optional<Bytes> memory_process_windows;            ///< the same on Windows
    std::optional<Bytes> free_at_start, free_at_start_most; ///< of one memory with the host: FreeAtStart
    bool bf16 = false;                                      ///< in hardware
    std::optional<bool> fp16, fp8, fp4;
    bool unified_memory = false;
    bool coherent_memory = false;     ///< of its own, and a NUMA node of the host by NVIDIA's driver (C2C: GH200, GB200, GB300)
    bool aftermarket = false;         ///< a modified board that reports the name of the standard card
    int year = 0;                     ///< 0: not known
    std::optional<int> gpus_per_node; ///< of the machines that it is sold in, where that is known
    std::string notes;
    std::string source;
    std::vector<FigureSource> figures;

    bool operator==(const Gpu &) const = default;
    /// What a process can use on an otherwise empty card, its own context included: measured where it was, else derived
    /// from the driver's total or from the size as sold.
    [[nodiscard]] UsableMemory usable(Platform platform = Platform::linux_) const;
    [[nodiscard]] Bytes usable_bytes() const { return usable().bytes; }
    /// Nothing where the card has a memory of its own. Where nobody measured it, an assumption by other machines, wide.
    [[nodiscard]] std::optional<FreeAtStart> at_start() const;
    /// Threads that one multiprocessor holds; absent without a compute capability.
    [[nodiscard]] std::optional<int> threads_per_sm() const;
    /// Cards without a compute capability keep the planner's defaults (8.0), with their own name.
    [[nodiscard]] CardFacts facts() const;
    /// How many share a node: as the catalogue knows; of laptops and systems on a chip one, of desktop cards the four that a
    /// mainboard has slots for, else the eight of a server.
    [[nodiscard]] int in_a_node() const;
    /// "RTX 4090"
    [[nodiscard]] std::string short_name() const;
    /// "24 GB RTX 4090"
    [[nodiscard]] std::string short_title() const;
    [[nodiscard]] const FigureSource *figure(std::string_view field) const;
};

struct GpuMatch {
    const Gpu *gpu = nullptr;
    std::string assumption; ///< said when the name was shared by several cards
};

/// The shipped cards and, merged over them, those of the user's own file (user_catalogue_path), read once on first use.
[[nodiscard]] const std::vector<Gpu> &gpu_catalogue();

/// A card whose memory is the host's too, with another limit of what a process may take of it than it ships with, in bytes: amdgpu's
/// GTT (ttm.pages_limit, Linux), what the firmware sets apart, macOS's iogpu.wired_limit_mb.
/// \pre card.unified_memory, 0 < limit <= card.memory_nominal
[[nodiscard]] Gpu with_process_limit(Gpu card, Bytes limit);

/// A card by a name that people or drivers give it. Error lists the nearest names.
[[nodiscard]] Result<GpuMatch> find_gpu(std::string_view name);
/// The same in a catalogue of one's own; the match points into it.
[[nodiscard]] Result<GpuMatch> find_gpu(std::string_view name, const std::vector<Gpu> &catalogue);

} // namespace plimsoll
