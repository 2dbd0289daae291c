// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/run/recorded_rows.h"
#include "tests/test_program.h"

#include <algorithm>
#include <initializer_list>

namespace PLIMSOLL_FILE {

// transformers' own meshes and accelerate's context parallel on four layers, against every phase of two real steps of rank 0: torch
// 2.15, transformers 5.23, accelerate 1.15, an A100. The fixture holds the highest sum of blocks above the loaded share.

using namespace plimsoll;

namespace {

Bytes highest(const step::Trace &trace, std::uint16_t number, std::initializer_list<Phase> phases)
{
    Bytes peak = 0;
    for (const step::PhaseRecord &record : trace.phases)
        if (record.step == number && std::ranges::find(phases, record.phase) != phases.end()) peak = std::max(peak, record.peak);
    return peak - trace.after_load;
}

Bytes highest(const step::Trace &trace, const std::string &key)
{
    const auto number = static_cast<std::uint16_t>(key[4] - '0');
    const std::string phase = key.substr(6);
    if (phase == "forward") return highest(trace, number, {Phase::forward, Phase::loss});
    if (phase == "backward") return highest(trace, number, {Phase::backward, Phase::loss_backward});
    return highest(trace, number, {Phase::optimizer_step});
}

} // namespace

class TestMeshes : public QObject {
    Q_OBJECT
private slots:
    void allocates_as_recorded_data() { add_recorded_rows(PLIMSOLL_FIXTURES "/step/meshes.jsonl"); }

    void allocates_as_recorded()
    {
        QFETCH(QString, line);
        const auto row = nlohmann::json::parse(line.toStdString());
        const Result<step::Trace> trace = run_of(row, true);
        QVERIFY2(trace, trace ? "" : trace.error().message().c_str());
        constexpr Bytes few = 256 * kib; // scalars, and tensors of one number a token
        for (const auto &[key, value] : row["above_load"].items()) {
            const Bytes recorded = value.get<Bytes>(), ours = highest(*trace, key);
            const bool shares = row["plan"]["parallel"].value("context", 1) > 1;
            const Bytes slack = shares ? 2 * few : few; // whole sequences of ids beside a context's shares are not simulated
            QVERIFY2(std::abs(ours - recorded) <= slack,
                     qPrintable(QString("%1: %2 instead of %3").arg(QString::fromStdString(key)).arg(ours).arg(recorded)));
        }
    }
};

PLIMSOLL_TEST(TestMeshes)
} // namespace PLIMSOLL_FILE
#include "test_meshes.moc"
