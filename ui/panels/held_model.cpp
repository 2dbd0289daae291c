// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/engine_course.h"
#include "core/model/extension.h"
#include "core/model/tower_spec.h"
#include "core/report/stage_words.h"
#include "ui/document/text.h"
#include "ui/panels/held_model.h"

#include <QFont>

#include <algorithm>

namespace plimsoll {
namespace {

constexpr std::size_t told_from = 2; // one model, or one stage, is the breakdown itself

QString capital(QString words) { return words.isEmpty() ? words : words.left(1).toUpper() + words.mid(1); }

bool lies_in(const std::string &module, const std::vector<std::string> &parts)
{
    return std::ranges::any_of(parts, [&](const std::string &part) { return module == part || module.starts_with(part + "."); });
}

/// Tower and projector, in the type that weights have; nothing where they are packed, whose sizes are another matter.
void add_tower_rows(std::vector<HeldRow> &out, const Estimate &estimate, const Numbers &numbers)
{
    const DecoderExtension *around =
        estimate.architecture && estimate.architecture->decoder ? estimate.architecture->decoder->extension.get() : nullptr;
    const Plan &plan = estimate.plan.plan;
    const bool seen = plan.reads_beside_text();
    if (!around || !around->tower || !seen || plan.weights.quant != "none") return;
    const TowerSpec &spec = *around->tower;
    Count tower = 0, projector = 0;
    for (const auto *modules : {&estimate.architecture->modules, &around->towers}) // of the class, or beside what is built of it
        for (const Module &module : *modules) {
            const bool behind = lies_in(module.name, spec.projectors);
            if (!behind && !lies_in(module.name, spec.towers)) continue;
            for (const Parameter &parameter : module.parameters) (behind ? projector : tower) += parameter.elements();
        }
    const Bytes each = plan.weights.dtype == WeightDtype::fp32 ? 4 : 2;
    const auto add = [&](const QString &title, Count parameters) {
        if (parameters == 0) return;
        out.push_back({title, parameters * each,
                       HeldModel::tr("%1 parameters; they are among the weights.").arg(numbers.count(parameters))});
    };
    add(around->tower->hears ? HeldModel::tr("Tower that hears") : HeldModel::tr("Tower that sees"), tower);
    add(HeldModel::tr("Projector"), projector);
}

void add_residents(std::vector<HeldRow> &out, const ProcessEstimate &process)
{
    if (process.residents.size() < told_from) return;
    for (const ResidentBytes &one : process.residents) {
        const QString title = capital(qt(words_for_resident(one.resident)));
        out.push_back({one.on_host ? HeldModel::tr("%1, on the host").arg(title) : title, one.bytes,
                       one.on_host ? HeldModel::tr("It waits in the host's memory, not on the card.")
                                   : HeldModel::tr("It stands on the card beside what the others take.")});
    }
}

/// What each of its cards needs, and whether those that are named have it.
void add_server(std::vector<HeldRow> &out, const PlanAnswer &server, const Numbers &numbers)
{
    const ProcessEstimate &process = server.estimate.shown();
    QStringList about{HeldModel::tr("It needs %1 of each of its cards and claims %2; it takes nothing of those that train.")
                          .arg(numbers.exact(process.needed()), numbers.exact(process.peak.device))};
    for (const Verdict &verdict : server.verdicts) about << qt(verdict.answer());
    out.push_back({HeldModel::tr("Engine, on other cards"), process.needed(), about.join(QLatin1Char('\n'))});
}

/// Both courses over the card, of the engine beside the trainer and of its own stages.
void add_course(std::vector<HeldRow> &out, const EngineCourse &course, const Numbers &numbers)
{
    for (const EngineMoment &one : course.moments)
        out.push_back({capital(qt(words_for_stage(one.stage))), one.device,
                       HeldModel::tr("Allocated %1, reserved %2, on the device %3, of which the engine %4.")
                           .arg(numbers.exact(one.allocated), numbers.exact(one.reserved), numbers.exact(one.device),
                                numbers.exact(one.engine.sum())),
                       true, &one == &course.fullest_moment()});
}

void add_stages(std::vector<HeldRow> &out, const ProcessEstimate &process, const Numbers &numbers)
{
    if (process.stages.size() < told_from) return;
    const StagePeak *const fullest = fullest_stage(process);
    for (const StagePeak &stage : process.stages)
        out.push_back({capital(qt(words_for_stage(stage))), stage.device,
                       HeldModel::tr("Allocated %1, reserved %2, on the device %3.")
                           .arg(numbers.exact(stage.allocated), numbers.exact(stage.reserved), numbers.exact(stage.device)),
                       true, &stage == fullest});
}

} // namespace

std::vector<HeldRow> held_rows(const Estimate &estimate, const Numbers &numbers, const PlanAnswer *server)
{
    std::vector<HeldRow> out;
    add_residents(out, estimate.shown());
    if (server != nullptr) add_server(out, *server, numbers);
    add_tower_rows(out, estimate, numbers);
    if (const std::optional<EngineCourse> course = engine_course(estimate, estimate.shown()))
        add_course(out, *course, numbers);
    else
        add_stages(out, estimate.shown(), numbers);
    return out;
}

void HeldModel::show_rows(std::vector<HeldRow> rows, const Numbers &numbers)
{
    beginResetModel();
    m_rows = std::move(rows);
    m_numbers = numbers;
    endResetModel();
}

int HeldModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : static_cast<int>(m_rows.size()); }

int HeldModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : static_cast<int>(column_count); }

QVariant HeldModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid()) return {};
    const HeldRow &row = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole: return index.column() == title ? row.title : m_numbers.table(row.bytes);
    case Qt::TextAlignmentRole: return int((index.column() == title ? Qt::AlignLeading : Qt::AlignTrailing) | Qt::AlignVCenter);
    case Qt::ToolTipRole: return row.about;
    case Qt::AccessibleTextRole: return row.title + QLatin1Char(' ') + m_numbers.brief_with_unit(row.bytes);
    case Qt::FontRole: {
        QFont font;
        font.setBold(row.fullest);
        return row.fullest ? QVariant(font) : QVariant();
    }
    case share_role: {
        Bytes most = 1;
        for (const HeldRow &one : m_rows) most = std::max(most, one.bytes);
        return static_cast<double>(row.bytes) / static_cast<double>(most);
    }
    case stage_role: return row.stage && index.row() > 0 && !m_rows[static_cast<std::size_t>(index.row()) - 1].stage;
    default: return {};
    }
}

QVariant HeldModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole) return int((section == title ? Qt::AlignLeading : Qt::AlignTrailing) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    const bool stages = std::ranges::any_of(m_rows, &HeldRow::stage), parts = !std::ranges::all_of(m_rows, &HeldRow::stage);
    if (section == bytes) return m_numbers.unit_name();
    return stages && parts ? tr("What is held, and stages") : stages ? tr("Stages, on the device") : tr("Among the weights");
}

} // namespace plimsoll
