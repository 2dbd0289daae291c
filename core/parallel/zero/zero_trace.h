// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"

#include <cstddef>
#include <limits>
#include <vector>

// In which order ZeRO-3 gathers and lets go: a step is recorded, the next ones look ahead in it (DeepSpeed 0.19.8, runtime/zero/
// partitioned_param_coordinator.py, PartitionedParameterCoordinator). Knows parameters and modules by index, and no bytes.

namespace plimsoll {

/// How far it looks ahead, in elements.
struct ZeroTraceSettings {
    Count prefetch_bucket = 0, max_live = 0, max_reuse = 0;
};

class ZeroTrace {
public:
    /// Where a parameter stands.
    enum class Status : std::uint8_t {
        apart,     ///< its share alone
        in_flight, ///< a gather was begun
        whole
    };
    /// `elements` of each parameter.
    ZeroTrace(ZeroTraceSettings settings, std::vector<Count> elements, std::vector<bool> persists);

    /// Another forward and backward begin: reset_step(). A recorded order is complete from now on.
    void begin();
    /// A module is about to run, in forward or backward; it has `parameters`, in ascending order, maybe none. Returns what of them is
    /// to be gathered at once.
    [[nodiscard]] std::vector<std::size_t> enter(const std::vector<std::size_t> &parameters);
    /// Behind enter(), when `parameters` are whole: what is to be gathered ahead, together.
    [[nodiscard]] std::vector<std::size_t> look_ahead(const std::vector<std::size_t> &parameters);
    /// A module has run: which of its parameters go, unless others still need them.
    [[nodiscard]] std::vector<std::size_t> leave(const std::vector<std::size_t> &parameters) const;

    [[nodiscard]] Status status(std::size_t parameter) const { return m_status[parameter]; }
    void begin_gather(std::size_t parameter)
    {
        m_status[parameter] = Status::in_flight;
        m_live += m_elements[parameter];
    }
    void end_gather(std::size_t parameter) { m_status[parameter] = Status::whole; }
    void let_go(std::size_t parameter)
    {
        m_status[parameter] = Status::apart;
        m_live -= m_elements[parameter];
    }
    /// Whole without having been fetched: what stays between steps.
    void keep_whole(std::size_t parameter) { m_status[parameter] = Status::whole; }
    [[nodiscard]] bool persists(std::size_t parameter) const { return m_persists[parameter]; }
    [[nodiscard]] bool complete() const { return m_mode == Mode::complete; }

private:
    enum class Mode : std::uint8_t { none, recording, complete };
    struct Use {
        std::size_t parameter = 0, step = 0;
    };
    void complete_record();
    /// The parameter is used again by a module before which less than max_reuse elements run.
    [[nodiscard]] bool recurs_soon(std::size_t parameter) const;

    static constexpr std::size_t never = std::numeric_limits<std::size_t>::max();
    ZeroTraceSettings m_settings;
    std::vector<Count> m_elements;
    std::vector<bool> m_persists;
    std::vector<Status> m_status;
    Mode m_mode = Mode::none;
    std::size_t m_step = 0;
    std::vector<std::vector<std::size_t>> m_order; ///< parameters of each module, as they ran
    std::vector<Count> m_before;                   ///< elements of the modules ahead of each
    std::vector<Use> m_uses;                       ///< of parameters, in that order
    std::vector<std::vector<std::size_t>> m_steps; ///< of each parameter's uses
    std::size_t m_next = 0;                        ///< of m_uses: the queue's head
    std::vector<std::size_t> m_fetched_for;        ///< the use it was gathered for; never: none yet
    Count m_live = 0;
};

} // namespace plimsoll
