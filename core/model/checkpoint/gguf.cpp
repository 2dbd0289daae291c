// SPDX-License-Identifier: GPL-3.0-or-later
// Format: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
#include "core/model/checkpoint/gguf.h"

#include "core/ground/read_file.h"
#include "core/model/config/accepted.h"
#include "core/model/config/config.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace plimsoll {
namespace {

struct Type {
    std::string_view name;
    Count block;
    Bytes bytes;
};

/// By number; an empty name was removed from the format.
constexpr std::array<Type, 40> gguf_types{{
    {"F32", 1, 4},
    {"F16", 1, 2},
    {"Q4_0", 32, 18},
    {"Q4_1", 32, 20},
    {},
    {},
    {"Q5_0", 32, 22},
    {"Q5_1", 32, 24},
    {"Q8_0", 32, 34},
    {"Q8_1", 32, 36},
    {"Q2_K", 256, 84},
    {"Q3_K", 256, 110},
    {"Q4_K", 256, 144},
    {"Q5_K", 256, 176},
    {"Q6_K", 256, 210},
    {"Q8_K", 256, 292},
    {"IQ2_XXS", 256, 66},
    {"IQ2_XS", 256, 74},
    {"IQ3_XXS", 256, 98},
    {"IQ1_S", 256, 50},
    {"IQ4_NL", 32, 18},
    {"IQ3_S", 256, 110},
    {"IQ2_S", 256, 82},
    {"IQ4_XS", 256, 136},
    {"I8", 1, 1},
    {"I16", 1, 2},
    {"I32", 1, 4},
    {"I64", 1, 8},
    {"F64", 1, 8},
    {"IQ1_M", 256, 56},
    {"BF16", 1, 2},
    {},
    {},
    {},
    {"TQ1_0", 256, 54},
    {"TQ2_0", 256, 66},
    {},
    {},
    {},
    {"MXFP4", 32, 17},
}};

constexpr Count gguf_tensors_limit = 1'000'000, keys_limit = 100'000;
constexpr std::uint64_t header_limit = std::uint64_t{512} << 20; // tokenizers make the largest, some 20 MB

std::string gguf_header() { return phrase(QT_TRANSLATE_NOOP("core", "a GGUF header")); }
std::string too_large(const std::string &name)
{
    return phrase(QT_TRANSLATE_NOOP("core", "%1, too large for 64-bit sizes"), {name});
}
std::string beyond_limit()
{
    return phrase(QT_TRANSLATE_NOOP("core", "more than %1 bytes of tensors"), {std::to_string(checkpoint_limit)});
}

/// Reads little-endian values; throws Refusal at the end of the text.
class GgufReader {
public:
    GgufReader(std::string_view text, std::string source) : m_text(text), m_source(std::move(source)) {}

    template <class T>
    T number()
    {
        T out{};
        std::memcpy(&out, take(sizeof(T)).data(), sizeof(T));
        return out;
    }
    std::string text()
    {
        const auto length = number<std::uint64_t>();
        if (length > 1 << 20 && length > m_text.size() - m_at) end();
        return std::string(take(length));
    }
    std::string_view take(std::uint64_t bytes)
    {
        if (bytes > m_text.size() - m_at) end();
        const std::string_view out = m_text.substr(m_at, bytes);
        m_at += bytes;
        return out;
    }
    void skip_value(std::uint32_t type, int depth = 0)
    {
        static constexpr std::array<int, 13> sizes{1, 1, 2, 2, 4, 4, 4, 1, -1, -2, 8, 8, 8};
        if (type >= sizes.size() || depth > 4)
            refuse(phrase(QT_TRANSLATE_NOOP("core", "a value of type %1"), {std::to_string(type)}));
        const int size = sizes[type];
        if (size > 0)
            take(static_cast<std::uint64_t>(size));
        else if (size == -1)
            take(number<std::uint64_t>());
        else
            skip_array(depth);
    }
    /// A number, or the one number that a list holds; nothing of what is something else.
    std::optional<double> value(std::uint32_t type)
    {
        switch (type) {
        case 0: return number<std::uint8_t>();
        case 1: return number<std::int8_t>();
        case 2: return number<std::uint16_t>();
        case 3: return number<std::int16_t>();
        case 4: return number<std::uint32_t>();
        case 5: return number<std::int32_t>();
        case 6: return number<float>();
        case 9: return one_of_array();
        case 10: return static_cast<double>(number<std::uint64_t>());
        case 11: return static_cast<double>(number<std::int64_t>());
        case 12: return number<double>();
        default: skip_value(type); return std::nullopt;
        }
    }
    /// How many elements it has.
    std::uint64_t skip_array(int depth = 0)
    {
        const auto type = number<std::uint32_t>();
        const auto count = number<std::uint64_t>();
        if (count > m_text.size() - m_at) end(); // every element takes a byte at least
        for (std::uint64_t i = 0; i < count; ++i) skip_value(type, depth + 1);
        return count;
    }
    [[nodiscard]] std::size_t left() const { return m_text.size() - m_at; }
    /// Whether it refused because more text is needed.
    [[nodiscard]] bool ended() const { return m_ended; }
    [[noreturn]] void refuse(std::string read) const { throw Refusal{Error{m_source, std::move(read), gguf_header(), {}}}; }

private:
    std::optional<double> one_of_array()
    {
        constexpr std::uint32_t string_type = 8, array_type = 9;
        const auto type = number<std::uint32_t>();
        const auto count = number<std::uint64_t>();
        if (count > m_text.size() - m_at) end();
        std::optional<double> out;
        bool same = type != string_type && type != array_type;
        for (std::uint64_t i = 0; i < count; ++i) {
            if (!same) {
                skip_value(type, 1);
                continue;
            }
            const std::optional<double> one = value(type);
            same = one && (!out || *out == *one);
            out = one;
        }
        return same ? out : std::nullopt;
    }
    [[noreturn]] void end()
    {
        m_ended = true;
        refuse(phrase(QT_TRANSLATE_NOOP("core", "the end of the text")));
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    bool m_ended = false;
    std::string m_source;
};

void read_metadata(GgufReader &reader, std::uint64_t count, Checkpoint &out)
{
    constexpr std::uint32_t string_type = 8, array_type = 9;
    constexpr std::size_t numbers_limit = 256; // the largest files have some sixty
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::string key = reader.text();
        const auto type = reader.number<std::uint32_t>();
        if (type == string_type && key == "general.architecture")
            out.model_type = reader.text();
        else if (type == string_type && key == "general.name")
            out.name = reader.text();
        else if (key == "tokenizer.ggml.tokens" && type == array_type)
            out.numbers.emplace_back(key, static_cast<double>(reader.skip_array()));
        else if (const auto value = reader.value(type); value && out.numbers.size() < numbers_limit)
            out.numbers.emplace_back(key, *value);
    }
}

StoredTensor read_tensor(GgufReader &reader)
{
    StoredTensor out;
    out.name = reader.text();
    const auto dimensions = reader.number<std::uint32_t>();
    if (dimensions > 8)
        reader.refuse(
            phrase(QT_TRANSLATE_NOOP("core", "%1 of %2 dimensions"), {shown_name(out.name), std::to_string(dimensions)}));
    out.shape.reserve(dimensions);
    for (std::uint32_t i = 0; i < dimensions; ++i) {
        const auto size = reader.number<std::uint64_t>();
        if (size > std::uint64_t{INT64_MAX}) reader.refuse(too_large(shown_name(out.name)));
        out.shape.insert(out.shape.begin(), static_cast<Count>(size)); // the file has the fastest dimension first
    }
    std::optional<Count> product = 1; // in the order in which everybody multiplies: a 0 behind hides nothing
    for (const Count size : out.shape) product = product ? checked_mul(*product, size) : std::nullopt;
    if (!product) reader.refuse(too_large(shown_name(out.name)));
    const Count elements = *product;
    const auto type = reader.number<std::uint32_t>();
    if (type >= gguf_types.size() || gguf_types[type].name.empty())
        reader.refuse(phrase(QT_TRANSLATE_NOOP("core", "%1 of tensor type %2"), {shown_name(out.name), std::to_string(type)}));
    out.type = gguf_types[type].name;
    reader.number<std::uint64_t>(); // offset
    const auto bytes = gguf_bytes(out.type, elements);
    if (!bytes)
        reader.refuse(
            phrase(QT_TRANSLATE_NOOP("core", "%1, which does not fill blocks of %2"), {shown_name(out.name), out.type}));
    out.bytes = *bytes;
    return out;
}

Checkpoint read_header(GgufReader &reader)
{
    if (reader.take(4) != "GGUF") reader.refuse(phrase(QT_TRANSLATE_NOOP("core", "no GGUF magic")));
    const auto version = reader.number<std::uint32_t>();
    if (version < 2 || version > 3) reader.refuse(phrase(QT_TRANSLATE_NOOP("core", "version %1"), {std::to_string(version)}));
    const auto tensors = reader.number<std::uint64_t>(), keys = reader.number<std::uint64_t>();
    if (tensors > gguf_tensors_limit || keys > keys_limit)
        reader.refuse(phrase(QT_TRANSLATE_NOOP("core", "%1 tensors, %2 keys"), {std::to_string(tensors), std::to_string(keys)}));
    Checkpoint out;
    read_metadata(reader, keys, out);
    out.tensors.reserve(std::min(tensors, 2 * reader.left() / sizeof(StoredTensor))); // growing would hold half as much again
    for (std::uint64_t i = 0; i < tensors; ++i) {
        out.tensors.push_back(read_tensor(reader));
        const auto sum = checked_add(out.bytes, out.tensors.back().bytes);
        if (!sum || *sum > checkpoint_limit) reader.refuse(beyond_limit());
        out.bytes = *sum;
    }
    return out;
}

/// `ended`: whether it was refused for want of more text.
Result<Checkpoint> header_of(std::string_view text, const std::string &source, bool &ended)
{
    GgufReader reader(text, source);
    try {
        return read_header(reader);
    } catch (const Refusal &refusal) {
        ended = reader.ended();
        return refusal.error;
    }
}

/// Grows the part that is read until the header is whole; tokenizers make headers of some megabytes.
Result<Checkpoint> gguf_read_one(const std::filesystem::path &path)
{
    std::error_code code;
    const std::uint64_t size = std::filesystem::file_size(path, code);
    for (std::uint64_t length = std::uint64_t{1} << 20;; length *= 8) {
        const Result<std::string> text = read_part(path, 0, length);
        if (!text) return text.error();
        bool ended = false;
        Result<Checkpoint> made = header_of(*text, path.string(), ended);
        if (made || !ended || code || length >= size) return made;
        if (length >= header_limit)
            return Error{path.string(),
                         phrase(QT_TRANSLATE_NOOP("core", "a header of more than %1 bytes"), {std::to_string(length)}),
                         gguf_header(),
                         {}};
    }
}

} // namespace

std::optional<Bytes> gguf_bytes(std::string_view type, Count elements)
{
    for (const Type &known : gguf_types)
        if (known.name == type && !type.empty())
            return elements % known.block == 0 ? checked_mul(elements / known.block, known.bytes) : std::nullopt;
    return std::nullopt;
}

Result<Checkpoint> checkpoint_from_gguf_header(std::string_view text, const std::string &source)
{
    bool ended = false;
    return header_of(text, source, ended);
}

Result<Checkpoint> read_gguf(const std::filesystem::path &path)
{
    // "name-00001-of-00003.gguf"
    const std::string stem = path.stem().string();
    const auto of = stem.rfind("-of-");
    if (of == std::string::npos || of < 6 || stem.size() != of + 9) return gguf_read_one(path);
    const std::string digits = stem.substr(of + 4);
    if (digits.find_first_not_of("0123456789") != std::string::npos) return gguf_read_one(path);
    Checkpoint out;
    for (int part = 1; part <= std::stoi(digits); ++part) {
        std::string number = std::to_string(part);
        number.insert(0, 5 - std::min<std::size_t>(5, number.size()), '0');
        Result<Checkpoint> made =
            gguf_read_one(path.parent_path() / (stem.substr(0, of - 5) + number + stem.substr(of) + ".gguf"));
        if (!made) return made.error();
        if (part == 1)
            out = std::move(*made);
        else {
            out.bytes += made->bytes; // each is at most checkpoint_limit
            if (out.bytes > checkpoint_limit)
                return Error{path.string(), beyond_limit(), phrase(QT_TRANSLATE_NOOP("core", "a model")), {}};
            std::ranges::move(made->tensors, std::back_inserter(out.tensors));
        }
    }
    return out;
}

} // namespace plimsoll
