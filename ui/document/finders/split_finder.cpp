// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/finders/split_finder.h"

#include "core/api/planner.h"

#include <QElapsedTimer>

namespace plimsoll {
namespace {

constexpr qint64 told_every_ms = 40; // a frame or two: a search looks at thousands

} // namespace

FindSplits find_splits_with(std::shared_ptr<Planner> planner, const std::string &directory)
{
    return [planner = std::move(planner), directory](const Plan &plan, const SplitAsk &ask, const SplitProgress &progress) {
        return planner->splits({.plan = plan, .base_directory = directory}, ask, progress);
    };
}

SplitFinder::SplitFinder(FindSplits find, QObject *parent) : QObject(parent), m_find(std::move(find)), m_task(this) {}

void SplitFinder::ask(const Plan &plan, const SplitAsk &ask)
{
    m_cancelled = std::make_shared<std::atomic<bool>>(false);
    m_searching = true;
    m_task.ask(
        [this, find = m_find, plan, ask, cancelled = m_cancelled](const LatestTask::Wanted &wanted) {
            QElapsedTimer since;
            since.start();
            qint64 told = -told_every_ms;
            return find(plan, ask, [&](Count done, Count all) {
                if (!wanted() || *cancelled) return false;
                if (since.elapsed() - told < told_every_ms) return true;
                told = since.elapsed();
                // This object outlives its thread: it waits for it.
                QMetaObject::invokeMethod(
                    this,
                    [this, cancelled, done, all] {
                        if (m_searching && cancelled == m_cancelled) emit progressed(done, all);
                    },
                    Qt::QueuedConnection);
                return true;
            });
        },
        [this](const Result<SplitAnswer> &answer) {
            m_searching = false;
            if (answer.ok())
                emit found(*answer);
            else
                emit failed(answer.error());
        });
}

void SplitFinder::cancel()
{
    if (m_cancelled) *m_cancelled = true;
}

} // namespace plimsoll
