// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/tools/unsloth/unsloth_targets.h"

#include "core/exchange/tools/shared/shared_keys.h"

#include <algorithm>

namespace plimsoll {

void read_embedding_targets(ConfigReading &reading)
{
    const ConfigEntry *const named = reading.find("target_modules"), *const saved = reading.find("modules_to_save");
    if (named == nullptr || named->unknown || !named->value.is_array() ||
        !as_switch(reading.value("finetune_language_layers")).value_or(true))
        return;
    std::vector<std::string> targets, whole = as_names(reading.value("modules_to_save"));
    for (const std::string &name : as_names(named->value)) {
        const std::string leaf = name.substr(name.rfind('.') + 1);
        const bool moves = leaf == "embed_tokens" || leaf == "lm_head";
        if (!moves)
            targets.push_back(name);
        else if (std::ranges::find(whole, name) == whole.end())
            whole.push_back(name);
    }
    if (targets.size() == as_names(named->value).size() || targets.empty()) return;
    if (!reading.is_understood_as(*named, "adapter.targets")) reading.state(*named, "adapter.targets", targets);
    reading.state(*named, "adapter.modules_to_save", whole);
    if (saved != nullptr) reading.understood(*saved, "adapter.modules_to_save");
}

} // namespace plimsoll
