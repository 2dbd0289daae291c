// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/field.h"
#include "core/plan/names.h"
#include "ui/controls/segmented.h"
#include "ui/document/text.h"
#include "ui/plan/field_form.h"
#include "ui/plan/help_at.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QApplication>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace plimsoll {
namespace {

constexpr int label_column = 70;
constexpr int narrowest_field = 46;

bool any_given(const Plan &plan, const std::vector<std::string> &paths)
{
    return std::any_of(paths.begin(), paths.end(), [&](const std::string &path) { return plan.has(path); });
}

/// Rows are 24 px apart at scale 1, and grow with the text.
int field_height(const QWidget &field) { return std::max(22, field.fontMetrics().height() + 6); }

} // namespace

void style_note(QLabel &label)
{
    label.setForegroundRole(QPalette::PlaceholderText);
    label.setWordWrap(true);
}

std::string field_text(const Plan &plan, const std::string &path)
{
    const Field *field = find_field(path);
    if (!field) return {};
    const auto json = field->write(plan);
    if (json.is_null()) return {};
    return json.is_string() ? json.get<std::string>() : json.dump();
}

FieldForm::FieldForm(const QString &caption, QWidget *parent) : QWidget(parent), m_grid(new QGridLayout(this))
{
    m_grid->setContentsMargins(around_rows(layoutDirection(), caption.isEmpty() ? 0 : 4, 5));
    m_grid->setHorizontalSpacing(4); // labels end in the room for their dot
    m_grid->setVerticalSpacing(2);
    m_grid->setColumnMinimumWidth(0, label_column);
    m_grid->setColumnStretch(1, 1);
    auto *back = new QAction(tr("Back to the default"), this);
    back->setShortcut(key_of_reset());
    back->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(back, &QAction::triggered, this, &FieldForm::reset_focused);
    addAction(back);
    if (caption.isEmpty()) return;
    auto *title = new QLabel(caption, this);
    title->setFont(ui_font(TextSize::caption, true));
    title->setFixedHeight(20);
    m_grid->addWidget(title, 0, 0);
    setAccessibleName(caption);
}

void FieldForm::show_values(const FormValues &values)
{
    for (const auto &update : m_updaters) update(values);
    age_remarks(values.written);
}

QHBoxLayout *FieldForm::add_row(const QString &label, const std::vector<std::string> &paths)
{
    const int at = m_grid->rowCount();
    FieldLabel *name = nullptr;
    if (!label.isEmpty()) {
        name = new FieldLabel(label, this);
        bind_label(name, paths);
        m_grid->addWidget(name, at, 0, Qt::AlignTop);
    }
    auto *cell = new QWidget(this);
    auto *column = new QVBoxLayout(cell);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    auto *row = new QHBoxLayout;
    row->setSpacing(6);
    column->addLayout(row);
    m_grid->addWidget(cell, at, 1);
    m_rows.push_back({row, name, cell, paths, nullptr});
    return row;
}

void FieldForm::set_row_visible(const QHBoxLayout *row, bool visible)
{
    for (Row &one : m_rows) {
        if (one.fields != row) continue;
        one.cell->setVisible(visible);
        if (one.label) one.label->setVisible(visible);
    }
}

FieldLabel *FieldForm::add_label(QHBoxLayout *row, const QString &label, const std::vector<std::string> &paths)
{
    auto *name = new FieldLabel(label, this);
    bind_label(name, paths);
    row->addWidget(name);
    m_second_labels.emplace_back(row, name);
    auto &known = m_rows.back().paths;
    known.insert(known.end(), paths.begin(), paths.end());
    return name;
}

int FieldForm::label_width() const
{
    int widest = label_column;
    for (const Row &row : m_rows)
        if (row.label) widest = std::max(widest, row.label->sizeHint().width());
    return widest;
}

void FieldForm::set_label_width(int width) { m_grid->setColumnMinimumWidth(0, width); }

void FieldForm::set_second_width(int width)
{
    for (const auto &[row, label] : m_second_labels)
        if (QLayoutItem *item = row->itemAt(row->indexOf(label) + 1); item && item->widget())
            item->widget()->setFixedWidth(width);
}

/// What the first of the fields would be if nobody had set any of them.
QString FieldForm::default_text(const std::vector<std::string> &paths) const
{
    const auto plan = m_find_plan && !paths.empty() ? m_find_plan(paths) : std::nullopt;
    if (!plan) return {};
    QString text = qt(field_text(*plan, paths.front()));
    if (text == QStringLiteral("true")) return tr("on");
    if (text == QStringLiteral("false")) return tr("off");
    bool number = false;
    const qlonglong count = text.toLongLong(&number);
    return number ? locale().toString(count) : text.remove(QLatin1Char('[')).remove(QLatin1Char(']')).remove(QLatin1Char('"'));
}

void FieldForm::explain(QWidget &control, const std::string &path)
{
    auto *help = new HelpAt(control, path, [this] { return m_find_plan ? m_find_plan({}) : std::nullopt; });
    connect(help, &HelpAt::why_asked, this, &FieldForm::why_asked);
}

QKeySequence key_of_reset() { return {Qt::CTRL | Qt::SHIFT | Qt::Key_Backspace}; }

/// The label that speaks for the control with the focus.
void FieldForm::reset_focused()
{
    const HelpAt *help = HelpAt::of(QApplication::focusWidget());
    if (!help) return;
    for (const auto &[label, paths] : m_labels)
        if (label->given() && std::ranges::find(paths, help->path()) != paths.end()) return label->click();
}

void FieldForm::bind_label(FieldLabel *label, const std::vector<std::string> &paths)
{
    m_labels.emplace_back(label, paths);
    label->set_find_default([this, paths] { return default_text(paths); });
    add_updater([label, paths](const FormValues &values) {
        label->set_given(any_given(values.written, paths), qt(name_of(values.resolved.stack)));
    });
    if (!paths.empty()) explain(*label, paths.front());
    connect(label, &FieldLabel::clicked, this, [this, label, paths] {
        if (!label->given()) {
            if (HelpAt *help = HelpAt::of(label)) help->show();
            return;
        }
        FieldEdits edits;
        for (const std::string &path : paths) edits.push_back({path, std::nullopt});
        emit edited(edits, label->text());
    });
}

QComboBox *FieldForm::add_choice(QHBoxLayout *row, const QString &name, const std::string &path,
                                 const std::vector<Choice> &choices)
{
    auto *box = new QComboBox(this);
    for (const Choice &choice : choices) box->addItem(choice.title, qt(choice.value));
    box->setAccessibleName(name);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(3);
    box->setMinimumWidth(narrowest_field);
    box->setFixedHeight(field_height(*box));
    ignore_wheel_without_focus(box);
    say_whole(*box);
    row->addWidget(box, 1);
    if (path.empty()) return box;
    explain(*box, path);
    add_updater([box, path](const FormValues &values) {
        const QSignalBlocker silent(box);
        const QString value = qt(field_text(values.resolved, path));
        int index = box->findData(value);
        if (index < 0) {
            box->addItem(value, value);
            index = box->count() - 1;
        }
        box->setCurrentIndex(index);
    });
    connect(box, &QComboBox::activated, this, [=, this] {
        const std::string value = utf8(box->currentData().toString());
        emit_edit({{path, value.empty() ? std::nullopt : std::optional(value)}}, name); // what says nothing is no value
    });
    return box;
}

Segmented *FieldForm::add_segments(QHBoxLayout *row, const QString &name, const std::string &path,
                                   const std::vector<Choice> &choices)
{
    auto *segments = new Segmented(this);
    for (const Choice &choice : choices) segments->add(qt(choice.value), choice.title);
    segments->setAccessibleName(name);
    row->addWidget(segments, 1);
    explain(*segments, path);
    add_updater([segments, path](const FormValues &values) { segments->set_value(qt(field_text(values.resolved, path))); });
    connect(segments, &Segmented::chosen, this, [=, this](const QString &value) { emit_one(path, utf8(value), name); });
    return segments;
}

CountBox *FieldForm::add_count(QHBoxLayout *row, const QString &name, const std::string &path, int low, int high,
                               CountBox::Steps steps)
{
    auto *box = new CountBox(low, high, steps, this);
    leave_undo_to_the_window(*box);
    box->setMinimumWidth(narrowest_field);
    box->setFixedHeight(field_height(*box));
    box->setAccessibleName(name);
    row->addWidget(box, 1);
    explain(*box, path);
    add_updater([box, path](const FormValues &values) { box->show_value(qt(field_text(values.resolved, path)).toInt()); });
    connect(box, &QSpinBox::valueChanged, this, [=, this](int value) {
        const bool absent = value == box->minimum() && !box->specialValueText().isEmpty();
        emit_edit({{path, absent ? std::nullopt : std::optional(std::to_string(value))}}, name);
    });
    connect(box, &CountBox::told, this, [=, this](const QString &sentence) { show_remark(path, sentence); });
    return box;
}

CountBox *FieldForm::add_optional_count(QHBoxLayout *row, const QString &name, const std::string &path, int high,
                                        CountBox::Steps steps)
{
    CountBox *box = add_count(row, name, path, 0, high, steps);
    box->setSpecialValueText(tr("auto"));
    return box;
}

QDoubleSpinBox *FieldForm::add_number(QHBoxLayout *row, const QString &name, const std::string &path, double low, double high,
                                      double step)
{
    auto *box = new NumberBox(step < 1 ? 2 : 0, this);
    box->setRange(low, high);
    box->setSingleStep(step);
    box->setAccessibleName(name);
    box->setMinimumWidth(narrowest_field);
    box->setFixedHeight(field_height(*box));
    ignore_wheel_without_focus(box);
    leave_undo_to_the_window(*box);
    row->addWidget(box, 1);
    explain(*box, path);
    add_updater([box, path](const FormValues &values) {
        const QSignalBlocker silent(box);
        const QString text = qt(field_text(values.resolved, path));
        box->setValue(text.isEmpty() ? box->minimum() : text.toDouble());
    });
    connect(box, &QDoubleSpinBox::valueChanged, this, [=, this](double value) {
        const bool absent = value <= box->minimum() && !box->specialValueText().isEmpty();
        emit_edit({{path, absent ? std::nullopt : std::optional(utf8(QString::number(value, 'g', 12)))}}, name);
    });
    connect(box, &NumberBox::told, this, [=, this](const QString &sentence) { show_remark(path, sentence); });
    return box;
}

QDoubleSpinBox *FieldForm::add_optional_number(QHBoxLayout *row, const QString &name, const std::string &path, double low,
                                               double high, double step)
{
    QDoubleSpinBox *box = add_number(row, name, path, low - step, high, step); // one step below what it may be: nothing is said
    box->setSpecialValueText(tr("auto"));
    return box;
}

QLineEdit *FieldForm::add_list(QHBoxLayout *row, const QString &name, const std::string &path)
{
    auto *field = new QLineEdit(this);
    field->setAccessibleName(name);
    field->setMinimumWidth(narrowest_field);
    field->setFixedHeight(field_height(*field));
    row->addWidget(field, 1);
    explain(*field, path);
    const auto shown = [path](const Plan &plan) {
        QStringList words;
        for (const auto &word : find_field(path)->write(plan)) words << qt(word.get<std::string>());
        return words.join(QStringLiteral(", "));
    };
    add_updater([field, shown](const FormValues &values) {
        const QString text = shown(values.resolved);
        field->setProperty("shown", text);
        if (!field->hasFocus() || !field->isModified()) field->setText(text);
    });
    connect(field, &QLineEdit::editingFinished, this, [=, this] {
        if (!field->isModified() || field->text() == field->property("shown").toString()) return;
        field->setModified(false);
        emit_one(path, utf8(field->text().remove(QLatin1Char(' '))), name);
    });
    return field;
}

QLineEdit *FieldForm::add_model(QHBoxLayout *row, const QString &name, const std::string &path)
{
    auto *field = new QLineEdit(this);
    field->setAccessibleName(name);
    field->setMinimumWidth(narrowest_field);
    field->setFixedHeight(field_height(*field));
    row->addWidget(field, 1);
    explain(*field, path);
    const auto shown = [path](const Plan &plan) {
        const auto held = find_field(path)->write(plan);
        QStringList names; // each an object of one key, by which kind of reference it is
        for (const auto &one : held.is_array() ? held : nlohmann::ordered_json::array({held}))
            if (one.is_object() && !one.empty())
                names << qt(one.front().is_string() ? one.front().get<std::string>() : one.front().dump());
        return names.join(QStringLiteral(", "));
    };
    add_updater([field, shown](const FormValues &values) {
        const QString text = shown(values.resolved);
        field->setProperty("shown", text);
        if (!field->hasFocus() || !field->isModified()) field->setText(text);
    });
    connect(field, &QLineEdit::editingFinished, this, [=, this] {
        if (!field->isModified() || field->text() == field->property("shown").toString()) return;
        field->setModified(false);
        const std::string typed = utf8(field->text().remove(QLatin1Char(' ')));
        emit_edit({{path, typed.empty() ? std::nullopt : std::optional(typed)}}, name);
    });
    return field;
}

QCheckBox *FieldForm::add_check(QHBoxLayout *row, const QString &text, const std::string &path)
{
    auto *box = new QCheckBox(text, this);
    box->setFixedHeight(field_height(*box));
    box->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    box->setAccessibleName(text);
    box->setToolTip(text); // in a row it may be cut
    row->addWidget(box, 1);
    if (path.empty()) return box;
    explain(*box, path);
    add_updater([box, path](const FormValues &values) {
        const QSignalBlocker silent(box);
        box->setChecked(field_text(values.resolved, path) == "true");
    });
    connect(box, &QCheckBox::toggled, this, [=, this](bool on) { emit_one(path, on ? "true" : "false", text); });
    return box;
}

StopsSlider *FieldForm::add_slider(QHBoxLayout *row, const QString &name, const std::string &path, std::vector<int> stops)
{
    auto *slider = new StopsSlider(std::move(stops), this);
    slider->setAccessibleName(tr("%1, slider").arg(name));
    slider->setFixedHeight(field_height(*slider));
    slider->setMinimumWidth(40);
    row->addWidget(slider, 1);
    add_updater([slider, path](const FormValues &values) { slider->show_value(qt(field_text(values.resolved, path)).toInt()); });
    connect(slider, &StopsSlider::moved, this, [=, this](int value) { emit_one(path, std::to_string(value), name); });
    return slider;
}

QLabel *FieldForm::add_note()
{
    auto *note = new QLabel(this);
    style_note(*note);
    note->setMinimumHeight(18);
    note->setAlignment(Qt::AlignTop | Qt::AlignLeading);
    m_grid->addWidget(note, m_grid->rowCount(), 1);
    return note;
}

LinkLabel *FieldForm::caption_note()
{
    if (!m_caption_note) {
        m_caption_note = new LinkLabel(this);
        m_caption_note->setForegroundRole(QPalette::PlaceholderText);
        m_grid->addWidget(m_caption_note, 0, 1, Qt::AlignTrailing | Qt::AlignVCenter);
    }
    return m_caption_note;
}

void FieldForm::emit_edit(const FieldEdits &edits, const QString &name) { emit edited(edits, name); }

} // namespace plimsoll
