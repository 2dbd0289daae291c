// SPDX-License-Identifier: GPL-3.0-or-later
// What vLLM puts beside weights and cache: places for adapters, and what drafts tokens. Figures are those of the real 0.33.0, run on a
// driver without a card.
#include "core/model/config/config_json.h"
#include "tests/core/serving/vllm_questions.h"
#include "tests/test_program.h"

#include <QTest>

#include <fstream>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace plimsoll::vllm_tests;

namespace {

constexpr auto llama = "meta-llama__Meta-Llama-3.1-8B.json";

Question asked(const char *config, Count batch = 8192, Count requests = 64, Count tensor = 1, const char *card = "h100")
{
    return Question({{"config", config},
                     {"card", card},
                     {"total", 200'000'000'000},
                     {"release", "0.33.0"},
                     {"settings",
                      {{"context", 8192},
                       {"tensor", tensor},
                       {"max_num_seqs", requests},
                       {"max_num_batched_tokens", batch},
                       {"enforce_eager", true}}}});
}

void change(Question &question, const json &keys)
{
    std::ifstream file(fixtures / "configs" / question.model->source);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    json config = parse_config_json(text, question.model->source).value(); // with Python's bare Infinity
    config.update(keys);
    question.model = *architecture_from_config(config.dump(), question.model->source);
}

void draft_with(Question &question, SpeculativeMethod method, Count tokens, const ArchitectureRef &model = nullptr)
{
    question.settings.speculative.method = method;
    question.settings.speculative.tokens = tokens;
    auto both = std::make_shared<Architecture>(*question.model);
    both->assistant = model;
    question.model = both;
}

LoraSlots places(Count loras, Count rank, bool sharded = false)
{
    LoraSlots out;
    out.max_loras = loras;
    out.max_rank = rank;
    out.fully_sharded = sharded;
    return out;
}

/// Within a part of it, or within `bytes`: what the allocator rounds.
bool near(Bytes got, Bytes wanted, double part, Bytes bytes = 0)
{
    const double most = std::max(part * static_cast<double>(wanted), static_cast<double>(bytes));
    const bool fits = std::abs(static_cast<double>(got - wanted)) <= most;
    if (!fits) qWarning("%lld for %lld", static_cast<long long>(got), static_cast<long long>(wanted));
    return fits;
}

Bytes beside(const Question &with, const Question &without) { return with.ask()->weights - without.ask()->weights; }

ArchitectureRef eagle3_head()
{
    const json config{{"model_type", "llama"},     {"architectures", {"LlamaForCausalLMEagle3"}},
                      {"hidden_size", 4096},       {"intermediate_size", 14336},
                      {"num_hidden_layers", 1},    {"num_attention_heads", 32},
                      {"num_key_value_heads", 8},  {"vocab_size", 128256},
                      {"draft_vocab_size", 32000}, {"tie_word_embeddings", false}};
    return *architecture_from_config(config.dump(), "inline");
}

} // namespace

class TestEngineResidents : public QObject {
    Q_OBJECT

private slots:
    void places_for_adapters()
    {
        struct Row {
            const char *config;
            Count loras, rank, tensor;
            bool sharded;
            Bytes wanted; ///< of the places
        };
        for (const Row &row :
             {Row{"Qwen__Qwen2.5-0.5B.json", 4, 32, 1, false, 140'771'328},
              Row{"Qwen__Qwen2.5-7B.json", 1, 256, 1, false, 1'291'845'632},
              Row{"Qwen__Qwen2.5-7B.json", 4, 64, 2, true, 645'922'816}, Row{llama, 4, 64, 1, false, 1'477'705'728},
              Row{llama, 4, 64, 2, false, 1'041'498'112}, Row{llama, 4, 64, 2, true, 806'617'088},
              Row{"Qwen__Qwen3-30B-A3B.json", 1, 8, 1, false, 850'440'192},
              Row{"Qwen__Qwen3-30B-A3B.json", 2, 16, 2, false, 2'934'620'160}}) {
            const Question without = asked(row.config, 8192, 64, row.tensor);
            Question with = without;
            with.settings.lora = places(row.loras, row.rank, row.sharded);
            QVERIFY2(near(beside(with, without), row.wanted, 0.02, 36 * mib), row.config);
        }
    }

    void ranks_that_the_engine_has()
    {
        Question question = asked("Qwen__Qwen2.5-0.5B.json");
        question.settings.lora = places(1, 24);
        QCOMPARE(question.ask()->refuses->field, std::string("inference.lora.max_rank"));
    }

    void places_of_named_modules_in_the_models_type()
    {
        const Question without = asked("Qwen__Qwen3-30B-A3B.json", 4096);
        Question with = without;
        with.settings.lora = places(2, 16);
        with.settings.lora.targets = {"q_proj", "k_proj", "v_proj", "o_proj"};
        QVERIFY(near(beside(with, without), 53'678'592, 0.02, 4 * mib));
        with.settings.lora.dtype = "bf16";
        QVERIFY(!with.ask()->refuses);
        with.settings.lora.dtype = "fp16";
        QCOMPARE(with.ask()->refuses->field, std::string("inference.lora.dtype"));
    }

    void pictures_as_many_as_are_allowed()
    {
        struct Row {
            const char *config;
            ServedPictures served;
            double activation, weights; ///< MiB
        };
        ServedPictures one;
        one.images = 1;
        one.videos = 0;
        ServedPictures small = one, film = one, none = one, alone = one, unprofiled = one, crops;
        small.max_pixels = film.max_pixels = 1003520;
        film.videos = 1;
        none.images = 0;
        alone.language_model_only = true;
        unprofiled.profile = false;
        crops.images = 1;
        crops.pan_and_scan = true;
        constexpr auto qwen2 = "Qwen__Qwen2.5-VL-7B-Instruct.json", gemma = "google__gemma-3-4b-it.json";
        for (const Row &row :
             {Row{qwen2, {}, 3693.5, 16048.0}, Row{qwen2, one, 1847.3, 16048.0}, Row{qwen2, film, 1123, 16048.0},
              Row{qwen2, none, 1111, 14750.7}, Row{qwen2, alone, 1111, 14750.7}, Row{qwen2, unprofiled, 1055, 16048.0},
              Row{gemma, crops, 3237, 8819.0}, Row{gemma, none, 679, 8006.8}}) {
            Question question = asked(row.config);
            question.plan.inference.context = 32768;
            question.settings.images = row.served;
            const Result<EngineStart> start = question.ask();
            QVERIFY2(near(start->activation, static_cast<Bytes>(row.activation * mib), 0.03), row.config);
            QVERIFY2(near(start->weights, static_cast<Bytes>(row.weights * mib), 0.002), row.config);
        }
        Question question = asked("Qwen__Qwen3-VL-4B-Instruct.json");
        question.settings.images = small;
        QVERIFY(near(question.ask()->activation, static_cast<Bytes>(911.8 * mib), 0.03));
    }

    void what_stays_on_the_card_asleep()
    {
        Question question = asked("Qwen__Qwen2.5-7B.json");
        QVERIFY(!question.ask()->asleep);
        question.settings.sleep.level = 1;
        const Bytes weights = question.ask()->weights;
        QCOMPARE(question.ask()->asleep, std::optional<Bytes>(34 * mib));
        QVERIFY(near(question.ask()->asleep_host, weights, 0.01));
        question.settings.sleep.level = 2;
        QCOMPARE(question.ask()->asleep, std::optional<Bytes>(34 * mib)); // the same
        QCOMPARE(question.ask()->asleep_host, 2 * mib);
        question.settings.lora = places(4, 64);
        QVERIFY(near(question.ask()->asleep_host, 1298 * mib, 0.05)); // adapters outlast it
    }

    /// v1/worker/gpu_model_runner.py, inputs_embeds: max_num_batched_tokens × hidden_size in 16 bits, of models of text too.
    /// memory_profiling measures from where it stands; determine_available_memory before 0.10 did not. config/vllm.py says whose it is.
    void the_earlier_runner_holds_a_batch_that_its_budget_does_not_see()
    {
        constexpr Bytes table = 65536 * 3584 * 2, indices = 65536 * 50;
        const auto started = [](const char *config, const char *release, int sleep = 0) {
            Question question = asked(config, 65536);
            question.plan.libraries = {{"vllm", release}};
            question.settings.sleep.level = sleep;
            return *question.ask();
        };
        const char *const qwen = "Qwen__Qwen2.5-7B.json";
        for (const char *release : {"0.10.0", "0.11.0", "0.20.0", "0.21.0", "0.22.0", "0.23.0", "0.24.0"})
            QVERIFY2(near(started(qwen, release).unseen, table + indices, 0.001), release);
        for (const char *release : {"0.7.0", "0.9.0", "0.25.0", "0.29.0", "0.33.0"})
            QCOMPARE(started(qwen, release).unseen, Bytes(0));
        for (const auto &[release, seen] : {std::pair{"0.22.0", false}, std::pair{"0.23.0", true}, std::pair{"0.24.0", true}})
            QCOMPARE(started(llama, release).unseen == 0, seen);
        const char *const experts = "Qwen__Qwen3-30B-A3B.json"; // Qwen3MoeForCausalLM is on no list
        QVERIFY(started(experts, "0.28.0").unseen > 0);
        QCOMPARE(started(experts, "0.29.0").unseen, Bytes(0));
        const EngineStart whole = started(qwen, "0.9.0"), apart = started(qwen, "0.10.0");
        QVERIFY(near(whole.activation - apart.activation, table + indices, 0.001));
        QVERIFY(near(apart.kv_cache - whole.kv_cache, table + indices, 0.01));
        const Bytes later = started(qwen, "0.25.0", 1).asleep.value();
        QVERIFY(near(started(qwen, "0.24.0", 1).asleep.value() - later, table + indices, 0.01)); // its weights leave, they stay
    }

    void processed_probabilities_keep_a_table()
    {
        Question question = asked("Qwen__Qwen2.5-0.5B.json", 4096, 64, 1, "a100-80");
        const Result<EngineStart> raw = question.ask();
        question.settings.logprobs_mode = "processed_logprobs";
        QVERIFY(near(raw->activation - question.ask()->activation, Bytes{64} * 151936 * 4, 0.05));
    }

    void a_model_that_drafts()
    {
        const Question without = asked(llama, 8192, 128);
        Question with = without;
        draft_with(with, SpeculativeMethod::draft_model, 5, Question::model_of("meta-llama__Llama-3.2-1B-Instruct.json"));
        QVERIFY(near(beside(with, without), 2'489'487'360, 0.005));
        QCOMPARE(without.ask()->pool.block_bytes, Bytes{2'097'152});
        QCOMPARE(with.ask()->pool.block_bytes, Bytes{2'621'440}); // its layers share the pool
        QVERIFY(with.ask()->left_out.empty());
        QVERIFY(near(with.ask()->activation, 855 * mib, 0.02)); // a place of each request is the drafter's
        const Bytes greedy = with.ask()->buffers;
        with.settings.speculative.samples = "probabilistic";
        QVERIFY(near(with.ask()->buffers - greedy, Bytes{128} * 5 * 128256 * 2, 0.01));
        draft_with(with, SpeculativeMethod::draft_model, 5, Question::model_of("Qwen__Qwen3-0.6B.json"));
        QVERIFY(with.ask()->refuses); // another vocabulary
    }

    void a_head_on_the_models_states()
    {
        for (const auto &[tensor, wanted] : {std::pair<Count, Bytes>{1, 851'734'528}, {2, 478'441'472}}) {
            const Question without = asked(llama, 8192, 128, tensor);
            Question with = without;
            draft_with(with, SpeculativeMethod::eagle3, 3, eagle3_head());
            QVERIFY(near(beside(with, without), wanted, 0.01));
            QCOMPARE(with.ask()->pool.block_bytes, 2'162'688 / tensor);
        }
        const Question without = asked(llama, 8192, 128);
        Question with = without;
        draft_with(with, SpeculativeMethod::eagle3, 3, eagle3_head());
        QVERIFY(near(with.ask()->activation, 1'240'471'552, 0.03)); // its pass is the largest
        Question two = asked(llama, 8192, 128, 2);
        draft_with(two, SpeculativeMethod::eagle3, 3, eagle3_head());
        QVERIFY(near(two.ask()->activation, 590 * mib, 0.03)); // the states of three layers stay
    }

    void layers_of_the_models_own()
    {
        // of 12 layers 3 attend: one more, and every group is padded to four
        Question without = asked("Qwen__Qwen3-Next-80B-A3B-Instruct.json", 4096, 128, 1, "h200");
        change(without, {{"num_hidden_layers", 12}});
        Question with = without;
        draft_with(with, SpeculativeMethod::mtp, 3);
        QVERIFY(near(beside(with, without), 3'300'944'896, 0.01));
        QCOMPARE(without.ask()->pool.block_bytes, Bytes{3'538'944});
        QCOMPARE(with.ask()->pool.block_bytes, Bytes{4'718'592});
        QVERIFY(near(with.ask()->activation, 336 * mib, 0.05));
    }

    void a_model_without_layers_that_predict_is_refused()
    {
        const std::string unsupported = "Unsupported speculative method: 'mtp'";
        const auto refused = [](const char *config, const json &keys = {}) {
            Question question = asked(config, 4096, 64, 1, "h200");
            if (!keys.is_null()) change(question, keys);
            draft_with(question, SpeculativeMethod::mtp, 2);
            const std::optional<Error> error = question.ask()->refuses;
            return error && error->field == "inference.speculative.method" ? error->text : std::string();
        };
        QCOMPARE(refused(llama), unsupported);
        QCOMPARE(refused("nvidia__Nemotron-H-56B-Base-8K.json"), unsupported); // whose type alone says nothing
        QCOMPARE(refused("nvidia__Nemotron-H-56B-Base-8K.json", {{"num_nextn_predict_layers", 1}}), std::string());
        QCOMPARE(refused("Qwen__Qwen3-Next-80B-A3B-Instruct.json", {{"num_hidden_layers", 12}}), std::string());
        QCOMPARE(refused("zai-org__GLM-4.5.json", {{"num_nextn_predict_layers", 0}}).substr(0, 17),
                 std::string("the configuration"));
    }

    void of_n_grams_nothing()
    {
        const Question without = asked("Qwen__Qwen2.5-7B.json");
        Question with = without;
        draft_with(with, SpeculativeMethod::ngram, 5);
        QCOMPARE(beside(with, without), Bytes{0});
        QCOMPARE(with.ask()->pool.block_bytes, without.ask()->pool.block_bytes);
        QVERIFY(with.ask()->left_out.empty());
    }

    void what_was_not_found_is_left_out_and_said()
    {
        for (const SpeculativeMethod method :
             {SpeculativeMethod::draft_model, SpeculativeMethod::eagle, SpeculativeMethod::eagle3}) {
            Question question = asked(llama);
            draft_with(question, method, 3);
            QVERIFY(question.ask()->left_out.find("inference.speculative.model") != std::string::npos);
        }
    }

    void states_in_the_dtype_that_is_told()
    {
        Question question = asked("Qwen__Qwen3.5-27B.json");
        const Bytes own = question.ask()->pool.groups.back().layer.page;
        question.settings.mamba_ssm_cache_dtype = "bf16";
        QVERIFY(question.ask()->pool.groups.back().layer.page < own);
    }
};

PLIMSOLL_TEST(TestEngineResidents)
} // namespace PLIMSOLL_FILE
#include "test_engine_residents.moc"
