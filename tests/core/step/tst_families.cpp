// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/trace_view.h"
#include "core/model/load.h"
#include "core/plan/plan_json.h"
#include "core/step/simulate.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <cmath>
#include <fstream>

// Dense families, shortened to a few layers, against what a real run of the libraries allocates: torch 2.15, transformers 5.23,
// peft 0.21.2, bitsandbytes 0.50.2; an A100. A line of the fixture: id, plan, allocated_bytes, reserved_bytes, phase of the
// peak, and how far ours may lie off, as a fraction: in models this small one block whose rest is too small to split counts.

using namespace plimsoll;

namespace {

struct Highest {
    Bytes bytes = 0;
    Phase phase = Phase::load;
};

Highest highest(const step::Trace &trace)
{
    Highest out;
    for (const step::PhaseRecord &record : trace.phases)
        if (record.step > 0 && record.peak > out.bytes) out = {record.peak, record.phase};
    return out;
}

/// The rows' coarser words.
QString coarse(Phase phase)
{
    switch (phase) {
    case Phase::loss:
    case Phase::extract: return "forward";
    case Phase::loss_backward: return "backward";
    case Phase::optimizer_step: return "optimizer";
    case Phase::prefill: return "generate";
    default: return QString::fromStdString(std::string(name_of(phase)));
    }
}

} // namespace

class TestFamilies : public QObject {
    Q_OBJECT
private slots:
    void allocates_as_recorded_data()
    {
        QTest::addColumn<QString>("line");
        std::ifstream file(PLIMSOLL_FIXTURES "/step/families.jsonl");
        QVERIFY(file.is_open());
        for (std::string line; std::getline(file, line);)
            QTest::newRow(nlohmann::json::parse(line)["id"].get<std::string>().c_str()) << QString::fromStdString(line);
    }

    void allocates_as_recorded()
    {
        QFETCH(QString, line);
        const auto row = nlohmann::json::parse(line.toStdString());
        const Result<ArchitectureRef> architecture = architecture_from_config(row["plan"]["model"]["config"].dump(), "inline");
        QVERIFY2(architecture, architecture ? "" : architecture.error().message().c_str());
        const auto parsed = plan_from_json(row["plan"].dump());
        QVERIFY(parsed);
        const Result<ResolvedPlan> resolved = resolve(parsed->plan, **architecture);
        QVERIFY2(resolved, resolved ? "" : resolved.error().message().c_str());
        const Result<step::Trace> trace = step::simulate(**architecture, *resolved, {}, true);
        QVERIFY2(trace, trace ? "" : trace.error().message().c_str());
        const Highest peak = highest(*trace);
        const Bytes allocated = replay(allocator_events(trace->events)).peak_allocated;
        const auto recorded = row["allocated_bytes"].get<double>();
        const double error = static_cast<double>(allocated) / recorded - 1.0;
        QVERIFY2(std::abs(error) <= row["within"].get<double>(),
                 qPrintable(QString("%1 instead of %2: %3 %").arg(allocated).arg(recorded, 0, 'f', 0).arg(100 * error)));
        QCOMPARE(coarse(peak.phase), QString::fromStdString(row["phase"].get<std::string>()));
    }
};

QTEST_APPLESS_MAIN(TestFamilies)
#include "tst_families.moc"
