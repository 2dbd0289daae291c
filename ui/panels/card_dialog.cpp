// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/card_dialog.h"

#include "ui/panels/exchange/text_dialog.h"
#include "ui/theme/palette.h"

#include <QDialogButtonBox>
#include <QEvent>
#include <QLabel>
#include <QSyntaxHighlighter>
#include <QVBoxLayout>

namespace plimsoll {
namespace {

/// Lines that come and go in colours too; their signs say it without.
class DifferenceColours : public QSyntaxHighlighter {
public:
    using QSyntaxHighlighter::QSyntaxHighlighter;

protected:
    void highlightBlock(const QString &line) override
    {
        const Palette &palette = current_palette();
        const bool head = line.startsWith(QLatin1String("+++")) || line.startsWith(QLatin1String("---"));
        if (head || line.startsWith(QLatin1Char('@')))
            setFormat(0, static_cast<int>(line.size()), palette.muted);
        else if (line.startsWith(QLatin1Char('+')))
            setFormat(0, static_cast<int>(line.size()), palette.verdict(Word::fits));
        else if (line.startsWith(QLatin1Char('-')))
            setFormat(0, static_cast<int>(line.size()), palette.verdict(Word::does_not_fit));
    }
};

} // namespace

CardDialog::CardDialog(const QString &file, const QString &difference, std::function<void()> write, QWidget *parent)
    : QDialog(parent)
{
    setObjectName(QStringLiteral("card_dialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Insert into %1").arg(file));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 12);
    column->setSpacing(10);
    auto *what = new QLabel(
        tr("This is all that changes in %1. The block carries its plan, which plimsoll import reads.").arg(file), this);
    what->setWordWrap(true);
    column->addWidget(what);
    make_read_only(m_difference, tr("What changes, line by line"));
    m_difference.setPlainText(difference);
    m_colours = new DifferenceColours(m_difference.document());
    column->addWidget(&m_difference, 1);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_write = buttons->addButton(tr("&Write"), QDialogButtonBox::AcceptRole);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    connect(buttons, &QDialogButtonBox::accepted, this, [this, write = std::move(write)] {
        write();
        close();
    });
    column->addWidget(buttons);
    resize(960, 480); // a table's rows are long
}

void CardDialog::changeEvent(QEvent *event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_colours) m_colours->rehighlight();
}

} // namespace plimsoll
