// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/stage_words.h"

#include "core/ground/figures.h"
#include "core/ground/phrase.h"
#include "core/ground/text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace plimsoll {

namespace {

using Named = std::pair<std::string_view, const char *>;

constexpr std::array<Named, 17> stage_titles{{
    {"wake_weights", QT_TRANSLATE_NOOP("core", "waking: weights")},
    {"push_weights", QT_TRANSLATE_NOOP("core", "weights pushed")},
    {"wake_cache", QT_TRANSLATE_NOOP("core", "waking: cache")},
    {"kl", QT_TRANSLATE_NOOP("core", "KL estimate")},
    {"generate", QT_TRANSLATE_NOOP("core", "generation")},
    {"old_log_probs", QT_TRANSLATE_NOOP("core", "old log-probabilities")},
    {"reference", QT_TRANSLATE_NOOP("core", "reference")},
    {"teacher", QT_TRANSLATE_NOOP("core", "teacher")},
    {"reward", QT_TRANSLATE_NOOP("core", "reward")},
    {"forward", QT_TRANSLATE_NOOP("core", "forward")},
    {"loss", QT_TRANSLATE_NOOP("core", "objective's loss")},
    {"backward", QT_TRANSLATE_NOOP("core", "backward")},
    {"update", QT_TRANSLATE_NOOP("core", "update")},
    {"load", QT_TRANSLATE_NOOP("core", "loading")},
    {"profile", QT_TRANSLATE_NOOP("core", "profile pass")},
    {"capture", QT_TRANSLATE_NOOP("core", "graph capture")},
    {"serve", QT_TRANSLATE_NOOP("core", "serving")},
}};

constexpr std::array<Named, 9> resident_titles{{
    {"policy", QT_TRANSLATE_NOOP("core", "model that trains")},
    {"reference", QT_TRANSLATE_NOOP("core", "reference")},
    {"teacher", QT_TRANSLATE_NOOP("core", "teacher")},
    {"reward", QT_TRANSLATE_NOOP("core", "reward model")},
    {"engine", QT_TRANSLATE_NOOP("core", "engine")},
    {"tower", QT_TRANSLATE_NOOP("core", "tower")},
    {"projector", QT_TRANSLATE_NOOP("core", "projector")},
    {"drafter", QT_TRANSLATE_NOOP("core", "drafter")},
    {"lora_slots", QT_TRANSLATE_NOOP("core", "places for adapters")},
}};

template <std::size_t n>
std::string title_in(const std::array<Named, n> &titles, std::string_view name)
{
    const auto found = std::ranges::find(titles, name, &Named::first);
    return found == titles.end() ? std::string(name) : phrase(found->second);
}

std::string in_gib_of_stage(Bytes bytes) { return localised(gib_table(bytes)); }

} // namespace

std::string words_for_stage(std::string_view stage) { return title_in(stage_titles, stage); }
std::string words_for_stage(const StagePeak &stage) { return words_for_stage(stage.titled.empty() ? stage.stage : stage.titled); }
std::string words_for_resident(std::string_view resident) { return title_in(resident_titles, resident); }

const StagePeak *fullest_stage(const ProcessEstimate &process)
{
    if (process.stages.size() < 2) return nullptr;
    return &*std::ranges::max_element(process.stages, {}, &StagePeak::device);
}

std::vector<std::string> stages_in_words(const ProcessEstimate &process)
{
    std::vector<std::string> out;
    const StagePeak *const fullest = fullest_stage(process);
    if (fullest == nullptr) return out;
    if (process.residents.size() > 1)
        for (const ResidentBytes &one : process.residents)
            out.push_back(phrase(one.on_host ? QT_TRANSLATE_NOOP("core", "%1: %2 GiB on the host")
                                             : QT_TRANSLATE_NOOP("core", "%1: %2 GiB on the card"),
                                 {words_for_resident(one.resident), in_gib_of_stage(one.bytes)}));
    for (const StagePeak &stage : process.stages)
        out.push_back(phrase(&stage == fullest
                                 ? QT_TRANSLATE_NOOP("core", "%1: allocated %2, reserved %3, on the device %4 GiB, the fullest")
                                 : QT_TRANSLATE_NOOP("core", "%1: allocated %2, reserved %3, on the device %4 GiB"),
                             {words_for_stage(stage), in_gib_of_stage(stage.allocated), in_gib_of_stage(stage.reserved),
                              in_gib_of_stage(stage.device)}));
    return out;
}

} // namespace plimsoll
