// SPDX-License-Identifier: GPL-3.0-or-later
// What stands in the configuration of a checkpoint of a kind that a plan may name, as its makers publish it.
#include "core/model/config/config.h"
#include "core/model/quantization/quantization_rules.h"

#include <nlohmann/json.hpp>

#include <cstdlib>

namespace plimsoll {
namespace {

using nlohmann::json;

json nvfp4_groups()
{
    const json four{{"num_bits", 4}, {"type", "float"}, {"symmetric", true}, {"strategy", "tensor_group"}, {"group_size", 16}};
    json inputs = four, weights = four;
    inputs["dynamic"] = "local";
    weights["dynamic"] = false;
    return {{"group_0", {{"targets", {"Linear"}}, {"weights", weights}, {"input_activations", inputs}}}};
}

json block_of(const std::string &quant, bool double_quant)
{
    if (quant == "nf4" || quant == "fp4")
        return {{"quant_method", "bitsandbytes"},
                {"load_in_4bit", true},
                {"bnb_4bit_quant_type", quant},
                {"bnb_4bit_use_double_quant", double_quant}};
    if (quant == "int8") return {{"quant_method", "bitsandbytes"}, {"load_in_8bit", true}};
    if (quant == "gptq4" || quant == "gptq8")
        return {{"quant_method", "gptq"},
                {"bits", quant == "gptq4" ? 4 : 8},
                {"group_size", 128},
                {"desc_act", false},
                {"sym", true}};
    if (quant == "awq4")
        return {{"quant_method", "awq"}, {"bits", 4}, {"group_size", 128}, {"zero_point", true}, {"version", "gemm"}};
    if (quant == "fp8") return {{"quant_method", "fp8"}, {"activation_scheme", "dynamic"}, {"weight_block_size", {128, 128}}};
    if (quant == "mxfp4") return {{"quant_method", "mxfp4"}};
    if (quant.starts_with("exl2-") || quant.starts_with("exl3-")) // as turboderp's converters do where nothing is said
        return {{"quant_method", quant.substr(0, 4)}, {"bits", std::atof(quant.c_str() + 5)}, {"head_bits", 6}};
    if (quant.starts_with("mlx")) // mlx-lm's convert --quantize
        return {{"quant_method", "mlx"}, {"bits", std::atoi(quant.c_str() + 3)}, {"group_size", 64}};
    if (quant == "nvfp4")
        return {{"quant_method", "compressed-tensors"},
                {"format", "nvfp4-pack-quantized"},
                {"ignore", {"lm_head"}},
                {"config_groups", nvfp4_groups()}};
    return nullptr;
}

} // namespace

std::optional<QuantizationRules> published_rules(const std::string &quant, bool double_quant)
{
    const json block = block_of(quant, double_quant);
    if (block.is_null()) return std::nullopt;
    return read_rules(Config(block, "", "quantization_config."));
}

} // namespace plimsoll
