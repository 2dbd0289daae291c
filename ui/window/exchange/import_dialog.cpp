// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/exchange/import_dialog.h"

#include "ui/document/text.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace plimsoll {

ImportDialog::ImportDialog(const Imported &read, const QString &note, QWidget *parent)
    : QDialog(parent), m_keys(new QTreeWidget(this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName(QStringLiteral("importDialog"));
    const auto tool = std::ranges::find(import_tools(), read.tool, &ImportTool::name);
    setWindowTitle(tr("Configuration of %1").arg(qt(tool == import_tools().end() ? read.tool : std::string(tool->title))));
    auto *column = new QVBoxLayout(this);
    QStringList sentences;
    if (!note.isEmpty()) sentences << note;
    for (const Warning &warning : read.warnings)
        if (warning.code != "no_model") sentences << qt(warning.text);
    auto *above = new QLabel(sentences.join(QLatin1Char('\n')), this);
    above->setWordWrap(true);
    above->setTextFormat(Qt::PlainText);
    above->setVisible(!sentences.isEmpty());
    column->addWidget(above);
    m_keys->setColumnCount(3);
    m_keys->setHeaderLabels({tr("Key"), tr("Line"), tr("Field, or why")});
    m_keys->setAccessibleName(tr("Keys of the configuration"));
    m_keys->setTabKeyNavigation(false);
    add_keys(tr("Understood"), read.understood, true);
    add_keys(tr("Without effect on memory"), read.no_effect, false);
    add_keys(tr("Could not be said"), read.not_said, true);
    m_keys->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    m_keys->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    column->addWidget(m_keys);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    buttons->button(QDialogButtonBox::Ok)->setText(tr("Open as a new plan"));
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    column->addWidget(buttons);
    resize(720, 520);
}

void ImportDialog::add_keys(const QString &title, const std::vector<ImportedKey> &keys, bool opened)
{
    if (keys.empty()) return;
    auto *group = new QTreeWidgetItem(m_keys, {tr("%1 (%2)").arg(title).arg(keys.size())});
    for (const ImportedKey &key : keys) {
        const QString line = (key.file.empty() ? QString() : qt(key.file) + QLatin1Char(':')) + QString::number(key.line);
        auto *row = new QTreeWidgetItem(group, {qt(key.key), line, qt(key.field.empty() ? key.why : key.field)});
        row->setToolTip(2, row->text(2));
    }
    group->setExpanded(opened);
}

} // namespace plimsoll
