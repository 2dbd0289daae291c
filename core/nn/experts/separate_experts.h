// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/nn/modules.h"

#include <array>
#include <deque>

namespace plimsoll::step {

/// Experts that are gated MLPs one by one in a ModuleList, as transformers before 5 and the code on the Hub of DeepSeek-MoE and
/// MiniCPM-MoE have them: bitsandbytes packs and PEFT wraps every projection. Which expert a token goes to is not known: all get
/// as many.
class SeparateExperts {
public:
    void load(Machine &m, const MlpSpec &spec, const Precision &precision);
    /// Liger's kernel in place of the MLP's lines.
    void use_liger() { m_liger = true; }

    /// All projections, expert by expert, as registered.
    template <class Act>
    void each(const Act &act)
    {
        each_of(7, act);
    }
    /// Those of `parts`: bit 0 the gates, bit 1 the others, bit 2 the projections down.
    template <class Act>
    void each_of(std::uint32_t parts, const Act &act)
    {
        for (Expert &expert : m_experts)
            for (const std::size_t i : order())
                if (parts >> i & 1) act(expert[i]);
    }

    /// x [.., hidden], scores and indices [tokens, top_k]. By choice what every choice gives, times its score:
    /// [tokens · top_k, hidden]; the other loops give the sum over a token's choices, [tokens, hidden].
    [[nodiscard]] Tensor forward(Machine &m, const Tensor &x, const Tensor &scores);

private:
    using Expert = std::array<LinearModule, 3>; ///< gate, up, down
    [[nodiscard]] std::array<std::size_t, 3> order() const
    {
        if (m_spec->moe.separate.down_before_up) return {0, 2, 1};
        return {0, 1, 2};
    }
    [[nodiscard]] Tensor run(Machine &m, Expert &expert, const Tensor &x);
    [[nodiscard]] Count rows_of(Count pairs, Count expert) const;
    [[nodiscard]] Tensor by_choice(Machine &m, const Tensor &x, const Tensor &scores);
    [[nodiscard]] Tensor by_mask(Machine &m, const Tensor &x, const Tensor &scores);
    [[nodiscard]] Tensor by_token(Machine &m, const Tensor &x, const Tensor &scores);
    [[nodiscard]] Tensor sorted(Machine &m, const Tensor &x, const Tensor &scores);

    const MlpSpec *m_spec = nullptr;
    std::deque<Expert> m_experts;
    bool m_liger = false;
};

/// How many of `pairs` expert `index` of `experts` gets when all get as many.
[[nodiscard]] Count even_share(Count pairs, Count experts, Count index);

/// whole[index] = rows: backward clones the gradient with zeros in place of the rows, and takes the rows' own.
[[nodiscard]] Tensor put_rows(Machine &m, Tensor whole, const Tensor &rows, const Tensor &index);

/// whole.index_add_(0, index, rows)
[[nodiscard]] Tensor add_rows(Machine &m, Tensor whole, const Tensor &rows, const Tensor &index);

} // namespace plimsoll::step
