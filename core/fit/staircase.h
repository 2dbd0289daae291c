// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/estimate/estimate.h"

#include <optional>
#include <vector>

namespace plimsoll {

/// Bytes needed near a value of a field as long as the allocator decides as it did there: the same segments, each for a request
/// that grows along a straight line, each rounded as the allocator rounds it. Another value tells how the requests grow.
class Staircase {
public:
    struct Step {
        Count value = 0;
        Bytes need = 0;   ///< with the whole interval, on the place in question
        bool here = true; ///< the estimate is that of the place's step, not of another card's
        const Estimate *estimate = nullptr;
    };
    /// Nothing where no segments are known or none grows.
    [[nodiscard]] static std::optional<Staircase> through(const Step &near, const Step &other);

    /// The largest value in [least, most] that needs no more than `bytes`; `least` − 1 where none does.
    [[nodiscard]] Count reach(Bytes bytes, Count least, Count most) const;

private:
    struct Request {
        Bytes bytes = 0;   ///< at the near step
        double growth = 0; ///< per value
    };
    [[nodiscard]] static std::vector<Request> in_pairs(const Step &near, const Step &other);
    [[nodiscard]] static std::vector<Request> in_proportion(const Step &near, const Step &other);
    [[nodiscard]] Bytes need(Count value) const;

    Step m_near;
    std::vector<Request> m_growing; ///< the other requests stay
    Bytes m_growing_reserved = 0;   ///< their segments at the near step
    double m_share = 1;             ///< what the need grows by for each byte reserved
};

} // namespace plimsoll
