"""Measures a plan of Plimsoll on this machine's GPU: real libraries, random weights and tokens, no downloads.

    pip install torch transformers accelerate
    python measure.py > measured.json
    plimsoll import measured.json

One JSON object (plimsoll.measurement/1) goes to standard output; it holds no path, host or user.
"""
import json

PLAN = json.loads(r'''{"schema":"plimsoll.plan/1","name":"","model":{"preset":"qwen2.5-0.5b"},"task":"train","stack":"transformers","libraries":{"torch":null,"transformers":null,"peft":null,"trl":null,"bitsandbytes":null,"accelerate":null,"liger_kernel":null,"unsloth":null,"litgpt":null,"fms_acceleration":null,"torchtune":null,"axolotl":null,"llama_factory":null,"unsloth_zoo":null,"optimum":null,"gptqmodel":null,"compressed_tensors":null,"kernels":null,"vllm":null,"sglang":null,"llama.cpp":null,"tgi":null,"tensorrt_llm":null,"exllamav3":null,"exllamav2":null,"mlx_lm":null},"method":"full","trainable":null,"objective":"sft","weights":{"dtype":"bf16","quant":"none","double_quant":true,"quant_storage":null,"quantize_moe_experts":false},"autocast":"none","kbit_prepare":false,"adapter":{"rank":16,"alpha":32,"dropout":0,"targets":"all-linear","target_parameters":[],"dtype":"fp32","dora":false,"rslora":false,"bias":"none","modules_to_save":[]},"optimizer":{"name":"adamw","implementation":"fused","rank":128,"in_backward":false},"max_grad_norm":1,"micro_batch":1,"sequence_length":2048,"gradient_accumulation":1,"padded":false,"keep_outputs":true,"gradient_checkpointing":false,"attention":"sdpa","loss":{"kind":"full","chunk":null},"compile":false,"evaluation":{"micro_batch":null},"allocator":{"expandable_segments":false},"parallel":{"engine":null,"data":1,"zero":0,"tensor":1,"pipeline":1,"context":1,"context_backend":"ring","context_rotation":"allgather","expert":1,"sequence":false,"rank":null,"gpus_per_node":null,"replicate":1,"reshard_after_forward":true,"wrap":"layer","param_dtype":null,"reduce_dtype":null,"use_orig_params":true,"backward_prefetch":"none","forward_prefetch":false,"limit_all_gathers":true,"cpu_ram_efficient_loading":true,"checkpoint_wrapper":false,"accumulate_without_sync":false,"bucket_mb":25,"gradient_as_bucket_view":false,"static_graph":false,"find_unused_parameters":null,"deepspeed":{},"schedule":"1f1b","virtual_stages":1,"micro_batches":null,"expert_imbalance":1,"offload":"none"},"inference":{"engine":"transformers","context":4096,"new_tokens":8,"sequences":1,"assistant":null,"cache":"dynamic","kv_dtype":"auto","gpu_memory_utilization":null,"max_num_seqs":null,"max_num_batched_tokens":null,"enforce_eager":false,"kv_block_size":null,"entry":"server","compile_cache":"cold","gpu_layers":"all","flash_attention":"auto","host_experts":0},"extract":{"capture":"hidden_states","hooks":[],"layers":"all","chunk":null,"keep":"card"},"target":{"gpus":[],"budget_bytes":null,"reserve_fraction":0}}''')
CONFIG = json.loads(r'''{"architectures":["Qwen2ForCausalLM"],"attention_dropout":0.0,"bos_token_id":151643,"eos_token_id":151643,"hidden_act":"silu","hidden_size":896,"initializer_range":0.02,"intermediate_size":4864,"max_position_embeddings":32768,"max_window_layers":24,"model_type":"qwen2","num_attention_heads":14,"num_hidden_layers":24,"num_key_value_heads":2,"rms_norm_eps":1e-06,"rope_theta":1000000.0,"sliding_window":32768,"tie_word_embeddings":true,"torch_dtype":"bfloat16","use_cache":true,"use_mrope":false,"use_sliding_window":false,"vocab_size":151936}''')
GIVEN = PLAN if PLAN["model"] else dict(PLAN, model={"config": CONFIG})
RUNNER, STEPS, RANKS = "trainer", 3, 1
SHARDING = json.loads(r'''{}''')
NOTES, NOT_COVERED = [], json.loads(r'''[]''')


import ctypes, gc, importlib, json, os, sys, time

os.environ.update(TOKENIZERS_PARALLELISM="false", HF_HUB_OFFLINE="1", HF_HUB_DISABLE_TELEMETRY="1", WANDB_DISABLED="true")
if PLAN["allocator"]["expandable_segments"]:
    os.environ["PYTORCH_ALLOC_CONF"] = os.environ["PYTORCH_CUDA_ALLOC_CONF"] = "expandable_segments:True"
ANSWER = os.fdopen(os.dup(1), "w")  # what libraries print goes to standard error
os.dup2(2, 1)


def stop(text):
    print("measure: " + text, file=sys.stderr)
    sys.exit(2)


def need(module, package=None):
    try:
        return importlib.import_module(module)
    except ImportError as error:
        missing = getattr(error, "name", None) or module
        stop(f"this plan needs {module}, which is not here or lacks {missing}: pip install {package or module}")


class Nvml:
    """What the driver says of this card, as nvidia-smi shows it: the card's bytes and this process's. Asked before there is a context."""

    class Memory(ctypes.Structure):
        _fields_ = [("version", ctypes.c_uint)] + [(name, ctypes.c_ulonglong) for name in ("total", "reserved", "free", "used")]

    class Process(ctypes.Structure):
        _fields_ = [("pid", ctypes.c_uint), ("used", ctypes.c_ulonglong), ("gpu", ctypes.c_uint), ("compute", ctypes.c_uint)]

    def __init__(self):
        self.card, self.before, self.why, self.driver, self.found = None, None, None, None, {}
        try:
            self.lib = ctypes.CDLL("nvml.dll" if os.name == "nt" else "libnvidia-ml.so.1")
            text, count = ctypes.create_string_buffer(96), ctypes.c_uint()
            if self.lib.nvmlInit_v2() != 0:
                raise OSError("nvmlInit_v2 failed")
            if self.lib.nvmlSystemGetDriverVersion(text, 96) == 0:
                self.driver = text.value.decode() or None
            self.lib.nvmlDeviceGetCount_v2(ctypes.byref(count))
            for index in range(count.value):
                card = ctypes.c_void_p()
                if self.lib.nvmlDeviceGetHandleByIndex_v2(index, ctypes.byref(card)) == 0 and self.lib.nvmlDeviceGetUUID(card, text, 96) == 0:
                    self.found[text.value.decode()] = card, self.used(card)
        except OSError as error:
            self.why = str(error) if str(error).startswith("nvml") else "NVML is not here"
        except AttributeError:
            self.why = "this NVML lacks a function"

    def choose(self, uuid):
        self.card, self.before = self.found.get(f"GPU-{uuid}", (None, None))
        if self.card is None and self.why is None:
            self.why = "NVML has no card of this UUID"

    def used(self, card):
        memory = self.Memory(version=ctypes.sizeof(self.Memory) | 2 << 24)
        try:
            if self.lib.nvmlDeviceGetMemoryInfo_v2(card, ctypes.byref(memory)) == 0 and memory.total:
                return memory.used
        except AttributeError:
            pass
        return None

    def of_process(self):
        count, entries = ctypes.c_uint(512), (self.Process * 600)()
        try:
            call = self.lib.nvmlDeviceGetComputeRunningProcesses_v3 if self.card else None
        except AttributeError:
            call = None
        if call is None or call(self.card, ctypes.byref(count), entries) != 0:
            return None
        for entry in entries[: count.value]:
            if entry.pid == os.getpid() and 0 < entry.used < 1 << 60:
                return entry.used
        return None  # another PID namespace, or a driver that does not say


NVML = Nvml()
torch = need("torch")
if not torch.cuda.is_available():
    stop("PyTorch finds no GPU here (torch.cuda.is_available() is False)")
RANK, WORLD = int(os.environ.get("LOCAL_RANK", 0)), int(os.environ.get("WORLD_SIZE", 1))
if WORLD != RANKS:
    stop(f"the plan runs on {RANKS} ranks and {WORLD} were started" + (f": torchrun --nproc-per-node {RANKS} …" if RANKS > 1 else ""))
if PLAN["autocast"] == "bf16" and not torch.cuda.is_bf16_supported():
    stop("autocast: bf16, which this card does not have")
torch.cuda.set_device(RANK)
NVML.choose(torch.cuda.get_device_properties(RANK).uuid)
CUDA = f"cuda:{RANK}"
DTYPE = {"fp32": torch.float32, "fp16": torch.float16, "bf16": torch.bfloat16}


class Meter:
    """Peaks of every phase of every step, and what the driver shows meanwhile."""

    def __init__(self):
        self.nvml, self.before = NVML, NVML.before
        torch.empty(1, device=CUDA)
        torch.cuda.synchronize()
        torch.cuda.empty_cache()
        self.bare = self.nvml.of_process()
        free, self.total = torch.cuda.mem_get_info(RANK)
        self.bare_used = self.total - free
        self.phases, self.step, self.device, self.moment, self.seconds = [], 0, {}, time.time(), []
        self.snapshot = os.environ.get("PLIMSOLL_SNAPSHOT")  # a file, for every allocation as PyTorch records it
        if self.snapshot:
            torch.cuda.memory._record_memory_history(stacks="python", max_entries=4000000)
        self.name("load")

    def name(self, phase):
        """Of what is allocated from now on, in the recorded history."""
        if self.snapshot and hasattr(torch.cuda.memory, "_set_memory_metadata"):
            torch.cuda.memory._set_memory_metadata(f"step {self.step} {phase}")

    def begin(self, step):
        self.step, self.moment = step, time.time()
        self.name({"generate": "generate", "extract": "extract"}.get(RUNNER, "forward"))
        torch.cuda.synchronize()
        torch.cuda.reset_peak_memory_stats()

    def mark(self, phase):
        torch.cuda.synchronize()
        entry = next((p for p in self.phases if p["step"] == self.step and p["phase"] == phase), None)
        if entry is None:
            self.phases.append(entry := {"step": self.step, "phase": phase, "allocated_peak_bytes": 0, "reserved_peak_bytes": 0})
        entry["allocated_peak_bytes"] = max(entry["allocated_peak_bytes"], torch.cuda.max_memory_allocated())
        entry["reserved_peak_bytes"] = max(entry["reserved_peak_bytes"], torch.cuda.max_memory_reserved())
        entry["allocated_end_bytes"] = torch.cuda.memory_allocated()
        self.read_device()
        torch.cuda.reset_peak_memory_stats()
        self.name({"forward": "backward", "backward": "optimizer_step", "optimizer_step": "between"}.get(phase, phase))

    def read_device(self):
        """Kept where the process holds most: reserved and what stands beside it belong to one moment."""
        free, total = torch.cuda.mem_get_info(RANK)
        reserved = torch.cuda.memory_reserved()
        if total - free >= self.device.get("used_bytes", 0):
            self.device = {"used_bytes": total - free, "process_bytes": self.nvml.of_process(), "reserved_bytes": reserved}

    def again(self):
        """Another micro batch of the same step."""
        self.name("forward")

    def end_step(self):
        self.seconds.append(round(time.time() - self.moment, 4))

    def answer(self):
        beside = {"before_bytes": self.before, "total_bytes": self.total, **self.device}
        beside["bare_context_bytes"] = self.bare or (max(0, self.bare_used - self.before) or None if self.before is not None else None)
        process = self.device.get("process_bytes")
        if process is None and self.before is not None and self.device:
            process = self.device["used_bytes"] - self.before
        beside["outside_torch_bytes"] = process - self.device["reserved_bytes"] if process and self.device else None
        return beside


METER = Meter()


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


def model_class(config):
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


def build(config):
    skip_initialisation()
    attention = {"flash2": "flash_attention_2", "flash3": "flash_attention_3"}.get(PLAN["attention"], PLAN["attention"])
    if PLAN["attention"] == "flash2":
        need("flash_attn", "flash-attn")
    values = {"attn_implementation": attention, "dtype": DTYPE[PLAN["weights"]["dtype"]]}
    if int(transformers.__version__.split(".")[0]) < 5 and "dtype" not in transformers.PreTrainedModel.from_pretrained.__doc__:
        values["torch_dtype"] = values.pop("dtype")
    with WeightsOnMeta():
        model = model_class(config)(config, **values)
    model.tie_weights()
    return model


PADS = 16  # padding tokens at the end of the last row of a padded batch


class Tokens(torch.utils.data.Dataset):
    """Random tokens, each of which counts towards the loss."""

    def __init__(self, count, rows, length, vocabulary):
        self.count, self.rows, self.length, self.vocabulary = count, rows, length, vocabulary

    def __len__(self):
        return self.count

    def __getitem__(self, index):
        ids = torch.randint(0, self.vocabulary, (self.length,))
        mask, labels = torch.ones_like(ids), ids.clone()
        if PLAN["padded"] and (index + 1) % self.rows == 0:
            mask[-PADS:], labels[-PADS:] = 0, -100
        return {"input_ids": ids, "attention_mask": mask, "labels": labels}


def vocabulary(model):
    return model.config.get_text_config().vocab_size


def checkpointing():
    """(on, keywords of gradient_checkpointing_enable)"""
    wanted = PLAN["gradient_checkpointing"]
    if isinstance(wanted, dict) and "reentrant" in wanted:
        return True, {"use_reentrant": wanted["reentrant"]}
    return wanted is True, None


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


def hf_optimizer():
    """(TrainingArguments.optim, .optim_args); the first is None where Trainer has no name for it."""
    wanted = PLAN["optimizer"]
    if wanted["name"] == "adamw":
        return {"fused": "adamw_torch_fused", "foreach": "adamw_torch"}.get(wanted["implementation"]), None
    rank = f"rank={wanted['rank']}"
    return {"sgd": ("sgd", None), "sgd_momentum": ("sgd", "momentum=0.9"), "lion": ("lion_32bit", None), "adafactor": ("adafactor", None),
            "adamw_8bit": ("adamw_8bit", None), "adamw_4bit": ("adamw_torch_4bit", None), "galore": ("galore_adamw", rank),
            "paged_adamw_8bit": ("paged_adamw_8bit", None), "paged_adamw_32bit": ("paged_adamw_32bit", None),
            "apollo": ("apollo_adamw", rank)}.get(wanted["name"], (None, None))


def trainer_settings(folder):
    on, how = checkpointing()
    name, extra = hf_optimizer()
    out = dict(output_dir=folder, per_device_train_batch_size=PLAN["micro_batch"], max_steps=STEPS, disable_tqdm=True,
               gradient_accumulation_steps=PLAN["gradient_accumulation"], bf16=PLAN["autocast"] == "bf16", fp16=PLAN["autocast"] == "fp16",
               gradient_checkpointing=on, max_grad_norm=PLAN["max_grad_norm"], report_to="none", save_strategy="no",
               torch_compile=PLAN["compile"], **SHARDING)
    if how:
        out["gradient_checkpointing_kwargs"] = how
    if name:
        out["optim"] = name
    if extra:
        out["optim_args"] = extra
    if PLAN["optimizer"]["name"] in ("galore", "apollo"):
        out["optim_target_modules"] = "all-linear"
    if PLAN["loss"]["kind"] in ("fused", "fused_ce"):
        need("liger_kernel", "liger-kernel")
        out["use_liger_kernel"] = True
        if PLAN["loss"]["kind"] == "fused_ce":
            out["liger_kernel_config"] = {"cross_entropy": True, "fused_linear_cross_entropy": False}
    return out


def tokenizer():
    from tokenizers import Tokenizer, models
    words = Tokenizer(models.WordLevel({"<unk>": 0, "<eos>": 1, "<pad>": 2, "a": 3}, unk_token="<unk>"))
    return transformers.PreTrainedTokenizerFast(tokenizer_object=words, eos_token="<eos>", pad_token="<pad>", unk_token="<unk>")


def trl_trainer(model, lora, settings, callbacks):
    trl, datasets = need("trl"), need("datasets")
    rows, length, release = PLAN["micro_batch"], PLAN["sequence_length"], [int(n) for n in trl.__version__.split(".")[:2]]
    count = rows * PLAN["gradient_accumulation"] * STEPS * WORLD
    ids = [torch.randint(0, vocabulary(model), (length - (PADS if PLAN["padded"] and (i + 1) % rows == 0 else 0),)).tolist() for i in range(count)]
    loss = PLAN["loss"]["kind"]
    if [1, 7] <= release < [1, 16] and loss in ("chunked", "full"):
        settings["loss_type"] = {"chunked": "chunked_nll", "full": "nll"}[loss]
    elif loss == ("chunked" if release < [1, 7] else "full"):
        stop(f"loss.kind: {loss}, which TRL {trl.__version__} does not have")
    if isinstance(PLAN["gradient_checkpointing"], dict) and PLAN["gradient_checkpointing"].get("offload") == "activations":
        settings["activation_offloading"] = True
    arguments = trl.SFTConfig(max_length=length, pad_to_multiple_of=length if PLAN["padded"] else None,
                              dataset_kwargs={"skip_prepare_dataset": True}, **settings)
    data = datasets.Dataset.from_list([{"input_ids": row} for row in ids])
    return trl.SFTTrainer(model=model, args=arguments, train_dataset=data, processing_class=tokenizer(), peft_config=lora, callbacks=callbacks)


def train(model):
    import tempfile
    need("accelerate")
    from transformers import Trainer, TrainerCallback, TrainingArguments

    class Steps(TrainerCallback):
        def on_step_begin(self, *a, **k):
            METER.begin(METER.step + 1)

        def on_step_end(self, *a, **k):
            METER.mark("optimizer_step")
            METER.end_step()

    lora = None
    if PLAN["method"] != "full":
        model, lora = prepared(model)
        if RUNNER != "trl":
            model = need("peft").get_peft_model(model, lora)
    put_on_card(model)
    with tempfile.TemporaryDirectory() as folder:
        settings = trainer_settings(folder)
        if RUNNER == "trl":
            trainer = trl_trainer(model, lora, settings, [Steps()])
        else:
            named = "optim" in settings
            custom = {} if named else {"optimizers": (make_optimizer([p for p in model.parameters() if p.requires_grad]), None)}
            rows = PLAN["micro_batch"]
            data = Tokens(rows * PLAN["gradient_accumulation"] * STEPS * WORLD, rows, PLAN["sequence_length"], vocabulary(model))
            trainer = Trainer(model=model, args=TrainingArguments(**settings), train_dataset=data, callbacks=[Steps()],
                              data_collator=transformers.default_data_collator, **custom)
        if lora is not None:
            cast_adapters(trainer.model)
        gc.collect()
        METER.mark("load")
        backward, one_pass = trainer.accelerator.backward, trainer.training_step

        def named(*positional, **keywords):
            METER.again()
            return one_pass(*positional, **keywords)


        def measured(loss, **keywords):
            METER.mark("forward")
            backward(loss, **keywords)
            METER.mark("backward")

        trainer.accelerator.backward, trainer.training_step = measured, named
        trainer.train()
    return trainer.model


def run(model):
    return train(model)


def release_of(package):
    from importlib import metadata
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def card():
    p = torch.cuda.get_device_properties(RANK)
    return {"name": p.name, "total_bytes": METER.total, "compute_capability": f"{p.major}.{p.minor}", "multiprocessors": p.multi_processor_count,
            "driver": METER.nvml.driver}


def versions():
    names = {"liger-kernel": "liger_kernel", "flash-attn": "flash_attn"}
    found = {"torch": torch.__version__, "cuda": torch.version.cuda}
    for package in ("transformers", "accelerate", "peft", "trl", "bitsandbytes", "liger-kernel", "torchao", "deepspeed", "flash-attn"):
        if release := release_of(package):
            found[names.get(package, package)] = release
    return found


def answer(model, failed):
    counted = [p for p in METER.phases if p["step"] > 0]
    out = {"schema": "plimsoll.measurement/1", "plan": GIVEN, "card": card(), "versions": versions(), "runner": RUNNER, "steps": STEPS,
           "rank": RANK, "ranks": WORLD}
    if model is not None:
        parameters = list(model.parameters())
        out["trainable_parameters"] = sum(p.numel() for p in parameters if p.requires_grad) if PLAN["task"] == "train" else 0
    out["allocated_peak_bytes"] = max((p["allocated_peak_bytes"] for p in counted), default=None)
    out["reserved_peak_bytes"] = max((p["reserved_peak_bytes"] for p in counted), default=None)
    out["phases"], out["device"], out["step_seconds"] = METER.phases, METER.answer(), METER.seconds
    out["allocation_retries"] = torch.cuda.memory_stats().get("num_alloc_retries")
    out["out_of_memory"] = failed
    if METER.nvml.why:
        NOTES.append(METER.nvml.why)
    out["notes"], out["not_covered"] = NOTES, NOT_COVERED
    return out


def main():
    torch.manual_seed(0)
    model, failed = None, None
    try:
        model = build(model_config(CONFIG))
        model = run(model)
    except torch.OutOfMemoryError:
        failed = {"step": METER.step, "after": METER.phases[-1]["phase"] if METER.phases else None,
                  "allocated_bytes": torch.cuda.memory_allocated(), "reserved_bytes": torch.cuda.memory_reserved()}
        METER.mark("out_of_memory")
    if METER.snapshot:
        torch.cuda.memory._dump_snapshot(METER.snapshot if RANK == 0 else f"{METER.snapshot}.{RANK}")
    if RANK == 0:
        ANSWER.write(json.dumps(answer(model, failed)) + "\n")
        ANSWER.flush()
    if torch.distributed.is_available() and torch.distributed.is_initialized():
        torch.distributed.destroy_process_group()


main()

