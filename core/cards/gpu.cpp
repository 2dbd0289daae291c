// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cards/gpu.h"

#include "core/ground/phrase.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace plimsoll {

namespace {

/// What the driver keeps of its own total on Linux. Turing and later (GSP firmware): least squares over the cards of the
/// catalogue that have both totals (28 cards, 8 to 179 GiB): 410 MiB + 2 MiB per GiB, 40 MiB off on average, 171 at worst
/// (A100). Before Turing (GTX 1080, GTX 1080 Ti, Tesla P100): 46 MiB + 3.7 MiB per GiB.
Bytes driver_reservation(Bytes total, bool before_turing)
{
    const double gibibytes = static_cast<double>(total) / static_cast<double>(gib);
    const double mebibytes = before_turing ? 46.0 + 3.7 * gibibytes : 410.0 + 2.0 * gibibytes;
    return static_cast<Bytes>(mebibytes) * mib;
}

/// Least share of unified memory that any measured Jetson gave to CUDA (Orin NX 16 GB: 14486 of 16384 MiB).
constexpr double jetson_share = 0.884;
/// HIP's total is 16 to 20 MiB below the size as sold (RX 7900 XTX 24560, MI300X 196588 MiB).
constexpr Bytes hip_reservation = 20 * mib;

/// Multiprocessors of the catalogue's card that is most like this one: same compute capability, nearest memory; of a slice
/// that of another slice, as a whole card of its size has several times as many.
std::optional<int> sm_count_of_similar(const Gpu &gpu)
{
    const Gpu *nearest = nullptr;
    const auto distance = [&gpu](const Gpu &other) { return std::abs(other.memory_nominal - gpu.memory_nominal); };
    for (const Gpu &other : gpu_catalogue()) {
        if (!other.sm_count || !gpu.capability_major || other.capability_major != gpu.capability_major) continue;
        if (other.capability_minor != gpu.capability_minor) continue;
        if ((other.form == "slice") != (gpu.form == "slice")) continue;
        if (nearest == nullptr || distance(other) < distance(*nearest)) nearest = &other;
    }
    return nearest == nullptr ? std::nullopt : nearest->sm_count;
}

UsableMemory derived(Bytes bytes, const char *source) { return {bytes, Certainty::derived, phrase(source)}; }

UsableMemory derived_on_nvidia(const Gpu &gpu)
{
    if (gpu.unified_memory)
        return derived(static_cast<Bytes>(static_cast<double>(gpu.memory_nominal) * jetson_share),
                       QT_TRANSLATE_NOOP("core", "size as sold × 0.884, the least share that a measured Jetson gave to CUDA"));
    const bool before_turing = gpu.capability_major.value_or(8) < 7;
    const Bytes total = gpu.memory_reported.value_or(gpu.memory_nominal);
    const Bytes bytes = total - driver_reservation(total, before_turing);
    if (gpu.memory_reported)
        return derived(bytes,
                       before_turing
                           ? QT_TRANSLATE_NOOP("core", "the driver's total − driver reservation of 46 MiB + 3.7 MiB per GiB")
                           : QT_TRANSLATE_NOOP("core", "the driver's total − driver reservation of 410 MiB + 2 MiB per GiB"));
    return derived(bytes, before_turing
                              ? QT_TRANSLATE_NOOP("core", "the size as sold − driver reservation of 46 MiB + 3.7 MiB per GiB")
                              : QT_TRANSLATE_NOOP("core", "the size as sold − driver reservation of 410 MiB + 2 MiB per GiB"));
}

} // namespace

std::string_view name_of(Certainty certainty)
{
    constexpr std::array<std::string_view, 3> names{"measured", "stated", "derived"};
    return names[static_cast<std::size_t>(certainty)];
}

const FigureSource *Gpu::figure(std::string_view field) const
{
    const auto found = std::ranges::find(figures, field, &FigureSource::field);
    return found == figures.end() ? nullptr : &*found;
}

UsableMemory Gpu::usable(Platform platform) const
{
    const bool windows = platform == Platform::windows;
    const std::optional<Bytes> &known = windows ? memory_process_windows : memory_process;
    if (known) {
        const FigureSource *const from = figure(windows ? "memory.process_windows" : "memory.process");
        return {*known, from ? from->certainty : Certainty::stated, from ? from->source : source};
    }
    if (windows && vendor == "NVIDIA" && !unified_memory && memory_reported)
        return derived(*memory_reported - mib,
                       QT_TRANSLATE_NOOP("core", "the driver's total − 1 MiB, as every measured card shows on Windows"));
    if (vendor == "NVIDIA") return derived_on_nvidia(*this);
    if (vendor == "AMD" && !unified_memory)
        return derived(memory_nominal - hip_reservation,
                       QT_TRANSLATE_NOOP("core", "size as sold − 20 MiB, as HIP shows on measured cards"));
    return {memory_nominal, Certainty::stated,
            phrase(QT_TRANSLATE_NOOP("core", "size as sold; what a process can use was not measured"))};
}

std::optional<FreeAtStart> Gpu::at_start() const
{
    if (!unified_memory) return std::nullopt;
    // what was read on other machines: the least on a Jetson Xavier with 8 GB beside its desktop, the most that a kernel sees on a DGX Spark
    constexpr double least_share = 5555.0 / 8192, visible_share = 121.69 / 128;
    const auto share_of_it = [this](double share) { return static_cast<Bytes>(static_cast<double>(memory_nominal) * share); };
    FreeAtStart out{free_at_start.value_or(share_of_it(least_share)),
                    free_at_start_most.value_or(share_of_it(visible_share)),
                    Certainty::derived,
                    {}};
    out.most = std::max(out.most, out.least);
    if (const FigureSource *const from = figure("memory.free_at_start"); from && free_at_start) {
        out.certainty = from->certainty;
        out.source = from->source;
    } else
        out.source = phrase(
            QT_TRANSLATE_NOOP("core", "assumed, as nobody read it on such a machine: the shares of the size as sold on others, "
                                      "5,555 of 8,192 MiB free on a Jetson (%1) to 121.69 of 128 GiB that a DGX Spark has"),
            {"ollama/ollama#4693"});
    return out;
}

std::optional<int> Gpu::threads_per_sm() const
{
    // CUDA C++ Programming Guide, "Technical Specifications per Compute Capability": maximum resident threads per SM.
    if (!capability_major) return std::nullopt;
    const int capability = *capability_major * 10 + capability_minor.value_or(0);
    if (capability == 75) return 1024;
    if (capability == 86 || capability == 87 || capability == 89 || capability >= 110) return 1536;
    return 2048;
}

CardFacts Gpu::facts() const
{
    CardFacts out;
    out.name = name;
    if (capability_major) {
        out.capability_major = *capability_major;
        out.capability_minor = capability_minor.value_or(0);
    }
    if (const std::optional<int> threads = threads_per_sm()) out.threads_per_sm = *threads;
    out.sm_count_known = sm_count.has_value();
    out.sm_count = sm_count ? *sm_count : sm_count_of_similar(*this).value_or(out.sm_count);
    out.gpus_per_node = in_a_node();
    out.memory = usable_bytes();
    if (memory_reported && *memory_reported > *out.memory) out.kept = *memory_reported - *out.memory;
    return out;
}

int Gpu::in_a_node() const
{
    if (gpus_per_node) return *gpus_per_node;
    if (form == "laptop" || form == "soc") return 1;
    return form == "desktop" ? 4 : 8;
}

std::string Gpu::short_name() const
{
    for (const std::string_view brand : {"GeForce ", "NVIDIA "})
        if (name.starts_with(brand)) return name.substr(brand.size());
    return name;
}

std::string Gpu::short_title() const
{
    const std::string size = std::to_string((memory_nominal + gib / 2) / gib);
    std::string rest = short_name();
    // "H200 SXM 141GB" says its size already
    if (const std::size_t at = rest.find(' ' + size + "GB"); at != std::string::npos) rest.erase(at, size.size() + 3);
    return size + " GB " + rest;
}

} // namespace plimsoll
