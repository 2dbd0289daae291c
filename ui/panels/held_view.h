// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/panels/held_model.h"

#include <QTableView>

namespace plimsoll {

/// Models that are held and stages of the step, each with a bar of its bytes; not there where there is nothing to tell apart.
class HeldView : public QTableView {
    Q_OBJECT
public:
    explicit HeldView(QWidget *parent = nullptr);
    /// Null: nothing is known.
    void show_estimate(const Estimate *estimate, const Numbers &numbers, const PlanAnswer *server = nullptr);
    [[nodiscard]] HeldModel &rows() { return m_model; }

private:
    HeldModel m_model;
};

} // namespace plimsoll
