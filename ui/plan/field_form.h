// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/controls/field_widgets.h"
#include "ui/controls/note_label.h"
#include "ui/controls/way_out.h"
#include "ui/document/plan_editor.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QKeySequence>
#include <QLabel>
#include <QLineEdit>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace plimsoll {

class Segmented;

/// Muted text in as many lines as it takes.
void style_note(QLabel &label);

/// At the end of a group's rows. The pane adds what its scroll bar would take while there is none, so that nothing moves when
/// one comes.
inline constexpr int room_beside_bar = 2;
/// Around a group's rows; a layout does not turn its margins by itself.
[[nodiscard]] inline QMargins around_rows(Qt::LayoutDirection direction, int top, int bottom)
{
    const bool mirrored = direction == Qt::RightToLeft;
    return {mirrored ? room_beside_bar : 12, top, mirrored ? 12 : room_beside_bar, bottom};
}

/// Gives the field with the focus back to its default.
[[nodiscard]] QKeySequence key_of_reset();

/// What a form shows: the plan as it will be simulated, and as it was written.
struct FormValues {
    const Plan &resolved;
    const Plan &written;
    const Estimate *estimate = nullptr; ///< null: nothing could be worked out
};

/// A group of the plan pane: a caption and rows of fields that are bound to paths of the plan.
class FieldForm : public QWidget {
    Q_OBJECT
public:
    /// A value as the plan spells it, and as people read it.
    struct Choice {
        std::string value;
        QString title;
    };

    /// Without a caption the rows join the group above.
    explicit FieldForm(const QString &caption, QWidget *parent = nullptr);

    /// Fields take the plan's values; nobody is told.
    void show_values(const FormValues &values);
    /// Says under the field of `path` why it cannot be so, with the way out as a link; empty text takes it away. False where the
    /// form lacks the field.
    bool show_problem(const std::string &path, const QString &text, const std::optional<WayOut> &way = std::nullopt);
    void clear_problems();
    /// Says quietly what became of what was typed, until the plan is another one or something else is edited; empty text takes it
    /// away. False where the form lacks the field.
    bool show_remark(const std::string &path, const QString &text, const std::optional<WayOut> &way = std::nullopt);
    void clear_remarks();
    using FindWay = std::function<std::optional<WayOut>(const Warning &)>;
    /// Says under their fields what is odd about the plan, each with its way out, in place of what was said before. Leaves those
    /// of fields that the form lacks in the list, or says them in the row of `others`.
    void take_warnings(std::vector<Warning> &warnings, const FindWay &way, const std::string &others = {});

    /// A new row: its label, bound to one or more paths (dot and reset), and the box that takes its fields.
    QHBoxLayout *add_row(const QString &label, const std::vector<std::string> &paths);
    /// Problems of this path, too, are said under the last row.
    void answer_for(const std::string &path) { m_rows.back().paths.push_back(path); }
    /// A second label inside a row.
    FieldLabel *add_label(QHBoxLayout *row, const QString &label, const std::vector<std::string> &paths);
    QComboBox *add_choice(QHBoxLayout *row, const QString &name, const std::string &path, const std::vector<Choice> &choices);
    Segmented *add_segments(QHBoxLayout *row, const QString &name, const std::string &path, const std::vector<Choice> &choices);
    CountBox *add_count(QHBoxLayout *row, const QString &name, const std::string &path, int low, int high, CountBox::Steps steps);
    /// A count that the plan need not have: "auto" at 0.
    CountBox *add_optional_count(QHBoxLayout *row, const QString &name, const std::string &path, int high, CountBox::Steps steps);
    QDoubleSpinBox *add_number(QHBoxLayout *row, const QString &name, const std::string &path, double low, double high,
                               double step);
    /// A number that the plan need not have: "auto" below `low`.
    QDoubleSpinBox *add_optional_number(QHBoxLayout *row, const QString &name, const std::string &path, double low, double high,
                                        double step);
    /// A list of words, with commas between; taken when the field is left or Enter pressed.
    QLineEdit *add_list(QHBoxLayout *row, const QString &name, const std::string &path);
    /// Another model, or several with commas between, as a plan's model is named; empty: none.
    QLineEdit *add_model(QHBoxLayout *row, const QString &name, const std::string &path);
    QCheckBox *add_check(QHBoxLayout *row, const QString &text, const std::string &path);
    StopsSlider *add_slider(QHBoxLayout *row, const QString &name, const std::string &path, std::vector<int> stops);
    /// How wide the labels left of the fields want to be; forms above one another share the widest.
    [[nodiscard]] int label_width() const;
    void set_label_width(int width);
    /// How wide the fields after a second label are: of one width in all forms, so that they begin at one edge.
    void set_second_width(int width);
    /// The control says what the field of `path` is (HelpAt).
    void explain(QWidget &control, const std::string &path);
    /// A line of muted text across the field column.
    QLabel *add_note();
    /// Folds a row away, its label with it.
    void set_row_visible(const QHBoxLayout *row, bool visible);
    /// Muted text at the right of the caption.
    LinkLabel *caption_note();
    /// Pixels that it has.
    [[nodiscard]] int caption_room() const { return m_grid->cellRect(0, 1).width(); }
    /// The plan that the fields' values leave, without those of some paths; nothing where it is not known.
    using FindPlan = std::function<std::optional<Plan>(const std::vector<std::string> &without)>;
    void set_find_plan(FindPlan find) { m_find_plan = std::move(find); }
    /// Runs with every show_values(), for what a single path does not say.
    void on_show(std::function<void(const FormValues &)> updater) { m_updaters.push_back(std::move(updater)); }
    void emit_edit(const FieldEdits &edits, const QString &name);

signals:
    /// By a person. `name` is the field's, for the undo step.
    void edited(const plimsoll::FieldEdits &edits, const QString &name);
    void undo_asked();                        ///< by the way out of a remark
    void why_asked(plimsoll::Component part); ///< by the help of a field

protected:
    void changeEvent(QEvent *event) override;

private:
    /// Sentences under a field; their links are numbers of `ways`.
    struct Said {
        QStringList lines; ///< plain text
        std::vector<std::optional<WayOut>> ways;
        bool quiet = false; ///< nothing is wrong with what is set: it takes no memory
        bool operator==(const Said &) const = default;
    };
    struct Row {
        QHBoxLayout *fields = nullptr;
        FieldLabel *label = nullptr;
        QWidget *cell = nullptr;
        std::vector<std::string> paths;
        NoteLabel *note = nullptr; ///< the problem, or else the warnings
        Said warnings = {};
        std::optional<Said> problem = std::nullopt;
        std::optional<Said> remark = std::nullopt; ///< of a field on what was typed
    };
    [[nodiscard]] Row *row_of(const std::string &path);
    void add_note_to(Row &row);
    static void order_note(const Row &row);
    [[nodiscard]] static Said said_under(const Row &row);
    void say(Row &row);
    void age_remarks(const Plan &written);
    void reset_focused();
    void take_way(std::size_t row, std::size_t index);
    void bind_label(FieldLabel *label, const std::vector<std::string> &paths);
    void add_updater(std::function<void(const FormValues &)> updater) { m_updaters.push_back(std::move(updater)); }
    void emit_one(const std::string &path, const std::string &value, const QString &name) { emit_edit({{path, value}}, name); }

    [[nodiscard]] QString default_text(const std::vector<std::string> &paths) const;

    QGridLayout *m_grid;
    FindPlan m_find_plan;
    LinkLabel *m_caption_note = nullptr;
    std::vector<Row> m_rows;
    std::vector<std::pair<QHBoxLayout *, QWidget *>> m_second_labels;
    std::vector<std::pair<FieldLabel *, std::vector<std::string>>> m_labels; ///< and the fields that each speaks for
    std::vector<std::function<void(const FormValues &)>> m_updaters;
    std::optional<Plan> m_remarked; ///< the plan that the remarks are about; nothing: it is shown next
};

/// The text that a plan holds at `path`, as with_field() reads it; empty for what is absent.
[[nodiscard]] std::string field_text(const Plan &plan, const std::string &path);

} // namespace plimsoll
