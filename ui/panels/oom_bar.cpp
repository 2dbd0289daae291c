// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/oom_bar.h"

#include "ui/controls/field_widgets.h"
#include "ui/document/text.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>

namespace plimsoll {
namespace {

constexpr int to_fit = -1; ///< in the place of a situation

QString figure_text(const OomFigure &figure, const Numbers &numbers)
{
    if (!figure.is_bytes) return OomBar::tr("%1 tokens").arg(numbers.count(figure.value));
    constexpr Bytes told_in_mib = gib / 10, told_in_bytes = mib / 10; // below them two decimals would say nothing
    if (figure.value >= told_in_mib || figure.value == 0) return numbers.brief_with_unit(figure.value);
    return figure.value >= told_in_bytes ? OomBar::tr("%1 MiB").arg(numbers.locale.toString(
                                               static_cast<double>(figure.value) / static_cast<double>(mib), 'f', 1))
                                         : numbers.exact(figure.value);
}

} // namespace

QString facts_of(const OomCase &entry, const Numbers &numbers)
{
    if (!entry.not_here.empty()) return OomBar::tr("Not here: %1.").arg(qt(entry.not_here));
    QStringList facts{OomBar::tr("on the card then: %1").arg(numbers.brief_with_unit(entry.bytes))};
    for (const OomFigure &figure : entry.figures)
        facts << OomBar::tr("%1: %2").arg(qt(figure.title), figure_text(figure, numbers).replace(u' ', QChar::Nbsp));
    return facts.join(QStringLiteral(" · "));
}

OomBar::OomBar(QWidget *parent) : QWidget(parent), m_choice(this), m_facts(this)
{
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(2, 6, 12, 4);
    row->setSpacing(10);
    m_choice.setAccessibleName(tr("What the advice is for"));
    m_choice.setMinimumContentsLength(24);
    m_choice.setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    ignore_wheel_without_focus(&m_choice);
    say_whole(m_choice);
    m_facts.setWordWrap(true);
    m_facts.setForegroundRole(QPalette::PlaceholderText);
    row->addWidget(&m_choice, 0, Qt::AlignTop);
    row->addWidget(&m_facts, 1);
    m_choice.addItem(tr("To make it fit"), to_fit);
    for (const OomSituation situation : all_oom_situations) m_choice.addItem({}, static_cast<int>(situation));
    set_task(Task::train);
    connect(&m_choice, &QComboBox::activated, this, &OomBar::chosen);
}

void OomBar::set_task(Task task)
{
    for (int row = 1; row < m_choice.count(); ++row)
        m_choice.setItemText(row, qt(title_of(static_cast<OomSituation>(m_choice.itemData(row).toInt()), task)));
}

std::optional<OomSituation> OomBar::situation() const
{
    const int chosen = m_choice.currentData().toInt();
    return chosen == to_fit ? std::nullopt : std::optional(static_cast<OomSituation>(chosen));
}

void OomBar::choose(std::optional<OomSituation> situation)
{
    m_choice.setCurrentIndex(m_choice.findData(situation ? static_cast<int>(*situation) : to_fit));
    emit chosen();
}

void OomBar::show_facts(const QString &facts)
{
    m_facts.setText(facts);
    m_facts.setToolTip(facts);
}

} // namespace plimsoll
