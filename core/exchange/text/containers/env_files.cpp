// SPDX-License-Identifier: GPL-3.0-or-later
// Docker 29 (docker run --env-file), Compose Specification (env_file: a path, paths, {path, required}), Kubernetes v1 (EnvFromSource,
// EnvVarSource, ConfigMap.data, Secret.stringData), systemd.exec(5)
#include "core/exchange/text/containers/env_files.h"

#include "core/exchange/text/text_lines.h"
#include "core/ground/ascii.h"
#include "core/ground/phrase.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace plimsoll {

namespace {

using NodeKind = YamlNode::Kind;

bool names_variable(std::string_view name)
{
    return !name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) == 0 &&
           std::ranges::all_of(name, [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
}

const YamlNode *child_of(const YamlNode *node, std::string_view key) { return node == nullptr ? nullptr : node->find(key); }

std::string scalar_below(const YamlNode *node, std::string_view key)
{
    const YamlNode *const found = child_of(node, key);
    return found != nullptr && found->kind == NodeKind::scalar ? found->text : std::string();
}

EnvVariable unread(int line, std::string what)
{
    return {line, std::string(unread_variables) + '_' + std::to_string(line), std::move(what)}; // each line's is its own
}

bool is_unread(std::string_view name) { return name.starts_with(unread_variables); }

/// Within single quotes, on one line.
std::string in_single_quotes(std::string_view text)
{
    std::string out = "'";
    for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c == '\n' ? ' ' : c);
    return out + '\'';
}

} // namespace

std::string assignments_of(const std::vector<EnvVariable> &variables)
{
    std::string out;
    for (const EnvVariable &each : variables) out += (out.empty() ? "" : " ") + each.name + '=' + in_single_quotes(each.value);
    return out;
}

std::vector<EnvVariable> variables_in_file(std::string_view text)
{
    constexpr std::size_t most = 1000;
    std::vector<EnvVariable> out;
    int number = 0;
    for (const std::string_view line : lines_of(text)) {
        ++number;
        std::string_view words = trimmed(line);
        if (words.starts_with("export ")) words = trimmed(words.substr(7));
        const std::size_t equals = words.find('=');
        if (words.empty() || words[0] == '#' || equals == std::string_view::npos || out.size() >= most) continue;
        const std::string_view name = trimmed(words.substr(0, equals));
        if (!names_variable(name)) continue;
        std::string_view value = trimmed(words.substr(equals + 1));
        const std::size_t closes =
            value.size() > 1 && (value[0] == '"' || value[0] == '\'') ? value.find(value[0], 1) : std::string_view::npos;
        if (closes != std::string_view::npos)
            value = value.substr(1, closes - 1);
        else
            value = trimmed(value.substr(0, value.find(" #")));
        out.push_back({number, std::string(name), std::string(value)});
    }
    return out;
}

std::vector<EnvVariable> variables_of_file(const std::string &path, int line, const ConfigReader &read)
{
    const Result<std::string> file = read ? read(path) : Result<std::string>(Error{});
    if (!file.ok()) return {unread(line, path)};
    std::vector<EnvVariable> out = variables_in_file(*file);
    for (EnvVariable &each : out) each.line = line;
    return out;
}

const YamlNode *VariableSources::data_of(std::string_view kind, std::string_view name) const
{
    for (const YamlRef &document : m_tree.documents)
        if (scalar_below(document.get(), "kind") == kind && scalar_below(child_of(document.get(), "metadata"), "name") == name)
            return document->find(kind == "Secret" ? "stringData" : "data");
    return nullptr;
}

void VariableSources::add_object(std::vector<EnvVariable> &out, const YamlNode &source) const
{
    for (const auto &[key, kind] :
         {std::pair<std::string_view, std::string_view>{"configMapRef", "ConfigMap"}, {"secretRef", "Secret"}}) {
        const YamlNode *const reference = source.find(key);
        const std::string name = scalar_below(reference, "name");
        if (name.empty()) continue;
        const YamlNode *const data = data_of(kind, name);
        if (data == nullptr) {
            out.push_back(unread(reference->line, std::string(kind) + ' ' + name));
            continue;
        }
        const std::string prefix = scalar_below(&source, "prefix");
        for (std::size_t i = 0; i < data->map.size(); ++i)
            if (const auto &[variable, value] = data->map[i]; value->kind == NodeKind::scalar && names_variable(variable))
                out.push_back({data->lines[i], prefix + variable, value->text});
    }
}

std::vector<EnvVariable> VariableSources::around(const YamlNode &container) const
{
    std::vector<EnvVariable> out;
    const auto add_file = [&](const YamlNode &path) {
        for (EnvVariable &each : variables_of_file(path.text, path.line, m_read)) out.push_back(std::move(each));
    };
    if (const YamlNode *files = container.find("env_file")) {
        if (files->kind == NodeKind::scalar && !files->text.empty()) add_file(*files);
        for (const YamlRef &item : files->list)
            if (const YamlNode *path = item->kind == NodeKind::map ? item->find("path") : item.get();
                path != nullptr && path->kind == NodeKind::scalar)
                add_file(*path);
    }
    if (const YamlNode *sources = container.find("envFrom"))
        for (const YamlRef &source : sources->list)
            if (source->kind == NodeKind::map) add_object(out, *source);
    return out;
}

std::vector<EnvVariable> VariableSources::of_item(const YamlNode &item) const
{
    const YamlNode *const source = item.find("valueFrom");
    const std::string name = scalar_below(&item, "name");
    if (source == nullptr || !names_variable(name)) return {};
    for (const auto &[key, kind] :
         {std::pair<std::string_view, std::string_view>{"configMapKeyRef", "ConfigMap"}, {"secretKeyRef", "Secret"}}) {
        const YamlNode *const reference = source->find(key);
        if (reference == nullptr) continue;
        const YamlNode *const value = child_of(data_of(kind, scalar_below(reference, "name")), scalar_below(reference, "key"));
        if (value != nullptr && value->kind == NodeKind::scalar) return {{item.line, name, value->text}};
        if (kind == "ConfigMap") return {unread(item.line, std::string(kind) + ' ' + scalar_below(reference, "name"))};
    }
    return {};
}

void add_env_files(ConfigText &command, ImportState &into)
{
    std::vector<ConfigEntry> kept, read;
    const auto say_unread = [&into](const std::string &what, int line) {
        into.out.warnings.push_back(
            {"variables_unread",
             phrase(QT_TRANSLATE_NOOP(
                        "core", "line %1: %2 holds variables that the program sees, and it is not at hand: what they say is "
                                "missing from the plan"),
                    {std::to_string(line), what}),
             {}});
    };
    for (ConfigEntry &entry : command.entries) {
        const std::string text = entry.value.is_string() ? entry.value.get<std::string>() : std::string();
        if (is_unread(entry.key)) {
            say_unread(text, entry.line);
            continue;
        }
        const bool names_file =
            !command.starter.empty() && entry.scope == command.starter && entry.key == "env-file" && !text.empty();
        for (const EnvVariable &each :
             names_file ? variables_of_file(text, entry.line, into.read_file) : std::vector<EnvVariable>())
            if (is_unread(each.name))
                say_unread(text, entry.line);
            else
                read.push_back({"environment", each.name, each.value, each.line, false, false, {}, text});
        kept.push_back(std::move(entry));
    }
    std::erase_if(read, [&kept](const ConfigEntry &of_file) { // what stands there comes over it
        return std::ranges::any_of(
            kept, [&of_file](const ConfigEntry &entry) { return entry.scope == of_file.scope && entry.key == of_file.key; });
    });
    command.entries = std::move(read);
    for (ConfigEntry &entry : kept) command.entries.push_back(std::move(entry));
}

} // namespace plimsoll
