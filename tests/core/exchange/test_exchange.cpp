// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/exchange.h"
#include "core/plan/field.h"
#include "tests/core/exchange/engine_plans.h"
#include "tests/test_program.h"

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

Plan plan_of(const char *json) { return plan_from_json(json)->plan; }

std::string text_of(const char *json, const char *tool) { return export_to_text(*exported(plan_of(json), tool)); }

std::string refused(const char *json, const char *tool)
{
    const Result<Exported> made = exported(plan_of(json), tool);
    return made.ok() ? "written" : made.error().message();
}

constexpr const char *served =
    R"({"model": {"preset": "qwen2.5-7b"}, "task": "infer", "weights": {"dtype": "bf16", "quant": "fp8"},
    "parallel": {"tensor": 2}, "inference": {"engine": "vllm", "context": 8192, "sequences": 4, "kv_dtype": "fp8",
    "max_num_seqs": 16, "gpu_memory_utilization": 0.85, "enforce_eager": true}})";

} // namespace

class TestExchange : public QObject {
    Q_OBJECT
private slots:
    void vllm_serves();
    void sglang_launches();
    void sglang_copies_attention_alone();
    void llama_cpp_holds_all_sequences_in_one_context();
    void ollama_gets_a_modelfile_and_its_environment();
    void a_file_or_a_repository_of_gguf_is_not_converted();
    void models_are_named_as_engines_load_them();
    void what_cannot_be_said_is_listed();
    void what_is_no_serving_is_refused();
    void words_are_quoted_for_the_shell();
    void whatever_is_stated_is_said_or_listed();
};

void TestExchange::vllm_serves()
{
    QCOMPARE(
        text_of(served, "vllm"),
        std::string("vllm serve Qwen/Qwen2.5-7B --dtype bfloat16 --quantization fp8 --tensor-parallel-size 2 --max-model-len "
                    "8192 --kv-cache-dtype fp8_e4m3 --gpu-memory-utilization 0.85 --max-num-seqs 16 --enforce-eager\n"
                    "# not said: inference.sequences 4 (how many requests come is up to who asks; inference.max_num_seqs is the "
                    "most that run at once)\n"));
}

void TestExchange::sglang_launches()
{
    QCOMPARE(
        text_of(served, "sglang"),
        std::string("python -m sglang.launch_server --model-path Qwen/Qwen2.5-7B --dtype bfloat16 --quantization fp8 --tp-size 2 "
                    "--context-length 8192 --kv-cache-dtype fp8_e4m3 --mem-fraction-static 0.85 --max-running-requests 16 "
                    "--disable-decode-cuda-graph --disable-prefill-cuda-graph\n"
                    "# not said: inference.engine vllm (these are the words of SGLang)\n"
                    "# not said: inference.sequences 4 (how many requests come is up to who asks; inference.max_num_seqs is the "
                    "most that run at once)\n"));
}

void TestExchange::sglang_copies_attention_alone()
{
    const std::string text =
        text_of(R"({"model": {"hub": "Qwen/Qwen3-30B-A3B"}, "task": "infer", "parallel": {"data": 4, "tensor": 2,
        "expert": 8}, "inference": {"engine": "sglang", "context": 8192}})",
                "sglang");
    QVERIFY2(text.find(" --tp-size 8 --dp-size 4 --enable-dp-attention --ep-size 8 ") != std::string::npos, text.c_str());
}

void TestExchange::llama_cpp_holds_all_sequences_in_one_context()
{
    QCOMPARE(text_of(R"({"model": {"preset": "qwen2.5-7b"}, "weights": {"dtype": "bf16", "quant": "Q4_K_M"},
                         "parallel": {"pipeline": 2},
                         "inference": {"context": 8192, "sequences": 4, "kv_dtype": "q8_0", "max_num_batched_tokens": 4096}})",
                     "llama.cpp"),
             std::string("# first: hf download Qwen/Qwen2.5-7B --local-dir Qwen2.5-7B\n"
                         "# first: python convert_hf_to_gguf.py Qwen2.5-7B --outtype bf16 --outfile Qwen2.5-7B-BF16.gguf\n"
                         "# first: llama-quantize Qwen2.5-7B-BF16.gguf Qwen2.5-7B-Q4_K_M.gguf Q4_K_M\n"
                         "CUDA_VISIBLE_DEVICES=0,1 llama-server -m Qwen2.5-7B-Q4_K_M.gguf --ctx-size 32768 --batch-size 4096 "
                         "--split-mode layer --cache-type-k q8_0 --cache-type-v q8_0 --ubatch-size 4096 --gpu-layers all "
                         "--parallel 4 --kv-unified --kv-unified-per-slot 8192\n"));
}

void TestExchange::ollama_gets_a_modelfile_and_its_environment()
{
    QCOMPARE(text_of(R"({"model": {"hub": "org/Some.Model-GGUF"}, "weights": {"quant": "Q4_K_M"},
                         "inference": {"context": 8192, "sequences": 4, "kv_dtype": "q8_0", "flash_attention": "on",
                                       "gpu_layers": "all"}})",
                     "ollama"),
             std::string("cat > Modelfile <<'END'\n"
                         "FROM hf.co/org/Some.Model-GGUF:Q4_K_M\n"
                         "PARAMETER num_ctx 8192\n"
                         "PARAMETER num_gpu 999\n"
                         "END\n"
                         "OLLAMA_KV_CACHE_TYPE=q8_0 OLLAMA_FLASH_ATTENTION=1 OLLAMA_NUM_PARALLEL=4 ollama serve &\n"
                         "ollama create some.model-gguf -f Modelfile\n"
                         "ollama run some.model-gguf\n"));
}

void TestExchange::a_file_or_a_repository_of_gguf_is_not_converted()
{
    QCOMPARE(text_of(R"({"model": {"config": "mine/it.gguf"}, "weights": {"dtype": "fp16"}})", "llama.cpp"),
             std::string("llama-server -m mine/it.gguf --ctx-size 4096 --gpu-layers all\n"
                         "# not said: weights.dtype fp16 (the file holds its weights as they are)\n"));
    QCOMPARE(text_of(R"({"model": {"hub": "org/it-GGUF"}, "weights": {"quant": "Q8_0"}})", "llama.cpp"),
             std::string("llama-server -hf org/it-GGUF:Q8_0 --ctx-size 4096 --gpu-layers all\n"));
}

void TestExchange::models_are_named_as_engines_load_them()
{
    QCOMPARE(text_of(R"({"model": {"hub": "org/it@v2"}})", "vllm"), std::string("vllm serve org/it --revision v2\n"));
    QCOMPARE(text_of(R"({"model": {"config": "of/mine/config.json"}})", "vllm"), std::string("vllm serve of/mine\n"));
    QCOMPARE(text_of(R"({"model": {"config": "of/mine/"}})", "vllm"), std::string("vllm serve of/mine\n"));
    QCOMPARE(text_of(R"({"model": {"config": "config.json"}})", "vllm"), std::string("vllm serve .\n"));
}

void TestExchange::what_cannot_be_said_is_listed()
{
    const Exported made = *exported(plan_of(R"({"model": {"preset": "qwen2.5-7b"}, "weights": {"quant": "nf4"},
        "inference": {"kv_dtype": "q8_0", "cache": "static", "entry": "llm"}, "libraries": {"vllm": "0.11.0"}})"),
                                    "vllm");
    const std::vector<NotSaid> expected{
        {"weights.quant", "nf4",
         "weights are not quantised so while they are loaded; a checkpoint in this format says it itself"},
        {"inference.cache", "static", "it is a kind of transformers's caches"},
        {"inference.kv_dtype", "q8_0", "vLLM has no cache of this type (config/cache.py, CacheDType)"},
        {"inference.entry", "llm", "the command starts the server"},
        {"libraries.vllm", "0.11.0", "vLLM runs with what is installed"},
    };
    QCOMPARE(made.text, std::string("vllm serve Qwen/Qwen2.5-7B\n"));
    QCOMPARE(made.not_said.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i)
        QVERIFY2(made.not_said[i] == expected[i], (made.not_said[i].field + ": " + made.not_said[i].why).c_str());
    const nlohmann::ordered_json json = export_to_json(made, "vllm");
    QCOMPARE(json["command"].get<std::string>(), made.text);
    QCOMPARE(json["not_said"][1].dump(),
             std::string(R"({"field":"inference.cache","value":"static","why":"it is a kind of transformers's caches"})"));
}

void TestExchange::what_is_no_serving_is_refused()
{
    QCOMPARE(refused(served, "tgi"), "to: read tgi, accepted: " + export_names());
    QCOMPARE(refused(served, ""), "to: read nothing, accepted: " + export_names());
    QCOMPARE(refused(R"({"model": {"preset": "qwen2.5-7b"}, "task": "train"})", "vllm"),
             std::string("task: vLLM runs a model and trains none, read train, accepted: infer"));
    QCOMPARE(
        refused(R"({"model": {"config": {"model_type": "llama"}}})", "vllm"),
        std::string("model: an engine loads weights, which are not there, read {…}, accepted: a preset, a path, or a Hub id"));
    QCOMPARE(refused(R"({"model": {"config": "a\nEND\nb/config.json"}})", "ollama"),
             std::string("model: read a?END?b, accepted: a preset, a path, or a Hub id"));
    QCOMPARE(
        refused(R"({"model": {"preset": "qwen2.5-7b"}, "inference": {"context": 10000000, "sequences": 1000}})", "llama.cpp"),
        std::string("inference.context: read 10000000, accepted: 1 to 2147483"));
}

void TestExchange::words_are_quoted_for_the_shell()
{
    QCOMPARE(text_of(R"({"model": {"config": "it's mine; rm/config.json"}})", "vllm"),
             std::string("vllm serve 'it'\\''s mine; rm'\n"));
}

/// A field taken back changes the command or the list, unless it says what would be so anyway.
void TestExchange::whatever_is_stated_is_said_or_listed()
{
    std::mt19937 random(7);
    int checked = 0;
    for (int i = 0; i < 200; ++i) {
        const Plan plan = plan_from_object(tests::random_engine_plan(random))->plan;
        for (const ToolFormat *tool : tools_written())
            for (const std::string &path : plan.given) {
                if (tool->task != Task::infer) continue; // test_round_trip has those
                const Plan without = without_field(plan, path);
                if (path == "task" || path == "model" || find_field(path)->write(plan) == find_field(path)->write(Plan()))
                    continue;
                if (path == "weights.dtype" && plan.weights.dtype == WeightDtype::auto_) continue; // so anyway
                const Result<Exported> whole = exported(plan, tool->name), rest = exported(without, tool->name);
                if (!whole.ok()) continue; // who trains: test_round_trip has those
                QVERIFY2(!rest.ok() || *whole != *rest, (path + " in " + export_to_text(*whole)).c_str());
                ++checked;
            }
    }
    QVERIFY2(checked > 3000, qPrintable(QString::number(checked)));
}

PLIMSOLL_TEST(TestExchange)
} // namespace PLIMSOLL_FILE
#include "test_exchange.moc"
