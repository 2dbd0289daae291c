// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resolve/taken_part.h"

#include "core/ground/phrase.h"
#include "core/model/towers.h"
#include "core/plan/field.h"
#include "core/resolve/runners.h"

namespace plimsoll {

namespace {

void take_images(Plan &plan, std::vector<std::string> &said)
{
    if ((plan.images.per_row == 0 && plan.audio.per_row == 0) || plan.task != Task::train) return;
    const std::optional<TakenDefault> frozen = default_for("trainable", plan);
    const PartTraining usual = frozen                  ? PartTraining::frozen
                               : plan.trains_adapter() ? PartTraining::adapters
                                                       : PartTraining::trained;
    const auto take = [&](const char *path, PartTraining &part) {
        if (plan.has(path)) return;
        part = usual;
        const std::string reason =
            frozen ? frozen->reason() : phrase(QT_TRANSLATE_NOOP("core", "nothing keeps it from training"));
        said.push_back(std::string(path) + ": " + find_field(path)->write(plan).dump() + " — " + reason);
    };
    take("images.tower", plan.images.tower);
    take("images.projector", plan.images.projector);
}

void take_frozen_towers(Plan &plan, const Architecture &architecture, std::vector<std::string> &said)
{
    if (plan.has("trainable")) return;
    if (plan.trainable && !plan.trainable->frozen.empty() && plan.trainable->frozen == tower_names(architecture))
        plan.trainable.reset(); // an earlier answer's
    if (plan.task != Task::train || plan.method != Method::full || plan.trainable) return;
    const std::optional<TakenDefault> taken = default_for("trainable", plan);
    const std::vector<std::string> towers = taken ? tower_names(architecture) : std::vector<std::string>();
    if (towers.empty()) return;
    plan.trainable = Trainable{.modules = {}, .last_layers = {}, .also = {}, .frozen = towers};
    said.push_back("trainable: " + find_field("trainable")->write(plan).dump() + " — " + taken->reason());
}

} // namespace

void take_parts(Plan &plan, const Architecture &architecture, std::vector<std::string> &said)
{
    take_frozen_towers(plan, architecture, said);
    take_images(plan, said);
}

} // namespace plimsoll
