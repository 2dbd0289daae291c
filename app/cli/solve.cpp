// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers.h"
#include "app/cli/command.h"
#include "app/cli/plan_options.h"
#include "core/cards/bitsandbytes.h"
#include "core/cards/precision.h"
#include "core/fit/choice.h"
#include "core/fit/per_card.h"
#include "core/fit/solution_text.h"
#include "core/ground/json_text.h"
#include "core/ground/text.h"
#include "core/plan/field.h"

#include <algorithm>

namespace plimsoll::cli {

namespace {

using nlohmann::ordered_json;

const std::vector<std::string> formats{"text", "json"};
constexpr std::size_t width = 80;

/// One line of the answer, whatever was asked for.
struct Row {
    ordered_json json;
    std::string text;
    bool found = false;
    bool open = false; ///< nothing is sure, yet it may run: tight, or not known
};

template <class T>
ordered_json or_null(const std::optional<T> &value)
{
    return value ? ordered_json(*value) : ordered_json(nullptr);
}

std::string counted(Count count, const std::string &gpu) { return (count > 1 ? grouped(count) + " × " : "") + gpu; }

std::string room_text(const Need &need, Bytes usable, const std::string &reason)
{
    return " (" + gib_brief(need.device) + " of " + gib_brief(usable) + " GiB usable; " + reason + ")";
}

void add_room(ordered_json &json, const Need &need, Bytes usable, const std::string &reason)
{
    json["device_bytes"] = need.device > 0 ? ordered_json(need.device) : ordered_json(nullptr);
    json["interval_bytes"] = need.device > 0 ? ordered_json{need.interval.low, need.interval.high} : ordered_json(nullptr);
    json["usable_bytes"] = usable > 0 ? ordered_json(usable) : ordered_json(nullptr);
    json["reason"] = reason;
}

/// Memory alone ends a length: the positions that a model was made for are said beside it.
void add_positions(Row &row, const Solution &solution, const Architecture &model)
{
    if (solution.field != SolveField::sequence_length && solution.field != SolveField::context) return;
    row.json["max_positions"] = or_null(positions_of(model));
    if (const std::string beyond = beyond_positions(model, solution.value.value_or(0)); !beyond.empty())
        row.text += "; " + beyond;
}

/// Every matrix reads or writes the hidden state: an adapter of a higher rank holds nothing more.
void add_full_rank(Row &row, const Solution &solution, const Architecture &model)
{
    if (solution.field != SolveField::rank || !model.decoder) return;
    const Count most = model.decoder->hidden;
    row.json["full_rank"] = most;
    if (solution.value.value_or(0) > most)
        row.text += "; no matrix of the model has a higher rank than " + grouped(most) + ", its hidden size";
}

/// What a card does not run, or not in hardware, stands beside its figures; a budget runs anything.
void add_notes(Row &row, const Solution &solution, const Plan &plan, const Architecture &model)
{
    const Result<GpuMatch> card = find_gpu(solution.gpu);
    const Result<ResolvedPlan> there = card.ok() ? resolve(plan, model, card->gpu->facts()) : Result<ResolvedPlan>(card.error());
    row.json["notes"] = there.ok() ? precision_notes(there->plan, *card->gpu) : std::vector<std::string>();
    if (!there.ok()) return;
    if (const std::string lacking = bitsandbytes_lacks(there->plan, *card->gpu); !lacking.empty())
        row.text += "; " + lacking + ": the plan does not run there";
}

Row row_of(const Solution &solution)
{
    Row row;
    row.open = solution.not_known || solution.tight.has_value();
    row.found = solution.value.has_value();
    row.json = {{"gpu", solution.gpu}, {"count", solution.count}, {"field", name_of(solution.field)}};
    row.json["value"] = or_null(solution.value);
    row.json["tight_value"] = or_null(solution.tight);
    add_room(row.json, solution.at_least ? Need{} : solution.need, solution.usable, solution.reason);
    if (solution.at_least) row.json["at_least_bytes"] = solution.need.interval.low;
    row.text = counted(solution.count, solution.gpu) + ": ";
    row.text += solution_text(solution);
    return row;
}

Row row_of(const BatchSplit &split)
{
    Row row;
    row.open = split.not_known;
    row.found = split.micro_batch.has_value();
    row.json = {{"gpu", split.gpu}, {"count", split.cards}, {"field", "global_batch"}};
    row.json["value"] = row.found ? ordered_json(split.global_batch) : ordered_json(nullptr);
    row.json["micro_batch"] = or_null(split.micro_batch);
    row.json["gradient_accumulation"] = or_null(split.gradient_accumulation);
    row.json["cards"] = split.cards;
    add_room(row.json, split.need, split.usable, split.reason);
    row.text = counted(split.cards, split.gpu) + ": ";
    row.text += row.found ? grouped(split.global_batch) + " = micro_batch " + grouped(*split.micro_batch) +
                                " × gradient_accumulation " + grouped(*split.gradient_accumulation) + " × " +
                                std::to_string(split.cards) + (split.cards == 1 ? " card" : " cards") +
                                room_text(split.need, split.usable, split.reason)
                          : "none. " + split.reason;
    return row;
}

ordered_json value_of(MinimizeField field, const Minimum &choice)
{
    if (choice.gpu.empty()) return nullptr;
    if (field == MinimizeField::card) return choice.gpu;
    if (field == MinimizeField::cards) return or_null(choice.count);
    return choice.offer ? ordered_json(*choice.offer->offer->usd_per_hour) : ordered_json(nullptr);
}

Row row_of(MinimizeField field, const Minimum &choice)
{
    const ordered_json value = value_of(field, choice);
    Row row;
    row.found = !value.is_null();
    row.open = choice.not_known;
    row.json = {{"gpu", choice.gpu.empty() ? ordered_json(nullptr) : ordered_json(choice.gpu)},
                {"count", or_null(choice.count)},
                {"field", name_of(field)},
                {"value", value}};
    std::string what = counted(choice.count.value_or(1), choice.gpu);
    if (choice.offer) {
        const CloudOffer &offer = *choice.offer->offer;
        row.json["provider"] = offer.provider;
        row.json["instance"] = offer.instance;
        row.json["price_date"] = offer.price_date;
        row.json["price_basis"] = offer.price_basis;
        what = dollars(*offer.usd_per_hour) + " an hour: " + title_of(offer);
    }
    add_room(row.json, choice.need, choice.usable, choice.reason);
    const std::string asked = field == MinimizeField::cards ? choice.gpu + ": " : std::string();
    row.text = row.found ? what + room_text(choice.need, choice.usable, choice.reason) : asked + "none. " + choice.reason;
    return row;
}

/// "auto" is another dtype on another card: then each is solved alone.
Result<std::vector<Solution>> solutions_for(const ArchitectureRef &model, const Plan &plan, SolveField field)
{
    const Result<ResolvedPlan> resolved = resolve(plan, *model);
    if (!resolved.ok()) return resolved.error();
    if (!dtype_was_auto(*resolved) || plan.target.gpus.empty()) return solve_for_target(model, resolved->plan, field);
    std::vector<Solution> out;
    for (std::size_t i = 0; i < plan.target.gpus.size(); ++i) {
        const Result<GpuMatch> card = find_gpu(plan.target.gpus[i]);
        if (!card.ok()) return card.error();
        Result<ResolvedPlan> there = resolve(plan, *model, card->gpu->facts());
        if (!there.ok()) return there.error();
        there->plan.target.gpus = {plan.target.gpus[i]};
        if (i > 0) there->plan.target.budget_bytes.reset();
        const Result<std::vector<Solution>> one = solve_for_target(model, there->plan, field);
        if (!one.ok()) return one.error();
        out.insert(out.end(), one->begin(), one->end());
    }
    if (plan.target.budget_bytes) std::rotate(out.begin() + 1, out.begin() + 2, out.end()); // the budget comes last
    return out;
}

Result<std::vector<Row>> maximized(const ArchitectureRef &model, const Plan &plan, const std::string &typed)
{
    const std::optional<SolveField> field = solve_field(typed);
    if (!field) return Error{"--maximize", typed.empty() ? "nothing" : typed, solve_fields(), {}};
    const Result<std::vector<Solution>> solutions = solutions_for(model, plan, *field);
    if (!solutions.ok()) return solutions.error();
    std::vector<Row> rows;
    for (const Solution &solution : *solutions) {
        rows.push_back(row_of(solution));
        add_positions(rows.back(), solution, *model);
        add_full_rank(rows.back(), solution, *model);
        add_notes(rows.back(), solution, plan, *model);
    }
    return rows;
}

Result<std::vector<Row>> minimized(const ArchitectureRef &model, const Plan &plan, const std::string &typed)
{
    const std::optional<MinimizeField> field = minimize_field(typed);
    if (!field) return Error{"--minimize", typed.empty() ? "nothing" : typed, std::string(minimize_fields()), {}};
    const Result<Estimate> made = estimate(model, plan, {}, {.timeline = false, .allocator = true, .explain = false});
    if (!made.ok()) return made.error();
    if (*field == MinimizeField::card) return std::vector<Row>{row_of(*field, smallest_card(*made))};
    if (*field == MinimizeField::price) return std::vector<Row>{row_of(*field, cheapest_machine(*made))};
    if (plan.target.gpus.empty()) return Error{"gpu", "nothing", "--gpu NAME, how many of which are asked for", {}};
    std::vector<Row> rows;
    for (const std::string &name : plan.target.gpus) {
        const Result<GpuMatch> card = find_gpu(name);
        if (!card.ok()) return card.error();
        rows.push_back(row_of(*field, fewest_cards(*made, *card->gpu)));
    }
    return rows;
}

Result<std::vector<Row>> split(const ArchitectureRef &model, const Plan &plan, const std::string &typed)
{
    constexpr Count most = Count{1} << 40;
    const std::optional<Count> global = count_from_text(typed);
    if (!global || *global < 1 || *global > most)
        return Error{"--global-batch", typed.empty() ? "nothing" : typed, "1 to " + std::to_string(most), {}};
    const Result<std::vector<BatchSplit>> splits = split_for_target(estimator_for(model), plan, *global);
    if (!splits.ok()) return splits.error();
    std::vector<Row> rows;
    for (const BatchSplit &one : *splits) rows.push_back(row_of(one));
    return rows;
}

Result<std::vector<Row>> solved(const QCommandLineParser &parser, const PlanInput &input)
{
    const Result<ArchitectureRef> model = load_model(input.plan.model, input.base_directory);
    if (!model.ok()) return model.error();
    const auto typed = [&parser](const char *name) { return parser.value(QLatin1StringView(name)).toStdString(); };
    if (parser.isSet(QStringLiteral("global-batch"))) return split(*model, input.plan, typed("global-batch"));
    if (parser.isSet(QStringLiteral("minimize"))) return minimized(*model, input.plan, typed("minimize"));
    return maximized(*model, input.plan, typed("maximize"));
}

/// Exactly one question at a time.
std::optional<Error> ambiguous(const QCommandLineParser &parser)
{
    std::string asked;
    int count = 0;
    for (const char *name : {"maximize", "minimize", "global-batch"})
        if (parser.isSet(QLatin1StringView(name))) {
            asked += (count++ > 0 ? " and --" : "--") + std::string(name);
        }
    if (count > 1) return Error{"solve", asked, "one of --maximize, --minimize and --global-batch", {}};
    if (count == 0) return Error{"--maximize", "nothing", solve_fields(), {}};
    return std::nullopt;
}

} // namespace

int run_solve(const Command &command, const QStringList &arguments)
{
    QCommandLineParser parser;
    add_plan_options(parser);
    parser.addOption({QStringLiteral("maximize"), QString::fromStdString(solve_fields()), QStringLiteral("FIELD")});
    parser.addOption({QStringLiteral("minimize"),
                      QStringLiteral("card: the smallest that holds the plan; cards: how many of --gpu; price: the cheapest "
                                     "offer."),
                      QStringLiteral("WHAT")});
    parser.addOption({QStringLiteral("global-batch"),
                      QStringLiteral("Examples a step: micro_batch × gradient_accumulation × cards (--gpu NAME:N), with the "
                                     "largest micro batch that fits."),
                      QStringLiteral("N")});
    parser.addOption(format_option(formats));
    if (const auto done = parse(parser, command, arguments)) return *done;
    const Result<std::string> format = format_of(parser, formats);
    if (!format.ok()) return fail(format.error());
    if (const std::optional<Error> error = ambiguous(parser)) return fail(*error);
    const Result<PlanInput> input = plan_from(parser);
    if (!input.ok()) return fail(input.error());
    say_warnings(*input);
    const Result<std::vector<Row>> rows = solved(parser, *input);
    if (!rows.ok()) return fail(rows.error());
    ordered_json json = ordered_json::array();
    std::string text;
    for (const Row &row : *rows) {
        json.push_back(row.json);
        for (const std::string &line : wrapped(row.text, width, 2)) text += line + '\n';
    }
    print(*format == "json" ? to_text(json, 2) + "\n" : text);
    if (std::ranges::all_of(*rows, &Row::found)) return Exit::fits;
    const bool open = std::ranges::all_of(*rows, [](const Row &row) { return row.found || row.open; });
    return open ? Exit::tight_or_unknown : Exit::does_not_fit;
}

} // namespace plimsoll::cli
