// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <string_view>

namespace plimsoll {

/// The 90 % interval of a peak, as fractions of the estimate: 0.95 to 1.08, say.
struct Spread {
    double low = 1.0;
    double high = 1.0;
    std::string_view source = {}; ///< what it was measured on, for who reads the sources
    bool operator==(const Spread &) const = default;
};

/// Published peaks over estimates on one card, every setting known or one assumed: 5 % and 95 % quantiles, rounded outwards.
struct Spreads {
    struct Measured {
        Spread dense, packed; ///< weights of 16 or 32 bits; of 8 or fewer
        bool operator==(const Measured &) const = default;
    };
    Measured allocated;
    std::optional<Measured> reserved; ///< absent: not measured apart; as what is allocated, and wider
};

// Groups of runs that spread alike.
extern const Spreads spread_of_trainers;   ///< transformers' Trainer
extern const Spreads spread_of_loops;      ///< plain PyTorch loops
extern const Spreads spread_of_generation; ///< transformers' generate()
extern const Spreads spread_unmeasured;    ///< kernels, loops or engines of their own

} // namespace plimsoll
