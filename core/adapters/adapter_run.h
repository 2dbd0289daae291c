// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/adapters/adapters.h"

#include <memory>
#include <optional>
#include <string>

namespace plimsoll::step {

/// A module that an adapter is put around, by its full name.
struct RankedName {
    std::string module;
    Count rank = 0; ///< its own; 0: the adapter's
    bool operator==(const RankedName &) const = default;
};

/// An adapter put around the modules of one model: what they share lives as long as any of them does.
class AdapterRun {
public:
    /// `model`: of which the shared tensors' sizes depend.
    /// `base`: the dtype of the base's first parameter.
    AdapterRun(Machine &m, const Adapter &adapter, const AdaptedModel &model, Dtype base);
    ~AdapterRun();
    AdapterRun(const AdapterRun &) = delete;
    AdapterRun &operator=(const AdapterRun &) = delete;

    /// `rank`: the module's own; 0: the adapter's.
    void wrap(Machine &m, LinearModule &module, Count rank = 0);
    /// The look-up of tokens where the method has its own; nothing where it is the table's.
    [[nodiscard]] std::optional<Tensor> embedded(Machine &m, Leaf &table, const Shape &tokens) const;
    /// Tokens whose keys and values the method puts before each row's own; 0: none.
    [[nodiscard]] Count past_tokens() const;
    /// Those keys and values, of all layers, in the model's dtype.
    [[nodiscard]] Tensor past(Machine &m, Count rows, Dtype dtype) const;
    /// Whether a head is wrapped with the rows of the table that train, if it reads that, or with rows of its own.
    [[nodiscard]] bool takes_head(bool tied) const;
    void wrap_head(Machine &m, LinearModule &head);
    /// Whether copies of norms train.
    [[nodiscard]] bool trains_norms() const;
    /// The method's model beside the decoder, which its caller makes and runs; null: none.
    [[nodiscard]] const StateBeside *beside() const;
    [[nodiscard]] const AdapterUse &use() const;
    /// Whether the method adds to the result of a layer's attention.
    [[nodiscard]] bool adds_to_attention() const;
    [[nodiscard]] Tensor attended(const AttendedCall &call, Tensor result) const;
    [[nodiscard]] std::span<Leaf> shared() const;
    /// Whether the model runs without a graph before its own forward.
    [[nodiscard]] bool runs_before() const;
    /// From now on all modules have what the method makes of `hidden`, the result of that run; undefined: ahead of it.
    void scale(Machine &m, Count rows, Count tokens, Tensor hidden);
    /// What trains of the shared tensors.
    void collect_shared(std::vector<Leaf *> &parameters) const;

    /// What all wrapped modules have in common.
    struct Common;

private:
    std::shared_ptr<Common> m_common;
};

/// Tokens that the adapter of a plan puts before each row.
[[nodiscard]] Count virtual_tokens(const Adapter &adapter);

} // namespace plimsoll::step
