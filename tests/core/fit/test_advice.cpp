// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/advice.h"
#include "core/load/load.h"
#include "core/plan/plan_json.h"
#include "core/resolve/resolve.h"
#include "tests/test_program.h"

#include <QRegularExpression>
#include <QTest>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <random>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

Plan plan_of(const char *json)
{
    const Result<ParsedPlan> parsed = plan_from_json(std::string_view(json));
    if (!parsed) qFatal("%s", parsed.error().message().c_str());
    return parsed->plan;
}

std::vector<Advice> advice_for(const Plan &plan)
{
    const Result<ArchitectureRef> architecture = load_model(plan.model);
    const Result<Node> target = advice_target(plan);
    if (!architecture || !target) qFatal("bad plan");
    const Result<std::vector<Advice>> advice = advise(*architecture, plan, *target);
    if (!advice) qFatal("%s", advice.error().message().c_str());
    return *advice;
}

const Advice *titled(const std::vector<Advice> &advice, const char *title)
{
    const auto found = std::ranges::find(advice, title, &Advice::title);
    return found == advice.end() ? nullptr : &*found;
}

constexpr const char *small_qlora =
    R"({"model": {"preset": "qwen2.5-0.5b"}, "method": "qlora", "sequence_length": 1024, "micro_batch": 1,
    "adapter": {"rank": 16}, "target": {"gpus": ["GTX 1650"]}})";

} // namespace

class TestAdvice : public QObject {
    Q_OBJECT
private slots:
    void applying_takes_off_exactly_what_was_promised_data();
    void applying_takes_off_exactly_what_was_promised();
    void promises_hold_for_random_plans();
    void useless_changes_say_why();
    void a_set_of_changes_where_none_does_alone();
    void other_hardware_is_the_smallest_card_that_fits();
    void documents_mitigations_are_all_there();
    void one_change_leaves_the_others_alone();
    void older_cards_get_the_precision_they_compute_in();
    void fragmentation_has_its_remedy();
    void a_step_in_backward_saves_the_gradients();
    void a_step_in_backward_never_meets_accumulation();
    void what_was_switched_on_can_be_switched_off_data();
    void what_was_switched_on_can_be_switched_off();
    void other_optimizers_keep_less();
    void what_other_cards_and_the_host_hold_is_estimated();
    void other_makers_cards_run_other_libraries();
    void smaller_models_are_of_the_same_generation_first();
    void one_sequence_is_one();
    void a_target_is_needed();
    void json_follows_the_contract();
};

void TestAdvice::applying_takes_off_exactly_what_was_promised_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::newRow("qlora") << QByteArray(small_qlora);
    QTest::newRow("full") << QByteArray(
        R"({"model": {"preset": "qwen2.5-0.5b"}, "method": "full", "micro_batch": 3, "sequence_length": 700,
        "gradient_checkpointing": false, "attention": "eager", "weights": {"dtype": "fp32"}, "target": {"gpus": ["RTX 3060"]}})");
    QTest::newRow("lora, budget") << QByteArray(
        R"({"model": {"preset": "llama-3.2-1b-instruct"}, "stack": "pytorch", "method": "lora", "micro_batch": 2,
        "optimizer": {"name": "adamw", "implementation": "foreach"}, "target": {"budget_bytes": 3000000000}})");
}

void TestAdvice::applying_takes_off_exactly_what_was_promised()
{
    QFETCH(QByteArray, json);
    const Plan plan = plan_of(json);
    const Result<Node> target = advice_target(plan);
    const CardFacts &device = target->facts;
    const Result<Estimate> before = estimate(*load_model(plan.model), plan, device);
    QVERIFY2(before.ok(), before.ok() ? "" : before.error().message().c_str());
    int applied = 0;
    for (const Advice &advice : advice_for(plan)) {
        if (advice.change.empty() || advice.kind == CostKind::hardware || !advice.no_effect.empty()) continue;
        const Result<ParsedPlan> changed = with_patch(plan, nlohmann::json::parse(advice.change));
        QVERIFY2(changed.ok(), advice.change.c_str());
        const Result<Estimate> after = estimate(*load_model(changed->plan.model), changed->plan, device);
        QVERIFY2(after.ok(), advice.title.c_str());
        QCOMPARE(before->fullest().peak.device - after->fullest().peak.device, advice.saves);
        QCOMPARE(after->fullest().peak.device, advice.device);
        ++applied;
    }
    QVERIFY(applied >= 3);
}

void TestAdvice::promises_hold_for_random_plans()
{
    std::mt19937 random(4);
    const auto one_of = [&random](const std::vector<const char *> &all) { return all[random() % all.size()]; };
    const std::vector<const char *> models{"qwen2.5-0.5b", "llama-3.2-1b-instruct", "gpt2", "gemma-3-1b-it", "qwen3-0.6b"};
    int alone = 0, together = 0;
    for (int round = 0; round < 16; ++round) {
        const std::string cards = random() % 2 == 0
                                      ? std::string(R"({"gpus": [")") + one_of({"RTX 3060", "T4", "A10"}) + "\"]}"
                                      : R"({"budget_bytes": )" + std::to_string(2'000'000'000 + random() % 4'000'000'000) + '}';
        const std::string shape = std::string(R"("micro_batch": )") + std::to_string(1 + random() % 9) +
                                  R"(, "sequence_length": )" + std::to_string(64 + random() % 3000);
        const std::string text =
            round % 6 == 5 ? std::string(R"({"task": "infer", "inference": {"context": )") +
                                 std::to_string(300 + random() % 9000) + R"(, "sequences": )" + std::to_string(1 + random() % 6) +
                                 R"(}, "model": {"preset": ")" + one_of(models) + R"("}, "target": )" + cards + '}'
                           : R"({"method": ")" + std::string(one_of({"full", "lora", "qlora"})) + R"(", "stack": ")" +
                                 one_of({"transformers", "trl", "pytorch"}) + R"(", "autocast": ")" + one_of({"none", "bf16"}) +
                                 R"(", "gradient_checkpointing": )" + one_of({"true", "false"}) + R"(, "attention": ")" +
                                 one_of({"eager", "sdpa"}) + R"(", "model": {"preset": ")" + one_of(models) + R"("}, )" + shape +
                                 R"(, "target": )" + cards + '}';
        const Plan plan = plan_of(text.c_str());
        const Result<Node> target = advice_target(plan);
        const CardFacts &device = target->facts;
        const Result<Estimate> before = estimate(*load_model(plan.model), plan, device);
        QVERIFY2(before.ok(), text.c_str());
        for (const Advice &advice : advice_for(plan)) {
            if (advice.change.empty() || advice.kind == CostKind::hardware || !advice.no_effect.empty()) continue;
            const Result<ParsedPlan> changed = with_patch(plan, nlohmann::json::parse(advice.change));
            QVERIFY2(changed.ok(), advice.change.c_str());
            const Result<Estimate> after = estimate(*load_model(changed->plan.model), changed->plan, device);
            QVERIFY2(after.ok(), advice.title.c_str());
            QVERIFY2(before->fullest().peak.device - after->fullest().peak.device == advice.saves,
                     (text + " " + advice.title).c_str());
            ++(advice.parts > 1 ? together : alone);
        }
    }
    QVERIFY2(alone > 100 && together > 3, std::to_string(together).c_str());
}

void TestAdvice::useless_changes_say_why()
{
    const std::vector<Advice> advice = advice_for(plan_of(small_qlora));
    QCOMPARE(titled(advice, "Smaller micro batch")->no_effect, std::string("it is 1 already"));
    QCOMPARE(titled(advice, "Gradient accumulation")->no_effect, std::string("it saves nothing by itself"));
    QCOMPARE(titled(advice, "2-bit weights (GGUF)")->no_effect,
             std::string("GGUF types run inference only: nothing trains on them"));
    QCOMPARE(titled(advice, "FlashAttention 2")->no_effect, std::string("needs compute capability 8.0"));
}

void TestAdvice::a_set_of_changes_where_none_does_alone()
{
    Plan plan = plan_of(small_qlora);
    plan.micro_batch = 4;
    const Result<Estimate> before = estimate(*load_model(plan.model), plan);
    plan.target.gpus.clear();
    plan.target.budget_bytes = before->fullest().peak.device;
    Bytes best = 0;
    for (const Advice &entry : advice_for(plan)) best = std::max(best, entry.parts == 1 ? entry.saves : 0);
    plan.target.budget_bytes =
        before->fullest().peak.device - best; // which the best change meets in the middle of its interval only
    const std::vector<Advice> advice = advice_for(plan);
    QVERIFY(solution_in(advice)->parts > 1);
    QVERIFY(solution_in(advice)->saves > best);
    QVERIFY(solution_in(advice)->title.find(" + ") != std::string::npos);
    for (const Advice &entry : advice) // every cost has its source, that of a set the sources of its parts
        QVERIFY2(!entry.no_effect.empty() || (!entry.source.empty() && !entry.cost.empty()), entry.title.c_str());
    // in the middle of a line only names begin with a capital
    const QString title = QString::fromStdString(solution_in(advice)->title);
    for (const QString &part : title.split(QStringLiteral(" + ")).mid(1)) {
        static const QRegularExpression word(QStringLiteral("^[A-Z][a-z-]+( |$)"));
        QVERIFY2(!part.contains(word), qPrintable(title));
    }
}

void TestAdvice::other_hardware_is_the_smallest_card_that_fits()
{
    const Plan plan = plan_of(
        R"({"model": {"preset": "qwen2.5-0.5b"}, "method": "full", "weights": {"dtype": "fp32"}, "target": {"gpus": ["GTX 1650"]}})");
    const std::vector<Advice> advice = advice_for(plan);
    const auto found = std::ranges::find(advice, CostKind::hardware, &Advice::kind);
    QVERIFY(found != advice.end());
    QCOMPARE(found->fits, Fits::yes);
    const Result<Estimate> base = estimate(*load_model(plan.model), plan, find_gpu("GTX 1650")->gpu->facts());
    const auto json = nlohmann::json::parse(found->change);
    const Result<GpuMatch> card = find_gpu(json["target"]["gpus"][0].get<std::string>());
    QCOMPARE(verdict_for(*base, *card->gpu).fits, Fits::yes);
    Plan fitting = plan;
    fitting.target.gpus = {"B200"};
    for (const Advice &entry : advice_for(fitting)) QVERIFY(entry.kind != CostKind::hardware && entry.parts == 1);
}

const Advice *starting(const std::vector<Advice> &advice, const std::string &title)
{
    const auto found = std::ranges::find_if(advice, [&](const Advice &entry) { return entry.title.starts_with(title); });
    return found == advice.end() ? nullptr : &*found;
}

/// Cases 0 and 4: what their documents name, with what each does in this plan.
void TestAdvice::documents_mitigations_are_all_there()
{
    const std::vector<Advice> training = advice_for(plan_of(small_qlora));
    for (const char *title : {"Smaller micro batch", "Gradient accumulation", "512 tokens", "2-bit weights (GGUF)",
                              "Gradient checkpointing", "A pre-quantised model", "Mixed precision", "Inference mode"})
        QVERIFY2(starting(training, title), title);
    QCOMPARE(starting(training, "Gradient checkpointing")->no_effect, std::string("it is on already"));
    const std::vector<Advice> extraction = advice_for(plan_of(
        R"({"model": {"preset": "qwen2.5-0.5b"}, "task": "extract", "weights": {"dtype": "fp32"}, "sequence_length": 4096,
        "micro_batch": 2, "target": {"budget_bytes": 3000000000}})"));
    for (const char *title : {"BF16 weights", "Selective capture", "Streaming in chunks", "Micro batch 1", "4-bit weights"}) {
        const Advice *entry = starting(extraction, title);
        QVERIFY2(entry && entry->saves > 0 && entry->no_effect.empty(), title);
    }
    for (const char *title : {"Gradient checkpointing", "Inference mode"}) QVERIFY2(starting(extraction, title), title);
}

/// prepare_model_for_kbit_training switches checkpointing on, too: without it a plan would lose that as well.
void TestAdvice::one_change_leaves_the_others_alone()
{
    const Plan plan = plan_of(R"({"model": {"preset": "qwen2.5-0.5b"}, "method": "qlora", "target": {"gpus": ["T4"]}})");
    const std::vector<Advice> advice = advice_for(plan);
    const Advice *entry = starting(advice, "16-bit embeddings and head");
    QVERIFY(entry);
    const Result<ParsedPlan> changed = with_patch(plan, nlohmann::json::parse(entry->change));
    QVERIFY(changed->plan.has("gradient_checkpointing") && changed->plan.gradient_checkpointing.enabled);
}

void TestAdvice::older_cards_get_the_precision_they_compute_in()
{
    const auto on = [](const char *gpu, const char *task) {
        const std::string text = std::string(R"({"model": {"preset": "gpt2"}, "method": "full", "autocast": "none", "task": ")") +
                                 task + R"(", "weights": {"dtype": "fp32"}, "sequence_length": 512, "target": {"gpus": [")" +
                                 gpu + "\"]}}";
        return advice_for(plan_of(text.c_str()));
    };
    QVERIFY(starting(on("T4", "infer"), "FP16 weights") && !starting(on("T4", "infer"), "BF16 weights"));
    QVERIFY(starting(on("A10", "infer"), "BF16 weights"));
    QVERIFY(!starting(on("T4", "train"), "FP16 weights")); // GradScaler refuses FP16 gradients
    QCOMPARE(starting(on("T4", "train"), "Mixed precision")->title, std::string("Mixed precision (FP16)"));
    QCOMPARE(starting(on("A10", "train"), "Mixed precision")->title, std::string("Mixed precision (BF16)"));
    QCOMPARE(starting(on("GTX 980", "train"), "Mixed precision")->no_effect, std::string("needs compute capability 5.3"));
}

/// What the allocator keeps between blocks that are in use: segments that grow take most of it back at no cost.
void TestAdvice::fragmentation_has_its_remedy()
{
    const char *const title = "Expandable segments";
    const auto advice = advice_for(
        plan_of(R"({"model": {"preset": "llama-3.2-1b-instruct"}, "method": "full", "target": {"gpus": ["RTX 3060"]}})"));
    const Advice *segments = titled(advice, title);
    QVERIFY(segments && segments->no_effect.empty() && segments->saves > 0);
    QCOMPARE(segments->change, std::string(R"({"allocator":{"expandable_segments":true}})"));
    QCOMPARE(segments->kind, CostKind::convenience);
    const auto on = advice_for(plan_of(R"({"model": {"preset": "gpt2"}, "task": "infer", "target": {"gpus": ["RTX 3060"]},
        "allocator": {"expandable_segments": true}})"));
    QCOMPARE(titled(on, title)->no_effect, std::string("they are on already"));
}

/// A full fine-tuning in a loop of one's own: each gradient goes as soon as its parameter is stepped.
void TestAdvice::a_step_in_backward_saves_the_gradients()
{
    const char *const title = "Optimizer step in backward";
    const auto with = [](const char *fields) {
        return advice_for(plan_of((std::string(R"({"model": {"preset": "qwen2.5-0.5b"}, "sequence_length": 512,
            "target": {"gpus": ["RTX 3060"]}, )") +
                                   fields + "}")
                                      .c_str()));
    };
    const auto plain = with(R"("stack": "pytorch", "method": "full")");
    const Advice *entry = titled(plain, title);
    QVERIFY(entry && entry->no_effect.empty());
    QCOMPARE(entry->change, std::string(R"({"optimizer":{"in_backward":true}})"));
    QVERIFY(entry->saves > 512 * 1024 * 1024); // of 0.9 GiB of gradients
    const auto reason = [&](const char *fields) { return titled(with(fields), title)->no_effect; };
    QCOMPARE(reason(R"("stack": "pytorch", "method": "full", "gradient_accumulation": 4)"),
             std::string("gradients are accumulated over several micro batches"));
    QCOMPARE(reason(R"("stack": "pytorch", "method": "full", "max_grad_norm": 1)"),
             std::string("gradients are clipped to a norm that needs all of them"));
    QCOMPARE(reason(R"("method": "full")"), std::string("the stack's loop steps after the whole backward"));
    QVERIFY(!titled(with(R"("stack": "pytorch", "method": "lora")"), title));
    QVERIFY(!titled(with(R"("stack": "torchtune", "method": "full")"), title)); // whose recipes do so
}

/// torchtune raises on gradient_accumulation_steps > 1 beside optimizer_in_bwd.
void TestAdvice::a_step_in_backward_never_meets_accumulation()
{
    for (const char *stack : {"torchtune", "pytorch"}) {
        const Plan plan = plan_of((std::string(R"({"model": {"preset": "qwen2.5-0.5b"}, "method": "full", "micro_batch": 4,
            "target": {"budget_bytes": 4000000000}, "stack": ")") +
                                   stack + "\"}")
                                      .c_str());
        int halved = 0;
        for (const Advice &advice : advice_for(plan)) {
            if (advice.change.empty()) continue;
            const Result<ParsedPlan> changed = with_patch(plan, nlohmann::json::parse(advice.change));
            const Result<ResolvedPlan> resolved = resolve(changed->plan, **load_model(changed->plan.model));
            if (!resolved.ok()) { // torchtune's 8-bit states are not sharded, so not moved to the host
                QCOMPARE(resolved.error().field, std::string("optimizer.name"));
                continue;
            }
            halved += resolved->plan.micro_batch == 2;
            QVERIFY2(!resolved->plan.optimizer.in_backward || resolved->plan.gradient_accumulation == 1, advice.title.c_str());
        }
        QVERIFY(halved > 0);
    }
}

void TestAdvice::what_was_switched_on_can_be_switched_off_data()
{
    QTest::addColumn<QByteArray>("fields");
    QTest::addColumn<QByteArray>("title");
    QTest::addColumn<QByteArray>("change");
    const auto row = [](const char *fields, const char *title, const char *change) {
        QTest::newRow(title) << QByteArray(fields) << QByteArray(title) << QByteArray(change);
    };
    row(R"("method": "lora", "adapter": {"dora": true})", "Plain LoRA, no DoRA", R"({"adapter":{"dora":false}})");
    row(R"("method": "lora", "micro_batch": 4, "adapter": {"dropout": 0.1})", "No dropout before adapters",
        R"({"adapter":{"dropout":0.0}})");
    row(R"("method": "lora", "adapter": {"modules_to_save": ["lm_head", "embed_tokens"]})", "No modules trained whole",
        R"({"adapter":{"modules_to_save":[]}})");
    row(R"("method": "lora", "padded": true)", "Packed examples, no padding", R"({"padded":false})");
    row(R"("method": "full", "stack": "pytorch", "sequence_length": 4096)", "Outputs dropped after each step",
        R"({"keep_outputs":false})");
    row(R"("task": "infer", "inference": {"context": 8192, "cache": "static"})", "Growing KV cache",
        R"({"inference":{"cache":"dynamic"}})");
    row(R"("task": "extract", "sequence_length": 8192)", "4,096 tokens", R"({"sequence_length":4096})");
    row(R"("method": "qlora", "weights": {"quant": "fp4", "double_quant": false})", "Double quantisation",
        R"({"weights":{"double_quant":true}})");
}

void TestAdvice::what_was_switched_on_can_be_switched_off()
{
    QFETCH(QByteArray, fields);
    QFETCH(QByteArray, title);
    QFETCH(QByteArray, change);
    const auto advice = advice_for(
        plan_of(QByteArray(R"({"model": {"preset": "qwen2.5-0.5b"}, "target": {"gpus": ["RTX 4090"]}, )" + fields + "}")));
    const Advice *entry = titled(advice, title.constData());
    QVERIFY(entry);
    QCOMPARE(QByteArray::fromStdString(entry->change), change);
    QVERIFY2(entry->no_effect.empty() && entry->saves > 0, entry->no_effect.c_str());
    QVERIFY(!entry->cost.empty() && !entry->source.empty());
}

void TestAdvice::other_optimizers_keep_less()
{
    const auto with = [](const char *optimizer) {
        return advice_for(plan_of((std::string(R"({"model": {"preset": "qwen2.5-0.5b"}, "method": "full", "stack": "pytorch",
            "sequence_length": 512, "target": {"gpus": ["RTX 3060"]}, "optimizer": )") +
                                   optimizer + "}")
                                      .c_str()));
    };
    const auto adam = with(R"({"name": "adamw"})");
    for (const char *title : {"AdamW in 8 bits", "Paged AdamW in 8 bits", "Paged AdamW", "Adafactor"})
        QVERIFY2(titled(adam, title) && titled(adam, title)->saves > 0, title);
    QCOMPARE(titled(adam, "Paged AdamW")->kind, CostKind::time);
    const auto bits = with(R"({"name": "adamw_8bit"})");
    QVERIFY(titled(bits, "Paged AdamW in 8 bits")->saves > 0 && !titled(bits, "Adafactor"));
    const auto sgd = with(R"({"name": "sgd_momentum", "implementation": "foreach"})");
    QVERIFY(titled(sgd, "Fused SGD") && !titled(sgd, "Fused AdamW"));
}

void TestAdvice::what_other_cards_and_the_host_hold_is_estimated()
{
    const auto advice =
        advice_for(plan_of(R"({"model": {"preset": "qwen2.5-0.5b"}, "method": "full", "target": {"gpus": ["T4:2"]}})"));
    for (const char *title : {"Sharding over 2 cards (FSDP)", "Weights, gradients and optimizer states on the host (FSDP)"}) {
        const Advice *entry = titled(advice, title);
        QVERIFY2(entry && entry->fits != Fits::unknown, title);
    }
    QVERIFY(titled(advice, "Weights, gradients and optimizer states on the host (FSDP)")->saves > 0);
}

void TestAdvice::other_makers_cards_run_other_libraries()
{
    const auto on = [](const char *gpu) {
        return advice_for(plan_of((std::string(R"({"model": {"preset": "qwen2.5-0.5b"}, "method": "lora", "sequence_length": 512,
            "target": {"gpus": [")") +
                                   gpu + "\"]}}")
                                      .c_str()));
    };
    QCOMPARE(titled(on("Apple M2 8GB"), "FlashAttention 2")->no_effect,
             std::string("flash-attn runs on cards of NVIDIA and AMD only"));
    QCOMPARE(titled(on("Apple M2 8GB"), "Fused loss kernel")->no_effect,
             std::string("Liger needs Triton, which has nothing for Metal"));
    for (const char *gpu : {"Instinct MI300X", "L4"}) {
        QVERIFY2(!titled(on(gpu), "FlashAttention 2")->change.empty(), gpu);
        QVERIFY2(titled(on(gpu), "Fused loss kernel")->saves > 0, gpu);
    }
}

void TestAdvice::smaller_models_are_of_the_same_generation_first()
{
    const auto advice =
        advice_for(plan_of(R"({"model": {"preset": "gemma-3-4b-it"}, "method": "qlora", "target": {"gpus": ["RTX 3060"]}})"));
    const auto is_model = [](const Advice &entry) { return entry.kind == CostKind::another_model && entry.parts == 1; };
    const auto first = std::ranges::find_if(advice, is_model);
    QVERIFY(first != advice.end());
    QVERIFY2(first->change.find("\"gemma-3-") != std::string::npos, first->change.c_str());
}

void TestAdvice::one_sequence_is_one()
{
    const auto advice = advice_for(plan_of(R"({"model": {"preset": "qwen2.5-0.5b"}, "task": "infer",
        "inference": {"context": 8192, "sequences": 3}, "target": {"gpus": ["T4"]}})"));
    QVERIFY(titled(advice, "One sequence at a time")->saves > 0);
}

void TestAdvice::a_target_is_needed()
{
    const Result<Node> none = advice_target({});
    QVERIFY(!none.ok());
    QCOMPARE(none.error().field, std::string("gpu"));
}

void TestAdvice::json_follows_the_contract()
{
    const nlohmann::ordered_json json = advice_to_json(advice_for(plan_of(small_qlora)));
    QVERIFY(json.is_array() && !json.empty());
    for (const auto &row : json)
        for (const char *key : {"change", "saves_bytes", "fits", "cost"}) QVERIFY2(row.contains(key), key);
}

PLIMSOLL_TEST(TestAdvice)
} // namespace PLIMSOLL_FILE
#include "test_advice.moc"
