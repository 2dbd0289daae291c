// SPDX-License-Identifier: GPL-3.0-or-later
// Commands of vLLM, SGLang and llama.cpp and Ollama's Modelfiles as plans: text in, the plan and the three lists out.
#include "core/plan/names.h"
#include "tests/core/exchange/import_lists.h"
#include "tests/test_program.h"

#include <algorithm>

namespace PLIMSOLL_FILE {

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
        QCOMPARE(
            stated(read),
            std::string(
                R"({"model":{"hub":"org/base"},"task":"infer","parallel":{"data":2,"tensor":4,"expert":8},)"
                R"("inference":{"engine":"vllm","context":32000,"kv_dtype":"fp8","gpu_memory_utilization":0.8,"cpu_offload_bytes":10737418240}})"));
        QCOMPARE(listed(read.no_effect), std::string("6:trust-remote-code"));
        QCOMPARE(listed(read.not_said), std::string("1:VLLM_USE_DEEP_GEMM 7:gpu-memory-utilisation"));
        QVERIFY(why_not(read, "gpu-memory-utilisation").find("gpu_memory_utilization") != std::string::npos);
    }

    void words_without_dashes()
    {
        const Imported read = import_text("vllm serve org/base --served-model-name chat gpu_memory_utilization=0.9 enforce-eager "
                                          "sql=1 --max_model_len 32768 --lora-modules sql_lora=/models/lora\n");
        const auto told = [&read](std::string_view part) {
            return std::ranges::count_if(read.warnings, [&](const Warning &warning) {
                return warning.code == "bare_word" && warning.text.find(part) != std::string::npos;
            });
        };
        QCOMPARE(told("gpu_memory_utilization=0.9"), std::ptrdiff_t{1});
        QCOMPARE(told("--served-model-name"), std::ptrdiff_t{2}); // both behind it
        QCOMPARE(told("sql"), std::ptrdiff_t{0});                 // no option is called so
        QVERIFY(!read.plan.has("inference.gpu_memory_utilization"));
        const Imported other = import_text("python -m sglang.launch_server --model-path org/base mem-fraction-static=0.8\n");
        QVERIFY(std::ranges::any_of(other.warnings, [](const Warning &warning) { return warning.code == "bare_word"; }));
    }

    void words_that_a_parser_stops_at()
    {
        const auto told = [](const Imported &read) {
            return std::ranges::count(read.warnings, std::string("bare_word"), &Warning::code);
        };
        struct Case {
            const char *text, *left_out;
        };
        for (const Case &each :
             {Case{"vllm serve org/base gpu_memory_utilization=0.9\n", "inference.gpu_memory_utilization"},
              {"vllm serve gpu_memory_utilization=0.9 --model org/base\n", "inference.gpu_memory_utilization"},
              {"vllm serve org/base max-model-len=8192\n", "inference.context"},
              {"vllm serve org/base --enforce-eager max_model_len=8192\n", "inference.context"},
              {"sglang serve --model-path org/base mem_fraction_static=0.8\n", "inference.gpu_memory_utilization"},
              {"llama-server -m m-Q4_K_M.gguf ctx_size=8192\n", "inference.context"},
              {"trl sft --model_name_or_path org/base max_length=4096\n", "sequence_length"},
              {"torchrun run_clm.py --do_train --model_name_or_path org/base block_size=512 --bf16\n", "sequence_length"},
              {"accelerate launch num_processes=4 run_clm.py --do_train --model_name_or_path org/base\n", "parallel.data"},
              {"swift sft --model org/base max_length=4096\n", "sequence_length"},
              {"axolotl train c.yaml sequence_len=4096\n", "sequence_length"},
              {"llamafactory-cli train --model_name_or_path org/base --stage sft cutoff_len=512\n", "sequence_length"}}) {
            const Imported read = import_text(each.text, {{"c.yaml", "base_model: org/base\n"}});
            QVERIFY2(told(read) == 1, each.text);
            QVERIFY2(read.plan.has("model"), each.text);
            QVERIFY2(!own_plan(read).has(each.left_out), each.text);
        }
    }

    void words_that_are_options()
    {
        const std::map<std::string, std::string> files{{"c.yaml", "model_name_or_path: org/base\nstage: sft\n"}};
        const Imported behind = import_text("llamafactory-cli train c.yaml cutoff_len=512\n", files);
        QCOMPARE(behind.plan.sequence_length, Count{512});
        const Imported dashed = import_text("llamafactory-cli train c.yaml --cutoff_len 512\n", files);
        QVERIFY(!dashed.plan.has("sequence_length"));
        QVERIFY(std::ranges::count(dashed.warnings, std::string("bare_word"), &Warning::code) == 1);
        const Imported hydra =
            import_text("python train.py model_name_or_path=org/base per_device_train_batch_size=2 bf16=true\n");
        QCOMPARE(hydra.plan.micro_batch, Count{2});
        const Imported named = import_text("python train.py --config-name c model_name_or_path=org/base bf16=true "
                                           "per_device_train_batch_size=2\n");
        QCOMPARE(named.plan.micro_batch, Count{2});
    }

    void a_model_behind_a_switch_or_a_value()
    {
        for (const char *text :
             {"vllm serve --enforce-eager org/base\n", "vllm serve --enforce-eager --trust-remote-code org/base\n"})
            QCOMPARE(stated(import_text(text)), std::string(R"({"model":{"hub":"org/base"},"task":"infer",)"
                                                            R"("inference":{"engine":"vllm","enforce_eager":true}})"));
        QCOMPARE(stated(import_text("vllm serve --max-model-len 8192 org/base\n")),
                 std::string(R"({"model":{"hub":"org/base"},"task":"infer","inference":{"engine":"vllm","context":8192}})"));
    }

    void weights_that_stay_with_the_host()
    {
        QCOMPARE(import_text("vllm serve org/base --cpu-offload-gb 2.5\n").plan.inference.cpu_offload_bytes, 5 * gib / 2);
        QCOMPARE(import_text("sglang serve --model-path org/base --cpu-offload-gb 4\n").plan.inference.cpu_offload_bytes,
                 4 * gib);
        const Imported some = import_text("vllm serve org/base --cpu-offload-gb 4 --cpu-offload-params experts\n");
        QVERIFY(!why_not(some, "cpu-offload-gb").empty());
    }

    void options_that_bound_a_cache()
    {
        QCOMPARE(stated(import_text("vllm serve org/base --kv-cache-memory 9663676416 --mamba-cache-dtype bfloat16 "
                                    "--mamba-ssm-cache-dtype float32 --num-gpu-blocks-override 512 --max-model 4K\n")),
                 std::string(R"({"model":{"hub":"org/base"},"task":"infer","inference":{"engine":"vllm","context":4096,)"
                             R"("kv_cache_memory_bytes":9663676416,"num_gpu_blocks_override":512,"mamba_cache_dtype":"bf16",)"
                             R"("mamba_ssm_cache_dtype":"fp32"}})"));
        QCOMPARE(stated(import_text("vllm serve org/base --max-model-len auto\n")),
                 std::string(R"({"model":{"hub":"org/base"},"task":"infer","inference":{"engine":"vllm","fit":true}})"));
        QCOMPARE(stated(import_text("sglang serve --model-path org/base --max-total-tokens 65536 --max-mamba-cache-size 24 "
                                    "--mamba-ssm-dtype bfloat16\n")),
                 std::string(R"({"model":{"hub":"org/base"},"task":"infer","inference":{"engine":"sglang",)"
                             R"("max_total_tokens":65536,"max_mamba_cache_size":24,"mamba_ssm_cache_dtype":"bf16"}})"));
    }

    void lengths_beyond_the_models_own()
    {
        const auto asked = [](const std::string &text) {
            const Imported read = import_text(text + "\n");
            const auto &fit = read.plan.inference.fit;
            return std::to_string(read.plan.has("inference.context") ? read.plan.inference.context : 0) +
                   (fit ? *fit ? " fits" : " as it is" : "");
        };
        const std::string yarn = R"('{"rope_type":"yarn","factor":4.0,"original_max_position_embeddings":32768}')";
        QCOMPARE(asked("vllm serve org/base --rope-scaling " + yarn + " --max-model-len 100000"), std::string("100000 as it is"));
        QCOMPARE(asked("vllm serve org/base --rope-scaling " + yarn), std::string("131072 as it is"));
        QCOMPARE(asked("vllm serve org/base --hf-overrides '{\"rope_parameters\":" + yarn.substr(1, yarn.size() - 2) + "}'"),
                 std::string("131072 as it is"));
        QCOMPARE(asked("vllm serve org/base --hf-overrides '{\"num_experts_per_tok\":4}' --max-model-len 4096"),
                 std::string("4096"));
        QCOMPARE(asked("VLLM_ALLOW_LONG_MAX_MODEL_LEN=1 vllm serve org/base --max-model-len 65536"),
                 std::string("65536 as it is"));
        QCOMPARE(asked("SGLANG_ALLOW_OVERWRITE_LONGER_CONTEXT_LEN=1 sglang serve --model-path org/base --context-length 65536"),
                 std::string("65536 as it is"));
        QCOMPARE(asked("sglang serve --model-path org/base --json-model-override-args '{\"rope_scaling\":" +
                       yarn.substr(1, yarn.size() - 2) + "}' --context-length 131072"),
                 std::string("131072 as it is"));
    }

    void what_drafts()
    {
        const auto drafts = [](const std::string &options) {
            const Speculative &read = import_text("vllm serve org/base " + options + "\n").plan.inference.speculative;
            return std::string(name_of(read.method)) + " " + std::to_string(read.tokens.value_or(0)) + " " +
                   (read.model ? read.model->hub : "");
        };
        QCOMPARE(drafts(R"(--speculative-config '{"method":"mtp","num_speculative_tokens":3}')"), std::string("mtp 3 "));
        QCOMPARE(drafts("--speculative-config.method mtp --speculative-config.num_speculative_tokens 4"), std::string("mtp 4 "));
        QCOMPARE(drafts(R"(-sc '{"method":"qwen3_next_mtp","num_speculative_tokens":2}')"), std::string("mtp 2 "));
        QCOMPARE(drafts(R"(--speculative-config '{"model":"org/small","num_speculative_tokens":5}')"),
                 std::string("draft_model 5 org/small"));
        QCOMPARE(drafts(R"(--speculative-config '{"model":"org/EAGLE3-head","num_speculative_tokens":4}')"),
                 std::string("eagle3 4 org/EAGLE3-head"));
        QCOMPARE(drafts(R"(--speculative-config '{"method":"ngram","num_speculative_tokens":4,"prompt_lookup_max":5}')"),
                 std::string("ngram 4 "));
        QCOMPARE(drafts("--spec-method eagle --spec-model org/head --spec-tokens 2"), std::string("eagle 2 org/head"));
        const Speculative other =
            import_text("python -m sglang.launch_server --model-path org/base --speculative-algorithm EAGLE3 "
                        "--speculative-draft-model-path org/head --speculative-num-draft-tokens 8\n")
                .plan.inference.speculative;
        QCOMPARE(other.method, SpeculativeMethod::eagle3);
        QCOMPARE(other.tokens, std::optional<Count>(8));
        QCOMPARE(
            import_text("sglang serve --model-path org/base --speculative-algorithm NEXTN\n").plan.inference.speculative.method,
            SpeculativeMethod::mtp);
    }

    void places_for_adapters()
    {
        const LoraSlots two =
            import_text("vllm serve org/base --enable-lora --max-loras 2 --max-lora-rank 64 --fully-sharded-loras\n")
                .plan.inference.lora;
        QVERIFY((two == LoraSlots{2, 64, true, "auto", {}}));
        QVERIFY((import_text("vllm serve org/base --enable-lora\n").plan.inference.lora == LoraSlots{1, 16, false, "auto", {}}));
        QVERIFY((import_text("vllm serve org/base --max-loras 2\n").plan.inference.lora == LoraSlots{0, 16, false, "auto", {}}));
        QVERIFY(
            (import_text("sglang serve --model-path org/base --lora-paths a=org/a --max-lora-rank 32\n").plan.inference.lora ==
             LoraSlots{8, 32, false, "auto", {}}));
    }

    void pictures_that_vllm_takes()
    {
        const auto read = [](const std::string &options) { return import_text("vllm serve org/base " + options + '\n'); };
        const auto said = [&read](const std::string &options) { return stated(read(options)); };
        const std::string begin = R"({"model":{"hub":"org/base"},"task":"infer","inference":{"engine":"vllm",)";
        QCOMPARE(said(R"(--limit-mm-per-prompt '{"image": 2, "video": {"count": 0, "num_frames": 8}}')"),
                 begin + R"("images":{"limit":{"image":2,"video":0}}}})");
        QCOMPARE(said("--limit-mm-per-prompt image=3,video=1"), begin + R"("images":{"limit":{"image":3,"video":1}}}})");
        QCOMPARE(said(R"(--mm-processor-kwargs '{"max_pixels": 1003520}')"), begin + R"("images":{"max_pixels":1003520}}})");
        QCOMPARE(said(R"(--mm-processor-kwargs '{"size": {"shortest_edge": 3136, "longest_edge": 1003520}}')"),
                 begin + R"("images":{"max_pixels":1003520}}})");
        QCOMPARE(said("--skip-mm-profiling --mm-encoder-tp-mode data --language-model-only"),
                 begin + R"("images":{"profile":false,"language_model_only":true,"tower_data_parallel":true}}})");
        QCOMPARE(said("--enable-sleep-mode"), begin + R"("sleep":{"level":1}}})");
        QCOMPARE(listed(read("--limit-mm-per-prompt audio=3").not_said), std::string("1:limit-mm-per-prompt"));
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
                                           R"("inference":{"engine":"vllm","context":4096,"gpu_memory_utilization":0.9,)"
                                           R"("logprobs_mode":"processed_logprobs"}})"));
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
                R"("context":8192,"sequences":4,"kv_dtype":"q8_0","max_num_seqs":4,"gpu_layers":99,"flash_attention":"on",)"
                R"("mmproj":true}})"));
        QCOMPARE(listed(read.no_effect), std::string("1:jinja"));
        QCOMPARE(import_text("llama-server -m a.gguf -c 4096 -np 2 --kv-unified\n").plan.inference.context, Count{4096});
        QCOMPARE(listed(import_text("llama-server -m a.gguf -ctk q8_0 -ctv q4_0\n").not_said), std::string("1:ctk 1:ctv"));
    }

    /// llama.cpp reads digits and drops what follows them: neither 16 nor 16,000 is what such a command says.
    void llama_cpp_numbers_with_a_letter_are_not_said()
    {
        for (const char *option : {"c", "np", "b", "ub", "kv-unified-per-slot"}) {
            const Imported read =
                import_text("llama-server -m a.gguf " + std::string(option == std::string("kv-unified-per-slot") ? "--" : "-") +
                            option + " 16k\n");
            QVERIFY2(why_not(read, option).find("whole number") != std::string::npos, option);
            for (const char *field : {"context", "sequences", "max_num_seqs", "max_num_batched_tokens"})
                QVERIFY2(!own_plan(read).has(std::string("inference.") + field), option);
        }
        QCOMPARE(import_text("llama-server -m a.gguf -c 16384\n").plan.inference.context, Count{16384});
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
                R"("inference":{"engine":"llama.cpp","context":4096,"sequences":2,"max_num_seqs":2,"max_num_batched_tokens":256,"gpu_layers":99,"mmproj":true}})"));
        QCOMPARE(read.not_said.size(), std::size_t{0});
        QCOMPARE(stated(import_text("llama serve -hf org/base-GGUF:Q4_K_M -c 4096\n")),
                 std::string(R"({"model":{"hub":"org/base-GGUF"},"task":"infer","weights":{"quant":"Q4_K_M"},)"
                             R"("inference":{"engine":"llama.cpp","context":4096,"gpu_layers":"auto","mmproj":true}})"));
        QCOMPARE(
            stated(import_text("llama-server -m $MODELS/base-Q4_K_M.gguf -c 4096\n")),
            std::string(
                R"({"task":"infer","weights":{"quant":"Q4_K_M"},"inference":{"engine":"llama.cpp","context":4096,"gpu_layers":"auto"}})"));
    }

    void llama_cpp_as_it_starts_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QString>("inference"); // of the plan, behind the engine
        const auto row = [](const char *command, const char *inference) { QTest::newRow(command) << command << inference; };
        row("llama-server -m a.gguf", R"("gpu_layers":"auto")");
        row("llama-server -m a.gguf -c 0", R"("gpu_layers":"auto","fit":false)");
        row("llama-server -m a.gguf --fit off", R"("fit":false)");
        row("llama-server -m a.gguf -ngl auto -fit off -c 0", R"("gpu_layers":"all","fit":false)");
        row("llama-server -m a.gguf -ngl all --cache-ram 1024", R"("gpu_layers":"all","cache_ram_bytes":1073741824)");
        row("llama-cli -m a.gguf", R"("max_num_seqs":1,"gpu_layers":"auto")");
        row("llama-server -m a.gguf --mmproj p.gguf -ngl 9", R"("gpu_layers":9,"mmproj":true)");
        row("llama-server -m a.gguf --mmproj p.gguf --no-mmproj-offload -ngl 9",
            R"("gpu_layers":9,"mmproj":true,"mmproj_offload":false)");
        row("llama-server -m a.gguf -ngl 9 -md b.gguf -ngld 0 -ctkd q8_0 -ctvd q8_0",
            R"("gpu_layers":9,"speculative":{"method":"draft_model","model":{"config":"b.gguf"},"gpu_layers":0,"kv_dtype":"q8_0"})");
        for (const char *drafts : {"-devd none", "--device-draft none", "-devd none -ngld 99"})
            QTest::newRow(drafts)
                << QStringLiteral("llama-server -m a.gguf -ngl 9 -md b.gguf ") + QLatin1String(drafts)
                << R"("gpu_layers":9,"speculative":{"method":"draft_model","model":{"config":"b.gguf"},"gpu_layers":0})";
        row("llama-server -hf org/a-GGUF --no-mmproj -ngl 9", R"("gpu_layers":9)");
        row("llama-server -m a.gguf -ngl 9 --spec-type draft-mtp --spec-draft-n-max 2",
            R"("gpu_layers":9,"speculative":{"method":"mtp","tokens":2})");
        row("LLAMA_ARG_SPEC_TYPE=draft-mtp LLAMA_ARG_FIT=off llama-server -m a.gguf",
            R"("fit":false,"speculative":{"method":"mtp"})");
        row("LLAMA_ARG_NO_MMPROJ=1 LLAMA_ARG_KV_UNIFIED=1 llama-server -hf org/a-GGUF -ngl 9 -np 2 -c 4096",
            R"("context":4096,"max_num_seqs":2,"gpu_layers":9)");
        row("llama-server -m a.gguf -ngl 9 --kv-unified-per-slot 8192", R"("context":8192,"sequences":4,"gpu_layers":9)");
        row("llama-server -m a.gguf -ngl 9 -md b.gguf --draft-max 16 -ngld 99 -ctkd f16",
            R"("gpu_layers":9,"speculative":{"method":"draft_model","tokens":16,"model":{"config":"b.gguf"}})");
        row("llama-server -m a.gguf -ngl 9 -hfd org/b-GGUF:Q8_0",
            R"("gpu_layers":9,"speculative":{"method":"draft_model","model":{"hub":"org/b-GGUF"}})");
        row("llama-server -m a.gguf -ngl 9 --spec-default", R"("gpu_layers":9,"speculative":{"method":"ngram","tokens":64})");
        row("llama-server -m a.gguf -ngl 9 --spec-type ngram-simple --spec-ngram-simple-size-m 20",
            R"("gpu_layers":9,"speculative":{"method":"ngram","tokens":20})");
        row("llama-server -m a.gguf -ngl 9 --spec-type none", R"("gpu_layers":9)");
    }

    void llama_cpp_as_it_starts()
    {
        QFETCH(QString, command);
        QFETCH(QString, inference);
        const Imported read = import_text(command.toStdString() + "\n");
        const QString plan = QString::fromStdString(stated(read));
        const QString expected = R"("inference":{"engine":"llama.cpp",)" + inference + "}}";
        QVERIFY2(plan.endsWith(expected), qPrintable(plan + " and not " + expected));
        QCOMPARE(listed(read.not_said), std::string());
    }

    void llama_cpp_says_what_no_plan_says()
    {
        QCOMPARE(
            listed(
                import_text("llama-server -m a.gguf --swa-full --fit-target 512 -nkvo -ctkd q8_0 --spec-type later\n").not_said),
            std::string("1:swa-full 1:fit-target 1:nkvo 1:ctkd 1:spec-type"));
    }

    void ollama_drafts_where_it_is_told()
    {
        const auto drafts = [](const char *more) {
            const Imported read = import_text(std::string("FROM hf.co/org/base-GGUF:Q8_0\n") + more);
            return stated(read).substr(stated(read).find("\"inference\""));
        };
        QCOMPARE(drafts("PARAMETER draft_num_predict 3\n"),
                 std::string(R"("inference":{"engine":"ollama","speculative":{"method":"mtp","tokens":3}}})"));
        QCOMPARE(drafts("PARAMETER draft_num_predict 0\n"), std::string(R"("inference":{"engine":"ollama"}})"));
        QCOMPARE(drafts("DRAFT ./b.gguf\n"),
                 std::string(R"("inference":{"engine":"ollama","speculative":{"method":"draft_model","tokens":4,)"
                             R"("model":{"config":"./b.gguf"}}}})"));
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
        QCOMPARE(listed(read.understood),
                 std::string("5:OLLAMA_KV_CACHE_TYPE 5:OLLAMA_NUM_PARALLEL 6:model (positional) 2:FROM 3:num_ctx"));
    }
};

PLIMSOLL_TEST(TestImportServers)
} // namespace PLIMSOLL_FILE
#include "test_import_servers.moc"
