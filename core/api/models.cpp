// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/models.h"

#include "core/load/load_named.h"
#include "core/model/extension.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace plimsoll {

namespace {

std::string key_of(const ModelReference &reference, const std::string &base_directory)
{
    return base_directory + '\n' + reference.preset + '\n' + reference.config_path + '\n' + reference.hub + '\n' +
           reference.config_text;
}

/// A language model whose towers, or whose encoder, were left out.
bool stands_alone(const Architecture &model)
{
    const DecoderExtension *around = model.decoder ? model.decoder->extension.get() : nullptr;
    return around && (!around->towers.empty() || (around->sequence && around->sequence->decoder_alone));
}

/// Of the file that a model was read from, and the one above: a second model's path may be meant from there. Empty: it was no file.
std::vector<std::string> folders_above(const Architecture &model)
{
    std::error_code code;
    const std::filesystem::path file(model.source);
    if (!std::filesystem::is_regular_file(file, code)) return {};
    const std::filesystem::path folder = file.parent_path();
    return {folder.string(), folder.parent_path().string()};
}

/// Of a training with the models beside it.
std::string key_of(const Plan &plan, const std::string &base_directory)
{
    std::string out = key_of(plan.model, base_directory);
    if (plan.distillation.teacher) out += '\n' + key_of(*plan.distillation.teacher, base_directory);
    for (const ModelReference &one : plan.rollout.reward_models) out += "\nr" + key_of(one, base_directory);
    return out;
}

} // namespace

KnownModels::KnownModels(Read read, Fetch fetch, Keeping keeping)
    : m_read(std::move(read)), m_fetch(std::move(fetch)), m_keeping(keeping)
{}

Result<ArchitectureRef> KnownModels::load(const ModelReference &reference, const std::string &base_directory)
{
    const std::string key = key_of(reference, base_directory);
    {
        const std::lock_guard lock(m_mutex);
        if (const auto found = m_known.find(key); found != m_known.end()) {
            found->second.asked = ++m_asked;
            return found->second.model;
        }
    }
    const auto read = [&]() -> Result<ArchitectureRef> {
        if (reference.hub.empty() || !m_fetch) return m_read(reference, base_directory);
        const std::lock_guard lock(m_fetching); // questions that name the same model wait for one fetch
        if (const std::optional<Error> error = m_fetch(reference)) return *error;
        return m_read(reference, base_directory);
    };
    Result<ArchitectureRef> loaded = read();
    if (loaded.ok() || m_keeping.errors) keep(key, reference, loaded);
    return loaded;
}

/// The class that the file names, with the towers that the one for text alone leaves out.
Result<ArchitectureRef> KnownModels::load_named(const ModelReference &reference, const std::string &base_directory)
{
    const std::string key = key_of(reference, base_directory) + "\nnamed";
    {
        const std::lock_guard lock(m_mutex);
        if (const auto found = m_known.find(key); found != m_known.end()) {
            found->second.asked = ++m_asked;
            return found->second.model;
        }
    }
    Result<ArchitectureRef> loaded = load_named_class(reference, base_directory);
    if (loaded.ok()) keep(key, reference, loaded);
    return loaded;
}

Result<ArchitectureRef> KnownModels::load_for(const Plan &plan, const std::string &base_directory)
{
    Result<ArchitectureRef> model = load(plan.model, base_directory);
    if (plan.reads_beside_text() && model.ok() && stands_alone(**model)) model = load_named(plan.model, base_directory);
    if (!model.ok()) return model;
    return plan.task == Task::train ? with_others(*model, plan, base_directory) : with_drafter(*model, plan, base_directory);
}

Result<ArchitectureRef> KnownModels::load_as(const ModelReference &reference, const std::string &field,
                                             const std::string &base_directory)
{
    Result<ArchitectureRef> out = load(reference, base_directory);
    if (out.ok()) return out;
    Error error = out.error();
    error.field = field;
    return error;
}

Result<ArchitectureRef> KnownModels::with_drafter(const ArchitectureRef &model, const Plan &plan,
                                                  const std::string &base_directory)
{
    const std::optional<ModelReference> &drafts =
        plan.inference.assistant ? plan.inference.assistant : plan.inference.speculative.model;
    if (plan.task != Task::infer || !drafts || model->assistant) return model;
    Result<ArchitectureRef> assistant = load_as(*drafts, "inference.assistant", base_directory);
    for (const std::string &folder : folders_above(*model))
        if (!assistant.ok() && !drafts->config_path.empty()) assistant = load_as(*drafts, "inference.assistant", folder);
    if (!assistant.ok() && !plan.inference.assistant) return model; // an engine's start is told without it, and says so
    if (!assistant.ok()) return assistant;
    auto both = std::make_shared<Architecture>(*model);
    both->assistant = *std::move(assistant);
    return ArchitectureRef(std::move(both));
}

Result<ArchitectureRef> KnownModels::with_others(const ArchitectureRef &model, const Plan &plan,
                                                 const std::string &base_directory)
{
    const std::optional<ModelReference> &teaches = plan.distillation.teacher;
    if (!teaches && plan.rollout.reward_models.empty()) return model;
    const std::string key = key_of(plan, base_directory);
    {
        const std::lock_guard lock(m_mutex);
        const auto found = m_together.find(key);
        if (found != m_together.end() && found->second.first == model) return found->second.second;
    }
    auto all = std::make_shared<Architecture>(*model);
    if (teaches) {
        Result<ArchitectureRef> read = load_as(*teaches, "distillation.teacher", base_directory);
        if (!read.ok()) return read;
        all->teacher = *std::move(read);
    }
    all->reward_models.clear();
    for (const ModelReference &one : plan.rollout.reward_models) {
        Result<ArchitectureRef> read = load_as(one, "rollout.reward_models", base_directory);
        if (!read.ok()) return read;
        all->reward_models.push_back(*std::move(read));
    }
    const ArchitectureRef out = std::move(all);
    const std::lock_guard lock(m_mutex);
    if (m_together.size() >= m_keeping.most) m_together.clear();
    m_together.insert_or_assign(key, std::pair{model, out});
    return out;
}

void KnownModels::remember(const ModelReference &reference, const Result<ArchitectureRef> &model,
                           const std::string &base_directory)
{
    keep(key_of(reference, base_directory), reference, model);
}

void KnownModels::keep(const std::string &key, const ModelReference &reference, const Result<ArchitectureRef> &model)
{
    const std::lock_guard lock(m_mutex);
    m_known.insert_or_assign(key, Known{model, !reference.preset.empty(), ++m_asked});
    if (m_known.size() <= m_keeping.most) return;
    m_known.erase(std::ranges::min_element(m_known, {}, [](const auto &one) { return one.second.asked; }));
}

void KnownModels::forget()
{
    const std::lock_guard lock(m_mutex);
    m_known.clear();
    m_together.clear();
}

void KnownModels::forget_files()
{
    const std::lock_guard lock(m_mutex);
    std::erase_if(m_known, [](const auto &one) { return !one.second.preset; });
    m_together.clear();
}

} // namespace plimsoll
