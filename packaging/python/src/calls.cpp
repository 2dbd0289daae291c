// SPDX-License-Identifier: GPL-3.0-or-later
#include "packaging/python/src/calls.h"

#include "core/api/advice_answer.h"
#include "core/api/catalogues.h"
#include "core/api/gate/import_gate.h"
#include "core/api/planner.h"
#include "core/api/runs/run_export.h"
#include "core/exchange/import.h"
#include "core/exchange/named_files.h"
#include "core/ground/json_text.h"
#include "core/plan/field.h"
#include "core/plan/plan_json.h"
#include "core/report/compare.h"
#include "core/report/estimate_json.h"
#include "core/report/estimate_text.h"
#include "core/report/model_card.h"

#include <algorithm>
#include <filesystem>
#include <string_view>

namespace plimsoll::python {

namespace {

/// One for all calls: it remembers the models that it has read.
Planner &planner()
{
    static Planner one;
    return one;
}

Answer refused(const Error &error) { return {false, to_text(error_to_json(error))}; }
Answer answered(JsonAnswer answer) { return {answer.ok, std::move(answer.text)}; }

template <class T, class ToText>
Answer made(const Result<T> &result, ToText to_text_of)
{
    return result.ok() ? Answer{true, to_text_of(*result)} : refused(result.error());
}

/// Puts the fields of a plan's text that are none into what is written of the plan, so that who reads that is told of them again.
void keep_unknown(nlohmann::ordered_json &written, const nlohmann::json &text)
{
    const Result<ParsedPlan> parsed = plan_from_object(text);
    if (!parsed.ok()) return;
    for (const Warning &warning : parsed->warnings) {
        if (warning.code != "unknown_field" || warning.field.find_first_of("/~") != std::string::npos) continue;
        std::string path = '/' + warning.field;
        std::ranges::replace(path, '.', '/');
        if (text.contains(nlohmann::json::json_pointer(path)))
            written[nlohmann::ordered_json::json_pointer(path)] = text[nlohmann::json::json_pointer(path)];
    }
}

/// What was asked for: "maximize", "minimize" or "global_batch", and of what.
Result<SolveFor> goal_of(const std::string &goal, const std::string &of)
{
    if (goal == "maximize") return maximize(of);
    if (goal == "minimize") return minimize(of);
    return split_batch(of);
}

} // namespace

Answer estimate(const std::string &plan, const std::string &folder, bool timeline, bool maxima, bool brief)
{
    return answered(planner().answer_json(plan, {folder, timeline, maxima, brief}));
}

std::vector<Answer> estimates(const Texts &plans, const std::string &folder, bool timeline, bool maxima, bool brief)
{
    std::vector<Answer> out;
    for (JsonAnswer &answer : planner().answers_json(plans, {folder, timeline, maxima, brief}))
        out.push_back(answered(std::move(answer)));
    return out;
}

Answer solve(const std::string &plan, const std::string &folder, const std::string &goal, const std::string &of)
{
    const Result<SolveFor> wanted = goal_of(goal, of);
    return wanted.ok() ? answered(planner().solve_json(plan, *wanted, {folder})) : refused(wanted.error());
}

Answer splits(const std::string &plan, const std::string &folder, const std::string &goal, const std::string &global_batch,
              const std::string &order)
{
    const Result<Question> question = question_from_json(plan, folder);
    if (!question.ok()) return refused(question.error());
    const Result<SplitGoal> wanted = split_goal(goal);
    if (!wanted.ok()) return refused(wanted.error());
    SplitAsk ask;
    ask.goal = *wanted;
    if (!global_batch.empty()) {
        const Result<SolveFor> batch = split_batch(global_batch);
        if (!batch.ok()) return refused(batch.error());
        ask.global_batch = std::get<GlobalBatch>(*batch).examples;
    }
    if (!order.empty()) {
        const Result<SplitOrder> by = split_order(order);
        if (!by.ok()) return refused(by.error());
        ask.order = *by;
    }
    return made(planner().splits(*question, ask), [](const SplitAnswer &answer) { return to_text(splits_to_json(answer)); });
}

Answer advise(const std::string &plan, const std::string &folder) { return answered(planner().advise_json(plan, {folder})); }

Answer compare(const Texts &plans, const std::string &folder) { return answered(planner().compare_json(plans, {folder})); }

std::vector<Answer> sweep(const std::string &plan, const std::string &folder, const Texts &over)
{
    std::vector<Answer> out;
    for (JsonAnswer &answer : planner().sweep_json(plan, over, {folder})) out.push_back(answered(std::move(answer)));
    return out;
}

Answer inspect(const std::string &reference, Count rank, const Texts &targets)
{
    return answered(planner().inspect_json(reference, {rank, targets}));
}

Answer import_text(const std::string &text, const std::string &from, const std::string &file, const std::string &model)
{
    const std::filesystem::path folder = file.empty() ? std::filesystem::path() : std::filesystem::path(file).parent_path();
    Result<Imported> read = imported(text, from, files_beside(folder));
    if (!read.ok()) return refused(read.error());
    if (!model.empty()) {
        Result<Plan> named = with_field(read->plan, "model", model);
        if (!named.ok()) return refused(named.error());
        read->plan = *std::move(named);
        std::erase_if(read->warnings, [](const Warning &warning) { return warning.code == "no_model"; });
    }
    return {true, to_text(import_to_json(*read))};
}

Answer export_text(const std::string &plan, const std::string &folder, const std::string &to)
{
    const Result<Question> question = question_from_json(plan, folder);
    if (!question.ok()) return refused(question.error());
    return made(exported_as(planner().models(), *question, to),
                [&to](const Exported &written) { return to_text(export_to_json(written, to)); });
}

Answer with_typed(const std::string &plan, const std::string &path, const std::string &typed)
{
    const Result<Question> question = question_from_json(plan);
    if (!question.ok()) return refused(question.error());
    return made(with_field(question->plan, path, typed), [&plan](const Plan &next) {
        nlohmann::ordered_json out = plan_to_json(next, true);
        if (const Result<nlohmann::json> text = parse_json(plan, "plan"); text.ok()) keep_unknown(out, *text);
        return to_text(out);
    });
}

Answer plans_in(const std::string &text)
{
    return made(session_from_text(text), [&text](const ParsedSession &parsed) {
        const Result<nlohmann::json> read = parse_json(text, "session");
        const bool several = read.ok() && read->contains("scenarios");
        nlohmann::ordered_json out{{"selected", parsed.session.selected}, {"plans", nlohmann::ordered_json::array()}};
        for (const Scenario &scenario : parsed.session.scenarios) {
            const Plan plan = parsed.session.plan_of(scenario);
            nlohmann::ordered_json stated = plan_to_json(plan, true); // what the scenario states, …
            const nlohmann::ordered_json whole = plan_to_json(plan);
            for (const char *of_session : {"name", "target"}) // … and what it has of its session
                if (whole.contains(of_session)) stated[of_session] = whole[of_session];
            if (read.ok()) keep_unknown(stated, several ? (*read)["scenarios"][out["plans"].size()]["plan"] : *read);
            out["plans"].push_back({{"name", scenario.name}, {"plan", std::move(stated)}});
        }
        return to_text(out);
    });
}

Answer estimate_as(const std::string &plan, const std::string &folder, const std::string &format, bool colour)
{
    const Result<Question> question = question_from_json(plan, folder);
    if (!question.ok()) return refused(question.error());
    return made(planner().answer(*question, {.estimate = {.time = true}}), [&](const PlanAnswer &answer) {
        if (format == "csv") return estimate_to_csv(answer);
        if (format == "markdown") return model_card({{answer}, 0, {}});
        return estimate_to_text(answer, {.colour = colour});
    });
}

Answer compare_as(const Texts &plans, const std::string &folder, const std::string &format)
{
    std::vector<Question> questions;
    for (const std::string &plan : plans) {
        Result<Question> question = question_from_json(plan, folder);
        if (!question.ok()) return refused(question.error());
        questions.push_back(*std::move(question));
    }
    return made(planner().compare(questions), [&](const std::vector<PlanAnswer> &answers) {
        return format == "csv"        ? compare_to_csv(answers)
               : format == "markdown" ? compare_to_markdown(answers)
                                      : compare_to_text(answers);
    });
}

Answer solve_as_text(const std::string &plan, const std::string &folder, const std::string &goal, const std::string &of)
{
    const Result<Question> question = question_from_json(plan, folder);
    if (!question.ok()) return refused(question.error());
    const Result<SolveFor> wanted = goal_of(goal, of);
    if (!wanted.ok()) return refused(wanted.error());
    return made(planner().solve(*question, *wanted), [](const SolveAnswer &answer) {
        std::string out;
        for (const std::string &sentence : solve_to_sentences(answer)) out += sentence + '\n';
        return out;
    });
}

Answer inspect_as_text(const std::string &reference, Count rank, const Texts &targets)
{
    return made(planner().inspect(reference_from_text(reference)), [&](const ArchitectureRef &model) {
        return inspect_to_text(*model, {rank, targets});
    });
}

std::string fields()
{
    nlohmann::ordered_json out = nlohmann::ordered_json::array();
    for (const Field &field : plan_fields())
        out.push_back({{"path", field.path},
                       {"option", field.option},
                       {"about", field.about},
                       {"accepted", field.accepted},
                       {"choices", field.choices},
                       {"is_list", field.type == FieldType::list}});
    return to_text(out);
}

std::string models() { return to_text(models_to_json()); }
std::string gpus() { return to_text(gpus_to_json()); }

} // namespace plimsoll::python
