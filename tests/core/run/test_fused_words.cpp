// SPDX-License-Identifier: GPL-3.0-or-later
// GPTQ's and AWQ's words where nothing is trained: gptqmodel's kernels since transformers 5, a matrix unpacked before.
#include "core/estimate/estimate.h"
#include "core/load/load.h"
#include "core/plan/plan_json.h"
#include "tests/test_program.h"

#include <nlohmann/json.hpp>

#include <QtTest>

#include <algorithm>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using nlohmann::json;

namespace {

constexpr Count tokens = 100, width = 4096, inner = 14336;
constexpr Bytes matrix = inner * width * 2, sums = Bytes{108} * 64 * 256 * 4;

const CardFacts t4{"T4", 7, 5, 40, 1024, true, 15 * gib}, v100{"V100", 7, 0, 80, 2048, true, 32 * gib};
const CardFacts a100{"A100", 8, 0, 108, 2048, true, 80 * gib}, h100{"H100", 9, 0, 132, 2048, true, 80 * gib};
const CardFacts rtx4090{"GeForce RTX 4090", 8, 9, 128, 1536, true, 24 * gib};

Estimate asked(const char *quant, const CardFacts &card, const char *transformers = nullptr, Count length = tokens)
{
    static const ArchitectureRef model =
        *load_model({.config_text = R"({"model_type": "llama", "architectures": ["LlamaForCausalLM"],
        "hidden_size": 4096, "intermediate_size": 14336, "num_hidden_layers": 2, "num_attention_heads": 32,
        "num_key_value_heads": 8, "vocab_size": 512, "max_position_embeddings": 4096, "dtype": "float16"})"});
    json plan{{"task", "infer"},
              {"weights", {{"quant", quant}, {"dtype", "fp16"}}},
              {"inference", {{"context", length + 1}, {"new_tokens", 1}, {"sequences", 1}}}};
    if (transformers) plan["libraries"] = {{"transformers", transformers}};
    return *estimate(model, plan_from_json(plan.dump())->plan, card, {.allocator = false});
}

Bytes beside_weights(const Estimate &e) { return e.fullest().peak.allocated - e.fullest().steady_weights; }

bool says(const Estimate &e, std::string_view text)
{
    return std::ranges::any_of(e.assumptions,
                               [text](const auto &line) { return std::string_view(line).find(text) != std::string_view::npos; });
}

} // namespace

class TestFusedWords : public QObject {
    Q_OBJECT

private slots:
    void marlinSumsInFloat32()
    {
        for (const char *quant : {"gptq4", "gptq8", "awq4"}) // 64 rows of 256 columns for each multiprocessor
            QCOMPARE(beside_weights(asked(quant, rtx4090)) - beside_weights(asked(quant, a100)), Bytes{128 - 108} * 64 * 256 * 4);
    }

    void sumsAreBelowAnMlpOfManyTokens()
    {
        for (const CardFacts &card : {t4, a100, h100})
            QCOMPARE(beside_weights(asked("gptq4", card, nullptr, 2048)), beside_weights(asked("gptq4", rtx4090, nullptr, 2048)));
    }

    void otherCardsAndReleasesUnpackTheMatrix()
    {
        const Bytes fused = beside_weights(asked("gptq4", a100)) - sums;
        QVERIFY(beside_weights(asked("gptq4", v100)) >= fused + matrix);
        QVERIFY(beside_weights(asked("gptq4", a100, "4.46.0")) >= fused + matrix);
    }

    void theKernelIsSaid()
    {
        QVERIFY(says(asked("gptq4", a100), "kernels: Marlin") && says(asked("awq4", h100), "kernels: Machete"));
        QVERIFY(!says(asked("gptq4", v100), "kernels:") && !says(asked("gptq4", a100, "4.46.0"), "kernels:"));
    }
};

PLIMSOLL_TEST(TestFusedWords)
} // namespace PLIMSOLL_FILE
#include "test_fused_words.moc"
