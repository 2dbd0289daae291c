// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"

#include <optional>
#include <string>
#include <string_view>

namespace plimsoll {

/// A message that memory ran out, or that an engine does not start for want of it, as values. What it does not say is absent.
struct MemoryMessage {
    std::string who;                          ///< "PyTorch" | "vLLM" | "SGLang" | "llama.cpp" | "Ollama" | "CUDA"
    std::string backend;                      ///< "CUDA" | "HIP" | "XPU" | "NPU" | "MPS"; empty: not said
    std::optional<int> card;                  ///< its number
    std::optional<Bytes> asked;               ///< that were refused
    std::optional<Bytes> total;               ///< of the card, as its driver has it
    std::optional<Bytes> limit;               ///< of the process, where it was given one
    std::optional<Bytes> free;                ///< of the card
    std::optional<Bytes> allocated, reserved; ///< by PyTorch's allocator
    std::optional<Bytes> private_pools;       ///< of `allocated`: CUDA graphs
    std::optional<Bytes> process;             ///< that ran out, its context and libraries with it
    std::optional<Bytes> others;              ///< other processes on this card
    std::optional<Bytes> host_asked, host_free;
    std::optional<Bytes> cache_asked, cache_there; ///< of an engine: one request of the whole length, and what is left for it
    std::optional<Count> length, longest;          ///< tokens: as asked for, and what would start
    bool operator==(const MemoryMessage &) const = default;
    /// What PyTorch held between tensors.
    [[nodiscard]] std::optional<Bytes> idle() const;
    /// What of the card is neither free nor the process's own: other processes, and what the driver keeps. Where the message has no
    /// figure of the process, `outside` stands for its context and libraries.
    [[nodiscard]] std::optional<Bytes> beside(Bytes outside) const;
};

/// Of PyTorch 1.0 to 2.15 (CUDA, HIP, XPU, NPU, MPS; the stream-ordered allocator too), vLLM, SGLang, llama.cpp, Ollama, and what
/// CUDA's libraries say: the first such message of a text. Absent: there is none.
[[nodiscard]] std::optional<MemoryMessage> memory_message(std::string_view text);

} // namespace plimsoll
