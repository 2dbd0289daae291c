// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/spelling.h"

namespace plimsoll {

/// transformers' words, and those of libraries that take them as they are: training_args.py (OptimizerNames), torch's dtypes,
/// modeling_utils.py (_check_and_adjust_attn_implementation).
inline constexpr Spelling trainer_spellings[] = {
    {"optimizer.name", "adamw", "adamw_torch_fused"},
    {"optimizer.name", "adamw", "adamw_torch", Way::read},
    {"optimizer.name", "adamw", "adamw_torch_xla", Way::read},
    {"optimizer.name", "adamw", "adamw_torch_npu_fused", Way::read},
    {"optimizer.name", "adamw", "adamw_hf", Way::read},         // of 4.x
    {"optimizer.name", "adamw", "adamw_apex_fused", Way::read}, // of 4.x
    {"optimizer.name", "adamw", "adamw", Way::loose},
    {"optimizer.name", "adafactor", "adafactor"},
    {"optimizer.name", "adamw_4bit", "adamw_torch_4bit"},
    {"optimizer.name", "adamw_8bit", "adamw_bnb_8bit"},
    {"optimizer.name", "adamw_8bit", "adamw_8bit", Way::read},
    {"optimizer.name", "adamw_torch_8bit", "adamw_torch_8bit"},
    {"optimizer.name", "sgd", "sgd"},
    {"optimizer.name", "lion", "lion_32bit"},
    {"optimizer.name", "lion", "lion", Way::loose},
    {"optimizer.name", "paged_adamw_32bit", "paged_adamw_32bit"},
    {"optimizer.name", "paged_adamw_32bit", "paged_adamw", Way::loose},
    {"optimizer.name", "paged_adamw_8bit", "paged_adamw_8bit"},
    {"optimizer.name", "galore", "galore_adamw"},
    {"optimizer.name", "apollo", "apollo_adamw"},
    {"optimizer.name", "adamw_anyprecision", "adamw_anyprecision"},
    {"optimizer.name", "stable_adamw", "stable_adamw"},
    {"optimizer.name", "grokadamw", "grokadamw"},
    {"optimizer.name", "schedule_free_adamw", "schedule_free_adamw"},
    {"optimizer.name", "schedule_free_radam", "schedule_free_radam"},
    {"optimizer.name", "schedule_free_sgd", "schedule_free_sgd"},
    {"optimizer.name", "lomo", "lomo"},
    {"optimizer.name", "adalomo", "adalomo"},
    {"optimizer.name", "ademamix", "ademamix"},
    {"optimizer.name", "ademamix_8bit", "ademamix_8bit"},
    {"optimizer.name", "paged_ademamix_32bit", "paged_ademamix_32bit"},
    {"optimizer.name", "paged_ademamix_8bit", "paged_ademamix_8bit"},
    {"optimizer.name", "lion_8bit", "lion_8bit"},
    {"optimizer.name", "paged_lion_32bit", "paged_lion_32bit"},
    {"optimizer.name", "paged_lion_8bit", "paged_lion_8bit"},
    {"optimizer.name", "rmsprop", "rmsprop"},
    {"optimizer.name", "rmsprop_bnb", "rmsprop_bnb"},
    {"optimizer.name", "rmsprop_bnb_8bit", "rmsprop_bnb_8bit"},
    {"optimizer.name", "adagrad", "adagrad"},
    {"optimizer.name", "galore_adamw_8bit", "galore_adamw_8bit"},
    {"optimizer.name", "galore_adafactor", "galore_adafactor"},
    {"optimizer.name", "paged_ademamix_32bit", "paged_ademamix", Way::loose},
    {"optimizer.name", "paged_lion_32bit", "paged_lion", Way::loose},
    {"optimizer.name", "rmsprop_bnb", "rmsprop_bnb_32bit", Way::read},
    {"optimizer.name", "muon", "muon", Way::loose},
    // forms of torch.optim's AdamW
    {"optimizer.implementation", "fused", "adamw_torch_fused"},
    {"optimizer.implementation", "fused", "adamw_torch_npu_fused", Way::read},
    {"optimizer.implementation", "fused", "adamw_apex_fused", Way::read},
    {"optimizer.implementation", "foreach", "adamw_torch"},
    {"attention", "eager", "eager"},
    {"attention", "sdpa", "sdpa"},
    {"attention", "flash2", "flash_attention_2"},
    {"attention", "flash3", "flash_attention_3"},
    {"attention", "flash2", "kernels-community/flash-attn2", Way::read}, // the Hub's builds of the same kernels
    {"attention", "flash3", "kernels-community/flash-attn3", Way::read},
    {"weights.dtype", "fp32", "float32"},
    {"weights.dtype", "fp16", "float16"},
    {"weights.dtype", "bf16", "bfloat16"},
    {"weights.dtype", "auto", "auto"},
    {"weights.quant_storage", "fp32", "float32"},
    {"weights.quant_storage", "fp16", "float16"},
    {"weights.quant_storage", "bf16", "bfloat16"},
};

} // namespace plimsoll
