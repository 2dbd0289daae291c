// SPDX-License-Identifier: GPL-3.0-or-later
// Python scripts that load several models: which of them a plan's own fields are about.
#include "tests/core/exchange/import_lists.h"
#include "tests/test_program.h"

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace plimsoll::tests;

/// What a script says of the model beside the one that trains, each of which a plan would take for its own.
const std::string other_words = "dtype='bfloat16', attn_implementation='sdpa', num_labels=1, load_in_4bit=True, "
                                "quantization_config=BitsAndBytesConfig(load_in_8bit=True))\n";
const std::string own = "model = AutoModelForCausalLM.from_pretrained('org/m', dtype='float32', attn_implementation='eager')\n";

class TestScriptModels : public QObject {
    Q_OBJECT

    static void is_own(const Imported &read)
    {
        QCOMPARE(stated_field(read, "model"), std::string(R"({"hub":"org/m"})"));
        QCOMPARE(stated_field(read, "weights.dtype"), std::string("fp32"));
        QCOMPARE(stated_field(read, "weights.quant"), std::string("-"));
        QCOMPARE(stated_field(read, "attention"), std::string("eager"));
        QCOMPARE(stated_field(read, "num_labels"), std::string("-"));
        QCOMPARE(stated_field(read, "method"), std::string("full"));
    }

private slots:
    void the_model_that_a_trainer_is_handed_is_the_plans()
    {
        struct Row {
            const char *loads, *trains, *field, *value;
        };
        const Row rows[] = {
            {"AutoModelForCausalLM.from_pretrained('org/m', ",
             "DPOTrainer(model, ref_model=other, args=DPOConfig(output_dir='x'))\n", "preference.reference", "model"},
            {"AutoModelForCausalLM.from_pretrained('org/m', ", "DPOTrainer(model, other, args=DPOConfig(output_dir='x'))\n",
             "preference.reference", "model"},
            {"AutoModelForCausalLM.from_pretrained('org/t', ",
             "GKDTrainer(model=model, teacher_model=other, args=GKDConfig(output_dir='x'))\n", "distillation.teacher",
             R"({"hub":"org/t"})"},
            {"AutoModelForSequenceClassification.from_pretrained('org/judge', ",
             "GRPOTrainer(model=model, reward_funcs=[other, f], args=GRPOConfig(output_dir='x'))\n", "rollout.reward_models",
             R"([{"hub":"org/judge"}])"},
            {"AutoModelForSequenceClassification.from_pretrained('org/judge', ",
             "OnlineDPOTrainer(model=model, reward_funcs=other, args=OnlineDPOConfig(output_dir='x'))\n", "rollout.reward_models",
             R"([{"hub":"org/judge"}])"},
            {"AutoModelForSequenceClassification.from_pretrained('org/judge', ",
             "PPOTrainer(model=model, reward_model=other, args=PPOConfig(output_dir='x'))\n", "rollout.reward_models",
             R"([{"hub":"org/judge"}])"},
            {"AutoModelForSequenceClassification.from_pretrained('org/any', ",
             "SFTTrainer(model=model, args=SFTConfig(output_dir='x'))\n", "objective", "-"},
        };
        for (const Row &row : rows) {
            const std::string other = std::string("other = ") + row.loads + other_words;
            for (const std::string &text : {own + other + row.trains, other + own + row.trains}) {
                const Imported read = import_text(text);
                is_own(read);
                QCOMPARE(stated_field(read, row.field), std::string(row.value));
            }
        }
    }

    void a_model_is_followed_through_the_calls_that_wrap_it()
    {
        const std::string other = "other = AutoModelForCausalLM.from_pretrained('org/m', " + other_words;
        for (const char *between :
             {"model = model.to('cuda')\n", "m = prepare(model)\nmodel = m\n", "model.resize_token_embeddings(9)\n"})
            is_own(import_text(own + other + between + "DPOTrainer(model=model, ref_model=other, args=DPOConfig(beta=0.1))\n"));
        // inline, by name, and where no trainer says which it is
        const std::string inlined = "DPOTrainer(ref_model=AutoModelForCausalLM.from_pretrained('org/m', dtype='bfloat16'), "
                                    "model=AutoModelForCausalLM.from_pretrained('org/m', dtype='float32', "
                                    "attn_implementation='eager'), args=DPOConfig(beta=0.1))\n";
        is_own(import_text(inlined));
        const Imported named = import_text("rm = AutoModelForSequenceClassification.from_pretrained('org/judge', " + other_words +
                                           "rewards = [rm, f]\nGRPOTrainer(model='org/m', reward_funcs=rewards)\n");
        QCOMPARE(stated_field(named, "model"), std::string(R"({"hub":"org/m"})"));
        QCOMPARE(stated_field(named, "weights.dtype"), std::string("-"));
        QCOMPARE(stated_field(named, "objective"), std::string("grpo"));
        QCOMPARE(stated_field(named, "rollout.reward_models"), std::string(R"([{"hub":"org/judge"}])"));
        is_own(import_text(own + other + "DPOTrainer(model=made_here(), ref_model=other, args=DPOConfig(beta=0.1))\n"));
    }

    void the_own_configuration_of_a_model_packs_it_alone()
    {
        const std::string text = "own = BitsAndBytesConfig(load_in_4bit=True)\ntheirs = BitsAndBytesConfig(load_in_8bit=True)\n"
                                 "model = AutoModelForCausalLM.from_pretrained('org/m', quantization_config=own)\n"
                                 "ref = AutoModelForCausalLM.from_pretrained('org/m', quantization_config=theirs)\n"
                                 "DPOTrainer(model, ref_model=ref, args=DPOConfig(beta=0.1), peft_config=LoraConfig(r=8))\n";
        QCOMPARE(stated_field(import_text(text), "weights.quant"), std::string("nf4"));
        QCOMPARE(stated_field(import_text(text), "method"), std::string("qlora"));
    }

    void words_behind_the_model_are_told_by_their_place()
    {
        const Imported read = import_text("GRPOTrainer('org/m', 'org/judge', GRPOConfig(output_dir='x'))\n");
        QCOMPARE(stated_field(read, "model"), std::string(R"({"hub":"org/m"})"));
        QCOMPARE(stated_field(read, "rollout.reward_models"), std::string(R"([{"hub":"org/judge"}])"));
        const Imported none = import_text("DPOTrainer('org/m', None, DPOConfig(output_dir='x', max_length=512))\n");
        QCOMPARE(stated_field(none, "model"), std::string(R"({"hub":"org/m"})"));
        QCOMPARE(none.plan.sequence_length, Count{512});
        QCOMPARE(none.not_said.size(), std::size_t{0});
    }

    void a_model_without_a_name_is_said_to_be_missing()
    {
        const Imported read = import_text("rm = AutoModelForSequenceClassification.from_pretrained(words.judge, num_labels=1)\n" +
                                          own + "GRPOTrainer(model=model, reward_funcs=rm, args=GRPOConfig(output_dir='x'))\n");
        is_own(read);
        QCOMPARE(stated_field(read, "rollout.reward_models"), std::string("-"));
        QVERIFY(!why_not(read, "reward_funcs").empty());
        // no plan of this objective has a reference of its own
        const Imported refers =
            import_text(own + "ref = AutoModelForCausalLM.from_pretrained('org/m')\nPPOTrainer(model=model, ref_model=ref)\n");
        QVERIFY(!why_not(refers, "pretrained_model_name_or_path (positional)").empty());
    }

    void a_model_that_is_loaded_behind_the_training_is_not_its()
    {
        const Imported read = import_text(own + "SFTTrainer(model=model, args=SFTConfig(output_dir='x')).train()\n"
                                                "model = AutoModelForCausalLM.from_pretrained('x/y', dtype='float16')\n");
        is_own(read);
        QVERIFY(why_not(read, "dtype").empty());
    }

    void what_is_no_model_names_none()
    {
        for (const char *loads : {"AutoTokenizer", "AutoProcessor", "GenerationConfig"}) {
            const Imported read =
                import_text(std::string("t = ") + loads + ".from_pretrained('org/t')\n" + own + "SFTTrainer(model=model)\n");
            is_own(read);
        }
    }

    void adapters_that_are_loaded_train()
    {
        const auto read = [](const std::string &words, const std::string &config) {
            return import_text("base = AutoModelForCausalLM.from_pretrained('org/m', dtype='bfloat16')\n"
                               "model = PeftModel.from_pretrained(base, 'me/adapter'" +
                               words + ")\nDPOTrainer(model, args=DPOConfig(output_dir='x'" + config + "))\n");
        };
        const std::string named = ", model_adapter_name='train', ref_adapter_name='reference'";
        const Imported trained = read(", is_trainable=True, adapter_name='train'", named);
        QCOMPARE(stated_field(trained, "model"), std::string(R"({"hub":"org/m"})"));
        QCOMPARE(stated_field(trained, "weights.dtype"), std::string("bf16"));
        QCOMPARE(stated_field(trained, "method"), std::string("lora"));
        QCOMPARE(stated_field(trained, "preference.reference"), std::string("adapter_copy"));
        QVERIFY(!why_not(trained, "me/adapter").empty());
        QCOMPARE(stated_field(read(", is_trainable=True", ""), "preference.reference"), std::string("adapter_copy"));
        QCOMPARE(stated_field(read("", ""), "method"), std::string("full"));
        QCOMPARE(stated_field(read("", ""), "preference.reference"), std::string("-"));
    }

    void a_dict_that_a_call_spreads_is_its_own()
    {
        for (const char *const common : {"dict(per_device_train_batch_size=4, max_length=2048, zzz=1)",
                                         "{'per_device_train_batch_size': 4, 'max_length': 2048, 'zzz': 1}"}) {
            const Imported read = import_text("COMMON = " + std::string(common) + "\n" + own +
                                              "first = SFTConfig(output_dir='a', **COMMON)\n"
                                              "args = DPOConfig(output_dir='x', **COMMON)\n"
                                              "DPOTrainer(model=model, args=args)\n");
            QCOMPARE(stated_field(read, "objective"), std::string("dpo"));
            QCOMPARE(stated_field(read, "micro_batch"), std::string("4"));
            QCOMPARE(stated_field(read, "sequence_length"), std::string("2048"));
            QVERIFY(!why_not(read, "zzz").empty());
            QVERIFY(why_not(read, "max_length").empty());
        }
        const Imported opened = import_text(own + "DPOTrainer(model=model, args=DPOConfig(max_length=512, **settings()))\n");
        QCOMPARE(stated_field(opened, "sequence_length"), std::string("512"));
    }

    void a_script_of_unsloth_trains_what_its_trainer_is_handed()
    {
        const Imported read = import_text(
            "rm = AutoModelForSequenceClassification.from_pretrained('org/judge', load_in_8bit=True, dtype='float32')\n"
            "model, tokenizer = FastLanguageModel.from_pretrained('org/m', load_in_4bit=True, dtype='bfloat16')\n"
            "model = FastLanguageModel.get_peft_model(model, r=8)\n"
            "GRPOTrainer(model=model, reward_funcs=[rm], args=GRPOConfig(output_dir='x'))\n");
        QCOMPARE(stated_field(read, "model"), std::string(R"({"hub":"org/m"})"));
        QCOMPARE(stated_field(read, "weights.quant"), std::string("nf4"));
        QCOMPARE(stated_field(read, "weights.dtype"), std::string("bf16"));
        QCOMPARE(stated_field(read, "rollout.reward_models"), std::string(R"([{"hub":"org/judge"}])"));
    }
};

PLIMSOLL_TEST(TestScriptModels)
} // namespace PLIMSOLL_FILE
#include "test_script_models.moc"
