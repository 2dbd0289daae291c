// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"

#include <memory>
#include <regex>
#include <string>
#include <string_view>

namespace plimsoll {

/// A regular expression over the names of modules or parameters, safe to try whatever somebody wrote.
class NamePattern {
public:
    explicit NamePattern(const std::string &text);
    /// Python's re.fullmatch.
    [[nodiscard]] bool matches(const std::string &name) const;
    /// Python's re.search.
    [[nodiscard]] bool found_in(const std::string &name) const;

private:
    std::regex m_regex;
};

/// Errors name `field`: too long, numbers that are too long, no regular expression.
[[nodiscard]] Result<std::shared_ptr<const NamePattern>> name_pattern(const std::string &text, std::string_view field);

/// Whether a text has any of * + ? ( ) [ ] { } | \ ^ $, and so is meant as an expression.
[[nodiscard]] bool is_pattern(std::string_view text);

} // namespace plimsoll
