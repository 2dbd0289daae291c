// SPDX-License-Identifier: GPL-3.0-or-later
// PyTorch 1.0 to 2.15: c10/cuda/CUDACachingAllocator.cpp, c10/cuda/CUDAMallocAsyncAllocator.cpp, c10/xpu/XPUCachingAllocator.cpp,
// aten/src/ATen/mps/MPSAllocator.mm (the words of OutOfMemoryError); llama.cpp 2026-10: ggml-cuda.cu, ggml-alloc.c, ggml-vulkan.cpp; vLLM
// 0.33: v1/core/kv_cache_utils.py, v1/worker/gpu_worker.py; SGLang 0.5: model_executor/model_runner.py; Ollama: llm/server.go
#include "core/measured/memory_message.h"

#include "core/measured/csv_table.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

namespace plimsoll {

namespace {

bool message_has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

bool is_digit_of_message(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_letter_of_message(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

/// "674.00 MiB" that begins here.
std::optional<Bytes> bytes_at(std::string_view text)
{
    text.remove_prefix(std::min(text.find_first_not_of(" (:="), text.size()));
    std::size_t end = 0;
    while (end < text.size() && (is_digit_of_message(text[end]) || text[end] == '.' || text[end] == ' ')) ++end;
    const std::size_t number = end;
    while (end < text.size() && is_letter_of_message(text[end])) ++end;
    const std::string_view unit = text.substr(number, end - number);
    constexpr std::array<std::string_view, 8> units{"GiB", "MiB", "KiB", "bytes", "TiB", "GB", "MB", "KB"};
    if (std::ranges::find(units, unit) == units.end()) return std::nullopt;
    std::string_view figure = text.substr(0, number);
    while (figure.ends_with(' ')) figure.remove_suffix(1);
    if (unit == "bytes") return bytes_in(figure, "B");
    return bytes_in(figure, unit.size() == 2 ? std::string{unit[0], 'i', 'B'} : std::string(unit)); // of MPS: powers of 1024 too
}

/// What stands behind these words.
std::optional<Bytes> bytes_behind(std::string_view text, std::string_view words)
{
    const std::size_t at = text.find(words);
    return at == std::string_view::npos ? std::nullopt : bytes_at(text.substr(at + words.size()));
}

/// What stands before these words: "20.17 GiB already allocated".
std::optional<Bytes> bytes_before(std::string_view text, std::string_view words)
{
    const std::size_t at = text.find(words);
    if (at == std::string_view::npos) return std::nullopt;
    std::size_t begin = at;
    while (begin > 0 && is_letter_of_message(text[begin - 1])) --begin;
    while (begin > 0 && text[begin - 1] == ' ') --begin;
    while (begin > 0 && (is_digit_of_message(text[begin - 1]) || text[begin - 1] == '.')) --begin;
    return bytes_at(text.substr(begin, at - begin));
}

/// A whole number behind these words.
std::optional<Count> count_behind(std::string_view text, std::string_view words)
{
    const std::size_t at = text.find(words);
    if (at == std::string_view::npos) return std::nullopt;
    const std::string_view rest = text.substr(at + words.size());
    const std::string_view digits = rest.substr(0, rest.find_first_not_of("0123456789"));
    constexpr std::size_t longest = 15;
    if (digits.empty() || digits.size() > longest) return std::nullopt;
    return std::stoll(std::string(digits));
}

std::optional<Bytes> first_said(std::initializer_list<std::optional<Bytes>> values)
{
    for (const std::optional<Bytes> &each : values)
        if (each) return each;
    return std::nullopt;
}

/// "Process 123 has 4.00 GiB memory in use." of every process that is named.
std::vector<Bytes> named_processes(std::string_view text)
{
    std::vector<Bytes> out;
    constexpr std::string_view words = "Process ";
    for (std::size_t at = text.find(words); at != std::string_view::npos; at = text.find(words, at + 1)) {
        std::string_view rest = text.substr(at + words.size());
        rest.remove_prefix(std::min(rest.find_first_not_of("0123456789"), rest.size()));
        if (!rest.starts_with(" has ")) continue;
        if (const auto bytes = bytes_at(rest.substr(4))) out.push_back(*bytes);
    }
    return out;
}

/// The card and what it computes with: "CUDA out of memory", "GPU 1 has", "(NPU 0;".
void read_card(std::string_view text, MemoryMessage &out)
{
    for (const std::string_view name : {"CUDA", "HIP", "XPU", "NPU", "MPS"})
        if (message_has(text, std::string(name) + (name == "MPS" ? " backend out of memory" : " out of memory")))
            out.backend = name;
    for (const std::string_view words : {"GPU ", "NPU ", "on device "})
        if (const auto number = count_behind(text, words); number && !out.card) out.card = static_cast<int>(*number % 1'000);
}

/// What each process held. In a container the own one has another number outside and is named like the rest: it is the one that
/// holds as much as the allocator reserved, and least above that.
void read_processes(std::string_view text, MemoryMessage &out)
{
    out.process = bytes_behind(text, "this process has");
    std::vector<Bytes> named = named_processes(text);
    std::ranges::sort(named);
    if (!out.process && out.reserved)
        if (const auto own = std::ranges::lower_bound(named, *out.reserved); own != named.end()) {
            out.process = *own;
            named.erase(own);
        }
    if (out.process && out.total && *out.process > *out.total) out.process.reset(); // a figure that overran
    for (const Bytes bytes : named) out.others = checked_add(out.others.value_or(0), bytes);
}

void read_torch(std::string_view text, MemoryMessage &out)
{
    out.asked = first_said({bytes_behind(text, "Tried to allocate"), bytes_behind(text, "Requested :")});
    out.total = first_said({bytes_behind(text, "total capacity of"), bytes_behind(text, "total capacty of"),
                            bytes_before(text, " total capacity"), bytes_behind(text, "Device limit :")});
    out.allocated = first_said({bytes_behind(text, "Of the allocated memory"), bytes_before(text, " already allocated"),
                                bytes_behind(text, "MPS allocated:"), bytes_behind(text, "Currently allocated :"),
                                bytes_before(text, " is allocated by PyTorch")});
    out.free = first_said({bytes_behind(text, "of which"), bytes_before(text, " free;"), bytes_before(text, " is free"),
                           bytes_behind(text, "Free (according to CUDA):")});
    // of MPS a share of what Metal recommends, and beside the allocator's what else the process has of Metal
    out.limit = first_said({bytes_before(text, " allowed;"), bytes_behind(text, "max allowed:")});
    out.private_pools = bytes_before(text, " allocated in private pools");
    out.reserved = bytes_before(text, " reserved in total by PyTorch");
    const std::optional<Bytes> idle = // before 1.4 "cached" was what no tensor had
        first_said({bytes_before(text, " is reserved by PyTorch but unallocated"), bytes_before(text, " cached)")});
    if (!out.reserved && out.allocated && idle) out.reserved = checked_add(*out.allocated, *idle);
    if (out.total && out.free && *out.free > *out.total) out.free.reset();
    read_processes(text, out);
    if (const auto other = bytes_behind(text, "other allocations:"); other && out.allocated && !out.process)
        out.process = checked_add(*out.allocated, *other);
}

/// "allocating 11525.11 MiB on device 0: cudaMalloc failed", "failed to allocate CUDA0 buffer of size 1234"
void read_ggml(std::string_view text, MemoryMessage &out)
{
    out.asked = bytes_behind(text, ": allocating");
    for (const std::string_view words : {"buffer of size ", "memory allocation of size "})
        if (!out.asked) out.asked = count_behind(text, words);
}

/// "(16.00 GiB KV cache is needed, which is larger than the available KV cache memory (7.51 GiB). … maximum model length is 61536"
void read_vllm(std::string_view text, MemoryMessage &out)
{
    out.cache_asked = bytes_before(text, " KV cache is needed");
    out.cache_there =
        first_said({bytes_behind(text, "available KV cache memory ("), bytes_behind(text, "Available KV cache memory:")});
    out.length = count_behind(text, "max seq len (");
    for (const std::string_view words : {"estimated maximum model length is ", "that can be stored in KV cache ("})
        if (!out.longest) out.longest = count_behind(text, words);
    if (const std::size_t at = text.find("Free memory on device"); at != std::string_view::npos) {
        const std::string_view rest = text.substr(at);
        const std::size_t open = rest.find('('), slash = rest.find('/');
        if (slash == std::string_view::npos) return;
        out.total = bytes_at(rest.substr(slash + 1));
        if (open < slash) out.free = bytes_in(rest.substr(open + 1, slash - open - 1), "GiB");
        if (const std::size_t comma = rest.find("utilization ("); comma != std::string_view::npos)
            if (const std::size_t share = rest.find(", ", comma); share != std::string_view::npos)
                out.asked = bytes_at(rest.substr(share + 2));
        if (out.total && out.free && *out.free <= *out.total) out.others = *out.total - *out.free;
    }
}

void read_ollama(std::string_view text, MemoryMessage &out)
{
    out.host_asked = bytes_behind(text, "more system memory (");
    out.host_free = bytes_behind(text, "than is available (");
}

/// PyTorch's allocator of the host.
void read_host(std::string_view text, MemoryMessage &out) { out.host_asked = bytes_behind(text, "you tried to allocate"); }

void read_nothing(std::string_view /*text*/, MemoryMessage & /*out*/) {}

struct Refusal {
    std::string_view sign, who;
    void (*read)(std::string_view text, MemoryMessage &out);
};

constexpr std::array refusals{
    Refusal{"Tried to allocate", "PyTorch", read_torch},
    Refusal{"would exceed allowed memory", "PyTorch", read_torch},
    Refusal{"cudaMalloc failed: out of memory", "llama.cpp", read_ggml},
    Refusal{"ErrorOutOfDeviceMemory", "llama.cpp", read_ggml},
    Refusal{"kIOGPUCommandBufferCallbackErrorOutOfMemory", "llama.cpp", read_ggml},
    Refusal{"ggml_gallocr_reserve_n: failed to allocate", "llama.cpp", read_ggml},
    Refusal{"To serve at least one request with", "vLLM", read_vllm},
    Refusal{"is larger than the maximum number of tokens that can be stored in KV cache", "vLLM", read_vllm},
    Refusal{"No available memory for the cache blocks", "vLLM", read_vllm},
    Refusal{"is less than desired GPU memory utilization", "vLLM", read_vllm},
    Refusal{"Not enough memory. Please try to increase --mem-fraction-static", "SGLang", read_nothing},
    Refusal{"model requires more system memory", "Ollama", read_ollama},
    Refusal{"DefaultCPUAllocator: can't allocate memory", "PyTorch", read_host},
    Refusal{"CUDA error: out of memory", "CUDA", read_nothing},
    Refusal{"CUDA out of memory", "PyTorch", read_torch},
    Refusal{"HIP out of memory", "PyTorch", read_torch},
    Refusal{"CUBLAS_STATUS_ALLOC_FAILED", "CUDA", read_nothing},
    Refusal{"CUDNN_STATUS_ALLOC_FAILED", "CUDA", read_nothing},
    Refusal{"Cuda failure 2 'out of memory'", "CUDA", read_nothing},
};

const Refusal *refusal_in(std::string_view text)
{
    for (const Refusal &each : refusals)
        if (message_has(text, each.sign)) return &each;
    return nullptr;
}

/// The message: from its line on, as far as one is long; terminals wrap it.
std::string message_of(std::string_view text, std::string_view sign)
{
    constexpr std::size_t longest = 1200;
    const std::size_t at = text.find(sign), line = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;
    std::string out(text.substr(line, longest));
    const std::size_t again = out.find(sign, at - line + sign.size()); // the next rank's
    if (again != std::string::npos) out.resize(again);
    std::string flat;
    for (const char c : out) {
        const bool blank = c == '\n' || c == '\r' || c == ' ' || c == '\t';
        if (!blank)
            flat += c;
        else if (!flat.ends_with(' '))
            flat += ' ';
    }
    return flat;
}

} // namespace

std::optional<Bytes> MemoryMessage::idle() const
{
    if (!reserved || !allocated || *reserved < *allocated) return std::nullopt;
    return *reserved - *allocated;
}

std::optional<Bytes> MemoryMessage::beside(Bytes outside) const
{
    if (!total || !free) return others;
    std::optional<Bytes> own = process;
    if (!own && reserved) own = checked_add(*reserved, outside);
    if (!own) return others;
    return std::max(std::max<Bytes>(*total - *free - *own, 0), others.value_or(0));
}

std::optional<MemoryMessage> memory_message(std::string_view text)
{
    const Refusal *const refusal = refusal_in(text);
    if (refusal == nullptr) return std::nullopt;
    MemoryMessage out;
    out.who = refusal->who;
    const std::string message = message_of(text, refusal->sign);
    read_card(message, out);
    refusal->read(message, out);
    return out;
}

} // namespace plimsoll
