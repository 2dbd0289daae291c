// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/torch/labels.h"
#include "core/torch/tensor.h"

#include <cstddef>
#include <vector>

// What a step's kernels have to do, apart from any card: the operations that allocate tell it beside what they take. Alike
// operations are one entry, counted, so that a step of eighty layers has no more entries than one of four.

namespace plimsoll::step {

/// Products of [rows, inner] by [inner, columns], `batch` of them in one kernel.
struct ProductWork {
    Phase phase = Phase::forward;
    Dtype dtype = Dtype::bf16; ///< of its operands
    bool grouped = false;      ///< one kernel over experts, whose rows are shared out among `batch`
    Count batch = 1, rows = 0, columns = 0, inner = 0;
    double times = 0;
    [[nodiscard]] double operations() const; ///< multiplications and additions of one, 2 · rows · columns · inner
    [[nodiscard]] double values() const;     ///< of operands and result, each once
};

/// Scores, softmax and their product with the values in one kernel, which keeps no scores.
struct AttentionWork {
    Phase phase = Phase::forward;
    Dtype dtype = Dtype::bf16;
    bool backward = false; ///< of the kernel
    bool causal = true;
    Count batch = 1, heads = 0, kv_heads = 0, queries = 0, keys = 0, head_dim = 0;
    Count window = 0; ///< keys that a query sees at most; 0: all before it
    double times = 0;
    /// Of one: 4 · queries · keys · width a head, less what causality and window hide; its backward 2.5 times that (five products
    /// for two; Dao 2023, FlashAttention-2).
    [[nodiscard]] double operations() const;
    [[nodiscard]] double values() const; ///< of query, keys, values and output, each once (backward: and their gradients)
};

/// Kernels that make a tensor, or change one where it stands, by the name of their operation.
struct KernelWork {
    Phase phase = Phase::forward;
    const char *operation = "";
    double kernels = 0;
    double written = 0; ///< bytes
    double read = 0;    ///< bytes; 0: told by the operation's name
};

/// The work of one training step. Entries of one phase and kind stand once.
class WorkList {
public:
    /// Everything told from here on happens `times` times (micro-batches that are not run).
    void repeat(double times) { m_repeats = times; }
    void product(ProductWork work, double times);
    void attention(AttentionWork work, double times);
    void kernel(Phase phase, const char *operation, double written, double read, double times);

    [[nodiscard]] const std::vector<ProductWork> &products() const { return m_products; }
    [[nodiscard]] const std::vector<AttentionWork> &attentions() const { return m_attentions; }
    [[nodiscard]] const std::vector<KernelWork> &kernels() const { return m_kernels; }

private:
    double m_repeats = 1;
    std::vector<ProductWork> m_products;
    std::vector<AttentionWork> m_attentions;
    std::vector<KernelWork> m_kernels;
    std::vector<std::uint32_t> m_kernel_slots; ///< of m_kernels, by a hash of name and phase; the one that fell there last
};

} // namespace plimsoll::step
