// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/checkpoint/adapter_file.h"

#include "core/ground/json_text.h"
#include "core/ground/phrase.h"
#include "core/ground/read_file.h"
#include "core/model/adapter_names.h"
#include "core/model/checkpoint/other_files.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace plimsoll {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char *file_name = "adapter_config.json";
constexpr std::uint64_t most_bytes = 4U << 20U;

// Set, they change what trains in a way that no field of a plan has.
constexpr std::array<std::string_view, 3> beyond_plans{"use_qalora", "arrow_config", "megatron_config"};
// Which of the targets it leaves out, gives a rank of its own, ties, or has in layers more than once, and what trains beside them:
// settings of its own.
constexpr std::array<std::string_view, 9> of_choice{"exclude_modules",   "layers_to_transform",     "layers_pattern",
                                                    "rank_pattern",      "alpha_pattern",           "ensure_weight_tying",
                                                    "lora_bias",         "trainable_token_indices", "layer_replication"};

// Of every method's file (peft 0.21 config.py, PeftConfigMixin): where an adapter comes from, and what is read apart.
constexpr std::array<std::string_view, 13> of_every_method{
    "auto_mapping",  "base_model_name_or_path", "revision",         "task_type",      "inference_mode",  "peft_type",
    "peft_version",  "parent_library",          "base_model_class", "target_modules", "modules_to_save", "runtime_config",
    "layers_pattern"};

bool is_set(const json &value)
{
    if (value.is_null()) return false;
    if (value.is_boolean()) return value.get<bool>();
    return !(value.is_array() || value.is_object()) || !value.empty();
}

class AdapterFileReader {
public:
    AdapterFileReader(const json &object, std::string source) : m_object(object), m_source(std::move(source)) {}

    Result<AdapterFile> read()
    {
        const std::string kind = text("peft_type");
        const auto named = kind.empty() ? std::optional(AdapterName{}) : adapter_of_peft_type(kind);
        if (!named)
            return Error{m_source + ": peft_type",
                         kind,
                         {},
                         phrase(QT_TRANSLATE_NOOP("core", "this method of %1 is not planned"), {"PEFT"})};
        m_out.base = text("base_model_name_or_path");
        if (*named != AdapterName{}) return read_other_method(*named);
        if (auto error = read_numbers()) return *std::move(error);
        read_targets();
        flag("use_dora", "adapter.dora", m_out.adapter.dora);
        flag("use_rslora", "adapter.rslora", m_out.adapter.rslora);
        if (const std::string bias = text("bias"); bias == "all" || bias == "none" || bias == "lora_only") {
            m_out.adapter.bias = bias;
            m_out.said.insert("adapter.bias");
        }
        names("modules_to_save", "adapter.modules_to_save", m_out.adapter.modules_to_save);
        names("target_parameters", "adapter.target_parameters", m_out.adapter.target_parameters);
        read_choice();
        for (const std::string_view key : beyond_plans)
            if (const auto found = m_object.find(key); found != m_object.end() && is_set(*found))
                m_out.not_planned.emplace_back(key);
        return std::move(m_out);
    }

private:
    const json &m_object;
    std::string m_source;
    AdapterFile m_out;

    std::string text(const char *key) const
    {
        const auto found = m_object.find(key);
        return found != m_object.end() && found->is_string() ? found->get<std::string>() : std::string();
    }

    void read_choice()
    {
        json settings = json::object();
        for (const std::string_view key : of_choice)
            if (const auto found = m_object.find(key); found != m_object.end() && is_set(*found)) settings[key] = *found;
        if (settings.empty()) return;
        m_out.adapter.settings = settings.dump();
        m_out.said.insert("adapter.settings");
    }

    /// Of another method than the first: what plans have no field for goes by PEFT's own keys.
    AdapterFile read_other_method(AdapterName type)
    {
        m_out.adapter.type = type;
        m_out.said.insert("adapter.type");
        read_targets();
        names("modules_to_save", "adapter.modules_to_save", m_out.adapter.modules_to_save);
        json settings = m_object;
        for (const std::string_view key : of_every_method) settings.erase(std::string(key));
        for (auto item = settings.begin(); item != settings.end();)
            item = item->is_null() || ((item->is_object() || item->is_array()) && item->empty()) ? settings.erase(item)
                                                                                                 : std::next(item);
        if (settings.empty()) return std::move(m_out);
        m_out.adapter.settings = settings.dump();
        m_out.said.insert("adapter.settings");
        return std::move(m_out);
    }

    std::optional<Error> read_numbers()
    {
        constexpr Count most_rank = 65536;
        if (const auto rank = m_object.find("r"); rank != m_object.end() && !rank->is_null()) {
            if (!rank->is_number_integer() || rank->get<std::int64_t>() < 1 || rank->get<std::int64_t>() > most_rank)
                return Error{m_source + ": r",
                             quoted(*rank),
                             phrase(QT_TRANSLATE_NOOP("core", "%1 to %2"), {"1", std::to_string(most_rank)}),
                             {}};
            m_out.adapter.rank = rank->get<Count>();
            m_out.said.insert("adapter.rank");
        }
        const auto number = [this](const char *key, const char *path, double most, double &out) {
            const auto found = m_object.find(key);
            if (found == m_object.end() || !found->is_number()) return;
            const auto value = found->get<double>();
            if (!(value >= 0 && value < most)) return;
            out = value;
            m_out.said.insert(path);
        };
        number("lora_alpha", "adapter.alpha", 1e9, m_out.adapter.alpha);
        number("lora_dropout", "adapter.dropout", 1.0, m_out.adapter.dropout);
        return std::nullopt;
    }

    void read_targets()
    {
        const auto found = m_object.find("target_modules");
        if (found == m_object.end()) return;
        if (found->is_string() && !found->get_ref<const std::string &>().empty()) {
            m_out.adapter.targets = {found->get<std::string>()};
            m_out.adapter.targets_regex = m_out.adapter.targets.front() != "all-linear";
            m_out.said.insert("adapter.targets");
        } else {
            names("target_modules", "adapter.targets", m_out.adapter.targets);
        }
    }

    void names(const char *key, const char *path, std::vector<std::string> &out)
    {
        const auto found = m_object.find(key);
        if (found == m_object.end() || !found->is_array() || found->empty()) return;
        std::vector<std::string> read;
        for (const json &item : *found)
            if (item.is_string() && !item.get_ref<const std::string &>().empty()) read.push_back(item.get<std::string>());
        if (read.size() != found->size()) return;
        out = std::move(read);
        m_out.said.insert(path);
    }

    void flag(const char *key, const char *path, bool &out)
    {
        const auto found = m_object.find(key);
        if (found == m_object.end() || !found->is_boolean()) return;
        out = found->get<bool>();
        m_out.said.insert(path);
    }
};

} // namespace

bool is_of_every_peft_method(std::string_view key) { return std::ranges::find(of_every_method, key) != of_every_method.end(); }

std::string AdapterFile::title() const
{
    if (adapter.type != AdapterName{})
        return phrase(QT_TRANSLATE_NOOP("core", "%1 adapter"),
                      {growing_names<AdapterName>().all()[static_cast<std::size_t>(adapter.type)]});
    const std::string rank = std::to_string(adapter.rank), targets = std::to_string(adapter.targets.size());
    if (said.contains("adapter.targets") && !adapter.targets_regex && adapter.targets.front() != "all-linear")
        return phrase(QT_TRANSLATE_NOOP("core", "%1 adapter of rank %2 on %3 modules"), {"LoRA", rank, targets});
    return phrase(QT_TRANSLATE_NOOP("core", "%1 adapter of rank %2"), {"LoRA", rank});
}

std::optional<fs::path> adapter_file_at(const fs::path &path)
{
    std::error_code code;
    if (fs::is_directory(path, code)) {
        if (fs::exists(path / "config.json", code) || !fs::exists(path / file_name, code)) return std::nullopt;
        return path / file_name;
    }
    if (path.filename() == file_name) return fs::exists(path, code) ? std::optional(path) : std::nullopt;
    if (path.extension() != ".json") return std::nullopt;
    const Result<std::string> text = read_file(path, most_bytes);
    return text && other_file(*text) == OtherFile::adapter ? std::optional(path) : std::nullopt;
}

std::optional<Result<AdapterFile>> adapter_of(const ModelReference &reference, const std::string &base_directory)
{
    if (!reference.config_text.empty()) {
        if (other_file(reference.config_text) != OtherFile::adapter) return std::nullopt;
        return read_adapter_file(reference.config_text, file_name);
    }
    if (reference.config_path.empty()) return std::nullopt;
    fs::path path(reference.config_path);
    std::error_code code;
    if (path.is_relative() && !base_directory.empty() && fs::exists(fs::path(base_directory) / path, code))
        path = fs::path(base_directory) / path;
    const std::optional<fs::path> file = adapter_file_at(path);
    if (!file) return std::nullopt;
    const Result<std::string> text = read_file(*file, most_bytes);
    return text ? read_adapter_file(*text, file->string()) : Result<AdapterFile>(text.error());
}

Result<AdapterFile> read_adapter_file(std::string_view text, const std::string &source)
{
    const Result<json> parsed = parse_json(text, source);
    if (!parsed) return parsed.error();
    if (!parsed->is_object()) return Error{source, quoted(*parsed), phrase(QT_TRANSLATE_NOOP("core", "a JSON object")), {}};
    return AdapterFileReader(*parsed, source).read();
}

} // namespace plimsoll
