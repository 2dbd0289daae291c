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

    /// Whatever can be stated of a bus, nobody's stating it is no slower than the worst of that: it may be any of them.
    void an_unstated_topology_is_not_the_worst()
    {
        for (const Gpu &gpu : gpu_catalogue()) {
            const std::optional<CardSpeed> card = speed_of(gpu.name);
            for (const Count ranks : {2, 4, 8}) {
                if (!card) break;
                double least = 1e18, most = 0;
                for (const Topology one : {Topology::pix, Topology::pxb, Topology::phb, Topology::node, Topology::sys}) {
                    const double rate = group_speed(*card, ranks, {8, one}, true).bandwidth;
                    least = std::min(least, rate);
                    most = std::max(most, rate);
                }
                const double unstated = group_speed(*card, ranks, {8, {}}, true).bandwidth;
                QVERIFY2(unstated >= least, gpu.name.c_str());
                // without peer-to-peer all goes through the host, wherever the switch is
                if (card->desktop) QVERIFY2(most == least && (card->kind != CardLink::bus || unstated == most), gpu.name.c_str());
            }
        }
    }

    /// NCCL 2.30, graph/topo.h: a bus carries 12 of PCI Express 3's 16 GB/s, five sixths of that through a processor, and AMD's
    /// processors pass 16 GB/s to each other.
    void a_stated_topology_is_believed()
    {
        const CardSpeed l40s = *speed_of("L40S"), ada = *speed_of("GeForce RTX 4090"), ampere = *speed_of("RTX A6000");
        const auto rate = [](const CardSpeed &card, Topology topology, Count ranks = 4) {
            return group_speed(card, ranks, {8, topology}, true);
        };
        QCOMPARE(rate(l40s, Topology::pix).bandwidth, 0.75 * l40s.bus);
        QCOMPARE(rate(l40s, Topology::phb).bandwidth, 0.625 * l40s.bus);
        QCOMPARE(rate(l40s, Topology::sys, 2).bandwidth, 16e9);
        QVERIFY(!rate(l40s, Topology::phb).guessed && group_speed(l40s, 4, {8}, true).guessed);
        QVERIFY(rate(ada, Topology::pix).guessed); // whose lanes nobody stated
        QVERIFY(rate(ampere, Topology::nvlink, 2).bandwidth > rate(ampere, Topology::pix, 2).bandwidth);
        QCOMPARE(rate(l40s, Topology::nvlink).bandwidth, rate(l40s, Topology::phb).bandwidth); // it has none
        QVERIFY(rate(l40s, Topology::nvlink).guessed);
        // and counts in a step, which takes no other bytes
        const auto step = [](const char *topology) {
            const json parallel{{"engine", "fsdp2"}, {"data", 4}, {"zero", 3}, {"topology", topology}};
            return time_of_plan(
                "L40S", {{"task", "train"}, {"stack", "pytorch"}, {"weights", {{"dtype", "bf16"}}}, {"parallel", parallel}});
        };
        QVERIFY(step("pix").step->seconds < step("sys").step->seconds);
        QVERIFY(says(step("sys"), "parallel.topology sys"));
        const json four{{"tensor", 4}}, apart{{"tensor", 4}, {"topology", "sys"}}, near{{"tensor", 4}, {"topology", "pix"}};
        const json load{{"sequences", 64}};
        QVERIFY(vllm(load, "A100 PCIe 80GB", apart).serve->prefill < vllm(load, "A100 PCIe 80GB", near).serve->prefill);
        QVERIFY(vllm(load, "A100 PCIe 80GB", near).serve->prefill_range.high <
                vllm(load, "A100 PCIe 80GB", four).serve->prefill_range.high);
    }

    /// A pass checks what is drafted beside a sequence's last token, and makes one token and those that it takes.
    void drafted_tokens_are_gained()
    {
        const auto with = [](const json &speculative) {
            return vllm({{"sequences", 1}, {"speculative", speculative}}, "H100 SXM5 80GB");
        };
        const auto ngram = [&with](json more) {
            more.update({{"method", "ngram"}, {"tokens", 4}});
            return with(more);
        };
        const RunTime none = with({{"method", "none"}}), all = ngram({{"acceptance", 1.0}}), half = ngram({{"acceptance", 0.5}}),
                      lost = ngram({{"acceptance", 0.0}}), unknown = ngram(json::object());
        const double pass = 1 / lost.serve->decode;
        QVERIFY(std::abs(all.serve->decode * pass - 5) < 1e-9);
        QVERIFY(std::abs(half.serve->decode * pass - 3) < 1e-9);
        QVERIFY(lost.serve->decode <= none.serve->decode && all.serve->decode > 3 * none.serve->decode);
        QVERIFY(unknown.serve->decode * unknown.range.low <= lost.serve->decode * 1.0001);
        QVERIFY(unknown.serve->decode * unknown.range.high >= all.serve->decode * 0.9999);
        QVERIFY(says(unknown, "inference.speculative.acceptance") && !says(none, "inference.speculative"));
        QVERIFY(all.serve->output > half.serve->output && half.serve->output > lost.serve->output);
        // a load that mostly reads prompts gains little of drafts: what nobody states is as wide as from none to all that is stated
        const auto reading = [](json more) {
            more.update({{"method", "ngram"}, {"tokens", 4}});
            return *vllm({{"sequences", 64}, {"context", 8192}, {"new_tokens", 16}, {"speculative", more}}, "H100 SXM5 80GB")
                        .serve;
        };
        const ServeTime least = reading({{"acceptance", 0.0}}), most = reading({{"acceptance", 1.0}}),
                        open = reading(json::object());
        const double low = least.output * least.output_range.low, high = most.output * most.output_range.high;
        QVERIFY(std::abs(open.output * open.output_range.low / low - 1) < 1e-6);
        QVERIFY(std::abs(open.output * open.output_range.high / high - 1) < 1e-6);
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

    void states_with_the_host_or_on_a_disk_are_waited_for()
    {
        const auto with = [](const char *engine, const char *offload) {
            return time_of_plan("A100 SXM4 80GB",
                                {{"task", "train"},
                                 {"inference", nullptr},
                                 {"parallel", {{"engine", engine}, {"data", 4}, {"zero", 3}, {"offload", offload}}}});
        };
        const double here = with("deepspeed", "none").step->seconds;
        const RunTime optimizer = with("deepspeed", "optimizer"), both = with("deepspeed", "both"),
                      disk = with("deepspeed", "nvme"), parameters = with("deepspeed", "parameters"),
                      whole = with("fsdp2", "both");
        QVERIFY(parameters.step->seconds < optimizer.step->seconds); // its step stays on the card
        QVERIFY(optimizer.step->seconds > 2 * here && both.step->seconds >= optimizer.step->seconds);
        // master and moments, 12 bytes of 7.6 billion parameters, are read and written by one disk, which none does at 15 GB/s
        QVERIFY(disk.step->seconds > both.step->seconds + 2 * 12 * 7.6e9 / 15e9);
        for (const RunTime *one : {&optimizer, &both, &disk, &whole}) {
            QCOMPARE(one->bound, TimeBound::host);
            QVERIFY(says(*one, "steps on the host"));
        }
        QVERIFY(says(disk, "a disk is assumed to read") && !says(both, "a disk is assumed to read"));
        QVERIFY(disk.range.high > both.range.high);
    }

    void activations_that_cross_the_bus_bound_a_step()
    {
        const RunTime time = time_of_plan("GeForce RTX 4090", {{"model", {{"preset", "qwen2.5-1.5b"}}},
                                                               {"task", "train"},
                                                               {"method", "lora"},
                                                               {"micro_batch", 8},
                                                               {"inference", nullptr},
                                                               {"gradient_checkpointing", {{"offload", "activations"}}}});
        QCOMPARE(time.bound, TimeBound::host);
    }

    /// Of all cards and types: no run does more than the peak of what it computes in.
    void no_utilisation_is_above_the_peak()
    {
        int seen = 0;
        std::string off;
        for (const Gpu &gpu : gpu_catalogue()) {
            const CardFacts facts = gpu.facts();
            if (!speed_of(facts.name)) continue;
            for (const char *dtype : {"fp32", "fp16", "bf16"})
                for (const char *narrow : {"", "fp8", "mxfp8", "nvfp4"}) {
                    json plan{
                        {"model", {{"preset", "qwen2.5-1.5b"}}}, {"task", "train"},   {"stack", "pytorch"}, {"method", "full"},
                        {"weights", {{"dtype", dtype}}},         {"micro_batch", 16}, {"compile", true}};
                    if (*narrow != 0) plan["compute_dtype"] = narrow;
                    const auto parsed = plan_from_object(plan);
                    QVERIFY(parsed.ok());
                    const auto made = estimate(*load_model(parsed->plan.model), parsed->plan, facts,
                                               {.timeline = false, .allocator = false, .explain = false, .time = true});
                    const auto time = made ? time_of(*made, facts) : std::nullopt;
                    if (!time) continue;
                    ++seen;
                    if (!(time->step->utilisation > 0 && time->step->utilisation <= 1))
                        off += gpu.name + ' ' + dtype + ' ' + narrow + ": " + std::to_string(time->step->utilisation) + "; ";
                }
        }
        QVERIFY2(off.empty(), off.c_str());
        QVERIFY(seen > 3000);
    }

    void a_card_without_such_units_is_no_faster_for_being_asked()
    {
        const auto on = [](const char *card, const char *narrow) {
            json plan{{"model", {{"preset", "qwen2.5-1.5b"}}}, {"task", "train"}, {"inference", nullptr}, {"micro_batch", 8}};
            if (*narrow != 0) plan["compute_dtype"] = narrow;
            return time_of_plan(card, plan).step->seconds;
        };
        for (const char *card : {"GeForce RTX 3090", "Tesla T4", "GeForce GTX 1080 Ti", "A100 SXM4 80GB"})
            for (const char *narrow : {"fp8", "mxfp8", "nvfp4"}) QCOMPARE(on(card, narrow), on(card, ""));
        QVERIFY(on("H100 SXM5 80GB", "fp8") < on("H100 SXM5 80GB", ""));
        QCOMPARE(on("H100 SXM5 80GB", "nvfp4"), on("H100 SXM5 80GB", ""));
    }

    /// Every card of the catalogue has a time or a reason, and one whose rates are another's says whose.
    void no_time_has_a_reason()
    {
        int without = 0, like = 0;
        for (const Gpu &gpu : gpu_catalogue()) {
            const CardFacts facts = gpu.facts();
            const auto parsed = plan_from_object(
                {{"model", {{"preset", "qwen2.5-0.5b"}}}, {"weights", {{"dtype", "fp32"}}}, {"autocast", "none"}});
            const auto made = estimate(*load_model(parsed->plan.model), parsed->plan, facts,
                                       {.timeline = false, .allocator = false, .explain = false, .time = true});
            QVERIFY(made.ok());
            const auto time = time_of(*made, facts);
            if (!time) {
                ++without;
                QVERIFY2(why_no_time(*made, facts).find(gpu.name) != std::string::npos, gpu.name.c_str());
                continue;
            }
            const std::optional<CardSpeed> speed = speed_of(gpu.name);
            if (speed->like.empty()) continue;
            ++like;
            QVERIFY2(says(*time, "no source says") && time->range.high > 1.3, gpu.name.c_str());
        }
        QVERIFY2(without < 10 && like >= 20, qPrintable(QString::number(without) + " " + QString::number(like)));
    }

    void a_slice_is_a_part_of_its_card()
    {
        const auto of = [](const char *card) {
            return time_of_plan(card, {{"model", {{"preset", "qwen2.5-7b"}}},
                                       {"inference", {{"engine", "transformers"}, {"context", 8192}, {"new_tokens", 32}}}})
                .serve->prefill;
        };
        const double whole = of("RTX PRO 6000 Blackwell Server Edition"), half = of("RTX PRO 6000 Blackwell MIG 2g.48gb"),
                     quarter = of("RTX PRO 6000 Blackwell MIG 1g.24gb");
        QVERIFY(whole > half && half > quarter);
    }

    void a_step_without_its_completions_says_so()
    {
        for (const char *objective : {"grpo", "rloo", "online_dpo", "gkd", "distillation"}) {
            const json plan{{"model", {{"preset", "qwen2.5-0.5b"}}},
                            {"task", "train"},
                            {"stack", "trl"},
                            {"objective", objective},
                            {"inference", nullptr}};
            QVERIFY2(says(time_of_plan("A100 SXM4 80GB", plan), "those seconds are not in it"), objective);
        }
        const RunTime told = time_of_plan("A100 SXM4 80GB", {{"model", {{"preset", "qwen2.5-0.5b"}}},
                                                             {"task", "train"},
                                                             {"stack", "trl"},
                                                             {"objective", "grpo"},
                                                             {"inference", nullptr},
                                                             {"rollout", {{"prompt_length", 128}, {"completion_length", 128}}}});
        QVERIFY(!says(told, "those seconds are not in it"));
    }
};

PLIMSOLL_TEST(TestHostAndBus)
} // namespace PLIMSOLL_FILE
#include "test_host_and_bus.moc"
