// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/estimation.h"
#include "ui/document/text.h"

#include <QFileInfo>

namespace plimsoll {

Estimation::Estimation(Document &document, std::shared_ptr<Planner> planner, QObject *parent)
    : QObject(parent), m_document(document), m_evaluator(std::move(planner)), m_without_effect(this)
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(0);
    connect(&m_soon, &QTimer::timeout, this, &Estimation::refresh);
    connect(&m_document, &Document::changed, &m_soon, qOverload<>(&QTimer::start));
}

void Estimation::refresh()
{
    m_soon.stop();
    const QString path = m_document.path();
    m_evaluator.set_base_directory(path.isEmpty() ? std::string() : utf8(QFileInfo(path).absolutePath()));
    m_snapshot = m_evaluator.evaluate(m_document.session());
    emit updated();
    look_for_fields_without_effect();
}

/// After the figures were shown, as it costs an estimate for each field that was set.
void Estimation::look_for_fields_without_effect()
{
    m_without_effect.drop();
    if (m_snapshot.results.empty()) return;
    const ScenarioResult &current = m_snapshot.current();
    if (!current.estimate || current.without_effect_found) return;
    m_without_effect.ask(
        [estimate = current.estimate](const Wanted &wanted) { return Planner::fields_without_effect(*estimate, wanted); },
        [this, estimate = current.estimate](const std::vector<Warning> &found) {
            m_evaluator.found_without_effect(m_snapshot, estimate, found);
            emit remarked();
        });
}

} // namespace plimsoll
