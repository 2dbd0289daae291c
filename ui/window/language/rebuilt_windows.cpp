// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/language/rebuilt_windows.h"

#include "ui/window/main_window.h"

#include <QApplication>

#include <algorithm>
#include <vector>

namespace plimsoll {

void rebuild_windows(const std::function<std::shared_ptr<Planner>()> &between)
{
    const bool quits = QApplication::quitOnLastWindowClosed();
    QApplication::setQuitOnLastWindowClosed(false);
    std::vector<MainWindow *> windows = MainWindow::all_open();
    const auto in_front = std::ranges::find_if(windows, &MainWindow::isActiveWindow);
    const std::size_t active = in_front == windows.end() ? 0 : static_cast<std::size_t>(in_front - windows.begin());
    std::vector<MainWindow::Remains> all;
    for (MainWindow *window : windows) {
        all.push_back(window->give_up());
        delete window;
    }
    windows.clear();
    const std::shared_ptr<Planner> planner = between();
    for (MainWindow::Remains &one : all) {
        one.parts.planner = planner;
        windows.push_back(new MainWindow(std::move(one)));
        windows.back()->setAttribute(Qt::WA_DeleteOnClose);
        windows.back()->show();
    }
    if (!windows.empty()) windows[active]->activateWindow();
    QApplication::setQuitOnLastWindowClosed(quits);
}

} // namespace plimsoll
