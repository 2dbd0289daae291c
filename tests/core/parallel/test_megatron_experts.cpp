// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parallel/megatron_sizes.h"
#include "core/parallel/megatron_step.h"
#include "tests/core/run/recorded_rows.h"
#include "tests/test_program.h"

#include <cmath>

namespace PLIMSOLL_FILE {

// Megatron-LM's latent attention and experts against measured ranks: DeepSeek V2 and V3 cut to four layers, the first of them dense, on
// eight B200 cards, each rank's own peak (MooreThreads/SimuMax docs/b200/b200_release_v1.2_summary.json @4dcaae51,
// "peak_memory_by_rank_mb").

using namespace plimsoll;

namespace {

nlohmann::json deepseek(int version)
{
    const bool second = version == 2;
    return {{"model_type", second ? "deepseek_v2" : "deepseek_v3"},
            {"vocab_size", second ? 102400 : 129280},
            {"hidden_size", second ? 5120 : 7168},
            {"intermediate_size", second ? 12288 : 18432},
            {"moe_intermediate_size", second ? 1536 : 2048},
            {"num_hidden_layers", 4},
            {"num_attention_heads", 128},
            {"num_key_value_heads", 128},
            {"n_routed_experts", second ? 160 : 256},
            {"n_shared_experts", second ? 2 : 1},
            {"num_experts_per_tok", second ? 6 : 8},
            {"n_group", 8},
            {"topk_group", 3},
            {"first_k_dense_replace", 1},
            {"q_lora_rank", 1536},
            {"kv_lora_rank", 512},
            {"qk_nope_head_dim", 128},
            {"qk_rope_head_dim", 64},
            {"v_head_dim", 128},
            {"hidden_act", "silu"},
            {"max_position_embeddings", 163840},
            {"tie_word_embeddings", false}};
}

nlohmann::json plan_of(const nlohmann::json &model, const nlohmann::json &parallel, const nlohmann::json &more = {})
{
    nlohmann::json ranks = {{"zero", 1}, {"sequence", true}, {"engine", "megatron"}};
    ranks.update(parallel);
    nlohmann::json plan = {{"model", {{"config", model}}},   {"stack", "megatron"}, {"method", "full"},
                           {"weights", {{"dtype", "bf16"}}}, {"autocast", "none"},  {"gradient_checkpointing", false},
                           {"attention", "flash2"},          {"micro_batch", 1},    {"sequence_length", 4096},
                           {"gradient_accumulation", 4},     {"parallel", ranks}};
    if (!more.is_null()) plan.update(more);
    return {{"plan", plan}};
}

Result<step::Trace> trace_of(const nlohmann::json &row, Count rank, bool record = false)
{
    const Result<ArchitectureRef> architecture = architecture_from_config(row["plan"]["model"]["config"].dump(), "inline");
    const auto parsed = plan_from_json(row["plan"].dump());
    if (!architecture || !parsed) return Error{"model", {}, {}, "no such row"};
    const Result<ResolvedPlan> resolved = resolve(parsed->plan, **architecture);
    if (!resolved) return resolved.error();
    return step::simulate(**architecture, *resolved, {}, record, rank_at(mesh_of(resolved->plan), rank));
}

Bytes peak_of(const nlohmann::json &row)
{
    const auto trace = trace_of(row, 0);
    return trace ? highest(*trace).bytes : 0;
}

Result<MegatronStage> stage_of(const nlohmann::json &row, Count rank = 0)
{
    const Result<ArchitectureRef> architecture = architecture_from_config(row["plan"]["model"]["config"].dump(), "inline");
    const auto parsed = plan_from_json(row["plan"].dump());
    if (!architecture || !parsed) return Error{"model", {}, {}, "no such row"};
    const Result<ResolvedPlan> resolved = resolve(parsed->plan, **architecture);
    if (!resolved) return resolved.error();
    return megatron_stage(**architecture, resolved->plan, rank_at(mesh_of(resolved->plan), rank));
}

const nlohmann::json eight = {{"data", 8}, {"expert", 8}};

} // namespace

class TestMegatronExperts : public QObject {
    Q_OBJECT
private slots:
    void ranks_take_what_was_measured_data();
    void ranks_take_what_was_measured();
    void a_stage_holds_every_parameter_of_its_model();
    void tensor_ranks_share_heads_and_experts_alike();
    void modules_that_are_recomputed_keep_less_data();
    void modules_that_are_recomputed_keep_less();
    void what_comes_back_of_the_experts_is_not_kept();
    void precise_optimizers_hold_what_their_dtypes_say_data();
    void precise_optimizers_hold_what_their_dtypes_say();
    void a_precise_optimizer_is_a_distributed_one();
    void prediction_layers_hold_what_checkpoints_store();
    void prediction_layers_stand_on_the_last_stage();
    void phases_and_events_agree();
};

void TestMegatronExperts::ranks_take_what_was_measured_data()
{
    QTest::addColumn<int>("version");
    QTest::addColumn<QString>("parallel");
    QTest::addColumn<Count>("rank");
    QTest::addColumn<double>("measured"); // GiB
    const QString one = R"({"data": 8, "expert": 8})", two = R"({"data": 4, "expert": 4, "pipeline": 2})";
    QTest::newRow("V2, 8 ways") << 2 << one << Count{0} << 45.631;
    QTest::newRow("V2, first stage") << 2 << two << Count{0} << 31.585;
    QTest::newRow("V2, last stage") << 2 << two << Count{7} << 44.702;
    QTest::newRow("V3, 8 ways") << 3 << one << Count{0} << 104.298;
    QTest::newRow("V3, first stage") << 3 << two << Count{0} << 71.239;
    QTest::newRow("V3, last stage") << 3 << two << Count{7} << 114.000;
}

void TestMegatronExperts::ranks_take_what_was_measured()
{
    QFETCH(const int, version);
    QFETCH(const QString, parallel);
    QFETCH(const Count, rank);
    QFETCH(const double, measured);
    const auto trace = trace_of(plan_of(deepseek(version), nlohmann::json::parse(parallel.toStdString())), rank);
    QVERIFY2(trace, trace ? "" : trace.error().message().c_str());
    const double ours = static_cast<double>(highest(*trace).bytes) / static_cast<double>(gib);
    QVERIFY2(std::abs(ours / measured - 1) < 0.02, qPrintable(QString("%1 GiB instead of %2").arg(ours).arg(measured)));
}

void TestMegatronExperts::a_stage_holds_every_parameter_of_its_model()
{
    for (const int version : {2, 3}) {
        const nlohmann::json row = plan_of(deepseek(version), {{"data", 2}});
        const Result<ArchitectureRef> architecture = architecture_from_config(row["plan"]["model"]["config"].dump(), "inline");
        const auto stage = stage_of(row);
        QVERIFY(architecture && stage);
        QCOMPARE(stage->parameters() + stage->expert_parameters(), (*architecture)->total_parameters());
    }
}

void TestMegatronExperts::tensor_ranks_share_heads_and_experts_alike()
{
    const nlohmann::json model = deepseek(2);
    const auto alone = stage_of(plan_of(model, {{"data", 4}})), cut = stage_of(plan_of(model, {{"data", 4}, {"tensor", 4}}));
    QVERIFY(alone && cut);
    const MegatronLayer &whole = alone->layers.back(), &part = cut->layers.back();
    QCOMPARE(part.latent.query, whole.latent.query / 4);
    QCOMPARE(part.latent.q_rank, whole.latent.q_rank); // projections down are whole on every rank
    QCOMPARE(part.expert_parameters, whole.expert_parameters / 4);
    // 4 · 8 ranks would not divide 8: every rank has whole experts of its own
    const auto many = stage_of(plan_of(model, {{"data", 2}, {"tensor", 4}, {"expert", 8}}));
    QVERIFY(many);
    QCOMPARE(many->layers.back().expert_parameters, whole.expert_parameters / 8);
    QCOMPARE(many->layers.back().act, whole.act);
}

void TestMegatronExperts::modules_that_are_recomputed_keep_less_data()
{
    QTest::addColumn<QString>("modules");
    QTest::addColumn<Bytes>("a_token"); // bytes that three sparse layers and one dense keep no more
    const Bytes queries = 2 * 128 * (192 + 192 + 128), act = 2 * 6 * 1536, norm = 2 * 5120;
    QTest::newRow("scores") << R"(["core_attn"])" << Bytes{4} * 4 * 128;
    QTest::newRow("projections up") << R"(["mla_up_proj"])" << 4 * queries;
    QTest::newRow("norms") << R"(["layernorm"])" << 7 * norm; // the dense MLP's is one with its matrix
    QTest::newRow("dense MLP") << R"("mlp")" << Bytes{2} * 3 * 12288 + norm;
    QTest::newRow("between experts' matrices") << R"(["moe_act"])" << 3 * act;
    QTest::newRow("shared experts") << R"(["shared_experts"])" << Bytes{3} * 2 * 3 * 3072;
    QTest::newRow("experts") << R"(["moe"])" << 3 * (Bytes{2} * 6 * 5120 + 3 * act + Bytes{2} * 3 * 3072 + 4 * 160);
    QTest::newRow("two") << R"(["layernorm", "moe_act"])" << 7 * norm + 3 * act;
}

void TestMegatronExperts::modules_that_are_recomputed_keep_less()
{
    QFETCH(const QString, modules);
    QFETCH(const Bytes, a_token);
    const auto kept = [](const nlohmann::json &checkpointing) {
        const auto trace = trace_of(plan_of(deepseek(2), eight, {{"gradient_checkpointing", checkpointing}}), 0, true);
        Bytes live = 0, behind_forward = 0;
        if (!trace) return behind_forward;
        trace->events.each([&](const step::Event &event) {
            if (event.kind == step::Event::Kind::allocate) live += event.bytes;
            if (event.kind == step::Event::Kind::release) live -= event.bytes;
            if (event.kind == step::Event::Kind::allocate && std::string_view(event.operation) == "output_layer")
                behind_forward = live;
        });
        return behind_forward;
    };
    const Bytes all = kept(false), less = kept({{"selective", nlohmann::json::parse(modules.toStdString())}});
    QCOMPARE(all - less, 4096 * a_token);
}

void TestMegatronExperts::what_comes_back_of_the_experts_is_not_kept()
{
    nlohmann::json more = deepseek(2);
    more["num_experts_per_tok"] = 7;
    const auto steady = [](const nlohmann::json &model) { return peak_of(plan_of(model, eight)); };
    // a choice more: what comes to this rank's experts, behind their first matrices, and between
    const double a_choice = 3 * 4096 * 2.0 * (5120 + 3 * 1536);
    const double grows = static_cast<double>(steady(more)) - static_cast<double>(steady(deepseek(2)));
    QVERIFY2(grows < 1.01 * a_choice && grows > 0.99 * a_choice, qPrintable(QString::number(grows / a_choice)));
}

void TestMegatronExperts::precise_optimizers_hold_what_their_dtypes_say_data()
{
    QTest::addColumn<QString>("args");
    QTest::addColumn<double>("bytes"); // of a parameter, beside its weight
    QTest::newRow("off") << "" << 16.0;
    QTest::newRow("its own dtypes") << "use_precision_aware_optimizer=true" << 4.0 + 2 + 8;
    QTest::newRow("moments of 16 bits") << "use_precision_aware_optimizer=true,exp_avg_dtype=bf16,exp_avg_sq_dtype=bf16"
                                        << 4.0 + 2 + 4;
    QTest::newRow("gradients of 16 bits")
        << "use_precision_aware_optimizer=true,main_grads_dtype=bf16,exp_avg_dtype=fp8,exp_avg_sq_dtype=fp8" << 2.0 + 2 + 2;
}

void TestMegatronExperts::precise_optimizers_hold_what_their_dtypes_say()
{
    QFETCH(const QString, args);
    QFETCH(const double, bytes);
    const auto steady = [](const std::string &said) {
        const auto trace = trace_of(plan_of(deepseek(2), {{"data", 1}, {"tensor", 2}}, {{"optimizer", {{"args", said}}}}), 0);
        Bytes sum = 0;
        if (trace)
            for (const Bytes one : trace->between_steps) sum += one;
        return static_cast<double>(sum);
    };
    const auto stage = stage_of(plan_of(deepseek(2), {{"data", 1}, {"tensor", 2}}));
    QVERIFY(stage);
    const auto held = static_cast<double>(stage->parameters() + stage->expert_parameters());
    const double saved = (steady("") - steady(args.toStdString())) / held;
    QVERIFY2(std::abs(saved - (16 - bytes)) < 0.001, qPrintable(QString::number(saved)));
}

void TestMegatronExperts::a_precise_optimizer_is_a_distributed_one()
{
    const auto trace = trace_of(
        plan_of(deepseek(2), {{"data", 8}, {"zero", 0}}, {{"optimizer", {{"args", "use_precision_aware_optimizer=true"}}}}), 0);
    QVERIFY(!trace);
    QVERIFY(trace.error().message().find("only supported with distributed optimizer") != std::string::npos);
}

/// Of DeepSeek-V3's published checkpoint 13,463,426,304 values belong to its prediction layer, copies of the embedding and of the head
/// among them, which are the model's own here, and a bias an expert, which no gradient moves.
void TestMegatronExperts::prediction_layers_hold_what_checkpoints_store()
{
    const auto held = [](Count layers) {
        const auto stage = stage_of(plan_of(deepseek(3), {{"data", 1}, {"mtp_num_layers", layers}}));
        return stage ? stage->parameters() + stage->expert_parameters() : 0;
    };
    const Count copies = Count{2} * 129280 * 7168, biases = 256;
    QCOMPARE(held(1) - held(0), Count{13463426304} - copies - biases);
    QCOMPARE(held(2) - held(1), held(1) - held(0));
}

/// The last stage looks tokens up by itself then; what the layer keeps and its logits stand there too.
void TestMegatronExperts::prediction_layers_stand_on_the_last_stage()
{
    const auto with = [](Count layers) {
        return plan_of(deepseek(2), {{"data", 4}, {"expert", 4}, {"pipeline", 2}, {"mtp_num_layers", layers}});
    };
    const auto first = stage_of(with(1), 0), last = stage_of(with(1), 7), before = stage_of(with(0), 7);
    QVERIFY(first && last && before);
    QVERIFY(first->prediction.empty());
    const Count hidden = 5120, table = Count{102400} * hidden, projection = 2 * hidden * hidden + 3 * hidden;
    QCOMPARE(last->parameters() - before->parameters(), table + projection + last->layers.back().parameters);
    QCOMPARE(highest(*trace_of(with(1), 0)).bytes, highest(*trace_of(with(0), 0)).bytes);
    const Bytes more = highest(*trace_of(with(1), 7)).bytes - highest(*trace_of(with(0), 7)).bytes;
    const Count softmax = Count{4096} * 102400 * 4; // of its own loss, until the model's is over
    QVERIFY2(more > softmax + 6 * (last->parameters() - before->parameters()), qPrintable(QString::number(more)));
}

void TestMegatronExperts::phases_and_events_agree()
{
    for (const nlohmann::json &parallel : {eight, nlohmann::json{{"data", 8}, {"expert", 8}, {"mtp_num_layers", 1}},
                                           nlohmann::json{{"data", 4}, {"tensor", 2}, {"expert", 4}},
                                           nlohmann::json{{"data", 4}, {"expert", 2}, {"pipeline", 2}}}) {
        const auto counted = trace_of(plan_of(deepseek(2), parallel), 0),
                   recorded = trace_of(plan_of(deepseek(2), parallel), 0, true);
        QVERIFY(counted && recorded);
        QCOMPARE(highest(*counted).bytes, highest(*recorded).bytes);
        QCOMPARE(counted->between_steps, recorded->between_steps);
    }
}

PLIMSOLL_TEST(TestMegatronExperts)
} // namespace PLIMSOLL_FILE
#include "test_megatron_experts.moc"
