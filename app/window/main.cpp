// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"
#include "app/heap.h"
#include "core/measured/learned_file.h"
#include "app/window/window_app.h"
#include "ui/report/drawn_writers.h"
#include "ui/theme/language.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QLocale>

#include <algorithm>
#include <cstdio>
#include <string_view>

namespace {

using namespace plimsoll;

constexpr int no_display = 4;

bool has_option(int argc, char **argv, std::string_view option)
{
    return std::find(argv + 1, argv + argc, option) != argv + argc;
}

void describe(QCommandLineParser &parser)
{
    parser.setApplicationDescription(QStringLiteral("Plans the GPU memory of fine-tuning and inference."));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument(QStringLiteral("file"), QStringLiteral("A session, a plan or a model's config.json."),
                                 QStringLiteral("[FILE]"));
    parser.addOption({QStringLiteral("plan"), QStringLiteral("The same as FILE."), QStringLiteral("file")});
    parser.addOption(
        {QStringLiteral("command-line"),
         QStringLiteral("First of all: what follows is a command line of plimsoll, run here, where reports are drawn.")});
}

/// A command of plimsoll that needs charts. A report has its own words and figures, whatever the language here.
int run_command(int argc, char **argv)
{
    QApplication application(argc, argv);
    name_application();
    add_drawn_writers();
    QLocale::setDefault(QLocale::c());
    const Theme theme(&application, ThemeChoice::light);
    return cli::run(QApplication::arguments().mid(2), chart_of_document);
}

int run_planner(QApplication &application, const QString &file, const std::shared_ptr<Planner> &ahead)
{
    Settings settings(Settings::user_file());
    Theme theme(&application, theme_named(settings.theme()));
    MainWindow *const window = open_window(real_parts(&settings, &theme), file, ahead).release();
    window->setAttribute(Qt::WA_DeleteOnClose); // as all others, one of which may stand in its place by then
    window->show();
    const int status = QApplication::exec();
    for (MainWindow *left : MainWindow::all_open()) delete left; // where nobody closed it
    return status;
}

} // namespace

int main(int argc, char **argv)
{
    plimsoll::keep_freed_memory();
    const bool command_line = argc > 1 && std::string_view(argv[1]) == "--command-line";
    const bool unseen = command_line || has_option(argc, argv, "--help") || has_option(argc, argv, "--version");
    if (unseen && !qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    if (const QString why = why_no_display(); !why.isEmpty()) {
        std::fprintf(stderr, "plimsoll-window: no display (%s); plimsoll estimate answers in the terminal\n", qPrintable(why));
        return no_display;
    }
    if (command_line) return run_command(argc, argv);
    if (!unseen) plimsoll::learn_from_file();
    const std::shared_ptr<Planner> ahead = planner_ahead(argc == 1);
    QApplication application(argc, argv);
    name_application();
    add_drawn_writers();
    load_language(application, choose_language(Settings(Settings::user_file()).language()), language_folders());
    QCommandLineParser parser;
    describe(parser);
    parser.process(application);
    const QString file = parser.positionalArguments().value(0, parser.value(QStringLiteral("plan")));
    return run_planner(application, file, ahead);
}
