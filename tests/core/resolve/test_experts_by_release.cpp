// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/estimate.h"
#include "core/load/load.h"
#include "core/model/loading/release_experts.h"
#include "core/adapters/adapted_modules.h"
#include "core/plan/plan_json.h"
#include "core/resolve/resolve.h"
#include "tests/test_program.h"

#include <QFile>
#include <QTest>

#include <algorithm>
#include <cstdlib>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

ArchitectureRef configured(const char *name)
{
    QFile file(QString(PLIMSOLL_CONFIGS "/") + name);
    if (!file.open(QIODevice::ReadOnly)) qFatal("%s", name);
    const auto model = architecture_from_config(file.readAll().toStdString(), name);
    return model ? *model : nullptr;
}

ArchitectureRef mixtral() { return configured("mistralai__Mixtral-8x7B-v0.1.json"); }
ArchitectureRef qwen() { return configured("Qwen__Qwen3-30B-A3B.json"); }

/// A run of QLoRA in nf4, and what else is set.
Plan qlora(const char *more)
{
    const std::string text = std::string(R"({"schema":"plimsoll.plan/1","model":{"config":{}},"task":"train","method":"qlora",
        "weights":{"dtype":"bf16","quant":"nf4","double_quant":true},"autocast":"bf16","micro_batch":1,"sequence_length":512,"gradient_checkpointing":true,"attention":"sdpa",
        "adapter":{"rank":16,"alpha":32,"dropout":0.0,"targets":["q_proj","k_proj","v_proj","o_proj"]})") +
                             more + "}";
    const auto plan = plan_from_json(text);
    if (!plan) qFatal("%s", plan.error().message().c_str());
    return plan->plan;
}

Result<Estimate> planned(const ArchitectureRef &model, const Plan &plan)
{
    return estimate(model, plan, {}, {.timeline = false, .allocator = false, .explain = false});
}

const Warning *warning(const Estimate &of, std::string_view code)
{
    const auto found = std::ranges::find(of.warnings, code, &Warning::code);
    return found == of.warnings.end() ? nullptr : &*found;
}

} // namespace

/// Experts as each release and stack holds them.
class TestExpertsByRelease : public QObject {
    Q_OBJECT
private slots:
    void transformers_4_has_linear_modules()
    {
        const ArchitectureRef model = mixtral();
        const ArchitectureRef apart = with_separate_experts(*model);
        QVERIFY(apart);
        QCOMPARE(apart->total_parameters(), model->total_parameters());
        const auto named = [&](const char *name) { return std::ranges::find(apart->modules, name, &Module::name); };
        const auto projection = named("model.layers.3.block_sparse_moe.experts.7.w2");
        QVERIFY(projection != apart->modules.end() && projection->kind == ModuleKind::linear);
        QCOMPARE(projection->parameters.front().shape, (Dimensions{4096, 14336}));
        const auto router = named("model.layers.0.block_sparse_moe.gate");
        QVERIFY(router != apart->modules.end() && router->kind == ModuleKind::linear);
        QVERIFY(!with_separate_experts(*apart)); // there is nothing left to take apart
        QVERIFY(!with_separate_experts(*configured("Qwen__Qwen3-8B.json")));
    }

    /// peft 0.21.2 on transformers 4.57.6, print_trainable_parameters().
    void peft_wraps_them()
    {
        Adapter adapter;
        adapter.rank = 8;
        adapter.targets = {"all-linear"};
        const auto all = adapted_modules(*with_separate_experts(*mixtral()), adapter);
        QVERIFY2(all.ok(), all ? "" : all.error().message().c_str());
        QCOMPARE(all->trainable, 121112576);
        adapter.targets = {"w1"}; // one half alone, which 5 refuses
        QVERIFY(adapted_modules(*with_separate_experts(*mixtral()), adapter).ok());
        QVERIFY(!adapted_modules(*mixtral(), adapter).ok());
    }

    void bitsandbytes_packs_what_the_release_makes_linear()
    {
        const auto four = planned(mixtral(), qlora(R"(,"libraries":{"transformers":"4.57.6"},"kbit_prepare":true,
            "optimizer":{"name":"adamw","implementation":"fused"})"));
        QVERIFY2(four.ok(), four ? "" : four.error().message().c_str());
        const Bytes recorded = 25'918'778'880; // rows/experts_apart.jsonl, mixtral-8x7b-v01-10
        QVERIFY2(std::abs(four->fullest().peak.allocated - recorded) < recorded / 1000,
                 std::to_string(four->fullest().peak.allocated).c_str());
        QVERIFY(!warning(*four, "experts_not_quantised"));
        const auto five = planned(mixtral(), qlora(R"(,"kbit_prepare":false)"));
        QVERIFY2(five.ok(), five ? "" : five.error().message().c_str());
        QVERIFY(five->fullest().steady_weights > 90'000'000'000);
        QCOMPARE(five->warnings.front().code, std::string("experts_not_quantised"));
        QVERIFY(!warning(*five, "experts_in_float32"));
    }

    /// Qwen3 30B A3B: 28,991,029,248 parameters in fused experts.
    void experts_that_stay_are_said_first()
    {
        const auto plain = planned(qwen(), qlora(R"(,"kbit_prepare":true)"));
        QVERIFY2(plain.ok(), plain ? "" : plain.error().message().c_str());
        QCOMPARE(plain->warnings.front().code, std::string("experts_not_quantised"));
        const QString text = QString::fromStdString(plain->warnings.front().text);
        for (const char *part : {"54.0 GiB", "bf16", "unsloth", "axolotl", "transformers 4"})
            QVERIFY2(text.contains(part), qPrintable(text));
        const Warning *wide = warning(*plain, "experts_in_float32");
        QVERIFY(wide && wide->text.find("108 GiB") != std::string::npos && wide->field == "kbit_prepare");
    }

    void unsloth_and_axolotl_pack_them()
    {
        const auto unsloth = planned(qwen(), qlora(R"(,"stack":"unsloth")"));
        QVERIFY2(unsloth.ok(), unsloth ? "" : unsloth.error().message().c_str());
        QVERIFY(!warning(*unsloth, "experts_not_quantised"));
        QVERIFY(unsloth->fullest().steady_weights > 15'500'000'000 && unsloth->fullest().steady_weights < 18'500'000'000);
        const auto axolotl = planned(qwen(), qlora(R"(,"stack":"axolotl")"));
        QVERIFY2(axolotl.ok(), axolotl ? "" : axolotl.error().message().c_str());
        QVERIFY(warning(*axolotl, "experts_not_quantised"));
    }

    void parameters_are_adapted_by_the_ends_of_their_names()
    {
        Adapter adapter;
        adapter.rank = 4;
        adapter.targets = {"q_proj"};
        adapter.target_parameters = {"mlp.experts.gate_up_proj", "mlp.experts.down_proj"};
        const auto plan = adapted_modules(*qwen(), adapter);
        QVERIFY2(plan.ok(), plan ? "" : plan.error().message().c_str());
        // 48 layers of 128 experts: A [4, in] and B [out, 4] each
        QCOMPARE(plan->trainable, Count{48} * (4 * (2048 + 4096) + 128 * 4 * ((2048 + 1536) + (768 + 2048))));
    }

    /// LLaMA-Factory, Axolotl and ms-swift list Linear modules, of which fused experts and a router are none; PEFT's own word
    /// "all-linear" adds the names that those had, whose wrappers refuse a dropout.
    void stacks_that_list_linear_modules_leave_experts_out()
    {
        const auto trained = [](const ArchitectureRef &model, const char *stack, qint64 rank, const char *dropout) {
            const QString text =
                QStringLiteral(R"({"schema":"plimsoll.plan/1","model":{"config":{}},"task":"train","method":"lora",
                "stack":"%1","adapter":{"targets":"all-linear","rank":%2,"dropout":%3}})");
            const auto plan = plan_from_json(text.arg(stack).arg(rank).arg(dropout).toStdString());
            if (!plan) qFatal("%s", plan.error().message().c_str());
            const auto taken = resolve(plan->plan, *model, {});
            if (!taken) qFatal("%s", taken.error().message().c_str());
            const auto adapted = adapted_modules(*model, taken->plan.adapter);
            return adapted.ok() ? std::optional(adapted->trainable) : std::nullopt;
        };
        // A [r, in] and B [out, r] of q, k, v and o
        const Count qwens = Count{48} * 16 * ((2048 + 4096) + 2 * (2048 + 512) + (4096 + 2048));
        const Count mixtrals = Count{32} * 8 * ((4096 + 4096) + 2 * (4096 + 1024) + (4096 + 4096));
        for (const char *stack : {"llama-factory", "axolotl", "ms-swift"}) {
            QCOMPARE(trained(qwen(), stack, 16, "0.0"), std::optional(qwens));
            QCOMPARE(trained(qwen(), stack, 16, "0.05"), std::optional(qwens));
            QCOMPARE(trained(mixtral(), stack, 8, "0.05"), std::optional(mixtrals));
        }
        for (const char *stack : {"transformers", "trl"}) {
            QVERIFY(trained(qwen(), stack, 16, "0.0") > std::optional(qwens));
            QVERIFY(!trained(qwen(), stack, 16, "0.05"));
        }
        QCOMPARE(trained(configured("Qwen__Qwen3-8B.json"), "llama-factory", 8, "0.0"), // all seven of a layer without experts
                 std::optional(Count{36} * 8 * ((4096 + 4096) * 2 + (4096 + 1024) * 2 + (4096 + 12288) * 3)));
    }

    /// transformers 4 has experts and router as Linear modules, which such a list has then.
    void stacks_that_list_linear_modules_find_experts_apart()
    {
        const QString more = QStringLiteral(R"(,"libraries":{"transformers":"4.57.6"},"stack":"%1","kbit_prepare":false,
            "adapter":{"rank":8,"targets":"all-linear"})");
        for (const char *stack : {"axolotl", "llama-factory", "ms-swift"}) {
            const auto of = planned(mixtral(), qlora(more.arg(stack).toUtf8().constData()));
            QVERIFY2(of.ok(), of ? "" : of.error().message().c_str());
            QCOMPARE(of->trainable_parameters, Count{121112576}); // peft 0.21.2 on transformers 4.57.6
        }
    }

    void a_target_that_matches_nothing_is_an_error()
    {
        Adapter adapter;
        adapter.targets = {"q_proj", "k_porj"};
        const auto module = adapted_modules(*qwen(), adapter);
        QVERIFY(!module.ok());
        QCOMPARE(module.error().read, std::string("k_porj"));
        QCOMPARE(module.error().accepted, std::string("k_proj"));
        adapter.targets = {"q_proj"};
        adapter.target_parameters = {"experts.gate_up"};
        const auto parameter = adapted_modules(*qwen(), adapter);
        QVERIFY(!parameter.ok());
        QCOMPARE(parameter.error().field, std::string("adapter.target_parameters"));
        QVERIFY2(parameter.error().accepted.find("experts.gate_up_proj") != std::string::npos,
                 parameter.error().accepted.c_str());
    }
};

PLIMSOLL_TEST(TestExpertsByRelease)
} // namespace PLIMSOLL_FILE
#include "test_experts_by_release.moc"
