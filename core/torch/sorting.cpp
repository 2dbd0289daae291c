// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/sorting.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace plimsoll::step {

Bytes radix_sort_bytes(Count count, std::uint64_t largest)
{
    constexpr Count one_tile = 2304, tile = 3840, digit_bits = 8, counters = 511;
    if (count <= one_tile) return 1;
    const Count passes = std::max<Count>(1, (static_cast<Count>(std::bit_width(largest)) + digit_bits - 1) / digit_bits);
    const Bytes scratch = counters + (count + tile - 1) / tile * 1024 + passes * 2048;
    return passes == 1 ? scratch : scratch + product(2, round_up(product(count, 8), 256));
}

void sort_temporaries(Machine &m, Count rows)
{
    const Tensor places = m.empty({rows}, Dtype::int64, "sort");
    if (rows > 4096) m.workspace(radix_sort_bytes(rows, std::numeric_limits<std::uint64_t>::max()), "radix_sort");
}

void index_put_temporaries(Machine &m, Count rows, Count table_rows)
{
    Tensor wrapped = m.empty({rows}, Dtype::int64, "index_put");
    const Tensor linear = m.empty({rows}, Dtype::int64, "index_put");
    wrapped.reset();
    const Tensor original = m.empty({rows}, Dtype::int64, "index_put");
    const Tensor sorted = m.empty({rows}, Dtype::int64, "index_put");
    const Tensor order = m.empty({rows}, Dtype::int64, "index_put");
    m.workspace(radix_sort_bytes(rows, static_cast<std::uint64_t>(std::max<Count>(table_rows - 1, 0))), "radix_sort");
}

Tensor embedding_gradient(Machine &m, const Shape &table, Count tokens, Dtype dtype)
{
    constexpr Count simple = 3072, tokens_a_part = 10, scan = 1279;
    constexpr const char *name = "embedding_dense_backward";
    if (tokens <= simple) return m.empty(table, dtype, name);
    const Count words = table.size[0], segments = std::min(tokens, words), parts = tokens / tokens_a_part + segments;
    const Tensor sorted = m.empty({tokens}, Dtype::int64, name), original = m.empty({tokens}, Dtype::int64, name);
    Tensor places = m.empty({tokens}, Dtype::int64, name);
    m.workspace(radix_sort_bytes(tokens, static_cast<std::uint64_t>(words)), "radix_sort");
    places.reset();
    Tensor out = m.empty(table, dtype, name);
    const Tensor offsets = m.empty({tokens}, Dtype::int64, name), count = m.empty({1}, Dtype::int64, name);
    places = m.empty({tokens}, Dtype::int64, name);
    m.workspace(scan, "unique");
    places.reset();
    const Tensor in_segment = m.empty({segments}, Dtype::int64, name), before = m.empty({segments}, Dtype::int64, name);
    m.workspace(scan, "exclusive_scan");
    const Tensor all_parts = m.empty({1}, Dtype::int64, name), part_offsets = m.empty({parts}, Dtype::int64, name);
    const Tensor sums = m.empty({parts, table.last()}, Dtype::fp32, name);
    return out;
}

} // namespace plimsoll::step
