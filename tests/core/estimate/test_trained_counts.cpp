// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/estimate.h"
#include "core/load/load.h"
#include "core/plan/plan_json.h"
#include "tests/test_program.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <string>

namespace PLIMSOLL_FILE {

// How many parameters an answer says that train.

using namespace plimsoll;

namespace {

constexpr const char *dense = R"({"model_type": "llama", "hidden_size": 256, "intermediate_size": 512, "num_hidden_layers": 6,
    "num_attention_heads": 4, "num_key_value_heads": 2, "vocab_size": 1024, "tie_word_embeddings": false})";

/// Embedding and head, final norm; of six layers q and o, k and v, the MLP's three, two norms.
constexpr Count of_dense = 2 * 1024 * 256 + 256 + 6 * (2 * 256 * 256 + 2 * 256 * 128 + 3 * 256 * 512 + 2 * 256);

/// Rank 4 on every linear of the layers as Megatron-LM fuses them, 4 · (in + out): linear_qkv, linear_proj, linear_fc1, linear_fc2.
constexpr Count of_adapters = 6 * 4 * ((256 + 512) + (256 + 256) + (256 + 1024) + (512 + 256));

Result<Estimate> answered(const std::string &changes, const std::string &model = dense)
{
    const auto parsed =
        plan_from_json(R"({"schema": "plimsoll.plan/1", "task": "train", "model": {"config": )" + model + "}, " + changes + "}");
    if (!parsed) return parsed.error();
    const auto architecture = load_model(parsed->plan.model);
    if (!architecture) return architecture.error();
    return estimate(*architecture, parsed->plan, {}, {.timeline = false, .allocator = false, .explain = false});
}

/// Fields that are told of names without a module.
std::string without_module(const Estimate &made)
{
    std::string out;
    for (const Warning &warning : made.warnings)
        if (warning.code == "target_without_module") out += warning.field + " ";
    return out;
}

} // namespace

class TestTrainedCounts : public QObject {
    Q_OBJECT
private slots:
    void the_whole_models_however_it_is_cut_data()
    {
        QTest::addColumn<QString>("changes");
        QTest::addColumn<Count>("trained");
        const auto full = [](const char *name, const char *parallel) {
            QTest::newRow(name) << QStringLiteral(R"("stack": "megatron", "method": "full", "parallel": {%1})").arg(parallel)
                                << of_dense;
        };
        full("one rank", "");
        full("stages", R"("pipeline": 2)");
        full("three stages", R"("pipeline": 3)");
        full("stages, one rank asked for", R"("pipeline": 2, "rank": 1)");
        full("chunks of stages", R"("pipeline": 2, "virtual_stages": 3)");
        full("slices", R"("tensor": 2)");
        full("stages of slices", R"("pipeline": 2, "tensor": 2, "sequence": true, "data": 2)");
        for (const char *parallel : {R"("data": 2)", R"("pipeline": 2)", R"("pipeline": 2, "tensor": 2)"})
            QTest::addRow("adapters, %s", parallel)
                << QStringLiteral(R"("stack": "megatron", "method": "lora", "adapter": {"rank": 4, "targets": "all-linear"},
                                     "parallel": {%1})")
                       .arg(parallel)
                << of_adapters;
        for (const char *parallel : {"", R"("pipeline": 2)", R"("pipeline": 3)", R"("pipeline": 2, "rank": 1)"})
            QTest::addRow("a plain loop, %s", parallel)
                << QStringLiteral(R"("stack": "pytorch", "method": "full", "gradient_accumulation": 3, "parallel": {%1})")
                       .arg(parallel)
                << of_dense;
    }
    void the_whole_models_however_it_is_cut()
    {
        QFETCH(QString, changes);
        QFETCH(Count, trained);
        const auto made = answered(changes.toStdString());
        QVERIFY2(made.ok(), made.ok() ? "" : made.error().message().c_str());
        QCOMPARE(made->trainable_parameters, trained);
    }

    /// tests/fixtures/adapters.jsonl: what PEFT 0.21.2's get_peft_model() trains.
    void the_step_trains_what_peft_does_data()
    {
        QTest::addColumn<QString>("line");
        std::ifstream file(PLIMSOLL_FIXTURES "/adapters.jsonl");
        QVERIFY(file.is_open());
        int number = 0;
        for (std::string line; std::getline(file, line);) {
            const auto row = nlohmann::json::parse(line);
            const auto &settings = row["adapter"]["settings"];
            const auto has = [&settings](const char *key) { return settings.contains(key); };
            ++number;
            if (!row["trainable"].is_null() &&
                (has("modules_to_save") || has("stride_A") || has("block_size_pattern") || has("n_frequency_pattern") ||
                 has("feedforward_modules") || has("lora_bias") || has("trainable_token_indices")))
                QTest::addRow("%d %s", number, row["adapter"].dump().c_str()) << QString::fromStdString(line);
        }
    }
    void the_step_trains_what_peft_does()
    {
        QFETCH(QString, line);
        const auto row = nlohmann::json::parse(line.toStdString());
        const auto made = answered(R"("method": "lora", "adapter": )" + row["adapter"].dump(), row["model"].dump());
        QVERIFY2(made.ok(), made.ok() ? "" : made.error().message().c_str());
        QCOMPARE(made->trainable_parameters, row["trainable"].get<Count>());
    }

    /// axolotl 0.21.0 integrations/spectrum: _generate_unfrozen_params_yaml() on the package's own snr_results_meta-llama-Llama-3.2-1B
    /// .json, the elements of what it names added up.
    void a_share_of_the_layers_is_spectrums_data()
    {
        QTest::addColumn<QString>("share");
        QTest::addColumn<Count>("trained");
        QTest::newRow("a quarter") << "25%" << Count{505'954'304};
        QTest::newRow("half") << "50%" << Count{749'240'320};
        QTest::newRow("half, the same layers") << "50% alike" << Count{749'240'320};
        QTest::newRow("half, apart") << "50% apart" << Count{749'240'320};
    }
    void a_share_of_the_layers_is_spectrums()
    {
        QFETCH(QString, share);
        QFETCH(Count, trained);
        const std::string model =
            R"({"model_type": "llama", "hidden_size": 2048, "intermediate_size": 8192, "num_hidden_layers": 16,
            "num_attention_heads": 32, "num_key_value_heads": 8, "head_dim": 64, "vocab_size": 128256, "tie_word_embeddings": true})";
        const nlohmann::json part{"^(lm_head|model.embed_tokens).weight$", share.toStdString()};
        const auto made = answered(R"("stack": "axolotl", "method": "full", "trainable": )" + part.dump(), model);
        QVERIFY2(made.ok(), made.ok() ? "" : made.error().message().c_str());
        QCOMPARE(made->trainable_parameters, trained);
    }

    /// Whose layers they are only the checkpoint tells: together they keep fewer inputs than apart, and both are in the interval.
    void a_share_is_as_sure_as_its_layers()
    {
        const auto made = [](const char *share) {
            const nlohmann::json part{"embed_tokens", share};
            auto found = answered(R"("stack": "pytorch", "method": "full", "micro_batch": 8, "sequence_length": 512,
                "weights": {"dtype": "bf16"}, "autocast": "none", "trainable": )" +
                                  part.dump());
            if (!found) qFatal("%s", found.error().message().c_str());
            return found->fullest().peak;
        };
        const Peak drawn = made("50%"), alike = made("50% alike"), apart = made("50% apart"), all = made("100%");
        QVERIFY(alike.allocated < apart.allocated);
        QVERIFY(alike.allocated <= drawn.allocated && drawn.allocated <= apart.allocated && apart.allocated < all.allocated);
        QVERIFY(drawn.allocated_interval.low <= alike.allocated_interval.low);
        QVERIFY(drawn.allocated_interval.high >= apart.allocated_interval.high);
        QVERIFY(drawn.device_interval.low <= alike.device_interval.low &&
                drawn.device_interval.high >= apart.device_interval.high);
    }

    void a_saved_module_stands_twice()
    {
        const auto weights = [](const char *saved) {
            const auto made = answered(std::string(R"("method": "lora", "weights": {"dtype": "fp32"}, "autocast": "none",
                "adapter": {"targets": ["q_proj"], "modules_to_save": [)") +
                                       saved + "]}");
            if (!made) qFatal("%s", made.error().message().c_str());
            Bytes frozen = 0;
            for (const BreakdownLine &line : made->fullest().at_peak)
                if (line.component == Component::weights) frozen = line.bytes;
            return std::pair{frozen, made->fullest().peak.allocated};
        };
        const auto [frozen, peak] = weights("");
        const auto [beside, more] = weights(R"("mlp")");
        QCOMPARE(beside, frozen);                          // the originals stay
        QVERIFY(more - peak >= 6 * 3 * 256 * 512 * 3 * 4); // a copy and AdamW's two states, float32
    }

    void names_without_a_module_are_told_data()
    {
        QTest::addColumn<QString>("changes");
        QTest::addColumn<QString>("fields");
        const QString lora = QStringLiteral(R"("method": "lora", "adapter": {%1})");
        QTest::newRow("one of PEFT's") << lora.arg(R"("targets": ["q_proj", "c_attn"])") << "adapter.targets ";
        QTest::newRow("to save") << lora.arg(R"("targets": ["q_proj"], "modules_to_save": ["nowhere"])")
                                 << "adapter.modules_to_save ";
        QTest::newRow("the end of one to save") << lora.arg(R"("targets": ["q_proj"], "modules_to_save": ["norm"])") << "";
        for (const char *name : {"linear_qkv", "linear_proj", "linear_fc1", "linear_fc2"})
            QTest::addRow("Megatron-LM's %s", name) << lora.arg(QStringLiteral(R"("targets": ["%1"])").arg(name)) +
                                                           R"(, "stack": "megatron", "parallel": {"tensor": 2})"
                                                    << "";
    }
    void names_without_a_module_are_told()
    {
        QFETCH(QString, changes);
        QFETCH(QString, fields);
        const auto made = answered(changes.toStdString());
        QVERIFY2(made.ok(), made.ok() ? "" : made.error().message().c_str());
        QCOMPARE(QString::fromStdString(without_module(*made)), fields);
    }
};

PLIMSOLL_TEST(TestTrainedCounts)
} // namespace PLIMSOLL_FILE
#include "test_trained_counts.moc"
