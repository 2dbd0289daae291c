// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/hours/run_cost.h"
#include "core/api/runs/measured_answer.h"
#include "core/api/solve/split_answer.h"
#include "core/offers/offers.h"
#include "tests/core/clock/timed_plan.h"
#include "tests/test_program.h"

#include <QTest>

namespace PLIMSOLL_FILE {

// What a plan states reaches the clock, and what it does not state is said.

using namespace plimsoll;
using nlohmann::json;

namespace {

json trained(const json &more = json::object())
{
    json plan{{"model", {{"preset", "qwen2.5-7b"}}},
              {"method", "full"},
              {"weights", {{"dtype", "bf16"}}},
              {"sequence_length", 2048},
              {"evaluation", {{"micro_batch", 0}}}};
    plan.merge_patch(more);
    return plan;
}

/// Eight ranks, so many of them a node; null: nobody says.
json ranks(const json &parallel, const json &in_node)
{
    json out = trained({{"parallel", parallel}});
    out["parallel"]["data"] = 8;
    out["parallel"]["gpus_per_node"] = in_node;
    return out;
}

json served(json inference, const json &more = json::object())
{
    json plan{{"model", {{"preset", "qwen2.5-7b"}}}, {"task", "infer"}, {"weights", {{"dtype", "bf16"}}}};
    if (inference["engine"] == "llama.cpp") plan["weights"]["quant"] = "Q4_K_M";
    plan["inference"] = std::move(inference);
    plan.merge_patch(more);
    return plan;
}

constexpr const char *engines[] = {"vllm", "sglang", "llama.cpp"};

} // namespace

class TestStatedRuns : public QObject {
    Q_OBJECT
private slots:
    /// One network card of 400 Gb/s a card is what machines with H100 SXM have (DGX H100's data sheet): ranks that each have a node of
    /// their own send no faster, and nothing of a step ends before its bytes came.
    void a_stated_node_is_believed()
    {
        constexpr double network = 50e9;
        for (const json &parallel :
             {json{{"engine", "fsdp2"}, {"zero", 3}}, json{{"engine", "ddp"}}, json{{"engine", "deepspeed"}, {"zero", 3}}}) {
            const auto step = [&](const json &in_node) {
                return timed("H100 SXM5 80GB", ranks(parallel, in_node)).step->seconds;
            };
            const Estimate apart = timed_estimate("H100 SXM5 80GB", ranks(parallel, 1));
            QVERIFY(step(1) >= static_cast<double>(apart.run.communication->bytes) / network);
            QCOMPARE(step(nullptr), step(8)); // as machines with H100 SXM are built
            QVERIFY(step(4) > 1.02 * step(8));
            QVERIFY(step(1) > 1.02 * step(4));
            // where nobody says four of a desktop's cards share one
            const auto desktop = [&](const json &in_node) {
                return timed("GeForce RTX 4090", ranks(parallel, in_node)).step->seconds;
            };
            QCOMPARE(desktop(nullptr), desktop(4));
            QVERIFY(std::abs(desktop(8) / desktop(4) - 1) > 0.01); // a bus of eight is another than two of four and a network
        }
        const auto writes = [](const json &in_node) {
            return timed("H100 SXM5 80GB", served({{"engine", "vllm"}, {"context", 2048}, {"new_tokens", 256}},
                                                  {{"parallel", {{"tensor", 4}, {"gpus_per_node", in_node}}}}))
                .serve->prefill;
        };
        QCOMPARE(writes(nullptr), writes(8));
        QVERIFY(writes(1) < 0.9 * writes(8));
    }

    /// A host steps for the ranks of its own node.
    void a_stated_node_shares_its_host()
    {
        const json parallel{{"engine", "deepspeed"}, {"zero", 2}, {"offload", "optimizer"}};
        const double alone = seconds_of(timed("H100 SXM5 80GB", ranks(parallel, 1)), Phase::optimizer_step),
                     all = seconds_of(timed("H100 SXM5 80GB", ranks(parallel, 8)), Phase::optimizer_step);
        QVERIFY(alone < 0.5 * all);
    }

    void cards_that_share_a_machine_are_told()
    {
        const json sharded{{"engine", "fsdp2"}, {"zero", 3}};
        const auto of = [](const char *card, const json &plan) {
            const RunTime time = timed(card, plan);
            return std::pair(time.cards, time.of_machine);
        };
        using Told = std::pair<Count, Count>;
        QCOMPARE(of("H100 SXM5 80GB", ranks(sharded, nullptr)), Told(8, 8));
        QCOMPARE(of("H100 SXM5 80GB", ranks(sharded, 2)), Told(8, 2));
        QCOMPARE(of("GeForce RTX 4090", ranks(sharded, nullptr)), Told(8, 4));
        QCOMPARE(of("GeForce RTX 4090", trained({{"method", "lora"}})), Told(1, 1));
        const json load{{"engine", "vllm"}, {"context", 2048}, {"new_tokens", 256}};
        QCOMPARE(of("H100 SXM5 80GB", served(load, {{"parallel", {{"tensor", 2}, {"data", 4}}}})), Told(8, 2));
        json layers = load;
        layers["engine"] = "llama.cpp";
        QCOMPARE(of("GeForce RTX 4090", served(layers, {{"parallel", {{"pipeline", 2}}}})), Told(2, 2));
    }

    /// Machines that have the named cards are rented, in the order of hours and of dollars alike.
    void splits_of_named_cards_have_dollars()
    {
        const auto parsed =
            plan_from_object(trained({{"model", {{"preset", "qwen2.5-0.5b"}}}, {"target", {{"gpus", {"H100 SXM5 80GB:8"}}}}}));
        const auto model = load_model(parsed->plan.model);
        for (const SplitGoal goal : {SplitGoal::fits, SplitGoal::fewest}) {
            const auto found = find_splits(*model, parsed->plan, {goal, SplitOrder::cost, 8, {.tokens = 1e9}});
            QVERIFY(found.ok() && !found->found[0].search.ranked.empty());
            for (const Split &split : found->found[0].search.ranked) {
                const auto rental = cheapest_rental("H100 SXM5 80GB", split.cards, split.cards);
                QVERIFY(rental && split.price_hour);
                QCOMPARE(*split.price_hour, rental->usd_per_hour);
            }
            const json row = splits_to_json(*found)[0]["splits"][0];
            QVERIFY(row["usd"].is_number());
            QVERIFY(std::abs(row["usd"].get<double>() / (row["hours"].get<double>() * row["usd_per_hour"].get<double>()) - 1) <
                    1e-9);
        }
    }

    /// Ranks that share nodes of four want machines of four, of which nobody offers any with this card; those that stand alone do not.
    void what_nobody_offers_has_no_price()
    {
        for (const json &in_node : {json(nullptr), json(1)}) {
            PlanAnswer answer{.name = "",
                              .estimate = timed_estimate("GeForce RTX 4090", ranks({{"engine", "fsdp2"}, {"zero", 3}}, in_node)),
                              .verdicts = {}};
            answer.time = time_of(answer.estimate, find_gpu("GeForce RTX 4090")->gpu->facts());
            add_cost(answer, {.tokens = 1e9});
            const bool held = cheapest_rental("GeForce RTX 4090", 8, in_node.is_null() ? 4 : 1).has_value();
            QCOMPARE(held, !in_node.is_null());
            QCOMPARE(answer.time->cost->usd.has_value(), held);
            QCOMPARE(says(*answer.time, "no price"), !held);
        }
    }

    void measured_rows_are_no_tokens()
    {
        MeasuredAnswer answer;
        answer.planned.emplace(PlanAnswer{.estimate = timed_estimate("A100 SXM4 80GB", trained({{"method", "lora"}}))});
        answer.planned->time = time_of(answer.planned->estimate, find_gpu("A100 SXM4 80GB")->gpu->facts());
        answer.measured.speed.rows_per_second = 12.5;
        const std::string rows = measured_answer_to_text(answer);
        QVERIFY2(rows.find("Rows a second: measured") != std::string::npos && rows.find("okens a second") == std::string::npos,
                 rows.c_str());
        answer.measured.speed = {.tokens_per_second = 5000};
        QVERIFY(measured_answer_to_text(answer).find("Tokens a second: measured") != std::string::npos);
    }

    /// An engine that is started without ranks runs on one card, whatever stands beside it: so says the warning.
    void named_cards_that_are_not_used_serve_nothing()
    {
        for (const char *engine : {"vllm", "sglang", "llama.cpp", "transformers"}) {
            const json load{{"engine", engine}, {"context", 2048}, {"new_tokens", 256}, {"sequences", 4}};
            const RunTime one = timed("H100 SXM5 80GB", served(load)),
                          four = timed("H100 SXM5 80GB", served(load, {{"target", {{"gpus", {"H100 SXM5 80GB:4"}}}}}));
            QCOMPARE(four.cards, Count{1});
            QCOMPARE(four.serve->output, one.serve->output);
            QCOMPARE(four.serve->prefill, one.serve->prefill);
        }
    }

    /// vLLM, SGLang and llama.cpp have no length of their own for an answer.
    void an_answer_of_no_length_is_said()
    {
        for (const char *engine : engines) {
            json load{{"engine", engine}, {"context", 8192}, {"sequences", 8}};
            const RunTime open = timed("H100 SXM5 80GB", served(load));
            QVERIFY2(says(open, "inference.new_tokens"), engine);
            QVERIFY2(std::abs(open.serve->output / open.serve->decode_total - 1) < 0.25,
                     engine); // an engine's own work at a load
            load["new_tokens"] = 8;
            const RunTime stated = timed("H100 SXM5 80GB", served(load));
            QVERIFY2(!says(stated, "inference.new_tokens"), engine);
            QVERIFY2(stated.serve->output < 0.5 * open.serve->output, engine); // eight thousand tokens are read for eight
            QVERIFY2(std::abs(stated.serve->decode_total / open.serve->decode_total - 1) < 1e-9, engine);
        }
    }

    /// bitsandbytes 0.50 casts to bnb_4bit_compute_dtype, float32 where nobody says: without autocast each product then runs in it.
    void a_compute_dtype_that_nobody_states_is_said()
    {
        const auto run = [](const char *quant, const char *autocast, const char *card = "A100 SXM4 80GB") {
            return timed(card, trained({{"method", "qlora"}, {"weights", {{"quant", quant}}}, {"autocast", autocast}}));
        };
        for (const char *quant : {"nf4", "fp4"}) {
            QVERIFY(says(run(quant, "none"), "bnb_4bit_compute_dtype"));
            QVERIFY(!says(run(quant, "bf16"), "bnb_4bit_compute_dtype"));
        }
        QVERIFY(!says(run("int8", "none"), "bnb_4bit_compute_dtype"));
        // cards without matrix units for 16 bits lose nothing (Tesla P40: its FP16 is slower than its FP32)
        QVERIFY(!says(run("nf4", "none", "Tesla P40"), "times as long"));
    }

    /// A prompt is read in as many passes as its tokens fill, each of which reads the weights.
    void a_stated_batch_divides_a_prompt()
    {
        for (const char *engine : engines) {
            const auto read = [engine](const json &batch) {
                return timed("H100 SXM5 80GB",
                             served(
                                 {{"engine", engine}, {"context", 8448}, {"new_tokens", 256}, {"max_num_batched_tokens", batch}}))
                    .serve->first_token;
            };
            QVERIFY2(read(64) > 1.5 * read(nullptr), engine);
            QVERIFY2(read(64) > read(256) && read(256) > read(1024), engine);
            // 128 passes, each of which reads seven billion weights of 2 bytes, or of half a byte and its scales, at 3.35 TB a second
            const double bytes = std::string(engine) == "llama.cpp" ? 0.5 : 2;
            QVERIFY2(read(64) > 128 * 6.5e9 * bytes / 3.35e12, engine);
        }
    }

    /// llama-bench on a Tesla P40: a 7B in Q4_0 (ggml-org/llama.cpp, pull request 4766), an 8B in Q5_0 by batches of 512 (7716).
    void published_rates_of_cards_without_matrix_units_lie_within()
    {
        const auto run = [](const char *preset, const char *quant, int prompt) {
            return timed("Tesla P40", served({{"engine", "llama.cpp"}, {"context", prompt + 128}, {"new_tokens", 128}},
                                             {{"model", {{"preset", preset}}}, {"weights", {{"quant", quant}}}}));
        };
        const auto within = [](double published, double told, const TimeRange &range) {
            return published / told > range.low && published / told < range.high;
        };
        const RunTime seven = run("llama-2-7b", "Q4_0", 512), eight = run("llama-3.1-8b", "Q5_0", 2048);
        QVERIFY2(within(912, seven.serve->prefill, seven.serve->prefill_range), std::to_string(seven.serve->prefill).c_str());
        QVERIFY2(within(56.8, seven.serve->decode, seven.range), std::to_string(seven.serve->decode).c_str());
        QVERIFY2(within(831.19, eight.serve->prefill, eight.serve->prefill_range), std::to_string(eight.serve->prefill).c_str());
    }

    /// Towers of an engine are no part of a served token's seconds, which somebody must know.
    void pictures_of_a_prompt_are_said()
    {
        const json load{{"engine", "vllm"}, {"context", 4096}, {"new_tokens", 256}};
        const auto run = [&](int pictures) {
            return timed("H100 SXM5 80GB",
                         served(load, {{"model", {{"preset", "qwen2.5-vl-3b-instruct"}}}, {"images", {{"per_row", pictures}}}}));
        };
        QVERIFY(says(run(1), "pictures") && !says(run(0), "pictures"));
    }

    void what_has_no_gradient_is_no_work_of_the_model_data()
    {
        QTest::addColumn<bool>("again");
        QTest::newRow("checkpoints") << true;
        QTest::newRow("no checkpoints") << false;
    }
    /// Of 28 layers and a head only the last layer trains: a forward of all, a backward through the head, and at most twice the layer.
    void what_has_no_gradient_is_no_work_of_the_model()
    {
        QFETCH(bool, again);
        const auto done = [again](const char *card, const json &parts) {
            const RunTime time =
                timed(card, trained({{"trainable", parts}, {"micro_batch", 4}, {"gradient_checkpointing", again}}));
            if (time.step->utilisation > 1) qWarning("%s %f", card, time.step->utilisation);
            return std::pair(time.step->utilisation * time.step->seconds, time.step->utilisation <= 1);
        };
        // qwen2.5-7b, its config.json: a layer's matrices and its head's
        const double layer = 3584.0 * (2 * 3584 + 2 * 512 + 3 * 18944), head = 3584.0 * 152064, forward = 28 * layer + head;
        for (const char *card : {"H100 SXM5 80GB", "A100 SXM4 80GB", "GeForce RTX 4090"}) {
            const auto all = done(card, nullptr), last = done(card, {{"last_layers", 1}}), top = done(card, {"lm_head"});
            QVERIFY(all.second && last.second && top.second);
            const double of_all = last.first / all.first, of_top = top.first / all.first;
            if (again)
                continue; // enable_input_require_grads: layers below are run again and send gradients on (transformers 5.23)
            QVERIFY2(of_all > (forward + head) / (3 * forward) && of_all < (forward + head + 3 * layer) / (2.9 * forward),
                     std::to_string(of_all).c_str());
            QVERIFY2(std::abs(of_top / ((forward + head) / (3 * forward)) - 1) < 0.05, std::to_string(of_top).c_str());
        }
    }
};

PLIMSOLL_TEST(TestStatedRuns)
} // namespace PLIMSOLL_FILE
#include "test_stated_runs.moc"
