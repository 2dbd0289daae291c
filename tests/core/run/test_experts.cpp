// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/names.h"
#include "tests/core/run/recorded_rows.h"
#include "tests/test_program.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>

namespace PLIMSOLL_FILE {

// Latent attention and mixtures of experts, shortened to a few layers, against every phase of two real steps: torch 2.15,
// transformers 5.23, peft 0.21.2, bitsandbytes 0.50.2, liger-kernel 0.8.5; an A100. The fixture holds the highest sum of
// blocks, each rounded to 512 bytes, above the loaded model.

using namespace plimsoll;

namespace {

Bytes highest(const step::Trace &trace, std::uint16_t number, std::initializer_list<Phase> phases)
{
    Bytes peak = 0;
    for (const step::PhaseRecord &record : trace.phases)
        if (record.step == number && std::ranges::find(phases, record.phase) != phases.end()) peak = std::max(peak, record.peak);
    return peak - trace.after_load;
}

Bytes highest(const step::Trace &trace, const std::string &key)
{
    const auto number = static_cast<std::uint16_t>(key[4] - '0');
    const std::string phase = key.substr(6);
    if (phase == "forward") return highest(trace, number, {Phase::forward, Phase::loss, Phase::extract});
    if (phase == "backward") return highest(trace, number, {Phase::backward, Phase::loss_backward});
    if (phase == "generate") return highest(trace, number, {Phase::prefill, Phase::generate});
    return highest(trace, number, {Phase::optimizer_step});
}

} // namespace

class TestExperts : public QObject {
    Q_OBJECT
private slots:
    void allocates_as_recorded_data() { add_recorded_rows(PLIMSOLL_FIXTURES "/step/experts.jsonl"); }

    void allocates_as_recorded()
    {
        QFETCH(QString, line);
        const auto row = nlohmann::json::parse(line.toStdString());
        const Result<step::Trace> trace = run_of(row, true);
        QVERIFY2(trace, trace ? "" : trace.error().message().c_str());
        constexpr Bytes slack = 192 * kib; // scalars, and tensors of one number a token
        for (const auto &[key, value] : row["above_load"].items()) {
            // what is left of an input's gradient makes the optimizer's phase of a checkpointed adapter run differ
            const Bytes recorded = value.get<Bytes>(), ours = highest(*trace, key);
            const bool adapters = row["plan"].value("method", "") != "full";
            if (key.ends_with("optimizer") && adapters) continue;
            QVERIFY2(ours >= recorded - slack - recorded / 500 && ours <= recorded + slack,
                     qPrintable(QString("%1: %2 instead of %3").arg(QString::fromStdString(key)).arg(ours).arg(recorded)));
        }
    }

    void experts_run_one_after_another_data()
    {
        QTest::addColumn<QString>("config");
        QTest::newRow("deepseek") << R"({"model_type": "deepseek", "hidden_size": 256, "intermediate_size": 512,
            "moe_intermediate_size": 128, "num_hidden_layers": 3, "num_attention_heads": 4, "num_key_value_heads": 4,
            "vocab_size": 1000, "n_routed_experts": 8, "num_experts_per_tok": 2, "n_shared_experts": 1,
            "first_k_dense_replace": 1, "max_position_embeddings": 1024})";
        QTest::newRow("minicpm") << R"({"model_type": "minicpm", "hidden_size": 256, "intermediate_size": 512,
            "num_hidden_layers": 2, "num_attention_heads": 4, "num_key_value_heads": 4, "vocab_size": 1000,
            "num_experts": 4, "num_experts_per_tok": 2, "max_position_embeddings": 1024})";
        QTest::newRow("dbrx") << R"({"model_type": "dbrx", "d_model": 256, "n_heads": 4, "n_layers": 2, "max_seq_len": 1024,
            "vocab_size": 1000, "attn_config": {"kv_n_heads": 2, "clip_qkv": 8},
            "ffn_config": {"hidden_size": 256, "ffn_hidden_size": 512, "moe_num_experts": 4, "moe_top_k": 2}})";
    }

    void experts_run_one_after_another()
    {
        // full, LoRA and QLoRA answer; packed experts weigh less, and what is trained is what PEFT counts
        QFETCH(QString, config);
        nlohmann::json row{{"plan", {{"task", "train"}, {"stack", "pytorch"}, {"micro_batch", 2}, {"sequence_length", 256}}}};
        row["plan"]["model"]["config"] = nlohmann::json::parse(config.toStdString());
        Bytes weights = 0;
        for (const char *method : {"full", "lora", "qlora"}) {
            row["plan"]["method"] = method;
            if (std::string_view(method) != "full") row["plan"]["adapter"] = {{"rank", 4}, {"targets", "all-linear"}};
            const Result<step::Trace> trace = run_of(row, true);
            QVERIFY2(trace, trace ? "" : trace.error().message().c_str());
            const Result<step::Trace> counted = run_of(row, false);
            QVERIFY(counted);
            QCOMPARE(plimsoll::highest(*counted).bytes, plimsoll::highest(*trace).bytes);
            QVERIFY(plimsoll::highest(*trace).bytes > trace->after_load);
            const Bytes now = trace->after_load_components[static_cast<std::size_t>(Component::weights)];
            if (std::string_view(method) == "full") weights = now;
            const bool fused = row["plan"]["model"]["config"]["model_type"] == "dbrx";
            QVERIFY(std::string_view(method) != "qlora" || (fused ? now < weights : now < weights * 6 / 10));
        }
    }

    void takes_the_kernels_of_the_class_data()
    {
        QTest::addColumn<QString>("config");
        QTest::addColumn<QString>("asked");
        QTest::addColumn<QString>("taken"); // or the error
        const QString mpt = R"({"model_type":"mpt","d_model":128,"n_heads":4,"n_layers":2,"vocab_size":256,"max_seq_len":128})";
        const QString oss = R"({"model_type":"gpt_oss","hidden_size":128,"intermediate_size":128,"num_hidden_layers":2,)"
                            R"("num_attention_heads":4,"num_key_value_heads":2,"head_dim":32,"num_local_experts":4,)"
                            R"("num_experts_per_tok":2,"vocab_size":256})";
        QTest::newRow("the default of a class without sdpa") << mpt << ""
                                                             << "eager";
        QTest::newRow("sdpa where there is none")
            << mpt << "sdpa"
            << "attention: MptForCausalLM does not support "
               "torch.nn.functional.scaled_dot_product_attention, read sdpa, accepted: eager";
        QTest::newRow("flash where there is none")
            << mpt << "flash2"
            << "attention: MptForCausalLM does not support Flash Attention 2, read flash2, accepted: eager";
        QTest::newRow("gpt-oss with sdpa") << oss << "sdpa"
                                           << "attention: GptOssForCausalLM does not support "
                                              "torch.nn.functional.scaled_dot_product_attention, read sdpa, accepted: eager";
        QTest::newRow("gpt-oss as it is") << oss << "eager"
                                          << "eager";
    }

    void takes_the_kernels_of_the_class()
    {
        QFETCH(QString, config);
        QFETCH(QString, asked);
        QFETCH(QString, taken);
        const Result<ArchitectureRef> architecture = architecture_from_config(config.toStdString(), "inline");
        QVERIFY(architecture);
        nlohmann::json plan{{"sequence_length", 128}, {"model", {{"config", nlohmann::json::parse(config.toStdString())}}}};
        if (!asked.isEmpty()) plan["attention"] = asked.toStdString();
        const auto parsed = plan_from_json(plan.dump());
        QVERIFY(parsed);
        const Result<ResolvedPlan> resolved = resolve(parsed->plan, **architecture);
        const std::string got = resolved ? std::string(name_of(resolved->plan.attention)) : resolved.error().message();
        QCOMPARE(QString::fromStdString(got), taken);
    }
};

PLIMSOLL_TEST(TestExperts)
} // namespace PLIMSOLL_FILE
#include "test_experts.moc"
