// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cards/gpu_catalogue.h"
#include "core/clock/links.h"
#include "core/clock/run_time.h"
#include "core/load/load.h"
#include "core/plan/plan_json.h"
#include "tests/test_program.h"

#include <QTest>
#include <nlohmann/json.hpp>

namespace PLIMSOLL_FILE {

// What stands with the host, what crosses a bus, and what waits: none of it is free.

using namespace plimsoll;
using nlohmann::json;

namespace {

RunTime time_of_plan(const char *card, const json &more)
{
    json plan{{"model", {{"preset", "qwen2.5-7b"}}}, {"task", "infer"}, {"weights", {{"dtype", "bf16"}}}};
    plan.merge_patch(more);
    const auto parsed = plan_from_object(plan);
    if (!parsed) qFatal("%s", parsed.error().message().c_str());
    const auto model = load_model(parsed->plan.model);
    const CardFacts facts = find_gpu(card)->gpu->facts();
    const auto made =
        estimate(*model, parsed->plan, facts, {.timeline = false, .allocator = false, .explain = false, .time = true});
    if (!made) qFatal("%s", made.error().message().c_str());
    const auto time = time_of(*made, facts);
    if (!time) qFatal("no time on %s", card);
    return *time;
}

RunTime llama(json settings, const char *preset = "qwen2.5-7b")
{
    settings.merge_patch({{"engine", "llama.cpp"}, {"context", 4096}, {"new_tokens", 512}});
    return time_of_plan("GeForce RTX 3090",
                        {{"model", {{"preset", preset}}}, {"weights", {{"quant", "Q4_K_M"}}}, {"inference", settings}});
}

RunTime vllm(json settings, const char *card = "GeForce RTX 4090", const json &parallel = json::object())
{
    settings.merge_patch({{"engine", "vllm"}, {"context", 2048}, {"new_tokens", 256}});
    return time_of_plan(card, {{"inference", settings}, {"parallel", parallel}});
}

RunTime sharded(const char *card, int cards)
{
    return time_of_plan(card, {{"task", "train"}, {"inference", nullptr}, {"parallel", {{"data", cards}, {"zero", 3}}}});
}

bool says(const RunTime &time, const char *part)
{
    return std::ranges::any_of(time.assumptions,
                               [part](const std::string &line) { return line.find(part) != std::string::npos; });
}

} // namespace

class TestHostAndBus : public QObject {
    Q_OBJECT
private slots:
    void layers_with_the_host_make_nothing_faster()
    {
        double reads = 0, writes = 0;
        for (const int layers : {0, 7, 14, 21, 28, 29}) {
            const RunTime time = llama({{"gpu_layers", layers}});
            QVERIFY2(time.serve->prefill > reads && time.serve->decode > writes, qPrintable(QString::number(layers)));
            reads = time.serve->prefill;
            writes = time.serve->decode;
            if (layers <= 14 || layers == 29) QCOMPARE(time.bound, layers <= 14 ? TimeBound::host : TimeBound::memory);
            QCOMPARE(says(time, "stands with the host"), layers < 29);
        }
    }

    /// From 32 rows on weights are copied to the card (ggml-cuda.cu, ggml_backend_cuda_device_offload_op): no pass of 512 tokens is done
    /// before all of them have crossed 16 lanes of PCI Express 4.
    void prompts_wait_for_weights_that_cross_the_bus()
    {
        constexpr double file = 4.35e9, bus = 31.5e9; // of Q4_K_M: 7.6 billion weights of 4.6 bits and less than that crosses
        QVERIFY(llama({{"gpu_layers", 0}}).serve->prefill < 512 / (file / bus));
    }

    void experts_with_the_host_are_read_by_choice()
    {
        const RunTime card = llama({}, "qwen3-30b-a3b"), host = llama({{"host_experts", 48}}, "qwen3-30b-a3b"),
                      half = llama({{"host_experts", 24}}, "qwen3-30b-a3b"), all = llama({{"gpu_layers", 0}}, "qwen3-30b-a3b");
        QVERIFY(card.serve->decode > half.serve->decode && half.serve->decode > host.serve->decode);
        QVERIFY(card.serve->prefill > half.serve->prefill && half.serve->prefill > host.serve->prefill);
        QVERIFY(host.serve->decode > all.serve->decode); // what all tokens pass stays on the card
        QVERIFY(host.serve->decode > 60e9 / 16e9);       // eight experts of 128, not all of them
        QCOMPARE(host.bound, TimeBound::host);
    }

    /// --cpu-offload-gb: every pass reads those bytes over the bus (vLLM 0.33 model_executor/offloader/uva.py).
    void an_engine_reads_offloaded_weights_in_each_pass()
    {
        const RunTime none = vllm(json::object()), some = vllm({{"cpu_offload_bytes", 8'000'000'000}});
        QVERIFY(1 / some.serve->decode > 8e9 / 31.5e9 + 0.5 / none.serve->decode);
        QVERIFY(some.serve->prefill < none.serve->prefill);
        QCOMPARE(some.bound, TimeBound::host);
        QVERIFY(says(some, "come to the card in each pass"));
        QVERIFY(some.range.high > none.range.high);
    }

    void a_cache_with_the_host_crosses_the_bus()
    {
        const auto with = [](const char *cache) {
            return time_of_plan(
                "A100 SXM4 80GB",
                {{"inference",
                  {{"engine", "transformers"}, {"context", 32768}, {"new_tokens", 64}, {"sequences", 4}, {"cache", cache}}}});
        };
        const RunTime card = with("dynamic"), host = with("offloaded");
        QVERIFY(1 / host.serve->decode >
                4 * 32768 * 2.0 * 28 * 2 * 4 * 128 / 31.5e9); // 4 heads of 128, keys and values, 28 layers
        QVERIFY(host.serve->decode < card.serve->decode);
        QCOMPARE(host.bound, TimeBound::host);
    }

    void cards_with_alike_links_keep_their_order()
    {
        for (const int cards : {2, 4, 8}) {
            QVERIFY(sharded("L40S", cards).step->seconds <= sharded("L4", cards).step->seconds);
            const json tensor{{"tensor", cards}};
            QVERIFY(vllm({{"sequences", 16}}, "L40S", tensor).serve->output >=
                    vllm({{"sequences", 16}}, "L4", tensor).serve->output);
        }
    }

    void more_cards_on_a_bus_bring_no_fewer_tokens()
    {
        for (const char *card : {"A100 PCIe 80GB", "L40S", "L4", "GeForce RTX 4090", "RTX A6000"}) {
            double before = 0;
            for (const int cards : {2, 4, 8}) {
                const RunTime time = sharded(card, cards);
                QVERIFY2(time.tokens_per_second() > before, card);
                QVERIFY2(says(time, "cards on PCI Express"), card);
                before = time.tokens_per_second();
            }
        }
        QVERIFY(!says(sharded("A100 SXM4 80GB", 8), "PCI Express"));
    }

    void a_bus_nobody_described_widens_serving_too()
    {
        const json four{{"tensor", 4}}, load{{"sequences", 64}};
        const RunTime bus = vllm(load, "A100 PCIe 80GB", four), fabric = vllm(load, "A100 SXM4 80GB", four);
        QVERIFY(bus.serve->prefill_range.high > 1.2 * fabric.serve->prefill_range.high);
        QVERIFY(says(bus, "cards on PCI Express"));
        QVERIFY(!says(fabric, "cards on PCI Express"));
    }

    void requests_wait_for_a_slot_data()
    {
        QTest::addColumn<QByteArray>("engine");
        for (const char *engine : {"vllm", "sglang", "llama.cpp", "ollama"}) QTest::newRow(engine) << QByteArray(engine);
    }
    void requests_wait_for_a_slot()
    {
        QFETCH(QByteArray, engine);
        const bool gguf = engine == "llama.cpp" || engine == "ollama";
        const auto with = [&](const json &load) {
            json settings{{"engine", engine.toStdString()}, {"context", 1024}, {"new_tokens", 256}};
            settings.merge_patch(load);
            return time_of_plan("A100 SXM4 80GB", {{"weights", {{"quant", gguf ? "Q4_K_M" : "none"}}}, {"inference", settings}})
                .serve->output;
        };
        const double all = with({{"sequences", 32}}), waiting = with({{"sequences", 32}, {"max_num_seqs", 4}}),
                     four = with({{"sequences", 4}});
        QVERIFY(waiting < 0.7 * all);
        QVERIFY(std::abs(waiting / four - 1) < 0.01);
    }

    /// Without graphs the host launches every kernel of a layer, which a small model does not hide.
    void without_graphs_the_host_is_waited_for()
    {
        for (const char *engine : {"vllm", "sglang"}) {
            const auto with = [engine](bool eager) {
                return time_of_plan(
                    "H100 SXM5 80GB",
                    {{"model", {{"preset", "qwen2.5-0.5b"}}},
                     {"inference", {{"engine", engine}, {"context", 1024}, {"new_tokens", 256}, {"enforce_eager", eager}}}});
            };
            const RunTime graphs = with(false), eager = with(true);
            QVERIFY2(eager.serve->decode < 0.7 * graphs.serve->decode, engine);
            QCOMPARE(eager.bound, TimeBound::host);
            QVERIFY(says(eager, "without CUDA graphs") && !says(graphs, "without CUDA graphs"));
        }
    }
};

PLIMSOLL_TEST(TestHostAndBus)
} // namespace PLIMSOLL_FILE
#include "test_host_and_bus.moc"
