// SPDX-License-Identifier: GPL-3.0-or-later
// llama.cpp's start against rows of the real one (b4965, CUDA, run on a driver without a card) and figures of published logs:
// tests/fixtures/serving/llama_cpp.jsonl.
#include "core/engines/llama/llama_cpp_start.h"
#include "core/load/load.h"
#include "core/plan/plan.h"
#include "core/plan/names.h"
#include "core/serving/gguf_file.h"
#include "core/serving/llama_start.h"
#include "core/torch/machine.h"
#include "tests/test_program.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using nlohmann::json;

namespace {

const std::filesystem::path fixtures = PLIMSOLL_FIXTURES;

std::vector<json> rows()
{
    std::vector<json> out;
    std::ifstream file(fixtures / "serving" / "llama_cpp.jsonl");
    for (std::string line; std::getline(file, line);) out.push_back(json::parse(line));
    return out;
}

ArchitectureRef model_of(const std::string &name)
{
    static std::map<std::string, ArchitectureRef> known;
    if (known.contains(name)) return known[name];
    std::ifstream file(fixtures / "configs" / name);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const Result<ArchitectureRef> model = architecture_from_config(text, name);
    return known[name] = model ? *model : nullptr;
}

/// One question, and all that it stands on.
struct Question {
    ArchitectureRef model;
    Plan plan;
    EngineSettings settings;
    CardFacts card{"NVIDIA GeForce RTX 4090", 8, 9, 128};
    std::optional<Bytes> memory;
    const Checkpoint *file = nullptr;

    explicit Question(const std::string &config) : model(model_of(config))
    {
        plan.task = Task::infer;
        plan.weights.dtype = WeightDtype::fp16;
    }
    static Question of_row(const json &row)
    {
        Question out(row["config"].get<std::string>());
        out.read(row);
        return out;
    }
    void read(const json &row)
    {
        const json &s = row["settings"];
        plan.weights.quant = row["quant"];
        plan.libraries = {{"llama.cpp", row["build"]}};
        plan.inference.context = s["context"];
        plan.inference.sequences = s["sequences"];
        plan.parallel.pipeline = s.value("cards", 1);
        settings.kv_dtype = *plan_enum<KvDtype>(s["kv_dtype"].get<std::string>());
        settings.flash_attention = s["flash_attention"];
        settings.max_num_seqs = s["max_num_seqs"].get<Count>();
        settings.max_num_batched_tokens = s["max_num_batched_tokens"].get<Count>();
        if (s.contains("gpu_layers")) settings.gpu_layers = s["gpu_layers"].get<Count>();
    }
    [[nodiscard]] Result<EngineStart> ask(Start start = start_llama_cpp) const
    {
        step::Card asked(card);
        step::Machine machine(asked, false);
        return start({machine, *model, plan, settings, card, memory, nullptr, file});
    }
    [[nodiscard]] EngineStart answer(Start start = start_llama_cpp) const
    {
        const Result<EngineStart> out = ask(start);
        return out ? *out : EngineStart{};
    }
};

/// Errors of one figure, and whose they are.
using Errors = std::vector<std::pair<double, std::string>>;

double share(const Errors &errors, double part)
{
    std::vector<double> sorted;
    for (const auto &error : errors) sorted.push_back(error.first);
    std::ranges::sort(sorted);
    return sorted[std::min(sorted.size() - 1, static_cast<std::size_t>(part * static_cast<double>(sorted.size())))];
}

void note(Errors &errors, const std::string &id, const json &figures, const char *key, Bytes got)
{
    if (!figures.contains(key)) return;
    const auto want = figures[key].get<double>();
    if (want > 0) errors.emplace_back(std::abs(static_cast<double>(got) - want) / want, id);
}

void note(std::map<std::string, Errors> &errors, const std::string &id, const json &figures, const EnginePlace &place)
{
    note(errors["weights"], id, figures, "weights_bytes", place.weights);
    note(errors["cache"], id, figures, "kv_cache_bytes", place.kv_cache);
    note(errors["compute"], id, figures, "compute_bytes", place.compute);
}

} // namespace

class TestLlamaStart : public QObject {
    Q_OBJECT

private slots:
    void rows_of_the_engine_are_met();
    void a_file_says_its_types();
    void file_types_mix_as_the_quantiser_does();
    void layers_and_experts_stay_with_the_host();
    void windows_have_caches_of_their_own();
    void quantised_values_need_flash_attention();
    void what_is_no_setting_is_an_error();
    void a_small_card_gets_what_fits();
    void ollama_chooses_by_memory();
};

void TestLlamaStart::rows_of_the_engine_are_met()
{
    struct Bound {
        const char *figure;
        double median, most; ///< most: of 95 %
    };
    constexpr Bound bounds[] = {
        {"cache", 0.0001, 0.001}, {"weights", 0.001, 0.005}, {"compute", 0.001, 0.05}, {"host compute", 0.001, 0.05}};
    std::map<std::string, Errors> errors;
    double longest = 0;
    int inside = 0, all = 0; // of the interval that the compute buffer gets
    for (const json &row : rows()) {
        const Question question = Question::of_row(row);
        QVERIFY2(question.model, row["config"].dump().c_str());
        const auto begin = std::chrono::steady_clock::now();
        const EngineStart start = question.answer();
        const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - begin;
        if (!row["settings"].contains("cards")) longest = std::max(longest, took.count());
        QVERIFY2(!start.places.empty(), row["id"].dump().c_str());
        const std::string id = row["id"];
        const json &figures = row["figures"];
        if (figures.contains("card")) note(errors, id, figures["card"], start.places.front());
        if (figures.contains("card") && figures["card"].contains("compute_bytes")) {
            const double reached = figures["card"]["compute_bytes"], computed = static_cast<double>(start.places.front().compute);
            ++all;
            inside += reached >= computed * start.spreads.buffers.low && reached <= computed * start.spreads.buffers.high;
        }
        note(errors["host compute"], id, figures, "host_compute", start.places.back().compute);
        for (std::size_t i = 0; figures.contains("cards") && i < figures["cards"].size(); ++i) {
            QCOMPARE(start.places[i].place, "CUDA" + std::to_string(i));
            note(errors, id, figures["cards"][i], start.places[i]);
        }
    }
    QVERIFY(all > 50 && inside * 10 >= all * 9);
    qInfo("longest start of one card: %.0f us", longest);
    for (const Bound &bound : bounds) {
        const Errors &of = errors[bound.figure];
        QVERIFY(!of.empty());
        const auto worst = std::ranges::max_element(of);
        qInfo("%-12s %4zu rows: median %.3f %%, 95 %% within %.2f %%, worst %.1f %% %s", bound.figure, of.size(),
              100 * share(of, .5), 100 * share(of, .95), 100 * worst->first, worst->second.c_str());
        QVERIFY2(share(of, .5) <= bound.median, bound.figure);
        QVERIFY2(share(of, .95) <= bound.most, bound.figure);
    }
}

void TestLlamaStart::a_file_says_its_types()
{
    Checkpoint file;
    file.tensors = {{"blk.1.attn_q.weight", "Q6_K", {512, 256}, 0},
                    {"blk.0.attn_q.bias", "F32", {512}, 0},
                    {"blk.0.ffn_up_exps.weight", "MXFP4", {4, 512, 256}, 0},
                    {"token_embd.weight", "Q8_0", {1000, 256}, 0}};
    const Result<std::vector<GgufTensor>> tensors = gguf_tensors_of(file);
    QVERIFY(tensors.ok());
    QCOMPARE(tensors->size(), std::size_t{4});
    const auto is = [&](std::size_t at, GgufRole role, int layer, Bytes bytes) {
        return (*tensors)[at].role == role && (*tensors)[at].layer == layer && (*tensors)[at].bytes() == bytes;
    };
    QVERIFY(is(0, GgufRole::token_embd, -1, 1000 * 256 / 32 * 34));
    QVERIFY(is(1, GgufRole::kept, 0, 512 * 4));
    QVERIFY(is(2, GgufRole::ffn_up_exps, 0, 4 * 512 * 256 / 32 * 17));
    QVERIFY(is(3, GgufRole::attn_q, 1, 512 * 210));
    file.tensors.push_back({"blk.1.attn_k.weight", "Q9_X", {512, 256}, 0});
    QVERIFY(!gguf_tensors_of(file).ok());
    // a plan with a file takes the file's types, whatever it says of its own
    Question question("Qwen__Qwen2.5-0.5B.json");
    file.tensors = {{"token_embd.weight", "F16", {151936, 896}, 0}, {"blk.0.ffn_up.weight", "F32", {4864, 896}, 0}};
    file.tensors.push_back({"blk.99.ffn_up.weight", "F32", {4864, 896}, 0}); // behind the model's own layers
    question.file = &file;
    question.plan.weights.quant = "Q4_K_M";
    QCOMPARE(question.answer().places.front().weights, Bytes{151936} * 896 * 2 + Bytes{4864} * 896 * 4);
    // an old conversion of a model with latent attention caches keys and values whole
    Question latent("deepseek-ai__DeepSeek-V2-Lite.json");
    latent.plan.inference.context = 1024;
    QCOMPARE(latent.answer().places.front().kv_cache, 27 * 1024 * 576 * Bytes{2});
    file.tensors = {{"token_embd.weight", "F16", {102400, 2048}, 0}, {"blk.0.attn_kv_b.weight", "F16", {4096, 512}, 0}};
    latent.file = &file;
    QCOMPARE(latent.answer().places.front().kv_cache, 27 * 1024 * 16 * (192 + 128) * Bytes{2});
}

void TestLlamaStart::file_types_mix_as_the_quantiser_does()
{
    const ArchitectureRef model = model_of("meta-llama__Meta-Llama-3.1-8B.json");
    std::vector<GgufTensor> tensors = gguf_tensors(*model, GgmlType::f16, true);
    const auto bytes = [&] {
        Bytes sum = 0;
        for (const GgufTensor &tensor : tensors) sum += tensor.bytes();
        return sum;
    };
    const Bytes plain = bytes();
    QCOMPARE(plain, Bytes{16061054976}); // tensors of a converted file
    quantise_gguf(tensors, "Q4_K_M", *model);
    QCOMPARE(bytes(), Bytes{4912898048}); // and of the same behind llama-quantize
    const auto type = [&](GgufRole role, int layer) {
        return std::ranges::find_if(tensors, [&](const GgufTensor &t) { return t.role == role && t.layer == layer; })->type;
    };
    QVERIFY(type(GgufRole::ffn_down, 0) == GgmlType::q6_k && type(GgufRole::ffn_down, 4) == GgmlType::q4_k);
    QVERIFY(type(GgufRole::output, -1) == GgmlType::q6_k && type(GgufRole::token_embd, -1) == GgmlType::q4_k);
    QVERIFY(!is_gguf_file_type("nf4"));
    // embeddings and head in Q8_0: published as 5.31 and 6.85 GB
    tensors = gguf_tensors(*model, GgmlType::f16, true);
    quantise_gguf(tensors, "Q4_K_L", *model);
    QCOMPARE(bytes(), Bytes{5302796288});
    QCOMPARE(type_beneath("Q4_K_L"), std::string_view("Q4_K_M"));
    QVERIFY(type_beneath("Q4_K_M").empty());
}

void TestLlamaStart::layers_and_experts_stay_with_the_host()
{
    Question question("Qwen__Qwen3-30B-A3B.json");
    question.plan.weights.quant = "Q4_K_M";
    const EngineStart all = question.answer();
    question.settings.host_experts = 1000;
    const EngineStart experts = question.answer();
    QVERIFY(experts.places.front().weights * 10 < all.places.front().weights);
    QCOMPARE(experts.places.front().kv_cache, all.places.front().kv_cache);
    question.settings.host_experts = 0;
    question.settings.gpu_layers = 0;
    const EngineStart none = question.answer();
    QCOMPARE(none.places.front().weights, Bytes{0});
    QCOMPARE(none.places.back().kv_cache, all.places.front().kv_cache);
    QVERIFY(none.log.front().find("offloaded 0/49") != std::string::npos);
    question.settings.gpu_layers = 1; // the output alone, in builds that count it
    QCOMPARE(question.answer().places.front().kv_cache, Bytes{0});
    question.settings.gpu_layers.reset();
    question.plan.parallel.pipeline = 2;
    const EngineStart two = question.answer();
    QCOMPARE(two.places.size(), std::size_t{3});
    QCOMPARE(two.places[0].kv_cache + two.places[1].kv_cache, all.places.front().kv_cache);
}

void TestLlamaStart::windows_have_caches_of_their_own()
{
    // 26 layers of 1024 bytes a token, every sixth of them full, the others of 512 tokens; a real xllamacpp 2026.10 printed so
    Question question("google__gemma-3-1b-it.json");
    question.plan.inference.context = 4096;
    question.settings.max_num_seqs = 1;
    QCOMPARE(question.answer().places.front().kv_cache, 38 * mib);
    question.plan.inference.sequences = 4;
    question.settings.max_num_seqs = 4;
    QCOMPARE(question.answer().places.front().kv_cache, 152 * mib);
    question.settings.max_num_seqs.reset(); // four slots in one cache: 4 · 512 + 512 tokens of a window
    QCOMPARE(question.answer().places.front().kv_cache, 64 * mib + 22 * 2560 * kib);
    question.settings.kv_dtype = KvDtype::q8_0;
    QCOMPARE(question.answer().places.front().kv_cache, (64 * mib + 22 * 2560 * kib) * 34 / 64);
    // eight heads of keys in the file, however many transformers' class makes of them
    Question falcon("tiiuae__falcon-40b.json");
    falcon.plan.inference.context = 8192;
    QCOMPARE(falcon.answer().places.front().kv_cache, 60 * 8192 * 8 * 64 * 2 * 2 * Bytes{1});
    question.plan.libraries = {{"llama.cpp", "b4965"}}; // every layer keeps all
    QCOMPARE(question.answer().places.front().kv_cache, 26 * 16 * mib * 34 / 64);
}

void TestLlamaStart::quantised_values_need_flash_attention()
{
    Question question("Qwen__Qwen2.5-0.5B.json");
    question.settings.kv_dtype = KvDtype::q8_0;
    question.settings.flash_attention = "off";
    const EngineStart start = question.answer();
    QVERIFY(start.refuses && start.refuses->field == "inference.kv_dtype");
    question.settings.flash_attention = "on";
    QVERIFY(!question.answer().refuses);
}

void TestLlamaStart::what_is_no_setting_is_an_error()
{
    Question question("Qwen__Qwen2.5-0.5B.json");
    question.settings.kv_dtype = KvDtype::fp8;
    QCOMPARE(question.ask().error().field, std::string("inference.kv_dtype"));
    question.settings.kv_dtype = KvDtype::auto_;
    question.plan.weights.quant = "nf4";
    QCOMPARE(question.ask().error().field, std::string("weights.quant"));
    question.plan.weights.quant = "none";
    question.settings.max_num_seqs = 257;
    QCOMPARE(question.ask().error().field, std::string("inference.max_num_seqs"));
    question.settings.max_num_seqs.reset();
    question.plan.inference.context = Count{1} << 40;
    QCOMPARE(question.ask().error().field, std::string("inference.context"));
    const Question encoder("google-bert__bert-base-uncased.json");
    QVERIFY(!encoder.ask().ok());
}

void TestLlamaStart::a_small_card_gets_what_fits()
{
    Question question("meta-llama__Meta-Llama-3.1-8B.json");
    question.plan.weights.quant = "Q8_0";
    question.memory = 6 * gib;
    QVERIFY(question.answer().refuses); // all layers were asked for
    question.settings.gpu_layers = -1;  // --fit
    const EngineStart start = question.answer();
    QVERIFY(!start.refuses);
    const EnginePlace &card = start.places.front();
    const Bytes taken = card.weights + card.kv_cache + card.state + card.compute;
    QVERIFY(taken <= 5 * gib && taken > 4 * gib);
    QVERIFY(start.places.back().weights > gib);
    question.memory = 24 * gib;
    QVERIFY(question.answer().log.front().find("offloaded 33/33") != std::string::npos);
}

void TestLlamaStart::ollama_chooses_by_memory()
{
    using engines::OllamaDefaults;
    QCOMPARE(engines::ollama_defaults(16 * gib, {}, 131072), (OllamaDefaults{4096, 512, 1}));
    QCOMPARE(engines::ollama_defaults(24 * gib, {}, 131072), (OllamaDefaults{32768, 1024, 1}));
    QCOMPARE(engines::ollama_defaults(80 * gib, {}, 131072), (OllamaDefaults{131072, 2048, 1}));
    QCOMPARE(engines::ollama_defaults(80 * gib, 8192, 131072), (OllamaDefaults{8192, 1024, 1}));
    Question question("meta-llama__Meta-Llama-3.1-8B.json");
    question.plan.weights.quant = "Q4_K_M";
    question.memory = 24 * gib;
    const EngineStart start = question.answer(start_ollama);
    QCOMPARE(start.tokens, Count{32768});
    QCOMPARE(start.places.front().kv_cache, 32768 * 128 * kib);
    question.plan.given.insert("inference.context");
    question.plan.inference.context = 8192;
    question.settings.max_num_seqs = 2;
    QCOMPARE(question.answer(start_ollama).tokens, Count{16384});
}

PLIMSOLL_TEST(TestLlamaStart)
} // namespace PLIMSOLL_FILE
#include "test_llama_start.moc"
