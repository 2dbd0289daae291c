// SPDX-License-Identifier: GPL-3.0-or-later
// Messages that memory ran out, tables of cards, and what engines print of their memory while they start.
#include "core/measured/recognise.h"
#include "tests/test_program.h"

#include <QTest>

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
                 QStringLiteral("24217 23101 23664 -1 24169"));
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
                 QStringLiteral("18565 17920 -1 -1 -1"));
        QVERIFY(
            notes(read_as("out-of-memory", "CUDA out of memory. Tried to allocate 674.00 MiB."), "0.66 GiB more were asked for"));
    }

    void refusals_of_engines()
    {
        const Measured ggml =
            read_as("out-of-memory", "ggml_backend_cuda_buffer_type_alloc_buffer: allocating 11525.12 MiB on device 0: "
                                     "cudaMalloc failed: out of memory\n");
        QVERIFY(notes(ggml, "11.3 GiB more were asked for"));
        const Measured length = read_as(
            "out-of-memory",
            "ValueError: To serve at least one request with the models's max seq len (131072), (16.00 GiB KV cache is needed, "
            "which is larger than the available KV cache memory (7.51 GiB). Based on the available memory, the estimated "
            "maximum model length is 61536. Try increasing `gpu_memory_utilization`.");
        QVERIFY(notes(length, "longest that starts: 61536 tokens") && notes(length, "takes a cache of 16.0 GiB") &&
                notes(length, "7.51 GiB are there"));
        const Measured share =
            read_as("out-of-memory", "ValueError: Free memory on device (10.2/23.64 GiB) on startup is less than desired GPU "
                                     "memory utilization (0.9, 21.28 GiB).");
        QCOMPARE(in_mib(share.card_total), Bytes{24207});
        QVERIFY(read_as("out-of-memory", "RuntimeError: Not enough memory. Please try to increase --mem-fraction-static.")
                    .out_of_memory);
        QVERIFY(
            notes(read_as("out-of-memory", "Error: model requires more system memory (48.0 GiB) than is available (30.1 GiB)"),
                  "48.0 GiB of the host were asked for"));
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
#include "test_memory_messages.moc"
