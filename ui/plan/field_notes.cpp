// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/text.h"
#include "ui/plan/field_form.h"
#include "ui/plan/field_help.h"
#include "ui/theme/palette.h"

#include <QEvent>

#include <algorithm>
#include <utility>

// What stands under the fields of a form: what is wrong, what is odd, and what a field made of what was typed.
namespace plimsoll {
namespace {

constexpr int rows_of_a_warning = 2, whole = 0; // what is wrong stands there with all its words; what is odd waits for a click

/// "sequence_length: 40,000 is longer…" under the field of it: "40,000 is longer…". Chinese has a colon of its own, without a space.
QString below_its_field(const QString &text, const std::string &field)
{
    if (field.empty() || !text.startsWith(qt(field))) return text;
    for (const QString &colon : {QStringLiteral(": "), QStringLiteral("：")}) {
        const qsizetype at = text.indexOf(colon), rest = at + colon.size();
        if (at >= 0 && rest < text.size()) return text[rest].toUpper() + text.mid(rest + 1);
    }
    return text;
}

} // namespace

FieldForm::Row *FieldForm::row_of(const std::string &path)
{
    // "model.preset" is a part of what stands in the row of "model"
    const auto concerns = [&](const std::string &one) { return path == one || path.starts_with(one + "."); };
    const auto row = std::ranges::find_if(m_rows, [&](const Row &one) { return std::ranges::any_of(one.paths, concerns); });
    return row == m_rows.end() ? nullptr : &*row;
}

void FieldForm::add_note_to(Row &row)
{
    row.note = new NoteLabel(row.cell);
    style_note(*row.note);
    row.cell->layout()->addWidget(row.note);
    const auto at = static_cast<std::size_t>(&row - m_rows.data());
    connect(row.note, &NoteLabel::way_taken, this, [this, at](int index) { take_way(at, static_cast<std::size_t>(index)); });
    connect(row.note, &NoteLabel::links_changed, this, [this, at] { order_note(m_rows[at]); });
}

/// Tab comes to a link after the fields of its row; a label without one has no place in that order.
void FieldForm::order_note(const Row &row)
{
    QWidget *last = nullptr;
    for (int i = 0; i < row.fields->count(); ++i)
        if (QWidget *field = row.fields->itemAt(i)->widget(); field && (field->focusPolicy() & Qt::TabFocus)) last = field;
    if (last && (row.note->focusPolicy() & Qt::TabFocus)) setTabOrder(last, row.note);
}

/// The problem, or else what the field made of what was typed, and the warnings.
FieldForm::Said FieldForm::said_under(const Row &row)
{
    if (row.problem || !row.remark) return row.problem ? *row.problem : row.warnings;
    Said out = *row.remark;
    out.lines += row.warnings.lines;
    out.ways.insert(out.ways.end(), row.warnings.ways.begin(), row.warnings.ways.end());
    out.quiet = row.warnings.quiet || row.warnings.lines.isEmpty();
    return out;
}

/// What stands under the row's fields has colours that no palette of the application holds.
void FieldForm::say(Row &row)
{
    const Said said = said_under(row);
    if (!row.note && said.lines.isEmpty()) return;
    if (!row.note) add_note_to(row);
    std::vector<NoteLabel::Line> lines;
    for (std::size_t i = 0; i < said.ways.size(); ++i)
        lines.push_back({said.lines[static_cast<qsizetype>(i)], said.ways[i] ? said.ways[i]->title : QString()});
    QPalette colors = palette();
    const auto &color = row.problem ? current_palette().no : said.quiet ? current_palette().muted : current_palette().tight;
    colors.setColor(QPalette::PlaceholderText, color);
    row.note->setPalette(colors);
    row.note->show_lines(lines, row.problem || row.remark ? whole : rows_of_a_warning);
    order_note(row);
    row.note->setVisible(!said.lines.isEmpty());
}

void FieldForm::take_way(std::size_t at, std::size_t index)
{
    const Row &row = m_rows[at];
    const Said said = said_under(row);
    if (index >= said.ways.size() || !said.ways[index]) return;
    const WayOut way = *said.ways[index]; // taking it away is the first thing that an edit does
    if (way.undoes) return emit undo_asked();
    const QString field = row.label ? row.label->text() : accessibleName();
    emit_edit(way.edits, tr("%1: %2").arg(field, way.title));
}

bool FieldForm::show_problem(const std::string &path, const QString &text, const std::optional<WayOut> &way)
{
    Row *row = row_of(path);
    if (!row) return false;
    const std::string &own = row->paths.front(); // by the label; a second field of the row is not named by it
    const bool named = path == own || path.starts_with(own + '.');
    const QString said = named ? below_its_field(text, path) : text;
    row->problem = said.isEmpty() ? std::nullopt : std::optional(Said{{said}, {way}, false});
    say(*row);
    return true;
}

bool FieldForm::show_remark(const std::string &path, const QString &text, const std::optional<WayOut> &way)
{
    Row *row = row_of(path);
    if (!row) return false;
    row->remark = text.isEmpty() ? std::nullopt : std::optional(Said{{text}, {way}, true});
    m_remarked = std::nullopt;
    say(*row);
    return true;
}

void FieldForm::clear_remarks()
{
    for (Row &row : m_rows)
        if (std::exchange(row.remark, std::nullopt)) say(row);
}

/// A remark is about the plan that comes of what was typed, which is shown next, and goes with it.
void FieldForm::age_remarks(const Plan &written)
{
    if (!m_remarked)
        m_remarked = written;
    else if (*m_remarked != written)
        clear_remarks();
}

void FieldForm::clear_problems()
{
    for (Row &row : m_rows)
        if (std::exchange(row.problem, std::nullopt)) say(row);
}

void FieldForm::take_warnings(std::vector<Warning> &warnings, const FindWay &way, const std::string &others)
{
    std::vector<Said> said(m_rows.size());
    std::erase_if(warnings, [&](const Warning &one) {
        const Row *own = one.field.empty() ? nullptr : row_of(one.field);
        const Row *row = own || others.empty() ? own : row_of(others);
        if (!row) return false;
        Said &here = said[static_cast<std::size_t>(row - m_rows.data())];
        const bool named = own && one.field == own->paths.front(); // by the label; a second field of the row is not
        here.lines << (named ? below_its_field(qt(one.text), one.field)
                             : qt(one.text).replace(qt(one.field), field_title(one.field)));
        here.ways.push_back(way(one));
        here.quiet = one.code == "no_effect" && (here.quiet || here.ways.size() == 1);
        return true;
    });
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        if (said[i] != std::exchange(m_rows[i].warnings, said[i]) && !m_rows[i].problem) say(m_rows[i]);
}

void FieldForm::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange) return;
    for (Row &row : m_rows)
        if (row.note) say(row);
}

} // namespace plimsoll
