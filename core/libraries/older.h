// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace plimsoll {

/// What releases before the known ones do otherwise, of libraries under which PyTorch's allocator is asked. All false: as known. Each
/// row of core/libraries/<library>.cpp that sets one says since which release it is not so, and where that stands.
struct Older {
    // torch
    bool keeps_workspaces = false;       ///< cuBLAS's workspace stays, one for each thread that multiplies
    bool wants_equal_heads = false;      ///< SDPA's memory-efficient kernel takes no groups of heads
    bool prefers_flash = false;          ///< SDPA asks FlashAttention before cuDNN on every card
    bool keeps_segments_on_rocm = false; ///< the allocator's segments do not grow
    bool keeps_segments_on_xpu = false;  ///< likewise, on Intel's cards

    // bitsandbytes
    bool keeps_4bit_inputs = false; ///< MatMul4Bit keeps its input
    bool unpacks_4bit = false;      ///< 4-bit products of several rows dequantise the whole matrix

    // transformers
    bool checkpoints_reentrantly = false;      ///< gradient_checkpointing is reentrant
    bool asks_for_no_input_gradients = false;  ///< nothing but PEFT asks for the gradient of the embedding's output
    bool shards_flat_parameters = false;       ///< FSDP is version 1 where nobody says
    bool has_older_quantizers = false;         ///< they skip other names and replace other classes
    bool builds_experts_apart = false;         ///< each expert is a module of its own, which quantisers and adapters find
    bool exchanges_no_heads = false;           ///< the Trainer knows no sequence parallelism of DeepSpeed's
    bool warms_up_by_half = false;             ///< a quantised model's warm-up takes half of the bytes of its 16-bit weights
    bool keeps_compressed = false;             ///< packed weights stay beside those that the first forward unpacks
    bool ignores_dtype_of_checkpoints = false; ///< from_pretrained() without a dtype does not take the checkpoint's
    bool projects_latents_flat = false;        ///< multi-head latent attention gives kv_b_proj three dimensions
    bool repeats_heads = false;                ///< keys and values are repeated for SDPA
    bool groups_wide_heads = false;            ///< SDPA is asked to group heads of more than 256 numbers as well
    bool shifts_logits = false;                ///< the loss shifts the logits, in a contiguous copy
    bool upcasts_logits = false;               ///< the model's own logits are float32
    bool skips_qwen_vl = false;                ///< Liger leaves Qwen2-VL and Qwen2.5-VL as they are
    bool calls_multimodal_rope = false;        ///< those two turn queries and keys by a function that Liger replaces
    bool has_outputs_of_models = false;        ///< vision-language models have output classes of their own, which Liger imports

    // peft
    bool keeps_blocks_of_preparation = false; ///< prepare_model_for_kbit_training does not empty the allocator's cache

    // trl
    bool loads_text_model = false;         ///< AutoModelForCausalLM, not the class that a configuration names
    bool casts_embeddings_of_4bit = false; ///< embeddings and head of a 4-bit model become bf16 beside adapters
    bool logs_no_entropy = false;          ///< of the model's logits
    bool logs_no_accuracy = false;         ///< of tokens

    // unsloth, unsloth_zoo
    bool takes_pieces_of_16_bytes = false; ///< its loss, in place of the chunks of the present path

    // axolotl
    bool raises_embeddings_under_adapters = false; ///< float32 while a model loads, and back

    // torchtune
    bool chunks_outputs = false;  ///< the model's output, behind its head
    bool upcasts_outputs = false; ///< the head's output becomes float32

    // litgpt
    bool keeps_embedding = false; ///< of packed weights, where StableEmbedding takes its place

    bool operator==(const Older &) const = default;
};

} // namespace plimsoll
