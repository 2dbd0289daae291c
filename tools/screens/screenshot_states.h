// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/window/main_window.h"

#include <atomic>
#include <functional>
#include <memory>
#include <vector>

namespace plimsoll {

/// One state of the window for its picture: how the session is, and what is done in the window.
struct ScreenshotState {
    const char *view;
    const char *name;
    std::function<Session()> session;
    std::function<void(MainWindow &)> prepare;
    bool popup = false;                         ///< it opens where the window stands, and closes with what happens to it
    std::function<LiveSnapshot()> machine = {}; ///< what its cards say; none: a machine without GPUs
};

/// The state's machine, wherever the pictures are drawn, that answers once: a reading a second later would come in between what a
/// state shows and its picture. It says no more until `over`, and no window ends before.
[[nodiscard]] LiveMonitor::MakeSource silent_machine(const std::function<LiveSnapshot()> &machine,
                                                     std::shared_ptr<const std::atomic<bool>> over);

/// `scratch`: a folder for files that states need.
[[nodiscard]] std::vector<ScreenshotState> screenshot_states(const QString &scratch);

/// Those of plans over several cards, which screenshot_states() has too.
[[nodiscard]] std::vector<ScreenshotState> rank_states();

/// Those of the machine's own cards beside the plan.
[[nodiscard]] std::vector<ScreenshotState> live_states();

/// Those of what comes in and goes out: other tools' configurations, model cards, runs.
[[nodiscard]] std::vector<ScreenshotState> exchange_states(const QString &scratch);

/// Lets events and background work run for so long.
void settle(int milliseconds);
/// Until `done()`; false when that took longer.
bool wait_for(const std::function<bool()> &done, int longest_ms);
/// Until what is worked out beside the answer stands there.
void wait_for_notes(MainWindow &window);

} // namespace plimsoll
