// SPDX-License-Identifier: GPL-3.0-or-later
// What the commands of trainers that draw completions have in common.
#include "core/exchange/tools/rollouts/rollout_command.h"

#include "core/ground/phrase.h"
#include "core/objectives/objectives.h"
#include "core/plan/names.h"
#include "core/stacks/stacks.h"

namespace plimsoll {

namespace {

using nlohmann::ordered_json;

std::string word_of_value(const ordered_json &value)
{
    if (value.is_boolean()) return value.get<bool>() ? "True" : "False";
    return value.is_string() ? value.get<std::string>() : value.dump();
}

void add_words(const ordered_json &keys, const std::string &before, bool dashes, std::vector<std::string> &out)
{
    for (const auto &[key, value] : keys.items()) {
        if (value.is_object()) {
            add_words(value, before + key + '.', dashes, out);
        } else if (!dashes) {
            out.push_back(before + key + '=' + word_of_value(value));
        } else if (value != false) { // a switch stands there, or does not
            out.push_back("--" + before + key);
            if (value.is_array())
                for (const ordered_json &item : value) out.push_back(word_of_value(item));
            else if (value != true)
                out.push_back(word_of_value(value));
        }
    }
}

} // namespace

std::optional<Error> refuses_to_draw(const Plan &plan, std::string_view title)
{
    const ObjectiveKind &aim = kind_of(plan.objective);
    if (aim.beta) return std::nullopt;
    std::string accepted;
    for (const ObjectiveKind *kind : all_objectives())
        if (kind->beta) accepted.append(accepted.empty() ? "" : " | ").append(kind->name);
    return Error{"objective", std::string(aim.name), accepted,
                 phrase(QT_TRANSLATE_NOOP("core", "%1 is written for completions that are drawn"), {title})};
}

WeightDtype dtype_of_weights(const TrainingText &text)
{
    if (text.states("weights.dtype")) return text.plan().weights.dtype;
    const auto taken = default_in(stacks::of(text.plan()), "weights.dtype", text.plan());
    const auto dtype = taken ? plan_enum<WeightDtype>(taken->value) : std::nullopt;
    return dtype.value_or(WeightDtype::bf16);
}

std::vector<std::string> key_words(const ordered_json &keys, bool dashes)
{
    std::vector<std::string> out;
    add_words(keys, {}, dashes, out);
    return out;
}

void say_lora(TrainingText &text, std::string_view rank, std::string_view alpha, std::string_view targets)
{
    const Adapter &adapter = text.plan().adapter;
    text.take("adapter.rank");
    text.say(rank, adapter.rank);
    text.take("adapter.alpha");
    text.say(alpha, adapter.alpha);
    if (!text.take("adapter.targets")) return;
    const bool word = adapter.targets.size() == 1 && (adapter.targets[0] == "all-linear" || adapter.targets[0] == "default");
    if (adapter.targets_regex || (word && adapter.targets[0] == "default"))
        return text.cannot("adapter.targets", phrase(QT_TRANSLATE_NOOP("core", "names of modules are expected")));
    text.say(targets, word ? ordered_json("all-linear") : ordered_json(adapter.targets));
}

void only(TrainingText &text, std::string_view path, bool holds, std::string_view title)
{
    if (text.take(path) && !holds) text.cannot(path, phrase(QT_TRANSLATE_NOOP("core", "%1 does otherwise"), {title}));
}

} // namespace plimsoll
