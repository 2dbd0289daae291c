// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/name_pattern.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace plimsoll {

/// How a library reads a list of names.
enum class NameStyle : std::uint8_t {
    loose,         ///< a name anywhere between dots, "*" as a wildcard, "re:" a regular expression: what makers mean
    transformers,  ///< quantizers_utils.py, should_convert_module (5.23): from the start to a dot, or any ending
    transformers4, ///< integrations/bitsandbytes.py (4.57): a whole name, a last part, or followed by a dot anywhere
    inside,        ///< integrations/awq.py and finegrained_fp8.py (4.57): anywhere at all
    exact,         ///< compressed-tensors: the whole name, or from its start the expression behind "re:"
    wildcard,      ///< modelopt and quark: the whole name with fnmatch's wildcards
    expression,    ///< GPTQModel's `dynamic`: a regular expression from the start
};

/// A list of module names and patterns, made once and asked for thousands of names.
class NameList {
public:
    NameList() = default;
    NameList(const std::vector<std::string> &entries, NameStyle style);

    [[nodiscard]] bool contains(std::string_view name) const { return contains_name(name) || matches_pattern(name); }
    /// The two halves of contains(): an entry that is a plain name; one that is a pattern.
    [[nodiscard]] bool contains_name(std::string_view name) const;
    [[nodiscard]] bool matches_pattern(std::string_view name) const;
    [[nodiscard]] bool empty() const { return m_names.empty() && m_globs.empty() && m_patterns.empty(); }

private:
    /// From a name's start; `to_boundary`: up to a dot or the name's end.
    void add_pattern(const std::string &expression, bool to_boundary);

    void add_globs(const std::string &entry);

    NameStyle m_style = NameStyle::loose;
    std::unordered_set<std::string> m_names;
    std::vector<std::string> m_globs;
    std::vector<std::shared_ptr<const NamePattern>> m_patterns;
};

/// Whether it can be tried as a regular expression; Python's look-behind and named groups cannot.
[[nodiscard]] bool is_expression(const std::string &text);

} // namespace plimsoll
