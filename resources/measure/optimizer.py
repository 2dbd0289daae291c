def make_optimizer(parameters):
    wanted = PLAN["optimizer"]
    name, how = wanted["name"], wanted["implementation"]
    form = {"fused": True} if how == "fused" else {"foreach": how == "foreach"}
    if name in ("adamw", "adam"):
        return (torch.optim.AdamW if name == "adamw" else torch.optim.Adam)(parameters, lr=1e-4, **form)
    if name in ("sgd", "sgd_momentum"):
        return torch.optim.SGD(parameters, lr=1e-4, momentum=0.9 if name == "sgd_momentum" else 0.0, **form)
    if name == "adafactor":
        if how is not None:
            return torch.optim.Adafactor(parameters, foreach=how == "foreach")
        return transformers.optimization.Adafactor(parameters, lr=1e-4, scale_parameter=False, relative_step=False)
    if name == "adamw_4bit":
        return need("torchao.optim", "torchao").AdamW4bit(parameters)
    kinds = {"adamw_8bit": "AdamW8bit", "paged_adamw_8bit": "PagedAdamW8bit", "paged_adamw_32bit": "PagedAdamW32bit", "lion": "Lion32bit"}
    if name not in kinds:
        stop(f"optimizer.name: {name}, which this loop cannot make")
    return getattr(need("bitsandbytes").optim, kinds[name])(parameters, lr=1e-4)
