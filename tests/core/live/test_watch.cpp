// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ground/json_text.h"
#include "core/live/nvml_source.h"
#include "core/live/recording.h"
#include "core/live/watch.h"
#include "tests/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

std::vector<LiveSnapshot> fixture()
{
    QFile file(PLIMSOLL_FIXTURES "/live/two_cards.jsonl");
    if (!file.open(QIODevice::ReadOnly)) qFatal("no fixture");
    const Result<std::vector<LiveSnapshot>> read = recording_from_text(file.readAll().toStdString());
    if (!read) qFatal("%s", read.error().message().c_str());
    return *read;
}

} // namespace

class TestWatch : public QObject {
    Q_OBJECT
private slots:
    void recording_keeps_every_reading();
    void replay_goes_on_to_its_end();
    void broken_recordings_name_line_and_field_data();
    void broken_recordings_name_line_and_field();
    void broken_files_are_named();
    void table_shows_figures_processes_and_reasons();
    void table_without_a_card_says_what_was_looked_for();
    void filters_by_card_and_process();
    void stops_after_count_or_when_told();
    void environment_names_library_or_recording();
    void ends_once_a_limit_is_passed();
    void ends_once_so_much_is_free();
    void says_what_can_be_allocated();
    void nearly_full_card_is_said();
    void plan_stands_beside_the_card();
    void csv_has_a_row_for_each_process();
};

void TestWatch::recording_keeps_every_reading()
{
    qputenv("FAKE_NVML", "mig");
    NvmlSource source({{FAKE_NVML_LIBRARY}, "/nowhere", "/nowhere"});
    const LiveSnapshot snapshot = source.read();
    const Result<std::vector<LiveSnapshot>> back = recording_from_text(watch_json_line(snapshot));
    QVERIFY2(back.ok(), back.ok() ? "" : back.error().message().c_str());
    QCOMPARE(back->size(), std::size_t{1});
    QVERIFY(back->at(0) == snapshot);
}

void TestWatch::replay_goes_on_to_its_end()
{
    RecordedSource source(fixture());
    QCOMPARE(*source.read().gpus.at(0).used, 2080 * mib);
    QVERIFY(!source.ended());
    QCOMPARE(*source.read().gpus.at(0).used, 16416 * mib);
    QVERIFY(source.ended());
    QCOMPARE(*source.read().gpus.at(0).used, 16416 * mib);
}

void TestWatch::broken_recordings_name_line_and_field_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("begins");
    const QByteArray good = R"({"schema": "plimsoll.live/1", "time_ms": 1, "gpus": []})";
    QTest::newRow("empty") << QByteArray("\n \n") << "recording: read nothing";
    QTest::newRow("not JSON") << good + "\n{"
                              << "line 2: is not valid JSON";
    QTest::newRow("schema") << QByteArray(R"({"schema": "other/1"})") << "line 1: schema: read \"other/1\"";
    QTest::newRow("negative") << QByteArray(
                                     R"({"schema": "plimsoll.live/1", "time_ms": 1, "gpus": [{"index": 0, "used_bytes": -5}]})")
                              << "line 1: gpus.used_bytes: read -5";
    QTest::newRow("absurd") << QByteArray(R"({"schema": "plimsoll.live/1", "time_ms": 1, "gpus": [{"index": 99999999999}]})")
                            << "line 1: gpus.index: read 99999999999";
    QTest::newRow("list") << QByteArray("[1]") << "line 1: read [1]";
}

void TestWatch::broken_recordings_name_line_and_field()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, begins);
    const Result<std::vector<LiveSnapshot>> read = recording_from_text(text.toStdString());
    QVERIFY(!read.ok());
    QVERIFY2(QString::fromStdString(read.error().message()).startsWith(begins), read.error().message().c_str());
}

void TestWatch::broken_files_are_named()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath("x.jsonl");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    const auto refused = [&path] { return QString::fromStdString(read_recording(path.toStdString()).error().message()); };
    QCOMPARE(refused(), "recording " + path + ": read nothing, accepted: one snapshot of schema plimsoll.live/1 a line");
    QVERIFY(file.write("\n[]\n") == 4 && file.flush());
    QVERIFY2(refused().startsWith("recording " + path + ": line 2: read []"), qPrintable(refused()));
    QVERIFY(file.resize(300'000'000));
    QCOMPARE(refused(), "recording " + path + ": read 300000000 bytes, accepted: at most 268435456 bytes");
}

void TestWatch::table_shows_figures_processes_and_reasons()
{
    const QStringList lines = QString::fromStdString(watch_table(fixture().at(1))).split('\n');
    for (const QString &line : lines) QVERIFY2(line.size() <= 80, qPrintable(line));
    QCOMPARE(lines, (QStringList{
                        "2026-11-21 16:00:01 UTC, driver 590.48.01",
                        "GPU   name                           total     used     free  busy   temp  power",
                        "0     NVIDIA GeForce RTX 4090        23.99    16.03     7.48   97%    71C   402W",
                        "        4242 python3                          15.78",
                        "1     NVIDIA GeForce RTX 3060            ?        ?        ?     ?      ?      ?",
                        "      memory: the GPU is lost: it fell off the bus or was reset",
                        "Memory in GiB.",
                        "",
                    }));
}

void TestWatch::table_without_a_card_says_what_was_looked_for()
{
    NvmlSource source({{"libno-such-nvml.so.1"}, "/nowhere", "/nowhere"});
    const QString table = QString::fromStdString(watch_table(source.read()));
    QVERIFY(table.contains("No GPU to read.\n  NVIDIA driver library libno-such-nvml.so.1: not found"));
}

void TestWatch::filters_by_card_and_process()
{
    const LiveSnapshot snapshot = fixture().at(1);
    QCOMPARE(filtered(snapshot, {.gpu = 1}).gpus.size(), std::size_t{1});
    QCOMPARE(filtered(snapshot, {.gpu = 7}).gpus.size(), std::size_t{0});
    QCOMPARE(filtered(snapshot, {.pids = {4242}}).gpus.size(), std::size_t{1});
    QCOMPARE(filtered(snapshot, {.pids = {1}}).gpus.size(), std::size_t{0});
}

void TestWatch::stops_after_count_or_when_told()
{
    std::string out;
    std::vector<int> waits;
    const auto write = [&](const std::string &text) { out += text; };
    RecordedSource source(fixture());
    QCOMPARE(watch(source, {.interval_ms = 10, .count = 3, .format = WatchFormat::json}, write,
                   [&](int ms) { return waits.push_back(ms), true; }),
             Watched::seen);
    QCOMPARE(waits, (std::vector<int>{250, 250}));
    QCOMPARE(recording_from_text(out)->size(), std::size_t{3});
    out.clear();
    QCOMPARE(watch(source, {.gpu = 9}, write, [](int) { return false; }), Watched::unknown);
    QVERIFY(out.find("No GPU to read.") != std::string::npos);
}

void TestWatch::environment_names_library_or_recording()
{
    qputenv("FAKE_NVML", "");
    qputenv("PLIMSOLL_NVML", FAKE_NVML_LIBRARY);
    QCOMPARE(local_live_source()->read().gpus.size(), std::size_t{2});
    qputenv("PLIMSOLL_LIVE_RECORDING", PLIMSOLL_FIXTURES "/live/two_cards.jsonl");
    QCOMPARE(local_live_source()->read(), fixture().at(0));
    QVERIFY(!local_live_source()->problem());
    qputenv("PLIMSOLL_LIVE_RECORDING", "/no/such/file");
    QCOMPARE(local_live_source()->read().looked_for.at(0), std::string("recording /no/such/file: no such file"));
    QVERIFY(local_live_source()->problem());
    qputenv("PLIMSOLL_LIVE_RECORDING", "/");
    QCOMPARE(local_live_source()->read().looked_for.at(0), std::string("recording /: not a regular file"));
    qunsetenv("PLIMSOLL_LIVE_RECORDING");
    qunsetenv("PLIMSOLL_NVML");
}

namespace {

/// How a watch of the fixture ends, and what it wrote; two readings: 2,080 MiB in use, then 16,416 MiB of 24,564.
std::pair<Watched, std::string> watched(WatchOptions options)
{
    std::string out;
    RecordedSource source(fixture());
    options.gpu = 0;
    if (!options.count) options.count = 5;
    const Watched how = watch(
        source, options, [&](const std::string &text) { out += text; }, [](int) { return true; });
    return {how, out};
}

Count lines_of(const std::string &text) { return std::ranges::count(text, '\n'); }

} // namespace

void TestWatch::ends_once_a_limit_is_passed()
{
    const auto json = [](Limit limit, std::set<std::uint32_t> pids = {}) {
        return watched({.pids = std::move(pids), .format = WatchFormat::json, .above = limit});
    };
    QCOMPARE(json({.bytes = 10 * gib}).first, Watched::passed);
    QCOMPARE(lines_of(json({.bytes = 10 * gib}).second), Count{2}); // at the reading that passed
    QCOMPARE(json({.bytes = 20 * gib}).first, Watched::seen);
    QCOMPARE(lines_of(json({.bytes = 20 * gib}).second), Count{5});
    QCOMPARE(json({.percent = 66}).first, Watched::passed); // 66.8 %
    QCOMPARE(json({.percent = 67}).first, Watched::seen);
    QCOMPARE(json({.bytes = 16'200 * mib}, {4242}).first, Watched::seen); // the process holds 16,158 MiB, the card 16,416
    QCOMPARE(json({.bytes = 16'100 * mib}, {4242}).first, Watched::passed);
    QCOMPARE(json({.bytes = gib}, {1}).first, Watched::unknown); // never there
}

void TestWatch::ends_once_so_much_is_free()
{
    const auto until = [](Bytes bytes) { return watched({.format = WatchFormat::json, .until = bytes}); };
    QCOMPARE(until(20 * gib).first, Watched::seen);
    QCOMPARE(lines_of(until(20 * gib).second), Count{1});
    QCOMPARE(until(23 * gib).first, Watched::passed); // never so much
    QCOMPARE(lines_of(until(23 * gib).second), Count{5});
}

void TestWatch::says_what_can_be_allocated()
{
    const auto said = [](Bytes bytes) { return watched({.count = 2, .allocate = bytes}).second; };
    QVERIFY(said(4 * gib).find("      GPU 0: 4.0 GiB can be allocated now, 3.5 GiB would be left.\n") != std::string::npos);
    QVERIFY(said(9 * gib).find("GPU 0: 9.0 GiB cannot be allocated now, 1.5 GiB is missing") != std::string::npos);
    QVERIFY(said(7 * gib).find("by a process that runs already") != std::string::npos);
    const LiveGpu lost = fixture().at(1).gpus.at(1);
    QCOMPARE(allocatable(lost, gib), Allocatable::unknown);
    QVERIFY(allocatable_text(lost, gib).ends_with("the GPU is lost: it fell off the bus or was reset."));
    QVERIFY(watched({.count = 1, .format = WatchFormat::json, .allocate = gib})
                .second.find(R"("room":{"bytes":1073741824,"answer":"yes"})") != std::string::npos);
    for (const std::string &line : {said(7 * gib)})
        for (const QString &part : QString::fromStdString(line).split('\n')) QVERIFY(part.size() <= 80);
}

void TestWatch::nearly_full_card_is_said()
{
    QVERIFY(watched({.count = 2}).second.find("! ") == std::string::npos);
    QVERIFY(watched({.count = 2, .warn = {.percent = 60}}).second.find("      ! 66 % of the card is in use.\n") !=
            std::string::npos);
}

void TestWatch::plan_stands_beside_the_card()
{
    PlanMark plan{"QLoRA",
                  15 * gib,
                  14 * gib,
                  16 * gib,
                  7 * gib,
                  "loss_backward",
                  {{"load", 8 * gib}, {"forward", 12 * gib}, {"loss_backward", 15 * gib}}};
    const LiveGpu gpu = fixture().at(1).gpus.at(0);
    const std::string takes = "The plan takes 15.0 GiB (14.0 to 16.0) at loss_backward. ";
    QCOMPARE(plan_text(gpu, plan), takes + "python3 (4242) holds 15.8 GiB, as planned.");
    plan.high = 15 * gib;
    QCOMPARE(plan_text(gpu, plan),
             takes.substr(0, 33) + "15.0) at loss_backward. python3 (4242) holds 15.8 GiB, 0.78 GiB above it.");
    plan.low = 15 * gib;
    LiveGpu early = gpu;
    early.processes[0].used = Reading<Bytes>::of(13 * gib);
    QVERIFY(plan_text(early, plan).ends_with("python3 (4242) holds 13.0 GiB, as much as up to forward."));
    early.processes[0].used = Reading<Bytes>::of(gib);
    QVERIFY(plan_text(early, plan).ends_with("python3 (4242) holds 1.0 GiB, less than the plan's weights."));
    LiveGpu listless = gpu;
    listless.processes.clear();
    listless.processes_reason = "hidden";
    QVERIFY(plan_text(listless, plan).find("All that runs on the card holds 16.0 GiB") != std::string::npos);
    const std::string json = watched({.count = 1, .format = WatchFormat::json, .plan = plan}).second;
    QVERIFY(json.find(R"("plan":{"name":"QLoRA","device_bytes":16106127360)") != std::string::npos);
    QVERIFY(recording_from_text(json).ok()); // and stays a recording
}

void TestWatch::csv_has_a_row_for_each_process()
{
    const std::string csv = watched({.count = 2, .format = WatchFormat::csv}).second;
    QCOMPARE(lines_of(csv), Count{4}); // head, card, card and its process
    QVERIFY(csv.starts_with("time_ms,gpu,vendor,name,uuid,total_bytes,"));
    QVERIFY(csv.ends_with(",97,71,401990,4242,python3,16942891008\n"));
    LiveSnapshot odd = fixture().at(1);
    odd.gpus[0].name = Reading<std::string>::of("a \"b\", c");
    QVERIFY(watch_csv_rows(odd).find(R"("a ""b"", c")") != std::string::npos);
    QVERIFY(watch_csv_rows(odd).find("1,NVIDIA,NVIDIA GeForce RTX 3060,GPU-0d9be3a1-7c11-4d35-8a0e-3c2b1a000001,,,,,,,,,,\n") !=
            std::string::npos); // unknown is empty, never 0
}

PLIMSOLL_TEST(TestWatch)
} // namespace PLIMSOLL_FILE
#include "test_watch.moc"
