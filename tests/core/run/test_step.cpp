// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/trace_view.h"
#include "core/load/load.h"
#include "core/plan/plan_json.h"
#include "core/run/layer_layout.h"
#include "core/run/simulate.h"
#include "tests/test_program.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

struct Recorded {
    std::string name;
    ArchitectureRef architecture;
    ResolvedPlan plan;
    nlohmann::json row;
};

/// Rows of real PyTorch: two-layer models, every phase of the second step. `unread`: what became of the others.
std::vector<Recorded> recorded(std::vector<std::string> *unread = nullptr)
{
    std::vector<Recorded> out;
    std::ifstream file(PLIMSOLL_FIXTURES "/step/recorded.jsonl");
    for (std::string line; std::getline(file, line);) {
        nlohmann::json row = nlohmann::json::parse(line);
        const auto architecture = architecture_from_config(row["plan"]["model"]["config"].dump(), "inline");
        const auto parsed = plan_from_json(row["plan"].dump());
        const auto fails = [&](const Error &error) {
            if (unread) unread->push_back(row["name"].get<std::string>() + ": " + error.message());
        };
        if (!architecture.ok() || !parsed.ok()) {
            fails(architecture.ok() ? parsed.error() : architecture.error());
            continue;
        }
        if (const auto resolved = resolve(parsed->plan, **architecture))
            out.push_back({row["name"].get<std::string>(), *architecture, *resolved, row});
        else
            fails(resolved.error());
    }
    return out;
}

/// The coarse phases of the rows.
std::string coarse_phase(Phase phase)
{
    switch (phase) {
    case Phase::forward:
    case Phase::reference: // PyTorch's rows have it in the forward that it follows
    case Phase::objective:
    case Phase::loss: return "forward";
    case Phase::backward:
    case Phase::loss_backward: return "backward";
    case Phase::optimizer_step: return "optimizer";
    default: return "generate";
    }
}

/// The figures that a row holds, from the trace through the allocator: it counts a block whole whose rest is too small to
/// split. Generation has one phase from the first forward on.
std::map<std::string, Bytes> phases_of(const step::Trace &trace)
{
    std::map<std::string, Bytes> out;
    CachingAllocator allocator;
    std::string open, after;
    trace.events.each([&](const step::Event &event) {
        const bool empties = event.kind == step::Event::Kind::mark && std::string_view(event.operation) == "empty_cache";
        if (event.step > 0 && !out.contains("after_load")) {
            out["after_load"] = allocator.allocated();
            out["peak_load"] = allocator.peak_allocated();
        }
        if (empties) allocator.empty_cache();
        const std::string step = "step" + std::to_string(event.step), phase = step + "_peak_" + coarse_phase(event.phase);
        if (event.step > 0 && phase != open) {
            allocator.reset_peaks();
            if (!open.empty()) out.emplace(after, allocator.allocated()); // of the first of several batches
            open = phase;
            after = step + "_after_" + coarse_phase(event.phase);
        }
        if (event.kind == step::Event::Kind::allocate) (void)allocator.allocate(event.id, event.bytes);
        if (event.kind == step::Event::Kind::release) allocator.free(event.id);
        if (event.step == 0) {
            // read before the Trainer empties the cache when training begins
            if (event.kind != step::Event::Kind::mark) out["reserved_after_load"] = allocator.reserved();
            return;
        }
        out[phase] = std::max(out[phase], allocator.peak_allocated());
    });
    out.emplace(after, allocator.allocated());
    return out;
}

Bytes highest(const step::Trace &trace)
{
    Bytes peak = 0;
    for (const step::PhaseRecord &record : trace.phases)
        if (record.step > 0) peak = std::max(peak, record.peak);
    return peak;
}

} // namespace

class TestStep : public QObject {
    Q_OBJECT

private slots:
    void rows_data();
    void rows();
    void counted_equals_recorded_data();
    void counted_equals_recorded();
    void parts_sum_to_the_peak();
    void layouts_are_found_data();
    void layouts_are_found();
    void a_long_model_counts_as_it_replays();
    void unknown_layers_are_refused();
};

void TestStep::rows_data()
{
    QTest::addColumn<int>("index");
    std::vector<std::string> unread;
    const auto rows = recorded(&unread);
    QVERIFY2(unread.empty(), unread.empty() ? "" : unread.front().c_str());
    QVERIFY(rows.size() >= 16);
    for (std::size_t i = 0; i < rows.size(); ++i) QTest::newRow(rows[i].name.c_str()) << static_cast<int>(i);
}

void TestStep::rows()
{
    QFETCH(int, index);
    const Recorded row = recorded()[static_cast<std::size_t>(index)];
    const auto trace = step::simulate(*row.architecture, row.plan, {}, true);
    QVERIFY(trace.ok());
    // scalars are left out, each a block of 512 bytes, and so it may be another block whose rest is too small to split
    const Bytes slack = 256 * kib;
    std::map<std::string, Bytes> ours = phases_of(*trace);
    QStringList wrong;
    // where ours is known to differ, it has to differ by just that
    const nlohmann::json known = row.row.value("known_difference", nlohmann::json::object());
    for (const auto &[phase, real] : row.row["phases"].items()) {
        const bool segments = phase == "reserved_after_load";
        if (std::abs(ours[phase] - known.value(phase, Bytes{0}) - real.get<Bytes>()) > (segments ? 2 * mib : slack))
            wrong << QStringLiteral("%1: PyTorch %2, planner %3")
                         .arg(QString::fromStdString(phase))
                         .arg(real.get<Bytes>())
                         .arg(ours[phase]);
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
    const ReplayResult replayed = replay(allocator_events(trace->events));
    const auto real = row.row["allocated_bytes"].get<double>();
    QVERIFY2(std::abs(static_cast<double>(replayed.peak_allocated) / real - 1) < 0.005, "allocated peak within half a per cent");
    const auto reserved = row.row["reserved_bytes"].get<double>();
    const double within = row.row.value("reserved_within", 0.05);
    QVERIFY2(std::abs(static_cast<double>(replayed.peak_reserved) / reserved - 1) < within, "reserved peak within five per cent");
}

void TestStep::counted_equals_recorded_data() { rows_data(); }

void TestStep::counted_equals_recorded()
{
    QFETCH(int, index);
    const Recorded row = recorded()[static_cast<std::size_t>(index)];
    const auto counted = step::simulate(*row.architecture, row.plan, {}, false);
    const auto whole = step::simulate(*row.architecture, row.plan, {}, true);
    QVERIFY(counted.ok() && whole.ok());
    QCOMPARE(highest(*counted), highest(*whole));
    QCOMPARE(find_peak(*whole).allocated, highest(*whole));
}

void TestStep::parts_sum_to_the_peak()
{
    for (const Recorded &row : recorded()) {
        const auto trace = step::simulate(*row.architecture, row.plan, {}, true);
        QVERIFY(trace.ok());
        const PeakMoment peak = find_peak(*trace);
        Bytes sum = 0;
        for (const Bytes bytes : peak.components) {
            QVERIFY(bytes >= 0);
            sum += bytes;
        }
        QCOMPARE(sum, peak.allocated);
    }
}

void TestStep::layouts_are_found_data()
{
    QTest::addColumn<QList<int>>("kinds");
    QTest::addColumn<QList<int>>("layout"); // head, period, periods, tail
    QTest::newRow("alike") << QList<int>(32, 0) << QList<int>{0, 1, 32, 0};
    QTest::newRow("first one dense") << (QList<int>{1} + QList<int>(26, 0)) << QList<int>{1, 1, 26, 0};
    QList<int> alternating;
    for (int i = 0; i < 42; ++i) alternating << i % 2;
    QTest::newRow("alternating") << alternating << QList<int>{0, 2, 21, 0};
    QList<int> sixth;
    for (int i = 0; i < 62; ++i) sixth << (i % 6 == 5 ? 1 : 0);
    QTest::newRow("every sixth, with a rest") << sixth << QList<int>{0, 6, 10, 2};
}

void TestStep::layouts_are_found()
{
    QFETCH(QList<int>, kinds);
    QFETCH(QList<int>, layout);
    const std::vector<int> given(kinds.begin(), kinds.end());
    const step::LayerLayout found = step::find_layout(given);
    QCOMPARE((QList<int>{found.head, found.period, found.periods, found.tail}), layout);
    QCOMPARE(found.layers(), static_cast<int>(given.size()));
}

void TestStep::a_long_model_counts_as_it_replays()
{
    for (const Recorded &row : recorded()) {
        Architecture longer = *row.architecture;
        longer.decoder->layers.assign(19, 0);
        ResolvedPlan plan = row.plan;
        if (plan.plan.trains_adapter()) plan.plan.method = Method::full; // names of the added layers are not in the inventory
        const auto counted = step::simulate(longer, plan, {}, false);
        const auto whole = step::simulate(longer, plan, {}, true);
        QVERIFY(counted.ok() && whole.ok());
        QCOMPARE(highest(*counted), highest(*whole));
        QCOMPARE(counted->after_load, whole->after_load);
        QCOMPARE(counted->trainable_parameters, whole->trainable_parameters);
    }
}

void TestStep::unknown_layers_are_refused()
{
    Architecture odd = *recorded().front().architecture;
    odd.decoder->kinds.front().mlp.kind = MlpKind::other;
    const auto trace = step::simulate(odd, recorded().front().plan, {}, false);
    QVERIFY(!trace.ok());
    QCOMPARE(QString::fromStdString(trace.error().field), QStringLiteral("model"));
}

PLIMSOLL_TEST(TestStep)
} // namespace PLIMSOLL_FILE
#include "test_step.moc"
