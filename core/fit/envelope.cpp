// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/envelope.h"

#include "core/estimate/rollout_engine.h"
#include "core/ground/json_or_null.h"
#include "core/ground/phrase.h"
#include "core/ground/text.h"
#include "core/plan/names.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <numeric>
#include <span>
#include <utility>

namespace plimsoll {

namespace {

constexpr std::array<std::string_view, 4> methods{"full", "lora", "qlora", "infer"};
constexpr std::array<std::string_view, 5> dtypes{"fp32", "fp16", "bf16", "int8", "int4"};
constexpr std::array<int, 5> half_bytes{8, 4, 4, 2, 1};  ///< per parameter, in halves of a byte
constexpr int adam_halves = 16;                          ///< two fp32 states
constexpr int adapter_halves = 4;                        ///< a 16-bit adapter, or its gradient
constexpr Count most_copies = 65'536, most_parts = 1024; ///< along one way of splitting, as plans have them

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

/// bytes of each parameter, and by how many of a term's ranks they are shared
struct Each {
    int halves = 0;
    Count over = 1;
    bool on_host = false;
};

std::string formula_of(Count count, std::span<const Each> each, Count parts)
{
    std::string out = std::to_string(count) + " × " + (each.size() > 1 ? "(" : "");
    for (std::size_t i = 0; i < each.size(); ++i) {
        out += (i > 0 ? " + " : "") + bytes_each(each[i].on_host ? 0 : each[i].halves);
        if (each.size() > 1 && each[i].over > 1) out += " ÷ " + std::to_string(each[i].over);
    }
    if (each.size() > 1) out += ")";
    out += " B";
    const Count over = each.size() > 1 ? 1 : each.front().over;
    if (parts > 1) out += " ÷ " + std::to_string(parts);
    return over > 1 ? out + " ÷ " + std::to_string(over) : out;
}

class Worksheet {
public:
    explicit Worksheet(const EnvelopeSplit &split) { m_envelope.split = split; }

    /// A term: what was typed in, else count × what each parameter takes, else nothing.
    void term(const char *name, const std::optional<Bytes> &typed, std::optional<Count> count, std::vector<Each> each)
    {
        EnvelopeTerm out{name, typed, phrase(QT_TRANSLATE_NOOP("core", "typed in")), typed};
        if (!typed && count) {
            if (m_envelope.split == EnvelopeSplit{} && each.size() > 1) each = {{together(each)}}; // as people write it
            out.formula = formula_of(*count, each, m_envelope.split.parts());
            out.whole = sized(*count, together(each));
            out.bytes = 0;
            for (const Each &one : each) {
                const std::optional<Bytes> all = one.on_host ? Bytes{0} : sized(*count, one.halves);
                const Count over = one.over * m_envelope.split.parts();
                m_overflow = m_overflow || !all;
                out.bytes = *out.bytes + (all.value_or(0) + over - 1) / over;
            }
            m_overflow = m_overflow || !out.whole;
        } else if (!typed) {
            out.formula.clear();
            m_envelope.notes.push_back(phrase(QT_TRANSLATE_NOOP("core", "not in the sum, as nobody typed it in: %1"), {name}));
        }
        add(m_envelope.total, out.bytes);
        add(m_envelope.whole, out.whole);
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
    static int together(std::span<const Each> each)
    {
        return std::accumulate(each.begin(), each.end(), 0, [](int sum, const Each &one) { return sum + one.halves; });
    }

    void add(Bytes &sum, const std::optional<Bytes> &bytes)
    {
        const std::optional<Bytes> total = checked_add(sum, bytes.value_or(0));
        m_overflow = m_overflow || !total;
        sum = total.value_or(0);
    }

    Envelope m_envelope;
    bool m_overflow = false;
};

/// Of the split: counts below 1 and copies that do not divide.
std::optional<Error> refused(const EnvelopeSplit &split)
{
    const auto one_of = [](const char *field, Count count, Count most) -> std::optional<Error> {
        if (count >= 1 && count <= most) return std::nullopt;
        return Error{field,
                     std::to_string(count),
                     phrase(QT_TRANSLATE_NOOP("core", "a whole number from %1 to %2"), {"1", std::to_string(most)}),
                     {}};
    };
    if (auto error = one_of("data", split.data, most_copies)) return error;
    if (auto error = one_of("replicate", split.replicate, most_copies)) return error;
    if (auto error = one_of("tensor", split.tensor, most_parts)) return error;
    if (auto error = one_of("pipeline", split.pipeline, most_parts)) return error;
    if (auto error = one_of("context", split.context, most_parts)) return error;
    if (split.zero < 0 || split.zero > 3) return Error{"zero", std::to_string(split.zero), "0 | 1 | 2 | 3", {}};
    if (split.data % split.replicate == 0) return std::nullopt;
    return Error{"replicate",
                 std::to_string(split.replicate),
                 phrase(QT_TRANSLATE_NOOP("core", "a number that divides %1"), {std::to_string(split.data)}),
                 {}};
}

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
    if (auto error = refused(input.split)) return error;
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
    const EnvelopeSplit &split = input.split;
    const bool parameters_away = split.offload != Offload::none && split.offload != Offload::optimizer;
    const bool states_away = split.offload != Offload::none && split.offload != Offload::parameters;
    const auto weights = [&](int each) { return Each{each, split.shards(3), parameters_away}; };
    const auto gradients = [&](int each) { return Each{each, split.shards(2), states_away}; };
    const Each states{adam_halves, split.shards(1), states_away};
    Worksheet sheet(split);
    sheet.term("weights", input.weights, input.parameters, {weights(halves)});
    if (trains_all || input.gradients) sheet.term("gradients", input.gradients, input.parameters, {gradients(halves)});
    if (trains_all || input.optimizer) sheet.term("optimizer", input.optimizer, input.parameters, {states});
    if (has_adapters || input.adapters)
        sheet.term("adapters", input.adapters, input.trainable, {weights(adapter_halves), gradients(adapter_halves), states});
    sheet.term("activations", input.activations, std::nullopt, {});
    sheet.term("overhead", input.overhead, std::nullopt, {});
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
    const Parallel &p = resolved.parallel;
    if (resolved.task == Task::train)
        out.split = {p.data, p.zero, p.tensor, p.pipeline, p.context, p.replicate, p.offload};
    else // of what serves a model each copy holds all that it is not cut into
        out.split = {.tensor = p.tensor, .pipeline = p.pipeline};
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
    for (const BreakdownLine &line : estimate.shown().needed_lines()) {
        EnvelopeDifference &of = row(term_of(line.component, has_adapters));
        of.simulated += line.bytes;
        of.parts.emplace_back(line.component, line.bytes);
    }
    return out;
}

std::string words_for(const EnvelopeSplit &split)
{
    if (split.ranks() == 1) return {};
    std::string out = phrase(QT_TRANSLATE_NOOP("core", "a rank of %1"), {localised(grouped(split.ranks()))});
    auto add = [&out, begun = false](const std::string &way) mutable { out += (std::exchange(begun, true) ? ", " : ": ") + way; };
    if (split.zero > 0) add("ZeRO " + std::to_string(split.zero) + " ÷ " + std::to_string(split.shards(1)));
    if (split.tensor > 1) add("tensor ÷ " + std::to_string(split.tensor));
    if (split.pipeline > 1) add("pipeline ÷ " + std::to_string(split.pipeline));
    return out;
}

namespace {

using nlohmann::ordered_json;

void add_ranks(ordered_json &out, const Envelope &sheet)
{
    const EnvelopeSplit &split = sheet.split;
    out["ranks"] = {{"count", split.ranks()},       {"data", split.data},
                    {"zero", split.zero},           {"tensor", split.tensor},
                    {"pipeline", split.pipeline},   {"context", split.context},
                    {"replicate", split.replicate}, {"offload", name_of(split.offload)}};
    out["whole"] = ordered_json::object();
    for (const EnvelopeTerm &term : sheet.terms) out["whole"][term.name] = or_null(term.whole);
    out["whole_bytes"] = sheet.whole;
    out["evenly_bytes"] = sheet.evenly();
}

void add_simulated(ordered_json &out, const Envelope &sheet, const Estimate &estimate)
{
    out["rank"] = role_of(estimate.shown().rank, estimate.plan.plan);
    out["phase"] = name_of(phase_of_peak(estimate.shown()));
    for (const char *map : {"simulated", "differences", "parts"}) out[map] = ordered_json::object();
    for (const EnvelopeDifference &row : envelope_differences(sheet, estimate)) {
        out["simulated"][row.name] = row.simulated;
        out["differences"][row.name] = row.envelope ? ordered_json(row.simulated - *row.envelope) : ordered_json();
        out["parts"][row.name] = ordered_json::object();
        for (const auto &[component, bytes] : row.parts) out["parts"][row.name][std::string(name_of(component))] = bytes;
    }
    out["simulated_bytes"] = estimate.shown().needed();
}

} // namespace

ordered_json envelope_to_json(const Envelope &envelope)
{
    ordered_json out;
    out["schema"] = "plimsoll.envelope/1";
    out["terms"] = ordered_json::object();
    out["formulas"] = ordered_json::object();
    for (const EnvelopeTerm &term : envelope.terms) {
        out["terms"][term.name] = or_null(term.bytes);
        out["formulas"][term.name] = term.bytes ? ordered_json(term.formula) : ordered_json();
    }
    out["total_bytes"] = envelope.total;
    if (envelope.split.any()) add_ranks(out, envelope);
    out["notes"] = envelope.notes;
    return out;
}

ordered_json envelope_to_json(const Envelope &envelope, const Estimate &beside)
{
    ordered_json out = envelope_to_json(envelope);
    add_simulated(out, envelope, beside);
    return out;
}

} // namespace plimsoll
