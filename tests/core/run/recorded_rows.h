// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/estimate/estimate.h"
#include "core/load/load.h"
#include "core/load/load_named.h"
#include "core/plan/plan_json.h"
#include "core/resolve/resolve.h"
#include "core/run/simulate.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <cmath>
#include <fstream>

namespace plimsoll {

/// A test row per line of a fixture of recorded runs, named by its id; the column "line" is its text.
inline void add_recorded_rows(const std::string &path)
{
    QTest::addColumn<QString>("line");
    std::ifstream file(path);
    QVERIFY(file.is_open());
    for (std::string line; std::getline(file, line);)
        QTest::newRow(nlohmann::json::parse(line)["id"].get<std::string>().c_str()) << QString::fromStdString(line);
}

/// Our run of a recorded row's plan, whose model stands in it as a config. `record`: with its events.
inline Result<step::Trace> run_of(const nlohmann::json &row, bool record)
{
    const bool seen = row["plan"].contains("images"); // the class of the whole model
    const Result<ArchitectureRef> architecture =
        (seen ? named_class_from_config : architecture_from_config)(row["plan"]["model"]["config"].dump(), "inline");
    if (!architecture) return architecture.error();
    const auto parsed = plan_from_json(row["plan"].dump());
    if (!parsed) return parsed.error();
    const Result<ResolvedPlan> resolved = resolve(parsed->plan, **architecture);
    if (!resolved) return resolved.error();
    return step::simulate(**architecture, *resolved, {}, record);
}

struct Highest {
    Bytes bytes = 0;
    Phase phase = Phase::load;
};

/// The peak after loading.
inline Highest highest(const step::Trace &trace)
{
    Highest out;
    for (const step::PhaseRecord &record : trace.phases)
        if (record.step > 0 && record.peak > out.bytes) out = {record.peak, record.phase};
    return out;
}

/// The rows' coarser words.
inline QString coarse(Phase phase)
{
    switch (phase) {
    case Phase::loss:
    case Phase::reference:
    case Phase::objective:
    case Phase::extract: return "forward";
    case Phase::loss_backward: return "backward";
    case Phase::optimizer_step: return "optimizer";
    case Phase::prefill: return "generate";
    default: return QString::fromStdString(std::string(name_of(phase)));
    }
}

/// What a row says of the parameters that train, of the allocated peak and of its phase, held against the estimate.
inline void hold_to_record(const nlohmann::json &row)
{
    const Result<ArchitectureRef> architecture = architecture_from_config(row["plan"]["model"]["config"].dump(), "inline");
    QVERIFY(architecture);
    const auto parsed = plan_from_json(row["plan"].dump());
    QVERIFY(parsed);
    const auto made = estimate(*architecture, parsed->plan, {}, {.timeline = false, .allocator = true, .explain = false});
    QVERIFY2(made, made ? "" : made.error().message().c_str());
    QCOMPARE(made->trainable_parameters, row["trainable"].get<Count>());
    const Bytes peak = made->fullest().peak.allocated;
    const auto recorded = row["allocated_bytes"].get<double>();
    const double error = static_cast<double>(peak) / recorded - 1.0;
    QVERIFY2(std::abs(error) <= row["within"].get<double>(),
             qPrintable(QString("%1 instead of %2: %3 %").arg(peak).arg(recorded, 0, 'f', 0).arg(100 * error)));
    QCOMPARE(coarse(made->fullest().peak.phase), QString::fromStdString(row["phase"].get<std::string>()));
}

/// A run that only counts comes to what one with its events comes to.
inline void hold_counts_to_events(const nlohmann::json &row)
{
    const Result<step::Trace> counted = run_of(row, false), recorded = run_of(row, true);
    QVERIFY(counted && recorded);
    QCOMPARE(highest(*counted).bytes, highest(*recorded).bytes);
    QCOMPARE(counted->gradient_bytes, recorded->gradient_bytes);
}

} // namespace plimsoll
