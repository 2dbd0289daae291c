// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/api/advice_answer.h"
#include "core/api/answer.h"
#include "core/api/largest_values.h"
#include "core/api/envelope_question.h"
#include "core/api/interruptible.h"
#include "core/api/json_answers.h"
#include "core/api/model_badges.h"
#include "core/api/models.h"
#include "core/api/question.h"
#include "core/api/oom_answer.h"
#include "core/api/solve/solve_answer.h"
#include "core/api/solve/solve_table.h"
#include "core/api/solve/split_answer.h"
#include "core/api/sweep_answer.h"
#include "core/fit/board.h"
#include "core/report/inspect/inspect_json.h"

#include <functional>
#include <istream>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

/// What is worked out for an answer besides the estimate.
struct AnswerOptions {
    EstimateOptions estimate = {};
    bool maxima = false; ///< the largest micro batch and sequence length for each card
};

/// What a planner asks of others, as values that a test can replace.
struct PlannerParts {
    using Figures =
        std::function<Result<Estimate>(const ArchitectureRef &, const Plan &, const CardFacts &, const EstimateOptions &)>;
    KnownModels::Read read = load_model;  ///< how a model is read
    KnownModels::Fetch fetch = {};        ///< brings the configuration of a Hub id here before; none: nothing does
    KnownModels::Keeping keeping = {};    ///< of models
    Figures figures = plimsoll::estimate; ///< behind Planner::estimate()
};

/// The one way to ask: the command line, the window, the tools and a wheel stand on it. Remembers the models it has read. Any
/// thread may ask at any time. Errors name the field, what was read and what is accepted.
class Planner {
public:
    explicit Planner(PlannerParts parts = {});

    // Values in, values out.

    [[nodiscard]] KnownModels &models() { return m_models; }
    /// What the plan takes of its first card: the figures alone, for who judges or keeps them.
    [[nodiscard]] Result<Estimate> estimate(const Question &question, const EstimateOptions &options = {});
    /// The same of a model that was read already, on a card with these facts whatever the plan's target names: for who keeps
    /// an estimate while its cards move.
    [[nodiscard]] Result<Estimate> estimate(const ArchitectureRef &model, const Plan &plan, const CardFacts &device,
                                            const EstimateOptions &options = {}) const;
    /// Such an estimate judged on each card and in the budget, with the plan's own needs there (its kernels, its context) and
    /// its target.reserve_fraction: as answer() judges.
    [[nodiscard]] static std::vector<Verdict> verdicts(const Estimate &estimate, const Cluster &cluster);
    /// What answer() says of such an estimate beside its figures, on these cards. `without_effect_found`: of it; empty while nobody has looked.
    [[nodiscard]] static Remarks remarks(const Estimate &estimate, const Cluster &cluster,
                                         const std::vector<Warning> &without_effect_found);
    /// Fields that were set and change nothing of it, as only a run can tell: an estimate or more for each that was set, while it is
    /// wanted. None where the estimate has no replay to hold them against.
    [[nodiscard]] static std::vector<Warning> fields_without_effect(const Estimate &estimate, const Wanted &wanted);
    /// Against what is free on a card at this moment.
    [[nodiscard]] static Verdict verdict_now(const Estimate &estimate, const Gpu &gpu, Bytes free);
    /// Estimate, remarks and verdicts.
    [[nodiscard]] Result<PlanAnswer> answer(const Question &question, const AnswerOptions &options = {});
    /// The same of many, in their order, on `threads` threads (0: all of the machine's).
    [[nodiscard]] std::vector<Result<PlanAnswer>> answers(std::span<const Question> questions, const AnswerOptions &options = {},
                                                          unsigned threads = 0);
    /// The answers of plans that stand side by side. The error's field says whose it is: "QLoRA nf4: micro_batch", "plan 2: …".
    [[nodiscard]] Result<std::vector<PlanAnswer>> compare(std::span<const Question> questions);
    [[nodiscard]] Result<SolveAnswer> solve(const Question &question, const SolveFor &wanted);
    /// Looks for splits over the plan's cards.
    [[nodiscard]] Result<SplitAnswer> splits(const Question &question, const SplitAsk &ask, const SplitProgress &progress = {});
    /// The same at every point of a sweep, each with its own model.
    [[nodiscard]] Result<std::vector<SolvedPoint>> solve_over(const Question &question, std::vector<SweepAxis> axes,
                                                              const SolveFor &wanted, unsigned threads = 0);
    /// The rule of thumb beside the simulation of a plan; what was typed stands in the plan's place.
    [[nodiscard]] Result<EnvelopeAnswer> envelope(const Question &question, const TypedText &typed);
    /// Which of the plan's cards advice is given for: the first, or of a run over several kinds the one that decides.
    [[nodiscard]] Result<Node> advice_target(const Question &question);
    [[nodiscard]] Result<AdviceAnswer> advise(const Question &question);
    /// What to do where it runs out of memory, situation by situation, with this plan's own figures.
    [[nodiscard]] Result<OomAnswer> oom_guide(const Question &question);
    // The same of a named target, while they are `wanted`.

    [[nodiscard]] Result<OomAnswer> oom_guide(const Question &question, const Node &target, const Wanted &wanted);
    [[nodiscard]] Result<std::vector<Advice>> advise(const Question &question, const Node &target, const Wanted &wanted);
    /// What the answer proposes, ahead of the list (solution_for()).
    [[nodiscard]] Result<std::optional<Advice>> solution(const Question &question, const Node &target, const Wanted &wanted);
    /// For every preset whether it fits there by this plan, all else as it is.
    [[nodiscard]] std::vector<ModelBadge> badges(const Question &question, const Node &target, const Wanted &wanted);
    [[nodiscard]] Result<SweepJob> sweep(const Question &question, std::vector<SweepAxis> axes);
    /// An estimated plan over fields as it was written, judged on cards; null where no sweep is made of that. Ends early, with
    /// the points so far, when it is not wanted any more.
    [[nodiscard]] static std::shared_ptr<const SweptPlan>
    swept(const Estimate &estimate, const Plan &written, const Target &cards, std::vector<SweepAxis> axes, const Wanted &wanted);
    /// How far each field of an estimated plan may go on a card, while it is wanted.
    [[nodiscard]] static LargestValues largest_values(const Estimate &estimate, const Node &node, const Wanted &wanted);
    /// An estimated plan against every card of the catalogue: at once, from this estimate alone, …
    [[nodiscard]] static Board first_board(const Estimate &estimate);
    /// … and exactly, told several times as far as it is known, in the calling thread (work_out_board()).
    static void work_out_board(const Estimate &estimate, const Wanted &wanted, const std::function<void(const Board &)> &told);
    /// What the file names, not what a plan would run in its place.
    [[nodiscard]] Result<ArchitectureRef> inspect(const ModelReference &reference, const std::string &base_directory = {});

    // JSON in, JSON out: one line each, an answer of the command or {"error": …}.

    [[nodiscard]] JsonAnswer answer_json(std::string_view plan, const JsonOptions &options = {});
    /// Answers in the order of the plans, on `threads` threads.
    [[nodiscard]] std::vector<JsonAnswer> answers_json(std::span<const std::string> plans, const JsonOptions &options = {},
                                                       unsigned threads = 0);
    /// The same of a stream, one plan a line, each written as soon as those before it are. Errors say the line. False when one
    /// was an error.
    bool answer_lines(std::istream &in, const JsonOptions &options, const std::function<void(const std::string &)> &write,
                      unsigned threads = 0);
    [[nodiscard]] JsonAnswer compare_json(std::span<const std::string> plans, const JsonOptions &options = {});
    [[nodiscard]] JsonAnswer solve_json(std::string_view plan, const SolveFor &wanted, const JsonOptions &options = {});
    [[nodiscard]] JsonAnswer advise_json(std::string_view plan, const JsonOptions &options = {});
    [[nodiscard]] JsonAnswer inspect_json(const std::string &reference, const InspectOptions &options = {});
    /// One line for each point, as JSON.
    [[nodiscard]] std::vector<JsonAnswer> sweep_json(std::string_view plan, std::span<const std::string> over,
                                                     const JsonOptions &options = {}, unsigned threads = 0);
    [[nodiscard]] static JsonAnswer envelope_json(std::string_view worksheet);

private:
    [[nodiscard]] JsonAnswer answer_line(std::string_view plan, const JsonOptions &options, std::optional<Count> line);

    KnownModels m_models;
    PlannerParts::Figures m_figures;
};

} // namespace plimsoll
