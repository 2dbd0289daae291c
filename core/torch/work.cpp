// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/work.h"

#include <algorithm>
#include <cstdint>

namespace plimsoll::step {

namespace {
double real(Count n) { return static_cast<double>(n); }
} // namespace

double ProductWork::operations() const { return 2 * real(grouped ? 1 : batch) * real(rows) * real(columns) * real(inner); }

double ProductWork::values() const
{
    const double of_rows = grouped ? real(rows) : real(batch) * real(rows);
    return of_rows * (real(inner) + real(columns)) + real(batch) * real(columns) * real(inner);
}

double AttentionWork::operations() const
{
    const double q = real(queries), k = real(keys);
    double pairs = q * k;
    if (causal && keys >= queries) pairs -= q * (q - 1) / 2;
    if (window > 0 && window < keys) {
        // the first `window` queries see a triangle, the others a band
        const double w = std::min(real(window), k), head = std::max(0.0, std::min(q, w - (k - q)));
        pairs = std::min(pairs, (q - head) * w + head * w - head * (head - 1) / 2);
    }
    return (backward ? 2.5 : 1.0) * 4 * real(batch) * real(heads) * real(head_dim) * pairs;
}

double AttentionWork::values() const
{
    const double once = real(batch) * real(head_dim) * (2 * real(heads) * real(queries) + 2 * real(kv_heads) * real(keys));
    return backward ? 2 * once : once;
}

void WorkList::product(ProductWork work, double times)
{
    times *= m_repeats;
    for (auto known = m_products.rbegin(); known != m_products.rend(); ++known) {
        if (known->rows != work.rows || known->columns != work.columns || known->inner != work.inner ||
            known->phase != work.phase || known->dtype != work.dtype || known->batch != work.batch ||
            known->grouped != work.grouped)
            continue;
        known->times += times;
        return;
    }
    work.times = times;
    m_products.push_back(work);
}

void WorkList::attention(AttentionWork work, double times)
{
    times *= m_repeats;
    for (AttentionWork &known : m_attentions) {
        if (known.queries != work.queries || known.keys != work.keys || known.phase != work.phase ||
            known.backward != work.backward || known.heads != work.heads || known.window != work.window ||
            known.causal != work.causal || known.head_dim != work.head_dim || known.batch != work.batch ||
            known.dtype != work.dtype || known.kv_heads != work.kv_heads)
            continue;
        known.times += times;
        return;
    }
    work.times = times;
    m_attentions.push_back(work);
}

void WorkList::kernel(Phase phase, const char *operation, double written, double read, double times)
{
    constexpr std::size_t slots = 256;
    if (m_kernel_slots.empty()) m_kernel_slots.assign(slots, 0);
    times *= m_repeats;
    const std::uint64_t hash =
        (reinterpret_cast<std::uintptr_t>(operation) ^ static_cast<std::uint64_t>(phase)) * 0x9e3779b97f4a7c15u;
    std::uint32_t &slot = m_kernel_slots[hash >> 56];
    const auto is = [&](const KernelWork &one) {
        return one.operation == operation && one.phase == phase && (one.read > 0) == (read > 0);
    };
    if (slot >= m_kernels.size() || !is(m_kernels[slot])) {
        const auto found = std::ranges::find_if(m_kernels, is);
        slot = static_cast<std::uint32_t>(found - m_kernels.begin());
        if (found == m_kernels.end()) m_kernels.push_back({phase, operation, 0, 0, 0});
    }
    KernelWork &one = m_kernels[slot];
    one.kernels += times;
    one.written += written * times;
    one.read += read * times;
}

} // namespace plimsoll::step
