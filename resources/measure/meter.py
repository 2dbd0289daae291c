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
        device = self.read_device()
        for key in ("used_bytes", "process_bytes"):
            if device[key] is not None:
                entry["device_" + key] = max(entry.get("device_" + key, 0), device[key])
        torch.cuda.reset_peak_memory_stats()
        self.name({"forward": "backward", "backward": "optimizer_step", "optimizer_step": "between"}.get(phase, phase))

    def read_device(self):
        """Kept where the process holds most: reserved and what stands beside it belong to one moment."""
        free, total = torch.cuda.mem_get_info(RANK)
        now = {"used_bytes": total - free, "process_bytes": self.nvml.of_process(), "reserved_bytes": torch.cuda.memory_reserved()}
        if now["used_bytes"] >= self.device.get("used_bytes", 0):
            self.device = now
        return now

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
