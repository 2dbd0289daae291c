// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/estimate.h"
#include "core/load/load.h"
#include "core/plan/plan_json.h"
#include "tests/core/run/recorded_rows.h"
#include "tests/test_program.h"

#include <QTest>
#include <map>

using namespace plimsoll;

namespace {

constexpr Bytes hidden = 896, layers = 24, tokens = 4096;
constexpr Bytes state = tokens * hidden * 2; // of qwen2.5-0.5b, bf16

Result<Estimate> extraction(const std::string &settings, const char *preset = "qwen2.5-0.5b")
{
    const std::string text = R"({"task": "extract", "weights": {"dtype": "bf16"}, "sequence_length": 4096, "extract": )" +
                             settings + R"(, "model": {"preset": ")" + preset + "\"}}";
    const auto plan = plan_from_json(text);
    if (!plan) return plan.error();
    return estimate(*load_model(plan->plan.model), plan->plan);
}

std::map<Component, Bytes> at_peak(const Estimate &estimate)
{
    std::map<Component, Bytes> out;
    for (const BreakdownLine &line : estimate.fullest().at_peak) out[line.component] += line.bytes;
    return out;
}

} // namespace

class TestCapture : public QObject {
    Q_OBJECT
private slots:
    void chosen_layers_are_all_that_is_kept();
    void chunks_go_to_the_host_and_keys_stay();
    void a_chunk_of_the_whole_is_no_streaming();
    void models_without_keys_cannot_stream();
    void only_eager_returns_attention_weights();
    void counted_is_what_every_layer_does();
};

void TestCapture::chosen_layers_are_all_that_is_kept()
{
    QCOMPARE(at_peak(*extraction("{}"))[Component::captured_states], (layers + 1) * state);
    QCOMPARE(at_peak(*extraction(R"({"layers": [0]})"))[Component::captured_states], state);
    QCOMPARE(at_peak(*extraction(R"({"layers": [3, 7, 23]})"))[Component::captured_states], 3 * state);
}

void TestCapture::chunks_go_to_the_host_and_keys_stay()
{
    const Result<Estimate> streamed = extraction(R"({"chunk": 512})");
    QVERIFY2(streamed, streamed ? "" : streamed.error().message().c_str());
    std::map<Component, Bytes> held = at_peak(*streamed);
    QCOMPARE(held[Component::captured_states], (layers + 1) * state / 8);
    QCOMPARE(held[Component::kv_cache], layers * 2 * tokens * 2 * 64 * 2); // keys and values of two heads of 64
    QVERIFY(streamed->fullest().peak.allocated < extraction("{}")->fullest().peak.allocated);
}

void TestCapture::a_chunk_of_the_whole_is_no_streaming()
{
    QCOMPARE(extraction(R"({"chunk": 4096})")->fullest().peak.allocated, extraction("{}")->fullest().peak.allocated);
    QCOMPARE(extraction(R"({"chunk": 9000})")->fullest().peak.device, extraction("{}")->fullest().peak.device);
    // a chunk of one token makes four thousand forwards, of which those are run that tell the highest
    QVERIFY(extraction(R"({"chunk": 1})").ok());
}

void TestCapture::models_without_keys_cannot_stream()
{
    const Result<Estimate> refused = extraction(R"({"chunk": 512})", "bert-base-uncased");
    QVERIFY(!refused.ok());
    QCOMPARE(refused.error().field, std::string("extract.chunk"));
}

/// sdpa_attention.py and flash_attention.py warn and return None: what is left are the hidden states.
void TestCapture::only_eager_returns_attention_weights()
{
    const auto estimated = [](const char *attention, const char *capture) {
        return estimate(*load_model(plan_from_json(R"({"model": {"preset": "qwen2.5-0.5b"}})")->plan.model),
                        plan_from_json(QString(R"({"task": "extract", "weights": {"dtype": "bf16"}, "sequence_length": 512,
                            "attention": "%1", "extract": {"capture": "%2"}})")
                                           .arg(attention, capture)
                                           .toStdString())
                            ->plan);
    };
    for (const char *attention : {"sdpa", "flash2"}) {
        const Result<Estimate> full = estimated(attention, "full");
        QVERIFY2(full, full ? "" : full.error().message().c_str());
        QCOMPARE(full->fullest().peak.allocated, estimated(attention, "hidden_states")->fullest().peak.allocated);
        QVERIFY(std::ranges::any_of(full->warnings, [](const Warning &w) { return w.code == "no_attention_weights"; }));
        QCOMPARE(at_peak(*estimated(attention, "attentions"))[Component::captured_states], Bytes{0});
    }
    const Result<Estimate> eager = estimated("eager", "full");
    QCOMPARE(at_peak(*eager)[Component::captured_states], (layers + 1) * 512 * hidden * 2 + layers * 14 * 512 * 512 * 2);
    QVERIFY(std::ranges::none_of(eager->warnings, [](const Warning &w) { return w.code == "no_attention_weights"; }));
}

void TestCapture::counted_is_what_every_layer_does()
{
    for (const char *settings : {R"({"layers": [2, 20]})", R"({"chunk": 700})", R"({"chunk": 512, "layers": [5]})"}) {
        const auto plan = plan_from_json(R"({"task": "extract", "sequence_length": 4096, "model": {"preset": "qwen2.5-0.5b"},
            "extract": )" + std::string(settings) +
                                         '}');
        const ArchitectureRef model = *load_model(plan->plan.model);
        const Result<ResolvedPlan> resolved = resolve(plan->plan, *model, {});
        const auto counted = step::simulate(*model, *resolved, {}, false);
        const auto whole = step::simulate_every_layer(*model, *resolved, {});
        QVERIFY(counted && whole);
        QCOMPARE(highest(*counted).bytes, highest(*whole).bytes);
    }
}

PLIMSOLL_TEST(TestCapture)
#include "test_capture.moc"
