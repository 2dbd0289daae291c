// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/other_names.h"
#include "core/plan/plan_json.h"
#include "tests/test_program.h"

#include <QTest>
#include <nlohmann/json.hpp>

namespace PLIMSOLL_FILE {

// What people type who come from other tools: names of options, of keys and of attention kernels.

using namespace plimsoll;

class TestOtherNames : public QObject {
    Q_OBJECT
private slots:
    void options_are_understood_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("meant");
        const auto row = [](const char *typed, const char *meant) { QTest::newRow(typed) << typed << meant; };
        row("--batch-size", "--micro-batch");
        row("--per-device-train-batch-size", "--micro-batch");
        row("--seq-len", "--sequence-length");
        row("--max-length", "--sequence-length");
        row("--lora-r", "--rank");
        row("--load-in-4bit", "--quant nf4");
        row("--bf16", "--autocast bf16");
        row("--gpus", "--gpu");
        row("--quantization", "--quant");
        row("--max-model-len", "--context");
        row("--ctx-size", "--context");
        row("-c", "--context");
        row("--tensor-parallel-size", "--tensor-parallel");
        row("--attn-implementation", "--attention");
        row("--use-liger-kernel", "--loss fused");
        row("--micro-bach", "--micro-batch");
        row("--Gradient-Accumulation-Steps", "--gradient-accumulation");
        row("--lr", "nothing");
        row("--something-else", "unknown");
    }

    void options_are_understood()
    {
        QFETCH(QString, typed);
        QFETCH(QString, meant);
        const std::optional<Meant> read = meant_by(typed.toStdString());
        QCOMPARE(!read                     ? QString("unknown")
                 : read->takes_no_memory() ? QString("nothing")
                                           : QString::fromStdString(read->as_option()),
                 meant);
    }

    void keys_of_a_plan_are_understood()
    {
        const auto parsed =
            plan_from_json(R"({"load_in_4bit": true, "adapter": {"lora_r": 8}, "learning_rate": 1e-4, "xyzzy": 1})");
        QVERIFY(parsed.ok());
        QStringList said;
        for (const Warning &warning : parsed->warnings) said << QString::fromStdString(warning.text);
        said.sort();
        QCOMPARE(said.join('\n'), QString("adapter.lora_r: no such field, ignored (did you mean adapter.rank?)\n"
                                          "learning_rate: no such field, ignored: it takes no memory\n"
                                          "load_in_4bit: no such field, ignored (did you mean weights.quant nf4?)\n"
                                          "xyzzy: no such field, ignored"));
    }

    void kernels_have_the_libraries_names_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("kernel"); // or the beginning of the refusal
        const auto row = [](const char *typed, const char *kernel) { QTest::newRow(typed) << typed << kernel; };
        row("flash_attention_2", "flash2");
        row("kernels-community/flash-attn2", "flash2");
        row("flash_attention_3", "flash3");
        row("kernels-community/flash-attn3", "flash3");
        row("kernels-community/vllm-flash-attn3@main", "flash3");
        row("paged|sdpa", "sdpa");
        row("paged|flash_attention_2", "flash2");
        row("flex_attention", "attention: the step with flex_attention is not simulated");
        row("flash_attention_4", "attention: the step with FlashAttention 4 is not simulated");
        row("paged|eager", "attention: paged|eager belongs to generate_batch()");
        row("somebody/kernel", "attention: what the kernel somebody/kernel of the Hub allocates is not known");
        row("flash9", "attention: read \"flash9\", accepted: eager | sdpa | flash2 | flash3");
    }

    void kernels_have_the_libraries_names()
    {
        QFETCH(QString, typed);
        QFETCH(QString, kernel);
        const Result<Plan> plan = with_field({}, "attention", typed.toStdString());
        const QString read =
            QString::fromStdString(plan ? plan_to_json(*plan, true)["attention"].get<std::string>() : plan.error().message());
        QVERIFY2(plan ? read == kernel : read.startsWith(kernel), qPrintable(read));
    }
};

PLIMSOLL_TEST(TestOtherNames)
} // namespace PLIMSOLL_FILE
#include "test_other_names.moc"
