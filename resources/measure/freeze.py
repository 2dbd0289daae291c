def freeze(model):
    """Trains the plan's part of the model alone."""
    import re

    wanted = PLAN["trainable"]
    names = wanted if isinstance(wanted, list) else list(wanted.get("also") or [])
    layers = 0 if isinstance(wanted, list) else wanted.get("last_layers", 0)
    count = getattr(model.config.get_text_config(), "num_hidden_layers", 0)

    def meets(parameter, name):
        if re.search(r"[*+?()\[\]{}^$]", name):
            return re.search(name, parameter) is not None
        return f".{name}." in f".{parameter}."

    for name, parameter in model.named_parameters():
        layer = re.search(r"\.(\d+)\.", name)
        last = layer is not None and int(layer.group(1)) >= count - layers
        parameter.requires_grad_(last or any(meets(name, one) for one in names))
