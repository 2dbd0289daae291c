transformers = need("transformers")
transformers.logging.set_verbosity_error()


def skip_initialisation():
    """Weights are drawn on the card; on the host their first values would only cost time."""
    for name in ("kaiming_uniform_", "uniform_", "normal_", "trunc_normal_", "xavier_uniform_", "xavier_normal_"):
        setattr(torch.nn.init, name, lambda tensor, *a, **k: tensor)


def model_config(config):
    values = json.loads(json.dumps(config))
    for key in ("auto_map", "quantization_config", "torch_dtype", "dtype", "_name_or_path", "transformers_version", "architectures"):
        values.pop(key, None)
    kind = values.pop("model_type", None)
    if kind not in transformers.CONFIG_MAPPING:
        stop(f"transformers {transformers.__version__} has no model type {kind}: a newer release may, or its code lies on the Hub")
    return transformers.AutoConfig.for_model(kind, **values)


def model_class(config, kind):
    if kind == "score":  # of one output, where a language model's head is
        if type(config) not in transformers.MODEL_FOR_SEQUENCE_CLASSIFICATION_MAPPING:
            stop(f"transformers {transformers.__version__} has no sequence classifier of {config.model_type}")
        config.num_labels, config.pad_token_id = 1, 2
        return transformers.AutoModelForSequenceClassification.from_config
    if type(config) in transformers.MODEL_FOR_CAUSAL_LM_MAPPING:
        return transformers.AutoModelForCausalLM.from_config
    name = (CONFIG.get("architectures") or [None])[0]
    if not hasattr(transformers, name or ""):
        stop(f"transformers {transformers.__version__} has no causal language model of {config.model_type}, nor {name}")
    return getattr(transformers, name)._from_config


class WeightsOnMeta:
    """Parameters are made without data, buffers with: they hold values that are computed."""

    def __enter__(self):
        self.register = register = torch.nn.Module.register_parameter

        def on_meta(module, name, parameter):
            register(module, name, parameter)
            made = module._parameters.get(name)
            if made is not None and made.device.type != "meta":
                kind = type(made)
                extra = {} if kind is torch.nn.Parameter else dict(made.__dict__)
                module._parameters[name] = kind(made.to("meta"), requires_grad=made.requires_grad, **extra)

        torch.nn.Module.register_parameter = on_meta

    def __exit__(self, *_):
        torch.nn.Module.register_parameter = self.register


def drawn(shape, dtype, name=""):
    """A random weight on the card. Nothing but itself is allocated."""
    out = torch.empty(shape, dtype=dtype, device=CUDA)
    if out.dim() < 2 and out.dtype.is_floating_point:
        return out.fill_(1.0 if "norm" in name or "ln" in name else 0.0)
    return out.normal_(0.0, 0.02) if out.dtype.is_floating_point else out.zero_()


def put_on_card(model):
    """What is still without data, tensor by tensor in module order, as Module.to does for a model on the host."""
    shared = {}
    for place, module in model.named_modules():
        for name, parameter in list(module._parameters.items()):
            if parameter is not None and not parameter.is_cuda:
                if id(parameter) not in shared:
                    made = parameter.is_meta
                    value = drawn(parameter.shape, parameter.dtype, f"{place}.{name}".lower()) if made else parameter.data.to(CUDA)
                    shared[id(parameter)] = parameter, torch.nn.Parameter(value, requires_grad=parameter.requires_grad)
                module._parameters[name] = shared[id(parameter)][1]
        for name, buffer in list(module._buffers.items()):
            if buffer is not None and not buffer.is_cuda:
                module._buffers[name] = torch.zeros_like(buffer, device=CUDA) if buffer.is_meta else buffer.to(CUDA)


def build(config, kind="tokens", dtype=None):
    skip_initialisation()
    attention = {"flash2": "flash_attention_2", "flash3": "flash_attention_3"}.get(PLAN["attention"], PLAN["attention"])
    if PLAN["attention"] == "flash2":
        need("flash_attn", "flash-attn")
    values = {"attn_implementation": attention, "dtype": dtype or DTYPE[PLAN["weights"]["dtype"]]}
    if int(transformers.__version__.split(".")[0]) < 5 and "dtype" not in transformers.PreTrainedModel.from_pretrained.__doc__:
        values["torch_dtype"] = values.pop("dtype")
    with WeightsOnMeta():
        model = model_class(config, kind)(config, **values)
    model.tie_weights()
    return model
