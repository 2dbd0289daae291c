// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cards/gpu_catalogue.h"
#include "core/clock/forward_work.h"
#include "core/clock/kernel_times.h"
#include "core/clock/links.h"
#include "core/clock/run_time.h"
#include "core/estimate/learned.h"
#include "core/load/load.h"
#include "core/model/extension.h"
#include "core/model/presets.h"
#include "core/plan/plan_json.h"
#include "tests/random_plan.h"
#include "tests/test_program.h"

#include <QTest>
#include <nlohmann/json.hpp>

namespace PLIMSOLL_FILE {

// Times of serving and of what lies between cards: that all matrices are counted, and by what an answer must change.

using namespace plimsoll;
using nlohmann::json;

namespace {

std::optional<RunTime> time_on(const char *card, const json &more)
{
    json plan{{"model", {{"preset", "qwen2.5-coder-7b"}}},
              {"task", "infer"},
              {"weights", {{"dtype", "bf16"}}},
              {"inference", {{"engine", "vllm"}, {"context", 4096}, {"new_tokens", 256}, {"sequences", 1}}}};
    plan.merge_patch(more);
    const auto parsed = plan_from_object(plan);
    if (!parsed) qFatal("%s", parsed.error().message().c_str());
    const auto model = load_model(parsed->plan.model);
    const CardFacts facts = find_gpu(card)->gpu->facts();
    const auto made =
        estimate(*model, parsed->plan, facts, {.timeline = false, .allocator = false, .explain = false, .time = true});
    if (!made) qFatal("%s", made.error().message().c_str());
    return time_of(*made, facts);
}

json load(const json &settings) { return {{"inference", settings}}; }

} // namespace

class TestServingTimes : public QObject {
    Q_OBJECT
private slots:
    void a_forward_has_all_matrices_of_every_preset()
    {
        int seen = 0;
        std::string off;
        for (const Preset &preset : presets()) {
            const auto model = load_model({.preset = preset.name});
            if (!model || !(*model)->decoder || (*model)->decoder->layers.empty()) continue;
            const Architecture &architecture = **model;
            const auto &more = architecture.decoder->extension;
            // what text does not reach is nobody's forward
            if (more && (!more->unreached_parts.empty() || !more->unreached_layers.empty() || more->prediction_layers > 0 ||
                         more->sequence))
                continue;
            const ForwardWork work = forward_work(*architecture.decoder);
            const double counted = work.elements() + static_cast<double>(work.embedding);
            const std::string within = architecture.decoder->prefix + ".";
            double all = 0; // of the language model
            for (const Module &module : architecture.modules)
                if ((module.name.starts_with(within) && module.name.find("vision") == std::string::npos) ||
                    module.name == architecture.output_embedding)
                    for (const Parameter &parameter : module.parameters)
                        if (!parameter.tied_to) all += static_cast<double>(parameter.elements());
            ++seen;
            if (counted < 0.97 * all || counted > 1.03 * all) off += preset.name + ": " + std::to_string(counted / all) + "; ";
        }
        QVERIFY2(off.empty(), off.c_str());
        QVERIFY2(seen > 60, qPrintable(QString::number(seen)));
    }

    void experts_beside_an_mlp_are_read_by_choice()
    {
        json config{{"model_type", "gemma4_text"},  {"vocab_size", 32768},
                    {"hidden_size", 1024},          {"intermediate_size", 2048},
                    {"num_hidden_layers", 4},       {"num_attention_heads", 8},
                    {"num_key_value_heads", 4},     {"head_dim", 128},
                    {"enable_moe_block", true},     {"num_experts", 64},
                    {"moe_intermediate_size", 512}, {"top_k_experts", 4}};
        const auto model = load_model({.config_text = config.dump()});
        QVERIFY2(model.ok(), model ? "" : model.error().message().c_str());
        const ForwardWork work = forward_work(*(*model)->decoder);
        double held = 0, of_one = 0;
        for (const ForwardMatrix &one : work.matrices) {
            held += one.elements();
            of_one += one.touched(1);
        }
        const double experts = 4.0 * 64 * 3 * 1024 * 512;
        QVERIFY(held > experts);
        QVERIFY(held - of_one > 0.9 * experts * 60 / 64);
    }

    void intervals_lie_around_the_middle()
    {
        // runs that somebody measured far from what was planned move an interval, and never to nothing
        const std::vector<const char *> cards{"A100 SXM4 80GB",  "GeForce RTX 4090",  "Tesla T4", "B200",
                                              "Instinct MI300X", "Apple M3 Max 64GB", "RTX A400", "GeForce GTX 1050 Ti"};
        std::mt19937 random(20261130);
        int trained = 0, served = 0;
        for (int i = 0; i < 160; ++i) {
            json plan = tests::random_plan(random, 1'000'000'000);
            if (plan.value("task", "train") == "infer") plan["inference"]["engine"] = i % 2 == 0 ? "transformers" : "vllm";
            const auto parsed = plan_from_object(plan);
            QVERIFY(parsed.ok());
            const auto model = load_model(parsed->plan.model);
            const Result<const Gpu *> found = [&]() -> Result<const Gpu *> {
                const auto one = find_gpu(cards[random() % cards.size()]);
                if (!one) return one.error();
                return one->gpu;
            }();
            if (!model || !found) continue;
            const CardFacts facts = (*found)->facts();
            const auto made =
                estimate(*model, parsed->plan, facts, {.timeline = false, .allocator = false, .explain = false, .time = true});
            if (!made) continue;
            for (const double ratio : {0.0, 0.1, 9.0}) {
                std::vector<LearnedRun> runs;
                if (ratio > 0)
                    for (const char *name : {"a", "b"})
                        runs.push_back({facts.name, runner_key(made->plan.plan), name, 0, 0, *name == 'a' ? ratio : 1.0});
                set_learned_runs(runs);
                const auto time = time_of(*made, facts);
                set_learned_runs({});
                if (!time) break;
                const auto holds = [](const TimeRange &range) {
                    return range.low > 0 && range.low <= 1 && range.high >= 1 && std::isfinite(range.high);
                };
                QVERIFY2(holds(time->range), plan.dump().c_str());
                if (time->step) QVERIFY2(time->step->seconds > 0 && std::isfinite(time->step->seconds), plan.dump().c_str());
                if (time->serve) {
                    QVERIFY2(holds(time->serve->prefill_range), plan.dump().c_str());
                    QVERIFY2(time->serve->output > 0 && time->serve->decode > 0 && time->serve->prefill > 0, plan.dump().c_str());
                }
                (time->step ? trained : served) += ratio > 0 ? 0 : 1;
            }
        }
        QVERIFY2(trained > 40 && served > 10, qPrintable(QString::number(trained) + " " + QString::number(served)));
    }

    void attention_that_keeps_scores_is_slower()
    {
        const json llama{{"weights", {{"quant", "Q4_K_M"}}},
                         {"inference", {{"engine", "llama.cpp"}, {"context", 16384}, {"new_tokens", 1}}}};
        json whole = llama;
        whole["inference"]["flash_attention"] = "off";
        for (const char *card : {"GeForce RTX 4090", "A100 SXM4 80GB"}) {
            const auto fast = time_on(card, llama), slow = time_on(card, whole);
            QVERIFY(fast && slow);
            QVERIFY2(slow->serve->prefill < 0.9 * fast->serve->prefill, card);
        }
    }

    void a_cache_of_8_bits_holds_and_reads_more()
    {
        const auto wide = time_on("H100 SXM5 80GB", load({{"context", 8192}, {"new_tokens", 1024}, {"sequences", 64}})),
                   narrow = time_on("H100 SXM5 80GB",
                                    load({{"context", 8192}, {"new_tokens", 1024}, {"sequences", 64}, {"kv_dtype", "fp8"}}));
        QVERIFY(narrow->serve->output > 1.2 * wide->serve->output);
    }

    /// Of every card of the catalogue: a time, or none where nobody states a rate of what is computed in (float32 on Gaudi 2).
    void no_time_is_endless()
    {
        int known = 0;
        for (const Gpu &gpu : gpu_catalogue())
            for (const char *dtype : {"fp32", "fp16", "bf16"})
                for (const char *task : {"train", "infer"}) {
                    const auto time = time_on(gpu.name.c_str(), {{"model", {{"preset", "qwen2.5-0.5b"}}},
                                                                 {"task", task},
                                                                 {"method", "full"},
                                                                 {"autocast", "none"},
                                                                 {"inference", {{"engine", "transformers"}}},
                                                                 {"weights", {{"dtype", dtype}}}});
                    if (!time) continue;
                    const double seconds = time->step ? time->step->seconds : 1 / time->serve->decode;
                    QVERIFY2(seconds > 0 && seconds < 1e6 && time->range.low > 0 && time->range.high < 100,
                             (gpu.name + ' ' + dtype + ' ' + task).c_str());
                    ++known;
                }
        QVERIFY(known > 1000);
    }
    /// Four bits for sixteen are read in a third of the time, but a kernel has a least time: Qwen2.5's documentation (speed benchmark, one
    /// sequence in vLLM on an A100) has 262 AWQ tokens a second for 312 of a 0.5B, and 52 for 22 of a 32B.
    void packed_weights_speed_up_large_models_alone()
    {
        const auto faster = [](const char *preset) {
            const json model{{"model", {{"preset", preset}}}};
            json packed = model;
            packed["weights"] = {{"dtype", "fp16"}, {"quant", "awq4"}};
            return time_on("A100 SXM4 80GB", packed)->serve->decode / time_on("A100 SXM4 80GB", model)->serve->decode;
        };
        QVERIFY(faster("qwen2.5-0.5b") < 1.1);
        QVERIFY(faster("qwen2.5-32b") > 1.8);
    }
    void prompts_and_answers_share_a_pass()
    {
        // one weight is read for both: the load gains more than the prompts' time alone would leave
        const auto made = time_on("A100 SXM4 80GB", load({{"context", 512}, {"new_tokens", 256}, {"sequences", 32}}));
        const double apart = 1 / (1 / made->serve->decode_total + 1 / made->serve->prefill);
        QVERIFY(made->serve->output > 0.9 * apart);
        QVERIFY(made->serve->output < made->serve->decode_total);
    }

    void tokens_are_as_sure_as_what_they_wait_for()
    {
        const auto width = [](const TimeRange &range) { return range.high / range.low; };
        // one token behind a long prompt is its reading; a long answer to a short prompt is generation
        const RunTime read = *time_on("A100 SXM4 80GB", load({{"context", 8193}, {"new_tokens", 1}}));
        const RunTime written = *time_on("A100 SXM4 80GB", load({{"context", 2064}, {"new_tokens", 2048}}));
        QVERIFY(width(read.serve->output_range) > 0.95 * width(read.serve->prefill_range));
        QVERIFY(width(written.serve->output_range) < 1.05 * width(written.range));
        QVERIFY(width(written.serve->prefill_range) > 1.3 * width(written.range));
        const RunTime many = *time_on("A100 SXM4 80GB", load({{"context", 2064}, {"new_tokens", 2048}, {"sequences", 32}}));
        QVERIFY(width(many.serve->output_range) > 1.2 * width(written.serve->output_range));
    }

    void copies_share_the_load()
    {
        const json one{{"target", {{"gpus", {"A100 SXM4 80GB"}}}}, {"inference", {{"sequences", 16}}}};
        json four = one, shared = one;
        four["target"]["gpus"] = {"A100 SXM4 80GB:4"};
        shared["target"]["gpus"] = {"A100 SXM4 80GB:4"};
        shared["parallel"] = {{"data", 4}};
        const double alone = time_on("A100 SXM4 80GB", one)->serve->output, all = time_on("A100 SXM4 80GB", four)->serve->output,
                     divided = time_on("A100 SXM4 80GB", shared)->serve->output;
        QCOMPARE(all, alone);                                  // one start is of one copy, on one card
        QVERIFY(divided > 1.5 * alone && divided < 4 * alone); // sixteen among four
    }

    void a_bridge_is_not_assumed()
    {
        for (const char *card : {"GeForce RTX 3090", "RTX A6000"}) {
            const CardSpeed speed = *speed_of(card);
            QVERIFY2(group_speed(speed, 2, {8}, false).bandwidth < speed.bus, card);
            QVERIFY2(group_speed(speed, 2, {8}, false).guessed, card);
        }
        QVERIFY(group_speed(*speed_of("H100 NVL 94GB"), 2, {8}, false).bandwidth > speed_of("H100 NVL 94GB")->bus);
    }

    void a_card_that_nobody_measured_is_like_its_class()
    {
        const auto step = [](const char *card) {
            json plan{{"model", {{"preset", "qwen2.5-coder-7b"}}},
                      {"task", "train"},
                      {"stack", "pytorch"},
                      {"method", "full"},
                      {"micro_batch", 4},
                      {"sequence_length", 8192},
                      {"weights", {{"dtype", "bf16"}}},
                      {"compute_dtype", "mxfp8"}};
            plan["inference"] = nullptr;
            return time_on(card, plan)->step->seconds;
        };
        QVERIFY(step("GB300 (per GPU)") <= step("GB200 (per GPU)"));
    }

    /// Seconds of a GRPO step's completions, by an engine beside the training or by the model itself.
    void a_step_has_the_seconds_of_its_completions_data()
    {
        QTest::addColumn<QByteArray>("engine");
        QTest::newRow("vllm") << QByteArray("vllm");
        QTest::newRow("transformers") << QByteArray("transformers");
    }
    void a_step_has_the_seconds_of_its_completions()
    {
        QFETCH(QByteArray, engine);
        const auto made = [&](const json &more) {
            json plan{{"model", {{"preset", "qwen2.5-1.5b"}}},
                      {"task", "train"},
                      {"stack", "trl"},
                      {"objective", "grpo"},
                      {"method", "lora"},
                      {"micro_batch", 4},
                      {"rollout",
                       {{"engine", engine.toStdString()},
                        {"prompt_length", 128},
                        {"completion_length", 512},
                        {"sleep", 2},
                        {"generations", 4},
                        {"max_model_length", 2048}}},
                      {"inference", nullptr}};
            plan.merge_patch(more);
            return *time_on("A100 SXM4 80GB", plan);
        };
        const auto generating = [](const RunTime &time) {
            double out = 0;
            for (const PhaseTime &one : time.step->phases)
                if (one.phase == Phase::generate) out += one.seconds;
            return out;
        };
        const auto with = [&](const json &rollout) { return generating(made({{"rollout", rollout}})); };
        const double once = with(json::object());
        QVERIFY(once > 0.5);
        QVERIFY(std::abs(with({{"completion_length", 1024}}) / once - 2) < 0.2);
        QVERIFY(std::abs(with({{"iterations", 2}}) / once - 0.5) < 0.01); // trained on twice
        const double wider = generating(made({{"micro_batch", 8}}));      // at once, as few tokens each
        QVERIFY(wider >= once && wider < 1.3 * once);
        const RunTime whole = made(json::object());
        double all = 0;
        for (const PhaseTime &one : whole.step->phases) all += one.seconds;
        QVERIFY(std::abs(all / whole.step->seconds - 1) < 1e-6);
    }

    /// TRL 1.16, grpo_trainer.py _generate_and_score_completions and _compute_loss; dpo_trainer.py _compute_loss, whose reference
    /// answers behind the policy's forward.
    void phases_are_told_in_the_order_in_which_they_run()
    {
        const auto told = [](const json &more) {
            json plan{{"model", {{"preset", "qwen2.5-1.5b"}}},
                      {"task", "train"},
                      {"stack", "trl"},
                      {"method", "lora"},
                      {"inference", nullptr}};
            plan.merge_patch(more);
            const std::optional<RunTime> time = time_on("A100 SXM4 80GB", plan);
            std::vector<Phase> out;
            for (const PhaseTime &one : time->step->phases) out.push_back(one.phase);
            return out;
        };
        using enum Phase;
        const json made{{"prompt_length", 128}, {"completion_length", 256}, {"beta", 0.1}};
        json by_engine = made;
        by_engine.update({{"engine", "vllm"}, {"sleep", 2}, {"max_model_length", 2048}});
        const std::vector<Phase> rolled{generate,  old_log_probs, reference, forward,       loss,
                                        objective, loss_backward, backward,  optimizer_step};
        QCOMPARE(told({{"objective", "grpo"}, {"rollout", by_engine}}), rolled);
        const std::vector<Phase> preferred{forward, loss, reference, objective, loss_backward, backward, optimizer_step};
        QCOMPARE(told({{"objective", "dpo"}}), preferred);
        const std::vector<Phase> plain{forward, loss, loss_backward, backward, optimizer_step};
        QCOMPARE(told({{"objective", "sft"}}), plain);
    }

    /// What is preferred and what is not are both read.
    void both_rows_of_a_pair_have_tokens()
    {
        const auto tokens = [](const char *objective) {
            return time_on("A100 SXM4 80GB", {{"model", {{"preset", "qwen2.5-1.5b"}}},
                                              {"task", "train"},
                                              {"stack", "trl"},
                                              {"objective", objective},
                                              {"method", "lora"},
                                              {"micro_batch", 2},
                                              {"sequence_length", 512},
                                              {"inference", nullptr}})
                ->step->tokens;
        };
        QCOMPARE(tokens("sft"), 2.0 * 512);
        QCOMPARE(tokens("kto"), 2.0 * 512);
        QCOMPARE(tokens("dpo"), 4.0 * 512);
    }

    /// AgileRL steps behind each pass, and its step is all completions of one prompt.
    void rows_of_one_prompt_are_a_step()
    {
        const RunTime time = *time_on("A100 SXM4 80GB", {{"model", {{"preset", "qwen2.5-1.5b"}}},
                                                         {"task", "train"},
                                                         {"stack", "agilerl"},
                                                         {"objective", "grpo"},
                                                         {"method", "lora"},
                                                         {"micro_batch", 2},
                                                         {"sequence_length", 512},
                                                         {"rollout", {{"generations", 16}}},
                                                         {"inference", nullptr}});
        QCOMPARE(time.step->tokens, 16.0 * 512);
    }

    /// The same generate() waits for the same host, whoever calls it; adapters are further modules.
    void completions_take_as_long_in_training_as_alone()
    {
        const json model{{"model", {{"preset", "qwen2.5-1.5b"}}}};
        json alone = model, trained = model;
        alone.update({{"inference", {{"engine", "transformers"}, {"context", 512}, {"new_tokens", 256}, {"sequences", 8}}}});
        trained.update({{"task", "train"},
                        {"stack", "trl"},
                        {"objective", "grpo"},
                        {"method", "full"},
                        {"micro_batch", 8},
                        {"rollout", {{"prompt_length", 256}, {"completion_length", 256}, {"generations", 8}}},
                        {"inference", nullptr}});
        const auto generating = [](const json &plan) {
            const RunTime time = *time_on("H100 SXM5 80GB", plan);
            return std::ranges::find(time.step->phases, Phase::generate, &PhaseTime::phase)->seconds;
        };
        const double by_itself = 256 / time_on("H100 SXM5 80GB", alone)->serve->decode, full = generating(trained);
        QVERIFY2(std::abs(full / by_itself - 1) < 0.15, qPrintable(QString::number(full / by_itself)));
        trained["method"] = "lora";
        QVERIFY(generating(trained) > 1.1 * full && generating(trained) < 2 * full);
    }

    void servers_of_hopper_and_blackwell_attend_by_cudnn()
    {
        const auto step = [](const char *card, const char *attention, const char *torch) {
            json plan{{"model", {{"preset", "qwen2.5-coder-7b"}}},
                      {"stack", "pytorch"},
                      {"method", "full"},
                      {"micro_batch", 1},
                      {"sequence_length", 16384},
                      {"attention", attention},
                      {"weights", {{"dtype", "bf16"}}},
                      {"gradient_checkpointing", true},
                      {"task", "train"},
                      {"libraries", {{"torch", torch}}}};
            plan["inference"] = nullptr;
            return time_on(card, plan)->step->seconds;
        };
        for (const char *card : {"H100 SXM5 80GB", "B200"}) {
            QVERIFY2(step(card, "sdpa", "2.15.0") < 0.95 * step(card, "sdpa", "2.9.0"), card);
            QVERIFY2(std::abs(step(card, "sdpa", "2.9.0") / step(card, "flash2", "2.9.0") - 1) < 0.05, card);
        }
        QVERIFY(std::abs(step("A100 SXM4 80GB", "sdpa", "2.15.0") / step("A100 SXM4 80GB", "sdpa", "2.9.0") - 1) < 0.02);
    }
};

PLIMSOLL_TEST(TestServingTimes)
} // namespace PLIMSOLL_FILE
#include "test_serving_times.moc"
