// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"
#include "core/ground/result.h"
#include "core/model/config/assumed_sizes.h"

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

/// Thrown inside core/model where a configuration cannot be understood; architecture_from_config() turns it into a Result.
struct Refusal {
    Error error;
};

/// A configuration as transformers' class of its model type sees it: keys under all their names, null as absent, and what
/// the class assumes where a key is missing (models/defaults.json). Refers to the JSON it was made from.
class Config {
public:
    /// `defaults_of`: name in models/defaults.json; an unknown one has no defaults. `path` stands before keys in errors.
    /// `assumed`, where it is given, learns what is taken from classes here and in the objects inside; it outlives them.
    Config(const nlohmann::json &json, std::string_view defaults_of, std::string path = {}, AssumedSizes *assumed = nullptr);

    /// A size: 1 to 2^24. Refuses a missing key, another type, or a number outside.
    [[nodiscard]] Count size(std::string_view key) const;
    /// The same, nothing where the key is absent or null.
    [[nodiscard]] std::optional<Count> maybe_size(std::string_view key) const;
    [[nodiscard]] Count size_or(std::string_view key, Count fallback) const { return maybe_size(key).value_or(fallback); }
    /// A number that may be 0 (shared experts, first dense layers, …): 0 to 2^24; `fallback` where absent or null.
    [[nodiscard]] Count amount_or(std::string_view key, Count fallback) const;
    /// A number of layers: 0 to 2,000.
    [[nodiscard]] Count layers(std::string_view key) const;
    /// Any whole number from -2^40 to 2^40.
    [[nodiscard]] std::optional<Count> maybe_whole(std::string_view key) const;
    [[nodiscard]] std::optional<double> maybe_number(std::string_view key) const;
    [[nodiscard]] double number_or(std::string_view key, double fallback) const { return maybe_number(key).value_or(fallback); }
    [[nodiscard]] bool flag(std::string_view key, bool fallback = false) const;
    [[nodiscard]] std::optional<bool> maybe_flag(std::string_view key) const;
    [[nodiscard]] std::string text(std::string_view key, std::string_view fallback = {}) const;
    [[nodiscard]] std::vector<std::string> texts(std::string_view key) const;
    /// At most 65,536 numbers from -2^19 to 2^19.
    [[nodiscard]] std::vector<Count> wholes(std::string_view key) const;

    /// True where the configuration itself (not its class) has the key with a value.
    [[nodiscard]] bool given(std::string_view key) const;
    /// True where the configuration itself has the key, null included.
    [[nodiscard]] bool mentioned(std::string_view key) const;
    /// True where the key has a value, given or assumed.
    [[nodiscard]] bool has(std::string_view key) const;
    /// An object inside, with the defaults of its own model type or of `fallback_type`; empty where absent.
    [[nodiscard]] Config sub(std::string_view key, std::string_view fallback_type = {}) const;
    /// The model type of that object: fixed by the class, else its own, else `fallback_type`.
    [[nodiscard]] std::string sub_type(std::string_view key, std::string_view fallback_type = {}) const;
    /// `json` in this one's place, as the class of `defaults_of` sees it.
    [[nodiscard]] Config read_as(std::string_view defaults_of, const nlohmann::json &json) const;
    [[nodiscard]] Config read_as(std::string_view defaults_of) const { return read_as(defaults_of, *m_json); }
    /// The value as it stands: given, else assumed, else null.
    [[nodiscard]] const nlohmann::json &raw(std::string_view key) const;
    [[nodiscard]] const nlohmann::json &json() const { return *m_json; }
    [[nodiscard]] const std::string &defaults_name() const { return m_name; }

    /// "text_config.hidden_size"
    [[nodiscard]] std::string full_key(std::string_view key) const { return m_path + std::string(key); }
    [[noreturn]] void refuse(std::string_view key, std::string read, std::string accepted) const;

private:
    [[nodiscard]] const nlohmann::json *find_given(std::string_view key) const;
    /// What the class puts in place of an object inside that is missing.
    [[nodiscard]] const nlohmann::json *absent(std::string_view key) const;

    const nlohmann::json *m_json;
    const nlohmann::json *m_beneath = nullptr; ///< what the outer class puts beneath the keys given
    const nlohmann::json *m_defaults;
    std::string m_name;
    std::string m_path;
    AssumedSizes *m_assumed;
};

} // namespace plimsoll
