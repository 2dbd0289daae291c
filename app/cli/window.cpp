// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/window.h"

#include "app/cli/command.h"
#include "core/report/writers.h"

#include <QCoreApplication>
#include <QProcess>
#include <QStandardPaths>

#include <cstdio>
#ifndef _WIN32
#include <unistd.h>
#endif

namespace plimsoll::cli {

namespace {

const auto program_name = QStringLiteral("plimsoll-window");

/// Beside this program, else in PATH; empty when it is not installed.
QString window_program()
{
    const QString beside = QStandardPaths::findExecutable(program_name, {QCoreApplication::applicationDirPath()});
    return beside.isEmpty() ? QStandardPaths::findExecutable(program_name) : beside;
}

Error not_installed()
{
    return {"plimsoll-window",
            {},
            {},
            "the desktop planner is not installed: looked in " + QCoreApplication::applicationDirPath().toStdString() +
                " and in PATH; plimsoll --help lists what works without it"};
}

Result<std::string> not_drawn_here(const report::Document & /*document*/)
{
    return Error{"--output", {}, {}, "this program has no charts"};
}

} // namespace

int open_window(const QStringList &arguments)
{
    const QString program = window_program();
    if (program.isEmpty()) return fail(not_installed());
#ifdef _WIN32
    return QProcess::startDetached(program, arguments)
               ? Exit::fits
               : fail({"plimsoll-window", program.toStdString(), {}, "could not be started"});
#else
    std::vector<QByteArray> words{program.toLocal8Bit()};
    for (const QString &argument : arguments) words.push_back(argument.toLocal8Bit());
    std::vector<char *> pointers;
    for (QByteArray &word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    execv(words.front().constData(), pointers.data());
    return fail({"plimsoll-window", program.toStdString(), {}, "could not be started"});
#endif
}

int run_with_charts(const Command &command, const QStringList &arguments)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    return open_window(QStringList{QStringLiteral("--command-line"), QString::fromLatin1(command.name)} + arguments);
}

void name_drawn_formats()
{
    for (const report::Writer &writer : report::writers())
        if (writer.ending == "png") return; // of a program that draws
    report::add_writer({"png", "PNG", not_drawn_here});
    report::add_writer({"svg", "SVG", not_drawn_here});
    report::add_writer({"pdf", "PDF", not_drawn_here});
}

} // namespace plimsoll::cli
