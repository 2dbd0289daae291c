// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/torch/autograd.h"

// What PyTorch 2.15 eager operations do to memory on CUDA. Each takes its tensors by value: a moved-in handle goes when the
// operation is done, as a Python temporary does. Inputs that the backward formula needs are kept before the output is
// allocated (torch/csrc/autograd/generated, derivatives.yaml); gradients of several inputs come in alphabetical order of
// the inputs' names there ("mat2" before "self", "other" before "self").

namespace plimsoll::step {

/// Dtype of an arithmetic result of both (float32 wins over 16 bit; bf16 with fp16 gives float32).
[[nodiscard]] Dtype promote(Dtype a, Dtype b);

// ---- element by element ----
[[nodiscard]] Tensor to(Machine &m, Tensor x, Dtype dtype);    ///< the same tensor when it has the dtype already
[[nodiscard]] Tensor add(Machine &m, Tensor a, Tensor b);      ///< same shapes, or b broadcast over leading dimensions
[[nodiscard]] Tensor subtract(Machine &m, Tensor a, Tensor b); ///< same shapes; backward negates for b
[[nodiscard]] Tensor mul(Machine &m, Tensor a, Tensor b);      ///< either may be broadcast: a vector, a column, a row of tables
[[nodiscard]] Tensor scale(Machine &m, Tensor x);              ///< times or divided by a number
[[nodiscard]] Tensor scale_in_place(Machine &m, Tensor x);     ///< the same storage; backward makes the product
[[nodiscard]] Tensor add_number(Machine &m, Tensor x);
[[nodiscard]] Tensor clone(Machine &m, Tensor x);
[[nodiscard]] Tensor pow_number(Machine &m, Tensor x,
                                bool square); ///< x², x³: backward makes the power, its multiple and the product
[[nodiscard]] Tensor rsqrt(Machine &m, Tensor x);
/// Pointwise with the backward in one kernel; `keeps_output`: tanh, sigmoid, relu keep their result, else the input.
[[nodiscard]] Tensor pointwise(Machine &m, Tensor x, const char *name, bool keeps_output);
[[nodiscard]] Tensor dropout(Machine &m, Tensor x, double p); ///< native_dropout: keeps a 1-byte mask; p = 0 is no operation
[[nodiscard]] Tensor contiguous(Machine &m, Tensor x, bool copies); ///< a copy when the strides ask for one
/// Between two numbers: keeps its input, of which the in-place form makes a copy first.
[[nodiscard]] Tensor clamp(Machine &m, Tensor x, bool in_place);
/// torch.min or torch.max with a number as a tensor: keeps its input.
[[nodiscard]] Tensor extreme(Machine &m, Tensor x);
/// torch.where or masked_fill under a mask that stands elsewhere.
[[nodiscard]] Tensor fill_masked(Machine &m, Tensor x);

// ---- views and pieces ----
/// A slice of the last dimension: no memory forward, a zero-filled whole backward (slice_backward).
[[nodiscard]] Tensor narrow(Machine &m, Tensor x, Shape part);
[[nodiscard]] Tensor alias(Machine &m, const Tensor &x); ///< at::alias: its gradient goes through, at its place in the order
/// x.view(…): its gradient is a view as well, into which autograd does not add in place.
[[nodiscard]] Tensor seen_anew(Machine &m, const Tensor &x);
/// x.view(…) or x.reshape(…) of what needs no copy, whose gradient lies so that no view leads back: it is copied.
[[nodiscard]] Tensor copied_back(Machine &m, const Tensor &x);
/// torch.split or chunk: views of `parts`; backward concatenates the gradients of all of them at once (SplitBackward0).
[[nodiscard]] std::vector<Tensor> split(Machine &m, Tensor x, const std::vector<Shape> &parts);
/// Some of a dimension by a list of indices: a copy; backward adds into a zero-filled whole (index_put_).
[[nodiscard]] Tensor index_copy(Machine &m, Tensor x, Shape part);
/// torch.cat of two along the last dimension.
[[nodiscard]] Tensor concatenate(Machine &m, Tensor a, Tensor b, Shape whole);
/// x.chunk(2, dim=-1): two views; backward concatenates.
[[nodiscard]] std::pair<Tensor, Tensor> chunk_in_two(Machine &m, Tensor x);
/// torch.split of the last dimension in two, each seen with its shape.
[[nodiscard]] std::pair<Tensor, Tensor> split_in_two(Machine &m, const Tensor &x, Shape first, Shape second);
/// Gradients of a function's two outputs, until both are there.
using GradientPair = std::array<Tensor, 2>;
/// Nodes have one output here: each of the two gets a node that puts its gradient down and lets `node` run after both.
void attach_both(Machine &m, Tensor &first, Tensor &second, const Ref<Node> &node,
                 const std::shared_ptr<GradientPair> &gradients);
/// transformers' rotate_half: cat(-x2, x1).
[[nodiscard]] Tensor rotate_half(Machine &m, Tensor x);

// ---- reductions ----
[[nodiscard]] Tensor mean_last(Machine &m, Tensor x); ///< over the last dimension, kept
/// Workspace of a sum of `inputs` values for each of `outputs` neighbouring results (ATen/native/cuda/Reduce.cuh,
/// setReduceConfig: strided reduction of 2- or 4-byte values accumulated in float32) and its semaphores.
void strided_reduce_workspace(Machine &m, Count outputs, Count inputs, const char *operation);
/// Sum of a gradient over its leading dimensions down to the last one: output and workspace.
[[nodiscard]] Tensor sum_leading(Machine &m, Tensor gradient, Shape to);

// ---- matrices ----
/// x [.., in] · Wᵀ [out, in] + bias. Autocast casts x, W and bias. `cast` is the cache of W's cast, or null.
[[nodiscard]] Tensor linear(Machine &m, Tensor x, Leaf &weight, Leaf *bias);
/// torch.addmm(bias, x, weight), as transformers' Conv1D calls it: autocast casts in another order.
[[nodiscard]] Tensor addmm(Machine &m, Tensor x, Leaf &weight, Leaf &bias);
/// The same on tensors at hand (no cast, no cache): x · w, w [in, out] or transposed; output [.., out].
[[nodiscard]] Tensor matmul_weight(Machine &m, Tensor x, Tensor w, Count out, Tensor bias = {});
/// Batched a [n, r, k] · b [n, k, c] → [n, r, c].
[[nodiscard]] Tensor bmm(Machine &m, Tensor a, Tensor b, Shape out);
/// added + α · a · b (BaddbmmBackward0: batch1, batch2, each product and its multiple); `added` needs no gradient.
[[nodiscard]] Tensor baddbmm(Machine &m, Tensor added, Tensor a, Tensor b, Shape out);
/// cuBLAS workspace of one matrix product, allocated and freed at once.
void cublas_workspace(Machine &m);
/// That of a linear layer's forward product: cuBLASLt's where it adds a bias.
void product_workspace(Machine &m, bool biased);
/// What `threads` that multiply (autograd's is one of its own) keep in older releases; nothing since torch 2.15.
[[nodiscard]] std::vector<Tensor> kept_workspaces(Machine &m, int threads);

// ---- tables and heads ----
[[nodiscard]] Tensor embedding(Machine &m, Shape tokens, Leaf &weight);
[[nodiscard]] Tensor softmax(Machine &m, Tensor x, Dtype out); ///< keeps its result

/// Cast of a parameter under autocast, cached while it trains (aten/src/ATen/autocast_mode.cpp, cached_cast).
[[nodiscard]] Tensor autocast_weight(Machine &m, Leaf &leaf);
/// autocast's end: drops the cached casts.
void clear_autocast_cache(Machine &m);

} // namespace plimsoll::step
