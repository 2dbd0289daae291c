// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/status_line.h"

#include "ui/controls/wording.h"
#include "ui/document/text.h"
#include "ui/plan/model_items.h"

namespace plimsoll {

StatusLine::StatusLine(const Desk &desk, QWidget *parent) : QLabel(parent), m_desk(desk)
{
    setTextFormat(Qt::PlainText);
    setForegroundRole(QPalette::PlaceholderText);
    setTextInteractionFlags(Qt::TextSelectableByMouse);
    setContentsMargins(10, 0, 10, 0);
}

void StatusLine::show_state()
{
    const Snapshot &snapshot = m_desk.snapshot();
    const auto &estimate = snapshot.current().estimate;
    QStringList parts{model_title(snapshot.session.current().plan.model, estimate.get())};
    if (estimate && estimate->architecture) {
        const QString count = numbers_of(snapshot.session).count(estimate->total_parameters);
        parts << (estimate->architecture->exact ? tr("%1 parameters, exact").arg(count)
                                                : tr("%1 parameters, approximated").arg(count));
        if (const QString interval = interval_text(estimate->shown()); !interval.isEmpty())
            parts << tr("estimate %1 for this kind of run").arg(interval);
    }
    const Document &document = m_desk.document;
    parts << (document.path().isEmpty() ? tr("not saved as a file") : document.modified() ? tr("changed") : tr("saved"));
    setText(parts.join(QStringLiteral("  ·  ")));
    setAccessibleName(tr("Status: %1").arg(text()));
}

} // namespace plimsoll
