// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/import.h"

#include <QDialog>

#include <vector>

class QComboBox;
class QLabel;
class QTreeWidget;

namespace plimsoll {

/// What may be opened of a text: one plan, or all that it carries.
struct ImportChoice {
    QString title; ///< of several: what tells it from the others
    Imported read;
    QString note = {}; ///< a sentence more above the lists; may be empty
};

/// What was understood of another tool's configuration, what changes nothing and what no plan says, key by key with its line; accepted
/// where its plan is wanted. Of several choices one is chosen in it. Deletes itself.
class ImportDialog : public QDialog {
    Q_OBJECT
public:
    /// Never without a choice; `chosen` stands there first.
    ImportDialog(std::vector<ImportChoice> choices, std::size_t chosen, QWidget *parent);

    [[nodiscard]] std::size_t chosen() const;
    /// Of what was accepted: it is to stand beside the scenarios of the window.
    [[nodiscard]] bool joins() const { return m_joins; }
    /// Null where there is nothing to choose.
    [[nodiscard]] QComboBox *choices() const { return m_choice; }

private:
    void build_choice(QLayout &column, std::size_t chosen);
    void build_keys(QLayout &column);
    void show_chosen();
    void add_keys(const QString &title, const std::vector<ImportedKey> &keys, bool opened);

    std::vector<ImportChoice> m_choices;
    QComboBox *m_choice = nullptr;
    QLabel *m_above = nullptr;
    QTreeWidget *m_keys = nullptr;
    bool m_joins = false;
};

} // namespace plimsoll
