// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/import_measured.h"
#include "core/api/gate/import_gate.h"
#include "core/exchange/card_import.h"
#include "core/exchange/import.h"
#include "core/exchange/named_files.h"
#include "core/ground/json_text.h"
#include "core/ground/phrase.h"
#include "core/ground/read_file.h"
#include "core/measured/recognise.h"
#include "core/plan/plan_json.h"

#include <cstdio>
#include <filesystem>

namespace plimsoll::cli {

namespace {

const std::vector<std::string> import_formats{"text", "json"};

/// What is pasted or piped in, at most one byte more than a configuration may have.
std::string standard_input()
{
    std::string out;
    char part[16384];
    for (std::size_t read = 0; out.size() <= largest_config && (read = std::fread(part, 1, sizeof part, stdin)) > 0;)
        out.append(part, read);
    return out;
}

/// A line for each tool, as --help shows it.
std::string import_about_each()
{
    std::string out = "Whose text it is; as it says itself unless given:";
    const auto line = [&out](std::string_view name, std::string_view what) {
        out.append("\n").append(name).append(": ").append(what);
    };
    for (const ToolFormat *tool : tools_read()) {
        const bool serves = tool->name == "vllm" || tool->name == "sglang" || tool->name == "llama.cpp";
        line(tool->name, (serves                   ? "commands of "
                          : tool->name == "ollama" ? "Modelfiles and commands of "
                                                   : "configurations and commands of ") +
                             std::string(tool->title));
    }
    line(model_card_name, "a model card's block");
    line("snapshot", "PyTorch's memory snapshot");
    for (const MeasuredSource &source : measured_sources()) line(source.name, source.title);
    return out;
}

} // namespace

int run_import(const Command &command, const QStringList &arguments)
{
    OptionParser parser;
    parser.addPositionalArgument(
        QStringLiteral("FILE"),
        QStringLiteral("A configuration, a command line, a snapshot of PyTorch's memory, a measurement or a "
                       "log; - for standard input."));
    parser.addOption({QStringLiteral("from"), QString::fromStdString(import_about_each()), QStringLiteral("TOOL")});
    parser.addOption({QStringLiteral("model"), QStringLiteral("The model, where the text names none that can be looked up."),
                      QStringLiteral("MODEL")});
    add_measured_options(parser);
    parser.addOption(format_option(import_formats));
    if (const auto done = parse(parser, command, arguments)) return *done;
    const Result<std::string> format = format_of(parser, import_formats);
    if (!format.ok()) return fail(format.error());
    const QStringList files = parser.positionalArguments();
    if (files.size() != 1)
        return fail({"import", std::to_string(files.size()) + " files", "one FILE, or - for standard input", {}});
    const std::filesystem::path path = files.first().toStdString();
    const std::string piped = path == "-" ? standard_input() : std::string();
    if (const std::optional<int> done = import_measured(parser, path, piped, *format)) return *done;
    const Result<std::string> text = path == "-" ? Result<std::string>(piped) : read_file(path, largest_config);
    if (!text.ok()) return fail(text.error());
    Result<Imported> read = imported(*text, parser.value(QStringLiteral("from")).toStdString(),
                                     files_beside(path == "-" ? std::filesystem::path() : path.parent_path()));
    if (!read.ok()) {
        Error error = read.error();
        if (error.field == "from") error.field = "--from";
        return fail(error);
    }
    const QString model = parser.value(QStringLiteral("model"));
    if (!model.isEmpty()) {
        Result<Plan> named = with_field(read->plan, "model", model.toStdString());
        if (!named.ok()) return fail(named.error());
        read->plan = *std::move(named);
        std::erase_if(read->warnings, [](const Warning &warning) { return warning.code == "no_model"; });
    }
    const std::string base = path == "-" ? std::string() : path.parent_path().string();
    const std::optional<Error> refused = refusal_of(read->plan, model.isEmpty() ? base : std::string(), !model.isEmpty());
    if (refused && refused->field.starts_with("model")) return fail(*refused);
    if (const std::optional<Error> missing =
            refused ? std::nullopt : missing_model(read->plan, model.isEmpty() ? base : std::string()))
        read->warnings.push_back(
            {"model_not_here",
             phrase(QT_TRANSLATE_NOOP("core", "an estimate of this plan needs its model, which is not here: %1"),
                    {missing->message()}),
             "model"});
    print(*format == "json" ? to_text(import_to_json(*read), 2) + '\n' : import_to_text(*read));
    for (const Warning &warning : read->warnings)
        if (*format == "text") say("warning: " + warning.text);
    if (refused) return fail(*refused); // beside what was read, which is to be mended
    return Exit::fits;
}

} // namespace plimsoll::cli
