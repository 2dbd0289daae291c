// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/trace_view.h"
#include "tests/core/run/recorded_rows.h"
#include "tests/test_program.h"

#include <cmath>

namespace PLIMSOLL_FILE {

// Dense families, shortened to a few layers, against what a real run of the libraries allocates: torch 2.15, transformers 5.23,
// peft 0.21.2, bitsandbytes 0.50.2; an A100. A line of the fixture: id, plan, allocated_bytes, reserved_bytes, phase of the
// peak, and how far ours may lie off, as a fraction: in models this small one block whose rest is too small to split counts.
// reserved_within: the same of the reserved bytes, where the order in which names go is what the row is about.

using namespace plimsoll;

class TestFamilies : public QObject {
    Q_OBJECT
private slots:
    void allocates_as_recorded_data() { add_recorded_rows(PLIMSOLL_FIXTURES "/step/families.jsonl"); }

    void allocates_as_recorded()
    {
        QFETCH(QString, line);
        const auto row = nlohmann::json::parse(line.toStdString());
        const Result<step::Trace> trace = run_of(row, true);
        QVERIFY2(trace, trace ? "" : trace.error().message().c_str());
        const Highest peak = highest(*trace);
        const ReplayResult replayed = replay(allocator_events(trace->events));
        const Bytes allocated = replayed.peak_allocated;
        const auto recorded = row["allocated_bytes"].get<double>();
        const double error = static_cast<double>(allocated) / recorded - 1.0;
        QVERIFY2(std::abs(error) <= row["within"].get<double>(),
                 qPrintable(QString("%1 instead of %2: %3 %").arg(allocated).arg(recorded, 0, 'f', 0).arg(100 * error)));
        if (row.contains("reserved_within")) {
            const double reserved = static_cast<double>(replayed.peak_reserved) / row["reserved_bytes"].get<double>() - 1.0;
            QVERIFY2(std::abs(reserved) <= row["reserved_within"].get<double>(), qPrintable(QString("%1 %").arg(100 * reserved)));
        }
        QCOMPARE(coarse(peak.phase), QString::fromStdString(row["phase"].get<std::string>()));
    }
};

PLIMSOLL_TEST(TestFamilies)
} // namespace PLIMSOLL_FILE
#include "test_family_steps.moc"
