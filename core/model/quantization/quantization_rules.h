// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/module_names.h"
#include "core/model/weight_scheme.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace plimsoll {

/// Modules that a configuration names apart, by name or by class ("Linear", "Embedding").
struct SchemeGroup {
    NameList targets;
    std::vector<std::string> classes;
    std::optional<WeightScheme> scheme; ///< nothing: they stay as they are

    [[nodiscard]] bool has_class(std::string_view name) const
    {
        for (const std::string &each : classes)
            if (each == name) return true;
        return false;
    }
};

/// Everything a quantization_config says about which module is packed how.
struct QuantizationRules {
    std::string method;              ///< quant_method as read; modelopt's with its kind ("modelopt_fp4")
    WeightScheme main;               ///< of the modules that no group names
    bool only_named = false;         ///< modules that no group names stay as they are
    std::vector<SchemeGroup> groups; ///< the first that names a module decides, exact names before patterns before classes
    std::vector<std::string> skips;  ///< modules that stay, as they stand in the file
    bool skips_stated = false;       ///< the file has such a list, empty or not
    NameStyle skip_style = NameStyle::loose; ///< how the tool that wrote the file reads that list
    bool head = false;                       ///< the head too, unless it is listed
    bool embeddings = false;                 ///< tables too (MLX, torchao's include_input_output_embeddings)
    bool experts = true;                     ///< the file's experts are packed like other matrices
    std::string blocks;                      ///< GPTQ: name of the list of layers; empty: the first that the library knows
    std::vector<std::string> parts;          ///< GPTQ: modules_in_block_to_quantize; empty: all
    bool unpacked_by_loader = false;         ///< BitNet's autobitlinear: the loader keeps what it unpacks
    bool blocks_assumed = false; ///< FP8 without weight_block_size: transformers assumes 128 x 128, the file has one scale
    bool text_alone = false;     ///< the names are those of a larger model's language model
    std::map<std::string, WeightScheme, std::less<>> by_name; ///< VPTQ, SPQR: every module's own
    std::string caches;    ///< in what its maker says that keys and values are cached: "fp8", "nvfp4"; empty: nothing is said
    std::string uncounted; ///< why the tensors cannot be counted, for an error; empty: they can
};

/// Reads the object of a quantization_config. Throws Refusal (core/model/config/config.h) where it is malformed: the key, what was
/// read, what is accepted.
class Config;
[[nodiscard]] QuantizationRules read_rules(const Config &config);

/// quantization_config, as JSON, of a checkpoint that a name speaks of: its owner's own, else as most publish it; empty where neither is
/// known.
struct NamedQuantisation;
[[nodiscard]] std::string quantisation_block(const NamedQuantisation &named);

/// The rules of a checkpoint of `quant` (weights.quant) as its makers publish it; nothing for a name that is none.
/// `keeps_towers`: of a checkpoint that somebody made to be served, which leaves a vision model and its projector alone; else as a
/// method's library does unless told.
[[nodiscard]] std::optional<QuantizationRules> published_rules(const std::string &quant, bool double_quant,
                                                               bool keeps_towers = false);

/// MXFP4 of every matrix, as compressed-tensors stores it; gpt-oss's own, under the same name, has fused experts in it alone.
[[nodiscard]] QuantizationRules mxfp4_rules_of_matrices();

} // namespace plimsoll
