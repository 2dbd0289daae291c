// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/scenario_strip.h"
#include "ui/theme/device_pixels.h"
#include "ui/theme/icons.h"
#include "ui/theme/palette.h"
#include "ui/theme/theme.h"

#include <QAbstractButton>
#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMouseEvent>
#include <QPainter>
#include <QStyle>
#include <QToolButton>
#include <QWheelEvent>

#include <algorithm>

namespace plimsoll {

namespace {

constexpr int strip_height = 24;
constexpr int widest_button = 220; ///< in the folded row, where names are cut before neighbours go

class ScenarioButton : public QAbstractButton {
public:
    explicit ScenarioButton(QWidget *parent) : QAbstractButton(parent)
    {
        setCheckable(true);
        setFocusPolicy(Qt::StrongFocus);
        setContextMenuPolicy(Qt::DefaultContextMenu);
    }

    void set_item(const ScenarioItem &item, bool compact, const QString &different)
    {
        m_item = item;
        m_different = different;
        m_compact = compact;
        setText(item.title);
        setChecked(item.selected);
        setToolTip(item.title);
        setAccessibleName((item.part ? ScenarioStrip::tr("Rank %1") : ScenarioStrip::tr("Scenario %1")).arg(item.title));
        setAccessibleDescription(item.baseline ? ScenarioStrip::tr("%1, baseline").arg(item.figure) : item.figure);
        update();
    }

    [[nodiscard]] QSize sizeHint() const override
    {
        const QFontMetrics bold(ui_font(TextSize::caption, true)), plain(ui_font());
        const int pin = m_item.baseline ? 20 : 0;
        const int whole = (m_item.selected ? bold : plain).horizontalAdvance(m_item.title + QLatin1Char(' ') + m_item.figure);
        return {std::min(whole + 28 + pin, widest_button), strip_height};
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        const auto &colors = palette_matching(palette());
        if (isChecked()) {
            painter.fillRect(rect(), colors.selection);
            draw_frame(painter, rect(), colors.border);
        } else if (underMouse()) {
            painter.fillRect(rect(), colors.selection);
        }
        painter.setFont(ui_font(TextSize::caption, isChecked()));
        painter.setPen(colors.text);
        const int pin = m_item.baseline ? 20 : 0;
        const auto text = fitting(painter.fontMetrics(), width() - 4 - pin);
        const int used = painter.fontMetrics().horizontalAdvance(text) + pin;
        const int left = (width() - used) / 2;
        if (m_item.baseline) paint_icon(painter, QRectF(left, (strip_height - 14) / 2.0, 14, 14), Icon::pin, colors.text);
        painter.drawText(QRect(left + pin, 0, used - pin, strip_height), Qt::AlignCenter | Qt::TextDontClip, text);
        if (hasFocus()) draw_frame(painter, rect(), colors.link, 2);
    }

private:
    /// Of the name as much as there is room for; its total stands whole.
    [[nodiscard]] QString fitting(const QFontMetrics &metrics, int room) const
    {
        const QString total = m_compact ? QLatin1Char(' ') + m_item.figure : QString();
        if (metrics.horizontalAdvance(m_item.title + total) > room && m_different != m_item.title)
            return metrics.elidedText(QChar(0x2026) + m_different, Qt::ElideRight, room - metrics.horizontalAdvance(total)) +
                   total;
        return metrics.elidedText(m_item.title, Qt::ElideRight, room - metrics.horizontalAdvance(total)) + total;
    }

    ScenarioItem m_item;
    QString m_different; ///< of the title: what other titles do not begin with as well
    bool m_compact = false;
};

/// Without the words at the front that another title has as well, for the longest of them; the title where that leaves nothing.
QString what_differs(const std::vector<ScenarioItem> &items, std::size_t one)
{
    const QStringList words = items[one].title.split(QLatin1Char(' '));
    qsizetype common = 0;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (i == one) continue;
        const QStringList other = items[i].title.split(QLatin1Char(' '));
        qsizetype same = 0;
        while (same < words.size() && same < other.size() && words[same] == other[same]) ++same;
        common = std::max(common, same);
    }
    return common >= words.size() ? items[one].title : words.mid(common).join(QLatin1Char(' '));
}

} // namespace

ScenarioStrip::ScenarioStrip(QWidget *parent)
    : QWidget(parent), m_add(new QToolButton(this)), m_editor(new QLineEdit(this)), m_drop_mark(new QWidget(this))
{
    m_drop_mark->setAutoFillBackground(true);
    m_drop_mark->setBackgroundRole(QPalette::Link);
    m_drop_mark->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_drop_mark->hide();
    setAccessibleName(tr("Scenarios"));
    m_add->setIcon(icon(Icon::plus));
    m_add->setToolTip(tr("Duplicate the selected scenario"));
    m_add->setAccessibleName(tr("Add a scenario"));
    m_add->setAccessibleDescription(m_add->toolTip());
    m_add->setFocusPolicy(Qt::StrongFocus);
    connect(m_add, &QToolButton::clicked, this, &ScenarioStrip::add_requested);
    m_editor->hide();
    m_editor->setAlignment(Qt::AlignHCenter);
    m_editor->setAccessibleName(tr("Name of the scenario"));
    m_editor->installEventFilter(this);
    connect(m_editor, &QLineEdit::editingFinished, this, [this] { finish_rename(true); });
    setFixedHeight(strip_height);
}

QSize ScenarioStrip::sizeHint() const
{
    int width = strip_height + 8;
    if (m_compact)
        for (const auto *button : m_buttons) width += button->sizeHint().width() + 6;
    return {width, strip_height};
}

QSize ScenarioStrip::minimumSizeHint() const { return {64, strip_height}; }

void ScenarioStrip::set_items(const std::vector<ScenarioItem> &items)
{
    if (items == m_items) return;
    m_items = items;
    while (m_buttons.size() > items.size()) {
        // A button may be the sender of the very signal that led here, and its last events are no longer an item's.
        auto *button = m_buttons.back();
        m_buttons.pop_back();
        button->hide();
        button->deleteLater();
    }
    while (m_buttons.size() < items.size()) {
        auto *button = new ScenarioButton(this);
        button->installEventFilter(this);
        connect(button, &QAbstractButton::clicked, this, [this, button] {
            const int index = index_of(button);
            if (index < 0) return;
            button->setChecked(m_items[static_cast<std::size_t>(index)].selected);
            emit chosen(QString(m_items[static_cast<std::size_t>(index)].id)); // the items may change with it
        });
        m_buttons.push_back(button);
    }
    for (std::size_t i = 0; i < items.size(); ++i)
        static_cast<ScenarioButton *>(m_buttons[i])->set_item(items[i], m_compact, what_differs(items, i));
    QWidget *before = nullptr;
    for (auto *button : m_buttons) {
        if (before) setTabOrder(before, button);
        before = button;
    }
    if (before) setTabOrder(before, m_add);
    updateGeometry();
    place();
}

void ScenarioStrip::align_to(std::size_t first, const std::vector<std::pair<double, double>> &columns)
{
    m_first = first;
    m_columns = columns;
    place();
}

void ScenarioStrip::set_compact(bool compact)
{
    m_compact = compact;
    m_add->setVisible(!compact);
    for (std::size_t i = 0; i < m_buttons.size(); ++i)
        static_cast<ScenarioButton *>(m_buttons[i])->set_item(m_items[i], m_compact, what_differs(m_items, i));
    place();
}

void ScenarioStrip::place()
{
    if (m_compact) return place_compact();
    // The columns come mirrored where reading goes from right to left; one more stands after the last.
    const bool mirrored = layoutDirection() == Qt::RightToLeft;
    int end = mirrored ? width() : 0;
    for (std::size_t i = 0; i < m_buttons.size(); ++i) {
        const bool shown = i >= m_first && i - m_first < m_columns.size();
        m_buttons[i]->setVisible(shown);
        if (!shown) continue;
        const auto [middle, width] = m_columns[i - m_first];
        m_buttons[i]->setGeometry(static_cast<int>(middle - width / 2), 0, static_cast<int>(width), strip_height);
        end = static_cast<int>(mirrored ? middle - width / 2 : middle + width / 2);
    }
    const int after = mirrored ? std::max(end - 6 - strip_height, 0) : std::min(end + 6, width() - strip_height);
    m_add->setGeometry(after, 0, strip_height, strip_height);
}

/// The last ones, from the right, as many as there is room for; the selected one always.
void ScenarioStrip::place_compact()
{
    constexpr int gap = 6;
    const auto wanted = [this](std::size_t i) { return std::min(m_buttons[i]->sizeHint().width(), width()); };
    const auto selected = std::ranges::find_if(m_items, &ScenarioItem::selected);
    std::size_t last = m_buttons.size();
    int taken = 0;
    for (auto i = static_cast<std::size_t>(selected - m_items.begin()); i < m_buttons.size(); ++i) {
        taken += wanted(i) + gap;
        if (taken - gap > width()) {
            last = i;
            break;
        }
    }
    int right = width();
    for (std::size_t i = m_buttons.size(); i-- > 0;) {
        const bool shown = i < last && right - wanted(i) >= 0;
        m_buttons[i]->setVisible(shown);
        if (i < last && !shown) right = 0; // none further on: they would stand beside what is not their neighbour
        if (!shown) continue;
        const QRect place(right - wanted(i), 0, wanted(i), strip_height);
        m_buttons[i]->setGeometry(QStyle::visualRect(layoutDirection(), rect(), place));
        right -= wanted(i) + gap;
    }
}

void ScenarioStrip::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    place();
}

void ScenarioStrip::wheelEvent(QWheelEvent *event)
{
    constexpr int notch = 120; // eighths of a degree
    const QPoint turned = event->angleDelta();
    const int notches = (turned.y() != 0 ? turned.y() : turned.x()) / notch;
    event->setAccepted(notches != 0 && m_wheel && m_wheel(notches));
}

int ScenarioStrip::index_of(const QObject *button) const
{
    const auto it = std::ranges::find(m_buttons, button, [](const QAbstractButton *b) -> const QObject * { return b; });
    return it == m_buttons.end() ? -1 : static_cast<int>(it - m_buttons.begin());
}

void ScenarioStrip::rename(const QString &id)
{
    const auto it = std::ranges::find(m_items, id, &ScenarioItem::id);
    if (it == m_items.end() || it->part) return;
    m_editing = id;
    m_editor->setText(it->title);
    m_editor->setGeometry(m_buttons[static_cast<std::size_t>(it - m_items.begin())]->geometry());
    m_editor->show();
    m_editor->raise();
    m_editor->setFocus();
    m_editor->selectAll();
}

void ScenarioStrip::finish_rename(bool keep)
{
    if (m_editing.isEmpty()) return;
    const auto id = std::exchange(m_editing, QString());
    const auto title = m_editor->text().trimmed();
    m_editor->hide();
    const auto it = std::ranges::find(m_items, id, &ScenarioItem::id);
    if (keep && it != m_items.end() && !title.isEmpty() && title != it->title) emit renamed(id, title);
}

bool ScenarioStrip::key_on(int index, int key, Qt::KeyboardModifiers modifiers)
{
    const QString id = m_items[static_cast<std::size_t>(index)].id; // the items change with what is emitted
    const int step = key == Qt::Key_Left ? -1 : key == Qt::Key_Right ? 1 : 0;
    if (step != 0) {
        const int next = index + (layoutDirection() == Qt::RightToLeft ? -step : step);
        if (next < 0 || next >= static_cast<int>(m_items.size())) return true;
        if (modifiers.testFlag(Qt::ControlModifier)) {
            if (has_parts()) return true;
            emit moved(id, next);
        } else {
            m_buttons[static_cast<std::size_t>(next)]->setFocus(Qt::TabFocusReason);
            emit chosen(QString(m_items[static_cast<std::size_t>(next)].id));
        }
        return true;
    }
    if (key == Qt::Key_F2) return rename(id), true;
    if (key == Qt::Key_Delete && !m_items[static_cast<std::size_t>(index)].part) return emit remove_requested(id), true;
    return false;
}

bool ScenarioStrip::has_parts() const { return std::ranges::any_of(m_items, &ScenarioItem::part); }

int ScenarioStrip::place_at(int index, double x) const
{
    const bool mirrored = layoutDirection() == Qt::RightToLeft;
    const auto before = [&](int middle) { return mirrored ? middle > x : middle < x; };
    int place = 0;
    for (std::size_t i = 0; i < m_buttons.size(); ++i)
        if (static_cast<int>(i) != index && before(m_buttons[i]->geometry().center().x())) ++place;
    return place;
}

void ScenarioStrip::drag(int index, const QMouseEvent &event)
{
    const bool far = (event.pos() - m_pressed).manhattanLength() >= 2 * QApplication::startDragDistance();
    if (!event.buttons().testFlag(Qt::LeftButton) || !far || has_parts()) return;
    const int place = place_at(index, m_buttons[static_cast<std::size_t>(index)]->mapToParent(event.pos()).x());
    const int before = place <= index ? place : place + 1; // the button that would stand after it
    const auto last = static_cast<int>(m_buttons.size());
    const auto reading = [this](const QAbstractButton *button) {
        return QStyle::visualRect(layoutDirection(), rect(), button->geometry());
    };
    const int x =
        before < last ? reading(m_buttons[static_cast<std::size_t>(before)]).left() - 4 : reading(m_buttons.back()).right() + 2;
    const QRect mark(std::clamp(x, 0, width() - 3), 0, 3, strip_height);
    m_drop_mark->setGeometry(QStyle::visualRect(layoutDirection(), rect(), mark));
    m_drop_mark->raise();
    m_drop_mark->setVisible(place != index);
}

void ScenarioStrip::drop(int index, double x)
{
    m_drop_mark->hide();
    const int place = place_at(index, x);
    if (place != index && !has_parts()) emit moved(QString(m_items[static_cast<std::size_t>(index)].id), place);
}

bool ScenarioStrip::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_editor) {
        if (event->type() == QEvent::KeyPress && static_cast<QKeyEvent *>(event)->key() == Qt::Key_Escape) {
            finish_rename(false);
            return true;
        }
        return false;
    }
    const int index = index_of(watched);
    if (index < 0 || index >= static_cast<int>(m_items.size())) return false; // a new button, before its item
    const auto id = m_items[static_cast<std::size_t>(index)].id;
    switch (event->type()) {
    case QEvent::KeyPress: {
        const auto *key = static_cast<QKeyEvent *>(event);
        return key_on(index, key->key(), key->modifiers());
    }
    case QEvent::MouseButtonDblClick: rename(id); return true;
    case QEvent::ContextMenu: emit menu_requested(id, static_cast<QContextMenuEvent *>(event)->globalPos()); return true;
    case QEvent::MouseButtonPress: m_pressed = static_cast<QMouseEvent *>(event)->pos(); return false;
    case QEvent::MouseMove: drag(index, *static_cast<QMouseEvent *>(event)); return false;
    case QEvent::MouseButtonRelease: {
        const auto *mouse = static_cast<QMouseEvent *>(event);
        if ((mouse->pos() - m_pressed).manhattanLength() < 2 * QApplication::startDragDistance()) return false;
        auto *button = m_buttons[static_cast<std::size_t>(index)];
        button->setDown(false);
        drop(index, button->mapToParent(mouse->pos()).x());
        return true;
    }
    default: return false;
    }
}

} // namespace plimsoll
