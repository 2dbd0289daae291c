// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"

#include "core/cards/cluster.h"
#include "core/cards/gpu_catalogue.h"
#include "core/ground/text.h"
#include "core/model/presets.h"
#include "core/model/reference.h"
#include "core/plan/field.h"
#include "core/plan/model_card/carried_plan.h"
#include "core/plan/other_names.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>
#ifdef _WIN32
#include <io.h>
#define isatty _isatty
#define fileno _fileno
#else
#include <unistd.h>
#endif

namespace plimsoll::cli {

namespace {

std::string joined(const std::vector<std::string> &words, const char *separator)
{
    std::string out;
    for (const std::string &word : words) out.append(out.empty() ? "" : separator).append(word);
    return out;
}

/// The word as it was typed: "-ngl" is no three options here.
std::string as_typed(const QString &unknown, const QStringList &arguments)
{
    for (const QString &argument : arguments) {
        const QString word = argument.section(QLatin1Char('='), 0, 0);
        const bool together = word.startsWith(QLatin1Char('-')) && !word.startsWith(QLatin1String("--")) && word.size() > 2;
        if (together && word.contains(unknown)) return word.toStdString();
        if (word == QLatin1Char('-') + unknown) return word.toStdString();
    }
    return "--" + unknown.toStdString();
}

/// What may have been meant, of the options that this command has.
std::string did_you_mean(const OptionParser &parser, const std::string &typed)
{
    const std::optional<Meant> meant = meant_by(typed);
    if (!meant) return {};
    if (meant->takes_no_memory()) return ": it takes no memory and can be left out";
    const Field *field = find_field(meant->path);
    const bool known =
        field != nullptr && parser.helpText().contains(QStringLiteral("  --%1 ").arg(QString::fromStdString(field->option)));
    return known ? " (did you mean " + meant->as_option() + "?)" : std::string(); // else an option of other commands
}

/// ", such as --model llama-3.1-8b": what a word by itself may have been meant for.
std::string option_for(const OptionParser &parser, const QString &word)
{
    const std::string text = word.toStdString();
    const bool plan = word.endsWith(QLatin1String(".plimsoll")) || word.endsWith(QLatin1String(".json"));
    const ModelReference model = plan ? ModelReference() : reference_from_text(text);
    const bool known = find_preset(text) || !model.hub.empty();
    const std::string option = plan ? "plan" : known ? "model" : find_node(text).ok() ? "gpu" : "";
    if (option.empty() || !parser.has(QString::fromStdString(option))) return {};
    return ", such as --" + option + ' ' + (word.contains(QLatin1Char(' ')) ? '"' + text + '"' : text);
}

Error usage_error(const OptionParser &parser, const Command &command, const QStringList &arguments)
{
    const QStringList unknown = parser.unknownOptionNames();
    const std::string help = std::string("plimsoll ") + command.name + " --help lists the options";
    if (unknown.isEmpty()) return {command.name, {}, {}, parser.errorText().toStdString() + " " + help};
    const std::string typed = as_typed(unknown.first(), arguments);
    return {typed, {}, {}, "there is no such option" + did_you_mean(parser, typed) + "; " + help};
}

} // namespace

const std::vector<Command> &commands()
{
    static const std::vector<Command> all{
        {"estimate", "What a plan takes of a GPU's memory, and whether it fits.", run_estimate},
        {"compare", "Plans side by side, term by term.", run_compare},
        {"solve", "The largest batch, length, rank or context that fits on a card.", run_solve},
        {"advise", "What to change so that a plan fits, by the bytes it saves.", run_advise},
        {"sweep", "One estimate per value of a field, or per combination of several.", run_sweep},
        {"envelope", "The rule of thumb: bytes per parameter, every cell open to typing.", run_envelope},
        {"report", "A report for a model card: Markdown, JSON, CSV, PNG, SVG or PDF.", run_report},
        {"export", "The plan as another tool's configuration or command: TRL, vLLM, …", run_export},
        {"import", "Another tool's configuration or command line as a plan.", run_import, true},
        {"inspect", "What was understood of a model: modules, shapes, exact counts.", run_inspect, true},
        {"models", "The models that come with Plimsoll.", run_models, true},
        {"gpus", "The cards that Plimsoll knows.", run_gpus, true},
        {"watch", "Live readings of the local GPUs.", run_watch},
        {"completion", "What completes these commands in bash, zsh or fish.", run_completion, true},
        {"manual", "The manual page of plimsoll or of a command.", run_manual, true},
    };
    return all;
}

CommandOptions described(const Command &command)
{
    CommandOptions out;
    Command asked = command;
    asked.described = &out;
    command.run(asked, {});
    return out;
}

std::optional<int> parse(OptionParser &parser, const Command &command, const QStringList &arguments)
{
    const QCommandLineOption help({QStringLiteral("h"), QStringLiteral("help")}, QStringLiteral("This help."));
    parser.addOption(help);
    if (command.described != nullptr) {
        *command.described = parser.taken();
        return Exit::fits;
    }
    parser.setApplicationDescription(QString::fromUtf8(command.summary));
    QStringList all{QStringLiteral("plimsoll ") + QString::fromUtf8(command.name)};
    const bool understood = parser.parse(all + arguments);
    const QStringList before_names = arguments.mid(0, arguments.indexOf(QStringLiteral("--"))); // behind it stand names
    if (before_names.contains(QStringLiteral("--help")) || before_names.contains(QStringLiteral("-h"))) {
        std::string text = parser.helpText().toStdString();
        // Qt names the program as it was started; here the command belongs to the name
        const std::size_t line = text.find('\n');
        const std::size_t options = text.find(" [options]");
        if (options != std::string::npos && options < line)
            text.replace(0, options, std::string("Usage: plimsoll ") + command.name);
        print(text);
        return Exit::fits;
    }
    if (!understood) return fail(usage_error(parser, command, arguments));
    if (const QStringList words = parser.positionalArguments(); !words.isEmpty() && !command.takes_operands)
        return fail({command.name,
                     words.first().toStdString(),
                     std::string("options only") + option_for(parser, words.first()) + "; plimsoll " + command.name +
                         " --help lists them",
                     {}});
    return std::nullopt;
}

std::optional<int> words_beside(const Command &command, const std::string &format, const QStringList &words)
{
    if (words.isEmpty() || format == "text") return std::nullopt;
    return fail({command.name, words.first().toStdString(), "no words beside --format " + format + ", which lists all", {}});
}

QCommandLineOption format_option(const std::vector<std::string> &accepted)
{
    return {QStringLiteral("format"),
            QString::fromStdString(joined(accepted, ", ")) + QStringLiteral("; ") + QString::fromStdString(accepted.front()) +
                QStringLiteral(" unless given."),
            QStringLiteral("FORMAT")};
}

Result<std::string> format_of(const OptionParser &parser, const std::vector<std::string> &accepted)
{
    if (!parser.isSet(QStringLiteral("format"))) return accepted.front();
    const std::string asked = parser.value(QStringLiteral("format")).toStdString();
    if (std::ranges::find(accepted, asked) != accepted.end()) return asked;
    return Error{"--format", asked, joined(accepted, " | "), {}};
}

void print(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

void say(std::string_view text)
{
    constexpr std::string_view name = "plimsoll: ";
    std::fflush(stdout);
    std::string message(name);
    message += text;
    if (isatty(fileno(stderr)) != 0) message = joined(wrapped(message, 80, name.size()), "\n"); // scripts read lines
    message += '\n';
    std::fwrite(message.data(), 1, message.size(), stderr);
}

int fail(const Error &error)
{
    say(error.message());
    if (error.field == "target.gpus" || error.field == "gpu") // a card of one's own may have been left out
        for (const CatalogueProblem &problem : gpu_catalogue_problems()) say("warning: " + problem.message());
    return Exit::bad_input;
}

bool wants_colour()
{
    const char *no_colour = std::getenv("NO_COLOR");
    const char *terminal = std::getenv("TERM");
    const bool dumb = terminal == nullptr || std::string_view(terminal) == "dumb";
    return (no_colour == nullptr || *no_colour == '\0') && !dumb && isatty(fileno(stdout)) != 0;
}

namespace {

/// A path as others may read it: the file's own name, of whatever it is the path.
std::string published_path(const std::string &path) { return card::file_name_of(path); }

/// The word without the folders of a path: what follows an option that takes a file, and what looks like a path wherever it stands.
std::string published_word(const std::string &before, const std::string &word)
{
    const std::size_t equals = word.find('=');
    if (equals != std::string::npos && (word.starts_with('-') || before == "--set"))
        return word.substr(0, equals + 1) + published_word(word.substr(0, equals), word.substr(equals + 1));
    static const std::vector<std::string> of_files{"--plan", "--adapter", "--output", "--into"};
    static const std::vector<std::string> of_models{"--model", "--assistant", "--inference-assistant", "inference.assistant"};
    if (std::ranges::find(of_files, before) != of_files.end()) return published_path(word);
    const bool model = std::ranges::find(of_models, before) != of_models.end() || before.starts_with("model");
    if (model && !reference_from_text(word).config_path.empty()) return published_path(word);
    const bool drive = word.size() > 2 && word[1] == ':' && (word[2] == '\\' || word[2] == '/');
    const bool rooted = word.starts_with('/') || word.starts_with('~') || word.starts_with("./") || word.starts_with("../");
    return drive || rooted || word.starts_with("\\\\") ? published_path(word) : word;
}

} // namespace

std::string typed_command(const Command &command, const QStringList &arguments)
{
    std::string out = std::string("plimsoll ") + command.name, before;
    for (const QString &argument : arguments) {
        const std::string word = published_word(std::exchange(before, argument.toStdString()), argument.toStdString());
        const bool plain =
            !word.empty() && word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:=,+@%") ==
                                 std::string::npos;
        if (plain) {
            out += ' ' + word;
            continue;
        }
        out += " '";
        for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
        out += '\'';
    }
    return out;
}

} // namespace plimsoll::cli
