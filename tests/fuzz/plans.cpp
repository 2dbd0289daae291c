// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/plans.h"

#include "core/api/planner.h"
#include "core/plan/field.h"
#include "core/plan/plan_json.h"
#include "tests/fuzz/mutate.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>

namespace plimsoll::fuzz {
namespace {

using nlohmann::json;

/// "1 to 65536": both ends; nothing for another text.
std::optional<std::pair<double, double>> ends_of(const std::string &accepted)
{
    char *rest = nullptr;
    const double least = std::strtod(accepted.c_str(), &rest);
    const std::string to = " to ";
    if (rest == accepted.c_str() || !std::string_view(rest).starts_with(to)) return std::nullopt;
    return std::pair{least, std::strtod(rest + to.size(), nullptr)};
}

json value_of(const Field &field, Random &random)
{
    if (!field.choices.empty()) {
        const std::string &choice = field.choices[random() % field.choices.size()];
        return field.type == FieldType::boolean ? json(choice == "true") : json(choice);
    }
    if (const auto ends = ends_of(field.accepted)) {
        if (field.type == FieldType::number) return random() % 2 ? ends->first : ends->second;
        const auto least = static_cast<Count>(ends->first), most = static_cast<Count>(ends->second);
        const Count shift = std::clamp(Count{1} << (random() % 25), least, most);
        return random() % 6 == 0 ? json(most) : json(shift);
    }
    if (field.path == "weights.quant") {
        static constexpr const char *quants[] = {"none", "nf4", "fp4", "int8", "gptq4", "awq4", "fp8", "mxfp4", "nvfp4"};
        return quants[random() % std::size(quants)];
    }
    if (field.path == "adapter.targets") {
        static constexpr const char *targets[] = {"all-linear", "default", ".*_proj", "(q|v)_proj|.*(dense|fc1)"};
        return targets[random() % std::size(targets)];
    }
    if (field.path == "gradient_checkpointing") return random() % 3 ? json(true) : json{{"every", 1 + random() % 5}};
    return nullptr;
}

json random_plan(const json &config, Random &random)
{
    json plan{{"model", {{"config", config}}}};
    for (const Field &field : plan_fields()) {
        if (field.path == "model" || random() % 4 != 0) continue;
        const json value = value_of(field, random);
        if (value.is_null()) continue;
        const std::size_t dot = field.path.find('.');
        if (dot == std::string::npos)
            plan[field.path] = value;
        else
            plan[field.path.substr(0, dot)][field.path.substr(dot + 1)] = value;
    }
    if (random() % 3 != 0) plan.erase("parallel"); // what is refused at once tells nothing
    if (random() % 3 != 0) plan.erase("compile");
    return plan;
}

void check(bool good)
{
    if (!good) __builtin_trap();
}

void check_estimate(const Estimate &made)
{
    Bytes sum = 0;
    for (const BreakdownLine &line : made.fullest().at_peak) {
        check(line.bytes >= 0);
        sum += line.bytes;
    }
    const Peak &peak = made.fullest().peak;
    check(sum == peak.device);
    check(peak.allocated >= 0 && peak.reserved >= 0 && peak.device >= peak.reserved && peak.load >= 0);
    check(peak.device_interval.low <= peak.device_interval.high);
    check(made.total_parameters >= 0 && made.trainable_parameters >= 0 && made.active_parameters >= 0);
    check(made.fullest().steady_weights >= 0 && made.fullest().steady_optimizer >= 0 && made.fullest().steady_gradients >= 0 &&
          made.fullest().steady_adapters >= 0);
}

} // namespace

std::vector<std::string> random_plans(const std::vector<std::string> &configs)
{
    Random random(5);
    std::vector<std::string> out;
    for (const std::string &text : configs) {
        json config = json::parse(text, nullptr, false);
        if (!config.is_object()) continue;
        for (const char *key : {"num_hidden_layers", "n_layer", "num_layers"}) // every kind of layer, soon
            if (config.contains(key) && config[key].is_number_integer() && config[key] > 8) config[key] = 8;
        out.push_back(random_plan(config, random).dump());
    }
    return out;
}

void estimate_plan(const std::string &text)
{
    const Result<ParsedPlan> plan = plan_from_json(text);
    if (!plan || plan->plan.model.config_text.empty()) return; // no files, no Hub
    Planner planner;
    const Result<ArchitectureRef> model = planner.models().load(plan->plan.model);
    if (!model || (*model)->modules.size() > 4000) return;
    EstimateOptions options;
    options.timeline = options.explain = text.size() % 4 == 0;
    options.allocator = text.size() % 2 == 0;
    options.required = false;
    const Result<Estimate> made = planner.estimate(*model, plan->plan, CardFacts{}, options);
    if (made)
        check_estimate(*made);
    else
        check(!made.error().message().empty());
}

} // namespace plimsoll::fuzz
