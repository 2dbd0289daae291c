// SPDX-License-Identifier: GPL-3.0-or-later
// Tables that the vendors' programs print for people: nvidia-smi 580, rocm-smi 4.0, amd-smi 26.0, xpu-smi 1.3
#include "core/measured/card_tables.h"

#include "core/ground/phrase.h"
#include "core/measured/csv_table.h"
#include "core/measured/log_curves.h"
#include "core/measured/monitor_logs.h"
#include "core/ground/ascii.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>

namespace plimsoll {

namespace {

bool card_tables_has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

std::vector<std::string> card_tables_words_of(std::string_view line)
{
    std::istringstream in{std::string(line)};
    std::vector<std::string> out;
    for (std::string word; in >> word;) out.push_back(word);
    return out;
}

bool is_number(std::string_view word)
{
    return !word.empty() && std::ranges::all_of(word, [](unsigned char c) { return std::isdigit(c) != 0; });
}

/// The columns of a row between its bars.
std::vector<std::string> card_tables_columns_of(std::string_view line)
{
    std::vector<std::string> out;
    std::size_t begin = line.find('|');
    while (begin != std::string_view::npos) {
        const std::size_t end = line.find('|', begin + 1);
        if (end == std::string_view::npos) break;
        out.emplace_back(trimmed(line.substr(begin + 1, end - begin - 1)));
        begin = end;
    }
    return out;
}

void note(Measured &out)
{
    out.notes.push_back(
        phrase(QT_TRANSLATE_NOOP("core", "it is what is held at one moment, by all processes; %1 says it of a run, and %2 names "
                                         "a card to plan for"),
               {"plimsoll watch", "--gpu"}));
}

/// "71234MiB /  81920MiB": both.
std::optional<std::pair<Bytes, Bytes>> used_of_all(std::string_view cell)
{
    const std::size_t slash = cell.find('/');
    if (slash == std::string_view::npos) return std::nullopt;
    const std::optional<Bytes> used = bytes_in(cell.substr(0, slash)), all = bytes_in(cell.substr(slash + 1));
    return used && all && *all > 0 ? std::optional(std::pair(*used, *all)) : std::nullopt;
}

/// nvidia-smi's table: a card's first row has its number and name, the next what is used.
class NvidiaTable {
public:
    explicit NvidiaTable(LogCurves &out) : m_out(out) {}

    void row(std::string_view line)
    {
        const std::vector<std::string> cells = card_tables_columns_of(line);
        if (card_tables_has(line, "Processes:")) m_processes = true;
        if (m_processes) return process(line);
        if (cells.size() < 2) return;
        const std::vector<std::string> first = card_tables_words_of(cells[0]);
        if (first.size() > 1 && is_number(first[0]) && !card_tables_has(cells[0], "MIG")) {
            m_card = first[0];
            std::string name;
            for (std::size_t i = 1; i < first.size() && first[i] != "On" && first[i] != "Off" && first[i] != "N/A"; ++i)
                name += (name.empty() ? "" : " ") + first[i];
            if (!name.ends_with("...")) m_out.measured().card = name; // a long one is cut off
        }
        for (const std::string &cell : cells)
            if (const auto memory = used_of_all(cell); memory && !m_card.empty()) {
                m_out.add("device", m_card, memory->first);
                m_out.measured().card_total = memory->second;
            }
    }

private:
    /// "|    0   N/A  N/A      1234      C   python      71220MiB |"
    void process(std::string_view line)
    {
        std::vector<std::string> words = card_tables_words_of(line);
        std::erase(words, "|");
        if (words.size() < 4 || !is_number(words[0])) return;
        const auto id = std::find_if(words.begin() + 1, words.end(), [](const std::string &word) { return is_number(word); });
        const std::optional<Bytes> bytes = bytes_in(words.back());
        if (id != words.end() && bytes && words.back().ends_with("MiB")) m_out.add("process", *id, *bytes);
    }

    LogCurves &m_out;
    std::string m_card;
    bool m_processes = false;
};

/// nvidia-smi -q: sections by their indentation.
void read_query(std::string_view text, LogCurves &out)
{
    std::string card, section;
    int cards = 0;
    each_log_line(text, [&](std::string_view line) {
        const std::string_view words = trimmed(line);
        if (words.starts_with("GPU ") && words.find(':') != std::string_view::npos && line[0] == 'G')
            card = std::to_string(cards++);
        const std::size_t colon = words.find(" : ");
        if (colon == std::string_view::npos) {
            section = words;
            return;
        }
        const std::string_view key = trimmed(words.substr(0, colon)), value = trimmed(words.substr(colon + 3));
        if (key == "Product Name") out.measured().card = value;
        if (section != "FB Memory Usage") return;
        if (key == "Total") out.measured().card_total = bytes_in(value);
        if (const auto used = bytes_in(value); key == "Used" && used) out.add("device", card, *used);
    });
}

/// "GPU[0] : VRAM Total Used Memory (B): 123"; "device,VRAM Total Memory (B),VRAM Total Used Memory (B)"; JSON with the same keys.
void read_vram(std::string_view text, LogCurves &out)
{
    const auto number_behind = [](std::string_view line, std::string_view key) -> std::optional<Bytes> {
        const std::size_t at = line.find(key);
        if (at == std::string_view::npos) return std::nullopt;
        const std::string_view rest = line.substr(at + key.size());
        const std::size_t begin = rest.find_first_of("0123456789");
        return begin == std::string_view::npos
                   ? std::nullopt
                   : bytes_in(rest.substr(begin, rest.find_first_not_of("0123456789", begin) - begin), "B");
    };
    std::string card;
    std::vector<std::string> header;
    each_log_line(text, [&](std::string_view line) {
        if (line.starts_with("device,")) {
            header = csv_cells(line);
            return;
        }
        if (!header.empty()) {
            const std::vector<std::string> cells = csv_cells(line);
            for (std::size_t i = 1; i < std::min(header.size(), cells.size()); ++i) {
                const std::optional<Bytes> bytes = bytes_in(cells[i], "B");
                if (bytes && header[i] == "VRAM Total Used Memory (B)") out.add("device", cells[0], *bytes);
                if (bytes && header[i] == "VRAM Total Memory (B)") out.measured().card_total = bytes;
            }
            return;
        }
        for (const std::string_view begins : {"GPU[", "\"card"})
            for (std::size_t at = line.find(begins); at != std::string_view::npos; at = line.find(begins, at + 1)) {
                const std::string_view rest = line.substr(at + begins.size());
                card = rest.substr(0, rest.find_first_not_of("0123456789"));
                const std::string_view own = rest.substr(0, rest.find(begins));
                if (const auto used = number_behind(own, "Used Memory (B)")) out.add("device", card, *used);
                if (const auto all = number_behind(own, "VRAM Total Memory (B)")) out.measured().card_total = all;
            }
    });
}

/// "283/196592 MB" of amd-smi's table.
void read_amd_table(std::string_view text, LogCurves &out)
{
    int cards = 0;
    each_log_line(text, [&](std::string_view line) {
        for (const std::string &cell : card_tables_columns_of(line)) {
            const std::vector<std::string> words = card_tables_words_of(cell);
            for (std::size_t i = 0; i + 1 < words.size(); ++i) {
                const std::size_t slash = words[i].find('/');
                if (words[i + 1] != "MB" || slash == std::string::npos) continue;
                const auto used = bytes_in(words[i].substr(0, slash), "MiB"), all = bytes_in(words[i].substr(slash + 1), "MiB");
                if (!used || !all) continue;
                out.add("device", std::to_string(cards++), *used);
                out.measured().card_total = all;
            }
            if (cell.find("MI3") != std::string::npos && cell.starts_with("AMD")) out.measured().card = cell;
        }
    });
}

/// `amd-smi monitor`: columns VRAM_USED and VRAM_TOTAL, a figure and its unit each; `amd-smi metric`: TOTAL_VRAM and USED_VRAM.
void read_amd_monitor(std::string_view text, LogCurves &out)
{
    std::string card;
    bool monitor = false, both = false;
    each_log_line(text, [&](std::string_view line) {
        const std::vector<std::string> words = card_tables_words_of(line);
        if (words.empty()) return;
        if (std::ranges::find(words, "VRAM_USED") != words.end()) {
            monitor = true;
            both = std::ranges::find(words, "VRAM_TOTAL") != words.end();
            return;
        }
        if (words[0] == "GPU:" && words.size() > 1) card = words[1];
        if (words[0] == "USED_VRAM:" && words.size() > 2)
            if (const auto used = bytes_in(words[1], words[2] == "MB" ? "MiB" : words[2])) out.add("device", card, *used);
        if (words[0] == "TOTAL_VRAM:" && words.size() > 2)
            out.measured().card_total = bytes_in(words[1], words[2] == "MB" ? "MiB" : words[2]);
        if (!monitor || !is_number(words[0])) return;
        std::vector<Bytes> sizes;
        for (std::size_t i = 1; i < words.size(); ++i)
            if (words[i] == "MB" || words[i] == "GB")
                if (const auto bytes = bytes_in(words[i - 1], words[i] == "MB" ? "MiB" : "GiB")) sizes.push_back(*bytes);
        if (sizes.empty()) return;
        out.add("device", words[0], sizes[0]);
        if (both && sizes.size() > 1) out.measured().card_total = sizes[1];
    });
}

Result<Measured> taken(LogCurves out)
{
    note(out.measured());
    return out.take();
}

} // namespace

bool is_nvidia_table(std::string_view text)
{
    return (card_tables_has(text, "NVIDIA-SMI") && card_tables_has(text, "MiB /")) || card_tables_has(text, "NVSMI LOG");
}

Result<Measured> read_nvidia_table(std::string_view text)
{
    LogCurves out("nvidia-smi");
    if (card_tables_has(text, "NVSMI LOG")) {
        read_query(text, out);
    } else {
        NvidiaTable table(out);
        each_log_line(text, [&table](std::string_view line) { table.row(line); });
    }
    return taken(std::move(out));
}

bool is_rocm_smi(std::string_view text)
{
    return card_tables_has(text, "VRAM Total Used Memory (B)") || card_tables_has(text, "ROCm System Management Interface") ||
           card_tables_has(text, "ROCm-SMI");
}

Result<Measured> read_rocm_smi(std::string_view text)
{
    if (!card_tables_has(text, "Used Memory (B)"))
        return Error{
            "rocm-smi", phrase(QT_TRANSLATE_NOOP("core", "percents of memory alone")), "rocm-smi --showmeminfo vram", {}};
    LogCurves out("rocm-smi");
    read_vram(text, out);
    return taken(std::move(out));
}

bool is_amd_smi(std::string_view text)
{
    return card_tables_has(text, "AMD-SMI") || card_tables_has(text, "USED_VRAM:") ||
           (card_tables_has(text, "VRAM_USED") && card_tables_has(text, "GPU"));
}

Result<Measured> read_amd_smi(std::string_view text)
{
    LogCurves out("amd-smi");
    card_tables_has(text, "AMD-SMI") ? read_amd_table(text, out) : read_amd_monitor(text, out);
    return taken(std::move(out));
}

bool is_xpu_smi(std::string_view text) { return card_tables_has(text, "GPU Memory Used (MiB)"); }

Result<Measured> read_xpu_smi(std::string_view text)
{
    LogCurves out("xpu-smi");
    std::vector<std::string> header;
    std::string card = "0";
    each_log_line(text, [&](std::string_view line) {
        if (line.find('|') == std::string_view::npos) { // dump's CSV
            const std::vector<std::string> cells = csv_cells(line);
            if (card_tables_has(line, "GPU Memory Used (MiB)")) {
                header = cells;
                return;
            }
            for (std::size_t i = 0; i < std::min(header.size(), cells.size()); ++i) {
                if (header[i] == "DeviceId") card = cells[i];
                if (const auto used = bytes_in(cells[i], "MiB"); used && header[i] == "GPU Memory Used (MiB)")
                    out.add("device", card, *used);
            }
            return;
        }
        const std::vector<std::string> cells = card_tables_columns_of(line);
        if (cells.size() < 2) return;
        if (cells[0] == "Device ID") card = cells[1];
        if (const auto used = bytes_in(cells[1], "MiB"); used && cells[0] == "GPU Memory Used (MiB)")
            out.add("device", card, *used);
    });
    return taken(std::move(out));
}

} // namespace plimsoll
