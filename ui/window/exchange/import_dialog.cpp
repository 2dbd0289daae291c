// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/exchange/import_dialog.h"

#include "core/exchange/card_import.h"
#include "core/plan/field.h"
#include "ui/controls/wording.h"
#include "ui/document/text.h"
#include "ui/theme/apart_delegate.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace plimsoll {

namespace {

QString value_text(const nlohmann::ordered_json &value)
{
    return qt(value.is_string() ? value.get<std::string>() : value.dump());
}

/// "adapter.rank 32": what a key came to, of several fields one after the other.
QString stated_of(const Plan &plan, const std::string &fields)
{
    QStringList out;
    for (const QString &path : qt(fields).split(QStringLiteral(", "))) {
        const Field *const field = find_field(utf8(path));
        const QString value = path == QStringLiteral("model") ? model_title(plan.model, nullptr)
                              : field                         ? value_text(field->write(plan))
                                                              : QString();
        out << (value.isEmpty() ? path : path + QLatin1Char(' ') + value);
    }
    return out.join(QStringLiteral(", "));
}

} // namespace

ImportDialog::ImportDialog(std::vector<ImportChoice> choices, std::size_t chosen, QWidget *parent)
    : QDialog(parent), m_choices(std::move(choices))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName(QStringLiteral("importDialog"));
    const std::string &name = m_choices.front().read.tool;
    const ToolFormat *const tool = tool_format(name);
    setWindowTitle(name == model_card_name ? tr("Plans of a model card")
                   : tool == nullptr       ? tr("Configuration of %1").arg(qt(name))
                                           : tr("Configuration of %1").arg(qt(tool->title)));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 12);
    column->setSpacing(10);
    if (m_choices.size() > 1) build_choice(*column, chosen);
    m_above = new QLabel(this);
    m_above->setWordWrap(true);
    m_above->setTextFormat(Qt::PlainText);
    column->addWidget(m_above);
    build_keys(*column);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    buttons->button(QDialogButtonBox::Ok)->setText(tr("Open as a new plan"));
    auto *join = buttons->addButton(tr("Add to this session"), QDialogButtonBox::ActionRole);
    connect(join, &QPushButton::clicked, this, [this] {
        m_joins = true;
        accept();
    });
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    column->addWidget(buttons);
    show_chosen();
    constexpr int width = 720, height = 520;
    resize(width, height);
}

void ImportDialog::build_choice(QLayout &column, std::size_t chosen)
{
    auto *row = new QHBoxLayout;
    auto *label = new QLabel(tr("&Plan"), this);
    m_choice = new QComboBox(this);
    for (const ImportChoice &one : m_choices) m_choice->addItem(one.title);
    m_choice->setCurrentIndex(static_cast<int>(chosen));
    m_choice->setAccessibleName(tr("Which of the plans is opened"));
    m_choice->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    label->setBuddy(m_choice);
    row->addWidget(label);
    row->addWidget(m_choice);
    row->addStretch(1);
    static_cast<QBoxLayout &>(column).addLayout(row);
    connect(m_choice, &QComboBox::currentIndexChanged, this, &ImportDialog::show_chosen);
}

void ImportDialog::build_keys(QLayout &column)
{
    m_keys = new QTreeWidget(this);
    m_keys->setColumnCount(3);
    m_keys->setHeaderLabels({tr("Key"), tr("Line"), tr("Field, or why")});
    m_keys->setAccessibleName(tr("Keys of the configuration"));
    m_keys->setTabKeyNavigation(false);
    m_keys->setItemDelegate(new ApartDelegate(m_keys));
    m_keys->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    m_keys->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    column.addWidget(m_keys);
}

std::size_t ImportDialog::chosen() const { return m_choice ? static_cast<std::size_t>(m_choice->currentIndex()) : 0; }

void ImportDialog::show_chosen()
{
    const ImportChoice &shown = m_choices[chosen()];
    QStringList sentences;
    if (!shown.note.isEmpty()) sentences << shown.note;
    for (const Warning &warning : shown.read.warnings)
        if (warning.code != "no_model") sentences << qt(warning.text);
    m_above->setText(sentences.join(QLatin1Char('\n')));
    m_above->setVisible(!sentences.isEmpty());
    m_keys->clear();
    add_keys(tr("Could not be said"), shown.read.not_said, true); // whoever agrees has seen it, however long the others are
    add_keys(tr("Understood"), shown.read.understood, true);
    add_keys(tr("Without effect on memory"), shown.read.no_effect, false);
}

void ImportDialog::add_keys(const QString &title, const std::vector<ImportedKey> &keys, bool opened)
{
    if (keys.empty()) return;
    auto *group = new QTreeWidgetItem(m_keys, {tr("%1 (%2)").arg(title).arg(keys.size())});
    for (const ImportedKey &key : keys) {
        const QString line = (key.file.empty() ? QString() : qt(key.file) + QLatin1Char(':')) + QString::number(key.line);
        auto *row = new QTreeWidgetItem(
            group, {qt(key.key), line, key.field.empty() ? qt(key.why) : stated_of(m_choices[chosen()].read.plan, key.field)});
        row->setToolTip(2, row->text(2));
    }
    group->setExpanded(opened);
}

} // namespace plimsoll
