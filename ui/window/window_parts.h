// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/document/document.h"
#include "ui/document/estimation.h"
#include "ui/document/live_monitor.h"
#include "ui/document/settings.h"
#include "ui/document/finders/split_finder.h"
#include "ui/plan/hub_row.h"
#include "ui/theme/theme.h"

#include <functional>
#include <memory>

namespace plimsoll {

/// Takes what another program wrote; an error says why that is no answer.
using OtherProgramAnswer = std::function<void(const QByteArray &output, const QString &error)>;
/// Runs a program of somebody else's with these words. `done` is called once, later; what comes back ends the program, after which
/// `done` is not called.
using OtherProgram = std::function<std::function<void()>(const QStringList &arguments, const OtherProgramAnswer &done)>;

/// Messages of the desktop's. Empty functions: there are none.
struct DesktopNotices {
    std::function<bool()> available;
    std::function<void(const QString &title, const QString &text)> show;
};

/// What a window is made of from outside; tests put in their own.
struct WindowParts {
    Settings *settings = nullptr; ///< outlives the window
    Theme *theme = nullptr;       ///< may be absent
    std::shared_ptr<Planner> planner;
    LiveMonitor::MakeSource live_source; ///< empty: no live readings
    QString examples_folder;             ///< sessions of File ▸ Open example; empty: none
    HubFetcher fetch = {};               ///< empty: no Hub id is fetched
    OtherProgram fit_params = {};        ///< llama-fit-params; empty: it is not installed
    FindSplits find_splits = {};         ///< empty: the planner's
    DesktopNotices notices = {};         ///< empty: the window alone says what there is to say
    /// A language was chosen, as Settings::language() has it; empty: it is spoken from the next start on.
    std::function<void(const QString &language)> speak = {};
};

/// What the matters of one window share: its document with the answers to it, and how they speak up.
struct Desk {
    const WindowParts &parts;
    Document &document;
    Estimation &estimation;
    std::function<void(const QString &)> say;                       ///< in the status bar, for a while
    std::function<void(const QString &what, const Error &)> refuse; ///< in the error bar
    /// Over the chart, until it is closed: a sentence with a link to what can be done next.
    std::function<void(const QString &text, const QString &link, std::function<void()> run)> offer;

    /// Brought up to date where nobody asked before.
    [[nodiscard]] const Snapshot &snapshot() const
    {
        if (estimation.snapshot().results.empty()) estimation.refresh();
        return estimation.snapshot();
    }
};

} // namespace plimsoll
