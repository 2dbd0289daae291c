// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/live/nvml_abi.h"
#include "core/live/nvml_source.h"
#include "core/live/shares.h"
#include "tests/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

/// Every function that is asked for, and what of the first card it alone tells: what stands there where it fails.
struct Asked {
    const char *function;
    const char *figure; ///< of figures_of(); empty: another function tells the same
};

constexpr Asked all_functions[] = {
    {"nvmlSystemGetDriverVersion", "driver"},
    {"nvmlDeviceGetName", "name"},
    {"nvmlDeviceGetUUID", "uuid"},
    {"nvmlDeviceGetPciInfo_v3", "slot"},
    {"nvmlDeviceGetMemoryInfo_v2", "reserved"},
    {"nvmlDeviceGetMemoryInfo", ""},
    {"nvmlDeviceGetUtilizationRates", "utilisation"},
    {"nvmlDeviceGetPowerUsage", "power"},
    {"nvmlDeviceGetTemperatureV", ""},
    {"nvmlDeviceGetTemperature", ""},
    {"nvmlDeviceGetMaxMigDeviceCount", ""},
    {"nvmlDeviceGetMigDeviceHandleByIndex", ""},
    {"nvmlDeviceGetComputeRunningProcesses_v3", "processes"},
    {"nvmlDeviceGetGraphicsRunningProcesses_v3", ""},
};

constexpr int codes[] = {nvml::not_supported,      nvml::no_permission, nvml::insufficient_size, 10 /* TIMEOUT */,
                         nvml::function_not_found, nvml::gpu_is_lost,   nvml::reset_required,    nvml::unknown_error};

QString text(const std::string &from) { return QString::fromStdString(from); }

template <class T>
QString written(const Reading<T> &reading)
{
    if (!reading) return QStringLiteral("? ") + text(reading.reason);
    if constexpr (std::is_same_v<T, std::string>)
        return text(*reading);
    else
        return QString::number(*reading);
}

/// What is read of the first card, by name; a reason begins with "?".
QMap<QString, QString> figures_of(const LiveSnapshot &snapshot)
{
    const LiveGpu &gpu = snapshot.gpus.at(0);
    QString processes = text(gpu.processes_reason + gpu.processes_note);
    if (!processes.isEmpty()) processes.prepend("? ");
    for (const LiveProcess &one : gpu.processes) processes += QString(" %1:%2").arg(one.pid).arg(written(one.used));
    return {{"driver", snapshot.driver.empty() ? "?" : text(snapshot.driver)},
            {"name", written(gpu.name)},
            {"uuid", written(gpu.uuid)},
            {"slot", gpu.slot.empty() ? "?" : text(gpu.slot)},
            {"total", written(gpu.total)},
            {"reserved", written(gpu.reserved)},
            {"used", written(gpu.used)},
            {"free", written(gpu.free)},
            {"utilisation", written(gpu.utilisation)},
            {"temperature", written(gpu.temperature)},
            {"power", written(gpu.power)},
            {"processes", processes}};
}

void set_scene(const QByteArray &scene) { qputenv("FAKE_NVML", scene); }

LiveSnapshot read(const QByteArray &scene, const QString &library = FAKE_NVML_LIBRARY)
{
    set_scene(scene);
    NvmlSource source({{library.toStdString()}, "/nowhere", "/nowhere"});
    return source.read();
}

/// The library without these functions: their names are not in it any more.
QString without(const QTemporaryDir &folder, const QList<QByteArray> &functions)
{
    QFile whole(FAKE_NVML_LIBRARY);
    if (!whole.open(QIODevice::ReadOnly)) qFatal("no library");
    QByteArray bytes = whole.readAll();
    for (const QByteArray &one : functions) {
        QByteArray name = '\0' + one + '\0', other = name;
        other[1] = 'x';
        bytes.replace(name, other);
    }
    const QString path = folder.filePath(QString::fromLatin1(functions.join('+').left(100)) + ".so");
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) qFatal("%s", qPrintable(path));
    return path;
}

void add_rows()
{
    QTest::addColumn<QByteArray>("function");
    QTest::addColumn<QString>("figure");
    for (const Asked &one : all_functions) QTest::newRow(one.function) << QByteArray(one.function) << QString(one.figure);
}

/// Everything but `figure` reads as it does in a driver without faults, and `figure` has a reason.
void compare_but(const QMap<QString, QString> &got, const QString &figure, const char *what)
{
    const QMap<QString, QString> sound = figures_of(read(""));
    for (auto at = sound.begin(); at != sound.end(); ++at) {
        const bool follows = figure == "reserved" && at.key() == "used"; // an older form counts the reservation as used
        if (at.key() == figure)
            QVERIFY2(got[figure].startsWith("?"), qPrintable(QString("%1: %2").arg(what, got[figure])));
        else if (follows)
            QCOMPARE(got["used"], QString::number(2564 * mib));
        else if (at.key() == "temperature")
            QVERIFY2(got["temperature"] == "61" || got["temperature"] == "62", qPrintable(got["temperature"]));
        else if (at.key() == "processes" && QByteArray(what).startsWith("nvmlDeviceGetGraphics"))
            QVERIFY2(got["processes"].contains("4000:") && got["processes"].contains("4002:"), qPrintable(got["processes"]));
        else
            QCOMPARE(got[at.key()], at.value());
    }
}

} // namespace

/// A driver in which things go wrong: each function, with each code, and cards that come and go.
class TestNvmlFaults : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { set_scene(""); }

    void a_function_that_fails_takes_its_own_figure_only_data() { add_rows(); }
    void a_function_that_fails_takes_its_own_figure_only()
    {
        QFETCH(QByteArray, function);
        QFETCH(QString, figure);
        for (const int code : codes)
            compare_but(figures_of(read("fail:" + function + ':' + QByteArray::number(code))), figure, function.constData());
    }
    void a_function_that_is_not_there_is_one_that_fails_data() { add_rows(); }
    void a_function_that_is_not_there_is_one_that_fails()
    {
        QFETCH(QByteArray, function);
        QFETCH(QString, figure);
        const QTemporaryDir folder;
        const auto got = figures_of(read("", without(folder, {function})));
        if (function.endsWith("Processes_v3")) return compare_but(got, {}, function.constData()); // the second form tells it
        compare_but(got, figure, function.constData());
    }
    void without_any_form_of_memory_nothing_of_it_is_told()
    {
        for (const int code : codes) {
            const QByteArray number = QByteArray::number(code);
            const auto got =
                figures_of(read("fail:nvmlDeviceGetMemoryInfo_v2:" + number + ",fail:nvmlDeviceGetMemoryInfo:" + number));
            for (const char *figure : {"total", "reserved", "used", "free"}) QVERIFY(got[figure].startsWith("? "));
            QCOMPARE(got["power"], QString("123456"));
        }
    }
    void what_all_of_it_needs_says_why()
    {
        for (const char *function : {"nvmlInit_v2", "nvmlDeviceGetCount_v2"})
            for (const int code : codes) {
                const LiveSnapshot snapshot = read(QByteArray("fail:") + function + ':' + QByteArray::number(code));
                QVERIFY(snapshot.gpus.empty());
                QCOMPARE(snapshot.looked_for.size(), std::size_t{1});
            }
        for (const int code : codes) {
            const LiveSnapshot snapshot = read("fail:nvmlDeviceGetHandleByIndex_v2:" + QByteArray::number(code));
            QCOMPARE(snapshot.gpus.size(), std::size_t{2});
            for (const LiveGpu &gpu : snapshot.gpus) QVERIFY(!gpu.total && !gpu.total.reason.empty() && !gpu.name);
        }
        const QTemporaryDir folder;
        for (const char *function : {"nvmlInit_v2", "nvmlDeviceGetCount_v2", "nvmlDeviceGetHandleByIndex_v2"}) {
            const LiveSnapshot snapshot = read("", without(folder, {function}));
            QVERIFY(snapshot.gpus.empty() && text(snapshot.looked_for.at(0)).contains("has no"));
        }
        QCOMPARE(read("", without(folder, {"nvmlErrorString", "nvmlShutdown"})).gpus.size(), std::size_t{2});
    }
    /// A list that is known in part alone is not said to be whole.
    void half_of_the_processes_are_not_all_of_them()
    {
        const LiveGpu gpu = read("fail:nvmlDeviceGetComputeRunningProcesses_v3:4").gpus.at(0);
        QCOMPARE(gpu.processes.size(), std::size_t{1});
        QCOMPARE(text(gpu.processes_note), QString("some are not listed: no permission (container or cgroup)"));
        QVERIFY(gpu.processes_reason.empty());
        // what a card without a display answers
        QVERIFY(read("fail:nvmlDeviceGetGraphicsRunningProcesses_v3:3").gpus.at(0).processes_note.empty());
    }
    void each_form_of_the_lists_is_read()
    {
        const QTemporaryDir folder;
        const QByteArray compute = "nvmlDeviceGetComputeRunningProcesses", graphics = "nvmlDeviceGetGraphicsRunningProcesses";
        const QList<QByteArray> third{compute + "_v3", graphics + "_v3"}, second{compute + "_v2", graphics + "_v2"};
        const QString sound = figures_of(read(""))["processes"];
        QVERIFY(sound.startsWith(" 4000:"));
        QCOMPARE(figures_of(read("", without(folder, third)))["processes"], sound);
        QCOMPARE(figures_of(read("", without(folder, third + second)))["processes"], sound);
        const QString none =
            figures_of(read("", without(folder, third + second + QList<QByteArray>{compute, graphics})))["processes"];
        QCOMPARE(none, QString("? not in this driver"));
    }
    void hundreds_of_processes_in_every_form_data()
    {
        QTest::addColumn<QByteArray>("scene");
        for (const char *scene : {"stride16", "stride24", "stride32"}) QTest::newRow(scene) << QByteArray(scene);
    }
    void hundreds_of_processes_in_every_form()
    {
        QFETCH(QByteArray, scene);
        const LiveGpu gpu = read("crowd500," + scene).gpus.at(0);
        QCOMPARE(gpu.processes.size(), std::size_t{500});
        const CardShares shares = shares_of(gpu);
        QCOMPARE(shares.processes.size(), std::size_t{500});
        QCOMPARE(shares.silent, 500 - 24); // more than the card has: no size
        for (std::size_t i = 1; i < 24; ++i) QVERIFY(*shares.processes[i - 1].used >= *shares.processes[i].used);
        for (unsigned pid = 4000; pid < 4500; ++pid)
            QVERIFY(std::ranges::find(gpu.processes, pid, &LiveProcess::pid) != gpu.processes.end());
    }
    /// At whatever call the card falls off the bus: no figure that was not written, and all of it again once it is back.
    void a_card_lost_while_it_is_read_comes_back()
    {
        const auto sound = figures_of(read(""));
        for (int call = 1; call <= 40; ++call) {
            set_scene("falls:" + QByteArray::number(call));
            NvmlSource source({{FAKE_NVML_LIBRARY}, "/nowhere", "/nowhere"});
            for (int reading = 0; reading < 3; ++reading) {
                const LiveSnapshot snapshot = source.read();
                QCOMPARE(snapshot.gpus.size(), std::size_t{2});
                const auto got = figures_of(snapshot);
                for (auto at = got.begin(); at != got.end(); ++at) {
                    const bool told = at.value() == sound[at.key()] || at.value().startsWith("?");
                    const bool older = at.value() == QString::number(2564 * mib) || at.key() == "processes" || at.value() == "62";
                    QVERIFY2(told || older, qPrintable(QString("%1 at call %2: %3").arg(at.key()).arg(call).arg(at.value())));
                }
                QCOMPARE(*snapshot.gpus[1].total, 24564 * mib);
            }
            set_scene("");
            int readings = 0;
            while (readings < 12 && figures_of(source.read()) != sound) ++readings;
            QVERIFY2(readings < 12, qPrintable(QString("lost at call %1, never back").arg(call)));
        }
    }
};

PLIMSOLL_TEST(TestNvmlFaults)
} // namespace PLIMSOLL_FILE
#include "test_nvml_faults.moc"
