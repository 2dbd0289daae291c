// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/envelope.h"

#include "core/ground/phrase.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace plimsoll {

namespace {

constexpr std::array<std::string_view, 4> methods{"full", "lora", "qlora", "infer"};
constexpr std::array<std::string_view, 5> dtypes{"fp32", "fp16", "bf16", "int8", "int4"};
constexpr std::array<int, 5> half_bytes{8, 4, 4, 2, 1}; ///< per parameter, in halves of a byte
constexpr Bytes adam_bytes = 8;                         ///< two fp32 states
constexpr Bytes adapter_bytes = 2 + 2 + adam_bytes;     ///< 16-bit adapter, its gradient, Adam

template <std::size_t N>
std::optional<std::size_t> index_of(const std::array<std::string_view, N> &names, std::string_view name)
{
    const auto found = std::ranges::find(names, name);
    return found == names.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - names.begin()));
}

/// count × halves ÷ 2, rounded up.
std::optional<Bytes> sized(Count count, int halves)
{
    const std::optional<Bytes> product = checked_mul(count, halves);
    return product ? std::optional((*product + 1) / 2) : std::nullopt;
}

std::string bytes_each(int halves) { return halves % 2 == 0 ? std::to_string(halves / 2) : "0.5"; }

class Worksheet {
public:
    /// A term: what was typed in, else count × halves ÷ 2, else nothing.
    void term(const char *name, const std::optional<Bytes> &typed, std::optional<Count> count, int halves)
    {
        EnvelopeTerm out{name, typed, phrase(QT_TRANSLATE_NOOP("core", "typed in"))};
        if (!typed && count) {
            out.bytes = sized(*count, halves);
            out.formula = std::to_string(*count) + " × " + bytes_each(halves) + " B";
            m_overflow = m_overflow || !out.bytes;
        } else if (!typed) {
            out.formula.clear();
            m_envelope.notes.push_back(phrase(QT_TRANSLATE_NOOP("core", "not in the sum, as nobody typed it in: %1"), {name}));
        }
        const std::optional<Bytes> total = checked_add(m_envelope.total, out.bytes.value_or(0));
        m_overflow = m_overflow || !total;
        m_envelope.total = total.value_or(0);
        m_envelope.terms.push_back(std::move(out));
    }

    [[nodiscard]] Result<Envelope> take()
    {
        if (m_overflow)
            return Error{"parameters",
                         phrase(QT_TRANSLATE_NOOP("core", "a sum beyond 2^63 bytes")),
                         phrase(QT_TRANSLATE_NOOP("core", "what fits into 64 bits")),
                         {}};
        return std::move(m_envelope);
    }

private:
    Envelope m_envelope;
    bool m_overflow = false;
};

std::optional<Error> refused(const EnvelopeInput &input)
{
    const auto negative = [](const char *field, Bytes value) {
        return Error{field, std::to_string(value), phrase(QT_TRANSLATE_NOOP("core", "%1 or more"), {"0"}), {}};
    };
    if (input.parameters < 1)
        return Error{"parameters", std::to_string(input.parameters), phrase(QT_TRANSLATE_NOOP("core", "%1 or more"), {"1"}), {}};
    if (input.trainable.value_or(0) < 0) return negative("trainable", *input.trainable);
    const std::array<std::pair<const char *, std::optional<Bytes>>, 6> cells{{{"weights", input.weights},
                                                                              {"gradients", input.gradients},
                                                                              {"optimizer", input.optimizer},
                                                                              {"adapters", input.adapters},
                                                                              {"activations", input.activations},
                                                                              {"overhead", input.overhead}}};
    for (const auto &[field, value] : cells)
        if (value.value_or(0) < 0) return negative(field, *value);
    const bool integer = input.dtype == EnvelopeDtype::int8 || input.dtype == EnvelopeDtype::int4;
    if (input.method == EnvelopeMethod::full && integer && !input.gradients)
        return Error{"dtype", std::string(name_of(input.dtype)),
                     phrase(QT_TRANSLATE_NOOP("core", "%1 (or %2 typed in)"), {"fp32 | fp16 | bf16", "gradients"}),
                     phrase(QT_TRANSLATE_NOOP("core", "integer weights have no gradients"))};
    return std::nullopt;
}

/// The term of the worksheet that a component of the simulation belongs to.
const char *term_of(Component component, bool has_adapters)
{
    switch (component) {
    case Component::weights:
    case Component::weight_casts:
    case Component::quantization_metadata: return "weights";
    case Component::adapters: return has_adapters ? "adapters" : "weights";
    case Component::gradients: return has_adapters ? "adapters" : "gradients";
    case Component::optimizer: return has_adapters ? "adapters" : "optimizer";
    case Component::workspace:
    case Component::communication:
    case Component::allocator_slack:
    case Component::context: return "overhead";
    default: return "activations";
    }
}

} // namespace

std::string_view name_of(EnvelopeMethod method) { return methods[static_cast<std::size_t>(method)]; }
std::string_view name_of(EnvelopeDtype dtype) { return dtypes[static_cast<std::size_t>(dtype)]; }

std::optional<EnvelopeMethod> envelope_method(std::string_view name)
{
    const std::optional<std::size_t> index = index_of(methods, name);
    return index ? std::optional(static_cast<EnvelopeMethod>(*index)) : std::nullopt;
}

std::optional<EnvelopeDtype> envelope_dtype(std::string_view name)
{
    const std::optional<std::size_t> index = index_of(dtypes, name);
    return index ? std::optional(static_cast<EnvelopeDtype>(*index)) : std::nullopt;
}

Result<Envelope> envelope(const EnvelopeInput &input)
{
    if (const std::optional<Error> error = refused(input)) return *error;
    const int halves = half_bytes[static_cast<std::size_t>(input.dtype)];
    const bool trains_all = input.method == EnvelopeMethod::full;
    const bool has_adapters = input.method == EnvelopeMethod::lora || input.method == EnvelopeMethod::qlora;
    Worksheet sheet;
    sheet.term("weights", input.weights, input.parameters, halves);
    if (trains_all || input.gradients) sheet.term("gradients", input.gradients, input.parameters, halves);
    if (trains_all || input.optimizer) sheet.term("optimizer", input.optimizer, input.parameters, 2 * adam_bytes);
    if (has_adapters || input.adapters) sheet.term("adapters", input.adapters, input.trainable, 2 * adapter_bytes);
    sheet.term("activations", input.activations, std::nullopt, 0);
    sheet.term("overhead", input.overhead, std::nullopt, 0);
    return sheet.take();
}

EnvelopeInput envelope_input(const Plan &resolved, Count parameters, Count trainable)
{
    EnvelopeInput out;
    out.parameters = parameters;
    const std::string &quant = resolved.weights.quant;
    if (quant.starts_with('w') ? quant.starts_with("w8") : quant.ends_with('8'))
        out.dtype = EnvelopeDtype::int8;
    else if (quant != "none")
        out.dtype = EnvelopeDtype::int4;
    else if (resolved.weights.dtype == WeightDtype::fp32)
        out.dtype = EnvelopeDtype::fp32;
    else if (resolved.weights.dtype == WeightDtype::fp16)
        out.dtype = EnvelopeDtype::fp16;
    if (resolved.task != Task::train)
        out.method = EnvelopeMethod::infer;
    else if (resolved.trains_adapter())
        out.method = resolved.method == Method::qlora ? EnvelopeMethod::qlora : EnvelopeMethod::lora;
    if (resolved.trains_adapter()) out.trainable = trainable;
    return out;
}

std::vector<EnvelopeDifference> envelope_differences(const Envelope &envelope, const Estimate &estimate)
{
    std::vector<EnvelopeDifference> out;
    for (const EnvelopeTerm &term : envelope.terms) out.push_back({term.name, term.bytes, 0});
    const auto row = [&out](std::string_view name) -> EnvelopeDifference & {
        const auto found = std::ranges::find(out, name, &EnvelopeDifference::name);
        return found == out.end() ? out.emplace_back(EnvelopeDifference{std::string(name), std::nullopt, 0}) : *found;
    };
    const bool has_adapters = estimate.plan.plan.trains_adapter();
    for (const BreakdownLine &line : estimate.fullest().at_peak)
        row(term_of(line.component, has_adapters)).simulated += line.bytes;
    return out;
}

nlohmann::ordered_json envelope_to_json(const Envelope &envelope)
{
    nlohmann::ordered_json out;
    out["schema"] = "plimsoll.envelope/1";
    out["terms"] = nlohmann::ordered_json::object();
    out["formulas"] = nlohmann::ordered_json::object();
    for (const EnvelopeTerm &term : envelope.terms) {
        out["terms"][term.name] = term.bytes ? nlohmann::ordered_json(*term.bytes) : nlohmann::ordered_json();
        out["formulas"][term.name] = term.bytes ? nlohmann::ordered_json(term.formula) : nlohmann::ordered_json();
    }
    out["total_bytes"] = envelope.total;
    out["notes"] = envelope.notes;
    return out;
}

} // namespace plimsoll
