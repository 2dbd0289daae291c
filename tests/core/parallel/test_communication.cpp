// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parallel/communication.h"
#include "spread_model.h"
#include "tests/test_program.h"

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

using Model = SpreadModel;

/// Each of n ranks' share of a ring that gathers or reduces and scatters.
Bytes ring(Bytes bytes, Count n) { return (n - 1) * ((bytes + n - 1) / n); }

Bytes sent(const SpreadModel &model)
{
    const auto out = sent_in_step(model.run());
    return out ? out->bytes : -1;
}

Bytes sent(const std::string &plan, const std::string &more = {}, const Rank &rank = {})
{
    return sent(spread_model(plan, more, rank));
}

std::string full(const std::string &parallel, const std::string &beside = {})
{
    return R"({"method": "full", "autocast": "bf16", "micro_batch": 2, "sequence_length": 32, "gradient_checkpointing": false)" +
           beside + R"(, "parallel": )" + parallel + "}";
}

} // namespace

class TestCommunication : public QObject {
    Q_OBJECT
private slots:
    void sizes_are_the_models();
    void one_rank_sends_nothing();
    void ddp_reduces_once_a_step();
    void fsdp_gathers_again_for_backward();
    void fsdp_keeps_what_it_is_told_to();
    void copies_of_shards_reduce_what_is_left();
    void adapters_alone_are_reduced();
    void zero_1_and_2_reduce_whole_buckets();
    void zero_3_skips_what_is_used_again_soon();
    void tensor_ranks_reduce_hidden_states();
    void stages_hand_on_hidden_states();
    void context_ranks_pass_keys_and_values();
    void experts_exchange_chosen_rows();
    void megatron_shards_the_optimizer();
    void lines_add_up_and_say_their_source();
};

void TestCommunication::sizes_are_the_models()
{
    const SpreadModel model = spread_model(full(R"({"data": 2})"));
    QCOMPARE(model.sizes.all().trained, Model::all);
    QCOMPARE(model.architecture->total_parameters(), Model::all);
    QCOMPARE(model.sizes.layers.size(), std::size_t{4});
    QCOMPARE(model.sizes.layers[1].trained, Model::layer);
    QCOMPARE(model.sizes.embedding.trained, Model::ends);
    QCOMPARE(model.sizes.tail.trained, Model::ends + Model::hidden);
    QCOMPARE(model.sizes.all().vectors, 4 * Model::norms + Model::hidden);
    QCOMPARE(model.sizes.all().largest, Model::ends);
    const SpreadModel tied = spread_model(full(R"({"data": 2})"), R"(, "tie_word_embeddings": true)");
    QCOMPARE(tied.sizes.all().trained, Model::all - Model::ends);
    const SpreadModel packed =
        spread_model(R"({"method": "qlora", "adapter": {"rank": 8, "targets": ["q_proj"]}, "parallel": {"data": 2}})");
    QCOMPARE(packed.sizes.all().packed, 4 * Model::matrices / 2); // half a byte each; embedding and head stay
    QCOMPARE(packed.sizes.all().trained, 4 * 8 * (Model::hidden + Model::hidden));
}

void TestCommunication::one_rank_sends_nothing()
{
    QVERIFY(!sent_in_step(spread_model(full("{}")).run()));
    QVERIFY(!sent_in_step(spread_model(full(R"({"zero": 3, "offload": "both"})")).run()));
}

void TestCommunication::ddp_reduces_once_a_step()
{
    const Bytes gradients = Model::all * 2;
    QCOMPARE(sent(full(R"({"data": 4})")), 2 * ring(gradients, 4));
    QCOMPARE(sent(full(R"({"data": 4})", R"(, "gradient_accumulation": 8)")), 2 * ring(gradients, 4)); // the Trainer's no_sync
    const std::string loop = R"(, "gradient_accumulation": 8, "stack": "pytorch")";
    QCOMPARE(sent(full(R"({"data": 4})", loop)), 8 * 2 * ring(gradients, 4));
    QCOMPARE(sent(full(R"({"data": 4, "accumulate_without_sync": true})", loop)), 2 * ring(gradients, 4));
    QCOMPARE(sent(full(R"({"data": 4})", R"(, "weights": {"dtype": "fp32"})")), 2 * ring(2 * gradients, 4));
}

void TestCommunication::fsdp_gathers_again_for_backward()
{
    // untied: layers and embedding go between forward and backward, norm and head stay
    const Bytes parameters = 2 * (2 * (4 * Model::layer + Model::ends) + Model::ends + Model::hidden);
    const Bytes gradients = 2 * Model::all; // reduced in bf16 under the Trainer
    QCOMPARE(sent(full(R"({"engine": "fsdp2", "data": 4})")), ring(parameters, 4) + ring(gradients, 4));
    const std::string twice = R"(, "gradient_accumulation": 2)";
    QCOMPARE(sent(full(R"({"engine": "fsdp2", "data": 4})", twice)), 2 * ring(parameters, 4) + ring(gradients, 4));
    // recomputing a layer finds what its backward gathered
    QCOMPARE(sent(full(R"({"engine": "fsdp2", "data": 4})", R"(, "gradient_checkpointing": true)")),
             ring(parameters, 4) + ring(gradients, 4));
    // version 1: embedding, norm and head are the root's, which keeps its own
    const Bytes flat = 2 * (2 * 4 * Model::layer + 2 * Model::ends + Model::hidden);
    QCOMPARE(sent(full(R"({"engine": "fsdp1", "data": 4})")), ring(flat, 4) + ring(gradients, 4));
    // a plain loop without a policy gathers and reduces what is stored
    QCOMPARE(sent(full(R"({"engine": "fsdp2", "data": 4})", R"(, "stack": "pytorch", "weights": {"dtype": "fp32"})")),
             ring(2 * flat, 4) + ring(2 * gradients, 4));
    QCOMPARE(sent(full(R"({"engine": "fsdp2", "data": 4, "param_dtype": "bf16", "reduce_dtype": "fp32"})",
                       R"(, "stack": "pytorch", "weights": {"dtype": "fp32"})")),
             ring(flat, 4) + ring(2 * gradients, 4));
}

void TestCommunication::fsdp_keeps_what_it_is_told_to()
{
    const Bytes once = 2 * Model::all, gradients = 2 * Model::all;
    const std::string twice = R"(, "gradient_accumulation": 2)";
    QCOMPARE(sent(full(R"({"engine": "fsdp2", "data": 4, "reshard_after_forward": false})", twice)),
             2 * ring(once, 4) + ring(gradients, 4));
    // version 1 keeps it through micro-batches that do not synchronise too
    QCOMPARE(sent(full(R"({"engine": "fsdp1", "data": 4, "reshard_after_forward": false})", twice)),
             ring(once, 4) + ring(gradients, 4));
    QCOMPARE(sent(full(R"({"engine": "fsdp1", "data": 4, "wrap": "none"})")), ring(once, 4) + ring(gradients, 4));
}

void TestCommunication::copies_of_shards_reduce_what_is_left()
{
    const Bytes parameters = 2 * (2 * (4 * Model::layer + Model::ends) + Model::ends + Model::hidden), gradients = 2 * Model::all;
    const Bytes shard = gradients / 4;
    QCOMPARE(sent(full(R"({"engine": "fsdp2", "data": 8, "replicate": 2})")),
             ring(parameters, 4) + ring(gradients, 4) + 2 * ring(shard, 2));
}

void TestCommunication::adapters_alone_are_reduced()
{
    const Count adapters = 4 * 8 * 2 * Model::hidden; // q_proj: 64 → 64
    const std::string lora =
        R"({"method": "lora", "autocast": "bf16", "adapter": {"rank": 8, "targets": ["q_proj"]}, "parallel": )";
    QCOMPARE(sent(lora + R"({"data": 2}})"), 2 * ring(4 * adapters, 2)); // float32 adapters
    const Bytes tail = Model::ends + Model::hidden;
    const Bytes gathered = 2 * (2 * (4 * Model::layer + adapters + Model::ends) + tail);
    QCOMPARE(sent(lora + R"({"engine": "fsdp2", "data": 2}})"), ring(gathered, 2) + ring(2 * adapters, 2));
}

void TestCommunication::zero_1_and_2_reduce_whole_buckets()
{
    const Bytes bytes = 2 * Model::all;
    const std::string twice = R"(, "gradient_accumulation": 2)";
    QCOMPARE(sent(full(R"({"zero": 1, "data": 4})", twice)), 2 * ring(bytes, 4) + ring(bytes, 4));
    QCOMPARE(sent(full(R"({"zero": 2, "data": 4})", twice)), 2 * 2 * ring(bytes, 4) + ring(bytes, 4)); // every micro-batch
    QCOMPARE(sent(full(R"({"zero": 2, "data": 4, "deepspeed": {"use_multi_rank_bucket_allreduce": false}})")),
             2 * ring(bytes, 4));
    // weights in float32 are cast
    QCOMPARE(sent(full(R"({"zero": 1, "data": 4})", R"(, "weights": {"dtype": "fp32"})")), 3 * ring(bytes, 4));
}

void TestCommunication::zero_3_skips_what_is_used_again_soon()
{
    const Count norms = 4 * Model::norms + Model::hidden; // persistent
    const Bytes once = 2 * (Model::all - norms), gradients = 2 * Model::all, small = 2 * norms;
    const std::string zero = R"({"zero": 3, "engine": "deepspeed", "data": 4)";
    QCOMPARE(sent(full(zero + "}")), ring(once, 4) + ring(gradients, 4) + ring(small, 4)); // far less than 1e9 elements
    // nothing is kept but the tail
    const Bytes again = once - 2 * (Model::ends + Model::hidden);
    QCOMPARE(sent(full(zero + R"(, "deepspeed": {"stage3_max_reuse_distance": 0}})")),
             ring(once, 4) + ring(again, 4) + ring(gradients, 4) + ring(small, 4));
}

void TestCommunication::tensor_ranks_reduce_hidden_states()
{
    const Bytes states = 2 * 32 * Model::hidden * 2, logits = 2 * 32 * Model::vocab * 2;
    const Count forward = 2 * 4 + 1;  // o_proj and down_proj of each layer, the embedding
    const Count backward = 5 * 4 + 1; // inputs of q, k, v, gate, up; of the head
    QCOMPARE(sent(full(R"({"tensor": 2})")), (forward + backward) * 2 * ring(states, 2) + ring(logits, 2));
    const std::string recomputed = R"({"method": "full", "autocast": "bf16", "micro_batch": 2, "sequence_length": 32,
        "gradient_checkpointing": true, "parallel": {"tensor": 2}})";
    QCOMPARE(sent(recomputed), (forward + 8 + backward) * 2 * ring(states, 2) + ring(logits, 2));
}

void TestCommunication::stages_hand_on_hidden_states()
{
    const Bytes states = 2 * 32 * Model::hidden * 2;
    const std::string loop = R"(, "stack": "pytorch", "gradient_accumulation": 4)";
    QCOMPARE(sent(full(R"({"pipeline": 4})", loop), {}, {.stage = 0}), 4 * states);
    QCOMPARE(sent(full(R"({"pipeline": 4})", loop), {}, {.stage = 1}), 2 * 4 * states);
    QCOMPARE(sent(full(R"({"pipeline": 4})", loop), {}, {.stage = 3}), 4 * states);
    // two stages a rank: 0 and 2, 1 and 3
    QCOMPARE(sent(full(R"({"pipeline": 2, "virtual_stages": 2})", loop), {}, {.stage = 0}), 3 * 4 * states);
}

void TestCommunication::context_ranks_pass_keys_and_values()
{
    const Count c = 4;
    const Bytes own = 4 * 2 * (32 / c) * Model::kv_heads * 2 * Model::head_dim * 2; // of all layers, bf16
    const Bytes parameters = 2 * (2 * (4 * Model::layer + Model::ends) + Model::ends + Model::hidden), gradients = 2 * Model::all;
    QCOMPARE(sent(full(R"({"engine": "fsdp2", "data": 2, "context": 4})")),
             ring(parameters, 8) + ring(gradients, 8) + 2 * (c - 1) * own + c * 2 * own);
}

void TestCommunication::experts_exchange_chosen_rows()
{
    const std::string mixtral = R"(, "model_type": "mixtral", "architectures": ["MixtralForCausalLM"], "num_local_experts": 8,
        "num_experts_per_tok": 2)";
    const auto plan = [](const char *more) { return full(std::string(R"({"zero": 3, "data": 4, "expert": 4)") + more + "}"); };
    const Bytes rows = 2 * 32 * 2 * Model::hidden * 2;
    const Bytes exchanged = 4 * 2 * (rows / 4 * 3) * 2; // layers, forward and backward, there and back
    const SpreadModel even = spread_model(plan(""), mixtral);
    const auto out = sent_in_step(even.run());
    QVERIFY(out);
    const auto line = std::ranges::find(out->lines, RankGroup::experts, &SentBytes::group);
    QVERIFY(line != out->lines.end());
    QCOMPARE(line->bytes, exchanged);
    // half as much again comes back from the fullest
    const Bytes fuller = sent(plan(R"(, "expert_imbalance": 1.5)"), mixtral);
    QCOMPARE(fuller - out->bytes, exchanged / 2 / 2);
    // four ranks for the experts leave nobody to share them with
    QVERIFY(std::ranges::find(out->lines, RankGroup::expert_data, &SentBytes::group) == out->lines.end());
}

void TestCommunication::megatron_shards_the_optimizer()
{
    const auto megatron = [](const std::string &parallel) {
        return R"({"stack": "megatron", "method": "full", "autocast": "bf16", "micro_batch": 2, "sequence_length": 32, "parallel": )" +
               parallel + "}";
    };
    QCOMPARE(sent(megatron(R"({"data": 4})")), 2 * ring(4 * Model::all, 4));
    QCOMPARE(sent(megatron(R"({"data": 4, "zero": 1})")), ring(4 * Model::all, 4) + ring(2 * Model::all, 4));
    const Bytes states = 2 * 32 * Model::hidden * 2;
    QCOMPARE(sent(megatron(R"({"tensor": 2})")), 4 * (2 + 2) * 2 * ring(states, 2));          // all-reduces
    QCOMPARE(sent(megatron(R"({"tensor": 2, "sequence": true})")), 4 * 10 * ring(states, 2)); // inputs are gathered again
}

void TestCommunication::lines_add_up_and_say_their_source()
{
    const auto out = sent_in_step(spread_model(full(R"({"engine": "fsdp2", "data": 8, "replicate": 2})")).run());
    QVERIFY(out && out->lines.size() == 3);
    Bytes sum = 0;
    for (const SentBytes &line : out->lines) {
        sum += line.bytes;
        QVERIFY(!line.formula.empty() && line.source.find("torch 2.15") != std::string::npos);
    }
    QCOMPARE(sum, out->bytes);
    QVERIFY(out->lines[1].formula.starts_with("gradients, reduce-scattered: (4 − 1) / 4 · "));
}

PLIMSOLL_TEST(TestCommunication)
} // namespace PLIMSOLL_FILE
#include "test_communication.moc"
