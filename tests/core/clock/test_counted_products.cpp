// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/estimate.h"
#include "core/load/load.h"
#include "core/plan/names.h"
#include "core/plan/plan_json.h"
#include "core/torch/work.h"
#include "tests/test_program.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <optional>

namespace PLIMSOLL_FILE {

// Seconds are read off the products that a step tells: whoever carries one out without telling it takes no time.

using namespace plimsoll;
using nlohmann::json;

namespace {

constexpr Count hidden = 256, inner = 512, layers = 4, vocabulary = 1024, tokens = 2 * 128;
constexpr Count in_layers = layers * (hidden * (2 * hidden + 2 * (hidden / 2)) + 3 * hidden * inner);
constexpr Count in_all = in_layers + hidden * vocabulary;

ArchitectureRef small()
{
    const json config{{"model_type", "llama"},
                      {"architectures", {"LlamaForCausalLM"}},
                      {"hidden_size", hidden},
                      {"vocab_size", vocabulary},
                      {"intermediate_size", inner},
                      {"num_hidden_layers", layers},
                      {"num_attention_heads", 4},
                      {"num_key_value_heads", 2},
                      {"dtype", "bfloat16"},
                      {"tie_word_embeddings", false},
                      {"max_position_embeddings", 4096}};
    const Result<ArchitectureRef> read = load_model({.config_text = config.dump()});
    if (!read.ok()) qFatal("%s", read.error().message().c_str());
    return *read;
}

/// Multiplications and additions of a step's matrices; none where the plan is refused.
std::optional<double> operations(const ArchitectureRef &model, const json &changes)
{
    json plan{{"task", "train"}, {"weights", {{"dtype", "bf16"}}}, {"micro_batch", 2}, {"sequence_length", 128}};
    plan["gradient_checkpointing"] = false;
    plan["gradient_accumulation"] = 1;
    plan.update(changes);
    const auto read = plan_from_object(plan);
    if (!read) return std::nullopt;
    const EstimateOptions quick{.timeline = false, .allocator = false, .explain = false, .time = true};
    const Result<Estimate> made = estimate(model, read->plan, CardFacts{"H100", 9, 0, 132, 2048, true, 80 * gib}, quick);
    if (!made || !made->fullest().work) return std::nullopt;
    double out = 0;
    for (const step::ProductWork &one : made->fullest().work->products()) out += one.times * one.operations();
    return out;
}

} // namespace

class TestCountedProducts : public QObject {
    Q_OBJECT
private slots:
    /// Forward and the gradient of what came in; full fine-tuning that of the weights besides. The first layer's input has none.
    void every_matrix_of_a_step_is_told_data()
    {
        QTest::addColumn<QString>("stack");
        for (const std::string_view stack : names_of<Stack>())
            QTest::newRow(std::string(stack).c_str()) << QString::fromLatin1(stack.data(), qsizetype(stack.size()));
    }
    void every_matrix_of_a_step_is_told()
    {
        QFETCH(QString, stack);
        const ArchitectureRef model = small();
        int asked = 0;
        for (const char *method : {"full", "lora", "qlora"})
            for (const std::string_view loss : names_of<LossKind>()) {
                const std::optional<double> done =
                    operations(model, {{"stack", stack.toStdString()}, {"method", method}, {"loss", {{"kind", loss}}}});
                if (!done) continue;
                ++asked;
                const bool full = std::string_view(method) == "full";
                const double least = (full ? 6.0 : 4.0) * static_cast<double>(in_all * tokens);
                QVERIFY2(*done > 0.93 * least && *done < 1.5 * least,
                         (std::string(method) + " " + std::string(loss) + ": " + std::to_string(*done / least)).c_str());
            }
        QVERIFY(asked > 0);
    }
};

PLIMSOLL_TEST(TestCountedProducts)
} // namespace PLIMSOLL_FILE
#include "test_counted_products.moc"
