// SPDX-License-Identifier: GPL-3.0-or-later
// Format: https://github.com/huggingface/safetensors#format
#include "core/model/checkpoint/safetensors.h"

#include "core/ground/read_file.h"
#include "core/model/config/accepted.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <set>
#include <system_error>
#include <thread>

namespace plimsoll {
namespace {

constexpr std::uint64_t safetensors_header_limit = std::uint64_t{100} << 20; // the format's own
constexpr std::size_t safetensors_tensors_limit = 2'000'000, dimensions_limit = 16, shards_limit = 10'000;

/// Bits of one element; 0: not a type of the format.
int bits_of(std::string_view type)
{
    static constexpr std::pair<std::string_view, int> known[] = {
        {"F64", 64}, {"I64", 64},  {"U64", 64}, {"C64", 64},    {"F32", 32},    {"I32", 32},    {"U32", 32},
        {"F16", 16}, {"BF16", 16}, {"I16", 16}, {"U16", 16},    {"F8_E4M3", 8}, {"F8_E5M2", 8}, {"F8_E8M0", 8},
        {"I8", 8},   {"U8", 8},    {"BOOL", 8}, {"F6_E2M3", 6}, {"F6_E3M2", 6}, {"F4", 4}};
    for (const auto &[name, bits] : known)
        if (name == type) return bits;
    return 0;
}

std::string no_json_from(std::size_t byte)
{
    return phrase(QT_TRANSLATE_NOOP("core", "no JSON from byte %1"), {std::to_string(byte)});
}
std::string safetensors_header() { return phrase(QT_TRANSLATE_NOOP("core", "a safetensors header")); }
std::string two_numbers() { return phrase(QT_TRANSLATE_NOOP("core", "a list of two whole numbers")); }

/// Collects tensors while the header is read, so that no tree of it is kept.
class HeaderReader {
public:
    using json = nlohmann::json;
    Checkpoint checkpoint;
    std::optional<Error> problem; ///< its field without the file's name

    bool null() { return refuse("null"); }
    bool boolean(bool) { return refuse(phrase(QT_TRANSLATE_NOOP("core", "a truth value"))); }
    bool number_integer(json::number_integer_t) { return refuse(phrase(QT_TRANSLATE_NOOP("core", "a negative number"))); }
    bool number_float(json::number_float_t, const std::string &)
    {
        return refuse(phrase(QT_TRANSLATE_NOOP("core", "a fraction")));
    }
    bool binary(json::binary_t &) { return refuse("binary"); }
    bool number_unsigned(json::number_unsigned_t value)
    {
        if (m_in_metadata) return true;
        if (m_depth != 3 || value > std::uint64_t{INT64_MAX}) return refuse(phrase(QT_TRANSLATE_NOOP("core", "a number")));
        if (m_key == "shape") {
            if (m_tensor.shape.size() == dimensions_limit) return refuse(phrase(QT_TRANSLATE_NOOP("core", "one more dimension")));
            m_tensor.shape.push_back(static_cast<Count>(value));
        } else if (m_key == "data_offsets") {
            if (m_offsets.size() == 2) return refuse(phrase(QT_TRANSLATE_NOOP("core", "a third offset")));
            m_offsets.push_back(value);
        }
        return true;
    }
    bool string(std::string &value)
    {
        if (m_in_metadata) return true;
        if (m_depth != 2 || m_key != "dtype") return refuse(phrase(QT_TRANSLATE_NOOP("core", "a text")));
        m_tensor.type = value;
        return true;
    }
    bool start_object(std::size_t)
    {
        if (++m_depth > 2) return refuse(phrase(QT_TRANSLATE_NOOP("core", "an object")));
        return true;
    }
    bool end_object()
    {
        if (m_depth == 2 && !m_in_metadata && !finish_tensor()) return false;
        if (m_depth == 2) m_in_metadata = false;
        --m_depth;
        return true;
    }
    bool start_array(std::size_t)
    {
        if (m_depth != 2 || m_in_metadata) return refuse(phrase(QT_TRANSLATE_NOOP("core", "a list")));
        ++m_depth;
        return true;
    }
    bool end_array()
    {
        --m_depth;
        return true;
    }
    bool key(const std::string &name)
    {
        if (m_depth == 1) {
            m_in_metadata = name == "__metadata__";
            m_key.clear();
            m_tensor = StoredTensor{name, {}, {}, 0}; // a copy: the parser's buffer is as long as its longest text
            m_offsets.clear();
        } else {
            m_key = name;
        }
        return true;
    }
    bool parse_error(std::size_t byte, const std::string &, const json::exception &)
    {
        if (!problem) problem = Error{"", no_json_from(byte), safetensors_header(), {}};
        return false;
    }

private:
    /// `read`: no text out of the file but by shown_name().
    bool refuse_at(const std::string &key, std::string read, std::string accepted)
    {
        const std::string at = shown_name(m_tensor.name) + (key.empty() ? "" : '.' + shown_name(key));
        if (!problem) problem = Error{at, std::move(read), std::move(accepted), {}};
        return false;
    }
    bool refuse(std::string read) { return refuse_at(m_key, std::move(read), accepted_here()); }
    [[nodiscard]] std::string accepted_here() const
    {
        if (m_depth == 0) return phrase(QT_TRANSLATE_NOOP("core", "an object of tensors"));
        if (m_key == "dtype") return phrase(QT_TRANSLATE_NOOP("core", "a text such as %1"), {"\"BF16\""});
        if (m_key == "shape")
            return phrase(QT_TRANSLATE_NOOP("core", "a list of at most %1 whole numbers"), {std::to_string(dimensions_limit)});
        if (m_key.empty())
            return phrase(QT_TRANSLATE_NOOP("core", "an object with %1, %2 and %3"), {"dtype", "shape", "data_offsets"});
        return m_in_metadata ? phrase(QT_TRANSLATE_NOOP("core", "a text")) : two_numbers();
    }
    bool finish_tensor()
    {
        const int bits = bits_of(m_tensor.type);
        if (bits == 0)
            return refuse_at("dtype", m_tensor.type.empty() ? said_nothing() : shown_name(m_tensor.type),
                             phrase(QT_TRANSLATE_NOOP("core", "a type such as %1"), {"BF16"}));
        if (m_offsets.size() != 2) return refuse_at("data_offsets", said_nothing(), two_numbers());
        const auto span = [&] { return from_to(std::to_string(m_offsets[0]), std::to_string(m_offsets[1])); };
        if (m_offsets[0] > m_offsets[1])
            return refuse_at("data_offsets", span(), phrase(QT_TRANSLATE_NOOP("core", "the start, then the end")));
        std::optional<std::int64_t> total = bits;
        for (const Count dimension : m_tensor.shape) total = total ? checked_mul(*total, dimension) : std::nullopt;
        const std::uint64_t length = m_offsets[1] - m_offsets[0];
        if (!total || static_cast<std::uint64_t>(*total / 8 + (*total % 8 ? 1 : 0)) != length)
            return refuse_at("shape",
                             total ? phrase(QT_TRANSLATE_NOOP("core", "%1 bits"), {std::to_string(*total)})
                                   : phrase(QT_TRANSLATE_NOOP("core", "more than 64-bit sizes hold")),
                             phrase(QT_TRANSLATE_NOOP("core", "what fills %1, %2"), {"data_offsets", span()}));
        m_tensor.bytes = static_cast<Bytes>(length);
        const auto sum = checked_add(checkpoint.bytes, m_tensor.bytes);
        if (!sum || *sum > checkpoint_limit)
            return refuse_at("data_offsets", span(), phrase(QT_TRANSLATE_NOOP("core", "at most an exbibyte of tensors")));
        if (checkpoint.tensors.size() >= safetensors_tensors_limit)
            return refuse_at("", phrase(QT_TRANSLATE_NOOP("core", "one more tensor")),
                             at_most(static_cast<std::int64_t>(safetensors_tensors_limit)));
        checkpoint.bytes = *sum;
        checkpoint.tensors.push_back(std::move(m_tensor));
        return true;
    }

    int m_depth = 0;
    bool m_in_metadata = false;
    std::string m_key;
    StoredTensor m_tensor;
    std::vector<std::uint64_t> m_offsets;
};

Result<Checkpoint> safetensors_read_one(const std::filesystem::path &path)
{
    const Result<std::string> start = read_part(path, 0, 8);
    if (!start) return start.error();
    if (start->size() < 8)
        return Error{path.string(),
                     phrase(QT_TRANSLATE_NOOP("core", "%1 bytes"), {std::to_string(start->size())}),
                     phrase(QT_TRANSLATE_NOOP("core", "a safetensors file")),
                     {}};
    std::uint64_t length = 0;
    for (int i = 7; i >= 0; --i) length = length << 8 | static_cast<unsigned char>((*start)[static_cast<std::size_t>(i)]);
    std::error_code code;
    const std::uint64_t size = std::filesystem::file_size(path, code);
    if (code || length > safetensors_header_limit || length + 8 > size)
        return Error{path.string(),
                     phrase(QT_TRANSLATE_NOOP("core", "a header of %1 bytes"), {std::to_string(length)}),
                     phrase(QT_TRANSLATE_NOOP("core", "a header within the file, at most %1"), {"100 MB"}),
                     {}};
    const Result<std::string> header = read_part(path, 8, length);
    if (!header) return header.error();
    return checkpoint_from_safetensors_header(*header, size - 8 - length, path.string());
}

/// The headers of a checkpoint's files, in the order of `names`: several threads take one file after the other. What follows
/// the first error in that order may be left unread.
std::vector<Result<Checkpoint>> read_shards(const std::filesystem::path &folder, const std::vector<std::string> &names)
{
    std::vector<Result<Checkpoint>> out(names.size(), Checkpoint{});
    std::atomic<std::size_t> next{0};
    std::atomic<bool> failed{false};
    const auto work = [&] {
        while (!failed) { // what was taken is read, so all before an error are
            const std::size_t i = next++;
            if (i >= names.size()) return;
            out[i] = safetensors_read_one(folder / names[i]);
            if (!out[i]) failed = true;
        }
    };
    const std::size_t threads = std::min({names.size(), std::size_t{std::thread::hardware_concurrency()}, std::size_t{8}});
    std::vector<std::jthread> others;
    try {
        while (others.size() + 1 < threads) others.emplace_back(work);
    } catch (const std::system_error &) { // no more threads to be had: those that stand read everything
    }
    work();
    others.clear(); // joins
    return out;
}

/// Collects the files that weight_map names while an index is read: it holds a line per tensor, and few files.
class IndexReader {
public:
    using json = nlohmann::json;
    std::set<std::string, std::less<>> shards;
    bool has_map = false;
    std::string problem;    ///< what stands where a name of a file should
    std::size_t broken = 0; ///< byte at which it is no JSON

    bool null() { return other("null"); }
    bool boolean(bool) { return other(QT_TRANSLATE_NOOP("core", "a truth value")); }
    bool number_integer(json::number_integer_t) { return other(QT_TRANSLATE_NOOP("core", "a number")); }
    bool number_unsigned(json::number_unsigned_t) { return other(QT_TRANSLATE_NOOP("core", "a number")); }
    bool number_float(json::number_float_t, const std::string &) { return other(QT_TRANSLATE_NOOP("core", "a number")); }
    bool binary(json::binary_t &) { return other("binary"); }
    bool string(std::string &value)
    {
        if (!m_in_map || m_depth != 2) return other(QT_TRANSLATE_NOOP("core", "a text"));
        if (value == m_last) return true;
        if (value.find_first_of("/\\") != std::string::npos || value.empty()) return refuse(value);
        if (shards.size() == shards_limit && !shards.contains(value)) {
            problem = phrase(QT_TRANSLATE_NOOP("core", "more than 10,000 files"));
            return false;
        }
        shards.insert(value);
        m_last = std::move(value);
        return true;
    }
    bool start_object(std::size_t) { return open(QT_TRANSLATE_NOOP("core", "an object"), true); }
    bool start_array(std::size_t) { return open(QT_TRANSLATE_NOOP("core", "a list"), false); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }
    bool key(std::string &name)
    {
        if (m_depth == 1) m_in_map = name == "weight_map";
        return true;
    }
    bool parse_error(std::size_t byte, const std::string &, const json::exception &)
    {
        broken = byte;
        return false;
    }

private:
    bool refuse(const std::string &read)
    {
        problem = shown_name(read);
        return false;
    }
    bool other(const char *what) { return !m_in_map && m_depth > 0 ? true : stands(what); }
    bool stands(const char *what)
    {
        problem = phrase(what);
        return false;
    }
    bool open(const char *what, bool object)
    {
        const bool expected = m_depth == 0 || (m_depth == 1 && m_in_map) ? object : !m_in_map;
        if (!expected || m_depth > 64) return stands(what);
        has_map = has_map || (m_depth == 1 && m_in_map);
        ++m_depth;
        return true;
    }
    bool close()
    {
        if (--m_depth == 1) m_in_map = false;
        return true;
    }

    int m_depth = 0;
    bool m_in_map = false;
    std::string m_last;
};

} // namespace

Result<std::vector<std::string>> shards_of_index(std::string_view text, const std::string &source)
{
    IndexReader reader;
    const bool whole = nlohmann::json::sax_parse(text.begin(), text.end(), &reader, nlohmann::json::input_format_t::json);
    if (reader.broken > 0)
        return Error{
            source, no_json_from(reader.broken), phrase(QT_TRANSLATE_NOOP("core", "a %1"), {"model.safetensors.index.json"}), {}};
    if (!whole)
        return Error{
            source + " weight_map", reader.problem, phrase(QT_TRANSLATE_NOOP("core", "names of files in the same folder")), {}};
    if (!reader.has_map) return Error{source + " weight_map", said_nothing(), phrase(QT_TRANSLATE_NOOP("core", "an object")), {}};
    return std::vector<std::string>(reader.shards.begin(), reader.shards.end());
}

Result<Checkpoint> checkpoint_from_safetensors_header(std::string_view text, std::uint64_t data_bytes, const std::string &source)
{
    HeaderReader reader;
    // room for all of them at once, as growing holds half as much again; for no more than twice the text, whatever it says
    reader.checkpoint.tensors.reserve(
        std::min(static_cast<std::size_t>(std::ranges::count(text, '{')), 2 * text.size() / sizeof(StoredTensor)));
    const bool whole = nlohmann::json::sax_parse(text.begin(), text.end(), &reader, nlohmann::json::input_format_t::json);
    if (!whole && !reader.problem)
        return Error{source, phrase(QT_TRANSLATE_NOOP("core", "a broken header")), safetensors_header(), {}};
    if (!whole) {
        Error error = *reader.problem;
        error.field = source + (error.field.empty() ? "" : ": " + error.field);
        return error;
    }
    if (static_cast<std::uint64_t>(reader.checkpoint.bytes) > data_bytes)
        return Error{source,
                     phrase(QT_TRANSLATE_NOOP("core", "%1 bytes of tensors"), {std::to_string(reader.checkpoint.bytes)}),
                     phrase(QT_TRANSLATE_NOOP("core", "at most the %1 in the file"), {std::to_string(data_bytes)}),
                     {}};
    return std::move(reader.checkpoint);
}

Result<Checkpoint> read_safetensors(const std::filesystem::path &path)
{
    if (path.extension() != ".json") return safetensors_read_one(path);
    const Result<std::string> index = read_file(path, safetensors_header_limit);
    if (!index) return index.error();
    const Result<std::vector<std::string>> shards = shards_of_index(*index, path.string());
    if (!shards) return shards.error();
    Checkpoint out;
    std::vector<Result<Checkpoint>> read = read_shards(path.parent_path(), *shards);
    std::size_t tensors = 0;
    for (const Result<Checkpoint> &shard : read) tensors += shard ? shard->tensors.size() : 0;
    out.tensors.reserve(tensors);
    for (Result<Checkpoint> &shard : read) {
        if (!shard) return shard.error();
        out.bytes += shard->bytes; // each is at most checkpoint_limit
        if (out.bytes > checkpoint_limit)
            return Error{path.string(),
                         phrase(QT_TRANSLATE_NOOP("core", "more than %1 bytes of tensors"), {std::to_string(checkpoint_limit)}),
                         phrase(QT_TRANSLATE_NOOP("core", "a checkpoint")),
                         {}};
        std::ranges::move(shard->tensors, std::back_inserter(out.tensors));
    }
    return out;
}

Architecture architecture_from_checkpoint(const Checkpoint &checkpoint, const std::string &source)
{
    Architecture arch;
    arch.source = source;
    arch.name = checkpoint.name.empty() ? std::filesystem::path(source).stem().string() : checkpoint.name;
    arch.model_type = checkpoint.model_type;
    arch.family = "checkpoint";
    arch.generates = false;
    arch.no_decoder_reason =
        phrase(QT_TRANSLATE_NOOP("core", "only the tensors are known; give the configuration too to plan a step"));
    for (const StoredTensor &tensor : checkpoint.tensors) {
        const std::size_t dot = tensor.name.rfind('.');
        const std::string owner = dot == std::string::npos ? std::string{} : tensor.name.substr(0, dot);
        if (arch.modules.empty() || arch.modules.back().name != owner)
            arch.modules.push_back(Module{owner, ModuleKind::other, {}, {}});
        Module &module = arch.modules.back();
        if (owner.ends_with("norm") || owner.ends_with("norm1") || owner.ends_with("norm2"))
            module.kind = ModuleKind::norm;
        else if (owner.find("embed") != std::string::npos && tensor.shape.size() == 2)
            module.kind = ModuleKind::embedding;
        else if (tensor.shape.size() == 2)
            module.kind = ModuleKind::linear;
        module.parameters.push_back(Parameter{tensor.name.substr(dot + 1), tensor.shape, dtype_from_name(tensor.type), {}});
        if (module.kind == ModuleKind::embedding) arch.embedding_parameters += module.parameters.back().elements();
    }
    arch.all_parameters = arch.total_parameters();
    arch.active_parameters = arch.all_parameters;
    return arch;
}

} // namespace plimsoll
