// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/resolve/said_by_plans.h"

#include "core/load/load.h"
#include "core/model/presets.h"
#include "core/model/reference.h"
#include "core/plan/field.h"
#include "core/plan/names.h"
#include "core/plan/plan_json.h"
#include "core/plan/session.h"
#include "core/resolve/resolve.h"

#include <nlohmann/json.hpp>

namespace plimsoll {

namespace {

using nlohmann::json;
using Texts = std::vector<std::string>;

void take(Texts &out, const Error &error) { out.push_back(error.message()); }

void take(Texts &out, const std::vector<Warning> &warnings)
{
    for (const Warning &warning : warnings) out.push_back(warning.text);
}

void take(Texts &out, const Result<ResolvedPlan> &resolved)
{
    if (!resolved.ok()) return take(out, resolved.error());
    out.insert(out.end(), resolved->assumptions.begin(), resolved->assumptions.end());
    take(out, resolved->warnings);
}

ArchitectureRef model(const char *preset, const json &patch = json::object())
{
    ArchitectureRef made = load_model(reference_from_text(preset)).value();
    if (patch.empty()) return made;
    auto changed = std::make_shared<Architecture>(*made);
    if (patch.contains("method")) {
        changed->quantization = ConfigQuantization{};
        changed->quantization->method = patch["method"];
        changed->quantization->bits = patch.value("bits", 4);
    }
    if (patch.contains("dtype")) changed->config_dtype.reset();
    return changed;
}

Result<ResolvedPlan> resolved(const json &plan, const Architecture &architecture, const CardFacts &device = {})
{
    Result<ParsedPlan> parsed = plan_from_object(plan);
    if (!parsed.ok()) return parsed.error();
    return resolve(parsed->plan, architecture, device);
}

CardFacts turing()
{
    CardFacts out;
    out.name = "T4";
    out.capability_major = 7;
    out.capability_minor = 5;
    return out;
}

/// Nested objects of one dotted path.
json at_path(std::string_view path, json value)
{
    const std::size_t dot = path.find('.');
    if (dot == std::string_view::npos) return json{{std::string(path), std::move(value)}};
    return json{{std::string(path.substr(0, dot)), json{{std::string(path.substr(dot + 1)), std::move(value)}}}};
}

} // namespace

Texts said_of_wrong_plans()
{
    Texts out;
    const json wrong[] = {json("~"), json(-7), json(0.5), json(1e300), json(true), json::array({1}), json{{"~", 1}}, json("")};
    for (const Field &field : plan_fields()) {
        for (const json &value : wrong) {
            const Result<ParsedPlan> read = plan_from_object(at_path(field.path, value));
            read.ok() ? take(out, read->warnings) : take(out, read.error());
            const Result<Plan> typed = with_field({}, field.path, value.is_string() ? value.get<std::string>() : value.dump());
            if (!typed.ok()) take(out, typed.error());
        }
        const Result<ParsedPlan> unknown = plan_from_object(at_path(field.path + "x", 1));
        if (unknown.ok()) take(out, unknown->warnings);
    }
    for (const char *text : {"", "[]", "3", "{", R"({"adapter":)", R"({"schema":"x"})", R"({"adapter":3})", R"({"seed":1e999})",
                             R"({"model":{"preset":"x","url":"y"}})", R"({"zzzzzzzzzz":1,"adaptor":{"rank":1}})", "\xff"}) {
        const Result<ParsedPlan> read = plan_from_json(text);
        read.ok() ? take(out, read->warnings) : take(out, read.error());
    }
    out.push_back(plan_from_json(std::string(200, '[')).error().message());
    for (const auto &[path, value] :
         {std::pair("adapter", "8"), {"adapter", "{\"rnk\":8}"}, {"adpter.rank", "8"}, {"xyzzyxyzzy", ""}})
        if (const Result<Plan> typed = with_field({}, path, value); !typed.ok()) take(out, typed.error());
    return out;
}

Texts said_of_wrong_sessions()
{
    Texts out;
    const json scenario{{"name", "~"}, {"plan", {{"adapter", {{"rank", 8}}}}}};
    const json good{{"schema", "plimsoll.session/1"}, {"scenarios", json::array({scenario})}};
    const auto with = [&](const char *key, json value) {
        json session = good;
        session[key] = std::move(value);
        const Result<ParsedSession> read = session_from_text(session.dump());
        if (!read.ok()) return take(out, read.error());
        take(out, read->warnings);
        out.push_back(read->session.current().name == "~" ? "" : read->session.current().name);
    };
    for (const json &schema : {json(), json("plimsoll.session/9"), json(3)}) with("schema", schema);
    with("name", 3);
    for (const json &list : {json(), json::array(), json::array({3}), json::array({json{{"name", 3}, {"plan", json::object()}}}),
                             json::array({json{{"plan", {{"rank", 3}, {"zzzzzzzzz", 1}, {"model", {{"url", 1}}}}}}}),
                             json::array({json{{"plan", {{"task", "~"}}}}})})
        with("scenarios", list);
    for (const char *key : {"selected", "baseline"})
        for (const json &value : {json(7), json(-1), json("~")}) with(key, value);
    for (const json &cards : {json(3), json{{"gpus", 3}}}) with("cards", cards);
    with("unit", "~");
    with("xyzzy", 1);
    for (const json &document : {json(3), json{{"title", 3}}, json{{"unit", "~"}}, json{{"figures", 3}}})
        with("document", document);
    for (const json &figure : {json(3), json{{"term", 3}}, json{{"bytes", 1}, {"count", 1}}, json{{"bytes", -1}}, json::object(),
                               json{{"count", 1}, {"quantity", "~"}}, json{{"bytes", 1}, {"components", 3}}})
        with("document", json{{"figures", json::array({figure})}});
    for (const char *text : {"", "3", "{", R"({"task":"~"})", R"({"micro_batch":2})"}) {
        const Result<ParsedSession> read = session_from_text(text);
        read.ok() ? out.push_back(read->session.current().name) : take(out, read.error());
    }
    return out;
}

Texts said_of_defaults()
{
    Texts out;
    const ArchitectureRef small = model("qwen2.5-0.5b");
    Architecture without = *small;
    without.default_lora_targets.clear();
    without.config_dtype.reset();
    for (const std::string_view stack : names_of<Stack>())
        for (const std::string_view task : plan_names<Task>)
            for (const std::string_view method : plan_names<Method>)
                for (const CardFacts &device : {CardFacts{}, turing()}) {
                    json plan{{"stack", stack}, {"task", task}, {"method", method}};
                    take(out, resolved(plan, *small, device));
                    take(out, resolved(plan, without, device));
                    plan["kbit_prepare"] = true;
                    plan["optimizer"] = {{"name", "adamw"}};
                    plan["libraries"] = {{"torch", "2.6.0"}, {"transformers", "4.57.0"}};
                    take(out, resolved(plan, *small, device));
                    plan["weights"] = {{"dtype", "auto"}, {"quant", method == "full" ? "none" : "nf4"}};
                    plan["inference"] = {{"context", 512}};
                    take(out, resolved(plan, *small, device));
                }
    for (const std::string_view engine : names_of<Engine>())
        take(out, resolved({{"task", "infer"}, {"inference", {{"engine", engine}}}}, *small));
    for (const char *given : {"weights", "adapter"}) {
        const json fields = std::string_view(given) == "weights" ? json{{"quant", "nf4"}} : json{{"rank", 4}};
        take(out, resolved({{given, fields}}, *small));
    }
    for (const char *method : {"gptq", "awq", "fp8", "mxfp4", "bitsandbytes", "hqq", "compressed-tensors"})
        for (const std::string_view chosen : plan_names<Method>)
            take(out, resolved({{"method", chosen}}, *model("qwen2.5-0.5b", {{"method", method}})));
    take(out, resolved(json::object(), *model("qwen2.5-0.5b", {{"method", "hqq"}})));
    return out;
}

Texts said_of_combinations()
{
    Texts out;
    const ArchitectureRef small = model("qwen2.5-0.5b");
    for (const json &plan :
         {json{{"weights", {{"quant", "Q4_K"}}}}, json{{"method", "qlora"}, {"weights", {{"quant", "none"}}}},
          json{{"method", "full"}, {"weights", {{"quant", "nf4"}}}},
          json{{"attention", "flash2"}, {"weights", {{"dtype", "fp32"}}}},
          json{{"task", "infer"}, {"inference", {{"context", 8}, {"new_tokens", 8}}}},
          json{{"task", "extract"}, {"extract", {{"layers", json::array({99})}}}},
          json{{"task", "extract"}, {"attention", "sdpa"}, {"extract", {{"capture", "full"}}}},
          json{{"task", "extract"}, {"micro_batch", 1}, {"method", "lora"}, {"loss", {{"kind", "full"}, {"chunk", 1}}}},
          json{{"task", "infer"}, {"micro_batch", 1}, {"sequence_length", 1}, {"optimizer", {{"name", "sgd"}}}},
          json{{"micro_batch", 65536}, {"sequence_length", 16777216}},
          json{{"evaluation", {{"micro_batch", 65536}}}, {"sequence_length", 16777216}}, json{{"sequence_length", 1000000}},
          json{{"parallel", {{"zero", 3}}}}, json{{"method", "full"}, {"adapter", {{"rank", 4}}}, {"kbit_prepare", true}},
          json{{"weights", {{"dtype", "bf16"}}}, {"autocast", "bf16"}}})
        for (const CardFacts &device :
             {CardFacts{}, turing(), CardFacts{.name = {}, .capability_major = 7, .capability_minor = 0}})
            take(out, resolved(plan, *small, device));
    for (const char *dtype : {"fp16", "bf16"}) // what the libraries raise on
        for (const char *method : {"full", "lora"})
            take(out,
                 resolved(
                     {{"method", method}, {"weights", {{"dtype", dtype}}}, {"adapter", {{"dtype", dtype}}}, {"autocast", "fp16"}},
                     *small));
    take(out, resolved({{"method", "qlora"}, {"weights", {{"quant", "int8"}}}}, *model("deepseek-v2-lite")));
    for (const char *config :
         {R"({"model_type":"mpt","d_model":256,"n_heads":8,"n_layers":2,"vocab_size":1000,"max_seq_len":512})",
          R"({"model_type":"lfm2","hidden_size":256,"intermediate_size":512,"num_hidden_layers":1,
                                   "num_attention_heads":8,"num_key_value_heads":4,"vocab_size":1000,"layer_types":["conv"]})"})
        for (const char *task : {"train", "infer"})
            take(out, resolved({{"task", task}, {"stack", "trl"}, {"sequence_length", 1024}, {"inference", {{"context", 2048}}}},
                               **architecture_from_config(config, "inline")));
    Plan by_hand = plan_from_json("{}")->plan;
    by_hand.micro_batch = -1;
    take(out, resolve(by_hand, *small));
    by_hand.micro_batch = 1;
    by_hand.max_grad_norm = -1;
    by_hand.given.insert("max_grad_norm");
    take(out, resolve(by_hand, *small));
    for (const Preset &preset : presets())
        for (const char *attention : {"sdpa", "flash2"})
            for (const char *stack : {"transformers", "trl", "litgpt"})
                take(out,
                     resolved({{"stack", stack}, {"attention", attention}, {"method", "qlora"}, {"loss", {{"kind", "chunked"}}}},
                              *model(preset.name.c_str())));
    for (const Preset &preset : presets()) take(out, resolved(json::object(), *model(preset.name.c_str())));
    return out;
}

} // namespace plimsoll
