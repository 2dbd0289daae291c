// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/field_objects.h"
#include "core/plan/field_types.h"

namespace plimsoll {

using namespace field_types;

namespace {

constexpr Range<Count> layers_range{1, 65536};
constexpr std::string_view last_layers = "last_layers";

/// A list of names, {"last_layers": N, "also": [names]} or {"frozen": [names]}.
bool read_trainable(Plan &plan, const json &value)
{
    Trainable read;
    if (value.is_array()) {
        auto names = strings(value);
        if (!names || names->empty()) return false;
        read.modules = std::move(*names);
    } else if (value.is_object()) {
        const auto count = value.find(last_layers);
        if (const auto frozen = value.find("frozen"); frozen != value.end() && value.size() == 1) {
            auto names = strings(*frozen);
            if (!names || names->empty()) return false;
            plan.trainable = Trainable{.modules = {}, .last_layers = {}, .also = {}, .frozen = std::move(*names)};
            return true;
        }
        if (count == value.end()) return false;
        read.last_layers = whole_number(*count);
        if (!read.last_layers || *read.last_layers < layers_range.least || *read.last_layers > layers_range.most) return false;
        if (const auto also = value.find("also"); also != value.end()) {
            auto names = strings(*also);
            if (!names) return false;
            read.also = std::move(*names);
        }
    } else
        return false;
    plan.trainable = std::move(read);
    return true;
}

ordered_json write_trainable(const Plan &plan)
{
    if (!plan.trainable) return nullptr;
    if (!plan.trainable->frozen.empty()) return {{"frozen", plan.trainable->frozen}};
    if (!plan.trainable->last_layers) return plan.trainable->modules;
    ordered_json out{{last_layers, *plan.trainable->last_layers}};
    if (!plan.trainable->also.empty()) out["also"] = plan.trainable->also;
    return out;
}

/// "mlp,norm", "last_layers=6", "last_layers=6,embed_tokens,norm", or JSON.
std::optional<json> parse_trainable(std::string_view text)
{
    if (text.starts_with('{') || text.starts_with('[')) return json_value(text);
    const bool by_layers = text.starts_with(last_layers) || text.starts_with("last-layers");
    if (!by_layers || text.size() <= last_layers.size() || text[last_layers.size()] != '=') return list_value(text);
    text.remove_prefix(last_layers.size() + 1);
    const std::size_t comma = std::min(text.find(','), text.size());
    const auto count = count_from_text(text.substr(0, comma));
    if (!count) return json(std::string(text));
    json out{{last_layers, *count}};
    if (comma < text.size()) out["also"] = list_value(text.substr(comma + 1)).value_or(json::array());
    return out;
}

} // namespace

Field trainable_field()
{
    Field field{.path = "trainable",
                .option = "trainable",
                .about = "the part of the model that full fine-tuning trains",
                .type = FieldType::object,
                .takes = {},
                .accepted = {},
                .choices = {},
                .read = read_trainable,
                .write = write_trainable,
                .parse = parse_trainable};
    set_accepted(
        field,
        {QT_TRANSLATE_NOOP("core", "null | a list of module names or patterns | {%1: %2 to %3, %4: names} | {%5: names}"),
         {"\"last_layers\"", std::to_string(layers_range.least), std::to_string(layers_range.most), "\"also\"", "\"frozen\""}});
    return field;
}

} // namespace plimsoll
