def generate(model):
    put_on_card(model)
    gc.collect()
    METER.mark("load")
    model.eval()
    wanted = PLAN["inference"]
    new = min(wanted["new_tokens"], wanted["context"] - 1)
    ids = torch.randint(0, model.config.get_text_config().vocab_size, (wanted["sequences"], wanted["context"] - new)).to(CUDA)
    keywords = {}
    if wanted["cache"] != "dynamic":
        keywords["cache_implementation"] = wanted["cache"]
    if wanted["cache"] == "quantized":
        eight = wanted["kv_dtype"] == "int8"
        need("hqq" if eight else "optimum.quanto", "hqq" if eight else "optimum-quanto")
        keywords["cache_config"] = {"backend": "hqq" if eight else "quanto", "nbits": 8 if eight else 4}
    if wanted["cache"] == "static":
        keywords["disable_compile"] = not PLAN["compile"]
    METER.begin(1)
    with torch.no_grad(), torch.autocast("cuda", dtype=DTYPE.get(PLAN["autocast"], torch.bfloat16), enabled=PLAN["autocast"] != "none"):
        out = model.generate(ids, attention_mask=torch.ones_like(ids), max_new_tokens=new, min_new_tokens=new, do_sample=False,
                             pad_token_id=0, **keywords)
    METER.mark("generate")
    METER.end_step()
    if out.shape[1] != wanted["context"]:
        NOTES.append(f"{out.shape[1]} tokens were reached in place of {wanted['context']}")
    return model
