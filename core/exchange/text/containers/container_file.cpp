// SPDX-License-Identifier: GPL-3.0-or-later
// Compose Specification (services.*.{image,entrypoint,command,environment,env_file,extends}), Kubernetes v1 Container
// ({image,command,args,env,envFrom}, $(NAME) in its words), llama-swap (models.*.cmd, macros)
#include "core/exchange/text/containers/container_file.h"

#include "core/exchange/text/command_lines.h"
#include "core/exchange/text/command_programs.h"
#include "core/exchange/text/containers/manifest_kinds.h"
#include "core/exchange/text/shell_quoting.h"
#include "core/exchange/text/text_lines.h"
#include "core/exchange/text/containers/yaml_tree.h"
#include "core/ground/ascii.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace plimsoll {

namespace {

using ContainerKind = YamlNode::Kind;

constexpr std::size_t most_commands = 16;

void replace_all(std::string &text, std::string_view from, std::string_view to)
{
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

/// Within single quotes.
std::string script_word(std::string_view text)
{
    std::string out = "'";
    for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + '\'';
}

/// The first of these keys, by its name or with a capital ("Cmd", as Docker's own answers have it).
const YamlNode *first_of(const YamlNode &map, std::initializer_list<std::string_view> keys)
{
    for (const std::string_view key : keys) {
        if (const YamlNode *found = map.find(key)) return found;
        std::string capital(key);
        capital[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(capital[0])));
        if (const YamlNode *found = map.find(capital)) return found;
    }
    return nullptr;
}

/// One container, over what it extends.
class Container {
public:
    Container(const std::vector<std::string_view> &lines, const YamlNode &map, const YamlNode *base,
              const VariableSources &sources)
        : m_lines(lines), m_sources(sources)
    {
        for (const YamlNode *each : {base, &map}) {
            if (each == nullptr) continue;
            if (const YamlNode *image = first_of(*each, {"image"}); image != nullptr && image->kind == ContainerKind::scalar)
                m_image = image->text;
            for (const EnvVariable &variable : m_sources.around(*each)) set(variable);
            for (const std::string_view key : {"environment", "env", "envs"})
                if (const YamlNode *variables = first_of(*each, {key})) read_variables(*variables);
        }
        const auto last = [&](std::initializer_list<std::string_view> keys) {
            const YamlNode *own = first_of(map, keys);
            return own != nullptr || base == nullptr ? own : first_of(*base, keys);
        };
        for (const std::string_view key : {"entrypoint", "command", "cmd", "args"})
            if (const YamlNode *words = last({key})) read_words(*words);
    }

    [[nodiscard]] bool has_words() const { return !m_out.empty(); }

    /// `image_alone`: what an image runs by itself counts where the container sets variables for it.
    [[nodiscard]] std::string command(bool image_alone) const
    {
        if (m_out.empty() && (!image_alone || m_image.empty() || m_out.variables().empty())) return {};
        if (m_image.empty() || (!m_out.empty() && !goes_to_entry_point(m_out.words()[0].second))) return m_out.text();
        return m_out.text(docker_run(m_image));
    }

private:
    /// An option, or the model before it: what the image's own program takes.
    static bool goes_to_entry_point(std::string_view word)
    {
        const bool program = word.ends_with(".py") || word.ends_with(".sh") || word.find(' ') != std::string_view::npos;
        return word.starts_with('-') ||
               (!program && word.find('/') != std::string_view::npos && word.find_first_of("/.~$'\"") != 0);
    }

    void set(int line, std::string_view name, const YamlNode &value)
    {
        std::string text = value.text;
        replace_all(text, "$$", "$");
        m_out.set(line, name, text);
        m_names.insert(std::string(name));
    }

    void set(const EnvVariable &variable)
    {
        m_out.set(variable.line, variable.name, variable.value);
        m_names.insert(variable.name);
    }

    /// A map, "NAME=value" in a list, or Kubernetes' {name, value}.
    void read_variables(const YamlNode &node)
    {
        for (std::size_t i = 0; i < node.map.size(); ++i)
            if (const auto &[name, value] = node.map[i]; value->kind == ContainerKind::scalar && !value->scalar.is_null())
                set(node.lines[i], name, *value);
        for (const YamlRef &item : node.list) {
            if (item->kind == ContainerKind::map) {
                const YamlNode *const name = item->find("name"), *const value = item->find("value");
                if (name != nullptr && value != nullptr && value->kind == ContainerKind::scalar)
                    set(value->line, name->text, *value);
                for (const EnvVariable &variable : m_sources.of_item(*item)) set(variable);
                continue;
            }
            const std::size_t equals = item->text.find('=');
            if (item->kind != ContainerKind::scalar || equals == std::string::npos) continue;
            YamlNode value;
            value.text = item->text.substr(equals + 1);
            set(item->line, item->text.substr(0, equals), value);
        }
    }

    /// "$$" is Compose's dollar sign, "$(NAME)" a variable of the container's in Kubernetes.
    [[nodiscard]] std::string plain(std::string text) const
    {
        replace_all(text, "$$", "$");
        for (const std::string &name : m_names) replace_all(text, "$(" + name + ')', "${" + name + '}');
        return text;
    }

    void read_words(const YamlNode &node)
    {
        if (node.kind == ContainerKind::scalar) return read_line(node);
        for (const YamlRef &item : node.list) {
            if (item->kind != ContainerKind::scalar) continue;
            const std::string word = plain(item->text);
            if (takes_script() || word.find('\n') != std::string::npos)
                m_out.add(item->line + (item->block ? 1 : 0), script_word(trimmed_end(word)));
            else
                m_out.add_word(item->line, word);
        }
    }

    /// Whether the last word is a shell's "-c" ("bash -e -c", "sh -lc"), which other programs have too (llama-server's context).
    [[nodiscard]] bool takes_script() const
    {
        static constexpr std::string_view shells[] = {"sh", "bash", "dash", "ash", "zsh", "ksh"};
        auto at = m_out.words().rbegin();
        const auto end = m_out.words().rend();
        if (at == end || !at->second.starts_with('-') || at->second.starts_with("--") || !at->second.ends_with('c')) return false;
        at = std::find_if(at, end, [](const auto &word) { return !word.second.starts_with('-'); });
        return at != end && std::ranges::find(shells, std::string_view(base_name(at->second))) != std::end(shells);
    }

    static std::string trimmed_end(std::string text)
    {
        while (text.ends_with('\n') || text.ends_with(' ')) text.pop_back();
        return text;
    }

    /// A command as one text: a shell's words, in a block on its own lines.
    void read_line(const YamlNode &node)
    {
        if (node.scalar.is_null() && node.text.empty()) return;
        if (!node.block) return m_out.add(node.line, plain(std::string(trimmed(node.text))));
        for (int line = node.line + 1; line < node.end_line && line <= static_cast<int>(m_lines.size()); ++line) {
            std::string_view text = trimmed(m_lines[static_cast<std::size_t>(line - 1)]);
            if (text.empty() || text[0] == '#') continue;
            while (text.ends_with('\\')) text = trimmed(text.substr(0, text.size() - 1));
            m_out.add(line, plain(std::string(text)));
        }
    }

    const std::vector<std::string_view> &m_lines;
    const VariableSources &m_sources;
    CommandLines m_out;
    std::set<std::string> m_names;
    std::string m_image;
};

/// Walks a document for maps that are containers.
class Finder {
public:
    Finder(const std::vector<std::string_view> &lines, std::vector<std::string> &out, bool image_alone,
           const VariableSources &sources)
        : m_lines(lines), m_out(out), m_image_alone(image_alone), m_sources(sources)
    {}

    /// Those that images run by themselves, which come behind.
    [[nodiscard]] std::vector<std::string> take_alone() { return std::move(m_alone); }

    void visit(const YamlNode &node, int depth)
    {
        constexpr int deepest = 40;
        if (depth > deepest || m_out.size() >= most_commands || ++m_visited > most_visited) return;
        if (node.kind == ContainerKind::map) {
            const YamlNode *const image = first_of(node, {"image"}), *const command = node.find("cmd");
            const YamlNode *const base = base_of(node);
            if ((image != nullptr && image->kind == ContainerKind::scalar) || command != nullptr || base != nullptr ||
                is_container(node)) {
                const Container container(m_lines, node, base, m_sources);
                std::string text = container.command(m_image_alone);
                if (!text.empty()) (container.has_words() ? m_out : m_alone).push_back(std::move(text));
            }
            const YamlNode *const services = node.find("services");
            if (services != nullptr) m_services = services;
        }
        for (const auto &[key, value] : node.map)
            if (depth > 0 || !key.starts_with("x-")) visit(*value, depth + 1); // Compose's fragments are what others merge
        for (const YamlRef &item : node.list) visit(*item, depth + 1);
    }

private:
    static constexpr int most_visited = 100'000;

    /// Without an image of its own: a patch, or a pod of a kind that brings one.
    static bool is_container(const YamlNode &map)
    {
        const YamlNode *const arguments = map.find("args");
        const bool words = arguments != nullptr && arguments->kind == ContainerKind::list;
        return words && map.find("command") != nullptr;
    }

    /// Compose's `extends`, of a service in the same file.
    [[nodiscard]] const YamlNode *base_of(const YamlNode &service) const
    {
        const YamlNode *const named = service.find("extends");
        if (named == nullptr || m_services == nullptr) return nullptr;
        const YamlNode *const name = named->kind == ContainerKind::map ? named->find("service") : named;
        return name != nullptr && name->kind == ContainerKind::scalar ? m_services->find(name->text) : nullptr;
    }

    const std::vector<std::string_view> &m_lines;
    std::vector<std::string> &m_out;
    bool m_image_alone;
    const VariableSources &m_sources;
    std::vector<std::string> m_alone;
    const YamlNode *m_services = nullptr;
    int m_visited = 0;
};

/// llama-swap's macros, which its commands name.
void fill_in_macros(const YamlNode &root, std::vector<std::string> &commands)
{
    const YamlNode *const macros = root.find("macros");
    if (macros == nullptr || root.find("models") == nullptr) return;
    constexpr std::size_t longest = 1u << 20;
    for (std::string &command : commands)
        for (const auto &[name, value] : macros->map) {
            if (value->kind != ContainerKind::scalar || command.size() > longest) continue;
            std::string words = value->text;
            std::ranges::replace(words, '\n', ' ');
            if (words.find("${" + name + '}') == std::string::npos && words.size() < 4096)
                replace_all(command, "${" + name + '}', trimmed(words));
        }
}

} // namespace

std::vector<std::string> commands_of_containers(std::string_view yaml, const ConfigReader &read)
{
    constexpr std::size_t most_documents = 64;
    const Result<YamlTree> tree = yaml_tree(yaml, most_documents);
    if (!tree.ok()) return {};
    const std::vector<std::string_view> lines = lines_of(yaml);
    const VariableSources sources(*tree, read);
    std::vector<std::string> out = commands_of_manifests(*tree, sources);
    const bool none = out.empty();
    for (const YamlRef &document : tree->documents) {
        std::vector<std::string> own;
        Finder finder(lines, own, none, sources);
        finder.visit(*document, 0);
        for (std::string &alone : finder.take_alone()) own.push_back(std::move(alone));
        fill_in_macros(*document, own);
        for (std::string &command : own)
            if (out.size() < most_commands) out.push_back(std::move(command));
    }
    return out;
}

} // namespace plimsoll
