// SPDX-License-Identifier: GPL-3.0-or-later
#include "document_check.h"

#include <algorithm>

namespace plimsoll::docs {

namespace {

using nlohmann::json;

/// "plan" of "[plan](plan.md)", of a document of that name.
std::string embedded(const std::string &type)
{
    const std::size_t close = type.find("](");
    if (!type.starts_with('[') || close == std::string::npos) return {};
    const std::string target = type.substr(close + 2);
    return target.substr(0, target.find(".md"));
}

std::vector<std::string> alternatives(const std::string &type)
{
    std::vector<std::string> out;
    constexpr std::string_view between = " or ";
    for (std::size_t at = 0; at <= type.size();) {
        const std::size_t end = std::min(type.find(between, at), type.size());
        out.push_back(type.substr(at, end - at));
        at = end + between.size();
    }
    return out;
}

std::string shown(const json &value)
{
    const std::string text = value.dump();
    return text.size() > 80 ? text.substr(0, 80) + "…" : text;
}

} // namespace

const SchemaDocument &DocumentCheck::document(const std::string &name)
{
    const auto found = m_documents.find(name);
    return found != m_documents.end() ? found->second : m_documents.emplace(name, schema_document(name)).first->second;
}

void DocumentCheck::check(const std::string &name, const json &value, const std::string &path)
{
    const std::string &schema = document(name).schema;
    if (path.empty() && !schema.empty() && value.value("schema", schema) != schema)
        m_problems.insert(name + ".md is titled " + schema + ", the program writes " + value["schema"].dump());
    walk(name, value, path);
}

void DocumentCheck::walk(const std::string &name, const json &value, const std::string &path)
{
    const SchemaRow *const row = document(name).find(path);
    if (row != nullptr) return one_of(name, *row, value);
    const bool holds = std::ranges::any_of(document(name).rows, [&](const SchemaRow &one) {
        return path.empty() || one.path.starts_with(path + '.') || one.path.starts_with(path + "[]");
    });
    if (!holds || !value.is_structured())
        m_problems.insert(name + ".md says nothing of " + path + ", which is " + shown(value));
    else
        members(name, value, path);
}

/// What stands in an object or an array; a key that the document does not name itself is one of its free keys (*), if it has any.
void DocumentCheck::members(const std::string &name, const json &value, const std::string &path)
{
    if (value.is_array()) {
        for (const json &item : value) walk(name, item, path + "[]");
        return;
    }
    const std::string free_key = path + ".*";
    const bool free = std::ranges::any_of(
        document(name).rows, [&](const SchemaRow &one) { return one.path == free_key || one.path.starts_with(free_key + '.'); });
    const std::string inside = path.empty() ? std::string() : path + '.';
    for (const auto &[key, held] : value.items()) walk(name, held, free ? free_key : inside + key);
}

void DocumentCheck::one_of(const std::string &name, const SchemaRow &row, const json &value)
{
    Seen &seen = m_seen[name][row.path];
    (value.is_null() ? seen.null : seen.value) = true;
    const bool of_plan = name == "plan" && value.is_null(); // in plans null is the same as absent
    const std::vector<std::string> types = alternatives(row.type());
    if (!of_plan && std::ranges::none_of(types, [&](const std::string &type) { return fits(name, row, type, value); }))
        m_problems.insert(name + ".md: " + row.path + " is no " + row.type() + ": " + shown(value));
}

bool DocumentCheck::fits(const std::string &name, const SchemaRow &row, const std::string &type, const json &value)
{
    if (type == "any") return true;
    if (type == "null") return value.is_null();
    if (type == "text") return value.is_string();
    if (type == "boolean") return value.is_boolean();
    if (type == "number") return value.is_number();
    if (type == "integer") return value.is_number_integer();
    if (type == "bytes" || type == "size") return value.is_number_integer() && (value.is_number_unsigned() || value >= 0);
    if (type == "choice") {
        const std::vector<std::string> choices = row.choices();
        return value.is_string() && std::ranges::find(choices, value.get<std::string>()) != choices.end();
    }
    if (const std::string other = embedded(type); !other.empty()) {
        if (value.is_object()) check(other, value);
        return value.is_object();
    }
    if (constexpr std::string_view list = "list of "; type.starts_with(list)) {
        const std::string of = type.substr(list.size());
        return value.is_array() && std::ranges::all_of(value, [&](const json &item) { return fits(name, row, of, item); });
    }
    const bool plan_object = name == "plan" && type == "object" && !value.is_object(); // "all-linear", true, a list of names
    if (plan_object || (name == "plan" && type == "list")) return true;
    const bool right = type == "list" ? value.is_array() : (type == "map" || type == "object") && value.is_object();
    const bool opaque = name == "plan" && row.path == "model.config";
    if (right && !opaque) members(name, value, row.path);
    return right;
}

std::vector<std::string> DocumentCheck::left_over(const std::string &name)
{
    std::vector<std::string> out;
    for (const SchemaRow &row : document(name).rows) {
        const Seen seen = m_seen[name][row.path];
        const std::vector<std::string> types = alternatives(row.type());
        const bool may_be_null = std::ranges::find(types, "null") != types.end();
        if (!seen.value) out.push_back(row.path);
        if (may_be_null && !seen.null) out.push_back(row.path + ": null");
    }
    return out;
}

} // namespace plimsoll::docs
