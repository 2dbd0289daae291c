// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/envelope.h"

#include "app/cli/command.h"
#include "core/ground/json_text.h"
#include "core/ground/text.h"
#include "core/plan/field.h"

namespace plimsoll::cli {

namespace {

const std::vector<std::string> formats{"text", "json"};

struct Cell {
    const char *option;
    const char *about;
    std::optional<Bytes> EnvelopeInput::*member;
};

constexpr Cell cells[] = {{"weights", "Weights, typed in.", &EnvelopeInput::weights},
                          {"gradients", "Gradients, typed in.", &EnvelopeInput::gradients},
                          {"optimizer", "Optimizer states, typed in.", &EnvelopeInput::optimizer},
                          {"adapters", "Adapters with their gradients and states, typed in.", &EnvelopeInput::adapters},
                          {"activations", "Activations, typed in.", &EnvelopeInput::activations},
                          {"overhead", "Everything else, typed in.", &EnvelopeInput::overhead}};

void add_options(QCommandLineParser &parser)
{
    const auto add = [&parser](const char *name, const char *about, const char *value) {
        parser.addOption({QString::fromUtf8(name), QString::fromUtf8(about), QString::fromUtf8(value)});
    };
    add("parameters", "Parameters of the model: 7e9, 7B, 7615616512.", "N");
    add("method", "full, lora, qlora or infer; full unless given.", "METHOD");
    add("dtype", "fp32, fp16, bf16, int8 or int4; bf16 unless given, int4 for qlora.", "DTYPE");
    add("trainable", "Parameters of the adapters.", "N");
    for (const Cell &cell : cells) add(cell.option, cell.about, "SIZE");
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

Result<EnvelopeInput> input_of(const QCommandLineParser &parser)
{
    EnvelopeInput out;
    const std::optional<Count> parameters = count_from_text(typed(parser, "parameters"));
    if (!parameters) return Error{"--parameters", read_in(parser, "parameters"), "a count such as 7e9 or 7B", {}};
    out.parameters = *parameters;
    if (given(parser, "method")) {
        const std::optional<EnvelopeMethod> method = envelope_method(typed(parser, "method"));
        if (!method) return Error{"--method", read_in(parser, "method"), "full | lora | qlora | infer", {}};
        out.method = *method;
    }
    if (out.method == EnvelopeMethod::qlora) out.dtype = EnvelopeDtype::int4;
    if (given(parser, "dtype")) {
        const std::optional<EnvelopeDtype> dtype = envelope_dtype(typed(parser, "dtype"));
        if (!dtype) return Error{"--dtype", read_in(parser, "dtype"), "fp32 | fp16 | bf16 | int8 | int4", {}};
        out.dtype = *dtype;
    }
    if (given(parser, "trainable")) {
        out.trainable = count_from_text(typed(parser, "trainable"));
        if (!out.trainable) return Error{"--trainable", read_in(parser, "trainable"), "a count such as 21e6", {}};
    }
    for (const Cell &cell : cells) {
        if (!given(parser, cell.option)) continue;
        out.*cell.member = bytes_from_text(typed(parser, cell.option));
        if (!(out.*cell.member))
            return Error{std::string("--") + cell.option, read_in(parser, cell.option), "a size such as 4GB or 3.5GiB", {}};
    }
    return out;
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
    const Result<EnvelopeInput> input = input_of(parser);
    if (!input.ok()) return fail(input.error());
    const Result<Envelope> sheet = envelope(*input);
    if (!sheet.ok()) return fail(sheet.error());
    const bool adapts = input->method == EnvelopeMethod::lora || input->method == EnvelopeMethod::qlora;
    if (given(parser, "trainable") && !adapts)
        say("warning: --trainable counts for --method lora and qlora; " + std::string(name_of(input->method)) +
            " has no adapters");
    print(*format == "json" ? to_text(envelope_to_json(*sheet), 2) + "\n" : as_text(*sheet, unit));
    return Exit::fits;
}

} // namespace plimsoll::cli
