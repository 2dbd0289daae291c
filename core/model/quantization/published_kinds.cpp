// SPDX-License-Identifier: GPL-3.0-or-later
// What stands in the configuration of a checkpoint of a kind that a plan may name, as its makers publish it.
#include "core/model/config/config.h"
#include "core/model/quantization/bitsandbytes.h"
#include "core/model/quantization/named_quantisation.h"
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

/// compressed-tensors as llm-compressor writes it: integers of `bits` in words, or of 8 beside activations of 8 in bytes.
json integers(int bits, int activation_bits)
{
    const bool bytes = bits == 8 && activation_bits == 8;
    json weights{{"num_bits", bits}, {"type", "int"}, {"symmetric", true}, {"strategy", bits == 8 ? "channel" : "group"}};
    if (bits != 8) weights["group_size"] = 128;
    json group{{"targets", {"Linear"}}, {"weights", weights}};
    if (activation_bits < 16)
        group["input_activations"] = {
            {"num_bits", activation_bits}, {"type", "int"}, {"symmetric", true}, {"strategy", "token"}, {"dynamic", true}};
    return {{"quant_method", "compressed-tensors"},
            {"format", bytes ? "int-quantized" : "pack-quantized"},
            {"ignore",
             {"lm_head", "re:.*visual.*", "re:.*vision.*", "re:.*multi_modal_projector.*", "re:.*router.*", "re:.*mlp.gate$"}},
            {"config_groups", {{"group_0", group}}}};
}

/// Bits behind the name of a method: 3 of "gptq3"; 0 where it is another.
int bits_behind(const std::string &quant, std::string_view method)
{
    const bool one = quant.size() == method.size() + 1 && quant.starts_with(method);
    return one && quant.back() >= '1' && quant.back() <= '8' ? quant.back() - '0' : 0;
}

/// Kinds that checkpoints alone have.
json block_of_checkpoints(const std::string &quant)
{
    if (quant == "w4a16" || quant == "w8a16" || quant == "w8a8" || quant == "w4a8")
        return integers(quant[1] - '0', std::atoi(quant.c_str() + 3));
    if (const int bits = bits_behind(quant, "gptq"); bits >= 2)
        return {{"quant_method", "gptq"}, {"bits", bits}, {"group_size", 128}, {"desc_act", false}, {"sym", true}};
    if (const int bits = bits_behind(quant, "awq"); bits >= 2)
        return {{"quant_method", "awq"}, {"bits", bits}, {"group_size", 128}, {"zero_point", true}, {"version", "gemm"}};
    if (const int bits = bits_behind(quant, "hqq"); bits > 0 && bits != 5 && bits != 6 && bits != 7)
        return {{"quant_method", "hqq"}, {"quant_config", {{"weight_quant_params", {{"nbits", bits}, {"group_size", 64}}}}}};
    if (quant == "aqlm2") // ISTA-DASLab's 1x16
        return {{"quant_method", "aqlm"},
                {"in_group_size", 8},
                {"out_group_size", 1},
                {"num_codebooks", 1},
                {"nbits_per_codebook", 16}};
    if (quant == "mxfp8") return {{"quant_method", "mxfp8"}};
    return nullptr;
}

json block_of(const std::string &quant, bool double_quant)
{
    if (is_bitsandbytes_4bit(quant))
        return {{"quant_method", "bitsandbytes"},
                {"load_in_4bit", true},
                {"bnb_4bit_quant_type", quant},
                {"bnb_4bit_use_double_quant", double_quant}};
    if (quant == "int8") return {{"quant_method", "bitsandbytes"}, {"load_in_8bit", true}};
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
    return block_of_checkpoints(quant);
}

/// What publishers leave beside the language model: its head, towers and their projectors, routers.
void keep_towers(json &block)
{
    const std::string method = block.value("quant_method", "");
    if (method == "compressed-tensors")
        for (const char *name :
             {"re:.*visual.*", "re:.*vision.*", "re:.*multi_modal_projector.*", "re:.*router.*", "re:.*mlp.gate$"})
            block["ignore"].push_back(name);
    if (method == "awq" || method == "fp8")
        block["modules_to_not_convert"] = {"lm_head", "visual", "vision_tower", "vision_model", "multi_modal_projector",
                                           "mlp.gate"};
}

json mxfp4_of_matrices()
{
    const json weights{{"num_bits", 4}, {"type", "float"}, {"symmetric", true}, {"strategy", "group"}, {"group_size", 32}};
    return {{"quant_method", "compressed-tensors"},
            {"format", "mxfp4-pack-quantized"},
            {"ignore", {"lm_head"}},
            {"config_groups", {{"group_0", {{"targets", {"Linear"}}, {"weights", weights}}}}}};
}

} // namespace

std::string quantisation_block(const NamedQuantisation &named)
{
    if (!named.block.empty()) return named.block;
    const bool of_matrices = named.quant == "mxfp4" && named.base.find("gpt-oss") == std::string::npos;
    json block = of_matrices ? mxfp4_of_matrices() : block_of(named.quant, false);
    if (block.is_null()) return {};
    keep_towers(block);
    return block.dump();
}

QuantizationRules mxfp4_rules_of_matrices()
{
    const json block = mxfp4_of_matrices();
    return read_rules(Config(block, "", "quantization_config."));
}

std::optional<QuantizationRules> published_rules(const std::string &quant, bool double_quant, bool keeps_towers)
{
    json block = block_of(quant, double_quant);
    if (block.is_null()) return std::nullopt;
    if (keeps_towers) keep_towers(block);
    return read_rules(Config(block, "", "quantization_config."));
}

} // namespace plimsoll
