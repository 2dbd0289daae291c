def train(model):
    if PLAN["method"] != "full":
        model, lora = prepared(model)
        model = need("peft").get_peft_model(model, lora)
        cast_adapters(model)
    put_on_card(model)
    gc.collect()
    METER.mark("load")
    model.train()
    on, how = checkpointing()
    if on:
        model.gradient_checkpointing_enable(**({"gradient_checkpointing_kwargs": how} if how else {}))
        if PLAN["method"] != "full" and not PLAN["kbit_prepare"]:
            model.enable_input_require_grads()
    model.config.use_cache = False
    if WORLD > 1:
        torch.distributed.init_process_group("nccl")
        p = PLAN["parallel"]
        model = torch.nn.parallel.DistributedDataParallel(
            model, device_ids=[RANK], bucket_cap_mb=p["bucket_mb"], gradient_as_bucket_view=p["gradient_as_bucket_view"],
            static_graph=p["static_graph"], find_unused_parameters=bool(p["find_unused_parameters"]))
    run = torch.compile(model) if PLAN["compile"] else model
    trained = [p for p in model.parameters() if p.requires_grad]
    optimizer = make_optimizer(trained)
    rows = PLAN["micro_batch"]
    data = Tokens(rows, rows, PLAN["sequence_length"], vocabulary(getattr(model, "module", model)))
    batch = torch.utils.data.default_collate([data[i] for i in range(rows)])
    amp = {"dtype": DTYPE.get(PLAN["autocast"], torch.bfloat16), "enabled": PLAN["autocast"] != "none"}
    outputs = loss = None
    for step in range(STEPS):
        METER.begin(step + 1)
        for _ in range(PLAN["gradient_accumulation"]):
            METER.again()
            inputs = {key: value.to(CUDA) for key, value in batch.items() if PLAN["padded"] or key != "attention_mask"}
            with torch.autocast("cuda", **amp):
                outputs = run(**inputs)  # its logits live until the next assignment
                loss = outputs.loss / PLAN["gradient_accumulation"]
            METER.mark("forward")
            loss.backward()
            METER.mark("backward")
        if PLAN["max_grad_norm"]:
            torch.nn.utils.clip_grad_norm_(trained, PLAN["max_grad_norm"])
        optimizer.step()
        optimizer.zero_grad()
        METER.mark("optimizer_step")
        METER.end_step()
        if not PLAN["keep_outputs"]:
            outputs = loss = inputs = None
    return model
