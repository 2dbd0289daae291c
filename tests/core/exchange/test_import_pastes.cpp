// SPDX-License-Identifier: GPL-3.0-or-later
// Texts as a clipboard has them: prompts, fences and quotes of Markdown, ends of lines, Windows' commands, what a text processor makes of
// dashes and quotes.
#include "core/exchange/exchange.h"
#include "tests/core/exchange/import_lists.h"
#include "tests/test_program.h"

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace plimsoll::tests;

namespace {

const std::string served = R"({"model":{"hub":"org/m"},"task":"infer","inference":{"engine":"vllm","context":8192}})";
const std::string tuned = R"({"model":{"hub":"org/m"},"stack":"axolotl","method":"lora","micro_batch":2,"sequence_length":4096})";
const std::string config = "base_model: org/m\nadapter: lora\nsequence_len: 4096\nmicro_batch_size: 2\n";

std::string with_crlf(const std::string &text)
{
    std::string out;
    for (const char c : text) out += c == '\n' ? std::string("\r\n") : std::string(1, c);
    return out;
}

} // namespace

class TestImportPastes : public QObject {
    Q_OBJECT

private slots:
    void prompts_of_shells_are_none_of_the_command()
    {
        for (const char *prompt : {"$ ", "% ", "> ", "(venv) $ ", "(venv) me@host:~/work$ ", "[me@host work]$ ", "root@host:/# ",
                                   "PS C:\\Users\\me> ", "C:\\work>"})
            QCOMPARE(stated(import_text(std::string(prompt) + "vllm serve org/m --max-model-len 8192\n")), served);
        const Imported read = import_text("$ vllm serve org/m \\\n>   --max-model-len 8192 \\\n> --tensor-parallel-size 2\n"
                                          "INFO: started\n$ curl localhost\n");
        QCOMPARE(
            stated(read),
            std::string(
                R"({"model":{"hub":"org/m"},"task":"infer","parallel":{"tensor":2},"inference":{"engine":"vllm","context":8192}})"));
        QCOMPARE(listed(read.understood), std::string("1:model (positional) 2:max-model-len 3:tensor-parallel-size"));
    }

    void prompts_of_python_and_what_it_printed()
    {
        const std::string wanted =
            R"({"model":{"hub":"org/m"},"stack":"unsloth","method":"qlora","weights":{"quant":"nf4"},"adapter":{"rank":32},"sequence_length":4096})";
        QCOMPARE(stated(import_text(">>> model, tokenizer = FastLanguageModel.from_pretrained(\n"
                                    "...     model_name=\"org/m\",\n...     max_seq_length=4096,\n... )\n"
                                    "Unsloth: loading (it's a while)\n"
                                    ">>> model = FastLanguageModel.get_peft_model(model, r=32)\n")),
                 wanted);
        QCOMPARE(stated(import_text("In [1]: model, tokenizer = FastLanguageModel.from_pretrained(model_name=\"org/m\",\n"
                                    "   ...:     max_seq_length=4096)\n"
                                    "In [2]: model = FastLanguageModel.get_peft_model(model, r=32)\n")),
                 wanted);
    }

    void cells_of_notebooks()
    {
        QCOMPARE(stated(import_text("%%bash\nvllm serve org/m --max-model-len 8192\n")), served);
        QCOMPARE(stated(import_text("!vllm serve org/m --max-model-len 8192\n")), served);
        QCOMPARE(stated(import_text("%%capture\n!pip install unsloth \\\n    trl\nimport os\nos.environ['A'] = 'b'\n"
                                    "model, tokenizer = FastLanguageModel.from_pretrained('org/m', load_in_4bit = False)\n")),
                 std::string(R"({"model":{"hub":"org/m"},"stack":"unsloth","method":"lora","weights":{"quant":"none"}})"));
    }

    void a_page_of_markdown()
    {
        QCOMPARE(stated(import_text("```yaml\n" + config + "```\n")), tuned);
        const Imported read = import_text("Here is my axolotl config:\n\n```yaml\n" + config + "```\n\nIt runs out of memory.\n");
        QCOMPARE(stated(read), tuned);
        QCOMPARE(listed(read.understood), std::string("4:base_model 5:adapter 6:sequence_len 7:micro_batch_size"));
        QCOMPARE(stated(import_text("Run:\n\n```bash\nvllm serve org/m --max-model-len 8192\n```\nthen ask.\n")), served);
        QCOMPARE(stated(import_text("1. Install:\n   ```sh\n   pip install vllm\n   ```\n2. Serve:\n"
                                    "   ```sh\n   vllm serve org/m \\\n     --max-model-len 8192\n   ```\n")),
                 served);
        QCOMPARE(stated(import_text("> ```bash\n> vllm serve org/m --max-model-len 8192\n> ```\n")), served);
        QCOMPARE(stated(import_text("`vllm serve org/m --max-model-len 8192`\n")), served);
        QCOMPARE(stated(import_text("Here is my axolotl config\nfor two cards.\n\n" + config)), tuned);
        QCOMPARE(stated(import_text("With this it runs out of memory:\n{\"zero_optimization\": {\"stage\": 2}}\n")),
                 std::string(R"({"parallel":{"engine":"deepspeed","zero":2}})"));
        const Result<Imported> broken = imported("resources:\n  accelerators: L4: 1\nrun: |\n  vllm serve org/m\n");
        QVERIFY(!broken.ok() && broken.error().message().find("line 2") != std::string::npos);
        QCOMPARE(stated(import_text("Serving:\nvllm serve org/m \\\n  --max-model-len 8192\n")), served);
    }

    void what_installs_a_program_is_none_of_it()
    {
        for (const char *command :
             {"pip install vllm", "uv pip install -U vllm", "python3 -m pip install axolotl", "docker pull vllm/vllm-openai"})
            QCOMPARE(imported(command).ok(), false);
    }

    void fences_within_a_text_are_its_own()
    {
        QCOMPARE(
            stated(import_text(config + "default_system_message: |\n  Answer in code:\n  ```bash\n  vllm serve org/x\n  ```\n")),
            tuned);
        const Imported model =
            import_text("FROM ./m.gguf\nSYSTEM \"\"\"\n```\nvllm serve org/x\n```\n\"\"\"\nPARAMETER num_ctx 4096\n");
        QCOMPARE(model.tool, std::string("ollama"));
        QCOMPARE(model.plan.inference.context, Count{4096});
    }

    void containers_of_compose_and_kubernetes()
    {
        const std::string wanted =
            R"({"model":{"hub":"org/m"},"task":"infer","parallel":{"tensor":2},"inference":{"engine":"vllm","context":8192}})";
        const Imported list =
            import_text("services:\n  web:\n    image: nginx\n  llm:\n    image: vllm/vllm-openai:latest\n    environment:\n"
                        "      - HF_TOKEN=${HF_TOKEN}\n      - VLLM_USE_DEEP_GEMM=1\n    command:\n      - --model\n"
                        "      - org/m\n      # the longest\n      - --max-model-len\n      - \"8192\"\n"
                        "      - --tensor-parallel-size=2\n    ports:\n      - \"8000:8000\"\n");
        QCOMPARE(stated(list), wanted);
        QCOMPARE(listed(list.understood), std::string("10:model 13:max-model-len 15:tensor-parallel-size"));
        QCOMPARE(listed(list.not_said), std::string("8:VLLM_USE_DEEP_GEMM"));
        for (const char *text :
             {"services:\n  llm:\n    command: --model org/m --max-model-len 8192 -tp 2\n    image: vllm/vllm-openai:latest\n",
              "services:\n  llm:\n    image: vllm/vllm-openai:latest\n    command: >\n      --model org/m\n      --max-model-len "
              "8192\n      -tp 2\n",
              "services:\n  llm:\n    image: own/image\n    entrypoint: [\"vllm\", \"serve\"]\n    command: [\"org/m\",\n      "
              "\"--max-model-len\", \"8192\", \"-tp\", \"2\"]\n",
              "kind: Deployment\nspec:\n  template:\n    spec:\n      containers:\n      - name: vllm\n        image: "
              "vllm/vllm-openai:latest\n"
              "        command: [\"/bin/sh\", \"-c\"]\n        args: [\"vllm serve org/m --max-model-len 8192 -tp 2\"]\n        "
              "env:\n"
              "        - name: HF_TOKEN\n          value: x\n      - name: other\n        image: nginx\n"})
            QCOMPARE(stated(import_text(text)), wanted);
        const Imported script =
            import_text("services:\n  llm:\n    image: ${IMAGE:-vllm/vllm-openai:v1}\n    entrypoint:\n      - bash\n      - -c\n"
                        "      - |\n        # it's one card\n        exec vllm serve org/m \\\n"
                        "          --max-model-len $${LENGTH:-8192} -tp 2\n    command: []\n");
        QCOMPARE(stated(script), wanted);
        QCOMPARE(listed(script.understood), std::string("9:model (positional) 10:max-model-len 10:tp"));
        QCOMPARE(import_text("services:\n  llm:\n    image: ${IMAGE:-vllm/vllm-openai:v1}\n    command: --model org/m\n").tool,
                 std::string("vllm"));
        const Imported swap = import_text(
            "models:\n  \"m\":\n    cmd: |\n      llama-server --port ${PORT}\n      -m m.gguf -c 4096\n    ttl: 300\n");
        QCOMPARE(swap.plan.inference.context, Count{4096});
    }

    void what_a_dockerfile_runs()
    {
        const std::string image = "FROM vllm/vllm-openai:v0.11.0 AS server\n", length = R"("--max-model-len", "8192"])";
        const Imported arguments =
            import_text(image + "ENV HF_HOME=/data\nRUN pip install x\nCMD [\"--model\", \"org/m\",\\\n  " + length);
        QCOMPARE(stated(arguments), served);
        QCOMPARE(listed(arguments.understood), std::string("4:model 5:max-model-len"));
        QCOMPARE(stated(import_text("ARG TAG=1\n" + image + R"(ENTRYPOINT ["vllm", "serve", "org/m", )" + length)), served);
        QCOMPARE(stated(import_text(image + "ENTRYPOINT [\"vllm\", \"serve\"]\nCMD [\"org/m\", " + length)), served);
        QCOMPARE(stated(import_text("FROM python:3.12\nCMD vllm serve org/m \\\n    --max-model-len 8192\n")), served);
        const auto silent = imported("FROM python:3.12\nRUN pip install vllm\n", {});
        QVERIFY(!silent.ok());
        QCOMPARE(silent.error().message(),
                 std::string("configuration: what its container runs is said elsewhere, read Dockerfile, "
                             "accepted: one with CMD or ENTRYPOINT"));
        QCOMPARE(import_text("FROM ./m.gguf\nPARAMETER num_ctx 4096\n").tool, std::string("ollama"));
    }

    void what_a_list_of_words_runs()
    {
        const std::string words = R"(["vllm", "serve", "org/m",  # the model
        "--max-model-len", str(8192)])";
        const Imported run = import_text("import subprocess\nsubprocess.run(" + words + ", check=True)\n");
        QCOMPARE(stated(run), served);
        QCOMPARE(listed(run.understood), std::string("2:model (positional) 3:max-model-len"));
        QCOMPARE(stated(import_text("names = ['a', 'b']\ncmd = " + words + "\nsubprocess.Popen(cmd)\n")), served);
        const Imported open = import_text("subprocess.run([\"vllm\", \"serve\", \"org/m\", \"--max-model-len\", length])\n");
        QCOMPARE(open.warnings[0].text,
                 std::string("max-model-len: only what runs the configuration can tell $length; nothing was taken of it"));
    }

    void ends_of_lines()
    {
        QCOMPARE(stated(import_text(with_crlf(config))), tuned);
        QCOMPARE(stated(import_text(with_crlf("vllm serve org/m \\\n  --max-model-len 8192\n"))), served);
        QCOMPARE(stated(import_text(with_crlf("vllm serve org/m ^\n  --max-model-len 8192\n"))), served);
        QCOMPARE(stated(import_text(with_crlf("vllm serve org/m `\n  --max-model-len 8192\n"))), served);
    }

    void a_comment_or_a_forgotten_backslash_ends_no_command()
    {
        for (const char *command :
             {"vllm serve org/m \\\n  # the longest\n  --max-model-len 8192\n",
              "vllm serve org/m \\  # the longest\n  --max-model-len 8192\n", "vllm serve org/m\n  --max-model-len 8192\n"})
            QCOMPARE(stated(import_text(command)), served);
        const Imported forgotten = import_text("trl sft --model_name_or_path org/m\n  --max_length 512\n");
        QCOMPARE(forgotten.plan.sequence_length, Count{512});
        QCOMPARE(forgotten.warnings[0].text,
                 std::string("a shell ends the command at the end of line 1; the options after it were read too"));
    }

    void commands_of_windows()
    {
        const std::string wanted =
            R"({"model":{"config":"C:/models/m-Q4_K_M.gguf"},"task":"infer","weights":{"quant":"Q4_K_M"},"inference":{"engine":"llama.cpp","context":4096,"gpu_layers":"auto"}})";
        QCOMPARE(stated(import_text("PS C:\\llama> .\\llama-server.exe -m C:\\models\\m-Q4_K_M.gguf -c 4096\r\n")), wanted);
        QCOMPARE(stated(import_text("C:\\llama\\llama-server.exe -m C:\\models\\m-Q4_K_M.gguf -c 4096 > out.log\r\n")), wanted);
        QCOMPARE(stated(import_text("$env:CUDA_VISIBLE_DEVICES = \"0,1\"\r\nvllm.exe serve org/m --chat-template-kwargs "
                                    "\"{\\\"thinking\\\": false}\" --max-model-len 8192\r\n")),
                 served);
    }

    void variables_of_cmd()
    {
        QCOMPARE(import_text("set CUDA_VISIBLE_DEVICES=0,1\r\nllama-server.exe -m m.gguf -c 4096\r\n").plan.parallel.pipeline,
                 Count{2});
    }

    void signs_of_a_text_processor()
    {
        QCOMPARE(stated(import_text("vllm serve org/m \u2013max-model-len\u00A08192\n")), served);
        QCOMPARE(stated(import_text("vllm serve \u201Corg/m\u201D \u2014max-model-len 8192\n")), served);
        QCOMPARE(stated(import_text("vllm serve org/m --chat-template \"It\u2019s\" --max-model-len 8192\n")), served);
    }
};

PLIMSOLL_TEST(TestImportPastes)
} // namespace PLIMSOLL_FILE
#include "test_import_pastes.moc"
