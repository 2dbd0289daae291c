// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/estimate/estimate.h"

#include <QComboBox>

namespace plimsoll {

/// Which of a plan's kinds of rank is looked at: one, or all of them side by side.
class RankChooser : public QComboBox {
    Q_OBJECT
public:
    explicit RankChooser(QWidget *parent = nullptr);

    /// Its kinds, the fullest first, and the one whose figures are shown.
    void show_ranks(const Estimate &estimate, bool side_by_side);

signals:
    void chosen(plimsoll::Count number); ///< of a rank of that kind
    void all_chosen();
};

} // namespace plimsoll
