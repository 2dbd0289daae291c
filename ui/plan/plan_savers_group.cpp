// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/optimizers.h"
#include "core/plan/names.h"
#include "core/resolve/gate.h"
#include "ui/controls/wording.h"
#include "ui/document/text.h"
#include "ui/plan/plan_groups.h"
#include "ui/theme/elided_label.h"
#include "ui/theme/palette.h"

#include <algorithm>

namespace plimsoll {
namespace {

/// An optimizer and its implementation as one entry of the combo: "adamw/fused", "adamw_8bit/".
std::string optimizer_key(const Optimizer &optimizer)
{
    return std::string(name_of(optimizer.name)) + "/" +
           std::string(optimizer.implementation ? name_of(*optimizer.implementation) : "");
}

std::vector<Optimizer> offered_optimizers()
{
    std::vector<Optimizer> out;
    const std::vector<const OptimizerKind *> &all = all_optimizers();
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (!all[i]->offered) continue;
        const auto name = static_cast<OptimizerName>(i);
        using enum OptimizerImplementation;
        if (has_torch_forms(*all[i]) && !all[i]->trainer_has_one_form)
            for (const OptimizerImplementation form : {fused, foreach_, single}) out.push_back({name, form});
        else
            out.push_back({name, std::nullopt});
    }
    return out;
}

/// What is compared with an optimizer: the plans' own where this one packs its states, the first that does so elsewhere.
OptimizerName other_than(const OptimizerKind &kind)
{
    const auto packs = [](const OptimizerKind *one) { return one->bits == 8; };
    if (packs(&kind)) return {};
    const std::vector<const OptimizerKind *> &all = all_optimizers();
    return static_cast<OptimizerName>(std::ranges::find_if(all, packs) - all.begin());
}

FieldEdits optimizer_edits(const std::string &key)
{
    const auto slash = key.find('/');
    FieldEdits edits{{"optimizer.name", key.substr(0, slash)}};
    if (slash + 1 < key.size())
        edits.push_back({"optimizer.implementation", key.substr(slash + 1)});
    else
        edits.push_back({"optimizer.implementation", std::nullopt});
    return edits;
}

} // namespace

std::vector<SaverChange> saver_changes(const Plan &resolved)
{
    std::vector<SaverChange> changes;
    const bool checkpointing = resolved.gradient_checkpointing.enabled;
    const bool trains = resolved.task == Task::train;
    if (trains)
        changes.push_back({"gradient_checkpointing",
                           checkpointing ? SaversGroup::tr("none") : SaversGroup::tr("every layer"),
                           {{"gradient_checkpointing", checkpointing ? "false" : "true"}}});
    else
        changes.push_back({"gradient_checkpointing", {}, {}});
    const char *attention = resolved.attention == AttentionBackend::sdpa ? "flash2" : "sdpa";
    changes.push_back({"attention", QString::fromLatin1(attention), {{"attention", std::string(attention)}}});
    const LossKind loss = resolved.loss.kind == LossKind::full ? LossKind::fused : LossKind::full;
    const Optimizer other{other_than(kind_of(resolved.optimizer)), std::nullopt};
    changes.push_back(
        {"loss.kind", title_of(loss), trains ? FieldEdits{{"loss.kind", std::string(name_of(loss))}} : FieldEdits{}});
    changes.push_back({"optimizer.name", title_of(other), trains ? optimizer_edits(optimizer_key(other)) : FieldEdits{}});
    return changes;
}

SaversGroup::SaversGroup(QWidget *parent) : FieldForm(tr("Savers"), parent)
{
    auto *checkpoints = add_saver_row(tr("Checkpoint"), {"gradient_checkpointing"});
    auto *every = add_check(checkpoints, tr("every layer"), {});
    every->setAccessibleName(tr("Gradient checkpointing at every layer"));
    checkpoints->insertWidget(0, every, 1);
    explain(*every, "gradient_checkpointing");
    connect(every, &QCheckBox::toggled, this, [this](bool on) {
        emit_edit({{"gradient_checkpointing", on ? "true" : "false"}}, tr("Checkpoints"));
    });
    auto *attention = add_saver_row(tr("Attention"), {"attention", "compile"});
    attention->insertWidget(
        0,
        add_choice(attention, tr("Attention"), "attention",
                   {{"sdpa", tr("sdpa")}, {"eager", tr("eager")}, {"flash2", tr("flash2")}, {"flash3", tr("flash3")}}),
        1);
    auto *compile = add_check(attention, tr("compile"), "compile"); // it changes no figure: no row of its own
    compile->setAccessibleName(tr("torch.compile"));
    compile->setToolTip(tr("torch.compile: what inductor fuses is simulated, with a wider interval"));
    compile->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    attention->insertWidget(1, compile);
    auto *loss = add_saver_row(tr("Loss"), {"loss.kind", "loss.chunk"});
    std::vector<FieldForm::Choice> kinds;
    for (const std::string_view kind : plan_names<LossKind>)
        kinds.push_back({std::string(kind), title_of(*plan_enum<LossKind>(kind))});
    loss->insertWidget(0, add_choice(loss, tr("Loss"), "loss.kind", kinds), 1);
    auto *optimizer = add_saver_row(tr("Optimizer"), {"optimizer.name", "optimizer.implementation"});
    add_optimizer(optimizer);
    m_training_rows = {checkpoints, loss, optimizer};
    on_show([this, every, compile, attention](const FormValues &values) {
        set_row_visible(attention, applies("attention", values.resolved));
        compile->setVisible(values.resolved.task == Task::train);
        const QSignalBlocker silent(every);
        const Checkpointing &checkpointing = values.resolved.gradient_checkpointing;
        every->setChecked(checkpointing.enabled);
        every->setText(checkpointing.every > 1           ? tr("every %1 layers").arg(checkpointing.every)
                       : checkpointing.selective.empty() ? tr("every layer")
                                                         : qt(checkpointing.selective));
        for (const auto *row : m_training_rows) set_row_visible(row, values.resolved.task == Task::train);
    });
}

/// So that the fields beside them stay where they are; only a figure beyond every card takes more.
int SaversGroup::width_of_differences() const { return std::max(56, fontMetrics().horizontalAdvance(QStringLiteral("+888.88"))); }

QHBoxLayout *SaversGroup::add_saver_row(const QString &label, const std::vector<std::string> &paths)
{
    auto *row = add_row(label, paths);
    auto *difference = new ElidedLabel(this);
    difference->setFixedWidth(width_of_differences());
    difference->setAlignment(Qt::AlignTrailing | Qt::AlignVCenter);
    row->addWidget(difference);
    m_differences.push_back(difference);
    return row;
}

void SaversGroup::add_optimizer(QHBoxLayout *row)
{
    std::vector<FieldForm::Choice> choices;
    for (const Optimizer &one : offered_optimizers()) choices.push_back({optimizer_key(one), title_of(one)});
    auto *box = add_choice(row, tr("Optimizer"), {}, choices);
    row->insertWidget(0, box, 1);
    explain(*box, "optimizer.name");
    connect(box, &QComboBox::activated, this,
            [this, box] { emit_edit(optimizer_edits(utf8(box->currentData().toString())), tr("Optimizer")); });
    on_show([box](const FormValues &values) {
        const QSignalBlocker silent(box);
        const QString key = qt(optimizer_key(values.resolved.optimizer));
        if (box->findData(key) < 0) box->addItem(title_of(values.resolved.optimizer), key);
        box->setCurrentIndex(box->findData(key));
    });
}

void SaversGroup::show_differences(const std::vector<SaverChange> &changes, const std::vector<std::optional<Bytes>> &differences,
                                   const Numbers &numbers)
{
    const bool known = !differences.empty();
    caption_note()->setText(known ? tr("changes now by, %1").arg(numbers.unit_name()) : QString());
    for (std::size_t i = 0; i < m_differences.size() && i < changes.size(); ++i) {
        QLabel &label = *m_differences[i];
        const auto &difference = i < differences.size() ? differences[i] : std::nullopt;
        const bool none = difference && *difference == 0;
        label.setText(!known        ? QString()
                      : !difference ? QStringLiteral("–")
                      : none        ? tr("no effect")
                                    : numbers.table_difference(*difference));
        const int figure = difference && !none ? label.sizeHint().width() : 0; // words may be cut
        label.setFixedWidth(std::max(width_of_differences(), figure));
        label.setToolTip(difference ? tr("%1: %2").arg(changes[i].title, numbers.exact(*difference))
                                    : tr("Cannot be said for this plan"));
        label.setAccessibleName(tr("With %1: %2").arg(changes[i].title, label.text()));
    }
}

} // namespace plimsoll
