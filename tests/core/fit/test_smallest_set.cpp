// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/advice.h"
#include "core/fit/smallest_set.h"
#include "core/load/load.h"
#include "core/plan/plan_json.h"
#include "tests/test_program.h"

#include <QTest>

#include <algorithm>
#include <bit>
#include <nlohmann/json.hpp>
#include <random>

using namespace plimsoll;
using nlohmann::json;

namespace {

/// Of the sets that fit, by trying every one: lowest tier, smallest, cheapest, first.
std::optional<MemberSet> by_trying(const std::vector<SetMember> &members, const std::function<bool(const MemberSet &)> &fits)
{
    using Key = std::tuple<int, std::size_t, std::vector<CostKind>, MemberSet>;
    std::optional<Key> best;
    for (unsigned bits = 1; bits < 1U << members.size(); ++bits) {
        MemberSet set;
        std::vector<CostKind> costs;
        std::vector<std::string> groups;
        int tier = 0;
        for (std::size_t at = 0; at < members.size(); ++at) {
            if (!(bits >> at & 1U)) continue;
            set.push_back(at);
            costs.push_back(members[at].cost);
            groups.push_back(members[at].group);
            tier = std::max(tier, members[at].tier);
        }
        std::ranges::sort(groups);
        if (set.size() > largest_set || std::ranges::adjacent_find(groups) != groups.end() || !fits(set)) continue;
        std::ranges::sort(costs, std::greater{});
        Key key{tier, set.size(), costs, set};
        if (!best || key < *best) best = std::move(key);
    }
    return best ? std::optional(std::get<3>(*best)) : std::nullopt;
}

struct Solved {
    Plan plan;
    Node target;
    std::vector<Advice> advice;
};

std::optional<Solved> solved(const std::string &text)
{
    const Result<ParsedPlan> parsed = plan_from_json(std::string_view(text));
    if (!parsed) return std::nullopt;
    Solved out{parsed->plan, *advice_target(parsed->plan), {}};
    Result<std::vector<Advice>> advice = advise(*load_model(out.plan.model), out.plan, out.target);
    if (!advice) return std::nullopt;
    out.advice = *std::move(advice);
    return out;
}

Result<Estimate> with(const Solved &asked, const json &patch)
{
    const Result<ParsedPlan> changed = with_patch(asked.plan, patch);
    if (!changed) return changed.error();
    return estimate(*load_model(changed->plan.model), changed->plan, asked.target.facts, {.timeline = false, .explain = false});
}

bool fits(const Solved &asked, const json &patch)
{
    const Result<Estimate> made = with(asked, patch);
    return made && verdict_for(*made, asked.target).word() == Word::fits;
}

/// What a set touches may not stand beside another: the same field.
bool overlap(const json &a, const json &b)
{
    for (const auto &[key, value] : a.items())
        if (b.contains(key) && (!value.is_object() || !b[key].is_object() || overlap(value, b[key]))) return true;
    return false;
}

/// Whether some set of at most three listed changes that keep model and method fits, by trying every one.
bool some_set_fits(const Solved &asked)
{
    std::vector<json> patches;
    for (const Advice &one : asked.advice) {
        if (one.change.empty() || one.parts > 1 || one.touches > AdviceKind::costs) continue;
        json patch = json::parse(one.change);
        if (!patch.contains("method")) patches.push_back(std::move(patch));
    }
    const std::size_t count = patches.size();
    for (std::size_t i = 0; i < count; ++i) {
        if (fits(asked, patches[i])) return true;
        for (std::size_t j = i + 1; j < count; ++j) {
            if (overlap(patches[i], patches[j])) continue;
            json two = patches[i];
            two.update(patches[j], true);
            if (fits(asked, two)) return true;
            for (std::size_t k = j + 1; k < count; ++k) {
                if (overlap(two, patches[k])) continue;
                json three = two;
                three.update(patches[k], true);
                if (fits(asked, three)) return true;
            }
        }
    }
    return false;
}

} // namespace

class TestSmallestSet : public QObject {
    Q_OBJECT
private slots:
    void is_what_trying_all_finds()
    {
        std::mt19937 random(46);
        int found = 0, none = 0;
        for (int round = 0; round < 400; ++round) {
            std::vector<SetMember> members;
            std::vector<int> bytes;
            for (unsigned at = 0; at < 3 + random() % 7; ++at) {
                members.push_back({std::string(1, static_cast<char>('a' + random() % 6)), static_cast<CostKind>(random() % 4),
                                   static_cast<int>(random() % 3)});
                bytes.push_back(static_cast<int>(random() % 100));
            }
            const int needed = static_cast<int>(random() % 300);
            const auto fits = [&](const MemberSet &set) {
                int sum = 0;
                for (const std::size_t at : set) sum += bytes[at];
                return sum - (set.size() > 1 && set[0] % 2 == 1 ? 20 : 0) >= needed; // savings are no sums
            };
            const auto set = smallest_set(
                members, [](const MemberSet &) { return true; }, fits);
            QCOMPARE(set, by_trying(members, fits));
            ++(set ? found : none);
        }
        QVERIFY(found > 50 && none > 50);
    }

    void a_plan_keeps_its_model_where_three_changes_are_enough_data()
    {
        QTest::addColumn<QString>("plan");
        const auto row = [](const char *name, const QString &model, const QString &rest, const QString &card) {
            QTest::newRow(name)
                << QStringLiteral(R"({"model": {"preset": "%1"}, %2, "target": {"gpus": ["%3"]}})").arg(model, rest, card);
        };
        row("qlora", "llama-3.1-8b", R"("method": "qlora")", "RTX 3060 12GB");
        row("qlora, one change", "qwen2.5-7b", R"("method": "qlora", "stack": "trl", "micro_batch": 2)", "RTX 3060 12GB");
        row("full", "qwen2.5-0.5b", R"("method": "full", "sequence_length": 4096, "micro_batch": 2)", "RTX 3060 12GB");
        row("full, nothing helps", "llama-3.1-8b", R"("method": "full")", "RTX 3060 12GB");
        row("lora", "qwen2.5-1.5b", R"("method": "lora", "sequence_length": 8192)", "T4");
        row("runs", "qwen2.5-7b", R"("task": "infer", "inference": {"context": 16384, "sequences": 2})", "RTX 3060 12GB");
    }
    void a_plan_keeps_its_model_where_three_changes_are_enough()
    {
        QFETCH(QString, plan);
        const auto asked = solved(plan.toStdString());
        QVERIFY2(asked.has_value(), qPrintable(plan));
        QVERIFY(std::ranges::is_sorted(asked->advice, {}, &Advice::touches));
        const Advice *solution = solution_in(asked->advice);
        const bool keeps = solution && solution->touches <= AdviceKind::costs && solution->parts <= 3 &&
                           !json::parse(solution->change).contains("method");
        if (fits(*asked, json::object())) return;
        QCOMPARE(keeps, some_set_fits(*asked));
        if (!solution || solution->touches > AdviceKind::costs) return;
        const Result<Estimate> then = with(*asked, json::parse(solution->change));
        QVERIFY(then.ok());
        QCOMPARE(then->fullest().needed(), solution->device);
        QCOMPARE(verdict_for(*then, asked->target).word(), Word::fits);
    }
};

PLIMSOLL_TEST(TestSmallestSet)
#include "test_smallest_set.moc"
