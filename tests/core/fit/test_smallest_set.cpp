// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/advice.h"
#include "core/fit/sets/smallest_set.h"
#include "core/load/load.h"
#include "core/plan/plan_json.h"
#include "tests/test_program.h"

#include <QTest>

#include <algorithm>
#include <bit>
#include <nlohmann/json.hpp>
#include <random>

namespace PLIMSOLL_FILE {

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

    /// Small models, training, QLoRA and serving, each against budgets that one, two, three or no changes meet.
    void a_plan_keeps_its_model_where_three_changes_are_enough_data()
    {
        QTest::addColumn<QString>("plan");
        QTest::addColumn<double>("share");
        const std::vector<std::pair<const char *, QString>> kinds{
            {"full", R"("method": "full", "sequence_length": 512, "micro_batch": 2)"},
            {"full trl", R"("method": "full", "stack": "trl", "sequence_length": 1024)"},
            {"qlora", R"("method": "qlora", "sequence_length": 1024, "micro_batch": 2)"},
            {"lora", R"("method": "lora", "sequence_length": 2048, "attention": "eager")"},
            {"serve", R"("task": "infer", "inference": {"context": 8192, "sequences": 3})"},
            {"vllm", R"("task": "infer", "inference": {"engine": "vllm", "context": 8192, "sequences": 8})"}};
        for (const char *model : {"qwen2.5-0.5b", "gemma-3-1b-it"})
            for (const auto &[name, rest] : kinds)
                for (const double share : {0.6, 0.4})
                    QTest::addRow("%s %s %.2f", model, name, share)
                        << QStringLiteral(R"({"model": {"preset": "%1"}, %2, "target": {"budget_bytes": %3}})").arg(model, rest)
                        << share;
    }
    void a_plan_keeps_its_model_where_three_changes_are_enough()
    {
        QFETCH(QString, plan);
        QFETCH(double, share);
        const Result<ParsedPlan> whole = plan_from_json(std::string_view(plan.arg(64 * gib).toStdString()));
        QVERIFY(whole.ok());
        const Result<Estimate> need = estimate(*load_model(whole->plan.model), whole->plan, advice_target(whole->plan)->facts);
        QVERIFY(need.ok());
        const auto budget = static_cast<Bytes>(share * static_cast<double>(need->fullest().needed()));
        const auto asked = solved(plan.arg(budget).toStdString());
        QVERIFY(asked.has_value());
        QVERIFY(std::ranges::is_sorted(asked->advice, {}, &Advice::touches));
        QVERIFY(!fits(*asked, json::object()));
        const Advice *solution = solution_in(asked->advice);
        const bool keeps = solution && solution->touches <= AdviceKind::costs && solution->parts <= 3 &&
                           !json::parse(solution->change).contains("method");
        QCOMPARE(keeps, some_set_fits(*asked));
        const ArchitectureRef model = *load_model(asked->plan.model);
        const Result<std::optional<Advice>> ahead =
            solution_for(estimator_for(model), asked->plan, asked->target, quick_estimator_for(model));
        QVERIFY(ahead.ok());
        QCOMPARE(ahead->has_value(), solution != nullptr && solution->touches <= AdviceKind::costs);
        if (*ahead) QCOMPARE(**ahead == *solution, true); // known before the list, and the same
        if (!solution || solution->touches > AdviceKind::costs) return;
        const Result<Estimate> then = with(*asked, json::parse(solution->change));
        QVERIFY(then.ok());
        QCOMPARE(then->fullest().needed(), solution->device);
        QCOMPARE(verdict_for(*then, asked->target).word(), Word::fits);
    }
};

PLIMSOLL_TEST(TestSmallestSet)
} // namespace PLIMSOLL_FILE
#include "test_smallest_set.moc"
