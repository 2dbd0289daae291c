// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/torch/ops.h"

namespace plimsoll::step {

/// What cub's radix sort of `count` keys of 8 bytes with as many places takes beside them (CUDA 13, dispatch_radix_sort.cuh
/// InvokeOnesweep): one tile needs nothing; else the counts of 256 digits of every pass over 8 bits, 1 KiB a tile of 384 · 10 keys
/// (tuning_radix_sort.cuh, Policy800), counters and, of several passes, keys and places once more. `largest`: the highest key.
[[nodiscard]] Bytes radix_sort_bytes(Count count, std::uint64_t largest);

/// aten sort of one row of int64 (Sort.cu, torch 2.15): the places before, and beyond 4,096 (should_use_small_sort) a radix sort.
void sort_temporaries(Machine &m, Count rows);

/// aten index_put_ with accumulate (IndexingBackward.cu): linear indices, their sorted copies, and the sort's workspace. `rows`
/// indices into a table of `table_rows`.
void index_put_temporaries(Machine &m, Count rows, Count table_rows);

/// aten embedding_dense_backward (Embedding.cu, EmbeddingBackwardKernel.cu): the gradient of `table`, and beyond 3,072 tokens
/// what sorts them and sums up, 10 tokens and then the same word's at a time, in float32.
[[nodiscard]] Tensor embedding_gradient(Machine &m, const Shape &table, Count tokens, Dtype dtype);

} // namespace plimsoll::step
