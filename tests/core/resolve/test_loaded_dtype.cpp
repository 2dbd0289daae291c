// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/load.h"
#include "core/model/presets.h"
#include "core/plan/names.h"
#include "core/plan/plan_json.h"
#include "core/resolve/resolve.h"
#include "tests/test_program.h"

#include <QTest>
#include <algorithm>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

// What from_pretrained takes where neither a plan nor, in some rows, the configuration states a dtype.

class TestLoadedDtype : public QObject {
    Q_OBJECT
private slots:
    void method_release_and_checkpoint_decide_data();
    void method_release_and_checkpoint_decide();
    void presets_name_the_dtype_of_their_checkpoint();
};

void TestLoadedDtype::method_release_and_checkpoint_decide_data()
{
    QTest::addColumn<QString>("config");
    QTest::addColumn<QString>("plan");
    QTest::addColumn<QString>("dtype");
    QTest::addColumn<QString>("said");
    const auto config = [](const char *type, const char *rest = "") {
        const QString sizes = type == QString("gpt2") ? R"("n_embd": 64, "n_layer": 2, "n_head": 4, "vocab_size": 256)"
                                                      : R"("hidden_size": 64, "intermediate_size": 128, "num_hidden_layers": 2,
                                       "num_attention_heads": 4, "num_key_value_heads": 2, "vocab_size": 256)";
        return QString(R"({"model_type": "%1", %2 %3})").arg(type, sizes, rest);
    };
    const auto row = [](const char *name, const QString &model, const char *plan, const char *dtype, const char *said) {
        QTest::newRow(name) << model << plan << dtype << said;
    };
    constexpr const char *plain = "{}", *four = R"({"libraries": {"transformers": "4.57.6"}})";
    const char *half = R"(, "torch_dtype": "float16")", *wide = R"(, "dtype": "float32")";
    row("no dtype, a family of today", config("llama"), plain, "bf16", "most checkpoints are bf16");
    row("no dtype, a family of 2019", config("gpt2"), plain, "fp32", "checkpoints of gpt2 are float32");
    row("the configuration's", config("llama", half), plain, "fp16", "the configuration's dtype");
    row("float32 that is written", config("llama", wide), plain, "fp32", "the configuration's dtype");
    row("a plain loop", config("llama"), R"({"stack": "pytorch"})", "bf16", "most checkpoints are bf16");
    row("TRL", config("llama", half), R"({"stack": "trl"})", "fp32", "model_init_kwargs");
    row("TRL before 0.27", config("llama", half), R"({"stack": "trl", "libraries": {"trl": "0.26.2"}})", "fp16",
        "TRL before 0.27");
    row("TRL before 0.27 over transformers 4", config("llama", half),
        R"({"stack": "trl", "libraries": {"trl": "0.15.0", "transformers": "4.48.0"}})", "fp32", "without a dtype");
    row("LLaMA-Factory", config("gpt2"), R"({"stack": "llama-factory", "method": "lora"})", "bf16", "bf16 where the card has it");
    row("transformers 4", config("llama", half), four, "fp32", "transformers 4, from_pretrained without a dtype");
    row("a plain loop over transformers 4", config("llama", half),
        R"({"stack": "pytorch", "libraries": {"transformers": "4.57.6"}})", "fp32", "without a dtype");
    row("transformers 4, bitsandbytes", config("llama"), R"({"method": "qlora", "libraries": {"transformers": "4.57.6"}})",
        "fp16", "bitsandbytes quantiser without a dtype");
    const char *gptq = R"(, "quantization_config": {"quant_method": "gptq", "bits": 4, "group_size": 128})";
    row("GPTQ without a dtype", config("llama", gptq), plain, "fp16", "gptq checkpoints hold float16");
    row("transformers 4, GPTQ", config("llama", gptq), four, "fp16", "gptq quantiser");
    const char *fp8 = R"(, "quantization_config": {"quant_method": "fp8", "weight_block_size": [128, 128]}, "dtype": "bfloat16")";
    row("FP8", config("llama", fp8), R"({"task": "infer"})", "bf16", "the configuration's dtype");
    row("transformers 4, FP8: the rest doubles", config("llama", fp8),
        R"({"task": "infer", "libraries": {"transformers": "4.57.6"}})", "fp32", "fp8 quantiser without a dtype");
}

void TestLoadedDtype::method_release_and_checkpoint_decide()
{
    QFETCH(QString, config);
    QFETCH(QString, plan);
    QFETCH(QString, dtype);
    QFETCH(QString, said);
    const auto architecture = architecture_from_config(config.toStdString(), "inline");
    QVERIFY2(architecture.ok(), architecture.ok() ? "" : architecture.error().message().c_str());
    const auto parsed = plan_from_json(plan.toStdString());
    QVERIFY(parsed.ok());
    const CardFacts hopper{.capability_major = 9}; // which keeps FP8
    const auto resolved = resolve(parsed->plan, **architecture, hopper);
    QVERIFY2(resolved.ok(), resolved.ok() ? "" : resolved.error().message().c_str());
    const ResolvedPlan &out = *resolved;
    QCOMPARE(QString::fromStdString(std::string(name_of(out.plan.weights.dtype))), dtype);
    const auto line = std::ranges::find_if(out.assumptions, [](const auto &one) { return one.starts_with("weights.dtype: "); });
    QVERIFY(line != out.assumptions.end());
    QVERIFY2(line->find(said.toStdString()) != std::string::npos, line->c_str());
}

void TestLoadedDtype::presets_name_the_dtype_of_their_checkpoint()
{
    for (const Preset &preset : presets()) {
        ModelReference reference;
        reference.preset = preset.name;
        const auto architecture = load_model(reference);
        QVERIFY(architecture.ok());
        QVERIFY2((*architecture)->config_dtype.has_value(), preset.name.c_str());
    }
}

PLIMSOLL_TEST(TestLoadedDtype)
} // namespace PLIMSOLL_FILE
#include "test_loaded_dtype.moc"
