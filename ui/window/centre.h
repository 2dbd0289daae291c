// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/charts/memory_chart.h"
#include "ui/controls/error_bar.h"
#include "ui/panels/answer_line.h"

#include <QLabel>
#include <QSplitter>

namespace plimsoll {

/// What the first frame shows: the answer, what went wrong, a hint to beginners and the memory chart, with room below it.
class Centre : public QWidget {
    Q_OBJECT
public:
    explicit Centre(QWidget *parent);

    [[nodiscard]] AnswerLine &answer() { return *m_answer; }
    [[nodiscard]] ErrorBar &errors() { return *m_errors; }
    [[nodiscard]] MemoryChart &chart() { return *m_chart; }
    /// What a beginner may do; shown until told otherwise.
    [[nodiscard]] QWidget &hint() { return *m_hint; }
    /// Puts this into the room under the chart.
    void put_below(QWidget *views);

private:
    AnswerLine *m_answer = nullptr;
    ErrorBar *m_errors = nullptr;
    QLabel *m_hint = nullptr;
    QSplitter *m_halves = nullptr;
    MemoryChart *m_chart = nullptr;
};

} // namespace plimsoll
