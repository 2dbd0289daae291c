// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/adapters/adapter_run.h"
#include "core/decoder/decoder_class.h"

#include <deque>
#include <vector>

namespace plimsoll::step {

/// What an adapter with a StateBeside runs beside the layers of a frozen decoder: a model of the same class with few of its layers,
/// which trains whole (peft 0.21 tuners/shadow/model.py, ShadowModel), and what its layers have to take the state along.
class ModelBeside {
public:
    /// `base` and `adapter` outlive it. Its dtype is that of the base's first parameter.
    ModelBeside(Machine &m, DecoderModules &base, const AdapterRun &adapter);

    /// The first state, before the base's own forward: _seed_shadow_pre_hook. It stays until the next one begins.
    void begin(Machine &m, const Pass &of_base);
    /// What the layer reads in place of `hidden` [batch, length, hidden].
    [[nodiscard]] Tensor enter(Machine &m, std::size_t layer, const Tensor &hidden);
    /// The state that goes on behind the layer, whose result is `hidden`.
    void leave(Machine &m, std::size_t layer, const Tensor &hidden);
    /// Behind the last layer: the base goes on with `hidden` alone.
    void end() { m_state.reset(); }
    /// [batch, length, hidden]; undefined before the first forward.
    [[nodiscard]] const Tensor &first() const { return m_first; }

    /// All that trains, as PeftModel registers it: of the layers, then the model's.
    void collect(std::vector<Leaf *> &parameters);
    /// Of these, those that no gradient reaches: a table that the base's look-up takes the place of.
    void collect_unreached(std::vector<Leaf *> &parameters);
    /// Everything in another dtype.
    void cast(Machine &m, Dtype dtype);

private:
    /// Of the model, those that it has.
    [[nodiscard]] std::vector<Leaf *> own_leaves();

    DecoderModules &m_base;
    const AdapterRun &m_adapter;
    const bool m_shares;            ///< it reads what the base's embedding looks up
    const std::vector<int> m_kinds; ///< of its layers
    DecoderModules m_modules;
    LayerNames m_names;
    std::deque<std::vector<Leaf>> m_layers; ///< what trains in each of the base's
    std::vector<LayerCache> m_cache;        ///< while tokens are generated
    Tensor m_first, m_state;
    bool m_training = false; ///< the forward that runs
};

} // namespace plimsoll::step
