// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/load.h"
#include "core/measured/comparison.h"
#include "core/measured/pickle_writer.h"
#include "core/measured/snapshot_file.h"
#include "core/measured/snapshot_run.h"
#include "core/plan/plan_json.h"
#include "core/resolve/resolve.h"
#include "tests/test_program.h"

#include <QTest>

#include <sstream>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

struct Simulated {
    ArchitectureRef model;
    ResolvedPlan plan;
    step::Trace trace;
};

Simulated simulated(const char *text)
{
    const Plan plan = plan_from_json(text)->plan;
    Simulated out;
    out.model = *load_model(plan.model);
    out.plan = *resolve(plan, *out.model);
    out.trace = *step::simulate(*out.model, out.plan, {}, true);
    return out;
}

constexpr const char *lora = R"({"model": {"preset": "qwen2.5-0.5b"}, "method": "lora", "sequence_length": 512})";

/// A trace of one device as PyTorch writes it.
class Traced {
public:
    /// `at_end`: bytes of one block that is in use then.
    explicit Traced(Bytes at_end)
    {
        m_out.begin_dict();
        m_out.text("segments");
        m_out.begin_list();
        m_out.begin_dict();
        m_out.key("device", 0);
        m_out.key("total_size", 20 * mib);
        m_out.key("allocated_size", at_end);
        m_out.text("blocks");
        m_out.begin_list();
        m_out.begin_dict();
        m_out.key("size", at_end);
        m_out.key("requested_size", at_end);
        m_out.key("state", "active_allocated");
        m_out.end_dict();
        m_out.end_list();
        m_out.end_dict();
        m_out.end_list();
        m_out.text("device_traces");
        m_out.begin_list();
        m_out.begin_list();
    }
    Traced &entry(std::string_view action, std::int64_t address, Bytes size, std::string_view file, std::string_view function,
                  std::string_view metadata = {})
    {
        m_out.begin_dict();
        m_out.key("action", action);
        m_out.key("addr", address);
        m_out.key("size", size);
        m_out.key("user_metadata", metadata);
        m_out.key("time_us", ++m_time);
        m_out.text("frames");
        m_out.begin_list();
        if (!file.empty()) {
            m_out.begin_dict();
            m_out.key("filename", file);
            m_out.key("line", 7);
            m_out.key("name", function);
            m_out.end_dict();
        }
        m_out.end_list();
        m_out.end_dict();
        return *this;
    }
    [[nodiscard]] std::string file()
    {
        m_out.end_list();
        m_out.end_list();
        m_out.end_dict();
        return m_out.take();
    }

private:
    PickleWriter m_out;
    std::int64_t m_time = 0;
};

std::string phases_of(const Measured &run)
{
    std::string out;
    for (const MeasuredPhase &phase : run.phases)
        out += std::to_string(phase.step) + ' ' + phase.phase + ' ' + std::to_string(*phase.allocated_peak) + '\n';
    return out;
}

} // namespace

class TestMemorySnapshot : public QObject {
    Q_OBJECT
private slots:
    void what_is_written_is_the_simulated_run()
    {
        const Simulated run = simulated(lora);
        const Result<std::string> file = snapshot_file(run.trace, run.plan.plan);
        QVERIFY(file.ok());
        std::istringstream in(*file);
        const Result<SnapshotRun> read = measured_snapshot(in);
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().message().c_str());
        const std::vector<PlannedPhase> planned = planned_phases(run.trace, run.plan.plan);
        QCOMPARE(read->measured.phases.size(), planned.size());
        for (std::size_t i = 0; i < planned.size(); ++i) {
            QCOMPARE(read->measured.phases[i].phase, planned[i].phase);
            QCOMPARE(*read->measured.phases[i].allocated_peak, planned[i].tensors_peak);
            QCOMPARE(*read->measured.phases[i].reserved_peak, planned[i].reserved_peak);
            const std::vector<Bytes> &course = read->courses[i];
            QVERIFY(course.size() <= 2048);
            // where a phase begins with its peak, that is what the one before left there
            QVERIFY(std::ranges::max(course) <= planned[i].tensors_peak);
            if (planned[i].phase == "forward") QCOMPARE(std::ranges::max(course), planned[i].tensors_peak);
        }
        QVERIFY(!parting(compared_phases(read->measured, planned, true)));
    }
    void both_part_where_another_plan_does_something_else()
    {
        const Simulated run = simulated(lora);
        const Simulated other = simulated(
            R"({"model": {"preset": "qwen2.5-0.5b"}, "method": "lora", "sequence_length": 512, "adapter": {"targets": "all-linear"}})");
        const std::string file = *snapshot_file(other.trace, other.plan.plan);
        std::istringstream in(file), again(file);
        const Result<SnapshotRun> read = measured_snapshot(in);
        const std::vector<PlannedPhase> planned = planned_phases(run.trace, run.plan.plan);
        const std::vector<PhaseComparison> phases = compared_phases(read->measured, planned, true);
        const std::optional<Parting> parts = parting(phases);
        QVERIFY(parts.has_value());
        QCOMPARE(phases[parts->phase].phase, std::string("forward"));
        QCOMPARE(phases[parts->phase].step, Count{1});
        const Result<std::vector<LiveSize>> living = living_at(again, read->device, read->peaks[parts->phase]);
        const auto at =
            std::ranges::find_if(planned, [](const PlannedPhase &one) { return one.step == 1 && one.phase == "forward"; });
        const std::vector<PartingTerm> terms = terms_between(*living, run.trace, at->event);
        QVERIFY(!terms.empty());
        QVERIFY2(terms.front().what.starts_with("activations"), terms.front().what.c_str());
        QVERIFY(terms.front().count > 0);
    }

    void phases_are_told_by_stacks()
    {
        Traced trace(512 + 1024 + 512 + 512 + 4096);
        trace.entry("alloc", 1, 1000, "/site/transformers/modeling_utils.py", "from_pretrained")
            .entry("alloc", 2, 2048, "/site/transformers/models/qwen2/modeling_qwen2.py", "forward")
            .entry("alloc", 3, 512, "", "") // autograd's own thread
            .entry("free_requested", 2, 2048, "", "")
            .entry("alloc", 4, 100, "/site/torch/optim/adamw.py", "step")
            .entry("alloc", 5, 4096, "/site/transformers/models/qwen2/modeling_qwen2.py", "forward");
        std::istringstream in(trace.file());
        const Result<SnapshotRun> run = measured_snapshot(in);
        QVERIFY2(run.ok(), run.ok() ? "" : run.error().message().c_str());
        // 512 bytes were there before the trace began; a phase begins with what it finds
        QCOMPARE(phases_of(run->measured),
                 std::string("0 load 1536\n1 forward 3584\n1 backward 4096\n1 optimizer_step 2560\n2 forward 6656\n"));
    }
    void or_by_what_the_script_wrote_into_the_entries()
    {
        Traced trace(2048);
        trace.entry("alloc", 1, 512, "", "", "step 0 load").entry("alloc", 2, 512, "", "", "step 1 forward");
        trace.entry("alloc", 3, 512, "", "", "").entry("alloc", 4, 512, "", "", "step 1 optimizer_step");
        std::istringstream in(trace.file());
        const Result<SnapshotRun> run = measured_snapshot(in);
        QCOMPARE(phases_of(run->measured), std::string("0 load 512\n1 forward 1024\n1 backward 1536\n1 optimizer_step 2048\n"));
    }
    void another_pickle_is_no_snapshot()
    {
        PickleWriter writer;
        writer.begin_dict();
        writer.key("weights", 1);
        writer.end_dict();
        std::istringstream in(writer.take());
        const Result<SnapshotRun> run = measured_snapshot(in);
        QCOMPARE(run.error().message(),
                 std::string("snapshot: read a pickle without lists of segments and device_traces, accepted: "
                             "torch.cuda.memory._dump_snapshot"));
    }
    void lists_of_something_else_are_no_snapshot()
    {
        for (const bool segments : {true, false}) {
            PickleWriter writer;
            writer.begin_dict();
            writer.text("segments");
            writer.begin_list();
            if (segments) writer.integer(7);
            writer.end_list();
            writer.text("device_traces");
            writer.begin_list();
            if (!segments) writer.integer(7);
            writer.end_list();
            writer.end_dict();
            std::istringstream in(writer.take());
            QVERIFY(measured_snapshot(in).error().message().starts_with("snapshot: read a pickle without lists of segments"));
        }
    }
    void what_has_no_plain_segments_is_refused()
    {
        const Simulated run = simulated(
            R"({"model": {"preset": "qwen2.5-0.5b"}, "sequence_length": 64, "allocator": {"expandable_segments": true}})");
        QVERIFY(snapshot_file(run.trace, run.plan.plan).error().message().starts_with("allocator.expandable_segments: "));
    }
};

PLIMSOLL_TEST(TestMemorySnapshot)
} // namespace PLIMSOLL_FILE
#include "test_memory_snapshot.moc"
