// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/naming/plan_names.h"

#include "core/ground/text.h"
#include "core/plan/field.h"
#include "core/plan/names.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

namespace plimsoll {

namespace {

constexpr std::size_t always_told = 2; ///< details that a name has where they differ; more only where plans are called alike else
constexpr std::size_t longest_value = 24;    ///< columns
constexpr std::size_t most_told_apart = 100; ///< more that are called alike are numbered: an edit names them all

/// "bf16" gives "BF16"; nothing where the model's own is kept.
std::string upper_name(WeightDtype dtype)
{
    switch (dtype) {
    case WeightDtype::fp32: return "FP32";
    case WeightDtype::fp16: return "FP16";
    case WeightDtype::bf16: return "BF16";
    case WeightDtype::auto_: break;
    }
    return {};
}

/// Of a preset its name, of a file or a Hub id what stands last in it.
std::string model_in_name(const Plan &plan)
{
    const ModelReference &model = plan.model;
    std::string_view whole = !model.preset.empty() ? model.preset : !model.hub.empty() ? model.hub : model.config_path;
    while (whole.ends_with('/')) whole.remove_suffix(1);
    if (whole.ends_with("/config.json")) whole.remove_suffix(std::string_view("/config.json").size());
    const auto slash = whole.find_last_of("/\\");
    return std::string(slash == std::string_view::npos ? whole : whole.substr(slash + 1));
}

std::string checkpointing_in_name(const Plan &plan)
{
    const Checkpointing &kept = plan.gradient_checkpointing;
    if (kept.offload_activations) return "activations on host";
    if (!kept.enabled) return "no checkpointing";
    if (kept.offload) return "checkpoints on host";
    if (!kept.selective.empty()) return kept.selective + " checkpointed";
    return kept.every > 1 ? "some checkpointed" : "checkpointing";
}

/// What a field says in a name: a text before its value and one behind; a field without any of both says its value alone.
struct Detail {
    const char *path;
    const char *before = "", *behind = "";
    std::string (*own)(const Plan &) = nullptr; ///< another way to say it
};

/// The first that differ are told.
const std::vector<Detail> &details()
{
    static const std::vector<Detail> all{
        {"model", "", "", model_in_name},
        {"stack"},
        {"inference.engine"},
        {"objective"},
        {"adapter.type"},
        {"adapter.rank", "r"},
        {"weights.quant"},
        {"weights.dtype"},
        {"optimizer.name"},
        {"micro_batch", "batch "},
        {"sequence_length", "", " tokens"},
        {"inference.sequences", "batch "},
        {"inference.context", "", " tokens"},
        {"inference.kv_dtype", "cache "},
        {"gradient_checkpointing", "", "", checkpointing_in_name},
        {"loss.kind", "", " loss"},
        {"attention"},
        {"gradient_accumulation", "accumulated "},
        {"parallel.data", "", " ranks"},
        {"parallel.zero", "ZeRO "},
        {"parallel.tensor", "TP "},
        {"parallel.pipeline", "PP "},
        {"parallel.context", "CP "},
        {"parallel.expert", "EP "},
        {"adapter.alpha", "alpha "},
    };
    return all;
}

std::string words_of_path(const std::string &path)
{
    std::string out = path.substr(path.rfind('.') + 1);
    std::ranges::replace(out, '_', ' ');
    return out;
}

/// A value as names have it: words as they stand, a list's joined; nothing for what has no short form.
std::string value_in_name(const nlohmann::ordered_json &value)
{
    std::string out;
    if (value.is_string()) out = value.get<std::string>();
    if (value.is_number()) out = value.dump();
    if (value.is_array())
        for (const auto &one : value)
            if (one.is_string()) out += (out.empty() ? "" : "+") + one.get<std::string>();
    return columns(out) <= longest_value ? out : std::string();
}

std::string told_by(const Field &field, const Plan &plan)
{
    const nlohmann::ordered_json value = field.write(plan);
    const std::string words = words_of_path(field.path);
    if (value.is_boolean()) return value.get<bool>() ? words : "no " + words;
    const std::string said = value_in_name(value);
    return said.empty() ? std::string() : words + " " + said;
}

std::string told_by(const Detail &detail, const Plan &plan)
{
    if (detail.own) return detail.own(plan);
    const Field *field = find_field(detail.path);
    const std::string said = field ? value_in_name(field->write(plan)) : std::string();
    return said.empty() ? std::string() : detail.before + said + detail.behind;
}

/// What nobody set is the tool's to say, and in no name.
bool is_set(const Plan &plan, const std::string &path)
{
    const auto at = plan.given.lower_bound(path);
    return at != plan.given.end() && (*at == path || at->starts_with(path + "."));
}

/// What stands behind the name of each of several plans that are called alike.
class Telling {
public:
    explicit Telling(std::vector<const Plan *> plans) : m_plans(std::move(plans)), m_told(m_plans.size()) {}

    /// Details behind the name, one plan after the other.
    std::vector<std::string> take() &&
    {
        std::set<std::string> known{"name"};
        for (const Detail &detail : details()) {
            known.insert(detail.path);
            offer(detail.path, [&](const Plan &plan) { return told_by(detail, plan); });
        }
        for (const Field &field : plan_fields())
            if (!known.contains(field.path) && !field.path.starts_with("target."))
                offer(field.path, [&](const Plan &plan) { return told_by(field, plan); });
        return std::move(m_told);
    }

private:
    std::vector<const Plan *> m_plans;
    std::vector<std::string> m_told;
    std::size_t m_details = 0;

    void offer(const std::string &path, const auto &say)
    {
        std::vector<std::string> said;
        for (const Plan *plan : m_plans) said.push_back(is_set(*plan, path) ? say(*plan) : std::string());
        if (std::set<std::string>(said.begin(), said.end()).size() < 2) return;
        if (m_details >= always_told && !tells_more(said)) return;
        ++m_details;
        for (std::size_t i = 0; i < said.size(); ++i)
            if (!said[i].empty()) m_told[i] += ' ' + said[i];
    }

    /// Two that are alike so far differ in it.
    [[nodiscard]] bool tells_more(const std::vector<std::string> &said) const
    {
        std::map<std::string, std::string> first;
        for (std::size_t i = 0; i < said.size(); ++i)
            if (const auto at = first.emplace(m_told[i], said[i]).first; at->second != said[i]) return true;
        return false;
    }
};

} // namespace

std::string automatic_name(const Plan &plan)
{
    const std::string dtype = upper_name(plan.weights.dtype);
    if (plan.task == Task::train) {
        if (plan.method == Method::qlora) return "QLoRA";
        if (plan.method == Method::lora) return "LoRA";
        return dtype.empty() ? "Full" : dtype + " full";
    }
    std::string quant = plan.weights.quant;
    std::ranges::transform(quant, quant.begin(),
                           [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
    const std::string precision = quant == "NONE" || quant.empty() ? dtype : quant;
    if (!precision.empty()) return precision;
    return plan.task == Task::infer ? "Run" : "Extract";
}

std::vector<std::string> names_by_difference(const std::vector<const Plan *> &plans)
{
    std::map<std::string, std::vector<std::size_t>> alike;
    std::vector<std::string> out;
    for (std::size_t i = 0; i < plans.size(); ++i) {
        out.push_back(automatic_name(*plans[i]));
        alike[out.back()].push_back(i);
    }
    for (const auto &[name, places] : alike) {
        if (places.size() < 2 || places.size() > most_told_apart) continue;
        std::vector<const Plan *> group;
        for (const std::size_t place : places) group.push_back(plans[place]);
        const std::vector<std::string> told = Telling(std::move(group)).take();
        for (std::size_t i = 0; i < places.size(); ++i) out[places[i]] += told[i];
    }
    return out;
}

std::vector<std::string> automatic_names(const std::vector<const Plan *> &plans)
{
    std::vector<std::string> out = names_by_difference(plans);
    std::map<std::string, int> times;
    for (std::string &name : out)
        if (const int time = ++times[name]; time > 1) name += ' ' + std::to_string(time);
    return out;
}

bool is_numbered(const std::string &name, const std::string &automatic)
{
    if (!name.starts_with(automatic)) return false;
    const std::string_view rest = std::string_view(name).substr(automatic.size());
    if (rest.empty()) return true;
    return rest.size() > 1 && rest.front() == ' ' &&
           std::all_of(rest.begin() + 1, rest.end(), [](char c) { return c >= '0' && c <= '9'; });
}

} // namespace plimsoll
