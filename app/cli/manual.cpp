// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"

#include <algorithm>
#include <cctype>

namespace plimsoll::cli {

namespace {

/// A text in roff: no line is a request, hyphens are those that are typed.
std::string roff(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        if ((out.empty() || out.back() == '\n') && (c == '.' || c == '\'')) out += "\\&";
        if (c == '\\')
            out += "\\e";
        else if (c == '-')
            out += "\\-";
        else
            out += c;
    }
    return out;
}

std::string upper(std::string text)
{
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return text;
}

std::string page_head(const std::string &name, const std::string &summary)
{
    std::string about = summary;
    if (about.ends_with('.')) about.pop_back();
    return ".\\\" SPDX-License-Identifier: GPL-3.0-or-later\n.TH " + upper(name) +
           " 1 \"\" \"plimsoll " PLIMSOLL_VERSION "\" \"User commands\"\n" + ".SH NAME\n" + roff(name) + " \\- " + roff(about) +
           "\n";
}

std::string exit_statuses()
{
    return ".SH EXIT STATUS\n"
           ".TP\n.B 0\nThe plan fits, or no card and no budget was named.\n"
           ".TP\n.B 1\nThe plan does not fit.\n"
           ".TP\n.B 2\nBad usage or bad input; the message names the field, what was read and what is accepted.\n"
           ".TP\n.B 3\nTight, unlikely, or not known.\n";
}

std::string main_page()
{
    std::string out =
        page_head("plimsoll", "plan the GPU memory of fine-tuning and inference jobs") +
        ".SH SYNOPSIS\n.B plimsoll\n[\\fICOMMAND\\fR [\\fIOPTIONS\\fR]]\n"
        ".SH DESCRIPTION\n.B plimsoll\n"
        "simulates what PyTorch would allocate for a plan (a model, how it is trained or run, on which card) and prints "
        "the peak,\nwhat stands in memory at the peak, and whether it fits.\nWithout a command it starts\n"
        ".BR plimsoll\\-window (1).\n.PP\n"
        "Nothing but the answer is written to standard output; progress and warnings go to standard error.\n"
        ".SH COMMANDS\n";
    for (const Command &command : commands())
        out += ".TP\n.BR plimsoll\\-" + std::string(command.name) + " (1)\n" + roff(command.summary) + "\n";
    return out + exit_statuses() +
           ".SH EXAMPLES\n"
           ".TP\nQLoRA of a 7B model on a 24 GB card:\n"
           "plimsoll estimate \\-\\-model qwen2.5\\-coder\\-7b \\-\\-method qlora \\-\\-gpu \"RTX 4090\"\n"
           ".TP\nOne plan a line in, one answer a line out:\nplimsoll estimate \\-\\-requests plans.jsonl\n"
           ".TP\nMemory over sequence length and rank, as CSV:\n"
           "plimsoll sweep \\-\\-model qwen2.5\\-7b \\-\\-method lora \\-\\-over sequence_length=1024:8192:1024 \\-\\-over "
           "rank=8:64:x2\n"
           ".SH SEE ALSO\n.BR plimsoll\\-window (1)\n";
}

std::string option_entry(const OptionFacts &option)
{
    std::string names;
    for (const std::string &name : option.names)
        names += (names.empty() ? "" : "\\fR, \\fB") + roff((name.size() == 1 ? "-" : "--") + name);
    std::string out = ".TP\n\\fB" + names + "\\fR";
    if (!option.value.empty()) out += " \\fI" + roff(option.value) + "\\fR";
    out += '\n';
    for (std::size_t at = 0; at <= option.about.size();) { // a help of several lines is a list
        const std::size_t end = std::min(option.about.find('\n', at), option.about.size());
        out += (at == 0 ? "" : ".br\n") + roff(option.about.substr(at, end - at)) + '\n';
        at = end + 1;
    }
    return out;
}

std::string command_page(const Command &command)
{
    const CommandOptions takes = described(command);
    const std::string name = std::string("plimsoll-") + command.name;
    std::string out = page_head(name, command.summary) + ".SH SYNOPSIS\n.B plimsoll " + command.name + "\n[\\fIOPTIONS\\fR]";
    if (!takes.operand.empty()) out += " \\fI" + roff(takes.operand) + "\\fR";
    out += "\n.SH DESCRIPTION\n" + roff(command.summary) + "\n";
    if (!takes.operand.empty()) out += ".TP\n\\fI" + roff(takes.operand) + "\\fR\n" + roff(takes.operand_about) + "\n";
    out += ".SH OPTIONS\n";
    for (const OptionFacts &option : takes.options)
        if (!option.hidden) out += option_entry(option);
    return out + exit_statuses() + ".SH SEE ALSO\n.BR plimsoll (1)\n";
}

} // namespace

int run_manual(const Command &command, const QStringList &arguments)
{
    OptionParser parser;
    parser.addPositionalArgument(
        QStringLiteral("COMMAND"),
        QStringLiteral("The command whose page it is; without one the page of plimsoll. `man -l -` reads it."),
        QStringLiteral("[COMMAND]"));
    if (const auto done = parse(parser, command, arguments)) return *done;
    const QStringList words = parser.positionalArguments();
    if (words.isEmpty()) return print(main_page()), Exit::fits;
    const std::string name = words.first().toStdString();
    const auto found = std::ranges::find(commands(), name, &Command::name);
    if (found != commands().end() && words.size() == 1) return print(command_page(*found)), Exit::fits;
    std::string accepted;
    for (const Command &one : commands()) accepted.append(accepted.empty() ? "" : " | ").append(one.name);
    return fail({"manual", words.join(u' ').toStdString(), accepted, {}});
}

} // namespace plimsoll::cli
