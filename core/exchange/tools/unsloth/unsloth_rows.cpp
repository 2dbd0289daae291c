// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/tools/unsloth/unsloth_rows.h"

#include "core/exchange/tools/shared/shared_keys.h"
#include "core/ground/bytes.h"
#include "core/ground/phrase.h"
#include "core/objectives/objectives.h"

#include <algorithm>

namespace plimsoll {

void read_scored_rows(ConfigReading &reading)
{
    const ConfigEntry *const parts = reading.find("unsloth_grpo_mini_batch");
    const auto count = parts != nullptr && !parts->unknown ? as_count(parts->value) : std::nullopt;
    if (!count || *count < 1 || !kind_of(reading.plan().objective).generates) return;
    const auto told = [&reading](const char *key) {
        const ConfigEntry *const entry = reading.find(key);
        return entry != nullptr && !entry->unknown ? as_count(entry->value) : std::nullopt;
    };
    const auto each = told("per_device_train_batch_size"), saved = told("gradient_accumulation_steps");
    const Count rows = each.value_or(4) * told("steps_per_generation").value_or(saved.value_or(2)); // UnslothGRPOConfig
    reading.state(*parts, "rollout.micro_batch_size", std::max<Count>(ceil_div(rows, *count), 1));
}

void read_collator(ConfigReading &reading)
{
    for (const ConfigEntry &entry : reading.entries()) {
        if (entry.scope != "UnslothVisionDataCollator") continue;
        if (entry.key == "max_seq_length" && as_count(entry.value)) reading.state(entry, "sequence_length", entry.value);
        if (!entry.key.starts_with("resize")) continue;
        if (entry.value == "min" || (entry.key == "resize_dimension" && entry.value == 0))
            reading.no_effect(entry, phrase(QT_TRANSLATE_NOOP("core", "as it is unless said")));
        else
            reading.not_said(entry, phrase(QT_TRANSLATE_NOOP("core", "a plan of %1 brings pictures to the tower's own width, 512 "
                                                                     "pixels where it has none"),
                                           {"Unsloth"}));
    }
}

} // namespace plimsoll
