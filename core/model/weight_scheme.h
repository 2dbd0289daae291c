// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/dtype.h"
#include "core/model/dimensions.h"

#include <optional>
#include <string>
#include <vector>

namespace plimsoll {

/// The forms in which tools write a quantised matrix, named after who defined them. What tensors each has: packed_tensors.cpp.
enum class PackForm : std::uint8_t {
    bnb_four,
    bnb_eight,
    gptq,
    awq,
    awq_gemv,   ///< AutoAWQ's gemv: rows padded to whole words of groups
    fp8_blocks, ///< transformers' fine-grained FP8: a scale a block, or one a tensor
    fp8_rows,   ///< FBGEMM
    ct_packed,  ///< compressed-tensors, integers in words of 32 bits
    ct_plain,   ///< compressed-tensors, one byte an element
    ct_nvfp4,
    ct_mxfp4,
    ct_mxfp8,
    modelopt_fp8,
    modelopt_fp8_rows,
    modelopt_fp8_blocks,
    modelopt_nvfp4,
    modelopt_mxfp8,
    modelopt_ints, ///< W4A16_AWQ and its like: two values a byte
    mx_blocks,     ///< gpt-oss
    quark_plain,
    quark_ints,
    quark_mx,
    torchao_int4,
    torchao_int8,
    torchao_float8,
    hqq,
    eetq,
    aqlm,
    vptq,
    spqr,
    higgs,
    bitnet,
    quanto,
    mlx,
    exl2, ///< ExLlamaV2: bits that change from rows to rows
    exl3, ///< ExLlamaV3: a trellis of 16 x 16 blocks, and signs of rows and columns
};

/// How a group of matrices is packed.
struct WeightScheme {
    PackForm form = PackForm::gptq;
    std::string called; ///< as the field calls it: "gptq4", "fp8", "w4a16"
    int bits = 4;
    double mean_bits = 0;  ///< EXL2, EXL3: of a weight, over all matrices
    Count group = 0;       ///< columns with one scale; 0 and -1: a whole row
    bool floats = false;   ///< e4m3 in place of int8
    bool symmetric = true; ///< no zero points
    bool double_quant = false;
    bool input_scales = false;   ///< scales of the activations are stored (static)
    bool byte_scales = false;    ///< scales are exponents of 8 bits (ue8m0)
    bool unpacked_zeros = false; ///< compressed-tensors as loaded: one byte a zero point
    bool short_shape = false;    ///< compressed-tensors under transformers 4: weight_shape in 32 bits
    bool zero_rows = false;      ///< MLX's floats: no biases beside the scales
    bool act_order = false;      ///< compressed-tensors' actorder: an index for every column
    bool smoothed = false;       ///< a factor for every input column (AWQ's pre_quant_scale)
    std::string strategy;        ///< what a scale is for: "tensor", "channel", "group", "block", "tensor_group"
    std::vector<Count> block;    ///< rows and columns of a block with a scale
    Count codebooks = 0, codebook_bits = 0, out_group = 1; ///< AQLM; `group` is its in_group_size
    std::vector<Count> sizes;                              ///< VPTQ's layer, SPQR's lengths: in the order of packed_codebooks.cpp

    bool operator==(const WeightScheme &) const = default;
};

} // namespace plimsoll
