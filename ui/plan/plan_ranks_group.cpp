// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parallel/engine.h"
#include "core/parallel/mesh.h"
#include "core/plan/names.h"
#include "core/plan/parallel_engine.h"
#include "core/resolve/gate.h"
#include "ui/controls/wording.h"
#include "ui/document/text.h"
#include "ui/plan/plan_groups.h"

#include <algorithm>

namespace plimsoll {
namespace {

constexpr int most_ranks = 65536, most_in_a_group = 1024, most_micro_batches = 1 << 20;

bool shards(ParallelEngine engine)
{
    return is_fsdp(engine) || engine == ParallelEngine::deepspeed || engine == ParallelEngine::native;
}

/// Each shards at stages of its own: without one of them it would be refused, and the choice lost.
FieldEdits engine_edits(const std::string &name, Count zero)
{
    const auto engine = plan_enum<ParallelEngine>(name);
    const bool kept = !engine                                ? true
                      : *engine == ParallelEngine::ddp       ? zero == 0
                      : is_fsdp(*engine)                     ? zero >= 2
                      : *engine == ParallelEngine::deepspeed ? zero >= 1
                      : *engine == ParallelEngine::native    ? zero == 0 || zero == 3
                                                             : zero <= 1;
    FieldEdits edits{{"parallel.engine", name}};
    if (kept) return edits;
    const bool shares = engine && (is_fsdp(*engine) || *engine == ParallelEngine::deepspeed);
    edits.push_back({"parallel.zero", !shares ? "0" : is_fsdp(*engine) ? "3" : "2"});
    return edits;
}

/// What of a rank's model is its own share, by stage.
QString title_of_stage(int stage)
{
    switch (stage) {
    case 1: return RanksGroup::tr("1: optimizer");
    case 2: return RanksGroup::tr("2: and gradients");
    case 3: return RanksGroup::tr("3: and weights");
    default: return RanksGroup::tr("0: nothing");
    }
}

/// A way of splitting, its ranks as a factor: "4 data".
QString factor(Count ranks, const QString &way)
{
    return RanksGroup::tr("%1 %2").arg(QLocale().toString(static_cast<qlonglong>(ranks)), way);
}

} // namespace

QString ranks_note(const Plan &plan)
{
    const Mesh mesh = mesh_of(plan);
    QStringList ways;
    const std::pair<Count, QString> all[] = {{mesh.data, RanksGroup::tr("data")},
                                             {mesh.context, RanksGroup::tr("context")},
                                             {mesh.tensor, RanksGroup::tr("tensor")},
                                             {mesh.pipeline, RanksGroup::tr("stages")}};
    for (const auto &[ranks, way] : all)
        if (ranks > 1) ways << factor(ranks, way);
    const QString count = QLocale().toString(static_cast<qlonglong>(mesh.ranks()));
    if (mesh.ranks() == 1) return RanksGroup::tr("1 process, 1 card");
    return ways.size() < 2 ? RanksGroup::tr("%1 ranks, a card each").arg(count)
                           : RanksGroup::tr("%1 ranks: %2").arg(count, ways.join(RanksGroup::tr(" × ")));
}

RanksGroup::RanksGroup(QWidget *parent) : FieldForm(tr("GPUs"), parent) // longer, it would push the fields aside
{
    add_engine();
    add_ranks();
    add_sharding();
    add_context();
    add_pipeline();
    auto *offload = add_row(tr("Offload"), {"parallel.offload"});
    add_choice(offload, tr("What lives on the host"), "parallel.offload",
               {{"none", tr("nothing")},
                {"optimizer", tr("optimizer")},
                {"parameters", tr("parameters")},
                {"both", tr("both")},
                {"nvme", tr("to NVMe")}})
        ->setToolTip(tr("%1: what a rank keeps on its host in place of its card").arg(QStringLiteral("parallel.offload")));
    m_folding.push_back({offload, "parallel.offload", [](const Plan &plan, ParallelEngine engine) {
                             return engine != ParallelEngine::ddp || !plan.parallel.several() ||
                                    plan.parallel.offload != Offload::none;
                         }});
    QLabel *note = add_note();
    answer_for("parallel"); // what has no row of its own is said under the last one
    on_show([this, note](const FormValues &values) {
        m_in_flight = values.resolved.parallel.micro_batches.value_or(values.resolved.gradient_accumulation);
        show_rows(values.resolved);
        note->setText(ranks_note(values.resolved));
    });
}

void RanksGroup::add_engine()
{
    auto *row = add_row(tr("Engine"), {"parallel.engine"});
    auto *engine = add_choice(row, tr("Engine of the ranks"), {},
                              {{"ddp", tr("DDP")},
                               {"fsdp1", tr("FSDP 1")},
                               {"fsdp2", tr("FSDP 2")},
                               {"deepspeed", tr("DeepSpeed")},
                               {"native", tr("transformers' meshes")},
                               {"megatron", tr("Megatron")}});
    engine->setToolTip(tr("%1: whose library spreads the training over ranks").arg(QStringLiteral("parallel.engine")));
    explain(*engine, "parallel.engine");
    connect(engine, &QComboBox::activated, this, [this, engine] {
        emit_edit(engine_edits(utf8(engine->currentData().toString()), m_zero), tr("Engine of the ranks"));
    });
    on_show([this, engine](const FormValues &values) {
        const QSignalBlocker silent(engine);
        m_zero = values.resolved.parallel.zero;
        const std::string_view name = name_of(parallel_engine(values.resolved)); // the plan may leave it out
        engine->setCurrentIndex(engine->findData(qt(name)));
        grey_refused(*engine, "parallel.engine", values.resolved);
    });
    m_folding.push_back({row, "parallel.engine", [](const Plan &plan, ParallelEngine) { return plan.task == Task::train; }});
}

/// Two ways of splitting in a row, each with how many ranks it makes.
void RanksGroup::add_ways(const Way &first, const Way &second, const Needed &needed)
{
    auto *row = add_row(first.label, {first.path});
    auto *ranks = add_count(row, first.name, first.path, 1, first.most, CountBox::Steps::doubling);
    ranks->setToolTip(first.tip);
    if (first.path == "parallel.pipeline") {
        disconnect(ranks, &QSpinBox::valueChanged, this, nullptr);
        connect(ranks, &QSpinBox::valueChanged, this, &RanksGroup::take_stages);
    }
    add_label(row, second.label, {second.path});
    add_count(row, second.name, second.path, 1, second.most, CountBox::Steps::doubling)->setToolTip(second.tip);
    m_folding.push_back({row, first.path, needed});
}

/// Every stage wants a micro-batch of a step: with fewer the stages would be refused before anybody could say how many.
void RanksGroup::take_stages(int stages)
{
    FieldEdits edits{{"parallel.pipeline", std::to_string(stages)}};
    if (stages > 1 && m_in_flight < stages) edits.push_back({"parallel.micro_batches", std::to_string(stages)});
    emit_edit(edits, tr("Stages of the pipeline"));
}

void RanksGroup::add_ranks()
{
    const auto tip = [](const char *path, const QString &words) { return tr("%1: %2").arg(QString::fromLatin1(path), words); };
    const auto always = [](const Plan &, ParallelEngine) { return true; };
    add_ways({tr("Data"), tr("Data-parallel ranks"), "parallel.data",
              tip("parallel.data", tr("ranks that each work on other sequences")), most_ranks},
             {tr("Tensor"), tr("Tensor-parallel ranks"), "parallel.tensor",
              tip("parallel.tensor", tr("ranks that share each matrix")), most_in_a_group},
             always);
    add_ways({tr("Pipeline"), tr("Stages of the pipeline"), "parallel.pipeline",
              tip("parallel.pipeline", tr("runs of layers, each on a card of its own")), most_in_a_group},
             {tr("Context"), tr("Context-parallel ranks"), "parallel.context",
              tip("parallel.context", tr("ranks that share each sequence")), most_in_a_group},
             always);
    auto *node = add_row(tr("Node"), {"parallel.gpus_per_node"});
    add_count(node, tr("Cards of a node"), "parallel.gpus_per_node", 1, most_in_a_group, CountBox::Steps::doubling)
        ->setToolTip(tip("parallel.gpus_per_node", tr("ranks that share a node: its links and its memory")));
    m_folding.push_back(
        {node, "parallel.gpus_per_node", [](const Plan &plan, ParallelEngine) { return plan.parallel.several(); }});
    auto *expert = add_row(tr("Expert"), {"parallel.expert", "parallel.sequence"});
    auto *count =
        add_count(expert, tr("Expert-parallel ranks"), "parallel.expert", 1, most_in_a_group, CountBox::Steps::doubling);
    count->setToolTip(tip("parallel.expert", tr("ranks that share each layer's experts")));
    auto *sequence = add_check(expert, tr("sequence"), "parallel.sequence");
    sequence->setToolTip(tip("parallel.sequence", tr("norms and residuals are split over the tensor-parallel ranks")));
    on_show([this, expert, count, sequence](const FormValues &values) {
        const Plan &plan = values.resolved;
        const bool experts =
            plan.parallel.expert > 1 || (values.estimate && values.estimate->architecture &&
                                         values.estimate->active_parameters != values.estimate->total_parameters);
        const bool tensor = plan.parallel.tensor > 1 && applies("parallel.sequence", plan);
        count->setVisible(experts);
        sequence->setVisible(tensor);
        set_row_visible(expert, experts || tensor);
    });
}

void RanksGroup::add_sharding()
{
    auto *zero = add_row(tr("Sharded"), {"parallel.zero"});
    std::vector<FieldForm::Choice> stages;
    for (int stage = 0; stage <= 3; ++stage) stages.push_back({std::to_string(stage), title_of_stage(stage)});
    auto *stage = add_choice(zero, tr("ZeRO stage"), "parallel.zero", stages);
    stage->setToolTip(tr("%1: what the data-parallel ranks share; FSDP's full shard is 3").arg(QStringLiteral("parallel.zero")));
    m_folding.push_back({zero, "parallel.zero",
                         [](const Plan &plan, ParallelEngine engine) { return shards(engine) || plan.parallel.zero > 0; }});
    auto *fsdp = add_row({}, {"parallel.reshard_after_forward", "parallel.replicate"});
    auto *reshard = add_check(fsdp, tr("reshard"), "parallel.reshard_after_forward");
    reshard->setToolTip(
        tr("%1: gathered weights go after each unit's forward").arg(QStringLiteral("parallel.reshard_after_forward")));
    add_label(fsdp, tr("Copies"), {"parallel.replicate"});
    add_count(fsdp, tr("Copies of the sharded group (HSDP)"), "parallel.replicate", 1, most_ranks, CountBox::Steps::doubling)
        ->setToolTip(tr("%1: copies of the sharded group (HSDP)").arg(QStringLiteral("parallel.replicate")));
    m_folding.push_back(
        {fsdp, "parallel.reshard_after_forward", [](const Plan &, ParallelEngine engine) { return is_fsdp(engine); }});
    auto *wrap = add_row(tr("Units"), {"parallel.wrap"});
    add_choice(wrap, tr("What FSDP gathers at once"), "parallel.wrap",
               {{"layer", tr("a layer")}, {"layer+ends", tr("a layer, and the ends")}, {"none", tr("the model")}})
        ->setToolTip(tr("%1: what FSDP gathers at once").arg(QStringLiteral("parallel.wrap")));
    m_folding.push_back({wrap, "parallel.wrap", [](const Plan &, ParallelEngine engine) { return is_fsdp(engine); }});
    auto *buckets = add_row(tr("Bucket"), {"parallel.bucket_mb", "parallel.gradient_as_bucket_view"});
    auto *size = add_count(buckets, tr("Size of a bucket"), "parallel.bucket_mb", 1, 1'048'576, CountBox::Steps::one);
    size->setSuffix(tr(" MiB"));
    size->setToolTip(tr("%1: gradients that DDP sends at once").arg(QStringLiteral("parallel.bucket_mb")));
    add_check(buckets, tr("gradients are views"), "parallel.gradient_as_bucket_view")
        ->setToolTip(tr("%1: gradients lie in the buckets").arg(QStringLiteral("parallel.gradient_as_bucket_view")));
    m_folding.push_back({buckets, "parallel.bucket_mb", [](const Plan &plan, ParallelEngine engine) {
                             return engine == ParallelEngine::ddp && plan.parallel.data > 1;
                         }});
}

void RanksGroup::add_context()
{
    auto *row = add_row(tr("Sequence"), {"parallel.context_backend", "parallel.context_rotation"});
    add_choice(row, tr("How context ranks attend"), "parallel.context_backend",
               {{"ring", tr("each to its queries")}, {"ulysses", tr("each to some heads (Ulysses)")}})
        ->setToolTip(tr("%1: a ring of keys and values, or heads exchanged for parts of the sequence")
                         .arg(QStringLiteral("parallel.context_backend")));
    add_choice(row, tr("How keys and values come round"), "parallel.context_rotation",
               {{"allgather", tr("gathered")}, {"alltoall", tr("one after another")}})
        ->setToolTip(tr("%1: how keys and values come round a ring").arg(QStringLiteral("parallel.context_rotation")));
    m_folding.push_back(
        {row, "parallel.context_backend", [](const Plan &plan, ParallelEngine) { return plan.parallel.context > 1; }});
}

void RanksGroup::add_pipeline()
{
    auto *row = add_row(tr("In flight"), {"parallel.micro_batches"});
    add_count(row, tr("Micro-batches of a pipeline's step"), "parallel.micro_batches", 1, most_micro_batches,
              CountBox::Steps::one)
        ->setToolTip(tr("%1: of one step of the pipeline").arg(QStringLiteral("parallel.micro_batches")));
    add_label(row, tr("Schedule"), {"parallel.schedule"});
    add_choice(row, tr("Order of the pipeline's passes"), "parallel.schedule", {{"1f1b", tr("1F1B")}, {"gpipe", tr("GPipe")}})
        ->setToolTip(tr("%1: order of the pipeline's passes").arg(QStringLiteral("parallel.schedule")));
    m_folding.push_back(
        {row, "parallel.micro_batches", [](const Plan &plan, ParallelEngine) { return plan.parallel.pipeline > 1; }});
}

void RanksGroup::show_rows(const Plan &resolved)
{
    const ParallelEngine engine = parallel_engine(resolved);
    for (const Folding &row : m_folding) set_row_visible(row.fields, applies(row.path, resolved) && row.needed(resolved, engine));
}

} // namespace plimsoll
