// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/run/recorded_rows.h"
#include "tests/test_program.h"

namespace PLIMSOLL_FILE {

// Steps of PEFT's methods whose forward is more than that of the modules they wrap, against what the real libraries allocate: torch
// 2.15, transformers 5.23's Trainer, PEFT 0.21.2, bitsandbytes 0.50.2. A line of the fixture: id, plan, allocated_bytes, phase of the
// peak, parameters that train, and how far the peak may lie off, as a fraction.

using namespace plimsoll;

class TestAdapterSteps : public QObject {
    Q_OBJECT
private slots:
    void allocates_as_recorded_data() { add_recorded_rows(PLIMSOLL_FIXTURES "/step/adapters.jsonl"); }

    void allocates_as_recorded()
    {
        QFETCH(QString, line);
        hold_to_record(nlohmann::json::parse(line.toStdString()));
    }

    void counts_as_it_records_data() { allocates_as_recorded_data(); }

    void counts_as_it_records()
    {
        QFETCH(QString, line);
        hold_counts_to_events(nlohmann::json::parse(line.toStdString()));
    }

    void scalings_reach_no_packed_module_and_no_second_run()
    {
        // PEFT 0.21.2, torch 2.15: TypeError of Linear4bit.forward, CheckpointError; a reentrant checkpoint compares nothing
        nlohmann::json row;
        row["plan"] = nlohmann::json::parse(R"({"schema": "plimsoll.plan/1", "task": "train", "stack": "transformers",
            "method": "lora", "weights": {"dtype": "bf16"}, "autocast": "bf16", "micro_batch": 1, "sequence_length": 256,
            "adapter": {"type": "xlora", "targets": ["q_proj"], "settings": {"adapters": {"0": "a", "1": "b"}, "hidden_size": 512}},
            "model": {"config": {"model_type": "llama", "hidden_size": 512, "intermediate_size": 1536, "num_hidden_layers": 2,
             "num_attention_heads": 8, "vocab_size": 16000, "tie_word_embeddings": true}}})");
        const auto refused = [](const nlohmann::json &asked) {
            const Result<step::Trace> run = run_of(asked, false);
            return run ? std::string() : run.error().field;
        };
        QCOMPARE(refused(row), std::string());
        nlohmann::json other = row;
        other["plan"]["gradient_checkpointing"] = true;
        QCOMPARE(refused(other), std::string("gradient_checkpointing"));
        other["plan"]["gradient_checkpointing"] = {{"reentrant", true}};
        QCOMPARE(refused(other), std::string());
        other = row;
        other["plan"]["method"] = "qlora";
        other["plan"]["weights"]["quant"] = "nf4";
        QCOMPARE(refused(other), std::string("adapter.type"));
    }

    void keys_before_the_rows_stand_in_no_checkpointed_model_data()
    {
        // PEFT 0.21.2: "does not work with gradient checkpointing"; "Unsupported model type for adaption prompt: 'qwen2'"
        QTest::addColumn<QString>("adapter");
        QTest::addColumn<QString>("model_type");
        QTest::addColumn<bool>("checkpointing");
        QTest::addColumn<QString>("field");
        const QString prefix = R"({"type": "prefix_tuning", "settings": {"num_virtual_tokens": 8}})";
        const QString cartridge = R"({"type": "cartridge", "settings": {"num_virtual_tokens": 8}})";
        const QString adaption = R"({"type": "adaption_prompt", "settings": {"adapter_len": 4, "adapter_layers": 1}})";
        QTest::newRow("prefix") << prefix << "llama" << false << "";
        QTest::newRow("prefix, checkpoints") << prefix << "llama" << true << "gradient_checkpointing";
        QTest::newRow("cartridge, checkpoints") << cartridge << "llama" << true << "gradient_checkpointing";
        QTest::newRow("adaption prompt") << adaption << "mistral" << true << "";
        QTest::newRow("adaption prompt, another model") << adaption << "qwen2" << false << "adapter.type";
    }

    void keys_before_the_rows_stand_in_no_checkpointed_model()
    {
        QFETCH(QString, adapter);
        QFETCH(QString, model_type);
        QFETCH(bool, checkpointing);
        nlohmann::json row;
        row["plan"] = {{"schema", "plimsoll.plan/1"},    {"task", "train"},  {"stack", "transformers"}, {"method", "lora"},
                       {"weights", {{"dtype", "bf16"}}}, {"micro_batch", 1}, {"sequence_length", 256}};
        row["plan"]["adapter"] = nlohmann::json::parse(adapter.toStdString());
        row["plan"]["gradient_checkpointing"] = checkpointing;
        row["plan"]["model"]["config"] = {{"model_type", model_type.toStdString()},
                                          {"hidden_size", 512},
                                          {"intermediate_size", 1536},
                                          {"num_hidden_layers", 2},
                                          {"num_attention_heads", 8},
                                          {"vocab_size", 16000},
                                          {"num_key_value_heads", 8},
                                          {"max_window_layers", 2}};
        const Result<step::Trace> run = run_of(row, false);
        QTEST(run ? QString() : QString::fromStdString(run.error().field), "field");
    }

    void an_lstm_of_prompts_is_cast_whole()
    {
        // torch 2.15 ATen/cudnn/AutocastRNN.cpp: all weights as float16 in one buffer until backward; a linear's as bfloat16
        constexpr Count d = 512, gates = 4 * d;
        constexpr Count first = gates * d + gates * d + 2 * gates, second = gates * 2 * d + gates * d + 2 * gates;
        constexpr Count lstm = 2 * (first + second), linears = 2 * d * 2 * d + d * 2 * d;
        nlohmann::json row;
        row["plan"] = nlohmann::json::parse(R"({"schema": "plimsoll.plan/1", "task": "train", "stack": "transformers",
            "method": "lora", "weights": {"dtype": "bf16"}, "autocast": "bf16", "micro_batch": 1, "sequence_length": 256,
            "adapter": {"type": "p_tuning", "settings": {"encoder_reparameterization_type": "LSTM"}}, "model": {"config":
            {"model_type": "llama", "hidden_size": 512, "intermediate_size": 1536, "num_hidden_layers": 2,
             "num_attention_heads": 8, "vocab_size": 16000, "tie_word_embeddings": true}}})");
        const auto casts_of = [&row](const char *autocast) {
            row["plan"]["autocast"] = autocast;
            const Result<step::Trace> run = run_of(row, false);
            if (!run) qFatal("%s", run.error().message().c_str());
            for (const step::PhaseRecord &phase : run->phases)
                if (phase.step == 2 && phase.phase == Phase::loss_backward)
                    return phase.at_peak[static_cast<std::size_t>(Component::weight_casts)];
            return Bytes{-1};
        };
        QCOMPARE(casts_of("bf16"), 2 * (lstm + linears));
        QCOMPARE(casts_of("none"), Bytes{0});
    }
};

PLIMSOLL_TEST(TestAdapterSteps)
} // namespace PLIMSOLL_FILE
#include "test_adapter_steps.moc"
