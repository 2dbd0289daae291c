// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/quantization/bitsandbytes.h"
#include "core/plan/names.h"
#include "core/resolve/gate.h"
#include "ui/controls/segmented.h"
#include "ui/controls/wording.h"
#include "ui/document/text.h"
#include "ui/plan/field_help.h"
#include "ui/plan/plan_groups.h"

#include <QCoreApplication>
#include <QStandardItemModel>

namespace plimsoll {
namespace {

constexpr int most_tokens = 1 << 24;

/// A context of its own, by which lupdate finds the strings of free functions.
struct PlanGroupsWords {
    Q_DECLARE_TR_FUNCTIONS(PlanGroups)
};

std::vector<FieldForm::Choice> weight_dtypes()
{
    return {{"auto", PlanGroupsWords::tr("auto")},
            {"bf16", QStringLiteral("BF16")},
            {"fp16", QStringLiteral("FP16")},
            {"fp32", QStringLiteral("FP32")}};
}

/// "auto" says what it became.
void name_auto(QComboBox &box, const FormValues &values)
{
    const bool automatic = values.written.weights.dtype == WeightDtype::auto_ && values.written.has("weights.dtype");
    const QString became = qt(name_of(values.resolved.weights.dtype)).toUpper();
    const QSignalBlocker silent(&box);
    box.setItemText(0, automatic && became != QStringLiteral("AUTO") ? PlanGroupsWords::tr("auto: %1").arg(became)
                                                                     : PlanGroupsWords::tr("auto"));
    if (automatic) box.setCurrentIndex(0);
}

/// "BF16: RTX 4090 has compute capability 8.9"; empty where nobody left the dtype to the card.
QString why_auto(const FormValues &values)
{
    if (!values.estimate || values.written.weights.dtype != WeightDtype::auto_) return {};
    QString reason = qt(values.estimate->plan.why_dtype);
    if (reason.isEmpty()) return {};
    const std::string &card = values.estimate->device.name;
    if (const auto match = find_gpu(card); !card.empty() && match.ok())
        reason.replace(qt(card), qt(match->gpu->short_name())); // as the answer calls it
    return PlanGroupsWords::tr("%1: %2").arg(qt(name_of(values.resolved.weights.dtype)).toUpper(), reason);
}

std::vector<FieldForm::Choice> spelt(const std::vector<std::string> &values)
{
    std::vector<FieldForm::Choice> out;
    for (const std::string &value : values) out.push_back({value, qt(value)});
    return out;
}

/// Every value of a choice, as plans spell it.
template <class E>
std::vector<FieldForm::Choice> spelt_names()
{
    const std::span<const std::string_view> names = names_of<E>();
    return spelt({names.begin(), names.end()});
}

std::vector<FieldForm::Choice> engine_choices()
{
    std::vector<FieldForm::Choice> out;
    for (const std::string_view engine : names_of<Engine>()) out.push_back({std::string(engine), tool_title(engine)});
    return out;
}

/// What people ask for; a value that stands in the plan and not here is shown all the same.
std::vector<FieldForm::Choice> quantisations()
{
    return spelt({"none",   "nf4",    "fp4",    "int8",    "fp8",    "awq4",  "gptq4",  "mxfp4",  "Q8_0",
                  "Q6_K",   "Q5_K_M", "Q5_K_S", "Q4_K_M",  "Q4_K_S", "Q4_0",  "IQ4_XS", "IQ4_NL", "Q3_K_L",
                  "Q3_K_M", "Q3_K_S", "IQ3_M",  "IQ3_XXS", "Q2_K",   "IQ2_M", "IQ2_XS"});
}

/// GGUF types are for inference only.
void grey_files(const QComboBox &box)
{
    const auto *items = qobject_cast<QStandardItemModel *>(box.model());
    for (int i = 0; items != nullptr && i < box.count(); ++i)
        if (is_gguf_type(utf8(box.itemData(i).toString()))) {
            items->item(i)->setEnabled(false);
            items->item(i)->setToolTip(PlanGroupsWords::tr("GGUF types are for inference only"));
        }
}

QString tokens_note(const Plan &plan)
{
    const auto count = [](Count value) { return QLocale().toString(static_cast<qlonglong>(value)); };
    const Count step = plan.micro_batch * plan.sequence_length, steps = plan.gradient_accumulation;
    if (steps <= 1)
        return step == 1 ? PlanGroupsWords::tr("1 token a step") : PlanGroupsWords::tr("%1 tokens a step").arg(count(step));
    return PlanGroupsWords::tr("%1 × %2 = %3 tokens").arg(count(step), count(steps), count(step * steps));
}

QString tokens_suffix() { return PlanGroupsWords::tr(" tokens"); }

} // namespace

void grey_refused(const QComboBox &box, const std::string &path, const Plan &plan)
{
    const auto *items = qobject_cast<QStandardItemModel *>(box.model());
    for (int i = 0; items != nullptr && i < box.count(); ++i) {
        const std::optional<std::string> why = always_refused(path, utf8(box.itemData(i).toString()), plan);
        QStandardItem *item = items->item(i);
        item->setEnabled(!why);
        item->setToolTip(why ? qt(*why) : QString());
    }
}

int width_beside_slider(const QWidget &field)
{
    constexpr int frame_and_arrows = 24;
    return field.fontMetrics().horizontalAdvance(QLocale().toString(131'072) + tokens_suffix()) + frame_and_arrows;
}

FieldForm *make_method_group(QWidget *parent)
{
    auto *form = new FieldForm({}, parent);
    auto *method = form->add_row(PlanGroupsWords::tr("Method"), {"method"});
    form->add_segments(
        method, PlanGroupsWords::tr("Method"), "method",
        {{"full", PlanGroupsWords::tr("Full")}, {"lora", PlanGroupsWords::tr("LoRA")}, {"qlora", PlanGroupsWords::tr("QLoRA")}});
    auto *quant = form->add_row(PlanGroupsWords::tr("Quantise"), {"weights.quant", "weights.double_quant"});
    auto *box = form->add_choice(quant, PlanGroupsWords::tr("Quantise"), "weights.quant", quantisations());
    box->setMinimumWidth(62);
    auto *doubled = form->add_check(quant, PlanGroupsWords::tr("double quantised"), "weights.double_quant");
    quant->setStretch(0, 0);
    auto *prepare = form->add_row({}, {"kbit_prepare"});
    form->add_check(prepare, PlanGroupsWords::tr("prepare for k-bit training"), "kbit_prepare");
    form->on_show([=](const FormValues &values) {
        const Plan &plan = values.resolved;
        const bool trains = plan.task == Task::train;
        form->set_row_visible(method, trains);
        form->set_row_visible(quant, !trains || plan.method == Method::qlora);
        grey_refused(*box, "weights.quant", plan);
        if (trains) grey_files(*box);
        doubled->setVisible(is_bitsandbytes_4bit(plan.weights.quant));
        form->set_row_visible(prepare, trains && plan.method == Method::qlora);
    });
    return form;
}

FieldForm *make_precision_group(QWidget *parent)
{
    auto *form = new FieldForm(PlanGroupsWords::tr("Precision"), parent);
    auto *row = form->add_row(PlanGroupsWords::tr("Weights"), {"weights.dtype"});
    auto *weights = form->add_choice(row, PlanGroupsWords::tr("Weights"), "weights.dtype", weight_dtypes());
    auto *label = form->add_label(row, PlanGroupsWords::tr("Autocast"), {"autocast"});
    auto *autocast = form->add_choice(
        row, PlanGroupsWords::tr("Autocast"), "autocast",
        {{"none", PlanGroupsWords::tr("none")}, {"bf16", QStringLiteral("BF16")}, {"fp16", QStringLiteral("FP16")}});
    QLabel *note = form->add_note();
    form->on_show([=](const FormValues &values) {
        name_auto(*weights, values);
        note->setText(why_auto(values));
        note->setVisible(!note->text().isEmpty());
        const bool trains = values.resolved.task == Task::train;
        label->setVisible(trains);
        autocast->setVisible(trains);
    });
    return form;
}

FieldForm *make_work_group(QWidget *parent)
{
    auto *form = new FieldForm(PlanGroupsWords::tr("Work"), parent);
    auto *sequence = form->add_row(PlanGroupsWords::tr("Sequence"), {"sequence_length"});
    form->add_slider(sequence, PlanGroupsWords::tr("Sequence length"), "sequence_length", token_stops(1 << 17));
    auto *tokens = form->add_count(sequence, PlanGroupsWords::tr("Sequence length"), "sequence_length", 1, most_tokens,
                                   CountBox::Steps::hundred_twenty_eight);
    tokens->setSuffix(tokens_suffix());
    tokens->setMinimumWidth(width_beside_slider(*tokens));
    auto *batch = form->add_row(PlanGroupsWords::tr("Micro batch"), {"micro_batch"});
    form->add_count(batch, PlanGroupsWords::tr("Micro batch"), "micro_batch", 1, 1 << 16, CountBox::Steps::one);
    auto *label = form->add_label(batch, PlanGroupsWords::tr("Accumulate"), {"gradient_accumulation"});
    auto *accumulate = form->add_count(batch, PlanGroupsWords::tr("Gradient accumulation"), "gradient_accumulation", 1, 1 << 20,
                                       CountBox::Steps::one);
    QLabel *note = form->add_note();
    form->on_show([=](const FormValues &values) {
        const bool trains = values.resolved.task == Task::train;
        label->setVisible(trains);
        accumulate->setVisible(trains);
        note->setText(tokens_note(values.resolved));
        note->setToolTip(PlanGroupsWords::tr("Tokens a step × steps accumulated = tokens an update"));
    });
    return form;
}

namespace {

/// Rows of an inference that only some engines read; each is there where its engine reads it.
struct EngineRows {
    std::vector<std::pair<QHBoxLayout *, std::string>> rows; ///< and a field that tells

    void add(QHBoxLayout *row, const char *path) { rows.emplace_back(row, path); }
    void show(FieldForm &form, const Plan &resolved) const
    {
        for (const auto &[row, path] : rows) form.set_row_visible(row, applies(path, resolved));
    }
};

void add_share(FieldForm &form, EngineRows &rows)
{
    auto *share = form.add_row(PlanGroupsWords::tr("Share"), {"inference.gpu_memory_utilization"});
    form.add_number(share, PlanGroupsWords::tr("Share of the card"), "inference.gpu_memory_utilization", 0.01, 1.0, 0.01);
    form.add_label(share, PlanGroupsWords::tr("Requests"), {"inference.max_num_seqs"});
    form.add_count(share, PlanGroupsWords::tr("Requests at once"), "inference.max_num_seqs", 1, 1 << 16, CountBox::Steps::one);
    rows.add(share, "inference.gpu_memory_utilization");
    auto *pass = form.add_row(PlanGroupsWords::tr("A pass"), {"inference.max_num_batched_tokens"});
    form.add_count(pass, PlanGroupsWords::tr("Tokens of one pass"), "inference.max_num_batched_tokens", 1, most_tokens,
                   CountBox::Steps::hundred_twenty_eight);
    rows.add(pass, "inference.max_num_batched_tokens");
    auto *eager = form.add_row(PlanGroupsWords::tr("Graphs"), {"inference.enforce_eager"});
    form.add_check(eager, PlanGroupsWords::tr("No CUDA graphs"), "inference.enforce_eager");
    rows.add(eager, "inference.enforce_eager");
}

void add_layers(FieldForm &form, EngineRows &rows)
{
    auto *flash = form.add_row(PlanGroupsWords::tr("Flash"), {"inference.flash_attention"});
    form.add_choice(flash, PlanGroupsWords::tr("Flash attention"), "inference.flash_attention", spelt({"auto", "on", "off"}));
    form.add_label(flash, PlanGroupsWords::tr("On host"), {"inference.host_experts"});
    form.add_count(flash, PlanGroupsWords::tr("Layers whose experts stay with the host"), "inference.host_experts", 0, 1 << 16,
                   CountBox::Steps::one);
    rows.add(flash, "inference.flash_attention");
}

} // namespace

FieldForm *make_inference_group(QWidget *parent)
{
    auto *form = new FieldForm(PlanGroupsWords::tr("Inference"), parent);
    auto *engine = form->add_choice(form->add_row(PlanGroupsWords::tr("Engine"), {"inference.engine"}),
                                    PlanGroupsWords::tr("Engine"), "inference.engine", engine_choices());
    auto *context = form->add_row(PlanGroupsWords::tr("Context"), {"inference.context"});
    form->add_slider(context, PlanGroupsWords::tr("Context"), "inference.context", token_stops(1 << 17));
    auto *tokens = form->add_count(context, PlanGroupsWords::tr("Context"), "inference.context", 1, most_tokens,
                                   CountBox::Steps::hundred_twenty_eight);
    tokens->setSuffix(tokens_suffix());
    tokens->setMinimumWidth(width_beside_slider(*tokens));
    auto *counts = form->add_row(PlanGroupsWords::tr("Sequences"), {"inference.sequences"});
    form->add_count(counts, PlanGroupsWords::tr("Sequences"), "inference.sequences", 1, 1 << 16, CountBox::Steps::one);
    auto *fresh = form->add_label(counts, PlanGroupsWords::tr("New tokens"), {"inference.new_tokens"});
    auto *fresh_count =
        form->add_count(counts, PlanGroupsWords::tr("New tokens"), "inference.new_tokens", 1, most_tokens, CountBox::Steps::one);
    auto *cache = form->add_row(PlanGroupsWords::tr("KV cache"), {"inference.cache"});
    auto *kind = form->add_choice(cache, PlanGroupsWords::tr("KV cache"), "inference.cache", spelt_names<CacheKind>());
    auto *type = form->add_label(cache, PlanGroupsWords::tr("Type"), {"inference.kv_dtype"});
    auto *dtype = form->add_choice(cache, PlanGroupsWords::tr("KV cache dtype"), "inference.kv_dtype", spelt_names<KvDtype>());
    cache->addStretch(0); // where the type stands alone it stands at the row's beginning
    EngineRows rows;
    add_share(*form, rows);
    add_layers(*form, rows);
    form->on_show([=](const FormValues &values) {
        grey_refused(*engine, "inference.engine", values.resolved);
        grey_refused(*kind, "inference.cache", values.resolved);
        grey_refused(*dtype, "inference.kv_dtype", values.resolved);
        rows.show(*form, values.resolved);
        const bool counts_new = applies("inference.new_tokens", values.resolved);
        fresh->setVisible(counts_new);
        fresh_count->setVisible(counts_new);
        const bool has_kinds = applies("inference.cache", values.resolved);
        kind->setVisible(has_kinds);
        type->setVisible(has_kinds);
    });
    return form;
}

FieldForm *make_extract_group(QWidget *parent)
{
    auto *form = new FieldForm(PlanGroupsWords::tr("Extract"), parent);
    auto *capture = form->add_choice(form->add_row(PlanGroupsWords::tr("Capture"), {"extract.capture"}),
                                     PlanGroupsWords::tr("Capture"), "extract.capture",
                                     {{"hidden_states", PlanGroupsWords::tr("hidden states")},
                                      {"attentions", PlanGroupsWords::tr("attentions")},
                                      {"full", PlanGroupsWords::tr("everything")},
                                      {"hooks", PlanGroupsWords::tr("hooks")}});
    auto *hooks = form->add_row(PlanGroupsWords::tr("Hooks"), {"extract.hooks"});
    form->add_list(hooks, PlanGroupsWords::tr("Hook points"), "extract.hooks")
        ->setPlaceholderText(PlanGroupsWords::tr("all of them"));
    auto *keep = form->add_row(PlanGroupsWords::tr("Keep"), {"extract.keep"});
    form->add_choice(keep, PlanGroupsWords::tr("Captured states are kept"), "extract.keep",
                     {{"card", PlanGroupsWords::tr("on the card")}, {"host", PlanGroupsWords::tr("on the host")}});
    form->on_show([=](const FormValues &values) {
        grey_refused(*capture, "extract.capture", values.resolved);
        form->set_row_visible(hooks, values.resolved.extract.capture == Capture::hooks);
        form->set_row_visible(keep, applies("extract.keep", values.resolved));
    });
    return form;
}

} // namespace plimsoll
