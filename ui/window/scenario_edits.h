// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/charts/memory_chart.h"
#include "ui/window/actions.h"
#include "ui/window/window_parts.h"

#include <QPoint>

namespace plimsoll {

/// What people do to whole scenarios: choose, name, copy, order, pin and remove them, from the chart's strip or by actions.
class ScenarioEdits : public QObject {
    Q_OBJECT
public:
    ScenarioEdits(const Desk &desk, MemoryChart &chart, const Actions &actions);

    void add_actions(Actions &actions);

private:
    void follow_chart();
    void apply(const Session &next, const QString &step) { m_desk.document.apply(next, step); }
    void rename();
    void open_menu(const QString &id, QPoint where);

    const Desk &m_desk;
    MemoryChart &m_chart;
    const Actions &m_actions;
};

} // namespace plimsoll
