// SPDX-License-Identifier: GPL-3.0-or-later
// Servers in manifests: containers of Compose and Kubernetes with what a shell makes of them, and kinds of operators with keys of their own.
#include "tests/core/exchange/import_lists.h"
#include "tests/test_program.h"

#include <algorithm>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace plimsoll::tests;

namespace {

const std::string served =
    R"({"model":{"hub":"org/m"},"task":"infer","parallel":{"tensor":2},"inference":{"engine":"vllm","context":8192}})";

bool says_unread(const Imported &read)
{
    return std::ranges::any_of(read.warnings, [](const Warning &warning) { return warning.code == "variables_unread"; });
}

} // namespace

class TestImportManifests : public QObject {
    Q_OBJECT

private slots:
    void a_command_behind_a_shell_of_the_entry_point()
    {
        const Imported read = import_text(
            "services:\n  llm:\n    image: ${IMAGE:-ghcr.io/ggml-org/llama.cpp:server-cuda}\n    environment:\n"
            "      - CUDA_VISIBLE_DEVICES=${CUDA_VISIBLE_DEVICES:-0}\n    entrypoint:\n      - /bin/bash\n      - -c\n"
            "      - exec /app/llama-server \"$$@\"\n      - --\n    command: >-\n      --host 0.0.0.0\n"
            "      -m /models/${FILE:-m-Q4_K_M.gguf}\n      -c ${CTX:-65536}\n      -np ${NP:-1}\n"
            "      --cache-type-k ${KV:-q8_0}\n      --cache-type-v ${KV:-q8_0}\n      --seed ${SEED:-${OTHER:-2}}\n"
            "      ${TOKENS:+--image-min-tokens ${TOKENS}}\n");
        QCOMPARE(read.tool, std::string("llama.cpp"));
        QCOMPARE(read.plan.inference.context, Count{65536});
        QCOMPARE(read.plan.weights.quant, std::string("Q4_K_M"));
        QVERIFY(read.plan.has("inference.kv_dtype"));
        QCOMPARE(read.understood[0].line > 11, true);
    }

    void services_that_extend_and_merge_others()
    {
        QCOMPARE(stated(import_text(
                     "x-base: &base\n  image: vllm/vllm-openai:latest\n  restart: always\nservices:\n  llm:\n    <<: *base\n"
                     "    command: [\"--model\", \"org/m\", \"--max-model-len\", \"8192\", \"-tp\", \"2\"]\n")),
                 served);
        QCOMPARE(stated(import_text(
                     "services:\n  base:\n    image: vllm/vllm-openai:latest\n  llm:\n    extends:\n      service: base\n"
                     "    command: --model org/m --max-model-len 8192 -tp 2\n")),
                 served);
        const Imported several =
            import_text("services:\n  a:\n    image: vllm/vllm-openai\n    command: --model org/m --max-model-len 8192 -tp 2\n"
                        "  b:\n    image: vllm/vllm-openai\n    command: --model org/n\n");
        QCOMPARE(stated(several), served);
        QCOMPARE(several.warnings.back().text, std::string("1 more start something here; the first was read"));
    }

    void options_in_a_list_are_no_scripts()
    {
        const auto context = [](const std::string &words) {
            return import_text("services:\n  m:\n    image: ghcr.io/ggml-org/llama.cpp:server-cuda\n    command: [" + words +
                               "]\n")
                .plan.inference.context;
        };
        QCOMPARE(context(R"("-m", "/m/x-Q4_K_M.gguf", "-c", "${CTX:-32768}")"), Count{32768});
        QCOMPARE(context(R"("/bin/bash", "-e", "-c", "llama-server -m x-Q4_K_M.gguf -c ${CTX:-32768}")"), Count{32768});
    }

    void variables_alone_configure_a_container()
    {
        const Imported read = import_text(
            "services:\n  llm:\n    image: ghcr.io/ggml-org/llama.cpp:server-cuda\n    environment:\n"
            "      LLAMA_ARG_MODEL: /models/m-Q4_K_M.gguf\n      LLAMA_ARG_CTX_SIZE: 32768\n      LLAMA_ARG_N_PARALLEL: 1\n");
        QCOMPARE(read.plan.inference.context, Count{32768});
        QCOMPARE(import_text("services:\n  o:\n    image: ollama/ollama\n    environment:\n      - OLLAMA_CONTEXT_LENGTH=16384\n")
                     .plan.inference.context,
                 Count{16384});
    }

    void variables_of_kubernetes_in_its_words()
    {
        for (const char *kind : {"Deployment", "StatefulSet", "Job", "LeaderWorkerSet"})
            QCOMPARE(
                stated(import_text(
                    std::string("apiVersion: v1\nkind: Service\nmetadata: {name: x}\n---\napiVersion: apps/v1\nkind: ") + kind +
                    "\nspec:\n  template:\n    spec:\n      containers:\n      - name: llm\n        image: own/image:1\n"
                    "        env:\n        - name: MODEL\n          value: org/m\n        command: [vllm, serve]\n"
                    "        args:\n        - $(MODEL)\n        - --max-model-len=8192\n        - --tensor-parallel-size\n"
                    "        - \"2\"\n")),
                served);
        QCOMPARE(
            stated(import_text(
                "kind: Deployment\nspec:\n  containers:\n  - image: vllm/vllm-openai\n    env:\n    - {name: M, value: org/m}\n"
                "    args:\n    - |\n      x\n    command:\n    - /bin/sh\n    - -c\n    - |\n      vllm serve $M \\\n"
                "        --max-model-len 8192 -tp 2\n")),
            served);
    }

    void kserve_and_kubeai()
    {
        QCOMPARE(stated(import_text(
                     "apiVersion: serving.kserve.io/v1beta1\nkind: InferenceService\nmetadata: {name: m}\nspec:\n  predictor:\n"
                     "    model:\n      modelFormat:\n        name: huggingface\n      args:\n        - --model_name=m\n"
                     "        - --max-model-len=8192\n        - --tensor-parallel-size=2\n      storageUri: hf://org/m\n")),
                 served);
        QCOMPARE(
            stated(import_text(
                "apiVersion: serving.kserve.io/v1alpha2\nkind: LLMInferenceService\nspec:\n  model:\n    uri: hf://org/m\n"
                "    name: org/m\n  parallelism:\n    tensor: 2\n  template:\n    containers:\n    - name: main\n      args:\n"
                "      - --max-model-len\n      - \"8192\"\n")),
            served);
        QCOMPARE(
            stated(import_text("apiVersion: kubeai.org/v1\nkind: Model\nspec:\n  url: hf://org/m\n  engine: VLLM\n  args:\n"
                               "  - --max-model-len=8192\n  - --tensor-parallel-size=2\n  resourceProfile: nvidia-gpu-l4:2\n")),
            served);
    }

    void llmkube_over_its_model()
    {
        const std::string model =
            "apiVersion: inference.llmkube.dev/v1alpha1\nkind: Model\nmetadata:\n  name: one\nspec:\n  source: hf://org/m\n"
            "  hardware:\n    gpu: {enabled: true, count: 2, layers: -1}\n---\n";
        const std::string service =
            "apiVersion: inference.llmkube.dev/v1alpha1\nkind: InferenceService\nmetadata:\n  name: s\nspec:\n"
            "  modelRef: one\n";
        const Imported vllm = import_text(
            model + service +
            "  runtime: vllm\n  parallelSlots: 6\n  vllmConfig:\n    maxModelLen: 8192\n    kvCacheDtype: fp8_e4m3\n"
            "    enablePrefixCaching: true\n    gpuMemoryUtilization: 0.875\n  extraArgs:\n    - --served-model-name\n"
            "    - a\n    - b\n    - --compilation-config\n    - '{\"cudagraph_capture_sizes\": [1, 2]}'\n");
        QCOMPARE(vllm.plan.model.hub, std::string("org/m"));
        QCOMPARE(vllm.plan.parallel.tensor, Count{2});
        QCOMPARE(vllm.plan.inference.context, Count{8192});
        QCOMPARE(vllm.plan.inference.max_num_seqs, Count{6});
        QCOMPARE(vllm.plan.inference.gpu_memory_utilization, 0.875);
        QVERIFY(vllm.plan.has("inference.kv_dtype"));
        const Imported llama =
            import_text(model + service + "  contextSize: 16384\n  parallelSlots: 1\n  flashAttention: true\n");
        QCOMPARE(llama.tool, std::string("llama.cpp"));
        QCOMPARE(llama.plan.inference.context, Count{16384});
    }

    void ray_serve_and_dynamo()
    {
        const std::string config =
            "llm_configs:\n      - model_loading_config:\n          model_id: m\n          model_source: org/m\n"
            "        engine_kwargs:\n          tensor_parallel_size: 2\n          max_model_len: 8192\n"
            "          enable_chunked_prefill: true\n        deployment_config: {num_replicas: 1}\n";
        QCOMPARE(
            stated(import_text(
                "applications:\n  - name: llm\n    import_path: ray.serve.llm:build_openai_app\n    args:\n      " + config)),
            served);
        const Imported service =
            import_text("apiVersion: ray.io/v1\nkind: RayService\nspec:\n  serveConfigV2: |\n    applications:\n    - name: a\n"
                        "      args:\n        llm_configs:\n        - model_loading_config:\n            model_id: org/m\n"
                        "          engine_kwargs:\n            tensor_parallel_size: 2\n            max_model_len: 8192\n");
        QCOMPARE(stated(service), served);
        QCOMPARE(service.understood[1].line, 12);
        QCOMPARE(
            stated(import_text(
                "apiVersion: nvidia.com/v1alpha1\nkind: DynamoGraphDeployment\nspec:\n  services:\n    Frontend:\n"
                "      extraPodSpec:\n        mainContainer:\n          image: nvcr.io/nvidia/ai-dynamo/vllm-runtime:1.4.0\n"
                "    Worker:\n      extraPodSpec:\n        mainContainer:\n"
                "          image: nvcr.io/nvidia/ai-dynamo/vllm-runtime:1.4.0\n          command: [python3, -m, dynamo.vllm]\n"
                "          args: [--model, org/m, --max-model-len, \"8192\", --tensor-parallel-size, \"2\"]\n")),
            served);
    }

    void values_of_the_production_stack()
    {
        QCOMPARE(stated(import_text(
                     "servingEngineSpec:\n  modelSpec:\n  - name: m\n    repository: vllm/vllm-openai\n    tag: latest\n"
                     "    modelURL: org/m\n    replicaCount: 1\n    requestGPU: 2\n    vllmConfig:\n      maxModelLen: 8192\n"
                     "      tensorParallelSize: 2\n      extraArgs: [\"--disable-log-requests\"]\n")),
                 served);
    }

    void macros_of_llama_swap()
    {
        const Imported swap =
            import_text("macros:\n  server: llama-server --port ${PORT}\nmodels:\n  m:\n    cmd: |\n      ${server}\n"
                        "      -m m-Q4_K_M.gguf\n      -c 4096\n");
        QCOMPARE(swap.plan.inference.context, Count{4096});
    }

    void what_docker_inspect_says()
    {
        const std::string one = R"({"Config": {"Image": "vllm/vllm-openai:latest", "Env": ["A=b"],
                   "Cmd": ["--model", "org/m", "--max-model-len", "8192", "-tp", "2"]}})";
        QCOMPARE(stated(import_text(one)), served);
        QCOMPARE(stated(import_text("[\n" + one + "\n]\n")), served);
    }

    void a_file_of_variables_beside_a_compose_file()
    {
        const Imported read = import_text(
            "services:\n  llm:\n    image: vllm/vllm-openai\n    command: --model ${MODEL} --max-model-len ${LEN:-1} -tp 2\n",
            {{".env", "# of this host\nMODEL=org/m\nLEN=8192\nTOKEN=x\n"}});
        QCOMPARE(stated(read), served);
    }

    void variables_that_stand_in_files_and_objects()
    {
        const std::string wanted = R"({"model":{"config":"m-Q4_K_M.gguf"},"task":"infer","weights":{"quant":"Q4_K_M"},)"
                                   R"("inference":{"engine":"llama.cpp","context":8192,"gpu_layers":"auto"}})";
        const std::string file = "# of this host\nLLAMA_ARG_MODEL=m-Q4_K_M.gguf\n\nLLAMA_ARG_CTX_SIZE=\"8192\"\n";
        const std::string map = "---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\ndata:\n"
                                "  LLAMA_ARG_MODEL: m-Q4_K_M.gguf\n  LLAMA_ARG_CTX_SIZE: \"8192\"\n";
        const std::string pod = "apiVersion: v1\nkind: Pod\nspec:\n  containers:\n  - name: x\n"
                                "    image: ghcr.io/ggml-org/llama.cpp:server-cuda\n    args: [\"--port\", \"80\"]\n";
        const std::string image = "ghcr.io/ggml-org/llama.cpp:server-cuda";
        for (const std::string &text :
             {"services:\n  llm:\n    image: " + image + "\n    command: --port 80\n    env_file: a.env\n",
              "services:\n  llm:\n    image: " + image +
                  "\n    command: --port 80\n    env_file:\n    - path: a.env\n      required: false\n",
              "docker run --gpus all --env-file a.env " + image + " --port 80\n",
              std::string("uv run --env-file=a.env llama-server --port 80\n"),
              std::string("[Service]\nEnvironment=LLAMA_ARG_CTX_SIZE=512\nEnvironmentFile=-a.env\nExecStart=/opt/llama-server "
                          "--port 80\n"),
              pod + "    envFrom:\n    - configMapRef:\n        name: settings\n" + map,
              pod +
                  "    env:\n    - name: LLAMA_ARG_CTX_SIZE\n      valueFrom:\n        configMapKeyRef: {name: settings, key: "
                  "LLAMA_ARG_CTX_SIZE}\n"
                  "    - {name: LLAMA_ARG_MODEL, value: m-Q4_K_M.gguf}\n" +
                  map}) {
            const Imported read = import_text(text, {{"a.env", file}, {"./a.env", file}});
            QVERIFY2(stated(read) == wanted, (text + stated(read)).c_str());
            QVERIFY2(!says_unread(read), text.c_str());
            const std::string without = text.substr(0, text.find("---\n"));
            QVERIFY2(says_unread(import_text(without)), without.c_str());
        }
    }

    void a_container_s_own_variables_come_over_those_of_its_file()
    {
        const Imported read =
            import_text("services:\n  llm:\n    image: ghcr.io/ggml-org/llama.cpp:server\n    command: -m m-Q4_K_M.gguf\n"
                        "    environment:\n      LLAMA_ARG_CTX_SIZE: 4096\n    env_file: [a.env]\n",
                        {{"a.env", "LLAMA_ARG_CTX_SIZE=8192\n"}});
        QCOMPARE(read.plan.inference.context, Count{4096});
    }

    void manifests_that_a_script_writes()
    {
        const Imported read = import_text(
            "cat <<'END' | kubectl apply -f -\napiVersion: v1\nkind: Pod\nspec:\n  containers:\n  - name: x\n"
            "    image: vllm/vllm-openai\n    args: [\"--model\", \"org/m\", \"--max-model-len\", \"8192\", -tp, \"2\"]\nEND\n");
        QCOMPARE(stated(read), served);
        QCOMPARE(read.understood[0].line, 8);
    }

    void ray_serve_in_python()
    {
        for (const char *text : {"from ray.serve.llm import LLMConfig\nc = LLMConfig(\n    "
                                 "model_loading_config=dict(model_id='m', model_source='org/m'),\n"
                                 "    engine_kwargs=dict(tensor_parallel_size=2, max_model_len=8192))\n",
                                 "from ray.serve.llm import LLMConfig\nc = LLMConfig(model_loading_config={'model_id': 'org/m'}, "
                                 "accelerator_type='L4',\n"
                                 "    engine_kwargs={'tensor_parallel_size': 2, 'max_model_len': 8192})\n"})
            QCOMPARE(stated(import_text(text)), served);
    }
};

PLIMSOLL_TEST(TestImportManifests)
} // namespace PLIMSOLL_FILE
#include "test_import_manifests.moc"
