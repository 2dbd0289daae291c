// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapted_modules.h"
#include "ui/document/text.h"
#include "ui/plan/plan_groups.h"

#include <QCheckBox>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QStyleOptionComboBox>
#include <QWidgetAction>

#include <algorithm>

namespace plimsoll {
namespace {

constexpr int highest_rank = 1024;

/// Looks as the combo boxes around it do, and opens a menu.
class MenuField : public QPushButton {
public:
    using QPushButton::QPushButton;

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        QStyleOptionComboBox option;
        option.initFrom(this);
        option.currentText = text();
        option.subControls = QStyle::SC_All;
        style()->drawComplexControl(QStyle::CC_ComboBox, &option, &painter, this);
        style()->drawControl(QStyle::CE_ComboBoxLabel, &option, &painter, this);
    }
};

/// Last parts of the names that an adapter wraps in this model, in the model's order: "q_proj", "k_proj", … All that LoRA may
/// wrap unless one is given.
std::vector<std::string> linear_names(const Architecture &architecture, const Adapter &adapter = {})
{
    const auto plan = adapted_modules(architecture, adapter);
    std::vector<std::string> names;
    if (!plan.ok()) return names;
    for (const AdaptedModule &target : plan->targets) {
        const std::string last = target.module.substr(target.module.rfind('.') + 1);
        if (std::find(names.begin(), names.end(), last) == names.end()) names.push_back(last);
    }
    return names;
}

std::string joined(const std::vector<std::string> &names)
{
    std::string out;
    for (const std::string &name : names) out += (out.empty() ? "" : ",") + name;
    return out;
}

bool is(const Adapter &adapter, const char *keyword) { return adapter.targets.size() == 1 && adapter.targets.front() == keyword; }

/// As a keyword they are those of the model; nothing before it is known.
QString targets_named(const Adapter &adapter, const Architecture *architecture)
{
    std::vector<std::string> names = adapter.targets;
    if (is(adapter, "all-linear") || is(adapter, "default"))
        names = architecture ? linear_names(*architecture, adapter) : std::vector<std::string>();
    return qt(joined(names)).replace(QLatin1Char(','), QStringLiteral(", "));
}

QString targets_title(const Adapter &adapter, const Architecture *architecture)
{
    if (is(adapter, "all-linear")) {
        const auto count = architecture ? linear_names(*architecture).size() : 0;
        return count ? LoraGroup::tr("all linear layers (%1)").arg(count) : LoraGroup::tr("all linear layers");
    }
    if (is(adapter, "default")) return LoraGroup::tr("PEFT's default");
    const std::size_t count = adapter.targets.size();
    return count > 2 ? LoraGroup::tr("%1 + %2 more").arg(qt(adapter.targets.front())).arg(count - 1)
                     : targets_named(adapter, architecture);
}

} // namespace

LoraGroup::LoraGroup(QWidget *parent) : FieldForm(tr("LoRA"), parent)
{
    auto *rank = add_row(tr("Rank"), {"adapter.rank"});
    add_slider(rank, tr("Rank"), "adapter.rank", doubling_stops(highest_rank));
    auto *count = add_count(rank, tr("Rank"), "adapter.rank", 1, 65536, CountBox::Steps::doubling);
    count->setMinimumWidth(width_beside_slider(*count));
    auto *alpha = add_row(tr("Alpha"), {"adapter.alpha"});
    add_number(alpha, tr("Alpha"), "adapter.alpha", 0, 1e9, 1);
    add_label(alpha, tr("Dropout"), {"adapter.dropout"});
    add_number(alpha, tr("Dropout"), "adapter.dropout", 0, 1, 0.05);
    auto *targets = add_row(tr("Targets"), {"adapter.targets", "adapter.dora"});
    m_targets = new MenuField(this);
    m_targets->setAccessibleName(tr("Targets"));
    m_targets->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    targets->addWidget(m_targets, 1);
    explain(*m_targets, "adapter.targets");
    m_targets->setFixedHeight(qMax(22, fontMetrics().height() + 6));
    connect(m_targets, &QPushButton::clicked, this, &LoraGroup::open_targets);
    add_check(targets, tr("DoRA"), "adapter.dora")->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    m_trainable = add_note();
    on_show([this](const FormValues &values) {
        m_adapter = values.resolved.adapter;
        show_targets();
    });
}

void LoraGroup::show_targets()
{
    m_targets->setText(targets_title(m_adapter, m_architecture.get()));
    m_targets->setToolTip(targets_named(m_adapter, m_architecture.get()));
    m_targets->setAccessibleDescription(m_targets->toolTip());
}

void LoraGroup::show_estimate(const Estimate *estimate)
{
    m_architecture = estimate ? estimate->architecture : nullptr;
    show_targets();
    if (!estimate || estimate->total_parameters <= 0) return m_trainable->clear();
    const QLocale locale;
    const double percent =
        100.0 * static_cast<double>(estimate->trainable_parameters) / static_cast<double>(estimate->total_parameters);
    m_trainable->setText(
        tr("%1 trainable, %2 %")
            .arg(locale.toString(static_cast<qlonglong>(estimate->trainable_parameters)), locale.toString(percent, 'f', 2)));
}

void LoraGroup::open_targets()
{
    QMenu menu(this);
    const auto choose = [this](const char *keyword) { emit_edit({{"adapter.targets", std::string(keyword)}}, tr("Targets")); };
    const auto add = [&](const QString &title, const char *keyword) {
        QAction *action = menu.addAction(title, this, [choose, keyword] { choose(keyword); });
        action->setCheckable(true);
        action->setChecked(is(m_adapter, keyword));
    };
    add(tr("All linear layers"), "all-linear");
    add(tr("PEFT's default for this model"), "default");
    menu.addSeparator();
    add_target_checks(menu);
    menu.exec(m_targets->mapToGlobal(QPoint(0, m_targets->height())));
}

void LoraGroup::add_target_checks(QMenu &menu)
{
    if (!m_architecture) return;
    const auto names = linear_names(*m_architecture);
    const auto checks = std::make_shared<std::vector<QCheckBox *>>();
    for (const std::string &name : names) {
        auto *box = new QCheckBox(qt(name), &menu);
        const bool listed = std::find(m_adapter.targets.begin(), m_adapter.targets.end(), name) != m_adapter.targets.end();
        box->setChecked(is(m_adapter, "all-linear") || listed);
        box->setContentsMargins(8, 2, 8, 2);
        checks->push_back(box);
        auto *action = new QWidgetAction(&menu);
        action->setDefaultWidget(box);
        menu.addAction(action);
        connect(box, &QCheckBox::toggled, this, [this, checks, names] {
            std::vector<std::string> chosen;
            for (std::size_t i = 0; i < names.size(); ++i)
                if ((*checks)[i]->isChecked()) chosen.push_back(names[i]);
            if (!chosen.empty()) emit_edit({{"adapter.targets", joined(chosen)}}, tr("Targets"));
        });
    }
}

} // namespace plimsoll
