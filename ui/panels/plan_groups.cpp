// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/plan_groups.h"
#include "core/plan/names.h"
#include "ui/document/text.h"
#include "ui/panels/segmented.h"
#include "ui/panels/wording.h"

#include <QCoreApplication>

namespace plimsoll {
namespace {

constexpr int most_tokens = 1 << 24;

QString tr(const char *text) { return QCoreApplication::translate("PlanGroups", text); }

std::vector<FieldForm::Choice> weight_dtypes()
{
    return {{"auto", tr("auto")},
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
    box.setItemText(0, automatic && became != QStringLiteral("AUTO") ? tr("auto: %1").arg(became) : tr("auto"));
    if (automatic) box.setCurrentIndex(0);
}

std::vector<FieldForm::Choice> spelt(const std::vector<std::string> &values)
{
    std::vector<FieldForm::Choice> out;
    for (const std::string &value : values) out.push_back({value, qt(value)});
    return out;
}

QString tokens_note(const Plan &plan)
{
    const QLocale locale;
    const Count step = plan.micro_batch * plan.sequence_length;
    const QString a_step = tr("%1 tokens a step").arg(locale.toString(static_cast<qlonglong>(step)));
    if (plan.gradient_accumulation <= 1) return a_step;
    return a_step + tr(", %1 an update").arg(locale.toString(static_cast<qlonglong>(step * plan.gradient_accumulation)));
}

} // namespace

FieldForm *make_method_group(QWidget *parent)
{
    auto *form = new FieldForm({}, parent);
    auto *method = form->add_row(tr("Method"), {"method"});
    form->add_segments(method, tr("Method"), "method", {{"full", tr("Full")}, {"lora", tr("LoRA")}, {"qlora", tr("QLoRA")}});
    auto *quant = form->add_row(tr("Quantise"), {"weights.quant", "weights.double_quant"});
    auto *box = form->add_choice(quant, tr("Quantise"), "weights.quant", spelt({"nf4", "fp4", "int8", "none"}));
    box->setMinimumWidth(62);
    auto *doubled = form->add_check(quant, tr("double quantised"), "weights.double_quant");
    quant->setStretch(0, 0);
    auto *prepare = form->add_row({}, {"kbit_prepare"});
    form->add_check(prepare, tr("prepare for k-bit training"), "kbit_prepare");
    form->on_show([=](const FormValues &values) {
        const Plan &plan = values.resolved;
        const bool trains = plan.task == Task::train;
        form->set_row_visible(method, trains);
        form->set_row_visible(quant, !trains || plan.method == Method::qlora);
        doubled->setVisible(plan.weights.quant == "nf4" || plan.weights.quant == "fp4");
        form->set_row_visible(prepare, trains && plan.method == Method::qlora);
    });
    return form;
}

FieldForm *make_precision_group(QWidget *parent)
{
    auto *form = new FieldForm(tr("Precision"), parent);
    auto *row = form->add_row(tr("Weights"), {"weights.dtype"});
    auto *weights = form->add_choice(row, tr("Weights"), "weights.dtype", weight_dtypes());
    auto *label = form->add_label(row, tr("Autocast"), {"autocast"});
    auto *autocast = form->add_choice(row, tr("Autocast"), "autocast",
                                      {{"none", tr("none")}, {"bf16", QStringLiteral("BF16")}, {"fp16", QStringLiteral("FP16")}});
    form->on_show([=](const FormValues &values) {
        name_auto(*weights, values);
        const bool trains = values.resolved.task == Task::train;
        label->setVisible(trains);
        autocast->setVisible(trains);
    });
    return form;
}

FieldForm *make_work_group(QWidget *parent)
{
    auto *form = new FieldForm(tr("Work"), parent);
    auto *sequence = form->add_row(tr("Sequence"), {"sequence_length"});
    form->add_slider(sequence, tr("Sequence length"), "sequence_length", token_stops(1 << 17));
    auto *tokens = form->add_count(sequence, tr("Sequence length"), "sequence_length", 1, most_tokens,
                                   CountBox::Steps::hundred_twenty_eight);
    tokens->setSuffix(tr(" tokens"));
    tokens->setMinimumWidth(100);
    auto *batch = form->add_row(tr("Micro batch"), {"micro_batch"});
    form->add_count(batch, tr("Micro batch"), "micro_batch", 1, 1 << 16, CountBox::Steps::one);
    auto *label = form->add_label(batch, tr("Accumulate"), {"gradient_accumulation"});
    auto *accumulate =
        form->add_count(batch, tr("Gradient accumulation"), "gradient_accumulation", 1, 1 << 16, CountBox::Steps::one);
    QLabel *note = form->add_note();
    form->on_show([=](const FormValues &values) {
        const bool trains = values.resolved.task == Task::train;
        label->setVisible(trains);
        accumulate->setVisible(trains);
        note->setText(tokens_note(values.resolved));
    });
    return form;
}

FieldForm *make_inference_group(QWidget *parent)
{
    auto *form = new FieldForm(tr("Inference"), parent);
    form->add_choice(form->add_row(tr("Engine"), {"inference.engine"}), tr("Engine"), "inference.engine",
                     spelt({"transformers", "vllm", "sglang", "llama.cpp"}));
    auto *context = form->add_row(tr("Context"), {"inference.context"});
    form->add_slider(context, tr("Context"), "inference.context", token_stops(1 << 17));
    auto *tokens =
        form->add_count(context, tr("Context"), "inference.context", 1, most_tokens, CountBox::Steps::hundred_twenty_eight);
    tokens->setSuffix(tr(" tokens"));
    tokens->setMinimumWidth(100);
    auto *counts = form->add_row(tr("New tokens"), {"inference.new_tokens"});
    form->add_count(counts, tr("New tokens"), "inference.new_tokens", 1, most_tokens, CountBox::Steps::one);
    form->add_label(counts, tr("Sequences"), {"inference.sequences"});
    form->add_count(counts, tr("Sequences"), "inference.sequences", 1, 1 << 16, CountBox::Steps::one);
    auto *cache = form->add_row(tr("KV cache"), {"inference.cache"});
    form->add_choice(cache, tr("KV cache"), "inference.cache", spelt({"dynamic", "static", "quantized", "offloaded"}));
    form->add_label(cache, tr("in"), {"inference.kv_dtype"});
    form->add_choice(cache, tr("KV cache dtype"), "inference.kv_dtype", spelt({"fp32", "fp16", "bf16", "fp8", "int8", "int4"}));
    return form;
}

FieldForm *make_extract_group(QWidget *parent)
{
    auto *form = new FieldForm(tr("Extract"), parent);
    form->add_choice(form->add_row(tr("Capture"), {"extract.capture"}), tr("Capture"), "extract.capture",
                     {{"hidden_states", tr("hidden states")},
                      {"attentions", tr("attentions")},
                      {"full", tr("everything")},
                      {"hooks", tr("hooks")}});
    return form;
}

} // namespace plimsoll
