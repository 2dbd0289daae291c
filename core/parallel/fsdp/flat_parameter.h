// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/torch/units.h"

#include <memory>
#include <vector>

// torch.distributed.fsdp.FullyShardedDataParallel (torch 2.15, _flat_param.py and _runtime_utils.py): the parameters of a unit lie
// in one flat tensor, of which every rank holds an equal piece.

namespace plimsoll::step::flat {

/// Streams besides the default one; blocks of one never serve another.
enum Stream : std::uint8_t { pre_unshard = 1, unshard = 2, post_backward = 3, all_reduce = 4 };

/// What every unit of a model is told.
struct Policy {
    Count ranks = 1;                    ///< that share one copy
    Count place = 0;                    ///< of this rank among them
    bool copies = false;                ///< HYBRID_SHARD: several such groups
    bool originals = true;              ///< use_orig_params: the optimizer sees the pieces of the model's own parameters
    bool reshards = true;               ///< FULL_SHARD; else SHARD_GRAD_OP, gathered from forward to backward
    bool offload = false;               ///< CPUOffload: shards, their gradients and the optimizer stand on the host
    std::optional<Dtype> param, reduce; ///< MixedPrecision; none: as they are stored
};

/// Where the parameters of a unit lie in its flat tensor, in elements.
struct Layout {
    std::vector<Count> begin, size; ///< of each parameter
    Count elements = 0;             ///< all of them, with what aligns them
    Count shard = 0;                ///< a rank's piece: the flat tensor is padded to a whole number of them
};
/// `sizes` of parameters of `element` bytes: under use_orig_params each begins at a multiple of 16 bytes (_flat_param.py
/// _init_flat_param_and_metadata).
[[nodiscard]] Layout flat_layout(const std::vector<Count> &sizes, Bytes element, Count ranks, bool originals);

/// One unit's parameters (FlatParamHandle).
class FlatParameter {
public:
    /// `raised`: accelerate makes the flat tensor float32 once it is cut. The root keeps what it gathered until its backward.
    FlatParameter(const Policy &policy, std::vector<RegisteredParameter> parameters, Dtype stored, bool raised, bool root,
                  int layer);

    /// Of the model's layers; -1: none.
    [[nodiscard]] int layer() const { return m_layer; }
    [[nodiscard]] bool trains() const { return m_trains; }
    [[nodiscard]] const Layout &layout() const { return m_layout; }
    [[nodiscard]] const std::vector<RegisteredParameter> &parameters() const { return m_parameters; }
    /// What the optimizer steps of this rank's piece, each with the parameter that it is of, or that the flat one begins with.
    struct Piece {
        const Leaf *of = nullptr;
        std::unique_ptr<Leaf> leaf;
    };
    [[nodiscard]] const std::vector<Piece> &pieces() const { return m_pieces; }

    /// How a unit comes onto the card.
    struct Loading {
        bool brings = true;      ///< it stands on the host or on meta
        bool broadcasts = false; ///< sync_module_states
        /// A parameter that is made twice, once for the module that is tied to it.
        const Leaf *twice = nullptr;
        /// A parameter that somebody keeps whole for good: with use_orig_params=False nothing takes its storage.
        const Leaf *kept = nullptr;
    };
    /// Whole on the card, broadcast, flattened and cut.
    void cut(Machine &m, const Loading &loading);
    /// accelerate's upcast, where it is told. The piece that was cut stays until the first reshard, if originals are views of it.
    void raise(Machine &m);
    /// FlatParamHandle.init_flat_param_attributes: buffers that come and go ahead of the first forward.
    void initialise(Machine &m) const;

    /// FSDP.summon_full_params(recurse=False): whole as it is stored, without a cast; behind it the rank's piece is written back from a
    /// clone (FlatParamHandle._writeback_to_local_shard, _get_shard).
    void summon(Machine &m);
    void dismiss(Machine &m);

    /// Gradients are reduced behind this backward; else the flat one stays (no_sync).
    void set_synchronises(bool synchronises) { m_synchronises = synchronises; }
    /// The prefetch of BackwardPrefetch.BACKWARD_POST.
    void set_after_reshard(std::function<void(Machine &)> hook) { m_after_reshard = std::move(hook); }

    [[nodiscard]] Tensor pre_forward(Machine &m, Tensor input);
    /// `hook`: ahead of its backward.
    [[nodiscard]] Tensor post_forward(Machine &m, Tensor output, std::function<void(Machine &)> hook);
    /// False: it ran in this backward already.
    bool pre_backward(Machine &m);
    /// Of a unit in which nothing trains, the hook on its input's gradient; of another, ahead of its reduction.
    void reshard_in_backward(Machine &m);
    /// Gathers ahead of its own hooks, where one is to come.
    void prefetch_backward(Machine &m);
    void prefetch_forward(Machine &m);
    void end_backward(Machine &m);
    /// Ahead of the next forward: the gradient whose views zero_grad() dropped goes.
    void drop_gradient();

private:
    enum class State : std::uint8_t { idle, forward, pre_backward, post_backward };

    [[nodiscard]] bool casts() const { return m_computed != m_stored; }
    [[nodiscard]] TensorList brought(Machine &m, const Loading &loading);
    void broadcast(Machine &m, const TensorList &singles) const;
    void make_pieces();
    void gather(Machine &m);
    void see_as(Dtype dtype);
    void reshard(Machine &m);
    void use_views(Machine &m);
    void post_backward(Machine &m);
    void reduce(Machine &m);
    void keep_gradient(Tensor own);

    const Policy &m_policy;
    std::vector<RegisteredParameter> m_parameters;
    Layout m_layout;
    Dtype m_original, m_stored, m_computed, m_reduced;
    bool m_raises, m_root, m_trains = false;
    int m_layer;
    Component m_component = Component::weights;

    Tensor m_shard;    ///< this rank's piece
    Tensor m_leftover; ///< as it was cut, beside the raised one
    Tensor m_whole;    ///< hollow but while it is gathered
    Tensor m_kept;     ///< Loading::kept
    std::vector<Piece> m_pieces;
    Tensor m_unreduced; ///< the flat gradient
    Tensor m_gradient;  ///< of the piece
    std::function<void(Machine &)> m_after_reshard;

    State m_state = State::idle;
    bool m_synchronises = true;
    bool m_prefetched = false, m_wants_backward = false, m_ran_pre_backward = false;
};

} // namespace plimsoll::step::flat
