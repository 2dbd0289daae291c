// SPDX-License-Identifier: GPL-3.0-or-later
// Commands of vLLM, SGLang and llama.cpp and Ollama's Modelfiles as plans: text in, the plan and the three lists out.
#include "tests/core/exchange/import_lists.h"

using namespace plimsoll;
using namespace plimsoll::tests;

class TestImportServers : public QObject {
    Q_OBJECT

private slots:
    void vllm()
    {
        const Imported read = import_text("VLLM_USE_DEEP_GEMM=1 vllm serve org/base \\\n  --max-model-len 32k -tp 4 \\\n"
                                          "  --data-parallel-size=2 --enable-expert-parallel \\\n  --kv-cache-dtype fp8 \\\n"
                                          "  --gpu-memory-utilization 0.8 \\\n  --trust-remote-code --cpu-offload-gb 10 \\\n"
                                          "  --quantization compressed-tensors --gpu-memory-utilisation 0.9\n");
        QCOMPARE(read.tool, std::string("vllm"));
        QCOMPARE(stated(read),
                 std::string(R"({"model":{"hub":"org/base"},"task":"infer","parallel":{"data":2,"tensor":4,"expert":8},)"
                             R"("inference":{"engine":"vllm","context":32000,"kv_dtype":"fp8","gpu_memory_utilization":0.8}})"));
        QCOMPARE(listed(read.no_effect), std::string("6:trust-remote-code"));
        QCOMPARE(listed(read.not_said), std::string("1:VLLM_USE_DEEP_GEMM 6:cpu-offload-gb 7:gpu-memory-utilisation"));
        QVERIFY(why_not(read, "gpu-memory-utilisation").find("gpu_memory_utilization") != std::string::npos);
    }

    void container_of_vllm()
    {
        const Imported read =
            import_text("docker run --gpus all -p 8000:8000 vllm/vllm-openai:latest --model org/base --max-model-len 1K\n");
        QCOMPARE(stated(read),
                 std::string(R"({"model":{"hub":"org/base"},"task":"infer","inference":{"engine":"vllm","context":1024}})"));
    }

    void files_of_options()
    {
        const Imported read =
            import_text("model: org/base\nmax-model-len: 8192\ntensor-parallel-size: 2\nasync-scheduling: true\n"
                        "no-enable-prefix-caching: true\nkv-cache-dtype: fp8\n");
        QCOMPARE(read.tool, std::string("vllm"));
        QCOMPARE(stated(read), std::string(R"({"model":{"hub":"org/base"},"task":"infer","parallel":{"tensor":2},)"
                                           R"("inference":{"engine":"vllm","context":8192,"kv_dtype":"fp8"}})"));
        QCOMPARE(listed(read.no_effect), std::string("4:async-scheduling 5:no-enable-prefix-caching"));
        const Imported other =
            import_text("model-path: org/base\ntp-size: 2\nmem-fraction-static: 0.8\ntrust-remote-code: true\n");
        QCOMPARE(other.tool, std::string("sglang"));
        QCOMPARE(stated(other), std::string(R"({"model":{"hub":"org/base"},"task":"infer","parallel":{"tensor":2},)"
                                            R"("inference":{"engine":"sglang","gpu_memory_utilization":0.8}})"));
        QCOMPARE(import_text("model_name_or_path: org/m\nuse_vllm: true\nvllm_gpu_memory_utilization: 0.3\n").tool,
                 std::string("trl"));
    }

    void the_server_that_comes_with_trl()
    {
        const Imported read = import_text("CUDA_VISIBLE_DEVICES=0,1 trl vllm-serve --model org/base --tensor-parallel-size 2 "
                                          "--max_model_len 4096 --vllm_model_impl transformers\n");
        QCOMPARE(stated(read), std::string(R"({"model":{"hub":"org/base"},"task":"infer","parallel":{"tensor":2},)"
                                           R"("inference":{"engine":"vllm","context":4096}})"));
        QCOMPARE(read.not_said.size(), std::size_t{0});
    }

    void sglang_counts_cards_once()
    {
        const Imported read =
            import_text("python3 -m sglang.launch_server --model-path org/base --tp 8 --dp 8 --enable-dp-attention\n");
        QCOMPARE(read.tool, std::string("sglang"));
        QCOMPARE(stated(read),
                 std::string(
                     R"({"model":{"hub":"org/base"},"task":"infer","parallel":{"tensor":8},"inference":{"engine":"sglang"}})"));
        QCOMPARE(listed(read.not_said), std::string("1:dp 1:enable-dp-attention"));
    }

    void llama_cpp_slots_share_the_context()
    {
        const Imported read =
            import_text("llama-server -hf org/base-GGUF:Q4_K_M -c 32768 -np 4 -ngl 99 -fa on -ctk q8_0 -ctv q8_0 --jinja\n");
        QCOMPARE(read.tool, std::string("llama.cpp"));
        QCOMPARE(
            stated(read),
            std::string(
                R"({"model":{"hub":"org/base-GGUF"},"task":"infer","weights":{"quant":"Q4_K_M"},"inference":{"engine":"llama.cpp",)"
                R"("context":8192,"sequences":4,"kv_dtype":"q8_0","max_num_seqs":4,"gpu_layers":99,"flash_attention":"on"}})"));
        QCOMPARE(listed(read.no_effect), std::string("1:jinja"));
        QCOMPARE(import_text("llama-server -m a.gguf -c 4096 -np 2 --kv-unified\n").plan.inference.context, Count{4096});
        QCOMPARE(listed(import_text("llama-server -m a.gguf -ctk q8_0 -ctv q4_0\n").not_said), std::string("1:ctk 1:ctv"));
    }

    void llama_cpp_by_variables_and_new_names()
    {
        const Imported read = import_text("docker run --gpus all -e LLAMA_ARG_CTX_SIZE=8192 -e LLAMA_ARG_N_PARALLEL=2 "
                                          "-e LLAMA_ARG_UBATCH=256 -e LLAMA_ARG_ENDPOINT_METRICS=1 -e LLAMA_ARG_N_GPU_LAYERS=9 "
                                          "ghcr.io/ggml-org/llama.cpp:server-cuda -hf org/base-GGUF -ngl 99\n");
        QCOMPARE(
            stated(read),
            std::string(
                R"({"model":{"hub":"org/base-GGUF"},"task":"infer","weights":{"quant":"Q4_K_M"},)"
                R"("inference":{"engine":"llama.cpp","context":4096,"sequences":2,"max_num_seqs":2,"max_num_batched_tokens":256,"gpu_layers":99}})"));
        QCOMPARE(read.not_said.size(), std::size_t{0});
        QCOMPARE(stated(import_text("llama serve -hf org/base-GGUF:Q4_K_M -c 4096\n")),
                 std::string(R"({"model":{"hub":"org/base-GGUF"},"task":"infer","weights":{"quant":"Q4_K_M"},)"
                             R"("inference":{"engine":"llama.cpp","context":4096}})"));
        QCOMPARE(
            stated(import_text("llama-server -m $MODELS/base-Q4_K_M.gguf -c 4096\n")),
            std::string(R"({"task":"infer","weights":{"quant":"Q4_K_M"},"inference":{"engine":"llama.cpp","context":4096}})"));
    }

    void a_name_to_be_put_in_is_no_model()
    {
        for (const char *command : {"vllm serve ...", "vllm serve <model>", "trl sft --model_name_or_path ...",
                                    "trl sft --model_name_or_path {MODEL}"}) {
            const Imported read = import_text(std::string(command) + " --seed 1\n");
            QVERIFY(!read.plan.has("model"));
            QCOMPARE(read.not_said.size(), std::size_t{1});
        }
    }

    void modelfile()
    {
        const Imported read = import_text("FROM hf.co/org/base-GGUF:Q8_0\nPARAMETER num_ctx 8192\nPARAMETER temperature 1\n"
                                          "PARAMETER num_predict -1\nSYSTEM \"\"\"\nYou are\nkind.\n\"\"\"\nADAPTER ./a.gguf\n");
        QCOMPARE(read.tool, std::string("ollama"));
        QCOMPARE(stated(read), std::string(R"({"model":{"hub":"org/base-GGUF"},"task":"infer","weights":{"quant":"Q8_0"},)"
                                           R"("inference":{"engine":"ollama","context":8192}})"));
        QCOMPARE(listed(read.understood), std::string("1:FROM 2:num_ctx 4:num_predict"));
        QCOMPARE(listed(read.no_effect), std::string("3:temperature 5:SYSTEM"));
        QCOMPARE(listed(read.not_said), std::string("9:ADAPTER"));
    }

    void names_of_ollamas_library_without_a_preset_are_no_models()
    {
        const Imported read = import_text("FROM ownmodel\nPARAMETER num_ctx 4096\n");
        QVERIFY(!read.plan.has("model"));
        QCOMPARE(listed(read.understood), std::string("1:FROM 2:num_ctx"));
    }

    void script_that_writes_a_modelfile()
    {
        const Imported read =
            import_text("cat > Modelfile <<'END'\nFROM hf.co/org/base-GGUF:Q8_0\nPARAMETER num_ctx 4096\nEND\n"
                        "OLLAMA_KV_CACHE_TYPE=q8_0 OLLAMA_NUM_PARALLEL=2 ollama serve &\nollama create base -f Modelfile\n");
        QCOMPARE(
            stated(read),
            std::string(
                R"({"model":{"hub":"org/base-GGUF"},"task":"infer","weights":{"quant":"Q8_0"},"inference":{"engine":"ollama",)"
                R"("context":4096,"sequences":2,"kv_dtype":"q8_0","max_num_seqs":2}})"));
        QCOMPARE(listed(read.understood), std::string("5:OLLAMA_KV_CACHE_TYPE 5:OLLAMA_NUM_PARALLEL 2:FROM 3:num_ctx"));
    }
};

QTEST_GUILESS_MAIN(TestImportServers)
#include "test_import_servers.moc"
