// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/config/config.h"
#include "core/model/quantization/quantization_rules.h"

#include <nlohmann/json_fwd.hpp>

namespace plimsoll {

/// bits under any of the names in use, 1 to 32; `fallback` where none is there.
[[nodiscard]] int bits_of(const Config &config, int fallback);
/// Columns of a group: -1 to 2^24, 0 excluded from nothing; `fallback` where absent.
[[nodiscard]] Count group_size_of(const Config &config, Count fallback);
/// The strings of an array at `key`, behind those that are in `out` already. Refuses anything else but null.
void append_names(std::vector<std::string> &out, const Config &config, std::string_view key);
/// Sizes of a block, two from 1 on; empty where absent.
[[nodiscard]] std::vector<Count> block_of(const Config &config, std::string_view key);
/// The object at `key`, with its path for errors; nothing where it is absent or null. Refuses anything else.
[[nodiscard]] std::optional<Config> object_at(const Config &config, std::string_view key);
/// The names of what stands in an object, in the file's order.
[[nodiscard]] std::vector<std::string> keys_of(const Config &config);
/// Lower case, as some tools write what others write in capitals.

// The methods, each in the file of its kind. They fill what read_rules() has begun: method and the list of what stays.
void read_compressed_tensors(const Config &config, QuantizationRules &out); // quantization_groups.cpp
void read_modelopt(const Config &config, QuantizationRules &out);
void read_quark(const Config &config, QuantizationRules &out);
void read_gptq(const Config &config, QuantizationRules &out); // quantization_words.cpp
void read_awq(const Config &config, QuantizationRules &out);
void read_auto_round(const Config &config, QuantizationRules &out);
void read_mlx(const Config &config, QuantizationRules &out);
void read_exllama(const Config &config, QuantizationRules &out);
void read_torchao(const Config &config, QuantizationRules &out); // quantization_others.cpp
void read_hqq(const Config &config, QuantizationRules &out);
void read_aqlm(const Config &config, QuantizationRules &out);
void read_vptq(const Config &config, QuantizationRules &out);
void read_spqr(const Config &config, QuantizationRules &out);
void read_simple(const Config &config, QuantizationRules &out); ///< EETQ, HIGGS, BitNet, quanto

} // namespace plimsoll
