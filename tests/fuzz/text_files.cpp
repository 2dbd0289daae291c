// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/text_files.h"

#include "core/exchange/import.h"
#include "core/exchange/text/config_text.h"
#include "core/exchange/text/here_document.h"
#include "core/exchange/text/shell_commands.h"
#include "core/plan/model_card/card_text.h"
#include "core/plan/model_card/carried_plan.h"

#include <nlohmann/json.hpp>

namespace plimsoll::fuzz {

namespace {

using Texts = std::vector<std::string>;

constexpr std::size_t allowance = std::size_t{192} << 20; ///< most_entry_bytes as text, as values and in the answer

Texts yaml_texts()
{
    return {
        "# a run\nmodel_name_or_path: Qwen/Qwen2.5-0.5B\nper_device_train_batch_size: 2\nlearning_rate: 2.0e-5\n"
        "bf16: yes\nlora_target_modules: [q_proj, 'v_proj', \"k\\x5fproj\"]\nreport_to: none\n",
        "base_model: org/model\nload_in_4bit: true\nadapter: qlora\nlora_r: 0x10\ndatasets:\n  - path: a/b\n    type: alpaca\n"
        "sequence_len: 4_096\nfsdp_config:\n  fsdp_version: 2\n  offload_params: off\n",
        "base: &b {a: 1, b: [1, 2]}\nfirst:\n  <<: *b\n  c: ~\nsecond: {<<: [*b, *b], a: .inf}\n---\nnext: 1\n",
        "model:\r\n  name: x\r\ntext: |\r\n  many\r\n  lines\r\nfolded: >-\r\n  a\r\n  b\r\n!!str key: !!int '3'\r\n? a\r\n: "
        "b\r\n",
        "compute_environment: LOCAL_MACHINE\ndistributed_type: FSDP\nnum_processes: 8\nmixed_precision: bf16\n"
        "fsdp_config:\n  fsdp_sharding_strategy: FULL_SHARD\n  fsdp_auto_wrap_policy: TRANSFORMER_BASED_WRAP\n",
        "FROM vllm/vllm-openai\nENV A=b\nENTRYPOINT [\"vllm\", 'serve', \\\n \"org/m\"]\nCMD --max-model-len 8192 \\\n -tp 2\n",
        "import subprocess\nsubprocess.run([\"vllm\", \"serve\", f\"{m}\", # m\n str(1), x], check=True)\n",
        "services:\n  a:\n    image: ${I:-vllm/vllm-openai}\n    environment:\n      - A=b\n    entrypoint: [bash, \"-c\",\n     "
        " 'x']\n"
        "    command:\n      - |\n        exec vllm serve $${M} \"$@\"\n      - --model\n      - org/m\n  b: {image: x}\n",
        "containers:\n- name: x\n  image: a\n  args: >-\n    --model org/m \\\n\n    -tp 2\n  env:\n  - name: A\n    value: 'b "
        "c'\n",
        "stage: sft\nfinetuning_type: lora\nlora_rank: 8\ncutoff_len: 2048\ndeepspeed: ds_z3.json\nquantization_bit: 4\n"};
}

Texts shell_texts()
{
    return {"MODEL=org/model\nexport CUDA_VISIBLE_DEVICES=0,1\naccelerate launch --num_processes 2 -m trl.scripts.sft \\\n"
            "  --model_name_or_path $MODEL --bf16 true --lora_target_modules q_proj v_proj  # all\n",
            "$ vllm serve \"org/model\" --max-model-len 8192 --kv-cache-dtype fp8 --hf-overrides '{\"a\": {\"b\": 1}}'\n",
            "```bash\npip install x && python -m sglang.launch_server --model-path ${M:-org/m} --mem-fraction-static 0.8 > log "
            "2>&1 &\n"
            "```\n",
            "docker run --gpus all -v ~/.cache:/root vllm/vllm-openai:latest --model org/m --quantization=awq\n",
            "cat <<'EOF' > Modelfile\nFROM x\nPARAMETER num_ctx 4096\nEOF\nollama create m -f Modelfile; ollama run m\n",
            "A=1; B=$A$A C=`date` D=$((1+2)) E=$(ls | head) torchrun --nproc_per_node=8 train.py optim=adamw_8bit +x.y=2 'a b'\n",
            "NPROC_PER_NODE=2 swift sft --model org/m --tuner_type lora --lora_rank 8 --target_modules all-linear -- x\n",
            "llama-server -hf org/m:Q4_K_M -c 0 -ngl 99 -ctk q8_0 --no-kv-offload\n",
            "(env) me@host:~$ vllm serve <model> \\\n>  --dtype \u201Cauto\u201D \\ # why\n\u2014seed 1\n",
            "Run:\n> ```sh\n> llama-server.exe -m C:\\m.gguf ^\n>  -c 4096\n> ```\n~~~\n$env:A = '1'\n~~~\n`x`\n",
            "%%bash\n!pip install x \\\n y\nset A=1\nIn [1]: x = f(a=2 * 3)\n   ...: y\n>>> LoraConfig(r=1)\n"};
}

Texts call_texts()
{
    return {
        "from peft import LoraConfig\nconfig = LoraConfig(r=16, lora_alpha=2 * 16, target_modules=['q_proj', \"v_proj\"],\n"
        "    task_type=TaskType.CAUSAL_LM, use_rslora=True)  # rank\n",
        "max_seq_length = 2048\nmodel, tokenizer = FastLanguageModel.from_pretrained(\n    model_name = 'unsloth/m', "
        "max_seq_length = max_seq_length, load_in_4bit = True, dtype = None)\n"
        "model = FastLanguageModel.get_peft_model(model, r = 16, lora_dropout = 0., use_gradient_checkpointing = \"unsloth\")\n",
        "args: SFTConfig = SFTConfig(learning_rate=1e-4, gradient_checkpointing_kwargs={'use_reentrant': False, 'a': {1: (2, "
        "3)}},\n"
        "  optim=OptimizerNames.ADAMW_TORCH, torch_dtype=torch.bfloat16, f=f'{x}', *rest, **more)\n",
        "a = [1, 2]\nb = [a, a]\ntrainer = SFTTrainer(model=b, args=TrainingArguments(bf16=True), peft_config=LoraConfig(r=b))\n",
        "'''it's'''\nif (False):\n  a = f(b=1)\n\n  # c\nif 0: LoraConfig(r=2)\nLoraConfig(r=(2 + a) * -3, lora_alpha=7 % 2)\n",
        "@decorator\ndef f(x):\n    \"\"\"text\"\"\"\n    return x\nx = (1_000, 0x10, -.5, +3, 1e-3)\n"};
}

Texts json_texts()
{
    return {
        R"({"train_micro_batch_size_per_gpu": "auto", "zero_optimization": {"stage": 3, "offload_optimizer": {"device": "cpu"},
 "reduce_bucket_size": 5e8}, "bf16": {"enabled": true}, "steps_per_print": 1e308})",
        R"({"peft_type": "LORA", "r": 8, "lora_alpha": 16, "target_modules": ["q_proj", "v_proj"], "base_model_name_or_path": "org/m",
 "rank_pattern": {"a.b": 4}, "modules_to_save": null})",
        "{\"output_dir\": \"out\", \"per_device_train_batch_size\": 4, // a comment\n \"optim\": \"adamw_torch\", \"bf16\": "
        "true,}",
        R"({"a": 1, "a": [{"b": NaN}, "c"], "é\n": {"x": {"x": {"x": Infinity}}}})"};
}

Texts modelfile_texts()
{
    return {"FROM llama3.2:3b\nPARAMETER num_ctx 8192\nPARAMETER stop \"<|end|>\"\nSYSTEM \"\"\"You are\nbrief.\"\"\"\n# "
            "c\nADAPTER ./a.gguf\n",
            "from ./model.gguf\r\nparameter num_gpu 20\r\nTEMPLATE \"\"\"{{ .Prompt }}\"\"\"\r\nLICENSE \"\"\"\r\nopen\r\n"};
}

Texts log_texts()
{
    return {"vllm-1  | (APIServer pid=1) INFO 11-12 10:00:00 [utils.py:1] non-default args: {'model': 'org/m', 'a': <K.b: 'c'>, "
            "'d': {'e': "
            "[1]}}\nINFO Initializing a V1 LLM engine (v0.1) with config: model='org/m', max_seq_len=8, x=Y(z=1)\n",
            "[2026-01-05 10:00:00] server_args=ServerArgs(model_path='org/m', tp_size=2, bs=[1, 2], f=<function g at 0x1>)\n",
            "Nov 12 10:00:00 h u[1]: args: Namespace(model='org/m', gpu_memory_utilization=0.9, p=PosixPath('/x'))\n",
            "\x1b[0;36mINFO\x1b[0m "
            "SFTConfig(\n_n_gpu=1,\noptim=OptimizerNames.ADAMW_TORCH,\n)\nModelConfig(model_name_or_path='org/m')\n",
            "INFO:__main__:TrainingArguments(\nbf16=True,\nhub_token=<HUB_TOKEN>,\n)\n",
            "[config] config:\n{\n  \"base_model\": \"org/m\",\n  \"sequence_len\": 1\n}\n",
            "- `Accelerate` default config:\n\t- distributed_type: FSDP\n\t- num_processes: 2\n\t- fsdp_config: {'a': 1}\n",
            "build: 1 (a)\nllama_model_loader: loaded meta data with 1 key-value pairs and 2 tensors from /m-Q4_K_M.gguf "
            "(version GGUF V3)\n"
            "llama_context: n_ctx         = 8\nllama_kv_cache: K (f16): 1 MiB, V (q8_0): 1 MiB\nload_tensors: offloaded 1/1 "
            "layers to GPU\n",
            "time=1 msg=\"server config\" env=\"map[OLLAMA_X:[a b] OLLAMA_NUM_PARALLEL:2]\"\nmsg=x cmd=\"ollama runner "
            "--ctx-size 9 --parallel 3\"\n"
            "request=\"{KvSize:8 Parallel:1 KvCacheType:q8_0}\"\n"};
}

Texts manifest_texts()
{
    return {
        "apiVersion: inference.llmkube.dev/v1alpha1\nkind: Model\nmetadata: {name: a}\nspec:\n  source: hf://o/m\n  hardware: "
        "{gpu: {count: 2}}\n"
        "---\napiVersion: inference.llmkube.dev/v1alpha1\nkind: InferenceService\nspec:\n  modelRef: a\n  runtime: vllm\n  "
        "parallelSlots: 2\n"
        "  vllmConfig: {maxModelLen: 8, speculative: {enabled: true, model: x}}\n  extraArgs: [--a, b]\n",
        "apiVersion: serving.kserve.io/v1beta1\nkind: InferenceService\nspec:\n  predictor:\n    model:\n      modelFormat: "
        "{name: huggingface}\n"
        "      args: [--model_name, x, --model_id=o/m]\n      storageUri: hf://o/m/f\n",
        "spec:\n  serveConfigV2: |\n    applications:\n    - args:\n        llm_configs:\n        - model_loading_config: "
        "{model_id: o/m}\n"
        "          engine_kwargs: {a_b: [1, 2], c: {d: 1}, e: false}\n",
        "x-a: &a\n  image: vllm/vllm-openai\nservices:\n  b:\n    <<: *a\n    extends: {service: c}\n    entrypoint: [sh, -c, "
        "'exec x \"$$@\"', --]\n"
        "    command: >-\n      ${A:-${B:-c}} ${D:+--e ${D}}\n  c: {command: [a, $(B)], env: [{name: B, value: x}]}\n",
        "macros: {m: llama-server --port ${PORT}}\nmodels:\n  a: {cmd: '${m} -m x.gguf'}\n",
        "A ?= b\nserve: a\n\t@vllm serve $(A) \\\n\t  --x\nrecipe x='1' +y:\n    vllm serve {{x}}\n",
        "[Service]\nEnvironment=A=b\nExecStart=-/x/vllm serve o/m \\\n --a\n[Container]\nImage=vllm/vllm-openai\nExec=--model "
        "o/m\n",
        "A=1 \\\n# c\nB=${C:-${D:=${E:?f}}} \\ \nbash -o pipefail -c 'vllm serve \"$@\" = 1' -- o/m\nset A=b c\n$x = 1\n%A%\n"};
}

Texts card_texts()
{
    return {
        "---\nlicense: mit\n---\n# Model\n\nText `code` <!-- note -->\n\n## Hardware\n\n```sh\n<!-- BEGIN PLIMSOLL -->\n```\n",
        "# Model\r\n\r\nSpeeds\r\n------\r\n\r\n<!-- BEGIN PLIMSOLL 1.0: {\"schema\": \"plimsoll.plan/1\", \"model\": "
        "{\"preset\": \"qwen2.5-0.5b\"}, \"method\": \"lora\"} -->\r\n| a | b |\r\n|---|---|\r\n<!-- END PLIMSOLL -->\r\nafter",
        "\xEF\xBB\xBF> quoted\n> ~~~\n> <!-- END PLIMSOLL -->\n> ~~~\n\n- item\n\n      <!-- BEGIN PLIMSOLL -->\n``a`b``` <!--> "
        "\\<!--\n",
        "<!-- BEGIN PLIMSOLL: {} --><!-- END PLIMSOLL --><!-- BEGIN PLIMSOLL -->"};
}

Texts all_texts()
{
    Texts out;
    for (const auto &texts : {yaml_texts(), shell_texts(), call_texts(), json_texts(), modelfile_texts(), card_texts(),
                              log_texts(), manifest_texts()})
        out.insert(out.end(), texts.begin(), texts.end());
    return out;
}

void check(bool good)
{
    if (!good) __builtin_trap();
}

/// Entries stand in their text; what was refused says why.
void check_config(const std::string &text, const Result<ConfigText> &read)
{
    if (!read) return check(!read.error().message().empty());
    check(read->entries.size() <= most_config_keys);
    const auto lines = 2 + std::ranges::count(text, '\n') + std::ranges::count(text, '\r');
    for (const ConfigEntry &entry : read->entries) check(entry.line >= 0 && entry.line <= lines);
}

/// Each key is in a list, once or not at all, and the answer can be written.
void read_whole(const std::string &text)
{
    const Result<Imported> read = imported(text, {}, [&text](const std::string &path) -> Result<std::string> {
        if (path.size() % 2 == 0) return Error{path, {}, {}, "not there"};
        return text;
    });
    if (!read) return check(!read.error().message().empty());
    for (const std::vector<ImportedKey> *list : {&read->no_effect, &read->not_said})
        for (const ImportedKey &key : *list) check(!key.why.empty());
    check(!import_to_json(*read).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace).empty());
    check(!import_to_text(*read).empty());
}

void read_card_text(const std::string &text)
{
    const Result<card::CardText> read = card::read_card(text);
    if (read && read->block) {
        check(read->block->from < read->block->inner && read->block->inner <= text.size());
        check(text[read->block->from] == '<');
    }
    (void)card::has_block(text);
    (void)card::plans_of_card(text);
}

template <Result<ConfigText> (*Read)(std::string_view)>
void read_form(const std::string &text)
{
    if (text.size() <= largest_config) check_config(text, Read(text));
}

} // namespace

std::vector<Target> text_targets()
{
    return {{"yaml", yaml_texts, read_form<config_from_yaml>, allowance},
            {"shell", shell_texts, read_form<config_from_command>, allowance},
            {"call", call_texts, read_form<config_from_call>, allowance},
            {"json", json_texts, read_form<config_from_json>, allowance},
            {"modelfile", modelfile_texts, read_form<config_from_modelfile>, allowance},
            {"heredoc", shell_texts, [](const std::string &text) { (void)here_document(text); }, std::size_t{1} << 20},
            {"card", card_texts, read_card_text, std::size_t{64} << 20},
            {"import", all_texts, read_whole, allowance}};
}

} // namespace plimsoll::fuzz
