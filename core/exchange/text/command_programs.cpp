// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/text/command_programs.h"

#include <algorithm>

namespace plimsoll {

namespace {

/// Programs whose first word says what they do.
constexpr std::string_view programs_with_commands[] = {
    "trl",  "vllm",    "llamafactory-cli", "lmf",    "swift", "axolotl", "ollama", "megatron",
    "tune", "unsloth", "sglang",           "litgpt", "lms",   "sky",     "llama"};
constexpr std::string_view known_programs[] = {"llama-server", "llama-cli",         "llama-bench", "llama-mtmd-cli",
                                               "accelerate",   "accelerate-launch", "torchrun",    "deepspeed"};

/// Images of containers whose entry point is a program (docker run … IMAGE --option).
struct Image {
    std::string_view name, program;
};
constexpr Image images[] = {{"vllm/vllm-openai", "vllm.entrypoints.openai.api_server"},
                            {"ggml-org/llama.cpp", "llama-server"},
                            {"ggerganov/llama.cpp", "llama-server"},
                            {"ollama/ollama", "ollama serve"},
                            {"run_train.sh", "torchtitan.train"}}; // torchtitan's script, which takes its options
/// Modules that run a server with its own options, by the program whose options these are (NVIDIA Dynamo 1.4).
constexpr Image wrappers[] = {{"dynamo.vllm", "vllm serve"}, {"dynamo.sglang", "sglang.launch_server"}};

} // namespace

std::string base_name(std::string_view path)
{
    std::string out(path.substr(path.rfind('/') + 1));
    if (out.ends_with(".exe")) out.resize(out.size() - 4);
    return out;
}

bool is_python(std::string_view name) { return name == "python" || name.starts_with("python3"); }

bool is_llama_server(std::string_view name)
{
    constexpr std::string_view begins = "llama-server";
    return name.starts_with(begins) &&
           (name.size() == begins.size() || std::string_view("-_.").find(name[begins.size()]) != std::string_view::npos);
}

bool is_known(std::string_view word)
{
    const std::string name = base_name(word);
    return is_python(name) || is_llama_server(name) ||
           std::ranges::find(known_programs, std::string_view(name)) != std::end(known_programs) ||
           std::ranges::find(programs_with_commands, std::string_view(name)) != std::end(programs_with_commands);
}

bool has_commands(std::string_view name)
{
    return std::ranges::find(programs_with_commands, name) != std::end(programs_with_commands);
}

std::string_view wrapped_program(std::string_view module)
{
    const auto found = std::ranges::find(wrappers, module, &Image::name);
    return found == std::end(wrappers) ? std::string_view() : found->program;
}

std::string_view program_of_image(std::string_view word)
{
    for (const Image &image : images) {
        const std::size_t at = word.find(image.name);
        if (at == std::string_view::npos || (at > 0 && word[at - 1] != '/')) continue;
        if (image.program == "llama-server" && word.find("server") == std::string_view::npos) continue; // other programs' images
        return image.program;
    }
    return {};
}

bool is_program(std::string_view word) { return is_known(word) || word.ends_with(".py") || !program_of_image(word).empty(); }

} // namespace plimsoll
