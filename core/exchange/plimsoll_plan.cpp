// SPDX-License-Identifier: GPL-3.0-or-later
// A plan's own JSON (docs/schema/plan.md), as other tools' files are read and written.
#include "core/exchange/exchange.h"
#include "core/exchange/tools/tools.h"
#include "core/ground/json_text.h"
#include "core/ground/phrase.h"
#include "core/plan/field.h"
#include "core/plan/plan_json.h"

#include <string>

namespace plimsoll {

static int recognises_plimsoll(const ConfigText &text)
{
    if (text.form != ConfigForm::json) return 0;
    const ConfigEntry *const schema = text.find("schema");
    if (schema != nullptr) return as_word(schema->value).starts_with("plimsoll.plan/") ? 100 : 0;
    const ConfigEntry *const model = text.find("model");
    return model != nullptr && model->section && (text.has("model.preset") || text.has("model.hub") || text.has("model.config"))
               ? 95
               : 0;
}

static void read_plimsoll(ConfigReading &reading)
{
    if (const ConfigEntry *const schema = reading.find("schema"))
        reading.no_effect(*schema, phrase(QT_TRANSLATE_NOOP("core", "it says what the file is")));
    for (const Field &field : plan_fields()) {
        const ConfigEntry *const entry = reading.find(field.path);
        if (entry == nullptr || !reading.is_open(*entry)) continue;
        if (entry->value.is_null())
            reading.no_effect(*entry, phrase(QT_TRANSLATE_NOOP("core", "nothing stands there")));
        else
            reading.state(*entry, field.path, entry->value);
    }
}

Result<Exported> write_plimsoll(const Plan &plan) { return Exported{{}, to_text(plan_to_json(plan, true), 2) + '\n', {}, false}; }

constinit const ToolFormat formats::plimsoll{.name = "plimsoll",
                                             .title = "Plimsoll",
                                             .recognises = recognises_plimsoll,
                                             .read = read_plimsoll,
                                             .ending = "plimsoll",
                                             .write = write_plimsoll,
                                             .task = Task::train,
                                             .group = ExportGroup::plan};

} // namespace plimsoll
