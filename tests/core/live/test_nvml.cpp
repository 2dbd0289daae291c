// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/live/nvml_source.h"
#include "tests/test_program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

LiveSnapshot read(const char *scene, const char *library = FAKE_NVML_LIBRARY)
{
    qputenv("FAKE_NVML", scene);
    NvmlSource source({{library}, "/nowhere", "/nowhere"});
    return source.read();
}

void write(const QString &path, const QByteArray &content)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) qFatal("%s", qPrintable(path));
    file.write(content);
}

QString text(const std::string &from) { return QString::fromStdString(from); }

} // namespace

class TestNvml : public QObject {
    Q_OBJECT
private slots:
    void reads_every_figure();
    void entries_of_any_size_data();
    void entries_of_any_size();
    void many_processes();
    void older_driver_lacks_what_it_lacks();
    void refused_struct_falls_back();
    void reservation_is_never_counted_twice();
    void sentinel_is_not_a_size();
    void unified_memory_is_the_machines();
    void absent_driver_says_what_was_looked_for_data();
    void absent_driver_says_what_was_looked_for();
    void refused_device_keeps_its_place_data();
    void refused_device_keeps_its_place();
    void slices_follow_their_card();
    void sleeping_cards_are_let_sleep();
    void process_names_only_where_pids_are_ours();
    void detaches_and_comes_back();
    void random_answers_never_crash();
};

void TestNvml::reads_every_figure()
{
    const LiveSnapshot snapshot = read("");
    QVERIFY(snapshot.time_ms > 1'600'000'000'000);
    QCOMPARE(text(snapshot.driver), QString("590.48.01"));
    QCOMPARE(snapshot.gpus.size(), std::size_t{2});
    const LiveGpu &gpu = snapshot.gpus[0];
    QCOMPARE(text(*gpu.name), QString("NVIDIA GeForce RTX 4090"));
    QCOMPARE(text(*gpu.uuid), QString("GPU-0"));
    QCOMPARE(*gpu.total, 24564 * mib);
    QCOMPARE(*gpu.reserved, 484 * mib);
    QCOMPARE(*gpu.used, 2080 * mib);
    QCOMPARE(*gpu.free, 22000 * mib);
    QCOMPARE(*gpu.utilisation, 37);
    QCOMPARE(*gpu.temperature, 61);
    QCOMPARE(*gpu.power, 123456);
    QVERIFY(text(snapshot.looked_for.at(0)).endsWith(": 2 cards"));
}

void TestNvml::entries_of_any_size_data()
{
    QTest::addColumn<QByteArray>("scene");
    for (const char *scene : {"stride16", "stride24", "stride32"}) QTest::newRow(scene) << QByteArray(scene);
}

void TestNvml::entries_of_any_size()
{
    QFETCH(QByteArray, scene);
    const LiveSnapshot snapshot = read(scene.constData());
    const LiveGpu &gpu = snapshot.gpus.at(0);
    QVERIFY(gpu.processes_reason.empty());
    QCOMPARE(gpu.processes.size(), std::size_t{3}); // 4002 is in both lists
    for (std::size_t i = 0; i < 3; ++i) {
        QCOMPARE(gpu.processes[i].pid, 4000U + static_cast<unsigned>(i));
        QCOMPARE(*gpu.processes[i].used, static_cast<Bytes>(i + 1) * 1000 * mib);
    }
}

void TestNvml::many_processes() { QCOMPARE(read("crowd").gpus.at(0).processes.size(), std::size_t{200}); }

void TestNvml::older_driver_lacks_what_it_lacks()
{
    const LiveSnapshot snapshot = read("", FAKE_OLD_LIBRARY);
    const LiveGpu &gpu = snapshot.gpus.at(0);
    QCOMPARE(*gpu.total, 24564 * mib);
    QCOMPARE(*gpu.used, 2564 * mib);
    QVERIFY(!gpu.reserved && !gpu.power && !gpu.utilisation && !gpu.temperature);
    QCOMPARE(text(gpu.power.reason), QString("not in this driver"));
    QCOMPARE(text(gpu.processes_reason), QString("not in this driver"));
    QVERIFY(snapshot.driver.empty());
}

void TestNvml::refused_struct_falls_back()
{
    const LiveGpu gpu = read("refuses_v2").gpus.at(0);
    QCOMPARE(*gpu.used, 2564 * mib);
    QCOMPARE(text(gpu.reserved.reason), QString("an older driver counts it as used"));
}

void TestNvml::reservation_is_never_counted_twice()
{
    const LiveGpu gpu = read("inclusive").gpus.at(0);
    QCOMPARE(*gpu.used, 2080 * mib);
    QCOMPARE(*gpu.reserved + *gpu.used + *gpu.free, *gpu.total);
}

void TestNvml::sentinel_is_not_a_size()
{
    const LiveGpu gpu = read("wddm").gpus.at(0);
    QCOMPARE(gpu.processes.size(), std::size_t{3});
    QVERIFY(!gpu.processes[0].used);
    QCOMPARE(text(gpu.processes[0].used.reason), QString("the driver does not say"));
}

void TestNvml::unified_memory_is_the_machines()
{
    QTemporaryDir proc;
    write(proc.filePath("meminfo"), "MemTotal:       125829120 kB\nMemFree: 1 kB\nMemAvailable:   104857600 kB\n");
    qputenv("FAKE_NVML", "unified");
    NvmlSource source({{FAKE_NVML_LIBRARY}, "/nowhere", proc.path().toStdString()});
    const LiveGpu gpu = source.read().gpus.at(0);
    QVERIFY(gpu.unified_memory);
    QCOMPARE(*gpu.total, 120 * gib);
    QCOMPARE(*gpu.free, 100 * gib);
    QVERIFY(!gpu.reserved);
}

void TestNvml::absent_driver_says_what_was_looked_for_data()
{
    QTest::addColumn<QByteArray>("scene");
    QTest::addColumn<QByteArray>("library");
    QTest::addColumn<QString>("part");
    QTest::newRow("no library") << QByteArray() << QByteArray("libno-such-nvml.so.1") << "libno-such-nvml.so.1: not found";
    QTest::newRow("no such folder") << QByteArray() << QByteArray("/nowhere/libnvidia-ml.so.1")
                                    << "driver library /nowhere/libnvidia-ml.so.1: not found";
    QTest::newRow("another library") << QByteArray() << QByteArray("libc.so.6") << "has no nvmlInit_v2";
    QTest::newRow("no module") << QByteArray("not_loaded") << QByteArray(FAKE_NVML_LIBRARY) << "the kernel module is not loaded";
    QTest::newRow("mismatch") << QByteArray("mismatch") << QByteArray(FAKE_NVML_LIBRARY) << "driver and library differ";
    QTest::newRow("no card") << QByteArray("none") << QByteArray(FAKE_NVML_LIBRARY) << "0 cards";
}

void TestNvml::absent_driver_says_what_was_looked_for()
{
    QFETCH(QByteArray, scene);
    QFETCH(QByteArray, library);
    QFETCH(QString, part);
    const LiveSnapshot snapshot = read(scene.constData(), library.constData());
    QVERIFY(snapshot.gpus.empty());
    QCOMPARE(snapshot.looked_for.size(), std::size_t{1});
    QVERIFY2(text(snapshot.looked_for[0]).contains(part), snapshot.looked_for[0].c_str());
}

void TestNvml::refused_device_keeps_its_place_data()
{
    QTest::addColumn<QByteArray>("scene");
    QTest::addColumn<QString>("reason");
    QTest::newRow("lost") << QByteArray("lost") << "the GPU is lost: it fell off the bus or was reset";
    QTest::newRow("forbidden") << QByteArray("forbidden") << "no permission (container or cgroup)";
}

void TestNvml::refused_device_keeps_its_place()
{
    QFETCH(QByteArray, scene);
    QFETCH(QString, reason);
    qputenv("FAKE_NVML", "");
    NvmlSource source({{FAKE_NVML_LIBRARY}, "/nowhere", "/nowhere"});
    QCOMPARE(text(*source.read().gpus.at(1).name), QString("NVIDIA H200"));
    qputenv("FAKE_NVML", scene);
    const LiveSnapshot snapshot = source.read();
    QCOMPARE(snapshot.gpus.size(), std::size_t{2});
    QVERIFY(snapshot.gpus[0].total);
    QVERIFY(!snapshot.gpus[1].total);
    QCOMPARE(text(snapshot.gpus[1].total.reason), reason);
    QCOMPARE(text(*snapshot.gpus[1].name), QString("NVIDIA H200")); // as it was last known
    qputenv("FAKE_NVML", "");
    QVERIFY(source.read().gpus.at(1).total); // and back
}

void TestNvml::slices_follow_their_card()
{
    const LiveSnapshot snapshot = read("mig");
    QCOMPARE(snapshot.gpus.size(), std::size_t{3});
    QVERIFY(!snapshot.gpus[1].total);
    QCOMPARE(text(snapshot.gpus[1].total.reason), QString("no permission (container or cgroup)"));
    QCOMPARE(text(snapshot.gpus[2].label()), QString("1:2"));
    QCOMPARE(*snapshot.gpus[2].total, 24564 * mib);
    QCOMPARE(snapshot.gpus[2].processes.size(), std::size_t{3});
}

void TestNvml::sleeping_cards_are_let_sleep()
{
    QTemporaryDir sys;
    const QString slot = sys.filePath("bus/pci/devices/0000:00:00.0");
    write(slot + "/vendor", "0x10de\n");
    write(slot + "/class", "0x030000\n");
    write(slot + "/power/runtime_status", "active\n");
    qputenv("FAKE_NVML", "");
    NvmlSource source({{FAKE_NVML_LIBRARY}, sys.path().toStdString(), "/nowhere"});
    QVERIFY(source.read().gpus.at(0).total);
    write(slot + "/power/runtime_status", "suspended\n");
    const LiveSnapshot asleep = source.read();
    QCOMPARE(text(asleep.gpus.at(0).total.reason), QString("asleep: reading would wake the card"));
    QCOMPARE(text(*asleep.gpus.at(0).name), QString("NVIDIA GeForce RTX 4090"));
    QVERIFY(asleep.gpus.at(1).total);
    source.detach();
    const LiveSnapshot untouched = source.read(); // every NVIDIA card sleeps: not even initialised
    QVERIFY(untouched.gpus.empty());
    QVERIFY(text(untouched.looked_for.at(0)).contains("asleep"));
}

void TestNvml::process_names_only_where_pids_are_ours()
{
    QTemporaryDir proc;
    write(proc.filePath("4000/comm"), "python3\n");
    QDir().mkpath(proc.filePath("self/ns"));
    QFile::link("pid:[4026532000]", proc.filePath("self/ns/pid"));
    qputenv("FAKE_NVML", "");
    NvmlSource source({{FAKE_NVML_LIBRARY}, "/nowhere", proc.path().toStdString()});
    const LiveGpu container = source.read().gpus.at(0);
    QCOMPARE(text(container.processes.at(0).name.reason), QString("pids are those of the host"));
    QFile::remove(proc.filePath("self/ns/pid"));
    QFile::link("pid:[4026531836]", proc.filePath("self/ns/pid"));
    const LiveGpu host = source.read().gpus.at(0);
    QCOMPARE(text(*host.processes.at(0).name), QString("python3"));
    QCOMPARE(text(host.processes.at(1).name.reason), QString("not visible"));
}

void TestNvml::detaches_and_comes_back()
{
    qputenv("FAKE_NVML", "");
    NvmlSource source({{FAKE_NVML_LIBRARY}, "/nowhere", "/nowhere"});
    for (int i = 0; i < 3; ++i) {
        QCOMPARE(source.read().gpus.size(), std::size_t{2});
        source.detach();
        source.detach();
    }
}

void TestNvml::random_answers_never_crash()
{
    qputenv("FAKE_NVML", "random,mig");
    NvmlSource source({{FAKE_NVML_LIBRARY}, "/nowhere", "/nowhere"});
    for (int i = 0; i < 2000; ++i) {
        const LiveSnapshot snapshot = source.read();
        for (const LiveGpu &gpu : snapshot.gpus) {
            QVERIFY(gpu.total ? *gpu.total > 0 : !gpu.total.reason.empty());
            QVERIFY(gpu.power ? *gpu.power == 123456 : !gpu.power.reason.empty());
            QVERIFY(gpu.used ? *gpu.used <= 2564 * mib : !gpu.used.reason.empty());
            for (const LiveProcess &process : gpu.processes) QVERIFY(process.pid >= 4000 && process.pid < 4003);
        }
    }
}

PLIMSOLL_TEST(TestNvml)
} // namespace PLIMSOLL_FILE
#include "test_nvml.moc"
