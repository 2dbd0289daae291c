// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/load.h"
#include "core/plan/names.h"
#include "core/plan/plan_json.h"
#include "core/resolve/gate.h"
#include "core/resolve/stand_ins.h"
#include "tests/test_program.h"

#include <QTest>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

const Architecture &small()
{
    static const ArchitectureRef architecture = *load_model({.config_text = R"({"model_type": "llama",
        "architectures": ["LlamaForCausalLM"], "hidden_size": 64, "vocab_size": 512, "intermediate_size": 128,
        "num_hidden_layers": 2, "num_attention_heads": 4, "dtype": "bfloat16", "max_position_embeddings": 4096})"});
    return *architecture;
}

Result<ResolvedPlan> led(const char *text) { return resolve(plan_from_json(text)->plan, small()); }

/// "field: text, read R, accepted: A"; empty where the plan passes.
QString refusal(const char *text)
{
    const Result<ResolvedPlan> out = led(text);
    return out.ok() ? QString() : QString::fromStdString(out.error().message());
}

/// What is said of fields without effect, in one line.
QString idle(const char *text)
{
    const Result<ResolvedPlan> out = led(text);
    return out.ok() ? QString::fromStdString(idle_fields(out->warnings)) : refusal(text);
}

} // namespace

class TestGate : public QObject {
    Q_OBJECT
private slots:
    void a_plain_step_passes();
    void a_split_call_is_refused_data();
    void a_split_call_is_refused();
    void ranks_of_a_training_are_simulated();
    void other_loops_are_said();
    void unchecked_mechanisms_are_said_data();
    void unchecked_mechanisms_are_said();
    void compiling_is_said_as_it_is_simulated_data();
    void compiling_is_said_as_it_is_simulated();
    void caches_hold_what_attention_computes();
    void engines_refuse_what_they_have_not();
    void fields_of_other_tasks_are_named();
    void what_would_be_so_anyway_is_not_named();
    void libraries_that_do_not_run_are_named();
    void windows_learn_what_is_always_refused();
};

void TestGate::a_plain_step_passes()
{
    const Plan plan;
    QVERIFY(simulated_as_another(plan).empty());
    QVERIFY(led("{}").ok() && led(R"({"task": "infer"})").ok() && led(R"({"task": "extract"})").ok());
}

void TestGate::a_split_call_is_refused_data()
{
    QTest::addColumn<QString>("task");
    for (const char *task : {"infer", "extract"}) QTest::newRow(task) << QString(task);
}

/// Figures of one whole copy never pass for those of a part.
void TestGate::a_split_call_is_refused()
{
    QFETCH(QString, task);
    const auto with = [&](const char *parallel) {
        return refusal(QString(R"({"task": "%1", "parallel": %2})").arg(task, QString(parallel)).toUtf8().constData());
    };
    QVERIFY(with(R"({"tensor": 2})").startsWith("parallel.tensor: what each process keeps"));
    QVERIFY(with(R"({"zero": 3, "data": 8})").startsWith("parallel.data:"));
    QVERIFY(with(R"({"pipeline": 2})").startsWith("parallel.pipeline:"));
    QVERIFY(with(R"({"context": 2})").startsWith("parallel.context:"));
    QVERIFY(with(R"({"expert": 2})").startsWith("parallel.expert:"));
    QVERIFY(with(R"({"offload": "optimizer"})").startsWith("parallel.offload: what is moved to the host"));
    QCOMPARE(with(R"({"tensor": 1, "zero": 0, "offload": "none"})"), QString());
    QCOMPARE(with(R"({"bucket_mb": 100})"), QString()); // a training's: said below
    const QString said = idle(QString(R"({"task": "%1", "parallel": {"bucket_mb": 100}})").arg(task).toUtf8().constData());
    QVERIFY2(said.contains("parallel.bucket_mb"), qPrintable(said));
}

void TestGate::ranks_of_a_training_are_simulated()
{
    QVERIFY(led(R"({"parallel": {"data": 2}})")->lower_bound_reason.empty());
    QCOMPARE(refusal(R"({"parallel": {"tensor": 2}})"), QString());
}

void TestGate::other_loops_are_said()
{
    Plan plan;
    plan.stack = *plan_enum<Stack>("llama-factory"); // transformers' Trainer with PEFT: nothing of its own
    QVERIFY(simulated_as_another(plan).empty());
    plan.stack = *plan_enum<Stack>("unsloth");
    plan.compile = true;
    const auto said = simulated_as_another(plan);
    QCOMPARE(said.size(), std::size_t{2});
    QVERIFY(said[0].text.starts_with("stack unsloth:"));
    plan = {};
    plan.stack = *plan_enum<Stack>("axolotl");
    plan.method = Method::lora; // with its own kernels
    QVERIFY(simulated_as_another(plan).empty());
    plan.stack = *plan_enum<Stack>("unsloth"); // likewise: only full fine-tuning is compiled
    QVERIFY(simulated_as_another(plan).empty());
}

void TestGate::unchecked_mechanisms_are_said_data()
{
    QTest::addColumn<QString>("begins");
    QTest::addColumn<int>("which");
    QTest::newRow("galore") << "optimizer galore:" << 0;
    QTest::newRow("anyprecision") << "optimizer adamw_anyprecision:" << 1;
    QTest::newRow("galore in 8 bits") << "optimizer galore_adamw_8bit:" << 2;
    QTest::newRow("dpo") << "objective dpo:" << 3;
    QTest::newRow("orpo") << "objective orpo:" << 4;
    QTest::newRow("grpo") << "objective grpo:" << 5;
    QTest::newRow("offloaded activations") << "gradient_checkpointing {\"offload\": \"activations\"}:" << 6;
    QTest::newRow("selective") << "gradient_checkpointing selective:" << 7;
}

void TestGate::unchecked_mechanisms_are_said()
{
    QFETCH(QString, begins);
    QFETCH(int, which);
    Plan plan;
    if (which == 0) plan.optimizer.name = *plan_enum<OptimizerName>("galore");
    if (which == 1) plan.optimizer.name = *plan_enum<OptimizerName>("adamw_anyprecision");
    if (which == 2) plan.optimizer.name = *plan_enum<OptimizerName>("galore_adamw_8bit");
    if (which == 3) plan.objective = *plan_enum<Objective>("dpo");
    if (which == 4) plan.objective = *plan_enum<Objective>("orpo");
    if (which == 5) plan.objective = *plan_enum<Objective>("grpo");
    if (which == 6) plan.gradient_checkpointing.offload_activations = true;
    if (which == 7) plan.gradient_checkpointing.selective = "mlp";
    const auto said = simulated_as_another(plan);
    QCOMPARE(said.size(), std::size_t{1});
    QVERIFY2(QString::fromStdString(said[0].text).startsWith(begins), said[0].text.c_str());
}

void TestGate::compiling_is_said_as_it_is_simulated_data()
{
    QTest::addColumn<QString>("config");
    QTest::addColumn<QString>("said");
    QTest::newRow("dense") << R"({"model_type": "llama", "hidden_size": 64, "vocab_size": 512, "intermediate_size": 128,
        "num_hidden_layers": 2, "num_attention_heads": 4})"
                           << "layers of a dense decoder";
    QTest::newRow("experts") << R"({"model_type": "mixtral", "hidden_size": 64, "vocab_size": 512, "intermediate_size": 128,
        "num_hidden_layers": 2, "num_attention_heads": 4, "num_key_value_heads": 2, "num_local_experts": 4,
        "num_experts_per_tok": 2})"
                             << "routers and experts is not";
    QTest::newRow("an encoder") << R"({"model_type": "bert", "architectures": ["BertForMaskedLM"], "hidden_size": 64,
        "vocab_size": 512, "intermediate_size": 128, "num_hidden_layers": 2, "num_attention_heads": 4})"
                                << "of this kind is not simulated";
    QTest::newRow("an encoder and a decoder") << R"({"model_type": "t5", "architectures": ["T5ForConditionalGeneration"],
        "d_model": 64, "d_kv": 16, "d_ff": 128, "num_layers": 2, "num_heads": 4, "vocab_size": 512})"
                                              << "of this kind is not simulated";
}

void TestGate::compiling_is_said_as_it_is_simulated()
{
    QFETCH(QString, config);
    QFETCH(QString, said);
    const ArchitectureRef model = *load_model({.config_text = config.toStdString()});
    Plan plan;
    plan.compile = true;
    const auto warnings = simulated_as_another(plan, model.get());
    QCOMPARE(warnings.size(), std::size_t{1});
    QVERIFY2(QString::fromStdString(warnings[0].text).contains(said), warnings[0].text.c_str());
}

void TestGate::caches_hold_what_attention_computes()
{
    QVERIFY(refusal(R"({"task": "infer", "inference": {"kv_dtype": "fp8"}})").contains("accepted: bf16"));
    QVERIFY(refusal(R"({"task": "infer", "weights": {"dtype": "fp16"}, "inference": {"kv_dtype": "bf16"}})")
                .contains("accepted: fp16"));
    QCOMPARE(refusal(R"({"task": "infer", "autocast": "fp16", "inference": {"kv_dtype": "fp16"}})"), QString());
    QCOMPARE(refusal(R"({"task": "infer", "inference": {"cache": "quantized", "kv_dtype": "int8"}})"), QString());
    QCOMPARE(refusal(R"({"task": "infer", "inference": {"cache": "quantized"}})"), QString());
    QVERIFY(refusal(R"({"task": "infer", "inference": {"cache": "quantized", "kv_dtype": "fp16"}})")
                .contains("accepted: int4 | int8 | fp8"));
}

void TestGate::engines_refuse_what_they_have_not()
{
    QCOMPARE(refusal(R"({"task": "infer", "inference": {"engine": "vllm"}})"), QString());
    QVERIFY(
        refusal(R"({"task": "infer", "inference": {"engine": "vllm", "kv_dtype": "q8_0"}})").startsWith("inference.kv_dtype"));
    QVERIFY(refusal(R"({"task": "infer", "weights": {"quant": "nf4"}, "inference": {"engine": "llama.cpp"}})")
                .startsWith("weights.quant: llama.cpp loads GGUF files"));
    QVERIFY(refusal(R"({"task": "infer", "parallel": {"context": 2}, "inference": {"engine": "vllm"}})")
                .startsWith("parallel.context"));
}

void TestGate::fields_of_other_tasks_are_named()
{
    QCOMPARE(idle(R"({"task": "infer", "adapter": {"rank": 64, "alpha": 99}, "micro_batch": 3})"),
             QString("Without effect here: adapter.alpha, adapter.rank (nothing is trained); micro_batch (task infer takes "
                     "inference.sequences and inference.context)"));
    QCOMPARE(idle(R"({"method": "full", "adapter": {"dora": true}, "inference": {"kv_dtype": "fp8"}})"),
             QString("Without effect here: adapter.dora (method full has no adapter); inference.kv_dtype (task train generates "
                     "nothing)"));
    QVERIFY(idle(R"({"loss": {"kind": "full", "chunk": 256}})").contains("loss.chunk (only loss.kind chunked"));
    QVERIFY(idle(R"({"keep_outputs": false})").contains("keep_outputs (the Trainer drops"));
    QCOMPARE(idle(R"({"stack": "pytorch", "keep_outputs": false})"), QString());
    QVERIFY(idle(R"({"target": {"reserve_fraction": 0.1}})").contains("no card and no budget"));
}

void TestGate::what_would_be_so_anyway_is_not_named()
{
    QCOMPARE(idle(R"({"task": "infer", "max_grad_norm": 1.0, "parallel": {"tensor": 1}, "compile": false})"), QString());
}

void TestGate::libraries_that_do_not_run_are_named()
{
    QCOMPARE(idle(R"({"task": "infer", "libraries": {"trl": "0.15.0", "transformers": "4.51.3"}})"),
             QString("Without effect here: libraries.trl (this plan does not run through trl)"));
    QCOMPARE(idle(R"({"stack": "trl", "libraries": {"trl": "0.15.0"}})"), QString());
}

void TestGate::windows_learn_what_is_always_refused()
{
    Plan plan;
    plan.task = Task::infer;
    QVERIFY(!always_refused("inference.engine", "sglang", plan));
    QVERIFY(!always_refused("inference.engine", "transformers", plan));
    QVERIFY(!always_refused("inference.cache", "offloaded", plan) && !always_refused("inference.cache", "static", plan));
    plan.task = Task::extract;
    QVERIFY(!always_refused("extract.capture", "hooks", plan));
    // rows that speak of what somebody stated: the question states it
    const Plan served = plan_from_json(R"({"task": "infer", "inference": {"engine": "sglang"}})")->plan;
    QVERIFY(always_refused("weights.quant", "nf4", served) && !always_refused("weights.quant", "awq4", served));
}

PLIMSOLL_TEST(TestGate)
} // namespace PLIMSOLL_FILE
#include "test_gate.moc"
