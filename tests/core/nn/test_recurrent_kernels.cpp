// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nn/delta_kernels.h"
#include "core/nn/mamba_kernels.h"
#include "tests/test_program.h"

#include <QTest>

#include <deque>
#include <functional>

namespace PLIMSOLL_FILE {

// Kernels of recurrences against what the packages' own Python allocated (mamba-ssm 2.3.2, causal-conv1d 1.6.1, fla-core 0.6.0 on torch
// 2.13) while their kernels did nothing: blocks of 512 bytes beyond the inputs, products with the workspace of an A100.

using namespace plimsoll;
using namespace plimsoll::step;

namespace {

constexpr Dtype half = Dtype::bf16;

/// A function's inputs and what it takes: the peak of its forward, what stands behind it, and the peak of its backward.
struct Call {
    Card card{{}};
    Machine machine{card, false};
    std::deque<Leaf> leaves;

    Call() { machine.begin_phase(Phase::load); }

    Tensor input(const Shape &shape, Dtype dtype = half, bool trains = true)
    {
        Leaf &leaf = leaves.emplace_back();
        leaf.value = machine.hollow(shape, dtype, Component::weights);
        set_trains(leaf, trains);
        return leaf.value;
    }

    [[nodiscard]] Bytes peak_of(Phase phase)
    {
        Bytes out = 0;
        for (const PhaseRecord &record : machine.phases())
            if (record.phase == phase) out = std::max(out, record.peak);
        return out;
    }

    void compare(const std::function<Tensor(Machine &)> &function, Bytes forward, Bytes kept, Bytes backward)
    {
        const Bytes before = machine.allocated();
        machine.begin_phase(Phase::forward);
        const Tensor out = function(machine);
        QCOMPARE(peak_of(Phase::forward) - before, forward);
        QCOMPARE(machine.allocated() - before, kept);
        const Tensor gradient = machine.empty(out.shape(), out.dtype(), "zeros_like");
        run_backward(machine, out, gradient);
        QCOMPARE(peak_of(Phase::backward) - before, backward);
    }
};

} // namespace

class TestRecurrentKernels : public QObject {
    Q_OBJECT
private slots:
    void one_call_of_mamba_2_data()
    {
        QTest::addColumn<QList<qlonglong>>("sizes"); // batch, length, heads, width, groups, state, chunk, output
        QTest::addColumn<bool>("trains");
        QTest::addColumn<bool>("norm");
        QTest::addColumn<QString>("dtype");
        QTest::addColumn<QList<qlonglong>>("bytes");
        const auto row = [](const char *name, QList<qlonglong> sizes, bool trains, bool norm, const char *dtype,
                            QList<qlonglong> bytes) { QTest::newRow(name) << sizes << trains << norm << dtype << bytes; };
        const QList<qlonglong> plain{2, 1024, 32, 64, 1, 128, 256, 1024};
        row("full", plain, true, true, "bf16", {45752320, 12591104, 120075776});
        row("adapters", plain, false, true, "bf16", {45752320, 12591104, 120075776});
        row("groups", {1, 1000, 24, 64, 8, 64, 128, 768}, true, true, "bf16", {23514624, 4640256, 58828800});
        row("gated", plain, true, false, "bf16", {38273024, 12582912, 128452608});
        row("rows that begin anywhere", {1, 512, 20, 64, 1, 64, 256, 640}, true, true, "bf16", {13977600, 1968128, 25220608});
        row("float32", {1, 512, 24, 64, 1, 128, 256, 768}, true, true, "fp32", {22513664, 4720640, 48325632});
        row("autocast", plain, true, true, "autocast", {49946624, 16785408, 124274176});
        row("autocast, adapters", plain, false, true, "autocast", {49946624, 16785408, 124274176});
    }
    void one_call_of_mamba_2()
    {
        QFETCH(QList<qlonglong>, sizes);
        QFETCH(bool, trains);
        QFETCH(bool, norm);
        QFETCH(QString, dtype);
        QFETCH(QList<qlonglong>, bytes);
        const Dtype weights = dtype == u"bf16" ? half : Dtype::fp32, states = dtype == u"fp32" ? Dtype::fp32 : half;
        const SsdSizes s{sizes[0], sizes[1], sizes[2], sizes[3], sizes[4], sizes[5], sizes[6]};
        const Count inner = s.heads * s.width, conv = inner + 2 * s.groups * s.state, out = sizes[7];
        Call call;
        if (dtype == u"autocast") call.machine.autocast = half;
        const auto weight = [&](const Shape &shape) { return call.input(shape, weights, trains); };
        const SplitScanInputs in{call.input({s.batch, s.length, inner + conv + s.heads}, states),
                                 weight({conv, 1, 4}),
                                 weight({conv}),
                                 {call.input({s.heads}, Dtype::fp32, trains), weight({s.heads}), weight({s.heads})},
                                 norm ? weight({inner}) : Tensor(),
                                 weight({out, inner}),
                                 norm ? Tensor() : weight({out})};
        call.compare([&](Machine &m) { return split_conv_scan(m, s, in); }, bytes[0], bytes[1], bytes[2]);
    }

    void a_scan_of_mamba_2_data()
    {
        QTest::addColumn<bool>("cached");
        QTest::addColumn<QList<qlonglong>>("bytes");
        QTest::newRow("alone") << false << QList<qlonglong>{19398656, 8650752, 77334016};
        QTest::newRow("with a cache") << true << QList<qlonglong>{19398656, 10747904, 81528320};
    }
    void a_scan_of_mamba_2()
    {
        QFETCH(bool, cached);
        QFETCH(QList<qlonglong>, bytes);
        const SsdSizes s{2, 1024, 32, 64, 2, 128, 256};
        Call call;
        const Tensor mixed = call.input({2, 1024, 2048 + 512}), dt = call.input({2, 1024, 32});
        const SsdInputs in{call.input({32}, Dtype::fp32), call.input({32}), call.input({32})};
        call.compare([&](Machine &m) { return chunk_scan(m, s, mixed, dt, in, cached); }, bytes[0], bytes[1], bytes[2]);
    }

    void one_call_of_mamba_1_data()
    {
        QTest::addColumn<QList<qlonglong>>("sizes"); // batch, length
        QTest::addColumn<bool>("trains");
        QTest::addColumn<bool>("norms");
        QTest::addColumn<QList<qlonglong>>("bytes");
        QTest::newRow("full") << QList<qlonglong>{2, 1024} << true << false << QList<qlonglong>{43974656, 22872064, 94351360};
        QTest::newRow("adapters") << QList<qlonglong>{1, 3000} << false << false
                                  << QList<qlonglong>{56361984, 33321984, 123563520};
        QTest::newRow("norms") << QList<qlonglong>{2, 1024} << false << true << QList<qlonglong>{38600704, 22872064, 94482432};
        QTest::newRow("norms, full") << QList<qlonglong>{1, 1024} << true << true
                                     << QList<qlonglong>{23101440, 11436032, 49786880};
    }
    void one_call_of_mamba_1()
    {
        QFETCH(QList<qlonglong>, sizes);
        QFETCH(bool, trains);
        QFETCH(bool, norms);
        QFETCH(QList<qlonglong>, bytes);
        const SelectiveSizes s{sizes[0], sizes[1], 1536, 16, 48};
        Call call;
        const auto weight = [&](const Shape &shape, Dtype dtype = half) { return call.input(shape, dtype, trains); };
        const InnerInputs in{call.input({s.batch, s.length, 2 * s.inner}),
                             weight({s.inner, 1, 4}),
                             weight({s.inner}),
                             weight({s.rank + 2 * s.state, s.inner}),
                             weight({s.inner, s.rank}),
                             weight({s.inner}, Dtype::fp32),
                             weight({s.inner, s.state}, Dtype::fp32),
                             weight({s.inner}, Dtype::fp32),
                             weight({768, s.inner}),
                             {},
                             norms};
        call.compare([&](Machine &m) { return mamba_inner(m, s, in); }, bytes[0], bytes[1], bytes[2]);
    }

    void a_scan_of_mamba_1_data()
    {
        QTest::addColumn<QList<qlonglong>>("sizes"); // batch, length, inner
        QTest::addColumn<bool>("trains");
        QTest::addColumn<QList<qlonglong>>("bytes");
        QTest::newRow("full") << QList<qlonglong>{2, 1024, 1536} << true << QList<qlonglong>{25690112, 25690112, 57651200};
        QTest::newRow("adapters") << QList<qlonglong>{1, 2500, 1024} << false << QList<qlonglong>{20902912, 20902912, 47057920};
    }
    void a_scan_of_mamba_1()
    {
        QFETCH(QList<qlonglong>, sizes);
        QFETCH(bool, trains);
        QFETCH(QList<qlonglong>, bytes);
        const SelectiveSizes s{sizes[0], sizes[1], sizes[2], 16, 48};
        Call call;
        const Shape wide{s.batch, s.inner, s.length}, keys{s.batch, s.length, s.state};
        const SelectiveInputs in{call.input(wide),
                                 call.input(wide),
                                 call.input(keys),
                                 call.input(keys),
                                 call.input(wide),
                                 call.input({s.inner, s.state}, Dtype::fp32, trains),
                                 call.input({s.inner}, Dtype::fp32, trains),
                                 call.input({s.inner}, Dtype::fp32, trains)};
        call.compare([&](Machine &m) { return selective_scan(m, s, in); }, bytes[0], bytes[1], bytes[2]);
    }

    void delta_rules_data()
    {
        QTest::addColumn<QList<qlonglong>>("sizes"); // batch, length, key heads, heads
        QTest::addColumn<bool>("by_channel");
        QTest::addColumn<QList<qlonglong>>("bytes");
        QTest::newRow("grouped") << QList<qlonglong>{2, 1024, 4, 8} << false << QList<qlonglong>{39976960, 14811136, 71598080};
        QTest::newRow("a length of no chunks")
            << QList<qlonglong>{1, 1000, 4, 4} << false << QList<qlonglong>{11874304, 4657152, 19132416};
        QTest::newRow("Kimi's") << QList<qlonglong>{2, 1024, 8, 8} << true << QList<qlonglong>{63045632, 29491200, 134742016};
        QTest::newRow("Kimi's, a length of no chunks")
            << QList<qlonglong>{1, 1000, 4, 4} << true << QList<qlonglong>{15441920, 7200768, 32995840};
    }
    void delta_rules()
    {
        QFETCH(QList<qlonglong>, sizes);
        QFETCH(bool, by_channel);
        QFETCH(QList<qlonglong>, bytes);
        const DeltaSizes d{sizes[0], sizes[1], sizes[2], sizes[3], 128, 128};
        Call call;
        const Tensor mixed = call.input({d.batch, d.length, (2 * d.key_heads + d.heads) * 128});
        const Tensor g = call.input({d.batch, d.length, d.heads * (by_channel ? 128 : 1)}, Dtype::fp32);
        const Tensor beta = call.input({d.batch, d.length, d.heads});
        const auto rule = [&](Machine &m) {
            return by_channel ? fla_kimi_delta(m, d, mixed, g, beta) : fla_gated_delta_rule(m, d, mixed, g, beta);
        };
        call.compare(rule, bytes[0], bytes[1], bytes[2]);
    }
};

PLIMSOLL_TEST(TestRecurrentKernels)
} // namespace PLIMSOLL_FILE
#include "test_recurrent_kernels.moc"
