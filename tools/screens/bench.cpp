// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/screens/screens.h"
#include "ui/document/scenarios.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEvent>
#include <QTemporaryDir>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace plimsoll {
namespace {

constexpr int measured_edits = 400;
constexpr int scenarios = 8;

/// Notices that a window's dirty parts are being painted.
class PaintWatch : public QObject {
public:
    explicit PaintWatch(QWidget &watched) : QObject(&watched) { watched.installEventFilter(this); }
    bool painted = false;

    bool eventFilter(QObject *, QEvent *event) override
    {
        if (event->type() == QEvent::UpdateRequest || event->type() == QEvent::Paint) painted = true;
        return false;
    }
};

/// Ends the program after the first frame with `watched`, as the minimal program does: what comes after the frame is no part
/// of the start.
class FrameEnd : public QObject {
public:
    FrameEnd(QWidget &watched, QTemporaryDir &folder) : QObject(&watched), m_folder(folder) { watched.installEventFilter(this); }

    bool eventFilter(QObject *, QEvent *event) override
    {
        if (event->type() != QEvent::Paint) return false;
        QTimer::singleShot(0, this, [this] {
            m_folder.remove();
            std::_Exit(0);
        });
        return false;
    }

private:
    QTemporaryDir &m_folder;
};

Session crowded_session()
{
    Session session = first_session();
    session = with_compared_precisions(session, {true, true});
    while (session.scenarios.size() < scenarios) session = with_duplicate(session, session.selected);
    return session;
}

double share_at(std::vector<double> sorted, double share)
{
    return sorted[std::min(sorted.size() - 1, static_cast<std::size_t>(share * static_cast<double>(sorted.size())))];
}

/// Edits another field each time, as a person would: lengths that were not seen before, so that nothing is remembered.
FieldEdits edit_number(int number) { return {{"sequence_length", std::to_string(1024 + 8 * number)}}; }

} // namespace

int bench_start(const std::shared_ptr<Planner> &ahead)
{
    QTemporaryDir folder;
    Settings settings(folder.filePath(QStringLiteral("window.ini")));
    Theme theme(qApp);
    const auto window = open_window(real_parts(&settings, &theme), {}, ahead);
    FrameEnd end(*window->findChild<MemoryChart *>(), folder);
    window->show();
    return QApplication::exec();
}

int bench_edit()
{
    QTemporaryDir folder;
    Settings settings(folder.filePath(QStringLiteral("window.ini")));
    Theme theme(qApp);
    MainWindow window(real_parts(&settings, &theme), crowded_session());
    window.show();
    for (int i = 0; i < 20; ++i) QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
    PaintWatch watch(window);
    std::vector<double> milliseconds;
    for (int i = 0; i < measured_edits; ++i) {
        QElapsedTimer clock;
        watch.painted = false;
        clock.start();
        emit window.panes().plan().edited(edit_number(i), QStringLiteral("Sequence"));
        while (!watch.painted && clock.elapsed() < 1000) QCoreApplication::processEvents(QEventLoop::AllEvents);
        milliseconds.push_back(static_cast<double>(clock.nsecsElapsed()) / 1e6);
        // What comes after the frame (what the savers would change) is not part of it.
        for (int turn = 0; turn < 3; ++turn) QCoreApplication::processEvents(QEventLoop::AllEvents, 30);
    }
    std::sort(milliseconds.begin(), milliseconds.end());
    std::printf("{\"edit_painted_median_ms\": %.3f, \"edit_painted_p99_ms\": %.3f}\n", share_at(milliseconds, 0.5),
                share_at(milliseconds, 0.99));
    return 0;
}

} // namespace plimsoll
