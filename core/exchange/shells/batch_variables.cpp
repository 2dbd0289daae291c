// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/shells/batch_variables.h"

#include "core/exchange/shells/read_variables.h"
#include "core/plan/field.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace plimsoll {

namespace {

using Options = std::map<std::string, std::string, std::less<>>;

std::vector<std::string_view> words_of(std::string_view line)
{
    std::vector<std::string_view> out;
    while (true) {
        const std::size_t begin = line.find_first_not_of(" \t\r");
        if (begin == std::string_view::npos || line[begin] == '#') return out;
        line.remove_prefix(begin);
        const std::size_t end = std::min(line.find_first_of(" \t\r"), line.size());
        out.push_back(line.substr(0, end));
        line.remove_prefix(end);
    }
}

std::string long_name(char letter) { return letter == 'N' ? "nodes" : letter == 'n' ? "ntasks" : letter == 'G' ? "gpus" : ""; }

/// "--nodes=2", "--nodes 2", "-N 2", "-N2": the later of an option counts.
void read_options(std::string_view line, Options &into)
{
    const std::vector<std::string_view> words = words_of(line);
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string_view word = words[i];
        const bool is_long = word.starts_with("--");
        if (!is_long && (word.size() < 2 || word[0] != '-')) continue;
        const std::size_t equals = is_long ? word.find('=') : 2;
        const std::string name =
            is_long ? std::string(word.substr(2, equals == std::string_view::npos ? equals : equals - 2)) : long_name(word[1]);
        const bool apart = equals == std::string_view::npos || equals >= word.size();
        const std::string_view value = !apart ? word.substr(equals + (is_long ? 1 : 0)) : i + 1 < words.size() ? words[++i] : "";
        if (!name.empty()) into.insert_or_assign(name, std::string(value));
    }
}

/// sbatch reads them up to the first line that is neither empty nor a comment.
Options batch_options(std::string_view script)
{
    constexpr std::string_view mark = "#SBATCH";
    Options out;
    while (!script.empty()) {
        const std::size_t end = std::min(script.find('\n'), script.size());
        const std::string_view line = script.substr(0, end);
        const std::size_t begin = line.find_first_not_of(" \t\r");
        if (begin != std::string_view::npos && line[begin] != '#') break;
        if (line.starts_with(mark)) read_options(line.substr(mark.size()), out);
        script.remove_prefix(std::min(end + 1, script.size()));
    }
    return out;
}

std::optional<Count> number_of(const Options &options, std::string_view name)
{
    const auto found = options.find(name);
    const std::optional<Count> count = found == options.end() ? std::nullopt : count_from_text(found->second);
    return count && *count > 0 && *count <= 1'000'000 ? count : std::nullopt; // a range of nodes is no number
}

/// "a100:4", "4", "gpu:a100:4", "gpu:4", "gpu": one where no number stands.
std::optional<Count> gpus_in(std::string_view item, bool is_gres)
{
    item = item.substr(0, item.find('('));
    if (is_gres && item != "gpu" && !item.starts_with("gpu:")) return std::nullopt;
    if (is_gres) item.remove_prefix(std::min<std::size_t>(4, item.size()));
    const std::size_t colon = item.rfind(':');
    const std::string_view last = colon == std::string_view::npos ? item : item.substr(colon + 1);
    const std::optional<Count> count = count_from_text(std::string(last));
    return count && *count <= 1024 ? count : std::optional<Count>(1);
}

/// Of an option's list, "gpu:a100:2,gpu:v100:1".
std::optional<Count> gpus_of(const Options &options, std::string_view name)
{
    const auto found = options.find(name);
    if (found == options.end()) return std::nullopt;
    std::optional<Count> out;
    std::string_view list = found->second;
    while (!list.empty()) {
        const std::size_t comma = std::min(list.find(','), list.size());
        if (const auto count = gpus_in(list.substr(0, comma), name == "gres")) out = out.value_or(0) + *count;
        list.remove_prefix(std::min(comma + 1, list.size()));
    }
    return out;
}

std::optional<Count> gpus_on_node(const Options &options)
{
    if (const auto each = gpus_of(options, "gpus-per-node")) return each;
    if (const auto each = gpus_of(options, "gres")) return each;
    const std::optional<Count> nodes = number_of(options, "nodes"), tasks = number_of(options, "ntasks-per-node");
    if (const auto each = gpus_of(options, "gpus-per-task"); each && tasks) return *each * *tasks;
    if (const auto all = gpus_of(options, "gpus"); all && nodes == Count{1}) return all;
    return std::nullopt;
}

} // namespace

std::string with_batch_variables(std::string_view script)
{
    std::string out(script);
    const Options options = batch_options(script);
    if (options.empty()) return out;
    const std::optional<Count> nodes = number_of(options, "nodes"), each = number_of(options, "ntasks-per-node");
    std::optional<Count> tasks = number_of(options, "ntasks");
    if (!tasks && nodes && each) tasks = *nodes * *each;
    const std::pair<const char *, std::optional<Count>> known[] = {{"SLURM_GPUS_ON_NODE", gpus_on_node(options)},
                                                                   {"SLURM_NNODES", nodes},
                                                                   {"SLURM_JOB_NUM_NODES", nodes},
                                                                   {"SLURM_NTASKS", tasks},
                                                                   {"SLURM_NPROCS", tasks},
                                                                   {"SLURM_NTASKS_PER_NODE", each}};
    for (const auto &[name, count] : known)
        if (count) put_in(out, 0, name, std::to_string(*count));
    return out;
}

} // namespace plimsoll
