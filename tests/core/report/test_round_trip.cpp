// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/planner.h"
#include "core/plan/model_card/carried_plan.h"
#include "core/plan/plan_json.h"
#include "core/report/card/card_block.h"
#include "core/report/estimate_json.h"
#include "core/report/profile/profile_of.h"
#include "core/report/writers.h"
#include "tests/random_plan.h"
#include "tests/test_program.h"

#include <nlohmann/json.hpp>

#include <QTest>

namespace PLIMSOLL_FILE {

using namespace plimsoll;
using namespace plimsoll::report;

namespace {

/// A table as a reader finds it: bold cells begin and end with "**".
using Read = std::vector<std::vector<std::string>>;

Read expected(const Table &table)
{
    Read out(1);
    for (const Column &column : table.columns) out.front().push_back(column.title);
    for (const std::vector<TextRun> &row : table.rows) {
        out.emplace_back();
        for (const TextRun &cell : row) out.back().push_back(cell.strong ? "**" + cell.text + "**" : cell.text);
    }
    return out;
}

/// Cells of a row of GitHub's tables; nothing where it is none.
std::vector<std::string> cells_of(const std::string &line)
{
    std::vector<std::string> out;
    std::string cell;
    for (std::size_t i = 1; i < line.size(); ++i) {
        if (line[i] == '\\' && i + 1 < line.size() && std::ispunct(static_cast<unsigned char>(line[i + 1])) != 0) {
            cell += line[++i];
        } else if (line[i] == '|') {
            const std::size_t from = cell.find_first_not_of(' ');
            out.push_back(from == std::string::npos ? "" : cell.substr(from, cell.find_last_not_of(' ') - from + 1));
            cell.clear();
        } else {
            cell += line[i];
        }
    }
    return cell.empty() ? out : std::vector<std::string>();
}

std::vector<Read> tables_of_markdown(const std::string &text)
{
    std::vector<Read> out;
    bool inside = false;
    std::size_t rows = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = text.find('\n', at);
        const std::string line = text.substr(at, end - at);
        at = end + 1;
        if (!line.starts_with('|')) {
            inside = false;
            continue;
        }
        if (!inside) out.emplace_back(), rows = 0;
        inside = true;
        if (rows++ != 1) out.back().push_back(cells_of(line)); // the second says how columns are aligned
    }
    return out;
}

std::string unescaped(std::string text)
{
    for (const auto &[entity, sign] :
         {std::pair("&lt;", "<"), std::pair("&gt;", ">"), std::pair("&quot;", "\""), std::pair("&amp;", "&")})
        for (std::size_t at = text.find(entity); at != std::string::npos; at = text.find(entity, at + 1))
            text.replace(at, std::string_view(entity).size(), sign);
    return text;
}

std::vector<Read> tables_of_html(const std::string &text)
{
    std::vector<Read> out;
    for (std::size_t at = 0; (at = text.find('<', at)) != std::string::npos;) {
        const std::size_t end = text.find('>', at);
        const std::string tag = text.substr(at + 1, end - at - 1);
        at = end + 1;
        if (tag == "table") out.emplace_back();
        if (tag == "tr") out.back().emplace_back();
        if (tag != "th" && tag != "td" && !tag.starts_with("th ") && !tag.starts_with("td ")) continue;
        std::string cell = text.substr(at, text.find("</t", at) - at);
        if (cell.starts_with("<strong>")) cell = "**" + cell.substr(8, cell.size() - 17) + "**";
        out.back().back().push_back(unescaped(cell));
    }
    return out;
}

std::string fault_in(const Document &document)
{
    std::vector<Read> tables;
    for (const Block &block : document.blocks)
        if (const auto *table = std::get_if<Table>(&block)) tables.push_back(expected(*table));
    if (tables_of_markdown(write_markdown(document).value()) != tables) return "Markdown: " + write_markdown(document).value();
    if (tables_of_html(write_html(document).value()) != tables) return "HTML: " + write_html(document).value();
    return {};
}

/// The figures of an answer, without what says where settings came from.
nlohmann::ordered_json figures_of(nlohmann::ordered_json answer)
{
    for (const char *key : {"plan", "assumptions", "warnings", "at_peak", "ranks"}) answer.erase(key);
    return answer;
}

} // namespace

/// Reports of plans that nobody chose, read back by other eyes.
class TestRoundTrip : public QObject {
    Q_OBJECT
private slots:
    void reports_say_what_was_answered()
    {
        const int plans = qEnvironmentVariableIsSet("PLIMSOLL_MANY_PLANS") ? 1000 : 60;
        std::mt19937 random(36);
        Planner planner;
        int read = 0;
        for (int i = 0; i < plans; ++i) {
            nlohmann::json written = tests::random_plan(random, 3'000'000'000);
            written["target"] = {{"gpus", {"RTX 4090", "A100 SXM4 80GB"}}, {"budget_bytes", (1 + random() % 40) * gib}};
            written["name"] = "plan | <" + std::to_string(i) + "> *`_[a](b)_`* & --> \\";
            const Plan plan = plan_from_object(written)->plan;
            const Result<PlanAnswer> answer = planner.answer({.plan = plan}, {.estimate = {.timeline = false}});
            if (!answer.ok()) continue;
            ++read;
            const ReportInput input{
                {*answer}, 0, "plimsoll report --output x.md", i % 2 == 0 ? ByteUnit::binary : ByteUnit::decimal};
            for (const Document &document : {report_of(input), profile_of(input)}) {
                const std::string fault = fault_in(document);
                QVERIFY2(fault.empty(), (written.dump() + '\n' + fault).c_str());
            }
            reads_back(planner, input, *answer);
        }
        QVERIFY(read > plans / 2);
    }

private:
    static void reads_back(Planner &planner, const ReportInput &input, const PlanAnswer &answer)
    {
        const nlohmann::ordered_json figures = figures_of(estimate_to_json(answer));
        const auto json = nlohmann::json::parse(write_json(report_of(input)).value());
        const auto from_json =
            planner.answer({.plan = plan_from_object(json["answers"][0]["plan"])->plan}, {.estimate = {.timeline = false}});
        QVERIFY2(from_json.ok(), from_json.ok() ? "" : from_json.error().message().c_str());
        QCOMPARE(figures_of(estimate_to_json(*from_json)).dump(), figures.dump());
        const std::string card = card::with_block("# A\n\n## Hardware\n", card_block(input)).value();
        const Result<ParsedSession> session = card::plans_of_card(card);
        QVERIFY2(session.ok(), card.c_str());
        const Plan plan = session->session.plan_of(session->session.current());
        QCOMPARE(plan.name, answer.name);
        const auto from_card = planner.answer({.plan = plan}, {.estimate = {.timeline = false}});
        QVERIFY2(from_card.ok(), card.c_str());
        QCOMPARE(figures_of(estimate_to_json(*from_card)).dump(), figures.dump());
    }
};

PLIMSOLL_TEST(TestRoundTrip)
} // namespace PLIMSOLL_FILE
#include "test_round_trip.moc"
