// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/plan/plan_json.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <random>
#include <string>
#include <vector>

namespace plimsoll::tests {

/// Every setting of an engine and what people write there, some of it no engine's.
inline const std::vector<std::pair<std::string, std::vector<nlohmann::json>>> &engine_settings()
{
    static const std::vector<std::pair<std::string, std::vector<nlohmann::json>>> all{
        {"/weights/dtype", {"auto", "bf16", "fp16", "fp32"}},
        {"/weights/quant", {"none", "fp8", "nf4", "int8", "mxfp4", "awq4", "gptq4", "Q4_K_M", "Q8_0", "IQ4_XS"}},
        {"/attention", {"eager", "sdpa", "flash2"}},
        {"/parallel/tensor", {1, 2, 4, 8}},
        {"/parallel/pipeline", {1, 2, 3}},
        {"/parallel/data", {1, 2}},
        {"/parallel/expert", {1, 2, 8}},
        {"/inference/context", {1, 512, 4096, 40000, 131072}},
        {"/inference/new_tokens", {1, 128}},
        {"/inference/sequences", {1, 2, 4, 64}},
        {"/inference/cache", {"static", "quantized"}},
        {"/inference/kv_dtype",
         {"auto", "fp32", "fp16", "bf16", "fp8", "int8", "int4", "q8_0", "q5_1", "q5_0", "q4_1", "q4_0", "iq4_nl", "nvfp4",
          "mxfp8", "fp8_per_token_head", "turboquant_k8v4", "turboquant_3bit_nc"}},
        {"/inference/gpu_memory_utilization", {0.3, 0.85, 0.925, 1}},
        {"/inference/max_num_seqs", {3, 17, 256}},
        {"/inference/max_num_batched_tokens", {64, 2048, 8192}},
        {"/inference/enforce_eager", {true, false}},
        {"/inference/kv_block_size", {1, 16, 64}},
        {"/inference/entry", {"llm"}},
        {"/inference/compile_cache", {"warm"}},
        {"/inference/gpu_layers", {"all", "auto", 0, 12}},
        {"/inference/flash_attention", {"auto", "on", "off"}},
        {"/inference/host_experts", {0, 4}},
    };
    return all;
}

/// A plan of a server as somebody may write it: two thirds of all settings are left out.
inline nlohmann::json random_engine_plan(std::mt19937 &random)
{
    static const std::vector<nlohmann::json> models{
        {{"preset", "qwen2.5-7b"}},       {{"preset", "llama-3.2-3b-instruct"}},      {{"hub", "org/some-model@v2"}},
        {{"hub", "org/some-model-GGUF"}}, {{"config", "models/of mine/config.json"}}, {{"config", "mine.gguf"}}};
    nlohmann::json out{{"task", "infer"}, {"model", models[random() % models.size()]}};
    for (const auto &[path, values] : engine_settings())
        if (random() % 3 == 0) out[nlohmann::json::json_pointer(path)] = values[random() % values.size()];
    return out;
}

} // namespace plimsoll::tests
