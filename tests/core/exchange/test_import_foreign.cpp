// SPDX-License-Identifier: GPL-3.0-or-later
// Files and commands of tools that are not read, by name; verl's and OpenRLHF's as far as a plan says them.
#include "core/plan/field.h"
#include "tests/core/exchange/import_lists.h"
#include "tests/test_program.h"

#include <algorithm>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace plimsoll::tests;

namespace {

std::string field(const Imported &read, const std::string &path)
{
    if (!read.plan.has(path)) return "-";
    const nlohmann::ordered_json value = find_field(path)->write(read.plan);
    return value.is_string() ? value.get<std::string>() : to_text(value);
}

std::string fields(const Imported &read, std::initializer_list<const char *> paths)
{
    std::string out;
    for (const char *path : paths) out += (out.empty() ? "" : " ") + field(read, path);
    return out;
}

bool warns(const Imported &read, std::string_view code)
{
    return std::ranges::any_of(read.warnings, [code](const Warning &warning) { return warning.code == code; });
}

} // namespace

class TestImportForeign : public QObject {
    Q_OBJECT

private slots:
    void other_tools_are_refused_by_name_data();
    void other_tools_are_refused_by_name();
    void keys_that_are_mostly_nobodys_are_no_plan();
    void known_tools_are_not_taken_for_others();
    void verl_with_adapters();
    void verl_moves_between_steps();
    void verl_whole_with_a_reference();
    void verl_holds_logits_whole();
    void verl_scores_in_rows_of_their_own();
    void openrlhf_scores_in_rows_of_their_own();
    void openrlhf_on_other_cards();
    void openrlhf_holds_a_reference_of_its_own();
    void openrlhf_rows_are_prompt_and_completion();
    void a_servers_share_is_not_the_trainers();
    void axolotls_file_says_its_server_too();
    void verl_supervised();
    void simpo_keeps_the_likelihood_unless_told();
    void verl_keys_of_0_9_are_known();
    void openrlhf_by_sections();
    void openrlhf_sections_say_what_bare_names_do();
    void openrlhf_before_its_sections();
};

void TestImportForeign::other_tools_are_refused_by_name_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("name");
    QTest::newRow("mlx")
        << "model: org/m\ntrain: true\nlora_layers: 8\niters: 100\nadapter_path: out\nval_batches: 5\nbatch_size: 2\n"
        << "MLX";
    QTest::newRow("mlx command") << "python -m mlx_lm.lora --model org/m --train --iters 100\n"
                                 << "MLX";
    QTest::newRow("torchtune")
        << "model:\n  _component_: torchtune.models.llama3_1.lora_llama3_1_8b\n  lora_rank: 8\nbatch_size: 2\n"
        << "torchtune";
    QTest::newRow("nemo")
        << "trainer:\n  devices: 8\n  num_nodes: 1\nexp_manager:\n  exp_dir: out\nmodel:\n  micro_batch_size: 1\n"
           "  tensor_model_parallel_size: 4\n"
        << "NeMo";
    QTest::newRow("lightning")
        << "seed_everything: 1\ntrainer:\n  accelerator: gpu\n  strategy: fsdp\n  precision: bf16-mixed\nmodel:\n"
           "  class_path: my.Model\n"
        << "Lightning";
    QTest::newRow("litgpt")
        << "checkpoint_dir: checkpoints/org/m\nprecision: bf16-true\nlora_query: true\nlora_key: false\nlora_r: 8\n"
           "train:\n  micro_batch_size: 1\n"
        << "LitGPT";
    QTest::newRow("deepspeed chat") << "deepspeed training/step3_rlhf_finetuning/main.py --actor_model_name_or_path org/m "
                                       "--critic_model_name_or_path org/c --actor_zero_stage 3\n"
                                    << "DeepSpeed-Chat";
    QTest::newRow("mergekit") << "merge_method: ties\nbase_model: org/m\nmodels:\n  - model: org/a\ndtype: bfloat16\n"
                              << "mergekit";
    QTest::newRow("comfyui") << R"({"last_node_id": 9, "last_link_id": 9, "nodes": [], "links": []})"
                             << "ComfyUI";
    QTest::newRow("comfyui's calls") << R"({"3": {"class_type": "KSampler", "inputs": {"seed": 1}}})"
                                     << "ComfyUI";
    QTest::newRow("diffusers") << "accelerate launch train_dreambooth_lora.py --pretrained_model_name_or_path org/m "
                                  "--instance_data_dir d --resolution 512\n"
                               << "diffusers";
    QTest::newRow("toml") << "[general]\nx = 1\ny = [1, 2]\n"
                          << "TOML";
    QTest::newRow("xtuner") << "xtuner train internlm2_chat_7b_qlora_oasst1_e3 --deepspeed deepspeed_zero2\n"
                            << "xtuner";
    QTest::newRow("megatron") << "torchrun --nproc_per_node 8 pretrain_gpt.py --num-layers 24 --hidden-size 2048\n"
                              << "Megatron-LM";
}

void TestImportForeign::other_tools_are_refused_by_name()
{
    QFETCH(const QString, text);
    QFETCH(const QString, name);
    const Result<Imported> read = imported(text.toStdString());
    QVERIFY(!read.ok());
    QVERIFY2(QString::fromStdString(read.error().message()).contains(name), read.error().message().c_str());
}

void TestImportForeign::keys_that_are_mostly_nobodys_are_no_plan()
{
    const Result<Imported> read =
        imported("learning_rate: 1e-4\nsome_tool_epochs: 3\nother_depth: 2\nits_folder: x\nthing_size: 9\n");
    QVERIFY(!read.ok());
    QCOMPARE(read.error().read, std::string("keys that no known tool has"));
}

void TestImportForeign::known_tools_are_not_taken_for_others()
{
    QCOMPARE(import_text("base_model: org/m\nsequence_len: 64\nmicro_batch_size: 1\nadapter: lora\nlora_r: 8\n").tool,
             std::string("axolotl"));
    QCOMPARE(import_text("python tune.py --model_name_or_path org/m --per_device_train_batch_size 1 --learning_rate 1\n").tool,
             std::string("transformers"));
}

void TestImportForeign::verl_with_adapters()
{
    const Imported read =
        import_text("python3 -m verl.trainer.main_ppo algorithm.adv_estimator=grpo data.max_prompt_length=512 \\\n"
                    "  data.max_response_length=1024 actor_rollout_ref.model.path=org/m \\\n"
                    "  +actor_rollout_ref.model.lora_rank=32 actor_rollout_ref.model.lora_alpha=64 \\\n"
                    "  actor_rollout_ref.actor.ppo_mini_batch_size=64 \\\n"
                    "  actor_rollout_ref.actor.ppo_micro_batch_size_per_gpu=8 \\\n"
                    "  actor_rollout_ref.actor.fsdp_config.param_offload=True \\\n"
                    "  actor_rollout_ref.actor.fsdp_config.optimizer_offload=True \\\n"
                    "  actor_rollout_ref.rollout.name=sglang actor_rollout_ref.rollout.n=4 \\\n"
                    "  actor_rollout_ref.rollout.tensor_model_parallel_size=4 \\\n"
                    "  actor_rollout_ref.rollout.gpu_memory_utilization=0.6 trainer.n_gpus_per_node=8 trainer.nnodes=2\n");
    QCOMPARE(read.tool, std::string("verl"));
    QCOMPARE(fields(read, {"model", "objective", "method", "adapter.rank", "adapter.alpha"}),
             std::string(R"({"hub":"org/m"} grpo lora 32 64)"));
    QCOMPARE(fields(read, {"sequence_length", "micro_batch", "gradient_accumulation"}), std::string("1536 8 2"));
    QCOMPARE(fields(read, {"parallel.engine", "parallel.zero", "parallel.data", "rollout.offload_trainer"}),
             std::string("fsdp1 3 16 true"));
    QVERIFY(!read.plan.has("parallel.offload"));
    QCOMPARE(fields(read, {"rollout.engine", "rollout.colocated", "rollout.gpu_memory_utilization", "rollout.sleep",
                           "rollout.tensor", "rollout.generations"}),
             std::string("sglang true 0.6 1 4 4"));
}

/// verl 0.9.1 workers/engine/base.py (BaseEngineCtx): what goes to the host is back for every step; FSDP 2's policy alone steps there.
void TestImportForeign::verl_moves_between_steps()
{
    const auto read = [](const std::string &more) {
        return import_text("python3 -m verl.trainer.main_ppo algorithm.adv_estimator=grpo actor_rollout_ref.model.path=org/m " +
                           more + " trainer.n_gpus_per_node=4\n");
    };
    const std::string at = "actor_rollout_ref.actor.fsdp_config.";
    for (const char *one : {"param_offload", "optimizer_offload"}) {
        const Imported alone = read(at + one + "=True");
        QVERIFY2(!alone.plan.has("parallel.offload") && !alone.plan.has("rollout.offload_trainer"), one);
        QVERIFY2(std::ranges::any_of(alone.not_said, [&](const ImportedKey &line) { return line.key == at + one; }), one);
    }
    const std::string both = at + "param_offload=True " + at + "optimizer_offload=True ";
    QCOMPARE(fields(read(both), {"rollout.offload_trainer"}), std::string("true"));
    const Imported policy = read("actor_rollout_ref.actor.strategy=fsdp2 " + at + "offload_policy=True " + both);
    QCOMPARE(fields(policy, {"parallel.offload"}), std::string("both"));
    QVERIFY(!policy.plan.has("rollout.offload_trainer"));
    QVERIFY(!read(at + "offload_policy=True").plan.has("parallel.offload")); // of FSDP 1 the actor's is none
    // config/engine/fsdp.yaml: its optimizer has the flat parameters, whose gradients go with zero_grad, before the next completions
    QCOMPARE(field(read(""), "parallel.use_orig_params"), std::string("false"));
    QCOMPARE(field(read(at + "use_orig_params=True"), "parallel.use_orig_params"), std::string("true"));
    QVERIFY(!read("actor_rollout_ref.actor.strategy=fsdp2").plan.has("parallel.use_orig_params"));
}

void TestImportForeign::verl_whole_with_a_reference()
{
    const Imported read =
        import_text("actor_rollout_ref:\n  model:\n    path: org/m\n  actor:\n    strategy: fsdp2\n    use_kl_loss: true\n"
                    "    ppo_micro_batch_size_per_gpu: 4\n  rollout:\n    name: vllm\ndata:\n  max_prompt_length: 100\n"
                    "trainer:\n  n_gpus_per_node: 8\n");
    QCOMPARE(
        fields(read, {"method", "weights.dtype", "parallel.engine", "parallel.param_dtype", "sequence_length", "rollout.sleep"}),
        std::string("full fp32 fsdp2 bf16 612 2"));
    QCOMPARE(fields(read, {"rollout.beta"}), std::string("0.001")); // a second model is held
    QVERIFY(warns(read, "critic"));                                 // gae, as nobody says otherwise
}

/// verl 0.9.1 workers/engine/fsdp/transformer_impl.py, utils/torch_functional.py: logits of all tokens, whose gradient flash-attn's cross
/// entropy makes in their place, unless fused kernels are on.
void TestImportForeign::verl_holds_logits_whole()
{
    const std::string config = "actor_rollout_ref:\n  model:\n    path: org/m\n  actor:\n    strategy: fsdp2\n"
                               "  rollout:\n    name: vllm\nalgorithm:\n  adv_estimator: grpo\n";
    const Imported whole = import_text(config);
    QCOMPARE(fields(whole, {"loss.kind", "keep_outputs"}), std::string("fused_ce false"));
    QVERIFY(!warns(whole, "whole_logits"));
    const Imported on =
        import_text("python3 -m verl.trainer.main_ppo algorithm.adv_estimator=grpo actor_rollout_ref.model.path=org/m "
                    "actor_rollout_ref.model.use_fused_kernels=True\n");
    QCOMPARE(field(on, "loss.kind"), std::string("chunked"));
}

/// verl 0.9.1 config/rollout/rollout.yaml and config/ref/ref.yaml: rows of the passes without gradients, of which a plan has one number;
/// the deprecated key counts those of all ranks; filled up to tokens where the actor's are.
void TestImportForeign::verl_scores_in_rows_of_their_own()
{
    const auto read = [](const std::string &more) {
        return import_text("python3 -m verl.trainer.main_ppo algorithm.adv_estimator=grpo actor_rollout_ref.model.path=org/m " +
                           more + " trainer.n_gpus_per_node=4\n");
    };
    const std::string own = "actor_rollout_ref.rollout.log_prob_", other = "actor_rollout_ref.ref.log_prob_",
                      asks = " actor_rollout_ref.actor.use_kl_loss=True ";
    const auto rows = [&](const std::string &more) { return field(read(more), "rollout.micro_batch_size"); };
    QCOMPARE(rows(own + "micro_batch_size_per_gpu=16"), std::string("16"));
    QCOMPARE(rows(own + "micro_batch_size=16"), std::string("4"));
    QCOMPARE(rows(own + "micro_batch_size_per_gpu=8 " + other + "micro_batch_size_per_gpu=32" + asks), std::string("32"));
    QCOMPARE(rows("actor_rollout_ref.actor.use_dynamic_bsz=True"), std::string("16")); // 16,384 of 512 + 512
    QCOMPARE(rows(own + "use_dynamic_bsz=True " + own + "max_token_len_per_gpu=8192"), std::string("8"));
    QVERIFY(!read("").plan.has("rollout.micro_batch_size"));
    const auto names = [](const std::vector<ImportedKey> &list, const std::string &key) {
        return std::ranges::any_of(list, [&key](const ImportedKey &line) { return line.key == key; });
    };
    const Imported unasked = read(other + "micro_batch_size_per_gpu=32");
    QVERIFY(names(unasked.no_effect, other + "micro_batch_size_per_gpu") && !unasked.plan.has("rollout.micro_batch_size"));
    const Imported both = read(own + "micro_batch_size_per_gpu=8 " + other + "micro_batch_size_per_gpu=32" + asks);
    QVERIFY(names(both.not_said, own + "micro_batch_size_per_gpu") && names(both.understood, other + "micro_batch_size_per_gpu"));
}

/// OpenRLHF 0.11.2 cli/train_ppo_ray.py: one row where nobody says; filled up to tokens under train.dynamic_batch_enable.
void TestImportForeign::openrlhf_scores_in_rows_of_their_own()
{
    const std::string ppo = "python3 -m openrlhf.cli.train_ppo_ray --actor.model_name_or_path org/m --train.colocate_all "
                            "--data.max_len 1024 ";
    const auto rows = [&](const std::string &more) { return field(import_text(ppo + more), "rollout.micro_batch_size"); };
    QCOMPARE(rows(""), std::string("1"));
    QCOMPARE(rows("--rollout.micro_batch_size 8"), std::string("8"));
    QCOMPARE(rows("--micro_rollout_batch_size 8"), std::string("8"));
    QCOMPARE(rows("--train.dynamic_batch_enable --train.max_tokens_per_gpu 4096"), std::string("4"));
    QCOMPARE(rows("--train.dynamic_batch_enable --rollout.max_tokens_per_gpu 8192"), std::string("8"));
    QVERIFY(
        !import_text("python3 -m openrlhf.cli.train_dpo --model.model_name_or_path org/m").plan.has("rollout.micro_batch_size"));
}

/// OpenRLHF 0.11.2: trainer/ray/vllm_engine.py makes vllm.num_engines of vllm.tensor_parallel_size cards; cli/train_rm.py counts pairs.
void TestImportForeign::openrlhf_on_other_cards()
{
    const std::string ppo = "python3 -m openrlhf.cli.train_ppo_ray --actor.model_name_or_path org/m --vllm.num_engines 4 "
                            "--vllm.tensor_parallel_size 2 --algo.advantage.estimator rloo";
    QCOMPARE(fields(import_text(ppo), {"rollout.colocated", "rollout.engines", "rollout.tensor"}), std::string("false 4 2"));
    QCOMPARE(fields(import_text(ppo + " --train.colocate_all"), {"rollout.colocated", "rollout.engines"}), std::string("true -"));
    const Imported rewards =
        import_text("python3 -m openrlhf.cli.train_rm --model.model_name_or_path org/m --train.micro_batch_size 4");
    QCOMPARE(fields(rewards, {"objective", "micro_batch"}), std::string("reward 4"));
}

/// OpenRLHF 0.11.2 cli/train_dpo.py and ReferenceModelActor of trainer/ray/launcher.py: an Actor beside whatever trains, of a model that
/// may be another.
void TestImportForeign::openrlhf_holds_a_reference_of_its_own()
{
    const std::string pairs = "python3 -m openrlhf.cli.train_dpo --model.model_name_or_path org/m --ds.lora.rank 8 ";
    const Imported same = import_text(pairs + "--ref.model_name_or_path org/m"),
                   other = import_text(pairs + "--ref.model_name_or_path org/o");
    for (const Imported &read : {same, other})
        QCOMPARE(fields(read, {"objective", "preference.reference"}), std::string("dpo model"));
    const auto is_named = [](const ImportedKey &key) { return key.key == "ref.model_name_or_path"; };
    QVERIFY(std::ranges::any_of(same.understood, is_named));
    QVERIFY(std::ranges::any_of(other.not_said, is_named) && std::ranges::none_of(other.no_effect, is_named));
    const std::string ppo = "python3 -m openrlhf.cli.train_ppo_ray --actor.model_name_or_path org/m --ds.lora.rank 8 "
                            "--algo.advantage.estimator rloo --train.colocate_all ";
    QCOMPARE(fields(import_text(ppo), {"rollout.beta", "rollout.reference"}), std::string("0.01 model"));
    QCOMPARE(fields(import_text(ppo + "--algo.kl.init_coef 0"), {"rollout.reference"}), std::string("-"));
    const Imported processes = import_text(ppo + "--ref.num_nodes 1 --ref.num_gpus_per_node 8");
    QVERIFY(std::ranges::any_of(processes.no_effect, [](const ImportedKey &key) { return key.key == "ref.num_nodes"; }));
}

/// Its cli/train_ppo_ray.py: data.max_len is both and the engine's context, 2,048 where nobody says; LLMRayActor sleeps at level 1.
void TestImportForeign::openrlhf_rows_are_prompt_and_completion()
{
    const std::string ppo = "python3 -m openrlhf.cli.train_ppo_ray --actor.model_name_or_path org/m --train.colocate_all "
                            "--vllm.enable_sleep --rollout.max_new_tokens 1024 ";
    const auto lengths = [](const Imported &read) {
        return fields(read,
                      {"sequence_length", "rollout.prompt_length", "rollout.completion_length", "rollout.max_model_length"});
    };
    QCOMPARE(lengths(import_text(ppo + "--data.max_len 3072")), std::string("3072 2048 1024 3072"));
    QCOMPARE(lengths(import_text(ppo)), std::string("2048 1024 1024 2048"));
    QCOMPARE(fields(import_text(ppo), {"rollout.sleep"}), std::string("1"));
    QCOMPARE(lengths(import_text(
                 "python3 -m openrlhf.cli.train_ppo_ray --pretrain org/m --prompt_max_len 512 --generate_max_len 256")),
             std::string("768 512 256 768"));
}

/// axolotl cli/vllm_serve.py starts the server of the same file's section.
void TestImportForeign::axolotls_file_says_its_server_too()
{
    const std::string file =
        "base_model: org/m\nrl: grpo\nsequence_len: 2048\nmicro_batch_size: 2\nvllm:\n  tensor_parallel_size: 2\n"
        "  gpu_memory_utilization: 0.85\n  max_model_len: 4096\ntrl:\n  use_vllm: true\n  vllm_mode: ";
    for (const char *mode : {"server", "colocate"}) {
        const Imported read = import_text(file + mode + "\n");
        QCOMPARE(fields(read, {"rollout.tensor", "rollout.gpu_memory_utilization"}), std::string("2 0.85"));
        // core/trainers/grpo hands the length to no engine beside the training
        QCOMPARE(fields(read, {"rollout.max_model_length"}), std::string(mode == std::string("server") ? "4096" : "-"));
    }
}

/// trl 1.16 trainer/grpo_config.py: "only applies when vllm_mode is set to colocate".
void TestImportForeign::a_servers_share_is_not_the_trainers()
{
    const std::string trl = "trl grpo --model_name_or_path org/m --use_vllm --vllm_gpu_memory_utilization 0.4 "
                            "--vllm_tensor_parallel_size 2 --vllm_mode ";
    QCOMPARE(fields(import_text(trl + "colocate"), {"rollout.gpu_memory_utilization", "rollout.tensor"}), std::string("0.4 2"));
    const Imported served = import_text(trl + "server");
    QCOMPARE(fields(served, {"rollout.colocated", "rollout.gpu_memory_utilization", "rollout.tensor"}), std::string("false - -"));
    const auto share = std::ranges::find(served.no_effect, std::string("vllm_gpu_memory_utilization"), &ImportedKey::key);
    QVERIFY(share != served.no_effect.end() && share->why.find("server") != std::string::npos);
}

/// Axolotl 0.19 core/builders/rl.py and ms-swift 4.6 rlhf_trainers/cpo_trainer.py leave cpo_alpha at TRL's 1; LLaMA-Factory's own
/// loss has no such term.
void TestImportForeign::simpo_keeps_the_likelihood_unless_told()
{
    const std::string axolotl =
        "base_model: org/m\nrl: simpo\nadapter: lora\nlora_r: 8\nsequence_len: 512\nmicro_batch_size: 1\n";
    const std::string swift = "rlhf_type: simpo\nmodel: org/m\ntuner_type: lora\ndataset: d\n";
    for (const std::string &text : {axolotl, swift}) {
        const Imported bare = import_text(text), weighed = import_text(text + "cpo_alpha: 0.5\n");
        const Imported pure = import_text(text + "cpo_alpha: 0.0\n");
        QCOMPARE(fields(bare, {"objective"}), std::string("cpo"));
        QVERIFY(bare.plan.preference.nll && weighed.plan.preference.nll);
        QCOMPARE(fields(pure, {"preference.nll"}), std::string("false"));
    }
    const Imported factory =
        import_text("model_name_or_path: org/m\nstage: dpo\nfinetuning_type: lora\npref_loss: simpo\ncutoff_len: 512\n");
    QCOMPARE(fields(factory, {"objective", "preference.nll"}), std::string("cpo false"));
}

/// trainer/config/_generated_ppo_trainer.yaml of verl 0.9.1.
void TestImportForeign::verl_keys_of_0_9_are_known()
{
    const Imported read = import_text(
        "python3 -m verl.trainer.main_ppo algorithm.adv_estimator=grpo actor_rollout_ref.model.path=org/m \\\n"
        "  reward.num_workers=8 reward.reward_manager.name=dapo transfer_queue.enable=True sandbox_fusion.url=x \\\n"
        "  actor_rollout_ref.actor.tau_pos=1.0 actor_rollout_ref.rollout.seed=3 actor_rollout_ref.nccl_timeout=600 \\\n"
        "  actor_rollout_ref.actor.profiler.tool_config.npu.level=level0 \\\n"
        "  reward.reward_model.enable=True reward.reward_model.model_path=org/judge distillation.enabled=True\n");
    QCOMPARE(listed(read.not_said),
             std::string("5:reward.reward_model.enable 5:reward.reward_model.model_path 5:distillation.enabled"));
    for (const ImportedKey &each : read.not_said) QCOMPARE(each.why.find("no such key"), std::string::npos);
}

void TestImportForeign::verl_supervised()
{
    const Imported read =
        import_text("torchrun --nproc_per_node=4 -m verl.trainer.fsdp_sft_trainer model.partial_pretrain=org/m \\\n"
                    "  data.micro_batch_size_per_gpu=2 data.max_length=2048 data.train_batch_size=64 optim.lr=1e-5\n");
    QCOMPARE(fields(read, {"model", "objective", "sequence_length", "micro_batch", "gradient_accumulation", "parallel.data"}),
             std::string(R"({"hub":"org/m"} - 2048 2 8 4)"));
}

/// The same option before OpenRLHF 0.10 and since: read alike.
void TestImportForeign::openrlhf_sections_say_what_bare_names_do()
{
    const char *const pairs[][2] = {{"eps_clip 0.2", "actor.eps_clip 0.2"},
                                    {"reward_num_nodes 1", "reward.num_nodes 1"},
                                    {"critic_num_gpus_per_node 2", "critic.num_gpus_per_node 2"},
                                    {"entropy_loss_coef 0.01", "actor.entropy_coef 0.01"},
                                    {"aux_loss_coef 0.01", "actor.aux_loss_coef 0.01"},
                                    {"normalize_reward", "reward.normalize_enable"}};
    for (const auto &[bare, sectioned] : pairs) {
        const std::string command = "python3 -m openrlhf.cli.train_ppo_ray --actor.model_name_or_path org/m --";
        const Imported old = import_text(command + bare + '\n'), now = import_text(command + sectioned + '\n');
        QVERIFY2(old.not_said.size() == now.not_said.size() && old.no_effect.size() == now.no_effect.size(), sectioned);
    }
    const Imported again = import_text("python3 -m openrlhf.cli.train_ppo_ray --actor.model_name_or_path org/m "
                                       "--actor.gradient_checkpointing_enable --actor.gradient_checkpointing_reentrant\n");
    QCOMPARE(fields(again, {"gradient_checkpointing"}), std::string(R"({"reentrant":true})"));
}

void TestImportForeign::openrlhf_by_sections()
{
    const Imported read =
        import_text("python3 -m openrlhf.cli.train_ppo_ray --actor.model_name_or_path org/m --actor.num_gpus_per_node 8 \\\n"
                    "  --vllm.tensor_parallel_size 2 --vllm.gpu_memory_utilization 0.5 --vllm.enable_sleep \\\n"
                    "  --train.colocate_all --train.micro_batch_size 4 --train.batch_size 128 --data.max_len 4096 \\\n"
                    "  --ds.zero_stage 3 --ds.adam_offload --actor.gradient_checkpointing_enable --ds.packing_samples\n");
    QCOMPARE(read.tool, std::string("openrlhf"));
    QCOMPARE(fields(read, {"model", "objective", "sequence_length", "micro_batch", "gradient_accumulation", "padded"}),
             std::string(R"({"hub":"org/m"} grpo 4096 4 4 false)"));
    QCOMPARE(fields(read, {"parallel.engine", "parallel.zero", "parallel.data", "parallel.offload"}),
             std::string("deepspeed 3 8 optimizer"));
    QCOMPARE(fields(read,
                    {"rollout.engine", "rollout.colocated", "rollout.sleep", "rollout.gpu_memory_utilization", "rollout.tensor"}),
             std::string("vllm true 1 0.5 2"));
}

void TestImportForeign::openrlhf_before_its_sections()
{
    const Imported read =
        import_text("deepspeed --num_gpus 4 --module openrlhf.cli.train_sft --pretrain org/m --max_len 2048 \\\n"
                    "  --micro_train_batch_size 2 --train_batch_size 64 --zero_stage 2 --lora_rank 16 --load_in_4bit \\\n"
                    "  --gradient_checkpointing --learning_rate 5e-6\n");
    QCOMPARE(fields(read, {"model", "method", "weights.quant", "adapter.rank", "sequence_length", "micro_batch",
                           "gradient_accumulation"}),
             std::string(R"({"hub":"org/m"} qlora nf4 16 2048 2 8)"));
    QCOMPARE(fields(read, {"parallel.engine", "parallel.zero", "parallel.data"}), std::string("deepspeed 2 4"));
}

PLIMSOLL_TEST(TestImportForeign)
} // namespace PLIMSOLL_FILE
#include "test_import_foreign.moc"
