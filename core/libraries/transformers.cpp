// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/libraries/libraries.h"

namespace plimsoll {

namespace {

constexpr Change transformers_changes[] = {
    {{5, 23, 0},
     [](Installed &old) { old.older.has_outputs_of_models = true; },
     "models/qwen2_vl/modeling_qwen2_vl.py, Qwen2VLCausalLMOutputWithPast"},
    {{5, 13, 0},
     [](Installed &old) { old.older.groups_wide_heads = true; },
     "integrations/sdpa_attention.py, use_gqa_in_sdpa"},
    {{5, 0, 0},
     [](Installed &old) { old.older.checkpoints_reentrantly = true; },
     "modeling_utils.py, gradient_checkpointing_enable, pull request 43203"},
    {{5, 0, 0},
     [](Installed &old) { old.older.asks_for_no_input_gradients = true; },
     "modeling_utils.py, _activation_checkpointing_enable"},
    {{5, 0, 0}, [](Installed &old) { old.older.shards_flat_parameters = true; }, "training_args.py, _process_fsdp_args"},
    {{5, 0, 0},
     [](Installed &old) { old.older.has_older_quantizers = true; },
     "quantizers/quantizer_bnb_4bit.py (core/model/loading/transformers_loading.cpp)"},
    {{5, 0, 0},
     [](Installed &old) { old.older.builds_experts_apart = true; },
     "models/mixtral/modeling_mixtral.py, MixtralSparseMoeBlock"},
    {{5, 0, 0}, [](Installed &old) { old.older.exchanges_no_heads = true; }, "trainer.py"},
    {{5, 0, 0}, [](Installed &old) { old.older.warms_up_by_half = true; }, "modeling_utils.py, caching_allocator_warmup"},
    {{5, 0, 0}, [](Installed &old) { old.older.keeps_compressed = true; }, "quantizers/quantizer_compressed_tensors.py"},
    {{5, 0, 0}, [](Installed &old) { old.older.ignores_dtype_of_checkpoints = true; }, "modeling_utils.py, from_pretrained"},
    {{5, 0, 0},
     [](Installed &old) { old.older.projects_latents_flat = true; },
     "models/deepseek_v3/modeling_deepseek_v3.py, DeepseekV3Attention.kv_b_proj"},
    {{5, 0, 0},
     [](Installed &old) { old.older.calls_multimodal_rope = true; },
     "models/qwen2_vl/modeling_qwen2_vl.py, apply_multimodal_rotary_pos_emb"},
    {{4, 54, 0},
     [](Installed &old) { old.older.repeats_heads = true; },
     "integrations/sdpa_attention.py, use_gqa_in_sdpa, pull request 39412"},
    {{4, 52, 4},
     [](Installed &old) { old.older.skips_qwen_vl = true; },
     "models/qwen2_vl/modeling_qwen2_vl.py, whose names liger_kernel/transformers/monkey_patch.py looks for"},
    {{4, 50, 0}, [](Installed &old) { old.older.shifts_logits = true; }, "loss/loss_utils.py, ForCausalLMLoss"},
    {{4, 45, 0},
     [](Installed &old) { old.older.upcasts_logits = true; },
     "models/llama/modeling_llama.py, LlamaForCausalLM.forward"},
};

} // namespace

constinit const Library libraries::transformers{
    .name = "transformers", .known = "5.23.0", .shared = true, .changes = transformers_changes};

} // namespace plimsoll
