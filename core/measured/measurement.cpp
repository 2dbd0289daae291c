// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/measurement.h"

#include "core/ground/json_text.h"
#include "core/ground/phrase.h"
#include "core/libraries/libraries.h"
#include "core/plan/plan_json.h"

#include <algorithm>
#include <array>
#include <optional>

namespace plimsoll {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr Bytes most_bytes = Bytes{1} << 60;

/// Reads keys of one object; keeps the first error.
class Fields {
public:
    Fields(const json &object, std::string prefix, std::optional<Error> &error)
        : m_object(object), m_prefix(std::move(prefix)), m_error(error)
    {}

    void read(const char *key, std::string &into, bool needed = false) const
    {
        const json *const value = find(key, needed);
        if (value == nullptr) return;
        if (!value->is_string()) return fail(key, *value, phrase(QT_TRANSLATE_NOOP("core", "a text")));
        into = value->get<std::string>();
    }
    void read(const char *key, std::optional<Bytes> &into) const
    {
        const json *const value = find(key, false);
        if (value == nullptr) return;
        const bool fits =
            value->is_number_integer() && (!value->is_number_unsigned() || value->get<std::uint64_t>() <= most_bytes);
        if (!fits || value->get<Bytes>() < 0) return fail(key, *value, phrase(QT_TRANSLATE_NOOP("core", "bytes, or null")));
        into = value->get<Bytes>();
    }
    void read(const char *key, std::vector<std::string> &into) const
    {
        const json *const value = find(key, false);
        if (value == nullptr) return;
        if (!value->is_array()) return fail(key, *value, phrase(QT_TRANSLATE_NOOP("core", "a list of texts")));
        for (const json &one : *value)
            if (one.is_string()) into.push_back(one.get<std::string>());
    }
    [[nodiscard]] const json *find(const char *key, bool needed) const
    {
        const auto found = m_object.find(key);
        if (found != m_object.end() && !found->is_null()) return &*found;
        if (needed) fail(key, json(), phrase(QT_TRANSLATE_NOOP("core", "a value")));
        return nullptr;
    }
    void fail(const char *key, const json &read, std::string accepted) const
    {
        if (!m_error) m_error = Error{m_prefix + key, quoted(read), std::move(accepted), {}};
    }

private:
    const json &m_object;
    std::string m_prefix;
    std::optional<Error> &m_error;
};

void read_phases(const Fields &top, Measured &out, std::optional<Error> &error)
{
    const json *const phases = top.find("phases", true);
    if (phases == nullptr) return;
    if (!phases->is_array() || phases->size() > 10'000)
        return top.fail("phases", *phases, phrase(QT_TRANSLATE_NOOP("core", "a list")));
    for (std::size_t i = 0; i < phases->size(); ++i) {
        const json &entry = (*phases)[i];
        const std::string place = "phases[" + std::to_string(i) + "]";
        if (!entry.is_object()) return top.fail(place.c_str(), entry, phrase(QT_TRANSLATE_NOOP("core", "an object")));
        const Fields fields(entry, place + '.', error);
        MeasuredPhase phase;
        std::optional<Bytes> step;
        fields.read("step", step);
        fields.read("phase", phase.phase, true);
        fields.read("allocated_peak_bytes", phase.allocated_peak);
        fields.read("reserved_peak_bytes", phase.reserved_peak);
        fields.read("allocated_end_bytes", phase.allocated_end);
        phase.step = step.value_or(0);
        out.phases.push_back(std::move(phase));
    }
}

void read_card(const Fields &top, Measured &out, std::optional<Error> &error)
{
    const json *const card = top.find("card", true);
    if (card == nullptr) return;
    if (!card->is_object()) return top.fail("card", *card, phrase(QT_TRANSLATE_NOOP("core", "an object")));
    const Fields fields(*card, "card.", error);
    fields.read("name", out.card, true);
    fields.read("total_bytes", out.card_total);
}

void read_device(const Fields &top, Measured &out, std::optional<Error> &error)
{
    const json *const device = top.find("device", false);
    if (device == nullptr || !device->is_object()) return;
    const Fields fields(*device, "device.", error);
    fields.read("used_bytes", out.used_peak);
    fields.read("process_bytes", out.device_peak);
    fields.read("outside_torch_bytes", out.outside_torch);
    std::optional<Bytes> reserved;
    fields.read("reserved_bytes", reserved);
    if (!out.device_peak && out.outside_torch && reserved) out.device_peak = *reserved + *out.outside_torch;
}

/// The median of all but the first step, which finds no optimizer states and nothing tuned.
void read_steps(const json &seconds, Measured &out)
{
    std::vector<double> later;
    for (std::size_t i = 1; seconds.is_array() && i < seconds.size(); ++i)
        if (seconds[i].is_number() && seconds[i].get<double>() > 0) later.push_back(seconds[i].get<double>());
    if (later.empty()) return;
    std::ranges::nth_element(later, later.begin() + static_cast<std::ptrdiff_t>(later.size() / 2));
    out.speed.step_seconds = later[later.size() / 2];
}

Result<json> measurement_object(std::string_view text)
{
    Result<json> parsed = parse_json(text, phrase(QT_TRANSLATE_NOOP("core", "the measurement")));
    if (!parsed) return parsed;
    const auto schema = parsed->is_object() ? parsed->find("schema") : parsed->end();
    if (!parsed->is_object() || schema == parsed->end() || *schema != measurement_schema)
        return Error{"schema",
                     parsed->is_object() && schema != parsed->end() ? quoted(*schema) : quoted(*parsed),
                     '"' + std::string(measurement_schema) + '"',
                     {}};
    return parsed;
}

/// "2.11.0+cu130" without its build.
std::string release(const std::string &version) { return version.substr(0, version.find('+')); }

} // namespace

Result<Measured> measurement_from_json(std::string_view text)
{
    const Result<json> parsed = measurement_object(text);
    if (!parsed) return parsed.error();
    std::optional<Error> error;
    const Fields top(*parsed, "", error);
    Measured out;
    out.source = measurement_schema;
    read_card(top, out, error);
    read_phases(top, out, error);
    read_device(top, out, error);
    top.read("runner", out.runner);
    top.read("allocated_peak_bytes", out.allocated_peak);
    top.read("reserved_peak_bytes", out.reserved_peak);
    top.read("notes", out.notes);
    top.read("not_covered", out.not_covered);
    if (const json *const versions = top.find("versions", false); versions != nullptr && versions->is_object())
        for (const auto &[library, version] : versions->items())
            if (version.is_string()) out.versions.emplace_back(library, version.get<std::string>());
    if (const json *const seconds = top.find("step_seconds", false)) read_steps(*seconds, out);
    out.out_of_memory = top.find("out_of_memory", false) != nullptr;
    if (const json *const plan = top.find("plan", false)) {
        if (!plan->is_object()) top.fail("plan", *plan, phrase(QT_TRANSLATE_NOOP("core", "an object")));
        out.plan = plan->dump(-1, ' ', false, json::error_handler_t::replace);
    }
    if (error) return *std::move(error);
    return out;
}

std::string plan_as_measured(const Measured &measured)
{
    json plan = json::parse(measured.plan, nullptr, false);
    if (!plan.is_object()) return {};
    if (!plan["libraries"].is_object()) plan["libraries"] = json::object();
    for (const auto &[library, version] : measured.versions)
        if (const Library *known = library_named(library); known != nullptr && known->shared)
            plan["libraries"][library] = release(version);
    if (!plan["target"].is_object()) plan["target"] = json::object();
    if (!measured.card.empty()) plan["target"]["gpus"] = json::array({measured.card});
    return plan.dump(-1, ' ', false, json::error_handler_t::replace);
}

Result<std::string> shared_measurement(std::string_view text)
{
    const Result<Measured> checked = measurement_from_json(text);
    if (!checked) return checked.error();
    const Result<json> parsed = measurement_object(text);
    ordered_json out;
    constexpr std::array kept{"schema",
                              "card",
                              "versions",
                              "runner",
                              "steps",
                              "ranks",
                              "trainable_parameters",
                              "allocated_peak_bytes",
                              "reserved_peak_bytes",
                              "phases",
                              "device",
                              "step_seconds",
                              "allocation_retries",
                              "out_of_memory"};
    for (const char *const key : kept)
        if (const auto found = parsed->find(key); found != parsed->end()) out[key] = *found;
    if (checked->plan.empty()) return to_text(out);
    const Result<ParsedPlan> plan = plan_from_json(checked->plan);
    if (!plan) return plan.error();
    Plan bare = plan->plan;
    bare.name.clear();
    bare.target = {};
    if (!bare.model.hub.empty() || !bare.model.config_path.empty())
        return Error{"plan.model",
                     bare.model.hub.empty() ? "{\"config\": PATH}" : "{\"hub\": …}",
                     phrase(QT_TRANSLATE_NOOP("core", "a preset or the configuration itself: a name may say whose model it is")),
                     {}};
    ordered_json stated = plan_to_json(bare);
    if (stated["model"].contains("config") && stated["model"]["config"].is_object())
        for (const char *const key : {"_name_or_path", "auto_map"}) stated["model"]["config"].erase(key);
    stated.erase("name");
    stated.erase("target");
    out["plan"] = std::move(stated);
    return to_text(out);
}

} // namespace plimsoll
