// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/document/evaluator.h"
#include "ui/document/numbers.h"
#include "ui/plan/field_form.h"

#include <QMenu>
#include <QPushButton>

namespace plimsoll {

// The groups of the plan pane. Each makes a form that is bound to the plan and knows nothing of the others.

/// Least width of the fields that stand beside sliders: "131,072 tokens" has room in them.
[[nodiscard]] int width_beside_slider(const QWidget &field);

/// Values that whoever runs the plan never takes stand grey, with the reason as their tip.
void grey_refused(const QComboBox &box, const std::string &path, const Plan &plan);

[[nodiscard]] FieldForm *make_method_group(QWidget *parent);
/// What is trained towards, and the fields of that objective alone.
[[nodiscard]] FieldForm *make_objective_group(QWidget *parent);
/// Pictures or clips of a row, and what of the tower that reads them trains.
[[nodiscard]] FieldForm *make_pictures_group(QWidget *parent);
/// Whether the model reads either in its step; a null estimate: by what the plan says.
[[nodiscard]] bool takes_pictures(const Estimate *estimate, const Plan &resolved);
[[nodiscard]] FieldForm *make_precision_group(QWidget *parent);
[[nodiscard]] FieldForm *make_work_group(QWidget *parent);
[[nodiscard]] FieldForm *make_inference_group(QWidget *parent);
[[nodiscard]] FieldForm *make_extract_group(QWidget *parent);

/// Rank, alpha, dropout, targets, and how many parameters train then.
class LoraGroup : public FieldForm {
    Q_OBJECT
public:
    explicit LoraGroup(QWidget *parent);
    void show_estimate(const Estimate *estimate);

private:
    void show_targets();
    void open_targets();
    void add_target_checks(QMenu &menu);

    QPushButton *m_targets = nullptr;
    QLabel *m_trainable = nullptr;
    ArchitectureRef m_architecture;
    Adapter m_adapter;
};

/// What a saver would be changed to, and by which edits.
struct SaverChange {
    std::string path; ///< of the field that shows it
    QString title;    ///< "Fused (Liger)"
    FieldEdits edits;
};

/// One change per row of the savers group, in its order.
[[nodiscard]] std::vector<SaverChange> saver_changes(const Plan &resolved);

/// Checkpointing, attention, loss and optimizer, each with what changing it would do now.
class SaversGroup : public FieldForm {
    Q_OBJECT
public:
    explicit SaversGroup(QWidget *parent);
    /// Bytes that each of saver_changes() would add or save; absent: cannot be said; none at all: nothing of the plan is known.
    void show_differences(const std::vector<SaverChange> &changes, const std::vector<std::optional<Bytes>> &differences,
                          const Numbers &numbers);

private:
    [[nodiscard]] int width_of_differences() const;
    QHBoxLayout *add_saver_row(const QString &label, const std::vector<std::string> &paths);
    void add_optimizer(QHBoxLayout *row);

    std::vector<QLabel *> m_differences;
    std::vector<QHBoxLayout *> m_training_rows;
    FieldLabel *m_label = nullptr;
};

/// "16 ranks: 8 data × 2 tensor", "1 process, 1 card".
[[nodiscard]] QString ranks_note(const Plan &plan);

/// How a plan is spread over cards: engine, ranks each way, what they share, what lives on the host. Rows that the engine does
/// not read are folded away.
class RanksGroup : public FieldForm {
    Q_OBJECT
public:
    explicit RanksGroup(QWidget *parent);

private:
    using Needed = std::function<bool(const Plan &resolved, ParallelEngine engine)>;
    struct Folding {
        QHBoxLayout *fields = nullptr;
        std::string path; ///< of the field that tells whether the row takes part
        Needed needed;
    };
    struct Way {
        QString label, name;
        std::string path;
        QString tip;
        int most = 1;
    };
    void add_engine();
    void add_ways(const Way &first, const Way &second, const Needed &needed);
    void add_ranks();
    void add_sharding();
    void add_context();
    void add_pipeline();
    void take_stages(int stages);
    void show_rows(const Plan &resolved);

    std::vector<Folding> m_folding;
    Count m_zero = 0, m_in_flight = 1; ///< the plan's stage and micro-batches of a step, as shown
};

} // namespace plimsoll
