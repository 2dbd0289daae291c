// SPDX-License-Identifier: GPL-3.0-or-later
// Messages that memory ran out, tables of cards, and what engines print of their memory while they start.
#include "core/api/runs/message_beside.h"
#include "core/load/load.h"
#include "core/measured/recognise.h"
#include "core/plan/plan_json.h"
#include "tests/test_program.h"

#include <QTest>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

Measured read_as(const char *name, const std::string &text)
{
    const MeasuredSource *const source = measured_source(text, {});
    if (source == nullptr || source->name != name) qFatal("%s is read as %s", name, source ? source->name.data() : "nothing");
    Result<Measured> read = source->read(text);
    if (!read.ok()) qFatal("%s", read.error().message().c_str());
    return *std::move(read);
}

/// In MiB, -1 where it is not said.
Bytes in_mib(const std::optional<Bytes> &bytes) { return bytes ? *bytes / mib : -1; }

/// "total allocated reserved process used" in MiB
QString figures(const std::string &text)
{
    const Measured read = read_as("out-of-memory", text);
    if (!read.out_of_memory) return QStringLiteral("it did not run out");
    return QStringLiteral("%1 %2 %3 %4 %5")
        .arg(in_mib(read.card_total))
        .arg(in_mib(read.allocated_peak))
        .arg(in_mib(read.reserved_peak))
        .arg(in_mib(read.device_peak))
        .arg(in_mib(read.used_peak));
}

bool notes(const Measured &read, const char *text)
{
    return std::ranges::any_of(read.notes, [text](const std::string &note) { return note.find(text) != std::string::npos; });
}

/// "what of: MiB; …"
QString curves(const Measured &read)
{
    QString out;
    for (const MeasuredCurve &curve : read.curves)
        out += QStringLiteral("%1%2 %3: %4")
                   .arg(out.isEmpty() ? "" : "; ")
                   .arg(QString::fromStdString(curve.what), QString::fromStdString(curve.of))
                   .arg(in_mib(curve.peak()));
    return out;
}

} // namespace

class TestMemoryMessages : public QObject {
    Q_OBJECT
private slots:
    void messages_of_pytorch_of_every_release_and_device()
    {
        // 2.2 and later
        QCOMPARE(figures("torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 674.00 MiB. GPU 1 has a total capacity "
                         "of 79.14 GiB of "
                         "which 100.75 MiB is free. Including non-PyTorch memory, this process has 79.03 GiB memory in use. Of "
                         "the allocated "
                         "memory 78.18 GiB is allocated by PyTorch, and 69.36 MiB is reserved by PyTorch but unallocated."),
                 QStringLiteral("81039 80056 80125 80926 80938"));
        // 2.1's spelling, wrapped by a terminal, behind a rank
        QCOMPARE(figures("[rank0]: torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate 64.00 MiB. GPU 0 has a "
                         "total capacty of\n"
                         "23.65 GiB of which 47.75 MiB is free. Process 123 has 23.59 GiB memory in use. Of the allocated memory "
                         "22.56 GiB is\n"
                         "allocated by PyTorch, with 1.25 GiB allocated in private pools (e.g., CUDA Graphs), and 563.33 MiB is "
                         "reserved by\n"
                         "PyTorch but unallocated."),
                 QStringLiteral("24217 23101 23664 24156 24169"));
        // 1.x and 2.0
        QCOMPARE(
            figures(
                "RuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB (GPU 0; 23.69 GiB total capacity; 20.17 GiB "
                "already "
                "allocated; 1.29 GiB free; 21.03 GiB reserved in total by PyTorch) If reserved memory is >> allocated memory try "
                "setting max_split_size_mb"),
            QStringLiteral("24258 20654 21534 -1 22937"));
        QCOMPARE(
            figures(
                "torch.OutOfMemoryError: HIP out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total capacity of 23.98 GiB "
                "of "
                "which 1.20 GiB is free. Of the allocated memory 21.00 GiB is allocated by PyTorch, and 1.00 GiB is reserved by "
                "PyTorch but unallocated."),
            QStringLiteral("24555 21504 22528 -1 23326"));
        QCOMPARE(
            figures(
                "torch.OutOfMemoryError: XPU out of memory. Tried to allocate 1.96 GiB. GPU 0 has a total capacity of 15.91 GiB. "
                "Of "
                "the allocated memory 13.50 GiB is allocated by PyTorch, and 512.00 MiB is reserved by PyTorch but unallocated."),
            QStringLiteral("16291 13824 14336 -1 -1"));
        QCOMPARE(
            figures(
                "RuntimeError: NPU out of memory. Tried to allocate 1.00 GiB (NPU 0; 60.97 GiB total capacity; 58.00 GiB already "
                "allocated; 58.00 GiB current active; 1.00 GiB free; 59.00 GiB reserved in total by PyTorch)"),
            QStringLiteral("62433 59392 60416 -1 61409"));
        QCOMPARE(figures("RuntimeError: MPS backend out of memory (MPS allocated: 17.50 GiB, other allocations: 384.00 KiB, max "
                         "allowed: 18.13 "
                         "GiB). Tried to allocate 1.00 GiB on private pool."),
                 QStringLiteral("-1 17920 -1 17920 -1"));
        const auto mps = memory_message("RuntimeError: MPS backend out of memory (MPS allocated: 17.50 GiB, other allocations: "
                                        "384.00 MiB, max allowed: 18.13 GiB). Tried to allocate 1.00 GiB on private pool.");
        QVERIFY(mps && !mps->total); // the limit is the process's, no size of a card
        QCOMPARE(in_mib(mps->limit), in_mib(Bytes{19466939269}));
        QCOMPARE(in_mib(mps->process), in_mib(Bytes{18304} << 20));
        QVERIFY(
            notes(read_as("out-of-memory", "CUDA out of memory. Tried to allocate 674.00 MiB."), "0.66 GiB more were asked for"));
    }

    void what_a_message_says_is_read_as_values()
    {
        // 1.0 to 1.3: "cached" is what no tensor has
        const auto old = memory_message("RuntimeError: CUDA out of memory. Tried to allocate 20.00 MiB (GPU 3; 7.93 GiB total "
                                        "capacity; 6.50 GiB already allocated; 5.38 MiB free; 512.00 MiB cached)");
        QVERIFY(old.has_value());
        QCOMPARE(old->backend, std::string("CUDA"));
        QCOMPARE(old->card, std::optional<int>(3));
        QCOMPARE(in_mib(old->reserved), Bytes{7168});
        QCOMPARE(in_mib(old->idle()), Bytes{512});
        // another process beside it
        const auto two =
            memory_message("torch.OutOfMemoryError: HIP out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total "
                           "capacity of 24.00 GiB of which 1.00 GiB is free. Process 77 has 10.00 GiB memory in use. "
                           "Including non-PyTorch memory, this process has 13.00 GiB memory in use. 20.00 GiB allowed; Of the "
                           "allocated memory 12.00 GiB is allocated by PyTorch, and 512.00 MiB is reserved by PyTorch "
                           "but unallocated.");
        QCOMPARE(two->backend, std::string("HIP"));
        QCOMPARE(in_mib(two->asked), Bytes{2048});
        QCOMPARE(in_mib(two->process), Bytes{13 * 1024});
        QCOMPARE(in_mib(two->others), Bytes{10 * 1024});
        QCOMPARE(in_mib(two->limit), Bytes{20 * 1024});
        QCOMPARE(in_mib(two->beside(0)), Bytes{10 * 1024});
        // in a container all processes have numbers
        const auto inside =
            memory_message("torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 256.00 MiB. GPU 0 has a total "
                           "capacity of 47.50 GiB of which 0 bytes is free. Process 9 has 20.00 GiB memory in use. Process "
                           "8 has 27.50 GiB memory in use. Of the allocated memory 26.00 GiB is allocated by PyTorch, and "
                           "1.00 GiB is reserved by PyTorch but unallocated.");
        QCOMPARE(in_mib(inside->process), Bytes{27 * 1024 + 512});
        QCOMPARE(in_mib(inside->others), Bytes{20 * 1024});
        QCOMPARE(in_mib(inside->free), Bytes{0});
        // the stream-ordered allocator
        const auto streams =
            memory_message("torch.OutOfMemoryError: Allocation on device 1 would exceed allowed memory. (out of memory)\n"
                           "Currently allocated     : 6.00 GiB\nRequested               : 2.00 GiB\n"
                           "Device limit            : 8.00 GiB\nFree (according to CUDA): 0 bytes\n"
                           "PyTorch limit (set by user-supplied memory fraction)\n                        : 17179869184.00 GiB");
        QVERIFY(streams.has_value());
        QCOMPARE(streams->card, std::optional<int>(1));
        QCOMPARE(in_mib(streams->allocated), Bytes{6144});
        QCOMPARE(in_mib(streams->asked), Bytes{2048});
        QCOMPARE(in_mib(streams->total), Bytes{8192});
        // XPU since 2.9
        const auto xpu = memory_message(
            "XPU out of memory. Tried to allocate 59.61 GiB. GPU 0 has a total capacity of 28.55 GiB of which "
            "12.01 GiB is free. Of the allocated memory 16.00 GiB is allocated by PyTorch, and 0 bytes is "
            "reserved by PyTorch but unallocated. Please use `empty_cache` to release all unoccupied cached memory.");
        QCOMPARE(xpu->backend, std::string("XPU"));
        QCOMPARE(in_mib(xpu->free), Bytes{12298});
        QCOMPARE(in_mib(xpu->reserved), Bytes{16384});
        QVERIFY(memory_message("CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling `cublasCreate(handle)`").has_value());
        QCOMPARE(in_mib(memory_message(
                            "RuntimeError: [enforce fail at alloc_cpu.cpp:118] err == 0. DefaultCPUAllocator: can't allocate "
                            "memory: you tried to allocate 1073741824 bytes. Error code 12")
                            ->host_asked),
                 Bytes{1024});
        const auto share =
            memory_message("ValueError: Free memory on device cuda:0 (10.00/24.00 GiB) on startup is less than desired "
                           "GPU memory utilization (0.9, 21.60 GiB).");
        QCOMPARE(in_mib(share->others), Bytes{14 * 1024});
        QCOMPARE(in_mib(share->asked), Bytes{22118});
        QVERIFY(!memory_message("it went out of the window").has_value());
    }

    void a_message_stands_beside_its_plan()
    {
        const auto parsed = plan_from_json(std::string_view(
            R"({"model": {"preset": "qwen2.5-0.5b"}, "method": "full", "sequence_length": 512, "target": {"gpus": ["T4"]}})"));
        const Result<Estimate> made = estimate(*load_model(parsed->plan.model), parsed->plan);
        QVERIFY(made.ok());
        const Bytes need = made->fullest().needed(), outside = made->fullest().peak.device - made->fullest().peak.reserved;
        const auto beside = [&](MemoryMessage message) { return message_beside(message, *made); };
        MemoryMessage message;
        message.who = "PyTorch";
        message.total = 2 * need;
        message.free = gib / 8;
        message.asked = gib;
        message.allocated = message.reserved = need / 2;
        const MessageBeside others = beside(message);
        QCOMPARE(others.planned, need);
        QCOMPARE(*others.stood, need / 2 + outside);
        QCOMPARE(*others.wanted, need / 2 + outside + gib);
        QCOMPARE(*others.others, 2 * need - gib / 8 - need / 2 - outside);
        QCOMPARE(others.situation, OomSituation::shared_card);
        QVERIFY2(others.sentence.starts_with("Planned: ") && others.sentence.find("There stood ") != std::string::npos,
                 others.sentence.c_str());
        message.free = 2 * need - need / 2 - outside;
        message.reserved = need / 2 + 2 * gib;
        QCOMPARE(beside(message).situation, OomSituation::fragmentation);
        message.reserved = message.allocated;
        message.total = need / 2;
        message.free = 0;
        QCOMPARE(beside(message).situation, OomSituation::running);
        QVERIFY(beside(message).finding.find("The plan too needs more") != std::string::npos);
        message.total = 4 * need;
        message.allocated = message.reserved = message.process = 3 * need;
        message.free = need;
        QVERIFY(beside(message).finding.find("what ran is not what is planned") != std::string::npos);
        message = {};
        message.cache_asked = 2 * gib;
        message.cache_there = gib;
        QCOMPARE(beside(message).situation, OomSituation::long_sequences);
        message = {};
        QVERIFY(beside(message).sentence.find("does not say") != std::string::npos);
    }

    void refusals_of_engines()
    {
        const Measured ggml =
            read_as("out-of-memory", "ggml_backend_cuda_buffer_type_alloc_buffer: allocating 11525.12 MiB on device 0: "
                                     "cudaMalloc failed: out of memory\n");
        QVERIFY(notes(ggml, "11.25 GiB more were asked for"));
        const Measured length = read_as(
            "out-of-memory",
            "ValueError: To serve at least one request with the models's max seq len (131072), (16.00 GiB KV cache is needed, "
            "which is larger than the available KV cache memory (7.51 GiB). Based on the available memory, the estimated "
            "maximum model length is 61536. Try increasing `gpu_memory_utilization`.");
        QVERIFY(notes(length, "longest that starts: 61536 tokens") && notes(length, "takes a cache of 16.00 GiB") &&
                notes(length, "7.51 GiB are there"));
        const Measured share =
            read_as("out-of-memory", "ValueError: Free memory on device (10.2/23.64 GiB) on startup is less than desired GPU "
                                     "memory utilization (0.9, 21.28 GiB).");
        QCOMPARE(in_mib(share.card_total), Bytes{24207});
        QVERIFY(read_as("out-of-memory", "RuntimeError: Not enough memory. Please try to increase --mem-fraction-static.")
                    .out_of_memory);
        QVERIFY(
            notes(read_as("out-of-memory", "Error: model requires more system memory (48.0 GiB) than is available (30.1 GiB)"),
                  "48.00 GiB of the host were asked for"));
        QVERIFY(notes(read_as("out-of-memory", "ggml_gallocr_reserve_n: failed to allocate CUDA0 buffer of size 1073741824"),
                      "1.00 GiB more"));
    }

    void tables_of_cards()
    {
        const Measured nvidia = read_as(
            "nvidia-smi", "| NVIDIA-SMI 580.82.07      Driver Version: 580.82.07      CUDA Version: 13.0     |\n"
                          "|   0  NVIDIA A100-SXM4-80GB          On  |   00000000:07:00.0 Off |                    0 |\n"
                          "| N/A   30C    P0             62W /  400W |   71234MiB /  81920MiB |      0%      Default |\n"
                          "|   1  NVIDIA A100-SXM4-80GB          On  |   00000000:08:00.0 Off |                    0 |\n"
                          "| N/A   30C    P0             62W /  400W |       4MiB /  81920MiB |      0%      Default |\n"
                          "| Processes:                                                                              |\n"
                          "|    0   N/A  N/A            1234      C   python                                71220MiB |\n");
        QCOMPARE(curves(nvidia), QStringLiteral("device 0: 71234; device 1: 4; process 1234: 71220"));
        QCOMPARE(nvidia.card, std::string("NVIDIA A100-SXM4-80GB"));
        QCOMPARE(in_mib(nvidia.card_total), Bytes{81920});
        const Measured query = read_as(
            "nvidia-smi", "==============NVSMI LOG==============\n\nGPU 00000000:01:00.0\n    Product Name   : NVIDIA L4\n"
                          "    FB Memory Usage\n        Total                             : 23034 MiB\n"
                          "        Reserved                          : 434 MiB\n        Used                              "
                          ": 100 MiB\n    BAR1 Memory Usage\n        Used : 1 MiB\n");
        QCOMPARE(curves(query), QStringLiteral("device 0: 100"));
        QCOMPARE(query.card, std::string("NVIDIA L4"));
        QCOMPARE(curves(read_as(
                     "rocm-smi",
                     "GPU[0]\t\t: VRAM Total Memory (B): 68702699520\nGPU[0]\t\t: VRAM Total Used Memory (B): 1073741824\n")),
                 QStringLiteral("device 0: 1024"));
        QCOMPARE(curves(read_as("rocm-smi",
                                "device,VRAM Total Memory (B),VRAM Total Used Memory (B)\ncard0,68702699520,2147483648\n")),
                 QStringLiteral("device card0: 2048"));
        const MeasuredSource *const percents = measured_source(
            "====== ROCm System Management Interface ======\nDevice  Node  Temp  VRAM%  GPU%\n0  1  35C  12%  0%\n", {});
        QVERIFY(percents != nullptr &&
                percents->read("ROCm System Management Interface").error().accepted == "rocm-smi --showmeminfo vram");
        QCOMPARE(curves(read_as("amd-smi", "| AMD-SMI 26.0.2  |\n| 0000:05:00.0  AMD Instinct MI300X | 0 % | 283/196592 MB |\n")),
                 QStringLiteral("device 0: 283"));
        QCOMPARE(curves(read_as("amd-smi", "GPU  POWER  VRAM_USED  VRAM_TOTAL\n  0  128 W  300 MB  196592 MB\n")),
                 QStringLiteral("device 0: 300"));
        QCOMPARE(curves(read_as("xpu-smi", "| Device ID                    | 0 |\n| GPU Memory Used (MiB)        | 2048 |\n")),
                 QStringLiteral("device 0: 2048"));
    }

    void lines_of_starts()
    {
        const Measured vllm = read_as(
            "engine-log", "(Worker_TP0 pid=1) INFO [x.py:1] Model loading took 2.0000 GiB memory and 27.2 seconds\n"
                          "(Worker_TP1 pid=2) INFO [x.py:1] Model loading took 2.0000 GiB memory and 27.2 seconds\n"
                          "(EngineCore_DP0 pid=3) INFO [x.py:2] Available KV cache memory: 33.00 GiB\n"
                          "INFO GPU KV cache size: 1,587,648 tokens\nINFO Graph capturing finished in 5 secs, took 0.50 GiB\n");
        QCOMPARE(curves(vllm), QStringLiteral("weights TP0: 2048; weights TP1: 2048; KV cache : 33792; graphs : 512"));
        QVERIFY(notes(vllm, "GPU KV cache size: 1,587,648 tokens"));
        const Measured sglang = read_as(
            "engine-log", "[2026-01-05 10:00:00 TP0] Load weight end. type=Qwen2ForCausalLM, dtype=torch.bfloat16, avail "
                          "mem=8.00 GB, mem usage=14.00 GB.\n"
                          "[2026-01-05 10:00:01 TP0] KV Cache is allocated. #tokens: 20480, K size: 0.50 GB, V size: 0.50 GB\n");
        QCOMPARE(curves(sglang), QStringLiteral("weights TP0: 14336; KV cache TP0: 1024"));
        const Measured llama =
            read_as("engine-log", "load_tensors:        CUDA0 model buffer size =  4685.00 MiB\nload_tensors:   CPU_Mapped model "
                                  "buffer size =   300.00 MiB\nllama_kv_cache:      CUDA0 KV buffer size =  1024.00 MiB\n"
                                  "llama_context:      CUDA0 compute buffer size =   560.00 MiB\n");
        QCOMPARE(curves(llama),
                 QStringLiteral("weights CUDA0: 4685; weights CPU_Mapped: 300; KV cache CUDA0: 1024; compute buffer CUDA0: 560"));
        QCOMPARE(in_mib(llama.allocated_peak), Bytes{6269});
        const Measured ollama = read_as(
            "engine-log", "time=2026 level=INFO msg=offload library=cuda layers.model=33 memory.required.full=\"6.0 GiB\" "
                          "memory.required.kv=\"1.0 GiB\" memory.weights.total=\"4.0 GiB\" memory.graph.full=\"512.0 MiB\"\n");
        QCOMPARE(curves(ollama), QStringLiteral("all : 6144; KV cache : 1024; weights : 4096; compute buffer : 512"));
    }

    void other_texts_are_none_of_these()
    {
        for (const char *text :
             {"vllm serve org/m --max-model-len 8192", "base_model: org/m\nadapter: lora\n", R"({"a": "GPU KV cache size: "})"})
            QVERIFY(measured_source(text, {}) == nullptr);
    }
};

PLIMSOLL_TEST(TestMemoryMessages)
} // namespace PLIMSOLL_FILE
#include "test_memory_messages.moc"
