// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ground/json_text.h"
#include "core/live/nvml_source.h"
#include "core/live/recording.h"
#include "core/live/watch.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

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
    QCOMPARE(filtered(snapshot, {.pid = 4242}).gpus.size(), std::size_t{1});
    QCOMPARE(filtered(snapshot, {.pid = 1}).gpus.size(), std::size_t{0});
}

void TestWatch::stops_after_count_or_when_told()
{
    std::string out;
    std::vector<int> waits;
    const auto write = [&](const std::string &text) { out += text; };
    RecordedSource source(fixture());
    QVERIFY(watch(source, {.interval_ms = 10, .count = 3, .format = WatchFormat::json}, write,
                  [&](int ms) { return waits.push_back(ms), true; }));
    QCOMPARE(waits, (std::vector<int>{250, 250}));
    QCOMPARE(recording_from_text(out)->size(), std::size_t{3});
    out.clear();
    QVERIFY(!watch(source, {.gpu = 9}, write, [](int) { return false; }));
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

QTEST_GUILESS_MAIN(TestWatch)
#include "test_watch.moc"
