// SPDX-License-Identifier: GPL-3.0-or-later
// docs/schema against what the program writes, in both directions: what stands in an answer is documented, with its type and
// values; what is documented stands in one of the answers.
#include "document_check.h"
#include "tests/app/cli_run.h"

#include "core/api/answer.h"
#include "core/estimate/estimate.h"
#include "core/fit/advice.h"
#include "core/fit/choice.h"
#include "core/cards/gpu_catalogue.h"
#include "core/fit/verdict.h"
#include "core/ground/dtype.h"
#include "core/load/load.h"
#include "core/plan/session.h"
#include "core/report/estimate_json.h"
#include "tests/test_program.h"

#include <QDirIterator>
#include <QTemporaryDir>
#include <QTest>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace plimsoll::docs;
using namespace Qt::StringLiterals;
using nlohmann::json;

namespace {

const QString source = QStringLiteral(PLIMSOLL_SOURCE);
const QStringList small{u"--model"_s, u"qwen2.5-0.5b"_s};
const QStringList served =
    u"--objective grpo --stack trl --rollout-engine vllm --rollout-colocated false --gpu T4"_s.split(u' ') + small;

DocumentCheck &documents()
{
    static DocumentCheck check;
    return check;
}

CliRun asked(const QStringList &arguments, const QByteArray &input = {}) { return run_cli(arguments, input, source); }

/// Each JSON value of what a command answers: one, or one a line.
std::vector<json> values(const QString &text)
{
    const json whole = json::parse(text.toStdString(), nullptr, false);
    if (!whole.is_discarded()) return {whole};
    std::vector<json> out;
    for (const QString &line : text.split(u'\n', Qt::SkipEmptyParts)) out.push_back(json::parse(line.toStdString()));
    return out;
}

/// The command's answers as the document of this name describes them, from `path` on.
void hold(const char *name, const QStringList &arguments, const QByteArray &input = {}, const std::string &path = {})
{
    const CliRun run = asked(arguments, input);
    if (run.out.isEmpty()) qWarning("%s: %s", qPrintable(arguments.join(u' ')), qPrintable(run.err));
    for (const json &value : values(run.out)) documents().check(name, value, path);
}

/// Errors stand in the place of estimates.
void hold_lines(const char *errors, const QStringList &arguments, const QByteArray &input)
{
    for (const json &value : values(asked(arguments, input).out)) {
        const bool is_error = value.contains("error");
        documents().check(is_error ? errors : "estimate", value);
    }
}

QByteArray read(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) qFatal("%s cannot be read", qPrintable(path));
    return file.readAll();
}

QString file_in(const QTemporaryDir &folder, const char *name, const QByteArray &text)
{
    QString path = folder.filePath(QString::fromLatin1(name));
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) qFatal("%s", qPrintable(path));
    return path;
}

QString quantised(const char *name)
{
    return QStringLiteral(PLIMSOLL_FIXTURES "/quantised/") + QString::fromLatin1(name) + u".json"_s;
}

/// `but_nulls`: what a source may not know is held beside its reader.
void nothing_left(const char *name, bool but_nulls = false)
{
    QStringList left, wrong;
    for (const std::string &path : documents().left_over(name))
        if (path != "lower_bound_reason" && !(but_nulls && path.ends_with(": null")))
            left << QString::fromStdString(path); // no plan of this release has one
    for (const std::string &problem : documents().take_problems()) wrong << QString::fromStdString(problem);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
    QVERIFY2(left.isEmpty(),
             qPrintable(u"no answer has what "_s + QString::fromLatin1(name) + u".md tells of: "_s + left.join(u", "_s)));
}

} // namespace

class TestAnswerSchemas : public QObject {
    Q_OBJECT
private slots:
    void estimates();
    void requests();
    void sessions();
    void sweeps();
    void inspections();
    void solutions();
    void advice();
    void guides_out_of_memory();
    void exports();
    void imports();
    void envelopes();
    void comparisons_and_reports();
    void catalogues();
    void live_readings();
    void measured_runs();
};

void TestAnswerSchemas::estimates()
{
    const QStringList json_of{u"estimate"_s, u"--format"_s, u"json"_s};
    const auto estimate = [&](const QStringList &more) { hold("estimate", json_of + more); };
    estimate(small + QStringList{u"--method"_s, u"qlora"_s, u"--gpu"_s, u"RTX 4090"_s, u"--budget"_s, u"2GiB"_s, u"--max"_s,
                                 u"--offers"_s});
    estimate(small + QStringList{u"--evaluation-micro-batch"_s, u"64"_s, u"--gpu"_s, u"T4"_s});
    estimate(small + QStringList{u"--gpu"_s, u"RTX 4090:2"_s, u"--data-parallel"_s, u"2"_s, u"--compile"_s, u"true"_s,
                                 u"--max-grad-norm"_s, u"0"_s});
    estimate(small + QStringList{u"--gpu"_s, u"RTX 4090"_s, u"--gpu"_s, u"RTX 3090"_s, u"--data-parallel"_s, u"2"_s});
    estimate(small + QStringList{u"--task"_s, u"infer"_s, u"--dtype"_s, u"auto"_s, u"--gpu"_s, u"GTX 1080 Ti"_s});
    estimate(small + QStringList{u"--gpu"_s, u"RTX 4090"_s, u"--tokens"_s, u"10M"_s, u"--epochs"_s, u"3"_s});
    estimate(small + QStringList{u"--gpu"_s, u"RTX 4090"_s, u"--gpu"_s, u"L40S"_s, u"--tokens"_s, u"10M"_s, u"--offers"_s});
    const QTemporaryDir folder;
    const QString lengths = file_in(folder, "lengths.txt", "17\n300\n9000\n");
    estimate(small + QStringList{u"--gpu"_s, u"RTX 4090"_s, u"--lengths"_s, lengths, u"--batches"_s, u"packed"_s});
    const QStringList run = QStringList{u"--task"_s, u"infer"_s, u"--gpu"_s, u"RTX 4090"_s};
    estimate(small + run + QStringList{u"--engine"_s, u"llama.cpp"_s, u"--gpu-layers"_s, u"12"_s});
    estimate(QStringList{u"--model"_s, u"gemma-2-2b"_s, u"--engine"_s, u"vllm"_s} + run);
    estimate(QStringList{u"--model"_s, u"gemma-2-2b"_s, u"--engine"_s, u"vllm"_s, u"--set"_s, u"inference.sleep.level=1"_s} +
             run);
    estimate(QStringList{u"--model"_s, u"qwen2.5-32b"_s, u"--engine"_s, u"vllm"_s} + run); // refused
    estimate(QStringList{u"--model"_s, u"qwen2.5-7b"_s, u"--task"_s, u"infer"_s, u"--engine"_s, u"vllm"_s, u"--context"_s,
                         u"8192"_s, u"--sequences"_s, u"64"_s, u"--gpu"_s, u"RTX 4090"_s}); // some requests wait
    estimate(small + QStringList{u"--task"_s, u"infer"_s, u"--engine"_s, u"vllm"_s});
    estimate(small + QStringList{u"--task"_s, u"extract"_s, u"--attention"_s, u"eager"_s, u"--capture"_s, u"full"_s});
    estimate({u"--model"_s, u"gpt2"_s, u"--method"_s, u"lora"_s, u"--set"_s, u"gradient_checkpointing={\"every\": 2}"_s,
              u"--set"_s, u"libraries.torch=2.9.1"_s});
    estimate({u"--model"_s, u"bloom-560m"_s, u"--gpu"_s, u"RTX 4090"_s, u"--set"_s,
              u"trainable={\"last_layers\": 2, \"also\": [\"ln_f\"]}"_s});
    estimate({u"--model"_s, quantised("Qwen__Qwen3-4B-FP8"), u"--task"_s, u"infer"_s, u"--gpu"_s, u"T4"_s});
    // a large picture fills its tower
    estimate({u"--model"_s, u"qwen2.5-vl-3b-instruct"_s, u"--task"_s, u"infer"_s, u"--context"_s, u"6600"_s, u"--new-tokens"_s,
              u"8"_s, u"--attention"_s, u"eager"_s, u"--set"_s, u"images={\"per_row\": 1, \"width\": 2240, \"height\": 2240}"_s});
    // engines that make completions: beside the training; on other cards, one that is short of cache, one that does not start, and one
    // whose start is not known
    for (const QString &engine :
         {u"\"engine\": \"vllm\", \"sleep\": 1"_s, u"\"engine\": \"vllm\", \"colocated\": false, \"gpus\": [\"L4\"]"_s,
          u"\"engine\": \"vllm\", \"colocated\": false, \"gpus\": [\"L4\"], \"engines\": 1, \"max_num_seqs\": 2"_s,
          u"\"engine\": \"vllm\", \"colocated\": false, \"gpus\": [\"L4\"], \"gpu_memory_utilization\": 0.05"_s,
          u"\"engine\": \"sglang\", \"colocated\": false"_s})
        estimate(small + QStringList{u"--stack"_s, u"trl"_s, u"--objective"_s, u"grpo"_s, u"--gpu"_s, u"RTX 4090"_s, u"--set"_s,
                                     u"rollout={\"prompt_length\": 256, \"completion_length\": 256, "_s + engine + u'}'});
    // a configuration that stands in the plan itself, in a session with a key that nobody knows
    json session = json::parse(schema_document("session").examples.at(0));
    session["scenarios"][0]["plan"]["model"] = {
        {"config", json::parse(read(quantised("Qwen__Qwen3-0.6B-GPTQ-Int8")).toStdString())}};
    session["scenarios"][0]["plan"]["method"] = "lora";
    session["colour"] = "red";
    estimate({u"--plan"_s, file_in(folder, "own.plimsoll", QByteArray::fromStdString(session.dump()))});
    // only a window reads what is free on a card, and an estimate without explanations
    const Result<ArchitectureRef> model = load_model(ModelReference{"qwen2.5-0.5b", {}, {}, {}}, {});
    QVERIFY(model.ok());
    Plan plan;
    plan.target.gpus = {"RTX 4090"};
    Result<PlanAnswer> made = answer(*model, plan, {.explain = false});
    QVERIFY(made.ok());
    made->verdicts.push_back(verdict_now(made->estimate, *find_gpu("RTX 4090")->gpu, Bytes{20} << 30));
    documents().check("estimate", estimate_to_json(*made));
    nothing_left("estimate");
}

void TestAnswerSchemas::requests()
{
    const QByteArray lines = "{\"model\": {\"preset\": \"qwen2.5-0.5b\"}}\n\n{\"model\": 5}\n{\"model\": {\"preset\": "
                             "\"qwen2.5-0.5b\"}, \"parallel\": {\"zero\": 3}}\n"
                             "{\"model\": {\"preset\": \"bert-base-uncased\"}, \"stack\": \"litgpt\"}\nnot a plan\n{}\n"
                             "{\"model\": {\"config\": \"/nonexistent\"}}\n";
    hold_lines("requests", {u"estimate"_s, u"--requests"_s, u"-"_s}, lines);
    nothing_left("requests");
}

void TestAnswerSchemas::sessions()
{
    const std::string example = schema_document("session").examples.at(0);
    Result<ParsedSession> parsed = session_from_text(example);
    QVERIFY(parsed.ok());
    documents().check("session", json::parse(session_to_text(parsed->session)));
    parsed->session.baseline.reset();
    parsed->session.cards.budget_bytes = Bytes{16} << 30;
    parsed->session.cards.process_bytes = Bytes{96} << 30;
    documents().check("session", json::parse(session_to_text(parsed->session)));
    parsed->session.amount = {.rows = 50'000.0};
    documents().check("session", json::parse(session_to_text(parsed->session)));
    parsed->session.amount.lengths = RowLengths{{{40, 17}, {812, 3}}};
    parsed->session.amount.batches = Batching::packed;
    documents().check("session", json::parse(session_to_text(parsed->session)));
    for (QDirIterator it(source + u"/resources/examples"_s, {u"*.plimsoll"_s}, QDir::Files); it.hasNext();)
        documents().check("session", json::parse(read(it.next()).toStdString()));
    nothing_left("session");
}

void TestAnswerSchemas::guides_out_of_memory()
{
    const QStringList guide{u"advise"_s, u"--oom"_s, u"--format"_s, u"json"_s};
    hold("oom", guide + small + QStringList{u"--gpu"_s, u"T4"_s, u"--task"_s, u"infer"_s});
    hold("oom", guide + small + QStringList{u"--budget"_s, u"2GiB"_s});
    nothing_left("oom");
}

void TestAnswerSchemas::exports()
{
    for (const char *tool : {"trl", "accelerate", "deepspeed", "vllm", "sglang", "llama.cpp", "ollama"})
        hold("export",
             QStringList{u"export"_s, u"--to"_s, QString::fromLatin1(tool), u"--cache"_s, u"static"_s, u"--format"_s, u"json"_s} +
                 small);
    nothing_left("export");
}

void TestAnswerSchemas::imports()
{
    const QStringList paste{u"import"_s, u"-"_s, u"--format"_s, u"json"_s};
    hold("import", paste, "trl sft --lora_r 8 --use_peft --num_generations 8 --seed 1 --x $(nproc)\n");
    hold("import", paste, "python train.py --output_dir x --model_name_or_path org/name\n");
    hold("import", paste, "distributed_type: 'NO'\nnum_processes: 1\n");
    hold("import", paste, "accelerate launch --config_file tests/fixtures/exchange/fsdp.yaml train.py --output_dir x\n");
    hold("import", paste, "{\"zero_optimization\": {\"stage\": 3}}");
    hold("import", paste, "{\"peft_type\": \"LORA\", \"r\": 8}");
    nothing_left("import");
}

void TestAnswerSchemas::sweeps()
{
    const CliRun run =
        asked(QStringList{u"sweep"_s, u"--differences"_s, u"--format"_s, u"jsonl"_s, u"--over"_s,
                          u"attention=sdpa,eager,flash3"_s, u"--over"_s, u"micro_batch=1:2"_s, u"--gpu"_s, u"T4"_s} +
              small);
    const CliRun engines = asked(QStringList{u"sweep"_s, u"--differences"_s, u"--format"_s, u"jsonl"_s, u"--task"_s, u"infer"_s,
                                             u"--over"_s, u"inference.engine=transformers,vllm"_s, u"--gpu"_s, u"T4"_s} +
                                 small);
    int errors = 0;
    for (json value : values(run.out + engines.out)) {
        documents().check("sweep", json{{"point", value["point"]}, {"beside", value["beside"]}});
        value.erase("point");
        value.erase("beside");
        errors += value.contains("error") ? 1 : 0;
        documents().check(value.contains("error") ? "requests" : "estimate", value);
    }
    QVERIFY(errors > 0);
    nothing_left("sweep");
}

void TestAnswerSchemas::inspections()
{
    hold("inspect", {u"inspect"_s, u"qwen2.5-0.5b"_s, u"bert-base-uncased"_s, u"falcon-mamba-7b"_s, u"no-such-model"_s,
                     u"--format"_s, u"json"_s, u"--targets"_s, u"no_such_module"_s});
    hold("inspect", {u"inspect"_s, u"qwen3-vl-8b-instruct"_s, u"--image"_s, u"1024x768"_s, u"--format"_s, u"json"_s});
    // a checkpoint without a configuration, and configurations without a dtype and of tensors that nobody counts
    const QTemporaryDir folder;
    const QByteArray header = R"({"lm_head.weight": {"dtype": "BF16", "shape": [2, 2], "data_offsets": [0, 8]}})";
    QByteArray length(8, '\0');
    length[0] = static_cast<char>(header.size());
    const QString checkpoint = file_in(folder, "model.safetensors", length + header + QByteArray(8, '\0'));
    json unknown = json::parse(read(quantised("Qwen__Qwen3-0.6B-GPTQ-Int8")).toStdString());
    unknown["quantization_config"]["quant_method"] = "of_tomorrow";
    const QString other = file_in(folder, "config.json", QByteArray::fromStdString(unknown.dump()));
    const QString configurations = QStringLiteral(PLIMSOLL_FIXTURES "/configs/");
    for (const QString &path :
         {quantised("Qwen__Qwen3-0.6B-GPTQ-Int8"), checkpoint, other, configurations + u"openai__gpt-oss-20b.json"_s})
        hold("inspect", {u"inspect"_s, path, u"--format"_s, u"json"_s});
    nothing_left("inspect");
}

void TestAnswerSchemas::solutions()
{
    const auto solve = [](const QStringList &more) { hold("solve", QStringList{u"solve"_s, u"--format"_s, u"json"_s} + more); };
    solve(small + QStringList{u"--maximize"_s, u"sequence_length"_s, u"--gpu"_s, u"RTX 4090"_s, u"--gpu"_s, u"T4"_s,
                              u"--budget"_s, u"16GiB"_s});
    solve({u"--model"_s, u"bloom-560m"_s, u"--task"_s, u"infer"_s, u"--maximize"_s, u"context"_s, u"--gpu"_s, u"RTX 4090"_s});
    solve({u"--model"_s, u"qwen2.5-coder-7b"_s, u"--method"_s, u"lora"_s, u"--maximize"_s, u"rank"_s, u"--gpu"_s, u"RTX 3060"_s});
    solve(small + QStringList{u"--global-batch"_s, u"64"_s, u"--gpu"_s, u"RTX 4090:4"_s, u"--gpu"_s, u"RTX 4090:7"_s});
    const QStringList whole{u"--model"_s, u"qwen2.5-0.5b"_s, u"--method"_s, u"full"_s};
    solve(whole + QStringList{u"--split"_s, u"fewest"_s, u"--global-batch"_s, u"8"_s, u"--gpu"_s, u"RTX 4090:2"_s});
    solve(whole + QStringList{u"--split"_s, u"cheapest"_s, u"--global-batch"_s, u"8"_s});
    solve(whole + QStringList{u"--split"_s, u"fits"_s, u"--minimize"_s, u"hours"_s, u"--global-batch"_s, u"8"_s, u"--gpu"_s,
                              u"RTX 4090:2"_s});
    solve(whole + QStringList{u"--split"_s, u"cheapest"_s, u"--minimize"_s, u"cost"_s, u"--global-batch"_s, u"8"_s, u"--tokens"_s,
                              u"10M"_s});
    solve({u"--model"_s, u"llama-3.1-405b"_s, u"--method"_s, u"full"_s, u"--split"_s, u"fits"_s, u"--gpu"_s, u"T4:2"_s});
    for (const QString &what : {u"price"_s, u"hours"_s, u"cost"_s}) solve(small + QStringList{u"--minimize"_s, what});
    solve(small + QStringList{u"--minimize"_s, u"cost"_s, u"--tokens"_s, u"10M"_s, u"--epochs"_s, u"2"_s});
    solve({u"--model"_s, u"llama-3.1-405b"_s, u"--minimize"_s, u"card"_s});
    solve(small + QStringList{u"--minimize"_s, u"cards"_s, u"--gpu"_s, u"RTX 4090"_s});
    solve(small + QStringList{u"--task"_s, u"infer"_s, u"--maximize"_s, u"sequences"_s, u"--gpu"_s, u"T4"_s, u"--over"_s,
                              u"weights.quant=none,nf4"_s});
    solve(served + QStringList{u"--maximize"_s, u"micro_batch"_s});
    nothing_left("solve");
}

void TestAnswerSchemas::advice()
{
    hold("advise", {u"advise"_s, u"--format"_s, u"json"_s, u"--model"_s, u"qwen2.5-coder-7b"_s, u"--gpu"_s, u"RTX 4090"_s});
    hold("advise", {u"advise"_s, u"--format"_s, u"json"_s, u"--model"_s, u"qwen2.5-0.5b"_s, u"--gpu"_s, u"RTX 4090"_s});
    hold("advise", {u"advise"_s, u"--format"_s, u"json"_s, u"--model"_s, u"qwen2.5-coder-7b"_s, u"--task"_s, u"infer"_s,
                    u"--budget"_s, u"8GiB"_s});
    hold("advise", QStringList{u"advise"_s, u"--format"_s, u"json"_s} + served);
    nothing_left("advise");
}

void TestAnswerSchemas::envelopes()
{
    hold("envelope", {u"envelope"_s, u"--parameters"_s, u"7B"_s, u"--method"_s, u"qlora"_s, u"--activations"_s, u"2GB"_s,
                      u"--format"_s, u"json"_s});
    const QTemporaryDir folder;
    const QString plan = file_in(folder, "two.json",
                                 R"({"schema": "plimsoll.plan/1", "model": {"preset": "qwen2.5-0.5b"}, "method": "full",
                                     "sequence_length": 256, "parallel": {"data": 2, "zero": 3}})");
    hold("envelope", {u"envelope"_s, u"--plan"_s, plan, u"--format"_s, u"json"_s});
    nothing_left("envelope");
}

void TestAnswerSchemas::comparisons_and_reports()
{
    const QStringList plans{u"--plan"_s, u"resources/examples/case1-precisions.plimsoll"_s};
    hold("compare", QStringList{u"compare"_s, u"--format"_s, u"json"_s} + plans);
    nothing_left("compare");
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"report.json"_s);
    QVERIFY(asked(QStringList{u"report"_s, u"--output"_s, path} + plans).status < 2);
    documents().check("report", json::parse(read(path).toStdString()));
    nothing_left("report");
}

void TestAnswerSchemas::catalogues()
{
    hold("catalogues", {u"models"_s, u"--format"_s, u"json"_s}, {}, "models");
    // a card of one's own, of which little is known
    const QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkpath(u"plimsoll"_s));
    file_in(folder, "plimsoll/gpus.json",
            R"({"schema": "plimsoll.gpus/1", "gpus": [{"name": "Own", "memory": {"nominal": 1073741824}}]})");
    const QByteArray before = qgetenv("XDG_CONFIG_HOME");
    qputenv("XDG_CONFIG_HOME", folder.path().toUtf8());
    hold("catalogues", {u"gpus"_s, u"--format"_s, u"json"_s}, {}, "gpus");
    qputenv("XDG_CONFIG_HOME", before);
    nothing_left("catalogues");
}

void TestAnswerSchemas::live_readings()
{
    const QTemporaryDir folder;
    const QByteArray slice =
        R"({"schema": "plimsoll.live/1", "time_ms": 1, "gpus": [{"index": 0, "mig_slot": 3, "vendor": "NVIDIA", "unified_memory": true,
        "pci_slot": "0000:01:00.0", "processes_note": "3 cannot be seen", "uuid": null, "processes": [{"pid": 7, "name": null, "used_bytes": null}]}]})";
    const QByteArray lines =
        QByteArray(slice).replace('\n', ' ') + '\n' + read(QStringLiteral(PLIMSOLL_FIXTURES "/live/two_cards.jsonl"));
    qputenv("PLIMSOLL_LIVE_RECORDING", file_in(folder, "recording.jsonl", lines).toUtf8());
    hold("live", {u"watch"_s, u"--format"_s, u"json"_s, u"--interval"_s, u"250"_s, u"--count"_s, u"4"_s, u"--allocate"_s,
                  u"1GiB"_s, u"--plan"_s, u"resources/examples/case0-qlora-7b-16gb.plimsoll"_s});
    qunsetenv("PLIMSOLL_LIVE_RECORDING");
    nothing_left("live");
}

void TestAnswerSchemas::measured_runs()
{
    const QTemporaryDir folder;
    const QString snapshot = folder.filePath(u"run.pickle"_s);
    const QStringList plan{u"--model"_s, u"qwen2.5-0.5b"_s, u"--sequence-length"_s, u"256"_s};
    QVERIFY(
        asked(QStringList{u"export"_s, u"--to"_s, u"snapshot"_s, u"--rank"_s, u"64"_s, u"--output"_s, snapshot} + plan).status ==
        0);
    const QString other =
        file_in(folder, "plan.json", R"({"model": {"preset": "qwen2.5-0.5b"}, "method": "lora", "sequence_length": 256})");
    hold("measured", {u"import"_s, snapshot, u"--plan"_s, other, u"--format"_s, u"json"_s});
    const QByteArray text =
        R"({"schema": "plimsoll.measurement/1", "plan": {"model": {"preset": "qwen2.5-0.5b"}, "sequence_length": 256},
        "card": {"name": "NVIDIA A100-SXM4-80GB", "total_bytes": 85899345920, "compute_capability": "8.0", "multiprocessors": 108,
        "driver": "580.1"}, "versions": {"torch": "2.15.0"}, "runner": "trainer", "steps": 3, "rank": 0, "ranks": 1,
        "trainable_parameters": 5, "allocated_peak_bytes": 5000000000, "reserved_peak_bytes": 6000000000, "phases": [{"step": 1,
        "phase": "forward", "allocated_peak_bytes": 5000000000, "reserved_peak_bytes": 6000000000, "allocated_end_bytes": 1, "device_used_bytes": 7,
        "device_process_bytes": 6}],
        "device": {"before_bytes": null, "total_bytes": 85899345920, "used_bytes": 7, "process_bytes": 6500000000, "reserved_bytes": 6,
        "bare_context_bytes": 3, "outside_torch_bytes": 5}, "step_seconds": [0.5], "allocation_retries": 0, "out_of_memory": null,
        "notes": ["n"], "not_covered": ["c"]})";
    const QString full =
        file_in(folder, "full.txt",
                "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total capacity of "
                "11.63 GiB of which 1.10 GiB is free. Including non-PyTorch memory, this process has 7.53 GiB memory in "
                "use. Of the allocated memory 7.01 GiB is allocated by PyTorch, and 100.00 MiB is reserved by PyTorch "
                "but unallocated.");
    hold("measured", {u"import"_s, full, u"--plan"_s, other, u"--format"_s, u"json"_s});
    const QString bare = file_in(folder, "bare.txt", "RuntimeError: CUDA error: out of memory");
    hold("measured", {u"import"_s, bare, u"--plan"_s, other, u"--format"_s, u"json"_s});
    const QString measurement = file_in(folder, "measured.json", text);
    hold("measured", {u"import"_s, measurement, u"--dry-run"_s, u"--format"_s, u"json"_s});
    const QByteArray monitored = "timestamp, index, name, memory.used [MiB], memory.total [MiB]\n"
                                 "2026/11/26 10:00:00.000, 0, NVIDIA A100-SXM4-80GB, 10 MiB, 81920 MiB\n"
                                 "2026/11/26 10:00:01.000, 0, NVIDIA A100-SXM4-80GB, 900 MiB, 81920 MiB\n";
    hold("measured", {u"import"_s, file_in(folder, "smi.csv", monitored), u"--format"_s, u"json"_s});
    const QByteArray timed = "{'train_runtime': '120.5', 'train_samples_per_second': '13.28', 'train_steps_per_second': '0.415', "
                             "'train_tokens_per_second': '6799.2', 'train_loss': 1.2}\n";
    const QString on_card = file_in(
        folder, "on_card.json", R"({"model": {"preset": "qwen2.5-0.5b"}, "method": "lora", "target": {"gpus": ["RTX 4090"]}})");
    hold("measured", {u"import"_s, file_in(folder, "times.txt", timed), u"--plan"_s, on_card, u"--format"_s, u"json"_s});
    const QByteArray sampled = "\"Step\",\"run - train/train_samples_per_second\"\n100,12.5\n";
    hold("measured", {u"import"_s, file_in(folder, "wandb.csv", sampled), u"--plan"_s, on_card, u"--format"_s, u"json"_s});
    const QByteArray bench =
        "| model | size | params | backend | ngl | test | t/s |\n| --- | ---: | ---: | --- | --: | ---: | ---: |\n"
        "| llama 8B Q4_K | 4.58 GiB | 8.03 B | CUDA | 99 | pp512 | 5234.11 |\n"
        "| llama 8B Q4_K | 4.58 GiB | 8.03 B | CUDA | 99 | tg128 | 131.42 |\n";
    const QByteArray load =
        "INFO 11-28 loggers.py:127] Engine 000: Avg prompt throughput: 812.0 tokens/s, Avg generation throughput: "
        "2010.5 tokens/s, Running: 64 reqs\n";
    const QString served = file_in(folder, "served.json", R"({"model": {"preset": "qwen2.5-0.5b"}, "task": "infer"})");
    hold("measured", {u"import"_s, file_in(folder, "bench.md", bench), u"--plan"_s, served, u"--format"_s, u"json"_s});
    hold("measured", {u"import"_s, file_in(folder, "engine.log", load), u"--plan"_s, served, u"--format"_s, u"json"_s});
    nothing_left("measured", true);
    const json told = json::parse(text.toStdString());
    documents().check("measurement", told);
    json silent = told; // where the driver does not say, and where memory ran out
    silent["card"]["driver"] = silent["allocated_peak_bytes"] = silent["reserved_peak_bytes"] = nullptr;
    silent["device"]["process_bytes"] = silent["device"]["bare_context_bytes"] = silent["device"]["outside_torch_bytes"] =
        nullptr;
    silent["device"]["before_bytes"] = 1;
    silent["allocation_retries"] = nullptr;
    silent["out_of_memory"] = {{"step", 1}, {"phase", "forward"}};
    documents().check("measurement", silent);
    nothing_left("measurement");
}

PLIMSOLL_TEST(TestAnswerSchemas)
} // namespace PLIMSOLL_FILE
#include "test_answer_schemas.moc"
