// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/envelope_question.h"

#include "core/ground/json_text.h"
#include "core/plan/field.h"
#include "core/plan/names.h"

#include <algorithm>
#include <array>

namespace plimsoll {

namespace {

constexpr std::array<EnvelopeCell, 6> cells{
    {{"weights", "Weights, typed in.", &EnvelopeInput::weights},
     {"gradients", "Gradients, typed in.", &EnvelopeInput::gradients},
     {"optimizer", "Optimizer states, typed in.", &EnvelopeInput::optimizer},
     {"adapters", "Adapters with their gradients and states, typed in.", &EnvelopeInput::adapters},
     {"activations", "Activations, typed in.", &EnvelopeInput::activations},
     {"overhead", "Everything else, typed in.", &EnvelopeInput::overhead}}};

constexpr std::array<EnvelopeWay, 6> ways{{{"data", "Data-parallel ranks.", &EnvelopeSplit::data},
                                           {"zero", "ZeRO stage, 0 to 3; FSDP's full shard is 3.", &EnvelopeSplit::zero},
                                           {"tensor", "Tensor-parallel ranks.", &EnvelopeSplit::tensor},
                                           {"pipeline", "Stages of a pipeline.", &EnvelopeSplit::pipeline},
                                           {"context", "Context-parallel ranks.", &EnvelopeSplit::context},
                                           {"replicate", "Copies of the sharded group (HSDP).", &EnvelopeSplit::replicate}}};

/// The value as errors show it.
std::string read_in(const std::optional<std::string> &text) { return text.value_or("").empty() ? "nothing" : *text; }

std::optional<Error> read_split(const TypedText &typed, EnvelopeSplit &split)
{
    for (const EnvelopeWay &way : ways) {
        const auto text = typed(way.name);
        if (!text) continue;
        const std::optional<Count> count = count_from_text(*text);
        if (!count) return Error{way.name, read_in(text), "a count such as 8", {}};
        split.*way.member = *count;
    }
    if (const auto text = typed("offload")) {
        const std::optional<Offload> offload = plan_enum<Offload>(*text);
        if (!offload) return Error{"offload", read_in(text), "none | optimizer | parameters | both | nvme", {}};
        split.offload = *offload;
    }
    return std::nullopt;
}

/// What stands in no plan: method, dtype and cells.
std::optional<Error> read_terms(const TypedText &typed, EnvelopeInput &out)
{
    if (const auto text = typed("method")) {
        const std::optional<EnvelopeMethod> method = envelope_method(*text);
        if (!method) return Error{"method", read_in(text), "full | lora | qlora | infer", {}};
        out.method = *method;
        if (out.method == EnvelopeMethod::qlora) out.dtype = EnvelopeDtype::int4;
    }
    if (const auto text = typed("dtype")) {
        const std::optional<EnvelopeDtype> dtype = envelope_dtype(*text);
        if (!dtype) return Error{"dtype", read_in(text), "fp32 | fp16 | bf16 | int8 | int4", {}};
        out.dtype = *dtype;
    }
    if (const auto text = typed("trainable")) {
        out.trainable = count_from_text(*text);
        if (!out.trainable) return Error{"trainable", read_in(text), "a count such as 21e6", {}};
    }
    for (const EnvelopeCell &cell : cells) {
        const auto text = typed(cell.name);
        if (!text) continue;
        out.*cell.member = bytes_from_text(*text);
        if (!(out.*cell.member)) return Error{cell.name, read_in(text), "a size such as 4GB or 3.5GiB", {}};
    }
    return read_split(typed, out.split);
}

} // namespace

std::span<const EnvelopeCell> envelope_cells() { return cells; }

std::span<const EnvelopeWay> envelope_ways() { return ways; }

Result<EnvelopeInput> envelope_input(const TypedText &typed, EnvelopeInput of_plan)
{
    if (const auto parameters = typed("parameters"); parameters || of_plan.parameters == 0) {
        const std::optional<Count> count = count_from_text(parameters.value_or(""));
        if (!count) return Error{"parameters", read_in(parameters), "a count such as 7e9 or 7B", {}};
        of_plan.parameters = *count;
    }
    if (const std::optional<Error> error = read_terms(typed, of_plan)) return *error;
    return of_plan;
}

Result<EnvelopeInput> envelope_input(const TypedText &typed) { return envelope_input(typed, {}); }

Result<EnvelopeInput> envelope_input_from_json(std::string_view text)
{
    const Result<nlohmann::json> read = parse_json(text, "envelope");
    if (!read.ok()) return read.error();
    if (!read->is_object()) return Error{"envelope", quoted(*read), "an object", {}};
    for (const auto &[name, value] : read->items()) {
        const bool known = name == "parameters" || name == "method" || name == "dtype" || name == "trainable" ||
                           name == "offload" ||
                           std::ranges::any_of(cells, [&](const EnvelopeCell &cell) { return name == cell.name; }) ||
                           std::ranges::any_of(ways, [&](const EnvelopeWay &way) { return name == way.name; });
        if (!known) return Error{name, {}, {}, "there is no such field"};
        if (!value.is_string() && !value.is_number()) return Error{name, quoted(value), "a text or a number", {}};
    }
    return envelope_input([&](const char *field) -> std::optional<std::string> {
        const auto found = read->find(field);
        if (found == read->end()) return std::nullopt;
        return found->is_string() ? found->get<std::string>() : found->dump();
    });
}

bool has_adapters(EnvelopeMethod method) { return method == EnvelopeMethod::lora || method == EnvelopeMethod::qlora; }

} // namespace plimsoll
