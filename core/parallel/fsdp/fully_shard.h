// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/torch/units.h"

#include <deque>
#include <vector>

// torch.distributed.fsdp.fully_shard (torch 2.15, _fully_shard/): each parameter is cut along its first dimension; a group of them
// is gathered at once ahead of its forward and backward, and its gradients are reduced at once behind its backward.

namespace plimsoll::step::fully_shard {

/// Streams besides the default one; blocks of one never serve another.
enum Stream : std::uint8_t { copy_in = 1, reduce_scatter = 2, all_reduce = 3 };

/// What every group of a model is told.
struct Policy {
    Count ranks = 1;             ///< that share one copy
    Count place = 0;             ///< of this rank among them
    bool copies = false;         ///< HSDP: several such groups, whose gradients are summed once more
    std::optional<Dtype> param;  ///< MixedPrecisionPolicy.param_dtype; none: as they are stored
    std::optional<Dtype> reduce; ///< .reduce_dtype; none: as they are stored
    bool divides = false;        ///< set_gradient_divide_factor: by another number than `ranks`
    bool offload = false;        ///< CPUOffloadPolicy: shards, their gradients and the optimizer stand on the host
};

/// A parameter that is cut (_fsdp_param.py FSDPParam). Its leaf's storage is filled while its group is gathered.
class ShardedParameter {
public:
    /// `stored`: of the shard, which accelerate may raise to float32.
    ShardedParameter(const RegisteredParameter &parameter, Dtype stored, const Policy &policy);

    /// Elements of the shard on every rank: whole rows, the last ranks' padded with zeros.
    [[nodiscard]] Count shard_elements() const { return m_rows * m_row; }
    [[nodiscard]] Dtype stored() const { return m_stored; }
    /// Of what is gathered.
    [[nodiscard]] Dtype gathered() const { return m_gathered; }
    [[nodiscard]] bool casts() const { return m_gathered != m_stored; }
    [[nodiscard]] bool trains() const { return m_parameter.leaf->trains; }
    [[nodiscard]] const RegisteredParameter &registered() const { return m_parameter; }
    [[nodiscard]] Leaf &leaf() const { return *m_parameter.leaf; }
    /// What the optimizer steps.
    [[nodiscard]] Leaf &shard() { return m_shard; }

    /// All of it, in the dtype of the shard.
    [[nodiscard]] Shape whole() const { return m_whole; }
    /// The shard comes into being on the card.
    [[nodiscard]] Tensor new_shard(Machine &m, const char *operation) const;
    /// Takes it; the leaf's own storage becomes that of gathered values.
    void keep(Machine &m, Tensor shard);
    /// `gradient`: of the whole group; this parameter's is a view of it.
    void accumulate(const Tensor &gradient);

private:
    RegisteredParameter m_parameter;
    Shape m_whole, m_own; ///< of all of it, of this rank's rows without padding
    Count m_rows = 0, m_row = 1;
    Dtype m_stored, m_gathered;
    Component m_component = Component::weights;
    Leaf m_shard;
};

class ParameterGroup;

/// What the groups of a model share (_fsdp_param_group.py FSDPCommContext).
struct Communication {
    Tensor gathered;                     ///< the last one's in forward, kept so that the next copy-in may overlap
    std::deque<Tensor> reduced;          ///< inputs of reductions that may still run
    std::vector<ParameterGroup *> order; ///< in which groups left forward
};

/// Parameters that are gathered and reduced at once (FSDPParamGroup).
class ParameterGroup {
public:
    ParameterGroup(const Policy &policy, Communication &shared, std::vector<ShardedParameter *> parameters, bool reshards,
                   int layer)
        : m_policy(policy), m_shared(shared), m_parameters(std::move(parameters)), m_reshards(reshards), m_layer(layer)
    {}

    /// Of the model's layers; -1: none.
    [[nodiscard]] int layer() const { return m_layer; }
    [[nodiscard]] const std::vector<ShardedParameter *> &parameters() const { return m_parameters; }
    [[nodiscard]] bool in_forward() const { return m_state == State::forward; }
    /// Gradients are reduced behind this backward; else they stay whole.
    void set_reduces(bool reduces) { m_reduces = reduces; }
    /// Gathered at once, and not resharded behind a backward; on its end what is gathered goes, from then on behind each forward too
    /// (torchtitan 0.3.0 components/loss.py, ChunkedLossWrapper).
    void keep_gathered(Machine &m, bool keeps);
    /// One of its parameters is another's twin by name alone: gathered a second time, of the same shard.
    void gather_twice(const ShardedParameter *parameter) { m_twin = parameter; }

    /// Returns whether the group was not in forward already.
    bool pre_forward(Machine &m);
    void post_forward(Machine &m);
    void pre_backward(Machine &m);
    void post_backward(Machine &m);
    /// The backward is over; what ran no post_backward of its own runs it.
    void end_backward(Machine &m);
    void finish_iteration();

private:
    enum class State : std::uint8_t { idle, forward, pre_backward, post_backward };

    void unshard(Machine &m);
    void wait_for_unshard(Machine &m);
    void reshard(Machine &m);
    void prefetch(Machine &m);
    [[nodiscard]] TensorList cast_shards(Machine &m) const;
    void keep_gradients(Machine &m);
    void add_raised(Machine &m) const;
    void reduce(Machine &m, TensorList gradients, const std::vector<ShardedParameter *> &with_gradient);
    [[nodiscard]] bool mixed() const;
    [[nodiscard]] Dtype reduce_dtype() const;

    const Policy &m_policy;
    Communication &m_shared;
    std::vector<ShardedParameter *> m_parameters;
    bool m_reshards; ///< behind forward
    int m_layer;
    State m_state = State::idle;
    bool m_unsharded = false, m_reduces = true, m_keeps = false;
    const ShardedParameter *m_twin = nullptr;
    Tensor m_twin_value;
    Tensor m_gathered;                ///< on its way
    Tensor m_all_reduced;             ///< HSDP: kept to the backward's end
    std::vector<std::size_t> m_order; ///< places in Communication::order
};

/// Bytes of the index tables that one copy-out of `chunks`, the parts of one rank in bytes, sends to the card (ATen/native/cuda/
/// TensorShape.cu split_with_sizes_copy_out_cuda_contiguous_no_cast).
[[nodiscard]] Bytes copy_out_tables(const std::vector<Bytes> &chunks, Count ranks, Count multiprocessors, Count threads_each);
/// Of one copy-in of gradients (get_chunk_cat_metadata).
[[nodiscard]] Bytes copy_in_tables(const std::vector<Bytes> &chunks);

} // namespace plimsoll::step::fully_shard
