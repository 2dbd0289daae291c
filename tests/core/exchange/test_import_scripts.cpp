// SPDX-License-Identifier: GPL-3.0-or-later
// Pasted Python: calls of transformers, TRL, PEFT and vLLM as plans.
#include "tests/core/exchange/import_lists.h"
#include "tests/test_program.h"

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace plimsoll::tests;

class TestImportScripts : public QObject {
    Q_OBJECT

private slots:
    void a_script_of_trl()
    {
        const Imported read =
            import_text("import torch\n"
                        "model_id = \"org/m\"\n"
                        "bnb = BitsAndBytesConfig(load_in_4bit=True, bnb_4bit_quant_type=\"nf4\",\n"
                        "    bnb_4bit_compute_dtype=torch.bfloat16, bnb_4bit_use_double_quant=True)\n"
                        "tokenizer = AutoTokenizer.from_pretrained(model_id)\n"
                        "model = AutoModelForCausalLM.from_pretrained(model_id, quantization_config=bnb,\n"
                        "    attn_implementation=\"flash_attention_2\", torch_dtype=torch.bfloat16, device_map=\"auto\")\n"
                        "peft_config = LoraConfig(r=64, lora_alpha=16, target_modules=\"all-linear\", task_type=\"CAUSAL_LM\")\n"
                        "args = SFTConfig(output_dir=\"x\", per_device_train_batch_size=4, optim=\"paged_adamw_32bit\",\n"
                        "    bf16=True, max_grad_norm=0.3, max_length=2048, vllm_mode=\"colocate\")\n"
                        "trainer = SFTTrainer(model=model, args=args, peft_config=peft_config, train_dataset=rows)\n"
                        "trainer.train()\n");
        QCOMPARE(read.tool, std::string("trl"));
        QCOMPARE(
            stated(read),
            std::string(
                R"({"model":{"hub":"org/m"},"stack":"trl","method":"qlora","weights":{"dtype":"bf16","quant":"nf4","double_quant":true},)"
                R"("autocast":"bf16","adapter":{"rank":64,"alpha":16,"targets":"all-linear"},"optimizer":{"name":"paged_adamw_32bit"},)"
                R"("max_grad_norm":0.3,"micro_batch":4,"sequence_length":2048,"attention":"flash2"})"));
        QCOMPARE(listed(read.not_said), std::string("10:vllm_mode"));
    }

    /// A plan's products on four-bit matrices run in 16 bits, as bitsandbytes' do where it is told so.
    void products_in_float32_are_not_said()
    {
        const auto read = [](const std::string &dtype) {
            return import_text("bnb = BitsAndBytesConfig(load_in_4bit=True, bnb_4bit_compute_dtype=" + dtype +
                               ")\nmodel = AutoModelForCausalLM.from_pretrained('org/m', quantization_config=bnb)\n"
                               "Trainer(model=model, args=TrainingArguments(output_dir='x')).train()\n");
        };
        for (const char *wide : {"torch.float32", "'float32'", "\"fp32\""})
            QVERIFY2(why_not(read(wide), "bnb_4bit_compute_dtype").find("float32") != std::string::npos, wide);
        for (const char *narrow : {"torch.bfloat16", "'float16'"})
            QVERIFY2(why_not(read(narrow), "bnb_4bit_compute_dtype").empty(), narrow);
    }

    void a_script_of_preferences()
    {
        QCOMPARE(
            stated(import_text("args = DPOConfig(output_dir='x', beta=0.1, max_length=1024)\n"
                               "trainer = DPOTrainer(model='org/m', args=args, train_dataset=rows)\ntrainer.train()\n")),
            std::string(R"({"model":{"hub":"org/m"},"stack":"trl","method":"full","objective":"dpo","sequence_length":1024})"));
    }

    void models_are_told_apart_by_their_variables()
    {
        const std::string loads = "teacher = AutoModelForCausalLM.from_pretrained('org/large')\n"
                                  "model = AutoModelForCausalLM.from_pretrained('org/small')\n";
        const Imported taught = import_text(
            loads + "GKDTrainer(model=model, teacher_model=teacher, args=GKDConfig(output_dir='x', lmbda=0.5)).train()\n");
        QCOMPARE(stated_field(taught, "model"), std::string(R"({"hub":"org/small"})"));
        QCOMPARE(stated_field(taught, "distillation.teacher"), std::string(R"({"hub":"org/large"})"));
        QCOMPARE(stated_field(taught, "weights.dtype"), std::string("auto")); // transformers 5: the checkpoint's
        const auto preferred = [](const std::string &reference, const std::string &more) {
            return import_text(
                "model = AutoModelForCausalLM.from_pretrained('org/m')\nother = AutoModelForCausalLM.from_pretrained('" +
                reference + "')\n" + more);
        };
        const std::string trains = "DPOTrainer(model=model, ref_model=other, args=DPOConfig(output_dir='x')).train()\n";
        QCOMPARE(stated_field(preferred("org/m", trains), "preference.reference"), std::string("model"));
        QVERIFY(why_not(preferred("org/n", trains), "ref_model").find("org/n") != std::string::npos);
        // by name it is TRL that loads, in float32
        QCOMPARE(
            stated_field(import_text("DPOTrainer(model='org/m', args=DPOConfig(output_dir='x')).train()\n"), "weights.dtype"),
            std::string("-"));
    }

    void a_model_with_adapters_is_held_against_a_copy_of_them()
    {
        const std::string loads = "model = AutoModelForCausalLM.from_pretrained('org/m')\n",
                          wraps = "model = get_peft_model(model, LoraConfig(r=8))\n";
        const auto reference = [&](const std::string &before, const std::string &trainer) {
            return stated_field(import_text(loads + before + trainer + "Trainer(model=model, args=" + trainer +
                                            "Config(output_dir='x'), peft_config=p).train()\n"),
                                "preference.reference");
        };
        QCOMPARE(reference(wraps, "DPO"), std::string("adapter_copy"));
        QCOMPARE(reference(wraps, "KTO"), std::string("adapter_copy"));
        QCOMPARE(reference("", "DPO"), std::string("-"));
        QCOMPARE(reference(wraps, "ORPO"), std::string("-"));
    }

    void a_script_of_transformers()
    {
        QCOMPARE(
            stated(import_text(
                "model = AutoModelForCausalLM.from_pretrained('org/m', load_in_8bit=True)\n"
                "model = prepare_model_for_kbit_training(model)\n"
                "model = get_peft_model(model, LoraConfig(r=8, target_modules=['q_proj']))\n"
                "trainer = Trainer(model=model, args=TrainingArguments(per_device_train_batch_size=2, fp16=True))\n")),
            std::string(
                R"({"model":{"hub":"org/m"},"stack":"transformers","method":"lora","weights":{"quant":"int8"},"autocast":"fp16",)"
                R"("kbit_prepare":true,"adapter":{"rank":8,"targets":["q_proj"]},"micro_batch":2})"));
        // the configuration alone says nothing of a method
        QCOMPARE(stated(import_text("TrainingArguments(per_device_train_batch_size=2)\n")),
                 std::string(R"({"stack":"transformers","micro_batch":2})"));
    }

    void numbers_are_computed_and_what_never_runs_is_left_out()
    {
        const std::string wanted =
            R"({"model":{"hub":"org/m"},"stack":"unsloth","method":"qlora","weights":{"quant":"nf4"},"adapter":{"rank":32,"alpha":64},"sequence_length":4096})";
        const std::string script = "lora_rank = 32\nmodel, tokenizer = FastLanguageModel.from_pretrained(model_name='org/m',\n"
                                   "    max_seq_length=4 * 1024, load_in_4bit=True)\n"
                                   "model = FastLanguageModel.get_peft_model(model, r=lora_rank, lora_alpha=lora_rank*2)\n";
        QCOMPARE(stated(import_text(script)), wanted);
        const std::string later =
            "    model, tokenizer = FastLanguageModel.from_pretrained(\n        model_name='org/later',\n"
            "        max_seq_length=512, load_in_4bit=False)\n\n    # for answers\n    for_inference(model)\n";
        for (const char *never : {"if False:\n", "if (False):\n", "if 0: # later\n"})
            QCOMPARE(stated(import_text(std::string(script).append(never).append(later))), wanted);
        QCOMPARE(import_text(script + "if use_later:\n" + later).plan.sequence_length, Count{512});
        QCOMPARE(import_text("x = 3\nLoraConfig(r=x/2, lora_alpha=x-1)\n").plan.has("adapter.rank"), false);
        QCOMPARE(import_text("x = 3\nLoraConfig(r=x/2, lora_alpha=x-1)\n").plan.adapter.alpha, 2.0);
    }

    void what_a_script_says_of_itself_is_no_code()
    {
        QCOMPARE(
            stated(
                import_text("\"\"\"Trains it's last layers, (all\"\"\"\nmodel = AutoModelForCausalLM.from_pretrained('org/m')\n"
                            "'''Then:'''\nargs = SFTConfig(max_length=512)\n"
                            "trainer = SFTTrainer(model=model, args=args)\n")),
            std::string(
                R"({"model":{"hub":"org/m"},"stack":"trl","method":"full","weights":{"dtype":"auto"},"sequence_length":512})"));
    }

    void the_offline_class_of_vllm()
    {
        const Imported read =
            import_text("from vllm import LLM, SamplingParams\nparams = SamplingParams(temperature=0.8)\n"
                        "llm = LLM(model=\"org/m\", tensor_parallel_size=2, max_model_len=8192, enforce_eager=True)\n");
        QCOMPARE(stated(read),
                 std::string(R"({"model":{"hub":"org/m"},"task":"infer","parallel":{"tensor":2},)"
                             R"("inference":{"engine":"vllm","context":8192,"enforce_eager":true,"entry":"llm"}})"));
        QCOMPARE(read.not_said.size(), std::size_t{0});
    }

    void opposites_of_switches()
    {
        const Imported read =
            import_text("vllm serve org/m --disable-auto-tool-choice --disable-expert-parallel --enable-log-requests\n");
        QCOMPARE(read.not_said.size(), std::size_t{0});
    }
};

PLIMSOLL_TEST(TestImportScripts)
} // namespace PLIMSOLL_FILE
#include "test_import_scripts.moc"
