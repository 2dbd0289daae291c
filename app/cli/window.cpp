// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/window.h"

#include "app/cli/command.h"
#include "core/report/sheet_json.h"
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

constexpr int drawing_timeout_ms = 60'000;
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

/// What plimsoll-window makes of the document's sheet: the bytes of a file that ends so.
Result<std::string> draw(const report::Document &document, const QString &ending)
{
    const QString program = window_program();
    if (program.isEmpty()) return not_installed();
    const auto *sheet = report::block_of<report::Sheet>(document);
    if (sheet == nullptr) return Error{"--output", {}, {}, "this report has nothing that is drawn"};
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
    process.setProcessEnvironment(environment);
    process.start(program, {QStringLiteral("--draw"), ending});
    process.write(QByteArray::fromStdString(report::sheet_to_text(*sheet)));
    process.closeWriteChannel();
    if (!process.waitForFinished(drawing_timeout_ms)) {
        process.kill();
        process.waitForFinished();
        return Error{"--output", {}, {}, "plimsoll-window did not finish drawing"};
    }
    const QByteArray bytes = process.readAllStandardOutput();
    if (process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0 && !bytes.isEmpty()) return bytes.toStdString();
    const QString said = QString::fromUtf8(process.readAllStandardError()).simplified();
    return Error{"--output", {}, {}, "plimsoll-window could not draw it" + (said.isEmpty() ? "" : ": " + said.toStdString())};
}

Result<std::string> draw_png(const report::Document &document) { return draw(document, QStringLiteral("png")); }
Result<std::string> draw_svg(const report::Document &document) { return draw(document, QStringLiteral("svg")); }
Result<std::string> draw_pdf(const report::Document &document) { return draw(document, QStringLiteral("pdf")); }

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

Result<std::string> draw_chart(const report::Document &document, const std::string &ending, bool dark)
{
    return draw(document, QString::fromLatin1(dark ? "chart-dark." : "chart.") + QString::fromStdString(ending));
}

void add_drawn_writers()
{
    report::add_writer({"png", "PNG", draw_png});
    report::add_writer({"svg", "SVG", draw_svg});
    report::add_writer({"pdf", "PDF", draw_pdf});
}

} // namespace plimsoll::cli
