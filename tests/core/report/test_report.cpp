// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/planner.h"
#include "core/ground/text.h"
#include "core/ground/write_file.h"
#include "core/plan/plan_json.h"
#include "core/report/bars.h"
#include "core/report/compare.h"
#include "core/report/csv.h"
#include "core/report/document_compare.h"
#include "core/report/estimate_json.h"
#include "core/report/estimate_text.h"
#include "core/report/markdown.h"
#include "core/report/model_card.h"
#include "core/report/titles.h"
#include "tests/test_program.h"

#include <nlohmann/json.hpp>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

Estimate made_by_hand()
{
    Estimate out;
    out.plan.plan.method = Method::qlora;
    out.plan.plan.weights.quant = "nf4";
    out.total_parameters = out.active_parameters = 7'000'000'000;
    out.trainable_parameters = 40'000'000;
    out.fullest().at_peak = {
        {Component::weights, 6 * gib, "parameters × ½ B", "7e9 × ½", "bitsandbytes", {{"packed_weight", 3 * gib}}},
        {Component::adapters, gib / 2, "", "", "", {}},
        {Component::logits_loss, 3 * gib, "", "", "", {}},
        {Component::context, gib / 2, "", "", "", {}}};
    out.fullest().peak = {
        9 * gib + gib / 2,   9 * gib + gib / 2,  9 * gib + gib / 2, 10 * gib, 5 * gib, 0, Phase::loss_backward, -1,
        {9 * gib, 11 * gib}, {9 * gib, 10 * gib}};
    out.fullest().timeline = {{Phase::forward, 0, 5 * gib, {}, "q_proj"},
                              {Phase::forward, 0, 7 * gib, {}, "down_proj"},
                              {Phase::forward, 1, 6 * gib, {}, "q_proj"},
                              {Phase::loss_backward, -1, 9 * gib, {}, "log_softmax"}};
    out.assumptions = {"a line"};
    out.warnings = {{"code", "a | text"}};
    return out;
}

PlanAnswer answered(const std::string &name, Bytes budget)
{
    PlanAnswer out{name, made_by_hand(), {}};
    out.verdicts.push_back(verdict_for_budget(out.estimate, budget));
    return out;
}

} // namespace

class TestReport : public QObject {
    Q_OBJECT

private slots:
    void figures_are_written_one_way()
    {
        QCOMPARE(grouped(7615616512), "7,615,616,512");
        QCOMPARE(grouped(-1000), "\u22121,000");
        QCOMPARE(grouped(999), "999");
        QCOMPARE(gib_table(16'282'288'128), "15.16");
        QCOMPARE(gib_difference(-9 * gib / 2), "\u22124.50");
        QCOMPARE(gib_difference(gib), "+1.00");
        QCOMPARE(gib_difference(1), "0.00");
        QCOMPARE(gib_brief(117 * gib), "117");
        QCOMPARE(gib_brief(gib * 152 / 10), "15.2");
        QCOMPARE(gib_brief(gib * 65 / 100), "0.65");
        QCOMPARE(percent(1, 0), "–");
    }

    void text_wraps_and_keeps_its_indent()
    {
        QCOMPARE(wrapped("  one two three", 9, 4), (std::vector<std::string>{"  one two", "    three"}));
        QCOMPARE(wrapped("über ärger", 4), (std::vector<std::string>{"über", "ärger"}));
        QVERIFY(wrapped("", 10).empty());
    }

    void a_number_keeps_its_unit()
    {
        QCOMPARE(wrapped("on the device 14.50 GiB (90 % interval", 17),
                 (std::vector<std::string>{"on the device", "14.50 GiB (90 %", "interval"}));
        QCOMPARE(wrapped("of 2,048 tokens. Then (8 GiB).", 9),
                 (std::vector<std::string>{"of", "2,048 tokens.", "Then", "(8 GiB)."}));
        QCOMPARE(wrapped("a 5 B 6 in all GiB", 4), (std::vector<std::string>{"a", "5 B", "6 in", "all", "GiB"}));
    }
    void prices_show_digits_that_count()
    {
        const auto shown = [](double usd) { return fixed(usd, price_decimals(usd)); };
        QCOMPARE(shown(1.256), "1.26");
        QCOMPARE(shown(0.128), "0.13");
        QCOMPARE(shown(0.0956), "0.096");
        QCOMPARE(shown(0.05), "0.05");
        QCOMPARE(shown(0.004), "0.004");
        QCOMPARE(shown(0.00001234), "0.000012");
        QCOMPARE(shown(0), "0.00");
    }

    void bars_are_exact_to_an_eighth()
    {
        QCOMPARE(bar_of(8, 16, 4), "██");
        QCOMPARE(bar_of(1, 16, 4), "▎");
        QCOMPARE(bar_of(1, 1'000'000, 4), "▏");
        QCOMPARE(bar_of(0, 16, 4), "");
        QCOMPARE(bar_of(99, 16, 4), "████");
        QCOMPARE(bar_of(4, 16, 4, 12), "█  │");
    }

    void json_sums_and_names_what_is_unknown()
    {
        const auto json = estimate_to_json(answered("QLoRA", 16 * gib));
        Bytes sum = 0;
        for (const auto &line : json["at_peak"]) sum += line["bytes"].get<Bytes>();
        QCOMPARE(sum, json["peak"]["device_bytes"].get<Bytes>());
        QVERIFY(json["at_peak"][1]["formula"].is_null());
        QVERIFY(json["verdicts"][0]["free_bytes"].is_null() && json["verdicts"][0]["max_micro_batch"].is_null());
        QCOMPARE(json["verdicts"][0]["fits"].get<std::string>(), "yes");
        QCOMPARE(json["timeline"].size(), 3U); // the highest moment of every phase and layer
        QCOMPARE(json["timeline"][0]["label"].get<std::string>(), "down_proj");
        QVERIFY(estimate_to_json(answered("QLoRA", 16 * gib), TimelineDetail::none)["timeline"].empty());
        const auto error = error_to_json({"adapter.rank", "-3", "1 to 65536", ""}, 7);
        QCOMPARE(
            error.dump(),
            R"({"error":{"line":7,"field":"adapter.rank","read":"-3","accepted":"1 to 65536","message":"adapter.rank: read -3, accepted: 1 to 65536"}})");
    }

    /// Only bitsandbytes packs the scales of its blocks again, whatever the plan's default says.
    void others_than_bitsandbytes_are_not_called_double_quantised()
    {
        Plan plan = made_by_hand().plan.plan;
        plan.weights.double_quant = true;
        QVERIFY(plan_in_words(plan).find("nf4 double-quantised") != std::string::npos);
        for (const char *quant : {"gptq4", "awq4", "mxfp4", "nvfp4"}) {
            plan.weights.quant = quant;
            QVERIFY2(plan_in_words(plan).find("double") == std::string::npos, quant);
        }
    }

    /// The first card leads, and another has a line of its own; figures are not held against a card that they are not of.
    void figures_are_those_of_one_card()
    {
        PlanAnswer both = answered("QLoRA", 16 * gib);
        QVERIFY(estimate_to_text(both).find("stands below") == std::string::npos);
        Verdict other = both.verdicts.front();
        other.card = "Tesla T4";
        other.fits = Fits::no;
        other.usable = 12 * gib;
        other.need.device += 6 * gib;
        both.verdicts.push_back(other);
        const std::string text = estimate_to_text(both);
        QVERIFY(text.starts_with("✓ Fits on the 16 GiB budget"));
        QVERIFY2(text.find("\n✕ Does not fit") != std::string::npos, text.c_str());
        QVERIFY2(text.find("\nOn the 16 GiB budget (each card's need stands below):\n") != std::string::npos, text.c_str());
        QVERIFY2(text.find("a full bar is 16.00 GiB usable: the 16 GiB budget") != std::string::npos, text.c_str());
        const std::string card = model_card({{both}, 0, {}, {}});
        QVERIFY2(card.find(" at its peak (loss backward) on the 16 GiB budget\n") != std::string::npos, card.c_str());
    }

    void the_first_line_is_the_answer()
    {
        QCOMPARE(answer_sentence(answered("QLoRA", 16 * gib)),
                 "Fits on the 16 GiB budget: 10.0 of 16.0 GiB usable, 6.0 to spare.");
        PlanAnswer open{"QLoRA", made_by_hand(), {}};
        QCOMPARE(answer_sentence(open), "Needs 10.0 GiB on the device; the peak is at loss backward.");
        open.estimate.lower_bound_reason = "a state is not known";
        QVERIFY(answer_sentence(open).starts_with("Needs at least"));
        const std::string text = estimate_to_text(answered("QLoRA", 16 * gib));
        QVERIFY(text.starts_with("✓ Fits on the 16 GiB budget"));
        QVERIFY(text.find('\033') == std::string::npos);
        QVERIFY(estimate_to_text(answered("QLoRA", 16 * gib), {.colour = true}).find("\033[1;32m") != std::string::npos);
        QVERIFY(estimate_to_text(answered("QLoRA", 4 * gib)).starts_with("✕ Does not fit"));
    }

    void the_card_sums_and_escapes()
    {
        const ReportInput input{
            {answered("QLoRA | r16", 16 * gib), answered("other", 4 * gib)}, 0, "plimsoll report --output x.md"};
        const std::string card = model_card(input);
        QVERIFY(card.find("| QLoRA \\| r16 |") != std::string::npos);
        QVERIFY(card.find("| **On the device** | **10,737,418,240** | **10.00** | **100.0** |") != std::string::npos);
        QVERIFY(card.find("✕ Does not fit \u22126.00") != std::string::npos);
        QVERIFY(card.find("```\nplimsoll report --output x.md\n```") != std::string::npos);
        QVERIFY(citation(input).find(
                    "is planned to need 10.0 GiB of GPU memory, and fits on the 16 GiB budget; other would need 10.0 GiB") !=
                std::string::npos);
    }

    /// One unit on a page: where it is GB, no figure is in GiB. Names of cards and budgets stay what they are.
    void a_card_in_gb_has_no_figure_in_gib()
    {
        const ReportInput input{
            {answered("QLoRA", 16 * gib), answered("other", 4 * gib)}, 0, "plimsoll report", ByteUnit::decimal};
        const std::string card = model_card(input);
        QVERIFY(card.find("All figures in GB (10⁹ bytes).") != std::string::npos);
        QVERIFY(card.find("Fits on the 17.2 GB budget: 10.7 of 17.2 GB usable, 6.4 to spare.") != std::string::npos);
        QVERIFY(card.find("| Component | Bytes | GB | % |") != std::string::npos);
        QVERIFY(card.find("| **On the device** | **10,737,418,240** | **10.74** | **100.0** |") != std::string::npos);
        QVERIFY(card.find("✕ Does not fit \u22126.44") != std::string::npos);
        QVERIFY(citation(input).find("is planned to need 10.7 GB of GPU memory, and fits on the 17.2 GB budget; other would "
                                     "need 10.7 GB") != std::string::npos);
        const Verdict missing = answered("QLoRA", 4 * gib).verdicts.front();
        QCOMPARE(missing.reason_in(ByteUnit::binary), missing.reason);
        QVERIFY(missing.reason_in(ByteUnit::decimal).starts_with("Needs 6.4 GB more at "));
    }

    void comparisons_stand_side_by_side()
    {
        std::vector<PlanAnswer> answers{answered("one", 16 * gib), answered("two", 4 * gib)};
        answers[1].estimate.fullest().at_peak[0].bytes += gib;
        answers[1].estimate.fullest().peak.device += gib;
        const std::string text = compare_to_text(answers);
        QVERIFY(text.find("Weights                     6.00           7.00\n") != std::string::npos);
        QVERIFY(text.find("  to the first                            +1.00\n") != std::string::npos);
        QVERIFY(compare_to_csv(answers).find("weights,6442450944,7516192768\n") != std::string::npos);
        QVERIFY(compare_to_markdown(answers).find("| **On the device** | **10.00** | **11.00** |") != std::string::npos);
        QCOMPARE(compare_to_json(answers)["terms"][0]["bytes"][1].get<Bytes>(), 7 * gib);
        // names that differ in their ends only are told apart
        for (const char *name : {"RTX PRO 6000 Blackwell Server Edition", "RTX PRO 6000 Blackwell Workstation Edition"}) {
            answers[0].verdicts.push_back(answers[0].verdicts.front());
            answers[0].verdicts.back().card = answers[0].verdicts.back().gpu = name;
            QVERIFY(compare_to_text(answers).find('\n' + std::string(name) + "\n") != std::string::npos);
        }
        QVERIFY2(compare_to_text(answers).find("\nthe 16 GiB budget        ✓ +6.00              –\n") != std::string::npos,
                 compare_to_text(answers).c_str());
        const std::string told =
            compare_to_text({answered("QLoRA r16 2048 tokens", 16 * gib), answered("QLoRA r16 4096 tokens", gib)});
        QVERIFY2(told.find("   …2048 tokens   …4096 tokens\n") != std::string::npos, told.c_str());
        // more plans than a line holds continue below
        for (int i = 0; i < 5; ++i) answers.push_back(answered("a name much longer than its column", gib));
        for (const QString &line : QString::fromStdString(compare_to_text(answers)).split(u'\n')) QVERIFY(line.size() <= 80);
    }

    /// PyTorch's allocator holds nothing of an engine's, which takes more of a card than its load needs.
    void an_engine_is_compared_by_what_it_needs_and_takes()
    {
        const auto answer_to = [](const char *plan, const char *name) {
            Planner planner;
            Result<PlanAnswer> made = planner.answer({.plan = plan_from_json(plan)->plan});
            made->name = name;
            return *std::move(made);
        };
        const std::vector<PlanAnswer> answers{
            answer_to(R"({"model": {"preset": "qwen2.5-7b"}, "task": "infer", "inference": {"engine": "vllm", "context": 4096},
                          "target": {"gpus": ["GeForce RTX 4090"]}})",
                      "served"),
            answer_to(R"({"model": {"preset": "qwen2.5-7b"}, "task": "infer"})", "generated")};
        const ProcessEstimate &served = answers[0].estimate.fullest(), &generated = answers[1].estimate.fullest();
        QVERIFY(served.peak.device > served.needed());
        const std::string text = compare_to_text(answers);
        const auto row = [](const std::string &title, const std::string &first, const std::string &second) {
            return '\n' + title + right_aligned(first, 32 - columns(title)) + right_aligned(second, 15) + '\n';
        };
        const std::string none = "–";
        for (const std::string &expected : {row("On the device", gib_table(served.needed()), gib_table(generated.needed())),
                                            row("Allocated", none, gib_table(generated.peak.allocated)),
                                            row("Reserved", none, gib_table(generated.peak.reserved)),
                                            row("Engine takes", gib_table(served.peak.device), none)})
            QVERIFY2(text.find(expected) != std::string::npos, (expected + text).c_str());
        const std::string markdown = compare_to_markdown(answers);
        QVERIFY2(markdown.find("| Engine takes | " + gib_table(served.peak.device) + " | – |") != std::string::npos,
                 markdown.c_str());
    }
    void a_documents_figures_stand_beside_ours()
    {
        SourceDocument document{"By hand", "A sum.", "GiB", {}};
        document.figures.push_back({"",
                                    "Base",
                                    14 * gib,
                                    std::nullopt,
                                    {"weights", "weight_casts"},
                                    "",
                                    "fp16 is {weights_16bit}; {planned} instead of {document}, {difference}; {unknown}"});
        document.figures.push_back({"QLoRA", "Adapters", std::nullopt, 22'000'000, {}, "trainable", "{trainable}"});
        document.figures.push_back({"another", "Nothing", gib, std::nullopt, {}, "", ""});
        const std::vector<DocumentRow> rows = document_rows(document, answered("QLoRA", 16 * gib));
        QCOMPARE(rows.size(), 2U);
        QCOMPARE(rows[0].planned, 6 * gib);
        QCOMPARE(rows[0].note, "fp16 is 13.04 GiB; 6.00 GiB instead of 14.00 GiB, \u22128.00 GiB; {unknown}");
        QCOMPARE(rows[1].note, "40,000,000");
        document.unit = "GB";
        QCOMPARE(document_rows(document, answered("x", gib))[0].note,
                 "fp16 is 14.00 GB; 6.44 GB instead of 15.03 GB, \u22128.59 GB; {unknown}");
    }

    void cells_cannot_run_in_a_spreadsheet()
    {
        QCOMPARE(csv_line({"a", "b,c", "say \"x\""}), "a,\"b,c\",\"say \"\"x\"\"\"\n");
        QCOMPARE(csv_line({"=1+1", "-4.50", "\u22124.50", "@x"}), "'=1+1,-4.50,-4.50,'@x\n");
        QCOMPARE(markdown_text("a|b\n<c>"), "a\\|b \\<c\\>");
    }

    void files_are_written_whole_or_not_at_all()
    {
        QTemporaryDir folder;
        const std::string path = folder.filePath("a.md").toStdString();
        QVERIFY(!write_file(path, "one"));
        QVERIFY(!write_file(path, "two"));
        QFile file(QString::fromStdString(path));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("two"));
        QVERIFY(write_file(folder.path().toStdString(), "x").has_value());
        QVERIFY(write_file(folder.filePath("no/such/folder").toStdString(), "x").has_value());
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList{"a.md"});
    }
};

PLIMSOLL_TEST(TestReport)
} // namespace PLIMSOLL_FILE
#include "test_report.moc"
