// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/step/modules.h"

#include <array>
#include <deque>

namespace plimsoll::step {

/// Experts that are gated MLPs one by one in a ModuleList, as the code on the Hub of DeepSeek-MoE and MiniCPM-MoE has them:
/// bitsandbytes packs and PEFT wraps every projection. Which expert a token goes to is not known: all get as many.
class ApartExperts {
public:
    void load(Machine &m, const MlpSpec &spec, const Precision &precision);

    /// All projections, expert by expert.
    template <class Act>
    void each(const Act &act)
    {
        each_of(7, act);
    }
    /// Those of `parts`: bit 0 the gates, bit 1 the others, bit 2 the projections down.
    template <class Act>
    void each_of(std::uint32_t parts, const Act &act)
    {
        for (std::array<LinearModule, 3> &expert : m_experts)
            for (std::size_t i = 0; i < expert.size(); ++i)
                if (parts >> i & 1) act(expert[i]);
    }

    /// x [.., hidden], scores [tokens, top_k]; what every choice gives, times its score: [tokens · top_k, hidden].
    [[nodiscard]] Tensor forward(Machine &m, const Tensor &x, const Tensor &scores);

private:
    const MlpSpec *m_spec = nullptr;
    std::deque<std::array<LinearModule, 3>> m_experts;
};

/// How many of `pairs` expert `index` of `experts` gets when all get as many.
[[nodiscard]] Count even_share(Count pairs, Count experts, Count index);

} // namespace plimsoll::step
