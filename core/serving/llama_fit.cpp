// SPDX-License-Identifier: GPL-3.0-or-later
// llama.cpp 0c1e57098, common/fit.cpp (common_params_fit_impl)
#include "core/serving/llama_placing.h"

#include <algorithm>

namespace plimsoll {

namespace {

/// Over all cards.
struct Sums {
    Bytes used = 0, weights = 0;
};

class Fit {
public:
    Fit(LlamaCall &call, LlamaPlacing &placing, std::optional<Count> asked)
        : m_call(call), m_placing(placing), m_asked(asked), m_all(placing.all_layers())
    {}

    LlamaStart answer()
    {
        const LlamaLayers initial{.on_cards = std::min(m_asked.value_or(m_all), m_all), .host_experts = m_call.host_experts};
        LlamaStart out = m_placing.laid_out(initial);
        if (!m_call.fit || m_call.cards.empty() || m_placing.fits(out, m_call.margin)) return out;
        if (!m_call.context_given) {
            const bool whole = lower_context(initial, out);
            out = m_placing.laid_out(initial);
            if (whole && m_call.cards.size() == 1) return out;
        }
        // layers and experts that somebody placed stay there
        if (m_asked || m_call.host_experts > 0) return out;
        if (!m_placing.fits(out, m_call.margin) || m_call.cards.size() > 1) out = with_layers();
        return out;
    }

private:
    [[nodiscard]] Sums sums(const LlamaStart &start) const
    {
        Sums out;
        for (std::size_t i = 0; i < m_call.cards.size(); ++i) {
            out.used += sum_of(start.places[i]);
            out.weights += start.places[i].weights;
        }
        return out;
    }

    /// Between the whole context and the least in a straight line, down to whole blocks of 256 cells; true: all of the model fits so.
    bool lower_context(const LlamaLayers &layers, const LlamaStart &whole)
    {
        const Count streams = std::max<Count>(whole.cells / std::max<Count>(whole.context, 1), 1);
        const Count most = m_call.context, least = m_call.least_context * streams;
        if (most <= least) return false;
        Bytes target = -m_call.projector;
        for (const LlamaCard &card : m_call.cards) target += *card.memory - m_call.margin;
        const Sums full = sums(whole);
        const auto cards = static_cast<Count>(m_call.cards.size());
        if (cards > 1) // whole layers, or tensors of experts, leave room on every card
            target -=
                (cards + 1) * (full.weights / std::max<Count>(std::min(layers.on_cards, m_all - 1), 1)) / (experts() ? 6 : 2);
        m_call.context = least;
        const Sums small = sums(m_placing.laid_out(layers));
        if (target <= small.used || full.used <= small.used) return false;
        const double part = static_cast<double>(target - small.used) / static_cast<double>(full.used - small.used);
        const Count cells = least + static_cast<Count>(static_cast<double>(most - least) * part);
        m_call.context = std::max(cells - cells % (256 * streams), least);
        return true;
    }

    [[nodiscard]] bool experts() const { return std::ranges::any_of(m_call.tensors, &GgufTensor::of_experts); }

    /// The smallest of low … high for which `holds`; high where none does.
    template <class Holds>
    static Count first(Count low, Count high, const Holds &holds)
    {
        while (low < high) {
            const Count middle = (low + high) / 2;
            if (holds(middle))
                high = middle;
            else
                low = middle + 1;
        }
        return low;
    }

    /// Experts go to the host layer by layer; where that is not enough, so do layers: the last card is filled first.
    LlamaStart with_layers()
    {
        LlamaLayers layers{.on_cards = m_all, .host_experts = m_call.host_experts};
        const auto fits = [&](const LlamaLayers &tried) { return m_placing.fits(m_placing.laid_out(tried), m_call.margin); };
        if (experts()) {
            layers.host_experts = first(layers.host_experts, m_all - 1, [&](Count host) {
                layers.host_experts = host;
                return fits(layers);
            });
            if (fits(layers)) return m_placing.laid_out(layers);
        }
        const std::size_t cards = m_call.cards.size();
        layers.each.assign(cards, 0);
        layers.on_cards = 0;
        for (std::size_t card = cards; card-- > 0;) {
            const Count before = layers.on_cards;
            const auto with = [&](Count count) {
                LlamaLayers tried = layers;
                tried.each[card] = count;
                tried.on_cards = before + count;
                return tried;
            };
            const Count rest = m_all - before;
            const Count away = first(
                0, rest, [&](Count left) { return m_placing.fits(m_placing.laid_out(with(rest - left)), card, m_call.margin); });
            layers = with(rest - away);
        }
        if (cards == 1) layers.each.clear();
        return m_placing.laid_out(layers);
    }

    LlamaCall &m_call;
    LlamaPlacing &m_placing;
    std::optional<Count> m_asked;
    Count m_all;
};

} // namespace

LlamaStart llama_fitted(LlamaCall &call, LlamaPlacing &placing, std::optional<Count> layers)
{
    const bool known = std::ranges::all_of(call.cards, [](const LlamaCard &card) { return card.memory.has_value(); });
    if (!known) call.fit = false;
    return Fit(call, placing, layers).answer();
}

} // namespace plimsoll
