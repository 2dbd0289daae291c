// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/fit/need_curve.h"
#include "core/fit/verdict.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

/// What can be made as large as the card allows.
enum class SolveField : std::uint8_t { micro_batch, sequence_length, rank, sequences, context };
[[nodiscard]] std::string_view name_of(SolveField field);
/// Where it stands in a plan: "inference.context".
[[nodiscard]] const char *path_of(SolveField field);
[[nodiscard]] std::optional<SolveField> solve_field(std::string_view name);
/// "micro_batch | sequence_length | …" as errors and help show it.
[[nodiscard]] const std::string &solve_fields();

/// Whether the field counts for this plan (resolved): `sequences` and `context` for inference, `rank` for an adapter, the
/// others for training and extraction. The error says which do.
/// Positions that the model was made for; absent where its configuration names none.
[[nodiscard]] std::optional<Count> positions_of(const Architecture &architecture);
/// "longer than the 1,024 positions that the model was made for": what memory alone does not end. Empty where it is not longer.
[[nodiscard]] std::string beyond_positions(const Architecture &architecture, Count length);

[[nodiscard]] Result<SolveField> solvable(SolveField field, const Plan &plan);

/// The plan with the field set, and marked as given.
[[nodiscard]] Plan with_value(Plan plan, SolveField field, Count value);
[[nodiscard]] Count value_in(const Plan &plan, SolveField field);

/// The largest value that fits on a card, or why there is none.
struct Solution {
    std::string gpu; ///< catalogue's name; "16 GiB budget" for budgets
    int count = 1;
    SolveField field = SolveField::micro_batch;
    std::optional<Count> value;      ///< fits with its whole interval, value + 1 does not; absent: not even the least value fits
    std::optional<Count> tight = {}; ///< the largest that is at least tight, where add_tight() looked; absent: none is
    std::optional<Count> likely =
        {};                ///< the largest whose need by the middle of the estimate has room, where add_likely() looked
    Need need;             ///< at the value; at the least value where none fits
    bool at_least = false; ///< `need` is a lower bound, which was enough to know that none fits
    Bytes usable = 0;
    std::string reason;     ///< what ends it: memory, the planner's own limit, or an error of the plan; why there is none
    bool not_known = false; ///< there is none because the least value's need is a lower bound, which has room
    bool operator==(const Solution &) const = default;
};

/// Estimates a plan for a card. estimate() as a rule; tests put something simpler in its place.
using Estimator = std::function<Result<Estimate>(const Plan &, const CardFacts &)>;
/// estimate() of one model without timeline and explanations.
[[nodiscard]] Estimator estimator_for(ArchitectureRef architecture);
/// The same without the allocator's replay, a hundredth of the work: it shows a solver where to look.
[[nodiscard]] Estimator quick_estimator_for(ArchitectureRef architecture);
/// One of both, with the work whose time is asked (EstimateOptions::time).
[[nodiscard]] Estimator timed_estimator_for(ArchitectureRef architecture, bool replays);
/// Finds edges for one plan and field, and remembers what was estimated, so that many cards cost little more than one.
/// With a `quick` estimator the edge is looked up on its curve, which all cards share, and only confirmed by `estimator`: the
/// value, and the one after it unless its tensors alone are too many. Cards on which a step is the same share those as well. Not thread-safe, but a copy knows what the
/// others estimate and may work in a thread of its own.
class Solver {
public:
    Solver(Estimator estimator, Plan plan, SolveField field, Estimator quick = {});
    /// Error: the field does not count for this plan, or the plan cannot be estimated at all.
    [[nodiscard]] Result<Solution> on(const Node &node);
    [[nodiscard]] Result<Solution> on_card(const Gpu &gpu, int count = 1) { return on(node_of(gpu, count)); }
    /// About the value that on_card() will find, within a few per cent: the quick curve, held at a dozen points by estimates
    /// for the first card, which all cards share. 0 where not even the least value fits, nothing where nothing can be estimated.
    [[nodiscard]] std::optional<Count> about_on_card(const Gpu &gpu);
    /// A copy that draws its curves anew, for cards whose needs lie apart.
    [[nodiscard]] Solver afresh() const;
    /// A copy that knows what was estimated so far and keeps to itself what it estimates: what it finds does not depend on what
    /// others find meanwhile.
    [[nodiscard]] Solver independent() const;
    /// Looks for the largest value that the node's verdict calls tight, from the solution's own on, and says it in the reason.
    void add_tight(Solution &solution, const Node &node);
    /// Fills Solution::likely: whatever is not sure of the model, the middle of an estimate tells what is likely to run.
    void add_likely(Solution &solution, const Node &node);
    [[nodiscard]] int estimates_made() const { return m_made; }

private:
    struct Pointer;

    struct Known {
        CardFacts device;
        Result<Estimate> estimate;
    };
    /// A node's bytes as the quick curve counts them, and the value that fits.
    struct Solved {
        Bytes on_curve = 0;
        Count edge = 0;
    };
    /// What was estimated, by value. Entries stay where they are.
    struct Store {
        std::mutex mutex;
        std::multimap<Count, Known> known;
        std::vector<Solved> solved;
    };

    [[nodiscard]] const Result<Estimate> *known(Count value, const CardFacts &device) const;
    [[nodiscard]] const Result<Estimate> &estimated(Count value, const CardFacts &device);
    [[nodiscard]] std::optional<Bytes> sampled(Count value);
    [[nodiscard]] const Estimate *least_known(Count value, const CardFacts &device) const;
    [[nodiscard]] std::optional<Room> refused(Count value, const Node &node, bool unlikely_to_fit);
    [[nodiscard]] std::optional<Bytes> held(Count value);
    [[nodiscard]] std::optional<Pointer> pointer_for(const Node &node);
    [[nodiscard]] std::optional<Count> led_near(Count pointed, const Node &node, const EdgeSearch &search) const;
    [[nodiscard]] std::vector<Solved> solved_near(Bytes on_curve) const;
    static void learn_from(const std::vector<Solved> &others, Pointer &pointer);
    [[nodiscard]] Count next_value(const Node &node, const EdgeSearch &search, std::optional<Count> pointed,
                                   const std::vector<Solved> &others, int tried) const;
    void recall(const Node &node, EdgeSearch &search, std::optional<Pointer> &pointer) const;
    [[nodiscard]] Result<Solution> solution(const Node &node, Count edge) const;
    /// "sequence_length 1 needs 14.9 to 25.1 of 23.5 GiB usable"
    [[nodiscard]] std::string needs_of(const Need &need, Bytes usable) const;
    [[nodiscard]] Count least() const;
    [[nodiscard]] Count most() const;

    Estimator m_estimator, m_quick;
    Plan m_plan;
    SolveField m_field;
    std::shared_ptr<Store> m_store = std::make_shared<Store>();
    CardFacts m_curve_device;               ///< the first one; need_on() moves its curve to others
    NeedCurve m_curve, m_held;              ///< of quick estimates; of a few whole ones
    std::multimap<Count, Estimate> m_least; ///< what a value needs at least, of quick estimates
    std::optional<Estimate> m_on_curve;     ///< the latest that was answered
    int m_made = 0;
};

/// What docs/schema/solve.md answers to --maximize: one solution per entry of target.gpus, and the budget; the others do not change it.
/// Of a run over cards of several kinds there is one, of the tightest.
[[nodiscard]] Result<std::vector<Solution>> solve_for_target(const ArchitectureRef &architecture, const Plan &resolved,
                                                             SolveField field);

/// The largest micro batch and sequence length into a verdict of this plan on this card; null where they do not count.
void fill_maxima(Verdict &verdict, const Estimator &estimator, const Plan &resolved, const Node &node,
                 const Estimator &quick = {});

} // namespace plimsoll
