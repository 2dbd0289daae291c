import functools

DRAWS = ("grpo", "rloo", "distillation", "online_dpo", "gkd")  # whose completions are made in the step
EXPERIMENTAL = ("orpo", "cpo", "gkd", "online_dpo")
CLASSES = {"online_dpo": "OnlineDPO", "reward": "Reward", "distillation": "Distillation"}
OBJECTIVE = PLAN["objective"]


def words_of(count):
    return " ".join(["a"] * count)


def rows_of_objective():
    """As many words as the plan has tokens; each trainer puts an end behind them."""
    name, length = OBJECTIVE, PLAN["sequence_length"]
    count = PLAN["micro_batch"] * PLAN["gradient_accumulation"] * STEPS * WORLD
    if name == "gkd":
        return [{"messages": [{"role": "user", "content": "a"}]}] * count  # the collator makes the tokens
    if name in DRAWS:
        return [{"prompt": words_of(PLAN["rollout"]["prompt_length"])}] * count
    if name == "reward":
        return [{"chosen_ids": [3] * length, "rejected_ids": [3] * length}] * count
    prompt = PLAN["preference"]["prompt_length"] or 1
    answer = " " + words_of(max(1, length - prompt - 1))
    if name == "kto":
        return [{"prompt": words_of(prompt), "completion": answer, "label": i % 2 == 0} for i in range(count)]
    return [{"prompt": words_of(prompt), "chosen": answer, "rejected": answer}] * count


def taught_batch(rows):
    """Of GKD: tokens of the data, and the prompts that the model continues itself."""
    length = PLAN["sequence_length"]
    prompt = PLAN["rollout"]["prompt_length"] or PLAN["preference"]["prompt_length"] or length // 2
    ids = torch.full((len(rows), length), 3)
    labels = ids.clone()
    labels[:, : min(prompt, length - 1)] = -100
    prompts = torch.full((len(rows), prompt), 3)
    return {"input_ids": ids, "attention_mask": torch.ones_like(ids), "labels": labels, "prompts": prompts,
            "prompt_attention_mask": torch.ones_like(prompts)}


def engine_settings():
    drawn = PLAN["rollout"]
    out = dict(use_vllm=True, vllm_mode="colocate", vllm_tensor_parallel_size=drawn["tensor"], vllm_enable_sleep_mode=bool(drawn["sleep"]))
    if drawn["gpu_memory_utilization"] is not None:
        out["vllm_gpu_memory_utilization"] = drawn["gpu_memory_utilization"]
    if OBJECTIVE != "online_dpo":  # whose engine is as long as max_length and max_new_tokens together
        out["vllm_max_model_length"] = drawn["max_model_length"]
    return out


def drawn_settings():
    """Of completions: every one has its full length."""
    drawn, served = PLAN["rollout"], PLAN["rollout"]["engine"] == "vllm"
    tokens = drawn["completion_length"]
    if OBJECTIVE == "gkd":
        return dict(max_length=PLAN["sequence_length"], lmbda=PLAN["distillation"]["on_policy"], max_new_tokens=tokens or 1)
    out = {"generation_kwargs": {"ignore_eos": True, "detokenize": False} if served else {"min_new_tokens": tokens}}
    if served:
        out.update(engine_settings())
    if OBJECTIVE == "online_dpo":
        return dict(out, max_new_tokens=tokens, max_length=drawn["prompt_length"] + tokens)
    out["max_completion_length"] = tokens
    if OBJECTIVE == "distillation":
        return out
    steps = drawn["steps_per_generation"] or PLAN["gradient_accumulation"]
    at_once = PLAN["micro_batch"] * steps * WORLD
    asked = drawn["generations"] or 8
    group = next((n for n in range(min(asked, at_once), 1, -1) if at_once % n == 0), None)
    if group is None:
        stop(f"rollout.generations: {at_once} completions at once make no group of two or more")
    if group != asked:
        NOTES.append(f"groups of {group} completions in the place of {asked}: as many as are drawn at once allow")
    return dict(out, num_generations=group, steps_per_generation=steps, num_iterations=drawn["iterations"], beta=drawn["beta"] or 0.0)


def objective_settings():
    wanted = PLAN["preference"]
    if OBJECTIVE in DRAWS:
        out = drawn_settings()
    else:
        out = dict(max_length=PLAN["sequence_length"])
    if OBJECTIVE == "cpo":
        out["cpo_alpha"] = 1.0 if wanted["nll"] else 0.0
    if OBJECTIVE in ("dpo", "kto") and wanted["reference"] == "precomputed":
        out.update(precompute_ref_log_probs=True, precompute_ref_batch_size=wanted["precompute_batch"])
    if wanted["loss_type"] and OBJECTIVE in ("dpo", "kto", "cpo", "online_dpo"):
        out["loss_type"] = wanted["loss_type"]
    return out


def beside(config, kind="tokens"):
    """A model that is asked and does not train; one that rewards in its checkpoint's own dtype, as from_pretrained loads it."""
    stored = config.get("dtype") or config.get("torch_dtype") if kind == "score" else None
    model = build(model_config(config), kind, getattr(torch, stored) if stored else None)
    put_on_card(model)
    return model.eval()


def judging_tokenizer():
    class Judged(transformers.PreTrainedTokenizerFast):
        """Rows of the plan's length, whatever the random tokens spell."""

        def __call__(self, text, **_):
            ids = torch.full((len(text), PLAN["rollout"]["prompt_length"] + PLAN["rollout"]["completion_length"]), 3)
            return {"input_ids": ids, "attention_mask": torch.ones_like(ids)}

    return Judged(**tokenizer_parts())


def models_beside(module, lora):
    """What the trainer is given beside the model that trains."""
    more = {}
    if OBJECTIVE in ("grpo", "rloo", "online_dpo"):
        judges = [beside(config, "score") for config in JUDGES]
        more["reward_funcs"] = judges or [lambda completions, **_: [float(i % 2) for i in range(len(completions))]]
        if judges:
            more["reward_processing_classes"] = [judging_tokenizer() for _ in judges]
    if OBJECTIVE in ("grpo", "rloo") and lora is None:  # which look for the model's name
        importlib.import_module(f"trl.trainer.{OBJECTIVE}_trainer").create_model_from_path = lambda *a, **k: beside(CONFIG)
    elif OBJECTIVE in ("dpo", "kto") and lora is None and PLAN["preference"]["reference"] != "precomputed":
        more["ref_model"] = beside(CONFIG)
    if OBJECTIVE in ("gkd", "distillation"):
        more["teacher_model"] = beside(TEACHER)
    if OBJECTIVE == "gkd":
        more["data_collator"] = taught_batch
    return more


def stand_for_the_hub(model, folder):
    """The engine reads configuration and tokenizer from a folder and draws its weights; the trainer pushes its own onto them."""
    need("vllm")
    base = model.get_base_model() if hasattr(model, "get_base_model") else model
    with open(os.path.join(folder, "config.json"), "w") as out:
        json.dump(dict(CONFIG, architectures=[type(base).__name__]), out)
    tokenizer().save_pretrained(folder)
    base.config._name_or_path = base.name_or_path = folder
    module = importlib.import_module("trl.experimental.online_dpo.online_dpo_trainer" if OBJECTIVE == "online_dpo" else "trl.generation.vllm_generation")
    module.LLM = functools.partial(module.LLM, load_format="dummy")


class Stages:
    """Marks what each model and the generation leave, in the order in which a step asks them."""

    def __init__(self, trainer):
        self.trainer, self.now, self.generating, self.wrapped = trainer, "forward", False, False
        self.base = base = trainer.model.get_base_model() if hasattr(trainer.model, "get_base_model") else trainer.model
        self.around(base, "forward", self.of_policy)
        for name in ("ref_model", "teacher_model"):
            if isinstance(getattr(trainer, name, None), torch.nn.Module):
                self.around(getattr(trainer, name), "forward", lambda: "reference")
        if OBJECTIVE == "distillation":  # which asks both for their last states, not for logits
            self.around(trainer, "_get_last_hidden_state", lambda: "forward" if torch.is_grad_enabled() else "reference")
        for judge in getattr(trainer, "reward_funcs", None) or []:
            if isinstance(judge, torch.nn.Module):
                self.around(judge, "forward", lambda: "reward")
        for name in ("_generate_single_turn", "_generate_vllm", "generate_on_policy_outputs") + ("_generate",) * (OBJECTIVE == "online_dpo"):
            if hasattr(trainer, name):
                self.around(trainer, name, lambda: "generate")
        engine = getattr(getattr(trainer, "vllm_generation", trainer), "llm", None)
        if engine is not None:
            self.around(engine, "generate", lambda: "generate")  # while it is awake

    def before_pass(self):
        """What autocast made goes where accelerate's forward returns, which stands around the model's own once training begins."""
        if not self.wrapped:
            self.wrapped = True
            self.around(self.trainer.model, "forward", self.of_policy)

    def of_policy(self):
        if torch.is_grad_enabled():
            return "forward"
        off = any(getattr(module, "disable_adapters", False) or "ref" in getattr(module, "active_adapters", ())
                  for module in self.base.modules() if hasattr(module, "lora_A"))
        return "reference" if off else "old_log_probs"

    def around(self, owner, name, stage):
        inner = getattr(owner, name)

        @functools.wraps(inner)  # generate() asks the signature whether the last position alone can be asked
        def call(*positional, **keywords):
            label = stage()
            if METER.step == 0 or self.generating and label != "generate":
                return inner(*positional, **keywords)
            if label != self.now:
                METER.mark(self.now)
            self.now, outer = label, self.generating
            self.generating = outer or label == "generate"
            out = inner(*positional, **keywords)
            self.generating = outer
            METER.mark(label)
            return out

        setattr(owner, name, call)

    def before_backward(self):
        METER.mark("objective")
        self.now = "backward"


def objective_trainer(model, lora, settings, callbacks, folder):
    trl, datasets = need("trl"), need("datasets")
    name = OBJECTIVE
    module = importlib.import_module(f"trl.experimental.{name}") if name in EXPERIMENTAL else trl
    title = CLASSES.get(name, name.upper())
    arguments = getattr(module, title + "Config")(**settings, **objective_settings())
    more = models_beside(module, lora)
    held = PLAN["rollout" if name in ("grpo", "rloo") else "preference"]["reference"]
    if lora is not None and held == "adapter_copy":  # the trainer adds a second one to a model that has adapters already
        model, lora = need("peft").get_peft_model(model, lora), None
    if PLAN["rollout"]["engine"] == "vllm" and name in DRAWS:
        stand_for_the_hub(model, folder)
    trainer = getattr(module, title + "Trainer")(model=model, args=arguments, train_dataset=datasets.Dataset.from_list(rows_of_objective()),
                                                 processing_class=tokenizer(), peft_config=lora, callbacks=callbacks, **more)
    if name == "gkd":
        trainer.generation_config.min_new_tokens = PLAN["rollout"]["completion_length"]
    return trainer
