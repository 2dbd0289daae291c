// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QString>
#include <QWidget>

#include <functional>
#include <vector>

class QAbstractButton;
class QLineEdit;
class QMouseEvent;
class QToolButton;

namespace plimsoll {

struct ScenarioItem {
    QString id;
    QString title;
    QString figure; ///< shown beside the title when the strip stands alone
    bool selected = false;
    bool baseline = false;
    bool part = false; ///< a rank of a scenario: it is chosen, not named, moved or removed

    bool operator==(const ScenarioItem &) const = default;
};

/// The list of scenarios: under the columns of the memory chart, or, when that is folded, by itself with totals.
/// Click or arrows choose, double click or F2 renames in place, dragging or Ctrl+arrows move, Delete removes.
class ScenarioStrip : public QWidget {
    Q_OBJECT

public:
    explicit ScenarioStrip(QWidget *parent = nullptr);

    void set_items(const std::vector<ScenarioItem> &items);
    /// Puts each item under its column: middle and width; items without one (count differs) are hidden from `first` on.
    void align_to(std::size_t first, const std::vector<std::pair<double, double>> &columns);
    /// Packs the items to the right, with their totals.
    void set_compact(bool compact);
    void rename(const QString &id);
    /// Where a wheel is turned over it; true: taken.
    void set_wheel(std::function<bool(int notches)> turned) { m_wheel = std::move(turned); }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void chosen(const QString &id);
    void renamed(const QString &id, const QString &title);
    void moved(const QString &id, int place); ///< place in the new order
    void remove_requested(const QString &id);
    void add_requested();
    void menu_requested(const QString &id, QPoint global);

protected:
    void resizeEvent(QResizeEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;

private:
    void place();
    void place_compact();
    void finish_rename(bool keep);
    [[nodiscard]] int index_of(const QObject *button) const;
    bool key_on(int index, int key, Qt::KeyboardModifiers modifiers);
    [[nodiscard]] bool has_parts() const; ///< then places are not those of scenarios, and none is moved
    void drag(int index, const QMouseEvent &event);
    void drop(int index, double x);
    [[nodiscard]] int place_at(int index, double x) const; ///< where a dragged scenario would stand

    std::function<bool(int)> m_wheel;
    std::vector<ScenarioItem> m_items;
    std::vector<QAbstractButton *> m_buttons;
    std::vector<std::pair<double, double>> m_columns;
    std::size_t m_first = 0;
    QToolButton *m_add;
    QLineEdit *m_editor;
    QWidget *m_drop_mark; ///< a bar where a dragged scenario would go
    QString m_editing;
    QPoint m_pressed;
    bool m_compact = false;
};

} // namespace plimsoll
