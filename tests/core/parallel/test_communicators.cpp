// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parallel/communicators.h"
#include "core/parallel/nccl_buffers.h"
#include "tests/test_program.h"

#include <QTest>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

Plan plan_of(const Parallel &parallel)
{
    Plan out;
    out.parallel = parallel;
    return out;
}

std::vector<Communicator> opened(ParallelEngine engine, Parallel parallel)
{
    parallel.engine = engine;
    return communicators(plan_of(parallel));
}

using Ranks = std::vector<Count>;

constexpr Bytes connection = (512 + 4800 + 4096) * kib; // LL, LL128, Simple

} // namespace

class TestCommunicators : public QObject {
    Q_OBJECT
private slots:
    void whole_copies_need_the_default_group();
    void copies_of_shards_have_two_more();
    void context_lies_within_data();
    void meshes_are_tensor_innermost();
    void megatron_opens_many();
    void buffers_are_channels_of_connections();
    void multicast_adds_its_heads();
    void nodes_are_told_by_their_cards();
};

void TestCommunicators::whole_copies_need_the_default_group()
{
    const auto groups = opened(ParallelEngine::ddp, {.data = 4});
    QCOMPARE(groups.size(), std::size_t{1});
    QVERIFY(groups[0].group == RankGroup::world && !groups[0].sends_only);
    QVERIFY((groups[0].members(2) == Ranks{0, 1, 2, 3}));
    QVERIFY(communicators(Plan{}).empty());
    Parallel stages{.data = 1, .pipeline = 4};
    QVERIFY(opened(ParallelEngine::ddp, stages)[0].sends_only);
}

void TestCommunicators::copies_of_shards_have_two_more()
{
    Parallel parallel;
    parallel.data = 8;
    parallel.replicate = 2;
    const auto groups = opened(ParallelEngine::fsdp2, parallel);
    QCOMPARE(groups.size(), std::size_t{3});
    QVERIFY(groups[1].group == RankGroup::replicas && groups[2].group == RankGroup::shards);
    QVERIFY((groups[1].members(5) == Ranks{1, 5}));
    QVERIFY((groups[2].members(5) == Ranks{4, 5, 6, 7}));
    parallel.replicate = 1;
    QCOMPARE(opened(ParallelEngine::fsdp2, parallel).size(), std::size_t{1}); // the default group is the shards'
}

void TestCommunicators::context_lies_within_data()
{
    const auto groups = opened(ParallelEngine::fsdp2, {.data = 2, .context = 4});
    QCOMPARE(groups.size(), std::size_t{3});
    QVERIFY(groups[2].group == RankGroup::context);
    QVERIFY((groups[2].members(6) == Ranks{4, 5, 6, 7}));
    QVERIFY((groups[1].members(6) == Ranks{0, 1, 2, 3, 4, 5, 6, 7}));
}

void TestCommunicators::meshes_are_tensor_innermost()
{
    Parallel parallel{.data = 4, .zero = 3, .tensor = 2, .expert = 4};
    const auto groups = opened(ParallelEngine::native, parallel);
    QCOMPARE(groups.size(), std::size_t{5});
    QVERIFY((groups[1].members(5) == Ranks{4, 5}));       // tensor
    QVERIFY((groups[2].members(5) == Ranks{1, 3, 5, 7})); // shards
    QVERIFY((groups[3].members(5) == Ranks{4, 5, 6, 7})); // experts: data · tensor / expert = 2 hold the same
    QVERIFY((groups[4].members(5) == Ranks{1, 5}));
}

void TestCommunicators::megatron_opens_many()
{
    const auto groups = opened(ParallelEngine::megatron, {.data = 2, .tensor = 2, .pipeline = 2, .context = 2});
    std::vector<RankGroup> kinds;
    for (const Communicator &one : groups) kinds.push_back(one.group);
    QVERIFY((kinds == std::vector{RankGroup::world, RankGroup::data, RankGroup::data, RankGroup::context, RankGroup::tensor,
                                  RankGroup::model, RankGroup::pipeline, RankGroup::embeddings}));
    QVERIFY((groups[1].members(9) == Ranks{9, 13})); // tensor 2, context 2 beside it, then data
    QVERIFY((groups[6].members(9) == Ranks{1, 9}));
    QVERIFY(groups[6].sends_only);
}

void TestCommunicators::buffers_are_channels_of_connections()
{
    const auto groups = opened(ParallelEngine::ddp, {.data = 4});
    const NcclBuffers pcie = nccl_buffers(groups, {.ranks = 4, .link = CardLink::pcie});
    QCOMPARE(pcie.low, 2 * connection);
    QCOMPARE(pcie.middle, 2 * connection);
    QCOMPARE(pcie.high, 4 * 4 * connection); // a tree has three neighbours more
    const NcclBuffers near = nccl_buffers(groups, {.ranks = 4, .link = CardLink::nvswitch});
    QCOMPARE(near.middle, 24 * connection);
    QVERIFY(near.low < near.middle && near.middle < near.high);
    QVERIFY(near.formula.find("world 4") != std::string::npos && near.source.starts_with("NCCL"));
    QVERIFY(nccl_buffers({}, {}) == NcclBuffers{});
    // beyond one node the network decides
    QVERIFY(nccl_buffers(opened(ParallelEngine::ddp, {.data = 16}), {.ranks = 8, .link = CardLink::nvswitch}).middle <
            near.middle);
    // each communicator has its own
    Parallel parallel;
    parallel.data = 4;
    parallel.replicate = 2;
    QCOMPARE(nccl_buffers(opened(ParallelEngine::fsdp2, parallel), {.ranks = 4, .link = CardLink::pcie}).middle, 3 * pcie.middle);
}

void TestCommunicators::multicast_adds_its_heads()
{
    const auto groups = opened(ParallelEngine::ddp, {.data = 8});
    const NodeShape plain{.ranks = 8, .link = CardLink::nvswitch};
    NodeShape multicast = plain;
    multicast.multicast = true;
    QCOMPARE(nccl_buffers(groups, multicast).middle - nccl_buffers(groups, plain).middle, 256 * mib);
    QCOMPARE(nccl_buffers(groups, multicast).low, nccl_buffers(groups, plain).low);
}

void TestCommunicators::nodes_are_told_by_their_cards()
{
    CardFacts card;
    QVERIFY(node_shape(card, 4) == (NodeShape{.ranks = 4}));
    card.name = "H100 SXM5 80GB";
    card.capability_major = 9;
    QVERIFY(node_shape(card, 8) == (NodeShape{.ranks = 8, .link = CardLink::nvswitch, .multicast = true}));
    card.name = "A100 PCIe 80GB";
    card.capability_major = 8;
    QVERIFY(node_shape(card, 2).link == CardLink::pcie);
    card.name = "GeForce RTX 4090";
    QVERIFY(node_shape(card, 2).link == CardLink::pcie);
    card.name = "H100 NVL 94GB";
    QVERIFY(node_shape(card, 2).link == CardLink::nvlink);
}

PLIMSOLL_TEST(TestCommunicators)
} // namespace PLIMSOLL_FILE
#include "test_communicators.moc"
