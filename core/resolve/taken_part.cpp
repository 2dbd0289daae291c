// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resolve/taken_part.h"

#include "core/ground/phrase.h"
#include "core/model/extension.h"
#include "core/model/tower_spec.h"
#include "core/model/towers.h"
#include "core/pictures/pictures.h"
#include "core/plan/field.h"
#include "core/plan/image_names.h"
#include "core/plan/names.h"
#include "core/resolve/handed_pictures.h"
#include "core/resolve/runners.h"

#include <algorithm>
#include <iterator>

namespace plimsoll {

namespace {

const TowerSpec *tower_of(const Architecture &architecture)
{
    const DecoderExtension *around = architecture.decoder ? architecture.decoder->extension.get() : nullptr;
    return around ? around->tower.get() : nullptr;
}

/// What a stated list of what trains makes of the tower and its projector; nothing where it says nothing of them.
std::optional<TrainedTower> named_tower(const Plan &plan, const Architecture &architecture)
{
    if (!plan.trainable || !plan.has("trainable") || plan.method != Method::full || !tower_of(architecture)) return std::nullopt;
    return trained_tower(architecture, *plan.trainable, stack_of(plan).models.names_meet);
}

/// What the stack leaves it as; nothing where it leaves that to the targets, as it does where adapter.settings say which these are.
std::optional<TakenDefault> stacks_part(const char *path, const Plan &plan)
{
    const std::optional<TakenDefault> out = default_for(path, plan);
    const bool told = plan.trains_adapter() && plan.has("adapter.settings");
    return out && !out->value.empty() && !told ? out : std::nullopt;
}

void take_images(Plan &plan, const Architecture &architecture, std::vector<std::string> &said)
{
    if (!plan.reads_beside_text() || plan.task != Task::train) return;
    const std::optional<TrainedTower> named = named_tower(plan, architecture);
    const auto take = [&](const char *path, PartTraining &part, bool trains, bool follows) {
        if (plan.has(path)) return;
        const std::optional<TakenDefault> of_stack = stacks_part(path, plan);
        const PartTraining usual = plan.trains_adapter() ? PartTraining::adapters : PartTraining::trained;
        part = of_stack ? *plan_enum<PartTraining>(of_stack->value) : usual;
        std::string reason = of_stack ? of_stack->reason() : phrase(QT_TRANSLATE_NOOP("core", "nothing keeps it from training"));
        if (named) {
            part = trains ? PartTraining::trained : PartTraining::frozen;
            reason = phrase(QT_TRANSLATE_NOOP("core", "as %1 says"), {"trainable"});
        } else if (follows) {
            part = PartTraining::frozen;
            reason = phrase(QT_TRANSLATE_NOOP("core", "as %1 says"), {"images.tower"});
        }
        said.push_back(std::string(path) + ": " + find_field(path)->write(plan).dump() + " — " + reason);
    };
    const bool kept_out = plan.trains_adapter() && plan.has("images.tower") && plan.images.tower == PartTraining::frozen;
    take("images.tower", plan.images.tower, named && named->tower, false);
    take("images.projector", plan.images.projector, named && named->projector, kept_out);
}

/// What the processor makes of the plan's pictures.
void tell_pictures(const Plan &plan, const Architecture &architecture, std::vector<std::string> &said)
{
    const DecoderExtension *around = architecture.decoder ? architecture.decoder->extension.get() : nullptr;
    if (plan.images.per_row == 0 || plan.images.tokens_per_image || !around || !around->pictures) return;
    const HandedPicture handed = handed_picture(plan, *around->pictures);
    const Result<PictureTokens> made = picture_tokens(*around->pictures, handed.picture, handed.caps);
    if (!made) return;
    if (handed.picture.width != plan.images.width || handed.picture.height != plan.images.height)
        said.push_back(
            phrase(QT_TRANSLATE_NOOP("core", "images: %1 hands the processor a picture of %2"),
                   {stack_of(plan).name, std::to_string(handed.picture.width) + " x " + std::to_string(handed.picture.height)}));
    const char *text =
        around->pictures->from_file
            ? QT_TRANSLATE_NOOP("core", "images: a picture of %1 becomes %2 tokens, %3 patches in %4 tiles — by the "
                                        "processor's file beside the model")
            : QT_TRANSLATE_NOOP("core", "images: a picture of %1 becomes %2 tokens, %3 patches in %4 tiles — no "
                                        "processor's file is beside the model: as such checkpoints publish it");
    said.push_back(phrase(text, {std::to_string(plan.images.width) + " x " + std::to_string(plan.images.height),
                                 std::to_string(made->tokens), std::to_string(made->patches), std::to_string(made->tiles)}));
}

/// What the processor makes of the plan's videos.
void tell_videos(const Plan &plan, const Architecture &architecture, std::vector<std::string> &said)
{
    const DecoderExtension *around = architecture.decoder ? architecture.decoder->extension.get() : nullptr;
    if (plan.video.per_row == 0 || !around || !around->videos) return;
    const Result<VideoTokens> made = video_tokens(*around->videos, handed_video(plan));
    if (!made) return;
    const char *text =
        around->videos->from_file
            ? QT_TRANSLATE_NOOP("core", "video: %1 frames of %2 become %3 tokens, %4 patches — by the processor's file "
                                        "beside the model")
            : QT_TRANSLATE_NOOP("core", "video: %1 frames of %2 become %3 tokens, %4 patches — no processor's file is "
                                        "beside the model: as such checkpoints publish it");
    said.push_back(
        phrase(text, {std::to_string(made->frames), std::to_string(plan.video.width) + " x " + std::to_string(plan.video.height),
                      std::to_string(made->tokens), std::to_string(made->steps * made->one.patches)}));
}

std::string as_pattern(std::string_view name)
{
    std::string out;
    for (const char c : name) out.append(c == '.' ? "\\." : std::string(1, c));
    return out;
}

/// Names that freeze what stands beside the language model, but for what the plan's pictures train of it.
std::vector<std::string> frozen_beside(const Plan &plan, const Architecture &architecture)
{
    const TowerSpec *tower = tower_of(architecture);
    const auto is_there = [tower](const std::string &scope) {
        return std::ranges::any_of(tower->modules->modules,
                                   [&scope](const Module &module) { return stands_within({scope}, module.name); });
    };
    const auto trains = [&plan](const char *path, PartTraining part) { return plan.has(path) && part == PartTraining::trained; };
    const bool of_tower = trains("images.tower", plan.images.tower), joins = trains("images.projector", plan.images.projector);
    if (!tower || !plan.reads_beside_text() || !(of_tower || joins)) return tower_names(architecture);
    std::vector<std::string> out;
    if (of_tower && !joins) std::ranges::copy_if(tower->projectors, std::back_inserter(out), is_there);
    if (of_tower) return out;
    for (const std::string &name : tower->towers) {
        std::string inside;
        for (const std::string &projector : tower->projectors)
            if (stands_within({name}, projector))
                inside += (inside.empty() ? "" : "|") + as_pattern(std::string_view(projector).substr(name.size() + 1));
        out.push_back(inside.empty() ? name : "^" + as_pattern(name) + "\\.(?!(" + inside + ")\\.)");
    }
    return out;
}

void take_frozen_towers(Plan &plan, const Architecture &architecture, std::vector<std::string> &said)
{
    if (plan.has("trainable")) return;
    const std::vector<std::string> beside = frozen_beside(plan, architecture);
    if (plan.trainable && !plan.trainable->frozen.empty() && plan.trainable->frozen == beside)
        plan.trainable.reset(); // an earlier answer's
    if (plan.task != Task::train || plan.method != Method::full || plan.trainable) return;
    const std::optional<TakenDefault> taken = default_for("trainable", plan);
    const std::vector<std::string> towers = taken ? beside : std::vector<std::string>();
    if (towers.empty()) return;
    plan.trainable = Trainable{.modules = {}, .last_layers = {}, .also = {}, .frozen = towers};
    said.push_back("trainable: " + find_field("trainable")->write(plan).dump() + " — " + taken->reason());
}

} // namespace

void take_parts(Plan &plan, const Architecture &architecture, std::vector<std::string> &said)
{
    take_frozen_towers(plan, architecture, said);
    take_images(plan, architecture, said);
    tell_pictures(plan, architecture, said);
    tell_videos(plan, architecture, said);
}

} // namespace plimsoll
