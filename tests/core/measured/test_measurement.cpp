// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/runs/measured_answer.h"
#include "core/api/runs/run_export.h"
#include "core/api/runs/run_file.h"
#include "core/exchange/measure.h"
#include "core/measured/measurement.h"
#include "core/plan/plan_json.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <nlohmann/json.hpp>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

using nlohmann::json;

json measurement()
{
    return json::parse(R"({
      "schema": "plimsoll.measurement/1",
      "plan": {"schema": "plimsoll.plan/1", "name": "of Jane", "model": {"preset": "qwen2.5-0.5b"}, "method": "full", "sequence_length": 512},
      "card": {"name": "NVIDIA A100-SXM4-80GB", "total_bytes": 85899345920, "driver": "580.1"},
      "versions": {"torch": "2.15.0+cu132", "transformers": "5.23.0", "cuda": "13.2"},
      "runner": "trainer", "steps": 3, "allocated_peak_bytes": 5000000000, "reserved_peak_bytes": 6000000000,
      "phases": [{"step": 0, "phase": "load", "allocated_peak_bytes": 996322304, "reserved_peak_bytes": 1040187392, "allocated_end_bytes": 996322304},
                 {"step": 2, "phase": "backward", "allocated_peak_bytes": 5000000000, "reserved_peak_bytes": 6000000000, "allocated_end_bytes": 1}],
      "device": {"used_bytes": 7000000000, "process_bytes": 6500000000, "reserved_bytes": 6000000000, "outside_torch_bytes": 500000000},
      "out_of_memory": null, "notes": ["in /people/jane"], "host": "jane-pc"})");
}

Question question(const char *plan) { return *question_from_json(plan); }

Result<Exported> script_of(const char *plan)
{
    KnownModels models;
    return exported_run(models, question(plan), *find_run_export("measure"));
}

} // namespace

class TestMeasurement : public QObject {
    Q_OBJECT
private slots:
    void figures_are_read()
    {
        const Result<Measured> read = measurement_from_json(measurement().dump());
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().message().c_str());
        QCOMPARE(read->card, std::string("NVIDIA A100-SXM4-80GB"));
        QCOMPARE(*read->allocated_peak, Bytes{5'000'000'000});
        QCOMPARE(*read->device_peak, Bytes{6'500'000'000});
        QCOMPARE(*read->outside_torch, Bytes{500'000'000});
        QCOMPARE(read->phases.size(), std::size_t{2});
        QVERIFY(!read->out_of_memory);
    }
    void wrong_values_are_named_data()
    {
        QTest::addColumn<QByteArray>("path");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QString>("error");
        const auto row = [](const char *path, const char *value, const char *error) {
            QTest::newRow(path) << QByteArray(path) << QByteArray(value) << QString::fromUtf8(error);
        };
        row("/schema", "\"x\"", "schema: read \"x\", accepted: \"plimsoll.measurement/1\"");
        row("/allocated_peak_bytes", "-1", "allocated_peak_bytes: read -1, accepted: bytes, or null");
        row("/phases/1/allocated_peak_bytes", "\"5\"", "phases[1].allocated_peak_bytes: read \"5\", accepted: bytes, or null");
        row("/phases", "7", "phases: read 7, accepted: a list");
        row("/card", "null", "card: read null, accepted: a value");
        row("/device/process_bytes", "1e40", "device.process_bytes: read 1e+40, accepted: bytes, or null");
    }
    void wrong_values_are_named()
    {
        QFETCH(QByteArray, path);
        QFETCH(QByteArray, value);
        json text = measurement();
        text[json::json_pointer(path.toStdString())] = json::parse(value.toStdString());
        const Result<Measured> read = measurement_from_json(text.dump());
        QVERIFY(!read.ok());
        QTEST(QString::fromStdString(read.error().message()), "error");
    }

    void it_stands_beside_its_own_plan()
    {
        KnownModels models;
        const Result<MeasuredAnswer> answer = measured_beside(models, *measurement_from_json(measurement().dump()), {});
        QVERIFY2(answer.ok(), answer.ok() ? "" : answer.error().message().c_str());
        const Plan &plan = answer->planned->estimate.plan.plan;
        QCOMPARE(plan.target.gpus, std::vector<std::string>{"NVIDIA A100-SXM4-80GB"});
        QVERIFY(std::ranges::find(plan.libraries, std::pair<std::string, std::string>("torch", "2.15.0")) !=
                plan.libraries.end());
        QCOMPARE(answer->phases.size(), std::size_t{2});
        QCOMPARE(*answer->phases[0].planned, Bytes{996'322'304}); // what the libraries allocate for it
        QCOMPARE(answer->phases[1].planned_step, Count{2});
        const std::optional<KeptRun> kept = kept_run(*answer, "{}");
        QVERIFY(kept.has_value());
        QCOMPARE(kept->run.card, answer->planned->estimate.device.name);
        QCOMPARE(kept->run.runner, std::string("transformers"));
        QCOMPARE(kept->run.allocated, 5e9 / static_cast<double>(answer->planned->estimate.shown().peak.allocated));
    }
    void an_unknown_card_is_noted()
    {
        json text = measurement();
        text["card"]["name"] = "Graphics 9000";
        KnownModels models;
        const Result<MeasuredAnswer> answer = measured_beside(models, *measurement_from_json(text.dump()), {});
        QVERIFY2(answer.ok(), answer.ok() ? "" : answer.error().message().c_str());
        QVERIFY(answer->measured.notes.back().starts_with("Graphics 9000 is not in the catalogue"));
    }

    void a_run_is_told_by_what_it_left()
    {
        const auto source = [](std::string text) {
            const Result<std::optional<RunFile>> run = run_of_text(std::move(text));
            return !run.ok() ? run.error().message() : *run ? (*run)->source : "none";
        };
        QCOMPARE(source(measurement().dump()), "measurement");
        QCOMPARE(source("index, memory.used [MiB]\n0, 103 MiB\n"), "nvidia-smi");
        QCOMPARE(source("use_peft: true\n"), "none");
        const std::string cut = source("\x1f\x8b\x08");
        QVERIFY2(cut.find("damaged or cut off") != std::string::npos, cut.c_str());
        QVERIFY(!read_run_file("/no/such/file")->has_value());
        QVERIFY(begins_run("\x1f\x8b") && begins_run("\x80\x04") && !begins_run("{"));
    }

    /// What a log says of its own run is held against the plan that is named beside it: of another run nothing is learned.
    void of_another_run_nothing_is_learned()
    {
        const QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("measurements.jsonl")).toStdString();
        KnownModels models;
        const auto beside = [&](const std::string &log, const std::string &more) {
            const std::string plan =
                R"({"task": "infer", "model": {"preset": "qwen2.5-7b"}, "target": {"gpus": ["RTX 4090"]}, )" + more + "}";
            return *beside_plan(models, **run_of_text(log), *question_from_json(plan));
        };
        const auto kept = [&](const std::string &log, const std::string &more) {
            return keep_measured(beside(log, more), **run_of_text(log), path)->has_value();
        };
        // qwen2.5-7b has 7,615,616,512 parameters in 28 layers (its config.json); Q4_K_M of it 4.36 GiB (llama-bench's own line)
        const std::string head =
            "  Device 0: NVIDIA GeForce RTX 4090, compute capability 8.9, VMM: yes\n"
            "| model | size | params | backend | ngl | test | t/s |\n| --- | --- | --- | --- | --: | --: | --: |\n";
        const std::string other = "| qwen2 1B Q4_K - Medium | 934.69 MiB | 1.54 B | CUDA | 99 | tg128 | 400 |\n",
                          own = "| qwen2 7B Q4_K - Medium | 4.36 GiB | 7.62 B | CUDA | 99 | tg128 | 150 |\n",
                          eight = "| qwen2 7B Q8_0 | 7.54 GiB | 7.62 B | CUDA | 99 | tg128 | 90 |\n",
                          host = "| qwen2 7B Q4_K - Medium | 4.36 GiB | 7.62 B | CUDA | 10 | tg128 | 20 |\n",
                          deep = "| qwen2 7B Q4_K - Medium | 4.36 GiB | 7.62 B | CUDA | 99 | tg128 @ d4096 | 120 |\n";
        const std::string llama =
            R"("weights": {"quant": "q4_k_m"}, "inference": {"engine": "llama.cpp", "context": 640, "new_tokens": 128)";
        QVERIFY(kept(head + own, llama + "}"));
        QCOMPARE(*beside(head + other + eight + host + deep + own, llama + "}").measured.speed.decode, 150.0);
        QCOMPARE(*beside(head + own + host, llama + R"(, "gpu_layers": 10})").measured.speed.decode, 20.0);
        QVERIFY(kept(head + own + host, llama + R"(, "gpu_layers": 10})"));
        for (const std::string &wrong : {other, eight, host, deep}) {
            QVERIFY2(!kept(head + wrong, llama + "}"), wrong.c_str());
            const std::string note = beside(head + wrong, llama + "}").measured.notes.back();
            QVERIFY2(note.starts_with("nothing is learned of this run: "), note.c_str());
        }
        std::string elsewhere = head + own;
        elsewhere.replace(elsewhere.find("4090"), 4, "3090");
        QVERIFY(!kept(elsewhere, llama + "}"));
        // a load of another size
        const std::string line = "INFO 11-28 loggers.py:127] Engine 000: Avg prompt throughput: 812.0 tokens/s, Avg generation "
                                 "throughput: 2000.5 tokens/s, Running: 64 reqs, Waiting: 0 reqs\n";
        const std::string vllm =
            R"("weights": {"quant": "none"}, "inference": {"engine": "vllm", "context": 640, "new_tokens": 128, "sequences": )";
        QVERIFY(kept(line, vllm + "64}"));
        QVERIFY(!kept(line, vllm + "8}"));
        set_learned_runs({});
    }

    void what_is_kept_says_how_many_there_are()
    {
        const QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("measurements.jsonl")).toStdString();
        KnownModels models;
        const auto keep = [&](json text) {
            const RunFile run = **run_of_text(text.dump());
            return keep_measured(*beside_plan(models, run, std::nullopt), run, path);
        };
        const Result<std::optional<Kept>> first = keep(measurement());
        QVERIFY(first.ok() && *first);
        QCOMPARE(words_for(**first), "kept: 1 of transformers on " + (*first)->card + " in " + path);
        QCOMPARE((*keep(measurement()))->runs, Count{1}); // the same one again
        json longer = measurement();
        longer["plan"]["sequence_length"] = 1024;
        QCOMPARE((*keep(longer))->runs, Count{2});
        longer["out_of_memory"] = {{"phase", "backward"}};
        QVERIFY(!keep(longer)->has_value());
        set_learned_runs({});
    }

    void what_is_shared_has_nothing_of_a_person()
    {
        json text = measurement();
        text["plan"]["target"] = {{"gpus", {"mine"}}};
        text["plan"]["model"] = {{"config", {{"model_type", "qwen2"}, {"_name_or_path", "/people/jane/m"}}}};
        const Result<std::string> shared = shared_measurement(text.dump());
        QVERIFY2(shared.ok(), shared.ok() ? "" : shared.error().message().c_str());
        for (const char *const word : {"jane", "Jane", "mine", "notes"}) QVERIFY2(shared->find(word) == std::string::npos, word);
        const Result<Measured> again = measurement_from_json(*shared);
        QCOMPARE(*again->allocated_peak, Bytes{5'000'000'000});
        text["plan"]["model"] = {{"hub", "jane/private"}};
        QVERIFY(!shared_measurement(text.dump()).ok());
    }

    void a_script_is_made_of_what_the_plan_needs()
    {
        const Result<Exported> full = script_of(R"({"model": {"preset": "qwen2.5-0.5b"}, "method": "full"})");
        QVERIFY2(full.ok(), full.ok() ? "" : full.error().message().c_str());
        QVERIFY(full->text.find("pip install torch transformers accelerate\n") != std::string::npos);
        QVERIFY(full->text.find("def train(model)") != std::string::npos);
        QVERIFY(full->text.find("peft") == full->text.rfind("peft") || full->text.find("import peft") == std::string::npos);
        const Result<Exported> qlora = script_of(R"({"model": {"preset": "qwen2.5-0.5b"}, "stack": "trl", "method": "qlora"})");
        QVERIFY(qlora->text.find("pip install torch transformers accelerate bitsandbytes datasets peft trl\n") !=
                std::string::npos);
        QVERIFY(qlora->text.find("model = quantise(model)") != std::string::npos);
        const Result<Exported> infer = script_of(R"({"model": {"preset": "qwen2.5-0.5b"}, "task": "infer"})");
        QVERIFY(infer->text.find("return generate(model)") != std::string::npos);
        QVERIFY(infer->text.find("def train") == std::string::npos);
        const Result<Exported> two = script_of(R"({"model": {"preset": "qwen2.5-0.5b"}, "parallel": {"data": 2}})");
        QVERIFY(two->text.find("torchrun --nproc-per-node 2 measure.py") != std::string::npos);
        QVERIFY(two->text.find("other ranks than 0") != std::string::npos);
    }
    void a_configuration_cannot_leave_its_text()
    {
        const Result<Exported> made = script_of(
            R"({"model": {"config": {"model_type": "qwen2", "hidden_size": 64, "num_attention_heads": 4, "vocab_size": 128, "intermediate_size": 64, "num_hidden_layers": 2, "x": "'''\nimport os\n'''", "_name_or_path": "/people/jane"}}})");
        QVERIFY2(made.ok(), made.ok() ? "" : made.error().message().c_str());
        QVERIFY(made->text.find("'''\nimport os") == std::string::npos);
        QVERIFY(made->text.find("jane") == std::string::npos);
    }
    void each_trainer_of_completions_has_a_script_data()
    {
        QTest::addColumn<QByteArray>("fields");
        QTest::addColumn<QByteArray>("said");
        const auto row = [](const char *name, const QByteArray &fields, const char *said) {
            QTest::newRow(name) << fields << QByteArray(said);
        };
        const auto drawn = [](const char *aim, const char *more) {
            return QByteArray("\"rollout\": {\"prompt_length\": 64, \"completion_length\": 32, ") + more +
                   "}, \"objective\": \"" + aim + "\"";
        };
        for (const char *const aim : {"grpo", "rloo", "online_dpo"})
            row(aim, drawn(aim, R"("engine": "vllm", "sleep": 2)"), " vllm\n");
        row("reward", R"("objective": "reward")", "MODEL_FOR_SEQUENCE_CLASSIFICATION_MAPPING");
        row("a second model", drawn("rloo", R"("beta": 0.05)"), "create_model_from_path = ");
        row("a judge", drawn("grpo", R"("reward_models": [{"preset": "qwen2.5-1.5b"}])"),
            R"("reward_models":[{"preset":"qwen2.5-1.5b"}])");
        const QByteArray teacher = R"(, "distillation": {"teacher": {"preset": "qwen2.5-1.5b"}})";
        for (const char *const aim : {"gkd", "distillation"})
            row(aim, drawn(aim, R"("iterations": 1)") + teacher, R"("teacher":{"preset":"qwen2.5-1.5b"})");
        row("a teacher behind an engine", drawn("distillation", R"("engine": "vllm")") + teacher, " vllm\n");
    }
    void each_trainer_of_completions_has_a_script()
    {
        QFETCH(const QByteArray, fields);
        QFETCH(const QByteArray, said);
        const Result<Exported> made =
            script_of(R"({"model": {"preset": "qwen2.5-0.5b"}, "stack": "trl", "method": "full", )" + fields + "}");
        QVERIFY2(made.ok(), made.ok() ? "" : made.error().message().c_str());
        QVERIFY2(made->text.find(said.toStdString()) != std::string::npos, made->text.c_str());
    }
    void a_teacher_has_no_path_in_a_script()
    {
        const Result<Exported> made = script_of(
            R"({"model": {"preset": "qwen2.5-0.5b"}, "stack": "trl", "method": "full", "objective": "gkd", "rollout": {"prompt_length": 64, "completion_length": 32}, "distillation": {"teacher": {"config": {"model_type": "qwen2", "hidden_size": 64, "num_attention_heads": 4, "vocab_size": 151936, "intermediate_size": 64, "num_hidden_layers": 2, "_name_or_path": "/people/jane"}}}})");
        QVERIFY2(made.ok(), made.ok() ? "" : made.error().message().c_str());
        QVERIFY(made->text.find("jane") == std::string::npos);
        QVERIFY(made->text.find("TEACHER, JUDGES = json.loads(r'''{\"") != std::string::npos);
    }
    void what_no_script_runs_is_named_data()
    {
        QTest::addColumn<QByteArray>("fields");
        QTest::addColumn<QString>("field");
        const auto row = [](const char *fields, const char *field) {
            QTest::newRow(field) << QByteArray(fields) << QString::fromUtf8(field);
        };
        row(R"("stack": "unsloth", "method": "lora")", "stack");
        row(R"("stack": "trl", "objective": "reranker")", "objective");
        row(R"("stack": "trl", "objective": "grpo")", "rollout.completion_length");
        row(R"("stack": "trl", "objective": "grpo", "rollout": {"engine": "sglang"})", "rollout.engine");
        row(R"("stack": "trl", "objective": "grpo", "rollout": {"engine": "vllm", "colocated": false})", "rollout.colocated");
        row(R"("stack": "trl", "objective": "rloo", "rollout": {"engine": "vllm", "sleep": 1})", "rollout.sleep");
        row(R"("stack": "trl", "objective": "rloo", "rollout": {"engine": "vllm", "tensor": 2})", "rollout.tensor");
        row(R"("stack": "trl", "objective": "grpo", "method": "qlora", "rollout": {"engine": "vllm"})", "weights.quant");
        row(R"("stack": "trl", "objective": "grpo", "rollout": {"engine": "vllm", "max_num_seqs": 7})", "rollout.max_num_seqs");
        row(R"("stack": "trl", "objective": "gkd", "rollout": {"prompt_length": 64, "completion_length": 64})",
            "distillation.teacher");
        row(R"("optimizer": {"name": "muon"})", "optimizer.name");
        row(R"("parallel": {"data": 4, "zero": 3})", "parallel.zero");
        row(R"("parallel": {"pipeline": 2})", "parallel.pipeline");
        row(R"("task": "infer", "inference": {"engine": "vllm"})", "inference.engine");
        row(R"("task": "extract", "extract": {"layers": [1, 2]})", "extract.layers");
    }
    void what_no_script_runs_is_named()
    {
        QFETCH(QByteArray, fields);
        const Result<Exported> made = script_of(R"({"model": {"preset": "qwen2.5-0.5b"}, )" + fields + "}");
        QVERIFY(!made.ok());
        QTEST(QString::fromStdString(made.error().field), "field");
    }
};

PLIMSOLL_TEST(TestMeasurement)
} // namespace PLIMSOLL_FILE
#include "test_measurement.moc"
