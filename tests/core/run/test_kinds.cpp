// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/run/recorded_rows.h"
#include "tests/test_program.h"

#include <cmath>

namespace PLIMSOLL_FILE {

// Models that are no plain decoders, shortened to a few layers, against what a real run of the libraries allocates: torch 2.15,
// transformers 5.23, peft 0.21.2, bitsandbytes 0.50.2, trl 1.16; an A100. A line of the fixture: id, plan, allocated_bytes,
// phase of the peak, and how far an approximated step may lie off, as a fraction.

using namespace plimsoll;

class TestKinds : public QObject {
    Q_OBJECT
private slots:
    void allocates_as_recorded_data() { add_recorded_rows(PLIMSOLL_FIXTURES "/step/kinds.jsonl"); }

    void allocates_as_recorded()
    {
        QFETCH(QString, line);
        const auto row = nlohmann::json::parse(line.toStdString());
        const Result<step::Trace> trace = run_of(row, false);
        QVERIFY2(trace, trace ? "" : trace.error().message().c_str());
        const Highest peak = highest(*trace);
        const auto recorded = row["allocated_bytes"].get<double>();
        const double error = static_cast<double>(peak.bytes) / recorded - 1.0;
        QVERIFY2(std::abs(error) <= row["within"].get<double>(),
                 qPrintable(QString("%1 instead of %2: %3 %").arg(peak.bytes).arg(recorded, 0, 'f', 0).arg(100 * error)));
        QCOMPARE(coarse(peak.phase), QString::fromStdString(row["phase"].get<std::string>()));
    }
};

PLIMSOLL_TEST(TestKinds)
} // namespace PLIMSOLL_FILE
#include "test_kinds.moc"
