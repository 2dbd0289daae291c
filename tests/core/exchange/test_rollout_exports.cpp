// SPDX-License-Identifier: GPL-3.0-or-later
// Preferences, completions that are drawn and teachers in other tools' words, and what their own defaults hold.
#include "core/exchange/exchange.h"
#include "core/plan/field.h"
#include "tests/core/exchange/import_lists.h"
#include "tests/test_program.h"

#include <QFile>
#include <QTest>

#include <algorithm>

using namespace plimsoll;
using namespace plimsoll::tests;

namespace {

std::string written(const char *tool, const std::string &plan)
{
    const Result<ParsedPlan> parsed = plan_from_json("{\"model\": {\"hub\": \"org/m\"}, " + plan + "}");
    if (!parsed.ok()) return parsed.error().message();
    const Result<Exported> made = exported(parsed->plan, tool);
    return made.ok() ? made->text : made.error().message();
}

bool says(const std::string &text, const std::string &line) { return text.find(line) != std::string::npos; }

std::string value_of(const Imported &read, const char *path) { return find_field(path)->write(read.plan).dump(); }

#define SAYS_LINE(text, line) QVERIFY2(says(text, line), (text).c_str())

} // namespace

class TestRolloutExports : public QObject {
    Q_OBJECT

private slots:
    void grpo_of_trl()
    {
        const std::string text = written("trl", R"("stack": "trl", "method": "full", "objective": "grpo", "micro_batch": 4,
            "sequence_length": 1024, "rollout": {"engine": "vllm", "sleep": 2, "gpu_memory_utilization": 0.35, "generations": 4,
            "prompt_length": 512, "completion_length": 512, "max_model_length": 1024, "beta": 0.04, "tensor": 2, "iterations": 2,
            "steps_per_generation": 8, "reward_models": [{"hub": "org/judge"}]})");
        for (const char *line : {"# trl grpo --config", "use_vllm: true", "vllm_mode: colocate", "vllm_enable_sleep_mode: true",
                                 "vllm_gpu_memory_utilization: 0.35", "num_generations: 4", "max_completion_length: 512",
                                 "vllm_max_model_length: 1024", "vllm_tensor_parallel_size: 2", "beta: 0.04", "num_iterations: 2",
                                 "steps_per_generation: 8", "reward_model_name_or_path: org/judge"})
            SAYS_LINE(text, line);
        QVERIFY2(!says(text, "max_length") && !says(text, "packing"), text.c_str()); // GRPOConfig has neither
        const Imported back = import_text(text);
        QCOMPARE(value_of(back, "rollout.reward_models"), std::string(R"([{"hub":"org/judge"}])"));
        QCOMPARE(value_of(back, "rollout.sleep"), std::string("2"));
    }

    /// Where the plan says prompt and completion and no row, a row is both.
    void a_row_is_a_prompt_and_its_completion()
    {
        const std::string plan = R"("method": "lora", "objective": "grpo", "micro_batch": 8, "rollout": {"prompt_length": 800,
            "completion_length": 1000, "generations": 8})";
        SAYS_LINE(written("unsloth", plan), "max_seq_length = 1800");
        SAYS_LINE(written("openrlhf", plan), "--data.max_len 1800");
        SAYS_LINE(written("axolotl", plan), "sequence_len: 1800");
    }

    /// axolotl utils/schemas/validation.py, core/trainers/grpo and core/trainers/dpo.
    void axolotl_has_defaults_of_its_own()
    {
        const std::string file = "base_model: org/m\nrl: grpo\nsequence_len: 2048\nmicro_batch_size: 2\ntrl:\n  use_vllm: true\n"
                                 "  num_generations: 4\n";
        const std::string engine = "vllm:\n  gpu_memory_utilization: 0.8\n  max_model_len: 4096\n";
        const Imported server = import_text(file + engine);
        QCOMPARE(value_of(server, "rollout.colocated"), std::string("false"));
        QCOMPARE(value_of(server, "rollout.max_model_length"), std::string("4096"));
        const Imported beside = import_text(file + "  vllm_mode: colocate\n  vllm_max_model_length: 512\n" + engine);
        QCOMPARE(value_of(beside, "rollout.colocated"), std::string("true"));
        QCOMPARE(value_of(beside, "rollout.gpu_memory_utilization"), std::string("0.8"));
        QCOMPARE(value_of(beside, "rollout.max_model_length"), std::string("null"));
        for (const char *rl : {"dpo", "kto"}) {
            const Imported read = import_text(std::string("base_model: org/m\nsequence_len: 2048\nmicro_batch_size: 2\n"
                                                          "precompute_ref_log_probs: true\nrl: ") +
                                              rl + '\n');
            QCOMPARE(value_of(read, "preference.reference"), std::string(rl == std::string("dpo") ? "\"precomputed\"" : "null"));
        }
    }

    /// The file alone says whose it is: the command before it is a comment.
    void a_file_of_trl_tells_its_trainer()
    {
        for (const char *objective : {"dpo", "kto", "reward", "grpo", "rloo"}) {
            const std::string text = written("trl", std::string(R"("stack": "trl", "method": "lora", "objective": ")") +
                                                        objective + "\", \"micro_batch\": 4");
            const Imported back = import_text(text);
            QVERIFY2(stated_field(back, "objective") == objective, text.c_str());
            QCOMPARE(stated_field(back, "micro_batch"), std::string("4"));
        }
        const std::string axolotl = written("axolotl", R"("stack": "axolotl", "method": "lora", "objective": "reward",
            "micro_batch": 4)");
        SAYS_LINE(axolotl, "reward_model: true");
        QCOMPARE(stated_field(import_text(axolotl), "objective"), std::string("reward"));
    }

    /// Only those that their configuration has: a key that it has not ends the command.
    void every_key_is_one_of_trls_configurations()
    {
        QFile file(QStringLiteral(PLIMSOLL_FIXTURES "/exchange/trl.txt"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QList<QByteArray> known = file.readAll().split('\n');
        const QList<QByteArray> more{
            "num_processes", "accelerate_config", "env", "teacher_model_name_or_path", "reward_model_name_or_path",
            "reward_funcs"};
        const std::string beside = R"("stack": "trl", "preference": {"reference": "precomputed", "precompute_batch": 4},
            "distillation": {"teacher": {"hub": "org/t"}})";
        for (const char *objective : {"dpo", "kto", "reward", "grpo", "rloo", "distillation"})
            for (const char *engine : {"transformers", "vllm"}) {
                const std::string names =
                    std::string("\"objective\": \"") + objective + "\", \"rollout\": {\"engine\": \"" + engine + "\"";
                const std::string text =
                    written("trl", names + ", \"beta\": 0.1, \"completion_length\": 64}, \"method\": \"lora\", " + beside);
                for (const QByteArray &line : QByteArray::fromStdString(text).split('\n'))
                    if (const QByteArray key = line.left(line.indexOf(':'));
                        !key.isEmpty() && !key.startsWith('#') && !key.startsWith(' '))
                        QVERIFY2(known.contains(key) || more.contains(key), (key + " of " + objective).constData());
            }
    }

    void objectives_without_a_command_are_named()
    {
        SAYS_LINE(written("trl", R"("objective": "gkd", "distillation": {"teacher": {"hub": "org/t"}, "on_policy": 0.25})"),
                  "from trl.experimental.gkd import GKDConfig, GKDTrainer");
        SAYS_LINE(written("trl", R"("objective": "cpo", "preference": {"nll": false})"), "cpo_alpha=0.0");
        SAYS_LINE(written("trl", R"("objective": "embedding")"), "# trl sft --config");
        SAYS_LINE(written("llama-factory", R"("objective": "cpo", "preference": {"nll": false})"), "pref_loss: simpo");
        SAYS_LINE(written("axolotl", R"("objective": "cpo", "preference": {"nll": false})"), "rl: simpo");
        SAYS_LINE(written("axolotl", R"("objective": "cpo", "preference": {"nll": false})"), "cpo_alpha: 0.0");
    }

    /// What no command of TRL's starts is a script, which reads back as the same plan.
    void experimental_trainers_are_scripts()
    {
        const std::string before = R"("method": "qlora", "weights": {"quant": "nf4", "dtype": "bf16"}, "adapter": {"rank": 8,
            "alpha": 16, "targets": ["q_proj", "v_proj"]}, "micro_batch": 4, "sequence_length": 512, "objective": )";
        struct Row {
            const char *objective, *field, *value;
        };
        for (const Row &row :
             {Row{R"("orpo")", "objective", "\"orpo\""}, Row{R"("cpo", "preference": {"nll": false})", "preference.nll", "false"},
              Row{R"("gkd", "distillation": {"teacher": {"hub": "org/t"}, "on_policy": 0.25})", "distillation.on_policy", "0.25"},
              Row{R"("online_dpo", "rollout": {"reward_models": [{"hub": "org/r"}], "completion_length": 64})",
                  "rollout.completion_length", "64"}}) {
            const std::string text = written("trl", before + row.objective);
            const Imported back = import_text(text);
            QCOMPARE(value_of(back, row.field), std::string(row.value));
            QCOMPARE(value_of(back, "micro_batch"), std::string("4"));
            QCOMPARE(value_of(back, "adapter.rank"), std::string("8"));
            QCOMPARE(value_of(back, "weights.quant"), std::string("\"nf4\""));
            QVERIFY2(text.ends_with("trainer.train()\n") || text.find("trainer.train()\n") != std::string::npos, text.c_str());
        }
    }

    void rows_that_are_scored_come_back()
    {
        for (const char *tool : {"verl", "openrlhf"}) {
            const std::string text = written(tool, R"("objective": "grpo", "micro_batch": 2, "sequence_length": 512, "rollout":
                {"engine": "vllm", "micro_batch_size": 16, "prompt_length": 256, "completion_length": 256})");
            QCOMPARE(value_of(import_text(text), "rollout.micro_batch_size"), std::string("16"));
        }
        // unsloth 2026.10.9 models/rl_replacements.py: in so many parts of a generation, of 32 rows here
        const std::string parts =
            written("unsloth", R"("stack": "unsloth", "method": "qlora", "objective": "grpo", "micro_batch": 4,
            "gradient_accumulation": 8, "rollout": {"micro_batch_size": 16})");
        SAYS_LINE(parts, "unsloth_grpo_mini_batch = 2");
        QCOMPARE(value_of(import_text(parts), "rollout.micro_batch_size"), std::string("16"));
    }

    /// GRPOConfig: completions of all ranks in one generation.
    void a_generation_batch_is_so_many_micro_batches()
    {
        const auto steps = [](const std::string &more) {
            return value_of(import_text("trl grpo --model_name_or_path org/m --per_device_train_batch_size 4 " + more),
                            "rollout.steps_per_generation");
        };
        QCOMPARE(steps("--generation_batch_size 32 --num_processes 1"), std::string("8"));
        QCOMPARE(steps("--generation_batch_size 32 --num_processes 2"), std::string("4"));
        QCOMPARE(steps("--steps_per_generation 2"), std::string("2"));
    }

    void unsloth_starts_its_engine_before_it_is_imported()
    {
        const std::string text =
            written("unsloth", R"("stack": "unsloth", "method": "qlora", "objective": "grpo", "rollout": {"engine":
            "vllm", "sleep": 1, "gpu_memory_utilization": 0.9, "generations": 8})");
        QVERIFY2(text.find("UNSLOTH_VLLM_STANDBY") < text.find("from unsloth import"), text.c_str());
        SAYS_LINE(text, "fast_inference = True");
        SAYS_LINE(text, "from trl import GRPOConfig, GRPOTrainer");
        SAYS_LINE(text, "reward_funcs = rewards");
        QCOMPARE(value_of(import_text(text), "rollout.sleep"), std::string("1"));
    }

    /// axolotl cli/vllm_serve.py reads the file of the training; Unsloth has no engine but that of its own process.
    void a_server_is_written_where_a_file_has_one()
    {
        const std::string plan = R"("method": "lora", "objective": "grpo", "micro_batch": 2, "rollout": {"engine": "vllm",
            "colocated": false, "tensor": 2, "gpu_memory_utilization": 0.8, "max_model_length": 4096, "sleep": 1}, "stack": )";
        const Imported back = import_text(written("axolotl", plan + "\"axolotl\""));
        QCOMPARE(value_of(back, "rollout.colocated"), std::string("false"));
        QCOMPARE(value_of(back, "rollout.tensor"), std::string("2"));
        QCOMPARE(value_of(back, "rollout.gpu_memory_utilization"), std::string("0.8"));
        QCOMPARE(value_of(back, "rollout.max_model_length"), std::string("4096"));
        const std::string unsloth = written("unsloth", plan + "\"unsloth\"");
        for (const char *word : {"fast_inference", "UNSLOTH_VLLM_STANDBY", "gpu_memory_utilization"})
            QVERIFY2(!says(unsloth, word), unsloth.c_str());
    }

    /// OpenRLHF 0.11.2 cli/train_ppo_ray.py: the reference's weight, and that it stands on the actor's cards.
    void openrlhf_is_told_its_reference()
    {
        for (const char *colocated : {"true", "false"}) {
            const std::string plan =
                std::string(R"("method": "full", "objective": "grpo", "rollout": {"engine": "vllm", "beta": 0.02,
                "colocated": )") +
                colocated + "}";
            QCOMPARE(value_of(import_text(written("openrlhf", plan)), "rollout.beta"), std::string("0.02"));
        }
    }

    void commands_of_verl_and_openrlhf()
    {
        const std::string plan = R"("method": "full", "objective": "grpo", "micro_batch": 2, "gradient_accumulation": 4,
            "parallel": {"engine": "fsdp2", "zero": 3, "data": 8}, "rollout": {"engine": "vllm", "prompt_length": 512,
            "completion_length": 1024, "generations": 8, "sleep": 1, "beta": 0.001}, "sequence_length": 1536)";
        const std::string verl = written("verl", plan), rlhf = written("openrlhf", plan);
        for (const char *word :
             {"algorithm.adv_estimator=grpo", "actor_rollout_ref.actor.ppo_mini_batch_size=8",
              "actor_rollout_ref.actor.use_kl_loss=True", "trainer.n_gpus_per_node=8", "data.max_response_length=1024"})
            SAYS_LINE(verl, word);
        for (const char *word :
             {"--algo.kl.init_coef 0.001", "--vllm.enable_sleep", "--train.batch_size 64", "--rollout.max_new_tokens 1024"})
            SAYS_LINE(rlhf, word);
        const std::string moved =
            R"("method": "full", "objective": "grpo", "rollout": {"engine": "vllm", "offload_trainer": true},
            "parallel": {"zero": 3, "data": 8, "engine": )";
        QCOMPARE(value_of(import_text(written("verl", moved + "\"fsdp1\"}")), "rollout.offload_trainer"), std::string("true"));
        const Imported stepped = import_text(written("verl", moved + R"("fsdp2", "offload": "both"})"));
        QCOMPARE(value_of(stepped, "parallel.offload"), std::string("\"both\""));
        SAYS_LINE(written("verl", moved + R"("fsdp1", "offload": "optimizer"})"), "optimizer_offload=True");
        QVERIFY(!import_text(written("verl", moved + R"("fsdp1", "offload": "optimizer"})")).plan.has("parallel.offload"));
        const Imported back = import_text(verl);
        QCOMPARE(value_of(back, "gradient_accumulation"), std::string("4"));
        QCOMPARE(value_of(back, "rollout.beta"), std::string("0.001"));
        SAYS_LINE(written("verl", R"("objective": "dpo")"), "accepted: grpo | rloo");
    }

    /// What nobody says is what the trainer's own configuration has: TRL 1.16 rloo_config.py and experimental/online_dpo, ms-swift 4.6
    /// rlhf_args.py (_init_grpo: beta 0.04, so that a full training holds a second model), Unsloth's loader (0.5).
    void defaults_of_their_own()
    {
        QCOMPARE(value_of(import_text("trl rloo --model_name_or_path org/m"), "rollout.generations"), std::string("2"));
        QCOMPARE(value_of(import_text("trl grpo --model_name_or_path org/m"), "rollout.generations"), std::string("8"));
        const Imported swift = import_text("swift rlhf --rlhf_type grpo --model org/m --tuner_type full --num_generations 4");
        QCOMPARE(value_of(swift, "rollout.beta"), std::string("0.04"));
        const Imported none = import_text("swift rlhf --rlhf_type grpo --model org/m --tuner_type full --beta 0");
        QVERIFY(none.plan.rollout.beta == 0.0);
        const Imported axolotl =
            import_text("base_model: org/m\nrl: grpo\nsequence_len: 2048\nmicro_batch_size: 2\ntrl:\n  beta: 0.01\n");
        QCOMPARE(value_of(axolotl, "rollout.beta"), std::string("0.01"));
        const Imported online = import_text("model_name_or_path: org/m\nreward_model_path: org/j\nuse_vllm: true\n");
        QCOMPARE(value_of(online, "objective"), std::string("\"online_dpo\""));
        QCOMPARE(value_of(online, "rollout.gpu_memory_utilization"), std::string("0.55"));
    }

    /// A divergence's weight is no reference's.
    void beta_of_a_teachers_trainer()
    {
        const Imported read =
            import_text("model_name_or_path: org/m\nteacher_model_name_or_path: org/t\nlmbda: 0.5\nbeta: 0.1\n");
        QCOMPARE(value_of(read, "objective"), std::string("\"gkd\""));
        QVERIFY(!read.plan.has("rollout.beta"));
    }

    /// sentence-transformers 6.2: a row is as many texts as its loss embeds; caching losses run them in parts.
    void losses_of_embeddings()
    {
        const std::string head =
            "from sentence_transformers import SentenceTransformer, losses\nmodel = SentenceTransformer(\"org/m\")\n";
        const std::string tail = "args = SentenceTransformerTrainingArguments(per_device_train_batch_size=256)\n"
                                 "trainer = SentenceTransformerTrainer(model=model, args=args, train_dataset=data, loss=loss)\n";
        const Imported cached =
            import_text(head + "loss = losses.CachedMultipleNegativesRankingLoss(model, mini_batch_size=16)\n" + tail);
        QCOMPARE(value_of(cached, "objective"), std::string("\"embedding\""));
        QCOMPARE(value_of(cached, "micro_batch"), std::string("512"));
        QCOMPARE(value_of(cached, "loss.mini_batch"), std::string("16"));
        const Imported plain = import_text(head + "loss = losses.TripletLoss(model)\n" + tail);
        QCOMPARE(value_of(plain, "micro_batch"), std::string("768"));
        QCOMPARE(value_of(plain, "loss.texts"), std::string("3"));
        QVERIFY(!plain.plan.has("loss.mini_batch") && !cached.plan.has("loss.texts"));
    }

    /// Parts that get adapters, as models that see are told them; both directions.
    void parts_of_unsloth()
    {
        const auto targets = [](const std::string &call) {
            return value_of(
                import_text("from unsloth import FastVisionModel\nmodel, tok = FastVisionModel.from_pretrained(\"org/m-VL\")\n"
                            "model = FastVisionModel.get_peft_model(model, r=8" +
                            call + ")\n"),
                "adapter.targets");
        };
        QCOMPARE(targets(""), std::string(R"("vision+language:attention+mlp")"));
        QCOMPARE(targets(", finetune_vision_layers=False"), std::string(R"("language:attention+mlp")"));
        QCOMPARE(targets(", finetune_vision_layers=False, finetune_mlp_modules=False"), std::string(R"("language:attention")"));
        QVERIFY(targets(", finetune_vision_layers=False, target_modules=['q_proj']").find("language") != std::string::npos);
        QCOMPARE(targets(", target_modules=['q_proj', 'v_proj']"), std::string(R"(["q_proj","v_proj"])"));
        const std::string text =
            written("unsloth", R"("method": "lora", "adapter": {"rank": 8, "targets": "language:attention"})");
        SAYS_LINE(text, "finetune_vision_layers = False");
        QCOMPARE(value_of(import_text(text), "adapter.targets"), std::string(R"("language:attention")"));
    }

    /// ms-swift 4.6 model/patcher.py (patch_frozen_module): a frozen tower runs without a graph, whatever is recomputed.
    void tower_of_ms_swift()
    {
        const auto recomputed = [](const std::string &more) {
            return value_of(import_text("swift sft --model Qwen/Qwen2.5-VL-7B-Instruct --tuner_type lora " + more),
                            "images.tower_checkpointing");
        };
        QCOMPARE(recomputed(""), std::string("false"));
        QCOMPARE(recomputed("--vit_gradient_checkpointing true"), std::string("false"));
        QCOMPARE(recomputed("--freeze_vit false --vit_gradient_checkpointing false"), std::string("false"));
        QCOMPARE(recomputed("--freeze_vit false --vit_gradient_checkpointing true"), std::string("true"));
        QCOMPARE(recomputed("--freeze_vit false"), std::string("null")); // as gradient_checkpointing
    }
};

PLIMSOLL_TEST(TestRolloutExports)
#include "test_rollout_exports.moc"
