// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers.h"
#include "app/cli/command.h"
#include "app/cli/plan_options.h"
#include "core/api/planner.h"
#include "core/ground/json_text.h"
#include "core/ground/text.h"

#include <algorithm>

namespace plimsoll::cli {

namespace {

const std::vector<std::string> envelope_formats{"text", "json"};

void envelope_add_options(OptionParser &parser)
{
    const auto add = [&parser](const char *name, const char *about, const char *value) {
        parser.addOption({QString::fromUtf8(name), QString::fromUtf8(about), QString::fromUtf8(value)});
    };
    add("parameters", "Parameters of the model: 7e9, 7B, 7615616512.", "N");
    add("method", "full, lora, qlora or infer; full unless given.", "METHOD");
    add("dtype", "fp32, fp16, bf16, int8 or int4; bf16 unless given, int4 for qlora.", "DTYPE");
    add("trainable", "Parameters of the adapters.", "N");
    for (const EnvelopeCell &cell : envelope_cells()) add(cell.name, cell.about, "SIZE");
    for (const EnvelopeWay &way : envelope_ways()) add(way.name, way.about, "N");
    add("offload", "What lives on the host: none, optimizer, parameters, both or nvme.", "WHAT");
    add("plan", "A plan or session file, beside whose simulation the rule of thumb is put.", "FILE");
    add("unit", "GB (10^9) or GiB (2^30) in the text; GB unless given.", "UNIT");
    parser.addOption(format_option(envelope_formats));
}

std::string typed(const OptionParser &parser, const char *name) { return parser.value(QString::fromUtf8(name)).toStdString(); }
bool given(const OptionParser &parser, const char *name) { return parser.isSet(QString::fromUtf8(name)); }

/// The value as errors show it.
std::string read_in(const OptionParser &parser, const char *name)
{
    const std::string text = typed(parser, name);
    return text.empty() ? "nothing" : text;
}

/// Lays a worksheet out: a line a term, with what it is undivided where ranks share it and what was simulated where that is known.
class Page {
public:
    Page(const Envelope &sheet, const Estimate *simulated, const std::string &unit)
        : m_sheet(sheet), m_simulated(simulated), m_one(unit == "GiB" ? static_cast<double>(gib) : 1e9), m_unit(unit)
    {}

    std::string text()
    {
        if (m_simulated) m_differences = envelope_differences(m_sheet, *m_simulated);
        const std::string of = words_for(m_sheet.split);
        m_out = "Rule of thumb, " + m_unit + (of.empty() ? "" : ", " + of) + '\n';
        headings();
        for (const EnvelopeTerm &term : m_sheet.terms) line_of(term);
        line("total", m_sheet.total, m_sheet.whole, m_simulated ? std::optional(m_simulated->shown().needed()) : std::nullopt,
             {});
        if (divided())
            m_out += "Everything divided by " + std::to_string(m_sheet.split.ranks()) + ": " + sized(m_sheet.evenly()) +
                     "; what is typed in is a rank's own.\n";
        for (const std::string &note : m_sheet.notes) m_out += note + '\n';
        return std::move(m_out);
    }

private:
    [[nodiscard]] bool divided() const { return m_sheet.split.ranks() > 1; }
    [[nodiscard]] std::string sized(Bytes bytes) const { return fixed(static_cast<double>(bytes) / m_one, 3); }
    [[nodiscard]] std::string cell(const std::optional<Bytes> &bytes) const
    {
        return right_aligned(bytes ? sized(*bytes) : "–", 12);
    }

    void headings()
    {
        if (!divided() && !m_simulated) return;
        m_out += "  " + left_aligned("", 12) + right_aligned(divided() ? "a rank" : "rule", 12);
        if (divided()) m_out += right_aligned("one card", 12);
        if (m_simulated) m_out += right_aligned("simulated", 12) + right_aligned("difference", 12);
        m_out += '\n';
    }

    void line(const std::string &name, const std::optional<Bytes> &rule, const std::optional<Bytes> &whole,
              const std::optional<Bytes> &simulated, const std::string &formula)
    {
        std::string out = "  " + left_aligned(name, 12) + cell(rule);
        if (divided()) out += cell(whole);
        if (simulated) out += cell(simulated) + cell(rule ? std::optional(*simulated - *rule) : std::nullopt);
        m_out += out + (formula.empty() ? "" : "  " + formula) + '\n';
    }

    void line_of(const EnvelopeTerm &term)
    {
        const auto found = std::ranges::find(m_differences, term.name, &EnvelopeDifference::name);
        const bool known = found != m_differences.end();
        line(term.name, term.bytes, term.whole, known ? std::optional(found->simulated) : std::nullopt, term.formula);
        if (!known || found->parts.size() < 2) return;
        std::string parts;
        for (const auto &[component, bytes] : found->parts)
            parts += (parts.empty() ? "" : ", ") + std::string(name_of(component)) + " " + sized(bytes);
        m_out += "    of it " + parts + '\n';
    }

    const Envelope &m_sheet;
    const Estimate *m_simulated;
    double m_one;
    std::string m_unit;
    std::vector<EnvelopeDifference> m_differences;
    std::string m_out;
};

/// The worksheet of a plan beside its simulation.
int print_beside(const OptionParser &parser, const TypedText &typed_text, bool json, const std::string &unit)
{
    const Result<Question> question = plan_in_file(typed(parser, "plan"));
    if (!question.ok()) return fail(question.error());
    say_warnings(*question);
    const Result<EnvelopeAnswer> answer = Planner().envelope(*question, typed_text);
    if (!answer.ok()) return fail(answer.error());
    print(json ? to_text(envelope_to_json(answer->sheet, answer->simulated), 2) + "\n"
               : Page(answer->sheet, &answer->simulated, unit).text());
    return Exit::fits;
}

} // namespace

int run_envelope(const Command &command, const QStringList &arguments)
{
    OptionParser parser;
    envelope_add_options(parser);
    if (const auto done = parse(parser, command, arguments)) return *done;
    const Result<std::string> format = format_of(parser, envelope_formats);
    if (!format.ok()) return fail(format.error());
    const std::string unit = given(parser, "unit") ? typed(parser, "unit") : "GB";
    if (unit != "GB" && unit != "GiB") return fail({"--unit", read_in(parser, "unit"), "GB | GiB", {}});
    const TypedText text = [&parser](const char *field) {
        return given(parser, field) ? std::optional(typed(parser, field)) : std::nullopt;
    };
    if (given(parser, "plan")) return print_beside(parser, text, *format == "json", unit);
    const Result<EnvelopeInput> input = envelope_input(text);
    if (!input.ok()) return fail(of_option(input.error()));
    const Result<Envelope> sheet = envelope(*input);
    if (!sheet.ok()) return fail(sheet.error());
    if (given(parser, "trainable") && !has_adapters(input->method))
        say("warning: --trainable counts for --method lora and qlora; " + std::string(name_of(input->method)) +
            " has no adapters");
    print(*format == "json" ? to_text(envelope_to_json(*sheet), 2) + "\n" : Page(*sheet, nullptr, unit).text());
    return Exit::fits;
}

} // namespace plimsoll::cli
