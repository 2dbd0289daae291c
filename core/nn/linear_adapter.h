// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/torch/autograd.h"

#include <optional>
#include <vector>

namespace plimsoll::step {

class LinearModule;

/// Two matrices [rank, in] and [out, rank] whose product is added to a linear's.
struct LowRankHalves {
    Leaf *a = nullptr, *b = nullptr;
    double dropout = 0.0;
};

/// What PEFT puts around a linear: parameters of its own and another forward (core/adapters has each method's).
class LinearAdapter {
public:
    LinearAdapter() = default;
    LinearAdapter(const LinearAdapter &) = delete;
    LinearAdapter &operator=(const LinearAdapter &) = delete;
    virtual ~LinearAdapter() = default;

    /// The wrapped module's forward of x; the module's arguments hold x until it returns.
    [[nodiscard]] virtual Tensor forward(Machine &m, LinearModule &module, Tensor x) = 0;
    /// Appends its parameters as they are registered.
    virtual void collect(std::vector<Leaf *> &parameters) = 0;
    /// parameter.data.to(dtype) on its parameters; `all`: not the matrices alone but also what a library's own loop over
    /// matrices passes by (DoRA's magnitudes).
    virtual void cast(Machine &m, Dtype dtype, bool all) = 0;
    /// The halves for libraries that multiply with them themselves; nothing where it has none.
    [[nodiscard]] virtual std::optional<LowRankHalves> halves() { return std::nullopt; }
};

} // namespace plimsoll::step
