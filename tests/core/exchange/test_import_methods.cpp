// SPDX-License-Identifier: GPL-3.0-or-later
// Other methods than LoRA, as scripts, tuners and PEFT's own files name them: the plan has the method, or the reader says that it has not.
#include "tests/core/exchange/import_lists.h"
#include "tests/test_program.h"

#include "core/model/adapter_names.h"
#include "core/model/checkpoint/adapter_file.h"

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace plimsoll::tests;

namespace {

/// peft 0.21.2, tuners/*/config.py: classes and the peft_type that each sets; BoneConfig of 0.17.
constexpr std::pair<const char *, const char *> classes[] = {
    {"SupertuningConfig", "SUPERTUNING"},
    {"TrainableTokensConfig", "TRAINABLE_TOKENS"},
    {"TinyLoraConfig", "TINYLORA"},
    {"VBLoRAConfig", "VBLORA"},
    {"CPTConfig", "CPT"},
    {"AdaLoraConfig", "ADALORA"},
    {"LoKrConfig", "LOKR"},
    {"UniLoraConfig", "UNILORA"},
    {"FourierFTConfig", "FOURIERFT"},
    {"DeftConfig", "DEFT"},
    {"GloraConfig", "GLORA"},
    {"PolyConfig", "POLY"},
    {"LoraConfig", "LORA"},
    {"ShiraConfig", "SHIRA"},
    {"AdamssConfig", "ADAMSS"},
    {"PeanutConfig", "PEANUT"},
    {"AdaptionPromptConfig", "ADAPTION_PROMPT"},
    {"HiraConfig", "HIRA"},
    {"OSFConfig", "OSF"},
    {"IA3Config", "IA3"},
    {"FrodConfig", "FROD"},
    {"PrefixTuningConfig", "PREFIX_TUNING"},
    {"CartridgeConfig", "CARTRIDGE"},
    {"PveraConfig", "PVERA"},
    {"HRAConfig", "HRA"},
    {"RoadConfig", "ROAD"},
    {"PsoftConfig", "PSOFT"},
    {"RandLoraConfig", "RANDLORA"},
    {"MultitaskPromptTuningConfig", "MULTITASK_PROMPT_TUNING"},
    {"OFTConfig", "OFT"},
    {"BeftConfig", "BEFT"},
    {"C3AConfig", "C3A"},
    {"ShadowConfig", "SHADOW"},
    {"VeraConfig", "VERA"},
    {"MissConfig", "MISS"},
    {"LoHaConfig", "LOHA"},
    {"XLoraConfig", "XLORA"},
    {"LNTuningConfig", "LN_TUNING"},
    {"PromptTuningConfig", "PROMPT_TUNING"},
    {"GraloraConfig", "GRALORA"},
    {"DeloraConfig", "DELORA"},
    {"LilyConfig", "LILY"},
    {"WaveFTConfig", "WAVEFT"},
    {"BOFTConfig", "BOFT"},
    {"PromptEncoderConfig", "P_TUNING"},
    {"BoneConfig", "MISS"},
};

std::string field(const Imported &read, const char *path)
{
    const nlohmann::json plan = plan_to_json(read.plan, true);
    const nlohmann::json::json_pointer at('/' + std::string(path));
    return plan.contains(at) ? to_text(nlohmann::ordered_json(plan[at])) : std::string("-");
}

/// The adapter that a file is to `--adapter FILE`.
Adapter adapter_of_file(const nlohmann::json &file)
{
    Result<AdapterFile> read = read_adapter_file(file.dump(), "adapter_config.json");
    if (!read.ok()) qFatal("%s", read.error().message().c_str());
    return read->adapter;
}

} // namespace

class TestImportMethods : public QObject {
    Q_OBJECT

private slots:
    void every_class_of_peft_is_its_method()
    {
        const std::string model = "model = AutoModelForCausalLM.from_pretrained('org/m')\n";
        const std::string trainer = "t = Trainer(model=model, args=TrainingArguments(per_device_train_batch_size=2))\n";
        for (const auto &[name, type] : classes) {
            const auto method = adapter_of_peft_type(type);
            QVERIFY2(method, type);
            const std::string call = std::string(name) + "(target_modules=['q_proj'], task_type='CAUSAL_LM')";
            for (const std::string &text :
                 {model + "model = get_peft_model(model, " + call + ")\n" + trainer,
                  model + "c = peft." + call + "\nt = SFTTrainer(model=model, args=SFTConfig(bf16=True), peft_config=c)\n",
                  call}) {
                const Imported read = import_text(text);
                QVERIFY2(read.plan.method == Method::lora, text.c_str());
                QVERIFY2(read.plan.adapter.type == *method, text.c_str());
                QCOMPARE(read.plan.adapter.targets, std::vector<std::string>{"q_proj"});
                QCOMPARE(listed(read.not_said), std::string());
            }
        }
    }

    void settings_of_a_class_are_those_of_its_file()
    {
        const Imported read = import_text("c = AdaLoraConfig(init_r=12, target_r=4, lora_alpha=32, total_step=100,\n"
                                          "    exclude_modules=['lm_head'], layers_to_transform=[0, 1],\n"
                                          "    rank_pattern={'model.layers.0.self_attn.q_proj': 4}, lora_dropout=drop)\n"
                                          "t = SFTTrainer(model='org/m', args=SFTConfig(bf16=True), peft_config=c)\n");
        const Adapter file = adapter_of_file({{"peft_type", "ADALORA"},
                                              {"init_r", 12},
                                              {"target_r", 4},
                                              {"lora_alpha", 32},
                                              {"total_step", 100},
                                              {"exclude_modules", {"lm_head"}},
                                              {"layers_to_transform", {0, 1}},
                                              {"rank_pattern", {{"model.layers.0.self_attn.q_proj", 4}}}});
        QCOMPARE(nlohmann::json::parse(read.plan.adapter.settings).dump(), nlohmann::json::parse(file.settings).dump());
        QCOMPARE(listed(read.not_said), std::string());
        QVERIFY(std::ranges::any_of(read.warnings, [](const Warning &each) { return each.code == "unknown_value"; }));
    }

    void enumerators_stand_as_peft_writes_them()
    {
        const Imported read = import_text(
            "c = PromptEncoderConfig(num_virtual_tokens=20, encoder_hidden_size=128,\n"
            "    encoder_reparameterization_type=PromptEncoderReparameterizationType.LSTM, task_type=TaskType.CAUSAL_LM)\n"
            "t = Trainer(model=get_peft_model(model, c), args=TrainingArguments(output_dir='x'))\n");
        const nlohmann::json settings{
            {"num_virtual_tokens", 20}, {"encoder_hidden_size", 128}, {"encoder_reparameterization_type", "LSTM"}};
        QCOMPARE(nlohmann::json::parse(read.plan.adapter.settings).dump(), settings.dump());
    }

    void packed_weights_beside_another_method()
    {
        const Imported read = import_text("model = AutoModelForCausalLM.from_pretrained('org/m', load_in_4bit=True)\n"
                                          "model = get_peft_model(model, IA3Config(target_modules=['k_proj'],\n"
                                          "    feedforward_modules=[]))\n"
                                          "t = Trainer(model=model, args=TrainingArguments(output_dir='x'))\n");
        QCOMPARE(field(read, "method"), std::string("\"qlora\""));
        QCOMPARE(field(read, "adapter/type"), std::string("\"ia3\""));
    }

    void tuners_of_ms_swift()
    {
        // ms-swift 4.6.0, arguments/tuner_args.py: what it gives each configuration where nobody says
        const std::tuple<const char *, const char *, const char *> tuners[] = {
            {"adalora --adalora_init_r 16", "adalora", R"({"deltaT":1,"init_r":16,"target_r":8,"tfinal":0,"tinit":0})"},
            {"vera --vera_rank 64", "vera", R"({"r":64,"vera_dropout":0.0})"},
            {"boft", "boft", R"({"boft_block_num":0,"boft_block_size":4,"boft_dropout":0.0,"boft_n_butterfly_factor":1})"},
            {"fourierft --fourier_n_frequency 1000", "fourierft", R"({"n_frequency":1000,"scaling":300.0})"},
            {"bone --reft_rank 64 --init_weights bat", "miss", R"({"init_weights":"bat","r":64})"},
            {"ia3", "ia3", R"({"feedforward_modules":".*mlp.*"})"},
        };
        for (const auto &[words, type, settings] : tuners) {
            const Imported read = import_text(std::string("swift sft --model org/m --lora_rank 8 --tuner_type ") + words + '\n');
            QVERIFY2(read.plan.method == Method::lora, words);
            QCOMPARE(field(read, "adapter/type"), '"' + std::string(type) + '"');
            QCOMPARE(nlohmann::json::parse(read.plan.adapter.settings).dump(), std::string(settings));
            QCOMPARE(listed(read.not_said), std::string());
        }
        const Imported packed = import_text("swift sft --model org/m --tuner_type boft --quant_bits 4 --quant_method bnb\n");
        QVERIFY(packed.plan.method == Method::qlora);
    }

    void tuners_that_no_plan_has_refuse_the_text()
    {
        for (const char *tuner : {"reft", "adapter", "llamapro", "longlora", "dummy", "anything"}) {
            const Result<Imported> read = imported(std::string("swift sft --model org/m --tuner_type ") + tuner + '\n');
            QVERIFY2(!read.ok(), tuner);
            QCOMPARE(read.error().field, std::string("tuner_type"));
            QCOMPARE(read.error().read, std::string(tuner));
        }
        const std::string factory = "model_name_or_path: org/m\nstage: sft\ntemplate: x\nfinetuning_type: ";
        const Result<Imported> other = imported(factory + "anything\n");
        QVERIFY(!other.ok() && other.error().read == "anything");
        const Result<Imported> blocks = imported(factory + "full\nuse_badam: true\n");
        QVERIFY(!blocks.ok() && blocks.error().field == "use_badam");
    }

    void a_share_that_ms_swift_freezes_is_told()
    {
        const std::string full = "swift sft --model org/m --tuner_type full --trainable_parameters lm_head";
        const auto warns = [](const Imported &read) {
            return std::ranges::any_of(read.warnings, [](const Warning &each) { return each.code == "trainable"; });
        };
        const Imported half = import_text(full + " --freeze_parameters_ratio 0.5\n");
        QCOMPARE(listed(half.not_said), std::string("1:trainable_parameters 1:freeze_parameters_ratio"));
        QVERIFY(warns(half));
        QVERIFY(!warns(import_text(full + "\n")));
        const Imported whole = import_text(full + " --freeze_parameters_ratio 1\n");
        QVERIFY(!warns(whole) && whole.plan.has("trainable"));
    }

    void backends_of_ms_swift()
    {
        QCOMPARE(listed(import_text("swift sft --model org/m --tuner_backend unsloth\n").not_said),
                 std::string("1:tuner_backend"));
        QCOMPARE(listed(import_text("swift sft --model org/m --tuner_backend peft\n").not_said), std::string());
    }

    void llama_factory_oft()
    {
        const std::string oft = "model_name_or_path: org/m\nstage: sft\nfinetuning_type: oft\nlora_target: q_proj,v_proj\n";
        const Imported read = import_text(oft + "oft_block_size: 64\nmodule_dropout: 0.1\n");
        QCOMPARE(stated(read),
                 std::string(R"({"model":{"hub":"org/m"},"stack":"llama-factory","method":"lora","adapter":{"type":"oft",)"
                             R"("settings":{"module_dropout":0.1,"oft_block_size":64,"r":0},"targets":["q_proj","v_proj"]}})"));
        QCOMPARE(listed(read.not_said), std::string());
        QVERIFY(import_text(oft + "quantization_bit: 4\n").plan.method == Method::qlora);
    }

    void llama_factory_freezes_by_numbers()
    {
        const auto trains = [](const std::string &model, const char *text) {
            return field(import_text("model_name_or_path: " + model + "\nstage: sft\nfinetuning_type: freeze\n" + text),
                         "trainable");
        };
        QCOMPARE(trains("org/m", "freeze_trainable_layers: -3\n"), std::string(R"j(["\\.(0|1|2)\\."])j"));
        QCOMPARE(trains("org/m", "freeze_trainable_layers: -1\nfreeze_trainable_modules: mlp,self_attn\n"
                                 "freeze_extra_modules: norm\n"),
                 std::string(R"j(["\\.(0)\\.(mlp|self_attn)","norm"])j"));
        // Qwen2.5-7B has 28 layers
        QCOMPARE(trains("Qwen/Qwen2.5-7B", "freeze_trainable_layers: 2\nfreeze_trainable_modules: mlp\n"),
                 std::string(R"j(["\\.(26|27)\\.(mlp)"])j"));
        QCOMPARE(trains("Qwen/Qwen2.5-7B", "freeze_trainable_layers: 4\nuse_llama_pro: true\n"),
                 std::string(R"j(["\\.(6|13|20|27)\\."])j"));
        const Imported unknown = import_text("model_name_or_path: org/m\nstage: sft\nfinetuning_type: freeze\n"
                                             "freeze_trainable_layers: 2\nfreeze_trainable_modules: mlp\n");
        QCOMPARE(listed(unknown.not_said), std::string("4:freeze_trainable_layers 5:freeze_trainable_modules"));
        QVERIFY(std::ranges::any_of(unknown.warnings, [](const Warning &each) { return each.code == "trainable"; }));
    }

    void what_a_file_chooses_is_what_the_adapter_option_takes()
    {
        for (const char *type : {"LORA", "LOHA", "OFT", "BOFT", "VERA", "HRA", "MISS", "ADALORA"}) {
            const nlohmann::json file{{"peft_type", type},
                                      {"base_model_name_or_path", "org/m"},
                                      {"r", 8},
                                      {"target_modules", {"q_proj", "v_proj"}},
                                      {"exclude_modules", {"v_proj"}},
                                      {"layers_to_transform", {0, 1}},
                                      {"rank_pattern", {{"model.layers.0.self_attn.q_proj", 4}, {"k_proj", 2}}},
                                      {"alpha_pattern", nlohmann::json::object()},
                                      {"init_weights", true}};
            const Imported read = import_text(file.dump());
            const Adapter adapter = adapter_of_file(file);
            QCOMPARE(nlohmann::json::parse(read.plan.adapter.settings).dump(), nlohmann::json::parse(adapter.settings).dump());
            QVERIFY2(read.plan.adapter.type == adapter.type, type);
            QCOMPARE(read.plan.adapter.targets, adapter.targets);
        }
    }
};

PLIMSOLL_TEST(TestImportMethods)
} // namespace PLIMSOLL_FILE
#include "test_import_methods.moc"
