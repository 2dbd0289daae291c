// SPDX-License-Identifier: GPL-3.0-or-later
// What a tool's file says of a plan is what the plan is estimated as: for every tool that trainings are written for, every release
// that does otherwise than the ones before it, and every way of sharding.
#include "core/exchange/exchange.h"
#include "core/exchange/import.h"
#include "core/load/load.h"
#include "core/plan/field.h"
#include "core/plan/names.h"
#include "core/plan/plan_json.h"
#include "core/resolve/resolve.h"
#include "core/resolve/runners.h"

#include "tests/test_program.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <set>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

using nlohmann::json;

const ArchitectureRef &small_model()
{
    static const ArchitectureRef model = *load_model({.config_text = R"({"model_type": "llama",
        "architectures": ["LlamaForCausalLM"], "hidden_size": 64, "vocab_size": 512, "intermediate_size": 128,
        "num_hidden_layers": 4, "num_attention_heads": 4, "num_key_value_heads": 2, "dtype": "bfloat16",
        "max_position_embeddings": 4096})"});
    return model;
}

/// The newest release that is older than this one, as far as numbers tell: 5.0.0 → 4.999.0.
std::string before(std::array<int, 3> since)
{
    if (since[2] > 0)
        --since[2];
    else if (since[1] > 0)
        since = {since[0], since[1] - 1, 0};
    else
        since = {since[0] - 1, 999, 0};
    return std::to_string(since[0]) + '.' + std::to_string(since[1]) + '.' + std::to_string(since[2]);
}

/// Whether it is a stack that trainings are written for.
bool carries_out(const Library &library)
{
    return std::ranges::any_of(all_stacks(), [&](const Runner *stack) { return stack->library == &library; });
}

/// Every release of a library that changes what is estimated, as plan.libraries; first none.
std::vector<json> releases()
{
    std::set<std::pair<std::string, std::string>> all;
    for (const Library *library : all_libraries())
        if (library->shared || carries_out(*library))
            for (const Change &change : library->changes) all.emplace(library->name, before(change.since));
    for (const Runner *stack : all_stacks())
        for (const Runner *at = stack; at != nullptr; at = at->base)
            for (const Default &row : at->defaults)
                if (!row.before.library.empty()) all.emplace(row.before.library, before(row.before.since));
    std::vector<json> out{json::object()};
    for (const auto &[library, version] : all) out.push_back({{library, version}});
    return out;
}

/// Ways of sharding: what a plan's `parallel` says, and the cards of its target where the ranks are theirs.
struct Sharding {
    json parallel;
    const char *gpu = nullptr;
};
std::vector<Sharding> shardings()
{
    std::vector<Sharding> out{{json::object()},
                              {{{"data", 4}}},
                              {{{"data", 4}, {"offload", "both"}}},
                              {{{"zero", 3}}},
                              {{{"zero", 3}}, "H100:4"},
                              {{{"zero", 2}}, "H100:4"},
                              {{{"zero", 3}, {"tensor", 2}}, "H100:4"},
                              {{{"data", 2}, {"tensor", 2}}}};
    for (const int zero : {1, 2, 3})
        for (const char *offload : {"none", "optimizer", "both"})
            out.push_back({{{"data", 4}, {"zero", zero}, {"offload", offload}}});
    for (const char *engine : {"ddp", "fsdp1", "fsdp2", "deepspeed"}) {
        const bool shards = std::string_view(engine) != "ddp";
        out.push_back({{{"data", 4}, {"engine", engine}, {"zero", shards ? 3 : 0}}});
        out.push_back({{{"engine", engine}, {"zero", shards ? 3 : 0}}, "H100:8"});
    }
    return out;
}

constexpr const char *trainings[] = {R"({"method": "full"})",
                                     R"({"method": "full", "gradient_checkpointing": true, "weights": {"dtype": "bf16"}})",
                                     R"({"method": "lora", "adapter": {"targets": "all-linear"}, "autocast": "bf16"})",
                                     R"({"method": "qlora", "gradient_checkpointing": true})"};

/// The stack that carries out what is written for a tool.
std::string stack_for(std::string_view tool)
{
    for (const Runner *stack : all_stacks())
        if (stack->name == tool) return std::string(tool);
    return "transformers";
}

/// What the tool cannot say, and says so, is as the plan has it; so are installed libraries and the cards.
Plan completed(Plan back, const Plan &plan, const Exported &made)
{
    back.libraries = plan.libraries;
    for (const std::string &path : plan.given)
        if (path.starts_with("libraries.") || path.starts_with("target.")) back.given.insert(path);
    back.target = plan.target;
    back.stack = plan.stack;
    if (plan.has("stack")) back.given.insert("stack");
    for (const NotSaid &row : made.not_said) {
        if (find_field(row.field) == nullptr) continue;
        if (const Result<Plan> with = with_field(back, row.field, row.value)) back = *with;
    }
    return back;
}

/// With engine and ranks stated as they are taken: some defaults ask for an engine that is named (core/runner/common_rows.cpp).
Plan spread_as_taken(const Plan &plan, const ResolvedPlan &taken)
{
    Plan out = plan;
    if (!taken.plan.parallel.engine) return out;
    out = *with_field(out, "parallel.engine", name_of(*taken.plan.parallel.engine));
    return *with_field(out, "parallel.data", std::to_string(taken.plan.parallel.data));
}

/// Fields in which two plans are carried out otherwise; "refused: …" where one is and the other is not.
std::string difference(const Plan &here, const Plan &there)
{
    const auto one = resolve(here, *small_model()), other = resolve(there, *small_model());
    if (!one.ok() || !other.ok())
        return one.ok() == other.ok() ? std::string()
                                      : "refused: " + (one.ok() ? other.error().message() : one.error().message());
    std::string out;
    for (const Field &field : plan_fields()) {
        if (field.path == "name" || field.path == "model" || field.path.starts_with("inference.")) continue;
        const std::string a = field.write(one->plan).dump(), b = field.write(other->plan).dump();
        if (a != b) out += field.path + ' ' + a + " became " + b + "; ";
    }
    return out;
}

/// Of the tool's keys that name FSDP's version the one that contradicts the engine; empty: none does.
std::string contradiction(const std::string &text, ParallelEngine engine)
{
    const Result<ConfigText> config = config_from_text(text);
    if (!config.ok()) return config.error().message();
    for (const ConfigEntry &entry : config->entries) {
        const bool version =
            entry.key == "fsdp_version" || entry.key == "fsdp_config.version" || entry.key == "fsdp_config.fsdp_version";
        if (!version) continue;
        const int said = entry.value.is_number_integer() ? entry.value.get<int>() : 0;
        if (engine != (said == 2 ? ParallelEngine::fsdp2 : ParallelEngine::fsdp1))
            return entry.key + ' ' + entry.value.dump() + " beside " + std::string(name_of(engine));
    }
    return {};
}

} // namespace

class TestExportsAgree : public QObject {
    Q_OBJECT

private slots:
    void what_is_written_is_what_is_estimated_data()
    {
        QTest::addColumn<QByteArray>("tool");
        for (const ToolFormat *tool : tools_written())
            if (tool->group == ExportGroup::training && tool->name != "peft") // an adapter's file says nothing of a run
                QTest::newRow(tool->name.data()) << QByteArray(tool->name.data());
    }

    void what_is_written_is_what_is_estimated()
    {
        QFETCH(const QByteArray, tool);
        const std::string stack = stack_for(tool.toStdString());
        std::map<ParallelEngine, int> met;
        const bool draws_alone = !exported(plan_from_object({{"model", {{"hub", "a/b"}}}})->plan, tool.toStdString()).ok();
        for (const char *training : trainings)
            for (const json &libraries : releases())
                for (const Sharding &sharding : shardings()) {
                    json document = json::parse(training);
                    document["stack"] = stack;
                    document["model"] = {{"hub", "a/b"}};
                    if (!libraries.empty()) document["libraries"] = libraries;
                    if (!sharding.parallel.empty()) document["parallel"] = sharding.parallel;
                    if (sharding.gpu != nullptr) document["target"]["gpus"] = json::array({sharding.gpu});
                    const std::string shown = document.dump();
                    const Result<ParsedPlan> plan = plan_from_object(document);
                    QVERIFY2(plan.ok(), shown.c_str());
                    const Result<ResolvedPlan> estimated = resolve(plan->plan, *small_model());
                    if (!estimated.ok()) continue; // there is no such run
                    const Result<Exported> made = exported(plan->plan, tool.toStdString());
                    if (!made.ok() && made.error().field == "objective") continue; // a tool of completions alone
                    QVERIFY2(made.ok(), shown.c_str());
                    const std::optional<ParallelEngine> engine = estimated->plan.parallel.engine;
                    if (engine) {
                        ++met[*engine];
                        const std::string wrong = contradiction(made->text, *engine);
                        QVERIFY2(wrong.empty(), (shown + '\n' + wrong + '\n' + made->text).c_str());
                    }
                    const Result<Imported> back = imported(made->text, tool.toStdString());
                    QVERIFY2(back.ok(), made->text.c_str());
                    const std::string differs =
                        difference(spread_as_taken(plan->plan, *estimated), completed(back->plan, plan->plan, *made));
                    QVERIFY2(differs.empty(), (shown + '\n' + differs + '\n' + export_to_text(*made)).c_str());
                }
        for (const ParallelEngine engine :
             {ParallelEngine::ddp, ParallelEngine::fsdp1, ParallelEngine::fsdp2, ParallelEngine::deepspeed})
            QVERIFY2(met[engine] > 0 || tool == "unsloth" || draws_alone, name_of(engine).data()); // Unsloth trains on one card
    }
};

PLIMSOLL_TEST(TestExportsAgree)
} // namespace PLIMSOLL_FILE
#include "test_exports_agree.moc"
