// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/window.h"
#include "app/heap.h"
#include "core/measured/learned_file.h"
#include "core/ground/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cstdio>

namespace {

using namespace plimsoll;

std::string usage()
{
    std::string out = "Plimsoll plans the GPU memory of fine-tuning and inference jobs.\n\n"
                      "Usage: plimsoll COMMAND [options]\n"
                      "       plimsoll                 opens the desktop planner\n\nCommands:\n";
    for (const cli::Command &command : cli::commands()) out += "  " + left_aligned(command.name, 12) + command.summary + '\n';
    return out + "\nplimsoll COMMAND --help tells more. Exit status: 0 fits, 1 does not fit,\n"
                 "2 bad usage or input, 3 tight or not known.\n";
}

int unknown_command(const std::string &name)
{
    std::string accepted;
    for (const cli::Command &command : cli::commands()) accepted.append(accepted.empty() ? "" : " | ").append(command.name);
    return cli::fail({"command", name, accepted, {}});
}

} // namespace

int main(int argc, char **argv)
{
    plimsoll::keep_freed_memory();
    const QCoreApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.size() < 2) return cli::open_window({});
    const std::string name = arguments.at(1).toStdString();
    if (name == "--help" || name == "-h" || name == "help") {
        cli::print(usage());
        return cli::Exit::fits;
    }
    if (name == "--version" || name == "-v") {
        cli::print("plimsoll " PLIMSOLL_VERSION "\n");
        return cli::Exit::fits;
    }
    const auto command = std::ranges::find(cli::commands(), name, &cli::Command::name);
    if (command == cli::commands().end()) return unknown_command(name);
    plimsoll::learn_from_file();
    const int status = command->run(*command, arguments.mid(2));
    // a reader that went away, or a full disk, must not look like an answer; what failed before the last buffer stays said
    return std::fflush(stdout) == 0 && std::ferror(stdout) == 0
               ? status
               : cli::fail({"stdout", {}, {}, "the answer could not be written"});
}
