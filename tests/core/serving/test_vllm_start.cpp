// SPDX-License-Identifier: GPL-3.0-or-later
// vLLM's start against rows of the real one (0.33.0 and 0.11.0, run on a driver without a card): tests/fixtures/serving/vllm.jsonl.
#include "core/serving/ways_out.h"
#include "tests/core/serving/vllm_questions.h"
#include "tests/test_program.h"
#include "tests/sanitizers.h"

#include <QTest>

#include <chrono>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace plimsoll::vllm_tests;

namespace {

/// Errors of one figure, and whose they are.
using Errors = std::vector<std::pair<double, std::string>>;

double share(const Errors &errors, double part)
{
    std::vector<double> sorted;
    for (const auto &e : errors) sorted.push_back(e.first);
    std::ranges::sort(sorted);
    return sorted[std::min(sorted.size() - 1, static_cast<std::size_t>(part * static_cast<double>(sorted.size())))];
}

void say(const std::string &what, const Errors &errors)
{
    const auto worst = std::ranges::max_element(errors);
    qInfo("%-32s %4zu rows  median %.3f %%  of 95 %% %.2f %%  worst %.1f %% %s", what.c_str(), errors.size(),
          share(errors, 0.5) * 100, share(errors, 0.95) * 100, worst->first * 100, worst->second.c_str());
}

struct Bound {
    const char *figure;
    double median, most; ///< most: of 95 %
};

} // namespace

class TestVllmStart : public QObject {
    Q_OBJECT

private slots:
    void figuresAreTheEngines()
    {
        std::map<std::string, Errors> errors;
        std::map<std::string, std::map<std::string, Errors>> groups; // by model type
        for (const json &row : rows()) {
            if (!row.contains("figures")) continue;
            const Question question(row);
            QVERIFY2(question.model, row["config"].get<std::string>().c_str());
            const Result<EngineStart> start = question.ask();
            QVERIFY2(start.ok(), row["id"].get<std::string>().c_str());
            // rows know nothing of what the driver takes
            const double cache = static_cast<double>(start->kv_cache), pool = cache + static_cast<double>(start->non_torch);
            const std::map<std::string, double> got{{"weights", static_cast<double>(start->weights)},
                                                    {"activation", static_cast<double>(start->activation)},
                                                    {"block", static_cast<double>(start->pool.block_bytes)},
                                                    {"kv_cache", pool},
                                                    {"max_concurrency", start->max_concurrency * pool / cache}};
            for (const auto &[name, value] : row["figures"].items())
                if (const auto at = got.find(name); at != got.end()) {
                    const double wanted = value;
                    const std::pair<double, std::string> error{std::abs(at->second - wanted) / wanted, row["id"]};
                    errors[name].push_back(error);
                    groups[question.model->model_type][name].push_back(error);
                }
        }
        for (const auto &[group, figures] : groups)
            for (const auto &[name, list] : figures) say(group + " " + name, list);
        for (const auto &[name, list] : errors) say(name, list);
        for (const Bound &bound : {Bound{"weights", 0.002, 0.03}, Bound{"activation", 0.03, 0.20}, Bound{"kv_cache", 0.005, 0.04},
                                   Bound{"max_concurrency", 0.005, 0.04}}) {
            QVERIFY2(share(errors[bound.figure], 0.5) <= bound.median, bound.figure);
            QVERIFY2(share(errors[bound.figure], 0.95) <= bound.most, bound.figure);
        }
        QVERIFY(share(errors["block"], 0.99) == 0);
    }

    /// Gemma 4's table of embeddings for every layer: half of the model's bytes, and what Inductor copies in a first start.
    void holdsAnEmbeddingForEveryLayer()
    {
        int seen = 0;
        for (const json &row : rows()) {
            if (row["id"].get<std::string>().find("gemma-4-E") == std::string::npos) continue;
            ++seen;
            const Result<EngineStart> start = Question(row).ask();
            QVERIFY(start.ok());
            const bool warm = row["settings"].value("compile_cache", "") == "warm";
            const double weights = row["figures"]["weights"], activation = row["figures"]["activation"];
            QVERIFY(std::abs(static_cast<double>(start->weights) / weights - 1) < 0.001);
            QVERIFY2(std::abs(static_cast<double>(start->activation) / activation - 1) < (warm ? 0.05 : 0.07),
                     row["id"].get<std::string>().c_str());
        }
        QCOMPARE(seen, 14);
    }

    /// Releases before 0.27 take what loading gave back of a pool that can sleep for memory that nobody holds: llama.py and gemma4.py make
    /// a head before it is tied, qwen2.py makes none.
    void takesMoreThanItsShareWhereItSleeps()
    {
        const auto beyond = [](const char *id, const char *release, Count level) {
            Question question(row_of(id));
            question.plan.libraries = {{"vllm", release}};
            question.settings.sleep.level = level;
            const Result<EngineStart> start = question.ask();
            return start ? start->beyond_share : -1;
        };
        const char *const gemma = "google__gemma-4-E2B-text.512.4.2048.a100-80";
        const Bytes head = Bytes{262144} * 1536 * 2;
        QVERIFY(beyond(gemma, "0.26.0", 1) > head);
        QCOMPARE(beyond(gemma, "0.26.0", 0), 0);
        QCOMPARE(beyond(gemma, "0.27.0", 1), 0);
        QCOMPARE(beyond(gemma, "0.33.0", 1), 0);
        const json row = row_of(gemma);
        Question asleep(row), awake(row);
        asleep.plan.libraries = awake.plan.libraries = {{"vllm", "0.26.0"}};
        asleep.settings.sleep.level = 1;
        QVERIFY(asleep.ask()->kv_cache >= awake.ask()->kv_cache + head);
        Question aliased(row);
        aliased.model = Question::model_of("Qwen__Qwen2.5-0.5B.json");
        aliased.plan.libraries = {{"vllm", "0.26.0"}};
        aliased.settings.sleep.level = 1;
        QVERIFY(aliased.ask()->beyond_share < 64 * mib);
    }

    void refusesInTheEnginesWords()
    {
        int refused = 0;
        for (const json &row : rows()) {
            if (!row.contains("refuses")) continue;
            const Result<EngineStart> start = Question(row).ask();
            QVERIFY(start.ok());
            QVERIFY2(start->refuses, row["id"].get<std::string>().c_str());
            const std::string wanted = row["refuses"];
            if (row["settings"].contains("kv_dtype") && !wanted.starts_with("To serve")) { // a cache that no back-end has
                QCOMPARE(start->refuses->text.substr(0, wanted.size()), wanted);
                continue;
            }
            const auto until = wanted.find(", which is larger"); // the figures: max_model_len and what it needs
            QCOMPARE(start->refuses->text.substr(0, until), wanted.substr(0, until));
            QVERIFY(start->refuses->text.find("the estimated maximum model length is ") != std::string::npos);
            QVERIFY(start->max_context > 0);
            ++refused;
        }
        QVERIFY(refused > 0);
    }

    void saysWhatItsLogWillPrint()
    {
        const Result<EngineStart> start = Question(row_of("meta-llama__Meta-Llama-3.1-8B.default.h100.tp1")).ask();
        QVERIFY(start.ok());
        QCOMPARE(start->log.size(), std::size_t{3});
        QCOMPARE(start->log[0], std::string("Model loading took 15.0 GiB memory"));
        QCOMPARE(start->log[1], std::string("Available KV cache memory: 55.38 GiB"));
        QVERIFY(start->log[2].starts_with("GPU KV cache size: 453,"));
        QVERIFY(start->log[2].ends_with("x"));
    }

    void holdsOneRequestOfTheLongestContext()
    {
        for (const json &row : rows()) {
            if (!row.contains("refuses")) continue;
            Question question(row);
            question.plan.inference.context = question.ask()->max_context;
            QVERIFY(!question.ask()->refuses);
            break;
        }
    }

    void saysHowItWouldStart()
    {
        const auto named = [](const std::string &text, const char *before) -> std::optional<double> {
            const auto at = text.find(before);
            if (at == std::string::npos) return std::nullopt;
            return std::stod(text.substr(at + std::string_view(before).size()));
        };
        int shares = 0, requests = 0;
        for (const json &row : rows()) {
            if (!row.contains("refuses") || row["release"] != "0.33.0") continue;
            Question question(row);
            const std::string text = question.ask(true)->refuses->text;
            if (const auto least = named(text, "gpu_memory_utilization of at least ")) {
                Question more = question;
                more.settings.gpu_memory_utilization = *least;
                QVERIFY2(!more.ask()->refuses, row["id"].get<std::string>().c_str());
                more.settings.gpu_memory_utilization = *least - 0.01;
                QVERIFY(more.ask()->refuses);
                ++shares;
            }
            if (const auto most = named(text, "max_num_seqs of at most ")) {
                Question fewer = question;
                fewer.settings.max_num_seqs = static_cast<Count>(*most);
                QVERIFY(!fewer.ask()->refuses);
                ++requests;
            }
        }
        QVERIFY(shares > 0);
        Question tight(row_of("meta-llama__Meta-Llama-3.1-8B.default.h100.tp1")); // 1,024 requests' states and logits
        tight.memory = 24 * gib;
        tight.settings.gpu_memory_utilization = 0.8;
        tight.settings.max_num_seqs = 1024;
        tight.settings.max_num_batched_tokens = 8192;
        const Result<EngineStart> start = tight.ask(true);
        QVERIFY(start->refuses);
        const auto most = named(start->refuses->text, "max_num_seqs of at most ");
        QVERIFY(most);
        tight.settings.max_num_seqs = static_cast<Count>(*most);
        QVERIFY(!tight.ask()->refuses);
    }

    void asksForItsShareToBeFree()
    {
        Question question(row_of("meta-llama__Meta-Llama-3.1-8B.default.h100.tp1"));
        const Bytes free = 59 * gib;
        const std::optional<Error> refusal = refused_by_free(*question.ask(), free);
        QVERIFY(refusal);
        QVERIFY(refusal->text.starts_with("Free memory on device cuda:0 (59"));
        QVERIFY(refusal->text.find("is less than desired GPU memory utilization (0.92, 72.84 GiB)") != std::string::npos);
        const std::string before = "gpu_memory_utilization of at most ";
        const auto at = refusal->text.find(before);
        QVERIFY(at != std::string::npos);
        question.settings.gpu_memory_utilization = std::stod(refusal->text.substr(at + before.size()));
        QVERIFY(!refused_by_free(*question.ask(), free));
    }

    void copiesServeAPartOfTheRequests()
    {
        Question one(row_of("meta-llama__Meta-Llama-3.1-8B.default.h100.tp1")), four = one;
        one.plan.inference.sequences = four.plan.inference.sequences = 10;
        four.plan.parallel.data = 4;
        const Result<EngineStart> alone = one.ask(), copy = four.ask();
        QCOMPARE(copy->weights, alone->weights); // of a model without experts each is an engine of its own
        QCOMPARE(copy->activation, alone->activation);
        QCOMPARE(copy->load_cache * 10, alone->load_cache * 3);
        four.plan.parallel.expert = 4;
        QVERIFY(four.ask()->refuses->text.starts_with("Number of experts in the model must be greater than 0"));
    }

    void picturesArePartOfThePass()
    {
        const json row = row_of("Qwen__Qwen2.5-VL-7B-Instruct.mm.h100");
        const Result<EngineStart> start = Question(row).ask();
        const auto seen =
            std::ranges::find_if(start->log, [](const std::string &line) { return line.starts_with("Encoder cache"); });
        QVERIFY(seen != start->log.end());
        QCOMPARE(*seen, std::string("Encoder cache will be initialized with a budget of 16384 tokens, and profiled with 1 video "
                                    "items of the maximum feature size."));
    }

    void cachesAreAsTheCheckpointSays()
    {
        const json row = row_of("meta-llama__Meta-Llama-3.1-8B.default.h100.tp1");
        const Question question(row);
        std::ifstream file(fixtures / "configs" / row["config"].get<std::string>());
        json config = json::parse(file);
        const auto block = [&](json quantization) {
            config["quantization_config"] = std::move(quantization);
            Question asked = question;
            const Result<ArchitectureRef> model = architecture_from_config(config.dump(), "model");
            if (!model) return Bytes{0};
            asked.model = *model;
            return asked.ask()->pool.block_bytes;
        };
        const Bytes wide = question.ask()->pool.block_bytes;
        QCOMPARE(block({{"quant_method", "modelopt"}, {"quant_algo", "FP8"}, {"kv_cache_quant_algo", "FP8"}}) * 2, wide);
        QCOMPARE(block({{"quant_method", "modelopt"}, {"quant_algo", "FP8"}}), wide);
        const json scheme{{"type", "float"}, {"num_bits", 4}, {"dynamic", false}};
        QCOMPARE(block({{"quant_method", "modelopt"}, {"quant_algo", "NVFP4"}, {"kv_cache_scheme", scheme}}) * 32, wide * 9);
    }

    void aStageHoldsItsLayers()
    {
        const json row = row_of("meta-llama__Meta-Llama-3.1-8B.default.h100.tp1");
        Question whole(row), half(row);
        half.plan.parallel.pipeline = 2;
        const Result<EngineStart> all = whole.ask(), stage = half.ask();
        QVERIFY(all.ok() && stage.ok());
        QVERIFY(stage->weights < all->weights * 6 / 10);
        QCOMPARE(stage->pool.block_bytes * 2, all->pool.block_bytes);
        half.plan.parallel.pipeline = 33;
        QCOMPARE(half.ask().error().field, std::string("parallel.pipeline"));
    }

    void settingsMoveTheirFigures()
    {
        const json row = row_of("meta-llama__Meta-Llama-3.1-8B.default.h100.tp1");
        Question question(row);
        const Result<EngineStart> before = question.ask();
        question.settings.kv_dtype = KvDtype::fp8;
        QCOMPARE(question.ask()->pool.block_bytes * 2, before->pool.block_bytes);
        question.settings.kv_dtype = KvDtype::q8_0;
        QCOMPARE(question.ask().error().field, std::string("inference.kv_dtype"));
        question.settings.kv_dtype = KvDtype::auto_;
        question.settings.entry = "llm"; // the offline class takes twice the tokens
        QVERIFY(question.ask()->activation > before->activation);
        question.settings.entry = "server";
        question.settings.enforce_eager = false;
        QVERIFY(question.ask()->graphs > 0);
        question.plan.libraries = {{"vllm", "0.11.0"}};
        const Result<EngineStart> old = question.ask();
        QCOMPARE(old->graphs, Bytes{0});
        QVERIFY(old->log.front().starts_with("Model loading took 14.98"));
        question.settings.gpu_memory_utilization = 0.1;
        QVERIFY(question.ask()->refuses);
    }

    /// vllm-project/vllm#10517: release 0.6 on a card of 24 GiB.
    void theFirstEngineProfilesWholePrompts()
    {
        Question question(row_of("meta-llama__Meta-Llama-3.1-8B.default.h100.tp1"));
        question.plan.libraries = {{"vllm", "0.6"}};
        question.plan.inference.context = 20000;
        question.settings.gpu_memory_utilization = 0.9;
        question.card = {"NVIDIA GeForce RTX 3090", 8, 6, 82};
        question.memory = 24124 * mib;
        const Result<EngineStart> start = question.ask();
        QVERIFY(start.ok());
        const auto near = [](double got, double printed, double part) { return std::abs(got - printed) <= printed * part; };
        QVERIFY(near(static_cast<double>(start->weights), 16094101452.0, 0.001));
        QVERIFY(near(static_cast<double>(start->activation), 2223934066.0, 0.01));
        QVERIFY(near(static_cast<double>(start->blocks), 1952, 0.03));
        QCOMPARE(start->taken.max_num_seqs, std::optional<Count>(256));
        QCOMPARE(start->taken.max_num_batched_tokens, std::optional<Count>(20000));
        QVERIFY(start->log.back().starts_with("Maximum concurrency for 20000 tokens per request: 1."));
        question.plan.inference.context = 40000; // a chunk of it
        QCOMPARE(question.ask()->taken.max_num_batched_tokens, std::optional<Count>(512));
        QVERIFY(question.ask()->refuses->text.starts_with("The model's max seq len (40000) is larger than"));
    }

    void refusesWhatItsRegistryLacks()
    {
        Question question(row_of("meta-llama__Meta-Llama-3.1-8B.default.h100.tp1"));
        Architecture old = *question.model;
        old.class_name = "MptForCausalLM";
        question.model = std::make_shared<const Architecture>(old);
        QVERIFY(
            question.ask()->refuses->text.starts_with("Model architecture MptForCausalLM was supported in vLLM until v0.28.0"));
        question.plan.libraries = {{"vllm", "0.11.0"}};
        QVERIFY(!question.ask()->refuses);
    }

    void refusesHeadsThatCardsCannotShare()
    {
        Question question(row_of("meta-llama__Meta-Llama-3.1-8B.default.h100.tp1"));
        question.plan.parallel.tensor = 5;
        const Result<EngineStart> start = question.ask();
        QCOMPARE(start->refuses->text,
                 std::string("Total number of attention heads (32) must be divisible by tensor parallel size (5)."));
        QCOMPARE(start->refuses->accepted, std::string("1 | 2 | 4"));
    }

    void quantisesNothingButFp8()
    {
        Question question(row_of("meta-llama__Meta-Llama-3.1-8B.default.h100.tp1"));
        question.plan.weights.quant = "nf4";
        QCOMPARE(question.ask().error().field, std::string("weights.quant"));
        question.plan.weights.quant = "fp8";
        QVERIFY(question.ask().ok());
    }

    void isAnsweredInTime()
    {
        const auto named = [](const json &row) { return row["config"] == "meta-llama__Meta-Llama-3.1-70B.json"; };
        const std::vector<json> all = rows();
        const auto at = std::ranges::find_if(all, named);
        QVERIFY(at != all.end());
        const Question question(*at);
        double best = 1e9;
        for (int i = 0; i < 20; ++i) {
            const auto begin = std::chrono::steady_clock::now();
            QVERIFY(question.ask().ok());
            best = std::min(best, std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count());
        }
        qInfo("70B: %.0f µs", best);
        const int slower = sanitized() ? 20 : 1; // unoptimised and watched
        QVERIFY(best < 2000 * slower);           // a sanitizer's; 100 in a release build
    }
};

PLIMSOLL_TEST(TestVllmStart)
} // namespace PLIMSOLL_FILE
#include "test_vllm_start.moc"
