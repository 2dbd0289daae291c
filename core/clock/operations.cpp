// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/clock/operations.h"

#include <array>
#include <string>
#include <string_view>

namespace plimsoll {

namespace {

struct Row {
    std::string_view name;
    Operation what;
};

constexpr Operation product{.told_apart = true};
constexpr Operation part{.told_apart = true, .no_launch = true}; ///< of what another row launches
constexpr Operation of_two{.reads = 2};

/// Names that do otherwise than a kernel that reads as much as it writes.
constexpr std::array operation_rows{
    Row{"mm", product},
    Row{"bmm", product},
    Row{"baddbmm", product},
    Row{"grouped_mm", product},
    Row{"grouped_mm_fallback", product},
    Row{"gemm_4bit", product},
    Row{"gemv_4bit", product},
    Row{"gptq_marlin_gemm", product},
    Row{"w8a8_block_fp8_matmul", product},
    Row{"int8_linear_matmul", product},
    Row{"lora_A", product},
    Row{"lora_B", product},
    Row{"linear_qkv", product},
    Row{"linear_proj", product},
    Row{"linear_q_down_proj", product},
    Row{"linear_q_up_proj", product},
    Row{"linear_kv_down_proj", product},
    Row{"linear_kv_up_proj", product},
    Row{"linear_fc1", product},
    Row{"linear_fc2", product},
    Row{"fc1", product},
    Row{"fc2", product},
    Row{"output_layer", product},
    Row{"dgrad", product},
    Row{"get_dummy_wgrad", part},
    Row{"wgrad", part},
    Row{"logits_chunk", part},
    Row{"flash_attention", part},
    Row{"flash_attention_3", part},
    Row{"flash_backward", part},
    Row{"flash_3_backward", part},
    Row{"efficient_attention", part},
    Row{"efficient_backward", part},
    Row{"batch", part},
    Row{"all_gather", part},
    Row{"reduce_scatter", part},
    Row{"all_reduce", part},
    Row{"all_to_all", part},
    Row{"recv_forward", part},
    Row{"recv_backward", part},
    Row{"get_global_memory_buffer", part},
    Row{"adam", part},
    Row{"add", of_two},
    Row{"sub", of_two},
    Row{"mul", of_two},
    Row{"mul_backward", of_two},
    Row{"pointwise_backward", of_two},
    Row{"silu_backward", of_two},
    Row{"softmax_backward", of_two},
    Row{"swiglu", of_two},
    Row{"dequantize_4bit", {.reads = 0.28}},
    Row{"dequantize_int8", {.reads = 0.5}},
    Row{"from_host", {.to_host = true}},
    Row{"checkpoint.to", {.to_host = true}},
    Row{"to_host", {.to_host = true}},
};

} // namespace

Operation operation_named(const char *name)
{
    const std::string_view text(name);
    Operation out;
    bool found = false;
    for (const Row &row : operation_rows) {
        if (row.name != text) continue;
        out = row.what;
        found = true;
        break;
    }
    constexpr std::string_view suffix = "_backward";
    if (text.ends_with(suffix) || text == "dgrad") {
        if (!found) {
            const Operation forward = operation_named(std::string(text.substr(0, text.size() - suffix.size())).c_str());
            out.told_apart = forward.told_apart;
            out.no_launch = forward.no_launch;
        }
        out.backward = true;
    }
    return out;
}

} // namespace plimsoll
