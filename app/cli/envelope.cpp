// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers.h"
#include "app/cli/command.h"
#include "core/api/envelope_question.h"
#include "core/ground/json_text.h"
#include "core/ground/text.h"

namespace plimsoll::cli {

namespace {

const std::vector<std::string> formats{"text", "json"};

void add_options(QCommandLineParser &parser)
{
    const auto add = [&parser](const char *name, const char *about, const char *value) {
        parser.addOption({QString::fromUtf8(name), QString::fromUtf8(about), QString::fromUtf8(value)});
    };
    add("parameters", "Parameters of the model: 7e9, 7B, 7615616512.", "N");
    add("method", "full, lora, qlora or infer; full unless given.", "METHOD");
    add("dtype", "fp32, fp16, bf16, int8 or int4; bf16 unless given, int4 for qlora.", "DTYPE");
    add("trainable", "Parameters of the adapters.", "N");
    for (const EnvelopeCell &cell : envelope_cells()) add(cell.name, cell.about, "SIZE");
    add("unit", "GB (10^9) or GiB (2^30) in the text; GB unless given.", "UNIT");
    parser.addOption(format_option(formats));
}

std::string typed(const QCommandLineParser &parser, const char *name)
{
    return parser.value(QString::fromUtf8(name)).toStdString();
}
bool given(const QCommandLineParser &parser, const char *name) { return parser.isSet(QString::fromUtf8(name)); }

/// The value as errors show it.
std::string read_in(const QCommandLineParser &parser, const char *name)
{
    const std::string text = typed(parser, name);
    return text.empty() ? "nothing" : text;
}

std::string as_text(const Envelope &sheet, const std::string &unit)
{
    const double one = unit == "GiB" ? static_cast<double>(gib) : 1e9;
    const auto sized = [one](Bytes bytes) { return right_aligned(fixed(static_cast<double>(bytes) / one, 3), 12); };
    std::string out = "Rule of thumb, " + unit + '\n';
    for (const EnvelopeTerm &term : sheet.terms)
        out += "  " + left_aligned(term.name, 12) +
               (term.bytes ? sized(*term.bytes) + "  " + term.formula : right_aligned("–", 12)) + '\n';
    out += "  " + left_aligned("total", 12) + sized(sheet.total) + '\n';
    for (const std::string &note : sheet.notes) out += note + '\n';
    return out;
}

} // namespace

int run_envelope(const Command &command, const QStringList &arguments)
{
    QCommandLineParser parser;
    add_options(parser);
    if (const auto done = parse(parser, command, arguments)) return *done;
    const Result<std::string> format = format_of(parser, formats);
    if (!format.ok()) return fail(format.error());
    const std::string unit = given(parser, "unit") ? typed(parser, "unit") : "GB";
    if (unit != "GB" && unit != "GiB") return fail({"--unit", read_in(parser, "unit"), "GB | GiB", {}});
    const Result<EnvelopeInput> input = envelope_input(
        [&parser](const char *field) { return given(parser, field) ? std::optional(typed(parser, field)) : std::nullopt; });
    if (!input.ok()) return fail(of_option(input.error()));
    const Result<Envelope> sheet = envelope(*input);
    if (!sheet.ok()) return fail(sheet.error());
    if (given(parser, "trainable") && !has_adapters(input->method))
        say("warning: --trainable counts for --method lora and qlora; " + std::string(name_of(input->method)) +
            " has no adapters");
    print(*format == "json" ? to_text(envelope_to_json(*sheet), 2) + "\n" : as_text(*sheet, unit));
    return Exit::fits;
}

} // namespace plimsoll::cli
