// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"

#include <functional>
#include <memory>

namespace plimsoll {

/// The least memory on which a step still finishes, in bytes of the allocator, context not included. It costs several replays,
/// and most verdicts never need it: it is worked out when somebody first asks, and copies share the answer. Any number of
/// threads may ask.
class LeastMemory {
public:
    LeastMemory(Bytes known = 0) : m_known(known) {}
    /// `work` is called at most once.
    explicit LeastMemory(std::function<Bytes()> work);

    [[nodiscard]] Bytes bytes() const;
    operator Bytes() const { return bytes(); }
    /// Asks both unless they share one answer.
    bool operator==(const LeastMemory &other) const;

private:
    struct Shared;
    Bytes m_known = 0;
    std::shared_ptr<Shared> m_shared;
};

} // namespace plimsoll
