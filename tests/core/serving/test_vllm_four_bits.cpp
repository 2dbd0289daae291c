// SPDX-License-Identifier: GPL-3.0-or-later
// vLLM's start on bitsandbytes' 4 bits: the real 0.33.0 with vllm-bnb-plugin 0.0.3 and bitsandbytes 0.50.2, run on a driver without a
// card on checkpoints of zeros (tests/fixtures/serving/vllm_four_bits.jsonl). `patched`: with unsloth_zoo 2026.10.9's loader, which
// leaves statistics packed.
#include "tests/core/serving/vllm_questions.h"
#include "tests/test_program.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <fstream>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace plimsoll::vllm_tests;

namespace {

std::vector<json> four_bit_rows()
{
    std::vector<json> out;
    std::ifstream file(fixtures / "serving" / "vllm_four_bits.jsonl");
    for (std::string line; std::getline(file, line);) out.push_back(json::parse(line));
    return out;
}

/// As its process has it installed.
Question question_of(const json &row)
{
    Question out(row);
    const json &settings = row["settings"];
    out.plan.libraries.emplace_back("vllm_bnb_plugin", "0.0.3");
    if (settings["patched"]) out.plan.libraries.emplace_back("unsloth_zoo", "2026.10.9");
    out.settings.logprobs_mode = "processed_logprobs";
    if (settings.contains("rank")) {
        out.settings.lora.max_loras = 1;
        out.settings.lora.max_rank = settings["rank"];
    }
    Loader loader;
    loader.library = engines::vllm.models.loader;
    loader.quant = "nf4";
    loader.double_quant = true;
    if (const Result<LoadedWeights> weights = load_weights(*out.model, loader)) out.loaded = *weights;
    return out;
}

} // namespace

class TestVllmFourBits : public QObject {
    Q_OBJECT

private slots:
    void figuresAreTheEngines_data()
    {
        QTest::addColumn<QString>("row");
        for (const json &row : four_bit_rows())
            QTest::newRow(row["id"].get<std::string>().c_str()) << QString::fromStdString(row.dump());
    }
    void figuresAreTheEngines()
    {
        QFETCH(QString, row);
        const json wanted = json::parse(row.toStdString());
        const Question question = question_of(wanted);
        QVERIFY(question.model);
        const Result<EngineStart> start = question.ask();
        QVERIFY2(start.ok(), start.ok() ? "" : start.error().message().c_str());
        const json &figures = wanted["figures"];
        const bool eager = wanted["settings"]["enforce_eager"];
        const std::vector<std::tuple<const char *, Bytes, double>> got{
            {"weights", start->weights, 0.003},
            {"activation", start->activation, eager ? 0.04 : 0.05},
            {"block", start->pool.block_bytes, 0},
            {"kv_cache", start->kv_cache + start->non_torch,
             eager ? 0.005 : 0.008}}; // rows know nothing of what the driver takes
        for (const auto &[name, value, most] : got) {
            const double real = figures[name];
            const double error = static_cast<double>(value) / real - 1;
            const std::string said = std::string(name) + ": " + std::to_string(value) + " of " + std::to_string(real) + ", " +
                                     std::to_string(100 * error) + " %";
            qInfo("%s", said.c_str());
            QVERIFY2(std::abs(error) <= most, said.c_str());
        }
    }

    /// vLLM has its own loader of them before 0.28 (pull request 43529), and none without the plug-in from then on.
    void asksForTheLoader()
    {
        Question question = question_of(four_bit_rows().front());
        question.plan.libraries = {{"vllm", "0.33.0"}};
        QCOMPARE(question.ask().error().field, std::string("weights.quant"));
        question.plan.libraries = {{"vllm", "0.27.1"}};
        QVERIFY(question.ask().ok());
    }

    /// A maximum of each 64 values, in one byte while it stays packed and in four unpacked.
    void unpacksStatistics()
    {
        Question packed = question_of(four_bit_rows().front()), unpacked = packed;
        packed.plan.libraries = {{"vllm", "0.33.0"}, {"vllm_bnb_plugin", "0.0.3"}, {"unsloth_zoo", "2026.10.9"}};
        unpacked.plan.libraries = {{"vllm", "0.33.0"}, {"vllm_bnb_plugin", "0.0.3"}};
        Bytes values = 0;
        for (const Module &module : packed.model->modules)
            if (module.kind == ModuleKind::linear && module.name != packed.model->decoder->head.name)
                for (const Parameter &p : module.parameters)
                    if (p.shape.size() == 2) values += p.elements();
        const Bytes more = unpacked.ask()->weights - packed.ask()->weights;
        QVERIFY(more > 0 && std::abs(more - values / 64 * 3) < values / 64 / 5);
    }
};

PLIMSOLL_TEST(TestVllmFourBits)
} // namespace PLIMSOLL_FILE
#include "test_vllm_four_bits.moc"
