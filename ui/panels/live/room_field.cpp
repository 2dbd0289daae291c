// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/live/room_field.h"

#include "core/live/room.h"
#include "core/plan/field.h"
#include "ui/document/text.h"

#include <QHBoxLayout>

namespace plimsoll {

RoomField::RoomField(QWidget *parent) : QWidget(parent)
{
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(6);
    m_label.setText(tr("Can I allocate"));
    m_label.setBuddy(&m_field);
    m_field.setPlaceholderText(tr("16GiB"));
    m_field.setToolTip(tr("A size, such as 16GiB or 900MB: whether the selected card has room for it now"));
    m_field.setAccessibleName(tr("Can I allocate so much on the selected card now"));
    m_field.setAccessibleDescription(m_field.toolTip());
    m_field.setClearButtonEnabled(true);
    m_field.setMaximumWidth(m_field.fontMetrics().horizontalAdvance(QLatin1Char('0')) * 14);
    row->addWidget(&m_label);
    row->addWidget(&m_field);
    connect(&m_field, &QLineEdit::textChanged, this, &RoomField::changed);
}

std::optional<Bytes> RoomField::wanted() const
{
    const std::optional<Bytes> size = bytes_from_text(utf8(m_field.text().trimmed()));
    return size && *size > 0 ? size : std::nullopt;
}

QString RoomField::answer(const LiveGpu &gpu, const Numbers &numbers) const
{
    const QString typed = m_field.text().trimmed();
    if (typed.isEmpty()) return {};
    if (const auto size = wanted()) return qt(allocatable_text(gpu, *size, numbers.unit));
    return tr("%1 is no size above 0; such as 16GiB, 900MB.").arg(typed);
}

} // namespace plimsoll
