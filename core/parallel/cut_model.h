// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"
#include "core/model/architecture.h"
#include "core/parallel/rank.h"
#include "core/plan/plan.h"

#include <string_view>
#include <vector>

// What one rank holds of a model whose matrices, vocabulary or experts are divided. Layers, norms and routers stay.

namespace plimsoll {

/// Of `size` rows or columns what the rank at `place` of `ranks` holds: ⌈size / ranks⌉, the last ones less (torch.chunk).
[[nodiscard]] Count share_of(Count size, Count ranks, Count place);

/// How a linear layer is divided (transformers 5.23 distributed/tensor_parallel.py).
enum class CutStyle : std::uint8_t {
    whole,            ///< on every rank
    columns,          ///< its outputs, which stay apart: "colwise"
    columns_gathered, ///< its outputs, which are gathered at once: "colwise_gather_output"
    rows,             ///< its inputs, which are apart already: "rowwise"
    rows_split        ///< its inputs, of which each rank takes its own: "rowwise_split_input"
};

/// A model's base_model_tp_plan. Embedding and head are divided by words in all of them.
struct TensorPlan {
    CutStyle attention_in = CutStyle::columns; ///< of q, k, v, or the matrix that holds all of them
    CutStyle attention_out = CutStyle::rows;
    CutStyle mlp_in = CutStyle::columns; ///< of gate and up
    CutStyle mlp_out = CutStyle::rows;
    /// Of the linear layer of that name, relative to its layer.
    [[nodiscard]] CutStyle style_of(const LayerSpec &layer, std::string_view name) const;
    bool operator==(const TensorPlan &) const = default;
};

/// Nothing where transformers 5.23 has none for this model (models/*/configuration_*.py).
[[nodiscard]] std::optional<TensorPlan> tensor_plan(const Architecture &architecture);

/// The model as the rank at `place` of `ranks` along the tensor mesh holds it: heads and key heads, widths of attention and MLP, of
/// experts too, and rows of embedding and head are its shares. Errors: parallel.tensor, in the words of what fails.
[[nodiscard]] Result<ArchitectureRef> cut_for_tensor(const Architecture &whole, Count ranks, Count place);

/// What `rank` of a resolved plan's run builds; null where it is the whole model. Errors as above.
[[nodiscard]] Result<ArchitectureRef> cut_for_rank(const Architecture &whole, const Plan &plan, const Rank &rank);

} // namespace plimsoll
