// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parallel/fsdp/flat_parameter.h"
#include "core/parallel/fsdp/fully_shard.h"
#include "tests/test_program.h"

#include <QTest>

#include <numeric>

namespace PLIMSOLL_FILE {

// Shards and flat parameters against torch's arithmetic, and what kernels send along with a gather.

using namespace plimsoll;
using namespace plimsoll::step;

namespace {

/// Shapes of a LLaMA layer: hidden 1,024, 8 of 16 heads of 64 for keys, inner 2,816.
std::vector<Shape> layer_shapes()
{
    return {{1024, 1024}, {512, 1024}, {512, 1024}, {1024, 1024}, {2816, 1024}, {2816, 1024}, {1024, 2816}, {1024}, {1024}};
}

struct Parameters {
    Card card{{}};
    Machine machine{card, false};
    std::vector<std::unique_ptr<Leaf>> leaves;

    Parameters() { machine.begin_phase(Phase::load); }
    RegisteredParameter add(const Shape &shape, Dtype dtype, bool trains = true)
    {
        leaves.push_back(std::make_unique<Leaf>());
        leaves.back()->value = machine.hollow(shape, dtype, Component::weights);
        leaves.back()->trains = trains;
        return {leaves.back().get()};
    }
};

} // namespace

class TestShards : public QObject {
    Q_OBJECT
private slots:
    void rows_are_cut_and_padded_data();
    void rows_are_cut_and_padded();
    void packed_bytes_are_cut_in_their_storage_dtype();
    void tables_are_those_of_the_kernels();
    void flat_parameters_begin_aligned();
    void flat_pieces_cover_every_parameter_data();
    void flat_pieces_cover_every_parameter();
    void a_raised_flat_parameter_keeps_what_was_cut();
};

void TestShards::rows_are_cut_and_padded_data()
{
    QTest::addColumn<Count>("rows");
    QTest::addColumn<Count>("ranks");
    for (const Count rows : {1, 3, 64, 1000, 32000, 151936})
        for (const Count ranks : {1, 2, 3, 8, 64, 1024})
            QTest::addRow("%d rows, %d ranks", int(rows), int(ranks)) << rows << ranks;
}

/// torch.chunk of dimension 0: every rank allocates as much as the first holds; together they hold all rows.
void TestShards::rows_are_cut_and_padded()
{
    QFETCH(const Count, rows);
    QFETCH(const Count, ranks);
    constexpr Count row = 48;
    Parameters of;
    const RegisteredParameter parameter = of.add({rows, row}, Dtype::bf16);
    Count held = 0;
    for (Count place = 0; place < ranks; ++place) {
        const fully_shard::ShardedParameter cut(parameter, Dtype::fp32, {.ranks = ranks, .place = place});
        const Bytes before = of.machine.allocated();
        const Tensor shard = cut.new_shard(of.machine, "shard");
        QCOMPARE(cut.shard_elements(), (rows + ranks - 1) / ranks * row);
        QCOMPARE(of.machine.allocated() - before, round_up(cut.shard_elements() * 4, Bytes{512}));
        QVERIFY(shard.elements() <= cut.shard_elements());
        held += shard.elements();
    }
    QCOMPARE(held, rows * row);
}

void TestShards::packed_bytes_are_cut_in_their_storage_dtype()
{
    Parameters of;
    TensorList state;
    RegisteredParameter packed = of.add({1024 * 1024 / 2, 1}, Dtype::uint8, false);
    packed.state = &state;
    const fully_shard::ShardedParameter cut(packed, Dtype::bf16, {.ranks = 4, .param = Dtype::bf16});
    QCOMPARE(cut.shard_elements(), 1024 * 1024 / 2 / 2 / 4);
    QCOMPARE(cut.gathered(), Dtype::bf16);
    QVERIFY(!cut.casts());
}

/// Recorded for that layer and for a tied embedding of 32,000 with its norm, bf16, four ranks, 108 multiprocessors (torch 2.15).
void TestShards::tables_are_those_of_the_kernels()
{
    std::vector<Bytes> layer;
    for (const Shape &shape : layer_shapes()) layer.push_back(shape.elements() * 2 / 4);
    const std::vector<Bytes> tail{1024 * 2 / 4, Count{32000} * 1024 * 2 / 4};
    QCOMPARE(fully_shard::copy_out_tables(layer, 4, 108, 2048), 11832);
    QCOMPARE(fully_shard::copy_out_tables(tail, 4, 108, 2048), 21416);
    QCOMPARE(fully_shard::copy_in_tables(layer), 23504);
    QCOMPARE(fully_shard::copy_in_tables(tail), 64120);
}

void TestShards::flat_parameters_begin_aligned()
{
    const flat::Layout bf16 = flat::flat_layout({3, 9, 1}, 2, 4, true);
    QCOMPARE(bf16.begin, (std::vector<Count>{0, 8, 24})); // multiples of 16 bytes
    QCOMPARE(bf16.elements, 28);                          // and of the ranks
    QCOMPARE(bf16.shard, 7);
    const flat::Layout fp32 = flat::flat_layout({3, 9, 1}, 4, 4, true);
    QCOMPARE(fp32.begin, (std::vector<Count>{0, 4, 16}));
    const flat::Layout plain = flat::flat_layout({3, 9, 1}, 2, 4, false);
    QCOMPARE(plain.begin, (std::vector<Count>{0, 3, 12}));
    QCOMPARE(plain.elements, 13); // padded when it is cut, not before
    QCOMPARE(plain.shard, 4);
}

void TestShards::flat_pieces_cover_every_parameter_data()
{
    QTest::addColumn<Count>("ranks");
    for (const Count ranks : {1, 2, 5, 8, 64, 500}) QTest::addRow("%d ranks", int(ranks)) << ranks;
}

/// Over the ranks the optimizer sees every element once; the padding belongs to no parameter.
void TestShards::flat_pieces_cover_every_parameter()
{
    QFETCH(const Count, ranks);
    Count seen = 0, whole = 0;
    for (const Shape &shape : layer_shapes()) whole += shape.elements();
    for (Count place = 0; place < ranks; ++place) {
        Parameters of;
        std::vector<RegisteredParameter> parameters;
        for (const Shape &shape : layer_shapes()) parameters.push_back(of.add(shape, Dtype::bf16));
        const flat::Policy policy{.ranks = ranks, .place = place};
        flat::FlatParameter unit(policy, parameters, Dtype::bf16, false, false, 0);
        unit.cut(of.machine, {});
        unit.raise(of.machine);
        QCOMPARE(of.machine.allocated(), round_up(unit.layout().shard * 2, Bytes{512}));
        Count here = 0;
        for (const flat::FlatParameter::Piece &piece : unit.pieces()) {
            QVERIFY(piece.leaf->value.elements() > 0);
            here += piece.leaf->value.elements();
        }
        QVERIFY(here <= unit.layout().shard);
        seen += here;
    }
    QCOMPARE(seen, whole);
}

/// accelerate's upcast: float32 beside bf16 until the first reshard; alone where the flat parameter itself is stepped.
void TestShards::a_raised_flat_parameter_keeps_what_was_cut()
{
    for (const bool originals : {true, false}) {
        Parameters of;
        const flat::Policy policy{.ranks = 4, .originals = originals, .param = Dtype::bf16};
        flat::FlatParameter unit(policy, {of.add({1024, 1024}, Dtype::bf16)}, Dtype::bf16, true, false, 0);
        unit.cut(of.machine, {});
        unit.raise(of.machine);
        const Bytes shard = 1024 * 1024 / 4;
        QCOMPARE(of.machine.allocated(), shard * (originals ? 6 : 4));
        QCOMPARE(unit.pieces().size(), 1U);
        (void)unit.pre_forward(of.machine, {});
        QCOMPARE(of.machine.allocated(), shard * (originals ? 6 : 4) + 1024 * 1024 * 2);
        (void)unit.post_forward(of.machine, {}, nullptr);
        QCOMPARE(of.machine.allocated(), shard * 4);
    }
}

PLIMSOLL_TEST(TestShards)
} // namespace PLIMSOLL_FILE
#include "test_shards.moc"
