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

    kinds = {}  # modules with a weight, those of one name in all layers together
    for name, _ in model.named_parameters():
        if name.endswith(".weight"):
            kinds.setdefault(re.sub(r"\.\d+\.", ".", name, count=1), []).append(name.removesuffix(".weight"))
    shared = set()  # of a share of the layers the first: which they are changes little
    for percent in filter(None, (re.match(r"([\d.]+)%", one) for one in names)):
        for modules in kinds.values():
            shared.update(modules[: int(len(modules) * (float(percent[1]) / 100))])

    for name, parameter in model.named_parameters():
        layer = re.search(r"\.(\d+)\.", name)
        last = layer is not None and int(layer.group(1)) >= count - layers
        parameter.requires_grad_(last or name.rpartition(".")[0] in shared or any(meets(name, one) for one in names))
