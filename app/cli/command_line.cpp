// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"

#include "app/cli/command.h"
#include "app/cli/window.h"
#include "core/ground/text.h"
#include "core/measured/learned_file.h"

#include <algorithm>
#include <cstdio>

namespace plimsoll::cli {

namespace {

std::string usage()
{
    std::string out = "Plimsoll plans the GPU memory of fine-tuning and inference jobs.\n\n"
                      "Usage: plimsoll COMMAND [options]\n"
                      "       plimsoll                 opens the desktop planner\n\nCommands:\n";
    for (const Command &command : commands()) out += "  " + left_aligned(command.name, 12) + command.summary + '\n';
    return out + "\nplimsoll COMMAND --help tells more. Exit status: 0 fits, 1 does not fit,\n"
                 "2 bad usage or input, 3 tight or not known.\n";
}

int unknown_command(const std::string &name)
{
    std::string accepted;
    for (const Command &command : commands()) accepted.append(accepted.empty() ? "" : " | ").append(command.name);
    return fail({"command", name, accepted, {}});
}

} // namespace

int run(const QStringList &arguments, DrawChart draw_chart)
{
    if (arguments.isEmpty()) return open_window({});
    const std::string name = arguments.front().toStdString();
    if (name == "--help" || name == "-h" || name == "help") {
        print(usage());
        return Exit::fits;
    }
    if (name == "--version" || name == "-v") {
        print("plimsoll " PLIMSOLL_VERSION "\n");
        return Exit::fits;
    }
    const auto found = std::ranges::find(commands(), name, &Command::name);
    if (found == commands().end()) return unknown_command(name);
    learn_from_file();
    Command command = *found;
    command.draw_chart = draw_chart;
    const int status = command.run(command, arguments.mid(1));
    // a reader that went away, or a full disk, must not look like an answer; what failed before the last buffer stays said
    return std::fflush(stdout) == 0 && std::ferror(stdout) == 0 ? status
                                                                : fail({"stdout", {}, {}, "the answer could not be written"});
}

} // namespace plimsoll::cli
