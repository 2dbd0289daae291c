// SPDX-License-Identifier: GPL-3.0-or-later
// TGI, TensorRT-LLM, ExLlama and MLX: their sources' rules, put into numbers by hand for one model.
#include "core/estimate/estimate.h"
#include "core/ground/context_size.h"
#include "core/load/load.h"
#include "core/plan/plan_json.h"
#include "core/serving/engine_start.h"
#include "tests/test_program.h"

#include <nlohmann/json.hpp>

#include <QtTest>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using nlohmann::json;

namespace {

/// Llama 3.1 8B's sizes: 218,103,808 numbers in the matrices of a layer, 8,192 in its norms.
json config()
{
    return {{"model_type", "llama"},
            {"architectures", {"LlamaForCausalLM"}},
            {"hidden_size", 4096},
            {"intermediate_size", 14336},
            {"num_hidden_layers", 32},
            {"num_attention_heads", 32},
            {"num_key_value_heads", 8},
            {"vocab_size", 128256},
            {"max_position_embeddings", 8192},
            {"tie_word_embeddings", false},
            {"dtype", "bfloat16"}};
}
constexpr Bytes layer_matrices = 218'103'808, layers = 32, norms = 65 * 4096, table = Bytes{128256} * 4096;
constexpr Bytes token = 2 * 8 * 128 * 2 * layers; ///< of a cache of 16 bits

const CardFacts h100{"H100 SXM5 80GB", 9, 0, 132, 2048, true, 80 * gib}, no_card{};
const CardFacts t4{"T4", 7, 5, 40, 1024, true, 15 * gib}, m3{"Apple M3 Max", 8, 0, 108, 2048, true, 96 * gib};

Result<Estimate> asked(const char *engine, const json &settings = json::object(), const CardFacts &card = h100,
                       const json &model = config(), const json &more = json::object())
{
    json plan{{"task", "infer"}, {"inference", {{"engine", engine}, {"context", 4096}, {"sequences", 4}}}};
    if (settings.is_object()) plan["inference"].update(settings); // {} is null
    plan.update(more);
    const Result<ArchitectureRef> architecture = load_model({.config_text = model.dump()});
    if (!architecture) return architecture.error();
    const auto parsed = plan_from_json(plan.dump());
    if (!parsed) return parsed.error();
    return estimate(*architecture, parsed->plan, card, {});
}

EngineStart start_of(const Result<Estimate> &answer)
{
    if (!answer) qFatal("%s", answer.error().message().c_str());
    return answer->fullest().engine->start;
}

std::string refusal(const Result<Estimate> &answer)
{
    if (!answer) return answer.error().message();
    const auto &refuses = answer->fullest().engine->start.refuses;
    return refuses ? refuses->text : std::string();
}

bool warns(const Estimate &estimate, std::string_view code)
{
    return std::ranges::any_of(estimate.warnings, [code](const Warning &warning) { return warning.code == code; });
}

Bytes context_of(const CardFacts &card) { return context_size::bare(card) + context_size::libraries(card); }

} // namespace

class TestUnmeasuredStarts : public QObject {
    Q_OBJECT

private slots:
    void eachSaysThatNobodyMeasuredIt()
    {
        for (const char *engine : {"tgi", "tensorrt-llm", "exllama", "mlx"}) {
            const Result<Estimate> answer = asked(engine, {}, std::string_view(engine) == "mlx" ? m3 : h100);
            QVERIFY2(answer.ok(), engine);
            QVERIFY2(warns(*answer, "not_measured"), engine);
            const EngineNeed &need = *answer->fullest().engine;
            QVERIFY2(!need.start.refuses, engine);
            QVERIFY(need.interval.low < need.need - need.start.weights / 25); // weights and caches are no certainty either
            QVERIFY(need.interval.high > need.need + need.start.weights / 20);
            Bytes sum = 0;
            for (const BreakdownLine &line : answer->fullest().at_peak) sum += line.bytes;
            QCOMPARE(sum, answer->fullest().peak.device);
        }
        QVERIFY(!warns(*asked("vllm"), "not_measured"));
    }

    /// Gemma 3n and 4 give every layer an embedding of its own of each token: two thirds of the parameters of this one.
    void everyEngineHoldsWhatLayersLookUp()
    {
        const auto given = [](const char *engine, Count width) {
            std::ifstream file(std::filesystem::path(PLIMSOLL_FIXTURES) / "configs" / "google__gemma-4-E2B-text.json");
            json own = json::parse(file);
            own["hidden_size_per_layer_input"] = width;
            return start_of(asked(engine, {}, std::string_view(engine) == "mlx" ? m3 : h100, own)).weights;
        };
        for (const char *engine : {"vllm", "sglang", "tgi", "tensorrt-llm", "mlx"})
            QVERIFY2(given(engine, 256) - given(engine, 0) >= 2 * Bytes{262144} * 35 * 256, engine);
    }

    void tgiTakesNineTenthsOfTheCard()
    {
        const EngineStart start = start_of(asked("tgi"));
        // fp16, a row of the embedding for what is not there
        QCOMPARE(start.weights, 2 * (layers * layer_matrices + norms + table + 4096 + table));
        // 900 TFLOP over 2 · 7.5 G for each token, at most the model's positions
        QCOMPARE(start.taken.max_num_batched_tokens, std::optional<Count>(8192));
        // gate and up, what is activated, the product: 4 · 14,336, beside the sum and what is normalised
        QCOMPARE(start.activation, Bytes{8192} * (4 * 14336 + 2 * 4096) * 2);
        QCOMPARE(start.requested, std::optional<Bytes>(80 * gib / 10 * 9));
        const Bytes left = 80 * gib / 10 * 9 - context_of(h100) - start.weights - start.buffers - start.activation;
        QCOMPARE(start.blocks, left / token);
        QCOMPARE(start.pool.block_bytes, token); // FlashInfer's blocks hold one token
        QCOMPARE(start.load_cache, 4 * 4096 * token);
        QCOMPARE(start.log.back(), "KV-cache blocks: " + std::to_string(start.blocks) + ", size: 1");
        QCOMPARE(start_of(asked("tgi", {{"kv_dtype", "fp8"}})).load_cache, start.load_cache / 2);
        QCOMPARE(start_of(asked("tgi", {{"enforce_eager", true}})).graphs, Bytes{0});
        const EngineStart half = start_of(asked("tgi", {{"gpu_memory_utilization", 0.5}}));
        QCOMPARE(half.requested, std::optional<Bytes>(80 * gib / 20 * 9));
    }

    void tgiReadsATiedHeadOnceMore()
    {
        json tied = config();
        tied["tie_word_embeddings"] = true;
        QCOMPARE(start_of(asked("tgi", {}, h100, tied)).weights, start_of(asked("tgi")).weights);
        QCOMPARE(start_of(asked("tensorrt-llm", {}, h100, tied)).weights, start_of(asked("tensorrt-llm")).weights - 2 * table);
    }

    void tgiQuantisesWhatItsCodeLetsIt()
    {
        const json fp8{{"weights", {{"quant", "fp8"}}}};
        const Bytes packed = start_of(asked("tgi", {}, h100, config(), fp8)).weights, plain = start_of(asked("tgi")).weights;
        // LLaMA's: MLPs of 30 layers, a byte less each
        const Bytes saved = 30 * 3 * Bytes{4096} * 14336;
        QVERIFY(std::abs(plain - packed - saved) < mib);
        const EngineStart four = start_of(asked("tgi", {}, h100, config(), {{"weights", {{"quant", "nf4"}}}}));
        QVERIFY(four.weights < packed);
        const EngineStart nested =
            start_of(asked("tgi", {}, h100, config(), {{"weights", {{"quant", "nf4"}, {"double_quant", true}}}}));
        QVERIFY(std::abs(nested.weights - four.weights) < mib); // its scales are packed again whatever the plan says
    }

    void tgiRefusesInItsWords()
    {
        const auto ranks = [](Count n) { return json{{"parallel", {{"tensor", n}}}}; };
        QVERIFY(refusal(asked("tgi", {}, h100, config(), ranks(3))).starts_with("`num_heads` must be divisible by `num_shards`"));
        QVERIFY(refusal(asked("tgi", {}, h100, config(), ranks(16)))
                    .starts_with("`num_key_value_heads` must be divisible by `num_shards`"));
        QCOMPARE(refusal(asked("tgi", {}, h100, config(), ranks(2))), std::string());
        QVERIFY(refusal(asked("tgi", {}, t4)).find("--num-shard") != std::string::npos); // 16 GB of weights on 15 GiB
        QVERIFY(refusal(asked("tgi", {}, h100, config(), {{"weights", {{"quant", "Q4_K_M"}}}})).starts_with("weights.quant"));
        QVERIFY(refusal(asked("tgi", {}, h100, config(), {{"parallel", {{"pipeline", 2}}}})).starts_with("parallel.pipeline"));
        json packed = config();
        packed["quantization_config"] = {{"quant_method", "hqq"}, {"quant_config", {{"nbits", 4}, {"group_size", 64}}}};
        QVERIFY(refusal(asked("tgi", {}, h100, packed)).starts_with("TGI does not know how hqq packs weights"));
        json newer = config();
        newer["model_type"] = "qwen3";
        newer["architectures"] = {"Qwen3ForCausalLM"};
        newer["head_dim"] = 128;
        QVERIFY(warns(*asked("tgi", {}, h100, newer), "no_code_of_its_own") && !warns(*asked("tgi"), "no_code_of_its_own"));
    }

    void tensorrtTakesAFractionOfWhatIsLeft()
    {
        const EngineStart start = start_of(asked("tensorrt-llm"));
        QCOMPARE(start.weights, 2 * (layers * layer_matrices + norms + 2 * table));
        QCOMPARE(start.activation, Bytes{8192} * (3 * 14336 + 2 * 4096) * 2);
        const Bytes left = 80 * gib - context_of(h100) - start.weights - start.buffers - start.graphs - start.activation;
        QCOMPARE(start.kv_cache, left * 9 / 10);
        QCOMPARE(start.pool.block_bytes, 32 * token);
        QCOMPARE(start.load_cache, 4 * 4096 * token);
        QCOMPARE(start.taken.max_num_seqs, std::optional<Count>(2048));
        QVERIFY(start.tokens <= start.kv_cache / token && start.tokens > start.kv_cache / token - 4096);
        const EngineStart less = start_of(asked("tensorrt-llm", {{"gpu_memory_utilization", 0.5}}));
        QCOMPARE(less.kv_cache, left / 2);
        // a file that ModelOpt wrote in 8 or 4 bits asks for a cache of 8, unless somebody says otherwise
        for (const char *quant : {"fp8", "nvfp4"}) {
            const json packed{{"weights", {{"quant", quant}}}};
            QCOMPARE(start_of(asked("tensorrt-llm", {}, h100, config(), packed)).load_cache, start.load_cache / 2);
            QCOMPARE(start_of(asked("tensorrt-llm", {{"kv_dtype", "bf16"}}, h100, config(), packed)).load_cache,
                     start.load_cache);
        }
        QVERIFY(refusal(asked("tensorrt-llm", {}, t4)).find("Ampere") != std::string::npos);
        QVERIFY(refusal(asked("tensorrt-llm", {}, m3)).find("Ampere") != std::string::npos);
        json unlisted = config();
        unlisted["model_type"] = "stablelm";
        unlisted["architectures"] = {"StableLmForCausalLM"};
        QVERIFY(warns(*asked("tensorrt-llm", {}, h100, unlisted), "model_not_listed"));
    }

    void exllamaMakesItsCacheWhole()
    {
        const EngineStart plain = start_of(asked("exllama", {{"context", 5000}}));
        QCOMPARE(plain.weights, 2 * (layers * layer_matrices + norms + table));
        QCOMPARE(plain.places.back().place, std::string("host"));
        QCOMPARE(plain.places.back().weights, 2 * table);
        QCOMPARE(plain.load_cache, 4 * 5120 * token); // pages of 256 tokens
        QVERIFY(!plain.requested);
        QCOMPARE(start_of(asked("exllama", {{"context", 5000}, {"kv_dtype", "int4"}})).load_cache, plain.load_cache * 9 / 32);
        QVERIFY(!refusal(asked("exllama", {{"kv_dtype", "fp8"}})).empty());
        QVERIFY(refusal(asked("exllama", {}, t4)).starts_with("Insufficient VRAM in split for model and cache"));
        json neox = config();
        neox["model_type"] = "gpt_neox";
        neox["architectures"] = {"GPTNeoXForCausalLM"};
        QCOMPARE(refusal(asked("exllama", {}, h100, neox)),
                 std::string("Unknown architecture GPTNeoXForCausalLM in config.json"));
    }

    void exllamaReadsBitsOfAWeight()
    {
        json packed = config();
        packed["quantization_config"] = {{"quant_method", "exl3"}, {"bits", 4.25}, {"head_bits", 6}};
        const EngineStart own = start_of(asked("exllama", {}, h100, packed));
        const Bytes trellis = layers * layer_matrices / 32 * 17 + table / 4 * 3;
        QVERIFY(own.weights > trellis && own.weights < trellis + trellis / 200); // signs of rows and columns, norms
        QCOMPARE(start_of(asked("exllama", {}, h100, config(), {{"weights", {{"quant", "exl3-4.25"}}}})).weights, own.weights);
        // products of more than 144 rows unpack the matrix
        QVERIFY(own.activation >= start_of(asked("exllama")).activation + Bytes{4096} * 14336 * 2);
        packed["quantization_config"]["quant_method"] = "exl2";
        const Result<Estimate> second = asked("exllama", {{"kv_dtype", "fp8"}}, h100, packed);
        QVERIFY(!start_of(second).refuses);
        QCOMPARE(start_of(second).load_cache, 4 * 4096 * token / 2);
        for (const char *bits : {"exl3-0.5", "exl3-9", "exl3-", "exl3-4.125"})
            QVERIFY2(refusal(asked("exllama", {}, h100, config(), {{"weights", {{"quant", bits}}}})).starts_with("weights.quant"),
                     bits);
        packed["quantization_config"]["bits"] = 0;
        QVERIFY(refusal(asked("exllama", {}, h100, packed)).find("bits") != std::string::npos);
    }

    void mlxPacksTablesToo()
    {
        const EngineStart plain = start_of(asked("mlx", {{"context", 5000}}, m3));
        QCOMPARE(plain.weights, 2 * (layers * layer_matrices + norms + 2 * table));
        QCOMPARE(plain.load_cache, 4 * 5120 * token); // steps of 256 tokens
        const json four{{"weights", {{"quant", "mlx4"}}}};
        const EngineStart packed = start_of(asked("mlx", {}, m3, config(), four));
        QCOMPARE(packed.weights,
                 (layers * layer_matrices + 2 * table) / 16 * 9 + 2 * norms); // 4 bits, a scale and an offset for 64
        json own = config();
        own["quantization"] = {{"bits", 4}, {"group_size", 64}};
        QCOMPARE(start_of(asked("mlx", {}, m3, own)).weights, packed.weights);
        QCOMPARE(start_of(asked("mlx", {{"sequences", 1}, {"kv_dtype", "int8"}}, m3)).load_cache, 4096 * token / 32 * 17);
        QVERIFY(refusal(asked("mlx", {{"kv_dtype", "int8"}}, m3)).starts_with("inference.kv_dtype")); // of four sequences
    }

    void mlxRotatesWindows()
    {
        const json gemma{{"model_type", "gemma3_text"}, {"architectures", {"Gemma3ForCausalLM"}},
                         {"hidden_size", 1152},         {"intermediate_size", 6912},
                         {"num_hidden_layers", 6},      {"num_attention_heads", 4},
                         {"num_key_value_heads", 1},    {"head_dim", 256},
                         {"vocab_size", 262144},        {"sliding_window", 512},
                         {"sliding_window_pattern", 6}, {"max_position_embeddings", 32768},
                         {"dtype", "bfloat16"}};
        const Bytes layer = 2 * 256 * 2;
        // five layers hold the window and the chunk that is read, one holds all
        QCOMPARE(start_of(asked("mlx", {{"context", 16384}, {"sequences", 1}}, m3, gemma)).load_cache,
                 layer * (5 * (511 + 2048) + 16384));
        // TGI masks, and caches all; TensorRT-LLM and ExLlama keep windows
        QCOMPARE(start_of(asked("tgi", {{"context", 16384}, {"sequences", 1}}, h100, gemma)).load_cache, layer * 6 * 16384);
        QCOMPARE(start_of(asked("tensorrt-llm", {{"context", 16384}, {"sequences", 1}}, h100, gemma)).load_cache,
                 layer * (5 * 512 + 16384));
        const EngineStart exllama = start_of(asked("exllama", {{"context", 16384}, {"sequences", 1}}, h100, gemma));
        QCOMPARE(exllama.load_cache, layer * 16384);
        QCOMPARE(exllama.state, layer * 5 * 1024); // rings: the window and two pages
        QVERIFY(refusal(asked("mlx", {{"sequences", 1}, {"kv_dtype", "int4"}}, m3, gemma)).find("rotating") != std::string::npos);
    }

    void mlxSaysOnWhatItRuns()
    {
        QVERIFY(warns(*asked("mlx"), "cuda_back_end") && !warns(*asked("mlx", {}, m3), "cuda_back_end"));
        QVERIFY(warns(*asked("mlx", {}, m3), "unified_memory"));
        const CardFacts amd{"Instinct MI300X", 9, 4, 304, 2048, true, 192 * gib};
        QVERIFY(refusal(asked("mlx", {}, amd)).find("Metal") != std::string::npos);
        json unknown = config();
        unknown["model_type"] = "bloom";
        unknown["architectures"] = {"BloomForCausalLM"};
        unknown["n_head"] = 32;
        QCOMPARE(refusal(asked("mlx", {}, m3, unknown)), std::string("Model type bloom not supported."));
        QCOMPARE(start_of(asked("mlx", {}, no_card)).load_cache, 4 * 4096 * token);
    }
};

PLIMSOLL_TEST(TestUnmeasuredStarts)
} // namespace PLIMSOLL_FILE
#include "test_unmeasured_starts.moc"
