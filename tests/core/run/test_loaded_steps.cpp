// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/estimate.h"
#include "core/load/load.h"
#include "core/plan/plan_json.h"
#include "core/resolve/loading.h"
#include "tests/core/run/recorded_rows.h"
#include "tests/test_program.h"

#include <algorithm>
#include <cstdlib>

namespace PLIMSOLL_FILE {

// Weights as the plan's loader holds them, tensor by tensor. The fixture's bytes are those of real quantisers of transformers 5.23
// on the meta device, and of published files.

using namespace plimsoll;

namespace {

CardFacts card_of(int capability) { return {.name = "", .capability_major = capability, .capability_minor = 0}; }

nlohmann::json small_llama(nlohmann::json quantization)
{
    return {{"model_type", "llama"},
            {"hidden_size", 256},
            {"intermediate_size", 512},
            {"num_hidden_layers", 12},
            {"num_attention_heads", 4},
            {"num_key_value_heads", 2},
            {"vocab_size", 1000},
            {"torch_dtype", "bfloat16"},
            {"max_position_embeddings", 512},
            {"quantization_config", std::move(quantization)}};
}

nlohmann::json small_experts(const char *type, nlohmann::json quantization)
{
    nlohmann::json out = small_llama(std::move(quantization));
    out.update({{"model_type", type},
                {"num_experts", 8},
                {"num_local_experts", 8},
                {"num_experts_per_tok", 2},
                {"moe_intermediate_size", 128},
                {"head_dim", 64}});
    return out;
}

const nlohmann::json fp8 = {{"quant_method", "fp8"}, {"weight_block_size", {128, 128}}, {"activation_scheme", "dynamic"}};
const nlohmann::json w4a16 = {
    {"quant_method", "compressed-tensors"},
    {"format", "pack-quantized"},
    {"ignore", {"lm_head", "model.layers.3.mlp.down_proj"}},
    {"config_groups",
     {{"group_0",
       {{"targets", {"Linear"}},
        {"weights", {{"num_bits", 4}, {"type", "int"}, {"strategy", "group"}, {"group_size", 128}, {"symmetric", true}}}}}}}};

struct Case {
    ArchitectureRef model;
    Plan plan;
};

Case case_of(const nlohmann::json &config, nlohmann::json settings)
{
    settings["model"]["config"] = config;
    const auto parsed = plan_from_json(settings.dump());
    const auto model = architecture_from_config(config.dump(), "inline");
    return {model ? *model : nullptr, parsed ? parsed->plan : Plan{}};
}

Result<Estimate> estimated(const Case &of, int capability = 9)
{
    return estimate(of.model, of.plan, card_of(capability), {.timeline = false, .allocator = false, .explain = true});
}

const nlohmann::json inference = {{"task", "infer"}, {"inference", {{"context", 64}, {"new_tokens", 4}}}};

Bytes tensors_of(const Architecture &architecture, const LoadedWeights &loaded)
{
    Count out = 0;
    for (const auto &[name, layout] : loaded.layouts) out += static_cast<Count>(layout->parts.size());
    for (const Module &module : architecture.modules) out += static_cast<Count>(module.parameters.size() + module.buffers.size());
    return out;
}

} // namespace

class TestLoaded : public QObject {
    Q_OBJECT
private slots:
    void holds_what_the_loader_holds_data() { add_recorded_rows(PLIMSOLL_FIXTURES "/step/loaded_weights.jsonl"); }

    void holds_what_the_loader_holds()
    {
        QFETCH(QString, line);
        const auto row = nlohmann::json::parse(line.toStdString());
        const Case of = case_of(row["plan"]["model"]["config"], row["plan"]);
        QVERIFY(of.model);
        const auto made = estimated(of, row["capability"].get<int>());
        QVERIFY2(made, made ? "" : made.error().message().c_str());
        QVERIFY(made->plan.loaded);
        const LoadedWeights &loaded = *made->plan.loaded;
        // as allocated: every tensor in blocks of 512 bytes, and buffers, which files do not hold
        const Bytes bytes = row["bytes"].get<Bytes>(), less = bytes / 4000, more = less + 512 * tensors_of(*of.model, loaded);
        QVERIFY2(made->fullest().steady_weights >= bytes - less && made->fullest().steady_weights <= bytes + more,
                 qPrintable(QString("%1 instead of %2").arg(made->fullest().steady_weights).arg(bytes)));
        QVERIFY(std::abs(loaded.bytes - bytes) <= less);
        const Bytes later = row.value("after_first_forward", bytes);
        QVERIFY2(made->fullest().peak.allocated >= later - less, qPrintable(QString::number(made->fullest().peak.allocated)));
    }

    void layers_that_differ_are_counted_as_they_are_data()
    {
        QTest::addColumn<QByteArray>("config");
        QTest::addColumn<QByteArray>("settings");
        const auto add = [](const char *name, const nlohmann::json &config, const nlohmann::json &settings) {
            QTest::newRow(name) << QByteArray::fromStdString(config.dump()) << QByteArray::fromStdString(settings.dump());
        };
        const nlohmann::json lora = {{"task", "train"},
                                     {"method", "qlora"},
                                     {"micro_batch", 2},
                                     {"sequence_length", 128},
                                     {"adapter", {{"targets", {"q_proj", "v_proj"}}}}};
        nlohmann::json skips = fp8;
        skips["modules_to_not_convert"] = {"lm_head", "model.layers.0", "model.layers.5.mlp"};
        const nlohmann::json dynamic = {
            {"quant_method", "gptq"},
            {"bits", 4},
            {"group_size", 128},
            {"dynamic", {{"-:.*layers\\.[01]\\..*", nlohmann::json::object()}, {"+:.*down.*", {{"bits", 8}}}}}};
        add("skip list", small_llama(skips), inference);
        add("skip list, trained", small_llama(skips), lora);
        add("dynamic", small_llama(dynamic), lora);
        add("expands", small_llama(w4a16), inference);
        add("expands, trained", small_llama(w4a16), lora);
        add("FP8 experts", small_experts("qwen3_moe", fp8), inference);
        add("FP8 experts, trained", small_experts("qwen3_moe", fp8), lora);
        add("MXFP4 experts", small_experts("gpt_oss", {{"quant_method", "mxfp4"}}), inference);
    }

    void layers_that_differ_are_counted_as_they_are()
    {
        QFETCH(QByteArray, config);
        QFETCH(QByteArray, settings);
        const Case of = case_of(nlohmann::json::parse(config.toStdString()), nlohmann::json::parse(settings.toStdString()));
        QVERIFY(of.model);
        const auto resolved = resolve(of.plan, *of.model, card_of(9));
        QVERIFY2(resolved, resolved ? "" : resolved.error().message().c_str());
        const auto counted = step::simulate(*of.model, *resolved, card_of(9), false),
                   recorded = step::simulate(*of.model, *resolved, card_of(9), true),
                   whole = step::simulate_every_layer(*of.model, *resolved, card_of(9));
        QVERIFY2(counted && recorded && whole, counted ? "" : counted.error().message().c_str());
        for (const step::Trace *trace : {&*counted, &*recorded}) {
            QCOMPARE(highest(*trace).bytes, highest(*whole).bytes);
            QCOMPARE(trace->after_load_components, whole->after_load_components);
            QCOMPARE(trace->load_peak, whole->load_peak);
        }
    }

    void the_card_decides()
    {
        // transformers 5.23 quantizer_finegrained_fp8.py: below capability 8.9 the weights are unpacked while they are loaded
        const Case of = case_of(small_llama(fp8), inference);
        const auto hopper = estimated(of, 9), ampere = estimated(of, 8);
        QVERIFY(hopper && ampere);
        QCOMPARE(hopper->plan.plan.weights.quant, std::string("fp8"));
        QCOMPARE(ampere->plan.plan.weights.quant, std::string("none"));
        QVERIFY(ampere->fullest().steady_weights > hopper->fullest().steady_weights * 3 / 2);
        QVERIFY(ampere->fullest().peak.load > ampere->fullest().steady_weights);
        QCOMPARE(ampere->warnings.front().code, std::string("dequantised"));
        QVERIFY(!same_step_on(*hopper, card_of(8)));
        QVERIFY(same_step_on(*hopper, card_of(9)));
    }

    void what_is_said_comes_first()
    {
        const auto made = estimated(case_of(small_llama(w4a16), inference));
        QVERIFY(made);
        QCOMPARE(made->plan.plan.weights.quant, std::string("w4a16"));
        QCOMPARE(made->warnings.front().code, std::string("expands_in_first_forward"));
        QCOMPARE(made->warnings.front().field, std::string("weights.quant"));
    }

    void what_does_not_train_or_count_is_refused()
    {
        const nlohmann::json lora = {{"task", "train"}, {"method", "qlora"}};
        const auto floats = estimated(case_of(small_experts("gpt_oss", {{"quant_method", "mxfp4"}}), lora));
        QVERIFY(!floats);
        QVERIFY(QString::fromStdString(floats.error().message()).contains("weights.quant none"));
        const auto unknown = estimated(case_of(small_llama({{"quant_method", "seven_bits_of_moonlight"}}), inference));
        QVERIFY(!unknown);
        QCOMPARE(unknown.error().field, std::string("weights.quant"));
        QVERIFY(QString::fromStdString(unknown.error().message()).contains("seven_bits_of_moonlight"));
    }

    void a_named_scheme_is_the_configurations_own()
    {
        nlohmann::json named = inference;
        named["weights"]["quant"] = "fp8";
        const auto own = estimated(case_of(small_llama(fp8), inference)), same = estimated(case_of(small_llama(fp8), named));
        QVERIFY(own && same);
        QCOMPARE(same->fullest().steady_weights, own->fullest().steady_weights);
    }
};

PLIMSOLL_TEST(TestLoaded)
} // namespace PLIMSOLL_FILE
#include "test_loaded_steps.moc"
