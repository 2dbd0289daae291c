// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/import.h"

#include <QDialog>

class QTreeWidget;

namespace plimsoll {

/// What was understood of another tool's configuration, what changes nothing and what no plan says, key by key with its line; accepted
/// where its plan is wanted. Deletes itself.
class ImportDialog : public QDialog {
    Q_OBJECT
public:
    /// `note`: a sentence more above the lists; may be empty.
    ImportDialog(const Imported &read, const QString &note, QWidget *parent);

private:
    void add_keys(const QString &title, const std::vector<ImportedKey> &keys, bool opened);

    QTreeWidget *m_keys;
};

} // namespace plimsoll
