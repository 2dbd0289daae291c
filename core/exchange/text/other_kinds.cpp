// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/text/other_kinds.h"

#include "core/exchange/text/log_lines.h"
#include "core/exchange/text/containers/yaml_tree.h"
#include "core/ground/phrase.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>

namespace plimsoll {

namespace {

bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

Error refused(std::string what, std::string instead) { return {"configuration", std::move(what), std::move(instead), {}}; }

constexpr std::string_view takes_oom = "plimsoll advise --oom";

/// What ends a start or a step for want of memory.
std::optional<Error> message_of_memory(std::string_view text)
{
    constexpr std::array<std::string_view, 12> messages{"out of memory",
                                                        "OutOfMemoryError",
                                                        "OUT_OF_MEMORY",
                                                        "OutOfDeviceMemory",
                                                        "No available memory for the cache blocks",
                                                        "To serve at least one request with",
                                                        "max seq len",
                                                        "Not enough memory. Please try to increase --mem-fraction-static",
                                                        "model requires more system memory",
                                                        "is less than desired GPU memory utilization",
                                                        "failed to allocate buffer",
                                                        "unable to allocate"};
    if (std::ranges::none_of(messages, [text](std::string_view message) { return has(text, message); })) return std::nullopt;
    return refused(
        phrase(QT_TRANSLATE_NOOP("core", "a message that memory ran out")),
        phrase(QT_TRANSLATE_NOOP("core", "the command or the configuration that ran; with its plan, %1 says what takes the "
                                         "memory and what takes it off"),
               {takes_oom}));
}

std::optional<Error> table_of_cards(std::string_view text)
{
    constexpr std::array<std::string_view, 9> signs{"NVIDIA-SMI",
                                                    "NVSMI LOG",
                                                    "ROCm System Management Interface",
                                                    "ROCm-SMI",
                                                    "amd-smi",
                                                    "AMD-SMI",
                                                    "XPU-SMI",
                                                    "GPU Memory Used (MiB)",
                                                    "VRAM Total Memory (B)"};
    const bool devices = has(text, "Device") && has(text, "VRAM%");
    if (!devices && std::ranges::none_of(signs, [text](std::string_view sign) { return has(text, sign); })) return std::nullopt;
    return refused(
        phrase(QT_TRANSLATE_NOOP("core", "a table of what cards hold at one moment")),
        phrase(QT_TRANSLATE_NOOP("core", "the command or the configuration of what runs there; the card is named by %1"),
               {"--gpu"}));
}

/// What other programs list, and a trainer's log.
std::optional<Error> list_of_something(std::string_view text)
{
    if (has(text, "(UUID: GPU-") || has(text, "MEM[|"))
        return refused(
            phrase(QT_TRANSLATE_NOOP("core", "a list of cards")),
            phrase(QT_TRANSLATE_NOOP("core", "the command or the configuration of what runs there; the card is named by %1"),
                   {"--gpu"}));
    const bool models = has(text, "PROCESSOR") && has(text, "UNTIL"), containers = has(text, "CONTAINER ID");
    if (models || containers)
        return refused(phrase(QT_TRANSLATE_NOOP("core", "a list of what runs, without how")),
                       containers ? std::string("docker inspect") : std::string("ollama show --modelfile"));
    if (has(text, "***** Running training *****"))
        return refused(phrase(QT_TRANSLATE_NOOP("core", "a trainer's log, without its arguments")),
                       phrase(QT_TRANSLATE_NOOP("core", "the command or the configuration that ran")));
    return std::nullopt;
}

std::optional<Error> lines_of_start(std::string_view text)
{
    if (!has_figures_of_start(text)) return std::nullopt;
    return refused(phrase(QT_TRANSLATE_NOOP("core", "lines of an engine's start, without its arguments")),
                   phrase(QT_TRANSLATE_NOOP("core", "the command that started it, or its log from the first line on")));
}

/// Servers and proxies by what stands in their commands and files.
struct Program {
    std::string_view sign, name;
};
constexpr std::array programs{
    Program{"text-generation-launcher", "Text Generation Inference"},
    Program{"text-generation-inference", "Text Generation Inference"},
    Program{"text-embeddings-inference", "Text Embeddings Inference"},
    Program{"trtllm-serve", "TensorRT-LLM"},
    Program{"tritonserver", "Triton"},
    Program{"lmdeploy serve", "LMDeploy"},
    Program{"mlx_lm.server", "MLX"},
    Program{"mlc_llm serve", "MLC-LLM"},
    Program{"aphrodite run", "Aphrodite"},
    Program{"koboldcpp", "KoboldCpp"},
    Program{"ktransformers", "KTransformers"},
    Program{"xinference", "Xinference"},
    Program{"localai/localai", "LocalAI"},
    Program{"tabbyapi", "TabbyAPI"},
    Program{"nvcr.io/nim/", "NVIDIA NIM"},
    Program{"NIMService", "NVIDIA NIM"},
};

std::optional<Error> other_program(std::string_view text)
{
    if (has(text, "litellm_params"))
        return refused(phrase(QT_TRANSLATE_NOOP("core", "a configuration of %1: it names servers and starts none"), {"LiteLLM"}),
                       phrase(QT_TRANSLATE_NOOP("core", "the commands of the servers that it names")));
    for (const Program &each : programs)
        if (has(text, each.sign))
            return refused(phrase(QT_TRANSLATE_NOOP("core", "a server of %1, whose options are not read"), {each.name}),
                           phrase(QT_TRANSLATE_NOOP("core", "its settings as fields of a plan")));
    return std::nullopt;
}

/// Kinds of Kubernetes, services of Compose.
std::optional<Error> manifest(std::string_view text)
{
    constexpr std::size_t most = 64;
    const Result<YamlTree> tree = yaml_tree(text, most);
    if (!tree.ok()) return std::nullopt;
    std::set<std::string> kinds;
    bool compose = false;
    for (const YamlRef &document : tree->documents) {
        const YamlNode *const kind = document->find("kind");
        if (kind != nullptr && document->find("apiVersion") != nullptr) kinds.insert(kind->text);
        const YamlNode *const services = document->find("services");
        compose = compose || (services != nullptr && services->kind == YamlNode::Kind::map);
    }
    std::string names;
    for (const std::string &kind : kinds) names += (names.empty() ? "" : ", ") + kind;
    if (!names.empty())
        return refused(
            phrase(QT_TRANSLATE_NOOP("core", "kinds of Kubernetes (%1) of which none runs a server that is known"), {names}),
            phrase(QT_TRANSLATE_NOOP("core", "the command of its container")));
    if (compose)
        return refused(phrase(QT_TRANSLATE_NOOP("core", "services of Compose of which none runs a server that is known")),
                       phrase(QT_TRANSLATE_NOOP("core", "the command of its container")));
    return std::nullopt;
}

} // namespace

int line_of_memory_message(std::string_view text)
{
    constexpr std::array<std::string_view, 4> messages{"out of memory. Tried to allocate", "cudaMalloc failed: out of memory",
                                                       "No available memory for the cache blocks",
                                                       "To serve at least one request with"};
    for (const std::string_view message : messages)
        if (const std::size_t at = text.find(message); at != std::string_view::npos) return line_at(text, at);
    return 0;
}

bool has_figures_of_start(std::string_view log)
{
    constexpr std::array<std::string_view, 11> lines{
        "Model loading took ",  "GPU KV cache size: ",    "Available KV cache memory", "Load weight end",
        "Memory pool end",      "KV Cache is allocated",  "model buffer size = ",      "KV buffer size = ",
        "memory.required.full", "compute buffer size = ", "msg=\"model weights\""};
    return std::ranges::any_of(lines, [log](std::string_view line) { return has(log, line); });
}

std::optional<Error> other_kind(std::string_view text)
{
    const std::string plain = without_log_prefixes(text);
    for (const auto kind : {other_program, message_of_memory, table_of_cards, lines_of_start, list_of_something, manifest})
        if (std::optional<Error> found = kind(plain)) return found;
    return std::nullopt;
}

} // namespace plimsoll
