// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/quantization/packed_tensors.h"

#include "core/model/quantization/packed_codebooks.h"
#include "core/ground/bytes.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace plimsoll {
namespace {

/// Whole words of 32 bits that hold `values`.
Count words(Count values, Count bits) { return ceil_div(values * bits, 32); }

class Packer {
public:
    Packer(const WeightScheme &scheme, Dtype rest, const std::string &name, const Matrix &matrix)
        // the parts of a Linear bear their own names, those of fused experts begin with theirs
        : m_scheme(scheme), m_rest(rest), m_weight(name), m_prefix(name == "weight" ? "" : name + "_"), m_matrix(matrix)
    {}

    std::vector<LayoutPart> take()
    {
        pack();
        return std::move(m_out);
    }

private:
    void pack()
    {
        switch (m_scheme.form) {
        case PackForm::bnb_four: return four_bit();
        case PackForm::bnb_eight: return row_scaled(Dtype::int8, "SCB", Dtype::fp32);
        case PackForm::gptq: return gptq();
        case PackForm::awq: return awq();
        case PackForm::awq_gemv: return awq_gemv();
        case PackForm::fp8_blocks: return fp8_blocks();
        case PackForm::fp8_rows:
            bytes(m_weight, Dtype::fp8);
            put(part("weight_scale"), {m_matrix.out, 1}, Dtype::fp32);
            if (m_scheme.input_scales) put(part("input_scale_ub"), {1}, Dtype::fp32);
            return;
        case PackForm::ct_packed: return ct_packed();
        case PackForm::ct_plain: return ct_plain();
        case PackForm::ct_nvfp4: return nvfp4("weight_packed", "weight_global_scale", "input_global_scale", {1});
        case PackForm::ct_mxfp4: return mx_floats("weight_packed", "weight_scale");
        case PackForm::ct_mxfp8:
        case PackForm::modelopt_mxfp8:
            bytes(part("weight"), Dtype::fp8);
            return put(part("weight_scale"), {m_matrix.out, ceil_div(m_matrix.in, 32)}, Dtype::uint8);
        case PackForm::modelopt_nvfp4: return nvfp4("weight", "weight_scale_2", "input_scale", {});
        case PackForm::modelopt_fp8:
        case PackForm::modelopt_fp8_rows:
        case PackForm::modelopt_fp8_blocks: return modelopt_fp8();
        case PackForm::modelopt_ints: return modelopt_ints();
        case PackForm::mx_blocks:
            values(part("blocks"), {m_matrix.out, ceil_div(m_matrix.in, 32), 16}, Dtype::uint8);
            return put(part("scales"), {m_matrix.out, ceil_div(m_matrix.in, 32)}, Dtype::uint8);
        case PackForm::quark_plain: return quark_plain();
        case PackForm::quark_ints: return quark_ints();
        case PackForm::quark_mx: return quark_mx();
        case PackForm::torchao_int4: return torchao_int4();
        case PackForm::torchao_int8:
            bytes(part("weight_qdata"), Dtype::int8);
            return put(part("weight_scale"), grouped(), m_rest);
        case PackForm::torchao_float8:
            bytes(part("weight_qdata"), Dtype::fp8);
            return put(part("weight_scale"), {m_scheme.strategy == "tensor" ? 1 : m_matrix.out, 1}, Dtype::fp32);
        case PackForm::hqq: return hqq();
        case PackForm::eetq:
            values(m_weight, {m_matrix.in, m_matrix.out}, Dtype::int8);
            return put(part("weight_scales"), {m_matrix.out}, Dtype::fp16);
        case PackForm::higgs: return higgs();
        case PackForm::bitnet:
            values(m_weight, {ceil_div(m_matrix.out, 4), m_matrix.in}, Dtype::uint8);
            return put(part("weight_scale"), {1}, m_rest);
        case PackForm::quanto: return quanto();
        case PackForm::mlx: return mlx();
        case PackForm::exl2: return exllama(32);
        case PackForm::exl3: return exllama(128);
        default: m_out = codebook_parts(m_scheme, m_rest, m_prefix, m_matrix);
        }
    }

    void put(const std::string &name, std::vector<Count> shape, Dtype dtype, bool metadata = true)
    {
        m_out.push_back({name, m_matrix.shape(std::move(shape)), dtype, metadata});
    }
    void values(const std::string &name, std::vector<Count> shape, Dtype dtype) { put(name, std::move(shape), dtype, false); }
    /// One byte an element, in the matrix's own shape.
    void bytes(const std::string &name, Dtype dtype) { values(name, {m_matrix.out, m_matrix.in}, dtype); }
    [[nodiscard]] std::string part(const std::string &name) const { return m_prefix + name; }
    [[nodiscard]] Count groups() const { return m_scheme.group > 0 ? ceil_div(m_matrix.in, m_scheme.group) : 1; }
    [[nodiscard]] std::vector<Count> grouped() const { return {m_matrix.out, groups()}; }
    /// One a matrix: fused gate and up were two, each with its own.
    [[nodiscard]] std::vector<Count> each(std::vector<Count> of_one) const
    {
        if (m_matrix.parts > 1) of_one.insert(of_one.begin(), m_matrix.parts);
        return of_one;
    }
    void row_scaled(Dtype dtype, const std::string &scale, Dtype of_scale)
    {
        bytes(m_weight, dtype);
        put(part(scale), {m_matrix.out}, of_scale);
    }

    /// Experts are packed one by one, gate and up apart, each with its own tables.
    void four_bit()
    {
        const Count matrices = m_matrix.many > 0 ? m_matrix.many * m_matrix.parts : 0;
        const Count elements = elements_of({0, 1, m_matrix.many > 0 ? m_matrix.out / m_matrix.parts : m_matrix.out, m_matrix.in});
        const Count blocks = ceil_div(elements, m_scheme.group > 0 ? m_scheme.group : 64);
        const auto flat = [&](const std::string &name, std::vector<Count> shape, Dtype dtype, bool metadata = true) {
            if (matrices > 0) shape.insert(shape.begin(), matrices);
            m_out.push_back({part(name), shape, dtype, metadata});
        };
        flat("weight", {ceil_div(elements, 2), 1}, Dtype::uint8, false);
        flat("weight.quant_map", {16}, Dtype::fp32);
        flat("weight.absmax", {blocks}, m_scheme.double_quant ? Dtype::uint8 : Dtype::fp32);
        if (!m_scheme.double_quant) return;
        flat("weight.nested_absmax", {ceil_div(blocks, 256)}, Dtype::fp32);
        flat("weight.nested_quant_map", {256}, Dtype::fp32);
        flat("weight.nested_offset", {}, Dtype::fp32);
    }
    void gptq()
    {
        const Count bits = m_scheme.bits;
        values(part("qweight"), {words(m_matrix.in, bits), m_matrix.out}, Dtype::int32);
        put(part("qzeros"), {groups(), words(m_matrix.out, bits)}, Dtype::int32);
        put(part("scales"), {groups(), m_matrix.out}, Dtype::fp16);
        put(part("g_idx"), each({m_matrix.in}), Dtype::int32);
    }
    void awq()
    {
        const Count packed = words(m_matrix.out, m_scheme.bits);
        values(part("qweight"), {m_matrix.in, packed}, Dtype::int32);
        put(part("qzeros"), {groups(), packed}, Dtype::int32);
        put(part("scales"), {groups(), m_matrix.out}, Dtype::fp16);
    }
    void awq_gemv()
    {
        // zeros in whole words of 8, and of 2 or 4 words where groups are small (awq/modules/linear/gemv.py)
        const Count multiple = m_scheme.group >= 128 ? 1 : m_scheme.group == 64 ? 2 : 4;
        const Count zeros = ceil_div(ceil_div(groups(), 8), multiple) * multiple;
        values(part("qweight"), {m_matrix.out, words(m_matrix.in, m_scheme.bits)}, Dtype::int32);
        put(part("qzeros"), {m_matrix.out, zeros}, Dtype::int32);
        put(part("scales"), {m_matrix.out, zeros * 8}, Dtype::fp16);
    }
    /// FP8Linear and FP8Experts: a scale a block of rows and columns, or one a tensor.
    void fp8_blocks()
    {
        const std::vector<Count> &block = m_scheme.block;
        const bool fused = m_matrix.many > 0, blocks = block.size() == 2;
        bytes(m_weight, Dtype::fp8);
        const Count rows = blocks ? ceil_div(m_matrix.out, block[0]) : 1, columns = blocks ? ceil_div(m_matrix.in, block[1]) : 1;
        put(m_weight + "_scale_inv",
            fused || blocks ? std::vector<Count>{std::max(rows, fused ? m_matrix.parts : 1), columns} : std::vector<Count>{},
            m_scheme.byte_scales ? Dtype::uint8 : Dtype::fp32);
        if (m_scheme.input_scales) put(part("activation_scale"), {}, Dtype::fp32);
    }
    void ct_packed()
    {
        values(part("weight_packed"), {m_matrix.out, words(m_matrix.in, m_scheme.bits)}, Dtype::int32);
        put(part("weight_scale"), ct_scales(), m_rest);
        put(part("weight_shape"), each({2}), m_scheme.short_shape ? Dtype::int32 : Dtype::int64);
        if (!m_scheme.symmetric && m_scheme.unpacked_zeros)
            put(part("weight_zero_point"), grouped(), Dtype::int8);
        else if (!m_scheme.symmetric)
            put(part("weight_zero_point"), {words(m_matrix.out, m_scheme.bits), groups()}, Dtype::int32);
        if (m_scheme.act_order) put(part("weight_g_idx"), each({m_matrix.in}), Dtype::int32);
        if (m_scheme.input_scales) put(part("input_scale"), each({1}), m_rest);
    }
    void ct_plain()
    {
        bytes(part("weight"), m_scheme.floats ? Dtype::fp8 : Dtype::int8);
        put(part("weight_scale"), ct_scales(), m_rest);
        if (!m_scheme.symmetric) put(part("weight_zero_point"), ct_scales(), m_scheme.floats ? Dtype::fp8 : Dtype::int8);
        if (m_scheme.input_scales) put(part("input_scale"), each({1}), m_rest);
    }
    [[nodiscard]] std::vector<Count> ct_scales() const
    {
        const std::string &strategy = m_scheme.strategy;
        if (strategy == "block" && m_scheme.block.size() == 2)
            return {ceil_div(m_matrix.out, m_scheme.block[0]), ceil_div(m_matrix.in, m_scheme.block[1])};
        if (strategy == "group") return grouped();
        return strategy == "channel" ? std::vector<Count>{m_matrix.out, 1} : each({1});
    }
    void nvfp4(const char *weight, const char *global, const char *input, const std::vector<Count> &one)
    {
        values(part(weight), {m_matrix.out, ceil_div(m_matrix.in, 2)}, Dtype::uint8);
        put(part("weight_scale"), {m_matrix.out, ceil_div(m_matrix.in, 16)}, Dtype::fp8);
        put(part(global), each(one), Dtype::fp32);
        if (m_scheme.input_scales) put(part(input), each(one), Dtype::fp32);
        smooth();
    }
    void mx_floats(const char *weight, const char *scale)
    {
        values(part(weight), {m_matrix.out, ceil_div(m_matrix.in, 2)}, Dtype::uint8);
        put(part(scale), {m_matrix.out, ceil_div(m_matrix.in, 32)}, Dtype::uint8);
    }
    void smooth()
    {
        if (m_scheme.smoothed) put(part("pre_quant_scale"), each({m_matrix.in}), m_rest);
    }
    void modelopt_fp8()
    {
        bytes(part("weight"), m_scheme.floats ? Dtype::fp8 : Dtype::int8);
        if (m_scheme.form == PackForm::modelopt_fp8_blocks)
            put(part("weight_scale"), {ceil_div(m_matrix.out, 128), 1, ceil_div(m_matrix.in, 128), 1}, Dtype::fp32);
        else
            put(part("weight_scale"), m_scheme.form == PackForm::modelopt_fp8 ? each({}) : std::vector<Count>{m_matrix.out},
                Dtype::fp32);
        if (m_scheme.input_scales) put(part("input_scale"), each({}), Dtype::fp32);
        smooth();
    }
    void modelopt_ints()
    {
        values(part("weight"), {ceil_div(m_matrix.out, 2), m_matrix.in}, Dtype::uint8);
        put(part("weight_scale"), grouped(), m_rest);
        if (m_scheme.floats) put(part("weight_scale_2"), each({}), Dtype::fp32); // W4A8: floats of 8 bits beneath
        if (m_scheme.input_scales) put(part("input_scale"), each({}), Dtype::fp32);
        smooth();
    }
    void quark_plain()
    {
        bytes(part("weight"), m_scheme.floats ? Dtype::fp8 : Dtype::int8);
        const std::vector<Count> scales = m_scheme.strategy == "channel" ? std::vector<Count>{m_matrix.out}
                                          : m_scheme.strategy == "group" ? grouped()
                                                                         : each({});
        put(part("weight_scale"), scales, Dtype::fp32);
        if (!m_scheme.symmetric) put(part("weight_zero_point"), scales, Dtype::int8);
        if (m_scheme.input_scales) put(part("input_scale"), each({}), Dtype::fp32);
    }
    void quark_ints()
    {
        values(part("weight"), {m_matrix.in, words(m_matrix.out, m_scheme.bits)}, Dtype::int32);
        put(part("weight_scale"), {groups(), m_matrix.out}, m_rest);
        if (!m_scheme.symmetric) put(part("weight_zero_point"), {groups(), words(m_matrix.out, m_scheme.bits)}, Dtype::int32);
    }
    void quark_mx()
    {
        const Count columns = ceil_div(m_matrix.in * m_scheme.bits, 8);
        values(part("weight"), {m_matrix.out, columns}, m_scheme.bits == 8 ? Dtype::fp8 : Dtype::uint8);
        put(part("weight_scale"), {m_matrix.out, ceil_div(m_matrix.in, 32)}, Dtype::uint8);
    }
    /// The tiled layout pads to what its kernel reads (torchao tensor_core_tiled_layout.py: 1,024 columns, 8 rows).
    void torchao_int4()
    {
        const Count in = ceil_div(m_matrix.in, 1024) * 1024, out = ceil_div(m_matrix.out, 8) * 8;
        values(part("weight_qdata"), {out / 8, in / 128, 32, 4}, Dtype::int32);
        put(part("weight_scale_and_zero"), {ceil_div(in, m_scheme.group > 0 ? m_scheme.group : in), out, 2}, m_rest);
    }
    void hqq()
    {
        const Count elements = elements_of(m_matrix), group = m_scheme.group > 0 ? m_scheme.group : m_matrix.in;
        const Count rows = ceil_div(elements, group);
        // 3 bits: ten values in a word of 32, row by row
        const Count packed = m_scheme.bits == 3 ? ceil_div(group, 10) * rows : ceil_div(elements * m_scheme.bits, 8);
        m_out.push_back({part("W_q"), {packed, 1}, m_scheme.bits == 3 ? Dtype::int32 : Dtype::uint8, false});
        m_out.push_back({part("scale"), {rows, 1}, m_rest, true});
        m_out.push_back({part("zero"), {rows, 1}, m_rest, true});
    }
    void higgs()
    {
        const Count entries = Count{1} << std::clamp(m_scheme.bits, 1, 8);
        values(m_weight, {m_matrix.out * m_scheme.bits / 16, m_matrix.in}, Dtype::int16);
        put(part("scales"), grouped(), m_rest);
        put(part("tables"), {entries}, m_rest);
        put(part("tables2"), {entries, entries, 2}, m_rest);
    }
    void quanto()
    {
        if (m_scheme.bits == 8) {
            bytes(part("weight._data"), m_scheme.floats ? Dtype::fp8 : Dtype::int8);
            return put(part("weight._scale"), {m_matrix.out, 1}, m_rest);
        }
        const Count rows = m_matrix.out * ceil_div(m_matrix.in, 128); // qbits: groups of 128 (optimum-quanto qtensor_func.py)
        values(part("weight._data"), {ceil_div(m_matrix.out * m_matrix.in * m_scheme.bits, 8)}, Dtype::uint8);
        put(part("weight._scale"), {rows, 1}, m_rest);
        put(part("weight._shift"), {rows, 1}, m_rest);
    }
    void mlx()
    {
        values(m_weight, {m_matrix.out, words(m_matrix.in, m_scheme.bits)}, Dtype::int32);
        put(part("scales"), grouped(), m_scheme.byte_scales ? Dtype::uint8 : m_rest);
        if (!m_scheme.zero_rows) put(part("biases"), grouped(), m_rest);
    }

    /// ExLlamaV3 1.4 modules/quant/exl3.py: a trellis, half-precision signs of rows and columns, one word that names the codebook;
    /// ExLlamaV2 0.3 counts what stands beside the words among its bits. Sides are padded (modules/linear.py, pad_to).
    void exllama(Count multiple)
    {
        const Count out = round_up(m_matrix.out, multiple), in = round_up(m_matrix.in, multiple);
        const auto bits = static_cast<Count>(std::ceil(static_cast<double>(in) * m_scheme.mean_bits));
        values(part(m_scheme.form == PackForm::exl3 ? "trellis" : "q_weight"), {out, ceil_div(bits, 8)}, Dtype::uint8);
        if (m_scheme.form == PackForm::exl2) return;
        put(part("suh"), {m_matrix.parts, in}, Dtype::fp16);
        put(part("svh"), {out}, Dtype::fp16);
        put(part("mul1"), {m_matrix.parts}, Dtype::int32);
    }

    const WeightScheme &m_scheme;
    Dtype m_rest;
    const std::string &m_weight;
    std::string m_prefix;
    const Matrix &m_matrix;
    std::vector<LayoutPart> m_out;
};

/// Experts [many, in, out] instead of [many, out, in] (gpt-oss): told by how the two projections fit together.
bool is_turned(const Module &module)
{
    const auto shape_of = [&module](std::string_view name) -> const Dimensions * {
        const auto found = std::ranges::find(module.parameters, name, &Parameter::name);
        return found != module.parameters.end() && found->shape.size() == 3 ? &found->shape : nullptr;
    };
    const Dimensions *up = shape_of("gate_up_proj"), *down = shape_of("down_proj");
    return up && down && (*up)[1] == (*down)[2] && (*up)[2] == 2 * (*down)[1];
}

} // namespace

std::optional<Matrix> matrix_of(const Module &module, const Parameter &parameter)
{
    const Dimensions &shape = parameter.shape;
    if (module.kind == ModuleKind::experts) {
        if (shape.size() != 3) return std::nullopt;
        const Count parts = parameter.name == "gate_up_proj" ? 2 : 1;
        return is_turned(module) ? Matrix{shape[0], parts, shape[2], shape[1]} : Matrix{shape[0], parts, shape[1], shape[2]};
    }
    if (parameter.name != "weight" || shape.size() != 2) return std::nullopt;
    const bool turned = module.kind == ModuleKind::conv1d; // weight [in, out]
    return Matrix{0, 1, turned ? shape[1] : shape[0], turned ? shape[0] : shape[1]};
}

std::vector<LayoutPart> packed_parts(const WeightScheme &scheme, Dtype rest, const std::string &name, const Matrix &matrix)
{
    return Packer(scheme, rest, name, matrix).take();
}

Count elements_of(const Matrix &matrix)
{
    const auto of_one = checked_mul(matrix.out, matrix.in);
    const auto all = of_one ? checked_mul(*of_one, std::max<Count>(1, matrix.many)) : of_one;
    return all.value_or(std::numeric_limits<Count>::max() / 64); // of sizes that no card holds
}

std::optional<Bytes> bytes_of(const LayoutPart &part)
{
    std::optional<Bytes> out = size_of(part.dtype);
    for (const Count dimension : part.shape) out = out ? checked_mul(*out, dimension) : out;
    return out;
}

} // namespace plimsoll
