// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/text/shell_traps.h"

#include "core/exchange/text/pasted_text.h"
#include "core/ground/phrase.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace plimsoll {

namespace {

bool is_name(std::string_view word)
{
    return !word.empty() &&
           std::ranges::all_of(word, [](unsigned char c) { return std::isupper(c) != 0 || std::isdigit(c) != 0 || c == '_'; });
}

/// Variables that programs read from their environment, by how their names begin or end.
bool is_of_programs(std::string_view name)
{
    constexpr std::array<std::string_view, 34> begins{
        "CUDA_",       "NCCL_",          "VLLM_",    "SGLANG_",         "SGL_",   "LLAMA_ARG_",    "OLLAMA_",
        "HIP_",        "ROCR_",          "HSA_",     "NPROC_PER_NODE",  "NNODES", "NODE_RANK",     "MASTER_",
        "WORLD_SIZE",  "LOCAL_RANK",     "PYTORCH_", "TORCH_",          "HF_",    "TRANSFORMERS_", "TOKENIZERS_",
        "OMP_",        "ACCELERATE_",    "DS_",      "DEEPSPEED_",      "XLA_",   "WANDB_",        "USE_HF",
        "MODELSCOPE_", "FORCE_TORCHRUN", "GGML_",    "IMAGE_MAX_TOKEN", "VIDEO_", "FPS_"};
    return std::ranges::any_of(begins, [name](std::string_view begin) { return name.starts_with(begin); }) ||
           name.ends_with("MAX_PIXELS") || name.ends_with("MIN_PIXELS");
}

/// What a command is called in a warning: its program.
std::string name_of(const ShellCommand &command) { return command.words.empty() ? std::string() : command.words[0].text; }

std::string joined(const std::vector<std::string> &names)
{
    std::string out;
    for (const std::string &name : names) out += (out.empty() ? "" : ", ") + name;
    return out;
}

/// Names that the words of the text stand for.
std::set<std::string> named_by(const std::vector<ShellCommand> &commands)
{
    std::set<std::string> out;
    for (const ShellCommand &command : commands) {
        for (const ShellWord &word : command.words) out.insert(word.variables.begin(), word.variables.end());
        for (const ShellAssignment &set : command.assignments) out.insert(set.value.variables.begin(), set.value.variables.end());
    }
    return out;
}

/// Assignments that reach no program: a comment cuts them off their command, or nobody exports them.
struct Unseen {
    std::vector<std::string> lost, cut;
    int comment = 0;
};

Unseen unseen_in(const std::vector<ShellCommand> &commands, std::size_t chosen)
{
    const ExportedVariables exports = exports_before(commands, chosen);
    const std::set<std::string> named = named_by(commands);
    Unseen out;
    for (std::size_t i = 0; i < chosen; ++i) {
        const ShellCommand &command = commands[i];
        if (!command.words.empty() || command.exported) continue;
        for (const ShellAssignment &set : command.assignments) {
            if (exports.all || exports.names.contains(set.name) || named.contains(set.name)) continue;
            if (command.comment > 0) {
                out.cut.push_back(set.name);
                out.comment = command.comment;
            } else if (is_of_programs(set.name))
                out.lost.push_back(set.name);
        }
    }
    return out;
}

void add_unexported(std::vector<Warning> &out, const std::vector<ShellCommand> &commands, std::size_t chosen)
{
    const Unseen unseen = unseen_in(commands, chosen);
    if (unseen.comment > 0)
        out.push_back(
            {"comment_ends",
             phrase(QT_TRANSLATE_NOOP("core", "the comment in line %1 ends the command that is begun above it: %2 are set in the "
                                              "shell and not exported, and %3 does not see them"),
                    {std::to_string(unseen.comment), joined(unseen.cut), name_of(commands[chosen])}),
             {}});
    if (!unseen.lost.empty())
        out.push_back(
            {"not_exported",
             phrase(QT_TRANSLATE_NOOP("core", "%1: set in the shell and not exported, so that %2 does not see it unless "
                                              "the shell had exported it before"),
                    {joined(unseen.lost), name_of(commands[chosen])}),
             {}});
}

} // namespace

ExportedVariables exports_before(const std::vector<ShellCommand> &commands, std::size_t chosen)
{
    ExportedVariables out;
    for (std::size_t i = 0; i < chosen && i < commands.size(); ++i) {
        const std::vector<ShellWord> &words = commands[i].words;
        if (words.size() == 2 && words[0].text == "set" && (words[1].text == "-a" || words[1].text == "-o allexport"))
            out.all = true;
        if (!words.empty() && std::ranges::all_of(words, [](const ShellWord &word) { return is_name(word.text); }))
            for (const ShellWord &word : words) out.names.insert(word.text);
    }
    return out;
}

std::set<std::string> unseen_variables(const std::vector<ShellCommand> &commands, std::size_t chosen)
{
    const Unseen unseen = unseen_in(commands, chosen);
    std::set<std::string> out(unseen.lost.begin(), unseen.lost.end());
    out.insert(unseen.cut.begin(), unseen.cut.end());
    return out;
}

std::vector<Warning> shell_traps(std::string_view text, const std::vector<ShellCommand> &commands, std::size_t chosen)
{
    std::vector<Warning> out;
    const ShellCommand &command = commands[chosen];
    add_unexported(out, commands, chosen);
    if (command.joined > 0)
        out.push_back({"line_ends",
                       phrase(QT_TRANSLATE_NOOP(
                                  "core", "a shell ends the command at the end of line %1; the options after it were read too"),
                              {std::to_string(command.joined)}),
                       {}});
    else if (command.comment > 0)
        out.push_back(
            {"comment_ends",
             phrase(QT_TRANSLATE_NOOP("core", "line %1 is a comment: the command ends before it, and what stands in it is "
                                              "no option"),
                    {std::to_string(command.comment)}),
             {}});
    if (command.blank > 0)
        out.push_back(
            {"line_ends",
             phrase(QT_TRANSLATE_NOOP("core", "a blank stands behind the backslash of line %1: a shell ends the command "
                                              "there; what follows was read too"),
                    {std::to_string(command.blank)}),
             {}});
    if (const int line = line_with_processed_signs(text); line > 0)
        out.push_back(
            {"processed_signs",
             phrase(QT_TRANSLATE_NOOP("core", "line %1 has a text processor's dashes or quotes, which no program takes as "
                                              "a shell's; they were read as those"),
                    {std::to_string(line)}),
             {}});
    return out;
}

} // namespace plimsoll
