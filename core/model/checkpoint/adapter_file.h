// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"
#include "core/model/adapter.h"
#include "core/model/reference.h"

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

/// PEFT's adapter_config.json (0.21, tuners/lora/config.py), as far as a plan has it.
struct AdapterFile {
    std::string base; ///< base_model_name_or_path: a Hub id or a path
    Adapter adapter;
    std::set<std::string> said;           ///< the plan's fields that it names: "adapter.rank"
    std::vector<std::string> not_planned; ///< keys that are set and that no plan has: "rank_pattern"
    bool operator==(const AdapterFile &) const = default;
    /// "LoRA, rank 32, alpha 64, 7 modules"
    [[nodiscard]] std::string title() const;
};

/// Whether every method's configuration has this key, which says where an adapter comes from or is read apart (config.py,
/// PeftConfigMixin); every other one is of adapter.settings.
[[nodiscard]] bool is_of_every_peft_method(std::string_view key);

/// The file itself, or that of a folder which holds no config.json; nothing for any other path.
[[nodiscard]] std::optional<std::filesystem::path> adapter_file_at(const std::filesystem::path &path);

/// What a model reference names where that is an adapter: its file, read. Nothing for any other reference.
[[nodiscard]] std::optional<Result<AdapterFile>> adapter_of(const ModelReference &reference, const std::string &base_directory);

/// Errors name the key: another kind of adapter, no base model, sizes that are no numbers.
[[nodiscard]] Result<AdapterFile> read_adapter_file(std::string_view text, const std::string &source);

} // namespace plimsoll
