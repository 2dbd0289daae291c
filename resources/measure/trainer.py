def hf_optimizer():
    """(TrainingArguments.optim, .optim_args); the first is None where Trainer has no name for it."""
    wanted = PLAN["optimizer"]
    if wanted["name"] == "adamw":
        return {"fused": "adamw_torch_fused", "foreach": "adamw_torch"}.get(wanted["implementation"]), None
    rank = f"rank={wanted['rank']}"
    own = """adamw_anyprecision stable_adamw grokadamw schedule_free_adamw schedule_free_radam schedule_free_sgd lomo adalomo ademamix
             ademamix_8bit paged_ademamix_32bit paged_ademamix_8bit lion_8bit paged_lion_32bit paged_lion_8bit rmsprop rmsprop_bnb
             rmsprop_bnb_8bit adagrad adamw_torch_8bit"""
    if wanted["name"] in own.split():
        return wanted["name"], None
    layerwise = "_layerwise" if wanted.get("in_backward") else ""
    if wanted["name"] in ("galore_adamw_8bit", "galore_adafactor"):
        return wanted["name"] + layerwise, rank
    return {"sgd": ("sgd", None), "sgd_momentum": ("sgd", "momentum=0.9"), "lion": ("lion_32bit", None), "adafactor": ("adafactor", None),
            "adamw_8bit": ("adamw_8bit", None), "adamw_4bit": ("adamw_torch_4bit", None), "galore": ("galore_adamw" + layerwise, rank),
            "paged_adamw_8bit": ("paged_adamw_8bit", None), "paged_adamw_32bit": ("paged_adamw_32bit", None),
            "apollo": ("apollo_adamw" + layerwise, rank)}.get(wanted["name"], (None, None))


def trainer_settings(folder):
    on, how = checkpointing()
    name, extra = hf_optimizer()
    out = dict(output_dir=folder, per_device_train_batch_size=PLAN["micro_batch"], max_steps=STEPS, disable_tqdm=True,
               gradient_accumulation_steps=PLAN["gradient_accumulation"], bf16=PLAN["autocast"] == "bf16", fp16=PLAN["autocast"] == "fp16",
               gradient_checkpointing=on, max_grad_norm=PLAN["max_grad_norm"], report_to="none", save_strategy="no",
               torch_compile=PLAN["compile"], **SHARDING)
    if how:
        out["gradient_checkpointing_kwargs"] = how
    if name:
        out["optim"] = name
    if extra:
        out["optim_args"] = extra
    if PLAN["optimizer"]["name"] in ("galore", "apollo", "galore_adamw_8bit", "galore_adafactor"):
        out["optim_target_modules"] = "all-linear"
    if PLAN["loss"]["kind"] in ("fused", "fused_ce"):
        need("liger_kernel", "liger-kernel")
        out["use_liger_kernel"] = True
        if PLAN["loss"]["kind"] == "fused_ce":
            out["liger_kernel_config"] = {"cross_entropy": True, "fused_linear_cross_entropy": False}
    return out


def tokenizer_parts():
    from tokenizers import Tokenizer, models, pre_tokenizers
    words = Tokenizer(models.WordLevel({"<unk>": 0, "<eos>": 1, "<pad>": 2, "a": 3}, unk_token="<unk>"))
    words.pre_tokenizer = pre_tokenizers.Whitespace()
    return dict(tokenizer_object=words, eos_token="<eos>", pad_token="<pad>", unk_token="<unk>")


def tokenizer():
    return transformers.PreTrainedTokenizerFast(**tokenizer_parts())


def trl_trainer(model, lora, settings, callbacks):
    trl, datasets = need("trl"), need("datasets")
    rows, length, release = PLAN["micro_batch"], PLAN["sequence_length"], [int(n) for n in trl.__version__.split(".")[:2]]
    count = rows * PLAN["gradient_accumulation"] * STEPS * WORLD
    ids = [torch.randint(0, vocabulary(model), (length - (PADS if PLAN["padded"] and (i + 1) % rows == 0 else 0),)).tolist() for i in range(count)]
    loss = PLAN["loss"]["kind"]
    if [1, 7] <= release < [1, 16] and loss in ("chunked", "full"):
        settings["loss_type"] = {"chunked": "chunked_nll", "full": "nll"}[loss]
    elif loss == ("chunked" if release < [1, 7] else "full"):
        stop(f"loss.kind: {loss}, which TRL {trl.__version__} does not have")
    if isinstance(PLAN["gradient_checkpointing"], dict) and PLAN["gradient_checkpointing"].get("offload") == "activations":
        settings["activation_offloading"] = True
    arguments = trl.SFTConfig(max_length=length, pad_to_multiple_of=length if PLAN["padded"] else None,
                              dataset_kwargs={"skip_prepare_dataset": True}, **settings)
    data = datasets.Dataset.from_list([{"input_ids": row} for row in ids])
    return trl.SFTTrainer(model=model, args=arguments, train_dataset=data, processing_class=tokenizer(), peft_config=lora, callbacks=callbacks)


def train(model):
    import tempfile
    need("accelerate")
    from transformers import Trainer, TrainerCallback, TrainingArguments

    class Steps(TrainerCallback):
        def on_step_begin(self, *a, **k):
            METER.begin(METER.step + 1)

        def on_step_end(self, *a, **k):
            METER.mark("optimizer_step")
            METER.end_step()

    lora = None
    if PLAN["method"] != "full":
        model, lora = prepared(model)
        if RUNNER != "trl":
            model = need("peft").get_peft_model(model, lora)
    put_on_card(model)
    with tempfile.TemporaryDirectory() as folder:
        settings = trainer_settings(folder)
        if RUNNER == "trl":
            if PLAN["objective"] == "sft":
                trainer = trl_trainer(model, lora, settings, [Steps()])
            else:
                trainer = objective_trainer(model, lora, settings, [Steps()], folder)
        else:
            named = "optim" in settings
            custom = {} if named else {"optimizers": (make_optimizer([p for p in model.parameters() if p.requires_grad]), None)}
            rows = PLAN["micro_batch"]
            data = Tokens(rows * PLAN["gradient_accumulation"] * STEPS * WORLD, rows, PLAN["sequence_length"], vocabulary(model))
            trainer = Trainer(model=model, args=TrainingArguments(**settings), train_dataset=data, callbacks=[Steps()],
                              data_collator=transformers.default_data_collator, **custom)
        if lora is not None:
            cast_adapters(trainer.model)
        gc.collect()
        METER.mark("load")
        stages = None if PLAN["objective"] == "sft" else Stages(trainer)
        backward, one_pass = trainer.accelerator.backward, trainer.training_step

        def named(*positional, **keywords):
            METER.again()
            if stages is not None:
                stages.before_pass()
            return one_pass(*positional, **keywords)

        def measured(loss, **keywords):
            METER.mark("forward") if stages is None else stages.before_backward()
            backward(loss, **keywords)
            METER.mark("backward")

        trainer.accelerator.backward, trainer.training_step = measured, named
        trainer.train()
    return trainer.model
