// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/load/load.h"
#include "core/plan/plan.h"

#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

namespace plimsoll {

/// Models that were read, by what names them. Any thread may ask at any time.
class KnownModels {
public:
    /// Reads a model anew: load_model(), or what a test puts in its place.
    using Read = std::function<Result<ArchitectureRef>(const ModelReference &, const std::string &base_directory)>;
    /// Brings a configuration of the Hub here before it is read, one at a time. Error: it cannot be had.
    using Fetch = std::function<std::optional<Error>(const ModelReference &)>;

    struct Keeping {
        std::size_t most = 256; ///< beyond it the one that was not asked for longest goes
        bool errors = true;     ///< false: what could not be read is tried again, as a file may be mended
    };

    KnownModels() : KnownModels(Read(load_model), {}, {}) {}
    explicit KnownModels(Read read, Fetch fetch, Keeping keeping);

    [[nodiscard]] Result<ArchitectureRef> load(const ModelReference &reference, const std::string &base_directory = {});
    /// The plan's model, with the one that drafts for it (inference.assistant; inference.speculative.model, where it is found), or
    /// with those that a training holds beside it (distillation.teacher, rollout.reward_models).
    [[nodiscard]] Result<ArchitectureRef> load_for(const Plan &plan, const std::string &base_directory = {});
    /// As if this had been read.
    void remember(const ModelReference &reference, const Result<ArchitectureRef> &model, const std::string &base_directory = {});
    void forget();
    /// Those of files and of the local cache, which may have changed.
    void forget_files();

private:
    struct Known {
        Result<ArchitectureRef> model;
        bool preset = false;
        std::size_t asked = 0; ///< when, by the count of all questions
    };

    [[nodiscard]] Result<ArchitectureRef> load_named(const ModelReference &reference, const std::string &base_directory);
    /// As load(); an error names `field`.
    [[nodiscard]] Result<ArchitectureRef> load_as(const ModelReference &reference, const std::string &field,
                                                  const std::string &base_directory);
    [[nodiscard]] Result<ArchitectureRef> with_drafter(const ArchitectureRef &model, const Plan &plan,
                                                       const std::string &base_directory);
    [[nodiscard]] Result<ArchitectureRef> with_others(const ArchitectureRef &model, const Plan &plan,
                                                      const std::string &base_directory);
    void keep(const std::string &key, const ModelReference &reference, const Result<ArchitectureRef> &model);

    Read m_read;
    Fetch m_fetch;
    Keeping m_keeping;
    std::mutex m_mutex, m_fetching;
    std::unordered_map<std::string, Known> m_known;
    /// Trained models with those beside them: the model as it was read, and both together.
    std::unordered_map<std::string, std::pair<ArchitectureRef, ArchitectureRef>> m_together;
    std::size_t m_asked = 0;
};

} // namespace plimsoll
