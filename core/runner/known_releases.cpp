// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runner/known_releases.h"

namespace plimsoll {

namespace {

constexpr KnownRelease shared[] = {{"torch", "2.15.0"},      {"transformers", "5.23.0"}, {"peft", "0.21.2"},
                                   {"trl", "1.16.0"},        {"bitsandbytes", "0.50.2"}, {"accelerate", "1.15.0"},
                                   {"liger_kernel", "0.8.5"}};

constexpr KnownRelease tools[] = {
    {"axolotl", "0.21.0"},  {"deepspeed", "0.19.8"},  {"litgpt", "0.5.13"},         {"llama_factory", "0.9.6"},
    {"ms_swift", "4.6.0"},  {"openrlhf", "0.11.2"},   {"sglang", "0.5.23"},         {"skypilot", "0.14.1"},
    {"torchtune", "0.7.0"}, {"unsloth", "2026.10.9"}, {"unsloth_zoo", "2026.10.9"}, {"verl", "0.9.1"},
    {"vllm", "0.33.0"},
};

} // namespace

std::span<const KnownRelease> shared_releases() { return shared; }
std::span<const KnownRelease> tool_releases() { return tools; }

} // namespace plimsoll
