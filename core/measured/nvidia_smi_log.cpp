// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/card_tables.h"
#include "core/measured/csv_table.h"
#include "core/measured/log_curves.h"
#include "core/measured/monitor_logs.h"

#include <algorithm>
#include <sstream>

namespace plimsoll {

namespace {

struct Column {
    std::string name, unit; ///< "memory.used", "MiB"
};

/// "memory.used [MiB]"
std::vector<Column> nvidia_smi_log_columns_of(std::string_view line)
{
    std::vector<Column> out;
    for (const std::string &cell : csv_cells(line)) {
        const std::size_t open = cell.find(" [");
        const bool unit = open != std::string::npos && cell.ends_with(']');
        out.push_back(unit ? Column{cell.substr(0, open), cell.substr(open + 2, cell.size() - open - 3)} : Column{cell, {}});
    }
    return out;
}

bool is_header(const std::vector<Column> &columns)
{
    return std::ranges::any_of(columns, [](const Column &one) {
        return one.name == "memory.used" || one.name == "used_gpu_memory" || one.name == "used_memory" ||
               one.name == "memory.total";
    });
}

void take_row(const std::vector<Column> &columns, const std::vector<std::string> &cells, LogCurves &out)
{
    std::string card, process;
    std::optional<Bytes> used, of_process;
    std::optional<double> time;
    for (std::size_t i = 0; i < std::min(columns.size(), cells.size()); ++i) {
        const auto &[name, unit] = columns[i];
        if (name == "index")
            card = cells[i];
        else if (name == "name" || name == "gpu_name")
            out.measured().card = cells[i];
        else if (name == "pid")
            process = cells[i];
        else if (name == "timestamp")
            time = log_time(cells[i]);
        else if (name == "memory.used")
            used = bytes_in(cells[i], unit);
        else if (name == "memory.total")
            out.measured().card_total = bytes_in(cells[i], unit);
        else if (name == "used_gpu_memory" || name == "used_memory")
            of_process = bytes_in(cells[i], unit);
    }
    if (used) out.add("device", card, *used, time);
    if (of_process) out.add("process", process, *of_process, time);
}

/// "# gpu    fb  bar1", words between blanks, a second line of units behind it.
void take_monitor_row(const std::vector<std::string> &header, std::string_view line, LogCurves &out)
{
    std::istringstream words{std::string(line)};
    std::string card, process;
    std::optional<Bytes> bytes;
    std::string word;
    for (std::size_t i = 0; i < header.size() && words >> word; ++i) {
        if (header[i] == "gpu") card = word;
        if (header[i] == "pid") process = word;
        if (header[i] == "fb") bytes = bytes_in(word, "MiB");
    }
    if (!bytes || process == "-") return;
    if (process.empty())
        out.add("device", card, *bytes);
    else
        out.add("process", process, *bytes);
}

std::vector<std::string> nvidia_smi_log_words_of(std::string_view line)
{
    std::istringstream in{std::string(line.substr(line.find_first_not_of("# \t")))};
    std::vector<std::string> out;
    for (std::string word; in >> word;)
        if (word != "Idx") out.push_back(word);
    return out;
}

std::string_view first_line(std::string_view text)
{
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, std::min(text.find('\n', begin), text.size()) - begin);
}

} // namespace

bool is_nvidia_smi(std::string_view text)
{
    if (const std::size_t at = text.find_first_not_of(" \t\r\n");
        at != std::string_view::npos && (text[at] == '{' || text[at] == '['))
        return false; // gpustat's JSON has keys of the same names
    if (is_nvidia_table(text)) return true;
    const std::string_view line = first_line(text);
    if (line.starts_with("# gpu") || line.starts_with("#Date") || line.starts_with("#Time"))
        return line.find(" fb") != std::string_view::npos;
    return is_header(nvidia_smi_log_columns_of(line));
}

Result<Measured> read_nvidia_smi(std::string_view text)
{
    if (is_nvidia_table(text)) return read_nvidia_table(text);
    LogCurves out("nvidia-smi");
    std::vector<Column> columns;
    std::vector<std::string> monitor;
    each_log_line(text, [&](std::string_view line) {
        if (line.front() == '#') {
            if (line.find("gpu") != std::string_view::npos) monitor = nvidia_smi_log_words_of(line);
            return;
        }
        if (!monitor.empty()) return take_monitor_row(monitor, line, out);
        if (std::vector<Column> header = nvidia_smi_log_columns_of(line); is_header(header))
            columns = std::move(header);
        else
            take_row(columns, csv_cells(line), out);
    });
    return out.take();
}

} // namespace plimsoll
