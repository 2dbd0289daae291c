// SPDX-License-Identifier: GPL-3.0-or-later
// What llama.cpp's server and Ollama come up with where a command leaves things out: the length by --fit or by the cards' memory,
// layers, slots, who drafts and what reads pictures. Figures follow from the sources' own rules (common/fit.cpp, server/routes.go).
#include "core/engines/llama/llama_cpp_start.h"
#include "core/ground/context_size.h"
#include "core/load/load.h"
#include "core/plan/names.h"
#include "core/plan/plan.h"
#include "core/serving/llama_placing.h"
#include "core/torch/machine.h"
#include "tests/test_program.h"

#include <QTest>

#include <algorithm>
#include <map>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

ArchitectureRef preset(const std::string &name)
{
    static std::map<std::string, ArchitectureRef> known;
    if (!known.contains(name)) {
        const Result<ArchitectureRef> model = load_model(reference_from_text(name));
        known[name] = model ? *model : nullptr;
    }
    return known[name];
}

struct Question {
    ArchitectureRef model;
    Plan plan;
    CardFacts card{"NVIDIA GeForce RTX 4090", 8, 9, 128, 1536};
    Start start = start_llama_cpp;

    Question(const std::string &name, Bytes memory) : model(preset(name))
    {
        plan.task = Task::infer;
        plan.inference.engine = *plan_enum<Engine>("llama.cpp");
        plan.weights.quant = "Q4_K_M";
        card.memory = memory;
    }
    static Question of_ollama(const std::string &name, Bytes memory)
    {
        Question out(name, memory);
        out.plan.inference.engine = *plan_enum<Engine>("ollama");
        out.start = start_ollama;
        return out;
    }
    Question &context(Count tokens)
    {
        plan.inference.context = tokens;
        plan.given.insert("inference.context");
        return *this;
    }
    [[nodiscard]] EngineStart answer()
    {
        if (!plan.has("inference.context")) {
            const auto rule = start == start_ollama ? engines::ollama_context : engines::llama_cpp_context;
            plan.inference.context = rule(plan, *model, card)->tokens;
        }
        step::Card asked(card);
        step::Machine machine(asked, false);
        const Result<EngineStart> out = start({machine, *model, plan, plan.inference, card, card.memory, nullptr, nullptr});
        return out ? *out : EngineStart{};
    }
    [[nodiscard]] Bytes free() const { return *card.memory - context_size::bare(card); }
};

Bytes used(const EngineStart &start, std::size_t card = 0) { return sum_of(start.places[card]); }

bool says(const EngineStart &start, const std::string &code)
{
    return std::ranges::find(start.warnings, code, &Warning::code) != start.warnings.end();
}

} // namespace

class TestLlamaFit : public QObject {
    Q_OBJECT

private slots:
    void a_length_is_the_models_own_until_it_does_not_fit_data();
    void a_length_is_the_models_own_until_it_does_not_fit();
    void every_slot_has_a_cache_of_its_own_length();
    void what_is_said_is_not_lowered();
    void layers_go_to_the_host_and_are_said();
    void several_cards_are_filled_from_the_last();
    void builds_before_fit_take_4096();
    void drafts_of_own_layers_have_a_cache_and_copies_of_states();
    void drafts_of_a_model_have_its_weights_and_the_same_context();
    void what_drafts_unknown_is_a_lower_bound();
    void pictures_are_read_by_a_projector();
    void ollama_goes_by_all_cards_data();
    void ollama_goes_by_all_cards();
    void ollama_leaves_room_for_batches();
};

void TestLlamaFit::a_length_is_the_models_own_until_it_does_not_fit_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<qint64>("memory");
    QTest::addColumn<qint64>("own"); // length of the configuration
    QTest::newRow("8B, 80 GB") << "llama-3.1-8b" << qint64(80 * gib) << qint64(131072);
    QTest::newRow("8B, 24 GB") << "llama-3.1-8b" << qint64(24 * gib) << qint64(131072);
    QTest::newRow("8B, 12 GB") << "llama-3.1-8b" << qint64(12 * gib) << qint64(131072);
    QTest::newRow("8B, 8 GB") << "llama-3.1-8b" << qint64(8 * gib) << qint64(131072);
    QTest::newRow("14B, 16 GB") << "qwen3-14b" << qint64(16 * gib) << qint64(40960);
    QTest::newRow("hybrid, 24 GB") << "qwen3.5-27b" << qint64(24 * gib) << qint64(262144);
    QTest::newRow("experts, 24 GB") << "qwen3.5-35b-a3b" << qint64(24 * gib) << qint64(262144);
}

void TestLlamaFit::a_length_is_the_models_own_until_it_does_not_fit()
{
    QFETCH(QString, model);
    QFETCH(qint64, memory);
    QFETCH(qint64, own);
    Question question(model.toStdString(), memory);
    const EngineStart start = question.answer();
    QVERIFY(!start.refuses && start.left_out.empty());
    const Bytes room = question.free() - gib;
    if (!start.context) {
        QCOMPARE(start.tokens, own);
        QVERIFY(used(start) <= room);
        return;
    }
    QVERIFY(says(start, "context_lowered"));
    QCOMPARE(start.tokens, *start.context);
    QVERIFY(*start.context < own && *start.context >= 4096 && *start.context % 256 == 0);
    // the whole one does not fit, this one does, and not much longer a one would
    Question whole(model.toStdString(), memory);
    QVERIFY(used(whole.context(own).answer()) > room);
    QVERIFY(used(start) <= room + 16 * mib);
    if (says(start, "layers_on_host")) return;
    Question longer(model.toStdString(), memory);
    const Count more = *start.context + (own - *start.context) / 16;
    QVERIFY(used(longer.context(more).answer()) > room);
}

void TestLlamaFit::every_slot_has_a_cache_of_its_own_length()
{
    Question four("llama-3.1-8b", 80 * gib); // -np 4: each has the model's own length where it fits
    four.plan.inference.sequences = 4;
    four.plan.inference.max_num_seqs = 4;
    const EngineStart wide = four.answer();
    QVERIFY(!wide.context || *wide.context < 131072);
    QCOMPARE(wide.max_context * 4, wide.tokens);
    QCOMPARE(wide.context.value_or(131072), wide.max_context);
    Question eight("llama-3.1-8b", 200 * gib);
    eight.plan.inference.sequences = 4;
    eight.plan.inference.max_num_seqs = 4;
    QCOMPARE(eight.answer().tokens, Count{4 * 131072});
    eight.plan.inference.fit = false; // -c 0 of --fit off is the length of all slots together
    eight.plan.inference.gpu_layers.reset();
    QCOMPARE(eight.answer().tokens, Count{131072});
    const auto line =
        std::ranges::find_if(wide.log, [](const std::string &text) { return text.find("n_ctx_slot") != text.npos; });
    QVERIFY(line != wide.log.end());
    QVERIFY(line->find("n_slots = 4, n_ctx_slot = " + std::to_string(wide.max_context)) != std::string::npos);
    Question bare("llama-3.1-8b", 80 * gib); // nobody says slots: four share one cache
    QVERIFY(std::ranges::any_of(bare.answer().log, [](const std::string &text) {
        return text.find("n_slots = 4, n_ctx_slot = 131072, kv_unified = 'true'") != text.npos;
    }));
}

void TestLlamaFit::what_is_said_is_not_lowered()
{
    Question off("llama-3.1-8b", 12 * gib);
    off.plan.inference.fit = false;
    const EngineStart whole = off.answer();
    QCOMPARE(whole.tokens, Count{131072});
    QVERIFY(whole.refuses && !whole.context);
    Question said("llama-3.1-8b", 12 * gib);
    QVERIFY(said.context(131072).answer().refuses); // all layers were asked for
    Question kept("llama-3.1-8b", 12 * gib);        // -c 0 -ngl auto: the length stays, layers go
    kept.plan.inference.fit = false;
    kept.plan.inference.gpu_layers = -1;
    const EngineStart start = kept.answer();
    QVERIFY(!start.refuses && !start.context && says(start, "layers_on_host"));
    QCOMPARE(start.tokens, Count{131072});
    Question layers("llama-3.1-8b", 12 * gib); // -ngl 999 without -c: the context alone is lowered
    layers.plan.inference.gpu_layers = 999;
    QVERIFY(layers.answer().context && !says(layers.answer(), "layers_on_host"));
}

void TestLlamaFit::layers_go_to_the_host_and_are_said()
{
    Question question("llama-3.1-70b", 24 * gib);
    question.plan.inference.gpu_layers = -1;
    const EngineStart start = question.answer();
    QCOMPARE(start.context.value_or(0), Count{4096}); // the least that --fit takes
    QVERIFY(says(start, "layers_on_host") && !start.refuses);
    QVERIFY(used(start) <= question.free() - gib && start.places.back().weights > 10 * gib);
    QCOMPARE(start.taken.gpu_layers.value_or(0), Count{-1});
    Question experts("qwen3.5-35b-a3b", 12 * gib);
    experts.plan.inference.gpu_layers = -1;
    const EngineStart mixed = experts.context(8192).answer();
    QVERIFY(says(mixed, "layers_on_host") && mixed.taken.host_experts > 0);
    QVERIFY(used(mixed) <= experts.free() - gib);
}

void TestLlamaFit::several_cards_are_filled_from_the_last()
{
    Question question("llama-3.1-70b", 24 * gib);
    question.plan.parallel.pipeline = 2;
    question.plan.inference.gpu_layers = -1;
    const EngineStart start = question.answer();
    QVERIFY(!start.refuses && start.context);
    const Bytes room = question.free() - gib;
    // the last card is filled before the first, while no batches wait for each other: their copies come on top of it
    QVERIFY(used(start, 0) <= room && used(start, 1) <= room + 64 * mib);
    QVERIFY(used(start, 1) > room - 2 * gib); // whole layers
    question.card.memory = 16 * gib;          // neither holds all: the first gets what the last leaves
    const EngineStart small = question.answer();
    QVERIFY(says(small, "layers_on_host"));
    QVERIFY(used(small, 0) <= question.free() - gib && used(small, 1) <= question.free() - gib);
}

void TestLlamaFit::builds_before_fit_take_4096()
{
    Question question("llama-3.1-8b", 24 * gib);
    question.plan.libraries = {{"llama.cpp", "b6000"}};
    QCOMPARE(question.answer().tokens, Count{4096});
    question.plan.libraries = {{"llama.cpp", "b8000"}};
    QCOMPARE(question.answer().tokens, Count{131072});
}

void TestLlamaFit::drafts_of_own_layers_have_a_cache_and_copies_of_states()
{
    // MiB by nvidia-smi of a card with 24 GB, without and with drafts of two tokens, 27B with a q4_0 cache and one slot
    struct Row {
        Count context;
        double plain, drafting;
    };
    for (const Row &row : {Row{131072, 18842, 20134}, Row{262144, 21786, 23718}}) {
        Question question("qwen3.5-27b", 24 * gib);
        question.plan.inference.kv_dtype = KvDtype::q4_0;
        question.plan.inference.max_num_seqs = 1;
        question.plan.inference.gpu_layers = 999;
        const Bytes plain = used(question.context(row.context).answer());
        question.plan.inference.speculative.method = SpeculativeMethod::mtp;
        question.plan.inference.speculative.tokens = 2;
        const EngineStart start = question.answer();
        const double mibs = static_cast<double>(used(start) - plain) / static_cast<double>(mib);
        QVERIFY(std::abs(mibs / (row.drafting - row.plain) - 1) < 0.03);
        const double all = static_cast<double>(used(start) + context_size::bare(question.card)) / static_cast<double>(mib);
        QVERIFY(std::abs(all / row.drafting - 1) < 0.05);
        QVERIFY(start.left_out.empty());
        QVERIFY(start.log.front().find("offloaded 66/66") != std::string::npos);
    }
    Question three("qwen3.5-27b", 80 * gib); // three tokens where nobody says: four copies of each state
    three.plan.inference.max_num_seqs = 1;
    const Bytes one = three.context(8192).answer().state;
    three.plan.inference.speculative.method = SpeculativeMethod::mtp;
    const EngineStart start = three.answer();
    QCOMPARE(start.state, 4 * one);
    QCOMPARE(start.taken.speculative.tokens.value_or(0), Count{3});
    three.plan.inference.speculative.method = SpeculativeMethod::ngram; // nothing but more rows of logits
    QCOMPARE(three.answer().state, one);
}

void TestLlamaFit::drafts_of_a_model_have_its_weights_and_the_same_context()
{
    Question target("llama-3.1-8b", 80 * gib), alone("llama-3.2-1b-instruct", 80 * gib);
    const EngineStart before = target.context(16384).answer(), small = alone.context(16384).answer();
    Architecture both = *target.model;
    both.assistant = alone.model;
    target.model = std::make_shared<const Architecture>(both);
    target.plan.inference.speculative.method = SpeculativeMethod::draft_model;
    const EngineStart start = target.answer();
    QVERIFY(start.left_out.empty());
    QCOMPARE(start.places.front().weights - before.places.front().weights, small.places.front().weights);
    QCOMPARE(start.kv_cache - before.kv_cache, small.kv_cache);
    target.plan.inference.speculative.kv_dtype = KvDtype::q8_0; // -ctkd, -ctvd: blocks of 32 numbers in 34 bytes
    QCOMPARE((target.answer().kv_cache - before.kv_cache) * 64, small.kv_cache * 34);
    target.plan.inference.speculative.kv_dtype = KvDtype::auto_;
    target.plan.inference.speculative.gpu_layers = 0; // -ngld 0: the host holds it
    const EngineStart host = target.answer();
    QCOMPARE(host.places.front().weights, before.places.front().weights);
    QCOMPARE(host.kv_cache, before.kv_cache);
    QVERIFY(host.places.back().weights >= before.places.back().weights + small.places.front().weights);
    const auto listed = [](const EngineStart &of, bool on_host) {
        return std::ranges::count_if(of.parts,
                                     [&](const EnginePart &one) { return one.part == "drafter" && one.on_host == on_host; });
    };
    QVERIFY(listed(start, false) == 1 && listed(host, true) == 1);
    target.plan.inference.speculative.gpu_layers.reset();
    target.plan.given.clear(); // --fit lowers both caches together
    target.card.memory = 12 * gib;
    QVERIFY(target.answer().context);
    QVERIFY(used(target.answer()) <= target.free() - gib + 16 * mib);
}

void TestLlamaFit::what_drafts_unknown_is_a_lower_bound()
{
    for (const SpeculativeMethod method : {SpeculativeMethod::mtp, SpeculativeMethod::draft_model, SpeculativeMethod::eagle3}) {
        Question question("llama-3.1-8b", 24 * gib);
        question.plan.inference.speculative.method = method;
        QVERIFY(!question.context(8192).answer().left_out.empty());
    }
}

void TestLlamaFit::pictures_are_read_by_a_projector()
{
    Question question("qwen3.5-27b", 80 * gib);
    const EngineStart before = question.context(8192).answer();
    question.plan.inference.mmproj = true;
    const EngineStart start = question.answer();
    const Bytes file = start.places.front().weights - before.places.front().weights;
    QVERIFY(file > 920 * Bytes{1000000} && file < 936 * Bytes{1000000}); // mmproj-F16.gguf has 928 MB
    QVERIFY(start.buffers > before.buffers);
    // what is free for a context is less by it
    Question fitted("qwen3.5-27b", 24 * gib), with = fitted;
    with.plan.inference.mmproj = true;
    QVERIFY(*with.answer().context < *fitted.answer().context);
}

void TestLlamaFit::ollama_goes_by_all_cards_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<qint64>("memory");
    QTest::addColumn<QString>("cards");
    QTest::addColumn<qint64>("context");
    QTest::addColumn<qint64>("batch");
    QTest::newRow("12 GB") << "qwen3-14b" << qint64(12 * gib) << "" << qint64(4096) << qint64(512);
    QTest::newRow("16 GB") << "qwen3-14b" << qint64(16 * gib) << "" << qint64(4096) << qint64(512);
    QTest::newRow("24 GB") << "qwen3-14b" << qint64(24 * gib) << "" << qint64(32768) << qint64(1024);
    QTest::newRow("two of 24 GB") << "llama-3.1-8b" << qint64(24 * gib) << "RTX 4090:2" << qint64(131072) << qint64(512);
    QTest::newRow("80 GB, the model's own") << "qwen3-14b" << qint64(80 * gib) << "" << qint64(40960) << qint64(2048);
    QTest::newRow("80 GB, hybrid") << "qwen3.5-27b" << qint64(80 * gib) << "" << qint64(262144) << qint64(512);
}

void TestLlamaFit::ollama_goes_by_all_cards()
{
    QFETCH(QString, model);
    QFETCH(qint64, memory);
    QFETCH(QString, cards);
    QFETCH(qint64, context);
    QFETCH(qint64, batch);
    Question question = Question::of_ollama(model.toStdString(), memory);
    if (!cards.isEmpty()) question.plan.target.gpus = {cards.toStdString()};
    const EngineStart start = question.answer();
    QCOMPARE(question.plan.inference.context, Count{context}); // what the rule fills in is what it starts with
    QVERIFY(!start.context && !start.refuses);
    QCOMPARE(start.tokens, Count{context});
    QCOMPARE(start.taken.max_num_batched_tokens.value_or(0), Count{batch});
    const EngineStart asked = question.context(16384).answer();
    QCOMPARE(asked.tokens, Count{16384});
    const EngineStart long_one = question.context(1000000).answer(); // at most what the model was trained for
    QVERIFY(long_one.context && *long_one.context < 1000000 && says(long_one, "context_lowered"));
}

void TestLlamaFit::ollama_leaves_room_for_batches()
{
    using engines::ollama_batch;
    QCOMPARE(ollama_batch(4096, 10 * gib, 80 * gib), Count{512});
    QCOMPARE(ollama_batch(32768, 10 * gib, 24 * gib), Count{1024});
    QCOMPARE(ollama_batch(32768, 19 * gib, 24 * gib), Count{512});  // above 75 %
    QCOMPARE(ollama_batch(65536, 10 * gib, 24 * gib), Count{2048}); // 10 + 2 of 19.2
    QCOMPARE(ollama_batch(65536, 15 * gib, 24 * gib), Count{1024}); // above 60 %
    QCOMPARE(ollama_batch(65536, 15 * gib, {}), Count{2048});
    Question two = Question::of_ollama("qwen3.5-27b", 80 * gib); // a family that runs one request at a time
    two.plan.inference.max_num_seqs = 4;
    QCOMPARE(two.answer().taken.max_num_seqs.value_or(0), Count{1});
    QVERIFY(says(two.answer(), "slots_lowered"));
    Question pair = Question::of_ollama("llama-3.1-8b", 80 * gib);
    pair.plan.inference.max_num_seqs = 4;
    pair.plan.inference.sequences = 4;
    QCOMPARE(pair.context(8192).answer().tokens, Count{4 * 8192});
}

PLIMSOLL_TEST(TestLlamaFit)
} // namespace PLIMSOLL_FILE
#include "test_llama_fit.moc"
