// SPDX-License-Identifier: GPL-3.0-or-later
// Configurations of TRL, transformers, accelerate, DeepSpeed and PEFT as plans: text in, the plan and the three lists out.
#include "tests/core/exchange/import_lists.h"
#include "tests/test_program.h"

#include <QTest>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

Result<std::string> no_file(const std::string &path) { return Error{path, {}, {}, "there is no such file"}; }

Imported read_text(const char *text, const char *from = "", const ConfigReader &files = no_file)
{
    Result<Imported> read = imported(text, from, files);
    if (!read.ok()) qFatal("%s", read.error().message().c_str());
    return *std::move(read);
}

std::string plan_of(const Imported &read) { return tests::stated(read); }

std::string keys_of(const std::vector<ImportedKey> &keys)
{
    std::string out;
    for (const ImportedKey &key : keys)
        out += (out.empty() ? "" : " ") + (key.file.empty() ? std::string() : key.file + ':') + std::to_string(key.line) + ':' +
               key.key;
    return out;
}

} // namespace

#define SAYS(read, plan, understood_, no_effect_, not_said_)                                                                     \
    do {                                                                                                                         \
        const Imported held = (read);                                                                                            \
        QCOMPARE(plan_of(held), std::string(plan));                                                                              \
        QCOMPARE(keys_of(held.understood), std::string(understood_));                                                            \
        QCOMPARE(keys_of(held.no_effect), std::string(no_effect_));                                                              \
        QCOMPARE(keys_of(held.not_said), std::string(not_said_));                                                                \
    } while (false)

class TestImportTrainers : public QObject {
    Q_OBJECT

private slots:
    void trl_yaml()
    {
        SAYS(
            read_text(
                "model_name_or_path: org/base\nlearning_rate: 1e-4\nuse_peft: true\nlora_r: 8\nload_in_4bit: yes\n"
                "optim: adamw_torch_fused\nbf16: true\nmax_length: 4096\nnum_processes: 4\nnum_generations: 8\nlora_rr: 3\n"),
            R"({"model":{"hub":"org/base"},"stack":"trl","method":"qlora","weights":{"quant":"nf4"},"autocast":"bf16","adapter":{"rank":8},)"
            R"("optimizer":{"name":"adamw","implementation":"fused"},"sequence_length":4096,"parallel":{"data":4}})",
            "1:model_name_or_path 3:use_peft 4:lora_r 5:load_in_4bit 6:optim 7:bf16 8:max_length 9:num_processes",
            "2:learning_rate", "10:num_generations 11:lora_rr");
    }

    void adapters_that_nobody_asks_for_say_nothing()
    {
        SAYS(read_text("model_name_or_path: org/base\nlora_r: 8\nbnb_4bit_quant_type: fp4\n", "trl"),
             R"({"model":{"hub":"org/base"},"stack":"trl"})", "1:model_name_or_path", "2:lora_r 3:bnb_4bit_quant_type", "");
    }

    void checkpointing_has_several_keys()
    {
        const auto plan = [](const char *text) { return plan_of(read_text(text, "trl")); };
        QCOMPARE(plan("gradient_checkpointing_kwargs: {use_reentrant: true}\n"),
                 R"({"stack":"trl","gradient_checkpointing":{"reentrant":true}})");
        QCOMPARE(plan("gradient_checkpointing: true\nactivation_offloading: true\n"),
                 R"({"stack":"trl","gradient_checkpointing":"offload"})");
        QCOMPARE(plan("gradient_checkpointing: false\nactivation_offloading: true\n"),
                 R"({"stack":"trl","gradient_checkpointing":{"offload":"activations"}})");
        // a Trainer checkpoints nothing unless it is told
        QCOMPARE(plan_of(read_text("gradient_checkpointing_kwargs: {use_reentrant: true}\n", "transformers")),
                 R"({"stack":"transformers"})");
    }

    void kernels_of_the_hub_are_said()
    {
        const Imported read = read_text("attn_implementation: kernels-community/some-attn\n", "trl");
        QCOMPARE(plan_of(read), R"({"stack":"trl"})");
        QCOMPARE(read.not_said.size(), std::size_t{1});
        QCOMPARE(read.not_said[0].why, "what the kernel kernels-community/some-attn of the Hub allocates is not known");
    }

    void a_value_that_is_wrong_is_said()
    {
        const Imported read = read_text("per_device_train_batch_size: 0\noptim: adamw_of_mine\n", "trl");
        QCOMPARE(read.not_said.size(), std::size_t{2});
        QCOMPARE(read.not_said[0].why, "micro_batch takes 1 to 65536, and here stands 0");
    }

    void commands_with_a_launcher_and_its_file()
    {
        const ConfigReader files = [](const std::string &path) -> Result<std::string> {
            if (path == "ds.yaml")
                return std::string(
                    "distributed_type: DEEPSPEED\ndeepspeed_config:\n  deepspeed_config_file: ds.json\nnum_processes: 8\n"
                    "mixed_precision: 'no'\n");
            if (path == "ds.json") return std::string(R"({"zero_optimization": {"stage": 3, "reduce_bucket_size": "auto"}})");
            return no_file(path);
        };
        SAYS(
            read_text("WANDB_MODE=off accelerate launch --config_file ds.yaml \\\n  scripts/sft.py --model_name_or_path org/m "
                      "--use_peft \\\n"
                      "  --lora_target_modules q_proj v_proj --gradient_accumulation_steps $(nproc) --no_bf16\n",
                      "", files),
            R"({"model":{"hub":"org/m"},"stack":"trl","method":"lora","autocast":"none","adapter":{"targets":["q_proj","v_proj"]},)"
            R"("parallel":{"engine":"deepspeed","data":8,"zero":3,"deepspeed":{"reduce_bucket_size":"auto"}}})",
            "ds.json:1:zero_optimization.stage ds.json:1:zero_optimization.reduce_bucket_size ds.yaml:1:distributed_type "
            "ds.yaml:3:deepspeed_config.deepspeed_config_file ds.yaml:4:num_processes ds.yaml:5:mixed_precision 1:config_file "
            "2:model_name_or_path 2:use_peft 3:lora_target_modules 3:gradient_accumulation_steps 3:no_bf16",
            "1:WANDB_MODE", "");
    }

    void files_that_are_not_there_are_said()
    {
        const Imported read = read_text("deepspeed train.py --deepspeed none_here.json --num_train_epochs 3\n", "transformers");
        QCOMPARE(read.warnings[0].text,
                 "none_here.json was not read (none_here.json: there is no such file); what it says is missing from the plan");
        QCOMPARE(plan_of(read), R"({"stack":"transformers","parallel":{"engine":"deepspeed"}})");
        QCOMPARE(read.warnings.back().code, "no_model");
    }

    void torchrun_counts_processes()
    {
        QCOMPARE(
            plan_of(read_text("torchrun --nproc_per_node 4 --nnodes=2 train.py --model_name_or_path org/m --fsdp 'full_shard "
                              "auto_wrap offload'\n")),
            R"({"model":{"hub":"org/m"},"stack":"transformers","parallel":{"engine":"fsdp2","data":8,"zero":3,"offload":"both"}})");
        QCOMPARE(plan_of(read_text("deepspeed --include localhost:0,1,2 train.py --model_name_or_path org/m --bf16 true\n")),
                 R"({"model":{"hub":"org/m"},"stack":"transformers","autocast":"bf16","parallel":{"data":3}})");
    }

    void accelerate_yaml()
    {
        SAYS(read_text("compute_environment: LOCAL_MACHINE\ndistributed_type: FSDP\nfsdp_config:\n  fsdp_version: 1\n"
                       "  fsdp_reshard_after_forward: SHARD_GRAD_OP\n  fsdp_offload_params: true\n  fsdp_backward_prefetch: "
                       "BACKWARD_POST\n"
                       "  fsdp_state_dict_type: FULL_STATE_DICT\nmixed_precision: fp8\nnum_processes: 2\nsame_networks: true\n"),
             R"({"parallel":{"engine":"fsdp1","data":2,"zero":2,"backward_prefetch":"post","offload":"both"}})",
             "2:distributed_type 4:fsdp_config.fsdp_version 5:fsdp_config.fsdp_reshard_after_forward "
             "6:fsdp_config.fsdp_offload_params "
             "7:fsdp_config.fsdp_backward_prefetch 10:num_processes",
             "1:compute_environment 8:fsdp_config.fsdp_state_dict_type", "9:mixed_precision 11:same_networks");
    }

    void meshes_leave_the_rest_to_data()
    {
        QCOMPARE(
            plan_of(read_text("distributed_type: FSDP\nnum_processes: 16\nfsdp_config: {fsdp_version: 2}\nparallelism_config:\n"
                              "  parallelism_config_tp_size: 2\n  parallelism_config_dp_shard_size: 4\n  "
                              "parallelism_config_dp_replicate_size: 2\n")),
            R"({"parallel":{"engine":"fsdp2","data":8,"zero":3,"tensor":2,"replicate":2}})");
        QCOMPARE(plan_of(read_text(
                     "distributed_type: FSDP\nnum_processes: 16\nparallelism_config: {parallelism_config_tp_size: 2}\n")),
                 R"({"parallel":{"engine":"fsdp1","data":8,"zero":3,"tensor":2}})");
    }

    void sections_of_another_type_say_nothing()
    {
        SAYS(read_text("distributed_type: 'NO'\nnum_processes: 1\nfsdp_config:\n  fsdp_offload_params: true\n"),
             R"({"parallel":{"data":1}})", "1:distributed_type 2:num_processes", "3:fsdp_config", "");
    }

    void deepspeed_json()
    {
        SAYS(
            read_text("{\n \"train_batch_size\": 64,\n \"gradient_clipping\": \"auto\",\n \"bf16\": {\"enabled\": true},\n"
                      " \"zero_optimization\": {\n  \"stage\": 2,\n  \"cpu_offload\": true,\n  \"overlap_comm\": false,\n"
                      "  \"zero_quantized_weights\": true,\n  \"offload_paramm\": {}\n }\n}"),
            R"({"autocast":"bf16","parallel":{"engine":"deepspeed","zero":2,"deepspeed":{"overlap_comm":false},"offload":"optimizer"}})",
            "4:bf16.enabled 6:zero_optimization.stage 7:zero_optimization.cpu_offload 8:zero_optimization.overlap_comm",
            "3:gradient_clipping",
            "2:train_batch_size 9:zero_optimization.zero_quantized_weights 10:zero_optimization.offload_paramm");
    }

    void adapters_of_peft()
    {
        SAYS(
            read_text(
                "{\n \"peft_type\": \"LORA\",\n \"r\": 16,\n \"target_modules\": \"all-linear\",\n \"modules_to_save\": null,\n"
                " \"rank_pattern\": {\"q_proj\": 4},\n \"alpha_pattern\": {}\n}"),
            R"({"method":"lora","adapter":{"settings":{"rank_pattern":{"q_proj":4}},"rank":16,"targets":"all-linear","modules_to_save":[]}})",
            "2:peft_type 3:r 4:target_modules 5:modules_to_save 6:rank_pattern", "7:alpha_pattern", "");
        SAYS(read_text("{\n \"peft_type\": \"LORA\",\n \"r\": 16,\n \"ensure_weight_tying\": true,\n \"lora_bias\": true\n}"),
             R"({"method":"lora","adapter":{"settings":{"ensure_weight_tying":true,"lora_bias":true},"rank":16}})",
             "2:peft_type 3:r 4:ensure_weight_tying 5:lora_bias", "", "");
        SAYS(read_text(
                 "{\n \"peft_type\": \"LORA\",\n \"r\": 16,\n \"trainable_token_indices\": [1, 2],\n \"lora_bias\": false\n}"),
             R"({"method":"lora","adapter":{"settings":{"trainable_token_indices":[1,2]},"rank":16}})",
             "2:peft_type 3:r 4:trainable_token_indices", "5:lora_bias", "");
        SAYS(read_text("{\n \"peft_type\": \"ADALORA\",\n \"r\": null,\n \"init_r\": 64,\n \"target_modules\": [\"q_proj\"]\n}"),
             R"({"method":"lora","adapter":{"type":"adalora","settings":{"init_r":64},"targets":["q_proj"]}})",
             "2:peft_type 4:init_r 5:target_modules", "3:r", "");
    }

    void a_printed_training_arguments()
    {
        QCOMPARE(
            plan_of(read_text(
                "TrainingArguments(\n_n_gpu=1,\nbf16=True,\noptim=OptimizerNames.ADAMW_TORCH,\nper_device_train_batch_size=2,\n"
                "deepspeed=None,\nfsdp=[],\nhub_token=<HUB_TOKEN>,\n)")),
            R"({"stack":"transformers","autocast":"bf16","optimizer":{"name":"adamw","implementation":"foreach"},"micro_batch":2})");
    }

    void what_nobody_knows_is_refused()
    {
        QCOMPARE(imported("frobnicate: 1\n").error().message().substr(0, 55),
                 "configuration: read keys that no known tool has, accept");
        QCOMPARE(imported("r: 8\n", "nothing").error().field, "from");
    }
};

PLIMSOLL_TEST(TestImportTrainers)
} // namespace PLIMSOLL_FILE
#include "test_import_trainers.moc"
