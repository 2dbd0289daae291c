// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/amount/row_lengths.h"

#include "core/ground/json_text.h"
#include "core/ground/phrase.h"
#include "core/ground/text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <map>
#include <utility>

namespace plimsoll {

namespace {

constexpr std::array<std::string_view, 4> batchings{"padded", "by_length", "packed", "padding_free"};
constexpr Count longest_row = 16'777'216;
constexpr double most_rows_alike = 1e15;

using Counted = std::map<Count, double>;

Error refused_length(std::string read)
{
    return {"amount.lengths",
            std::move(read),
            phrase(QT_TRANSLATE_NOOP("core", "whole numbers from %1 to %2, or an object of them with %3 and %4"),
                   {"1", "16777216", "length", "rows"}),
            {}};
}

bool is_length(Count value) { return value >= 1 && value <= longest_row; }

std::optional<Count> length_in(const nlohmann::json &value)
{
    if (!value.is_number_integer()) return std::nullopt;
    const Count read = value.is_number_unsigned() && value.get<std::uint64_t>() > std::uint64_t{longest_row} ? longest_row + 1
                                                                                                             : value.get<Count>();
    return is_length(read) ? std::optional(read) : std::nullopt;
}

Result<RowLengths> finished(const Counted &counted)
{
    RowLengths out;
    for (const auto &[length, rows] : counted)
        if (rows > 0) out.rows.emplace_back(length, rows);
    if (out.rows.empty()) return refused_length("no row");
    return out;
}

Result<RowLengths> from_histogram(const nlohmann::json &object)
{
    const auto lengths = object.find("length"), rows = object.find("rows");
    if (object.size() != 2 || lengths == object.end() || rows == object.end() || !lengths->is_array() || !rows->is_array() ||
        lengths->size() != rows->size())
        return refused_length(quoted(object));
    Counted counted;
    for (std::size_t i = 0; i < lengths->size(); ++i) {
        const std::optional<Count> length = length_in((*lengths)[i]);
        if (!length) return refused_length(quoted((*lengths)[i]));
        const double alike = (*rows)[i].is_number() ? (*rows)[i].get<double>() : -1;
        if (!(alike >= 0) || alike > most_rows_alike) return refused_length(quoted((*rows)[i]));
        counted[*length] += alike;
    }
    return finished(counted);
}

/// Rows alike.
struct Alike {
    Count length = 1;
    double rows = 1;
};

/// A line of a data set's own rows, or of a histogram.
std::optional<Alike> alike_in(const nlohmann::json &row)
{
    Alike out;
    if (const auto rows = row.is_object() ? row.find("rows") : row.end(); rows != row.end() && rows->is_number())
        out.rows = rows->get<double>();
    const auto of = [&out](std::optional<Count> length) {
        out.length = length.value_or(0);
        return length && out.rows >= 0 && out.rows <= most_rows_alike ? std::optional(out) : std::nullopt;
    };
    if (!row.is_object()) return of(length_in(row));
    if (const auto length = row.find("length"); length != row.end()) return of(length_in(*length));
    const auto ids = row.find("input_ids");
    if (ids == row.end() || !ids->is_array()) return std::nullopt;
    const auto held = static_cast<Count>(ids->size());
    return of(is_length(held) ? std::optional(held) : std::nullopt);
}

std::optional<Alike> alike_in_line(std::string_view line)
{
    if (line.starts_with('{')) {
        const Result<nlohmann::json> row = parse_json(line, "a row");
        return row.ok() ? alike_in(*row) : std::nullopt;
    }
    Count read = 0;
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), read);
    if (error != std::errc{} || end != line.data() + line.size()) return std::nullopt;
    return is_length(read) ? std::optional(Alike{read}) : std::nullopt;
}

/// Where a table has what.
struct LengthColumns {
    std::size_t length = 0, all = 1;
    std::optional<std::size_t> rows;
};

/// Commas within quotes part nothing.
std::vector<std::string_view> comma_cells(std::string_view line)
{
    std::vector<std::string_view> out;
    for (bool more = true; more;) {
        std::size_t comma = 0;
        for (bool quoted = false; comma < line.size() && (quoted || line[comma] != ','); ++comma)
            if (line[comma] == '"') quoted = !quoted;
        comma = comma < line.size() ? comma : std::string_view::npos;
        std::string_view cell = line.substr(0, comma);
        more = comma != std::string_view::npos;
        line.remove_prefix(more ? comma + 1 : line.size());
        while (!cell.empty() && std::string_view(" \t\"").find(cell.front()) != std::string_view::npos) cell.remove_prefix(1);
        while (!cell.empty() && std::string_view(" \t\"").find(cell.back()) != std::string_view::npos) cell.remove_suffix(1);
        out.push_back(cell);
    }
    return out;
}

/// Nothing where a line names no columns, or none of a length.
std::optional<LengthColumns> columns_named(std::string_view line)
{
    const std::vector<std::string_view> cells = comma_cells(line);
    const auto named = [](std::string_view cell) {
        return !cell.empty() && (std::isalpha(static_cast<unsigned char>(cell.front())) != 0 || cell.front() == '_');
    };
    if (!std::ranges::all_of(cells, named)) return std::nullopt;
    const auto at = [&cells](std::string_view name) -> std::optional<std::size_t> {
        const auto found = std::ranges::find(cells, name);
        return found == cells.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - cells.begin()));
    };
    const std::optional<std::size_t> length = cells.size() == 1 ? std::optional<std::size_t>(0) : at("length");
    return length ? std::optional(LengthColumns{*length, cells.size(), at("rows")}) : std::nullopt;
}

std::optional<Alike> alike_in_cells(std::string_view line, const LengthColumns &columns)
{
    const std::vector<std::string_view> cells = comma_cells(line);
    if (cells.size() != columns.all) return std::nullopt;
    std::optional<Alike> out = alike_in_line(cells[columns.length]);
    if (!out || !columns.rows) return out;
    const std::string_view rows = cells[*columns.rows];
    const auto [end, error] = std::from_chars(rows.data(), rows.data() + rows.size(), out->rows);
    const bool whole = error == std::errc{} && end == rows.data() + rows.size();
    return whole && out->rows >= 0 && out->rows <= most_rows_alike ? out : std::nullopt;
}

std::string_view trimmed_line(std::string_view line)
{
    constexpr std::string_view blanks = " \t\r";
    const std::size_t first = line.find_first_not_of(blanks);
    return first == std::string_view::npos ? std::string_view() : line.substr(first, line.find_last_not_of(blanks) - first + 1);
}

/// The whole text as one value; nothing where it is none: then it has lines.
std::optional<Result<RowLengths>> from_whole(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos || (text[first] != '[' && text[first] != '{')) return std::nullopt;
    const Result<nlohmann::json> whole = parse_json(text, "amount.lengths");
    if (!whole.ok()) return text[first] == '[' ? std::optional<Result<RowLengths>>(whole.error()) : std::nullopt;
    if (whole->is_object() && alike_in(*whole)) return std::nullopt; // a data set of one row
    return lengths_from_json(*whole);
}

} // namespace

std::string_view name_of(Batching batching) { return batchings[static_cast<std::size_t>(batching)]; }

std::optional<Batching> batching_named(std::string_view name)
{
    const auto found = std::ranges::find(batchings, name);
    return found == batchings.end() ? std::nullopt : std::optional(static_cast<Batching>(found - batchings.begin()));
}

std::string_view batching_names() { return "padded | by_length | packed | padding_free"; }

double RowLengths::count() const
{
    double out = 0;
    for (const auto &[length, alike] : rows) out += alike;
    return out;
}

double RowLengths::tokens() const
{
    double out = 0;
    for (const auto &[length, alike] : rows) out += alike * static_cast<double>(length);
    return out;
}

Result<RowLengths> lengths_from_json(const nlohmann::json &value)
{
    if (value.is_object()) return from_histogram(value);
    if (!value.is_array()) return refused_length(quoted(value));
    Counted counted;
    for (const nlohmann::json &one : value) {
        const std::optional<Alike> alike = alike_in(one);
        if (!alike) return refused_length(quoted(one));
        counted[alike->length] += alike->rows;
    }
    return finished(counted);
}

Result<RowLengths> lengths_from_text(std::string_view text)
{
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    if (std::optional<Result<RowLengths>> whole = from_whole(text)) return *std::move(whole);
    Counted counted;
    std::size_t number = 0;
    bool first = true;
    std::optional<LengthColumns> columns;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::string_view line = trimmed_line(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        ++number;
        if (line.empty()) continue;
        if (std::exchange(first, false) && (columns = columns_named(line))) continue;
        const std::optional<Alike> alike = columns ? alike_in_cells(line, *columns) : alike_in_line(line);
        if (!alike) return refused_length("line " + std::to_string(number) + ": " + quoted(nlohmann::json(line)));
        counted[alike->length] += alike->rows;
    }
    return finished(counted);
}

nlohmann::ordered_json lengths_to_json(const RowLengths &lengths)
{
    nlohmann::ordered_json length = nlohmann::ordered_json::array(), rows = nlohmann::ordered_json::array();
    for (const auto &[tokens, alike] : lengths.rows) {
        length.push_back(tokens);
        const auto whole = static_cast<std::int64_t>(alike); // at most most_rows_alike of a length, and of a file fewer
        rows.push_back(static_cast<double>(whole) == alike ? nlohmann::ordered_json(whole) : nlohmann::ordered_json(alike));
    }
    return {{"length", std::move(length)}, {"rows", std::move(rows)}};
}

} // namespace plimsoll
