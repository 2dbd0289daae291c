// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapters.h"

#include "core/ground/phrase.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plimsoll {

namespace {

using Methods = Registry<AdapterMethod, AdapterName>;

Methods &known_adapters()
{
#define PLIMSOLL_LISTED(name) &adapters::name,
    static Methods list{PLIMSOLL_ADAPTERS(PLIMSOLL_LISTED)};
#undef PLIMSOLL_LISTED
    return list;
}

} // namespace

const AdapterMethod &method_of(AdapterName name) { return known_adapters().of(name); }
const AdapterMethod &method_of(const Adapter &adapter) { return method_of(adapter.type); }

const std::vector<const AdapterMethod *> &all_adapters() { return known_adapters().all(); }

AdapterName add_adapter(const AdapterMethod &method) { return known_adapters().add(method); }

std::string title_of(const Adapter &adapter, bool packed)
{
    const AdapterMethod &method = method_of(prepared(adapter));
    return packed && method.folds_parameters ? "Q" + std::string(method.title) : phrase(method.title);
}

namespace {

/// Takes settings that are fields of a plan out of a JSON object.
class Fields {
public:
    Fields(nlohmann::json &object, std::vector<std::string> *said) : m_object(object), m_said(said) {}

    template <class Take>
    void take(std::string_view key, std::string_view path, bool (nlohmann::json::*is)() const noexcept, Take take)
    {
        const auto found = m_object.find(std::string(key));
        if (found == m_object.end() || !((*found).*is)()) return;
        take(*found);
        m_object.erase(found);
        if (m_said) m_said->emplace_back(path);
    }

private:
    nlohmann::json &m_object;
    std::vector<std::string> *m_said;
};

std::vector<std::string> texts_of(const nlohmann::json &list)
{
    std::vector<std::string> out;
    for (const nlohmann::json &item : list)
        if (item.is_string()) out.push_back(item.get<std::string>());
    return out;
}

} // namespace

Adapter prepared(const Adapter &adapter, std::vector<std::string> *said)
{
    using nlohmann::json;
    const AdapterMethod &method = method_of(adapter);
    if (!method.prepare && adapter.settings.empty()) return adapter;
    Adapter out = adapter;
    json object = adapter.settings.empty() ? json::object() : json::parse(adapter.settings, nullptr, false);
    if (object.is_object()) {
        Fields fields(object, said);
        if (!method.rank_key.empty())
            fields.take(method.rank_key, "adapter.rank", &json::is_number_unsigned,
                        [&](const json &v) { out.rank = v.get<Count>(); });
        fields.take("lora_alpha", "adapter.alpha", &json::is_number, [&](const json &v) { out.alpha = v.get<double>(); });
        fields.take("lora_dropout", "adapter.dropout", &json::is_number, [&](const json &v) { out.dropout = v.get<double>(); });
        fields.take("use_dora", "adapter.dora", &json::is_boolean, [&](const json &v) { out.dora = v.get<bool>(); });
        fields.take("use_rslora", "adapter.rslora", &json::is_boolean, [&](const json &v) { out.rslora = v.get<bool>(); });
        fields.take("bias", "adapter.bias", &json::is_string, [&](const json &v) {
            const auto word = v.get<std::string>(); // "boft_only", "lora_only"
            out.bias = word.ends_with("_only") ? "lora_only" : word;
        });
        fields.take("modules_to_save", "adapter.modules_to_save", &json::is_array,
                    [&](const json &v) { out.modules_to_save = texts_of(v); });
        fields.take("target_modules", "adapter.targets", &json::is_array, [&](const json &v) {
            out.targets = texts_of(v);
            out.targets_regex = false;
        });
        fields.take("target_modules", "adapter.targets", &json::is_string, [&](const json &v) {
            out.targets = {v.get<std::string>()};
            out.targets_regex = out.targets.front() != "all-linear";
        });
        out.settings = object.empty() ? std::string() : object.dump();
    }
    if (method.prepare) method.prepare(out);
    return out;
}

std::pair<Count, Count> largest_sides(const AdaptedModel &model)
{
    Count in = 0, out = 0;
    for (const AdaptedLinear &linear : model.linears) {
        in = std::max(in, linear.in);
        out = std::max(out, linear.out);
    }
    return {in, out};
}

} // namespace plimsoll
