// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/hub_alias.h"
#include "core/load/load.h"
#include "core/model/adapter_names.h"
#include "core/plan/session.h"
#include "core/plan/settings_of_adapter.h"
#include "tests/test_program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

// What people have and give: adapters, pointers of git-LFS, configurations of other tools, folders whose files disagree, names of
// the Hub that are not in the cache.

using namespace plimsoll;

namespace {

const QByteArray config = R"({"model_type": "llama", "hidden_size": 64, "intermediate_size": 128, "num_hidden_layers": 2,
 "num_attention_heads": 4, "vocab_size": 100})";
const QByteArray pointer = "version https://git-lfs.github.com/spec/v1\n"
                           "oid sha256:4cac19ea3338b4fd5d2d8d0b0d3e1b1b2c4e7d1f0f3b9b3d7e1c1d1f0a9b8c7d\nsize 18181100600\n";

QByteArray adapter_of_base(const QByteArray &base)
{
    return R"({"base_model_name_or_path":")" + base +
           R"(","bias":"none","lora_alpha":64,"lora_dropout":0.05,"modules_to_save":null,"peft_type":"LORA","r":32,"rank_pattern":{},)"
           R"("target_modules":["q_proj","v_proj"],"use_dora":false,"use_rslora":true})";
}

using Files = std::vector<std::pair<QString, QByteArray>>;

class Folder {
public:
    explicit Folder(const Files &files)
    {
        for (const auto &[name, text] : files) {
            QFile file(m_dir.filePath(name));
            if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) qFatal("cannot write");
        }
    }
    [[nodiscard]] std::string path(const QString &name = {}) const
    {
        return name.isEmpty() ? m_dir.path().toStdString() : m_dir.filePath(name).toStdString();
    }

private:
    QTemporaryDir m_dir;
};

/// What is said of it: the error, else the sentences on what was taken.
QString said(const ModelReference &reference, const std::string &folder = {})
{
    const Result<ArchitectureRef> made = load_model(reference);
    QString out = QString::fromStdString(made ? std::string() : made.error().message());
    if (made)
        for (const std::string &line : (*made)->assumptions) out += QString::fromStdString(line) + '\n';
    return folder.empty() ? out : out.replace(QString::fromStdString(folder + "/"), QString());
}

QString said_of(const Folder &folder, const QString &name = {})
{
    ModelReference reference;
    reference.config_path = folder.path(name);
    return said(reference, folder.path());
}

} // namespace

class TestGivenFiles : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { qputenv("HF_HUB_CACHE", "/nowhere"); }

    void an_adapter_names_its_base()
    {
        const Folder unknown(Files{{"adapter_config.json", adapter_of_base("nvidia/Cosmos-Reason2-2B")}});
        QCOMPARE(
            said_of(unknown),
            QString(
                "adapter_config.json: this is an adapter of nvidia/Cosmos-Reason2-2B: name the base model, which is neither in "
                "the local Hugging Face cache nor a preset, read LoRA adapter of rank 32 on 2 modules, accepted: the base "
                "model, with the adapter beside it: --model nvidia/Cosmos-Reason2-2B --adapter adapter_config.json"));
        QCOMPARE(said_of(unknown, "adapter_config.json"), said_of(unknown));
        const Folder known(Files{{"my.json", adapter_of_base("Qwen/Qwen3-0.6B")}});
        QVERIFY(said_of(known, "my.json")
                    .contains("my.json is a LoRA adapter of rank 32 on 2 modules: its base model Qwen/Qwen3-0.6B "
                              "was read"));
        const Folder other(Files{{"adapter_config.json", R"({"peft_type":"NEW","base_model_name_or_path":"gpt2"})"}});
        QVERIFY(said_of(other).startsWith("adapter_config.json: peft_type: this method of PEFT is not planned, read NEW"));
    }

    void another_methods_file_is_read()
    {
        const auto file = read_adapter_file(R"({"peft_type":"C3A","base_model_name_or_path":"gpt2","target_modules":["q_proj"],
            "peft_version":"0.21.2","block_size":64,"init_weights":"xavier_uniform","bias":"none","modules_to_save":null})",
                                            "adapter_config.json");
        QVERIFY(file.ok());
        QCOMPARE(file->adapter.type, adapter_of_peft_type("C3A").value());
        QCOMPARE(file->adapter.settings, R"({"bias":"none","block_size":64,"init_weights":"xavier_uniform"})");
        QCOMPARE(file->adapter.targets, std::vector<std::string>{"q_proj"});
        QVERIFY(file->said.contains("adapter.type") && file->said.contains("adapter.settings"));
    }

    /// PEFT 0.21 LoraConfig: layers that run more than once change what trains, so that a plan of it is refused, not counted short.
    void layers_that_are_repeated_are_not_forgotten()
    {
        const auto file =
            read_adapter_file(R"({"peft_type":"LORA","r":8,"target_modules":["q_proj"],"layer_replication":[[0,4],[2,6]],
            "rank_pattern":{}})",
                              "adapter_config.json");
        QVERIFY(file.ok());
        QCOMPARE(file->adapter.settings, R"({"layer_replication":[[0,4],[2,6]]})");
        QVERIFY(file->said.contains("adapter.settings") && file->not_planned.empty());
    }

    void an_adapters_settings_are_taken()
    {
        Plan plan;
        plan.model.config_text = adapter_of_base("Qwen/Qwen3-0.6B").toStdString();
        plan.adapter.dropout = 0.1;
        plan.given = {"adapter.dropout"};
        std::vector<Warning> warnings;
        const Plan with = with_settings_of_model(plan, {}, warnings);
        QCOMPARE(with.adapter.rank, Count{32});
        QCOMPARE(with.adapter.alpha, 64.0);
        QCOMPARE(with.adapter.dropout, 0.1); // set by hand
        QVERIFY(with.adapter.rslora && with.has("adapter.targets"));
        QCOMPARE(with.adapter.targets, (std::vector<std::string>{"q_proj", "v_proj"}));
        QCOMPARE(warnings.size(), std::size_t{1});
        QCOMPARE(
            QString::fromStdString(warnings.front().text),
            QString("the settings of the LoRA adapter of rank 32 on 2 modules were taken from adapter_config.json, but for those "
                    "that are set"));
    }

    void a_pointer_is_named()
    {
        const QString says("model.safetensors: a git-LFS pointer: 18.2 GB are not here, `git lfs pull` brings them");
        QCOMPARE(said_of(Folder(Files{{"model.safetensors", pointer}})), says);
        QCOMPARE(said_of(Folder(Files{{"model.safetensors", pointer}}), "model.safetensors"), says);
        QCOMPARE(said_of(Folder(Files{{"config.json", pointer}})),
                 QString("config.json: a git-LFS pointer: 18.2 GB are not here, `git lfs pull` brings them"));
        QVERIFY(
            said_of(Folder(Files{{"config.json", config}, {"model.safetensors", pointer}}))
                .contains("the weights are a git-LFS pointer: 18.2 GB are not here, `git lfs pull` brings them; config.json was "
                          "read\n"));
    }

    void a_folder_says_what_was_taken()
    {
        const Folder several(
            Files{{"config.json", config},
                  {"adapter_config.json", adapter_of_base("org/base")},
                  {"model.safetensors.index.json",
                   R"({"metadata":{"total_size":190080},"weight_map":{"a":"1.safetensors","b":"2.safetensors"}})"},
                  {"1.safetensors", ""},
                  {"consolidated.safetensors", ""},
                  {"params.json", R"({"dim": 128, "n_layers": 2, "n_heads": 4})"},
                  {"hf_quant_config.json", R"({"producer":{"name":"modelopt"},"quantization":{"quant_algo":"FP8"}})"}});
        const QString says = said_of(several);
        for (const char *line :
             {"1 of the 2 files that model.safetensors.index.json names are not here; config.json was read",
              "adapter_config.json beside it is a LoRA adapter of rank 32 on 2 modules of org/base; config.json was "
              "read",
              "consolidated.safetensors holds the same weights in the makers' own format; those of transformers were "
              "taken",
              "params.json says dim 128, config.json says hidden_size 64, which was taken"})
            QVERIFY2(says.contains(line), qPrintable(says));
    }

    void other_files_are_named_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("kind");
        const auto row = [](const char *name, const QByteArray &text, const char *kind) {
            QTest::newRow(kind) << QString(name) << text << QString(kind);
        };
        row("a.yaml", "# mine\nbase_model: Qwen/Qwen2-0.5B\nadapter: lora\nload_in_4bit: true\n", "an Axolotl configuration");
        row("b.yaml", "model_name_or_path: Qwen/Qwen2-0.5B\nstage: sft\ncutoff_len: 720\n", "a LLaMA-Factory configuration");
        row("c.yaml", "model:\n  _component_: torchtune.models.llama3_1.llama3_1_8b\n", "a torchtune configuration");
        row("d.yaml", "compute_environment: LOCAL_MACHINE\ndistributed_type: FSDP\n", "an Accelerate configuration");
        row("e.json", R"({"zero_optimization":{"stage":3},"train_micro_batch_size_per_gpu":1})", "a DeepSpeed configuration");
        row("tokenizer_config.json", R"({"tokenizer_class":"LlamaTokenizer","model_max_length":4096})", "a tokenizer's file");
        row("generation_config.json", R"({"do_sample":true,"eos_token_id":2,"transformers_version":"5.0"})",
            "a model's settings for generation");
        row("f.bin", "PK\x03\x04 and more", "a model's weights in PyTorch's own format");
        row("g.yaml", "learning_rate: 1e-4\nepochs: 3\n", "a YAML file");
    }

    void other_files_are_named()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, text);
        QFETCH(QString, kind);
        const QString says = said_of(Folder(Files{{name, text}}), name);
        QVERIFY2(says.startsWith(name + ": read " + kind + ", accepted: a model's config.json"), qPrintable(says));
        const auto session = session_from_text(text.toStdString());
        QVERIFY(!session.ok());
        QCOMPARE(QString::fromStdString(session.error().read), kind);
        QVERIFY(QString::fromStdString(session.error().accepted).startsWith("a plan in JSON, schema plimsoll.plan/1"));
    }

    void names_of_the_hub_find_a_shape_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("preset"); // with "=" where it is taken, "?" where it is proposed
        const auto row = [](const char *id, const char *preset) { QTest::newRow(id) << id << preset; };
        row("meta-llama/Llama-3.1-8B-Instruct", "=llama-3.1-8b");
        row("meta-llama/Meta-Llama-3.1-8B-Instruct", "=llama-3.1-8b");
        row("unsloth/Llama-3.2-3B-Instruct", "=llama-3.2-3b-instruct");
        row("unsloth/Llama-3.2-3B-Instruct-bnb-4bit", "=llama-3.2-3b-instruct nf4");
        row("NousResearch/Hermes-3-Llama-3.1-8B", "?llama-3.1-8b");
        row("somebody/Hermes-3-Llama-3.1-8B-AWQ", "?llama-3.1-8b awq4");
        row("TheBloke/Llama-2-7B-Chat-GPTQ", "=llama-2-7b gptq4");
        row("Qwen/Qwen3-32B-AWQ", "=qwen3-32b awq4");
        row("Qwen/Qwen3.6-27B-FP8", "=qwen3.6-27b fp8");
        row("Qwen/Qwen9.6-27B-FP8", "");
        row("cyankiwi/Qwen3-30B-A3B-AWQ-4bit", "=qwen3-30b-a3b w4a16");
        row("Intel/Qwen3-8B-int4-AutoRound", "=qwen3-8b gptq4");
        row("RedHatAI/phi-4-FP8-dynamic", "=phi-4 fp8");
        row("bartowski/Qwen_Qwen3-14B-GGUF", "=qwen3-14b");
        row("turboderp/Qwen3-14B-exl3@4.0bpw", "=qwen3-14b exl3-4");
        row("Qwen/Qwen3-4B-Instruct-2507", "=qwen3-4b-instruct-2507");
        row("Qwen/Qwen3-14B-Instruct-2507", "?qwen3-14b");
        row("Qwen/Qwen3-4B-Thinking-2507", "=qwen3-4b-instruct-2507");
        row("Qwen/Qwen3-4B-Thinking-2507-FP8", "=qwen3-4b-instruct-2507 fp8");
        row("meta-llama/Meta-Llama-3-8B", "=llama-3-8b-instruct");
        row("mistralai/Mistral-7B-Instruct-v0.1", "=mistral-7b-v0.1");
        row("google/gemma-2-9b-it", "=gemma-2-9b");
        row("google/gemma-3-4b-pt", "=gemma-3-4b-it");
        row("somebody/something-7b", "");
        row("Qwen/Qwen2.5-Math-7B", "");
    }

    void names_of_the_hub_find_a_shape()
    {
        QFETCH(QString, id);
        QFETCH(QString, preset);
        const std::optional<HubAlias> alias = hub_alias(id.toStdString());
        const std::string found = !alias ? ""
                                         : (alias->exact ? "=" : "?") + alias->preset->name +
                                               (!alias->packed || alias->packed->quant.empty() ? "" : " " + alias->packed->quant);
        QCOMPARE(QString::fromStdString(found), preset);
    }

    void a_shape_is_never_taken_silently()
    {
        QVERIFY(said({{}, {}, {}, "meta-llama/Llama-3.1-8B-Instruct"})
                    .contains(
                        "meta-llama/Llama-3.1-8B-Instruct is not in the local Hugging Face cache: it has the shape of the preset "
                        "llama-3.1-8b (meta-llama/Meta-Llama-3.1-8B), which was taken"));
        const QString likely = said({{}, {}, {}, "somebody/Hermes-3-Llama-3.1-8B-AWQ"});
        QVERIFY2(likely.startsWith("model.hub: it is not here; by its name it has the shape of the preset llama-3.1-8b (--model "
                                   "llama-3.1-8b --quant awq4), read somebody/Hermes-3-Llama-3.1-8B-AWQ"),
                 qPrintable(likely));
        const QString packed = said({{}, {}, {}, "cyankiwi/Qwen3-8B-AWQ-4bit"});
        QVERIFY2(packed.contains("it has the shape of the preset qwen3-8b (Qwen/Qwen3-8B), which was taken"), qPrintable(packed));
        QVERIFY2(packed.contains("quantization_config of its weights was read from the name, as this owner publishes it: w4a16"),
                 qPrintable(packed));
    }

    void many_absent_keys_are_one_sentence()
    {
        const QString says = said({{},
                                   {},
                                   R"({"model_type":"qwen2_vl","hidden_size":64,"intermediate_size":128,"num_hidden_layers":2,
            "num_attention_heads":4,"num_key_value_heads":2,"vocab_size":1000,"vision_config":{"hidden_size":64}})",
                                   {}});
        QVERIFY2(says.contains("vision_config: 8 keys are absent, taken from the class's defaults (qwen2_vl_vision): "),
                 qPrintable(says));
    }
};

PLIMSOLL_TEST(TestGivenFiles)
#include "test_given_files.moc"
