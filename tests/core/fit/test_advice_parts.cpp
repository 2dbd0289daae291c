// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/planner.h"
#include "core/fit/advice_candidates.h"
#include "tests/core/fit/advice_on_card.h"
#include "tests/test_program.h"

#include <QTest>

// Advice on what stands beside a model's own layers: pictures and their tower, places for adapters, what drafts.

using namespace plimsoll;

namespace {

/// What is proposed for a plan on one card, each by its title.
std::vector<Candidate> proposed(const std::string &model, const std::string &more, const std::string &gpu)
{
    const std::string text =
        R"({"model": {"preset": ")" + model + R"("}, )" + more + R"(, "target": {"gpus": [")" + gpu + "\"]}}";
    const Plan plan = plan_from_json(std::string_view(text))->plan;
    Planner planner; // which finds what drafts too
    const Result<PlanAnswer> made = planner.answer({.plan = plan});
    if (!made) return {};
    return advice_candidates(made->estimate, *advice_target(plan));
}

const Candidate *titled(const std::vector<Candidate> &all, std::string_view title)
{
    const auto found = std::ranges::find(all, title, &Candidate::title);
    return found == all.end() ? nullptr : &*found;
}

/// Bytes that applying it takes off the peak; nothing where it is not proposed.
Bytes saved(const std::string &model, const std::string &more, std::string_view title)
{
    const std::vector<Candidate> all = proposed(model, more, "H100 SXM");
    const Candidate *const found = titled(all, title);
    if (!found) return -1;
    const std::string text = R"({"model": {"preset": ")" + model + R"("}, )" + more + R"(, "target": {"gpus": ["H100 SXM"]}})";
    const Plan plan = plan_from_json(std::string_view(text))->plan, then = with_patch(plan, found->patch)->plan;
    Planner planner;
    const Result<PlanAnswer> a = planner.answer({.plan = plan}), b = planner.answer({.plan = then});
    return a && b ? a->estimate.fullest().needed() - b->estimate.fullest().needed() : -2;
}

} // namespace

class TestAdviceParts : public QObject {
    Q_OBJECT
private slots:
    void smaller_pictures_by_what_their_processor_hears()
    {
        constexpr const char *row = R"("method": "lora", "adapter": {"targets": "all-linear"}, "sequence_length": 4096,
            "gradient_checkpointing": false, "images": {"per_row": 1, "width": 2048, "height": 1536})";
        QVERIFY(saved("qwen2.5-vl-3b-instruct", row, "Pictures of at most 1,572,864 pixels") > 1'000'000'000);
        QVERIFY(saved("qwen2.5-vl-3b-instruct", row, "The tower stays frozen") > 1'000'000'000);
        QVERIFY(saved("qwen2.5-vl-3b-instruct", row, "Checkpoints in the tower") > 1'000'000'000);
        const auto text = proposed("qwen2.5-vl-3b-instruct", R"("method": "lora", "sequence_length": 512)", "H100 SXM");
        QVERIFY(!titled(text, "The tower stays frozen"));
    }

    /// The model beneath the adapters stands once more where a plan asks for a second one; without it they are switched off.
    void a_reference_without_a_second_model()
    {
        const auto pairs = [](const char *more) {
            return R"("stack": "trl", "objective": "dpo", "micro_batch": 1, "sequence_length": 512, "weights": {"dtype": "bf16"})" +
                   std::string(more);
        };
        const char *const alone = "The same model without adapters as the reference";
        const Bytes second = saved("qwen2.5-1.5b", pairs(R"(, "method": "lora", "preference": {"reference": "model"})"), alone);
        QVERIFY(second > 2 * Bytes{1'543'714'304} && second < 2 * Bytes{1'543'714'304} * 110 / 100);
        QVERIFY(!titled(proposed("qwen2.5-1.5b", pairs(R"(, "method": "lora")"), "H100 SXM"), alone));
        const auto whole = proposed("qwen2.5-1.5b", pairs(R"(, "method": "full")"), "H100 SXM");
        const Candidate *const lora = titled(whole, "LoRA, and the same model without adapters as the reference");
        QVERIFY(lora && lora->patch == (nlohmann::json{{"method", "lora"}}));
        const auto stated =
            proposed("qwen2.5-1.5b", pairs(R"(, "method": "full", "preference": {"reference": "model"})"), "H100 SXM");
        const Candidate *const turned = titled(stated, "LoRA, and the same model without adapters as the reference");
        QVERIFY(turned && turned->patch.contains("preference"));
    }

    /// mlx-vlm: a tower that is not packed, its pass over the patches of a picture, and what other libraries on MLX hold of it.
    void a_picture_under_mlx()
    {
        const auto seen = [](const std::string &more) {
            const std::string text = R"({"model": {"preset": "qwen3.6-27b"}, "task": "infer", "weights": {"quant": "mlx4"},
                "inference": {"engine": "mlx", "context": 20000}, "target": {"gpus": ["M3 Max"]})" +
                                     more + "}";
            const Result<PlanAnswer> made = Planner().answer({.plan = plan_from_json(std::string_view(text))->plan});
            return made ? made->estimate : Estimate{};
        };
        const std::string screen = R"(, "images": {"per_row": 1, "width": 3456, "height": 2234)";
        const Estimate text = seen(""), whole = seen(screen + "}"), capped = seen(screen + R"(, "max_pixels": 655360})");
        const auto start = [](const Estimate &of) { return of.fullest().engine->start; };
        QVERIFY(!start(text).refuses && !start(whole).refuses);
        QCOMPARE(start(whole).weights - start(text).weights, Bytes{921'460'192}); // 16 bits beside weights of 4
        QCOMPARE(start(capped).weights, start(whole).weights);
        QVERIFY(start(whole).activation > start(capped).activation && start(capped).activation >= start(text).activation);
        QVERIFY(start(whole).activation < 3 * gib); // linear in patches
        const auto said = [](const Estimate &of, const char *code) {
            const auto found = std::ranges::find(of.warnings, std::string(code), &Warning::code);
            return found == of.warnings.end() ? std::string() : found->text;
        };
        QVERIFY(said(whole, "scores_of_pictures").find("27.25") != std::string::npos); // 16 × 30,240² × 2 bytes
        QVERIFY(said(capped, "scores_of_pictures").empty() && said(text, "features_kept").empty());
        QVERIFY(!said(capped, "features_kept").empty() && !said(text, "prompts_kept").empty());
    }

    void what_a_server_holds_beside_its_model()
    {
        const auto served = [](const char *more) {
            return std::string(R"("task": "infer", "inference": {"engine": "vllm", "context": 4096)") + more + "}";
        };
        QVERIFY(saved("qwen2.5-7b", served(R"(, "lora": {"max_loras": 8, "max_rank": 64})"), "Places for 4 adapters") >
                1'000'000'000);
        QVERIFY(saved("qwen3-8b",
                      served(R"(, "speculative": {"method": "draft_model", "tokens": 4, "model": {"preset": "qwen3-0.6b"}})"),
                      "Nothing drafts") > 1'000'000'000);
        constexpr const char *seen_long = R"("task": "infer", "inference": {"engine": "vllm", "context": 32768})";
        QVERIFY(saved("qwen2.5-vl-7b-instruct", seen_long, "No videos") > 1'000'000'000);
        QCOMPARE(saved("qwen2.5-vl-7b-instruct", served(""), "No videos"), Bytes{0}); // a video is no longer than the context
        QVERIFY(saved("qwen2.5-vl-7b-instruct", served(""), "No pictures") > 1'000'000'000);
        const auto plain = proposed("qwen2.5-7b", served(""), "H100 SXM");
        for (const char *title : {"Nothing drafts", "No videos", "No pictures"}) QVERIFY(!titled(plain, title));
    }
};

PLIMSOLL_TEST(TestAdviceParts)
#include "test_advice_parts.moc"
