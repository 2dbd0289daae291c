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
    for package in ("transformers", "accelerate", "peft", "trl", "bitsandbytes", "liger-kernel", "torchao", "deepspeed", "flash-attn", "vllm"):
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
        model = build(model_config(CONFIG), "score" if PLAN["task"] == "train" and PLAN["objective"] == "reward" else "tokens")
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
