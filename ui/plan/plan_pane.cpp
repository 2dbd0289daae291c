// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/names.h"
#include "core/plan/plan_json.h"
#include "core/resolve/gate.h"
#include "core/resolve/resolve.h"
#include "core/resolve/runners.h"
#include "ui/controls/segmented.h"
#include "ui/controls/wording.h"
#include "ui/document/text.h"
#include "ui/plan/field_help.h"
#include "ui/plan/help_at.h"
#include "ui/plan/plan_pane.h"
#include "ui/theme/device_pixels.h"
#include "ui/theme/icons.h"
#include "ui/theme/palette.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>

namespace plimsoll {
namespace {

/// A hair line over the group, so that folding the group takes its line along.
class LinedGroup : public QWidget {
public:
    LinedGroup(QWidget *content, QWidget *parent) : QWidget(parent)
    {
        auto *column = new QVBoxLayout(this);
        column->setContentsMargins(0, 1, 0, 0);
        column->addWidget(content);
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        const QRect line = style()->visualRect(layoutDirection(), rect(), QRect(12, 0, width() - 12 - room_beside_bar, 1));
        QPainter painter(this);
        draw_edge(painter, line, Qt::TopEdge, current_palette().rule);
    }
};

std::vector<FieldForm::Choice> stack_choices()
{
    std::vector<FieldForm::Choice> out;
    for (const std::string_view stack : names_of<Stack>()) out.push_back({std::string(stack), tool_title(stack)});
    return out;
}

/// "4,068 tokens", "batch 3", "rank 64".
QString edge_text(SolveField field, Count value)
{
    const QString number = value < 1'000'000 ? QLocale().toString(static_cast<qlonglong>(value)) : brief_count(value);
    switch (field) {
    case SolveField::sequence_length:
    case SolveField::context: return PlanPane::tr("%1 tokens").arg(number);
    case SolveField::micro_batch: return PlanPane::tr("batch %1").arg(number);
    case SolveField::sequences: return PlanPane::tr("%1 at once").arg(number); // "sequences" does not fit beside the context
    case SolveField::rank: return PlanPane::tr("rank %1").arg(number);
    }
    return number;
}

QStringList model_details(const Estimate *estimate)
{
    if (!estimate || !estimate->architecture) return {};
    const QString type = qt(estimate->architecture->model_type), parameters = brief_count(estimate->total_parameters);
    return {PlanPane::tr("%1 · %2 parameters").arg(type, parameters), QStringLiteral("%1 · %2").arg(type, parameters)};
}

} // namespace

ModelButton::ModelButton(QWidget *parent) : QAbstractButton(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setToolTip(tr("Choose a model (Ctrl+L)"));
    setAccessibleName(tr("Model"));
}

void ModelButton::show_model(const QString &title, const QStringList &details)
{
    if (title == text() && details == m_details) return;
    setText(title);
    m_details = details;
    setAccessibleName(tr("Model: %1, %2").arg(title, details.value(0)));
    update();
}

QSize ModelButton::sizeHint() const { return {120, qMax(37, 2 * fontMetrics().height() + 7)}; }

void ModelButton::paintEvent(QPaintEvent *)
{
    const Palette &palette = current_palette();
    QPainter painter(this);
    draw_box(painter, rect(), palette, underMouse() ? palette.selection : palette.field, hasFocus(), true);
    const QRect inner = rect().adjusted(8, 3, -24, -3);
    const auto draw = [&](const QFont &font, const QColor &color, int alignment, const QString &words) {
        painter.setFont(font);
        painter.setPen(color);
        const QRect place = QStyle::visualRect(layoutDirection(), rect(), inner);
        painter.drawText(place, alignment | Qt::AlignLeading,
                         painter.fontMetrics().elidedText(words, Qt::ElideRight, inner.width()));
    };
    draw(ui_font(TextSize::caption, true), palette.text, m_details.isEmpty() ? Qt::AlignVCenter : Qt::AlignTop, text());
    const auto fits = [&](const QString &one) { return QFontMetrics(ui_font()).horizontalAdvance(one) <= inner.width(); };
    const auto detail = std::ranges::find_if(m_details, fits);
    draw(ui_font(), palette.muted, Qt::AlignBottom, detail != m_details.end() ? *detail : m_details.value(m_details.size() - 1));
    const QRect arrow(width() - 18, height() / 2 - 6, 12, 12);
    paint_icon(painter, QStyle::visualRect(layoutDirection(), rect(), arrow), Icon::chevron_down, palette.text);
}

PlanPane::PlanPane(QWidget *parent) : QScrollArea(parent)
{
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    auto *content = new QWidget(this);
    auto *column = new QVBoxLayout(content);
    column->setSpacing(0);
    verticalScrollBar()->installEventFilter(this);
    keep_room_for_bar(*column, false);
    build_plan_group(*column);
    add_group(*column, m_objective = make_objective_group(content), false);
    add_group(*column, make_method_group(content), false);
    add_group(*column, make_precision_group(content), true);
    add_group(*column, m_lora = new LoraGroup(content), true);
    add_group(*column, m_work = make_work_group(content), true);
    add_group(*column, m_pictures = make_pictures_group(content), true);
    add_group(*column, m_inference = make_inference_group(content), true);
    add_group(*column, m_extract = make_extract_group(content), true);
    add_group(*column, m_savers = new SaversGroup(content), true);
    add_group(*column, m_ranks = new RanksGroup(content), true);
    m_cards = new CardsGroup(content);
    column->addWidget(new LinedGroup(m_cards, content));
    add_group(*column, m_amount = new AmountGroup(content), true);
    connect(m_amount, &AmountGroup::amount_changed, this, &PlanPane::amount_changed);
    align_fields();
    for (FieldForm *form : {static_cast<FieldForm *>(m_lora), m_work, m_inference}) {
        LinkLabel &note = *form->caption_note();
        note.setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // never wider than the pane
        note.setAccessibleName(tr("Largest values that fit: not known"));
        connect(&note, &QLabel::linkActivated, this, &PlanPane::take_edge);
    }
    column->addStretch(1);
    connect(m_cards, &CardsGroup::add_asked, this, &PlanPane::card_asked);
    connect(m_cards, &CardsGroup::cards_changed, this, &PlanPane::cards_changed);
    connect(m_cards, &CardsGroup::ranks_asked, this, &PlanPane::ranks_asked);
    connect(m_cards, &CardsGroup::split_asked, this, &PlanPane::split_asked);
    setWidget(content);
    // While every row is there: what is folded later must not widen the pane when it comes back.
    constexpr int narrowest = 260;
    setMinimumWidth(std::max(narrowest, content->minimumSizeHint().width()));
    // Of most plans these have a row or none: until the first is there, nothing stands in the way of the others.
    m_objective->hide();
    m_pictures->parentWidget()->hide();
    setAccessibleName(tr("Plan"));
}

/// Fields are as wide with a scroll bar as without: a sentence under one may bring it, in the middle of typing.
void PlanPane::keep_room_for_bar(QLayout &column, bool bar) const
{
    const int room = bar ? 0 : verticalScrollBar()->sizeHint().width();
    const bool mirrored = layoutDirection() == Qt::RightToLeft;
    column.setContentsMargins(mirrored ? room : 0, 4, mirrored ? 0 : room, 0);
}

bool PlanPane::eventFilter(QObject *watched, QEvent *event)
{
    const bool shown = event->type() == QEvent::Show;
    if (watched == verticalScrollBar() && widget() && (shown || event->type() == QEvent::Hide))
        keep_room_for_bar(*widget()->layout(), shown);
    return QScrollArea::eventFilter(watched, event);
}

void PlanPane::build_plan_group(QVBoxLayout &column)
{
    auto *form = new FieldForm(tr("Plan"), this);
    auto *model = form->add_row(tr("Model"), {});
    form->answer_for("model");
    m_model_button = new ModelButton(form);
    model->addWidget(m_model_button);
    form->explain(*m_model_button, "model");
    connect(m_model_button, &QAbstractButton::clicked, this, [this] { emit model_asked(m_model_button); });
    form->add_segments(form->add_row(tr("Task"), {"task"}), tr("Task"), "task",
                       {{"train", tr("Train")}, {"infer", tr("Run")}, {"extract", tr("Extract")}});
    auto *stack = form->add_row(tr("Stack"), {"stack"});
    form->add_choice(stack, tr("Stack"), "stack", stack_choices());
    m_stack_note = form->add_note();
    form->on_show([this, form, stack](const FormValues &values) {
        const bool decides = !claims_memory(values.resolved); // an engine of its own runs no stack's code
        form->set_row_visible(stack, decides);
        m_stack_note->setVisible(decides);
    });
    add_group(column, form, false);
}

void PlanPane::add_group(QVBoxLayout &column, FieldForm *group, bool line_above)
{
    column.addWidget(line_above ? static_cast<QWidget *>(new LinedGroup(group, group->parentWidget())) : group);
    m_groups.push_back(group);
    group->set_find_plan([this](const std::vector<std::string> &without) { return plan_without(without); });
    connect(group, &FieldForm::edited, this, [this] { // what another field said was about the plan of before
        for (FieldForm *one : m_groups) one->clear_remarks();
    });
    connect(group, &FieldForm::edited, this, &PlanPane::edited);
    connect(group, &FieldForm::undo_asked, this, &PlanPane::undo_asked);
    connect(group, &FieldForm::why_asked, this, &PlanPane::why_asked);
}

/// What the stack, the model and the card make of the plan when these fields are not set.
std::optional<Plan> PlanPane::plan_without(const std::vector<std::string> &paths) const
{
    if (!m_estimate || !m_estimate->architecture) return std::nullopt;
    Plan plan = m_written;
    for (const std::string &path : paths) plan = without_field(plan, path);
    const auto resolved = resolve(plan, *m_estimate->architecture, m_estimate->device);
    return resolved.ok() ? std::optional(resolved->plan) : std::nullopt;
}

void PlanPane::align_fields()
{
    constexpr int buttons = 24; // of a spin box, or the chevron of a combo box, and the room around the text
    int widest = 0;
    for (const FieldForm *group : m_groups) widest = std::max(widest, group->label_width());
    for (FieldForm *group : m_groups) {
        group->set_label_width(widest);
        group->set_second_width(fontMetrics().horizontalAdvance(QStringLiteral("16,384")) + buttons);
    }
}

void PlanPane::fold_groups(const Plan &resolved)
{
    m_lora->parentWidget()->setVisible(resolved.trains_adapter());
    m_work->parentWidget()->setVisible(resolved.task != Task::infer);
    m_objective->show();
    m_pictures->parentWidget()->setVisible(takes_pictures(m_estimate.get(), resolved));
    m_inference->parentWidget()->setVisible(resolved.task == Task::infer);
    m_extract->parentWidget()->setVisible(resolved.task == Task::extract);
    m_amount->parentWidget()->setVisible(resolved.task != Task::extract);
    m_savers->parentWidget()->setVisible(!claims_memory(resolved));
    const bool ranks = needs_ranks(resolved);
    m_ranks->parentWidget()->setVisible(ranks);
    if (m_cards) m_cards->offer_several(!ranks && applies("parallel.tensor", resolved), resolved.task == Task::train);
}

/// One card that takes it all has no use for them.
bool PlanPane::needs_ranks(const Plan &resolved) const
{
    if (!applies("parallel.tensor", resolved)) return false;
    const bool given =
        std::ranges::any_of(m_written.given, [](const std::string &path) { return path.starts_with("parallel."); });
    return m_ranks_asked || m_several_cards || given || resolved.parallel.spread();
}

void PlanPane::open_ranks()
{
    m_ranks_asked = true;
    fold_groups(m_estimate ? m_estimate->plan.plan : m_written);
    for (auto *field : m_ranks->findChildren<QWidget *>())
        if ((field->focusPolicy() & Qt::TabFocus) && field->isVisible() && field->isEnabled() &&
            !qobject_cast<FieldLabel *>(field)) {
            ensureWidgetVisible(m_ranks);
            return field->setFocus(Qt::TabFocusReason);
        }
}

std::vector<std::string> PlanPane::fields_shown() const
{
    std::vector<std::string> out;
    for (const HelpAt *help : findChildren<HelpAt *>())
        if (help->control().isVisibleTo(this) && std::ranges::find(out, help->path()) == out.end()) out.push_back(help->path());
    return out;
}

void PlanPane::go_to(const std::string &path)
{
    for (const HelpAt *help : findChildren<HelpAt *>()) {
        QWidget &control = help->control();
        if (help->path() != path || !control.isVisibleTo(this) || qobject_cast<FieldLabel *>(&control)) continue;
        ensureWidgetVisible(&control);
        QWidget *target = &control;
        if (target->focusPolicy() == Qt::NoFocus)
            for (auto *part : control.findChildren<QAbstractButton *>()) // of segments the chosen one
                if (part->isChecked()) target = part;
        return target->setFocus(Qt::TabFocusReason);
    }
}

void PlanPane::show_snapshot(const Snapshot &snapshot)
{
    const Plan &written = snapshot.session.current().plan;
    const Estimate *estimate = snapshot.current().estimate.get();
    const std::optional<Plan> &refused = snapshot.current().refused;
    const Plan &resolved = estimate ? estimate->plan.plan : refused ? *refused : written;
    m_written = written;
    m_estimate = snapshot.current().estimate;
    m_several_cards = std::ranges::any_of(snapshot.lines, [](const LoadLine &line) { return line.count > 1; });
    for (FieldForm *group : m_groups) {
        group->show_values({resolved, written, estimate});
        group->clear_problems();
    }
    fold_groups(resolved);
    m_model_button->show_model(model_title(written.model, estimate), model_details(estimate));
    m_stack_note->setText(stack_note(resolved));
    m_lora->show_estimate(estimate);
    m_amount->show_amount(snapshot.session.amount, resolved);
    m_cards->show_snapshot(snapshot);
    show_remarks(snapshot);
    const Error &error = snapshot.current().error;
    if (estimate || show_problem(error, written) || !is_about_model(error)) return;
    for (FieldForm *group : m_groups) group->show_problem("model", sentence_of(error)); // a file of it, or a key in one
}

/// Under their fields; what has none here, under the stack. An evaluation that only the stack's default asks for is left to
/// the reports: it would stand beside every plan.
void PlanPane::show_remarks(const Snapshot &snapshot)
{
    const Plan &written = snapshot.session.current().plan;
    const Estimate *estimate = snapshot.current().estimate.get();
    std::vector<Warning> left = snapshot.current().remarks.warnings;
    // fields that take no part are folded away
    std::erase_if(left, [&](const Warning &one) { return one.code == "no_effect" && !applies(one.field, estimate->plan.plan); });
    if (!written.has("evaluation.micro_batch")) std::erase_if(left, [](const Warning &one) { return one.code == "evaluation"; });
    const auto way = [estimate](const Warning &one) { return way_out(one, *estimate); };
    const char *const others = estimate && claims_memory(estimate->plan.plan) ? "task" : "stack";
    for (std::size_t i = m_groups.size(); i-- > 0;) m_groups[i]->take_warnings(left, way, i == 0 ? others : "");
}

void PlanPane::show_differences(const std::vector<SaverChange> &changes, const std::vector<std::optional<Bytes>> &differences,
                                const Numbers &numbers)
{
    m_savers->show_differences(changes, differences, numbers);
}

void PlanPane::show_largest_values(const LargestValues &largest)
{
    show_largest_of(*m_work, largest, {SolveField::sequence_length, SolveField::micro_batch});
    show_largest_of(*m_inference, largest, {SolveField::context, SolveField::sequences});
    show_largest_of(*m_lora, largest, {SolveField::rank});
}

/// On a line of its own, where a length is more than the model knows positions.
QString PlanPane::beyond_positions_text(SolveField field, Count length) const
{
    if (field == SolveField::rank || !m_estimate || !m_estimate->architecture) return {};
    const std::optional<Count> most = positions_of(*m_estimate->architecture);
    if (!most || length <= *most) return {};
    return QLatin1Char('\n') + tr("The model was made for %1 positions.").arg(QLocale().toString(static_cast<qlonglong>(*most)));
}

void PlanPane::show_largest_of(FieldForm &form, const LargestValues &largest, const std::vector<SolveField> &fields)
{
    const auto first = value_of(largest, fields.front());
    const QString meaning = first ? tr("%1 is the most that fits").arg(edge_text(fields.front(), *first)) : QString();
    form.findChild<StopsSlider *>()->set_mark(first ? static_cast<int>(std::min<Count>(*first, 1 << 24)) : 0, meaning);
    QStringList links, words;
    for (const SolveField field : fields)
        if (const auto value = value_of(largest, field)) {
            words << edge_text(field, *value);
            links << QStringLiteral("<a href=\"%1=%2\">%3</a>")
                         .arg(QString::fromLatin1(path_of(field)))
                         .arg(*value)
                         .arg(words.last());
        }
    LinkLabel &note = *form.caption_note();
    const auto room_for = [&](const QStringList &said) {
        return note.fontMetrics().horizontalAdvance(tr("most %1").arg(said.join(tr(" or ")))) <= form.caption_room();
    };
    if (links.size() > 1 && form.caption_room() > 0 && !room_for(words)) links.resize(1); // the tip has both
    note.show_text(links.isEmpty() ? QString() : tr("most %1").arg(links.join(tr(" or "))));
    note.setToolTip(
        links.isEmpty()
            ? QString()
            : tr("%1: the largest values that fit on the first card, each with all else as it is").arg(words.join(tr(" or "))) +
                  beyond_positions_text(fields.front(), first.value_or(0)));
    note.setAccessibleName(links.isEmpty() ? tr("Largest values that fit: not known")
                                           : tr("Largest that fits: %1").arg(words.join(tr(" or "))));
}

void PlanPane::take_edge(const QString &link)
{
    const QString path = link.section(QLatin1Char('='), 0, 0);
    emit edited({{utf8(path), utf8(link.section(QLatin1Char('='), 1))}},
                path.section(QLatin1Char('.'), -1).replace(QLatin1Char('_'), QLatin1Char(' ')));
}

void PlanPane::show_remark(const std::string &path, const QString &text, const std::optional<WayOut> &way)
{
    for (FieldForm *group : m_groups) group->show_remark(path, text, way);
}

bool PlanPane::show_problem(const Error &error, const Plan &plan, const FieldEdits &tried)
{
    if (error.field.empty()) return false;
    bool shown = false;
    const auto way = way_out(error, plan, tried);
    for (FieldForm *group : m_groups) shown = group->show_problem(error.field, sentence_of(error), way) || shown;
    return shown;
}

} // namespace plimsoll
