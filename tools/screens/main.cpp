// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/heap.h"
#include "core/measured/learned_file.h"
#include "tools/screens/screens.h"
#include "ui/report/drawn_writers.h"
#include "ui/theme/language.h"

#include <QApplication>
#include <QCommandLineParser>

#include <string_view>

using namespace plimsoll;

/// The window as people open it, looked at instead of used: as pictures, or by the clock.
int main(int argc, char **argv)
{
    keep_freed_memory();
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    const bool measured = argc > 1 && std::string_view(argv[1]).starts_with("--bench");
    if (measured) learn_from_file();
    const std::shared_ptr<Planner> ahead = planner_ahead(measured);
    QApplication application(argc, argv);
    name_application();
    add_drawn_writers();
    QCommandLineParser parser;
    parser.addHelpOption();
    parser.addOption(
        {QStringLiteral("screenshots"), QStringLiteral("Write a picture of every state and quit."), QStringLiteral("folder")});
    parser.addOption({QStringLiteral("only"), QStringLiteral("Only pictures with such names: fits-*-light-*@1.png."),
                      QStringLiteral("wildcard"), QStringLiteral("*")});
    parser.addOption({QStringLiteral("bench-start"), QStringLiteral("Quit after the first painted frame.")});
    parser.addOption(
        {QStringLiteral("bench-edit"), QStringLiteral("Print the time from an edit to its painted frame as JSON and quit.")});
    parser.addOption({QStringLiteral("language"), QStringLiteral("In the words of a language: de, zh_CN."),
                      QStringLiteral("code"), QStringLiteral("system")});
    parser.process(application);
    load_language(application, choose_language(parser.value(QStringLiteral("language"))), language_folders());
    if (parser.isSet(QStringLiteral("bench-start"))) return bench_start(ahead);
    if (parser.isSet(QStringLiteral("bench-edit"))) return bench_edit();
    return write_screenshots(parser.value(QStringLiteral("screenshots")), parser.value(QStringLiteral("only")));
}
