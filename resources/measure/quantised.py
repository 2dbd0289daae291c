def quantise(model):
    """bitsandbytes' own loading of a checkpoint whose values are random: one matrix after another, from its copy in the dtype that
    is loaded, into modules that transformers put in the place of the linear ones."""
    bnb = need("bitsandbytes")
    need("accelerate")
    from transformers import BitsAndBytesConfig
    from transformers.quantizers import AutoHfQuantizer

    weights, dtype = PLAN["weights"], DTYPE[PLAN["weights"]["dtype"]]
    if weights["quant"] == "int8":
        wanted = BitsAndBytesConfig(load_in_8bit=True)
    else:
        compute = DTYPE.get(PLAN["autocast"], dtype if dtype != torch.float32 else torch.bfloat16)
        storage = {"bnb_4bit_quant_storage": DTYPE[weights["quant_storage"]]} if weights["quant_storage"] else {}
        wanted = BitsAndBytesConfig(load_in_4bit=True, bnb_4bit_quant_type=weights["quant"], bnb_4bit_compute_dtype=compute,
                                    bnb_4bit_use_double_quant=weights["double_quant"], **storage)
    quantizer = AutoHfQuantizer.from_config(wanted, pre_quantized=False)
    quantizer.preprocess_model(model=model, device_map={"": RANK})
    model.tie_weights()
    try:
        from transformers.modeling_utils import caching_allocator_warmup
        names = [name for name, _ in list(model.named_parameters()) + list(model.named_buffers())]
        caching_allocator_warmup(model, {name: CUDA for name in names}, quantizer)
    except (ImportError, TypeError):
        NOTES.append("this release of transformers loads without its allocator's warm-up, or calls it otherwise")
    for place, module in model.named_modules():
        if not isinstance(module, (bnb.nn.Linear4bit, bnb.nn.Linear8bitLt)):
            continue
        old = module.weight
        value = drawn(old.shape, dtype)
        if getattr(module, "source_cls", torch.nn.Linear) is not torch.nn.Linear:
            value = value.T
        extra = dict(old.__dict__)
        extra.pop("SCB", None)
        if weights["quant"] == "int8":  # by way of the host, as Bnb8bitQuantize.convert does
            module.weight = bnb.nn.Int8Params(value.to("cpu"), requires_grad=False, **extra).to(CUDA)
        else:
            module.weight = bnb.nn.Params4bit(value, requires_grad=False, **extra).to(CUDA)
        del value
        if module.bias is not None and module.bias.is_meta:
            module.bias = torch.nn.Parameter(torch.zeros(module.bias.shape, dtype=dtype, device=CUDA), requires_grad=False)
    put_on_card(model)
    quantizer.postprocess_model(model)
    model.hf_quantizer = quantizer
    return model
