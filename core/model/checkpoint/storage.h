// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/architecture.h"

namespace plimsoll {

/// A tensor as a quantised model holds it in memory and on disk.
struct PackedTensor {
    std::string name; ///< full: "model.layers.0.mlp.up_proj.qweight"
    Dimensions shape;
    std::optional<Dtype> dtype; ///< nothing: neither the configuration nor the method says it
    bool metadata = false;      ///< scales, zero points, tables: what stands beside the values

    bool operator==(const PackedTensor &) const = default;
};

/// What a configuration's quantisation makes of a model.
struct Storage {
    std::vector<PackedTensor> tensors; ///< every parameter once, quantised ones in their parts
    Count quantized_modules = 0;
    std::optional<Bytes> bytes;          ///< of all tensors; nothing where a dtype is unknown or they leave 64 bits
    std::optional<Bytes> metadata_bytes; ///< of them, beside the values

    bool operator==(const Storage &) const = default;
};

/// The tensors of `arch` under its quantization_config; all as they are where it has none. Layouts are those that the
/// libraries allocate: bitsandbytes 0.50 functional.py, gptqmodel 5 and AutoAWQ 0.2 (qweight, qzeros, scales), transformers
/// 5.23 integrations/finegrained_fp8.py, fbgemm_fp8.py and mxfp4.py, compressed-tensors 0.12 compressors/, modelopt 0.33
/// export/. Experts are counted fused, which changes no byte.
[[nodiscard]] Storage storage_of(const Architecture &arch);

} // namespace plimsoll
