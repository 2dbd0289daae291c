def extract(model):
    put_on_card(model)
    gc.collect()
    METER.mark("load")
    model.eval()
    capture, vocabulary = PLAN["extract"]["capture"], model.config.get_text_config().vocab_size
    METER.begin(1)
    with torch.no_grad(), torch.autocast("cuda", dtype=DTYPE.get(PLAN["autocast"], torch.bfloat16), enabled=PLAN["autocast"] != "none"):
        ids = torch.randint(0, vocabulary, (PLAN["micro_batch"], PLAN["sequence_length"])).to(CUDA)
        out = model(input_ids=ids, use_cache=False, output_hidden_states=capture in ("hidden_states", "full"),
                    output_attentions=capture in ("attentions", "full"))
    METER.mark("extract")
    METER.end_step()
    del out
    return model
