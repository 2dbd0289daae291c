// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/snapshot.h"

#include "core/ground/json_text.h"
#include "core/ground/phrase.h"
#include "core/ground/read_file.h"
#include "core/ground/text.h"
#include "core/model/checkpoint/adapter_file.h"
#include "core/model/checkpoint/other_files.h"
#include "core/model/checkpoint/storage.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <set>

namespace plimsoll {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::uint64_t most_small = 4U << 20U, most_index = 64U << 20U;
constexpr const char *index_name = "model.safetensors.index.json";

std::vector<fs::path> files_in(const fs::path &folder)
{
    constexpr std::size_t most = 10'000;
    std::error_code code;
    std::vector<fs::path> out;
    for (const fs::directory_entry &entry : fs::directory_iterator(folder, code)) {
        if (out.size() == most) break;
        out.push_back(entry.path());
    }
    std::ranges::sort(out);
    return out;
}

bool is_later_part(const std::string &name)
{
    const std::size_t of = name.rfind("-of-");
    return of != std::string::npos && of >= 5 && name.compare(of - 5, 5, "00001") != 0;
}

std::vector<fs::path> gguf_in(const std::vector<fs::path> &files)
{
    std::vector<fs::path> out;
    for (const fs::path &file : files) {
        const std::string name = file.filename().string();
        if (file.extension() == ".gguf" && !name.starts_with("mmproj") && !is_later_part(name)) out.push_back(file);
    }
    return out;
}

std::optional<json> object_in(const fs::path &file, std::uint64_t limit)
{
    const Result<std::string> text = read_file(file, limit);
    if (!text) return std::nullopt;
    Result<json> parsed = parse_json(*text, file.string());
    return parsed && parsed->is_object() ? std::optional(std::move(parsed).value()) : std::nullopt;
}

class Notes {
public:
    Notes(const fs::path &folder, const fs::path &taken, const Architecture &architecture)
        : m_folder(folder), m_taken(taken.filename().string()), m_architecture(architecture), m_files(files_in(folder))
    {}

    std::vector<std::string> take() &&
    {
        pointers();
        shards();
        adapter();
        own_formats();
        quantiser();
        several();
        return std::move(m_out);
    }

private:
    const fs::path &m_folder;
    std::string m_taken;
    const Architecture &m_architecture;
    std::vector<fs::path> m_files;
    std::vector<std::string> m_out;

    [[nodiscard]] bool has(const char *name) const
    {
        return std::ranges::any_of(m_files, [name](const fs::path &file) { return file.filename() == name; });
    }

    void pointers()
    {
        std::size_t count = 0;
        Bytes bytes = 0;
        for (const fs::path &file : m_files) {
            const bool weights = file.extension() == ".safetensors" || file.extension() == ".gguf" || file.extension() == ".bin";
            const std::optional<Bytes> missing = weights ? missing_bytes(file) : std::nullopt;
            if (!missing) continue;
            ++count;
            bytes = checked_add(bytes, *missing).value_or(bytes);
        }
        if (count > 0)
            m_out.push_back(phrase(count == 1
                                       ? QT_TRANSLATE_NOOP("core", "the weights are a git-LFS pointer: %1 are not here, %2 "
                                                                   "brings them; %3 was read")
                                       : QT_TRANSLATE_NOOP("core", "the weights are %4 git-LFS pointers: %1 are not here, "
                                                                   "%2 brings them; %3 was read"),
                                   {hub_size(bytes), "`git lfs pull`", m_taken, std::to_string(count)}));
    }

    void shards()
    {
        const std::optional<json> index = has(index_name) ? object_in(m_folder / index_name, most_index) : std::nullopt;
        if (!index) return;
        std::set<std::string> named;
        if (const auto map = index->find("weight_map"); map != index->end() && map->is_object())
            for (const auto &[tensor, file] : map->items())
                if (file.is_string()) named.insert(file.get<std::string>());
        std::size_t missing = 0;
        for (const std::string &name : named) missing += !has(name.c_str());
        if (missing > 0)
            m_out.push_back(phrase(QT_TRANSLATE_NOOP("core", "%1 of the %2 files that %3 names are not here; %4 was read"),
                                   {std::to_string(missing), std::to_string(named.size()), index_name, m_taken}));
        if (missing == 0) stored(*index, named);
        total(*index);
    }

    /// Bytes of tensors that a file has: all but its header.
    static std::optional<Bytes> tensor_bytes(const fs::path &file)
    {
        std::error_code code;
        const std::uint64_t size = fs::file_size(file, code);
        const Result<std::string> start = code ? Result<std::string>(Error{}) : read_part(file, 0, 8);
        if (!start || start->size() < 8) return std::nullopt;
        std::uint64_t header = 0;
        for (std::size_t i = 8; i-- > 0;) header = header << 8 | static_cast<unsigned char>((*start)[i]);
        if (header > size || header + 8 > size) return std::nullopt;
        return static_cast<Bytes>(size - 8 - header);
    }

    /// What the index says that its files hold beside what they do.
    void stored(const json &index, const std::set<std::string> &named)
    {
        const std::optional<Bytes> said = total_size(index);
        Bytes held = 0;
        for (const std::string &name : named) {
            const std::optional<Bytes> bytes = tensor_bytes(m_folder / name);
            if (!bytes) return;
            held = checked_add(held, *bytes).value_or(held);
        }
        if (!said || std::abs(static_cast<double>(held - *said)) <= 0.001 * static_cast<double>(held)) return;
        m_out.push_back(
            phrase(QT_TRANSLATE_NOOP("core", "%1 says that its %2 files hold %3, they hold %4: what they hold is what is loaded"),
                   {index_name, std::to_string(named.size()), hub_size(*said), hub_size(held)}));
    }

    static std::optional<Bytes> total_size(const json &index)
    {
        const auto metadata = index.find("metadata");
        if (metadata == index.end() || !metadata->is_object()) return std::nullopt;
        const auto size = metadata->find("total_size");
        if (size == metadata->end() || !size->is_number_integer() || size->get<std::int64_t>() <= 0) return std::nullopt;
        return size->get<std::int64_t>();
    }

    /// What the checkpoint weighs beside what the configuration's class would.
    void total(const json &index)
    {
        const std::optional<Bytes> size = total_size(index);
        if (!size || m_taken != "config.json") return;
        const Bytes said = *size;
        const std::optional<Bytes> counted = storage_of(m_architecture).bytes;
        if (!counted || std::abs(static_cast<double>(*counted - said)) <= 0.02 * static_cast<double>(said)) return;
        m_out.push_back(
            phrase(QT_TRANSLATE_NOOP("core", "%1 says %2 of weights, %3 makes %4: the files may be of another model, dtype "
                                             "or quantisation; %3 was taken"),
                   {index_name, hub_size(said), m_taken, hub_size(*counted)}));
    }

    void adapter()
    {
        if (!has("adapter_config.json") || m_taken == "adapter_config.json") return;
        const Result<std::string> text = read_file(m_folder / "adapter_config.json", most_small);
        const Result<AdapterFile> file =
            text ? read_adapter_file(*text, "adapter_config.json") : Result<AdapterFile>(text.error());
        if (file)
            m_out.push_back(phrase(QT_TRANSLATE_NOOP("core", "%1 beside it is a %2 of %3; %4 was read"),
                                   {"adapter_config.json", file->title(), file->base, m_taken}));
    }

    void own_formats()
    {
        const bool shards = has(index_name) || has("model.safetensors");
        for (const char *name : {"consolidated.safetensors", "consolidated.00.pth"})
            if (has(name) && shards)
                m_out.push_back(
                    phrase(QT_TRANSLATE_NOOP("core", "%1 holds the same weights in the makers' own format; those of %2 were "
                                                     "taken"),
                           {name, "transformers"}));
        if (!has("params.json") || m_taken == "params.json" || !m_architecture.decoder) return;
        const std::optional<json> params = object_in(m_folder / "params.json", most_small);
        if (!params) return;
        const DecoderSpec &decoder = *m_architecture.decoder;
        const auto differs = [&](const char *key, const char *own, Count counted) {
            const auto found = params->find(key);
            if (found == params->end() || !found->is_number_integer() || found->get<std::int64_t>() <= 0) return;
            if (found->get<std::int64_t>() == counted) return;
            m_out.push_back(
                phrase(QT_TRANSLATE_NOOP("core", "%1 says %2 %3, %4 says %5 %6, which was taken"),
                       {"params.json", key, std::to_string(found->get<std::int64_t>()), m_taken, own, std::to_string(counted)}));
        };
        differs("dim", "hidden_size", decoder.hidden);
        differs("n_layers", "num_hidden_layers", decoder.layer_count());
        differs("vocab_size", "vocab_size", decoder.vocab);
    }

    void quantiser()
    {
        if (m_architecture.quantization || m_taken != "config.json") return;
        for (const char *name : {"hf_quant_config.json", "quantize_config.json", "quant_config.json"})
            if (has(name))
                m_out.push_back(phrase(QT_TRANSLATE_NOOP("core", "%1 names a quantisation, %2 none: %3 reads %2 alone, which was "
                                                                 "taken; set %4 for the other"),
                                       {name, m_taken, "transformers", "weights.quant"}));
    }

    void several()
    {
        const std::vector<fs::path> all = gguf_in(m_files);
        const bool of_gguf = fs::path(m_taken).extension() == ".gguf";
        if (all.size() < (of_gguf ? 2 : 1)) return;
        constexpr std::size_t most_named = 4;
        std::string others;
        std::size_t count = 0;
        for (const fs::path &file : all) {
            if (file.filename() == m_taken) continue;
            if (count++ < most_named) others.append(others.empty() ? "" : ", ").append(shown_name(file.filename().string()));
        }
        if (count > most_named) others += ", …";
        m_out.push_back(
            phrase(QT_TRANSLATE_NOOP("core", "%1 was read of several files; not read: %2"), {shown_name(m_taken), others}));
    }
};

} // namespace

std::string hub_size(Bytes bytes)
{
    const auto in = [bytes](double unit, const char *name) { return fixed(static_cast<double>(bytes) / unit, 1) + " " + name; };
    return bytes >= 1'000'000'000 ? in(1e9, "GB") : bytes >= 1'000'000 ? in(1e6, "MB") : in(1e3, "KB");
}

std::optional<Bytes> missing_bytes(const fs::path &file)
{
    constexpr std::uint64_t most = 1024; // the specification's limit of a pointer
    std::error_code code;
    if (!fs::is_regular_file(file, code) || fs::file_size(file, code) >= most || code) return std::nullopt;
    const Result<std::string> text = read_file(file, most);
    return text ? lfs_bytes(*text) : std::nullopt;
}

std::optional<fs::path> weights_in(const fs::path &folder)
{
    std::error_code code;
    for (const char *name : {index_name, "model.safetensors"})
        if (fs::exists(folder / name, code)) return folder / name;
    const std::vector<fs::path> files = files_in(folder);
    if (const std::vector<fs::path> all = gguf_in(files); !all.empty()) return all.front();
    for (const fs::path &file : files)
        if (file.extension() == ".gguf") return file;
    if (fs::exists(folder / "consolidated.safetensors", code)) return folder / "consolidated.safetensors";
    return std::nullopt;
}

std::vector<std::string> snapshot_notes(const fs::path &folder, const fs::path &taken, const Architecture &architecture)
{
    return Notes(folder, taken, architecture).take();
}

} // namespace plimsoll
