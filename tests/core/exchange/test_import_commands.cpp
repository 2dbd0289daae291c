// SPDX-License-Identifier: GPL-3.0-or-later
// Commands as people paste them: what starts the program, files that it names, variables and arithmetic of the shell, beginnings of
// options.
#include "core/exchange/exchange.h"
#include "core/plan/names.h"
#include "tests/core/exchange/import_lists.h"
#include "tests/test_program.h"

#include <algorithm>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace plimsoll::tests;

namespace {

/// "file:line:key" of keys that stand in another file.
std::string in_files(const std::vector<ImportedKey> &keys)
{
    std::string out;
    for (const ImportedKey &key : keys)
        if (!key.file.empty()) out += (out.empty() ? "" : " ") + key.file + ':' + std::to_string(key.line) + ':' + key.key;
    return out;
}

} // namespace

class TestImportCommands : public QObject {
    Q_OBJECT

private slots:
    void a_named_configuration_is_read_and_the_command_wins()
    {
        const std::map<std::string, std::string> files{
            {"run.yaml", "model_name_or_path: org/m\nper_device_train_batch_size: 1\nuse_peft: true\nload_in_4bit: true\n"}};
        const Imported read =
            import_text("trl sft --config run.yaml --per-device-train-batch-size 3 --learning_rate 1e-4\n", files);
        QCOMPARE(
            stated(read),
            std::string(R"({"model":{"hub":"org/m"},"stack":"trl","method":"qlora","weights":{"quant":"nf4"},"micro_batch":3,)"
                        R"("parallel":{"engine":"ddp"}})"));
        QCOMPARE(in_files(read.understood),
                 std::string("run.yaml:1:model_name_or_path run.yaml:3:use_peft run.yaml:4:load_in_4bit"));
        QCOMPARE(in_files(read.no_effect), std::string("run.yaml:2:per_device_train_batch_size"));
        QCOMPARE(listed(read.understood), std::string("1:config 1:per-device-train-batch-size"));
        QCOMPARE(stated(import_text("python src/train.py run.yaml per_device_train_batch_size=2\n",
                                    {{"run.yaml", "model_name_or_path: org/m\nstage: sft\nfinetuning_type: full\n"}})),
                 std::string(R"({"model":{"hub":"org/m"},"stack":"llama-factory","method":"full","micro_batch":2})"));
        QCOMPARE(import_text("trl sft --config gone.yaml\n").warnings[0].code, std::string("file"));
    }

    void configurations_of_other_programs()
    {
        const std::map<std::string, std::string> axolotl{
            {"a.yml", "base_model: org/m\nsequence_len: 4096\nmicro_batch_size: 2\nadapter: lora\n"}};
        for (const char *command :
             {"axolotl train a.yml --num-processes 4", "accelerate launch --num_processes 4 -m axolotl.cli.train a.yml"})
            QCOMPARE(
                stated(import_text(std::string(command) + '\n', axolotl)),
                std::string(
                    R"({"model":{"hub":"org/m"},"stack":"axolotl","method":"lora","micro_batch":2,"sequence_length":4096,"parallel":{"data":4}})"));
        QCOMPARE(import_text("NPROC_PER_NODE=2 swift sft s.yaml\n", {{"s.yaml", "model: org/m\nmax_length: 512\n"}})
                     .plan.sequence_length,
                 Count{512});
        QCOMPARE(
            stated(import_text("vllm serve --config v.yaml --max-model-len 1k\n",
                               {{"v.yaml", "model: org/m\nmax-model-len: 4096\ntensor-parallel-size: 2\n"}})),
            std::string(
                R"({"model":{"hub":"org/m"},"task":"infer","parallel":{"tensor":2},"inference":{"engine":"vllm","context":1000}})"));
    }

    void of_several_commands_the_one_that_trains()
    {
        const Imported read = import_text("swift export --model org/m --to_cached_dataset true\n"
                                          "CUDA_VISIBLE_DEVICES=1 swift rollout --model org/m --vllm_tensor_parallel_size 2 &\n"
                                          "swift sft --model org/m --max_length 512\nswift infer --adapters out\n");
        QCOMPARE(read.plan.sequence_length, Count{512});
        QCOMPARE(std::ranges::count(read.warnings, "other_command", &Warning::code), 3);
        QCOMPARE(import_text("trl vllm-serve --model org/m &\naccelerate launch grpo.py --model_name_or_path org/m\n").tool,
                 std::string("trl"));
        QCOMPARE(import_text("vllm serve org/m --max-model-len 512 &\npython client.py --rounds 3\n").tool, std::string("vllm"));
    }

    void what_stands_twice_counts_once()
    {
        const Imported read = import_text("trl sft --model_name_or_path org/m \\\n  --max_length 512 \\\n  --max_length 1024\n");
        QCOMPARE(read.plan.sequence_length, Count{1024});
        QCOMPARE(listed(read.understood), std::string("1:model_name_or_path 3:max_length"));
        QCOMPARE(read.no_effect.at(0).why, std::string("line 3 says it again"));
    }

    void scripts_of_nobody_known()
    {
        const std::map<std::string, std::string> files{
            {"z.yaml", "distributed_type: DEEPSPEED\ndeepspeed_config:\n  zero_stage: 3\nnum_processes: 4\n"},
            {"ds.json", R"({"train_micro_batch_size_per_gpu": 2, "zero_optimization": {"stage": 2}})"}};
        const Imported read = import_text("accelerate launch --config_file z.yaml --mixed_precision bf16 own.py\n", files);
        QCOMPARE(read.tool, std::string("accelerate"));
        QCOMPARE(stated(read), std::string(R"({"autocast":"bf16","parallel":{"engine":"deepspeed","data":4,"zero":3}})"));
        QCOMPARE(listed(read.understood), std::string("1:config_file 1:mixed_precision"));
        QCOMPARE(stated(import_text("accelerate launch --config_file z.yaml scripts/dpo.py --config gone.yaml\n", files)),
                 std::string(R"({"stack":"trl","objective":"dpo","parallel":{"engine":"deepspeed","data":4,"zero":3}})"));
        const Imported own = import_text("deepspeed --num_gpus 2 own.py --deepspeed --deepspeed_config ds.json\n", files);
        QCOMPARE(stated(own),
                 std::string(R"({"stack":"transformers","micro_batch":2,"parallel":{"engine":"deepspeed","data":2,"zero":2}})"));
        QCOMPARE(own.not_said.size(), std::size_t{0});
    }

    void files_that_the_script_writes()
    {
        const Imported read = import_text("cat > ds.json <<'END'\n{\"zero_optimization\": {\"stage\": 2}}\nEND\n"
                                          "cat <<EOF > run.yaml\nbase_model: org/m\nadapter: lora\nmicro_batch_size: 2\n"
                                          "deepspeed: ds.json\nEOF\naxolotl train run.yaml\n",
                                          {{"run.yaml", "base_model: org/other\n"}});
        QCOMPARE(
            stated(read),
            std::string(
                R"({"model":{"hub":"org/m"},"stack":"axolotl","method":"lora","micro_batch":2,"parallel":{"engine":"deepspeed","zero":2}})"));
        QCOMPARE(read.warnings.size(), std::size_t{1});
        QCOMPARE(read.warnings[0].code, std::string("open_ranks"));
    }

    void what_runs_a_text()
    {
        const std::string wanted = R"({"model":{"hub":"org/m"},"task":"infer","inference":{"engine":"vllm","context":8192}})";
        const std::string command = "vllm serve org/m --max-model-len 8192";
        for (const std::string &text :
             {"ssh gpu1 '" + command + "'", "sbatch --gres=gpu:2 --wrap '" + command + "'",
              "tmux new -d -s x \"" + command + "\"", "hf jobs run --flavor a100-large vllm/vllm-openai:latest " + command,
              "[Service]\nExecStart=/usr/bin/" + command})
            QCOMPARE(stated(import_text(text + '\n')), wanted);
        QCOMPARE(stated(import_text("bash -c 'exec vllm serve \"$@\"' -- org/m \\\n  --max-model-len 8192\n")), wanted);
        for (const char *text : {"uv run --with trl trl/scripts/sft.py",
                                 "hf jobs uv run --flavor a100-large --with trl https://x.org/trl/scripts/sft.py", "./sft.py"})
            QCOMPARE(stated(import_text(std::string(text) + " --model_name_or_path org/m --max_length 512 --use_peft\n")),
                     std::string(R"({"model":{"hub":"org/m"},"stack":"trl","method":"lora","sequence_length":512})"));
    }

    void what_a_caller_adds_is_no_value()
    {
        const Imported read = import_text("vllm serve org/m --max-model-len 8192 \"$@\"\n");
        QCOMPARE(read.plan.inference.context, Count{8192});
        QCOMPARE(import_text("trl sft --model_name_or_path org/m --max_length 512 $EXTRA_ARGS\n").plan.sequence_length,
                 Count{512});
    }

    void what_starts_a_program_is_listed()
    {
        const Imported slurm =
            import_text("srun -N 2 --ntasks-per-node=8 --gpus-per-node 8 python train.py --model_name_or_path org/m "
                        "--per_device_train_batch_size 2 --max_steps 5\n");
        QCOMPARE(stated(slurm),
                 std::string(R"({"model":{"hub":"org/m"},"stack":"transformers","micro_batch":2,"parallel":{"data":16}})"));
        QCOMPARE(listed(slurm.no_effect), std::string("1:gpus-per-node 1:max_steps"));
        const Imported held =
            import_text("docker run --rm --gpus '\"device=0,1\"' -e PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True \\\n"
                        "  -v $PWD:/w image:1 trl sft --model_name_or_path org/m\n");
        QCOMPARE(
            stated(held),
            std::string(
                R"({"model":{"hub":"org/m"},"stack":"trl","allocator":{"expandable_segments":true},"parallel":{"data":2}})"));
        QCOMPARE(listed(held.no_effect), std::string("1:rm 2:v 2:image:1"));
        // a package is no program
        QCOMPARE(import_text("uvx --from trl trl sft --model org/m\n").not_said.size(), std::size_t{0});
        QCOMPARE(import_text("uv run --with vllm vllm serve org/m\n").tool, std::string("vllm"));
    }

    void a_process_for_each_card_that_is_seen()
    {
        const auto ranks = [](const std::string &command) { return import_text(command + '\n').plan.parallel.data; };
        QCOMPARE(ranks("CUDA_VISIBLE_DEVICES=0,1,2 accelerate launch train.py --model_name_or_path org/m --max_steps 1"),
                 Count{3});
        QCOMPARE(
            ranks("CUDA_VISIBLE_DEVICES=0,1 torchrun --nproc_per_node=gpu train.py --model_name_or_path org/m --max_steps 1"),
            Count{2});
        QCOMPARE(
            ranks(
                "CUDA_VISIBLE_DEVICES=0,1 accelerate launch --num_processes 4 train.py --model_name_or_path org/m --max_steps 1"),
            Count{4});
        QCOMPARE(ranks("CUDA_VISIBLE_DEVICES=0,1 python train.py --model_name_or_path org/m --max_steps 1"), Count{1});
        const Imported factory = import_text(
            "FORCE_TORCHRUN=1 NNODES=2 NPROC_PER_NODE=4 llamafactory-cli train --model_name_or_path org/m --stage sft\n");
        QCOMPARE(factory.plan.parallel.data, Count{8});
        QVERIFY(factory.plan.allocator.expandable_segments); // launcher.py sets it for torchrun
    }

    void variables_arrays_and_scripts_in_words()
    {
        const std::string wanted =
            R"({"model":{"hub":"org/m"},"stack":"transformers","autocast":"bf16","micro_batch":4,"parallel":{"data":2}})";
        QCOMPARE(stated(import_text("ARGS=\"--model_name_or_path org/m --per_device_train_batch_size 4\"\nARGS+=\" --bf16\"\n"
                                    "torchrun --nproc_per_node 2 train.py $ARGS\n")),
                 wanted);
        QCOMPARE(stated(import_text("export M=org/m\nARGS=(\n  --model_name_or_path $M # which\n  "
                                    "--bf16\n)\nARGS+=(--per_device_train_batch_size 4)\n"
                                    "torchrun --nproc_per_node 2 train.py \"${ARGS[@]}\"\n")),
                 wanted);
        QCOMPARE(stated(import_text("mkdir -p out\nCMD=\"torchrun --nproc_per_node 2 train.py --model_name_or_path org/m --bf16 "
                                    "--per_device_train_batch_size 4\"\neval $CMD\n")),
                 wanted);
        QCOMPARE(stated(import_text("srun bash -c \"torchrun --nproc_per_node 2 train.py --model_name_or_path org/m --bf16 "
                                    "--per_device_train_batch_size 4\"\n")),
                 wanted);
        // the variable goes where its key goes
        const Imported read = import_text("export M=org/m RUN=a\ntrl sft --model_name_or_path $M --run_name $RUN\n");
        QCOMPARE(listed(read.understood), std::string("1:M 2:model_name_or_path"));
        QCOMPARE(listed(read.no_effect), std::string("1:RUN 2:run_name"));
        QCOMPARE(read.not_said.size(), std::size_t{0});
    }

    void scripts_of_other_trainers()
    {
        QCOMPARE(
            stated(import_text(
                "DISTRIBUTED_ARGS=\"\n    --nproc_per_node 2 \\\n    --nnodes 1\n\"\n"
                "torchrun $DISTRIBUTED_ARGS finetune.py --model_name_or_path org/m --use_lora True --lazy_preprocess True\n")),
            std::string(R"({"model":{"hub":"org/m"},"stack":"transformers","method":"lora","parallel":{"data":2}})"));
        const Imported read =
            import_text("deepspeed --num_gpus 4 llava/train/train_mem.py --lora_enable True --lora_r 128 --bits 4 "
                        "--model_name_or_path org/m --vision_tower a/b\n");
        QCOMPARE(stated(read),
                 std::string(R"({"model":{"hub":"org/m"},"stack":"transformers","method":"qlora","weights":{"quant":"nf4"},)"
                             R"("adapter":{"rank":128},"parallel":{"data":4}})"));
        QCOMPARE(listed(read.not_said), std::string("1:vision_tower"));
        const Plan sharded =
            import_text("torchrun --nproc_per_node=4 train_mem.py --model_name_or_path org/m --fsdp \"full_shard auto_wrap\" "
                        "--fsdp_transformer_layer_cls_to_wrap LlamaDecoderLayer --bf16 True\n")
                .plan;
        QVERIFY(sharded.has("parallel.wrap") && sharded.parallel.zero == 3);
    }

    void arithmetic_over_known_numbers()
    {
        const auto steps = [](const std::string &word) {
            const Imported read = import_text("n=4\ntrl sft --model org/m --gradient_accumulation_steps " + word + '\n');
            return read.plan.has("gradient_accumulation") ? std::to_string(read.plan.gradient_accumulation)
                                                          : read.warnings[0].code;
        };
        QCOMPARE(steps("$((64 / n / 2))"), std::string("8"));
        QCOMPARE(steps("$(( (2 + $n) * ${n} % 7 ))"), std::string("3"));
        QCOMPARE(steps("$(expr 16 / $n)"), std::string("4"));
        QCOMPARE(steps("`expr 2 \\* $n`"), std::string("8"));
        for (const char *unknown :
             {"$((16 / m))", "$((1 / (n - 4)))", "$((010))", "$((n++))", "$(expr length abc)", "$((9223372036854775807 + n))"})
            QCOMPARE(steps(unknown), std::string("unknown_value"));
    }

    void a_task_of_skypilot_and_its_variables()
    {
        const Imported read =
            import_text("resources:\n  accelerators: H100:4\nenvs:\n  M: org/m\n  N: 2\nrun: |\n  trl sft --model $M "
                        "--per_device_train_batch_size $N --config t.yaml\n",
                        {{"t.yaml", "use_peft: false\n"}});
        QCOMPARE(stated(read), std::string(R"({"model":{"hub":"org/m"},"stack":"trl","method":"full","micro_batch":2,)"
                                           R"("parallel":{"data":4},"target":{"gpus":["H100 SXM5 80GB:4"]}})"));
        // an engine takes the cards that its own options name
        QCOMPARE(import_text("resources:\n  accelerators: H100:4\nrun: |\n  vllm serve org/m\n").plan.parallel.data, Count{1});
    }

    /// skylet/constants.py of SkyPilot 0.14.1: SKYPILOT_NUM_GPUS_PER_NODE and SKYPILOT_NUM_NODES.
    void variables_that_skypilot_sets()
    {
        const std::string run = "num_nodes: 2\nrun: |\n  vllm serve org/m --tensor-parallel-size $SKYPILOT_NUM_GPUS_PER_NODE "
                                "--pipeline-parallel-size ${SKYPILOT_NUM_NODES}\n";
        const Imported read = import_text("resources:\n  accelerators: H100:4\n" + run);
        QCOMPARE(read.plan.parallel.tensor, Count{4});
        QCOMPARE(read.plan.parallel.pipeline, Count{2});
        QVERIFY(std::ranges::none_of(read.warnings, [](const Warning &one) { return one.code == "unknown_value"; }));
        // without cards nobody knows
        QVERIFY(std::ranges::any_of(import_text(run).warnings, [](const Warning &one) { return one.code == "unknown_value"; }));
    }

    /// sbatch(1) of Slurm 25.05, "OUTPUT ENVIRONMENT VARIABLES".
    void variables_that_slurm_sets()
    {
        const auto tensor = [](const std::string &lines, const char *variable = "$SLURM_GPUS_ON_NODE") {
            return import_text("#!/bin/bash\n" + lines + "\nsrun vllm serve org/m --tensor-parallel-size " + variable + "\n")
                .plan.parallel.tensor;
        };
        for (const char *four :
             {"#SBATCH --gres=gpu:4", "#SBATCH --gres gpu:a100:4(S:0-1) # all", "#SBATCH --gpus-per-node=h100:4",
              "#SBATCH -N 1 -G 4", "#SBATCH --nodes=1\n#SBATCH --gpus=a100:4", "#SBATCH --gpus-per-task=2 --ntasks-per-node=2",
              "#SBATCH --gres=gpu:8\n#SBATCH --gres=gpu:4", "#SBATCH --gres=tmpfs:10G,gpu:3,gpu:v100:1"})
            QVERIFY2(tensor(four) == 4, four);
        QCOMPARE(tensor("#SBATCH -N2", "${SLURM_NNODES}"), Count{2});
        QCOMPARE(tensor("#SBATCH -N2 --ntasks-per-node=4", "$SLURM_NTASKS"), Count{8});
        // what is not told stays a variable: GPUs of two nodes, a range, a line behind the first command
        for (const char *open : {"#SBATCH --gpus=4", "#SBATCH -N 2 --gpus=4", "#SBATCH --nodes=1-2 --gpus=4",
                                 "cd x\n#SBATCH --gres=gpu:4", "##SBATCH --gres=gpu:4"})
            QVERIFY2(tensor(open) == 1, open);
        QCOMPARE(tensor("#SBATCH --gres=gpu:4", "$SLURM_GPUS_ON_NODES"), Count{1});
    }

    /// One card is a number as well; of several that would do the first is taken, and said.
    void one_card_of_a_task()
    {
        const auto cards = [](const char *asked) {
            return import_text(std::string("resources:\n  accelerators: ") + asked + "\nrun: |\n  vllm serve org/m\n");
        };
        for (const char *one : {"L4", "L4:1", "{L4: 1}"}) QCOMPARE(cards(one).plan.target.gpus, std::vector<std::string>{"L4:1"});
        const Imported several = cards("[L4:2, H100:1]");
        QCOMPARE(several.plan.target.gpus, std::vector<std::string>{"L4:2"});
        QVERIFY(std::ranges::any_of(several.warnings, [](const Warning &one) { return one.code == "first_of_several"; }));
    }

    void cards_of_a_plan_are_hired()
    {
        const auto hired = [](const std::string &plan) {
            const Result<Exported> made = exported(plan_from_json(plan)->plan, "skypilot");
            const std::size_t at = made->text.find("accelerators");
            return made->text.substr(at, made->text.find('\n', at) - at);
        };
        Plan held = plan_from_json(R"({"model": {"hub": "a/b"}})")->plan;
        held.target.gpus = {"NVIDIA H100 80GB HBM3:8"}; // as a session keeps it
        QVERIFY(exported(held, "skypilot")->text.find("accelerators: H100:8\n") != std::string::npos);
        QCOMPARE(hired(R"({"model": {"hub": "a/b"}, "target": {"gpus": ["A10G", "A10G"]}})"),
                 std::string("accelerators: A10G:2"));
        QCOMPARE(hired(R"({"model": {"hub": "a/b"}, "parallel": {"data": 4}, "target": {"gpus": ["L4"]}})"),
                 std::string("accelerators: L4:4"));
    }

    void launchers_that_take_every_card()
    {
        const auto spread = [](const std::string &text) {
            const Plan plan = import_text(text, {{"f.yaml", "base_model: org/m\nmodel_name_or_path: org/m\nstage: sft\n"}}).plan;
            if (plan.has("parallel.data")) return std::to_string(plan.parallel.data);
            return std::string(plan.parallel.engine ? name_of(*plan.parallel.engine) : "one process");
        };
        for (const char *bare :
             {"trl sft --model_name_or_path org/m\n", "axolotl train f.yaml\n", "llamafactory-cli train f.yaml\n",
              "accelerate launch sft.py --model_name_or_path org/m --output_dir o\n"}) {
            QCOMPARE(spread(bare), std::string("ddp")); // over the cards that an estimate is asked for
            QCOMPARE(spread("CUDA_VISIBLE_DEVICES=3 " + std::string(bare)), std::string("one process"));
            QCOMPARE(spread("CUDA_VISIBLE_DEVICES=0,3 " + std::string(bare)), std::string("2"));
        }
        QCOMPARE(spread("accelerate launch --num_processes 4 sft.py --model_name_or_path org/m --output_dir o\n"),
                 std::string("4"));
        QCOMPARE(spread("python sft.py --model_name_or_path org/m --output_dir o\n"), std::string("one process"));
        QCOMPARE(spread("torchrun sft.py --model_name_or_path org/m --output_dir o\n"),
                 std::string("one process")); // one process
    }

    void beginnings_of_options()
    {
        const Imported read = import_text("trl sft --model org/m --per_device_train 4 --gradient_acc 2 --lora 3\n");
        QCOMPARE(stated(read), std::string(R"({"model":{"hub":"org/m"},"stack":"trl","micro_batch":4,"gradient_accumulation":2,)"
                                           R"("parallel":{"engine":"ddp"}})"));
        QCOMPARE(listed(read.not_said), std::string("1:lora")); // of several
        QCOMPARE(import_text("vllm serve org/m --gpu-memory-util 0.7\n").plan.inference.gpu_memory_utilization, 0.7);
        QCOMPARE(import_text("per_device_train: 4\nuse_peft: true\nmodel_name_or_path: org/m\nlora_r: 2\n").not_said.size(),
                 std::size_t{1});
    }

    void sequences_that_ranks_share()
    {
        const auto shared = [](const Imported &read) {
            return std::to_string(read.plan.parallel.data) + ' ' + std::to_string(read.plan.parallel.context) +
                   (read.plan.parallel.context_backend == ContextBackend::ulysses ? " ulysses" : " ring");
        };
        QCOMPARE(shared(import_text(
                     "distributed_type: DEEPSPEED\nnum_processes: 4\nparallelism_config:\n  parallelism_config_dp_shard_size: 2\n"
                     "  parallelism_config_sp_size: 2\n  parallelism_config_sp_backend: deepspeed\n")),
                 std::string("2 2 ulysses"));
        QCOMPARE(shared(import_text("NPROC_PER_NODE=8 swift sft --model org/m --sequence_parallel_size 4\n")),
                 std::string("2 4 ulysses"));
        QCOMPARE(shared(import_text(R"({"zero_optimization": {"stage": 3}, "sequence_parallel_size": 2})")),
                 std::string("1 2 ulysses"));
        QCOMPARE(shared(import_text(
                     "base_model: org/m\nsequence_len: 8\nmicro_batch_size: 1\nadapter: lora\ncontext_parallel_size: 2\n")),
                 std::string("1 2 ring"));
    }

    void what_fsdp_alone_says()
    {
        const Imported read = import_text(
            R"({"fsdp": "full_shard auto_wrap", "fsdp_config": {"transformer_layer_cls_to_wrap": ["LlamaDecoderLayer"]}})");
        QCOMPARE(read.tool, std::string("transformers"));
        QCOMPARE(read.plan.parallel.zero, Count{3});
        QVERIFY(read.not_said.empty());
    }
};

PLIMSOLL_TEST(TestImportCommands)
} // namespace PLIMSOLL_FILE
#include "test_import_commands.moc"
