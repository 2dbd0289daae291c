def lora_config(peft):
    a = PLAN["adapter"]
    targets = None if a["targets"] == "default" else a["targets"]
    more = {"target_parameters": a["target_parameters"]} if a["target_parameters"] else {}
    kind, kept = "CAUSAL_LM", a["modules_to_save"] or None
    if PLAN["objective"] == "reward":
        kind, kept = "SEQ_CLS", kept or ["score"]
    return peft.LoraConfig(r=a["rank"], lora_alpha=a["alpha"], lora_dropout=a["dropout"], target_modules=targets, use_dora=a["dora"],
                           use_rslora=a["rslora"], bias=a["bias"], modules_to_save=kept,
                           task_type=kind, **more)


def cast_adapters(model):
    """To the plan's dtype, where the stack makes another; a second set that a trainer adds keeps its own."""
    dtype = DTYPE[PLAN["adapter"]["dtype"]]
    for name, parameter in model.named_parameters():
        if "lora_" in name and ".ref." not in name and parameter.dtype != dtype:
            parameter.data = parameter.data.to(dtype)


def prepared(model):
    peft = need("peft")
    if PLAN["kbit_prepare"]:
        model = peft.prepare_model_for_kbit_training(model, use_gradient_checkpointing=bool(PLAN["gradient_checkpointing"]))
    return model, lora_config(peft)
