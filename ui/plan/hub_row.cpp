// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/typed_model.h"
#include "ui/document/text.h"
#include "ui/plan/hub_row.h"
#include "ui/plan/model_items.h"
#include "ui/theme/palette.h"

#include <QHBoxLayout>
#include <QHideEvent>
#include <QPointer>

namespace plimsoll {

HubRow::HubRow(HubFetcher fetch, QWidget *parent) : QWidget(parent), m_fetch(std::move(fetch))
{
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(4, 2, 2, 2);
    row->setSpacing(8);
    m_text.setWordWrap(true);
    m_text.setTextFormat(Qt::PlainText);
    row->addWidget(&m_text, 1);
    row->addWidget(&m_button, 0, Qt::AlignTop);
    connect(&m_button, &QPushButton::clicked, this, &HubRow::press);
    hide();
}

void HubRow::set_query(const QString &typed)
{
    const auto read = typed_model(utf8(typed));
    const QString id = read ? qt(read->hub) : QString();
    if (id == m_id && isVisibleTo(parentWidget())) return;
    end();
    m_id = id;
    const bool wanted = m_fetch && !id.isEmpty() && !is_known_hub_id(id);
    if (wanted) offer();
    setVisible(wanted);
}

void HubRow::offer()
{
    m_text.setPalette({});
    m_text.setText(tr("%1 is not on this machine.").arg(m_id));
    m_button.setText(tr("&Fetch its config.json"));
    m_button.setAccessibleName(tr("Fetch the configuration of %1 from the Hub").arg(m_id));
}

void HubRow::start()
{
    if (!m_id.isEmpty() && !m_cancel) press();
}

void HubRow::press()
{
    if (m_cancel) {
        end();
        return offer();
    }
    m_text.setPalette({});
    m_text.setText(tr("Fetching the configuration of %1…").arg(m_id));
    m_button.setText(tr("&Cancel"));
    m_button.setAccessibleName(tr("Cancel fetching %1").arg(m_id));
    m_cancel = m_fetch(m_id, [row = QPointer<HubRow>(this)](const QString &error) {
        if (row) row->finish(error);
    });
}

void HubRow::end()
{
    if (const auto cancel = std::exchange(m_cancel, {})) cancel();
}

void HubRow::finish(const QString &error)
{
    m_cancel = {};
    if (error.isEmpty()) {
        emit fetched(m_id);
        return;
    }
    QPalette red = m_text.palette();
    red.setColor(QPalette::WindowText, current_palette().no);
    m_text.setPalette(red);
    m_text.setText(error);
    m_button.setText(tr("&Try again"));
    m_button.setAccessibleName(tr("Try to fetch %1 again").arg(m_id));
}

void HubRow::hideEvent(QHideEvent *event)
{
    end();
    if (!event->spontaneous()) m_id.clear();
    QWidget::hideEvent(event);
}

} // namespace plimsoll
