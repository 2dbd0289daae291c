// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"

#include <filesystem>
#include <string_view>

namespace plimsoll {

/// True for "org/name" and "org/name@revision" as the Hugging Face Hub allows them.
[[nodiscard]] bool is_hub_id(std::string_view text);

/// The cache huggingface_hub would use: HF_HUB_CACHE, else HF_HOME/hub, else XDG_CACHE_HOME/huggingface/hub, else
/// ~/.cache/huggingface/hub.
[[nodiscard]] std::filesystem::path hub_cache_directory();

/// The snapshot folder of a Hub id in the local cache: refs/<revision> (main unless given), else the commit itself.
/// Nothing is fetched. Errors say what is missing.
[[nodiscard]] Result<std::filesystem::path> cached_snapshot(std::string_view hub_id);

} // namespace plimsoll
