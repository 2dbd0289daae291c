// SPDX-License-Identifier: GPL-3.0-or-later
// Custom of publishers, from the quantization_config of what they have on the Hub (2024 to 2026). The first row that fits counts.
#include "core/model/quantization/published_by.h"

#include <algorithm>
#include <array>

namespace plimsoll {

namespace {

// llm-compressor's recipes (compressed-tensors): the head and towers stay.
#define PLIMSOLL_KEPT                                                                                                            \
    R"("ignore":["lm_head","re:.*visual.*","re:.*vision.*","re:.*multi_modal_projector.*","re:.*router.*","re:.*mlp.gate$"])"
#define PLIMSOLL_GROUP(weights, inputs) R"("config_groups":{"group_0":{"targets":["Linear"],"weights":{)" weights "}" inputs "}}"

constexpr std::string_view packed_4_by_128 =
    R"({"quant_method":"compressed-tensors","format":"pack-quantized",)" PLIMSOLL_KEPT
    "," PLIMSOLL_GROUP(R"("num_bits":4,"type":"int","symmetric":true,"strategy":"group","group_size":128)", "") "}";
constexpr std::string_view packed_4_by_32 =
    R"({"quant_method":"compressed-tensors","format":"pack-quantized",)" PLIMSOLL_KEPT
    "," PLIMSOLL_GROUP(R"("num_bits":4,"type":"int","symmetric":true,"strategy":"group","group_size":32)", "") "}";
constexpr std::string_view packed_8_by_32 =
    R"({"quant_method":"compressed-tensors","format":"pack-quantized",)" PLIMSOLL_KEPT
    "," PLIMSOLL_GROUP(R"("num_bits":8,"type":"int","symmetric":true,"strategy":"group","group_size":32)", "") "}";
constexpr std::string_view integers_8 =
    R"({"quant_method":"compressed-tensors","format":"int-quantized",)" PLIMSOLL_KEPT "," PLIMSOLL_GROUP(
        R"("num_bits":8,"type":"int","symmetric":true,"strategy":"channel")",
        R"(,"input_activations":{"num_bits":8,"type":"int","symmetric":true,"strategy":"token","dynamic":true})") "}";
constexpr std::string_view floats_8_by_channel =
    R"({"quant_method":"compressed-tensors","format":"float-quantized",)" PLIMSOLL_KEPT "," PLIMSOLL_GROUP(
        R"("num_bits":8,"type":"float","symmetric":true,"strategy":"channel")",
        R"(,"input_activations":{"num_bits":8,"type":"float","symmetric":true,"strategy":"token","dynamic":true})") "}";
constexpr std::string_view floats_8_by_block =
    R"({"quant_method":"compressed-tensors","format":"float-quantized",)" PLIMSOLL_KEPT "," PLIMSOLL_GROUP(
        R"("num_bits":8,"type":"float","symmetric":true,"strategy":"block","block_structure":[128,128])",
        R"(,"input_activations":{"num_bits":8,"type":"float","symmetric":true,"strategy":"group","group_size":128,"dynamic":true})") "}";
constexpr std::string_view floats_8_static =
    R"({"quant_method":"compressed-tensors","format":"float-quantized",)" PLIMSOLL_KEPT "," PLIMSOLL_GROUP(
        R"("num_bits":8,"type":"float","symmetric":true,"strategy":"tensor")",
        R"(,"input_activations":{"num_bits":8,"type":"float","symmetric":true,"strategy":"tensor","dynamic":false})") "}";
#undef PLIMSOLL_KEPT
#undef PLIMSOLL_GROUP

constexpr std::string_view of_auto_round =
    R"({"quant_method":"auto-round","bits":4,"group_size":128,"sym":true,"data_type":"int","packing_format":"auto_round:auto_gptq"})";
constexpr std::string_view of_modelopt_nvfp4 =
    R"({"quant_method":"modelopt","quant_algo":"NVFP4","ignore":["lm_head","*visual*","*vision*","*router*","*mlp.gate.*"]})";
constexpr std::string_view of_modelopt_fp8 =
    R"({"quant_method":"modelopt","quant_algo":"FP8","ignore":["lm_head","*visual*","*vision*","*router*"]})";
constexpr std::string_view doubly_quantised =
    R"({"quant_method":"bitsandbytes","load_in_4bit":true,"bnb_4bit_quant_type":"nf4","bnb_4bit_use_double_quant":true})";

constexpr std::string_view llm_compressor = "redhatai neuralmagic nm-testing";

constexpr auto customs = std::to_array<PublishedBy>({
    {llm_compressor, "fp8", "block", "", floats_8_by_block},
    {llm_compressor, "fp8", "dynamic", "", floats_8_by_channel},
    {llm_compressor, "fp8", "", "", floats_8_static},
    {llm_compressor, "w4a16", "", "", packed_4_by_128},
    {llm_compressor, "w8a8", "", "", integers_8},
    {"cyankiwi cpatonn", "awq4", "", "w4a16", packed_4_by_32}, // AWQ's scales, in compressed-tensors' words
    {"cyankiwi cpatonn", "awq8", "", "w8a16", packed_8_by_32},
    {"nvidia", "nvfp4", "", "", of_modelopt_nvfp4},
    {"nvidia", "fp8", "", "", of_modelopt_fp8},
    {"intel opea", "gptq4", "", "", of_auto_round},
    {"unsloth", "nf4", "", "", doubly_quantised},
});

bool is_among(std::string_view all, std::string_view owner)
{
    while (!all.empty()) {
        const std::size_t end = std::min(all.find(' '), all.size());
        if (all.substr(0, end) == owner) return true;
        all.remove_prefix(std::min(end + 1, all.size()));
    }
    return false;
}

} // namespace

const PublishedBy *published_by(const NameWords &words, std::string_view quant)
{
    const auto *const found = std::ranges::find_if(customs, [&](const PublishedBy &row) {
        return row.named == quant && is_among(row.owners, words.owner()) && (row.word.empty() || words.has(row.word));
    });
    return found == customs.end() ? nullptr : &*found;
}

} // namespace plimsoll
