// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/choice.h"

#include "core/cards/precision.h"
#include "core/fit/per_card.h"
#include "core/fit/splits/split_search.h"
#include "core/ground/phrase.h"
#include "core/ground/text.h"
#include "core/parallel/mesh.h"
#include "core/resolve/runners.h"

#include <algorithm>
#include <array>

namespace plimsoll {

bool computes_in(const ResolvedPlan &plan, const Gpu &gpu)
{
    return dtype_was_auto(plan) || precision_notes(plan.plan, gpu).empty();
}

namespace {

constexpr std::array<std::string_view, 5> minimized{"card", "cards", "price", "hours", "cost"};
constexpr Count choice_most_micro_batch = 65'536, choice_most_accumulation = 1'048'576; // of the plan's fields

std::string figure(Bytes bytes) { return localised(gib_brief(bytes)); }

Minimum choice_of(const Verdict &verdict, std::string reason)
{
    Minimum out;
    out.gpu = verdict.gpu;
    out.count = 1;
    out.need = verdict.need;
    out.usable = verdict.usable;
    out.reason = std::move(reason);
    return out;
}

Minimum none_of(const Estimate &estimate, std::string reason)
{
    Minimum out;
    out.need = need_on(estimate, estimate.device);
    out.not_known = !estimate.lower_bound_reason.empty();
    out.reason = out.not_known ? estimate.lower_bound_reason : std::move(reason);
    return out;
}

/// Looks for the largest micro batch of one node.
class Splitter {
public:
    Splitter(const Estimator &estimator, const Plan &plan, const Node &node, Count global)
        : m_estimator(estimator), m_plan(plan), m_node(node), m_rows(global / node.count)
    {
        m_out.gpu = node.name();
        m_out.cards = node.count;
        m_out.global_batch = global;
    }

    Result<BatchSplit> run()
    {
        if (m_out.global_batch % m_node.count != 0) {
            m_out.reason = phrase(QT_TRANSLATE_NOOP("core", "%1 is no multiple of %2 cards"),
                                  {localised(grouped(m_out.global_batch)), std::to_string(m_node.count)});
            return m_out;
        }
        const std::vector<Count> batches = divisors();
        if (batches.empty()) {
            m_out.reason = phrase(QT_TRANSLATE_NOOP("core", "no micro batch up to %1 is accumulated at most %2 times"),
                                  {localised(grouped(choice_most_micro_batch)), localised(grouped(choice_most_accumulation))});
            return m_out;
        }
        // accumulated gradients stand through the next forward, so that all at once may fit where less does not
        if (tried(batches.front())) return m_out;
        std::size_t fits = batches.size(), fails = 0;
        while (fits - fails > 1) {
            const std::size_t middle = fails + (fits - fails) / 2;
            (tried(batches[middle]) ? fits : fails) = middle;
        }
        if (!m_out.micro_batch && !m_error) (void)tried(batches.back()); // for what it needs
        if (m_error) return *m_error;
        return m_out;
    }

private:
    /// Micro batches that make the rows of one card, largest first.
    [[nodiscard]] std::vector<Count> divisors() const
    {
        std::vector<Count> out;
        for (Count batch = std::min(m_rows, choice_most_micro_batch); batch >= 1 && m_rows / batch <= choice_most_accumulation;
             --batch)
            if (m_rows % batch == 0) out.push_back(batch);
        return out;
    }

    /// Whether it fits; keeps it where it does, and says what the least one needs where nothing has.
    bool tried(Count batch)
    {
        Plan plan = with_value(m_plan, SolveField::micro_batch, batch);
        plan.gradient_accumulation = m_rows / batch;
        plan.given.insert("gradient_accumulation");
        if (m_node.count > 1 && !plan.parallel.several()) { // each card a rank with a copy of its own
            plan.parallel.data = m_node.count;
            plan.given.insert("parallel.data");
        }
        const Result<Estimate> estimate = m_estimator(plan, m_node.facts);
        if (!estimate) {
            if (batch == 1) m_error = estimate.error();
            return false;
        }
        const Room room = room_on(*estimate, m_node);
        const Bytes buckets = buckets_of(*estimate);
        const bool fits = estimate->lower_bound_reason.empty() && room.need.interval.high <= room.usable;
        if (!fits && m_out.micro_batch) return false;
        m_out.need = room.need;
        m_out.usable = room.usable;
        if (!fits) {
            m_out.not_known = !estimate->lower_bound_reason.empty() && room.need.interval.high <= room.usable;
            m_out.reason = m_out.not_known ? estimate->lower_bound_reason : short_of(batch, room, buckets);
            return false;
        }
        m_out.not_known = false;
        m_out.micro_batch = batch;
        m_out.gradient_accumulation = m_rows / batch;
        m_out.reason = why_this(batch == m_rows, buckets);
        return true;
    }

    /// What the ranks' engine keeps for their exchange, of what is counted at the peak.
    static Bytes buckets_of(const Estimate &estimate)
    {
        Bytes out = 0;
        for (const BreakdownLine &line : estimate.fullest().at_peak)
            if (line.component == Component::communication) out += line.bytes;
        return out;
    }

    static std::string short_of(Count batch, const Room &room, Bytes buckets)
    {
        return phrase(buckets > 0 ? QT_TRANSLATE_NOOP("core", "%1 needs %2 to %3 of %4 GiB usable, %5 of it DDP's buckets")
                                  : QT_TRANSLATE_NOOP("core", "%1 needs %2 to %3 of %4 GiB usable"),
                      {"micro_batch " + localised(grouped(batch)), figure(room.need.interval.low),
                       figure(room.need.interval.high), figure(room.usable), figure(buckets)});
    }

    static std::string why_this(bool whole, Bytes buckets)
    {
        if (buckets == 0)
            return phrase(whole ? QT_TRANSLATE_NOOP("core", "all of it at once fits")
                                : QT_TRANSLATE_NOOP("core", "the next larger part of it does not fit"));
        return phrase(
            whole ? QT_TRANSLATE_NOOP("core", "all of it at once fits; DDP's buckets of %1 GiB are counted")
                  : QT_TRANSLATE_NOOP("core", "the next larger part of it does not fit; DDP's buckets of %1 GiB are counted"),
            {figure(buckets)});
    }

    const Estimator &m_estimator;
    const Plan &m_plan;
    const Node &m_node;
    Count m_rows;
    BatchSplit m_out;
    std::optional<Error> m_error;
};

/// Cards among which transformers' device_map="auto" puts a model that does not train, layer behind layer: accelerate 1.15
/// get_balanced_memory lets each take an equal share of the weights and 1.25 layers more. Keys, values and what is captured
/// stand where their layers do; all else stands on each card in its turn, as do context and libraries. Nothing where that
/// cannot be told.
std::optional<Minimum> split_by_layers(const Estimate &estimate, const Verdict &verdict)
{
    const Plan &plan = estimate.plan.plan;
    const bool splits = plan.task != Task::train && !claims_memory(plan) && verdict.fits != Fits::unknown;
    if (!splits || !estimate.architecture || !estimate.architecture->decoder) return std::nullopt;
    Bytes of_layers = 0;
    for (const BreakdownLine &line : estimate.fullest().at_peak) {
        using enum Component;
        const bool follows = line.component == weights || line.component == quantization_metadata || line.component == kv_cache ||
                             line.component == captured_states;
        if (follows) of_layers += line.bytes;
    }
    const Bytes high = verdict.need.interval.high, low = verdict.need.interval.low;
    const Count layers = estimate.architecture->decoder->layer_count();
    if (of_layers > low) return std::nullopt;
    for (Count cards = 2; cards <= std::min<Count>(layers, 64); ++cards) {
        const Bytes share = of_layers / cards + of_layers / layers * 5 / 4;
        if (high - of_layers + share > verdict.usable) continue;
        Minimum out = choice_of(verdict, phrase(QT_TRANSLATE_NOOP("core", "%1 puts the layers on them in turn; the fullest holds "
                                                                          "%2 to %3 of %4 GiB usable"),
                                                {"device_map=\"auto\"", figure(low - of_layers + share),
                                                 figure(high - of_layers + share), figure(verdict.usable)}));
        out.count = cards;
        out.need.device -= of_layers - share;
        out.need.interval = {low - of_layers + share, high - of_layers + share};
        return out;
    }
    return std::nullopt;
}

} // namespace

std::vector<const Gpu *> cards_as_sold(const ResolvedPlan &plan)
{
    std::vector<const Gpu *> out;
    for (const Gpu &gpu : gpu_catalogue()) {
        const bool common =
            gpu.vendor == "NVIDIA" && !gpu.aftermarket && !gpu.unified_memory && gpu.form != "laptop" && gpu.form != "slice";
        if (common && computes_in(plan, gpu)) out.push_back(&gpu);
    }
    std::ranges::stable_sort(out, {}, &Gpu::usable_bytes);
    return out;
}

std::string_view name_of(MinimizeField field) { return minimized[static_cast<std::size_t>(field)]; }

std::optional<MinimizeField> minimize_field(std::string_view name)
{
    const auto *const found = std::ranges::find(minimized, name);
    if (found == minimized.end()) return std::nullopt;
    return static_cast<MinimizeField>(found - minimized.begin());
}

std::string_view minimize_fields() { return "card | cards | price | hours | cost"; }

Minimum smallest_card(const Estimate &estimate)
{
    PerCard per_card(estimate);
    for (const Gpu *gpu : cards_as_sold(estimate.plan)) {
        if (!may_fit(estimate, *gpu)) continue;
        const Verdict verdict = per_card.verdict(*gpu);
        if (verdict.fits == Fits::yes)
            return choice_of(verdict, phrase(QT_TRANSLATE_NOOP("core", "no card with less memory fits")));
    }
    return none_of(estimate, phrase(QT_TRANSLATE_NOOP("core", "no single card is known that holds it")));
}

namespace {

/// The fewest of this card that a training fits on, spread in whatever way keeps its global batch; nothing where none is known.
std::optional<Minimum> fewest_by_splitting(const Estimate &estimate, const Gpu &gpu, const Verdict &one)
{
    constexpr int most_cards = 64;
    const Plan &plan = estimate.plan.plan;
    if (plan.task != Task::train || !estimate.architecture || one.fits == Fits::unknown) return std::nullopt;
    const Count data = plan.parallel.data, rows = plan.micro_batch * plan.gradient_accumulation * data;
    // a batch that no ranks share is as many sequences as there are of them
    SplitQuestion question{plan, std::max<Count>(rows, most_cards), node_of(gpu, most_cards), SplitGoal::fewest};
    question.most = 1;
    const SplitSearch search =
        search_splits(quick_estimator_for(estimate.architecture), estimator_for(estimate.architecture), question);
    if (search.ranked.empty()) return std::nullopt;
    const Split &best = search.ranked.front();
    Minimum out = choice_of(one, phrase(QT_TRANSLATE_NOOP("core", "%1 with a global batch of %2 (micro_batch %3): %4"),
                                        {words_for(best.parallel), localised(grouped(question.global_batch)),
                                         std::to_string(best.micro_batch), best.why}));
    out.count = best.cards;
    out.need = best.need;
    out.usable = best.usable;
    return out;
}

/// The fewest of this card on which an engine holds the whole load, its model shared by tensor ranks or, `by_layers`, one layer
/// behind the other; nothing where it does on none.
std::optional<Minimum> fewest_by_ranks(const Estimate &estimate, const Gpu &gpu, bool by_layers)
{
    constexpr Count most_cards = 64;
    Plan plan = estimate.plan.plan;
    if (!claims_memory(plan) || !estimate.architecture) return std::nullopt;
    Count &ranks = by_layers ? plan.parallel.pipeline : plan.parallel.tensor;
    plan.given.insert(by_layers ? "parallel.pipeline" : "parallel.tensor");
    const Estimator estimator = estimator_for(estimate.architecture);
    const auto next = [&] { ranks = by_layers ? ranks + 1 : 2 * ranks; };
    for (next(); ranks <= most_cards; next()) {
        const Result<Estimate> made = estimator(plan, gpu.facts());
        if (!made) continue; // it has no such ranks, or heads that so many do not divide
        const Verdict verdict = verdict_for(*made, gpu);
        if (verdict.fits != Fits::yes) continue;
        Minimum out = choice_of(verdict, phrase(by_layers ? QT_TRANSLATE_NOOP("core", "its layers are spread over %1 cards")
                                                          : QT_TRANSLATE_NOOP("core", "%1 tensor ranks share the model"),
                                                {std::to_string(ranks)}));
        out.count = cards_used(made->plan.plan);
        return out;
    }
    return std::nullopt;
}

} // namespace

Minimum fewest_cards(const Estimate &estimate, const Gpu &gpu)
{
    const Verdict verdict = PerCard(estimate).verdict(gpu);
    if (verdict.fits == Fits::yes) return choice_of(verdict, phrase(QT_TRANSLATE_NOOP("core", "one holds all of it")));
    if (const std::optional<Minimum> split = split_by_layers(estimate, verdict)) return *split;
    if (const std::optional<Minimum> split = fewest_by_splitting(estimate, gpu, verdict)) return *split;
    for (const bool by_layers : {false, true})
        if (const std::optional<Minimum> split = fewest_by_ranks(estimate, gpu, by_layers)) return *split;
    Minimum none = choice_of(
        verdict,
        phrase(QT_TRANSLATE_NOOP("core", "one card needs %1 to %2 of %3 GiB usable, and no way of splitting the plan over "
                                         "more of them is known to fit"),
               {figure(verdict.need.interval.low), figure(verdict.need.interval.high), figure(verdict.usable)}));
    none.count.reset();
    none.not_known = verdict.fits == Fits::unknown;
    if (none.not_known) none.reason = verdict.left_out;
    return none;
}

Minimum cheapest_machine(const Estimate &estimate)
{
    for (const RatedOffer &rated : fitting_offers(estimate)) {
        const Result<GpuMatch> match = find_gpu(rated.offer->gpu);
        if (!match || !computes_in(estimate.plan, *match->gpu)) continue;
        Minimum out = choice_of(rated.verdict,
                                phrase(QT_TRANSLATE_NOOP("core", "the lowest price known, of %1"), {rated.offer->price_date}));
        out.count = rated.machines * static_cast<Count>(rated.offer->count);
        out.offer = rated;
        return out;
    }
    return none_of(estimate, phrase(QT_TRANSLATE_NOOP("core", "it fits on no card of an offer whose price is known")));
}

Result<std::vector<BatchSplit>> split_for_target(const Estimator &estimator, const Plan &resolved, Count global_batch)
{
    if (resolved.task != Task::train)
        return Error{"global_batch", phrase(QT_TRANSLATE_NOOP("core", "a plan that does not train")), "task train", {}};
    const Result<Cluster> cluster = cluster_of(resolved.target);
    if (!cluster) return cluster.error();
    if (cluster->empty()) return no_target();
    std::vector<BatchSplit> out;
    for (const Node &node : cluster->nodes) {
        Result<BatchSplit> split = Splitter(estimator, resolved, node, global_batch).run();
        if (!split) return split.error();
        out.push_back(std::move(*split));
    }
    return out;
}

} // namespace plimsoll
