// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/field_objects.h"

#include "core/plan/field_types.h"
#include "core/plan/recomputed_modules.h"

#include <algorithm>

namespace plimsoll {

using namespace field_types;

namespace {

constexpr Range<Count> every_layers{1, 65536};

std::string joined_modules()
{
    std::string out;
    for (const std::string_view module : modules_of_layers) out.append(out.empty() ? "" : ", ").append(module);
    return out;
}

/// "attention", "mlp" or "operations"; or parts of a layer, one or a list, in the order in which they are known.
std::optional<std::string> selective_of(const json &held)
{
    if (held == "attention" || held == "mlp" || held == costly_operations) return held.get<std::string>();
    const std::optional<std::vector<std::string>> named =
        held.is_string() ? std::optional(std::vector{held.get<std::string>()}) : strings(held);
    if (!named || named->empty()) return std::nullopt;
    std::string out;
    std::size_t known = 0;
    for (const std::string_view module : modules_of_layers) {
        if (std::ranges::find(*named, module) == named->end()) continue;
        out.append(out.empty() ? "" : ",").append(module);
        ++known;
    }
    return known == named->size() ? std::optional(out) : std::nullopt;
}

/// One word, or a list of several.
ordered_json selective_as_json(const std::string &held)
{
    if (held.find(',') == std::string::npos) return held;
    ordered_json out = ordered_json::array();
    for (std::size_t at = 0; at <= held.size();) {
        const std::size_t comma = std::min(held.find(',', at), held.size());
        out.push_back(held.substr(at, comma - at));
        at = comma + 1;
    }
    return out;
}

bool read_checkpointing(Plan &plan, const json &value)
{
    Checkpointing read;
    if (value.is_boolean())
        read.enabled = value.get<bool>();
    else if (value == "offload")
        read.offload = true;
    else if (value.is_object() && value.size() == 1) {
        const std::string &key = value.begin().key();
        const json &held = value.front();
        if (key == "offload" && held == "activations")
            read.enabled = !(read.offload_activations = true);
        else if (key == "every") {
            const auto every = whole_number(held);
            if (!every || *every < every_layers.least || *every > every_layers.most) return false;
            read.every = *every;
        } else if (key == "selective") {
            const auto selective = selective_of(held);
            if (!selective) return false;
            read.selective = *selective;
        } else if (key == "reentrant" && held.is_boolean())
            read.reentrant = held.get<bool>();
        else
            return false;
    } else
        return false;
    plan.gradient_checkpointing = read;
    return true;
}

ordered_json write_checkpointing(const Plan &plan)
{
    const Checkpointing &held = plan.gradient_checkpointing;
    if (held.offload_activations) return {{"offload", "activations"}};
    if (!held.enabled) return false;
    if (held.offload) return "offload";
    if (held.every != 1) return {{"every", held.every}};
    if (!held.selective.empty()) return {{"selective", selective_as_json(held.selective)}};
    if (held.reentrant) return {{"reentrant", true}};
    return true;
}

/// true, false, offload, every=2, selective=mlp, reentrant, or JSON.
std::optional<json> parse_checkpointing(std::string_view text)
{
    if (text.starts_with('{') || text == "true" || text == "false") return json_value(text);
    if (text == "on" || text == "off") return json(text == "on");
    if (text == "reentrant") return json{{"reentrant", true}};
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos) return text_value(text);
    const std::string key(text.substr(0, equals));
    const std::string_view value = text.substr(equals + 1);
    if (const auto count = count_from_text(value)) return json{{key, *count}};
    if (value.find(',') != std::string_view::npos) return json{{key, json(selective_as_json(std::string(value)))}};
    return json{{key, std::string(value)}};
}

} // namespace

Field checkpointing_field()
{
    Field out{.path = "gradient_checkpointing",
              .option = "gradient-checkpointing",
              .about = "recompute layers in the backward pass",
              .type = FieldType::object,
              .takes = {},
              .accepted = {},
              .choices = {},
              .read = read_checkpointing,
              .write = write_checkpointing,
              .parse = parse_checkpointing};
    set_accepted(out, {QT_TRANSLATE_NOOP("core", "%1 | {%2: %3 to %4} | {%5: %6, or a list of %7} | %8"),
                       {R"(true | false | "offload" | {"offload": "activations"})", "\"every\"",
                        std::to_string(every_layers.least), std::to_string(every_layers.most), "\"selective\"",
                        R"("attention", "mlp", "operations")", joined_modules(), R"({"reentrant": true})"}});
    return out;
}

} // namespace plimsoll
