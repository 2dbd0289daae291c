// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/text/command_starters.h"

#include <algorithm>
#include <cctype>

namespace plimsoll {

namespace {

using StarterWords = std::span<const ShellWord>;

/// Those whose second word says what they do.
constexpr std::string_view starters_with_commands[] = {
    "uv",   "docker", "podman",  "nerdctl", "conda", "mamba",       "micromamba", "poetry",  "pdm", "pipx", "hatch",
    "pixi", "rye",    "kubectl", "sudo",    "nsys",  "singularity", "apptainer",  "compose", "ray", "hf"};
/// Options whose next word is a name that may be a program's too.
constexpr std::string_view before_names[] = {
    "--with",     "--with-editable",  "--from", "--extra", "--group",      "--name", "-n",         "-w",
    "--package",  "--spec",           "-p",     "--env",   "--entrypoint", "-J",     "--job-name", "--network",
    "--hostname", "--container-name", "-e",     "-dmS",    "-S",           "-t",     "--volume",   "-v"};
/// Options that take no word (uv 0.9, Docker 29, Slurm 25.11, Apptainer 1.4).
constexpr std::string_view switches[] = {"rm",
                                         "it",
                                         "i",
                                         "t",
                                         "d",
                                         "ti",
                                         "detach",
                                         "interactive",
                                         "tty",
                                         "init",
                                         "privileged",
                                         "nv",
                                         "rocm",
                                         "isolated",
                                         "offline",
                                         "frozen",
                                         "locked",
                                         "no-project",
                                         "no-sync",
                                         "all-extras",
                                         "quiet",
                                         "q",
                                         "verbose",
                                         "no-dev",
                                         "active",
                                         "exact",
                                         "no-cache",
                                         "refresh",
                                         "exclusive",
                                         "unbuffered",
                                         "u",
                                         "label",
                                         "l",
                                         "pty",
                                         "cleanenv",
                                         "containall",
                                         "contain",
                                         "writable-tmpfs",
                                         "no-home",
                                         "live-stream",
                                         "no-capture-output",
                                         "allow-run-as-root",
                                         "oversubscribe",
                                         "overlap"};

template <std::size_t size>
bool is_one_of(const std::string_view (&words)[size], std::string_view word)
{
    return std::ranges::find(words, word) != std::end(words);
}

std::string base_name(std::string_view path) { return std::string(path.substr(path.rfind('/') + 1)); }

class Starter {
public:
    Starter(ConfigText &out, StarterWords words) : m_out(out), m_words(words) {}

    void read()
    {
        m_out.starter = base_name(take().text);
        if (is_one_of(starters_with_commands, m_out.starter) && !m_words.empty() && !is_option(m_words[0].text))
            m_out.starter += ' ' + take().text;
        while (!m_words.empty()) {
            const ShellWord word = take();
            if (is_option(word.text))
                option(word);
            else
                add_to({m_out.starter, {}, word.text, word.line, false, word.unknown, word.variables});
        }
    }

private:
    /// What is too much is said by whoever reads the command: the text is full then.
    void add_to(ConfigEntry entry) { m_full = m_full || !add_entry(m_out, std::move(entry)); }

    static bool is_option(std::string_view text) { return text.size() > 1 && text[0] == '-'; }

    ShellWord take()
    {
        ShellWord out = m_words[0];
        m_words = m_words.subspan(1);
        return out;
    }

    void option(const ShellWord &word)
    {
        std::string name = word.text.substr(std::min(word.text.find_first_not_of('-'), word.text.size()));
        ShellWord value = word;
        const bool dashes = word.text.starts_with("--");
        if (const std::size_t equals = name.find('='); equals != std::string::npos) {
            value.text = name.substr(equals + 1);
            name.resize(equals);
        } else if (!dashes && name.size() > 1 && std::isdigit(static_cast<unsigned char>(name[1])) != 0) { // "-n8"
            value.text = name.substr(1);
            name.resize(1);
        } else if (m_words.empty() || is_option(m_words[0].text) || is_one_of(switches, name)) {
            add_to({m_out.starter, name, true, word.line});
            return;
        } else
            value = take();
        add(name, value, word.line);
    }

    /// "-e NAME=VALUE", Open MPI's "-x NAME=VALUE": the environment's.
    void add(const std::string &name, const ShellWord &value, int line)
    {
        const std::size_t equals = value.text.find('=');
        const bool sets = name == "e" || name == "env" || name == "x";
        if (sets && equals != std::string::npos)
            add_to({"environment", value.text.substr(0, equals), value.text.substr(equals + 1), line, false, value.unknown,
                    value.variables});
        else
            add_to({m_out.starter, name, value.text, line, false, value.unknown, value.variables});
    }

    ConfigText &m_out;
    StarterWords m_words;
    bool m_full = false;
};

} // namespace

std::span<const ShellWord> without_starter(ConfigText &out, std::span<const ShellWord> words,
                                           bool (*is_program)(std::string_view))
{
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (!is_program(words[i].text) || (i > 0 && is_one_of(before_names, words[i - 1].text))) continue;
        if (i > 0) Starter(out, words.first(i)).read();
        return words.subspan(i);
    }
    return words;
}

} // namespace plimsoll
