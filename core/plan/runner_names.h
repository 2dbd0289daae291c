// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/plan/plan.h"

#include <span>
#include <string_view>

namespace plimsoll {

// Every stack and every engine: the variable that holds it (core/stacks/<variable>.cpp, core/engines/<variable>.cpp) and its name
// in plans. The first of each is who carries out a plan that names none.
#define PLIMSOLL_STACKS(ROW)                                                                                                     \
    ROW(transformers, "transformers")                                                                                            \
    ROW(pytorch, "pytorch")                                                                                                      \
    ROW(trl, "trl")                                                                                                              \
    ROW(unsloth, "unsloth")                                                                                                      \
    ROW(axolotl, "axolotl")                                                                                                      \
    ROW(llama_factory, "llama-factory")                                                                                          \
    ROW(torchtune, "torchtune")                                                                                                  \
    ROW(litgpt, "litgpt")                                                                                                        \
    ROW(megatron, "megatron")                                                                                                    \
    ROW(deepspeed, "deepspeed")                                                                                                  \
    ROW(agilerl, "agilerl")
#define PLIMSOLL_ENGINES(ROW)                                                                                                    \
    ROW(transformers, "transformers")                                                                                            \
    ROW(vllm, "vllm")                                                                                                            \
    ROW(sglang, "sglang")                                                                                                        \
    ROW(llama_cpp, "llama.cpp")                                                                                                  \
    ROW(ollama, "ollama")                                                                                                        \
    ROW(tgi, "tgi")                                                                                                              \
    ROW(tensorrt_llm, "tensorrt-llm")                                                                                            \
    ROW(exllama, "exllama")                                                                                                      \
    ROW(mlx, "mlx")

/// The names in the order of their values: stack_names()[static_cast<std::size_t>(plan.stack)].
[[nodiscard]] std::span<const std::string_view> stack_names();
[[nodiscard]] std::span<const std::string_view> engine_names();

/// One name more, and its value; for add_stack() and add_engine() (core/resolve/runners.h), before plan_fields() is first asked.
[[nodiscard]] Stack add_stack_name(std::string_view name);
[[nodiscard]] Engine add_engine_name(std::string_view name);

} // namespace plimsoll
