// SPDX-License-Identifier: GPL-3.0-or-later
// SGLang's pools and defaults, worked out by hand from srt/mem_cache, srt/model_executor and srt/arg_groups of 0.5.23.
#include "tests/core/serving/sglang_questions.h"
#include "tests/test_program.h"

#include <QTest>

#include <cmath>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace plimsoll::sglang_tests;

class TestSglangPools : public QObject {
    Q_OBJECT

private slots:
    void windowsTakeAShareOfTokens()
    {
        for (const json &row : rows()) {
            if (!row.contains("cells")) continue;
            const Question question(row);
            const sglang::Run run = question.run();
            const sglang::Cells cells = sglang::cells_of(run);
            const Count full = row["cells"]["tokens"], windowed = row["cells"]["windowed"];
            QVERIFY(error_of(in_gb(cells.full * (full + 1) + cells.windowed * (windowed + 1)), row["cells"]["pool"], 0.005) == 0);
            const sglang::Pools pools = sglang::pools_of(run, cells, static_cast<Bytes>(36.69 * static_cast<double>(gib)));
            QVERIFY(error_of(static_cast<double>(pools.tokens), static_cast<double>(full)) < 0.0003);
            QCOMPARE(pools.windowed_tokens, static_cast<Count>(static_cast<double>(pools.tokens) * 0.8));
        }
        // gpt-oss: 12 layers see everything, 12 a window of 128; 8 heads of 64 each
        const Question question("openai__gpt-oss-20b.json", "h100", h100_total);
        const sglang::Cells cells = sglang::cells_of(question.run());
        QCOMPARE(cells.full, Bytes{12 * 8 * 64 * 2 * 2});
        QCOMPARE(cells.windowed, cells.full);
        QCOMPARE(cells.window, Count{128});
        const sglang::Pools pools = sglang::pools_of(question.run(), cells, 10 * gib);
        QCOMPARE(pools.tokens, static_cast<Count>(10.0 * static_cast<double>(gib) / (24576 * 1.8)));
        // Gemma 3's windows have none: every layer keeps every token
        QCOMPARE(sglang::cells_of(Question("google__gemma-3-1b-it.json", "h100", h100_total).run()).windowed, Bytes{0});
    }

    void denseTokensTakeTheirHeads()
    {
        Question question(dense(32, 32, 8, 128), "h100", h100_total);
        QCOMPARE(sglang::cells_of(question.run()).full, Bytes{32 * 8 * 128 * 2 * 2});
        question.settings.kv_dtype = KvDtype::fp8;
        QCOMPARE(sglang::cells_of(question.run()).full, Bytes{32 * 8 * 128 * 2});
        question.settings.kv_dtype = KvDtype::auto_;
        question.plan.parallel.tensor = 16; // half a head would be left: each rank keeps one
        QCOMPARE(sglang::cells_of(question.run()).full, Bytes{32 * 1 * 128 * 2 * 2});
        question.plan.parallel.tensor = 1;
        const Result<EngineStart> start = question.ask();
        QVERIFY(start.ok() && !start->refuses);
        QCOMPARE(start->kv_cache, Bytes{131072} * (start->tokens + 1)); // and the row of padded batches
        QCOMPARE(start->load_cache, Bytes{131072} * 8192);
        QCOMPARE(start->max_concurrency, static_cast<double>(start->tokens) / 8192);
    }

    void latentTokensAreRows()
    {
        Question question("deepseek-ai__DeepSeek-V3.json", "h200", Bytes{143157} * mib);
        question.plan.parallel.tensor = 8;
        const sglang::Run run = question.run();
        QCOMPARE(sglang::cells_of(run).full, Bytes{61 * (512 + 64) * 2}); // the same on every rank
        QCOMPARE(sglang::cells_of(run).keys, Bytes{0});
        const Result<EngineStart> start = question.ask();
        QVERIFY(start.ok() && !start->refuses);
        QVERIFY(has_line(*start, ", KV size: "));
        // 1.5 GiB for prefill graphs in place of 8 MiB each: (144146 - (512 + 12288 + 1024 + 1024 + 1536)) / 144146
        QCOMPARE(run.share, 0.886);
    }

    void sparseAttentionKeepsItsIndex()
    {
        Question question("deepseek-ai__DeepSeek-V3.2.json", "h200", Bytes{143157} * mib);
        question.plan.parallel.tensor = 8;
        QCOMPARE(question.run().page, Count{64});
        QCOMPARE(sglang::cells_of(question.run()).full, Bytes{61 * (576 * 2 + 132)});
        question.settings.kv_dtype = KvDtype::fp8; // FlashMLA's rows
        QCOMPARE(sglang::cells_of(question.run()).full, Bytes{61 * (656 + 132)});
        question.settings.kv_dtype = KvDtype::auto_;
        question.card = card_of("b200"); // fp8 by default, raw rows
        QCOMPARE(sglang::cells_of(question.run()).full, Bytes{61 * (576 + 132)});
    }

    void statesHaveAPool()
    {
        Question question("Qwen__Qwen3-Next-80B-A3B-Instruct.json", "h200", Bytes{143157} * mib);
        question.plan.parallel.tensor = 2;
        const sglang::Run run = question.run();
        const sglang::Cells cells = sglang::cells_of(run);
        // 36 delta nets: 16 key heads and 32 value heads of 128, four columns of convolution; 12 layers of 2 heads of 256
        QCOMPARE(cells.convolution, Bytes{36 * ((2 * 16 * 128 + 32 * 128) / 2) * 3 * 2});
        QCOMPARE(cells.state, Bytes{36 * (32 / 2) * 128 * 128 * 4});
        QCOMPARE(cells.full, Bytes{12 * 1 * 256 * 2 * 2});
        QCOMPARE(cells.request_states, Count{5});
        const Bytes slot = cells.convolution + cells.state, budget = 20 * gib;
        const sglang::Pools pools = sglang::pools_of(run, cells, budget);
        const auto states = static_cast<Bytes>(static_cast<double>(budget) * 0.9 / 1.9);
        QCOMPARE(pools.states, (states - slot) / slot);
        QCOMPARE(pools.state_bytes, (pools.states + 1) * slot);
        QCOMPARE(pools.tokens, (budget - pools.state_bytes) / cells.full);
        QCOMPARE(pools.requests, pools.states / 5);
        const Result<EngineStart> start = question.ask();
        QVERIFY(start.ok() && !start->refuses);
        QCOMPARE(*start->load_state, 5 * slot);
        QVERIFY(has_line(*start, "Mamba Cache is allocated. max_mamba_cache_size: "));
    }

    void expertsAreDividedWholeOrInParts()
    {
        Question question("Qwen__Qwen3-235B-A22B.json", "h200", Bytes{143157} * mib);
        question.plan.parallel.tensor = 8;
        const Result<EngineStart> parts = question.ask();
        question.plan.parallel.expert = 8;
        const Result<EngineStart> whole = question.ask();
        QVERIFY(parts.ok() && whole.ok());
        QVERIFY(error_of(in_gb(parts->weights), in_gb(whole->weights)) < 0.01);
        QCOMPARE(sglang::cells_of(question.run()).full, Bytes{94 * 1 * 128 * 2 * 2}); // 4 heads on 8 ranks: one each
        // 235.1 B parameters in bf16 among eight
        QVERIFY(error_of(in_gb(parts->weights), 235.1e9 * 2 / 8 / static_cast<double>(gib)) < 0.03);
    }

    void stagesAgreeOnTokens()
    {
        Question whole(dense(33, 32, 8, 128), "h100", h100_total), halves = whole;
        halves.plan.parallel.pipeline = 2;
        const auto stages = sglang::stages_of(halves.run());
        QCOMPARE(stages[0].second, std::size_t{16}); // the last has one more
        QCOMPARE(stages[1].second, std::size_t{33});
        const Result<EngineStart> one = whole.ask(), half = halves.ask();
        QVERIFY(one.ok() && half.ok());
        QVERIFY(half->tokens > 2 * one->tokens - one->tokens / 4);
        halves.plan.parallel.pipeline = 40;
        QCOMPARE(halves.ask().error().field, std::string("parallel.pipeline"));
    }

    void defaultsAreThoseOfTheCard()
    {
        const auto run = [](const std::string &card, Bytes total, Count tensor, const std::string &release) {
            Question question(dense(32, 32, 8, 128), card, total, release);
            question.plan.parallel.tensor = tensor;
            return question.run();
        };
        struct Case {
            const char *card;
            Bytes total;
            Count tensor;
            const char *release;
            Count chunk, batch;
            double share;
        };
        for (const Case &c : {Case{"h100", h100_total, 1, "0.5.23", 8192, 256, 0.83},
                              {"h100", h100_total, 8, "0.5.23", 8192, 512, 0.813},
                              {"rtx4090", 24080 * mib, 1, "0.5.23", 4096, 48, 0.704},
                              {"rtx4090", 24080 * mib, 1, "0.5.6", 2048, 24, 0.847},
                              {"h100", h100_total, 1, "0.5.6", 8192, 256, 0.836},
                              {"h100", h100_total, 1, "0.4.10", 8192, 160, 0.874},
                              {"h100", h100_total, 8, "0.4.10", 8192, 160, 0.83},
                              {"h100", h100_total, 1, "0.4.4", 8192, 160, 0.88},
                              {"h100", h100_total, 8, "0.4.4", 8192, 160, 0.81},
                              {"b200", 182630 * mib, 8, "0.5.23", 16384, 512, 0.849}}) {
            const sglang::Run got = run(c.card, c.total, c.tensor, c.release);
            QCOMPARE(got.chunk, c.chunk);
            QCOMPARE(got.decode_batch, c.batch);
            QVERIFY2(std::abs(got.share - c.share) < 0.0011,
                     (std::string(c.card) + " " + c.release + " " + std::to_string(got.share)).c_str());
        }
        QCOMPARE(run("b200", 182630 * mib, 1, "0.5.23").page, Count{64}); // TensorRT-LLM's kernels
        QCOMPARE(run("h100", h100_total, 1, "0.5.23").page, Count{1});
        QCOMPARE(sglang::decode_graphs_up_to(512), Count{52});
        QCOMPARE(sglang::decode_graphs_up_to(8), Count{4});
        QCOMPARE(sglang::decode_graphs_up_to(50), Count{11}); // and the largest itself
        QCOMPARE(sglang::prefill_graphs_up_to(8192), Count{58});
    }
};

PLIMSOLL_TEST(TestSglangPools)
} // namespace PLIMSOLL_FILE
#include "test_sglang_pools.moc"
