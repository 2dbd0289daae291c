// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "schema_document.h"

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace plimsoll::docs {

/// Holds what the program wrote against the documents: check() each answer, then left_over() says what of a document no answer
/// had. Embedded schemas ("[plan](plan.md)") are held against their own document.
class DocumentCheck {
public:
    /// `value` as document `name` describes it, from `path` on; what it does not describe goes to problems().
    void check(const std::string &name, const nlohmann::json &value, const std::string &path = {});

    /// Paths and kinds of value ("peak.layer: null") of a document that no answer had.
    [[nodiscard]] std::vector<std::string> left_over(const std::string &name);

    /// What was not as documented, since the last call.
    [[nodiscard]] std::set<std::string> take_problems() { return std::exchange(m_problems, {}); }
    [[nodiscard]] const SchemaDocument &document(const std::string &name);

private:
    struct Seen {
        bool value = false, null = false;
    };
    std::map<std::string, SchemaDocument> m_documents;
    std::map<std::string, std::map<std::string, Seen>> m_seen; ///< by document and path
    std::set<std::string> m_problems;

    void walk(const std::string &name, const nlohmann::json &value, const std::string &path);
    void members(const std::string &name, const nlohmann::json &value, const std::string &path);
    void one_of(const std::string &name, const SchemaRow &row, const nlohmann::json &value);
    bool fits(const std::string &name, const SchemaRow &row, const std::string &type, const nlohmann::json &value);
};

} // namespace plimsoll::docs
