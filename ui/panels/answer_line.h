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
    /// How long it takes, under the answer: as much of the phrases as there is room for. Stands until told otherwise.
    void show_time(const QStringList &phrases, const QString &whole);
    [[nodiscard]] const QLabel &time() const { return m_time; }
    [[nodiscard]] const Answer &answer() const { return m_answer; }

signals:
    void link_activated(const QString &link);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    /// As many of the sentences as there is room for; the others go into `m_left`.
    [[nodiscard]] QString detail_text();
    [[nodiscard]] QStringList second_line() const;
    void fit_time();
    void fit_text(); ///< smaller or fewer words where the pane is narrow; the height never changes

    QLabel m_headline;
    LinkLabel m_detail;
    QLabel m_time;
    QStringList m_time_phrases;
    QString m_time_tip;
    QStringList m_left; ///< what the line above has no room for, and says more than how long a run takes that does not fit
    Answer m_answer;
};

} // namespace plimsoll
