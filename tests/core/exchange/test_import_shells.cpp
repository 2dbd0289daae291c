// SPDX-License-Identifier: GPL-3.0-or-later
// What a shell makes of a text: defaults within defaults, commands within commands, what is prepared before, and traps with what they
// cost; units of systemd, Makefiles and justfiles.
#include "tests/core/exchange/import_lists.h"
#include "tests/test_program.h"

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace plimsoll::tests;

namespace {

const std::string served = R"({"model":{"hub":"org/m"},"task":"infer","inference":{"engine":"vllm","context":8192}})";

std::string warned(const Imported &read, const std::string &code)
{
    std::string out;
    for (const Warning &warning : read.warnings)
        if (warning.code == code) out += (out.empty() ? "" : " / ") + warning.text;
    return out;
}

} // namespace

class TestImportShells : public QObject {
    Q_OBJECT

private slots:
    void defaults_within_defaults()
    {
        QCOMPARE(stated(import_text("vllm serve ${MODEL:-${NAME:-org/m}} --max-model-len ${LEN:-${DEFAULT:-8192}}\n")), served);
        QCOMPARE(stated(import_text("NAME=org/m\nvllm serve ${MODEL:-$NAME} ${LEN:+--seed 1} --max-model-len ${LEN:=8192}\n")),
                 served);
        QCOMPARE(stated(import_text(
                     "LEN=8192\nvllm serve org/m ${LEN:+--max-model-len ${LEN}} ${UTIL:+--gpu-memory-utilization ${UTIL}}\n")),
                 served);
        QCOMPARE(stated(import_text("LEN=\nvllm serve \"${MODEL-org/m}\" --max-model-len \"${LEN:-8192}\"\n")), served);
        const Imported open = import_text("vllm serve org/m --max-model-len ${LEN:?say how long} --max-num-seqs ${A:-$B}\n");
        QCOMPARE(open.plan.has("inference.context"), false);
        QCOMPARE(warned(open, "unknown_value").find("${LEN:?say how long}") != std::string::npos, true);
        QCOMPARE(open.plan.has("inference.max_num_seqs"), false);
    }

    void commands_within_commands()
    {
        for (const char *text :
             {"bash -c 'exec vllm serve \"$@\"' -- org/m --max-model-len 8192\n",
              "sh -e -c \"vllm serve org/m --max-model-len 8192\"\n",
              "bash -o pipefail -c 'vllm serve org/m --max-model-len 8192 2>&1 | tee log'\n",
              "tmux new -d -s vllm 'vllm serve org/m --max-model-len 8192'\n",
              "tmux send-keys -t vllm 'vllm serve org/m --max-model-len 8192' Enter\n",
              "screen -dmS vllm vllm serve org/m --max-model-len 8192\n",
              "docker exec -it vllm vllm serve org/m --max-model-len 8192\n",
              "nohup vllm serve org/m --max-model-len 8192 > log 2>&1 &\n",
              "conda run -n vllm vllm serve org/m --max-model-len 8192\n",
              "uv run --with vllm vllm serve org/m --max-model-len 8192\n",
              "echo org/m | xargs -I{} vllm serve org/m --max-model-len 8192\n",
              "apptainer exec --nv vllm.sif vllm serve org/m --max-model-len 8192\n",
              "podman run --device nvidia.com/gpu=all docker.io/vllm/vllm-openai:latest --model org/m --max-model-len 8192\n",
              "docker run --gpus all --entrypoint vllm vllm/vllm-openai:latest serve org/m --max-model-len 8192\n",
              "export M=org/m\nbash -c 'vllm serve $M --max-model-len 8192'\n"})
            QCOMPARE(stated(import_text(text)), served);
        QCOMPARE(import_text("docker run -e LLAMA_ARG_MODEL=/m/x-Q4_K_M.gguf -e LLAMA_ARG_CTX_SIZE=4096 "
                             "ghcr.io/ggml-org/llama.cpp:server-cuda\n")
                     .plan.inference.context,
                 Count{4096});
        QCOMPARE(
            import_text(
                "docker run -d --gpus=all -v ollama:/root/.ollama -e OLLAMA_CONTEXT_LENGTH=16384 --name ollama ollama/ollama\n")
                .plan.inference.context,
            Count{16384});
    }

    void what_prepares_is_not_what_runs()
    {
        for (const char *before : {"python -c \"\nprint('ready')\n\"\n", "python3 - <<'END'\nimport torch\nEND\n",
                                   "python -m pip install vllm\n", "python prepare_data.py --out /data\n",
                                   "python examples/data_preprocess/gsm8k.py --local_save_dir /data\n", "nvidia-smi -q -i 0\n"})
            QCOMPARE(stated(import_text(std::string(before) + "vllm serve org/m --max-model-len 8192\n")), served);
        const Imported script = import_text(
            "python -c \"\nprint('a')\nprint('b')\n\"\nTP=${TP:-2}\nMAX=${MAX:-8192}\nNCCL_DEBUG=INFO \\\nvllm serve org/m \\\n"
            "    --tensor-parallel-size $TP \\\n    --max-model-len $MAX\n");
        QCOMPARE(script.plan.parallel.tensor, Count{2});
        QCOMPARE(script.plan.inference.context, Count{8192});
    }

    void a_comment_among_assignments_cuts_them_off()
    {
        const Imported read = import_text("CUDA_VISIBLE_DEVICES=0,1 \\\nNPROC_PER_NODE=2 \\\n# MAX_PIXELS=1 \\\nswift sft \\\n"
                                          "    --model org/m \\\n    --lora_rank 8 \\\n    # --freeze_vit true \\\n");
        QCOMPARE(
            warned(read, "comment_ends"),
            std::string("the comment in line 3 ends the command that is begun above it: CUDA_VISIBLE_DEVICES, NPROC_PER_NODE are "
                        "set in the shell and not exported, and swift does not see them / line 7 is a comment: the command ends "
                        "before it, and what stands in it is no option"));
        QCOMPARE(read.plan.has("parallel.data"), false);
    }

    void assignments_that_nobody_exports()
    {
        const Imported lost = import_text("CUDA_VISIBLE_DEVICES=0,1\nM=org/m\nvllm serve $M --max-model-len 8192\n");
        QCOMPARE(warned(lost, "not_exported"),
                 std::string(
                     "CUDA_VISIBLE_DEVICES: set in the shell and not exported, so that vllm does not see it unless the shell had "
                     "exported it before"));
        for (const char *text :
             {"CUDA_VISIBLE_DEVICES=0,1 llama-server -m m.gguf\n", "export CUDA_VISIBLE_DEVICES=0,1\nllama-server -m m.gguf\n",
              "CUDA_VISIBLE_DEVICES=0,1\nexport CUDA_VISIBLE_DEVICES\nllama-server -m m.gguf\n",
              "set -a\nCUDA_VISIBLE_DEVICES=0,1\nset +a\nllama-server -m m.gguf\n"}) {
            const Imported seen = import_text(text);
            QCOMPARE(warned(seen, "not_exported"), std::string());
            QCOMPARE(seen.plan.parallel.pipeline, Count{2});
        }
    }

    void ends_of_lines_that_a_shell_takes_otherwise()
    {
        const Imported blank = import_text("vllm serve org/m \\ \n  --max-model-len 8192\n");
        QCOMPARE(stated(blank), served);
        QCOMPARE(warned(blank, "line_ends"),
                 std::string("a blank stands behind the backslash of line 1: a shell ends the command there; "
                             "what follows was read too"));
        QCOMPARE(warned(import_text("vllm serve org/m \\\r\n  --max-model-len 8192\r\n"), "line_ends"), std::string());
    }

    void blanks_around_an_equals_sign()
    {
        for (const char *text : {"vllm serve org/m --max-model-len = 8192\n", "vllm serve org/m --max-model-len= 8192\n"}) {
            const Imported read = import_text(text);
            QCOMPARE(stated(read), served);
            QCOMPARE(warned(read, "blanks"),
                     std::string(
                         "line 1: blanks stand around the = of max-model-len, which a program takes for words of their own; the "
                         "value behind was read"));
        }
    }

    void signs_of_a_text_processor_are_named()
    {
        for (const char *text :
             {"vllm serve org/m \u2014max-model-len 8192\n", "vllm serve \u201Corg/m\u201D --max-model-len 8192\n"}) {
            const Imported read = import_text(text);
            QCOMPARE(stated(read), served);
            QCOMPARE(warned(read, "processed_signs").starts_with("line 1 has"), true);
        }
        QCOMPARE(warned(import_text("vllm serve org/m --chat-template \"It\u2019s\"\n"), "processed_signs"), std::string());
    }

    void variables_of_windows()
    {
        const std::string wanted =
            R"({"model":{"config":"C:/models/m-Q4_K_M.gguf"},"task":"infer","weights":{"quant":"Q4_K_M"},"inference":{"engine":"llama.cpp","context":16384,"gpu_layers":"auto"}})";
        QCOMPARE(stated(import_text(
                     "@echo off\r\nrem serves\r\nset MODEL=C:\\models\\m-Q4_K_M.gguf\r\nset CTX=16384\r\ncd /d C:\\llama\r\n"
                     "llama-server.exe -m %MODEL% -c %CTX%\r\npause\r\n")),
                 wanted);
        QCOMPARE(stated(import_text(
                     "$model = \"C:\\models\\m-Q4_K_M.gguf\"\r\n$ctx = 16384\r\n& \"C:\\llama\\llama-server.exe\" -m $model `\r\n"
                     "  -c $ctx\r\n")),
                 wanted);
    }

    void programs_by_other_names()
    {
        QCOMPARE(import_text("/opt/llama-server-b6500 -m m.gguf -c 4096\n").plan.inference.context, Count{4096});
        QCOMPARE(stated(import_text("/usr/bin/python3 /usr/local/bin/vllm serve org/m --max-model-len 8192\n")), served);
    }

    void units_of_systemd_and_podman()
    {
        const Imported unit =
            import_text("[Unit]\nDescription=vLLM\n\n[Service]\nEnvironment=VLLM_LOGGING_LEVEL=INFO\n"
                        "EnvironmentFile=-/etc/vllm.env\nExecStartPre=/bin/sleep 5\nExecStart=/opt/venv/bin/vllm serve org/m \\\n"
                        "    --max-model-len 8192\nRestart=always\n\n[Install]\nWantedBy=multi-user.target\n");
        QCOMPARE(stated(unit), served);
        QCOMPARE(listed(unit.understood), std::string("8:model (positional) 9:max-model-len"));
        QCOMPARE(
            stated(import_text("[Container]\nImage=docker.io/vllm/vllm-openai:latest\nExec=--model org/m --max-model-len 8192\n"
                               "AddDevice=nvidia.com/gpu=all\n")),
            served);
    }

    void a_server_and_who_names_its_model()
    {
        const std::string wanted = R"({"model":{"preset":"qwen3-8b"},"task":"infer","weights":{"quant":"Q4_K_M"},)"
                                   R"("inference":{"engine":"ollama","context":16384,"kv_dtype":"q8_0"}})";
        const std::string variables = "OLLAMA_CONTEXT_LENGTH=16384 OLLAMA_KV_CACHE_TYPE=q8_0 ";
        QCOMPARE(stated(import_text(variables + "ollama serve &\nollama run qwen3:8b\n")), wanted);
        QCOMPARE(stated(import_text(variables + "ollama serve & sleep 2; ollama run qwen3:8b\n")), wanted);
    }

    void recipes_of_make_and_just()
    {
        const Imported make = import_text("MODEL ?= org/m\nLEN := 8192\n\n.PHONY: serve\n\nserve: build\n\t@echo starting\n"
                                          "\tvllm serve $(MODEL) \\\n\t\t--max-model-len $(LEN)\n");
        QCOMPARE(stated(make), served);
        QCOMPARE(listed(make.understood), std::string("1:MODEL 2:LEN 8:model (positional) 9:max-model-len"));
        QCOMPARE(stated(import_text("model := \"org/m\"\n\n# serves it\nserve length='8192' port='8000':\n"
                                    "    vllm serve {{model}} --max-model-len {{ length }} --port {{port}}\n")),
                 served);
    }
};

PLIMSOLL_TEST(TestImportShells)
} // namespace PLIMSOLL_FILE
#include "test_import_shells.moc"
