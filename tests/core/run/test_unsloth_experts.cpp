// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/estimate.h"
#include "tests/core/run/recorded_rows.h"
#include "tests/test_program.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using nlohmann::json;

namespace {

constexpr const char *rows = PLIMSOLL_FIXTURES "/step/unsloth_experts.jsonl";

Result<Estimate> planned(const json &row)
{
    const auto model = architecture_from_config(row["plan"]["model"]["config"].dump(), "inline");
    if (!model) return model.error();
    const auto plan = plan_from_json(row["plan"].dump());
    if (!plan) return plan.error();
    return estimate(*model, plan->plan, {}, {.timeline = false, .allocator = false, .explain = false});
}

json first_row()
{
    std::ifstream file(rows);
    std::string line;
    std::getline(file, line);
    return json::parse(line);
}

} // namespace

/// Models with experts as Unsloth trains adapters on them, against its own runs (fixtures: 2026.10.9 with its compiled layers, on
/// the fake A100 of the oracle; every row names its releases).
class TestUnslothExperts : public QObject {
    Q_OBJECT
private slots:
    void takes_what_it_takes_data() { add_recorded_rows(rows); }
    void takes_what_it_takes()
    {
        QFETCH(QString, line);
        const json row = json::parse(line.toStdString());
        const auto answer = planned(row);
        QVERIFY2(answer.ok(), answer ? "" : answer.error().message().c_str());
        QCOMPARE(answer->trainable_parameters, row["trainable"].get<Count>());
        const auto recorded = row["allocated_bytes"].get<double>();
        const auto peak = static_cast<double>(answer->fullest().peak.allocated);
        QVERIFY2(std::abs(peak / recorded - 1) < 0.05, std::to_string(peak / recorded).c_str());
    }

    /// peft 0.21.2 makes of both halves' names one parameter of twice the rank; Unsloth's patch of it leaves the rank.
    void a_rank_is_not_doubled()
    {
        json row = first_row();
        const auto own = planned(row);
        row["plan"]["stack"] = "transformers";
        row["plan"]["gradient_checkpointing"] = true;
        const auto peft = planned(row);
        QVERIFY(own.ok() && peft.ok());
        // of every layer: rank 16 of 16 experts, [2 · 384, 1024]
        QCOMPARE(peft->trainable_parameters - own->trainable_parameters, Count{4 * 16 * 16 * (1024 + 2 * 384)});
    }

    /// The first step's peak, where a layer is tried with a graph before it is checkpointed, is above every later one's.
    void the_first_step_is_the_fullest_under_checkpoints()
    {
        const json row = first_row();
        const auto trace = run_of(row, false);
        QVERIFY2(trace.ok(), trace ? "" : trace.error().message().c_str());
        Bytes first = 0, later = 0;
        for (const step::PhaseRecord &record : trace->phases)
            if (record.step > 0) (record.step == 1 ? first : later) = std::max(record.step == 1 ? first : later, record.peak);
        // recorded: 1,420,476,416 and 927,417,856 bytes
        QVERIFY2(first > later + 400'000'000, std::to_string(first - later).c_str());
    }

    void parameters_that_a_plan_names_are_its_own()
    {
        json row = first_row();
        row["plan"]["adapter"]["target_parameters"] = {"mlp.experts.down_proj"};
        const auto answer = planned(row);
        QVERIFY2(answer.ok(), answer ? "" : answer.error().message().c_str());
        // attention [1024, 1024] twice and [256, 1024] twice, experts [1024, 384]: A and B of rank 16
        const Count attention = 16 * (2 * (1024 + 1024) + 2 * (1024 + 256)), experts = 16 * 16 * (384 + 1024);
        QCOMPARE(answer->trainable_parameters, 4 * (attention + experts));
    }

    /// The Trainer empties the cache between the first forward and the first backward, so that later steps find no place for the loss
    /// among the backward's: recorded of Qwen2.5-0.5B, QLoRA on 8 rows of 2,048, 1,832,910,848 bytes reserved.
    void reserves_what_it_reserves()
    {
        json row = first_row();
        row["plan"]["model"]["config"] = json::parse(R"({"model_type": "qwen2", "hidden_size": 896, "intermediate_size": 4864,
            "num_hidden_layers": 24, "num_attention_heads": 14, "num_key_value_heads": 2, "vocab_size": 151936, "hidden_act": "silu",
            "max_position_embeddings": 32768, "tie_word_embeddings": true, "rms_norm_eps": 1e-06, "rope_theta": 1000000.0})");
        row["plan"]["method"] = "qlora";
        row["plan"]["weights"] = {{"dtype", "bf16"}, {"quant", "nf4"}, {"double_quant", true}};
        row["plan"]["micro_batch"] = 8;
        const auto model = architecture_from_config(row["plan"]["model"]["config"].dump(), "inline");
        const auto plan = plan_from_json(row["plan"].dump());
        QVERIFY(model.ok() && plan.ok());
        CardFacts card;
        card.memory = 85'094'760'448; // as the recording card told
        const auto answer = estimate(*model, plan->plan, card, {.timeline = false, .explain = false});
        QVERIFY2(answer.ok(), answer ? "" : answer.error().message().c_str());
        const double share = static_cast<double>(answer->fullest().peak.reserved) / 1'832'910'848.0;
        QVERIFY2(std::abs(share - 1) < 0.05, std::to_string(share).c_str());
    }

    /// What nobody measured is told by a wide interval: another attention than the recorded models have.
    void other_classes_are_less_sure()
    {
        json row = first_row();
        const auto sure = planned(row);
        json &config = row["plan"]["model"]["config"];
        config["model_type"] = "deepseek_v3"; // latent attention
        config["n_routed_experts"] = 16;
        config["kv_lora_rank"] = 64;
        config["n_group"] = config["topk_group"] = 1;
        const auto other = planned(row);
        QVERIFY2(sure.ok() && other.ok(), other ? "" : other.error().message().c_str());
        const auto width = [](const Result<Estimate> &of) {
            const auto &peak = of->fullest().peak;
            return static_cast<double>(peak.allocated_interval.high - peak.allocated_interval.low) /
                   static_cast<double>(peak.allocated);
        };
        QVERIFY2(width(other) > 2 * width(sure), std::to_string(width(other)).c_str());
    }
};

PLIMSOLL_TEST(TestUnslothExperts)
} // namespace PLIMSOLL_FILE
#include "test_unsloth_experts.moc"
