// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/live/combined_source.h"
#include "core/live/device_files.h"
#include "core/live/drm_source.h"
#include "core/live/nvml_source.h"
#include "core/live/recording.h"
#include "core/live/watch.h"
#include "tests/core/live/recorded_tree.h"
#include "tests/test_program.h"

#include <QElapsedTimer>
#include <QTest>

#include <cstring>
#include <sys/stat.h>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace Qt::StringLiterals;

namespace {

QString text(const std::string &from) { return QString::fromStdString(from); }

template <class... T>
std::vector<unsigned char> bytes(T... values)
{
    std::vector<unsigned char> out;
    const auto add = [&out](auto value) {
        const auto *const from = reinterpret_cast<const unsigned char *>(&value);
        out.insert(out.end(), from, from + sizeof value);
    };
    (add(values), ...);
    return out;
}

constexpr std::uint64_t gibibytes(std::uint64_t count) { return count << 30; }

/// What i915 says of a card with 16 GiB, and of one that has the machine's 32 alone.
IntelRegions as_root(const std::string &driver, const std::string &node)
{
    const bool card = !node.ends_with("renderD128");
    const std::uint64_t none = 0;
    if (driver == "xe") {
        std::vector<unsigned char> answer = bytes(2U, 0U);
        const auto add = [&](std::uint16_t kind, std::uint64_t total, std::uint64_t used) {
            const auto one = bytes(kind, std::uint16_t{0}, 4096U, total, used, none, none, none, none, none, none, none, none);
            answer.insert(answer.end(), one.begin(), one.end());
        };
        add(0, gibibytes(32), gibibytes(1));
        add(1, gibibytes(12), gibibytes(3));
        return xe_regions(answer);
    }
    std::vector<unsigned char> answer = bytes(card ? 2U : 1U, 0U, 0U, 0U);
    const auto add = [&](std::uint16_t kind, std::uint64_t total, std::uint64_t free) {
        const auto one = bytes(kind, std::uint16_t{0}, 0U, total, free, none, none, none, none, none, none, none, none);
        answer.insert(answer.end(), one.begin(), one.end());
    };
    add(0, gibibytes(32), gibibytes(30));
    if (card) add(1, gibibytes(16), gibibytes(10));
    return i915_regions(answer);
}

/// The same without CAP_PERFMON: xe tells 0 used, i915 all unallocated.
IntelRegions as_user(const std::string &driver, const std::string &node)
{
    IntelRegions out = as_root(driver, node);
    for (IntelRegion &region : out.regions) region.used.reset();
    return out;
}

DrmOptions below(const RecordedTree &tree, AskRegions regions = as_root) { return {tree.root(), std::move(regions)}; }

} // namespace

class TestDrm : public QObject {
    Q_OBJECT
private slots:
    void amd_card_and_its_processes();
    void sleeping_card_is_named_and_left_alone();
    void chip_without_memory_of_its_own_has_one_pool();
    void pids_of_rocm_in_a_container_are_not_mixed_up();
    void intel_cards();
    void intel_keeps_its_use_from_users();
    void answers_of_intels_drivers_of_any_length();
    void fdinfo_of_any_driver_data();
    void fdinfo_of_any_driver();
    void thousands_of_descriptors_in_bounded_time();
    void what_vanishes_or_is_refused_is_a_reason();
    void garbage_is_no_figure();
    void other_users_are_counted_where_much_is_unexplained();
    void vendors_stand_behind_one_list();
    void indices_stay_while_cards_come_and_go();
    void a_process_and_its_children();
    void recording_keeps_it_all();
    void machine_without_cards_says_where_it_looked();
};

void TestDrm::amd_card_and_its_processes()
{
    const RecordedTree tree(u"amd_desktop.tree"_s);
    const LiveSnapshot snapshot = DrmSource(below(tree)).read();
    QCOMPARE(snapshot.gpus.size(), std::size_t{2});
    const LiveGpu &gpu = snapshot.gpus[0];
    QCOMPARE(text(gpu.vendor), u"AMD"_s);
    QCOMPARE(text(gpu.slot), u"0000:03:00.0"_s);
    QCOMPARE(text(*gpu.name), u"AMD Radeon RX 7900 XTX"_s);
    QCOMPARE(text(*gpu.uuid), u"AMD-5f3a7c1122334455"_s);
    QCOMPARE(*gpu.total, Bytes{25'753'026'560});
    QCOMPARE(*gpu.used, Bytes{18'253'611'008});
    QCOMPARE(*gpu.free, Bytes{25'753'026'560 - 18'253'611'008});
    QCOMPARE(text(gpu.reserved.reason), u"the driver counts it as used"_s);
    QCOMPARE(*gpu.utilisation, 98);
    QCOMPARE(*gpu.temperature, 61);
    QCOMPARE(*gpu.power, 287'000);
    QVERIFY(!gpu.unified_memory);
    // 1804 holds one client in two descriptors; 5000 has 4242's; 6000 has ended; ROCm's own figure is the larger one.
    QCOMPARE(gpu.processes.size(), std::size_t{2});
    QCOMPARE(gpu.processes[0].pid, 1804U);
    QCOMPARE(*gpu.processes[0].used, 400 * mib);
    QCOMPARE(text(*gpu.processes[0].name), u"gnome-shell"_s);
    QCOMPARE(gpu.processes[1].pid, 4242U);
    QCOMPARE(*gpu.processes[1].used, 16 * gib);
}

void TestDrm::sleeping_card_is_named_and_left_alone()
{
    const RecordedTree tree(u"amd_desktop.tree"_s);
    const LiveGpu gpu = DrmSource(below(tree)).read().gpus.at(1);
    QCOMPARE(text(*gpu.name), u"AMD Radeon RX 6600/6600 XT/6600M"_s);
    QVERIFY(!gpu.total);
    QCOMPARE(text(gpu.total.reason), u"asleep: reading would wake the card"_s);
    QCOMPARE(text(gpu.processes_reason), u"asleep: reading would wake the card"_s);
}

void TestDrm::chip_without_memory_of_its_own_has_one_pool()
{
    const RecordedTree tree(u"amd_apu.tree"_s);
    const LiveGpu gpu = DrmSource(below(tree)).read().gpus.at(0);
    QVERIFY(gpu.unified_memory);
    QCOMPARE(*gpu.total, 60 * gib + 512 * mib);
    QCOMPARE(*gpu.used, gib + 256 * mib);
    QCOMPARE(*gpu.processes.at(0).used, 1000 * mib);
    QCOMPARE(text(*gpu.name), u"AMD [1002:1586]"_s);
    QVERIFY(!gpu.power && !gpu.power.reason.empty());
    QCOMPARE(*gpu.free, 60 * gib + 512 * mib - gib - 256 * mib);
    // what the machine lends it has to have: the firmware's own part and what is available
    tree.write(u"proc/meminfo"_s, "MemTotal:       65000000 kB\nMemAvailable:   20971520 kB\n");
    const LiveGpu full = DrmSource(below(tree)).read().gpus.at(0);
    QVERIFY(*full.free >= 20 * gib && *full.free <= 20 * gib + 512 * mib);
    QCOMPARE(*full.used, *gpu.used);
}

void TestDrm::pids_of_rocm_in_a_container_are_not_mixed_up()
{
    const RecordedTree tree(u"amd_desktop.tree"_s);
    tree.link(u"proc/self/ns/pid"_s, "pid:[4026532000]");
    tree.write(u"sys/class/kfd/kfd/proc/99999/vram_51877"_s, "1073741824\n");
    const LiveGpu gpu = DrmSource(below(tree)).read().gpus.at(0);
    QCOMPARE(gpu.processes.size(), std::size_t{2});
    QCOMPARE(*gpu.processes[1].used, 16'777'000 * kib); // what this container sees of its own process
    QCOMPARE(text(gpu.processes_note), u"1 processes are outside this container"_s);
}

void TestDrm::intel_cards()
{
    const RecordedTree tree(u"intel_arc.tree"_s);
    const LiveSnapshot snapshot = DrmSource(below(tree)).read();
    QCOMPARE(snapshot.gpus.size(), std::size_t{3});
    const LiveGpu &own = snapshot.gpus[0], &arc = snapshot.gpus[1], &battlemage = snapshot.gpus[2];
    QCOMPARE(text(*own.name), u"Intel UHD Graphics 770"_s);
    QVERIFY(own.unified_memory);
    QCOMPARE(*own.total, 32 * gib);
    QCOMPARE(*own.free, 24 * gib);
    QCOMPARE(*own.processes.at(0).used, 200 * mib);
    QCOMPARE(text(*arc.name), u"Intel Arc A770"_s);
    QCOMPARE(*arc.total, 16 * gib);
    QCOMPARE(*arc.used, 6 * gib);
    QCOMPARE(*arc.processes.at(0).used, 5 * gib); // resident, not total; the card's own, not the machine's
    QCOMPARE(text(*battlemage.name), u"Intel [8086:e20b]"_s);
    QCOMPARE(*battlemage.total, 12 * gib);
    QCOMPARE(*battlemage.free, 9 * gib);
    QCOMPARE(*battlemage.processes.at(0).used, 2 * gib);
    QCOMPARE(*battlemage.temperature, 48);
}

void TestDrm::intel_keeps_its_use_from_users()
{
    const RecordedTree tree(u"intel_arc.tree"_s);
    const LiveSnapshot snapshot = DrmSource(below(tree, as_user)).read();
    const LiveGpu &arc = snapshot.gpus.at(1);
    QCOMPARE(*arc.total, 16 * gib);
    QVERIFY(!arc.used && !arc.free);
    QCOMPARE(text(arc.used.reason), u"the kernel tells it with CAP_PERFMON only"_s);
    QCOMPARE(*arc.processes.at(0).used, 5 * gib); // one's own are told
    // the node cannot be opened here: nothing is made up
    const LiveSnapshot closed = DrmSource(below(tree, ask_intel_regions)).read();
    QVERIFY(!closed.gpus.at(1).total);
    QVERIFY2(closed.gpus.at(1).total.reason.ends_with("/dev/dri/renderD129 cannot be opened"),
             closed.gpus.at(1).total.reason.c_str());
}

void TestDrm::answers_of_intels_drivers_of_any_length()
{
    const IntelRegions whole = as_root("xe", "");
    QCOMPARE(whole.regions.size(), std::size_t{2});
    QCOMPARE(whole.regions[1].used, std::optional<Bytes>(3 * gib));
    for (std::size_t length = 0; length < 40; ++length) {
        QCOMPARE(xe_regions(std::vector<unsigned char>(length, 0xFF)).reason, std::string("the driver does not say"));
        QVERIFY(i915_regions(std::vector<unsigned char>(length, 0)).regions.empty());
    }
    QVERIFY(i915_regions(std::vector<unsigned char>(1000, 0xFF)).regions.empty());
}

void TestDrm::fdinfo_of_any_driver_data()
{
    QTest::addColumn<QByteArray>("fdinfo");
    QTest::addColumn<QByteArray>("region");
    QTest::addColumn<qint64>("held");
    const QByteArray head = "drm-driver:\tamdgpu\ndrm-pdev:\t0000:03:00.0\ndrm-client-id:\t1\n";
    QTest::newRow("bytes without a unit") << head + "drm-memory-vram:\t1234567\n" << QByteArray("vram") << qint64{1234567};
    QTest::newRow("old kernel's kB") << head + "drm-memory-vram:\t12 kB\n" << QByteArray("vram") << qint64{12 * kib};
    QTest::newRow("resident before memory") << head + "drm-memory-vram: 9 MiB\ndrm-resident-vram: 7 MiB\n"
                                            << QByteArray("vram") << qint64{7 * mib};
    QTest::newRow("total alone") << head + "drm-total-vram0: 3 MiB\n" << QByteArray("vram0") << qint64{3 * mib};
    QTest::newRow("negative") << head + "drm-memory-vram: -5 KiB\n" << QByteArray("vram") << qint64{-1};
    QTest::newRow("too large") << head + "drm-memory-vram: 9223372036854775807 KiB\n" << QByteArray("vram") << qint64{-1};
    QTest::newRow("unknown unit") << head + "drm-memory-vram: 5 pages\n" << QByteArray("vram") << qint64{-1};
    QTest::newRow("no client") << QByteArray("drm-driver: amdgpu\ndrm-pdev: 0000:03:00.0\ndrm-memory-vram: 5\n") << QByteArray()
                               << qint64{0};
    QTest::newRow("another file") << QByteArray("pos:\t0\nflags:\t02100002\nmnt_id:\t28\n") << QByteArray() << qint64{0};
}

void TestDrm::fdinfo_of_any_driver()
{
    QFETCH(QByteArray, fdinfo);
    QFETCH(QByteArray, region);
    QFETCH(qint64, held);
    const std::optional<DrmClient> client = drm_client(fdinfo.toStdString());
    QCOMPARE(client.has_value(), !region.isEmpty());
    if (!client) return;
    const auto found = client->regions.find(region.toStdString());
    QCOMPARE(found == client->regions.end() ? qint64{-1} : found->second, held);
}

void TestDrm::thousands_of_descriptors_in_bounded_time()
{
    const RecordedTree tree(u"amd_apu.tree"_s);
    for (int fd = 10; fd < 4000; ++fd) tree.link(u"proc/77/fd/%1"_s.arg(fd), "/dev/dri/renderD128");
    for (int fd = 10; fd < 1010; ++fd)
        tree.write(u"proc/77/fdinfo/%1"_s.arg(fd), "drm-driver: amdgpu\ndrm-pdev: 0000:c4:00.0\ndrm-client-id: " +
                                                       QByteArray::number(fd % 100) + "\ndrm-memory-gtt: 1 MiB\n");
    const std::string proc = tree.root() + "/proc";
    const DrmSweep all = sweep_drm_clients(proc, std::chrono::seconds(60));
    QVERIFY(!all.cut);
    QCOMPARE(all.processes.size(), std::size_t{1});
    // clients 0 to 99 a MiB each; number 4 is the one of descriptor 5, whichever of its descriptors came first
    const Bytes held = all.processes[0].regions.at("gtt");
    QVERIFY2(held == 100 * mib || held == 99 * mib + 900 * mib, qPrintable(QString::number(held)));
    QElapsedTimer timer;
    timer.start();
    const DrmSweep cut = sweep_drm_clients(proc, std::chrono::milliseconds(0));
    QVERIFY(cut.cut);
    QVERIFY(timer.elapsed() < 200);
    DrmOptions hasty = below(tree);
    hasty.longest_sweep = std::chrono::milliseconds(0);
    QCOMPARE(text(DrmSource(hasty).read().gpus.at(0).processes_note), u"there was no time to look at all of them"_s);
}

void TestDrm::what_vanishes_or_is_refused_is_a_reason()
{
    const RecordedTree tree(u"amd_desktop.tree"_s);
    const QString device = u"sys/devices/pci0000:00/0000:03:00.0/"_s;
    DrmSource source(below(tree));
    QVERIFY(source.read().gpus.at(0).total);
    QVERIFY(QFile::remove(tree.at(device + u"mem_info_vram_used"_s)));
    const LiveGpu used = source.read().gpus.at(0);
    QVERIFY(used.total && !used.used && !used.free);
    QCOMPARE(text(used.used.reason), u"this kernel's driver has no mem_info_vram_used"_s);
    tree.write(device + u"mem_info_vram_used"_s, "");
    QCOMPARE(text(source.read().gpus.at(0).used.reason), u"the driver does not say"_s);
    if (::geteuid() != 0) {
        QFile::setPermissions(tree.at(device + u"mem_info_vram_used"_s), {});
        QCOMPARE(text(source.read().gpus.at(0).used.reason), u"no permission"_s);
    }
    QVERIFY(QDir(tree.at(device)).removeRecursively());
    QCOMPARE(source.read().gpus.size(), std::size_t{1}); // unplugged: the card is gone
    QVERIFY(::mkfifo(qPrintable(tree.at(u"pipe"_s)), 0600) == 0);
    QCOMPARE(text_of_file(tree.root() + "/pipe").value_or(""), std::string()); // nobody writes: not waited for
    QVERIFY(!text_of_file(tree.root()));                                       // a folder
}

void TestDrm::garbage_is_no_figure()
{
    const RecordedTree tree(u"amd_desktop.tree"_s);
    const QString device = u"sys/devices/pci0000:00/0000:03:00.0/"_s;
    for (const char *const junk : {"-1\n", "99999999999999999999\n", "12 apples\n", "\xff\xfe\n", "0x10\n"}) {
        for (const QString &file : {u"mem_info_vram_total"_s, u"gpu_busy_percent"_s, u"hwmon/hwmon3/temp1_input"_s})
            tree.write(device + file, junk);
        const LiveGpu gpu = DrmSource(below(tree)).read().gpus.at(0);
        QVERIFY(!gpu.total && !gpu.free && !gpu.utilisation && !gpu.temperature);
        QVERIFY(!gpu.total.reason.empty() && !gpu.free.reason.empty());
    }
    tree.write(device + u"mem_info_vram_total"_s, "0\n");
    QVERIFY(!DrmSource(below(tree)).read().gpus.at(0).total);
    tree.write(device + u"mem_info_vram_total"_s, "1000\n"); // less than what is used
    QCOMPARE(*DrmSource(below(tree)).read().gpus.at(0).free, Bytes{0});
}

void TestDrm::other_users_are_counted_where_much_is_unexplained()
{
    if (::geteuid() == 0) QSKIP("root sees everybody");
    const RecordedTree tree(u"amd_desktop.tree"_s);
    tree.write(u"proc/3/fd/x"_s, "");
    QFile::setPermissions(tree.at(u"proc/3/fd"_s), {});
    QVERIFY(DrmSource(below(tree)).read().gpus.at(0).processes_note.empty());
    tree.write(u"sys/devices/pci0000:00/0000:03:00.0/mem_info_vram_used"_s, "25000000000\n");
    QCOMPARE(text(DrmSource(below(tree)).read().gpus.at(0).processes_note), u"1 processes of other users cannot be seen"_s);
    QFile::setPermissions(tree.at(u"proc/3/fd"_s), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
}

void TestDrm::vendors_stand_behind_one_list()
{
    const RecordedTree tree(u"amd_desktop.tree"_s);
    qputenv("FAKE_NVML", "");
    qputenv("PLIMSOLL_NVML", FAKE_NVML_LIBRARY);
    qputenv("PLIMSOLL_LIVE_ROOT", QByteArray::fromStdString(tree.root()));
    const LiveSnapshot snapshot = local_live_source()->read();
    qunsetenv("PLIMSOLL_NVML");
    qunsetenv("PLIMSOLL_LIVE_ROOT");
    QStringList labels;
    for (const LiveGpu &gpu : snapshot.gpus) labels << text(gpu.label() + ' ' + gpu.vendor);
    QCOMPARE(labels, (QStringList{u"0 NVIDIA"_s, u"1 NVIDIA"_s, u"2 AMD"_s, u"3 AMD"_s}));
    QCOMPARE(snapshot.gpus[2].processes.front().pid, 4242U); // what holds most first
    QCOMPARE(text(snapshot.driver), u"590.48.01"_s);
}

void TestDrm::indices_stay_while_cards_come_and_go()
{
    const RecordedTree tree(u"amd_desktop.tree"_s);
    tree.write(u"sys/bus/pci/devices/0000:01:00.0/power/runtime_status"_s, "suspended\n");
    std::vector<std::unique_ptr<LiveSource>> sources;
    qputenv("FAKE_NVML", "one");
    sources.push_back(
        std::make_unique<NvmlSource>(NvmlOptions{{FAKE_NVML_LIBRARY}, tree.root() + "/sys", tree.root() + "/proc"}));
    sources.push_back(std::make_unique<DrmSource>(below(tree)));
    CombinedSource source(std::move(sources), tree.root() + "/sys");
    const auto labels = [&] {
        QStringList out;
        for (const LiveGpu &gpu : source.read().gpus) out << text(gpu.label() + ' ' + gpu.slot);
        return out;
    };
    // NVIDIA's only card sleeps and is not told of; its place is kept.
    QCOMPARE(labels(), (QStringList{u"1 0000:03:00.0"_s, u"2 0000:0c:00.0"_s}));
    tree.write(u"sys/bus/pci/devices/0000:01:00.0/power/runtime_status"_s, "active\n");
    QCOMPARE(labels().mid(1), (QStringList{u"1 0000:03:00.0"_s, u"2 0000:0c:00.0"_s}));
    QVERIFY(QFile::remove(tree.at(u"sys/class/drm/card1/device"_s))); // taken out
    QCOMPARE(labels().mid(1), (QStringList{u"2 0000:0c:00.0"_s}));
    tree.link(u"sys/class/drm/card7/device"_s, "../../../devices/pci0000:00/0000:03:00.0"); // back, under another number
    QCOMPARE(labels().mid(1), (QStringList{u"1 0000:03:00.0"_s, u"2 0000:0c:00.0"_s}));
}

void TestDrm::a_process_and_its_children()
{
    const RecordedTree tree;
    tree.write(u"proc/10/stat"_s, "10 (torchrun) S 1 10 10 0");
    tree.write(u"proc/11/stat"_s, "11 (python3 (x) ) S 10 10 10 0");
    tree.write(u"proc/12/stat"_s, "12 (python3) R 11 10 10 0");
    tree.write(u"proc/13/stat"_s, "13 (bash) S 1 10 10 0");
    tree.write(u"proc/14/stat"_s, "broken");
    tree.write(u"proc/15/stat"_s, "15 (loop) S 15 1 1 0");
    const std::string proc = tree.root() + "/proc";
    QCOMPARE(process_tree(proc, 10), (std::set<std::uint32_t>{10, 11, 12}));
    QCOMPARE(process_tree(proc, 13), (std::set<std::uint32_t>{13}));
    QCOMPARE(process_tree(proc, 15), (std::set<std::uint32_t>{15}));
    QCOMPARE(process_tree("/nowhere", 7), (std::set<std::uint32_t>{7}));
}

void TestDrm::recording_keeps_it_all()
{
    const RecordedTree tree(u"amd_desktop.tree"_s);
    LiveSnapshot snapshot = DrmSource(below(tree)).read();
    snapshot.gpus[0].processes_note = "3 processes of other users cannot be seen";
    const Result<std::vector<LiveSnapshot>> back = recording_from_text(watch_json_line(snapshot));
    QVERIFY(back.ok());
    QVERIFY(back->at(0) == snapshot);
}

void TestDrm::machine_without_cards_says_where_it_looked()
{
    const LiveSnapshot snapshot = DrmSource(DrmOptions{.root = "/nowhere", .regions = as_root}).read();
    QVERIFY(snapshot.gpus.empty());
    QCOMPARE(text(snapshot.looked_for.at(0)), u"/nowhere/sys/class/drm: no card of AMD (amdgpu), Intel (xe, i915)"_s);
}

PLIMSOLL_TEST(TestDrm)
} // namespace PLIMSOLL_FILE
#include "test_drm.moc"
