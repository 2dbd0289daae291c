// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/document/finders/largest_value_finder.h"
#include "ui/plan/amount_group.h"
#include "ui/plan/cards_group.h"
#include "ui/plan/plan_groups.h"

#include <QAbstractButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace plimsoll {

/// Opens the model chooser; says which model it is.
class ModelButton : public QAbstractButton {
    Q_OBJECT
public:
    explicit ModelButton(QWidget *parent);
    /// `details`: of one line, in more and in fewer words.
    void show_model(const QString &title, const QStringList &details);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QStringList m_details;
};

/// The selected scenario's plan as fields. Shows snapshots, says what people edit, changes nothing itself.
class PlanPane : public QScrollArea {
    Q_OBJECT
public:
    explicit PlanPane(QWidget *parent = nullptr);

    void show_snapshot(const Snapshot &snapshot);
    /// What is said of the selected scenario beside its figures; show_snapshot() does as well.
    void show_remarks(const Snapshot &snapshot);
    void show_differences(const std::vector<SaverChange> &changes, const std::vector<std::optional<Bytes>> &differences,
                          const Numbers &numbers);
    /// How far the fields may go on the first card: a mark on their slider, and a link that takes the value.
    void show_largest_values(const LargestValues &largest);
    /// Why the plan cannot be worked out, or why the edits that were `tried` on it are refused: under the field it belongs to, with
    /// the way out as a link. False where no field of that name is in sight.
    bool show_problem(const Error &error, const Plan &plan, const FieldEdits &tried = {});
    /// What an edit changed beside the field that was edited, under that field, until the plan is another one.
    void show_remark(const std::string &path, const QString &text, const std::optional<WayOut> &way);
    [[nodiscard]] ModelButton &model_button() { return *m_model_button; }
    [[nodiscard]] CardsGroup &cards() { return *m_cards; }
    [[nodiscard]] SaversGroup &savers() { return *m_savers; }
    /// Fields that are in sight, or would be if the pane were scrolled.
    [[nodiscard]] std::vector<std::string> fields_shown() const;
    /// The focus goes to the control of a field.
    void go_to(const std::string &path);
    /// Opens the choices of several cards, which stand folded while one card takes it all, and goes to the first of them.
    void open_ranks();

signals:
    void edited(const plimsoll::FieldEdits &edits, const QString &name);
    void undo_asked();
    void ranks_asked();
    void split_asked();
    void why_asked(plimsoll::Component part);
    void model_asked(QWidget *anchor);
    void card_asked(QWidget *anchor);
    void cards_changed(const plimsoll::Target &cards, const QString &step);
    void amount_changed(const plimsoll::RunAmount &amount);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void keep_room_for_bar(QLayout &column, bool bar) const;
    void build_plan_group(QVBoxLayout &column);
    void add_group(QVBoxLayout &column, FieldForm *group, bool line_above);
    void align_fields(); ///< of all groups, as if they were one form
    void fold_groups(const Plan &resolved);
    [[nodiscard]] bool needs_ranks(const Plan &resolved) const;
    [[nodiscard]] QString beyond_positions_text(SolveField field, Count length) const;
    void show_largest_of(FieldForm &form, const LargestValues &largest, const std::vector<SolveField> &fields);
    void take_edge(const QString &link);
    [[nodiscard]] std::optional<Plan> plan_without(const std::vector<std::string> &paths) const;

    Plan m_written;                             ///< as shown
    std::shared_ptr<const Estimate> m_estimate; ///< of it; null: it could not be worked out
    ModelButton *m_model_button = nullptr;
    QLabel *m_stack_note = nullptr;
    std::vector<FieldForm *> m_groups;
    FieldForm *m_objective = nullptr, *m_work = nullptr, *m_pictures = nullptr, *m_inference = nullptr, *m_extract = nullptr;
    LoraGroup *m_lora = nullptr;
    SaversGroup *m_savers = nullptr;
    RanksGroup *m_ranks = nullptr;
    bool m_several_cards = false; ///< some load line stands for more than one
    bool m_ranks_asked = false;   ///< somebody wants to see them
    AmountGroup *m_amount = nullptr;
    CardsGroup *m_cards = nullptr;
};

} // namespace plimsoll
