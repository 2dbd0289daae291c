// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parallel/communication.h"
#include "core/parallel/communicators.h"
#include "recorded_peaks.h"
#include "spread_model.h"
#include "tests/test_program.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>

namespace PLIMSOLL_FILE {

// Sequences that ranks divide. Peaks of a two-layer LLaMA that torch 2.15.0, transformers 5.23.0, accelerate 1.15.0 and DeepSpeed 0.19.8
// (its own UlyssesSPAttentionHF) took on one of several processes, recorded from their allocator on a driver without a card.

using namespace plimsoll;
using namespace plimsoll::tests;

namespace {

const Recorded rows[] = {
    {"several heads a rank", R"()", 1622767104, 1826619392},
    {"a key head on two ranks", R"("model": {"config": {"num_key_value_heads": 2}})", 1604165120, 1814036480},
    {"zero 3", R"("parallel": {"zero": 3})", 594595328, 805306368},
    {"zero 3, two groups, recomputed", R"("gradient_checkpointing": true, "parallel": {"data": 2, "zero": 3, "context": 2})",
     753008128, 1069547520},
    {"zero 1, a key head a rank", R"("parallel": {"zero": 1, "context": 8})", 1537955840, 1845493760},
    {"two rows", R"("micro_batch": 2, "gradient_checkpointing": true, "model": {"config": {"num_key_value_heads": 4}})",
     1610522112, 1914699776},
    {"zero 3, long, recomputed", R"("sequence_length": 16384, "gradient_checkpointing": true, "parallel": {"zero": 3})",
     1968590336, 2420113408},
};

constexpr const char *ring =
    R"("stack": "transformers", "autocast": "none", "gradient_checkpointing": true, "sequence_length": 65536,
    "model": {"config": {"vocab_size": 512, "intermediate_size": 512, "num_key_value_heads": 16}},
    "parallel": {"engine": "fsdp2", "zero": 3, "context": 8, "context_backend": "ring")";

nlohmann::json plan_of(const std::string &changes)
{
    return changed(R"({
        "task": "train", "stack": "deepspeed", "method": "full", "autocast": "bf16", "attention": "sdpa",
        "weights": {"dtype": "bf16", "quant": "none", "double_quant": false}, "micro_batch": 1, "sequence_length": 2048,
        "gradient_checkpointing": false, "kbit_prepare": false, "max_grad_norm": 1.0,
        "optimizer": {"name": "adamw", "implementation": "fused"},
        "parallel": {"data": 1, "zero": 2, "engine": "deepspeed", "context": 4, "context_backend": "ulysses"},
        "target": {"gpus": ["NVIDIA A100-SXM4-80GB:16"]}})",
                   changes);
}

Result<Estimate> estimated(const std::string &changes) { return estimated_plan(plan_of(changes)); }

QString refusal(const std::string &changes) { return refusal_of(estimated(changes)); }

} // namespace

class TestContextPeaks : public QObject {
    Q_OBJECT
private slots:
    void libraries_take_as_much_data();
    void libraries_take_as_much();
    void a_ring_may_hand_on_one_rank_at_a_time();
    void refusals_are_the_libraries();
    void layers_are_full_attention();
    void heads_are_sent_there_and_back();
    void hosts_hold_shares_of_all_ranks();
    void groups_stand_beside_the_data();
    void routing_is_an_interval();
};

void TestContextPeaks::libraries_take_as_much_data()
{
    QTest::addColumn<int>("row");
    int index = 0;
    for (const Recorded &row : rows) QTest::newRow(row.name) << index++;
}

void TestContextPeaks::libraries_take_as_much()
{
    QFETCH(const int, row);
    const Recorded &recorded = rows[row];
    const auto answer = estimated(recorded.changes);
    QVERIFY2(answer, answer ? "" : answer.error().message().c_str());
    const Peak &peak = answer->shown().peak;
    // accelerate's loader holds the next batch whole, four integers a token, which is not simulated
    const Plan &plan = answer->plan.plan;
    const Bytes ahead = 4 * 8 * plan.micro_batch * plan.sequence_length, scalars = 8 * 1024;
    QVERIFY2(std::abs(recorded.allocated - peak.allocated) <= ahead + scalars, qPrintable(QString::number(peak.allocated)));
    QCOMPARE(peak.reserved, recorded.reserved);
}

void TestContextPeaks::a_ring_may_hand_on_one_rank_at_a_time()
{
    const auto gathered = estimated(std::string(ring) + "}"),
               handed = estimated(std::string(ring) + R"(, "context_rotation": "alltoall"})");
    QVERIFY(gathered && handed);
    // 910,366,720 and 709,040,128 recorded, the next batch and its own tokens' integers in both
    QCOMPARE(gathered->shown().peak.allocated - handed->shown().peak.allocated, Bytes{910366720 - 709040128});
}

void TestContextPeaks::refusals_are_the_libraries()
{
    QCOMPARE(refusal(""), QString());
    QVERIFY(refusal(R"("parallel": {"context": 3}, "sequence_length": 3072)")
                .contains("Attention head count 16 is not divisible by SP size 3"));
    QVERIFY(refusal(R"("model": {"config": {"num_key_value_heads": 3, "num_attention_heads": 12, "hidden_size": 768}})")
                .contains("KV attention head count 3 is not divisible by SP size 4 or vice versa"));
    QVERIFY(refusal(R"("sequence_length": 2049)").contains("batch's seqlen=2049 isn't divisible by sp-size=4"));
    QVERIFY(refusal(R"("attention": "eager")").contains("Invalid sp_attn_implementation: eager."));
    QVERIFY(refusal(R"("attention": "eager", "stack": "pytorch")").contains("requires a 4D attention_mask"));
    QVERIFY(refusal(R"("libraries": {"transformers": "4.57.6"})").contains("the Trainer of transformers before 5"));
    QVERIFY(refusal(R"("parallel": {"engine": "fsdp2", "zero": 3})").startsWith("parallel.context_backend"));
    QVERIFY(refusal(R"("parallel": {"context_backend": "ring"})").contains("parallel.context_backend ulysses"));
}

void TestContextPeaks::layers_are_full_attention()
{
    const QString refused =
        refusal(R"("stack": "transformers", "parallel": {"engine": "fsdp2", "zero": 3, "context_backend": "ring"},
        "model": {"config": {"model_type": "mistral", "architectures": ["MistralForCausalLM"], "sliding_window": 512}})");
    QVERIFY2(refused.contains("does not support attention layers of type ['sliding_attention'] (model MistralForCausalLM)"),
             qPrintable(refused));
    // heads of the whole sequence look through their window
    QCOMPARE(
        refusal(
            R"("model": {"config": {"model_type": "mistral", "architectures": ["MistralForCausalLM"], "sliding_window": 512}})"),
        QString());
}

void TestContextPeaks::heads_are_sent_there_and_back()
{
    using Model = SpreadModel;
    const auto plan = [](const char *context) {
        return std::string(
                   R"({"stack": "deepspeed", "method": "full", "autocast": "bf16", "micro_batch": 2, "sequence_length": 32,
            "gradient_checkpointing": false, "parallel": {"zero": 2, "engine": "deepspeed")") +
               context + "}}";
    };
    const auto sent = [](const SpreadModel &model, RankGroup group) {
        Bytes out = 0;
        const auto all = sent_in_step(model.run());
        for (const SentBytes &line : all->lines)
            if (line.group == group) out += line.bytes;
        return out;
    };
    const SpreadModel four = spread_model(plan(R"(, "data": 1, "context": 4, "context_backend": "ulysses")"));
    // queries and results of 4 heads; keys and values of 2, each on two of the four ranks; forward and backward of each layer
    const Bytes each = Model::layer_count * 2 * (32 / 4) * (2 * Model::heads + 2 * 4) * Model::head_dim * 2;
    QCOMPARE(sent(four, RankGroup::context), 2 * 3 * (each / 4));
    // gradients are those of four ranks that share one copy
    const SpreadModel data = spread_model(plan(R"(, "data": 4)"));
    QCOMPARE(sent(four, RankGroup::data), sent(data, RankGroup::data));
}

void TestContextPeaks::hosts_hold_shares_of_all_ranks()
{
    const auto four = estimated(R"("parallel": {"zero": 3, "offload": "both"})");
    const auto data = estimated(R"("parallel": {"zero": 3, "offload": "both", "data": 4, "context": 1})");
    QVERIFY(four && data && four->run.host && data->run.host);
    QVERIFY(four->run.host->steady > 0);
    QCOMPARE(four->run.host->steady, data->run.host->steady);
}

void TestContextPeaks::groups_stand_beside_the_data()
{
    Plan plan;
    plan.parallel.engine = ParallelEngine::deepspeed;
    plan.parallel.data = 2;
    plan.parallel.context = 4;
    plan.parallel.context_backend = ContextBackend::ulysses;
    const auto groups = communicators(plan);
    QCOMPARE(groups.size(), std::size_t{3});
    QVERIFY(groups[0].group == RankGroup::world);
    QVERIFY(groups[1].group == RankGroup::data && groups[1].ranks() == 8);
    QVERIFY((groups[2].group == RankGroup::context && groups[2].members(6) == std::vector<Count>{4, 5, 6, 7}));
}

void TestContextPeaks::routing_is_an_interval()
{
    const auto mixtral = [](const char *imbalance) {
        return estimated(std::string(R"("stack": "transformers", "autocast": "none", "sequence_length": 1024,
            "parallel": {"engine": "native", "zero": 3, "data": 4, "expert": 4, "context": 1, "context_backend": "ring")") +
                         imbalance + R"(}, "model": {"config": {"model_type": "mixtral", "architectures": ["MixtralForCausalLM"],
            "num_local_experts": 8, "num_experts_per_tok": 2, "tie_word_embeddings": false}})");
    };
    const auto open = mixtral(""), even = mixtral(R"(, "expert_imbalance": 1)"), twice = mixtral(R"(, "expert_imbalance": 2)");
    QVERIFY2(open && even && twice, open ? "" : open.error().message().c_str());
    const Peak &of_open = open->shown().peak, &of_even = even->shown().peak, &of_twice = twice->shown().peak;
    QVERIFY(of_twice.allocated > of_even.allocated);
    QCOMPARE(of_open.allocated, of_even.allocated);
    QCOMPARE(of_open.allocated_interval.low, of_even.allocated_interval.low);
    QCOMPARE(of_open.allocated_interval.high, of_twice.allocated_interval.high);
    QVERIFY(of_open.device_interval.low == of_even.device_interval.low &&
            of_open.device_interval.high > of_even.device_interval.high);
    const auto says = [](const Estimate &answer) {
        return std::ranges::any_of(answer.assumptions, [](const std::string &line) {
            return line.starts_with("parallel.expert_imbalance is not stated");
        });
    };
    QVERIFY(says(*open));
    QVERIFY(!says(*even));
}

PLIMSOLL_TEST(TestContextPeaks)
} // namespace PLIMSOLL_FILE
#include "test_context_peaks.moc"
