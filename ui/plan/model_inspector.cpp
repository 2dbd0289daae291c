// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/inspect/inspect_json.h"
#include "core/report/inspect/inspect_lora.h"
#include "ui/controls/field_widgets.h"
#include "ui/document/text.h"
#include "ui/plan/model_inspector.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QVBoxLayout>

namespace plimsoll {
namespace {

constexpr int lora_rank = 16;

QLabel *value_label(const QString &text, QWidget *parent)
{
    auto *label = new QLabel(text, parent);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

QString adapters_text(const Architecture &architecture, const Numbers &numbers)
{
    InspectOptions options;
    options.rank = lora_rank;
    QStringList out;
    for (const LoraAnswer &answer : lora_answers(architecture, options))
        if (answer.trainable) out.append(qt(answer.targets) + QLatin1Char(' ') + numbers.count(*answer.trainable));
    return out.isEmpty() ? ModelInspector::tr("PEFT wraps nothing of it as a language model") : out.join(QStringLiteral("  ·  "));
}

} // namespace

ModelInspector::ModelInspector(ArchitectureRef architecture, QWidget *parent) : QDialog(parent), m_model(std::move(architecture))
{
    setObjectName(QStringLiteral("model_inspector"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Modules of %1").arg(qt(m_model.architecture().name)));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 12);
    column->setSpacing(10);
    column->addWidget(summary());
    m_search.setPlaceholderText(tr("Search modules: self_attn.q_proj"));
    m_search.setAccessibleName(tr("Search modules"));
    m_search.setClearButtonEnabled(true);
    name_clear_button(m_search);
    m_search.setTextMargins(4, 0, 0, 0);
    column->addWidget(&m_search);
    build_view();
    column->addWidget(&m_view, 1);
    column->addWidget(buttons());
    connect(&m_search, &QLineEdit::textChanged, this, &ModelInspector::filter);
    resize(760, 620);
    m_search.setFocus();
}

QWidget *ModelInspector::summary()
{
    const Architecture &architecture = m_model.architecture();
    const Numbers numbers;
    auto *box = new QWidget(this);
    auto *form = new QFormLayout(box);
    form->setContentsMargins(0, 0, 0, 0);
    form->setHorizontalSpacing(16);
    form->setVerticalSpacing(4);
    const auto add = [&](const QString &title, const QString &text) {
        auto *label = new QLabel(title, box);
        label->setForegroundRole(QPalette::PlaceholderText);
        form->addRow(label, value_label(text, box));
    };
    add(tr("Class"), qt(architecture.class_name.empty() ? architecture.model_type : architecture.class_name));
    const Count total = architecture.total_parameters();
    add(tr("Parameters"), architecture.exact ? numbers.count(total) : tr("about %1").arg(numbers.count(total)));
    if (architecture.active_parameters != total) add(tr("Active per token"), numbers.count(architecture.active_parameters));
    add(tr("Embeddings"), numbers.count(architecture.embedding_parameters));
    if (architecture.quantization)
        add(tr("Quantised"), tr("%1, %2 bits").arg(qt(architecture.quantization->method)).arg(architecture.quantization->bits));
    add(tr("LoRA at rank %1").arg(lora_rank), adapters_text(architecture, numbers));
    for (const std::string &assumption : architecture.assumptions) add(tr("Assumed"), qt(assumption));
    return box;
}

QWidget *ModelInspector::buttons()
{
    auto *box = new QDialogButtonBox(QDialogButtonBox::Close, this);
    QPushButton *copy = box->addButton(tr("&Copy as text"), QDialogButtonBox::ActionRole);
    copy->setAutoDefault(false);
    connect(copy, &QPushButton::clicked, this,
            [this] { QApplication::clipboard()->setText(qt(inspect_to_text(m_model.architecture(), {}))); });
    connect(box, &QDialogButtonBox::rejected, this, &QDialog::reject);
    return box;
}

void ModelInspector::build_view()
{
    m_found.setSourceModel(&m_model);
    m_found.setRecursiveFilteringEnabled(true);
    m_found.setFilterRole(ModuleModel::path_role);
    m_found.setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_view.setModel(&m_found);
    m_view.setUniformRowHeights(true);
    m_view.setAlternatingRowColors(false);
    m_view.setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_view.setAccessibleName(tr("Modules"));
    QHeaderView *header = m_view.header();
    header->setStretchLastSection(false);
    header->setSectionsMovable(false);
    header->setSectionResizeMode(ModuleModel::module, QHeaderView::Stretch);
    for (const auto &[column, width] : {std::pair{int(ModuleModel::shape), 150},
                                        {int(ModuleModel::dtype), 64},
                                        {int(ModuleModel::parameters), 150},
                                        {int(ModuleModel::share), 76}}) {
        header->setSectionResizeMode(column, QHeaderView::Interactive);
        header->resizeSection(column, width);
    }
    unfold();
}

/// Open what has few parts: the layers stay folded.
void ModelInspector::unfold()
{
    constexpr int few = 8;
    m_view.collapseAll();
    std::vector<QModelIndex> open;
    for (int row = 0; row < m_found.rowCount(); ++row) open.push_back(m_found.index(row, 0));
    while (!open.empty()) {
        const QModelIndex at = open.back();
        open.pop_back();
        const int count = m_found.rowCount(at);
        if (count == 0 || count > few) continue;
        m_view.expand(at);
        for (int row = 0; row < count; ++row)
            if (const QModelIndex child = m_found.index(row, 0, at); m_found.rowCount(child) > 2) open.push_back(child);
    }
}

void ModelInspector::filter(const QString &text)
{
    m_found.setFilterFixedString(text.trimmed());
    if (text.trimmed().isEmpty()) return unfold();
    constexpr int readable = 3;
    m_view.expandToDepth(readable);
}

} // namespace plimsoll
