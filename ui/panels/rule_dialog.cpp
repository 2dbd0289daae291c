// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/rule_dialog.h"

#include "core/api/envelope_question.h"
#include "ui/controls/plain_table.h"
#include "ui/controls/rank_words.h"
#include "ui/document/text.h"

#include <QDialogButtonBox>
#include <QVBoxLayout>

namespace plimsoll {

RuleDialog::RuleDialog(QWidget *parent) : QDialog(parent)
{
    setObjectName(QStringLiteral("rule_dialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Rule of thumb"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 12);
    column->setSpacing(10);
    m_summary = new QLabel(this);
    m_summary->setWordWrap(true);
    m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addWidget(m_summary);
    build_view();
    column->addWidget(&m_view, 1);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    connect(&m_model, &RuleModel::typed, this, [this] {
        for (const EnvelopeCell &cell : envelope_cells()) m_typed.*cell.member = m_model.input().*cell.member;
        show_summary();
    });
    constexpr int width = 820, height = 340;
    resize(width, height);
}

void RuleDialog::build_view()
{
    m_view.setModel(&m_model);
    make_fitted(m_view, tr("The rule of thumb, term by term"), RuleModel::formula);
    m_view.setSelectionBehavior(QAbstractItemView::SelectItems); // cells are typed in
    m_view.setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                           QAbstractItemView::AnyKeyPressed);
}

void RuleDialog::show_estimate(std::shared_ptr<const Estimate> estimate, const QString &name, const Numbers &numbers)
{
    m_name = name;
    m_numbers = numbers;
    EnvelopeInput input;
    if (estimate) input = envelope_input(estimate->plan.plan, estimate->total_parameters, estimate->trainable_parameters);
    for (const EnvelopeCell &cell : envelope_cells()) input.*cell.member = m_typed.*cell.member;
    if (!estimate) input.parameters = 0;
    m_model.show_sheet(input, std::move(estimate), numbers);
    m_view.setColumnHidden(RuleModel::whole, m_model.sheet().split.ranks() == 1);
    show_summary();
}

void RuleDialog::show_summary()
{
    const Envelope &sheet = m_model.sheet();
    if (sheet.terms.empty()) {
        m_summary->setText(m_model.input().parameters == 0 ? tr("%1: there is no estimate to stand beside.").arg(m_name)
                                                           : m_model.problem());
        return;
    }
    const Count ranks = sheet.split.ranks();
    m_summary->setText(
        ranks == 1
            ? tr("%1: bytes for each parameter, beside the simulation at its peak. The first column can be typed in.").arg(m_name)
            : tr("%1, %2. Divided by %3 all of it would be %4; activations are not. The first column can be typed in.")
                  .arg(m_name, qt(words_for(sheet.split)), m_numbers.count(ranks), m_numbers.brief_with_unit(sheet.evenly())));
}

} // namespace plimsoll
