// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/json_answers.h"

#include "core/api/answer_memo.h"
#include "core/api/envelope_question.h"
#include "core/api/ordered_lines.h"
#include "core/api/planner.h"
#include "core/api/threads.h"
#include "core/ground/json_text.h"
#include "core/ground/phrase.h"
#include "core/report/compare.h"
#include "core/report/estimate_json.h"

#include <atomic>

namespace plimsoll {

namespace {

JsonAnswer error_text(const Error &error, std::optional<Count> line = {}) { return {to_text(error_to_json(error, line)), false}; }

Error too_long()
{
    return {"plan",
            {},
            phrase(QT_TRANSLATE_NOOP("core", "at most %1 bytes on a line"), {std::to_string(longest_line)}),
            phrase(QT_TRANSLATE_NOOP("core", "is too long"))};
}

template <class T, class ToJson>
JsonAnswer text_of(const Result<T> &made, ToJson to_json)
{
    return made.ok() ? JsonAnswer{to_text(to_json(*made))} : error_text(made.error());
}

JsonAnswer answer_question(Planner &planner, const Question &question, const JsonOptions &options, std::optional<Count> line)
{
    const EstimateOptions estimate{.timeline = options.timeline, .required = true, .explain = !options.brief, .time = true};
    const AnswerOptions asked{estimate, options.maxima};
    const Result<PlanAnswer> made = planner.answer(question, asked);
    if (!made.ok()) return error_text(made.error(), line);
    const TimelineDetail detail = options.brief      ? TimelineDetail::brief
                                  : options.timeline ? TimelineDetail::layers
                                                     : TimelineDetail::none;
    return {to_text(estimate_to_json(*made, detail))};
}

} // namespace

JsonAnswer Planner::answer_line(std::string_view plan, const JsonOptions &options, std::optional<Count> line)
{
    const Result<Question> question = question_from_json(plan, options.base_directory, options.change);
    if (!question.ok()) return error_text(question.error(), line);
    return answer_question(*this, *question, options, line);
}

JsonAnswer Planner::answer_json(std::string_view plan, const JsonOptions &options) { return answer_line(plan, options, {}); }

std::vector<JsonAnswer> Planner::answers_json(std::span<const std::string> plans, const JsonOptions &options, unsigned threads)
{
    std::vector<JsonAnswer> out(plans.size());
    for_each_of(plans.size(), threads == 0 ? all_threads() : threads,
                [&](std::size_t i) { out[i] = answer_line(plans[i], options, {}); });
    return out;
}

bool Planner::answer_lines(std::istream &in, const JsonOptions &options, const std::function<void(const std::string &)> &write,
                           unsigned threads)
{
    std::atomic<bool> failed = false;
    AnswerMemo memo;
    const auto answer_to = [&](const InputLine &line) -> JsonAnswer {
        if (line.too_long) return error_text(too_long(), line.number);
        const Result<Question> question = question_from_json(line.text, options.base_directory, options.change);
        if (!question.ok()) return error_text(question.error(), line.number);
        if (!question->warnings.empty() || question->amount != RunAmount{}) // of this line alone
            return answer_question(*this, *question, options, line.number);
        JsonAnswer made;
        std::optional<std::string> known = memo.answer(question->plan, [&]() -> std::optional<std::string> {
            made = answer_question(*this, *question, options, line.number);
            return made.ok ? std::optional(made.text) : std::nullopt;
        });
        return known ? JsonAnswer{*std::move(known)} : made;
    };
    const auto answered = [&](const InputLine &line) {
        const JsonAnswer made = answer_to(line);
        if (!made.ok) failed = true;
        return made.text + '\n';
    };
    write_answers(in, threads == 0 ? all_threads() : threads, answered, write);
    return !failed;
}

JsonAnswer Planner::compare_json(std::span<const std::string> plans, const JsonOptions &options)
{
    std::vector<Question> questions;
    for (const std::string &plan : plans) {
        Result<Question> question = question_from_json(plan, options.base_directory, options.change);
        if (!question.ok()) return error_text(question.error());
        questions.push_back(std::move(question).value());
    }
    return text_of(compare(questions), compare_to_json);
}

JsonAnswer Planner::solve_json(std::string_view plan, const SolveFor &wanted, const JsonOptions &options)
{
    const Result<Question> question = question_from_json(plan, options.base_directory, options.change);
    return question.ok() ? text_of(solve(*question, wanted), solve_to_json) : error_text(question.error());
}

JsonAnswer Planner::advise_json(std::string_view plan, const JsonOptions &options)
{
    const Result<Question> question = question_from_json(plan, options.base_directory, options.change);
    if (!question.ok()) return error_text(question.error());
    return text_of(advise(*question), [](const AdviceAnswer &answer) { return advice_to_json(answer); });
}

JsonAnswer Planner::inspect_json(const std::string &reference, const InspectOptions &options)
{
    const Result<ArchitectureRef> model = inspect(reference_from_text(reference));
    return model.ok() ? JsonAnswer{to_text(inspect_to_json(**model, options))}
                      : JsonAnswer{to_text(inspect_error_to_json(reference, model.error())), false};
}

std::vector<JsonAnswer> Planner::sweep_json(std::string_view plan, std::span<const std::string> over, const JsonOptions &options,
                                            unsigned threads)
{
    std::vector<SweepAxis> axes;
    for (const std::string &text : over) {
        Result<SweepAxis> axis = sweep_axis(text);
        if (!axis.ok()) return {error_text(axis.error())};
        axes.push_back(*std::move(axis));
    }
    const Result<Question> question = question_from_json(plan, options.base_directory, options.change);
    if (!question.ok()) return {error_text(question.error())};
    const Result<SweepJob> job = sweep(*question, std::move(axes));
    if (!job.ok()) return {error_text(job.error())};
    std::vector<JsonAnswer> out;
    (void)write_points(*job, SweepFormat::json_lines, threads == 0 ? all_threads() : threads, [&](const SweepLine &point) {
        out.push_back({point.text.substr(0, point.text.find('\n')), point.ok});
    });
    return out;
}

JsonAnswer Planner::envelope_json(std::string_view worksheet)
{
    const Result<EnvelopeInput> input = envelope_input_from_json(worksheet);
    const auto to_json = [](const Envelope &sheet) { return envelope_to_json(sheet); };
    return input.ok() ? text_of(plimsoll::envelope(*input), to_json) : error_text(input.error());
}

} // namespace plimsoll
