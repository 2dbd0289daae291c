// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/parallel/zero/zero_partitions.h"
#include "core/parallel/zero/zero_settings.h"
#include "core/parallel/zero/zero_trace.h"
#include "core/torch/units.h"

#include <deque>
#include <memory>
#include <unordered_map>

namespace plimsoll::step {

/// Parameters that are whole only while a module runs: fetched ahead of it, let go behind it, in forward and backward (DeepSpeed
/// 0.19.8, runtime/zero/partitioned_param_coordinator.py and partition_parameters.py).
class ZeroGathers {
public:
    /// A module with its own parameters, ascending.
    struct Module {
        std::vector<std::size_t> parameters;
        std::vector<std::size_t>
            recomputed; ///< frozen ones that a recomputation within its backward used (ds_recompute_parameters)
        int id = 0;
    };

    /// `settings` outlives it. `packed_width`: bytes of one element as packed weights are stored (bnb_4bit_quant_storage).
    ZeroGathers(const ZeroSettings &settings, Count ranks, Count packed_width)
        : m_settings(settings), m_ranks(ranks), m_packed_width(packed_width)
    {}
    /// The parameters in registration order; their storages are hollow but for `persistent` ones between steps.
    void take(const std::vector<const RegisteredParameter *> &parameters);

    /// A forward begins: reset_step.
    void begin(Machine &m);
    /// fetch_sub_module. `forward`: also within a recomputation.
    void fetch(Machine &m, Module &module, bool forward);
    /// A module without parameters is entered: it counts, and what comes next is gathered ahead.
    void pass(Machine &m);
    /// release_sub_module
    void release(Machine &m, Module &module, bool forward);
    /// release_backward_leftovers
    void release_leftovers(Machine &m);
    /// release_and_reset_all
    void release_all(Machine &m);
    /// Behind a step: parameters that persist are gathered for good.
    void gather_persistent(Machine &m);

    /// GatheredParameters of the whole model: all that are not whole already come, each into a tensor of its own, and go again.
    void gather_all(Machine &m);
    void part_all(Machine &m);

    /// Parameters that their layer reads itself, no module of their own standing around them, are known when a forward has run.
    void find_loose();
    /// Those of a layer are gathered, or go.
    void hold_loose(Machine &m, int layer, bool hold);

    /// The module that has these leaves; `name` tells a tied head from the embedding.
    [[nodiscard]] Module &module_of(const ModuleLeaves &leaves, bool head);
    [[nodiscard]] Count share(std::size_t parameter) const { return m_parameters[parameter].share; }
    [[nodiscard]] Count ranks() const { return m_ranks; }

private:
    /// One gather of several parameters, which are copied out of it when the first of them is needed.
    struct Flight {
        Tensor flat;
        std::vector<std::size_t> parameters;
        bool complete = false;
    };
    struct Gathered {
        Leaf *leaf = nullptr;
        Count elements = 0, share = 0;
        bool trains = false;
        bool packed = false;    ///< bitsandbytes' product keeps a view of it on its context
        std::vector<int> users; ///< ds_active_sub_modules
        std::shared_ptr<Flight> flight;
    };
    [[nodiscard]] std::uint8_t stream(const Machine &m) const;
    void gather(Machine &m, const std::vector<std::size_t> &parameters);
    void gather_alone(Machine &m, std::size_t parameter);
    void gather_together(Machine &m, const std::vector<std::size_t> &parameters);
    void wait(Machine &m, std::size_t parameter);
    void let_go(Machine &m, std::size_t parameter);

    const ZeroSettings &m_settings;
    Count m_ranks, m_packed_width;
    std::vector<Gathered> m_parameters;
    std::unique_ptr<ZeroTrace> m_trace;
    std::unordered_map<const Leaf *, std::size_t> m_index;
    std::unordered_map<const Leaf *, Module> m_modules, m_heads;
    std::deque<Module *> m_active;                             ///< in backward, the last begun last
    std::unordered_map<int, std::vector<std::size_t>> m_loose; ///< by layer
    bool m_searched = false;
    int m_next_id = 0;
};

} // namespace plimsoll::step
