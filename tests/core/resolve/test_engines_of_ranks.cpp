// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/load.h"
#include "core/plan/field.h"
#include "core/plan/names.h"
#include "core/plan/plan_json.h"
#include "core/resolve/gate.h"
#include "tests/test_program.h"

#include <QTest>

#include <algorithm>
#include <map>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

// Which engine spreads a training over ranks, on what it raises, and which of its fields it reads.

namespace {

const Architecture &model(const std::string &more = {})
{
    static std::map<std::string, ArchitectureRef> made;
    ArchitectureRef &one = made[more];
    if (!one)
        one = *load_model({.config_text = R"({"model_type": "llama", "architectures": ["LlamaForCausalLM"], "hidden_size": 64,
            "vocab_size": 512, "intermediate_size": 128, "num_hidden_layers": 4, "num_attention_heads": 4, "num_key_value_heads": 2,
            "tie_word_embeddings": false, "dtype": "bfloat16", "max_position_embeddings": 4096)" +
                                          more + "}"});
    return *one;
}

Result<ResolvedPlan> led(const std::string &parallel, const std::string &beside = {}, const std::string &more = {})
{
    const std::string plan = R"({"method": "full", "autocast": "bf16", "gradient_checkpointing": false)" + beside +
                             R"(, "parallel": )" + parallel + "}";
    return resolve(plan_from_json(plan)->plan, model(more));
}

QString refusal(const std::string &parallel, const std::string &beside = {}, const std::string &more = {})
{
    const auto out = led(parallel, beside, more);
    return out.ok() ? QString() : QString::fromStdString(out.error().message());
}

QString idle(const std::string &parallel, const std::string &beside = {})
{
    const auto out = led(parallel, beside);
    return out.ok() ? QString::fromStdString(idle_fields(out->warnings)) : QString::fromStdString(out.error().message());
}

QString engine(const std::string &parallel, const std::string &beside = {})
{
    const auto out = led(parallel, beside);
    if (!out.ok()) return QString::fromStdString(out.error().message());
    const auto &taken = out->plan.parallel.engine;
    return taken ? QString::fromUtf8(name_of(*taken).data()) : QString();
}

bool says(const std::string &parallel, const std::string &begin, const std::string &beside = {})
{
    const auto out = led(parallel, beside);
    return out.ok() && std::ranges::any_of(out->assumptions, [&](const std::string &line) { return line.starts_with(begin); });
}

const std::string mixtral = R"(, "model_type": "mixtral", "architectures": ["MixtralForCausalLM"], "num_local_experts": 8,
    "num_experts_per_tok": 2)";
const std::string loop = R"(, "stack": "pytorch")";

} // namespace

class TestEnginesOfRanks : public QObject {
    Q_OBJECT
private slots:
    void an_engine_is_found_and_said();
    void what_shards_has_as_many_ranks_as_cards_data();
    void what_shards_has_as_many_ranks_as_cards();
    void fsdp_is_stage_3();
    void calls_need_no_engine();
    void stages_belong_to_engines();
    void ways_belong_to_engines();
    void offloading_belongs_to_engines();
    void meshes_divide();
    void heads_and_experts_divide();
    void pipelines_have_enough_to_do();
    void packed_weights_need_a_storage();
    void optimizers_meet_dtensors();
    void reducers_raise();
    void units_are_modules();
    void deepspeed_reads_its_fields();
    void idle_fields_are_named_data();
    void idle_fields_are_named();
    void every_field_is_decided();
};

void TestEnginesOfRanks::an_engine_is_found_and_said()
{
    QCOMPARE(engine(R"({"data": 4})"), "ddp");
    QCOMPARE(engine(R"({"data": 4, "zero": 1})"), "deepspeed");
    QCOMPARE(engine(R"({"data": 4, "zero": 2})"), "deepspeed");
    QCOMPARE(engine(R"({"data": 4, "zero": 3})"), "fsdp2");
    QCOMPARE(engine(R"({"data": 4, "zero": 3})", R"(, "stack": "deepspeed")"), "deepspeed");
    QCOMPARE(engine(R"({"tensor": 2})"), "native");
    QCOMPARE(engine(R"({"tensor": 2})", R"(, "stack": "megatron")"), "megatron");
    QCOMPARE(engine(R"({"offload": "both"})"), "fsdp2");
    QCOMPARE(engine("{}"), QString());
    QVERIFY(says(R"({"data": 4})", "parallel.engine: ddp"));
    QVERIFY(says(R"({"data": 4, "zero": 3})", "parallel.engine: fsdp2"));
    QVERIFY(!says(R"({"data": 4, "engine": "ddp"})", "parallel.engine"));
    QVERIFY(says("{}", "parallel: one process on one card"));
}

void TestEnginesOfRanks::fsdp_is_stage_3()
{
    QCOMPARE(led(R"({"engine": "fsdp2", "data": 4})")->plan.parallel.zero, 3);
    QVERIFY(says(R"({"engine": "fsdp2", "data": 4})", "parallel.zero: 3"));
    QVERIFY(led(R"({"engine": "fsdp2", "data": 4, "zero": 3})")->plan.parallel.reshard_after_forward);
    QVERIFY(!led(R"({"engine": "fsdp1", "data": 4, "zero": 2})")->plan.parallel.reshard_after_forward);
    QVERIFY(led(R"({"engine": "fsdp2", "data": 4, "offload": "optimizer"})")->plan.parallel.offload == Offload::both);
    QVERIFY(says(R"({"engine": "fsdp2", "data": 4, "offload": "optimizer"})", "parallel.offload: both"));
    QVERIFY(says(R"({"engine": "fsdp1", "data": 4, "zero": 2})", "parallel.reshard_after_forward: false"));
}

void TestEnginesOfRanks::calls_need_no_engine()
{
    for (const char *task : {"infer", "extract"}) {
        const std::string plan = R"({"task": ")" + std::string(task) + R"("})";
        const auto out = resolve(plan_from_json(plan)->plan, model());
        QVERIFY2(out.ok(), out.ok() ? "" : out.error().message().c_str());
        QVERIFY(!out->plan.parallel.engine);
    }
}

void TestEnginesOfRanks::stages_belong_to_engines()
{
    QVERIFY(refusal(R"({"engine": "ddp", "data": 4, "zero": 2})").startsWith("parallel.zero: DDP keeps whole copies"));
    QVERIFY(refusal(R"({"engine": "fsdp1", "data": 4, "zero": 1})").endsWith("read 1, accepted: 2 | 3"));
    QVERIFY(refusal(R"({"engine": "deepspeed", "data": 4})").endsWith("read 0, accepted: 1 | 2 | 3"));
    QVERIFY(refusal(R"({"engine": "native", "tensor": 2, "zero": 1})").startsWith("parallel.zero:"));
}

void TestEnginesOfRanks::ways_belong_to_engines()
{
    QVERIFY(refusal(R"({"engine": "fsdp2", "data": 4, "tensor": 2})").startsWith("parallel.tensor:"));
    QVERIFY(refusal(R"({"engine": "deepspeed", "zero": 2, "data": 4, "expert": 2})").startsWith("parallel.expert:"));
    QVERIFY(refusal(R"({"context": 2})").contains("cp_size > 1"));
    QVERIFY(refusal(R"({"engine": "fsdp1", "context": 2})").contains("Using `cp_size>1` requires FSDP2"));
    QVERIFY(refusal(R"({"engine": "fsdp2", "context": 2})", R"(, "attention": "eager")")
                .contains("Context parallelism is supported only with SDPA attention, you are using eager."));
    QCOMPARE(refusal(R"({"engine": "fsdp2", "context": 2})"), QString());
    QVERIFY(refusal(R"({"pipeline": 2})").contains("for inference alone"));
    QVERIFY(refusal(R"({"pipeline": 2, "data": 2})", loop + R"(, "gradient_accumulation": 4)").startsWith("parallel.pipeline:"));
    QVERIFY(
        refusal(R"({"tensor": 2, "pipeline": 2, "zero": 3, "data": 2})").contains("Combining FSDP with pipeline parallelism"));
}

void TestEnginesOfRanks::offloading_belongs_to_engines()
{
    QVERIFY(refusal(R"({"engine": "ddp", "data": 2, "offload": "optimizer"})").startsWith("parallel.offload:"));
    QVERIFY(refusal(R"({"engine": "fsdp2", "data": 2, "offload": "nvme"})").contains("NVMe"));
    QVERIFY(refusal(R"({"zero": 2, "data": 2, "offload": "nvme"})").contains("NVMe"));
    QCOMPARE(refusal(R"({"engine": "deepspeed", "zero": 3, "data": 2, "offload": "nvme"})"), QString());
}

void TestEnginesOfRanks::meshes_divide()
{
    QVERIFY(refusal(R"({"engine": "fsdp2", "data": 8, "replicate": 3})")
                .contains("read 3, accepted: a divisor of parallel.data, which is 8"));
    QVERIFY(refusal(R"({"data": 4, "rank": 4})").contains("read 4, accepted: 0 to 3"));
    QCOMPARE(refusal(R"({"data": 4, "rank": 3})"), QString());
    QVERIFY(refusal(R"({"tensor": 2, "data": 4})").contains("The parallel mesh requires 2 processes, but world_size is 8."));
}

void TestEnginesOfRanks::heads_and_experts_divide()
{
    const QString heads = refusal(R"({"tensor": 4})", R"(, "micro_batch": 1, "sequence_length": 1024)");
    QVERIFY2(heads.contains("shape '[1, 1024, -1, 16]' is invalid for input of size 8192"), qPrintable(heads)); // 2 heads of keys
    QVERIFY(heads.contains("a divisor of 4 heads and of 2 heads of keys and values"));
    QCOMPARE(refusal(R"({"tensor": 2})"), QString());
    QVERIFY(refusal(R"({"zero": 3, "data": 3, "expert": 3})", {}, mixtral)
                .contains("Cannot evenly shard 8 experts across 3 expert-parallel ranks."));
    QVERIFY(refusal(R"({"zero": 3, "data": 4, "expert": 2})")
                .contains("`ep_size=2` was requested, but `LlamaForCausalLM` has no `ep_plan`."));
    QVERIFY(
        refusal(R"({"zero": 3, "data": 2, "expert": 4})", {}, mixtral).contains("`ep_size` must divide `fsdp_size * tp_size`."));
    QVERIFY(refusal(R"({"zero": 3, "data": 4, "tensor": 2, "expert": 1})", {}, mixtral).isEmpty());
}

void TestEnginesOfRanks::pipelines_have_enough_to_do()
{
    QVERIFY(refusal(R"({"pipeline": 4})", loop + R"(, "gradient_accumulation": 2)")
                .contains("Number of microbatches (2) must be greater than or equal to the number of stages (4)."));
    QVERIFY(refusal(R"({"pipeline": 4, "micro_batches": 3})", loop).startsWith("parallel.micro_batches:"));
    QCOMPARE(refusal(R"({"pipeline": 4, "micro_batches": 2, "schedule": "gpipe"})", loop), QString());
    QVERIFY(refusal(R"({"pipeline": 2, "virtual_stages": 2, "micro_batches": 5})", loop).contains("Interleaved 1F1B requires"));
    QCOMPARE(refusal(R"({"pipeline": 2, "virtual_stages": 2, "micro_batches": 6})", loop), QString());
    QVERIFY(refusal(R"({"pipeline": 8, "micro_batches": 8})", loop).contains("4 layers"));
    QVERIFY(refusal(R"({"pipeline": 2, "micro_batches": 4})", loop, R"(, "tie_word_embeddings": true)").contains("one tensor"));
    QVERIFY(refusal(R"({"pipeline": 2, "virtual_stages": 2, "micro_batches": 4, "schedule": "gpipe"})", loop)
                .startsWith("parallel.schedule:"));
}

void TestEnginesOfRanks::packed_weights_need_a_storage()
{
    const auto with = [](const char *weights, const char *parallel, const char *more = "") {
        const std::string plan = R"({"method": "qlora", "adapter": {"rank": 8}, "weights": )" + std::string(weights) + more +
                                 R"(, "parallel": )" + parallel + "}";
        const auto out = resolve(plan_from_json(plan)->plan, model());
        return out.ok() ? QString() : QString::fromStdString(out.error().message());
    };
    const char *const first = R"({"engine": "fsdp1", "data": 2})", *const second = R"({"engine": "fsdp2", "data": 2})";
    QVERIFY(with(R"({"quant": "nf4", "quant_storage": "fp32"})", first).contains("Must flatten tensors with uniform dtype"));
    // where nobody says, what alone runs is taken and said
    QCOMPARE(with(R"({"quant": "nf4"})", first), QString());
    QCOMPARE(with(R"({"quant": "nf4", "quant_storage": "bf16"})", first), QString());
    const auto taken = resolve(
        plan_from_json(R"({"method": "qlora", "weights": {"quant": "nf4"}, "parallel": {"engine": "fsdp1", "data": 2}})")->plan,
        model());
    QVERIFY(taken.ok() && taken->plan.weights.quant_storage == ParallelDtype::bf16 && !taken->plan.kbit_prepare);
    const auto said = [&](const char *begin) {
        return std::ranges::count_if(taken->assumptions, [&](const std::string &line) { return line.starts_with(begin); });
    };
    QCOMPARE(said("weights.quant_storage: bf16"), 1);
    QCOMPARE(said("kbit_prepare:"), 1);
    QCOMPARE(with(R"({"quant": "nf4"})", second), QString()); // left whole on every card
    QVERIFY(with(R"({"quant": "int8"})", first).contains("'Tensor' object has no attribute 'CB'"));
    QVERIFY(with(R"({"quant": "int8"})", second).contains("Int8Params"));
    QCOMPARE(with(R"({"quant": "int8"})", R"({"data": 2})"), QString());
}

void TestEnginesOfRanks::optimizers_meet_dtensors()
{
    const std::string eight = R"(, "optimizer": {"name": "adamw_8bit"})", factored = R"(, "optimizer": {"name": "adafactor"})";
    QVERIFY(refusal(R"({"engine": "fsdp2", "data": 2})", eight).contains("does not have a sharding strategy registered"));
    QCOMPARE(refusal(R"({"engine": "fsdp1", "data": 2})", eight), QString());
    QCOMPARE(refusal(R"({"zero": 2, "data": 2})", eight), QString());
    QVERIFY(refusal(R"({"engine": "fsdp2", "data": 2})", factored).contains("mixed torch.Tensor and DTensor"));
    QVERIFY(refusal(R"({"data": 2})", loop + R"(, "optimizer": {"in_backward": true})").startsWith("optimizer.in_backward:"));
}

void TestEnginesOfRanks::reducers_raise()
{
    const std::string twice = R"(, "gradient_accumulation": 2)";
    QVERIFY(refusal(R"({"data": 2, "static_graph": true})", twice).contains("expect_autograd_hooks_"));
    QCOMPARE(refusal(R"({"data": 2, "static_graph": true})", twice + loop), QString()); // synchronises every micro-batch
    QVERIFY(refusal(R"({"data": 2, "static_graph": true, "accumulate_without_sync": true})", twice + loop)
                .contains("expect_autograd_hooks_"));
    QCOMPARE(refusal(R"({"data": 2, "static_graph": true})"), QString());
}

void TestEnginesOfRanks::units_are_modules()
{
    const char *const sized = R"({"engine": "fsdp2", "data": 2, "wrap": {"min_params": 1000}})";
    QVERIFY(refusal(sized).contains("containers that do not implement forward"));
    QVERIFY(refusal(R"({"engine": "fsdp1", "data": 2, "wrap": {"min_params": 1000}})").contains("units inside a layer"));
    QVERIFY(refusal(R"({"engine": "fsdp1", "data": 2, "wrap": {"min_params": 1000}})", {}, R"(, "tie_word_embeddings": true)")
                .contains("size mismatch"));
    QVERIFY(refusal(R"({"engine": "fsdp1", "data": 2, "wrap": "layer+ends"})").startsWith("parallel.wrap:"));
    QVERIFY(refusal(R"({"engine": "fsdp2", "data": 2, "forward_prefetch": true})").contains("not yet implemented in FSDP2"));
}

void TestEnginesOfRanks::deepspeed_reads_its_fields()
{
    QVERIFY(refusal(R"({"zero": 2, "data": 2, "deepspeed": {"reduce_bucket_size": 0}})")
                .startsWith("parallel.deepspeed.reduce_bucket_size"));
    QVERIFY(refusal(R"({"zero": 2, "data": 2, "deepspeed": {"reduce_bukket": 5}})").startsWith("parallel.deepspeed"));
    const QString said = idle(R"({"zero": 2, "data": 2, "deepspeed": {"overlap_comm": true, "allgather_bucket_size": 1000}})");
    QVERIFY2(said.contains("parallel.deepspeed.allgather_bucket_size") && !said.contains("overlap_comm"), qPrintable(said));
}

void TestEnginesOfRanks::idle_fields_are_named_data()
{
    QTest::addColumn<QString>("field");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QStringList>("engines"); ///< that read it, of the four
    const QStringList none, ddp{"ddp"}, first{"fsdp1"}, fsdp{"fsdp1", "fsdp2"}, deepspeed{"deepspeed"};
    QTest::newRow("replicate") << "replicate"
                               << "2" << fsdp;
    QTest::newRow("reshard") << "reshard_after_forward"
                             << "false" << fsdp;
    QTest::newRow("wrap") << "wrap"
                          << R"("none")" << fsdp;
    QTest::newRow("param_dtype") << "param_dtype"
                                 << R"("fp32")" << fsdp;
    QTest::newRow("reduce_dtype") << "reduce_dtype"
                                  << R"("fp32")" << fsdp;
    QTest::newRow("use_orig_params") << "use_orig_params"
                                     << "false" << first;
    QTest::newRow("backward_prefetch") << "backward_prefetch"
                                       << R"("pre")" << first;
    QTest::newRow("limit_all_gathers") << "limit_all_gathers"
                                       << "false" << none;
    QTest::newRow("efficient loading") << "cpu_ram_efficient_loading"
                                       << "false" << fsdp;
    QTest::newRow("checkpoint_wrapper") << "checkpoint_wrapper"
                                        << "true" << fsdp;
    QTest::newRow("bucket_mb") << "bucket_mb"
                               << "100" << ddp;
    QTest::newRow("views") << "gradient_as_bucket_view"
                           << "true" << ddp;
    QTest::newRow("static_graph") << "static_graph"
                                  << "true" << ddp;
    QTest::newRow("find_unused") << "find_unused_parameters"
                                 << "true" << ddp;
    QTest::newRow("deepspeed") << "deepspeed"
                               << R"({"overlap_comm": true})" << deepspeed;
    QTest::newRow("schedule") << "schedule"
                              << R"("gpipe")" << none;
    QTest::newRow("virtual_stages") << "virtual_stages"
                                    << "2" << none;
    QTest::newRow("micro_batches") << "micro_batches"
                                   << "8" << none;
    QTest::newRow("imbalance") << "expert_imbalance"
                               << "1.5" << none;
    QTest::newRow("node") << "gpus_per_node"
                          << "4" << QStringList{"ddp", "fsdp1", "fsdp2", "deepspeed"};
    QTest::newRow("sequence") << "sequence"
                              << "true" << none;
    QTest::newRow("without sync") << "accumulate_without_sync"
                                  << "true" << none; // the Trainer's own affair
}

void TestEnginesOfRanks::idle_fields_are_named()
{
    QFETCH(QString, field);
    QFETCH(QString, value);
    QFETCH(QStringList, engines);
    const auto with = [&](const QString &engine) {
        const QString zero = engine == "ddp" ? "0" : engine == "deepspeed" ? "2" : "3";
        return idle(QString(R"({"engine": "%1", "zero": %2, "data": 4, "%3": %4})").arg(engine, zero, field, value).toStdString(),
                    R"(, "gradient_checkpointing": true)");
    };
    for (const QString &engine :
         {QStringLiteral("ddp"), QStringLiteral("fsdp1"), QStringLiteral("fsdp2"), QStringLiteral("deepspeed")}) {
        const QString said = with(engine);
        QVERIFY2(said.contains("parallel." + field) != engines.contains(engine), qPrintable(engine + ": " + said));
    }
    const QString alone = idle(QString(R"({"%1": %2})").arg(field, value).toStdString());
    QVERIFY2(alone.contains("parallel." + field), qPrintable(alone)); // one process
}

void TestEnginesOfRanks::every_field_is_decided()
{
    for (const char *engine : {"ddp", "fsdp1", "fsdp2", "deepspeed", "native", "megatron"}) {
        Plan plan;
        plan.parallel.data = 2;
        plan.parallel.engine = plan_enum<ParallelEngine>(engine);
        for (const Field &field : plan_fields())
            if (field.path.starts_with("parallel.")) {
                const auto decision = decision_on(field.path, plan);
                QVERIFY2(decision, field.path.c_str());
                QVERIFY2(decision->effect != Effect::none || !decision->why.empty(), field.path.c_str());
            }
    }
}

void TestEnginesOfRanks::what_shards_has_as_many_ranks_as_cards_data()
{
    QTest::addColumn<QString>("parallel");
    QTest::addColumn<QString>("gpus");
    QTest::addColumn<int>("data");
    QTest::addColumn<bool>("said");
    const char *eight = R"("A100 SXM4 80GB:8")";
    QTest::newRow("ZeRO") << R"({"zero": 2})" << eight << 8 << true;
    QTest::newRow("FSDP") << R"({"engine": "fsdp2"})" << eight << 8 << true;
    QTest::newRow("DDP") << R"({"engine": "ddp"})"
                         << R"("8x H100")" << 8 << true;
    QTest::newRow("groups of two") << R"({"engine": "native", "tensor": 2, "zero": 3})" << eight << 4 << true;
    QTest::newRow("alternatives of as many") << R"({"zero": 3})"
                                             << R"("A100 SXM4 80GB:4", "L40S:4")" << 4 << true;
    QTest::newRow("alternatives of others") << R"({"zero": 3})"
                                            << R"("A100 SXM4 80GB:4", "L40S:8")" << 1 << false;
    QTest::newRow("told") << R"({"zero": 2, "data": 2})" << eight << 2 << false;
    QTest::newRow("told to be one") << R"({"zero": 2, "data": 1})" << eight << 1 << false;
    QTest::newRow("a kind of card") << R"({"zero": 2})"
                                    << R"("A100 SXM4 80GB")" << 1 << false;
    QTest::newRow("no card") << R"({"zero": 2})"
                             << "" << 1 << false;
    QTest::newRow("nothing is spread") << R"({"zero": 0})" << eight << 1 << false;
}

void TestEnginesOfRanks::what_shards_has_as_many_ranks_as_cards()
{
    QFETCH(QString, parallel);
    QFETCH(QString, gpus);
    QFETCH(int, data);
    QFETCH(bool, said);
    const std::string beside = R"(, "target": {"gpus": [)" + gpus.toStdString() + "]}";
    const auto out = led(parallel.toStdString(), beside);
    QVERIFY2(out.ok(), out.ok() ? "" : out.error().message().c_str());
    QCOMPARE(out->plan.parallel.data, Count{data});
    QCOMPARE(says(parallel.toStdString(), "parallel.data: " + std::to_string(data), beside), said);
    const auto again = resolve(out->plan, model()); // a resolved plan is the same plan
    QVERIFY(again.ok() && again->plan == out->plan);
}

PLIMSOLL_TEST(TestEnginesOfRanks)
} // namespace PLIMSOLL_FILE
#include "test_engines_of_ranks.moc"
