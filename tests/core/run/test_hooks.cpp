// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/planner.h"
#include "core/engines/hook_points.h"
#include "core/estimate/estimate.h"
#include "tests/core/run/recorded_rows.h"
#include "tests/test_program.h"

#include <QTest>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using nlohmann::json;

namespace {

constexpr Bytes hidden = 896, layers = 24, tokens = 512, width = 4864, heads = 14, kv = 128; // of qwen2.5-0.5b
constexpr Bytes state = tokens * hidden * 2;                                                 // bf16

Result<Estimate> hooked(const json &extract, const char *attention = "sdpa", const char *preset = "qwen2.5-0.5b",
                        Count length = tokens)
{
    json plan{{"task", "extract"},      {"weights", {{"dtype", "bf16"}}}, {"sequence_length", length},
              {"attention", attention}, {"model", {{"preset", preset}}},  {"extract", extract}};
    plan["extract"]["capture"] = "hooks";
    const auto parsed = plan_from_json(plan.dump());
    if (!parsed) return parsed.error();
    return estimate(*load_model(parsed->plan.model), parsed->plan);
}

Bytes captured(const Result<Estimate> &made)
{
    Bytes out = 0;
    for (const BreakdownLine &line : made->fullest().at_peak)
        if (line.component == Component::captured_states) out += line.bytes;
    return out;
}

json named(std::initializer_list<const char *> patterns)
{
    json out{{"hooks", json::array()}};
    for (const char *pattern : patterns) out["hooks"].push_back(pattern);
    return out;
}

QString refusal(std::initializer_list<const char *> patterns)
{
    const Result<Estimate> made = hooked(named(patterns));
    return made.ok() ? QString() : QString::fromStdString(made.error().message());
}

} // namespace

/// Points of TransformerLens on a transformers model. Rows: real PyTorch 2.14 and transformers 5.23 on a driver without a card, with
/// forward hooks that keep what each point sees, and what is inside modules (rotated heads, scales of norms, scores) kept where it is
/// made.
class TestHooks : public QObject {
    Q_OBJECT
private slots:
    void peaks_are_as_recorded_data() { add_recorded_rows(PLIMSOLL_FIXTURES "/step/hooks.jsonl"); }
    void peaks_are_as_recorded();
    void a_pattern_names_its_points();
    void what_two_points_see_is_held_once();
    void nothing_named_means_all();
    void weights_exist_with_eager_alone();
    void chosen_layers_and_chunks_keep_less();
    void hooks_may_send_to_the_host();
    void unknown_names_are_refused_with_near_ones();
    void counted_is_what_every_layer_does();
};

void TestHooks::peaks_are_as_recorded()
{
    QFETCH(QString, line);
    const json row = json::parse(line.toStdString());
    const auto parsed = plan_from_json(row["plan"].dump());
    QVERIFY2(parsed, parsed ? "" : parsed.error().message().c_str());
    Planner planner;
    const Result<Estimate> made = planner.estimate(Question{.plan = parsed->plan}); // on the row's card
    QVERIFY2(made, made ? "" : made.error().message().c_str());
    QCOMPARE(made->fullest().peak.allocated, row["allocated"].get<Bytes>());
}

void TestHooks::a_pattern_names_its_points()
{
    for (const char *pattern : {"blocks.{layer}.hook_resid_pre", "blocks.*.hook_resid_pre", "hook_resid_pre", "*.hook_resid_pre"})
        QCOMPARE(captured(hooked(named({pattern}))), layers * state);
    QCOMPARE(captured(hooked(named({"hook_embed"}))), state);
    QCOMPARE(captured(hooked(named({"attn.hook_q"}))), layers * state);
    QCOMPARE(captured(hooked(named({"attn.hook_k", "hook_v"}))), 2 * layers * tokens * kv * 2);
    QCOMPARE(captured(hooked(named({"attn.hook_z", "hook_attn_out", "hook_mlp_out"}))), 3 * layers * state);
    QCOMPARE(captured(hooked(named({"mlp.*"}))), 3 * layers * tokens * width * 2);
    QCOMPARE(captured(hooked(named({"blocks.3.hook_mlp_out", "blocks.1*.hook_mlp_out"}))), (1 + 11) * state); // 3, 1, 10 to 19
    QCOMPARE(captured(hooked(named({"ln_final.hook_normalized"}))), state);
    QCOMPARE(captured(hooked(named({"hook_normalized"}))), (2 * layers + 1) * state);
    QCOMPARE(captured(hooked(named({"attn.hook_result"}))), layers * heads * state);
}

void TestHooks::what_two_points_see_is_held_once()
{
    // a block's output is the next one's input
    QCOMPARE(captured(hooked(named({"hook_resid_pre", "hook_resid_post"}))), (layers + 1) * state);
    QCOMPARE(captured(hooked(named({"hook_resid_pre", "hook_resid_mid", "hook_resid_post"}))), (2 * layers + 1) * state);
    QCOMPARE(captured(hooked(named({"hook_embed", "hook_resid_pre"}))), layers * state);
}

void TestHooks::nothing_named_means_all()
{
    const Result<Estimate> all = hooked(json::object()), starred = hooked(named({"*"}));
    QVERIFY2(all, all ? "" : all.error().message().c_str());
    QCOMPARE(captured(all), captured(starred));
    // per layer: residual streams twice, norms twice, queries as projected and turned, z, attention's and the MLP's results, keys
    // thrice and values once, the MLP's three, scales
    const Bytes scale = tokens * 4;
    const Bytes of_layer = 9 * state + (1 + 2) * tokens * kv * 2 + 3 * tokens * width * 2 + 2 * scale;
    QCOMPARE(captured(all), layers * of_layer + 2 * state + scale);
}

void TestHooks::weights_exist_with_eager_alone()
{
    const Bytes pattern = heads * tokens * tokens * 2;
    QCOMPARE(captured(hooked(named({"attn.hook_pattern"}), "eager")), layers * pattern);
    QCOMPARE(captured(hooked(named({"attn.hook_attn_scores", "hook_pattern"}), "eager")), 2 * layers * pattern);
    QCOMPARE(captured(hooked(named({"blocks.7.attn.hook_pattern"}), "eager")), pattern);
    const Result<Estimate> none = hooked(named({"attn.hook_pattern"}));
    QCOMPARE(captured(none), Bytes{0});
    QVERIFY(std::ranges::any_of(none->warnings, [](const Warning &w) { return w.code == "no_attention_weights"; }));
}

void TestHooks::chosen_layers_and_chunks_keep_less()
{
    json chosen = named({"hook_resid_post"});
    chosen["layers"] = {0, 5};
    QCOMPARE(captured(hooked(chosen)), 2 * state);
    json streamed = named({"hook_resid_mid"});
    streamed["chunk"] = 128;
    QCOMPARE(captured(hooked(streamed)), layers * state / 4);
}

void TestHooks::hooks_may_send_to_the_host()
{
    json sent = json::object();
    sent["keep"] = "host";
    const Result<Estimate> made = hooked(sent);
    QCOMPARE(captured(made), Bytes{0});
    QVERIFY(made->fullest().peak.allocated < hooked(json::object())->fullest().peak.allocated);
}

void TestHooks::unknown_names_are_refused_with_near_ones()
{
    QVERIFY(refusal({"hook_residpost"}).contains("hook_resid_post"));
    QVERIFY(refusal({"hook_embed", "blocks.{layer}.attn.hook_patern"}).contains("read blocks.{layer}.attn.hook_patern"));
    QVERIFY(refusal({"blocks.24.hook_resid_pre"}).contains("layers 0 to 23"));
    QVERIFY(refusal({"lm_head"}).contains("TransformerLens"));
}

void TestHooks::counted_is_what_every_layer_does()
{
    for (const char *hooks : {R"([])", R"(["hook_resid_mid"])", R"(["blocks.5.mlp.hook_post"])"}) {
        const auto plan = plan_from_json(R"({"task": "extract", "attention": "eager", "model": {"preset": "qwen2.5-0.5b"},
            "extract": {"capture": "hooks", "hooks": )" +
                                         std::string(hooks) + "}}");
        const ArchitectureRef model = *load_model(plan->plan.model);
        const Result<ResolvedPlan> resolved = resolve(plan->plan, *model, {});
        const auto counted = step::simulate(*model, *resolved, {}, false), recorded = step::simulate(*model, *resolved, {}, true);
        const auto whole = step::simulate_every_layer(*model, *resolved, {});
        QVERIFY(counted && recorded && whole);
        QCOMPARE(highest(*counted).bytes, highest(*whole).bytes);
        QCOMPARE(highest(*recorded).bytes, highest(*whole).bytes);
    }
}

PLIMSOLL_TEST(TestHooks)
} // namespace PLIMSOLL_FILE
#include "test_hooks.moc"
