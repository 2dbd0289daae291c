// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/adapter_names.h"
#include "core/plan/objective_names.h"
#include "core/plan/optimizer_names.h"
#include "core/plan/plan.h"
#include "core/plan/runner_names.h"

#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace plimsoll {

/// How docs/schema/plan.md spells the enumerators of a plan, in their order: plan_names<Task>[0] is "train".
template <class E>
inline constexpr std::array<std::string_view, 0> plan_names{};
template <>
inline constexpr std::array<std::string_view, 3> plan_names<Task>{"train", "infer", "extract"};
template <>
inline constexpr std::array<std::string_view, 3> plan_names<Method>{"full", "lora", "qlora"};
template <>
inline constexpr std::array<std::string_view, 5> plan_names<HeldAs>{"model", "adapter_off", "adapter_copy", "precomputed",
                                                                    "none"};
template <>
inline constexpr std::array<std::string_view, 7> plan_names<SpeculativeMethod>{"none",   "ngram", "draft_model", "eagle",
                                                                               "eagle3", "mtp",   "ngram_gpu"};
template <>
inline constexpr std::array<std::string_view, 4> plan_names<WeightDtype>{"fp32", "fp16", "bf16", "auto"};
template <>
inline constexpr std::array<std::string_view, 3> plan_names<ComputeDtype>{"fp8", "mxfp8", "nvfp4"};
template <>
inline constexpr std::array<std::string_view, 3> plan_names<Autocast>{"none", "bf16", "fp16"};
template <>
inline constexpr std::array<std::string_view, 3> plan_names<OptimizerImplementation>{"fused", "foreach", "single"};
template <>
inline constexpr std::array<std::string_view, 4> plan_names<AttentionBackend>{"eager", "sdpa", "flash2", "flash3"};
template <>
inline constexpr std::array<std::string_view, 6> plan_names<LossKind>{"full", "chunked", "fused", "fused_ce", "cut", "auto"};
template <>
inline constexpr std::array<std::string_view, 6> plan_names<ParallelEngine>{"ddp",       "fsdp1",  "fsdp2",
                                                                            "deepspeed", "native", "megatron"};
template <>
inline constexpr std::array<std::string_view, 5> plan_names<Offload>{"none", "optimizer", "parameters", "both", "nvme"};
template <>
inline constexpr std::array<std::string_view, 3> plan_names<ParallelDtype>{"fp32", "fp16", "bf16"};
template <>
inline constexpr std::array<std::string_view, 3> plan_names<BackwardPrefetch>{"none", "pre", "post"};
template <>
inline constexpr std::array<std::string_view, 2> plan_names<PipelineSchedule>{"1f1b", "gpipe"};
template <>
inline constexpr std::array<std::string_view, 2> plan_names<ContextBackend>{"ring", "ulysses"};
template <>
inline constexpr std::array<std::string_view, 6> plan_names<Topology>{"nvlink", "pix", "pxb", "phb", "node", "sys"};
template <>
inline constexpr std::array<std::string_view, 2> plan_names<ContextRotation>{"allgather", "alltoall"};
template <>
inline constexpr std::array<std::string_view, 4> plan_names<CacheKind>{"dynamic", "static", "quantized", "offloaded"};
template <>
inline constexpr std::array<std::string_view, 20> plan_names<KvDtype>{"auto",
                                                                      "fp32",
                                                                      "fp16",
                                                                      "bf16",
                                                                      "fp8",
                                                                      "int8",
                                                                      "int4",
                                                                      "q8_0",
                                                                      "q5_1",
                                                                      "q5_0",
                                                                      "q4_1",
                                                                      "q4_0",
                                                                      "iq4_nl",
                                                                      "fp8_per_token_head",
                                                                      "nvfp4",
                                                                      "mxfp8",
                                                                      "turboquant_k8v4",
                                                                      "turboquant_4bit_nc",
                                                                      "turboquant_k3v4_nc",
                                                                      "turboquant_3bit_nc"};
template <>
inline constexpr std::array<std::string_view, 4> plan_names<Capture>{"hidden_states", "attentions", "full", "hooks"};
template <>
inline constexpr std::array<std::string_view, 2> plan_names<Keep>{"card", "host"};

template <class E>
concept PlanEnum = std::is_enum_v<E> &&(GrowingEnum<E> || plan_names<E>.size() > 0);

/// All names of a kind, in the order of their values.
template <PlanEnum E>
[[nodiscard]] std::span<const std::string_view> names_of()
{
    if constexpr (GrowingEnum<E>)
        return growing_names<E>().all();
    else
        return plan_names<E>;
}

/// The spelling of an enumerator in docs/schema/plan.md.
template <PlanEnum E>
[[nodiscard]] std::string_view name_of(E value)
{
    return names_of<E>()[static_cast<std::size_t>(value)];
}

/// The enumerator that docs/schema/plan.md spells so; nothing for any other text.
template <PlanEnum E>
[[nodiscard]] std::optional<E> plan_enum(std::string_view name)
{
    const std::span<const std::string_view> names = names_of<E>();
    for (std::size_t i = 0; i < names.size(); ++i)
        if (names[i] == name) return static_cast<E>(i);
    return std::nullopt;
}

/// Whether weights.quant may be `name`: none, a scheme of docs/schema/plan.md, or a GGUF type in any case.
[[nodiscard]] bool is_quant(std::string_view name);
/// As written in plans: schemes in lower case, GGUF types in upper case. Empty for what is_quant refuses.
[[nodiscard]] std::string canonical_quant(std::string_view name);
/// Both kinds, as errors and help list them: "none | nf4 | …", then GGUF's types with blanks between.
[[nodiscard]] std::vector<std::string> accepted_quants();
[[nodiscard]] bool is_gguf_type(std::string_view name);
[[nodiscard]] std::span<const std::string_view> all_gguf_types();

} // namespace plimsoll
