// SPDX-License-Identifier: GPL-3.0-or-later
// Logs in which a server or a trainer printed its arguments, behind whatever stands before them, and texts that are none: refused as what
// they are.
#include "tests/core/exchange/import_lists.h"
#include "tests/test_program.h"

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace plimsoll::tests;

namespace {

const std::string served =
    R"({"model":{"hub":"org/m"},"task":"infer","parallel":{"tensor":2},"inference":{"engine":"vllm","context":8192}})";
const std::string arguments =
    "{'model_tag': 'org/m', 'host': '0.0.0.0', 'model': 'org/m', 'max_model_len': 8192, 'trust_remote_code': True, "
    "'tensor_parallel_size': 2, 'served_model_name': ['m'], 'seed': None}";

std::string refusal(const std::string &text)
{
    const Result<Imported> read = imported(text);
    return read.ok() ? "read as " + read->tool : read.error().read;
}

} // namespace

class TestImportLogs : public QObject {
    Q_OBJECT

private slots:
    void arguments_of_vllm_behind_any_prefix()
    {
        for (const char *prefix :
             {"", "INFO 11-12 10:00:00 [utils.py:253] ", "(APIServer pid=12) INFO 12-03 06:06:12 [utils.py:233] ",
              "vllm-1  | (APIServer pid=1) INFO 04-19 09:19:42 [utils.py:233] ",
              "Nov 12 10:00:00 host vllm[123]: INFO 11-12 10:00:00 [utils.py:253] ",
              "2026-04-19 11:19:42.518 | (APIServer pid=1) INFO 04-19 09:19:42 [utils.py:233] ",
              "2026-04-19T11:19:42.518000Z INFO 04-19 09:19:42 [utils.py:233] ",
              "[pod/llm-0/vllm] INFO 04-19 09:19:42 [utils.py:233] ",
              "\x1b[0;36m(APIServer pid=1)\x1b[0;0m INFO 04-19 09:19:42 [utils.py:233] "}) {
            const Imported read = import_text(std::string("a line before\n") + prefix + "non-default args: " + arguments + "\n");
            QCOMPARE(stated(read), served);
            QCOMPARE(listed(read.understood), std::string("2:max_model_len 2:model 2:tensor_parallel_size"));
        }
        const Imported plain = import_text("non-default args: model_tag=org/m, max_model_len=8192, enforce_eager=True\n");
        QCOMPARE(
            stated(plain),
            std::string(
                R"({"model":{"hub":"org/m"},"task":"infer","inference":{"engine":"vllm","context":8192,"enforce_eager":true}})"));
    }

    void a_message_beside_a_command_is_told()
    {
        const Imported read =
            import_text("```\nvllm serve org/m --max-model-len 8192 -tp 2\n```\n\ntorch.OutOfMemoryError: CUDA out of memory. "
                        "Tried to allocate 2.00 GiB.\n");
        QCOMPARE(stated(read), served);
        QCOMPARE(read.warnings.back().text,
                 std::string("line 5 says that memory ran out: plimsoll advise --oom tells of this plan what takes it off"));
    }

    void the_last_start_of_several_counts()
    {
        const Imported read = import_text("INFO non-default args: {'model': 'org/m', 'max_model_len': 4096}\nERROR ended\n"
                                          "INFO non-default args: {'model': 'org/m', 'max_model_len': 2048}\n");
        QCOMPARE(read.plan.inference.context, Count{2048});
    }

    void a_namespace_with_every_default()
    {
        const Imported read = import_text(
            "INFO 03-01 10:00:00 [api_server.py:842] args: Namespace(subparser='serve', model_tag='org/m', config='', host=None, "
            "port=8000, model='org/m', dtype='auto', max_model_len=8192, tensor_parallel_size=2, gpu_memory_utilization=0.85, "
            "quantization=None, kv_cache_dtype='auto', compilation_config=None, limit_mm_per_prompt={}, "
            "dispatch_function=<function ServeSubcommand.cmd at 0x7f12>)\n");
        QCOMPARE(read.plan.inference.context, Count{8192});
        QCOMPARE(read.plan.inference.gpu_memory_utilization, 0.85);
        QCOMPARE(read.plan.parallel.tensor, Count{2});
        QCOMPARE(listed(read.not_said), std::string());
    }

    void what_the_engine_made_of_it_fills_the_gaps()
    {
        const std::string engine =
            "(EngineCore_0 pid=2) INFO 09-03 16:28:23 [core.py:75] Initializing a V1 LLM engine (v0.10.2) with config: "
            "model='org/m', speculative_config=None, tokenizer='org/m', tokenizer_mode=auto, dtype=torch.bfloat16, "
            "max_seq_len=32768, load_format=auto, tensor_parallel_size=1, quantization=compressed-tensors, enforce_eager=False, "
            "kv_cache_dtype=auto, device_config=cuda, decoding_config=DecodingConfig(backend='auto', a=None), "
            "served_model_name=org/m, compilation_config={\"level\":3,\"sizes\":[1,2]}\n";
        const Imported alone = import_text(engine);
        QCOMPARE(alone.plan.model.hub, std::string("org/m"));
        QCOMPARE(alone.plan.inference.context, Count{32768});
        const Imported both = import_text("INFO [utils.py:1] non-default args: {'model': 'org/m', 'max_num_seqs': 8}\n" + engine);
        QCOMPARE(both.plan.inference.context, Count{32768});
        QCOMPARE(both.plan.inference.max_num_seqs, Count{8});
        const Imported cut = import_text(engine.substr(0, engine.find("enforce_eager")));
        QCOMPARE(cut.plan.inference.context, Count{32768});
    }

    void arguments_of_sglang()
    {
        const Imported read = import_text(
            "[2026-01-05 10:00:00] server_args=ServerArgs(model_path='org/m', tokenizer_path='org/m', tokenizer_mode='auto', "
            "load_format='auto', trust_remote_code=False, dtype='auto', kv_cache_dtype='fp8_e5m2', quantization=None, "
            "context_length=16384, host='0.0.0.0', port=30000, mem_fraction_static=0.8, max_running_requests=None, tp_size=4, "
            "json_model_override_args='{}', cuda_graph_bs=[1, 2, 4])\n");
        QCOMPARE(read.tool, std::string("sglang"));
        QCOMPARE(read.plan.parallel.tensor, Count{4});
        QCOMPARE(read.plan.inference.context, Count{16384});
        QVERIFY(read.plan.has("inference.kv_dtype"));
    }

    void arguments_of_trainers()
    {
        const Imported trl = import_text(
            "2026-01-05 10:00:00 - INFO - __main__ - Model parameters ModelConfig(model_name_or_path='org/m', "
            "torch_dtype='bfloat16', use_peft=True, lora_r=16, lora_task_type='CAUSAL_LM')\n"
            "2026-01-05 10:00:00 - INFO - __main__ - Training parameters "
            "SFTConfig(\n_n_gpu=1,\naverage_tokens_across_devices=True,\n"
            "gradient_checkpointing=True,\nmax_length=1024,\noptim=OptimizerNames.ADAMW_TORCH,\nper_device_train_batch_size=2,\n"
            "hub_token=<HUB_TOKEN>,\n)\n");
        QCOMPARE(trl.tool, std::string("trl"));
        QCOMPARE(trl.plan.model.hub, std::string("org/m"));
        QCOMPARE(trl.plan.micro_batch, Count{2});
        QCOMPARE(trl.plan.sequence_length, Count{1024});
        QCOMPARE(trl.plan.method, Method::lora);
        const Imported hugging =
            import_text("INFO:__main__:Training/evaluation parameters TrainingArguments(\n_n_gpu=1,\nbf16=True,\n"
                        "gradient_accumulation_steps=4,\nper_device_train_batch_size=3,\n)\n");
        QCOMPARE(hugging.tool, std::string("transformers"));
        QCOMPARE(hugging.plan.micro_batch, Count{3});
        const Imported swift = import_text("[INFO:swift] args: SftArguments(model='org/m', tuner_type='lora', lora_rank=8, "
                                           "torch_dtype=torch.bfloat16, per_device_train_batch_size=1, max_length=2048, "
                                           "target_modules=['all-linear'], deepspeed=None)\n");
        QCOMPARE(swift.tool, std::string("ms-swift"));
        QCOMPARE(swift.plan.sequence_length, Count{2048});
    }

    void what_axolotl_and_accelerate_print()
    {
        const Imported axolotl = import_text(
            "[2026-01-05 10:00:00,000] [INFO] [axolotl.cli.config:1] [PID:1] config:\n{\n  \"activation_offloading\": false,\n"
            "  \"adapter\": \"lora\",\n  \"base_model\": \"org/m\",\n  \"micro_batch_size\": 2,\n  \"sequence_len\": 4096,\n"
            "  \"torch_dtype\": null\n}\n[2026-01-05 10:00:01,000] next\n");
        QCOMPARE(axolotl.tool, std::string("axolotl"));
        QCOMPARE(axolotl.plan.micro_batch, Count{2});
        QVERIFY(listed(axolotl.understood).find("5:base_model") != std::string::npos);
        const Imported accelerate = import_text(
            "Copy-and-paste the text below in your issue\n\n- `Accelerate` version: 1.15.0\n- Platform: Linux\n"
            "- `Accelerate` default config:\n\t- compute_environment: LOCAL_MACHINE\n\t- distributed_type: MULTI_GPU\n"
            "\t- mixed_precision: bf16\n\t- num_processes: 4\n\t- gpu_ids: all\n\t- dynamo_config: None\n");
        QCOMPARE(accelerate.tool, std::string("accelerate"));
        QCOMPARE(accelerate.plan.parallel.data, Count{4});
    }

    void what_llama_cpp_and_ollama_say_while_they_load()
    {
        const Imported server = import_text(
            "build: 10236 (abc) with cc for x86_64-linux-gnu\n"
            "llama_model_load_from_file_impl: using device CUDA0 (NVIDIA GeForce RTX 3090) (0000:01:00.0) - 23306 MiB free\n"
            "llama_model_loader: loaded meta data with 33 key-value pairs and 399 tensors from /models/Qwen3-8B-Q4_K_M.gguf "
            "(version GGUF V3 (latest))\nload_tensors: offloaded 37/37 layers to GPU\n"
            "llama_context: n_seq_max     = 1\nllama_context: n_ctx         = 16384\nllama_context: n_batch       = 2048\n"
            "llama_context: n_ubatch      = 512\nllama_context: flash_attn    = enabled\n"
            "llama_kv_cache: size = 1224.00 MiB ( 16384 cells,  36 layers,  1/1 seqs), K (q8_0):  612.00 MiB, V (q8_0):  612.00 "
            "MiB\n");
        QCOMPARE(server.tool, std::string("llama.cpp"));
        QCOMPARE(server.plan.inference.context, Count{16384});
        QCOMPARE(server.plan.weights.quant, std::string("Q4_K_M"));
        const Imported ended = import_text(
            "llama_model_loader: loaded meta data with 33 key-value pairs and 399 tensors from /models/Qwen3-8B-Q4_K_M.gguf "
            "(version GGUF V3 (latest))\nload_tensors: offloaded 20/37 layers to GPU\nerror loading model: unable to allocate "
            "CUDA0 "
            "buffer\n");
        QCOMPARE(ended.plan.weights.quant, std::string("Q4_K_M"));
        QCOMPARE(ended.plan.inference.gpu_layers, Count{20});
        QVERIFY(std::ranges::any_of(ended.warnings, [](const Warning &warning) { return warning.code == "log_ends"; }));
        const Imported ollama = import_text(
            "ollama  | time=2026-01-16T01:34:58.9Z level=INFO source=routes.go:1125 msg=\"server config\" "
            "env=\"map[CUDA_VISIBLE_DEVICES: OLLAMA_CONTEXT_LENGTH:0 OLLAMA_FLASH_ATTENTION:true OLLAMA_KV_CACHE_TYPE:q8_0 "
            "OLLAMA_ORIGINS:[http://localhost https://localhost] OLLAMA_NUM_PARALLEL:0]\"\n"
            "ollama  | time=2026-01-16T01:35:58.9Z level=INFO source=server.go:376 msg=\"starting llama server\" "
            "cmd=\"/usr/lib/ollama/runner --model /root/.ollama/models/blobs/sha256-dde5 --ctx-size 8192 --batch-size 512 "
            "--n-gpu-layers 29 --parallel 4 --port 38609\"\n");
        QCOMPARE(ollama.tool, std::string("ollama"));
        QCOMPARE(ollama.plan.inference.context, Count{2048});
        QCOMPARE(ollama.plan.inference.max_num_seqs, Count{4});
        QVERIFY(ollama.plan.has("inference.kv_dtype"));
    }

    void what_is_no_configuration_is_refused_as_what_it_is()
    {
        const std::string memory = "a message that memory ran out", table = "a table of what cards hold at one moment";
        QCOMPARE(
            refusal(
                "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 674.00 MiB. GPU 1 has a total capacity of 79.14 "
                "GiB of which 100.75 MiB is free.\n"),
            memory);
        QCOMPARE(refusal("ValueError: No available memory for the cache blocks. Try increasing `gpu_memory_utilization`.\n"),
                 memory);
        QCOMPARE(refusal("| NVIDIA-SMI 580.82.07      Driver Version: 580.82.07      CUDA Version: 13.0 |\n"), table);
        QCOMPARE(refusal("============ ROCm System Management Interface ============\nDevice  Node  Temp  VRAM%  GPU%\n"), table);
        QCOMPARE(refusal("(EngineCore_0 pid=1) INFO 08-19 14:58:40 [gpu_worker.py:277] Available KV cache memory: 112.61 GiB\n"),
                 std::string("lines of an engine's start, without its arguments"));
        QCOMPARE(
            refusal(
                "model_list:\n  - model_name: m\n    litellm_params:\n      model: openai/m\n      api_base: http://a:8000/v1\n"),
            std::string("a configuration of LiteLLM: it names servers and starts none"));
        QCOMPARE(refusal("docker run --gpus all ghcr.io/huggingface/text-generation-inference:3.3 --model-id org/m\n"),
                 std::string("a server of Text Generation Inference, whose options are not read"));
        QCOMPARE(
            refusal("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndata: {a: b}\n---\napiVersion: v1\nkind: Service\n"),
            std::string("kinds of Kubernetes (ConfigMap, Service) of which none runs a server that is known"));
        QCOMPARE(refusal("GPU 0: NVIDIA A100-SXM4-80GB (UUID: GPU-1)\n"), std::string("a list of cards"));
        QCOMPARE(refusal("NAME         ID    SIZE     PROCESSOR    CONTEXT    UNTIL\nqwen3:14b    bd    11 GB    100% GPU     "
                         "4096       4 "
                         "minutes from now\n"),
                 std::string("a list of what runs, without how"));
        QCOMPARE(refusal("[INFO|trainer.py:2414] 2026-01-05 10:01:00,000 >> ***** Running training *****\n"),
                 std::string("a trainer's log, without its arguments"));
        QCOMPARE(refusal("services:\n  web:\n    image: nginx\n"),
                 std::string("services of Compose of which none runs a server that is known"));
    }
};

PLIMSOLL_TEST(TestImportLogs)
} // namespace PLIMSOLL_FILE
#include "test_import_logs.moc"
