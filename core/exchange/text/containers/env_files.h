// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/exchange/import.h"
#include "core/exchange/text/containers/yaml_tree.h"

#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

/// A variable of a program's environment, and the line that brings it.
struct EnvVariable {
    int line = 0;
    std::string name, value;
};

/// How variables are named that stand for all those of a file or an object that is not at hand, in the text of a command; the value says
/// which.
inline constexpr std::string_view unread_variables = "PLIMSOLL_UNREAD_VARIABLES";

/// Variables as a shell's assignments, with blanks between.
[[nodiscard]] std::string assignments_of(const std::vector<EnvVariable> &variables);
/// What a file of "NAME=value" lines sets (docker run --env-file, Compose's env_file, systemd's EnvironmentFile); quotes around a value go.
[[nodiscard]] std::vector<EnvVariable> variables_in_file(std::string_view text);
/// The same of a file by its path, all on this line; the one that says that it was not read.
[[nodiscard]] std::vector<EnvVariable> variables_of_file(const std::string &path, int line, const ConfigReader &read);

/// Where variables of a container come from beside its own list: files, and Kubernetes' ConfigMaps and Secrets of the same text.
class VariableSources {
public:
    VariableSources(const YamlTree &tree, const ConfigReader &read) : m_tree(tree), m_read(read) {}

    /// Of `env_file` and `envFrom`, which the container's own come over.
    [[nodiscard]] std::vector<EnvVariable> around(const YamlNode &container) const;
    /// An item of `env` with `valueFrom` of a ConfigMap; empty where it is another one's, or holds a secret that nobody reads.
    [[nodiscard]] std::vector<EnvVariable> of_item(const YamlNode &item) const;

private:
    [[nodiscard]] const YamlNode *data_of(std::string_view kind, std::string_view name) const;
    void add_object(std::vector<EnvVariable> &out, const YamlNode &source) const;

    const YamlTree &m_tree;
    const ConfigReader &m_read;
};

/// Variables of files that a command's starter names ("docker run --env-file FILE", "uv run --env-file FILE") into its environment, under
/// those that stand there; warnings ("variables_unread") for all that could not be read.
void add_env_files(ConfigText &command, ImportState &into);

} // namespace plimsoll
