// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/rollout_engine.h"
#include "core/load/load.h"
#include "core/plan/plan_json.h"
#include "tests/test_program.h"

#include <QTest>

#include <algorithm>

namespace PLIMSOLL_FILE {

// The engine that makes a training's completions on the cards that train: what it takes awake and asleep, beside which stages.

using namespace plimsoll;

namespace {

const CardFacts a100{"A100", 8, 0, 108, 2048, true, 80 * gib};

Estimate made(const std::string &changes, bool replayed = true, bool timeline = false, const std::string &preset = "qwen2.5-1.5b")
{
    const auto parsed = plan_from_json(R"({"task": "train", "model": {"preset": ")" + preset + R"("}, "objective": "grpo",
        "weights": {"dtype": "bf16"}, )" +
                                       changes + "}");
    if (!parsed) qFatal("%s", parsed.error().message().c_str());
    const Result<ArchitectureRef> model = load_model(parsed->plan.model);
    if (!model) qFatal("%s", model.error().message().c_str());
    const EstimateOptions options{.timeline = timeline, .allocator = replayed, .explain = false};
    Result<Estimate> out = estimate(*model, parsed->plan, a100, options);
    if (!out) qFatal("%s", out.error().message().c_str());
    return *std::move(out);
}

/// As TRL starts it, with these settings more.
std::string beside(const std::string &more)
{
    return R"("micro_batch": 2, "stack": "trl", "method": "lora", "adapter": {"rank": 16, "targets": "all-linear"}, "rollout": {"engine": "vllm",
        "prompt_length": 256, "completion_length": 256, "max_model_length": 512, "gpu_memory_utilization": 0.3)" +
           more + "}";
}

Bytes device_of(const Estimate &estimate, std::string_view stage)
{
    for (const StagePeak &one : estimate.fullest().stages)
        if (one.stage == stage) return one.device;
    return 0;
}

} // namespace

class TestRolloutEngine : public QObject {
    Q_OBJECT
private slots:
    /// unsloth_zoo vllm_utils.py: the model that trains is made of the engine's tensors. Experts that bitsandbytes packs for vLLM are
    /// not simulated, so that its share is all that is known of such a start: the weights are within it.
    void weights_that_an_engine_shares_are_counted_once()
    {
        const Estimate out = made(R"("micro_batch": 1, "stack": "unsloth", "method": "qlora", "weights": {"quant": "nf4"},
            "rollout": {"engine": "vllm", "prompt_length": 256, "completion_length": 256, "gpu_memory_utilization": 0.3})",
                                  true, false, "qwen1.5-moe-a2.7b");
        QVERIFY(out.beside && !out.beside->plan);
        const ProcessEstimate &process = out.fullest();
        const Bytes share = 24 * gib; // 0.3 of 80
        QVERIFY(process.steady_weights > gib / 2);
        QVERIFY(std::abs(out.beside->awake + process.steady_weights - share) <= 1);
        const Bytes beyond =
            process.peak.reserved - process.steady_weights;         // that the trainer reserves: its first step's trials stay
        QVERIFY(device_of(out, "generate") < share + beyond + gib); // and the context
    }

    /// The commonest notebook: 4 bits under vLLM in the process that trains. Of the engine's weights places for adapters and tables are
    /// its own.
    void weights_of_four_bits_are_shared()
    {
        const Estimate out = made(R"("micro_batch": 1, "stack": "unsloth", "method": "qlora", "weights": {"quant": "nf4"},
            "rollout": {"engine": "vllm", "prompt_length": 256, "completion_length": 256, "gpu_memory_utilization": 0.3})");
        QVERIFY(out.beside && out.beside->plan && out.lower_bound_reason.empty());
        const EngineStart &start = out.beside->start;
        QVERIFY(!start.refuses && start.own > 0 && start.kv_cache > 0);
        QCOMPARE(out.beside->weights, start.own);
        double packed = 0; // a half byte a value, a byte each 64 and a float32 each 16,384; the rest in 16 bits
        for (const Module &module : out.architecture->modules)
            for (const Parameter &p : module.parameters) {
                if (p.tied_to) continue;
                const bool matrix = module.kind == ModuleKind::linear && p.shape.size() == 2;
                packed += static_cast<double>(p.elements()) * (matrix ? 0.5 + 1.0 / 64 + 4.0 / 16384 : 2.0);
            }
        const double shared = static_cast<double>(start.weights - start.own);
        QVERIFY2(shared / packed > 1 && shared / packed < 1.03, std::to_string(shared / packed).c_str()); // whole blocks beside
        QVERIFY(std::ranges::any_of(
            out.assumptions, [](const auto &line) { return std::string(line).find("vllm_bnb_plugin") != std::string::npos; }));
    }

    /// load_vllm, standby_target_gpu_util: 0.925 of a card of 80 GiB, and 5 % less of vLLM from 0.11 on, whatever was asked for.
    void standby_takes_a_share_of_its_own()
    {
        const Estimate out = made(R"("micro_batch": 1, "stack": "unsloth", "method": "qlora", "weights": {"quant": "nf4"},
            "rollout": {"engine": "vllm", "sleep": 1, "prompt_length": 256, "completion_length": 256,
                        "gpu_memory_utilization": 0.3})");
        QVERIFY(out.beside && out.beside->plan);
        const double share = out.beside->plan->inference.gpu_memory_utilization.value_or(0);
        QVERIFY2(share > 0.925 * 0.95 * 0.99 && share < 0.925 * 0.95, std::to_string(share).c_str()); // of what is free
        QVERIFY(std::ranges::any_of(out.warnings, [](const Warning &one) { return one.code == "rollout_share_taken"; }));
        QVERIFY(device_of(out, "backward") < 12 * gib);
        QVERIFY(device_of(out, "generate") > 65 * gib);
    }

    /// Its cache is what its share leaves; outside of the share stand the libraries of its process.
    void an_engine_that_wakes_takes_its_share()
    {
        const Estimate out = made(beside(R"(, "sleep": 2)"));
        QVERIFY(out.beside && out.lower_bound_reason.empty());
        const EngineStart &start = out.beside->start;
        QVERIFY(!start.refuses && start.kv_cache > 0);
        const Bytes share = 24 * gib;
        QCOMPARE(start.requested.value_or(0), share);
        QVERIFY(out.beside->awake > share - start.activation && out.beside->awake < share + 2 * start.process);
        QVERIFY(out.beside->training < share / 10);
        QVERIFY(device_of(out, "generate") > share);
        QVERIFY(device_of(out, "backward") < share);
        QCOMPARE(out.fullest().peak.device, device_of(out, "generate"));
    }

    /// verl's log_prob_micro_batch_size_per_gpu, OpenRLHF's micro_rollout_batch_size: the logits of a pass without gradients are of so many
    /// rows, whatever a pass of the training has.
    void passes_of_log_probabilities_have_rows_of_their_own()
    {
        const auto with = [](int rows) {
            return made(R"("stack": "pytorch", "micro_batch": 2, "sequence_length": 512, "loss": {"kind": "fused_ce"}, "autocast":
                "bf16", "keep_outputs": false, "gradient_checkpointing": true, "rollout": {"engine": "vllm", "sleep": 2, "beta": 0.1, "gpu_memory_utilization": 0.3,
                "prompt_length": 256, "completion_length": 256)" +
                        (rows > 0 ? ", \"micro_batch_size\": " + std::to_string(rows) : std::string()) + "}");
        };
        const auto held = [](const Estimate &estimate, std::string_view stage) {
            for (const StagePeak &one : estimate.fullest().stages)
                if (one.stage == stage) return one.allocated;
            return Bytes{-1};
        };
        const Estimate same = with(0), two = with(2), eight = with(8);
        for (const char *stage : {"old_log_probs", "reference"}) {
            QCOMPARE(held(two, stage), held(same, stage));
            const Bytes logits = Bytes{6} * 512 * 151936 * 2; // in 16 bits, of six rows more; float32 beside
            const Bytes more = held(eight, stage) - held(two, stage);
            QVERIFY2(more >= logits && more < 4 * logits, std::to_string(more).c_str());
        }
        const Bytes apart = held(eight, "backward") - held(two, "backward"); // by blocks that are not split
        QVERIFY2(std::abs(apart) < 4 * mib, std::to_string(apart).c_str());
    }

    void one_that_never_sleeps_stands_beside_every_stage()
    {
        const Estimate awake = made(beside("")), asleep = made(beside(R"(, "sleep": 2)"));
        const Bytes more = awake.beside->training - asleep.beside->training;
        QVERIFY(more > 20 * gib);
        QCOMPARE(device_of(awake, "backward") - device_of(asleep, "backward"), more);
    }

    void sleep_at_level_one_copies_weights_to_the_host()
    {
        const auto on_host = [](const Estimate &estimate) {
            Bytes out = 0;
            for (const ResidentBytes &one : estimate.fullest().residents)
                if (one.on_host) out += one.bytes;
            return out;
        };
        const Estimate one = made(beside(R"(, "sleep": 1)"));
        QCOMPARE(on_host(one), one.beside->start.weights);
        QCOMPARE(on_host(made(beside(R"(, "sleep": 2)"))), Bytes(0));
    }

    /// The model that trains is on the host while the engine generates, and its optimizer's states are not.
    void what_trains_may_wait_on_the_host_data()
    {
        QTest::addColumn<bool>("replayed");
        QTest::newRow("by tensors") << false;
        QTest::newRow("replayed") << true;
    }
    void what_trains_may_wait_on_the_host()
    {
        QFETCH(bool, replayed);
        const Estimate stays = made(beside(R"(, "sleep": 2, "offload_trainer": false)"), replayed),
                       waits = made(beside(R"(, "sleep": 2, "offload_trainer": true)"), replayed);
        const auto reserved = [](const Estimate &estimate) { return estimate.fullest().stages.front().allocated; };
        const Bytes policy = waits.fullest().residents.front().bytes;
        QVERIFY(policy > 3 * gib - 300 * mib);
        QVERIFY(std::abs(reserved(stays) - reserved(waits) - policy) < 8 * mib);
        QVERIFY(reserved(waits) > 2 * 4 * waits.trainable_parameters);
        QCOMPARE(device_of(waits, "backward"), device_of(stays, "backward"));
    }

    void figures_add_up()
    {
        for (const char *more : {"", R"(, "sleep": 2)"}) {
            const Estimate out = made(beside(more));
            Bytes sum = 0;
            for (const BreakdownLine &line : out.fullest().at_peak) sum += line.bytes;
            QCOMPARE(sum, out.fullest().peak.device);
            const Interval &interval = out.fullest().peak.device_interval;
            QVERIFY(interval.low <= sum && sum <= interval.high);
        }
    }

    void a_share_without_room_is_refused_in_the_engines_words()
    {
        const Estimate out = made(
            R"("micro_batch": 2, "stack": "trl", "method": "lora", "rollout": {"engine": "vllm", "gpu_memory_utilization": 0.05,
            "prompt_length": 256, "completion_length": 256})");
        const auto found = std::ranges::find(out.warnings, std::string("rollout_refused"), &Warning::code);
        QVERIFY(found != out.warnings.end() && found->field == "rollout.gpu_memory_utilization");
    }

    /// It stops before it has more than its share: neither it nor any part of it is told as what the load would need.
    void a_refused_engine_has_no_more_than_its_share()
    {
        for (const double share : {0.02, 0.05, 0.06}) {
            const Estimate out = made(R"("micro_batch": 2, "gradient_accumulation": 64, "stack": "trl", "method": "lora",
                "rollout": {"engine": "vllm", "prompt_length": 256, "completion_length": 256, "gpu_memory_utilization": )" +
                                      std::to_string(share) + "}");
            QVERIFY(out.beside && out.beside->start.refuses);
            const auto claim = static_cast<Bytes>(share * static_cast<double>(80 * gib)) + 1;
            QVERIFY(out.beside->awake <= claim && out.beside->training <= claim);
            QVERIFY(out.beside->weights + out.beside->cache <= out.beside->awake);
        }
    }

    /// The figures and what is said of them agree, whatever the stack: its own share, or none that is known.
    void what_is_said_of_an_engine_is_what_is_counted()
    {
        for (const char *stack : {"trl", "axolotl", "ms-swift", "llama-factory", "transformers", "unsloth"}) {
            const Estimate out = made(std::string(R"("method": "lora", "rollout": {"engine": "vllm", "prompt_length": 256,
                "completion_length": 256}, "stack": ")") +
                                      stack + "\"");
            const auto said = std::ranges::find(out.warnings, std::string("rollout_beside"), &Warning::code);
            QVERIFY2(said != out.warnings.end(), stack);
            QCOMPARE(said->text.find("is not in the figures") == std::string::npos, out.beside != nullptr);
            QCOMPARE(out.lower_bound_reason.find("not in the figures") == std::string::npos, out.beside != nullptr);
        }
        const Estimate swift = made(R"("method": "lora", "rollout": {"engine": "vllm"}, "stack": "ms-swift")");
        QCOMPARE(swift.plan.plan.rollout.gpu_memory_utilization, std::optional(0.9)); // ms-swift 4.6 args_mixin.py
    }

    /// AgileRL: an optimizer step behind each micro batch, of one prompt's completions.
    void a_loop_of_its_own_steps_behind_every_pass()
    {
        const auto of = [](const char *rows) {
            return made(std::string(R"("stack": "agilerl", "method": "lora", "adapter": {"rank": 8, "targets": "all-linear"},
                "rollout": {"engine": "vllm", "prompt_length": 128, "completion_length": 384, "generations": 4, "sleep": 1,
                "max_model_length": 512, "gpu_memory_utilization": 0.2}, )") +
                        rows);
        };
        const Estimate four = of(R"("micro_batch": 4)"), eight = of(R"("micro_batch": 8)");
        QCOMPARE(eight.fullest().peak.allocated, four.fullest().peak.allocated); // there are no more than four
        QVERIFY(device_of(four, "reference") > 0 && device_of(four, "old_log_probs") > 0);
    }

    /// What a board asks of every card: the step as it is, the engine as it starts there.
    void another_card_takes_another_engine_alone_data()
    {
        QTest::addColumn<QString>("plan");
        QTest::newRow("asleep") << QString::fromStdString(beside(R"(, "sleep": 1, "offload_trainer": true)"));
        QTest::newRow("awake") << QString::fromStdString(beside(""));
        QTest::newRow("a training that fills the card") << QString::fromStdString(R"("micro_batch": 16, "stack": "agilerl",
            "method": "lora", "adapter": {"rank": 64, "targets": "all-linear"}, "sequence_length": 2048, "rollout": {
            "engine": "vllm", "sleep": 1, "offload_trainer": true, "generations": 16, "gpu_memory_utilization": 0.1})");
    }
    void another_card_takes_another_engine_alone()
    {
        QFETCH(QString, plan);
        const Estimate here = made(plan.toStdString());
        int moved = 0;
        for (const Bytes memory : {24 * gib, 40 * gib, 141 * gib})
            for (const int multiprocessors : {108, 84}) {
                const CardFacts card{"another", 8, 0, multiprocessors, 2048, true, memory};
                const std::optional<Estimate> there = with_engine_on(here, card);
                if (!there) continue;
                ++moved;
                const Result<Estimate> anew =
                    estimate(here.architecture, here.plan.plan, card, {.timeline = false, .explain = false});
                QVERIFY(anew);
                const ProcessEstimate &a = there->fullest(), &b = anew->fullest();
                QCOMPARE(a.peak.device, b.peak.device);
                QVERIFY(a.peak.device_interval == b.peak.device_interval && a.peak.reserved == b.peak.reserved);
                QVERIFY(std::ranges::equal(a.stages, b.stages, {}, &StagePeak::device, &StagePeak::device));
                QVERIFY(std::ranges::equal(a.at_peak, b.at_peak, {}, &BreakdownLine::bytes, &BreakdownLine::bytes));
                QVERIFY(std::ranges::equal(a.residents, b.residents, {}, &ResidentBytes::bytes, &ResidentBytes::bytes));
                QCOMPARE(there->beside->awake, anew->beside->awake);
                const auto codes = [](const Estimate &one) {
                    return std::ranges::count(one.warnings, std::string("rollout_refused"), &Warning::code);
                };
                QCOMPARE(codes(*there), codes(*anew));
            }
        QVERIFY(moved >= 2);
        QVERIFY(!with_engine_on(here, {"older", 7, 5, 40, 1024, true, 16 * gib})); // whose kernels are others
    }

    /// From loading on, whoever generates: nothing of a pass is drawn before the completions that it is made of.
    void stages_are_drawn_in_the_order_in_which_they_run_data()
    {
        QTest::addColumn<QString>("plan");
        QTest::newRow("an engine that sleeps") << QString::fromStdString(beside(R"(, "sleep": 2)"));
        QTest::newRow("that never sleeps") << QString::fromStdString(beside(""));
        QTest::newRow("a trainer on the host") << QString::fromStdString(beside(R"(, "sleep": 1, "offload_trainer": true)"));
        QTest::newRow("elsewhere") << QString::fromStdString(beside(R"(, "colocated": false)"));
        QTest::newRow("the model itself") << R"("micro_batch": 2, "stack": "trl", "method": "lora",
            "rollout": {"prompt_length": 256, "completion_length": 256})";
    }
    void stages_are_drawn_in_the_order_in_which_they_run()
    {
        QFETCH(QString, plan);
        const Estimate out = made(plan.toStdString(), true, true);
        std::vector<Phase> drawn;
        for (const TimelinePoint &point : out.fullest().timeline)
            if (drawn.empty() || drawn.back() != point.phase) drawn.push_back(point.phase);
        QVERIFY(drawn.size() > 4);
        QCOMPARE(drawn.front(), Phase::load);
        QCOMPARE(drawn[1], Phase::generate);
        QCOMPARE(drawn.back(), Phase::optimizer_step);
    }

    /// What the trainer reserved goes before the engine wakes, and is no part of what stands while it generates.
    void an_engine_finds_the_cache_emptied()
    {
        const Estimate out = made(beside(R"(, "sleep": 1, "offload_trainer": true)"));
        for (const StagePeak &one : out.fullest().stages)
            if (one.stage == "generate") QVERIFY(one.reserved < one.allocated + 300 * mib);
    }

    /// The parts are those of one moment: of the completions, where the card is fullest then, with the engine's own weights.
    void parts_are_of_the_moment_that_is_named()
    {
        const auto weights = [](const Estimate &estimate) {
            Bytes out = 0;
            for (const BreakdownLine &line : estimate.fullest().at_peak)
                if (line.component == Component::weights) out += line.bytes;
            return out;
        };
        const auto has = [](const Estimate &estimate, Component component) {
            return std::ranges::any_of(estimate.fullest().at_peak,
                                       [&](const BreakdownLine &line) { return line.component == component; });
        };
        const Estimate generating = made(beside(R"(, "sleep": 2)"));
        QCOMPARE(phase_of_peak(generating.fullest()), Phase::generate);
        QVERIFY(!has(generating, Component::checkpoints) && has(generating, Component::kv_cache));
        QCOMPARE(weights(generating), generating.fullest().steady_weights + generating.beside->weights);
        const Estimate training =
            made(R"("micro_batch": 64, "stack": "trl", "method": "full", "rollout": {"engine": "vllm", "sleep": 2,
            "prompt_length": 256, "completion_length": 1792, "gpu_memory_utilization": 0.1})");
        QVERIFY(phase_of_peak(training.fullest()) != Phase::generate);
        QVERIFY(has(training, Component::checkpoints) && !has(training, Component::kv_cache));
    }

    /// Pieces of each size that is recorded, in every layer: 1, 2, 4 and 8 tokens for 4 requests, up to 32 for 16.
    void more_requests_leave_more_graphs()
    {
        const auto asleep = [](const char *requests) {
            return made(beside(R"(, "sleep": 2, "max_num_seqs": )" + std::string(requests))).beside->training;
        };
        const Bytes more = asleep("16") - asleep("4");
        QVERIFY(more > 30 * mib && more < 120 * mib);
    }
};

PLIMSOLL_TEST(TestRolloutEngine)
} // namespace PLIMSOLL_FILE
#include "test_rollout_engine.moc"
