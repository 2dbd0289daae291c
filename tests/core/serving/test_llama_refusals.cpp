// SPDX-License-Identifier: GPL-3.0-or-later
// What llama.cpp's converter and server refuse to start with, and what they go on without, in their words (0c1e57098,
// convert_hf_to_gguf.py, src/llama-context.cpp, common/speculative.cpp).
#include "core/engines/llama/llama_cpp_start.h"
#include "core/load/load.h"
#include "core/plan/names.h"
#include "core/plan/plan.h"
#include "core/serving/llama_placing.h"
#include "core/torch/machine.h"
#include "tests/test_program.h"

#include <QTest>

#include <algorithm>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

ArchitectureRef model_named(const char *preset)
{
    const Result<ArchitectureRef> model = load_model(reference_from_text(preset));
    return model ? *model : nullptr;
}

struct Asked {
    ArchitectureRef model;
    Plan plan;
    CardFacts card{"NVIDIA GeForce RTX 4090", 8, 9, 128, 1536};

    explicit Asked(const char *preset, const char *build = "2026-10") : model(model_named(preset))
    {
        plan.task = Task::infer;
        plan.inference.engine = *plan_enum<Engine>("llama.cpp");
        plan.weights.quant = "Q4_K_M";
        plan.inference.context = 4096;
        plan.given.insert("inference.context");
        plan.libraries = {{"llama.cpp", build}};
        card.memory = 80 * gib;
    }
    /// Drafted for by that model.
    Asked &with(const char *preset)
    {
        Architecture both = *model;
        both.assistant = model_named(preset);
        model = std::make_shared<const Architecture>(both);
        plan.inference.speculative.method = SpeculativeMethod::draft_model;
        return *this;
    }
    [[nodiscard]] EngineStart answer() const
    {
        step::Card asked(card);
        step::Machine machine(asked, false);
        const Result<EngineStart> out =
            start_llama_cpp({machine, *model, plan, plan.inference, card, card.memory, nullptr, nullptr});
        return out ? *out : EngineStart{};
    }
    /// In the engine's words; empty where it starts.
    [[nodiscard]] std::string refusal() const
    {
        const EngineStart start = answer();
        return start.refuses ? start.refuses->text : start.places.empty() ? std::string("no start") : std::string();
    }
};

bool says(const EngineStart &start, const char *code)
{
    return std::ranges::find(start.warnings, std::string(code), &Warning::code) != start.warnings.end();
}

} // namespace

class TestLlamaRefusals : public QObject {
    Q_OBJECT

private slots:
    /// Flash attention reads heads in whole blocks of 32 numbers; without it rows of all heads are packed.
    void packed_caches_divide_heads()
    {
        Asked phi("phi-2"); // heads of 80
        QVERIFY(phi.refusal().empty());
        phi.plan.inference.kv_dtype = KvDtype::q8_0;
        QCOMPARE(phi.refusal(), std::string("K cache type q8_0 with block size 32 does not divide n_embd_head_k=80"));
        Asked llama("llama-3.1-8b");
        llama.plan.inference.kv_dtype = KvDtype::q8_0;
        QVERIFY(llama.refusal().empty());
    }

    /// "auto" is on beside them in the known release, whatever kernels there are for a head.
    void packed_values_turn_flash_attention_on()
    {
        const auto flash = [](const char *build) {
            Asked asked("llama-3.1-8b", build);
            asked.plan.inference.kv_dtype = KvDtype::q4_0;
            return asked.answer().taken.flash_attention;
        };
        QCOMPARE(flash("2026-10"), std::string("on"));
        Asked off("llama-3.1-8b");
        off.plan.inference.kv_dtype = KvDtype::q4_0;
        off.plan.inference.flash_attention = "off";
        QVERIFY(off.refusal().find("flash attention") != std::string::npos);
    }

    void a_class_without_a_graph_is_not_converted()
    {
        QCOMPARE(Asked("opt-1.3b").refusal(), std::string("Model OPTForCausalLM is not supported"));
        QCOMPARE(Asked("gpt-j-6b").refusal(), std::string("Model GPTJForCausalLM is not supported"));
        QVERIFY(Asked("gpt2").refusal().empty());
    }

    void a_model_without_a_layer_behind_its_own_does_not_draft()
    {
        Asked plain("llama-3.1-8b"), own("qwen3.5-9b");
        for (Asked *asked : {&plain, &own}) asked->plan.inference.speculative.method = SpeculativeMethod::mtp;
        QVERIFY(plain.refusal().find("doesn't contain MTP layers") != std::string::npos);
        QVERIFY(own.refusal().empty());
    }

    /// vLLM refuses any difference; the server takes 128 words, and beyond them frees the drafter again and serves.
    void a_drafter_of_other_words_is_freed()
    {
        Asked alike = Asked("qwen2.5-7b").with("qwen2.5-0.5b"); // 152,064 and 151,936 words
        QVERIFY(!says(alike.answer(), "drafter_freed"));
        Asked strange = Asked("qwen2.5-7b").with("llama-3.2-1b-instruct"); // 128,256
        const EngineStart alone = Asked("qwen2.5-7b").answer(), start = strange.answer();
        QVERIFY(says(start, "drafter_freed") && !start.refuses);
        QCOMPARE(start.places.front().weights, alone.places.front().weights);
        QCOMPARE(start.places.front().kv_cache, alone.places.front().kv_cache);
        QVERIFY(alike.answer().places.front().weights > alone.places.front().weights);
        // before, its text was translated for the model
        Asked older = Asked("qwen2.5-7b", "2025-12").with("llama-3.2-1b-instruct");
        QVERIFY(!says(older.answer(), "drafter_freed"));
        QVERIFY(older.answer().places.front().weights > alone.places.front().weights);
    }
};

PLIMSOLL_TEST(TestLlamaRefusals)
} // namespace PLIMSOLL_FILE
#include "test_llama_refusals.moc"
