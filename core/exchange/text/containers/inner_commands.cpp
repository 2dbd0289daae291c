// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/text/containers/inner_commands.h"

#include <algorithm>
#include <span>

namespace plimsoll {

namespace {

using Words = std::span<const ShellWord>;

/// A script, where it stands, and the words behind it.
struct Script {
    std::string text;
    int line = 0;
    Words arguments;
};

bool is_shell(std::string_view word)
{
    const std::string_view name = word.substr(word.rfind('/') + 1);
    return name == "bash" || name == "sh" || name == "zsh" || name == "dash" || name == "ash";
}

/// "bash -e -o pipefail -c SCRIPT NAME ARGUMENT …"
Script script_of_shell(Words words)
{
    bool commands = false;
    std::size_t i = 1;
    for (; i < words.size() && words[i].text.starts_with('-') && !(commands && words[i].text == "--"); ++i) {
        const std::string &flags = words[i].text;
        if (!flags.starts_with("--") && flags.find('c') != std::string::npos) commands = true;
        if (flags.ends_with('o') && !flags.starts_with("--")) ++i; // "-o pipefail"
    }
    if (commands && i < words.size() && words[i].text == "--") ++i;
    if (!commands || i >= words.size()) return {};
    return {words[i].text, words[i].line, words.subspan(std::min(i + 2, words.size()))};
}

std::string single_quoted(std::string_view text)
{
    std::string out = "'";
    for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + '\'';
}

/// The same script behind what its environment holds, on its own first line.
std::string behind(const std::vector<ShellAssignment> &environment, const std::string &script)
{
    std::string out;
    for (const ShellAssignment &set : environment)
        if (!set.value.unknown) out += set.name + '=' + single_quoted(set.value.text) + ' ';
    return out.empty() ? script : out + "; " + script;
}

/// The word of a command that is one itself; null where none is, and where a program stands before it that is no option's name for
/// something ("-s vllm").
const ShellWord *command_in(Words words, bool (*runs)(const ShellCommand &), bool (*is_program)(std::string_view))
{
    for (std::size_t i = 0; i < words.size(); ++i) {
        const ShellWord &word = words[i];
        if (is_program(word.text) && (i == 0 || !words[i - 1].text.starts_with('-'))) return nullptr;
        if (word.text.find(' ') == std::string::npos) continue;
        const Result<std::vector<ShellCommand>> inner = shell_commands(word.text);
        if (inner.ok() && std::ranges::any_of(*inner, runs)) return &word;
    }
    return nullptr;
}

Script script_of(const ShellCommand &command, bool (*runs)(const ShellCommand &), bool (*is_program)(std::string_view))
{
    const Words words(command.words);
    if (words.empty()) return {};
    if (words[0].text == "eval") {
        Script out{{}, words[0].line, {}};
        for (const ShellWord &word : words.subspan(1)) out.text += word.text + ' ';
        return out;
    }
    for (std::size_t i = 0; i < words.size(); ++i)
        if (is_shell(words[i].text))
            if (Script out = script_of_shell(words.subspan(i)); !out.text.empty()) return out;
    if (const ShellWord *word = command_in(words, runs, is_program)) return {word->text, word->line, {}};
    return {};
}

} // namespace

std::vector<ShellCommand> inner_commands(const ShellCommand &command, const std::vector<ShellAssignment> &before,
                                         bool (*runs)(const ShellCommand &), bool (*is_program)(std::string_view))
{
    const Script script = script_of(command, runs, is_program);
    if (script.text.empty()) return {command};
    std::vector<ShellAssignment> environment = before;
    environment.insert(environment.end(), command.assignments.begin(), command.assignments.end());
    Result<std::vector<ShellCommand>> inner = shell_commands(behind(environment, script.text));
    if (!inner.ok()) return {command};
    const bool known = std::ranges::any_of(environment, [](const ShellAssignment &set) { return !set.value.unknown; });
    if (known && !inner->empty()) inner->erase(inner->begin());
    if (inner->empty()) return {command};
    for (ShellCommand &each : *inner) {
        each.assignments.insert(each.assignments.begin(), command.assignments.begin(), command.assignments.end());
        std::vector<ShellWord> words;
        for (ShellWord &word : each.words) {
            word.line += script.line - 1;
            const bool all = word.unknown && (word.text == "$@" || word.text == "$*" || word.text == "${@}");
            if (all)
                words.insert(words.end(), script.arguments.begin(), script.arguments.end());
            else
                words.push_back(std::move(word));
        }
        each.words = std::move(words);
        for (int *line : {&each.joined, &each.comment, &each.blank})
            if (*line > 0) *line += script.line - 1;
    }
    return *std::move(inner);
}

} // namespace plimsoll
