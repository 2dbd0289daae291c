// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "tests/test_program.h"

#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTest>

/// What the built plimsoll did with some arguments.
struct CliRun {
    int status = -1;
    QString out;
    QString err;
};

inline CliRun run_cli(const QStringList &arguments, const QByteArray &input = {}, const QString &folder = {})
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("HF_HUB_CACHE"), QStringLiteral("/nonexistent"));
    process.setProcessEnvironment(environment);
    if (!folder.isEmpty()) process.setWorkingDirectory(folder);
    process.start(plimsoll::tests::built_program(u"plimsoll"), arguments);
    process.write(input);
    process.closeWriteChannel();
    if (!process.waitForFinished(120'000) || process.exitStatus() != QProcess::NormalExit) {
        process.kill();
        return {-1, {}, QStringLiteral("did not end well: ") + process.errorString()};
    }
    return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()),
            QString::fromUtf8(process.readAllStandardError())};
}
