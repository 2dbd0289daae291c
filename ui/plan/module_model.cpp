// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/text.h"
#include "ui/plan/module_model.h"

#include <QApplication>
#include <QPalette>

namespace plimsoll {
namespace {

QString shape_text(const Dimensions &shape, const Numbers &numbers)
{
    QStringList out;
    for (const Count dimension : shape) out.append(numbers.count(dimension));
    return out.isEmpty() ? ModuleModel::tr("scalar") : out.join(QStringLiteral(" × "));
}

} // namespace

ModuleModel::ModuleModel(ArchitectureRef architecture, QObject *parent)
    : QAbstractItemModel(parent), m_architecture(std::move(architecture)), m_nodes(1)
{
    for (const Module &one : m_architecture->modules) add(one);
}

int ModuleModel::child_of(int owner, std::string_view name)
{
    const std::vector<int> &children = m_nodes[static_cast<std::size_t>(owner)].children;
    // registration order: the module asked for is the last one, or new
    for (auto one = children.rbegin(); one != children.rend() && one != children.rbegin() + 4; ++one)
        if (m_nodes[static_cast<std::size_t>(*one)].name == name) return *one;
    for (const int one : children)
        if (m_nodes[static_cast<std::size_t>(one)].name == name) return one;
    Node made;
    made.name = name;
    const std::string &path = m_nodes[static_cast<std::size_t>(owner)].path;
    made.path = path.empty() ? made.name : path + "." + made.name;
    made.parent = owner;
    made.row = static_cast<int>(children.size());
    m_nodes.push_back(std::move(made));
    m_nodes[static_cast<std::size_t>(owner)].children.push_back(static_cast<int>(m_nodes.size()) - 1);
    return static_cast<int>(m_nodes.size()) - 1;
}

void ModuleModel::add_leaf(int owner, const Parameter &tensor, bool buffer)
{
    const int leaf = child_of(owner, tensor.name);
    Node &node = m_nodes[static_cast<std::size_t>(leaf)];
    node.parameter = &tensor;
    node.buffer = buffer;
    if (buffer || tensor.tied_to) return;
    for (int at = leaf; at >= 0; at = m_nodes[static_cast<std::size_t>(at)].parent)
        m_nodes[static_cast<std::size_t>(at)].elements += tensor.elements();
}

void ModuleModel::add(const Module &one)
{
    int owner = 0;
    std::string_view rest = one.name;
    while (!rest.empty()) {
        const auto dot = rest.find('.');
        owner = child_of(owner, rest.substr(0, dot));
        rest = dot == std::string_view::npos ? std::string_view{} : rest.substr(dot + 1);
    }
    for (const Parameter &tensor : one.parameters) add_leaf(owner, tensor, false);
    for (const Parameter &tensor : one.buffers) add_leaf(owner, tensor, true);
}

QModelIndex ModuleModel::index(int row, int column, const QModelIndex &parent) const
{
    const auto owner = parent.isValid() ? static_cast<std::size_t>(parent.internalId()) : 0;
    const std::vector<int> &children = m_nodes[owner].children;
    if (row < 0 || row >= static_cast<int>(children.size()) || column < 0 || column >= column_count) return {};
    return createIndex(row, column, static_cast<quintptr>(children[static_cast<std::size_t>(row)]));
}

QModelIndex ModuleModel::parent(const QModelIndex &child) const
{
    if (!child.isValid()) return {};
    const int owner = m_nodes[static_cast<std::size_t>(child.internalId())].parent;
    return owner <= 0 ? QModelIndex()
                      : createIndex(m_nodes[static_cast<std::size_t>(owner)].row, 0, static_cast<quintptr>(owner));
}

int ModuleModel::rowCount(const QModelIndex &parent) const
{
    if (parent.column() > 0) return 0;
    const auto owner = parent.isValid() ? static_cast<std::size_t>(parent.internalId()) : 0;
    return static_cast<int>(m_nodes[owner].children.size());
}

int ModuleModel::columnCount(const QModelIndex &) const { return column_count; }

const Parameter *ModuleModel::tensor_of(const Node &node) const
{
    if (node.parameter) return node.parameter;
    for (const int one : node.children)
        if (const Node &child = m_nodes[static_cast<std::size_t>(one)]; child.parameter && child.name == "weight")
            return child.parameter;
    return nullptr;
}

QString ModuleModel::text_of(const Node &node, int column) const
{
    const Parameter *tensor = tensor_of(node);
    switch (column) {
    case module: return qt(node.name);
    case shape: return tensor ? shape_text(tensor->shape, m_numbers) : QString();
    case dtype: {
        const std::optional<Dtype> type = !tensor ? std::nullopt : tensor->dtype ? tensor->dtype : m_architecture->config_dtype;
        return type ? qt(name_of(*type)) : QString();
    }
    case parameters:
        if (node.buffer) return tr("buffer");
        if (tensor && tensor->tied_to && node.elements == 0) return tr("shared");
        return node.elements == 0 && !node.parameter ? tr("buffers") : m_numbers.count(node.elements);
    case share:
        if (!node.buffer && node.elements > 0 && node.elements < m_architecture->total_parameters() / 2000) return tr("< 0.1 %");
        return node.buffer || node.elements == 0
                   ? QString()
                   : m_numbers.percent(node.elements, m_architecture->total_parameters()) + QStringLiteral(" %");
    default: return {};
    }
}

QString ModuleModel::tip_of(const Node &node) const
{
    const Parameter *tensor = node.parameter;
    if (tensor && tensor->tied_to) return tr("%1 is %2 itself and counts once").arg(qt(node.path), qt(*tensor->tied_to));
    return qt(node.path);
}

QVariant ModuleModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid()) return {};
    const Node &node = m_nodes[static_cast<std::size_t>(index.internalId())];
    const bool figures = index.column() == parameters || index.column() == share;
    switch (role) {
    case Qt::DisplayRole: return text_of(node, index.column());
    case Qt::ToolTipRole: return tip_of(node);
    case path_role: return qt(node.path);
    case Qt::TextAlignmentRole: return int((figures ? Qt::AlignTrailing : Qt::AlignLeading) | Qt::AlignVCenter);
    case Qt::ForegroundRole:
        return node.parameter || index.column() == share ? QVariant(QApplication::palette().brush(QPalette::PlaceholderText))
                                                         : QVariant();
    default: return {};
    }
}

QVariant ModuleModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == parameters || section == share ? Qt::AlignTrailing : Qt::AlignLeading) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    switch (section) {
    case module: return tr("Module");
    case shape: return tr("Shape");
    case dtype: return tr("Type");
    case parameters: return tr("Parameters");
    case share: return tr("Share");
    default: return {};
    }
}

} // namespace plimsoll
