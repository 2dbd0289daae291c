// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/dtype.h"
#include "core/model/dimensions.h"

#include <memory>
#include <string>
#include <vector>

namespace plimsoll {

/// Which library's function multiplies with a matrix, and so what a product allocates beside its result.
enum class Packing : std::uint8_t {
    dense,            ///< a parameter of a plain dtype, whatever the rest of the model is
    bnb_four_bit,     ///< bitsandbytes nf4 and fp4
    bnb_eight_bit,    ///< bitsandbytes LLM.int8
    gptq,             ///< gptqmodel: unpacked to the input's dtype
    awq,              ///< gptqmodel's and AutoAWQ's gemm
    fp8,              ///< e4m3 with a scale a tensor, row or block; the input is quantised by the same rule
    four_bit_floats,  ///< mxfp4, nvfp4
    compressed,       ///< compressed-tensors: unpacked for good by the first forward
    unpacked_by_call, ///< any other method: each product unpacks the whole matrix
};

/// One tensor of a packed matrix.
struct LayoutPart {
    std::string name; ///< behind the module's name: "qweight", "weight_scale_inv", "gate_up_proj_blocks"
    Dimensions shape;
    Dtype dtype = Dtype::uint8;
    bool metadata = false; ///< scales, zero points, tables: what stands beside the values

    bool operator==(const LayoutPart &) const = default;
};

/// A matrix as the plan's loader holds it on the card. Layouts that are alike are one object, so that they compare by address.
struct MatrixLayout {
    Packing packing = Packing::dense;
    std::string scheme;            ///< as the field calls it: "fp8", "gptq4", "nvfp4", "w4a16"
    std::vector<LayoutPart> parts; ///< the values first
    Dtype dense = Dtype::bf16;     ///< what it is unpacked to

    bool operator==(const MatrixLayout &) const = default;
};

using MatrixLayoutRef = std::shared_ptr<const MatrixLayout>;

} // namespace plimsoll
