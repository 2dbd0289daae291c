// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/spelling.h"

namespace plimsoll {

// Words of servers for what plans spell otherwise, written and read.
/// vLLM 0.33.0: config/cache.py (CacheDType), model_executor/layers/quantization/__init__.py (QuantizationMethods)
inline constexpr Spelling vllm_spellings[] = {
    {"weights.dtype", "fp32", "float32"},
    {"weights.dtype", "fp16", "float16"},
    {"weights.dtype", "bf16", "bfloat16"},
    {"weights.dtype", "auto", "auto"},
    {"weights.quant", "none", ""},
    {"weights.quant", "fp8", "fp8"},
    {"weights.quant", "mxfp4", "mxfp4"},
    {"inference.kv_dtype", "auto", "auto"},
    {"inference.kv_dtype", "fp16", "float16"},
    {"inference.kv_dtype", "bf16", "bfloat16"},
    {"inference.kv_dtype", "fp8", "fp8_e4m3"},
    {"inference.kv_dtype", "int8", "int8_per_token_head"},
    {"inference.kv_dtype", "int4", "int4_per_token_head"},
    {"inference.kv_dtype", "fp8_per_token_head", "fp8_per_token_head"},
    {"inference.kv_dtype", "nvfp4", "nvfp4"},
    {"inference.kv_dtype", "turboquant_k8v4", "turboquant_k8v4"},
    {"inference.kv_dtype", "turboquant_4bit_nc", "turboquant_4bit_nc"},
    {"inference.kv_dtype", "turboquant_k3v4_nc", "turboquant_k3v4_nc"},
    {"inference.kv_dtype", "turboquant_3bit_nc", "turboquant_3bit_nc"},
    {"inference.mamba_cache_dtype", "fp32", "float32"},
    {"inference.mamba_cache_dtype", "fp16", "float16"},
    {"inference.mamba_cache_dtype", "bf16", "bfloat16"},
    {"inference.mamba_ssm_cache_dtype", "fp32", "float32"},
    {"inference.mamba_ssm_cache_dtype", "fp16", "float16"},
    {"inference.mamba_ssm_cache_dtype", "bf16", "bfloat16"},
};
/// SGLang 0.5.23: srt/arg_groups/choices.py
inline constexpr Spelling sglang_spellings[] = {
    {"weights.dtype", "fp32", "float32"},
    {"weights.dtype", "fp16", "float16"},
    {"weights.dtype", "bf16", "bfloat16"},
    {"weights.dtype", "auto", "auto"},
    {"weights.quant", "none", ""},
    {"weights.quant", "fp8", "fp8"},
    {"weights.quant", "mxfp4", "mxfp4"},
    {"weights.quant", "nf4", "bitsandbytes"},
    {"inference.kv_dtype", "auto", "auto"},
    {"inference.kv_dtype", "bf16", "bf16"},
    {"inference.kv_dtype", "fp8", "fp8_e4m3"},
    {"inference.kv_dtype", "mxfp8", "mxfp8"},
    {"inference.kv_dtype", "nvfp4", "nvfp4"},
    {"inference.mamba_ssm_cache_dtype", "fp32", "float32"},
    {"inference.mamba_ssm_cache_dtype", "fp16", "float16"},
    {"inference.mamba_ssm_cache_dtype", "bf16", "bfloat16"},
};

} // namespace plimsoll
