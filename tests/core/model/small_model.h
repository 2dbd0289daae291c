// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/load/load.h"
#include "core/model/checkpoint/storage.h"

#include <nlohmann/json.hpp>

#include <QString>
#include <QStringList>

#include <vector>

namespace plimsoll {

/// Two layers of a llama with a width of 256 and 512 inside, in bf16, with `quantization` as its quantization_config (null:
/// none). Null where the configuration is refused.
inline ArchitectureRef small_llama(const nlohmann::json &quantization, const nlohmann::json &more = nlohmann::json::object())
{
    nlohmann::json config{{"model_type", "llama"},    {"vocab_size", 320},         {"hidden_size", 256},
                          {"intermediate_size", 512}, {"num_hidden_layers", 2},    {"num_attention_heads", 4},
                          {"num_key_value_heads", 2}, {"torch_dtype", "bfloat16"}, {"tie_word_embeddings", false}};
    config.update(more);
    if (!quantization.is_null()) config["quantization_config"] = quantization;
    const auto read = architecture_from_config(config.dump(), "test");
    return read ? *read : nullptr;
}

/// "name dtype [shape]; …" of the tensors of a module.
inline QString tensors_of(const Storage &storage, const std::string &module)
{
    QStringList out;
    for (const PackedTensor &tensor : storage.tensors) {
        if (!tensor.name.starts_with(module + ".")) continue;
        QStringList sizes;
        for (const Count size : tensor.shape) sizes.append(QString::number(size));
        const std::string dtype(tensor.dtype ? name_of(*tensor.dtype) : "?");
        out.append(QString::fromStdString(tensor.name.substr(module.size() + 1) + " " + dtype) + " [" + sizes.join(", ") + "]");
    }
    return out.join("; ");
}

/// A block of every method that has a configuration of its own kind.
inline std::vector<nlohmann::json> quantisation_blocks()
{
    using nlohmann::json;
    return {
        {{"quant_method", "aqlm"}, {"in_group_size", 8}, {"out_group_size", 1}, {"num_codebooks", 1}, {"nbits_per_codebook", 16}},
        {{"quant_method", "hqq"}, {"quant_config", {{"weight_quant_params", {{"nbits", 4}, {"group_size", 64}}}}}},
        {{"quant_method", "torchao"}, {"quant_type", "int4_weight_only"}, {"quant_type_kwargs", {{"group_size", 128}}}},
        {{"quant_method", "torchao"},
         {"quant_type", {{"default", {{"_type", "Int8WeightOnlyConfig"}, {"_data", json::object()}}}}}},
        {{"quant_method", "eetq"}, {"weights", "int8"}},
        {{"quant_method", "higgs"}, {"bits", 4}, {"group_size", 256}},
        {{"quant_method", "bitnet"}},
        {{"quant_method", "quanto"}, {"weights", "int4"}},
        {{"quant_method", "vptq"},
         {"config_for_layers",
          {{"model.layers.0.self_attn.k_proj",
            {{"vector_lens", {-1, 8}},
             {"num_centroids", {-1, 65536}},
             {"num_res_centroids", {-1, 256}},
             {"group_num", 1},
             {"group_size", 256},
             {"outlier_size", 0},
             {"enable_norm", true},
             {"enable_perm", true}}}}}},
        {{"quant_method", "spqr"},
         {"bits", 3},
         {"shapes",
          {{"model.layers.0.self_attn.k_proj.dense_weights.shape", 2048},
           {"model.layers.0.self_attn.k_proj.row_offsets.shape", 129},
           {"model.layers.0.self_attn.k_proj.col_vals.shape", 100},
           {"model.layers.0.self_attn.k_proj.in_perm.shape", 0}}}},
        {{"quant_method", "quark"},
         {"global_quant_config",
          {{"weight", {{"dtype", "fp8_e4m3"}, {"qscheme", "per_tensor"}}}, {"input_tensors", {{"is_dynamic", false}}}}},
         {"exclude", {"lm_head"}}},
        {{"quant_method", "auto-round"}, {"bits", 4}, {"group_size", 128}, {"packing_format", "auto_round:auto_gptq"}},
        {{"group_size", 64},
         {"bits", 4},
         {"mode", "affine"},
         {"quant_method", "mlx"},
         {"model.layers.0.self_attn.k_proj", false}},
        {{"quant_method", "modelopt"}, {"quant_algo", "W4A16_AWQ"}, {"group_size", 128}},
    };
}

} // namespace plimsoll
