// SPDX-License-Identifier: GPL-3.0-or-later
// Configurations of Axolotl, LLaMA-Factory, Unsloth and ms-swift as plans: text in, the plan and the three lists out.
#include "core/exchange/exchange.h"
#include "tests/core/exchange/import_lists.h"
#include "tests/test_program.h"

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace plimsoll::tests;

class TestImportTuners : public QObject {
    Q_OBJECT

private slots:
    void axolotl_qlora()
    {
        const Imported read = import_text("base_model: org/base\n"
                                          "load_in_8bit: false\n"
                                          "load_in_4bit: true\n"
                                          "adapter: qlora\n"
                                          "sequence_len: 512\n"
                                          "sample_packing: true\n"
                                          "lora_r: 8\n"
                                          "lora_target_modules:\n"
                                          "lora_target_linear: true\n"
                                          "micro_batch_size: 2\n"
                                          "optimizer: paged_adamw_8bit\n"
                                          "learning_rate: 1e-4\n"
                                          "bf16: auto\n"
                                          "gradient_checkpointing: true\n"
                                          "gradient_checkpointing_kwargs:\n"
                                          "  use_reentrant: true\n"
                                          "flash_attention: true\n"
                                          "liger_rope: true\n"
                                          "lora_mlp_kernel: false\n"
                                          "datasets:\n"
                                          "  - path: org/data\n"
                                          "context_parallell_size: 2\n");
        QCOMPARE(read.tool, std::string("axolotl"));
        QCOMPARE(
            stated(read),
            std::string(
                R"({"model":{"hub":"org/base"},"stack":"axolotl","method":"qlora","weights":{"dtype":"bf16","quant":"nf4"},"autocast":"bf16",)"
                R"("adapter":{"rank":8,"targets":"all-linear"},"optimizer":{"name":"paged_adamw_8bit"},"micro_batch":2,)"
                R"("sequence_length":512,"padded":false,"gradient_checkpointing":{"reentrant":true},"attention":"flash2","lora_kernels":"none"})"));
        QCOMPARE(listed(read.understood),
                 std::string("1:base_model 2:load_in_8bit 3:load_in_4bit 4:adapter 5:sequence_len 6:sample_packing 7:lora_r "
                             "9:lora_target_linear 10:micro_batch_size 11:optimizer 13:bf16 14:gradient_checkpointing "
                             "16:gradient_checkpointing_kwargs.use_reentrant 17:flash_attention 19:lora_mlp_kernel"));
        QCOMPARE(listed(read.no_effect), std::string("8:lora_target_modules 12:learning_rate 20:datasets"));
        QCOMPARE(listed(read.not_said), std::string("18:liger_rope 22:context_parallell_size"));
        QVERIFY(why_not(read, "context_parallell_size").find("context_parallel_size") != std::string::npos);
    }

    void axolotl_takes_ligers_layers()
    {
        const std::string layers = "base_model: org/base\nsequence_len: 64\nliger_rope: true\nliger_rms_norm: true\n";
        const std::string plugin = "plugins:\n  - axolotl.integrations.liger.LigerPlugin\n";
        for (const char *key : {"liger_glu_activation", "liger_swiglu"}) {
            const Imported read = import_text(layers + key + ": true\nliger_fused_linear_cross_entropy: true\n" + plugin);
            QCOMPARE(read.plan.kernels, std::vector<std::string>{"liger"});
            QCOMPARE(read.plan.loss.kind, LossKind::fused);
            QCOMPARE(listed(read.not_said), std::string());
        }
        const Imported part = import_text(layers + plugin); // two of three
        QCOMPARE(part.plan.kernels, (std::vector<std::string>{"liger_rope", "liger_rms_norm"}));
        QCOMPARE(listed(part.not_said), std::string());
        const Imported loss =
            import_text("base_model: org/base\nsequence_len: 64\nliger_fused_linear_cross_entropy: true\n" + plugin);
        QCOMPARE(loss.plan.kernels, std::vector<std::string>{"liger_loss"});
        const Imported unloaded = import_text(layers); // without the plugin nobody reads them
        QVERIFY(!unloaded.plan.has("kernels"));
        QCOMPARE(listed(unloaded.not_said), std::string("3:liger_rope 4:liger_rms_norm"));
    }

    void axolotl_trains_spectrums_share()
    {
        const std::string whole =
            "base_model: org/base\nsequence_len: 64\nplugins:\n  - axolotl.integrations.spectrum.SpectrumPlugin\n";
        const auto part = [&whole](const char *more) {
            const Imported read = import_text(whole + more);
            return read.plan.trainable ? read.plan.trainable->modules : std::vector<std::string>();
        };
        const std::string ends = "^(lm_head|model.embed_tokens).weight$";
        QCOMPARE(part(""), (std::vector<std::string>{ends, "50%"})); // SpectrumArgs
        QCOMPARE(part("spectrum_top_fraction: 0.125\nspectrum_model_name: org/other\n"),
                 (std::vector<std::string>{ends, "12.5%"}));
        QCOMPARE(part("spectrum_top_fraction: 0.29\n"), (std::vector<std::string>{ends, "29%"}));
        QCOMPARE(part("spectrum_top_fraction: 50\n"), (std::vector<std::string>{ends, "100%"})); // all of a list's first 50 times
        QCOMPARE(part("adapter: lora\nlora_r: 8\n"), std::vector<std::string>());
        const Imported read = import_text(whole + "spectrum_top_fraction: 0.25\nspectrum_model_name: org/other\n");
        QCOMPARE(listed(read.not_said), std::string());
        const Result<Exported> again = exported(read.plan, "axolotl");
        QVERIFY2(again.ok(), again.ok() ? "" : again.error().message().c_str());
        QVERIFY2(again->not_said.empty(), again->text.c_str());
        const Imported back = import_text(again->text);
        QVERIFY2(back.plan.trainable == read.plan.trainable, again->text.c_str());
    }

    void axolotl_says_why_a_share_has_no_effect()
    {
        const auto why = [](const std::string &more) {
            const Imported read = import_text("base_model: org/base\nsequence_len: 64\nspectrum_top_fraction: 0.25\n" + more);
            for (const ImportedKey &key : read.no_effect)
                if (key.key == "spectrum_top_fraction") return key.why;
            return std::string();
        };
        QCOMPARE(why(""), std::string("SpectrumPlugin is not among the plugins"));
        QCOMPARE(why("plugins:\n  - axolotl.integrations.spectrum.SpectrumPlugin\nadapter: lora\nlora_r: 8\n"),
                 std::string("beside adapters the model's own parameters are frozen"));
    }

    /// axolotl 0.21 utils/schemas/enums.py, CustomSupportedOptimizers.
    void axolotl_has_torchaos_optimizer_of_float8()
    {
        const Imported read =
            import_text("base_model: org/base\nsequence_len: 64\nmicro_batch_size: 1\noptimizer: ao_adamw_fp8\n");
        QVERIFY(read.plan.optimizer.name == *plan_enum<OptimizerName>("adamw_fp8"));
        const Result<Exported> again = exported(read.plan, "axolotl");
        QVERIFY(again.ok() && again->text.find("optimizer: ao_adamw_fp8\n") != std::string::npos);
    }

    void axolotl_packs_by_its_adapter()
    {
        const auto quant = [](const char *text) {
            const Imported read = import_text(std::string("base_model: org/base\nsequence_len: 64\n") + text);
            return read.plan.has("weights.quant") ? read.plan.weights.quant : std::string();
        };
        QCOMPARE(quant("adapter: qlora\nload_in_4bit: true\n"), std::string("nf4"));
        QCOMPARE(quant("adapter: lora\nload_in_8bit: true\n"), std::string("int8"));
        QCOMPARE(quant("adapter: lora\nload_in_4bit: true\n"), std::string()); // loaded as it is: a warning says so
        QCOMPARE(quant("adapter: lora\ngptq: true\n"), std::string("gptq4"));
        QCOMPARE(quant("adapter: lora\nmodel_quantization_config: Mxfp4Config\n"
                       "model_quantization_config_kwargs:\n  dequantize: true\n"),
                 std::string("none"));
    }

    void axolotl_floats()
    {
        const auto floats = [](const char *text) {
            const Imported read =
                import_text(std::string("base_model: org/base\nsequence_len: 64\nmicro_batch_size: 1\n") + text);
            nlohmann::json plan = plan_to_json(read.plan, true);
            return plan.value("autocast", "-") + ' ' + (plan.contains("weights") ? plan["weights"].value("dtype", "-") : "-");
        };
        QCOMPARE(floats("bf16: auto\n"), std::string("bf16 bf16"));
        QCOMPARE(floats("bf16: false\nfp16: true\n"), std::string("fp16 fp16"));
        QCOMPARE(floats("bf16: false\nfp16: false\nfloat16: true\n"), std::string("none fp16"));
        QCOMPARE(floats("bf16: false\n"), std::string("none fp32"));
    }

    void axolotl_offloads_in_place_of_recomputing_under_adapters()
    {
        const auto held = [](const char *text) {
            const Imported read =
                import_text(std::string("base_model: org/base\nsequence_len: 64\nmicro_batch_size: 1\n") + text);
            return to_text(nlohmann::ordered_json(plan_to_json(read.plan, true)["gradient_checkpointing"]));
        };
        QCOMPARE(held("gradient_checkpointing: true\nactivation_offloading: true\n"), std::string("\"offload\""));
        QCOMPARE(held("adapter: lora\ngradient_checkpointing: true\nactivation_offloading: true\n"),
                 std::string(R"({"offload":"activations"})"));
        QCOMPARE(held("gradient_checkpointing: offload\n"), std::string("\"offload\""));
        QCOMPARE(held("gradient_checkpointing: false\n"), std::string("false"));
    }

    void axolotl_shards()
    {
        const Imported read = import_text("base_model: org/base\nmicro_batch_size: 1\nsequence_len: 64\n"
                                          "plugins:\n  - axolotl.integrations.cut_cross_entropy.CutCrossEntropyPlugin\n"
                                          "dp_shard_size: 4\ndp_replicate_size: 2\ntensor_parallel_size: 2\nfsdp_version: 2\n"
                                          "fsdp_config:\n  offload_params: true\n  auto_wrap_policy: TRANSFORMER_BASED_WRAP\n"
                                          "  reshard_after_forward: true\n  state_dict_type: FULL_STATE_DICT\n");
        QCOMPARE(
            stated(read),
            std::string(
                R"({"model":{"hub":"org/base"},"stack":"axolotl","micro_batch":1,"sequence_length":64,"loss":{"kind":"cut"},)"
                R"("parallel":{"engine":"fsdp2","data":8,"zero":3,"tensor":2,"replicate":2,"reshard_after_forward":true,)"
                R"("wrap":"layer","offload":"both"}})"));
        QCOMPARE(listed(read.not_said), std::string());
    }

    void llama_factory_lora()
    {
        const Imported read =
            import_text("model_name_or_path: org/base\nstage: sft\ndo_train: true\nfinetuning_type: lora\n"
                        "lora_rank: 16\nlora_target: q_proj,v_proj\nquantization_bit: 4\nquantization_method: bnb\n"
                        "cutoff_len: 1024\nper_device_train_batch_size: 2\nbf16: true\nflash_attn: fa2\n"
                        "disable_gradient_checkpointing: true\nuse_badam: true\ntemplate: llama3\nray_num_workers: 4\n");
        QCOMPARE(read.tool, std::string("llama-factory"));
        QCOMPARE(
            stated(read),
            std::string(
                R"({"model":{"hub":"org/base"},"stack":"llama-factory","method":"qlora","weights":{"quant":"nf4"},"autocast":"bf16",)"
                R"("adapter":{"rank":16,"targets":["q_proj","v_proj"]},"micro_batch":2,"sequence_length":1024,)"
                R"("gradient_checkpointing":false,"attention":"flash2","parallel":{"data":4}})"));
        QCOMPARE(listed(read.not_said), std::string("14:use_badam"));
        QCOMPARE(listed(read.no_effect), std::string("3:do_train 15:template"));
    }

    void llama_factory_freezes_layers()
    {
        const auto read = [](const char *text) {
            return import_text(std::string("model_name_or_path: org/base\nstage: sft\nfinetuning_type: freeze\ntemplate: x\n") +
                               text);
        };
        QCOMPARE(stated(read("freeze_trainable_layers: 4\nfreeze_extra_modules: embed_tokens\n")),
                 std::string(R"({"model":{"hub":"org/base"},"stack":"llama-factory","method":"full",)"
                             R"("trainable":{"last_layers":4,"also":["embed_tokens"]}})"));
        const Imported expanded = read("freeze_trainable_layers: 8\nuse_llama_pro: true\n");
        QVERIFY(!expanded.plan.has("trainable"));
        QCOMPARE(listed(expanded.not_said), std::string("5:freeze_trainable_layers 6:use_llama_pro"));
    }

    void llama_factory_of_the_second_schema()
    {
        const Imported read =
            import_text("model: org/base\nmodel_class: llm\npeft_config:\n  name: lora\n  r: 8\n  target_modules: all\n"
                        "dist_config:\n  name: fsdp2\n  dcp_path: null\nquant_config: null\nmicro_batch_size: 1\n"
                        "cutoff_len: 2048\n");
        QCOMPARE(
            stated(read),
            std::string(
                R"({"model":{"hub":"org/base"},"stack":"llama-factory","method":"lora","adapter":{"rank":8,)"
                R"("targets":"all-linear"},"micro_batch":1,"sequence_length":2048,"parallel":{"engine":"fsdp2","zero":3}})"));
        QCOMPARE(listed(read.not_said), std::string());
    }

    void llama_factory_command_names_its_file()
    {
        const Imported read =
            import_text("NPROC_PER_NODE=2 llamafactory-cli train lora.yaml --learning_rate 1e-5\n",
                        {{"lora.yaml", "model_name_or_path: org/base\nstage: sft\nfinetuning_type: lora\nlora_rank: 4\n"}});
        QCOMPARE(read.plan.adapter.rank, Count{4});
        QVERIFY(read.plan.has("model"));
    }

    void unsloth_studio()
    {
        const Imported read =
            import_text("model: org/base\ntraining:\n  training_type: lora\n  max_seq_length: 2048\n  load_in_4bit: true\n"
                        "  batch_size: 2\n  gradient_checkpointing: \"unsloth\"\n  learning_rate: 0.0002\nlora:\n  lora_r: 64\n"
                        "  target_modules: \"q_proj,v_proj\"\n  use_dora: false\n  finetune_mlp_modules: false\n");
        QCOMPARE(read.tool, std::string("unsloth"));
        QCOMPARE(
            stated(read),
            std::string(
                R"({"model":{"hub":"org/base"},"stack":"unsloth","method":"qlora","weights":{"quant":"nf4"},"adapter":{"rank":64,)"
                R"("targets":["q_proj","v_proj"],"dora":false},"micro_batch":2,"sequence_length":2048,)"
                R"("gradient_checkpointing":"offload"})"));
        QCOMPARE(listed(read.not_said), std::string("13:lora.finetune_mlp_modules"));
    }

    void unsloth_script()
    {
        const Imported read =
            import_text("python unsloth-cli.py --model_name \"org/base\" --max_seq_length 8192 --dtype None "
                        "--load_in_4bit \\\n--r 64 --lora_alpha 32 --use_gradient_checkpointing \"unsloth\" "
                        "--per_device_train_batch_size 4 --optim \"adamw_8bit\" --save_model --quantization \"f16\"\n");
        QCOMPARE(read.tool, std::string("unsloth"));
        QCOMPARE(stated(read),
                 std::string(
                     R"({"model":{"hub":"org/base"},"stack":"unsloth","method":"qlora","weights":{"dtype":"auto","quant":"nf4"},)"
                     R"("adapter":{"rank":64,"alpha":32},"optimizer":{"name":"adamw_8bit"},"micro_batch":4,)"
                     R"("sequence_length":8192,"gradient_checkpointing":"offload"})"));
        QCOMPARE(read.not_said.size(), std::size_t{0});
        QCOMPARE(import_text("python train.py --model_name_or_path org/base --r 8 --lora_alpha 16 --bf16\n").tool,
                 std::string("transformers"));
    }

    void unsloth_calls()
    {
        const Imported read = import_text("from unsloth import FastLanguageModel\n"
                                          "max_seq_length = 4096\n"
                                          "model, tokenizer = FastLanguageModel.from_pretrained(\n"
                                          "    model_name = \"org/base\",\n"
                                          "    max_seq_length = max_seq_length,\n"
                                          "    dtype = None,\n"
                                          ")\n"
                                          "model = FastLanguageModel.get_peft_model(\n"
                                          "    model, r = 32,\n"
                                          "    target_modules = [\"q_proj\", \"v_proj\"],\n"
                                          "    lora_alpha = 32, bias = \"none\",\n"
                                          "    use_gradient_checkpointing = \"unsloth\",\n"
                                          ")\n");
        QCOMPARE(read.tool, std::string("unsloth"));
        QCOMPARE(
            stated(read),
            std::string(
                R"({"model":{"hub":"org/base"},"stack":"unsloth","method":"qlora","weights":{"dtype":"auto","quant":"nf4"},"adapter":{"rank":32,)"
                R"("alpha":32,"targets":["q_proj","v_proj"],"bias":"none"},"sequence_length":4096,)"
                R"("gradient_checkpointing":"offload"})"));
    }

    void ms_swift_on_megatron_trains_the_whole_model()
    {
        const Imported read = import_text("NPROC_PER_NODE=4 megatron sft --model org/base --tensor_model_parallel_size 2 "
                                          "--micro_batch_size 2 --max_length 4096\n");
        QCOMPARE(
            stated(read),
            std::string(R"({"model":{"hub":"org/base"},"stack":"megatron","method":"full","autocast":"bf16","micro_batch":2,)"
                        R"("sequence_length":4096,"gradient_accumulation":4,"loss":{"kind":"fused_ce"},)"
                        R"("parallel":{"engine":"megatron","data":2,"zero":1,"tensor":2}})"));
        const Imported lora =
            import_text("megatron sft --model org/base --tuner_type lora --lora_rank 16 --recompute_granularity full\n");
        QCOMPARE(lora.plan.method, Method::lora);
        QCOMPARE(lora.plan.adapter.rank, Count{16});
        QCOMPARE(lora.plan.gradient_checkpointing.enabled, true);
    }

    void ms_swift_command()
    {
        const Imported read =
            import_text("NPROC_PER_NODE=4 \\\nIMAGE_MAX_TOKEN_NUM=1024 \\\nswift sft \\\n  --model org/base \\\n"
                        "  --tuner_type full \\\n  --torch_dtype bfloat16 \\\n  --per_device_train_batch_size 1 \\\n"
                        "  --max_length 8192 \\\n  --deepspeed zero3_offload \\\n  --attn_impl flash_attn \\\n"
                        "  --use_liger_kernel true \\\n  --experts_impl grouped_mm \\\n  --save_steps 100\n");
        QCOMPARE(read.tool, std::string("ms-swift"));
        QCOMPARE(
            stated(read),
            std::string(
                R"({"model":{"hub":"org/base"},"stack":"ms-swift","method":"full","weights":{"dtype":"bf16"},)"
                R"("autocast":"bf16","micro_batch":1,"sequence_length":8192,"attention":"flash2",)"
                R"("loss":{"kind":"fused"},"parallel":{"engine":"deepspeed","data":4,"zero":3,"deepspeed":{"contiguous_gradients":true,)"
                R"("overlap_comm":false,"reduce_bucket_size":"auto","stage3_gather_16bit_weights_on_model_save":true,)"
                R"("stage3_max_live_parameters":1000000000,"stage3_max_reuse_distance":1000000000,)"
                R"("stage3_param_persistence_threshold":"auto","stage3_prefetch_bucket_size":"auto","sub_group_size":1000000000},)"
                R"("offload":"both"}})"));
        QCOMPARE(listed(read.not_said), std::string("2:IMAGE_MAX_TOKEN_NUM 12:experts_impl"));
        QCOMPARE(listed(read.no_effect), std::string("13:save_steps"));
    }

    /// trainers/mixin.py, _fix_gradient_checkpointing: reentrant but for processes that hold whole copies.
    void ms_swift_checkpoints_by_how_it_is_started()
    {
        const auto reentrant = [](const std::string &before, const std::string &options) {
            const Imported read = import_text(before + "swift sft --model org/base " + options);
            const bool said = read.plan.has("gradient_checkpointing");
            return said ? std::string(read.plan.gradient_checkpointing.reentrant ? "yes" : "no") : std::string("default");
        };
        QCOMPARE(reentrant("", ""), std::string("default"));
        QCOMPARE(reentrant("", "--gradient_checkpointing true"), std::string("yes"));
        QCOMPARE(reentrant("NPROC_PER_NODE=2 ", ""), std::string("no"));
        QCOMPARE(reentrant("NPROC_PER_NODE=2 ", "--deepspeed zero2"), std::string("default"));
        QCOMPARE(reentrant("", "--gradient_checkpointing_kwargs '{\"use_reentrant\": false}'"), std::string("no"));
    }

    void a_plan_is_itself()
    {
        const std::string plan = R"({"method":"lora","model":{"preset":"qwen2.5-7b"},"adapter":{"rank":8,"targets":["q_proj"]}})";
        const Imported read = import_text(plan);
        QCOMPARE(read.tool, std::string("plimsoll"));
        QCOMPARE(stated(read), R"({"model":{"preset":"qwen2.5-7b"},"method":"lora","adapter":{"rank":8,"targets":["q_proj"]}})");
        QCOMPARE(read.not_said.size(), std::size_t{0});
        const Imported wrong =
            import_text(R"({"schema":"plimsoll.plan/1","model":{"preset":"qwen2.5-7b"},"micro_batch":0,"rank":8})");
        QCOMPARE(listed(wrong.not_said), std::string("1:micro_batch 1:rank"));
    }
};

PLIMSOLL_TEST(TestImportTuners)
} // namespace PLIMSOLL_FILE
#include "test_import_tuners.moc"
