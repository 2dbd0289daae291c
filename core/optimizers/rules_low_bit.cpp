// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/optimizer_rules.h"

#include <initializer_list>

namespace plimsoll::step {

namespace {

constexpr Count least_quantised = 4096; // min_8bit_size of bitsandbytes, and torchao's rule after it

class BitsAndBytes final : public OptimizerRule {
public:
    explicit BitsAndBytes(const BitsAndBytesRule &rule) : m_rule(rule) {}

    void create(Machine &m, const Leaf &leaf, OptimizerState &state) const override
    {
        // bitsandbytes 0.50 optim/optimizer.py, Optimizer2State.init_state: blocks of 256 values; get_state_buffer puts paged
        // states of 1e5 elements and more into managed memory, which the allocator does not see
        constexpr Count block = 256, paged_from = 100'000;
        const Count n = leaf.value.elements();
        const bool whole = m_rule.bits == 32 || n < least_quantised || (m_rule.spares_embeddings && leaf.embedding);
        if (!whole && m_maps.empty())
            for (int i = 0; i < m_rule.states; ++i) m_maps.push_back(m.empty({256}, Dtype::fp32, "qmap"));
        const bool managed = m_rule.paged && n >= paged_from;
        for (int i = 0; i < m_rule.states; ++i)
            if (!managed)
                state.push_back(m.empty({copies(i), n}, whole ? Dtype::fp32 : Dtype::uint8, i == 0 ? "state1" : "state2"));
        if (whole) return;
        for (int i = 0; i < m_rule.states; ++i)
            state.push_back(m.empty({copies(i), (n + block - 1) / block}, Dtype::fp32, i == 0 ? "absmax1" : "absmax2"));
    }

private:
    [[nodiscard]] Count copies(int state) const { return m_rule.two_in_first && state == 0 ? 2 : 1; }

    BitsAndBytesRule m_rule;
    mutable std::vector<Tensor> m_maps; ///< quantisation maps, shared by all parameters
};

class TorchaoAdam final : public OptimizerRule {
public:
    TorchaoAdam(TorchaoState state, Count block) : m_state(state), m_block(block) {}

    void create(Machine &m, const Leaf &leaf, OptimizerState &state) const override
    {
        // _AdamBase._new_buffer; codes and one scale a block, and but for fp8 a map of all codes
        const Count n = leaf.value.elements();
        for (const char *name : {"exp_avg", "exp_avg_sq"}) {
            if (!quantised(n)) {
                state.push_back(m.empty(leaf.value.shape(), leaf.value.dtype(), name));
                continue;
            }
            state.push_back(m.empty({m_state == TorchaoState::four_bit ? n / 2 : n}, Dtype::uint8, name));
            state.push_back(m.empty({n / m_block}, Dtype::fp32, "scale"));
            if (m_state != TorchaoState::fp8)
                state.push_back(m.empty({m_state == TorchaoState::four_bit ? 16 : 256}, Dtype::fp32, "qmap"));
        }
    }
    [[nodiscard]] bool creates_in_turn() const override { return true; }

    void turn(Machine &m, Leaf &leaf, OptimizerState &) override
    {
        // single_param_adam, compiled: both moments in float32 are read again once the blocks' maxima are known
        // (quant_utils.py, scale_tensor); codes of 4 bits are int64 until two of them are packed, those of fp8 are made apart
        const Count n = leaf.value.elements();
        if (!quantised(n) || (m_state == TorchaoState::eight_bit && is_one_kernel(leaf.value.shape().last()))) return;
        const Tensor first = m.empty(leaf.value.shape(), Dtype::fp32, "exp_avg_f32");
        const Tensor second = m.empty(leaf.value.shape(), Dtype::fp32, "exp_avg_sq_f32");
        TensorList made;
        if (m_state == TorchaoState::fp8) {
            made.push_back(m.empty({n}, Dtype::uint8, "codes"));
            return;
        }
        for (int i = 0; i < 2; ++i) made.push_back(m.empty({n / m_block}, Dtype::fp32, "amax"));
        if (m_state == TorchaoState::four_bit)
            for (int i = 0; i < 2; ++i) made.push_back(m.empty({n}, Dtype::int64, "codes"));
    }

private:
    [[nodiscard]] bool quantised(Count n) const { return n >= least_quantised && n % m_block == 0; }
    /// torch 2.15 _inductor/codegen/simd.py, _split_iteration_ranges: rows of this width divide evenly into blocks, or blocks into
    /// rows. Then reading, blocks' maxima and codes of 8 bits are one kernel, and no moment stands in memory.
    [[nodiscard]] bool is_one_kernel(Count width) const { return width % m_block == 0 || m_block % width == 0; }

    TorchaoState m_state;
    Count m_block;
};

} // namespace

std::unique_ptr<OptimizerRule> bitsandbytes_optimizer(const BitsAndBytesRule &rule)
{
    return std::make_unique<BitsAndBytes>(rule);
}

std::unique_ptr<OptimizerRule> torchao_adam(TorchaoState state, Count block)
{
    return std::make_unique<TorchaoAdam>(state, block);
}

} // namespace plimsoll::step
