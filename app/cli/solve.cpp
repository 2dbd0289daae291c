// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/solver.h"

#include "app/cli/command.h"
#include "app/cli/plan_options.h"
#include "core/json_text.h"
#include "core/text.h"

#include <algorithm>

namespace plimsoll::cli {

namespace {

const std::vector<std::string> formats{"text", "json"};

nlohmann::ordered_json as_json(const std::vector<Solution> &solutions)
{
    nlohmann::ordered_json out = nlohmann::ordered_json::array();
    for (const Solution &solution : solutions)
        out.push_back({{"gpu", solution.gpu},
                       {"count", solution.count},
                       {"field", name_of(solution.field)},
                       {"value", solution.value ? nlohmann::ordered_json(*solution.value) : nlohmann::ordered_json()},
                       {"device_bytes", solution.need.device},
                       {"interval_bytes", {solution.need.interval.low, solution.need.interval.high}},
                       {"usable_bytes", solution.usable},
                       {"reason", solution.reason}});
    return out;
}

std::string as_text(const std::vector<Solution> &solutions)
{
    std::string out;
    for (const Solution &solution : solutions) {
        const std::string card = (solution.count > 1 ? std::to_string(solution.count) + " × " : "") + solution.gpu;
        if (!solution.value) {
            out += card + ": none. " + solution.reason + '\n';
            continue;
        }
        out += card + ": " + std::string(name_of(solution.field)) + ' ' + grouped(*solution.value) + " (" +
               gib_brief(solution.need.device) + " of " + gib_brief(solution.usable) + " GiB usable; " + solution.reason + ")\n";
    }
    return out;
}

Result<SolveField> field_of(const QCommandLineParser &parser)
{
    const std::string typed = parser.value(QStringLiteral("maximize")).toStdString();
    if (const std::optional<SolveField> field = solve_field(typed)) return *field;
    return Error{"--maximize", typed.empty() ? "nothing" : typed, solve_fields(), {}};
}

Result<std::vector<Solution>> solved(const PlanInput &input, SolveField field)
{
    const Result<ArchitectureRef> model = load_model(input.plan.model, input.base_directory);
    if (!model.ok()) return model.error();
    const Result<ResolvedPlan> resolved = resolve(input.plan, **model);
    if (!resolved.ok()) return resolved.error();
    return solve_for_target(*model, resolved->plan, field);
}

} // namespace

int run_solve(const Command &command, const QStringList &arguments)
{
    QCommandLineParser parser;
    add_plan_options(parser);
    parser.addOption({QStringLiteral("maximize"), QString::fromStdString(solve_fields()), QStringLiteral("FIELD")});
    parser.addOption(format_option(formats));
    if (const auto done = parse(parser, command, arguments)) return *done;
    const Result<std::string> format = format_of(parser, formats);
    if (!format.ok()) return fail(format.error());
    const Result<SolveField> field = field_of(parser);
    if (!field.ok()) return fail(field.error());
    const Result<PlanInput> input = plan_from(parser);
    if (!input.ok()) return fail(input.error());
    const Result<std::vector<Solution>> solutions = solved(*input, *field);
    if (!solutions.ok()) return fail(solutions.error());
    print(*format == "json" ? to_text(as_json(*solutions), 2) + "\n" : as_text(*solutions));
    const bool all = std::ranges::all_of(*solutions, [](const Solution &solution) { return solution.value.has_value(); });
    return all ? Exit::fits : Exit::does_not_fit;
}

} // namespace plimsoll::cli
