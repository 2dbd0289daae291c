// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/packed_tensors.h"

#include <algorithm>

namespace plimsoll {
namespace {

Count div_up(Count a, Count b) { return a / b + (a % b != 0); }

class Packer {
public:
    Packer(const ConfigQuantization &quantization, Dtype dtype, std::vector<LayoutPart> &out)
        : m_quantization(quantization), m_dtype(dtype), m_out(out)
    {}

    void pack(const std::string &name, const Matrix &matrix)
    {
        // the parts of a Linear bear their own names, those of fused experts begin with theirs
        m_prefix = name == "weight" ? "" : name + "_";
        m_weight = name;
        const std::string &method = m_quantization.method;
        if (method.starts_with("bitsandbytes")) return m_quantization.bits == 4 ? four_bit(matrix) : eight_bit(matrix);
        if (method == "gptq" || method == "gptqmodel") return gptq(matrix);
        if (method == "awq") return awq(matrix);
        if (method == "mxfp4") return mxfp4(matrix);
        if (method == "fbgemm_fp8") return channel_fp8(matrix);
        if (method == "compressed-tensors") return compressed(matrix);
        if (method == "modelopt_fp4") return nvfp4(matrix, "weight", "weight_scale", "weight_scale_2", "input_scale");
        if (method == "modelopt_fp8") return tensor_fp8(matrix);
        if (method.ends_with("fp8")) return fine_fp8(matrix);
        by_bits(matrix);
    }

private:
    void put(const std::string &name, std::vector<Count> shape, Dtype dtype, bool metadata = true)
    {
        m_out.push_back({name, std::move(shape), dtype, metadata});
    }
    void values(const std::string &name, std::vector<Count> shape, Dtype dtype) { put(name, std::move(shape), dtype, false); }
    [[nodiscard]] std::string part(const std::string &name) const { return m_prefix + name; }
    [[nodiscard]] Count group(const Matrix &m) const { return m_quantization.group_size > 0 ? m_quantization.group_size : m.in; }

    void four_bit(const Matrix &m)
    {
        const Count blocks = div_up(m.out * m.in, 64);
        values(part("weight"), {div_up(m.out * m.in, 2), 1}, Dtype::uint8);
        put(part("weight.quant_map"), {16}, Dtype::fp32);
        put(part("weight.absmax"), {blocks}, m_quantization.double_quant ? Dtype::uint8 : Dtype::fp32);
        if (!m_quantization.double_quant) return;
        put(part("weight.nested_absmax"), {div_up(blocks, 256)}, Dtype::fp32);
        put(part("weight.nested_quant_map"), {256}, Dtype::fp32);
        put(part("weight.nested_offset"), {}, Dtype::fp32);
    }
    void eight_bit(const Matrix &m)
    {
        values(part("weight"), {m.out, m.in}, Dtype::int8);
        put(part("SCB"), {m.out}, Dtype::fp32);
    }
    void gptq(const Matrix &m)
    {
        const Count bits = m_quantization.bits, groups = div_up(m.in, group(m));
        values(part("qweight"), m.shape({div_up(m.in * bits, 32), m.out}), Dtype::int32);
        put(part("qzeros"), m.shape({groups, div_up(m.out * bits, 32)}), Dtype::int32);
        put(part("scales"), m.shape({groups, m.out}), Dtype::fp16);
        put(part("g_idx"), m.shape(m.parts > 1 ? std::vector<Count>{m.parts, m.in} : std::vector<Count>{m.in}), Dtype::int32);
    }
    void awq(const Matrix &m)
    {
        const Count bits = m_quantization.bits, groups = div_up(m.in, group(m)), packed = div_up(m.out * bits, 32);
        values(part("qweight"), m.shape({m.in, packed}), Dtype::int32);
        put(part("qzeros"), m.shape({groups, packed}), Dtype::int32);
        put(part("scales"), m.shape({groups, m.out}), Dtype::fp16);
    }
    void mxfp4(const Matrix &m)
    {
        values(part("blocks"), m.shape({m.out, div_up(m.in, 32), 16}), Dtype::uint8);
        put(part("scales"), m.shape({m.out, div_up(m.in, 32)}), Dtype::uint8);
    }
    void nvfp4(const Matrix &m, const char *weight, const char *scale, const char *global, const char *input)
    {
        const std::vector<Count> each = m.parts > 1 ? std::vector<Count>{m.parts} : std::vector<Count>{};
        values(part(weight), m.shape({m.out, div_up(m.in, 2)}), Dtype::uint8);
        put(part(scale), m.shape({m.out, div_up(m.in, 16)}), Dtype::fp8);
        put(part(global), m.shape(each), Dtype::fp32);
        if (m_quantization.input_scales) put(part(input), m.shape(each), Dtype::fp32);
    }
    void tensor_fp8(const Matrix &m)
    {
        const std::vector<Count> each = m.parts > 1 ? std::vector<Count>{m.parts} : std::vector<Count>{};
        values(part("weight"), m.shape({m.out, m.in}), Dtype::fp8);
        put(part("weight_scale"), m.shape(each), Dtype::fp32);
        if (m_quantization.input_scales) put(part("input_scale"), m.shape(each), Dtype::fp32);
    }
    void channel_fp8(const Matrix &m)
    {
        values(part("weight"), m.shape({m.out, m.in}), Dtype::fp8);
        put(part("weight_scale"), m.shape({m.out, 1}), Dtype::fp32);
    }
    /// FP8Linear and FP8Experts: a scale a block of rows and columns, or one a tensor.
    void fine_fp8(const Matrix &m)
    {
        const std::vector<Count> &block = m_quantization.block;
        const Dtype scale = m_quantization.byte_scales ? Dtype::uint8 : Dtype::fp32;
        values(m_weight, m.shape({m.out, m.in}), Dtype::fp8);
        const Count rows = block.size() == 2 ? div_up(m.out, std::max<Count>(1, block[0])) : m.many > 0 ? m.parts : 0;
        const Count columns = block.size() == 2 ? div_up(m.in, std::max<Count>(1, block[1])) : 1;
        put(m_weight + "_scale_inv",
            rows == 0 ? std::vector<Count>{} : m.shape({std::max(rows, m.many > 0 ? m.parts : 1), columns}), scale);
        if (m_quantization.input_scales) put(part("activation_scale"), m.shape({}), Dtype::fp32);
    }
    void compressed(const Matrix &m)
    {
        const std::string &form = m_quantization.form;
        const std::vector<Count> each = m.parts > 1 ? std::vector<Count>{m.parts, 1} : std::vector<Count>{1};
        if (form.starts_with("nvfp4"))
            return nvfp4(m, "weight_packed", "weight_scale", "weight_global_scale", "input_global_scale");
        if (form.starts_with("mxfp4")) {
            values(part("weight_packed"), m.shape({m.out, div_up(m.in, 2)}), Dtype::uint8);
            return put(part("weight_scale"), m.shape({m.out, div_up(m.in, 32)}), Dtype::uint8);
        }
        const bool packed = form == "pack-quantized" || (form.empty() && m_quantization.bits < 8);
        const Count values_of_word = 32 / std::clamp(m_quantization.bits, 1, 32);
        if (packed)
            values(part("weight_packed"), m.shape({m.out, div_up(m.in, values_of_word)}), Dtype::int32);
        else
            values(part("weight"), m.shape({m.out, m.in}), form.find("int") != std::string::npos ? Dtype::int8 : Dtype::fp8);
        put(part("weight_scale"), m.shape(scale_shape(m, each)), m_dtype);
        if (packed)
            put(part("weight_shape"), m.shape(m.parts > 1 ? std::vector<Count>{m.parts, 2} : std::vector<Count>{2}),
                Dtype::int64);
        if (packed && !m_quantization.symmetric)
            put(part("weight_zero_point"), m.shape({div_up(m.out, values_of_word), div_up(m.in, group(m))}), Dtype::int32);
        if (m_quantization.input_scales) put(part("input_scale"), m.shape(each), m_dtype);
    }
    [[nodiscard]] std::vector<Count> scale_shape(const Matrix &m, const std::vector<Count> &each) const
    {
        const std::string &strategy = m_quantization.strategy;
        const std::vector<Count> &block = m_quantization.block;
        if (strategy == "block" && block.size() == 2)
            return {div_up(m.out, std::max<Count>(1, block[0])), div_up(m.in, std::max<Count>(1, block[1]))};
        if (strategy == "group" && m_quantization.group_size > 0) return {m.out, div_up(m.in, m_quantization.group_size)};
        return strategy == "channel" ? std::vector<Count>{m.out, 1} : each;
    }
    /// Methods whose layout is not described: the values packed, a 16-bit scale a group.
    void by_bits(const Matrix &m)
    {
        values(m_weight, m.shape({m.out, div_up(m.in * std::max(1, m_quantization.bits), 8)}), Dtype::uint8);
        put(part("scales"), m.shape({m.out, div_up(m.in, group(m))}), Dtype::fp16);
    }

    const ConfigQuantization &m_quantization;
    Dtype m_dtype;
    std::vector<LayoutPart> &m_out;
    std::string m_prefix, m_weight;
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

std::vector<LayoutPart> packed_parts(const ConfigQuantization &quantization, Dtype rest, const std::string &name,
                                     const Matrix &matrix)
{
    std::vector<LayoutPart> out;
    Packer(quantization, rest, out).pack(name, matrix);
    return out;
}

std::optional<Bytes> bytes_of(const LayoutPart &part)
{
    std::optional<Bytes> out = size_of(part.dtype);
    for (const Count dimension : part.shape) out = out ? checked_mul(*out, dimension) : out;
    return out;
}

} // namespace plimsoll
