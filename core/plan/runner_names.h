// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/registry.h"
#include "core/plan/plan.h"

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
    ROW(torchtitan, "torchtitan")                                                                                                \
    ROW(litgpt, "litgpt")                                                                                                        \
    ROW(megatron, "megatron")                                                                                                    \
    ROW(deepspeed, "deepspeed")                                                                                                  \
    ROW(agilerl, "agilerl")                                                                                                      \
    ROW(ms_swift, "ms-swift")
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

template <>
[[nodiscard]] GrowingNames<Stack> &growing_names<Stack>();
template <>
[[nodiscard]] GrowingNames<Engine> &growing_names<Engine>();

} // namespace plimsoll
