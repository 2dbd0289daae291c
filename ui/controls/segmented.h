// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QAbstractButton>
#include <QButtonGroup>
#include <QWidget>

namespace plimsoll {

/// One segment of a Segmented.
class SegmentButton : public QAbstractButton {
    Q_OBJECT
public:
    explicit SegmentButton(const QString &text, QWidget *parent);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {40, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent *event) override;
};

/// A row of segments of which one is chosen: a small choice with all its values in sight. One Tab stop; arrows move.
class Segmented : public QWidget {
    Q_OBJECT
public:
    explicit Segmented(QWidget *parent = nullptr);

    void add(const QString &value, const QString &title, const QString &tip = {});
    /// Says something else on the segment of `value`.
    void set_title(const QString &value, const QString &title);
    /// Pixels that the titles need as they are now.
    [[nodiscard]] int needed_width() const;
    [[nodiscard]] QString value() const;
    /// Shows `value` without telling anybody; a value that is no segment leaves none chosen.
    void set_value(const QString &value);

signals:
    void chosen(const QString &value); ///< by a person

private:
    QButtonGroup m_group;
    QStringList m_values;
};

} // namespace plimsoll
