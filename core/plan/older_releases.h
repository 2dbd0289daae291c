// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/plan/plan.h"

#include <array>
#include <span>
#include <string_view>

/// What releases of libraries did otherwise than those whose behaviour the planner knows: each holds where plan.libraries names a
/// release that did, and not where it names none. The only place that compares them; what a stack's own releases did stands in
/// its file.
namespace plimsoll::older {

/// A release of a library that does otherwise than those before it.
struct Change {
    std::string_view library; ///< as plan.libraries spells it
    std::array<int, 3> since;
};
/// All that the functions below compare with, lacks_liger_patch() left out.
[[nodiscard]] std::span<const Change> changes();

// torch
/// before 2.15: cuBLAS's workspace stays, one for each thread that multiplies
[[nodiscard]] bool keeps_workspaces(const Plan &plan);
/// before 2.15 (its pull request 191085): the memory-efficient kernel takes no groups of heads
[[nodiscard]] bool wants_equal_heads(const Plan &plan);
/// before 2.12 on ROCm (c10/cuda/CUDAAllocatorConfig.h; pull requests 177974, 179930), before 2.10 on Intel's
/// (c10/xpu/XPUCachingAllocator.cpp; 166292): the allocator's segments do not grow
[[nodiscard]] bool keeps_segments_on_rocm(const Plan &plan);
[[nodiscard]] bool keeps_segments_on_xpu(const Plan &plan);

// bitsandbytes
/// before 0.43.2 (its pull request 1270): MatMul4Bit keeps its input
[[nodiscard]] bool keeps_4bit_inputs(const Plan &plan);
/// before 0.50: 4-bit products of several rows dequantise the whole matrix
[[nodiscard]] bool unpacks_4bit(const Plan &plan);

// transformers
/// before 5 (its pull request 43203): gradient_checkpointing is reentrant
[[nodiscard]] bool checkpoints_reentrantly(const Plan &plan);
/// before 5: nothing but PEFT asks for the gradient of the embedding's output
[[nodiscard]] bool asks_for_no_input_gradients(const Plan &plan);
/// before 5: FSDP is version 1 where nobody says (training_args.py, _process_fsdp_args)
[[nodiscard]] bool shards_flat_parameters(const Plan &plan);
/// before 5: quantizers skip other names and replace other classes (core/model/loading/transformers_loading.cpp)
[[nodiscard]] bool has_older_quantizers(const Plan &plan);
/// before 5: each expert is a module of its own, which quantisers and adapters find
[[nodiscard]] bool builds_experts_apart(const Plan &plan);
/// before 5 (4.57.6's trainer.py): the Trainer knows no sequence parallelism of DeepSpeed's
[[nodiscard]] bool exchanges_no_heads(const Plan &plan);
/// before 5: a quantised model's caching_allocator_warmup takes half of the bytes of its 16-bit weights
[[nodiscard]] bool warms_up_by_half(const Plan &plan);
/// before 5: compressed-tensors' weights stay packed beside the ones that the first forward unpacks
[[nodiscard]] bool keeps_compressed(const Plan &plan);
/// before 5: from_pretrained() without a dtype does not take the checkpoint's
[[nodiscard]] bool ignores_dtype_of_checkpoints(const Plan &plan);
/// before 5: multi-head latent attention gives kv_b_proj three dimensions
[[nodiscard]] bool projects_latents_flat(const Plan &plan);
/// before 4.54 (its pull request 39412): keys and values are repeated for SDPA
[[nodiscard]] bool repeats_heads(const Plan &plan);
/// before 4.50: the loss shifts the logits, in a contiguous copy
[[nodiscard]] bool shifts_logits(const Plan &plan);
/// before 4.45: the model's own logits are float32
[[nodiscard]] bool upcasts_logits(const Plan &plan);

// liger_kernel
/// before `since`, which has the first patch for a model's type (core/families/describe/liger_patches.h)
[[nodiscard]] bool lacks_liger_patch(const Plan &plan, std::array<int, 3> since);
/// transformers before 4.52.4: Liger leaves Qwen2-VL and Qwen2.5-VL as they are
[[nodiscard]] bool skips_qwen_vl(const Plan &plan);
/// transformers before 5: Qwen2-VL and Qwen2.5-VL turn queries and keys by a function that Liger replaces
[[nodiscard]] bool calls_multimodal_rope(const Plan &plan);
/// transformers before 5.23: vision-language models have output classes of their own, which Liger 0.8.5 imports
[[nodiscard]] bool has_outputs_of_models(const Plan &plan);

// peft
/// before 0.20: prepare_model_for_kbit_training does not empty the allocator's cache
[[nodiscard]] bool keeps_blocks_of_preparation(const Plan &plan);

} // namespace plimsoll::older
