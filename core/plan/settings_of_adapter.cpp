// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/settings_of_adapter.h"

#include "core/ground/phrase.h"
#include "core/plan/field.h"

namespace plimsoll {

Plan with_settings_of(const AdapterFile &file, Plan plan, bool over, std::vector<Warning> &warnings)
{
    Plan said;
    said.adapter = file.adapter;
    for (const std::string &path : file.said) {
        const Field *field = find_field(path);
        if (!field || (!over && plan.has(path))) continue;
        if (field->read(plan, nlohmann::json(field->write(said)))) plan.given.insert(path);
    }
    for (const std::string &key : file.not_planned)
        warnings.push_back({"adapter_not_planned",
                            phrase(QT_TRANSLATE_NOOP("core", "%1: %2 is set and no field of a plan: it is left out"),
                                   {"adapter_config.json", key}),
                            "adapter"});
    return plan;
}

Plan with_settings_of_model(Plan plan, const std::string &base_directory, std::vector<Warning> &warnings)
{
    const auto file = adapter_of(plan.model, base_directory);
    if (!file || !file->ok()) return plan; // load_model() says what is wrong with it
    const bool wanted = plan.task == Task::train && !(plan.has("method") && plan.method == Method::full);
    if (!wanted) return plan;
    warnings.push_back({"adapter_settings",
                        phrase(QT_TRANSLATE_NOOP("core", "the settings of the %1 were taken from %2, but for those that are set"),
                               {(*file)->title(), "adapter_config.json"}),
                        "adapter"});
    return with_settings_of(**file, std::move(plan), false, warnings);
}

} // namespace plimsoll
