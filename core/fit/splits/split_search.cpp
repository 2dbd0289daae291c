// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/splits/split_search.h"

#include "core/clock/run_time.h"
#include "core/fit/splits/split_ways.h"
#include "core/ground/durations.h"
#include "core/ground/phrase.h"
#include "core/ground/text.h"
#include "core/parallel/mesh.h"

#include <algorithm>
#include <limits>
#include <set>
#include <tuple>

namespace plimsoll {

namespace {

constexpr Count split_search_most_accumulation = 1'048'576, split_search_most_micro_batch = 65'536; // of the plan's fields

/// Bytes that a rank sends, stretched by the time in which a pipeline waits.
double cost_of(const Split &split) { return static_cast<double>(split.sent) / std::max(1.0 - split.bubble, 1e-6); }

/// What the order asks for first; nothing is slower than what nobody knows the speed of.
double asked_first(const Split &split, SplitOrder order)
{
    if (order == SplitOrder::sent) return 0;
    const double hours = split.hours.value_or(std::numeric_limits<double>::max());
    return order == SplitOrder::cost && split.hours ? hours * static_cast<double>(split.cards) : hours;
}

auto rank_of(const Split &split, SplitOrder order)
{
    return std::tuple(asked_first(split, order), split.price_hour.value_or(0.0), split.cards,
                      split.parallel.offload != Offload::none, cost_of(split), split.need.device);
}

std::string why_of(const Split &split)
{
    const auto gib = [](Bytes bytes) { return localised(gib_brief(bytes)); };
    std::string out = phrase(QT_TRANSLATE_NOOP("core", "%1 cards; each rank sends %2 GiB a step"),
                             {std::to_string(split.cards), gib(split.sent)});
    if (split.cards == 1) out = phrase(QT_TRANSLATE_NOOP("core", "one card, nothing is sent"));
    if (split.hours) out += phrase(QT_TRANSLATE_NOOP("core", "; a million tokens in %1"), {time_in_words(*split.hours * 3600)});
    if (split.bubble > 0)
        out += phrase(QT_TRANSLATE_NOOP("core", ", and waits %1 % of it for other stages"),
                      {localised(fixed(100 * split.bubble, 0))});
    if (split.parallel.offload != Offload::none)
        out += phrase(QT_TRANSLATE_NOOP("core", "; the host holds %1 GiB, which cross PCIe every step"), {gib(split.host)});
    return out;
}

/// One search: candidates are tried in the order of their ways.
class Search {
public:
    Search(const Estimator &count, const Estimator &exact, const SplitQuestion &question, const SplitProgress &progress)
        : m_count(count), m_exact(exact), m_question(question), m_progress(progress)
    {}

    SplitSearch run()
    {
        std::vector<Count> numbers;
        if (m_question.goal == SplitGoal::fewest)
            for (Count cards = 1; cards < m_question.cards.count; cards *= 2) numbers.push_back(cards);
        numbers.push_back(m_question.cards.count);
        std::vector<std::pair<Count, std::vector<Parallel>>> ways;
        for (const Count cards : numbers) {
            ways.emplace_back(cards, split_ways(m_question.plan, cards, in_node()));
            m_all += static_cast<Count>(ways.back().second.size());
        }
        for (const auto &[cards, of_cards] : ways) {
            for (const Parallel &parallel : of_cards) {
                if (m_progress && !m_progress(m_out.tried, m_all)) {
                    m_out.cancelled = true;
                    break;
                }
                look_at(cards, parallel);
                ++m_out.tried;
            }
            if (m_out.cancelled || (m_question.goal == SplitGoal::fewest && settle())) break;
        }
        if (m_question.goal != SplitGoal::fewest || m_out.cancelled) (void)settle();
        std::ranges::sort(m_short, {}, [](const Split &s) { return s.need.interval.high - s.usable; });
        m_short.resize(std::min(m_short.size(), m_question.most));
        if (m_out.ranked.empty()) m_out.closest = std::move(m_short);
        return std::move(m_out);
    }

private:
    [[nodiscard]] Count in_node() const
    {
        const Plan &plan = m_question.plan;
        const Count cards = m_question.cards.facts.gpus_per_node;
        return plan.has("parallel.gpus_per_node") ? plan.parallel.gpus_per_node.value_or(cards) : cards;
    }

    [[nodiscard]] Plan plan_of(const Parallel &parallel, Count micro_batch, Count accumulation) const
    {
        Plan plan = with_parallel(m_question.plan, parallel);
        plan.micro_batch = micro_batch;
        plan.gradient_accumulation = accumulation;
        plan.given.insert("micro_batch");
        plan.given.insert("gradient_accumulation");
        return plan;
    }

    /// Tries one micro batch; nothing where the plan is refused.
    std::optional<Split> tried(const Estimator &estimator, Count cards, const Parallel &parallel, Count rows, Count micro_batch)
    {
        const Plan plan = plan_of(parallel, micro_batch, rows / micro_batch);
        const Result<Estimate> estimate = estimator(plan, m_question.cards.facts);
        if (!estimate) {
            refuse(estimate.error());
            return std::nullopt;
        }
        Split out;
        out.gpu = m_question.cards.name();
        out.cards = cards;
        out.parallel = parallel;
        out.micro_batch = micro_batch;
        out.gradient_accumulation = rows / micro_batch;
        const Room room = room_on(*estimate, m_question.cards);
        out.need = room.need;
        out.usable = room.usable;
        out.replayed = estimate->replayed;
        const bool whole = estimate->lower_bound_reason.empty();
        out.fits = !whole ? Fits::unknown : room.need.interval.high <= room.usable ? Fits::yes : Fits::no;
        out.sent = estimate->run.communication ? estimate->run.communication->bytes : 0;
        if (const auto &host = estimate->run.host) out.host = std::max(host->load, host->steady);
        if (m_question.host_memory && out.host > *m_question.host_memory) {
            out.fits = Fits::no;
            refuse({"parallel", words_for(parallel),
                    phrase(QT_TRANSLATE_NOOP("core", "a host with %1 GiB of memory"), {localised(gib_brief(out.host))}),
                    phrase(QT_TRANSLATE_NOOP("core", "the host has %1 GiB"), {localised(gib_brief(*m_question.host_memory))})});
        }
        if (m_question.order != SplitOrder::sent)
            if (const std::optional<RunTime> time = time_of(*estimate, m_question.cards.facts))
                if (const auto seconds = seconds_for_tokens(*time, 1e6)) out.hours = *seconds / 3600;
        const Count in_flight = parallel.micro_batches.value_or(out.gradient_accumulation) * parallel.virtual_stages;
        if (parallel.pipeline > 1)
            out.bubble = static_cast<double>(parallel.pipeline - 1) / static_cast<double>(in_flight + parallel.pipeline - 1);
        return out;
    }

    void refuse(const Error &error)
    {
        if (m_said.insert(error.field + error.text).second) m_out.refused.push_back(error.message());
    }

    /// Micro batches that make the rows of one data-parallel rank, ascending.
    [[nodiscard]] static std::vector<Count> divisors(Count rows)
    {
        std::vector<Count> out;
        for (Count batch = 1; batch <= std::min(rows, split_search_most_micro_batch); ++batch)
            if (rows % batch == 0 && rows / batch <= split_search_most_accumulation) out.push_back(batch);
        return out;
    }

    /// Keeps the largest micro batch that fits, or what is lacking at the least.
    void look_at(Count cards, const Parallel &parallel)
    {
        if (m_question.global_batch % parallel.data != 0) {
            refuse({"global_batch",
                    std::to_string(m_question.global_batch),
                    phrase(QT_TRANSLATE_NOOP("core", "a multiple of %1 data-parallel ranks"), {std::to_string(parallel.data)}),
                    {}});
            return;
        }
        const Count rows = m_question.global_batch / parallel.data;
        const std::vector<Count> batches = divisors(rows);
        if (batches.empty()) return;
        // what is accumulated stands through the next forward, under FSDP whole: all at once may fit where less does not
        std::optional<Split> best = tried(m_count, cards, parallel, rows, batches.back());
        if (!best) return;
        if (best->fits == Fits::yes) return m_fitting.push_back(*std::move(best));
        best = tried(m_count, cards, parallel, rows, batches.front());
        if (!best) return;
        if (best->fits != Fits::yes) return m_short.push_back(*std::move(best));
        std::size_t fits = 0, fails = batches.size();
        while (fails - fits > 1) {
            const std::size_t middle = fits + (fails - fits) / 2;
            std::optional<Split> larger = tried(m_count, cards, parallel, rows, batches[middle]);
            const bool holds = larger && larger->fits == Fits::yes;
            if (holds) best = std::move(larger);
            (holds ? fits : fails) = middle;
        }
        m_fitting.push_back(*std::move(best));
    }

    /// Holds the best against the replayed allocator, with smaller micro batches where that asks for more. Whether any stands.
    bool settle()
    {
        const auto rank = [this](const Split &split) { return rank_of(split, m_question.order); };
        std::ranges::stable_sort(m_fitting, {}, rank);
        for (const Split &counted : m_fitting) {
            if (m_out.ranked.size() == m_question.most) break;
            if (m_progress && !m_progress(m_out.tried, m_all)) {
                m_out.cancelled = true;
                break;
            }
            if (std::optional<Split> exact = confirmed(counted)) m_out.ranked.push_back(*std::move(exact));
        }
        m_fitting.clear();
        std::ranges::stable_sort(m_out.ranked, {}, rank);
        for (Split &split : m_out.ranked) split.why = why_of(split);
        return !m_out.ranked.empty();
    }

    std::optional<Split> confirmed(const Split &counted)
    {
        const Count rows = counted.micro_batch * counted.gradient_accumulation;
        const std::vector<Count> batches = divisors(rows);
        auto at = std::ranges::find(batches, counted.micro_batch);
        for (int left = 3; left > 0; --left) {
            std::optional<Split> exact = tried(m_exact, counted.cards, counted.parallel, rows, *at);
            if (exact && exact->fits == Fits::yes) return exact;
            if (exact && at == batches.begin()) m_short.push_back(*std::move(exact));
            if (at == batches.begin()) break;
            --at;
        }
        return std::nullopt;
    }

    const Estimator &m_count;
    const Estimator &m_exact;
    const SplitQuestion &m_question;
    const SplitProgress &m_progress;
    Count m_all = 0;
    SplitSearch m_out;
    std::vector<Split> m_fitting, m_short;
    std::set<std::string> m_said;
};

} // namespace

SplitSearch search_splits(const Estimator &count, const Estimator &exact, const SplitQuestion &question,
                          const SplitProgress &progress)
{
    return Search(count, exact, question, progress).run();
}

} // namespace plimsoll
