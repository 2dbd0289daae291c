// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/icons.h"
#include "ui/theme/palette.h"
#include "ui/theme/style.h"
#include "ui/window/search_button.h"

#include <QPainter>
#include <QStyle>

namespace plimsoll {

SearchButton::SearchButton(const Actions &actions, QWidget *parent) : QAbstractButton(parent), m_actions(actions)
{
    setText(tr("Search actions and fields"));
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setAccessibleName(tr("Search actions and fields"));
    setToolTip(tr("Every action and field by name (Ctrl+K)"));
    connect(this, &QAbstractButton::clicked, this, &SearchButton::open);
}

std::vector<ChooserItem> SearchButton::items() const
{
    std::vector<ChooserItem> items;
    for (const QAction *action : m_actions.all()) {
        const QString alone = action->property(title_alone).toString();
        QString title = alone.isEmpty() ? action->text() : alone;
        title.remove(QLatin1Char('&'));
        const QString keys = action->shortcut().toString(QKeySequence::NativeText);
        items.push_back({action->objectName(), {}, title, {}, keys, action->toolTip(), action->isEnabled()});
    }
    if (m_more) {
        const std::vector<ChooserItem> more = m_more();
        items.insert(items.end(), more.begin(), more.end());
    }
    return items;
}

void SearchButton::set_more(std::function<std::vector<ChooserItem>()> more, std::function<void(const QString &id)> take)
{
    m_more = std::move(more);
    m_take = std::move(take);
}

Chooser &SearchButton::chooser()
{
    if (m_chooser) return *m_chooser;
    m_chooser = new Chooser(tr("Search actions and fields"), this);
    m_chooser->set_nothing(tr("No action and no field has these words."));
    connect(m_chooser, &Chooser::chosen, this, [this](const QString &id) {
        if (id.startsWith(QStringLiteral("field:")))
            m_take(id.mid(6));
        else
            m_actions[id.toLatin1().constData()]->trigger();
    });
    return *m_chooser;
}

void SearchButton::open()
{
    chooser().set_items(items());
    chooser().open_below(this, qMax(width(), 540));
}

void SearchButton::paintEvent(QPaintEvent *)
{
    const Palette &palette = current_palette();
    QPainter painter(this);
    draw_box(painter, rect(), palette, palette.field, hasFocus(), true);
    const auto place = [&](const QRect &part) { return QStyle::visualRect(layoutDirection(), rect(), part); };
    paint_icon(painter, place(QRect(8, height() / 2 - 7, 14, 14)), Icon::search, palette.text);
    painter.setPen(palette.muted);
    painter.drawText(place(rect().adjusted(30, 0, -8, 0)), Qt::AlignVCenter | Qt::AlignLeading, text());
    painter.drawText(place(rect().adjusted(30, 0, -8, 0)), Qt::AlignVCenter | Qt::AlignTrailing, QStringLiteral("Ctrl+K"));
}

} // namespace plimsoll
