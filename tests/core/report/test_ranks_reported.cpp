// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/compare.h"
#include "core/report/document.h"
#include "core/report/estimate_text.h"
#include "core/report/writers.h"
#include "tests/test_program.h"

#include <QTest>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

ProcessEstimate stage(Count place, Bytes device)
{
    ProcessEstimate out;
    out.rank = {.number = place * 2, .stage = place, .like_it = 2};
    out.peak.allocated = device - 2 * gib;
    out.peak.reserved = device - gib;
    out.peak.device = device;
    out.peak.device_interval = {device - gib, device + gib};
    out.peak.phase = Phase::backward;
    out.at_peak = {{.component = Component::weights, .bytes = device}};
    return out;
}

/// Two stages with two copies of each: the last one is the fullest.
PlanAnswer piped()
{
    PlanAnswer out{"piped", {}, {}};
    Parallel &split = out.estimate.plan.plan.parallel;
    split.engine = ParallelEngine::ddp;
    split.pipeline = split.data = 2;
    out.estimate.processes = {stage(1, 40 * gib), stage(0, 30 * gib)};
    RunFigures &run = out.estimate.run;
    run.host = HostBytes{20 * gib, 5 * gib, gib, {{20 * gib, false, "every rank loads", "transformers"}}, {}};
    run.save = SaveBytes{SaveKind::whole_copy, 41 * gib, 0, "rank 0 writes", "accelerate"};
    run.communication = Communication{3 * gib, {{RankGroup::pipeline, 3 * gib, "2 · activation", "torch stage.py"}}};
    return out;
}

/// One process on one card.
PlanAnswer single()
{
    PlanAnswer out{"single", {}, {}};
    out.estimate.processes = {stage(0, 10 * gib)};
    out.estimate.processes.front().rank = {};
    return out;
}

report::Document report_on(std::vector<PlanAnswer> answers)
{
    ReportInput input;
    input.answers = std::move(answers);
    return report::report_of(std::move(input));
}

bool has(const std::string &text, std::string_view part) { return text.find(part) != std::string::npos; }

} // namespace

/// What every report says of a plan that is spread over ranks, and that none says it of one that is not.
class TestRanksReported : public QObject {
    Q_OBJECT
private slots:
    void the_terminal_lists_every_kind_of_rank()
    {
        const std::string text = estimate_to_text(piped(), {});
        QVERIFY2(has(text, "last stage       2      38.00     39.00          40.00    39.00–41.00  backward"), text.c_str());
        QVERIFY2(has(text, "first stage      2      28.00     29.00          30.00    29.00–31.00  backward"), text.c_str());
        QVERIFY2(has(text, "Host, while loading: 20.00 GiB\n  every rank loads (transformers)\n"), text.c_str());
        QVERIFY2(has(text, "Rank 0's card, while saving: 41.00 GiB\n  rank 0 writes (accelerate)\n"), text.c_str());
        QVERIFY2(has(text, "Sent by a rank in a step: 3.00 GiB\n  2 · activation (torch stage.py)\n"), text.c_str());
        QVERIFY2(has(text, "ddp, 2 data × 2 pipeline"), text.c_str());
    }
    void csv_has_them_too()
    {
        QVERIFY(has(estimate_to_csv(piped()), "piped,\"device, first stage\",32212254720,30.00,75.0\n"));
        QVERIFY(has(estimate_to_csv(piped()), "piped,communication_bytes,3221225472,3.00,\n"));
        const std::string written = report::write_csv(report_on({piped(), single()})).value();
        QVERIFY2(has(written, "interval_high_bytes,ranks,rank,ranks_alike,host_load_bytes,host_steady_bytes,host_pinned_bytes,"
                              "save_bytes,communication_bytes\n"),
                 written.c_str());
        QVERIFY2(has(written, "4,last stage,2,21474836480,5368709120,1073741824,44023414784,3221225472\n"), written.c_str());
        QVERIFY2(has(written, ",1,,1,,,,,\n"), written.c_str());
    }
    void markdown_and_page_have_tables_of_their_own()
    {
        const report::Document document = report_on({piped()});
        const std::string markdown = report::write_markdown(document).value();
        QVERIFY2(has(markdown, "### 4 ranks\n"), markdown.c_str());
        QVERIFY2(has(markdown, "| last stage | 2 | 38.00 | 39.00 | 40.00 | 39.00–41.00 | backward |"), markdown.c_str());
        QVERIFY2(has(markdown, "| Host, while loading | 20.00 | every rank loads (transformers) |"), markdown.c_str());
        QVERIFY2(has(markdown, "is planned to need 40.0 GiB of GPU memory on the fullest of 4 ranks (Plimsoll"),
                 markdown.c_str());
        QVERIFY2(has(markdown, "| Split | ddp, 2 data × 2 pipeline |"), markdown.c_str());
        QVERIFY(has(report::write_html(document).value(), "last stage"));
    }
    void the_sheet_has_all_kinds_of_ranks()
    {
        const report::Document document = report_on({piped()});
        const auto *sheet = report::block_of<report::Sheet>(document);
        QCOMPARE(sheet->ranks.rows.size(), std::size_t{7}); // two kinds, and five figures beside the cards
        for (const report::TextRun &cell : sheet->ranks.rows[0]) QVERIFY(cell.strong);
        for (const report::TextRun &cell : sheet->ranks.rows[1]) QVERIFY(!cell.strong);
        QCOMPARE(sheet->ranks.rows.back()[4].text, "3.00");
    }
    void plans_side_by_side_say_how_many_ranks_they_have()
    {
        const std::vector<PlanAnswer> both{single(), piped()};
        const std::string text = compare_to_text(both, 80);
        QVERIFY2(has(text, "Ranks                          1              4\n"), text.c_str());
        QVERIFY2(has(text, "Host                           –          20.00\n"), text.c_str());
        QVERIFY(has(compare_to_markdown(both), "| Ranks | 1 | 4 |"));
        QVERIFY(has(compare_to_csv(both), "ranks,1,4\n"));
        QVERIFY(has(compare_to_csv(both), "communication_bytes,,3221225472\n"));
    }
    void one_card_is_told_as_ever()
    {
        const report::Document document = report_on({single()});
        for (const std::string &text :
             {estimate_to_text(single(), {}), estimate_to_csv(single()), compare_to_text({single()}, 80),
              compare_to_csv({single()}), report::write_markdown(document).value(), report::write_csv(document).value()})
            for (const char *word : {"rank", "Rank", "Host", "Sent", "Split"}) QVERIFY2(!has(text, word), text.c_str());
        QVERIFY(report::block_of<report::Sheet>(document)->ranks.rows.empty());
    }
};

PLIMSOLL_TEST(TestRanksReported)
} // namespace PLIMSOLL_FILE
#include "test_ranks_reported.moc"
