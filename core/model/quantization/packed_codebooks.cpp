// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/quantization/packed_codebooks.h"
#include "core/ground/bytes.h"

#include <algorithm>
#include <bit>

namespace plimsoll {
namespace {

class CodebookPacker {
public:
    CodebookPacker(const WeightScheme &scheme, Dtype rest, const std::string &prefix, const Matrix &matrix)
        : m_scheme(scheme), m_rest(rest), m_prefix(prefix), m_matrix(matrix)
    {}

    std::vector<LayoutPart> take()
    {
        if (m_scheme.form == PackForm::aqlm) aqlm();
        if (m_scheme.form == PackForm::vptq && m_scheme.sizes.size() == vptq_sizes) vptq();
        if (m_scheme.form == PackForm::spqr && m_scheme.sizes.size() == 4) spqr();
        return std::move(m_out);
    }

private:
    void put(const char *name, std::vector<Count> shape, Dtype dtype, bool metadata = true)
    {
        m_out.push_back({m_prefix + name, m_matrix.shape(std::move(shape)), dtype, metadata});
    }

    void aqlm()
    {
        const Count rows = ceil_div(m_matrix.out, m_scheme.out_group), columns = ceil_div(m_matrix.in, m_scheme.group);
        put("codes", {rows, columns, m_scheme.codebooks}, m_scheme.codebook_bits > 8 ? Dtype::int16 : Dtype::int8, false);
        put("codebooks", {m_scheme.codebooks, Count{1} << m_scheme.codebook_bits, m_scheme.out_group, m_scheme.group}, m_rest);
        put("scales", {rows, 1, 1, 1}, m_rest);
    }

    void vptq()
    {
        const std::vector<Count> &size = m_scheme.sizes;
        const auto bits_of = [](Count entries) {
            return entries > 0 ? static_cast<Count>(std::bit_width(static_cast<std::uint64_t>(entries))) - 1 : 0;
        };
        const Count bits = bits_of(size[centroids]) + bits_of(size[residual_centroids]);
        put("indices", {size[codebooks], ceil_div(m_matrix.out, size[vector_len]), ceil_div(size[group_columns] * bits, 32)},
            Dtype::int32, false);
        put("centroids.weight", {size[codebooks], size[centroids] * size[vector_len]}, m_rest);
        if (size[residual_centroids] > 0)
            put("res_centroids.weight", {size[codebooks], size[residual_centroids] * size[vector_len]}, m_rest);
        if (size[outlier_len] > 1 && size[outlier_centroids] > 0) {
            put("outlier_centroids.weight", {1, size[outlier_centroids] * size[outlier_len]}, m_rest);
            put("outlier_indices", {1, ceil_div(m_matrix.out, size[outlier_len]), size[outliers]}, Dtype::int16);
        }
        if (size[permuted]) put("perm", {m_matrix.in}, Dtype::int16);
        if (size[normed]) {
            put("weight_scale", {m_matrix.in}, m_rest);
            put("weight_bias", {m_matrix.in}, m_rest);
        }
    }

    void spqr()
    {
        put("dense_weights", {m_scheme.sizes[0]}, Dtype::int64, false);
        put("row_offsets", {m_scheme.sizes[1]}, Dtype::int32);
        put("col_vals", {m_scheme.sizes[2]}, Dtype::int32);
        put("in_perm", {m_scheme.sizes[3]}, Dtype::int32);
    }

    const WeightScheme &m_scheme;
    Dtype m_rest;
    const std::string &m_prefix;
    const Matrix &m_matrix;
    std::vector<LayoutPart> m_out;
};

} // namespace

std::vector<LayoutPart> codebook_parts(const WeightScheme &scheme, Dtype rest, const std::string &prefix, const Matrix &matrix)
{
    return CodebookPacker(scheme, rest, prefix, matrix).take();
}

} // namespace plimsoll
