// SPDX-License-Identifier: GPL-3.0-or-later
// What engines make of a command that names a model and nothing else: which length they take, what they refuse, and what options
// that bound a cache do. Lengths are the engines' own rules on configurations as they are published, not figures of the planner.
#include "core/engines/engines.h"
#include "core/estimate/estimate.h"
#include "core/load/load.h"
#include "core/plan/names.h"
#include "core/resolve/resolve.h"
#include "tests/test_program.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using nlohmann::json;

namespace {

/// A small LLaMA with `more` in its configuration.
ArchitectureRef model_with(const json &more)
{
    json config{{"model_type", "llama"},
                {"architectures", {"LlamaForCausalLM"}},
                {"hidden_size", 512},
                {"intermediate_size", 1024},
                {"num_hidden_layers", 4},
                {"num_attention_heads", 8},
                {"num_key_value_heads", 2},
                {"vocab_size", 32000},
                {"max_position_embeddings", 32768},
                {"tie_word_embeddings", false}};
    config.update(more);
    const Result<ArchitectureRef> model = architecture_from_config(config.dump(), "inline");
    return model ? *model : nullptr;
}

/// LLaMA 3.1's of 8B: 131,072 bytes of keys and values a token.
ArchitectureRef llama_8b()
{
    return model_with({{"hidden_size", 4096},
                       {"intermediate_size", 14336},
                       {"num_hidden_layers", 32},
                       {"num_attention_heads", 32},
                       {"num_key_value_heads", 8},
                       {"vocab_size", 128256},
                       {"torch_dtype", "bfloat16"},
                       {"max_position_embeddings", 131072},
                       {"rope_scaling",
                        {{"rope_type", "llama3"},
                         {"factor", 8.0},
                         {"low_freq_factor", 1.0},
                         {"high_freq_factor", 4.0},
                         {"original_max_position_embeddings", 8192}}}});
}

Plan plan_of(std::string_view engine)
{
    Plan plan;
    plan.task = Task::infer;
    plan.inference.engine = *plan_enum<Engine>(engine);
    plan.given = {"task", "inference.engine"};
    return plan;
}

CardFacts rtx_4090()
{
    CardFacts card{"NVIDIA GeForce RTX 4090", 8, 9, 128};
    card.memory = 25'256'722'432;
    return card;
}

Count context_of(const Plan &plan, const ArchitectureRef &model)
{
    const Result<ResolvedPlan> resolved = resolve(plan, *model, rtx_4090());
    return resolved ? resolved->plan.inference.context : -1;
}

bool says(const std::vector<Warning> &warnings, std::string_view code, std::string_view part = {})
{
    return std::ranges::any_of(
        warnings, [&](const Warning &warning) { return warning.code == code && warning.text.find(part) != std::string::npos; });
}

} // namespace

class TestEngineLengths : public QObject {
    Q_OBJECT

private slots:
    void the_models_own_by_each_engines_rule_data()
    {
        QTest::addColumn<QString>("more");
        QTest::addColumn<qint64>("vllm");
        QTest::addColumn<qint64>("sglang");
        QTest::addColumn<qint64>("tensorrt");
        const auto row = [](const char *name, const char *more, qint64 vllm, qint64 sglang, qint64 tensorrt) {
            QTest::newRow(name) << QString(more) << vllm << sglang << tensorrt;
        };
        row("plain", "{}", 32768, 32768, 32768);
        row("a window bounds nothing", R"({"model_type":"mistral","architectures":["MistralForCausalLM"],"sliding_window":4096})",
            32768, 32768, 32768);
        row("llama3 is scaled already",
            R"({"max_position_embeddings":131072,"rope_scaling":{"rope_type":"llama3","factor":8.0,"low_freq_factor":1.0,"high_freq_factor":4.0,"original_max_position_embeddings":8192}})",
            131072, 131072, 131072);
        row("yarn beside the old length",
            R"({"rope_scaling":{"type":"yarn","factor":4.0,"original_max_position_embeddings":32768}})", 131072, 32768, 32768);
        row("yarn beside the new length",
            R"({"max_position_embeddings":163840,"rope_scaling":{"type":"yarn","factor":40,"original_max_position_embeddings":4096}})",
            163840, 163840, 163840);
        row("linear", R"({"max_position_embeddings":4096,"rope_scaling":{"type":"linear","factor":2.0}})", 8192, 8192, 8192);
        row("dynamic", R"({"rope_scaling":{"type":"dynamic","factor":2.0}})", 65536, 65536, 65536);
        row("longrope starts short",
            R"({"max_position_embeddings":131072,"original_max_position_embeddings":4096,"rope_scaling":{"type":"longrope","short_factor":[1.0],"long_factor":[1.0]}})",
            4096, 131072, 131072);
        row("model_max_length goes first", R"({"max_position_embeddings":8192,"model_max_length":131072})", 131072, 131072, 8192);
        row("the shorter of two", R"({"seq_length":8192})", 8192, 8192, 32768);
    }
    void the_models_own_by_each_engines_rule()
    {
        QFETCH(QString, more);
        QFETCH(qint64, vllm);
        QFETCH(qint64, sglang);
        QFETCH(qint64, tensorrt);
        const ArchitectureRef model = model_with(json::parse(more.toStdString()));
        QVERIFY(model);
        QCOMPARE(context_of(plan_of("vllm"), model), Count{vllm});
        QCOMPARE(context_of(plan_of("sglang"), model), Count{sglang});
        QCOMPARE(context_of(plan_of("tensorrt-llm"), model), Count{tensorrt});
    }

    void of_pictures_the_language_models()
    {
        const ArchitectureRef model = model_with({{"model_type", "llava"},
                                                  {"architectures", {"LlavaForConditionalGeneration"}},
                                                  {"text_config",
                                                   {{"model_type", "llama"},
                                                    {"hidden_size", 512},
                                                    {"intermediate_size", 1024},
                                                    {"num_hidden_layers", 2},
                                                    {"num_attention_heads", 8},
                                                    {"vocab_size", 32064},
                                                    {"max_position_embeddings", 4096},
                                                    {"rope_scaling", {{"type", "linear"}, {"factor", 4.0}}}}},
                                                  {"vision_config", {{"model_type", "clip_vision_model"}}}});
        QVERIFY(model);
        QCOMPARE(context_of(plan_of("vllm"), model), Count{16384});
    }

    void is_said_with_its_source()
    {
        const Result<ResolvedPlan> resolved = resolve(plan_of("vllm"), *llama_8b(), rtx_4090());
        QVERIFY(resolved.ok());
        const auto line = std::ranges::find_if(
            resolved->assumptions, [](const std::string &text) { return text.starts_with("inference.context: 131072 — "); });
        QVERIFY(line != resolved->assumptions.end());
        QVERIFY(line->find("_get_and_verify_max_len") != std::string::npos);
        QVERIFY(says(resolved->warnings, "context_not_stated", "131,072"));
        QVERIFY(says(resolved->warnings, "context_not_stated", "16.0 GiB"));
        QVERIFY(says(resolved->warnings, "context_not_stated", "0.50 GiB"));
    }

    void by_hand_the_planners_own_is_said_with_both_figures()
    {
        const Result<ResolvedPlan> resolved = resolve(plan_of("transformers"), *llama_8b(), rtx_4090());
        QVERIFY(resolved.ok());
        QCOMPARE(resolved->plan.inference.context, Count{4096});
        QVERIFY(says(resolved->warnings, "context_not_stated", "4,096"));
        QVERIFY(says(resolved->warnings, "context_not_stated", "131,072"));
        Plan stated = plan_of("transformers");
        stated.given.insert("inference.context");
        QVERIFY(!says(resolve(stated, *llama_8b(), rtx_4090())->warnings, "context_not_stated"));
    }

    void a_bare_command_does_not_start_where_one_request_does_not_fit()
    {
        const Result<Estimate> made = estimate(llama_8b(), plan_of("vllm"), rtx_4090());
        QVERIFY(made.ok());
        const EngineStart &start = made->fullest().engine->start;
        QVERIFY(start.refuses);
        QVERIFY(start.refuses->text.starts_with(
            "To serve at least one request with the model's max seq len (131072), (16.0 GiB KV cache is needed"));
        QVERIFY(start.max_context > 20000 && start.max_context < 60000);
        Plan shorter = plan_of("vllm");
        shorter.inference.context = start.max_context;
        shorter.given.insert("inference.context");
        QVERIFY(!estimate(llama_8b(), shorter, rtx_4090())->fullest().engine->start.refuses);
    }

    void auto_takes_what_the_cache_holds()
    {
        Plan plan = plan_of("vllm");
        plan.inference.fit = true;
        plan.given.insert("inference.fit");
        const Result<Estimate> made = estimate(llama_8b(), plan, rtx_4090());
        QVERIFY(made.ok());
        const EngineStart &start = made->fullest().engine->start;
        QVERIFY(!start.refuses);
        QVERIFY(start.context);
        QCOMPARE(made->plan.plan.inference.context, *start.context);
        QVERIFY(start.max_concurrency >= 1 && start.max_concurrency < 1.01);
        QVERIFY(std::ranges::any_of(start.log, [](const std::string &line) {
            return line.starts_with("Auto-fit max_model_len: reduced from 131072 to ");
        }));
    }

    void engines_that_lower_their_length_say_so()
    {
        for (const char *engine : {"tgi", "tensorrt-llm"}) {
            const Result<Estimate> made = estimate(llama_8b(), plan_of(engine), rtx_4090());
            QVERIFY(made.ok());
            const EngineStart &start = made->fullest().engine->start;
            QVERIFY(!start.refuses);
            QVERIFY(start.context && *start.context < 131072);
            QCOMPARE(made->plan.plan.inference.context, *start.context);
        }
    }

    void a_length_beyond_the_models_own_is_refused()
    {
        for (const char *engine : {"vllm", "sglang"}) {
            Plan plan = plan_of(engine);
            plan.inference.context = 200000;
            plan.given.insert("inference.context");
            const Result<Estimate> made = estimate(llama_8b(), plan, rtx_4090());
            QVERIFY(made.ok());
            QVERIFY(made->fullest().engine->start.refuses);
            QVERIFY(made->fullest().engine->start.refuses->text.find("greater than the derived") != std::string::npos);
            plan.inference.fit = false; // the engine was told to take it
            plan.given.insert("inference.fit");
            const Result<Estimate> told = estimate(llama_8b(), plan, rtx_4090());
            QVERIFY(told.ok());
            const std::optional<Error> &other = told->fullest().engine->start.refuses;
            QVERIFY(!other || other->text.find("greater than the derived") == std::string::npos);
        }
    }

    void bytes_of_a_cache_go_before_the_share()
    {
        Plan plan = plan_of("vllm");
        plan.inference.context = 8192;
        plan.inference.kv_cache_memory_bytes = 2 * gib;
        plan.inference.gpu_memory_utilization = 0.5; // less than the weights
        plan.given.insert({"inference.context", "inference.kv_cache_memory_bytes", "inference.gpu_memory_utilization"});
        const Result<Estimate> made = estimate(llama_8b(), plan, rtx_4090());
        QVERIFY(made.ok());
        const EngineStart &start = made->fullest().engine->start;
        QVERIFY(!start.refuses);
        QCOMPARE(start.tokens, Count{16384}); // 2 GiB of 131,072 bytes a token
        QVERIFY(says(made->warnings, "no_effect", "inference.gpu_memory_utilization"));
        plan.inference.kv_cache_memory_bytes = 20 * gib; // beside 15 GiB of weights
        QVERIFY(estimate(llama_8b(), plan, rtx_4090())->fullest().engine->start.refuses);
    }

    void blocks_of_a_cache_go_before_both()
    {
        Plan plan = plan_of("vllm");
        plan.inference.context = 4096;
        plan.inference.num_gpu_blocks_override = 1000;
        plan.given.insert({"inference.context", "inference.num_gpu_blocks_override"});
        const Result<Estimate> made = estimate(llama_8b(), plan, rtx_4090());
        QVERIFY(made.ok());
        QCOMPARE(made->fullest().engine->start.blocks, Count{1000});
        QCOMPARE(made->fullest().engine->start.tokens, Count{16000});
    }

    void weights_that_stay_with_the_host_leave_their_room_to_the_cache()
    {
        for (const char *engine : {"vllm", "sglang"}) {
            Plan plan = plan_of(engine);
            plan.inference.context = 8192;
            plan.given.insert("inference.context");
            const Result<Estimate> whole = estimate(llama_8b(), plan, rtx_4090());
            plan.inference.cpu_offload_bytes = 4 * gib;
            plan.given.insert("inference.cpu_offload_bytes");
            const Result<Estimate> part = estimate(llama_8b(), plan, rtx_4090());
            QVERIFY(whole.ok() && part.ok());
            const EngineStart &before = whole->fullest().engine->start, &after = part->fullest().engine->start;
            constexpr Bytes largest = Bytes{2} * 28672 * 4096; // gate and up together: it may begin below the bound
            QVERIFY(after.host >= 4 * gib && after.host < 4 * gib + largest);
            QVERIFY(std::abs(before.weights - after.weights - after.host) < 40 * mib); // of the allocator's segments
            QVERIFY(after.tokens > before.tokens + (after.host - largest) / 131'072);
            QVERIFY(says(part->warnings, "weights_on_host", "--cpu-offload-gb"));
        }
    }

    void more_than_all_layers_stays_with_the_host()
    {
        Plan plan = plan_of("vllm");
        plan.inference.context = 8192;
        plan.inference.cpu_offload_bytes = 100 * gib;
        plan.given.insert({"inference.context", "inference.cpu_offload_bytes"});
        const Result<Estimate> made = estimate(llama_8b(), plan, rtx_4090());
        QVERIFY(made.ok());
        constexpr Bytes ends = Bytes{2} * 128'256 * 4096 * 2; // embedding and head in 16 bits
        const Bytes on_card = made->fullest().engine->start.weights;
        QVERIFY(on_card >= ends && on_card < ends + 256 * mib); // rotary tables beside them
    }

    void tokens_of_a_cache_are_sglangs_at_most()
    {
        Plan plan = plan_of("sglang");
        plan.inference.context = 4096;
        plan.inference.max_total_tokens = 8192;
        plan.given.insert({"inference.context", "inference.max_total_tokens"});
        const Result<Estimate> made = estimate(llama_8b(), plan, rtx_4090());
        QVERIFY(made.ok());
        QCOMPARE(made->fullest().engine->start.tokens, Count{8192});
        plan.inference.max_total_tokens = 100'000'000; // more than the card holds
        QVERIFY(estimate(llama_8b(), plan, rtx_4090())->fullest().engine->start.tokens < 1'000'000);
    }
};

PLIMSOLL_TEST(TestEngineLengths)
} // namespace PLIMSOLL_FILE
#include "test_engine_lengths.moc"
