// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/live/live.h"
#include "ui/document/numbers.h"

#include <QToolButton>

#include <optional>

namespace plimsoll {

/// The first GPU in the window's corner; pressing it opens the live readings.
class GpuCorner : public QToolButton {
    Q_OBJECT
public:
    explicit GpuCorner(QWidget *parent = nullptr);
    void show_readings(const std::optional<LiveSnapshot> &snapshot, const Numbers &numbers);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    bool m_present = false;
};

} // namespace plimsoll
