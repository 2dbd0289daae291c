// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/recognise.h"
#include "tests/test_program.h"

#include <QTest>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

/// "nvidia-smi: device 0 103 MiB; process 4242 …", in the order of the curves
QString read_as(const char *text)
{
    const MeasuredSource *const source = measured_source(text, {});
    if (source == nullptr) return QStringLiteral("no log");
    const Result<Measured> read = source->read(text);
    if (!read.ok()) return QString::fromStdString(read.error().message());
    QString out = QString::fromUtf8(source->name.data(), static_cast<qsizetype>(source->name.size()));
    for (const MeasuredCurve &curve : read->curves) {
        out += QStringLiteral("; %1 %2:").arg(QString::fromStdString(curve.what), QString::fromStdString(curve.of));
        for (const auto &[time, bytes] : curve.points) out += QStringLiteral(" %1@%2").arg(bytes).arg(time);
    }
    for (const MeasuredPhase &phase : read->phases)
        out += QStringLiteral("; %1 %2").arg(QString::fromStdString(phase.phase)).arg(*phase.allocated_peak);
    return out;
}

} // namespace

class TestMonitorLogs : public QObject {
    Q_OBJECT
private slots:
    void figures_are_those_of_the_log_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("read");
        const auto row = [](const char *name, const char *text, const char *read) {
            QTest::newRow(name) << QByteArray(text) << QString::fromUtf8(read);
        };
        row("nvidia-smi",
            "timestamp, index, name, memory.total [MiB], memory.used [MiB]\n"
            "2026/11/27 00:00:59.500, 0, NVIDIA H100 80GB HBM3, 81559 MiB, 103 MiB\n"
            "2026/11/27 00:00:59.500, 1, NVIDIA H100 80GB HBM3, 81559 MiB, [N/A]\n"
            "2026/11/27 00:01:01.000, 0, NVIDIA H100 80GB HBM3, 81559 MiB, 200 MiB\n",
            "nvidia-smi; device 0: 108003328@0 209715200@1.5");
        row("without units", "index, memory.used [MiB]\n0, 1\n", "nvidia-smi; device 0: 1048576@0");
        row("its processes", "pid, process_name, used_gpu_memory [MiB]\n4242, python, 4 MiB\n",
            "nvidia-smi; process 4242: 4194304@0");
        row("dmon",
            "# gpu     fb   bar1   ccpm\n# Idx     MB     MB     MB\n    0    512      1      0\n    0    513      1      0\n",
            "nvidia-smi; device 0: 536870912@0 537919488@1");
        row("pmon",
            "# gpu         pid   type     fb   ccpm    command\n# Idx           #    C/G     MB     MB    name\n"
            "    0       4242     C     10      0    python\n    1          -     -      -      -    -\n",
            "nvidia-smi; process 4242: 10485760@0");
        row("nvtop",
            R"([{"device_name": "RTX 4090", "mem_total": "25757220864", "mem_used": "1000", "mem_util": "0%", "processes": [
                 {"pid": "7", "cmdline": "python", "gpu_mem_bytes_alloc": "600"}]}])",
            "nvtop; device 0: 1000@0; process 7: 600@0");
        row("gpustat",
            R"({"hostname": "h", "driver_version": "580", "query_time": "2026-11-27T00:00:00.0", "gpus": [
                 {"index": 2, "name": "T4", "memory.used": 3, "memory.total": 15360, "processes": [
                   {"pid": 9, "gpu_memory_usage": 2}, {"pid": 10, "gpu_memory_usage": null}]}]})",
            "gpustat; device 2: 3145728@0; process 9: 2097152@0");
        row("gpustat on one line",
            R"({"query_time": "2026-11-27T00:00:00.0", "gpus": [{"index": 2, "memory.used": 3, "memory.total": 4}]})",
            "gpustat; device 2: 3145728@0");
        row("nvitop",
            "timestamp,train/host/memory_used (GiB)/max,train/cuda:0 (gpu:3)/memory_used (MiB)/mean,"
            "train/cuda:0 (gpu:3)/memory_used (MiB)/max\n1,5,1.0,2.0\n2,5,1.5,4.0\n",
            "nvitop; device cuda:0 (gpu:3): 2097152@0 4194304@1");
        row("wandb",
            R"({"_timestamp": 100.0, "system.gpu.0.memoryAllocatedBytes": 10, "system.gpu.process.0.memoryAllocatedBytes": 5}
                        {"_timestamp": 115.0, "system.gpu.0.memoryAllocatedBytes": 20, "system.gpu.0.memoryAllocated": 1.5})",
            "wandb; device 0: 10@0 20@15; process 0: 5@0");
        row("Trainer",
            R"({"before_init_mem_cpu": 1, "before_init_mem_gpu": 100, "init_mem_gpu_alloc_delta": 1000, "init_mem_gpu_peaked_delta": 0,
                           "train_mem_gpu_alloc_delta": 2000, "train_mem_gpu_peaked_delta": 5000, "eval_mem_gpu_alloc_delta": 0,
                           "eval_mem_gpu_peaked_delta": 50})",
            "trainer; train 8100; evaluation 3150");
        row("profiler", "[[1000000, 2000000], [[0, 10, 0, 0, 1, 0, 0, 0, 0], [0, 10, 0, 0, 0, 5, 0, 0, 0]]]",
            "profiler; parameter : 10@0 10@1; optimizer_state : 0@0 0@1; input : 0@0 0@1; temporary : 1@0 0@1; "
            "activation : 0@0 5@1; gradient : 0@0 0@1; autograd_detail : 0@0 0@1; unknown : 0@0 0@1; allocated : 11@0 15@1");
        row("profiler, raw", "[[-1, 0, 10, 0], [1000000000, 1, 7, 4], [2000000000, 3, -7, 4]]",
            "profiler; parameter : 10@0; allocated : 10@0 17@1 10@2; activation : 7@0 0@1");
        row("trace",
            R"({"schemaVersion": 1, "deviceProperties": [{"id": 0, "name": "T4"}], "traceEvents": [
                {"ph": "X", "name": "aten::mm", "ts": 1.0, "args": {"Total Allocated": 9}},
                {"ph": "i", "name": "[memory]", "ts": 1000000.0, "args": {"Device Type": 1, "Device Id": 2, "Total Allocated": 7, "Total Reserved": 20}},
                {"ph": "i", "name": "[memory]", "ts": 1500000.0, "args": {"Device Type": 0, "Device Id": -1, "Total Allocated": 99}},
                {"ph": "i", "name": "[memory]", "ts": 3000000.0, "args": {"Device Type": 1, "Device Id": 2, "Total Allocated": 5, "Total Reserved": 20}}]})",
            "trace; allocated 2: 7@0 5@2; reserved 2: 20@0 20@2");
    }
    void figures_are_those_of_the_log()
    {
        QFETCH(QByteArray, text);
        QTEST(read_as(text.constData()), "read");
    }

    void what_is_no_log_is_left_to_others_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("yaml") << QByteArray("per_device_train_batch_size: 4\n");
        QTest::newRow("json") << QByteArray(R"({"schema": "plimsoll.plan/1"})");
        QTest::newRow("empty") << QByteArray("");
        QTest::newRow("command") << QByteArray("python train.py --gpu.memory 4");
    }
    void what_is_no_log_is_left_to_others()
    {
        QFETCH(QByteArray, text);
        QCOMPARE(read_as(text.constData()), QStringLiteral("no log"));
    }
    void a_timeline_that_is_a_picture_says_so()
    {
        QCOMPARE(
            read_as(
                "<html><head><title>GPU Memory Timeline HTML</title></head><body><img src='data:image/png;base64,iVBO'></body>"),
            QStringLiteral("memory timeline: read a page whose figures are a picture, accepted: the same timeline as .json, "
                           ".json.gz | .raw.json.gz"));
        QCOMPARE(read_as("{\"traceEvents\": [{\"name\": \"aten::mm\", \"ts\": 1}]}"),
                 QStringLiteral("trace: read no memory of a card, accepted: a trace with profile_memory=True"));
        QCOMPARE(read_as("{\"traceEvents\": [{\"name\""), QStringLiteral("trace: the trace is no whole JSON"));
    }
    void a_log_without_memory_says_so()
    {
        QCOMPARE(read_as("index, memory.used [MiB]\n0, [N/A]\n"),
                 QStringLiteral("nvidia-smi: read no figure of memory, accepted: a log with memory in it"));
    }
};

PLIMSOLL_TEST(TestMonitorLogs)
} // namespace PLIMSOLL_FILE
#include "test_monitor_logs.moc"
