// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cards/gpu_catalogue.h"
#include "core/clock/kernel_times.h"
#include "core/clock/links.h"
#include "core/clock/run_time.h"
#include "core/load/load.h"
#include "core/plan/plan_json.h"
#include "tests/test_program.h"

#include <QTest>
#include <nlohmann/json.hpp>

namespace PLIMSOLL_FILE {

// Seconds and tokens a second of runs: what the model of the clock must obey, whatever its figures.

using namespace plimsoll;
using nlohmann::json;

namespace {

CardFacts facts_of(const char *card) { return find_gpu(card)->gpu->facts(); }

std::optional<RunTime> time_on(const char *card, json plan)
{
    const auto parsed = plan_from_object(std::move(plan));
    if (!parsed) return std::nullopt;
    const auto model = load_model(parsed->plan.model);
    if (!model) return std::nullopt;
    const CardFacts facts = facts_of(card);
    const auto made =
        estimate(*model, parsed->plan, facts, {.timeline = false, .allocator = false, .explain = false, .time = true});
    return made ? time_of(*made, facts) : std::nullopt;
}

json training(json more = json::object())
{
    json plan{{"model", {{"preset", "qwen2.5-0.5b"}}},
              {"stack", "transformers"},
              {"method", "full"},
              {"micro_batch", 4},
              {"sequence_length", 2048},
              {"attention", "flash2"},
              {"weights", {{"dtype", "bf16"}}},
              {"gradient_checkpointing", true}};
    plan.merge_patch(more);
    return plan;
}

json serving(json more = json::object())
{
    json plan{{"model", {{"preset", "qwen2.5-coder-7b"}}},
              {"task", "infer"},
              {"weights", {{"dtype", "bf16"}}},
              {"inference", {{"engine", "vllm"}, {"context", 1024}, {"new_tokens", 128}, {"sequences", 1}}}};
    plan.merge_patch(more);
    return plan;
}

} // namespace

class TestClock : public QObject {
    Q_OBJECT
private slots:
    void every_card_is_known_or_nothing_is_said();
    void tiles_that_end_a_wave_leave_multiprocessors_idle();
    void a_product_is_no_faster_than_card_and_memory();
    void more_work_takes_longer();
    void recomputation_and_narrow_types_show();
    void phases_add_up_and_intervals_hold_the_middle();
    void faster_cards_are_faster();
    void sending_takes_time();
    void updates_on_the_host_take_time();
    void all_ranks_wait_for_the_slowest_stage();
    void interleaved_stages_send_beside_their_work();
    void experts_are_multiplied_in_narrow_types_too();
    void decoding_reads_the_weights();
    void more_sequences_bring_more_tokens();
    void hours_follow_from_tokens();
};

void TestClock::every_card_is_known_or_nothing_is_said()
{
    int known = 0;
    for (const Gpu &gpu : gpu_catalogue()) {
        const std::optional<CardSpeed> speed = speed_of(gpu.name);
        if (!speed) continue;
        ++known;
        QVERIFY2(speed->bandwidth > 5e9 && speed->bandwidth < 5e13, gpu.name.c_str());
        QVERIFY2(kernel_times(*speed, gpu.facts()).peak(Arithmetic::bf16) > 1e10, gpu.name.c_str());
        QVERIFY2(speed->peak(Arithmetic::fp16) <= 1.01 * std::max(speed->peak(Arithmetic::int8), speed->peak(Arithmetic::fp16)),
                 gpu.name.c_str());
    }
    QVERIFY(known > 380);
    QVERIFY(!speed_of("Voodoo 2"));
}

void TestClock::tiles_that_end_a_wave_leave_multiprocessors_idle()
{
    const KernelTimes a100 = kernel_times(*speed_of("A100 SXM4 80GB"), facts_of("A100 SXM4 80GB"));
    // 108 multiprocessors: as many tiles of 128 × 256 are one whole wave, one more row begins a second
    QCOMPARE(a100.filled(128 * 108, 256), 1.0);
    QVERIFY(a100.filled(128 * 108 + 1, 256) < 0.9);
    QVERIFY(a100.filled(512, 4096) < 0.7);
    QVERIFY(a100.filled(8192, 28672) > 0.95);
    // where more multiprocessors wait for the same product
    const KernelTimes rtx3080 = kernel_times(*speed_of("GeForce RTX 3080 10GB"), facts_of("GeForce RTX 3080 10GB"));
    QVERIFY(rtx3080.filled(512, 4096) > 1.2 * a100.filled(512, 4096));
    // of others' libraries nothing is known
    for (const char *card : {"Instinct MI300X", "Apple M2 Ultra"})
        QCOMPARE(kernel_times(*speed_of(card), facts_of(card)).filled(512, 4096), 1.0);
}

void TestClock::a_product_is_no_faster_than_card_and_memory()
{
    for (const char *card : {"A100 SXM4 80GB", "GeForce RTX 4090", "H100 SXM5 80GB", "B200", "Instinct MI300X"}) {
        const KernelTimes kernels = kernel_times(*speed_of(card), facts_of(card));
        for (const double rows : {1.0, 64.0, 4096.0}) {
            const double operations = 2 * rows * 4096 * 4096, bytes = 2 * (rows * 8192 + 4096.0 * 4096);
            const double seconds = kernels.product(operations, bytes, Arithmetic::bf16);
            QVERIFY2(seconds * 1.13 > operations / kernels.peak(Arithmetic::bf16),
                     card); // desktop cards run above their boost clock
            QVERIFY2(seconds > bytes / kernels.card.bandwidth, card);
        }
    }
}

void TestClock::more_work_takes_longer()
{
    const auto base = time_on("A100 SXM4 80GB", training());
    QVERIFY(base && base->step);
    const double seconds = base->step->seconds;
    QVERIFY(time_on("A100 SXM4 80GB", training({{"micro_batch", 8}}))->step->seconds > 1.5 * seconds);
    const double accumulated = time_on("A100 SXM4 80GB", training({{"gradient_accumulation", 8}}))->step->seconds;
    QVERIFY(accumulated > 7 * seconds && accumulated < 8.5 * seconds);
    QVERIFY(time_on("A100 SXM4 80GB", training({{"model", {{"preset", "qwen2.5-coder-7b"}}}}))->step->seconds > 5 * seconds);
}

void TestClock::recomputation_and_narrow_types_show()
{
    const json large{{"model", {{"preset", "qwen2.5-coder-7b"}}}, {"sequence_length", 4096}};
    json kept = large;
    kept["gradient_checkpointing"] = false;
    const double again = time_on("H100 SXM5 80GB", training(large))->step->seconds;
    const double once = time_on("H100 SXM5 80GB", training(kept))->step->seconds;
    QVERIFY(again > 1.15 * once && again < 1.45 * once);
    json narrow = large;
    narrow["compute_dtype"] = "fp8";
    QVERIFY(time_on("H100 SXM5 80GB", training(narrow))->step->seconds < again);
}

void TestClock::phases_add_up_and_intervals_hold_the_middle()
{
    for (const json &more : {json::object(), json{{"method", "lora"}}, json{{"gradient_accumulation", 4}}}) {
        const auto made = time_on("GeForce RTX 4090", training(more));
        QVERIFY(made && made->step);
        double sum = 0;
        for (const PhaseTime &phase : made->step->phases) sum += phase.seconds;
        QVERIFY(std::abs(sum / made->step->seconds - 1) < 1e-9);
        QVERIFY(made->range.low < 1 && made->range.high > 1);
        QVERIFY(made->step->utilisation > 0.02 && made->step->utilisation < 1);
    }
}

void TestClock::faster_cards_are_faster()
{
    const char *cards[] = {"GeForce RTX 3060", "GeForce RTX 3090", "A100 SXM4 80GB", "H100 SXM5 80GB", "B200"};
    double before = 1e300;
    for (const char *card : cards) {
        const auto made = time_on(card, training({{"model", {{"preset", "qwen2.5-coder-7b"}}}}));
        QVERIFY2(made && made->step, card);
        QVERIFY2(made->step->seconds < before, card);
        before = made->step->seconds;
    }
}

void TestClock::sending_takes_time()
{
    const CardSpeed bus = *speed_of("GeForce RTX 3090"), fabric = *speed_of("H100 SXM5 80GB");
    QVERIFY(group_speed(fabric, 8, {8}, false).bandwidth > 10 * group_speed(bus, 8, {8}, false).bandwidth);
    QVERIFY(group_speed(fabric, 64, {8}, false).between_nodes);
    QVERIFY(seconds_to_send(group_speed(fabric, 8, {8}, true), 1e9, 1) > 1e9 / 450e9);
    const json sharded{{"parallel", {{"engine", "fsdp2"}, {"data", 8}, {"zero", 3}}}, {"autocast", "bf16"}};
    const auto slow = time_on("GeForce RTX 3090", training(sharded)),
               alone = time_on("GeForce RTX 3090", training({{"autocast", "bf16"}}));
    QVERIFY(slow && alone);
    QVERIFY(slow->step->communication > 0 && alone->step->communication == 0);
    QVERIFY(slow->step->tokens == 8 * alone->step->tokens);
}

void TestClock::updates_on_the_host_take_time()
{
    const json ranks{{"parallel", {{"engine", "deepspeed"}, {"data", 2}, {"zero", 2}}}};
    json moved = ranks;
    moved["parallel"]["offload"] = "optimizer";
    const auto here = time_on("H100 SXM5 80GB", training(ranks)), there = time_on("H100 SXM5 80GB", training(moved));
    QVERIFY(here && there && here->step && there->step);
    // half a billion parameters
    QVERIFY(there->step->seconds > here->step->seconds + 0.05 && there->step->seconds < here->step->seconds + 1);
    QVERIFY(there->range.high > here->range.high);
}

void TestClock::all_ranks_wait_for_the_slowest_stage()
{
    // two small layers in front of a large head
    const json model{{"model_type", "llama"},  {"vocab_size", 262144},     {"hidden_size", 1024},     {"intermediate_size", 2048},
                     {"num_hidden_layers", 2}, {"num_attention_heads", 8}, {"num_key_value_heads", 8}};
    const auto seconds = [&](const json &parallel) {
        json plan{{"model", {{"config", model}}},    {"stack", "megatron"}, {"autocast", "none"}, {"gradient_accumulation", 64},
                  {"gradient_checkpointing", false}, {"parallel", parallel}};
        plan["parallel"]["engine"] = "megatron";
        json all = training();
        all.erase("model");
        all.merge_patch(plan);
        const auto made = time_on("H100 SXM5 80GB", all);
        return made && made->step ? made->step->seconds : 0;
    };
    const double one = seconds({{"data", 2}}), two = seconds({{"pipeline", 2}});
    QVERIFY(one > 0 && two > 0.7 * one && two < 1.1 * one);
}

namespace {

json experts(json more)
{
    json plan = training({{"model",
                           {{"config",
                             {{"model_type", "qwen3_moe"},
                              {"vocab_size", 32768},
                              {"hidden_size", 2048},
                              {"moe_intermediate_size", 2048},
                              {"intermediate_size", 6144},
                              {"num_hidden_layers", 8},
                              {"num_attention_heads", 16},
                              {"num_key_value_heads", 4},
                              {"head_dim", 128},
                              {"num_experts", 16},
                              {"num_experts_per_tok", 4},
                              {"decoder_sparse_step", 1}}}}},
                          {"stack", "megatron"},
                          {"autocast", "none"},
                          {"micro_batch", 4},
                          {"sequence_length", 4096},
                          {"gradient_checkpointing", false},
                          {"gradient_accumulation", 16},
                          {"parallel", {{"engine", "megatron"}, {"data", 8}, {"zero", 1}, {"expert", 8}}}});
    plan["model"].erase("preset");
    plan.merge_patch(more);
    return plan;
}

} // namespace

void TestClock::interleaved_stages_send_beside_their_work()
{
    const auto sent = [](int stages) {
        const auto made = time_on(
            "H100 SXM5 80GB", experts({{"parallel", {{"data", 2}, {"expert", 1}, {"pipeline", 4}, {"virtual_stages", stages}}}}));
        return made && made->step ? made->step->communication : 0;
    };
    QVERIFY(sent(1) > 0);
    QVERIFY(sent(2) < sent(1)); // although twice as much goes over the wire
}

void TestClock::experts_are_multiplied_in_narrow_types_too()
{
    const auto wide = time_on("B200", experts(json::object())), narrow = time_on("B200", experts({{"compute_dtype", "mxfp8"}}));
    QVERIFY(wide && narrow && wide->step && narrow->step);
    // most of the step's operations are the experts'
    QVERIFY2(narrow->step->seconds < 0.85 * wide->step->seconds,
             qPrintable(QString::number(narrow->step->seconds / wide->step->seconds)));
}

void TestClock::decoding_reads_the_weights()
{
    const auto plain = time_on("A100 SXM4 80GB", serving()),
               packed = time_on("A100 SXM4 80GB", serving({{"weights", {{"quant", "awq4"}}}}));
    QVERIFY(plain && plain->serve && packed && packed->serve);
    QVERIFY(plain->serve->decode < 2.039e12 / (2 * 7.0e9)); // no token without the matrices' bytes
    QVERIFY(plain->serve->decode > 0.4 * 2.039e12 / (2 * 7.6e9));
    QVERIFY(packed->serve->decode > 1.3 * plain->serve->decode);
    QVERIFY(plain->serve->prefill > 20 * plain->serve->decode);
}

void TestClock::more_sequences_bring_more_tokens()
{
    double before = 0;
    for (const int sequences : {1, 4, 16, 64}) {
        const auto made = time_on("A100 SXM4 80GB", serving({{"inference", {{"sequences", sequences}}}}));
        QVERIFY(made && made->serve);
        QVERIFY(made->serve->decode_total > before);
        QVERIFY(made->serve->output <= made->serve->decode_total);
        before = made->serve->decode_total;
    }
}

void TestClock::hours_follow_from_tokens()
{
    const auto made = time_on("A100 SXM4 80GB", training());
    QCOMPARE(*seconds_for_tokens(*made, 2 * made->step->tokens), 2 * made->step->seconds);
}

PLIMSOLL_TEST(TestClock)
} // namespace PLIMSOLL_FILE
#include "test_clock.moc"
