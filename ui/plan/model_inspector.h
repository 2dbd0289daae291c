// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "ui/plan/module_model.h"

#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QSortFilterProxyModel>
#include <QTreeView>

namespace plimsoll {

/// What was understood of a model: counts, what adapters would train, and the tree of its modules, as `plimsoll inspect` prints them.
class ModelInspector : public QDialog {
    Q_OBJECT
public:
    ModelInspector(ArchitectureRef architecture, QWidget *parent);

    [[nodiscard]] QTreeView &view() { return m_view; }
    [[nodiscard]] QLineEdit &search() { return m_search; }
    [[nodiscard]] ModuleModel &model() { return m_model; }

private:
    void build_view();
    [[nodiscard]] QWidget *summary();
    [[nodiscard]] QWidget *buttons();
    void filter(const QString &text);
    void unfold();

    ModuleModel m_model;
    QSortFilterProxyModel m_found;
    QLineEdit m_search;
    QTreeView m_view;
};

} // namespace plimsoll
