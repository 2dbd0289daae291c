// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/architecture.h"
#include "core/model/quantization/quantization_rules.h"

#include <set>
#include <string>
#include <vector>

namespace plimsoll {

/// Names under which a list may mean a parameter's module: its own, those of the first expert where experts are fused, and what
/// checkpoints call it that were written for other releases.
[[nodiscard]] std::vector<std::string> names_of(const Module &module, const Parameter &parameter, bool text_alone);

/// Modules whose weight others share: quantised once for all, or left alone with the head.
[[nodiscard]] std::set<std::string, std::less<>> tied_modules(const Architecture &architecture);

/// The list of layers that optimum and GPTQModel quantise ("model.layers"): as stated, else the first they know of
/// (optimum 2.3 gptq/constants.py, BLOCK_PATTERNS); empty where the model has none of them.
[[nodiscard]] std::string block_list(const Architecture &architecture, const QuantizationRules &rules);

/// Of the groups of `rules`, what they say about a module of class `class_name` with these names: exact names come before
/// patterns, both before classes. Null: it stays, or nothing is said and `rules.only_named`.
[[nodiscard]] const WeightScheme *scheme_by_groups(const QuantizationRules &rules, const std::vector<std::string> &names,
                                                   std::string_view class_name);

/// What the file has of a model: which of its parameters are packed, and how.
class StoredModules {
public:
    StoredModules(const Architecture &architecture, const QuantizationRules &rules);

    /// Null: stored as it is.
    [[nodiscard]] const WeightScheme *scheme_of(const Module &module, const Parameter &parameter) const;

private:
    [[nodiscard]] bool may_be_packed(const Module &module, const Parameter &parameter) const;

    const Architecture &m_arch;
    const QuantizationRules &m_rules;
    NameList m_skips;
    std::set<std::string, std::less<>> m_tied;
    std::string m_blocks; ///< with its dot
};

} // namespace plimsoll
