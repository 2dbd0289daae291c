// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/controls/field_widgets.h"
#include "ui/controls/wording.h"

#include <QLabel>
#include <QWidget>

namespace plimsoll {

/// The verdict in words and with a mark, readable from two metres.
class AnswerLine : public QWidget {
    Q_OBJECT
public:
    explicit AnswerLine(QWidget *parent = nullptr);
    void show_answer(const Answer &answer);
    [[nodiscard]] const Answer &answer() const { return m_answer; }

signals:
    void link_activated(const QString &link);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    [[nodiscard]] QString detail_text() const;
    void fit_text(); ///< smaller or fewer words where the pane is narrow; the height never changes

    QLabel m_headline;
    LinkLabel m_detail;
    Answer m_answer;
};

} // namespace plimsoll
