// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/run/recorded_rows.h"
#include "tests/test_program.h"

namespace PLIMSOLL_FILE {

// Steps that train a part of a model, against what a real run allocates in which requires_grad was set by the names of parameters:
// torch 2.15, transformers 5.23, an A100; and of single kernels of Liger 0.8.5 (liger_kernel_config). A line of
// the fixture: id, plan, allocated_bytes, phase of the peak, parameters that train, and how far the peak may lie off, as a fraction.

using namespace plimsoll;

class TestParts : public QObject {
    Q_OBJECT
private slots:
    void allocates_as_recorded_data() { add_recorded_rows(PLIMSOLL_FIXTURES "/step/parts.jsonl"); }

    void allocates_as_recorded()
    {
        QFETCH(QString, line);
        hold_to_record(nlohmann::json::parse(line.toStdString()));
    }

    void counts_as_it_records_data() { allocates_as_recorded_data(); }

    void counts_as_it_records()
    {
        QFETCH(QString, line);
        hold_counts_to_events(nlohmann::json::parse(line.toStdString()));
    }
};

PLIMSOLL_TEST(TestParts)
} // namespace PLIMSOLL_FILE
#include "test_parts.moc"
