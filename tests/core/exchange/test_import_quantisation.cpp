// SPDX-License-Identifier: GPL-3.0-or-later
// Quantisation that stands in a name only: what a plan is stated as, and what is said of it.
#include "core/model/quantization/named_quantisation.h"
#include "core/plan/names.h"
#include "tests/core/exchange/import_lists.h"
#include "tests/test_program.h"

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace plimsoll::tests;

namespace {

/// "Q4_K_M quant_by_name model_by_tag": weights.quant and the codes of what was said of names.
QString told(const std::string &text)
{
    const Imported read = import_text(text);
    QString out = QString::fromStdString(read.plan.has("weights.quant") ? read.plan.weights.quant : "-");
    for (const Warning &warning : read.warnings)
        if (warning.code.starts_with("quant_") || warning.code == "model_by_tag" || warning.code == "remote_model")
            out += ' ' + QString::fromStdString(warning.code);
    return out;
}

std::string preset_of(const std::string &text) { return import_text(text).plan.model.preset; }

} // namespace

class TestImportQuantisation : public QObject {
    Q_OBJECT

private slots:
    void a_command_takes_what_a_name_says_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QString>("result");
        const auto row = [](const char *command, const char *result) { QTest::newRow(command) << command << result; };
        row("vllm serve Qwen/Qwen3-32B-AWQ", "awq4 quant_by_name");
        row("vllm serve Qwen/Qwen3-32B", "-");
        row("vllm serve RedHatAI/Qwen3-8B-quantized.w4a16", "w4a16");
        row("vllm serve cyankiwi/Qwen3-30B-A3B-AWQ-4bit --quantization compressed-tensors", "w4a16");
        row("vllm serve /models/qwen3.6-27b-autoround-int4 --quantization auto_round", "gptq4 quant_by_name");
        row("vllm serve /models/qwen3.6-27b-autoround-int4 --quantization auto-round", "gptq4 quant_by_name");
        row("vllm serve $MODELS/Qwen3-32B-AWQ", "awq4 quant_by_name");
        row("vllm serve $MODEL", "-");
        row("vllm serve org/base --quantization awq_marlin", "awq4 quant_by_default");
        row("vllm serve org/base --quantization AWQ", "awq4 quant_by_default");
        row("vllm serve org/base-GPTQ-Int8 --quantization gptq_marlin", "gptq8 quant_by_name");
        row("vllm serve org/base --quantization bitsandbytes", "nf4");
        row("vllm serve org/base --quantization compressed_tensors", "- quant_in_name");
        row("vllm serve org/base --quantization modelopt_fp4", "nvfp4");
        row("vllm serve org/base --quantization fp8", "fp8");
        row("vllm serve org/base-int4", "w4a16 quant_by_name");
        row("vllm serve OpenVINO/base-int4-ov", "- quant_in_name");
        row("python -m sglang.launch_server --model-path nvidia/Qwen3-30B-A3B-NVFP4", "nvfp4");
        row("python -m sglang.launch_server --model-path org/base --quantization w8a8_int8", "w8a8");
        row("llama-server -m Qwen3.8-27B-UD-IQ4_XS.gguf", "IQ4_XS quant_by_name");
        row("llama-server -m /models/qwen3.8-27b-ud-q5km.gguf", "Q5_K_M quant_by_name");
        row("llama-server -m /models/Qwen3-8B-Q8_0.gguf", "Q8_0");
        row("llama-server -m /models/Qwen3-8B.gguf", "- quant_not_named");
        row("llama-server -m $MODELS/Qwen3-8B-UD-Q4_K_XL.gguf", "Q4_K_M quant_by_name");
        row("llama-server -hf unsloth/Qwen3-8B-GGUF", "Q4_K_M quant_by_default");
        row("llama-server -hf unsloth/Qwen3-8B-GGUF:Q6_K", "Q6_K");
        row("llama-server -hf unsloth/Qwen3-8B-GGUF:UD-Q4_K_XL", "Q4_K_M quant_by_name");
        row("llama-server -hf ggml-org/gpt-oss-20b-GGUF", "mxfp4 quant_by_default");
        row("llama-server -hf unsloth/Qwen3-8B-GGUF -hff Qwen3-8B-Q5_K_M.gguf", "Q5_K_M");
        row("llama-server --hf-repo bartowski/Qwen_Qwen3-8B-GGUF:Q4_K_L", "Q4_K_L");
        row("ollama run hf.co/unsloth/Qwen3-8B-GGUF", "Q4_K_M quant_by_default");
        row("ollama run hf.co/unsloth/Qwen3-8B-GGUF:IQ4_XS", "IQ4_XS");
        row("trl sft --model_name_or_path unsloth/Qwen3-14B-bnb-4bit", "nf4");
        row("trl sft --model_name_or_path org/base-4bit", "nf4 quant_by_name");
        row("trl sft --model_name_or_path Qwen/Qwen3-8B-FP8", "- quant_in_name");
        row("trl sft --model_name_or_path Qwen/Qwen2.5-7B-Instruct-GPTQ-Int8 --use_peft", "gptq8 quant_by_name");
        row("swift sft --model Qwen/Qwen2.5-7B-Instruct-AWQ", "awq4 quant_by_name");
    }

    void a_command_takes_what_a_name_says()
    {
        QFETCH(QString, command);
        QFETCH(QString, result);
        QCOMPARE(told(command.toStdString() + '\n'), result);
    }

    void tags_of_ollama_data()
    {
        QTest::addColumn<QString>("tag");
        QTest::addColumn<QString>("preset");
        QTest::addColumn<QString>("quant");
        const auto row = [](const char *tag, const char *preset, const char *quant) {
            QTest::newRow(tag) << tag << preset << quant;
        };
        row("qwen3:14b", "qwen3-14b", "Q4_K_M");
        row("qwen3", "qwen3-8b", "Q4_K_M");
        row("qwen3:latest", "qwen3-8b", "Q4_K_M");
        row("qwen3:30b", "qwen3-30b-a3b", "Q4_K_M");
        row("qwen3:30b-a3b-q8_0", "qwen3-30b-a3b", "Q8_0");
        row("qwen3:14b-fp16", "qwen3-14b", "F16");
        row("llama3.1:8b-instruct-q8_0", "llama-3.1-8b", "Q8_0");
        row("llama3.1:70b-instruct-q4_K_M", "llama-3.1-70b", "Q4_K_M");
        row("llama3.2", "llama-3.2-3b-instruct", "Q4_K_M");
        row("llama3.2:1b", "llama-3.2-1b-instruct", "Q8_0");
        row("llama3:70b", "llama-3-70b-instruct", "Q4_0");
        row("llama2", "llama-2-7b", "Q4_0");
        row("gemma3:1b-it-qat", "gemma-3-1b-it", "Q4_0");
        row("gemma3", "gemma-3-4b-it", "Q4_K_M");
        row("gemma2:2b", "gemma-2-2b", "Q4_0");
        row("gemma4:26b", "gemma-4-26b-a4b", "Q4_K_M");
        row("gpt-oss", "gpt-oss-20b", "mxfp4");
        row("gpt-oss:20b", "gpt-oss-20b", "mxfp4");
        row("mixtral:8x7b", "mixtral-8x7b-v0.1", "Q4_0");
        row("deepseek-r1:14b", "qwen2.5-14b", "Q4_K_M");
        row("phi4", "phi-4", "Q4_K_M");
        row("nomic-embed-text", "", "F16");
        row("somebody/own-model:q5_K_M", "", "Q5_K_M");
        row("newmodel:7b", "", "Q4_K_M");
        row("qwen3.5:27b", "qwen3.5-27b", "Q4_K_M");
        row("qwen3.5:99b", "", "Q4_K_M");
    }

    void tags_of_ollama()
    {
        QFETCH(QString, tag);
        QFETCH(QString, preset);
        QFETCH(QString, quant);
        for (const std::string &text :
             {"FROM " + tag.toStdString() + "\nPARAMETER num_ctx 4096\n", "ollama run " + tag.toStdString() + '\n'}) {
            const Imported read = import_text(text);
            QCOMPARE(QString::fromStdString(read.plan.weights.quant), quant);
            QCOMPARE(QString::fromStdString(read.plan.model.preset), preset);
        }
    }

    void what_a_plain_tag_holds_is_said()
    {
        QCOMPARE(told("ollama run qwen3:14b\n"), QString("Q4_K_M model_by_tag quant_by_default"));
        QCOMPARE(told("ollama run qwen3:14b-q8_0\n"), QString("Q8_0 model_by_tag"));
        QCOMPARE(told("ollama run gpt-oss:120b-cloud\n"), QString("mxfp4 remote_model model_by_tag quant_by_default"));
        QCOMPARE(preset_of("ollama run gpt-oss:120b\n"), std::string("gpt-oss-120b"));
        QVERIFY(preset_of("ollama run gpt-oss:999b\n").empty());
    }

    /// Every type that plans have is read from a file's name.
    void every_type_is_read_of_a_file()
    {
        for (const std::string_view type : all_gguf_types())
            for (const std::string &name :
                 {"m-" + std::string(type) + ".gguf", "m." + std::string(type) + "-00001-of-00002.gguf"}) {
                const auto read = quantisation_of_name(name);
                QVERIFY2(read && read->quant == type && read->tells == NameTells::all, name.c_str());
            }
    }

    /// What a name is read as is a value of the field.
    void what_is_read_is_a_value_of_the_field()
    {
        for (const char *name : {"m-AWQ", "m-GPTQ-Int3", "m-w8a8", "m-W4A8", "m-hqq-4bit", "m-AQLM-2Bit-1x16", "m-MXFP8",
                                 "m-exl3-4.25bpw", "m-MLX-4bit", "m-NVFP4", "m-FP8", "m-bnb-8bit"}) {
            const auto read = quantisation_of_name(name);
            QVERIFY2(read && is_quant(read->quant), name);
        }
    }

    void the_address_of_a_file()
    {
        const Imported read = import_text(
            "llama-server -mu https://huggingface.co/org/base-8B-GGUF/resolve/main/base-8B-Q6_K.gguf?download=true -c 4096\n");
        QCOMPARE(read.plan.weights.quant, std::string("Q6_K"));
        QCOMPARE(read.plan.model.hub, std::string("org/base-8B-GGUF"));
    }
};

PLIMSOLL_TEST(TestImportQuantisation)
} // namespace PLIMSOLL_FILE
#include "test_import_quantisation.moc"
