// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/cli_run.h"
#include "tests/test_program.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

#include <unistd.h>

namespace PLIMSOLL_FILE {

using namespace Qt::StringLiterals;

namespace {

QString written(const QTemporaryDir &folder, const QString &name, const QByteArray &text)
{
    QFile file(folder.filePath(name));
    if (file.open(QIODevice::WriteOnly)) file.write(text);
    return file.fileName();
}

const QByteArray whole =
    R"({"model_type": "llama", "hidden_size": 64, "intermediate_size": 128, "num_hidden_layers": 2, "num_attention_heads": 4, "vocab_size": 100})";

QByteArray without(const QByteArray &config, const char *key)
{
    QJsonObject object = QJsonDocument::fromJson(config).object();
    object.remove(QLatin1String(key));
    return QJsonDocument(object).toJson();
}

} // namespace

/// Every one: exit 2, nothing on stdout, one message on stderr that says what to do.
class TestBadInput : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    void refused(const QStringList &arguments, const QString &message)
    {
        const CliRun run = run_cli(arguments);
        QVERIFY2(run.status == 2, qPrintable(u"status %1: %2%3"_s.arg(run.status).arg(run.out.left(200), run.err)));
        QVERIFY2(run.out.isEmpty(), qPrintable(run.out));
        QVERIFY2(run.err.startsWith(u"plimsoll: "_s) && run.err.contains(message), qPrintable(run.err));
        QCOMPARE(run.err.count(u'\n'), 1);
    }

private slots:
    /// What an estimate would refuse is refused while it is read, in the same words.
    void imports_that_no_estimate_takes_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QStringList>("more");
        QTest::addColumn<QString>("message");
        QTest::newRow("model") << QByteArray("trl sft --use_peft") << QStringList{u"--model"_s, u"qwen9-7b"_s}
                               << u"model.preset"_s;
        QTest::newRow("preset of the plan") << QByteArray(R"({"schema": "plimsoll.plan/1", "model": {"preset": "qwen9-7b"}})")
                                            << QStringList{} << u"model.preset"_s;
        QTest::newRow("of any model")
            << QByteArray(R"({"schema": "plimsoll.plan/1", "task": "infer", "inference": {"engine": "transformers",
            "kv_dtype": "q4_0"}})")
            << QStringList{} << u"inference.kv_dtype"_s;
    }

    void imports_that_no_estimate_takes()
    {
        QFETCH(const QByteArray, text);
        QFETCH(const QStringList, more);
        QFETCH(const QString, message);
        const CliRun run = run_cli(QStringList{u"import"_s, u"-"_s} + more, text);
        QCOMPARE(run.status, 2);
        QVERIFY2(run.err.contains(message), qPrintable(run.err));
        QCOMPARE(run.out.isEmpty(), message.startsWith(u"model"_s)); // else what was read is shown beside the refusal
    }

    /// A plan that is read with status 0 is one that an estimate takes, or it is said what is missing.
    void imports_are_answered_data()
    {
        QTest::addColumn<QByteArray>("text");
        const auto row = [](const char *name, const char *text) { QTest::newRow(name) << QByteArray(text); };
        row("vllm", "vllm serve Qwen/Qwen2.5-7B --max-model-len 4096 --tensor-parallel-size 2");
        row("vllm, bitsandbytes", "vllm serve Qwen/Qwen2.5-7B --quantization bitsandbytes");
        row("vllm, gguf", "vllm serve Qwen/Qwen2.5-7B --quantization gguf");
        row("vllm, drafter",
            R"(vllm serve Qwen/Qwen2.5-7B --speculative-config '{"method": "ngram", "num_speculative_tokens": 3}')");
        row("vllm, heads", "vllm serve Qwen/Qwen2.5-7B --tensor-parallel-size 3");
        row("vllm, cache", "vllm serve Qwen/Qwen2.5-7B --kv-cache-dtype fp8 --max-model-len 99999999");
        row("sglang", "python -m sglang.launch_server --model-path Qwen/Qwen2.5-7B --tp-size 4");
        row("sglang, bitsandbytes", "python -m sglang.launch_server --model-path Qwen/Qwen2.5-7B --quantization bitsandbytes");
        row("llama.cpp, file", "llama-server -m X.gguf");
        row("llama.cpp, repository", "llama-server -hf Qwen/Qwen2.5-7B-Instruct-GGUF -c 8192 -ngl 99");
        row("llama.cpp, no bound", "llama-server -m X.gguf --cache-ram -1");
        row("ollama", "ollama run llama3.2");
        row("Modelfile", "FROM ./model.gguf\nPARAMETER num_ctx 4096\n");
        row("trl", "trl sft --model_name_or_path Qwen/Qwen2.5-0.5B --use_peft --load_in_4bit --max_length 512");
        row("trl, unnamed", "trl sft --use_peft");
        row("llama-factory", "stage: sft\nmodel_name_or_path: Qwen/Qwen2.5-0.5B\nfinetuning_type: lora\ncutoff_len: 1024\n");
        row("llama-factory, bits",
            "stage: sft\nmodel_name_or_path: Qwen/Qwen2.5-0.5B\nfinetuning_type: full\nquantization_bit: 4\n");
        row("axolotl", "base_model: Qwen/Qwen2.5-0.5B\nadapter: qlora\nload_in_4bit: true\nlora_r: 8\nlora_target_linear: true\n"
                       "sequence_len: 512\nmicro_batch_size: 1\n");
        row("axolotl, ranks", "base_model: Qwen/Qwen2.5-0.5B\nadapter: lora\nlora_r: 8\nlora_target_modules: [q_proj, lm_head]\n"
                              "lora_rank_pattern:\n  q_proj: 4\npeft_ensure_weight_tying: true\nmicro_batch_size: 1\n");
        row("ms-swift", "swift sft --model Qwen/Qwen2.5-0.5B --tuner_type lora --max_length 512 --fsdp fsdp2");
        row("megatron",
            "NPROC_PER_NODE=4 megatron sft --model Qwen/Qwen2.5-0.5B --tensor_model_parallel_size 2 --max_length 512");
        row("megatron, heads", "NPROC_PER_NODE=8 megatron sft --model Qwen/Qwen2.5-0.5B --tensor_model_parallel_size 8");
        row("unsloth", "from unsloth import FastLanguageModel\nmodel, tokenizer = FastLanguageModel.from_pretrained(\"unsloth/"
                       "Qwen2.5-0.5B\", max_seq_length=512, load_in_4bit=True)\nmodel = FastLanguageModel.get_peft_model(model, "
                       "r=8, rank_pattern={\"q_proj\": 4})\n");
        row("torchtitan",
            "[job]\ndescription = \"x\"\n[model]\nhf_assets_path = \"Qwen/Qwen3-0.6B\"\n[training]\nlocal_batch_size "
            "= 1\nseq_len = 512\n");
        row("peft", R"({"peft_type": "LORA", "r": 8, "base_model_name_or_path": "Qwen/Qwen2.5-0.5B", "target_modules": ["q_proj"],
            "rank_pattern": {"q_proj": 0}})");
        row("accelerate", "compute_environment: LOCAL_MACHINE\ndistributed_type: FSDP\nnum_processes: 2\nfsdp_config:\n  "
                          "fsdp_version: 2\n");
        row("deepspeed",
            R"({"zero_optimization": {"stage": 3, "offload_optimizer": {"device": "cpu"}}, "bf16": {"enabled": true}})");
    }

    void imports_are_answered()
    {
        QFETCH(const QByteArray, text);
        const CliRun read = run_cli({u"import"_s, u"-"_s, u"--format"_s, u"json"_s}, text);
        if (read.status == 2) return; // said why
        const QJsonObject made = QJsonDocument::fromJson(read.out.toUtf8()).object();
        for (const QJsonValue &warning : made[u"warnings"_s].toArray())
            if (warning[u"code"_s] == u"no_model"_s || warning[u"code"_s] == u"model_not_here"_s) return;
        const QByteArray plan = QJsonDocument(made[u"plan"_s].toObject()).toJson(QJsonDocument::Compact) + '\n';
        const CliRun asked = run_cli({u"estimate"_s, u"--requests"_s, u"-"_s, u"--brief"_s}, plan);
        QVERIFY2(!asked.out.contains(u"\"error\""_s), qPrintable(QString::fromUtf8(plan) + asked.out));
    }

    void configurations_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("message");
        QTest::newRow("missing key") << QByteArray(R"({"hidden_size": 64, "num_hidden_layers": 2})") << u"vocab_size"_s;
        for (const char *key : {"hidden_size", "intermediate_size", "num_hidden_layers", "num_attention_heads", "vocab_size"})
            QTest::addRow("without %s", key) << without(whole, key) << u"plimsoll: %1: read nothing"_s.arg(QLatin1String(key));
        QTest::newRow("without any") << QByteArray(R"({"model_type": "llama"})") << u"hidden_size"_s;
        QTest::newRow("of no language model") << QByteArray(R"({"model_type": "llava"})") << u"text_config.hidden_size"_s;
        QTest::newRow("wrong type") << QByteArray(whole).replace("64", "\"wide\"") << u"hidden_size"_s;
        QTest::newRow("negative") << QByteArray(whole).replace("\"num_hidden_layers\": 2", "\"num_hidden_layers\": -2")
                                  << u"num_hidden_layers"_s;
        QTest::newRow("absurd") << QByteArray(whole).replace("100", "999999999999999999999") << u"vocab_size"_s;
        QTest::newRow("truncated") << whole.left(60) << u"JSON"_s;
        QTest::newRow("empty") << QByteArray() << u""_s;
        QTest::newRow("binary") << QByteArray(4096, '\xff') << u""_s;
        QTest::newRow("deep") << QByteArray(100'000, '[') << u""_s;
    }

    void configurations()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, message);
        refused({u"estimate"_s, u"--model"_s, written(m_folder, u"config.json"_s, text)}, message);
    }

    void a_card_that_was_left_out_of_the_catalogue_is_explained()
    {
        QVERIFY(QDir(m_folder.path()).mkpath(u"plimsoll"_s));
        written(m_folder, u"plimsoll/gpus.json"_s,
                R"({"schema": "plimsoll.gpus/1", "gpus": [{"name": "My Card", "memory": {"nominal": "24 Gigs"}}]})");
        const QByteArray before = qgetenv("XDG_CONFIG_HOME");
        qputenv("XDG_CONFIG_HOME", m_folder.path().toUtf8());
        const CliRun run = run_cli({u"estimate"_s, u"--model"_s, u"smollm2-135m"_s, u"--gpu"_s, u"My Card"_s});
        qputenv("XDG_CONFIG_HOME", before);
        QCOMPARE(run.status, 2);
        QVERIFY2(run.err.contains(u"gpus.json:1: memory.nominal: \"My Card\" is left out"_s), qPrintable(run.err));
    }

    void plans_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("message");
        QTest::newRow("wrong type") << QByteArray(R"({"model": {"preset": "smollm2-135m"}, "micro_batch": "four"})")
                                    << u"micro_batch: read \"four\", accepted: 1 to 65536"_s;
        QTest::newRow("no model") << QByteArray(R"({"micro_batch": 4})") << u"model: read nothing"_s;
        QTest::newRow("truncated") << QByteArray(R"({"model": {"preset": )") << u"plan.json: is not valid JSON at line 1"_s;
        QTest::newRow("newer session") << QByteArray(R"({"schema": "plimsoll.session/9", "scenarios": []})")
                                       << u"written by a newer version"_s;
        QTest::newRow("unknown card") << QByteArray(R"({"model": {"preset": "smollm2-135m"}, "target": {"gpus": ["Voodoo 2"]}})")
                                      << u"Voodoo 2"_s;
        QTest::newRow("too large to plan")
            << QByteArray(
                   R"({"model": {"preset": "smollm2-135m"}, "attention": "eager", "micro_batch": 65536, "sequence_length": 16777216})")
            << u"too large to plan"_s;
    }

    void plans()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, message);
        refused({u"estimate"_s, u"--plan"_s, written(m_folder, u"plan.json"_s, text)}, message);
    }

    void files_that_cannot_be_read()
    {
        refused({u"estimate"_s, u"--plan"_s, m_folder.filePath(u"no-such-plan"_s)}, u"no such file"_s);
        refused({u"estimate"_s, u"--plan"_s, m_folder.path()}, u"not a regular file"_s);
        QTemporaryDir empty;
        refused({u"estimate"_s, u"--model"_s, empty.path()}, u"a folder that holds a config.json"_s);
        if (geteuid() == 0) return; // root reads everything
        const QString closed = written(m_folder, u"closed.json"_s, whole);
        QVERIFY(QFile::setPermissions(closed, {}));
        refused({u"estimate"_s, u"--model"_s, closed}, u"cannot be opened for reading"_s);
    }

    void recordings()
    {
        const QString broken = written(m_folder, u"live.jsonl"_s, R"({"schema": "plimsoll.live/1", "gpus": 3})");
        for (const QString &path : {m_folder.path(), m_folder.filePath(u"no-such-recording"_s), broken}) {
            qputenv("PLIMSOLL_LIVE_RECORDING", path.toUtf8());
            refused({u"watch"_s, u"--count"_s, u"1"_s}, u"recording "_s + path);
        }
        qunsetenv("PLIMSOLL_LIVE_RECORDING");
    }

    void two_hundred_megabytes()
    {
        QFile large(m_folder.filePath(u"large.json"_s));
        QVERIFY(large.open(QIODevice::WriteOnly) && large.resize(200'000'000));
        refused({u"estimate"_s, u"--model"_s, large.fileName()}, u"200000000 bytes"_s);
        refused({u"estimate"_s, u"--plan"_s, large.fileName()}, u"200000000 bytes"_s);
    }

    /// Longer than a buffer or shorter: what could not be written is no answer.
    void a_full_disk_is_no_answer()
    {
#ifndef Q_OS_LINUX
        QSKIP("needs /dev/full");
#endif
        for (const QString &command :
             {u"models"_s, u"gpus --format json"_s, u"envelope --parameters 7B --method infer --dtype fp16"_s}) {
            QProcess shell;
            shell.start(u"sh"_s, {u"-c"_s, u"%1/plimsoll %2 > /dev/full"_s.arg(QCoreApplication::applicationDirPath(), command)});
            QVERIFY(shell.waitForFinished());
            QCOMPARE(shell.exitCode(), 2);
            QVERIFY(shell.readAllStandardError().contains("stdout: the answer could not be written"));
        }
    }

    void usage()
    {
        refused({u"guess"_s}, u"command: read guess, accepted: estimate | compare"_s);
        refused({u"estimate"_s}, u"model: read nothing"_s);
        refused({u"estimate"_s, u"--rnk"_s, u"4"_s}, u"did you mean --rank?"_s);
        // what is no option of this command is not proposed
        refused({u"gpus"_s, u"--nme"_s}, u"--nme: there is no such option; plimsoll gpus --help"_s);
        refused({u"estimate"_s, u"--model"_s, u"smollm2-135m"_s, u"--rank"_s, u"-4"_s},
                u"--rank: read \"-4\", accepted: 1 to 65536"_s);
        refused({u"estimate"_s, u"--model"_s, u"smollm2-135m"_s, u"--set"_s, u"adapter.rnk=4"_s}, u"adapter.rank"_s);
        refused({u"estimate"_s, u"--model"_s, u"smollm2-135m"_s, u"--format"_s, u"yaml"_s},
                u"--format: read yaml, accepted: text | json | markdown | csv"_s);
        refused({u"estimate"_s, u"--model"_s, u"smollm2-135m"_s, u"--budget"_s, u"lots"_s}, u"--budget: read \"lots\""_s);
        refused({u"estimate"_s, u"--model"_s}, u"Missing value"_s);
        refused({u"compare"_s}, u"--plan A --plan B"_s);
        for (const auto &command : {u"compare"_s, u"solve"_s, u"advise"_s, u"sweep"_s, u"envelope"_s, u"report"_s, u"watch"_s})
            refused({command, u"nonesuch"_s},
                    command + u": read nonesuch, accepted: options only; plimsoll "_s + command + u" --help"_s);
        refused({u"estimate"_s, u"llama-3.1-8b"_s}, u"accepted: options only, such as --model llama-3.1-8b; plimsoll"_s);
        refused({u"estimate"_s, u"--model"_s, u"gpt2"_s, u"RTX 4090"_s}, u"options only, such as --gpu \"RTX 4090\"; plimsoll"_s);
        refused({u"compare"_s, u"a.json"_s, u"b.json"_s}, u"options only, such as --plan a.json; plimsoll"_s);
        refused({u"models"_s, u"--format"_s, u"json"_s, u"llama"_s},
                u"models: read llama, accepted: no words beside --format json"_s);
        refused({u"envelope"_s, u"--parameters"_s, QString()}, u"--parameters: read nothing, accepted: a count"_s);
        refused({u"envelope"_s, u"--parameters"_s, u"7B"_s, u"--weights"_s, QString()}, u"--weights: read nothing"_s);
        refused({u"report"_s, u"--model"_s, u"smollm2-135m"_s, u"--output"_s, u"/no/such/folder/card.md"_s},
                u"/no/such/folder/card.md"_s);
    }
};

PLIMSOLL_TEST(TestBadInput)
} // namespace PLIMSOLL_FILE
#include "test_bad_input.moc"
