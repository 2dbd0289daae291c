// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/api/advice_answer.h"
#include "core/api/answer.h"
#include "core/api/interruptible.h"
#include "core/api/json_answers.h"
#include "core/api/models.h"
#include "core/api/question.h"
#include "core/api/solve_answer.h"
#include "core/api/sweep_answer.h"
#include "core/report/inspect_json.h"

#include <functional>
#include <istream>
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

/// The one way to ask: the command line, the window, the tools and a wheel stand on it. Remembers the models it has read. Any
/// thread may ask at any time. Errors name the field, what was read and what is accepted.
class Planner {
public:
    Planner() = default;
    /// `read`: how a model is read; `fetch`: what brings the configuration of a Hub id here before; none: nothing does.
    explicit Planner(Models::Read read, Models::Fetch fetch = {}, Models::Keeping keeping = {});

    // Values in, values out.

    [[nodiscard]] Models &models() { return m_models; }
    /// What the plan takes of its first card: the figures alone, for who judges or keeps them.
    [[nodiscard]] Result<Estimate> estimate(const Question &question, const EstimateOptions &options = {});
    /// Estimate, remarks and verdicts.
    [[nodiscard]] Result<PlanAnswer> answer(const Question &question, const AnswerOptions &options = {});
    /// The same of many, in their order, on `threads` threads (0: all of the machine's).
    [[nodiscard]] std::vector<Result<PlanAnswer>> answers(std::span<const Question> questions, const AnswerOptions &options = {},
                                                          unsigned threads = 0);
    /// The answers of plans that stand side by side. The error's field says whose it is: "QLoRA nf4: micro_batch", "plan 2: …".
    [[nodiscard]] Result<std::vector<PlanAnswer>> compare(std::span<const Question> questions);
    [[nodiscard]] Result<SolveAnswer> solve(const Question &question, const SolveFor &wanted);
    [[nodiscard]] Result<AdviceAnswer> advise(const Question &question);
    /// While it is `wanted`.
    [[nodiscard]] Result<std::vector<Advice>> advise(const Question &question, const Node &target, const Wanted &wanted);
    [[nodiscard]] Result<SweepJob> sweep(const Question &question, std::vector<SweepAxis> axes, bool exact = false);
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

    Models m_models;
};

} // namespace plimsoll
