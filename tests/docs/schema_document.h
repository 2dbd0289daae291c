// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll::docs {

/// A row of a document's table whose first column is called `path`.
struct SchemaRow {
    std::string path;                           ///< "peak.interval_bytes", "at_peak[].bytes", "terms.*"
    std::map<std::string, std::string> columns; ///< by the title of the column: "type", "values", "default", "meaning", "since"

    [[nodiscard]] std::string column(const std::string &title) const;
    /// "integer" of "integer or null, tokens", without its unit.
    [[nodiscard]] std::string type() const;
    /// What stands in backticks under `values`.
    [[nodiscard]] std::vector<std::string> choices() const;
};

/// A table of any other kind: its header's cells, then its rows' cells.
using Table = std::vector<std::vector<std::string>>;

struct SchemaDocument {
    std::string name;   ///< "estimate", of estimate.md
    std::string schema; ///< of its title: "plimsoll.estimate/1"; empty: the title names none
    std::vector<SchemaRow> rows;
    std::vector<Table> others;
    std::vector<std::string> examples; ///< contents of its blocks of ```json

    [[nodiscard]] const SchemaRow *find(std::string_view path) const;
};

/// Reads docs/schema/NAME.md of the source tree.
[[nodiscard]] SchemaDocument schema_document(const std::string &name);

/// The texts in backticks, in their order.
[[nodiscard]] std::vector<std::string> in_backticks(std::string_view text);

} // namespace plimsoll::docs
