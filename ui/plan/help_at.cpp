// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/help_at.h"

#include "ui/controls/field_widgets.h"
#include "ui/document/text.h"
#include "ui/plan/field_help.h"

#include <QHelpEvent>
#include <QToolTip>
#include <QWhatsThis>
#include <QWhatsThisClickedEvent>

namespace plimsoll {

HelpAt::HelpAt(QWidget &control, std::string path, FindPlan plan)
    : QObject(&control), m_control(control), m_path(std::move(path)), m_plan(std::move(plan))
{
    control.installEventFilter(this);
    if (control.accessibleDescription().isEmpty()) control.setAccessibleDescription(field_about(m_path));
}

HelpAt *HelpAt::of(const QWidget *control)
{
    for (; control; control = control->parentWidget())
        if (auto *help = control->findChild<HelpAt *>(QString(), Qt::FindDirectChildrenOnly)) return help;
    return nullptr;
}

void HelpAt::show()
{
    const QPoint below = m_control.mapToGlobal(QPoint(0, m_control.height()));
    QWhatsThis::showText(below, field_help_page(m_path, m_plan().value_or(Plan())), &m_control);
}

/// What an entry says that is cut for want of room.
QString HelpAt::cut_value() const
{
    const auto *box = qobject_cast<const QComboBox *>(&m_control);
    constexpr int chevron = 26;
    return box && box->fontMetrics().horizontalAdvance(box->currentText()) + chevron > box->width() ? box->currentText()
                                                                                                    : QString();
}

QString HelpAt::tip(const QString &more) const
{
    QString out;
    for (const QString &part : {cut_value(), field_about(m_path), field_flags(m_path, m_plan().value_or(Plan())), more})
        if (!part.isEmpty()) out += QStringLiteral("<p>%1</p>").arg(part.toHtmlEscaped());
    return out;
}

bool HelpAt::eventFilter(QObject *, QEvent *event)
{
    if (!help_of(m_path)) return false;
    switch (event->type()) {
    case QEvent::ToolTip: {
        const auto *label = qobject_cast<const FieldLabel *>(&m_control);
        QToolTip::showText(static_cast<QHelpEvent *>(event)->globalPos(), tip(label ? label->back_text() : QString()),
                           &m_control);
        return true;
    }
    case QEvent::QueryWhatsThis: event->accept(); return true;
    case QEvent::WhatsThis: show(); return true;
    case QEvent::WhatsThisClicked: {
        const QString link = static_cast<QWhatsThisClickedEvent *>(event)->href();
        for (std::size_t i = 0; i < component_count; ++i)
            if (link == QStringLiteral("why:") + qt(name_of(static_cast<Component>(i))))
                emit why_asked(static_cast<Component>(i));
        QWhatsThis::hideText();
        return true;
    }
    default: return false;
    }
}

} // namespace plimsoll
