// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/plan/field.h"
#include "core/exchange/import.h"
#include "core/ground/json_text.h"
#include "core/plan/plan_json.h"

#include <QTest>

#include <map>

namespace plimsoll::tests {

/// What a text means, read beside these files.
inline Imported import_text(const std::string &text, const std::map<std::string, std::string> &files = {})
{
    const auto read = [&files](const std::string &path) -> Result<std::string> {
        const auto found = files.find(path);
        if (found == files.end()) return Error{path, {}, {}, "there is no such file"};
        return found->second;
    };
    Result<Imported> out = imported(text, {}, read);
    if (!out.ok()) qFatal("%s", out.error().message().c_str());
    return *std::move(out);
}

/// The plan of what the text itself says, without what the tool takes where it is silent (test_bare_commands has that).
inline Plan own_plan(const Imported &read)
{
    Plan plan = read.plan;
    for (const Warning &warning : read.warnings)
        if (warning.code == "default_taken") plan.given.erase(warning.field);
    return plan;
}

/// The fields that are stated, on one line, without the plan's schema.
inline std::string stated(const Imported &read)
{
    nlohmann::ordered_json plan = plan_to_json(own_plan(read), true);
    plan.erase("schema");
    return to_text(plan);
}

/// "line:key line:key"
inline std::string listed(const std::vector<ImportedKey> &keys)
{
    std::string out;
    for (const ImportedKey &key : keys) {
        if (!key.file.empty()) continue;
        out += (out.empty() ? "" : " ") + std::to_string(key.line) + ':' + key.key;
    }
    return out;
}

/// A field as plans write it; "-" where it is not stated.
inline std::string stated_field(const Imported &read, const std::string &path)
{
    if (!read.plan.has(path)) return "-";
    const nlohmann::ordered_json value = find_field(path)->write(read.plan);
    return value.is_string() ? value.get<std::string>() : value.dump();
}

/// Why a key of not_said could not be said; empty where it is in another list.
inline std::string why_not(const Imported &read, const std::string &key)
{
    for (const ImportedKey &each : read.not_said)
        if (each.key == key) return each.why;
    return {};
}

} // namespace plimsoll::tests
