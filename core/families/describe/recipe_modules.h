// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/families/describe/pieces.h"
#include "core/model/family.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

/// The modules that a recipe built, for the step beside it: names below a scope, sizes and biases from the tree. The step says
/// which of them run, and what no module tells. A module that is asked for and not there throws Refusal with its full name.
class RecipeModules {
public:
    /// All of `tree`, which outlives this and stays as it is.
    explicit RecipeModules(const Tree &tree);

    [[nodiscard]] RecipeModules in(std::string_view name) const;
    /// `name`.0, `name`.1, … as far as there are modules in them.
    [[nodiscard]] std::vector<RecipeModules> each(std::string_view name) const;

    /// Whether there is a module of this name with tensors of its own.
    [[nodiscard]] bool has(std::string_view name) const;
    /// Whether it has this parameter or buffer.
    [[nodiscard]] bool has(std::string_view name, std::string_view tensor) const;
    /// Of a parameter of the module `name`.
    [[nodiscard]] const Dimensions &shape(std::string_view name, std::string_view parameter = "weight") const;
    /// Those that the module registers.
    [[nodiscard]] const std::vector<Parameter> &buffers(std::string_view name) const;

    /// A module whose weight is a matrix: a Linear, a Conv1D, or a router with a bare weight.
    [[nodiscard]] LinearSpec linear(std::string_view name) const;
    /// A module whose weight is a row.
    [[nodiscard]] NormSpec norm(std::string_view name, NormKind kind) const;

    [[nodiscard]] const Tree &tree() const;
    [[nodiscard]] const std::string &path() const { return m_path; } ///< of the scope; empty: the whole tree

private:
    struct Index;
    [[nodiscard]] std::string full(std::string_view name) const;
    [[nodiscard]] const Module *find(std::string_view name) const;
    [[nodiscard]] const Module &at(std::string_view name) const;

    std::shared_ptr<const Index> m_index;
    std::string m_path;
};

/// Where a decoder's modules stand; all but `head` below `prefix`.
struct RecipeNames {
    std::string prefix = "model", embedding = "embed_tokens", layers = "layers";
    std::string final_norm = "norm"; ///< empty: none
    std::string head = "lm_head";
};

// What pieces.h has for decoders whose tree follows from their step, of modules that stand.

/// Embedding, final norm, head and its tie, max_position_embeddings; no layers yet.
[[nodiscard]] DecoderSpec decoder_base(const Config &config, const RecipeModules &modules, NormKind final_norm,
                                       const RecipeNames &names = {});
/// q_proj, k_proj, v_proj and `out` below `module`; every head rotated whole.
[[nodiscard]] AttentionSpec grouped_attention(const RecipeModules &layer, const Heads &heads, const std::string &out = "o_proj",
                                              const std::string &module = "self_attn");
/// Queries, keys and values in one projection, not rotated; both names are relative to the layer.
[[nodiscard]] AttentionSpec fused_attention(const RecipeModules &layer, const Heads &heads, const std::string &module,
                                            const std::string &fused, const std::string &out);
void set_q_k_norms(AttentionSpec &attention, const RecipeModules &layer, NormKind kind, const std::string &q_name = "q_norm",
                   const std::string &k_name = "k_norm");
/// input_layernorm and post_attention_layernorm.
void set_two_norms(LayerSpec &out, const RecipeModules &layer, NormKind kind);

/// `module`.gate_proj, up_proj and down_proj.
[[nodiscard]] MlpSpec gated_mlp(const RecipeModules &layer, Activation activation, const std::string &module = "mlp");
/// With SiLU, under names of its own, such as "feed_forward.w1".
[[nodiscard]] MlpSpec named_gated_mlp(const RecipeModules &layer, const char *gate, const char *up, const char *down);
[[nodiscard]] MlpSpec plain_mlp(const RecipeModules &layer, const std::string &up, const std::string &down,
                                Activation activation);
/// `up` makes gate and value at once.
[[nodiscard]] MlpSpec fused_gated_mlp(const RecipeModules &layer, const std::string &up, const std::string &down,
                                      Activation activation);
/// `module`.experts, fused and gated, behind the router `router`, which chooses `top_k` of them. `transposed`: their weights are
/// [experts, in, out].
[[nodiscard]] MlpSpec expert_mlp(const RecipeModules &layer, Count top_k, Activation activation, const std::string &router,
                                 RouterKind kind, const std::string &module = "mlp", bool transposed = false);
/// The gated MLP `name` beside the routed experts, where there is one.
void add_shared_expert(MlpSpec &mlp, const RecipeModules &layer, const std::string &name = "mlp.shared_experts");

/// LLaMA's layer without its MLP: attention, its dropout, two norms.
[[nodiscard]] LayerSpec attention_layer(const Config &config, const RecipeModules &layer, const Heads &heads,
                                        NormKind kind = NormKind::rms);
/// LLaMA's layer.
[[nodiscard]] LayerSpec llama_layer(const Config &config, const RecipeModules &layer, const Heads &heads);

} // namespace plimsoll
