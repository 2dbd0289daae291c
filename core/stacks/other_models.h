// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/decoder/decoder.h"
#include "core/objectives/objective_kind.h"

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace plimsoll::step {

/// A model of its own that a training asks beside the one that trains: a teacher, a model that rewards.
struct OtherModel {
    std::string_view name; ///< as stages call it: teacher, reward_model
    ArchitectureRef architecture;
    std::unique_ptr<Decoder> decoder;
    Tensor shard;       ///< of a rank that holds a part of it alone, in the place of its weights
    Bytes gathered = 0; ///< what of it stands whole while it runs then: its largest layer
};
using OtherModels = std::vector<OtherModel>;

/// Those of this name.
[[nodiscard]] inline std::vector<const OtherModel *> others_named(const OtherModels &all, std::string_view name)
{
    std::vector<const OtherModel *> out;
    for (const OtherModel &one : all)
        if (one.name == name) out.push_back(&one);
    return out;
}

/// While another model runs: without gradients, and without the hooks of whoever spreads the one that trains.
class AskedAlone {
public:
    explicit AskedAlone(Machine &m)
        : m_machine(m), m_units(std::exchange(m.units, nullptr)), m_hooks(std::exchange(m.hooks_modules, false)),
          m_grad(std::exchange(m.grad_enabled, false))
    {}
    ~AskedAlone()
    {
        m_machine.units = m_units;
        m_machine.hooks_modules = m_hooks;
        m_machine.grad_enabled = m_grad;
    }
    AskedAlone(const AskedAlone &) = delete;
    AskedAlone &operator=(const AskedAlone &) = delete;

private:
    Machine &m_machine;
    Units *m_units;
    bool m_hooks, m_grad;
};

} // namespace plimsoll::step
