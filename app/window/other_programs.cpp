// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/other_programs.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QPointer>
#include <QProcess>

namespace plimsoll {
namespace {

/// The last line of what the program said, without its own name.
QString reason_in(const QByteArray &said)
{
    const QStringList lines = QString::fromUtf8(said).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    QString last = lines.isEmpty() ? QString() : lines.back().trimmed();
    const QString name = QStringLiteral("plimsoll: ");
    if (last.startsWith(name)) last.remove(0, name.size());
    return last;
}

/// Runs it; `done` gets what it wrote, and why that is no answer. What comes back ends it, after which `done` is not called.
std::function<void()> started(const QString &program, const QStringList &arguments,
                              const std::function<void(const QByteArray &output, const QString &error)> &done)
{
    auto *process = new QProcess(QCoreApplication::instance());
    const QPointer<QProcess> running(process);
    QObject::connect(process, &QProcess::finished, process, [process, done](int code, QProcess::ExitStatus status) {
        process->deleteLater();
        const QString reason = reason_in(process->readAllStandardError());
        const bool good = status == QProcess::NormalExit && code == 0;
        const QString ended = QCoreApplication::translate("OtherPrograms", "the program ended early");
        done(process->readAllStandardOutput(), good ? QString() : reason.isEmpty() ? ended : reason);
    });
    QObject::connect(process, &QProcess::errorOccurred, process, [process, done](QProcess::ProcessError error) {
        if (error != QProcess::FailedToStart) return;
        process->deleteLater();
        done({}, process->errorString());
    });
    process->start(program, arguments);
    return [running] {
        if (!running) return;
        running->disconnect();
        running->kill();
        running->deleteLater();
    };
}

} // namespace

HubFetcher fetch_with_program(const QString &program)
{
    if (!QFileInfo(program).isExecutable()) return {};
    return [program](const QString &hub_id, const std::function<void(const QString &)> &done) {
        return started(program, {QStringLiteral("inspect"), hub_id, QStringLiteral("--online")},
                       [done](const QByteArray & /*output*/, const QString &error) { done(error); });
    };
}

OtherProgram ask_program(const QString &program)
{
    if (!QFileInfo(program).isExecutable()) return {};
    return [program](const QStringList &arguments, const OtherProgramAnswer &done) { return started(program, arguments, done); };
}

} // namespace plimsoll
