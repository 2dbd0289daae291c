// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/adapters/adapters.h"

#include <memory>

namespace plimsoll::step {

/// An adapter put around the modules of one model: what they share lives as long as any of them does.
class AdapterRun {
public:
    /// `model`: of which the shared tensors' sizes depend.
    AdapterRun(Machine &m, const Adapter &adapter, const AdaptedModel &model);
    ~AdapterRun();
    AdapterRun(const AdapterRun &) = delete;
    AdapterRun &operator=(const AdapterRun &) = delete;

    void wrap(Machine &m, LinearModule &module);
    /// What trains of the shared tensors.
    void collect_shared(std::vector<Leaf *> &parameters) const;

    /// What all wrapped modules have in common.
    struct Common;

private:
    std::shared_ptr<Common> m_common;
};

} // namespace plimsoll::step
