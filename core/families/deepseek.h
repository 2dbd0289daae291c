// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/families/describe/recipe_modules.h"
#include "core/model/family.h"

#include <vector>

namespace plimsoll {

// Multi-head latent attention as DeepSeek has it, for its heirs.

/// kv_lora_rank, qk_nope_head_dim, …; `bias` of the projections to the ranks and out.
[[nodiscard]] AttentionSpec latent_attention(const Config &config, Count hidden, bool bias);
/// The same of modules that a recipe built: all but the number of heads follows from them.
[[nodiscard]] AttentionSpec latent_attention(const Config &config, const RecipeModules &layer);
/// rope_interleave decides between even and odd columns, and halves.
[[nodiscard]] RotaryForm paired(const Config &config);
/// What the heirs differ in.
struct LatentForm {
    RotaryForm rotary = RotaryForm::pairs;
    Count dense_first = 3; ///< layers that are dense where the configuration does not say
    RouterKind router = RouterKind::grouped_sigmoid;
    bool correction_bias = true;
    bool mlp_bias = false;
    bool counts_frequency = false; ///< a moe_layer_freq in the file leaves the layers between dense
};
/// Layers of latent attention with a gated MLP where dense and experts with a shared one where sparse.
[[nodiscard]] DecoderSpec latent_decoder(const Config &config, const LatentForm &form);
/// Sparse attention: a small indexer picks the keys.
void add_indexer(const Config &config, Tree &tree, Count hidden);
/// Every layer with an indexer of its own, or with the choice of the one before.
void set_indexers(const Config &config, DecoderSpec &spec, const std::vector<bool> &own, bool interleaved);
/// A head_dim in the file takes the place of qk_rope_head_dim, which these classes write there before: the rotary tables are of
/// that width and no longer fit the part of the heads that is turned.
void finish_with_own_tables(const Config &config, Draft &draft, DecoderSpec spec, TreeOrder order);

} // namespace plimsoll
