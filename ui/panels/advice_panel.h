// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/fit/advice.h"
#include "ui/controls/working_bar.h"
#include "ui/document/numbers.h"
#include "ui/panels/oom_bar.h"

#include <QAbstractTableModel>
#include <QLabel>
#include <QTableView>
#include <QWidget>

#include <vector>

namespace plimsoll {

/// Changes that may help, ranked as core ranks them; what does nothing here comes last, with the reason.
class AdviceModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { change, saves, then, verdict, costs, apply, column_count };
    enum Role { word_role = Qt::UserRole, applies_role, stale_role };
    using QAbstractTableModel::QAbstractTableModel;

    void set_advice(std::vector<Advice> advice, const Numbers &numbers);
    /// The figures are of a plan before the present one, until set_advice() brings those of this one.
    void set_stale();
    [[nodiscard]] const Advice &advice(int row) const { return m_advice[static_cast<std::size_t>(row)]; }
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<Advice> m_advice;
    Numbers m_numbers;
    bool m_stale = false;
};

/// A change as the guide for out of memory tells it, in the words of advice.
[[nodiscard]] Advice advice_of(const OomRemedy &remedy);

/// Change, what it saves, what it costs, and a press to apply it: to make the plan fit, or where it ran out of memory.
class AdvicePanel : public QWidget {
    Q_OBJECT
public:
    explicit AdvicePanel(QWidget *parent = nullptr);
    /// `reason` says why there is no advice; empty where there is.
    void show_advice(const std::vector<Advice> &advice, const QString &reason, const Numbers &numbers);
    /// The same of the guide for out of memory, every situation.
    void show_guide(const std::vector<OomCase> &cases, const QString &reason, const Numbers &numbers);
    /// Whether the guide is what somebody looks at.
    [[nodiscard]] bool guides() const { return m_bar.situation().has_value(); }
    [[nodiscard]] OomBar &bar() { return m_bar; }
    /// The plan changed, and advice about it is being worked out: where that takes longer than people notice, what stands is greyed.
    void await_advice();
    [[nodiscard]] AdviceModel &model() { return m_model; }
    [[nodiscard]] QTableView &view() { return m_view; }

signals:
    void apply_asked(const plimsoll::Advice &advice);
    void shown(); ///< somebody looks, or looks at something else: now is the time to work it out

protected:
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    /// What is told of one subject.
    struct Told {
        std::vector<Advice> changes;
        QString reason, facts;
    };
    void build_view();
    int fit_columns(bool brief);
    void share_width();
    [[nodiscard]] Told told() const;
    void show_told();

    std::vector<Advice> m_advice;
    std::vector<OomCase> m_cases;
    QString m_reason_of_advice, m_reason_of_guide;
    Numbers m_numbers;
    OomBar m_bar;
    AdviceModel m_model;
    QTableView m_view;
    QLabel m_reason;
    WorkingBar m_working;
};

} // namespace plimsoll
