// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/field_objects.h"

#include "core/plan/field_types.h"
#include "core/model/lora/scoped_targets.h"
#include "core/plan/liger_parts.h"
#include "core/plan/optimizer_words.h"

#include <algorithm>

namespace plimsoll {

using namespace field_types;

namespace {

constexpr Range<Count> budget_range{1, Bytes{1} << 50};
constexpr Range<Count> gpu_layers_range{1, 65536};

/// What `kernels` may name, in the order in which a plan has them.
std::vector<std::string_view> kernel_names()
{
    std::vector<std::string_view> out(std::begin(kernel_packages), std::end(kernel_packages));
    out.insert(out.end(), std::begin(liger_parts), std::end(liger_parts));
    return out;
}

/// "none", one name or a list of them; in the order of kernel_names(), each once.
bool read_kernels(Plan &plan, const json &value)
{
    const std::optional<std::vector<std::string>> named =
        value.is_string() ? std::optional(std::vector{value.get<std::string>()}) : strings(value);
    if (!named) return false;
    const bool none = named->size() == 1 && named->front() == "none";
    const std::vector<std::string_view> names = kernel_names();
    const auto known = [&names](const std::string &name) { return std::ranges::find(names, name) != names.end(); };
    if (!none && !std::ranges::all_of(*named, known)) return false;
    plan.kernels.clear();
    for (const std::string_view package : names)
        if (std::ranges::find(*named, package) != named->end()) plan.kernels.emplace_back(package);
    return true;
}

ordered_json write_kernels(const Plan &plan)
{
    if (plan.kernels.empty()) return "none";
    return plan.kernels.size() == 1 ? ordered_json(plan.kernels.front()) : ordered_json(plan.kernels);
}

bool read_gpu_layers(Plan &plan, const json &value)
{
    std::optional<Count> read;
    if (value == "auto")
        read = -1;
    else if (value != "all") {
        read = whole_number(value);
        if (!read || *read < -1 || *read > gpu_layers_range.most) return false;
    }
    plan.inference.gpu_layers = read;
    return true;
}

ordered_json write_gpu_layers(const Plan &plan)
{
    const std::optional<Count> &held = plan.inference.gpu_layers;
    if (!held) return "all";
    return *held < 0 ? ordered_json("auto") : ordered_json(*held);
}

std::optional<json> parse_gpu_layers(std::string_view text)
{
    if (const auto count = count_from_text(text)) return json(*count);
    return text_value(text);
}

bool is_regex(std::string_view text) { return text.find_first_of("*+?()[]{}|\\^$") != std::string_view::npos; }

/// As PEFT reads target_modules: a list holds names, a string is a regular expression but for the two words.
bool read_targets(Plan &plan, const json &value)
{
    if (value.is_string()) {
        const auto &word = value.get_ref<const std::string &>();
        if (word.empty()) return false;
        // no module's name holds a comma: names in one text are a list of them
        if (word.find(',') != std::string::npos && !is_regex(word)) return read_targets(plan, list_value(word).value_or(json()));
        plan.adapter.targets = {word};
        plan.adapter.targets_regex = word != "all-linear" && word != "default";
        return true;
    }
    auto names = strings(value);
    if (!names || names->empty()) return false;
    plan.adapter.targets = std::move(*names);
    plan.adapter.targets_regex = false;
    return true;
}

ordered_json write_targets(const Plan &plan)
{
    const std::vector<std::string> &targets = plan.adapter.targets;
    if (targets.size() == 1 && (plan.adapter.targets_regex || targets[0] == "all-linear" || targets[0] == "default"))
        return targets[0];
    return targets;
}

std::optional<json> parse_targets(std::string_view text)
{
    if (text == "all-linear" || text == "default" || (is_regex(text) && !text.starts_with('[')) || scoped_targets(text))
        return text_value(text);
    return list_value(text);
}

bool read_layers(Plan &plan, const json &value)
{
    if (value == "all") {
        plan.extract.layers.clear();
        return true;
    }
    if (!value.is_array() || value.empty()) return false;
    std::vector<Count> layers;
    for (const json &item : value) {
        const auto layer = whole_number(item);
        if (!layer || *layer < 0 || *layer > 65535) return false;
        layers.push_back(*layer);
    }
    plan.extract.layers = std::move(layers);
    return true;
}

std::optional<json> parse_layers(std::string_view text)
{
    return text == "all" ? text_value(text)
                         : json_value(text.starts_with('[') ? std::string(text) : "[" + std::string(text) + "]");
}

std::string field_objects_dashed(std::string text)
{
    std::ranges::replace(text, '_', '-');
    return text;
}

/// "2.15.0", "2.15.0+cu132", "5.23.0.dev0": begins with a number, no spaces.
bool is_version(std::string_view text)
{
    if (text.starts_with('b')) text.remove_prefix(1); // llama.cpp's builds: b5460
    return !text.empty() && text.size() <= 40 && text[0] >= '0' && text[0] <= '9' && text.find(' ') == std::string_view::npos;
}

Field with_accepted(Field field, Accepted accepted)
{
    set_accepted(field, std::move(accepted));
    return field;
}

} // namespace

Field kernels_field()
{
    std::string packages = "none";
    for (const std::string_view package : kernel_names()) packages.append(" | ").append(package);
    return with_accepted({.path = "kernels",
                          .option = "kernels",
                          .about = "packages whose kernels are installed",
                          .type = FieldType::object,
                          .takes = {},
                          .accepted = {},
                          .choices = {},
                          .read = read_kernels,
                          .write = write_kernels,
                          .parse = list_value},
                         {QT_TRANSLATE_NOOP("core", "%1, or a list of them"), {packages}});
}

Field weights_dtype_field()
{
    Field field = choice(
        "weights.dtype", "dtype", [](auto &plan) -> auto & { return plan.weights.dtype; }, "dtype of what is not quantised");
    field.parse = [](std::string_view text) -> std::optional<json> {
        const auto known = text == "auto" ? std::nullopt : dtype_from_name(text); // float32, bfloat16, …
        return json(std::string(known ? name_of(*known) : text));
    };
    return field;
}

Field quant_field()
{
    Field field = text(
        "weights.quant", "quant", {}, {QT_TRANSLATE_NOOP("core", "%1 | a GGUF type (%2)"), accepted_quants()},
        [](auto &plan) -> auto & { return plan.weights.quant; }, "quantisation of the weights");
    field.read = [](Plan &plan, const json &value) {
        const std::string quant = value.is_string() ? canonical_quant(value.get_ref<const std::string &>()) : "";
        if (!quant.empty()) plan.weights.quant = quant;
        return !quant.empty();
    };
    return field;
}

Field adapter_dtype_field()
{
    Field field = text(
        "adapter.dtype", "adapter-dtype", {"fp32", "fp16", "bf16"}, {}, [](auto &plan) -> auto & { return plan.name; },
        "dtype of the adapter's weights");
    field.read = [](Plan &plan, const json &value) {
        if (value != "fp32" && value != "fp16" && value != "bf16") return false;
        plan.adapter.dtype = *dtype_from_name(value.get_ref<const std::string &>());
        return true;
    };
    field.write = [](const Plan &plan) { return ordered_json(name_of(plan.adapter.dtype)); };
    return field;
}

Field adapter_settings_field()
{
    Field field = begun("adapter.settings", "adapter-settings", "what the adapter's method alone has, by PEFT's own keys",
                        FieldType::object, json_value);
    field.read = [](Plan &plan, const json &value) {
        if (!value.is_object()) return false;
        plan.adapter.settings = value.empty() ? std::string() : to_text(value);
        return true;
    };
    field.write = [](const Plan &plan) {
        return plan.adapter.settings.empty() ? ordered_json::object() : ordered_json::parse(plan.adapter.settings);
    };
    set_accepted(field, {QT_TRANSLATE_NOOP("core", "an object of PEFT's keys"), {}});
    return field;
}

Field adapter_targets_field()
{
    return with_accepted(
        {.path = "adapter.targets",
         .option = "targets",
         .about = "modules that get an adapter",
         .type = FieldType::object,
         .takes = {},
         .accepted = {},
         .choices = {},
         .read = read_targets,
         .write = write_targets,
         .parse = parse_targets},
        {QT_TRANSLATE_NOOP("core", "%1 | a list of module names | a regular expression"), {"all-linear | default"}});
}

Field optimizer_name_field()
{
    Field field = choice("optimizer.name", "optimizer", PLAN_MEMBER(optimizer.name), "optimizer");
    const auto named = field.read;
    field.read = [named](Plan &plan, const json &value) {
        const auto word = value.is_string() ? optimizer_word_of(value.get_ref<const std::string &>()) : std::nullopt;
        if (!word) return named(plan, value);
        if (word->implementation && !plan.has("optimizer.implementation")) {
            plan.optimizer.implementation = word->implementation;
            plan.given.insert("optimizer.implementation");
        }
        if (word->in_backward && !plan.has("optimizer.in_backward")) {
            plan.optimizer.in_backward = true;
            plan.given.insert("optimizer.in_backward");
        }
        return named(plan, std::string(word->name));
    };
    return field;
}

Field optimizer_implementation_field()
{
    Field field = text(
        "optimizer.implementation", "optimizer-implementation", {"fused", "foreach", "single"}, {},
        [](auto &plan) -> auto & { return plan.name; }, "form of torch.optim's optimizers");
    field.read = [](Plan &plan, const json &value) {
        const auto read =
            value.is_string() ? plan_enum<OptimizerImplementation>(value.get_ref<const std::string &>()) : std::nullopt;
        if (read) plan.optimizer.implementation = read;
        return read.has_value();
    };
    field.write = [](const Plan &plan) {
        return plan.optimizer.implementation ? ordered_json(name_of(*plan.optimizer.implementation)) : ordered_json(nullptr);
    };
    return field;
}

/// llama.cpp's -ngl: a number, "all", or "auto" for as many as fit.
Field gpu_layers_field()
{
    return with_accepted({.path = "inference.gpu_layers",
                          .option = "gpu-layers",
                          .about = "layers that llama.cpp puts on cards",
                          .type = FieldType::object,
                          .takes = {},
                          .accepted = {},
                          .choices = {},
                          .read = read_gpu_layers,
                          .write = write_gpu_layers,
                          .parse = parse_gpu_layers},
                         {QT_TRANSLATE_NOOP("core", "%1 or a number of layers from %2"), {"\"all\", \"auto\"", "0"}});
}

Field extract_layers_field()
{
    return with_accepted({.path = "extract.layers",
                          .option = "layers",
                          .about = "layers whose states are kept",
                          .type = FieldType::object,
                          .takes = {},
                          .accepted = {},
                          .choices = {},
                          .read = read_layers,
                          .write =
                              [](const Plan &plan) {
                                  return plan.extract.layers.empty() ? ordered_json("all") : ordered_json(plan.extract.layers);
                              },
                          .parse = parse_layers},
                         {QT_TRANSLATE_NOOP("core", "%1 or a list of layer numbers from %2"), {"\"all\"", "0"}});
}

Field budget_field()
{
    Field field = integer(
        "target.budget_bytes", "budget", budget_range, [](auto &plan) -> auto & { return plan.target.budget_bytes; },
        "memory of your own, instead of or beside a card: 16GiB, 24GB, bytes");
    field.type = FieldType::size;
    field.parse = [](std::string_view text) -> std::optional<json> {
        const auto bytes = bytes_from_text(text);
        return bytes ? std::optional<json>(*bytes) : std::nullopt;
    };
    return field;
}

Field library_field(const std::string &name)
{
    return with_accepted({.path = "libraries." + name,
                          .option = "libraries-" + field_objects_dashed(name),
                          .about = phrase_in_english("release of %1 that runs the plan", {name}),
                          .type = FieldType::text,
                          .takes = {},
                          .accepted = {},
                          .choices = {},
                          .read =
                              [name](Plan &plan, const json &value) {
                                  if (!value.is_string() || !is_version(value.get_ref<const std::string &>())) return false;
                                  std::erase_if(plan.libraries, [&](const auto &library) { return library.first == name; });
                                  plan.libraries.emplace_back(name, value.get<std::string>());
                                  std::ranges::sort(plan.libraries);
                                  return true;
                              },
                          .write =
                              [name](const Plan &plan) {
                                  const auto found =
                                      std::ranges::find(plan.libraries, name, &std::pair<std::string, std::string>::first);
                                  return found == plan.libraries.end() ? ordered_json(nullptr) : ordered_json(found->second);
                              },
                          .parse = text_value},
                         {QT_TRANSLATE_NOOP("core", "a version such as %1"), {"\"2.15.0\""}});
}

} // namespace plimsoll
