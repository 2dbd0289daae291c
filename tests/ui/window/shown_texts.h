// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QAction>
#include <QBuffer>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QSvgGenerator>
#include <QTabBar>
#include <QTextDocumentFragment>
#include <QTextEdit>
#include <QXmlStreamReader>

namespace plimsoll {

/// Every text that a window or dialog shows or says: of its widgets, their tips and names for screen readers, of the models of its
/// views whether in sight or not, of its actions, and what is painted.
class ShownTexts {
public:
    explicit ShownTexts(QWidget &window)
    {
        add(window.windowTitle());
        look_at(window);
        for (const QAction *action : window.actions()) look_at(*action);
        for (QWidget *one : window.findChildren<QWidget *>()) look_at(*one);
        for (const QAction *action : window.findChildren<QAction *>()) look_at(*action);
        add_painted(window);
    }
    [[nodiscard]] const QStringList &found() const { return m_found; }

private:
    void add(const QString &text)
    {
        if (text.isEmpty()) return;
        m_found << (text.contains(QLatin1Char('<')) ? QTextDocumentFragment::fromHtml(text).toPlainText() : text);
    }

    void look_at(QWidget &widget)
    {
        add(widget.toolTip());
        add(widget.statusTip());
        add(widget.whatsThis());
        if (const QAccessibleInterface *spoken = QAccessible::queryAccessibleInterface(&widget))
            for (const QAccessible::Text part : {QAccessible::Name, QAccessible::Description, QAccessible::Help})
                add(spoken->text(part));
        for (const char *property : {"text", "title", "placeholderText", "prefix", "suffix", "specialValueText"})
            if (!qobject_cast<const QLineEdit *>(&widget) || qstrcmp(property, "text") != 0)
                add(widget.property(property).toString());
        if (const auto *text = qobject_cast<const QTextEdit *>(&widget)) add(text->toPlainText());
        if (const auto *bar = qobject_cast<const QTabBar *>(&widget))
            for (int i = 0; i < bar->count(); ++i) add(bar->tabText(i)), add(bar->tabToolTip(i));
        if (const auto *box = qobject_cast<const QComboBox *>(&widget)) look_at(*box->model(), {});
        if (const auto *view = qobject_cast<const QAbstractItemView *>(&widget); view && view->model())
            look_at(*view->model(), {});
    }

    void look_at(const QAction &action)
    {
        add(action.text());
        add(action.toolTip());
    }

    void look_at(const QAbstractItemModel &model, const QModelIndex &parent)
    {
        constexpr int most_rows = 300;
        for (int column = 0; column < model.columnCount(parent); ++column) {
            add(model.headerData(column, Qt::Horizontal).toString());
            add(model.headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString());
            for (int row = 0; row < std::min(model.rowCount(parent), most_rows); ++row) {
                const QModelIndex one = model.index(row, column, parent);
                for (const int role : {int(Qt::DisplayRole), int(Qt::ToolTipRole), int(Qt::AccessibleTextRole),
                                       int(Qt::AccessibleDescriptionRole)})
                    add(one.data(role).toString());
                if (column == 0 && model.hasChildren(one)) look_at(model, one);
            }
        }
    }

    /// Charts and delegates paint their words.
    void add_painted(QWidget &window)
    {
        QBuffer picture;
        picture.open(QIODevice::ReadWrite);
        QSvgGenerator generator;
        generator.setOutputDevice(&picture);
        generator.setSize(window.size());
        QPainter painter(&generator);
        window.render(&painter);
        painter.end();
        picture.seek(0);
        QXmlStreamReader reader(&picture);
        while (!reader.atEnd())
            if (reader.readNext() == QXmlStreamReader::StartElement && reader.name() == QLatin1String("text"))
                add(reader.readElementText(QXmlStreamReader::IncludeChildElements).trimmed());
    }

    QStringList m_found;
};

/// Each text once.
inline QStringList shown_texts(QWidget &window)
{
    QStringList out = ShownTexts(window).found();
    out.removeDuplicates();
    return out;
}

} // namespace plimsoll
