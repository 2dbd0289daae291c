// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/document/document.h"
#include "ui/document/evaluator.h"
#include "ui/document/latest_task.h"

#include <QObject>
#include <QTimer>

namespace plimsoll {

/// Keeps a snapshot of a document: any number of changes before the event loop turns give one snapshot. The first one is asked
/// for with refresh(); it is empty until then.
class Estimation : public QObject {
    Q_OBJECT
public:
    Estimation(Document &document, std::shared_ptr<Planner> planner, QObject *parent = nullptr);

    [[nodiscard]] const Snapshot &snapshot() const { return m_snapshot; }
    [[nodiscard]] Evaluator &evaluator() { return m_evaluator; }
    /// Brings the snapshot up to date now, where a caller cannot wait for the event loop.
    void refresh();

signals:
    void updated();
    /// The selected scenario's remarks name the fields without effect now; nothing else of the snapshot has changed.
    void remarked();

private:
    void look_for_fields_without_effect();

    Document &m_document;
    Evaluator m_evaluator;
    Snapshot m_snapshot;
    QTimer m_soon;
    LatestTask m_without_effect;
};

} // namespace plimsoll
