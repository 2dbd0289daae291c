// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/rank_chooser.h"

#include "ui/controls/rank_words.h"
#include "ui/document/text.h"
#include "ui/theme/style.h"

#include <QSignalBlocker>

namespace plimsoll {

RankChooser::RankChooser(QWidget *parent) : QComboBox(parent)
{
    setObjectName(QStringLiteral("ranks"));
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    constexpr int shortest = 14; // characters: "all, side by side"
    setMinimumContentsLength(shortest);
    setFixedHeight(20);
    setAccessibleName(tr("Kind of rank"));
    setToolTip(tr("Whose memory breakdown and timeline show; all: a column for each"));
    connect(this, &QComboBox::activated, this, [this](int index) {
        if (index == 0) return emit all_chosen();
        emit chosen(itemData(index).toLongLong());
    });
}

void RankChooser::show_ranks(const Estimate &estimate, bool side_by_side)
{
    const QSignalBlocker silent(this);
    clear();
    addItem(tr("all, side by side"));
    for (const ProcessEstimate &process : estimate.processes)
        addItem(rank_title(process.rank, estimate.plan.plan), static_cast<qlonglong>(process.rank.number));
    setCurrentIndex(side_by_side ? 0 : static_cast<int>(estimate.shown_process) + 1);
}

} // namespace plimsoll
