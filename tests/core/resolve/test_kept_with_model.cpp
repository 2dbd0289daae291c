// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/load.h"
#include "core/model/loading/release_experts.h"
#include "core/model/lora/lora_unmatched.h"
#include "core/model/trained_part.h"
#include "core/plan/plan_json.h"
#include "core/resolve/loading.h"
#include "core/resolve/objective_head.h"
#include "core/resolve/resolve.h"
#include "core/run/found_targets.h"
#include "core/run/loaded_model.h"
#include "tests/core/model/small_model.h"
#include "tests/test_program.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace PLIMSOLL_FILE {

// What is worked out of a model is the model's: another one that has its name, its digest, even its place in memory has its own.

using namespace plimsoll;

namespace {

Plan read(const std::string &more)
{
    const auto plan = plan_from_json(R"({"schema":"plimsoll.plan/1","model":{"config":{}},"task":"train",)" + more + "}");
    if (!plan) qFatal("%s", plan.error().message().c_str());
    return plan->plan;
}

/// The same in all that names it, with every module called otherwise.
Architecture renamed(const Architecture &from)
{
    Architecture out = from;
    for (Module &module : out.modules)
        if (const auto at = module.name.find("mlp"); at != std::string::npos) module.name.replace(at, 3, "ffn");
    return out;
}

Architecture widened(const Architecture &from)
{
    Architecture out = from;
    out.decoder->vocab *= 2;
    return out;
}

ArchitectureRef mixtral()
{
    return small_llama(nullptr, {{"model_type", "mixtral"}, {"num_local_experts", 4}, {"num_experts_per_tok", 2}});
}

bool unmatched(const Architecture &model, const char *name)
{
    Adapter adapter;
    adapter.targets = {"q_proj", name};
    return !unmatched_targets(model, adapter)->empty();
}

} // namespace

class TestKeptWithModel : public QObject {
    Q_OBJECT
private slots:
    void a_changed_copy_has_answers_of_its_own()
    {
        const ArchitectureRef model = small_llama(nullptr);
        const Architecture other = renamed(*model);
        QCOMPARE(model->config_sha256, other.config_sha256);
        const Trainable mlp{.modules = {"mlp"}};
        QVERIFY(trained_part(*model, mlp, NamesMeet::whole_parts).ok());
        QVERIFY(!trained_part(other, mlp, NamesMeet::whole_parts).ok());
        QVERIFY(!unmatched(*model, "mlp.down_proj"));
        QVERIFY(unmatched(other, "mlp.down_proj"));
    }
    void another_at_the_same_address_has_answers_of_its_own()
    {
        const ArchitectureRef model = small_llama(nullptr);
        const auto loaded = std::make_shared<const LoadedWeights>();
        std::optional<Architecture> place(*model);
        QCOMPARE(step::with_layouts(*place, loaded)->decoder->vocab, model->decoder->vocab);
        QVERIFY(!unmatched(*place, "mlp.down_proj"));
        place.emplace(widened(renamed(*model)));
        QCOMPARE(step::with_layouts(*place, loaded)->decoder->vocab, 2 * model->decoder->vocab);
        QVERIFY(unmatched(*place, "mlp.down_proj"));
    }
    void threads_get_the_same_model()
    {
        const ArchitectureRef model = mixtral();
        QVERIFY(model);
        const ArchitectureRef here = with_separate_experts(*model);
        const ArchitectureRef scored = built_for_objective(model, read(R"("objective":"classification")"));
        QVERIFY(here && scored);
        ArchitectureRef there, scored_there;
        std::thread([&] {
            there = with_separate_experts(*model);
            scored_there = built_for_objective(model, read(R"("objective":"classification")"));
        }).join();
        QVERIFY(here == there);
        QVERIFY(scored == scored_there);
    }
    void batch_and_length_that_a_plan_leaves_out_are_the_defaults()
    {
        const ArchitectureRef model = small_llama(nullptr);
        const Plan said = read(R"("micro_batch":7,"sequence_length":640)"), unsaid = read(R"("method":"full")");
        const auto first = resolve(unsaid, *model);
        const auto stated = resolve(said, *model);
        const auto again = resolve(unsaid, *model);
        QVERIFY(first.ok() && stated.ok() && again.ok());
        QCOMPARE(stated->plan.micro_batch, 7);
        QCOMPARE(stated->plan.sequence_length, 640);
        QVERIFY(first->plan == again->plan);
        QVERIFY(first->plan == resolve(unsaid, Architecture(*model))->plan);
    }
    void other_batches_of_one_plan_are_resolved_alike()
    {
        const ArchitectureRef model = small_llama(nullptr);
        for (const int batch : {1, 2, 1}) {
            const Plan plan = read(R"("sequence_length":640,"micro_batch":)" + std::to_string(batch));
            const auto kept = resolve(plan, *model);
            const auto fresh = resolve(plan, Architecture(*model));
            QVERIFY(kept.ok() && fresh.ok());
            QVERIFY(kept->plan == fresh->plan);
            QCOMPARE(kept->plan.micro_batch, batch);
        }
    }
    void cards_that_load_alike_share_the_weights()
    {
        const ArchitectureRef model =
            small_llama({{"quant_method", "gptq"}, {"bits", 4}, {"group_size", 128}, {"desc_act", false}});
        Loader one, other;
        other.capability_minor = one.capability_minor + 6;
        const auto first = weights_as_loaded(*model, one), second = weights_as_loaded(*model, other);
        QVERIFY(first.ok() && second.ok());
        QVERIFY(*first == *second);
    }
};

PLIMSOLL_TEST(TestKeptWithModel)
} // namespace PLIMSOLL_FILE
#include "test_kept_with_model.moc"
