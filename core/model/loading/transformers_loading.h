// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/loading/loaded_weights.h"
#include "core/model/quantization/quantised_modules.h"

#include <deque>

namespace plimsoll {

/// What transformers replaces in a model of its own class, so that it holds a matrix packed: 5.23 and 4.57 quantizers/ and
/// integrations/, optimum 2.3 gptq/utils.py, compressed-tensors 0.20 quantization/lifecycle/apply.py.
class TransformersModules {
public:
    /// `own`: the rules are those of the checkpoint; else it is packed while it is loaded, where the method can do that.
    TransformersModules(const Architecture &architecture, const Loader &loader, const QuantizationRules &rules, bool own);

    /// Why the library refuses or fails, whatever the modules are: no such card, dtype or kind of model.
    [[nodiscard]] std::optional<Error> refusal() const;
    /// The whole checkpoint is unpacked while it is loaded: the card is too old, or a package is missing.
    [[nodiscard]] bool unpacks_all() const;
    /// The method is none of transformers': the class is built in 16 bit, and what is stored does not fit it.
    [[nodiscard]] bool is_unknown() const;

    /// Null: the parameter is loaded as a plain one.
    [[nodiscard]] const WeightScheme *scheme_of(const Module &module, const Parameter &parameter) const;

private:
    [[nodiscard]] bool replaces(const Module &module) const;
    [[nodiscard]] bool replaces_experts(const Module &module) const;
    [[nodiscard]] bool is_skipped(const Module &module, const std::vector<std::string> &names) const;
    [[nodiscard]] const WeightScheme *as_loaded(const WeightScheme &stored) const;

    const Architecture &m_arch;
    const Loader &m_loader;
    const QuantizationRules &m_rules;
    bool m_own;
    NameList m_skips;
    std::string m_blocks;
    mutable std::deque<std::pair<const WeightScheme *, WeightScheme>> m_loaded; ///< by what is stored; addresses stay
};

} // namespace plimsoll
