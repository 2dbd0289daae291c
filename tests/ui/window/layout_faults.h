// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/theme/elided_label.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QCheckBox>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTabBar>
#include <QTableView>
#include <QToolButton>
#include <QTreeView>

#include <optional>

namespace plimsoll {

/// What is cut off in a window or dialog as it stands: words that have no room and no tip that says them whole.
class LayoutFaults {
public:
    explicit LayoutFaults(const QWidget &window) : m_window(window)
    {
        for (const QWidget *one : window.findChildren<QWidget *>())
            if (one->isVisible() && one->window() == &window) look_at(*one);
    }
    [[nodiscard]] const QStringList &found() const { return m_found; }

private:
    void report(const char *what, const QWidget &one, const QString &text, int has, int needs)
    {
        m_found << QStringLiteral("%1: %2 \"%3\" has %4 px, needs %5")
                       .arg(QString::fromLatin1(what), QString::fromLatin1(one.metaObject()->className()), text)
                       .arg(has)
                       .arg(needs);
    }

    /// What a control needs for its words; nothing for what has none.
    static std::optional<QSize> needed_by(const QWidget &widget)
    {
        if (const auto *label = qobject_cast<const QLabel *>(&widget)) {
            if (label->text().isEmpty()) return std::nullopt;
            if (label->wordWrap()) return QSize(0, label->heightForWidth(label->width()));
            return label->sizeHint();
        }
        if (const auto *check = qobject_cast<const QCheckBox *>(&widget)) return check->sizeHint() - QSize(4, 0);
        const auto *button = qobject_cast<const QAbstractButton *>(&widget);
        if (!button || button->text().isEmpty()) return std::nullopt;
        if (const auto *tool = qobject_cast<const QToolButton *>(button);
            tool && tool->toolButtonStyle() == Qt::ToolButtonIconOnly)
            return std::nullopt;
        // its text alone: a button may be narrower than it would like to be
        return QSize(button->fontMetrics().horizontalAdvance(button->text().remove(QLatin1Char('&'))),
                     button->fontMetrics().height());
    }

    /// The entry in sight, beside the chevron.
    static QSize needed_by(const QComboBox &box)
    {
        constexpr int chevron = 20;
        return {box.fontMetrics().horizontalAdvance(box.currentText()) + chevron, box.fontMetrics().height()};
    }

    void look_at(const QWidget &widget)
    {
        const auto *box = qobject_cast<const QComboBox *>(&widget);
        const QString text = box ? box->currentText() : widget.property("text").toString();
        if (const auto needs = box ? std::optional(needed_by(*box)) : needed_by(widget)) {
            const bool told = !widget.toolTip().isEmpty() && !is_figure(text); // what is cut on purpose has a tip
            if (needs->width() > widget.width() && !told) report("width", widget, text, widget.width(), needs->width());
            if (needs->height() > widget.height()) report("height", widget, text, widget.height(), needs->height());
        }
        if (const auto *elided = qobject_cast<const ElidedLabel *>(&widget); elided && is_figure(text)) {
            const int has = elided->contentsRect().width();
            if (elided->fontMetrics().elidedText(text, Qt::ElideRight, has) != text)
                report("figure", widget, text, has, elided->fontMetrics().horizontalAdvance(text));
        }
        const QWidget *parent = widget.parentWidget();
        if (parent && !widget.isWindow() && !in_scroll_area(widget) &&
            !parent->rect().adjusted(-1, -1, 1, 1).contains(widget.geometry()))
            report("outside of its parent", widget, widget.accessibleName(), parent->width(), widget.width());
        if (const auto *area = qobject_cast<const QAbstractScrollArea *>(&widget)) look_at_area(*area);
        if (const auto *view = qobject_cast<const QAbstractItemView *>(&widget)) look_at_cells(*view);
        if (const auto *bar = qobject_cast<const QTabBar *>(&widget); bar && bar->count() > 0) {
            const QRect ends = bar->tabRect(0).united(bar->tabRect(bar->count() - 1));
            if (!bar->rect().adjusted(-1, -1, 1, 1).contains(ends)) report("tabs", *bar, {}, bar->width(), ends.width());
        }
    }

    /// Half of it is another one, whatever a tip says.
    static bool is_figure(const QString &text)
    {
        static const QRegularExpression figure(QStringLiteral("^[+−]?[0-9][0-9.,]*$"));
        return figure.match(text).hasMatch();
    }

    static bool in_scroll_area(const QWidget &widget)
    {
        const QWidget *parent = widget.parentWidget();
        return parent->inherits("QAbstractScrollArea") ||
               (parent->parentWidget() && parent->parentWidget()->inherits("QAbstractScrollArea"));
    }

    /// A pane that does not scroll sideways is as wide as what is in it.
    void look_at_area(const QAbstractScrollArea &area)
    {
        const auto *inner = area.viewport()->childAt(area.viewport()->rect().center());
        const QWidget *content = inner;
        while (content && content->parentWidget() != area.viewport()) content = content->parentWidget();
        if (!content || content->layout() == nullptr) return;
        if (content->width() > area.viewport()->width())
            report("wider than its pane", area, area.accessibleName(), area.viewport()->width(), content->width());
    }

    void look_at_cells(const QAbstractItemView &view)
    {
        const auto *table = qobject_cast<const QTableView *>(&view);
        const auto *tree = qobject_cast<const QTreeView *>(&view);
        const QHeaderView *header = table ? table->horizontalHeader() : tree ? tree->header() : nullptr;
        if (!header || !view.model()) return;
        for (int column = 0; column < view.model()->columnCount(); ++column) {
            if (header->isSectionHidden(column)) continue;
            const QString title = view.model()->headerData(column, Qt::Horizontal).toString();
            const int has = header->sectionSize(column);
            const bool told = header->textElideMode() != Qt::ElideNone &&
                              view.model()->headerData(column, Qt::Horizontal, Qt::ToolTipRole).isValid();
            if (const int needs = header->fontMetrics().horizontalAdvance(title) + 4; needs > has && header->isVisible() && !told)
                report("header", view, title, has, needs);
            for (int row = 0; row < view.model()->rowCount(); ++row) look_at_cell(view, view.model()->index(row, column), has);
        }
        const auto *bar = view.horizontalScrollBar();
        if (bar->maximum() > 0)
            report("scrolls sideways", view, view.accessibleName(), view.width(), view.width() + bar->maximum());
    }

    void look_at_cell(const QAbstractItemView &view, const QModelIndex &index, int has)
    {
        const QRect place = view.visualRect(index);
        const bool figure = index.data(Qt::TextAlignmentRole).toInt() & (Qt::AlignRight | Qt::AlignTrailing);
        const bool told = !figure && index.data(Qt::ToolTipRole).isValid(); // half a figure is another one, whatever the tip says
        if (!place.intersects(view.viewport()->rect()) || told) return;
        const QString text = index.data().toString();
        if (const int needs = view.fontMetrics().horizontalAdvance(text); needs > has) report("cell", view, text, has, needs);
    }

    const QWidget &m_window;
    QStringList m_found;
};

inline QStringList layout_faults(const QWidget &window) { return LayoutFaults(window).found(); }

} // namespace plimsoll
