// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/window.h"

#include "app/cli/command.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>

#include <cstdio>
#ifndef _WIN32
#include <unistd.h>
#endif

namespace plimsoll::cli {

namespace {

constexpr int render_timeout_ms = 60'000;
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

std::optional<Error> render(const QString &session_path, const QString &output_path, const QString &command)
{
    const QString program = window_program();
    if (program.isEmpty()) return not_installed();
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
    process.setProcessEnvironment(environment);
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(program, {QStringLiteral("--render"), output_path, QStringLiteral("--plan"), session_path,
                            QStringLiteral("--command"), command});
    if (!process.waitForFinished(render_timeout_ms)) {
        process.kill();
        process.waitForFinished();
        return Error{"--output", output_path.toStdString(), {}, "plimsoll-window did not finish drawing"};
    }
    if (process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0 && QFileInfo::exists(output_path))
        return std::nullopt;
    const QString said = QString::fromUtf8(process.readAll()).simplified();
    return Error{"--output",
                 output_path.toStdString(),
                 {},
                 "plimsoll-window could not draw it" + (said.isEmpty() ? "" : ": " + said.toStdString())};
}

} // namespace plimsoll::cli
