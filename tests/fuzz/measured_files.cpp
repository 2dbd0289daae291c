// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/measured_files.h"

#include "core/measured/measurement.h"
#include "core/measured/pickle.h"
#include "core/measured/pickle_writer.h"
#include "core/measured/recognise.h"
#include "core/measured/snapshot_run.h"

#include <sstream>

namespace plimsoll::fuzz {

namespace {

void write_entry(PickleWriter &out, const char *action, std::int64_t address, std::int64_t size, const char *function)
{
    out.begin_dict();
    out.key("action", action);
    out.key("addr", address);
    out.key("size", size);
    out.key("time_us", address);
    out.key("user_metadata", "step 1 forward");
    out.text("pool_id");
    out.integer(0);
    out.integer(0);
    out.pair();
    out.text("frames");
    out.begin_list();
    out.begin_dict();
    out.key("filename", "/site/transformers/models/qwen2/modeling_qwen2.py");
    out.key("line", 7);
    out.key("name", function);
    out.end_dict();
    out.end_list();
    out.end_dict();
}

std::string snapshot(int entries)
{
    PickleWriter out;
    out.begin_dict();
    out.text("segments");
    out.begin_list();
    out.begin_dict();
    out.key("device", 0);
    out.key("total_size", 2097152);
    out.text("blocks");
    out.begin_list();
    out.begin_dict();
    out.key("size", 1024);
    out.key("state", "active_allocated");
    out.end_dict();
    out.end_list();
    out.end_dict();
    out.end_list();
    out.text("device_traces");
    out.begin_list();
    out.begin_list();
    for (int i = 0; i < entries; ++i) {
        write_entry(out, "segment_alloc", 1 + i, 2097152, "forward");
        write_entry(out, "alloc", 1 + i, 1000 + i, i % 2 == 0 ? "forward" : "backward");
        if (i % 3 == 0) write_entry(out, "free_requested", 1 + i, 1000 + i, "step");
    }
    out.end_list();
    out.end_list();
    out.end_dict();
    return out.take();
}

} // namespace

std::vector<std::string> memory_snapshots() { return {snapshot(3), snapshot(400)}; }

void read_snapshot(const std::string &text)
{
    std::istringstream in(text), again(text);
    const Result<SnapshotRun> run = measured_snapshot(in);
    if (run) (void)living_at(again, run->device, 10);
}

std::vector<std::string> monitor_logs()
{
    return {
        "timestamp, index, name, memory.total [MiB], memory.used [MiB]\n2026/11/27 00:00:59.500, 0, H100, 81559 MiB, 103 MiB\n",
        "# gpu         pid   type     fb   ccpm    command\n# Idx           #    C/G     MB     MB    name\n    0   4242  C  10  "
        "0  python\n",
        R"([{"device_name": "RTX", "mem_total": "25757220864", "mem_used": "1000", "processes": [{"pid": "7", "gpu_mem_bytes_alloc": "600"}]}])",
        R"({"query_time": "2026-11-27T00:00:00.0", "gpus": [{"index": 2, "name": "T4", "memory.used": 3, "memory.total": 15360,
            "processes": [{"pid": 9, "gpu_memory_usage": 2}]}]})",
        "timestamp,train/cuda:0 (gpu:3)/memory_used (MiB)/max\n1,2.0\n2,4.0\n",
        R"({"_timestamp": 100.0, "system.gpu.0.memoryAllocatedBytes": 10})",
        R"({"before_init_mem_gpu": 100, "init_mem_gpu_alloc_delta": 1000, "train_mem_gpu_alloc_delta": 2000, "train_mem_gpu_peaked_delta": 5})",
        "[[1000000, 2000000], [[0, 10, 0, 0, 1, 0, 0, 0, 0], [0, 10, 0, 0, 0, 5, 0, 0, 0]]]",
        "[[-1, 0, 10, 0], [1000000000, 1, 7, 4], [2000000000, 3, -7, 4]]",
        R"({"traceEvents": [{"ph": "i", "name": "[memory]", "ts": 1.5, "args": {"Device Type": 1, "Device Id": 0, "Total Allocated": 7}}]})",
        "| NVIDIA-SMI 580 |\n|   0  NVIDIA L4  Off |\n| N/A 30C | 1MiB / 23034MiB | 0% |\n| Processes: |\n| 0 N/A N/A 12 C p "
        "1MiB |\n",
        "==NVSMI LOG==\nGPU 00:01\n  Product Name : L4\n  FB Memory Usage\n    Total : 2 MiB\n    Used : 1 MiB\n",
        "GPU[0] : VRAM Total Memory (B): 68\nGPU[0] : VRAM Total Used Memory (B): 10\n",
        "device,VRAM Total Memory (B),VRAM Total Used Memory (B)\ncard0,68,2\n",
        "| AMD-SMI 26 |\n| AMD Instinct MI300X | 283/196592 MB |\nGPU VRAM_USED VRAM_TOTAL\n 0 1 MB 2 MB\n",
        "| Device ID | 0 |\n| GPU Memory Used (MiB) | 2 |\nTimestamp, DeviceId, GPU Memory Used (MiB)\n1, 0, 2\n",
        "CUDA out of memory. Tried to allocate 2.00 GiB (GPU 0; 23.69 GiB total capacity; 20.17 GiB already allocated; 1.29 GiB "
        "free; "
        "21.03 GiB reserved in total by PyTorch)\n",
        "[rank0]: XPU out of memory. Tried to allocate 1 GiB. GPU 0 has a total capacty of 2 GiB of which 1 MiB is free. Of the "
        "allocated "
        "memory 1 GiB is allocated by PyTorch, and 1 MiB is reserved by PyTorch but unallocated.\n",
        "To serve at least one request with the models's max seq len (13), (16.00 GiB KV cache is needed, estimated maximum "
        "model length "
        "is 6.\nggml_gallocr_reserve_n: failed to allocate CUDA0 buffer of size 12\n",
        "(Worker_TP0 pid=1) Model loading took 2.0 GiB memory\nKV Cache is allocated. #tokens: 2, K size: 0.5 GB, V size: 0.5 "
        "GB\n"
        "load_tensors: CUDA0 model buffer size = 46.00 MiB\nmsg=\"model weights\" device=CUDA0 size=\"1 GiB\"\nusing device X "
        "(L4) (1)\n",
        R"({"schema": "plimsoll.measurement/1", "card": {"name": "T4", "total_bytes": 5}, "plan": {"model": {"preset": "qwen2.5-0.5b"}},
            "phases": [{"step": 0, "phase": "load", "allocated_peak_bytes": 9}], "device": {"used_bytes": 7}, "versions": {"torch": "2"}})",
    };
}

std::vector<std::string> pickles()
{
    using namespace std::string_literals;
    return {
        "\x80\x02}q\x00(X\x01\x00\x00\x00aq\x01K\x01X\x01\x00\x00\x00bq\x02]q\x03(K\x02M\x00\x01J\x00\x00\x01\xffG?\xf0\x00\x00\x00\x00\x00\x00Nh\x01eu."s,
        "\x80\x04\x95\x1f\x00\x00\x00\x00\x00\x00\x00}\x94(\x8c\x01"
        "a\x94\x88\x8c\x01"
        "b\x94\x8a\x08\x00\x00\x00\x00\x00\x7f\x00\x00\x8c\x01"
        "c\x94K\x01K\x02\x86\x94u."s,
        "\x80\x04]\x94h\x00"
        "a."s,
        "\x80\x04]\x94(]\x94h\x00"
        "ae."s,
        "\x80\x04\x8c\x02os\x94\x8c\x06system\x94\x93\x94."s,
        snapshot(3)};
}

void read_pickle(const std::string &text)
{
    std::istringstream in(text);
    PickleReader reader(in);
    const Result<PickleValue> read = reader.read();
    if (!read) return;
    std::vector<PickleValue> below{*read}; // what is read ends
    for (std::size_t seen = 0; !below.empty() && seen < 100'000; ++seen) {
        const PickleValue value = below.back();
        below.pop_back();
        (void)reader.text(value);
        below.insert(below.end(), reader.items(value).begin(), reader.items(value).end());
    }
}

std::vector<std::string> measurements()
{
    return {
        R"({"schema": "plimsoll.measurement/1", "card": {"name": "T4", "total_bytes": 15843721216, "driver": "580.1"},
 "plan": {"schema": "plimsoll.plan/1", "name": "n", "model": {"preset": "qwen2.5-0.5b"}, "method": "lora", "sequence_length": 512},
 "versions": {"torch": "2.11.0+cu130", "transformers": "5.0"}, "runner": "trl", "steps": 3, "allocated_peak_bytes": 5000000000,
 "reserved_peak_bytes": 6000000000, "phases": [{"step": 0, "phase": "load", "allocated_peak_bytes": 9, "reserved_peak_bytes": 10,
 "allocated_end_bytes": 1}, {"step": 2, "phase": "backward", "allocated_peak_bytes": 5}],
 "device": {"used_bytes": 7000000000, "process_bytes": 6500000000, "reserved_bytes": 6, "outside_torch_bytes": 5},
 "out_of_memory": null, "notes": ["a"], "not_covered": ["b"]})",
        R"({"schema": "plimsoll.measurement/1", "plan": {"model": {"hub": "org/m"}}, "out_of_memory": {"phase": "backward"}})"};
}

void read_measurement(const std::string &text)
{
    const Result<Measured> read = measurement_from_json(text);
    if (!read) {
        if (read.error().message().empty()) __builtin_trap();
    } else {
        (void)(measured_to_text(*read) + plan_as_measured(*read));
    }
    const Result<std::string> shared = shared_measurement(text);
    if (shared && !measurement_from_json(*shared)) __builtin_trap(); // what is shared is a measurement
}

void read_log(const std::string &text)
{
    if (text.size() > std::size_t{16} << 20U) return; // ten readers of one text, each in the time of its length
    if (const MeasuredSource *const source = measured_source(text, {})) (void)source->read(text);
    for (const MeasuredSource &source : measured_sources()) (void)source.read(text);
    (void)shared_measurement(text);
}

} // namespace plimsoll::fuzz
