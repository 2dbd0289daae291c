// SPDX-License-Identifier: GPL-3.0-or-later
// What recipes leave to files that tools ship, to the number of cards and to the trainer that their keys belong to.
#include "core/plan/field.h"
#include "tests/core/exchange/import_lists.h"
#include "tests/test_program.h"

#include <algorithm>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace plimsoll::tests;

namespace {

/// A field as plans write it; "-" where it is not stated.
std::string field(const Imported &read, const std::string &path)
{
    if (!read.plan.has(path)) return "-";
    const nlohmann::ordered_json value = find_field(path)->write(read.plan);
    return value.is_string() ? value.get<std::string>() : to_text(value);
}

bool warns(const Imported &read, std::string_view code)
{
    return std::ranges::any_of(read.warnings, [code](const Warning &warning) { return warning.code == code; });
}

std::string why_idle(const Imported &read, std::string_view key)
{
    for (const ImportedKey &each : read.no_effect)
        if (each.key == key) return each.why;
    return {};
}

std::string spread_of(const Imported &read)
{
    std::string out;
    for (const char *path : {"parallel.engine", "parallel.zero", "parallel.offload", "parallel.data"})
        out += (out.empty() ? "" : " ") + field(read, path);
    return out;
}

} // namespace

class TestImportRecipes : public QObject {
    Q_OBJECT

private slots:
    void files_that_tools_ship_are_known_by_name_data();
    void files_that_tools_ship_are_known_by_name();
    void a_file_beside_the_text_comes_first();
    void an_unknown_file_is_still_missing();
    void words_of_ms_swift_are_its_own_files();
    void an_open_number_of_ranks_is_said();
    void nodes_that_only_a_shell_knows_are_said();
    void grpo_is_told_by_its_keys();
    void vllm_on_a_server_is_on_other_cards();
    void preference_trainers_are_told_by_their_keys();
    void scripts_are_named_by_any_of_their_words();
    void reward_models_count_pairs();
    void heads_that_are_no_language_model();
    void pictures_as_they_are_handed_over();
    void a_key_that_stands_twice();
    void frozen_names_of_ms_swift();
    void a_quantisation_without_bits_does_nothing();
    void recomputed_layers_and_norms();
    void megatron_words_of_older_releases();
    void axolotl_reinforcement();
    void variables_have_near_names();
    void options_in_a_variable_that_is_read();
};

void TestImportRecipes::files_that_tools_ship_are_known_by_name_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("spread");
    const auto factory = [](const char *file, const char *spread) {
        QTest::newRow(file)
            << QStringLiteral("model_name_or_path: org/m\nstage: sft\nfinetuning_type: full\ndeepspeed: %1\n").arg(file)
            << QString(spread);
    };
    factory("examples/deepspeed/ds_z0_config.json", "deepspeed 0 - -");
    factory("examples/deepspeed/ds_z2_config.json", "deepspeed 2 - -");
    factory("../LLaMA-Factory/examples/deepspeed/ds_z2_offload_config.json", "deepspeed 2 optimizer -");
    factory("ds_z3_config.json", "deepspeed 3 - -");
    factory("examples/deepspeed/ds_z3_offload_config.json", "deepspeed 3 both -");
    factory("examples/deepspeed/ds_z3_fp8_config.json", "deepspeed 3 optimizer -");
    const auto axolotl = [](const char *file, const char *spread) {
        QTest::newRow(file)
            << QStringLiteral("base_model: org/m\nsequence_len: 64\nmicro_batch_size: 1\ndeepspeed: %1\n").arg(file)
            << QString(spread);
    };
    axolotl("deepspeed_configs/zero1.json", "deepspeed 1 - -");
    axolotl("deepspeed_configs/zero2.json", "deepspeed 2 optimizer -");
    axolotl("deepspeed_configs/zero3_bf16.json", "deepspeed 3 - -");
    axolotl("deepspeed_configs/zero3_bf16_cpuoffload_params.json", "deepspeed 3 parameters -");
    axolotl("deepspeed_configs/zero3_bf16_cpuoffload_all.json", "deepspeed 3 both -");
    const auto launched = [](const char *file, const char *spread) {
        QTest::newRow(file)
            << QStringLiteral("accelerate launch --config_file %1 trl/scripts/sft.py --model_name_or_path org/m\n").arg(file)
            << QString(spread);
    };
    launched("examples/accelerate_configs/multi_gpu.yaml", "ddp - - 8");
    launched("examples/accelerate_configs/deepspeed_zero1.yaml", "deepspeed 1 - 8");
    launched("recipes/accelerate_configs/zero2.yaml", "deepspeed 2 none 8");
    launched("recipes/accelerate_configs/deepspeed_zero3.yaml", "deepspeed 3 none 8");
    launched("examples/accelerate_configs/fsdp2.yaml", "fsdp2 3 none 8");
    launched("recipes/accelerate_configs/fsdp.yaml", "fsdp1 3 none 8");
}

void TestImportRecipes::files_that_tools_ship_are_known_by_name()
{
    QFETCH(const QString, text);
    QFETCH(const QString, spread);
    const Imported read = import_text(text.toStdString());
    QCOMPARE(QString::fromStdString(spread_of(read)), spread);
    QVERIFY(warns(read, "known_file"));
}

void TestImportRecipes::a_file_beside_the_text_comes_first()
{
    const Imported read =
        import_text("model_name_or_path: org/m\nstage: sft\nfinetuning_type: full\ndeepspeed: ds_z3_config.json\n",
                    {{"ds_z3_config.json", R"({"zero_optimization": {"stage": 1}})"}});
    QCOMPARE(field(read, "parallel.zero"), std::string("1"));
    QVERIFY(!warns(read, "known_file"));
}

void TestImportRecipes::an_unknown_file_is_still_missing()
{
    const Imported read = import_text("model_name_or_path: org/m\nstage: sft\nfinetuning_type: full\ndeepspeed: my/zero3.json\n");
    QCOMPARE(field(read, "parallel.zero"), std::string("-"));
    QVERIFY(warns(read, "file"));
}

void TestImportRecipes::words_of_ms_swift_are_its_own_files()
{
    const auto read = [](const std::string &word) {
        return import_text("NPROC_PER_NODE=2 swift sft --model org/m --tuner_type full --deepspeed " + word);
    };
    QCOMPARE(spread_of(read("zero0")), std::string("deepspeed 0 - 2"));
    QCOMPARE(spread_of(read("zero2_offload")), std::string("deepspeed 2 optimizer 2"));
    QCOMPARE(spread_of(read("zero3_offload")), std::string("deepspeed 3 both 2"));
    QVERIFY(field(read("zero2"), "parallel.deepspeed").find("\"reduce_bucket_size\":200000000") != std::string::npos);
    QVERIFY(!warns(read("zero3"), "known_file")); // its own word, no file of anybody
}

void TestImportRecipes::an_open_number_of_ranks_is_said()
{
    const auto said = [](const std::string &text) { return warns(import_text(text), "open_ranks"); };
    QVERIFY(said("base_model: org/m\nsequence_len: 64\nmicro_batch_size: 1\ndeepspeed: deepspeed_configs/zero3.json\n"));
    QVERIFY(said(
        "base_model: org/m\nsequence_len: 64\nmicro_batch_size: 1\nfsdp_version: 2\nfsdp_config:\n  offload_params: false\n"));
    QVERIFY(!said(
        "base_model: org/m\nsequence_len: 64\nmicro_batch_size: 1\ndp_shard_size: 4\nfsdp_config:\n  offload_params: false\n"));
    QVERIFY(!said("base_model: org/m\nsequence_len: 64\nmicro_batch_size: 1\n"));
}

void TestImportRecipes::nodes_that_only_a_shell_knows_are_said()
{
    const Imported known = import_text("NNODES=2 NPROC_PER_NODE=4 swift sft --model org/m");
    QCOMPARE(field(known, "parallel.data"), std::string("8"));
    const Imported open = import_text("NNODES=$GROUP NPROC_PER_NODE=4 swift sft --model org/m");
    QCOMPARE(field(open, "parallel.data"), std::string("-"));
    QVERIFY(warns(open, "unknown_value"));
    QVERIFY(warns(import_text("NNODES=$GROUP swift sft --model org/m"), "unknown_value"));
    QVERIFY(warns(import_text("torchrun --nproc_per_node $NUM_GPUS sft.py --model_name_or_path org/m --max_length 64"),
                  "unknown_value"));
}

void TestImportRecipes::grpo_is_told_by_its_keys()
{
    const Imported read = import_text("model_name_or_path: org/m\nbf16: true\nuse_vllm: true\nvllm_device: auto\n"
                                      "vllm_gpu_memory_utilization: 0.5\nvllm_enable_sleep_mode: true\nnum_generations: 4\n"
                                      "max_prompt_length: 256\nmax_completion_length: 768\n");
    QCOMPARE(read.tool, std::string("trl"));
    QCOMPARE(field(read, "objective"), std::string("grpo"));
    QCOMPARE(field(read, "sequence_length"), std::string("1024"));
    QCOMPARE(field(read, "rollout.engine"), std::string("vllm"));
    QCOMPARE(field(read, "rollout.colocated"), std::string("true"));
    QCOMPARE(field(read, "rollout.gpu_memory_utilization"), std::string("0.5"));
    QCOMPARE(field(read, "rollout.sleep"), std::string("2"));
    QCOMPARE(field(read, "rollout.generations"), std::string("4"));
    QVERIFY(why_not(read, "vllm_device").find("vllm_mode") != std::string::npos);
    // a prompt's length that nobody states is taken, and said
    const Imported open =
        import_text("model_name_or_path: org/m\nnum_generations: 4\nmax_completion_length: 1000\nreward_funcs: [f]\n", {});
    QCOMPARE(field(open, "sequence_length"), std::string("1512"));
    QVERIFY(warns(open, "rollout_lengths"));
    QCOMPARE(field(open, "rollout.prompt_length"), std::string("512")); // so that the plan generates
    QCOMPARE(field(open, "rollout.completion_length"), std::string("1000"));
    const Imported kept = import_text("model_name_or_path: org/m\nreward_funcs: [f]\nds3_gather_for_generation: true\n"),
                   parted = import_text("model_name_or_path: org/m\nreward_funcs: [f]\nds3_gather_for_generation: false\n");
    QVERIFY(!why_idle(kept, "ds3_gather_for_generation").empty());
    QVERIFY(why_not(parted, "ds3_gather_for_generation").find("no field says so") != std::string::npos);
    // a reward that is a model is held beside the others
    const Imported judged = import_text("trl grpo --model_name_or_path org/m --reward_funcs org/judge");
    QVERIFY(field(judged, "rollout.reward_models").find("org/judge") != std::string::npos);
}

void TestImportRecipes::vllm_on_a_server_is_on_other_cards()
{
    const Imported server = import_text("trl grpo --model_name_or_path org/m --use_vllm --vllm_mode server");
    QCOMPARE(field(server, "rollout.colocated"), std::string("false"));
    const std::string swift = "swift rlhf --rlhf_type grpo --model org/m --max_length 1024 --use_vllm true ";
    QCOMPARE(field(import_text(swift + "--vllm_mode server"), "rollout.colocated"), std::string("false"));
    const Imported open = import_text(swift); // which it refuses to start
    QCOMPARE(field(open, "rollout.gpu_memory_utilization"), std::string("0.9"));
    QCOMPARE(field(open, "sequence_length"), std::string("1536"));
    QVERIFY(warns(open, "vllm_mode"));
    const Imported none = import_text("trl grpo --model_name_or_path org/m --vllm_gpu_memory_utilization 0.4");
    QCOMPARE(field(none, "rollout.engine"), std::string("-"));
    QCOMPARE(why_idle(none, "vllm_gpu_memory_utilization"), std::string("use_vllm is off"));
}

void TestImportRecipes::preference_trainers_are_told_by_their_keys()
{
    const auto objective = [](const std::string &keys) {
        return field(import_text("model_name_or_path: org/m\nmax_length: 64\nper_device_train_batch_size: 2\n" + keys),
                     "objective");
    };
    QCOMPARE(objective("beta: 0.1\nloss_type: sigmoid\n"), std::string("dpo"));
    QCOMPARE(objective("beta: 0.1\nprecompute_ref_log_probs: true\n"), std::string("dpo"));
    QCOMPARE(objective("center_rewards_coefficient: 0.01\n"), std::string("reward"));
    QCOMPARE(objective("center_rewards_coefficient: null\n"), std::string("reward"));
    QCOMPARE(objective("desirable_weight: 1.0\n"), std::string("kto"));
    QCOMPARE(objective("normalize_advantages: false\nnum_generations: 2\nbeta: 0.05\n"), std::string("rloo"));
    QCOMPARE(objective("learning_rate: 0.1\n"), std::string("-"));
    const Imported unsure = import_text("model_name_or_path: org/m\nmax_length: 64\nbeta: 0.1\n");
    QCOMPARE(field(unsure, "objective"), std::string("dpo"));
    QVERIFY(warns(unsure, "objective"));
}

void TestImportRecipes::scripts_are_named_by_any_of_their_words()
{
    const auto objective = [](const std::string &script) {
        return field(import_text("accelerate launch " + script + " --model_name_or_path org/m --max_length 64"), "objective");
    };
    QCOMPARE(objective("scripts/run_dpo.py"), std::string("dpo"));
    QCOMPARE(objective("src/open_r1/grpo.py"), std::string("grpo"));
    QCOMPARE(objective("scripts/run_sft.py"), std::string("-"));
}

void TestImportRecipes::reward_models_count_pairs()
{
    const Imported read = import_text("trl reward --model_name_or_path org/m --per_device_train_batch_size 4");
    QCOMPARE(field(read, "objective"), std::string("reward"));
    QCOMPARE(field(read, "micro_batch"), std::string("4")); // of pairs, as the objective counts them
    QVERIFY(!warns(read, "pairs"));
    for (const char *text : {"swift rlhf --rlhf_type rm --model org/m --max_length 64 --per_device_train_batch_size 4",
                             "model_name_or_path: org/m\nstage: rm\nfinetuning_type: lora\nper_device_train_batch_size: 4\n",
                             "base_model: org/m\nreward_model: true\nsequence_len: 64\nmicro_batch_size: 4\nadapter: lora\n"}) {
        QCOMPARE(field(import_text(text), "objective"), std::string("reward"));
        QCOMPARE(field(import_text(text), "micro_batch"), std::string("4"));
    }
}

void TestImportRecipes::heads_that_are_no_language_model()
{
    const auto task = [](const std::string &type) { return import_text("swift sft --model org/m --task_type " + type); };
    QCOMPARE(field(task("embedding"), "objective"), std::string("embedding"));
    QCOMPARE(field(task("reranker"), "objective"), std::string("reranker"));
    QCOMPARE(field(task("seq_cls"), "objective"), std::string("classification"));
    QCOMPARE(field(task("causal_lm"), "objective"), std::string("-"));
    QVERIFY(warns(task("generative_reranker"), "objective"));
    const auto script = [](const std::string &text) { return field(import_text(text), "objective"); };
    QCOMPARE(script("model = AutoModelForSequenceClassification.from_pretrained(\"org/m\", num_labels=2)\n"
                    "args = TrainingArguments(output_dir=\"o\")\ntrainer = Trainer(model=model, args=args)\n"),
             std::string("classification"));
    QCOMPARE(script("model = SentenceTransformer(\"org/m\")\nargs = SentenceTransformerTrainingArguments(output_dir=\"o\")\n"
                    "trainer = SentenceTransformerTrainer(model=model, args=args)\n"),
             std::string("embedding"));
    QVERIFY(warns(import_text("model_name_or_path: org/m\nstage: rm\nfinetuning_type: lora\n"), "objective"));
}

void TestImportRecipes::pictures_as_they_are_handed_over()
{
    const auto pixels = [](const std::string &text) { return import_text(text).plan.images.max_pixels.value_or(0); };
    const std::string factory = "model_name_or_path: Qwen/Qwen2.5-VL-7B-Instruct\nstage: sft\nfinetuning_type: lora\n";
    QCOMPARE(pixels(factory), Count{0}); // the stack's own is an assumption, no word of the file
    QCOMPARE(pixels(factory + "image_max_pixels: 262144\n"), Count{262144});
    const std::string swift = "swift sft --model Qwen/Qwen2.5-VL-7B-Instruct --tuner_type lora";
    QCOMPARE(pixels("MAX_PIXELS=1003520 " + swift), Count{1003520});
    QCOMPARE(pixels(swift + " --max_pixels 602112"), Count{602112});
    const Imported tiles = import_text(factory + "crop_to_patches: true\n"); // of InternVL's pictures alone
    QVERIFY(!why_idle(tiles, "crop_to_patches").empty() && !tiles.plan.images.max_tiles);
}

/// The last line counts, and the others are not said to matter.
void TestImportRecipes::a_key_that_stands_twice()
{
    const Imported read = import_text("python3 -m verl.trainer.main_ppo algorithm.adv_estimator=grpo \\\n"
                                      "  actor_rollout_ref.model.path=Qwen/Qwen2.5-7B-Instruct \\\n"
                                      "  actor_rollout_ref.model.enable_gradient_checkpointing=False \\\n"
                                      "  actor_rollout_ref.model.enable_gradient_checkpointing=True \"$@\"\n");
    QVERIFY(read.plan.gradient_checkpointing.enabled);
    const auto first = std::ranges::find(read.no_effect, std::string("actor_rollout_ref.model.enable_gradient_checkpointing"),
                                         &ImportedKey::key);
    QVERIFY(first != read.no_effect.end() && first->line == 3);
    QVERIFY(why_not(read, "actor_rollout_ref.model.enable_gradient_checkpointing").empty());
    QVERIFY(why_not(read, "$@").find("who calls it") != std::string::npos);
}

void TestImportRecipes::frozen_names_of_ms_swift()
{
    const auto trainable = [](const std::string &options) {
        return field(import_text("swift sft --model org/m --tuner_type full " + options), "trainable");
    };
    QCOMPARE(trainable("--freeze_parameters model.embed lm_head"), std::string(R"({"frozen":["^model\\.embed","^lm_head"]})"));
    QCOMPARE(trainable("--freeze_parameters_ratio 1 --trainable_parameters model.norm"), std::string(R"(["^model\\.norm"])"));
    QCOMPARE(trainable("--trainable_parameters model.norm"), std::string("-"));
    QCOMPARE(trainable("--freeze_parameters_ratio 0.5"), std::string("-"));
    QVERIFY(!why_not(import_text("swift sft --model org/m --tuner_type full --freeze_parameters_ratio 0.5"),
                     "freeze_parameters_ratio")
                 .empty());
}

void TestImportRecipes::a_quantisation_without_bits_does_nothing()
{
    const std::string factory = "model_name_or_path: org/m\nstage: sft\nfinetuning_type: lora\n";
    const Imported read = import_text(factory + "quantization_method: bnb\nquantization_type: nf4\ndouble_quantization: true\n");
    QCOMPARE(field(read, "weights.quant"), std::string("-"));
    QCOMPARE(field(read, "method"), std::string("lora"));
    QVERIFY(warns(read, "not_quantised"));
    QCOMPARE(why_idle(read, "quantization_type"), std::string("nothing is quantised without quantization_bit"));
    const Imported swift = import_text("swift sft --model org/m --quant_method bnb --bnb_4bit_quant_type nf4");
    QVERIFY(warns(swift, "not_quantised") && field(swift, "weights.quant") == "-");
    QVERIFY(warns(import_text("trl sft --model_name_or_path org/m --load_in_4bit"), "quantised"));
    QVERIFY(!warns(import_text("trl sft --model_name_or_path org/m --load_in_4bit --use_peft"), "quantised"));
    const Imported packed = import_text(factory + "quantization_bit: 4\nquantization_method: bnb\ndouble_quantization: true\n");
    QCOMPARE(field(packed, "weights.quant"), std::string("nf4"));
    QVERIFY(!warns(packed, "not_quantised"));
}

void TestImportRecipes::recomputed_layers_and_norms()
{
    QCOMPARE(field(import_text("model_name_or_path: org/m\nstage: sft\nfinetuning_type: lora\nupcast_layernorm: true\n"),
                   "weights.upcast_norms"),
             std::string("true"));
    const auto layers = [](const std::string &options) {
        return field(import_text("megatron sft --model org/m --recompute_granularity full " + options), "gradient_checkpointing");
    };
    QCOMPARE(layers("--recompute_method uniform --recompute_num_layers 2"), std::string(R"({"every":2})"));
    QCOMPARE(layers("--recompute_method uniform --recompute_num_layers 1"), std::string("true"));
    QCOMPARE(layers("--recompute_method block --recompute_num_layers 4"), std::string("true"));
    QVERIFY(
        !why_not(import_text(
                     "megatron sft --model org/m --recompute_granularity full --recompute_method block --recompute_num_layers 4"),
                 "recompute_num_layers")
             .empty());
}

void TestImportRecipes::megatron_words_of_older_releases()
{
    const Imported read =
        import_text("NPROC_PER_NODE=4 megatron sft --load org/m-mcore --save /out --eval_interval 20 --save_interval 20 "
                    "--num_workers 4 --sequence_parallel true");
    QCOMPARE(field(read, "model"), std::string(R"({"hub":"org/m-mcore"})"));
    QCOMPARE(listed(read.not_said), std::string());
    QVERIFY(why_idle(read, "sequence_parallel").find("tensor_model_parallel_size") != std::string::npos);
    QCOMPARE(
        field(import_text("NPROC_PER_NODE=4 megatron sft --model org/m --tensor_model_parallel_size 2 --sequence_parallel true"),
              "parallel.sequence"),
        std::string("true"));
}

void TestImportRecipes::axolotl_reinforcement()
{
    const Imported read =
        import_text("base_model: org/m\nsequence_len: 2048\nmicro_batch_size: 2\nrl: grpo\n"
                    "trl:\n  use_vllm: true\n  vllm_mode: colocate\n  num_generations: 8\n  max_completion_length: 512\n"
                    "vllm:\n  gpu_memory_utilization: 0.4\n  tensor_parallel_size: 2\n");
    QCOMPARE(field(read, "objective"), std::string("grpo"));
    QCOMPARE(field(read, "sequence_length"), std::string("2048"));
    QCOMPARE(field(read, "rollout.gpu_memory_utilization"), std::string("0.4"));
    QCOMPARE(field(read, "rollout.tensor"), std::string("2"));
    QCOMPARE(field(import_text("base_model: org/m\nsequence_len: 64\nmicro_batch_size: 1\nrl: kto\n"), "objective"),
             std::string("kto"));
    const Imported pairs = import_text("base_model: org/m\nsequence_len: 64\nmicro_batch_size: 3\nreward_model: true\n");
    QCOMPARE(field(pairs, "objective"), std::string("reward"));
    QCOMPARE(field(pairs, "micro_batch"), std::string("3"));
}

void TestImportRecipes::variables_have_near_names()
{
    const auto near = [](const std::string &text) {
        return why_not(import_text(text), "IMAGAE_MAX_PIXELS").find("IMAGE_MAX_PIXELS");
    };
    QVERIFY(near("IMAGAE_MAX_PIXELS=1000 swift sft --model org/m") != std::string::npos);           // given to the command
    QVERIFY(near("export IMAGAE_MAX_PIXELS=1000\nswift sft --model org/m\n") != std::string::npos); // the shell's own
}

void TestImportRecipes::options_in_a_variable_that_is_read()
{
    const Imported read =
        import_text("read -r -d '' training_commands <<EOF\nopenrlhf.cli.train_sft \\\n   --data.max_len 2048 \\\n"
                    "   --train.micro_batch_size 2 \\\n   --model.model_name_or_path org/m\nEOF\n"
                    "deepspeed --num_gpus 4 --module $training_commands\n");
    QCOMPARE(read.tool, std::string("openrlhf"));
    QCOMPARE(field(read, "model"), std::string(R"({"hub":"org/m"})"));
    QCOMPARE(field(read, "parallel.data"), std::string("4"));
    QCOMPARE(field(read, "sequence_length"), std::string("2048"));
}

PLIMSOLL_TEST(TestImportRecipes)
} // namespace PLIMSOLL_FILE
#include "test_import_recipes.moc"
