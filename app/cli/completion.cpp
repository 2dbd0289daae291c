// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"

#include <algorithm>

namespace plimsoll::cli {

namespace {

struct ShownCommand {
    std::string name, summary;
    CommandOptions takes;
};

std::vector<ShownCommand> shown_commands()
{
    std::vector<ShownCommand> out;
    for (const Command &command : commands()) {
        ShownCommand shown{command.name, command.summary, described(command)};
        std::erase_if(shown.takes.options, [](const OptionFacts &option) { return option.hidden; });
        out.push_back(std::move(shown));
    }
    return out;
}

/// Of a help of several lines or sentences, what stands beside a name in a shell.
std::string first_words(const std::string &about)
{
    std::string out = about.substr(0, std::min(about.find('\n'), about.find(". ")));
    while (!out.empty() && (out.back() == '.' || out.back() == ':')) out.pop_back();
    return out;
}

/// A word in a shell's single quotes. fish reads backslashes in them, the others end and begin them anew.
std::string shell_quoted(const std::string &text, bool fish = false)
{
    std::string out = "'";
    for (const char c : text) {
        if (c == '\'')
            out += fish ? "\\'" : "'\\''";
        else if (c == '\\' && fish)
            out += "\\\\";
        else
            out += c;
    }
    return out + "'";
}

/// A model is one of its presets or a path.
bool takes_file(const std::string &value) { return value.starts_with("FILE") || value.starts_with("REF"); }

std::string dashed_name(const std::string &name) { return (name.size() == 1 ? "-" : "--") + name; }

std::string lines_of(const std::vector<std::string> &words)
{
    std::string out;
    for (const std::string &word : words) out += (out.empty() ? "" : "\n") + word;
    return out;
}

/// Two arms of `case`, by command: its options, and by option: its values, a line each.
std::string bash_completion(const std::vector<ShownCommand> &all)
{
    std::vector<std::string> names;
    std::string options, values;
    for (const ShownCommand &command : all) {
        names.push_back(command.name);
        std::vector<std::string> dashed;
        for (const OptionFacts &option : command.takes.options) {
            for (const std::string &name : option.names) {
                dashed.push_back(dashed_name(name));
                if (option.value.empty()) continue;
                const std::string arm = "        " + std::string(command.name) + ":" + dashed_name(name) + ") ";
                std::string offers = option.choices.empty() ? "" : "words=" + shell_quoted(lines_of(option.choices));
                if (takes_file(option.value)) offers += offers.empty() ? "files=yes" : "; files=yes";
                values += arm + (offers.empty() ? "free=yes" : offers) + " ;;\n";
            }
        }
        options += "            " + command.name + ") words=" + shell_quoted(lines_of(dashed)) +
                   (takes_file(command.takes.operand) ? "; files=yes" : "") + " ;;\n";
    }
    return "# bash completion of plimsoll; made by `plimsoll completion bash`\n"
           "_plimsoll()\n{\n"
           "    local typed=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}\n"
           "    local words= files= free= word\n"
           "    COMPREPLY=()\n"
           "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
           "        words=" +
           shell_quoted(lines_of(names)) +
           "\n    else\n"
           "        case $command:$before in\n" +
           values +
           "        *)\n"
           "            case $command in\n" +
           options +
           "            esac ;;\n"
           "        esac\n"
           "    fi\n"
           "    [ -z \"$free\" ] || return 0\n"
           "    while IFS= read -r word; do\n"
           "        [[ -n $word && $word == \"${typed//\\\\/}\"* ]] && COMPREPLY+=(\"$(printf %q \"$word\")\")\n"
           "    done <<<\"$words\"\n"
           "    if [ -n \"$files\" ] && [[ $typed != -* ]]; then\n"
           "        compopt -o filenames 2>/dev/null\n"
           "        mapfile -t -O \"${#COMPREPLY[@]}\" COMPREPLY < <(compgen -f -- \"$typed\")\n"
           "    fi\n"
           "}\n"
           "complete -F _plimsoll plimsoll\n";
}

/// What _arguments takes of a value: its choices, files, or a free word.
std::string zsh_action(const OptionFacts &option)
{
    if (option.choices.empty()) return takes_file(option.value) ? "_files" : " ";
    std::string out = "(";
    for (const std::string &choice : option.choices) {
        for (const char c : choice)
            out += (std::string_view(" ():\\'\"").find(c) == std::string_view::npos ? "" : "\\") + std::string(1, c);
        out += ' ';
    }
    out.back() = ')';
    return takes_file(option.value) ? "{ _alternative \"names\\:name\\:" + out + "\" \"files\\:file\\:_files\" }" : out;
}

std::string zsh_safe(std::string about)
{
    std::string out;
    for (const char c : about) out += (c == '[' || c == ']' || c == ':' || c == '\\' ? "\\" : "") + std::string(1, c);
    return out;
}

std::string zsh_completion(const std::vector<ShownCommand> &all)
{
    std::string summaries, arms;
    for (const ShownCommand &command : all) {
        summaries += "        " + shell_quoted(command.name + ":" + zsh_safe(first_words(command.summary))) + "\n";
        arms += "        " + command.name + ") _arguments -S";
        for (const OptionFacts &option : command.takes.options)
            for (const std::string &name : option.names)
                arms += " \\\n            " +
                        shell_quoted("*" + dashed_name(name) + "[" + zsh_safe(first_words(option.about)) + "]" +
                                     (option.value.empty() ? "" : ":" + zsh_safe(option.value) + ":" + zsh_action(option)));
        if (!command.takes.operand.empty()) arms += " \\\n            '*:" + zsh_safe(command.takes.operand) + ":_files'";
        arms += " ;;\n";
    }
    return "#compdef plimsoll\n# zsh completion of plimsoll; made by `plimsoll completion zsh`\n"
           "_plimsoll()\n{\n"
           "    local -a commands=(\n" +
           summaries +
           "    )\n"
           "    if (( CURRENT == 2 )); then\n        _describe -t commands command commands\n        return\n    fi\n"
           "    local command=$words[2]\n"
           "    shift words\n    (( CURRENT-- ))\n"
           "    case $command in\n" +
           arms +
           "    esac\n}\n"
           "if [ \"$funcstack[1]\" = _plimsoll ]; then _plimsoll \"$@\"; else compdef _plimsoll plimsoll; fi\n";
}

std::string fish_completion(const std::vector<ShownCommand> &all)
{
    std::string out = "# fish completion of plimsoll; made by `plimsoll completion fish`\ncomplete -c plimsoll -f\n";
    for (const ShownCommand &command : all)
        out += "complete -c plimsoll -n __fish_use_subcommand -a " + command.name + " -d " +
               shell_quoted(first_words(command.summary), true) + "\n";
    for (const ShownCommand &command : all) {
        const std::string head = "complete -c plimsoll -n '__fish_seen_subcommand_from " + command.name + "'";
        for (const OptionFacts &option : command.takes.options) {
            out += head;
            for (const std::string &name : option.names) out += (name.size() == 1 ? " -s " : " -l ") + name;
            if (!option.value.empty()) out += " -r";
            if (takes_file(option.value)) out += " -F";
            if (!option.choices.empty()) {
                std::string choices; // fish splits them at spaces outside quotes of their own
                for (const std::string &choice : option.choices)
                    choices +=
                        (choices.empty() ? "" : " ") + (choice.find(' ') == std::string::npos ? choice : "\"" + choice + "\"");
                out += " -a " + shell_quoted(choices, true);
            }
            out += " -d " + shell_quoted(first_words(option.about), true) + "\n";
        }
        if (takes_file(command.takes.operand)) out += head + " -F\n";
    }
    return out;
}

} // namespace

int run_completion(const Command &command, const QStringList &arguments)
{
    OptionParser parser;
    parser.addPositionalArgument(QStringLiteral("SHELL"),
                                 QStringLiteral("bash, zsh or fish. What is printed belongs where the shell looks: "
                                                "~/.local/share/bash-completion/completions/plimsoll, a folder of zsh's fpath as "
                                                "_plimsoll, ~/.config/fish/completions/plimsoll.fish."));
    if (const auto done = parse(parser, command, arguments)) return *done;
    const QStringList shells = parser.positionalArguments();
    const std::string shell = shells.size() == 1 ? shells.first().toStdString() : std::string();
    if (shell == "bash") return print(bash_completion(shown_commands())), Exit::fits;
    if (shell == "zsh") return print(zsh_completion(shown_commands())), Exit::fits;
    if (shell == "fish") return print(fish_completion(shown_commands())), Exit::fits;
    return fail({"completion", shells.isEmpty() ? "nothing" : shells.join(u' ').toStdString(), "bash | zsh | fish", {}});
}

} // namespace plimsoll::cli
