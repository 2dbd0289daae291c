// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/run/recorded_rows.h"
#include "tests/test_program.h"

#include <cmath>

namespace PLIMSOLL_FILE {

// Keys and values that PEFT's methods put before the rows' own, against a step of PEFT 0.21.2 in transformers 5.23's Trainer under
// torch 2.15's allocator, A100.

using namespace plimsoll;

namespace {

constexpr const char *qwen = R"({"model_type": "qwen2", "architectures": ["Qwen2ForCausalLM"], "vocab_size": 151936,
    "hidden_size": 896, "intermediate_size": 4864, "num_hidden_layers": 24, "num_attention_heads": 14, "num_key_value_heads": 2,
    "hidden_act": "silu", "rms_norm_eps": 1e-6, "max_position_embeddings": 32768, "tie_word_embeddings": true})";

nlohmann::json plan_of(const nlohmann::json &adapter)
{
    return {{"plan",
             {{"model", {{"config", nlohmann::json::parse(qwen)}}},
              {"stack", "transformers"},
              {"method", "lora"},
              {"weights", {{"dtype", "bf16"}}},
              {"autocast", "bf16"},
              {"optimizer", {{"name", "adamw"}, {"implementation", "fused"}}},
              {"micro_batch", 4},
              {"sequence_length", 1024},
              {"gradient_checkpointing", false},
              {"attention", "sdpa"},
              {"adapter", adapter}}}};
}

Bytes peak_of(const nlohmann::json &adapter)
{
    const auto trace = run_of(plan_of(adapter), false);
    return trace ? highest(*trace).bytes : 0;
}

} // namespace

class TestPrefixes : public QObject {
    Q_OBJECT
private slots:
    void a_cartridge_takes_what_was_measured()
    {
        constexpr double measured = 12970595840;
        const Bytes ours = peak_of({{"type", "cartridge"}, {"settings", {{"num_virtual_tokens", 20}}}});
        QVERIFY2(std::abs(static_cast<double>(ours) / measured - 1) < 0.002, qPrintable(QString::number(ours)));
    }

    void a_prefix_takes_what_a_cartridge_does()
    {
        const Bytes cartridge = peak_of({{"type", "cartridge"}, {"settings", {{"num_virtual_tokens", 20}}}});
        const Bytes prefix = peak_of({{"type", "prefix_tuning"}, {"settings", {{"num_virtual_tokens", 20}}}});
        QVERIFY(std::abs(static_cast<double>(prefix) - static_cast<double>(cartridge)) < 0.002 * static_cast<double>(cartridge));
        // with its projection: an embedding of one layer's width, and two linears that make all layers'
        const Bytes projected =
            peak_of({{"type", "prefix_tuning"}, {"settings", {{"num_virtual_tokens", 20}, {"prefix_projection", true}}}});
        QVERIFY(projected > prefix);
    }

    void more_tokens_are_read_by_all_heads()
    {
        const auto of = [](int tokens) {
            return static_cast<double>(peak_of({{"type", "prefix_tuning"}, {"settings", {{"num_virtual_tokens", tokens}}}}));
        };
        // keys, values of 14 heads and a mask of all layers, beside what autograd makes of them once
        const double layer = 4.0 * 2 * (2 * 14 * 64 + 2 * 2 * 64 + 1024);
        const double grows = (of(532) - of(20)) / 512 / 24;
        QVERIFY2(grows > 0.9 * layer && grows < 1.5 * layer, qPrintable(QString::number(grows / layer)));
    }
};

PLIMSOLL_TEST(TestPrefixes)
} // namespace PLIMSOLL_FILE
#include "test_prefixes.moc"
