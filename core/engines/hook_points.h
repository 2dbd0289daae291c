// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/decoder/decoder.h"
#include "core/nn/forward_inputs.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll::step {

/// Points at which TransformerLens 2 keeps tensors (HookedTransformer.hook_dict), by the names it has for them, and what forward
/// hooks on transformers' modules see there.
enum class HookPoint : std::uint8_t {
    embed,
    pos_embed,
    resid_pre,
    ln1_scale,
    ln1_normalized,
    q,
    k,
    v,
    rot_q,
    rot_k,
    attn_scores,
    pattern,
    z,
    result,
    attn_out,
    resid_mid,
    ln2_scale,
    ln2_normalized,
    mlp_pre,
    mlp_pre_linear,
    mlp_post,
    mlp_out,
    resid_post,
    final_scale,
    final_normalized,
};

/// "blocks.{layer}.attn.hook_q" of each, in the order above.
[[nodiscard]] const std::vector<std::string_view> &hook_names();

/// Which points of which layers a list of patterns means; an empty list means all, as in run_with_cache without a filter.
/// A pattern is a name, with "*" for any text and "{layer}" or a number for a layer, with or without "blocks.{layer}.".
class WantedHooks {
public:
    /// Of a model with so many layers. `only`: layers that are looked at; empty: all.
    WantedHooks(const std::vector<std::string> &patterns, Count layers, const std::vector<Count> &only);
    [[nodiscard]] bool wants(HookPoint point, Count layer) const
    {
        return m_wanted[static_cast<std::size_t>(point)][static_cast<std::size_t>(layer)];
    }
    [[nodiscard]] bool wants_any(HookPoint point) const;
    [[nodiscard]] const std::vector<bool> &layers_of(HookPoint point) const { return m_wanted[static_cast<std::size_t>(point)]; }

private:
    std::vector<std::vector<bool>> m_wanted;
};

/// Whether a pattern names a layer by its number: then no layer stands for another.
[[nodiscard]] bool names_a_layer(const std::vector<std::string> &patterns);

/// Whether attention weights or their scores are among what is to be kept.
[[nodiscard]] bool asks_for_weights(const Extract &extract, Count layers);

/// Why a list of patterns means nothing in this model; nothing when it means something. Names the nearest points.
[[nodiscard]] std::optional<Error> wrong_hooks(const std::vector<std::string> &patterns, const DecoderSpec &spec);

/// Forward hooks on a decoder's modules (torch.nn.Module.register_forward_hook) that keep what they see, while this lives.
class HookedModules {
public:
    HookedModules(Machine &m, Decoder &decoder, const WantedHooks &wanted, std::vector<Tensor> &kept);
    HookedModules(const HookedModules &) = delete;
    HookedModules &operator=(const HookedModules &) = delete;
    ~HookedModules() { m_machine.after_module = nullptr; }

private:
    /// A module whose input or output is a point's tensor.
    struct Place {
        std::string_view module;
        HookPoint point;
        bool input = false;  ///< else its output
        bool column = false; ///< one number a row of it, which its norm makes
    };
    void see(const char *module, const Tensor &input, const Tensor &output);
    void keep(const Tensor &tensor);
    [[nodiscard]] static std::vector<Place> places_of(const LayerSpec &layer);

    Machine &m_machine;
    Decoder &m_decoder;
    const WantedHooks &m_wanted;
    std::vector<Tensor> &m_kept;
    std::vector<Place> m_around;              ///< of the model
    std::vector<std::vector<Place>> m_places; ///< of each kind of layer
};

} // namespace plimsoll::step
