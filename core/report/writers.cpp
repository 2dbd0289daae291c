// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/writers.h"

#include <algorithm>

namespace plimsoll::report {

namespace {

std::vector<Writer> &table()
{
    static std::vector<Writer> all{
        {"md", "Markdown", write_markdown}, {"html", "HTML", write_html},  {"json", "JSON", write_json},
        {"csv", "CSV", write_csv},          {"tex", "LaTeX", write_latex},
    };
    return all;
}

} // namespace

const std::vector<Writer> &writers() { return table(); }

void add_writer(const Writer &writer)
{
    const auto found = std::ranges::find(table(), writer.ending, &Writer::ending);
    if (found == table().end())
        table().push_back(writer);
    else
        *found = writer;
}

bool is_written(std::string_view ending) { return std::ranges::find(table(), ending, &Writer::ending) != table().end(); }

Result<std::string> written(const Document &document, std::string_view ending)
{
    const auto found = std::ranges::find(table(), ending, &Writer::ending);
    if (found == table().end()) return Error{"output", std::string(ending), accepted_endings(), {}};
    return found->write(document);
}

std::string accepted_endings()
{
    std::string out = "a file that ends in ";
    for (std::size_t i = 0; i < table().size(); ++i) {
        if (i > 0) out += i + 1 == table().size() ? " or " : ", ";
        out.append(".").append(table()[i].ending);
    }
    return out;
}

} // namespace plimsoll::report
