// SPDX-License-Identifier: GPL-3.0-or-later
// ms-swift 4.6 arguments/tuner_args.py, utils/transformers_utils.py: of a full fine-tuning, what freezes and what trains all the same.
#include "core/exchange/tools/ms_swift/ms_swift_frozen.h"

#include "core/exchange/tools/shared/frozen_parts.h"
#include "core/exchange/tools/shared/frozen_words.h"
#include "core/ground/phrase.h"
#include "core/model/name_pattern.h"
#include "core/model/trained_share.h"

#include <algorithm>

namespace plimsoll {

namespace {

using nlohmann::ordered_json;

constexpr std::string_view special = R"(.*+?()[]{}|\^$)";

/// The beginning of names that an entry stands for; nothing of other patterns.
std::optional<std::string> prefix_of(std::string_view entry)
{
    if (!entry.starts_with('^')) return std::nullopt;
    std::string out;
    for (std::size_t i = 1; i < entry.size(); ++i) {
        const bool escaped = entry[i] == '\\' && i + 1 < entry.size() && special.find(entry[i + 1]) != special.npos;
        if (escaped)
            ++i;
        else if (entry[i] == '.' ? i + 1 < entry.size() && is_pattern(entry.substr(i + 1, 1)) : is_pattern(entry.substr(i, 1)))
            return std::nullopt;
        out += entry[i];
    }
    return out.empty() ? std::nullopt : std::optional(out);
}

/// One expression that is found in the names that any of the entries meets.
std::string expression_of(const std::vector<std::string> &entries)
{
    std::string out;
    for (const std::string &entry : entries) {
        if (!out.empty()) out += '|';
        out += is_pattern(entry) ? entry : R"((^|\.))" + prefix_pattern(entry).substr(1) + R"((\.|$))";
    }
    return out;
}

void say_names(TrainingText &text, const std::vector<std::string> &entries, const std::string &key)
{
    ordered_json prefixes = ordered_json::array();
    for (const std::string &entry : entries)
        if (const std::optional<std::string> prefix = prefix_of(entry)) prefixes.push_back(*prefix);
    if (prefixes.size() == entries.size())
        text.say(key, prefixes);
    else
        text.say(key + "_regex", expression_of(entries));
}

} // namespace

void say_trained_names(TrainingText &text)
{
    const Plan &plan = text.plan();
    const Trainable *const named = named_trainable(text, "ms-swift");
    if (named == nullptr) return;
    const Trainable &part = *named;
    if (std::ranges::any_of(part.modules, [](const std::string &entry) { return layer_share(entry).has_value(); }))
        return text.cannot("trainable", phrase(QT_TRANSLATE_NOOP("core", "%1 has no setting for it"), {"ms-swift"}));
    if (reads_more_than_text(plan.model)) // whose tower and aligner it freezes where nobody says
        for (const char *key : {"freeze_vit", "freeze_aligner"}) text.say(key, false);
    if (!part.frozen.empty()) return say_names(text, part.frozen, "freeze_parameters");
    text.say("freeze_parameters_ratio", 1);
    say_names(text, part.modules, "trainable_parameters");
}

} // namespace plimsoll
