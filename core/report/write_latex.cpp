// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ground/figures.h"
#include "core/ground/phrase.h"
#include "core/report/card/scenario_table.h"
#include "core/report/estimate_text.h"
#include "core/report/titles.h"
#include "core/report/writers.h"

#include <algorithm>
#include <array>
#include <utility>

namespace plimsoll::report {

namespace {

/// Signs that a class without packages does not set, in what LaTeX has for them.
constexpr std::array<std::pair<std::string_view, std::string_view>, 25> signs{{{"\\", "\\textbackslash{}"},
                                                                               {"{", "\\{"},
                                                                               {"}", "\\}"},
                                                                               {"$", "\\$"},
                                                                               {"&", "\\&"},
                                                                               {"%", "\\%"},
                                                                               {"#", "\\#"},
                                                                               {"_", "\\_"},
                                                                               {"~", "\\textasciitilde{}"},
                                                                               {"^", "\\textasciicircum{}"},
                                                                               {"<", "\\textless{}"},
                                                                               {">", "\\textgreater{}"},
                                                                               {"|", "\\textbar{}"},
                                                                               {"\"", "''"},
                                                                               {"--", "-{}-{}"},
                                                                               {"\u2212", "$-$"},
                                                                               {"\u2013", "--"},
                                                                               {"\u00d7", "$\\times$"},
                                                                               {"\u00b7", "$\\cdot$"},
                                                                               {"2\u00b3\u2070", "$2^{30}$"},
                                                                               {"10\u2079", "$10^{9}$"},
                                                                               {"\u2713 ", ""},
                                                                               {"\u25d0 ", ""},
                                                                               {"\u2715 ", ""},
                                                                               {"\u00bd", "$\\frac{1}{2}$"}}};

std::string latex(std::string_view text)
{
    std::string out;
    while (!text.empty()) {
        const auto found = std::ranges::find_if(signs, [&](const auto &sign) { return text.starts_with(sign.first); });
        if (found != signs.end()) {
            out += found->second;
            text.remove_prefix(found->first.size());
            continue;
        }
        const char c = text.front();
        out += static_cast<unsigned char>(c) < ' ' || c == '\x7f' ? ' ' : c;
        text.remove_prefix(1);
    }
    return out;
}

/// Letters that LaTeX sets only where a font for them is chosen: beyond Latin's (U+024F) and the signs of punctuation.
bool has_other_scripts(std::string_view text)
{
    const auto byte = [text](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
    for (std::size_t i = 0; i < text.size(); ++i)
        if (byte(i) >= 0xC9 && !(byte(i) == 0xE2 && byte(i + 1) <= 0x81)) return true; // U+2000 to U+207F: dashes, quotes
    return false;
}

std::string write_latex_row_of(const std::vector<std::string> &cells)
{
    // behind the rule or the row before, "[" begins an option of that, and "*" its other form
    std::string out = cells.front().starts_with('[') || cells.front().starts_with('*') ? "{}" : "";
    for (const std::string &cell : cells) out += (&cell == &cells.front() ? "" : " & ") + cell;
    return out + " \\\\\n";
}

std::string write_latex_marked(const TextRun &words)
{
    const std::string text = latex(words.text);
    return words.strong && !text.empty() ? "\\textbf{" + text + "}" : text;
}

/// What stands under the table: how the figures are counted and of which run they are.
std::string caption_of(const ReportInput &input)
{
    const ByteFigures in{input.unit};
    const Estimate &estimate = input.answers[std::min(input.selected, input.answers.size() - 1)].estimate;
    return phrase(QT_TRANSLATE_NOOP("core",
                                    "GPU memory in %1 (%2) of %3, planned with Plimsoll %4: %5. Allocated and reserved are the "
                                    "peaks that PyTorch reports, on the device is what nvidia-smi shows."),
                  {in.name(), in.meaning(),
                   estimate.architecture ? estimate.architecture->name : phrase(QT_TRANSLATE_NOOP("core", "the model")),
                   PLIMSOLL_VERSION, plan_in_words(estimate.plan.plan)});
}

} // namespace

/// A table for a paper, to be taken in with \input: booktabs' rules, the protocol as its caption.
Result<std::string> write_latex(const Document &document)
{
    const Record *record = block_of<Record>(document);
    if (record == nullptr || record->input.answers.empty())
        return Error{{}, {}, {}, "a report without its answers cannot be written as a LaTeX table"};
    const Table table = scenario_table(record->input, false);
    std::string form;
    std::vector<std::string> head;
    for (const Column &column : table.columns) {
        form += column.figures ? 'r' : 'l';
        head.push_back(latex(column.title));
    }
    std::string out = "% \\usepackage{booktabs}\n\\begin{table}\n\\centering\n\\caption{" + latex(caption_of(record->input)) +
                      "}\n\\label{tab:gpu-memory}\n\\begin{tabular}{" + form + "}\n\\toprule\n" + write_latex_row_of(head) +
                      "\\midrule\n";
    for (const std::vector<TextRun> &row : table.rows) {
        std::vector<std::string> cells;
        for (const TextRun &cell : row) cells.push_back(write_latex_marked(cell));
        out += write_latex_row_of(cells);
    }
    out += "\\bottomrule\n\\end{tabular}\n\\end{table}\n";
    if (has_other_scripts(out)) out.insert(0, "% XeLaTeX or LuaLaTeX, with a font for the names\n");
    return out;
}

} // namespace plimsoll::report
