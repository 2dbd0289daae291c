// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace plimsoll {

/// What happens to the allocator, in the order of the run.
struct AllocatorEvent {
    enum class Kind : std::uint8_t {
        allocate,    ///< `bytes` as requested, unrounded (0 allocates nothing, as in PyTorch); `id` names them
        free,        ///< what `id` named, which may then be used again
        empty_cache, ///< torch.cuda.empty_cache()
        loaded       ///< loading is over: peaks start anew, and a capacity holds from here on
    };
    Kind kind = Kind::allocate;
    std::uint8_t stream = 0; ///< the CUDA stream that allocates, 0 the default one
    std::uint32_t id = 0;    ///< memory is spent in proportion to the largest: number them densely
    Bytes bytes = 0;
    constexpr AllocatorEvent() = default;
    constexpr AllocatorEvent(Kind what, std::uint32_t name = 0, Bytes asked = 0, std::uint8_t on = 0)
        : kind(what), stream(on), id(name), bytes(asked)
    {}
    bool operator==(const AllocatorEvent &) const = default;
};

/// Where a process takes its memory from: PyTorch's caching allocator, a pool that an engine claims, a buffer that a graph was
/// planned into. It is driven by events (replay.h) and says what it holds of the card.
class Allocator {
public:
    virtual ~Allocator() = default;

    /// The stream whose allocations come next; nothing where the allocator has one pool for all.
    virtual void use_stream(std::uint8_t /*stream*/) {}
    /// `bytes` ≥ 0 for `id`, which names nothing yet. False: out of memory; then nothing is allocated.
    [[nodiscard]] virtual bool allocate(std::uint32_t id, Bytes bytes) = 0;
    /// As allocate() and free() at once, where they would leave everything as it is but for the peak. False: nothing was done.
    [[nodiscard]] virtual bool pass_through(Bytes /*bytes*/) { return false; }
    /// Frees what `id` names; nothing when it names nothing.
    virtual void free(std::uint32_t id) = 0;
    /// Gives back to the driver what nothing is in; nothing where the allocator never does.
    virtual void empty_cache() = 0;
    /// What the driver has for this process from here on, context not included; absent: without end. What is held stays.
    virtual void set_capacity(std::optional<Bytes> capacity) = 0;
    /// Both peaks start anew from what is held.
    virtual void reset_peaks() = 0;
    /// Another one that holds the same.
    [[nodiscard]] virtual std::unique_ptr<Allocator> copy() const = 0;

    [[nodiscard]] virtual Bytes allocated() const = 0; ///< what names stand for, as the allocator counts it
    [[nodiscard]] virtual Bytes reserved() const = 0;  ///< what the driver gave; allocated ≤ reserved
    [[nodiscard]] virtual Bytes peak_allocated() const = 0;
    [[nodiscard]] virtual Bytes peak_reserved() const = 0;
    [[nodiscard]] virtual Count segments() const = 0;         ///< pieces that the driver gave
    [[nodiscard]] virtual Count retries() const { return 0; } ///< requests that held only once something was given back
    [[nodiscard]] virtual std::vector<Bytes> asked() const { return {}; } ///< for what each piece was asked for, oldest first

protected:
    Allocator() = default;
    Allocator(const Allocator &) = default;
    Allocator(Allocator &&) = default;
    Allocator &operator=(const Allocator &) = default;
    Allocator &operator=(Allocator &&) = default;
};

} // namespace plimsoll
