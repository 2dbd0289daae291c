// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/architecture.h"
#include "ui/document/numbers.h"

#include <QAbstractItemModel>

#include <vector>

namespace plimsoll {

/// The modules of a model as a tree, each with the parameters below it; tensors are its leaves.
class ModuleModel : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Column { module, shape, dtype, parameters, share, column_count };
    enum Role { path_role = Qt::UserRole }; ///< the full name, for a search

    explicit ModuleModel(ArchitectureRef architecture, QObject *parent = nullptr);

    [[nodiscard]] const Architecture &architecture() const { return *m_architecture; }
    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &child) const override;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Node {
        std::string name; ///< last part
        std::string path;
        int parent = -1;
        int row = 0;
        std::vector<int> children;
        Count elements = 0;                   ///< of all below, shared ones once
        const Parameter *parameter = nullptr; ///< of a leaf
        bool buffer = false;
    };

    void add(const Module &module);
    void add_leaf(int owner, const Parameter &parameter, bool buffer);
    [[nodiscard]] int child_of(int owner, std::string_view name);
    /// The tensor of a leaf, or the weight of the module that holds one.
    [[nodiscard]] const Parameter *tensor_of(const Node &node) const;
    [[nodiscard]] QString text_of(const Node &node, int column) const;
    [[nodiscard]] QString tip_of(const Node &node) const;

    ArchitectureRef m_architecture;
    std::vector<Node> m_nodes; ///< the first is the model itself, not shown
    Numbers m_numbers;
};

} // namespace plimsoll
