def words_of(count):
    return " ".join(["a"] * count)


def rows_of_objective():
    """As many words as the plan has tokens; each trainer puts an end behind them."""
    name, length = PLAN["objective"], PLAN["sequence_length"]
    count = PLAN["micro_batch"] * PLAN["gradient_accumulation"] * STEPS * WORLD
    if name in ("grpo", "rloo"):
        return [{"prompt": words_of(PLAN["rollout"]["prompt_length"])}] * count
    prompt = PLAN["preference"]["prompt_length"] or 1
    answer = " " + words_of(max(1, length - prompt - 1))
    if name == "kto":
        return [{"prompt": words_of(prompt), "completion": answer, "label": i % 2 == 0} for i in range(count)]
    return [{"prompt": words_of(prompt), "chosen": answer, "rejected": answer}] * count


def objective_settings(name):
    wanted, drawn = PLAN["preference"], PLAN["rollout"]
    if name in ("grpo", "rloo"):
        steps = drawn["steps_per_generation"] or PLAN["gradient_accumulation"]
        at_once = PLAN["micro_batch"] * steps * WORLD
        asked = drawn["generations"] or 8
        group = next((n for n in range(min(asked, at_once), 1, -1) if at_once % n == 0), None)
        if group is None:
            stop(f"rollout.generations: {at_once} completions at once make no group of two or more")
        if group != asked:
            NOTES.append(f"groups of {group} completions in the place of {asked}: as many as are drawn at once allow")
        return dict(num_generations=group, steps_per_generation=steps, num_iterations=drawn["iterations"], beta=drawn["beta"] or 0.0,
                    max_completion_length=drawn["completion_length"], generation_kwargs={"min_new_tokens": drawn["completion_length"]})
    out = dict(max_length=PLAN["sequence_length"])
    if name == "cpo":
        out["cpo_alpha"] = 1.0 if wanted["nll"] else 0.0
    if name in ("dpo", "kto") and wanted["reference"] == "precomputed":
        out.update(precompute_ref_log_probs=True, precompute_ref_batch_size=wanted["precompute_batch"])
    if wanted["loss_type"] and name in ("dpo", "kto", "cpo"):
        out["loss_type"] = wanted["loss_type"]
    return out


def objective_trainer(model, lora, settings, callbacks):
    trl, datasets = need("trl"), need("datasets")
    name = PLAN["objective"]
    module = importlib.import_module(f"trl.experimental.{name}") if name in ("orpo", "cpo") else trl
    arguments = getattr(module, name.upper() + "Config")(**settings, **objective_settings(name))
    more = {}
    if name in ("grpo", "rloo"):
        more["reward_funcs"] = lambda completions, **_: [float(i % 2) for i in range(len(completions))]
    elif name in ("dpo", "kto") and lora is None and PLAN["preference"]["reference"] != "precomputed":
        more["ref_model"] = build(model_config(CONFIG))  # the trainer would look for the model's name
        put_on_card(more["ref_model"])
    return getattr(module, name.upper() + "Trainer")(model=model, args=arguments, train_dataset=datasets.Dataset.from_list(rows_of_objective()),
                                                     processing_class=tokenizer(), peft_config=lora, callbacks=callbacks, **more)
