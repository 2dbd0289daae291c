// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "app/cli/command_line.h"
#include "app/cli/option_parser.h"
#include "core/ground/result.h"

#include <QStringList>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll::cli {

/// Exit statuses, as docs/schema/README.md says.
enum Exit : int { fits = 0, does_not_fit = 1, bad_input = 2, tight_or_unknown = 3 };

/// One command; each stands in a file of its own.
struct Command {
    const char *name;
    const char *summary;
    int (*run)(const Command &command, const QStringList &arguments);
    bool takes_operands = false;         ///< words that belong to no option
    CommandOptions *described = nullptr; ///< set: its options are put here and nothing is done (described())
    DrawChart draw_chart = nullptr;      ///< run()
};

[[nodiscard]] const std::vector<Command> &commands();

int run_estimate(const Command &command, const QStringList &arguments);
int run_compare(const Command &command, const QStringList &arguments);
int run_solve(const Command &command, const QStringList &arguments);
int run_advise(const Command &command, const QStringList &arguments);
int run_sweep(const Command &command, const QStringList &arguments);
int run_envelope(const Command &command, const QStringList &arguments);
int run_export(const Command &command, const QStringList &arguments);
int run_import(const Command &command, const QStringList &arguments);
int run_report(const Command &command, const QStringList &arguments);
int run_inspect(const Command &command, const QStringList &arguments);
int run_models(const Command &command, const QStringList &arguments);
int run_gpus(const Command &command, const QStringList &arguments);
int run_watch(const Command &command, const QStringList &arguments);
int run_completion(const Command &command, const QStringList &arguments);
int run_manual(const Command &command, const QStringList &arguments);

/// What a command takes, as its help shows it.
[[nodiscard]] CommandOptions described(const Command &command);

/// Parses the arguments after the command's name. A status when the command is done already: --help was printed, or the
/// usage was wrong and said so, or its options were asked for.
[[nodiscard]] std::optional<int> parse(OptionParser &parser, const Command &command, const QStringList &arguments);

/// The format asked for with --format, "text" without; an error names what is accepted.
[[nodiscard]] Result<std::string> format_of(const OptionParser &parser, const std::vector<std::string> &accepted);

/// Refuses words beside another format than text, which lists everything.
[[nodiscard]] std::optional<int> words_beside(const Command &command, const std::string &format, const QStringList &words);

/// --format with these values.
[[nodiscard]] QCommandLineOption format_option(const std::vector<std::string> &accepted);

/// The answer, on stdout.
void print(std::string_view text);
/// "plimsoll: …" on stderr, with a newline; on a terminal in 80 columns, elsewhere one line.
void say(std::string_view text);
/// Says the error; returns Exit::bad_input.
int fail(const Error &error);

/// Whether stdout is a terminal that wants colours (NO_COLOR and TERM=dumb obeyed).
[[nodiscard]] bool wants_colour();

/// The command line as typed, quoted for a shell, so that it can be run again beside its files: of their paths it has the names
/// alone, since it stands in what people publish.
[[nodiscard]] std::string typed_command(const Command &command, const QStringList &arguments);

} // namespace plimsoll::cli
