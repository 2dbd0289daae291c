// SPDX-License-Identifier: GPL-3.0-or-later
// PyTorch 1.4 to 2.15: c10/cuda/CUDACachingAllocator.cpp, c10/xpu/XPUCachingAllocator.cpp, aten/src/ATen/mps/MPSAllocator.mm (the words of
// OutOfMemoryError); llama.cpp 2026-10: ggml-cuda.cu, ggml-alloc.c, ggml-vulkan.cpp; vLLM 0.33: v1/core/kv_cache_utils.py,
// v1/worker/gpu_worker.py; SGLang 0.5: model_executor/model_runner.py; Ollama: llm/server.go
#include "core/ground/figures.h"
#include "core/ground/phrase.h"
#include "core/measured/csv_table.h"
#include "core/measured/monitor_logs.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace plimsoll {

namespace {

bool out_of_memory_has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

/// "674.00 MiB" that begins here.
std::optional<Bytes> bytes_at(std::string_view text)
{
    text.remove_prefix(std::min(text.find_first_not_of(" ("), text.size()));
    std::size_t end = 0;
    while (end < text.size() &&
           (std::isdigit(static_cast<unsigned char>(text[end])) != 0 || text[end] == '.' || text[end] == ' '))
        ++end;
    const std::size_t number = end;
    while (end < text.size() && std::isalpha(static_cast<unsigned char>(text[end])) != 0) ++end;
    const std::string_view unit = text.substr(number, end - number);
    constexpr std::array<std::string_view, 8> units{"GiB", "MiB", "KiB", "bytes", "TiB", "GB", "MB", "KB"};
    if (std::ranges::find(units, unit) == units.end()) return std::nullopt;
    std::string_view figure = text.substr(0, number);
    while (figure.ends_with(' ')) figure.remove_suffix(1);
    if (unit == "bytes") return bytes_in(figure, "B");
    return bytes_in(figure, unit.size() == 2 ? std::string{unit[0], 'i', 'B'} : std::string(unit)); // of MPS: powers of 1024 too
}

/// What stands behind these words.
std::optional<Bytes> number_behind(std::string_view text, std::string_view words)
{
    const std::size_t at = text.find(words);
    return at == std::string_view::npos ? std::nullopt : bytes_at(text.substr(at + words.size()));
}

/// What stands before these words: "20.17 GiB already allocated".
std::optional<Bytes> before(std::string_view text, std::string_view words)
{
    const std::size_t at = text.find(words);
    if (at == std::string_view::npos) return std::nullopt;
    std::size_t begin = at;
    while (begin > 0 && std::isalpha(static_cast<unsigned char>(text[begin - 1])) != 0) --begin;
    while (begin > 0 && text[begin - 1] == ' ') --begin;
    while (begin > 0 && (std::isdigit(static_cast<unsigned char>(text[begin - 1])) != 0 || text[begin - 1] == '.')) --begin;
    return bytes_at(text.substr(begin, at - begin));
}

std::optional<Bytes> first_of(std::initializer_list<std::optional<Bytes>> values)
{
    for (const std::optional<Bytes> &each : values)
        if (each) return each;
    return std::nullopt;
}

std::string shown(Bytes bytes) { return ByteFigures{}.brief_named(bytes); }

/// One message of PyTorch's, of any release and device.
class TorchMessage {
public:
    explicit TorchMessage(std::string_view text) : m_text(text) {}

    void read(Measured &out) const
    {
        const std::optional<Bytes> total =
            first_of({number_behind(m_text, "total capacity of"), number_behind(m_text, "total capacty of"),
                      before(m_text, " total capacity"), number_behind(m_text, "max allowed:")});
        const std::optional<Bytes> allocated =
            first_of({number_behind(m_text, "Of the allocated memory"), before(m_text, " already allocated"),
                      number_behind(m_text, "MPS allocated:"), number_behind(m_text, "Currently allocated          :"),
                      before(m_text, " is allocated by PyTorch")});
        const std::optional<Bytes> idle = before(m_text, " is reserved by PyTorch but unallocated");
        const std::optional<Bytes> free =
            first_of({number_behind(m_text, "of which"), before(m_text, " free;"), before(m_text, " is free")});
        const std::optional<Bytes> asked = number_behind(m_text, "Tried to allocate");
        out.card_total = total;
        out.allocated_peak = allocated;
        out.reserved_peak = before(m_text, " reserved in total by PyTorch");
        if (!out.reserved_peak && allocated && idle) out.reserved_peak = checked_add(*allocated, *idle);
        out.device_peak = number_behind(m_text, "this process has");
        if (out.device_peak && total && *out.device_peak > *total) out.device_peak.reset(); // a figure that overran
        if (out.device_peak && out.reserved_peak && *out.device_peak >= *out.reserved_peak)
            out.outside_torch = *out.device_peak - *out.reserved_peak;
        if (total && free && *free <= *total) out.used_peak = *total - *free;
        if (total) out.notes.push_back(phrase(QT_TRANSLATE_NOOP("core", "the card has %1"), {shown(*total)}));
        if (asked) out.notes.push_back(phrase(QT_TRANSLATE_NOOP("core", "%1 more were asked for and refused"), {shown(*asked)}));
        if (free) out.notes.push_back(phrase(QT_TRANSLATE_NOOP("core", "%1 of the card were free then"), {shown(*free)}));
        if (const auto pools = before(m_text, " allocated in private pools"))
            out.notes.push_back(phrase(QT_TRANSLATE_NOOP("core", "%1 of it in private pools (CUDA graphs)"), {shown(*pools)}));
    }

private:
    std::string_view m_text;
};

struct Refusal {
    std::string_view sign, who;
    void (*read)(std::string_view text, Measured &out);
};

void read_torch(std::string_view text, Measured &out) { TorchMessage(text).read(out); }

/// "allocating 11525.11 MiB on device 0: cudaMalloc failed", "failed to allocate CUDA0 buffer of size 1234"
void read_ggml(std::string_view text, Measured &out)
{
    std::optional<Bytes> asked = number_behind(text, ": allocating");
    for (const std::string_view words : {"buffer of size ", "memory allocation of size "}) {
        const std::size_t at = text.find(words);
        if (asked || at == std::string_view::npos) continue;
        const std::string_view rest = text.substr(at + words.size());
        asked = bytes_in(rest.substr(0, rest.find_first_not_of("0123456789")), "B");
    }
    if (asked) out.notes.push_back(phrase(QT_TRANSLATE_NOOP("core", "%1 more were asked for and refused"), {shown(*asked)}));
}

/// "(16.00 GiB KV cache is needed, which is larger than the available KV cache memory (7.51 GiB). … maximum model length is 61536"
void read_vllm(std::string_view text, Measured &out)
{
    const auto add = [&out](const char *english, const std::optional<Bytes> &bytes) {
        if (bytes) out.notes.push_back(phrase(english, {shown(*bytes)}));
    };
    add(QT_TRANSLATE_NOOP("core", "one request of the whole length takes a cache of %1"), before(text, " KV cache is needed"));
    add(QT_TRANSLATE_NOOP("core", "%1 are there for the cache"),
        first_of({number_behind(text, "available KV cache memory ("), number_behind(text, "Available KV cache memory:")}));
    for (const std::string_view words :
         {"estimated maximum model length is ", "that can be stored in KV cache (", "max seq len ("}) {
        const std::size_t at = text.find(words);
        if (at == std::string_view::npos) continue;
        const std::string_view rest = text.substr(at + words.size());
        const std::string digits(rest.substr(0, rest.find_first_not_of("0123456789")));
        if (digits.empty()) continue;
        out.notes.push_back(words.starts_with("max")
                                ? phrase(QT_TRANSLATE_NOOP("core", "length that was asked for: %1 tokens"), {digits})
                                : phrase(QT_TRANSLATE_NOOP("core", "longest that starts: %1 tokens"), {digits}));
    }
    if (const std::size_t at = text.find("Free memory on device"); at != std::string_view::npos) {
        const std::string_view rest = text.substr(at);
        const std::size_t slash = rest.find('/');
        if (slash != std::string_view::npos) out.card_total = bytes_at(rest.substr(slash + 1));
        out.not_covered.push_back(
            phrase(QT_TRANSLATE_NOOP("core", "what other processes hold: %1 asks for a share of the whole card"), {"vLLM"}));
    }
}

void read_ollama(std::string_view text, Measured &out)
{
    if (const auto needed = number_behind(text, "more system memory ("))
        out.notes.push_back(phrase(QT_TRANSLATE_NOOP("core", "%1 of the host were asked for"), {shown(*needed)}));
    if (const auto there = number_behind(text, "than is available ("))
        out.notes.push_back(phrase(QT_TRANSLATE_NOOP("core", "%1 of the host were free"), {shown(*there)}));
}

void read_nothing(std::string_view /*text*/, Measured & /*out*/) {}

constexpr std::array refusals{
    Refusal{"Tried to allocate", "PyTorch", read_torch},
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
    Refusal{"CUDA error: out of memory", "CUDA", read_nothing},
    Refusal{"CUDA out of memory", "PyTorch", read_torch},
    Refusal{"HIP out of memory", "PyTorch", read_torch},
};

const Refusal *refusal_in(std::string_view text)
{
    for (const Refusal &each : refusals)
        if (out_of_memory_has(text, each.sign)) return &each;
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

bool is_out_of_memory(std::string_view text)
{
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos || text[begin] == '{') return false;
    const std::string_view rest = text.substr(begin);
    const bool log = rest.size() > 5 && (std::isalpha(static_cast<unsigned char>(rest[1])) != 0 || rest[5] == '-');
    if (rest[0] == '[' && !log) return false; // JSON
    return refusal_in(text) != nullptr;
}

Result<Measured> read_out_of_memory(std::string_view text)
{
    const Refusal *const refusal = refusal_in(text);
    if (refusal == nullptr)
        return Error{"out-of-memory",
                     phrase(QT_TRANSLATE_NOOP("core", "no such message")),
                     phrase(QT_TRANSLATE_NOOP("core", "a message that memory ran out")),
                     {}};
    Measured out;
    out.source = phrase(QT_TRANSLATE_NOOP("core", "%1's message that memory ran out"), {refusal->who});
    out.out_of_memory = true;
    refusal->read(message_of(text, refusal->sign), out);
    out.notes.push_back(
        phrase(QT_TRANSLATE_NOOP("core", "with the plan that ran, %1 tells what takes the memory, and what takes it off"),
               {"plimsoll advise --oom"}));
    return out;
}

} // namespace plimsoll
