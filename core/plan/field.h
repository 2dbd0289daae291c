// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"
#include "core/plan/plan.h"

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

enum class FieldType : std::uint8_t { choice, integer, number, boolean, text, list, size, object };

/// What may stand in a field, as errors and help say it.
struct Accepted {
    const char *english = nullptr; ///< a text for phrase() (core/ground/phrase.h); null: `values` as they stand, "eager | sdpa | flash2"
    std::vector<std::string> values;

    /// In the reader's language.
    [[nodiscard]] std::string text() const;
    [[nodiscard]] std::string in_english() const;
};

/// One field of a plan, the only place that knows its name. JSON in and out, with_field(), the command line's overrides
/// and their help all read this table.
struct Field {
    std::string path;   ///< "adapter.rank"
    std::string option; ///< "--rank" without its dashes; `path` with dashes is understood as well
    std::string about;  ///< one line of the command line's help, in English
    FieldType type = FieldType::text;
    Accepted takes;                   ///< for errors
    std::string accepted;             ///< the same in English, for help: "1 to 65536", "eager | sdpa | flash2"
    std::vector<std::string> choices; ///< of a choice; empty else

    /// Puts a JSON value into the plan; false (plan unchanged) when it is not accepted.
    std::function<bool(Plan &, const nlohmann::json &)> read;
    std::function<nlohmann::ordered_json(const Plan &)> write;
    /// The JSON value that a typed text means; nothing when it cannot mean any.
    std::function<std::optional<nlohmann::json>(std::string_view)> parse;
    /// Why a value that means something elsewhere is not taken, as a sentence; empty for all others. May be null.
    std::function<std::string(const nlohmann::json &)> refuses = {};
};

/// All fields, in the order in which plans are written: docs/schema/plan.md.
[[nodiscard]] const std::vector<Field> &plan_fields();

/// The field of this path, or null.
[[nodiscard]] const Field *find_field(std::string_view path);

/// The field meant by an override's name without its dashes ("rank", "adapter-rank"), or null.
[[nodiscard]] const Field *field_for_option(std::string_view option);

/// Whether `path` is an object that holds fields ("adapter").
[[nodiscard]] bool is_section(std::string_view path);

/// The known path nearest to what was written, for "did you mean …"; empty when none is near.
[[nodiscard]] std::string nearest_field(std::string_view path);

/// "16GB", "15.5 GiB", "17179869184" as bytes (KB MB GB TB powers of 1,000; KiB MiB GiB TiB of 1,024); nothing otherwise.
[[nodiscard]] std::optional<Bytes> bytes_from_text(std::string_view text);

/// "4096", "7e9", "7B", "131K", "1,024" as a count; nothing when it is no whole number or does not fit.
[[nodiscard]] std::optional<Count> count_from_text(std::string_view text);

} // namespace plimsoll
