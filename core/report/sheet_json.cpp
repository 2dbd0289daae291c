// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/sheet_json.h"

#include "core/ground/json_or_null.h"

#include <nlohmann/json.hpp>

namespace plimsoll::report {

namespace {

using nlohmann::json;

constexpr std::string_view schema = "plimsoll.sheet/1";
constexpr int phases = static_cast<int>(Phase::save) + 1, verdicts = 5;

json of_cell(const TextRun &cell)
{
    return {cell.text, cell.strong, cell.mark ? json(static_cast<int>(*cell.mark)) : json(nullptr), or_null(cell.swatch)};
}

json of_table(const Table &table)
{
    json columns = json::array(), rows = json::array();
    for (const Column &column : table.columns) columns.push_back({column.title, column.figures});
    for (const std::vector<TextRun> &row : table.rows) {
        json cells = json::array();
        for (const TextRun &cell : row) cells.push_back(of_cell(cell));
        rows.push_back(std::move(cells));
    }
    return {{"caption", table.caption}, {"detail", table.detail}, {"columns", std::move(columns)}, {"rows", std::move(rows)}};
}

json of_column(const MemoryColumn &column)
{
    return {{"id", column.id},
            {"title", column.title},
            {"components", column.components},
            {"total", column.total},
            {"interval", column.interval ? json{column.interval->low, column.interval->high} : json(nullptr)},
            {"difference", or_null(column.difference)},
            {"claim", or_null(column.claim)},
            {"rule_of_thumb", or_null(column.rule_of_thumb)},
            {"problem", column.problem},
            {"selected", column.selected},
            {"baseline", column.baseline},
            {"part", column.part}};
}

json of_line(const LoadLine &line)
{
    return {{"title", line.title},     {"name", line.name},   {"usable", line.usable}, {"reserve", line.reserve},
            {"answers", line.answers}, {"count", line.count}, {"budget", line.budget}, {"known", line.known}};
}

json of_point(const TimelinePoint &point)
{
    return {static_cast<int>(point.phase), point.layer, point.allocated, point.components, point.label};
}

template <class List, class Item>
json sheet_json_array_of(const List &list, Item item)
{
    json out = json::array();
    for (const auto &one : list) out.push_back(item(one));
    return out;
}

// Reading: every accessor throws where the text is another; sheet_from_text() turns that into its error.

template <class T>
T enumerated(const json &value, int count)
{
    const int number = value.get<int>();
    if (number < 0 || number >= count) throw std::out_of_range("no such value");
    return static_cast<T>(number);
}

TextRun cell_of(const json &read)
{
    TextRun out{read.at(0).get<std::string>(), read.at(1).get<bool>()};
    if (!read.at(2).is_null()) out.mark = enumerated<Word>(read.at(2), verdicts);
    if (!read.at(3).is_null()) out.swatch = read.at(3).get<int>();
    return out;
}

Table table_of(const json &read)
{
    Table out{{}, {}, read.at("caption").get<std::string>(), read.at("detail").get<std::string>()};
    for (const json &column : read.at("columns"))
        out.columns.push_back({column.at(0).get<std::string>(), column.at(1).get<bool>()});
    for (const json &row : read.at("rows")) {
        out.rows.emplace_back();
        for (const json &cell : row) out.rows.back().push_back(cell_of(cell));
    }
    return out;
}

std::optional<Bytes> bytes_or_none(const json &read) { return read.is_null() ? std::nullopt : std::optional(read.get<Bytes>()); }

MemoryColumn column_of(const json &read)
{
    MemoryColumn out;
    read.at("id").get_to(out.id);
    read.at("title").get_to(out.title);
    read.at("components").get_to(out.components);
    read.at("total").get_to(out.total);
    if (const json &interval = read.at("interval"); !interval.is_null())
        out.interval = Interval{interval.at(0).get<Bytes>(), interval.at(1).get<Bytes>()};
    out.difference = bytes_or_none(read.at("difference"));
    out.claim = bytes_or_none(read.at("claim"));
    out.rule_of_thumb = bytes_or_none(read.at("rule_of_thumb"));
    read.at("problem").get_to(out.problem);
    read.at("selected").get_to(out.selected);
    read.at("baseline").get_to(out.baseline);
    read.at("part").get_to(out.part);
    return out;
}

LoadLine line_of(const json &read)
{
    return {read.at("title").get<std::string>(), read.at("name").get<std::string>(), read.at("usable").get<Bytes>(),
            read.at("reserve").get<Bytes>(),     read.at("answers").get<bool>(),     read.at("count").get<int>(),
            read.at("budget").get<bool>(),       read.at("known").get<bool>()};
}

TimelinePoint point_of(const json &read)
{
    return {enumerated<Phase>(read.at(0), phases), read.at(1).get<int>(), read.at(2).get<Bytes>(),
            read.at(3).get<ComponentBytes>(), read.at(4).get<std::string>()};
}

Sheet sheet_of_json(const json &read)
{
    if (read.at("schema") != schema) throw std::out_of_range("another schema");
    Sheet out;
    read.at("title").get_to(out.title);
    read.at("verdict").get_to(out.verdict);
    out.word = enumerated<Word>(read.at("word"), verdicts);
    out.unit = enumerated<ByteUnit>(read.at("unit"), 2);
    read.at("summary").get_to(out.summary);
    for (const json &column : read.at("memory")) out.memory.push_back(column_of(column));
    for (const json &line : read.at("lines")) out.lines.push_back(line_of(line));
    std::vector<TimelinePoint> step;
    for (const json &point : read.at("step")) step.push_back(point_of(point));
    if (!step.empty()) out.step = std::make_shared<const std::vector<TimelinePoint>>(std::move(step));
    read.at("held").get_to(out.held);
    out.breakdown = table_of(read.at("breakdown"));
    out.scenarios = table_of(read.at("scenarios"));
    out.ranks = table_of(read.at("ranks"));
    out.configuration = table_of(read.at("configuration"));
    out.recommendations = table_of(read.at("recommendations"));
    read.at("breakdown_notes").get_to(out.breakdown_notes);
    read.at("citation").get_to(out.citation);
    read.at("fine_print").get_to(out.fine_print);
    return out;
}

} // namespace

std::string sheet_to_text(const Sheet &sheet)
{
    const json out{{"schema", schema},
                   {"title", sheet.title},
                   {"verdict", sheet.verdict},
                   {"word", static_cast<int>(sheet.word)},
                   {"unit", static_cast<int>(sheet.unit)},
                   {"summary", sheet.summary},
                   {"memory", sheet_json_array_of(sheet.memory, of_column)},
                   {"lines", sheet_json_array_of(sheet.lines, of_line)},
                   {"step", sheet.step ? sheet_json_array_of(*sheet.step, of_point) : json::array()},
                   {"held", sheet.held},
                   {"breakdown", of_table(sheet.breakdown)},
                   {"scenarios", of_table(sheet.scenarios)},
                   {"ranks", of_table(sheet.ranks)},
                   {"configuration", of_table(sheet.configuration)},
                   {"recommendations", of_table(sheet.recommendations)},
                   {"breakdown_notes", sheet.breakdown_notes},
                   {"citation", sheet.citation},
                   {"fine_print", sheet.fine_print}};
    return out.dump(-1, ' ', false, json::error_handler_t::replace);
}

Result<Sheet> sheet_from_text(std::string_view text)
{
    try {
        return sheet_of_json(json::parse(text));
    } catch (const std::exception &problem) {
        return Error{"sheet", {}, "what plimsoll report hands over", problem.what()};
    }
}

} // namespace plimsoll::report
