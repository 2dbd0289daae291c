// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cards/gpu_reader.h"

#include "core/ground/json_text.h"
#include "core/ground/phrase.h"
#include "core/plan/field.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <initializer_list>

namespace plimsoll {

namespace {

using nlohmann::json;

constexpr Bytes most_memory = Bytes{1} << 50; // of one card; a thousand of them are still counted
std::string size_accepted()
{
    return phrase(QT_TRANSLATE_NOOP("core", "a size above 0, at most %1, such as %2 or %3 (%4)"),
                  {"1024 TiB", "\"24 GiB\"", "\"24564 MiB\"", "B, KB, MB, GB, TB, KiB, MiB, GiB, TiB"});
}

constexpr std::array<std::string_view, 3> certainties{"measured", "stated", "derived"};

/// Reads the fields of one object; what is wrong is collected under the path of the field.
class Reader {
public:
    Reader(const json &object, std::string prefix, ReadGpu &out, const SourceNames &sources)
        : m_object(object), m_prefix(std::move(prefix)), m_out(out), m_sources(sources)
    {}

    [[nodiscard]] const json *find(const char *key) const
    {
        const auto found = m_object.find(key);
        return found == m_object.end() || found->is_null() ? nullptr : &*found;
    }

    [[nodiscard]] std::string path(std::string_view key) const { return m_prefix + std::string(key); }

    void refuse(std::string_view key, const json *value, std::string accepted) const
    {
        m_out.errors.push_back({path(key),
                                value == nullptr ? phrase(QT_TRANSLATE_NOOP("core", "nothing")) : quoted(*value),
                                std::move(accepted),
                                {}});
    }

    void text(const char *key, std::string &target, bool required = false) const
    {
        const json *const value = find(key);
        if (value == nullptr && !required) return;
        if (value == nullptr || !value->is_string() || value->get_ref<const std::string &>().empty())
            return refuse(key, value, phrase(QT_TRANSLATE_NOOP("core", "a text")));
        target = value->get<std::string>();
    }

    void flag(const char *key, std::optional<bool> &target) const
    {
        const json *const value = find(key);
        if (value == nullptr) return;
        if (!value->is_boolean())
            return refuse(key, value, phrase(QT_TRANSLATE_NOOP("core", "%1 or %2"), {"true, false", "null"}));
        target = value->get<bool>();
    }

    void flag(const char *key, bool &target) const
    {
        std::optional<bool> read;
        flag(key, read);
        target = read.value_or(target);
    }

    [[nodiscard]] std::optional<int> integer(const json &value, int least, int most) const
    {
        if (!value.is_number_integer()) return std::nullopt;
        const auto read = value.get<std::int64_t>();
        return read < least || read > most ? std::nullopt : std::optional<int>(static_cast<int>(read));
    }

    [[nodiscard]] std::optional<Bytes> size(const json &value) const
    {
        std::optional<Bytes> read;
        if (value.is_string())
            read = bytes_from_text(value.get_ref<const std::string &>());
        else if (value.is_number_unsigned() && value.get<std::uint64_t>() <= std::uint64_t{most_memory})
            read = value.get<Bytes>();
        return read && *read > 0 && *read <= most_memory ? read : std::nullopt;
    }

    /// A source: a text, the name of one, or a list of either.
    [[nodiscard]] std::string source(const json *value) const
    {
        if (value == nullptr) return {};
        if (value->is_string()) {
            const auto &name = value->get_ref<const std::string &>();
            const auto named = m_sources.find(name);
            return named == m_sources.end() ? name : named->second;
        }
        if (!value->is_array())
            return refuse("source", value, phrase(QT_TRANSLATE_NOOP("core", "a text or a list of texts"))), std::string{};
        std::string out;
        for (const json &part : *value)
            if (!part.is_array()) out += (out.empty() ? "" : "; ") + source(&part);
        return out;
    }

    /// Certainty and source of the figure in field `key` given as an object, or "stated" for a bare figure.
    void provenance(const char *key, const char *figure_name, const json &value) const
    {
        FigureSource figure{figure_name, Certainty::stated, {}};
        if (value.is_object()) {
            const Reader inner(value, path(key) + ".", m_out, m_sources);
            std::string certainty = "stated";
            inner.text("certainty", certainty);
            const auto *const found = std::ranges::find(certainties, certainty);
            if (found == certainties.end())
                inner.refuse("certainty", inner.find("certainty"),
                             phrase(QT_TRANSLATE_NOOP("core", "%1 or %2"), {"measured, stated", "derived"}));
            else
                figure.certainty = static_cast<Certainty>(found - certainties.begin());
            figure.source = inner.source(inner.find("source"));
            inner.known({"size", "value", "certainty", "source"});
        }
        m_out.gpu.figures.push_back(std::move(figure));
    }

    void sized(const char *key, const char *figure, std::optional<Bytes> &target) const
    {
        const json *const value = find(key);
        if (value == nullptr) return;
        const json &bare = value->is_object() ? value->value("size", json()) : *value;
        target = size(bare);
        if (!target) return refuse(key, value, size_accepted());
        provenance(key, figure, *value);
    }

    void known(std::initializer_list<std::string_view> keys) const
    {
        for (const auto &[key, value] : m_object.items())
            if (std::ranges::find(keys, key) == keys.end())
                m_out.warnings.push_back({path(key), {}, {}, phrase(QT_TRANSLATE_NOOP("core", "unknown field, ignored"))});
    }

private:
    const json &m_object;
    std::string m_prefix;
    ReadGpu &m_out;
    const SourceNames &m_sources;
};

void read_capability(const Reader &reader, Gpu &gpu)
{
    const json *const value = reader.find("compute_capability");
    if (value == nullptr) return;
    int major = 0;
    int minor = 0;
    if (value->is_string()) {
        const auto &text = value->get_ref<const std::string &>();
        const char *const end = text.data() + text.size();
        const auto [dot, error] = std::from_chars(text.data(), end, major);
        if (error == std::errc{} && dot != end && *dot == '.') {
            const auto [rest, second] = std::from_chars(dot + 1, end, minor);
            if (second == std::errc{} && rest == end && major >= 1 && major <= 99 && minor >= 0 && minor <= 9) {
                gpu.capability_major = major;
                gpu.capability_minor = minor;
                return;
            }
        }
    }
    reader.refuse("compute_capability", value, phrase(QT_TRANSLATE_NOOP("core", "a text such as %1"), {"\"8.9\""}));
}

void read_sm_count(const Reader &reader, Gpu &gpu)
{
    const json *const value = reader.find("sm_count");
    if (value == nullptr) return;
    gpu.sm_count = reader.integer(value->is_object() ? value->value("value", json()) : *value, 1, 10000);
    if (!gpu.sm_count)
        return reader.refuse("sm_count", value,
                             phrase(QT_TRANSLATE_NOOP("core", "a whole number from %1 to %2"), {"1", "10000"}));
    reader.provenance("sm_count", "sm_count", *value);
}

void read_aliases(const Reader &reader, Gpu &gpu)
{
    const json *const value = reader.find("aliases");
    if (value == nullptr) return;
    if (!value->is_array()) return reader.refuse("aliases", value, phrase(QT_TRANSLATE_NOOP("core", "a list of texts")));
    for (const json &alias : *value) {
        if (!alias.is_string()) return reader.refuse("aliases", value, phrase(QT_TRANSLATE_NOOP("core", "a list of texts")));
        gpu.aliases.push_back(alias.get<std::string>());
    }
}

void read_memory(const json &entry, const SourceNames &sources, ReadGpu &out)
{
    const auto found = entry.find("memory");
    if (found == entry.end() || !found->is_object()) {
        out.errors.push_back({"memory",
                              found == entry.end() ? phrase(QT_TRANSLATE_NOOP("core", "nothing")) : quoted(*found),
                              phrase(QT_TRANSLATE_NOOP("core", "an object with at least %1"), {"\"nominal\""}),
                              {}});
        return;
    }
    const Reader reader(*found, "memory.", out, sources);
    std::optional<Bytes> nominal;
    reader.sized("nominal", "memory.nominal", nominal);
    if (reader.find("nominal") == nullptr) reader.refuse("nominal", nullptr, size_accepted());
    out.gpu.memory_nominal = nominal.value_or(0);
    reader.sized("reported", "memory.reported", out.gpu.memory_reported);
    reader.sized(reader.find("process_macos") != nullptr ? "process_macos" : "process_linux", "memory.process",
                 out.gpu.memory_process);
    reader.sized("process_windows", "memory.process_windows", out.gpu.memory_process_windows);
    reader.sized("free_at_start", "memory.free_at_start", out.gpu.free_at_start);
    reader.sized("free_at_start_most", "memory.free_at_start_most", out.gpu.free_at_start_most);
    reader.known({"nominal", "options", "type", "bandwidth_gb_s", "reported", "process_linux", "process_macos", "process_windows",
                  "free_at_start", "free_at_start_most", "other_totals"});
}

void read_dtypes(const json &entry, const SourceNames &sources, ReadGpu &out)
{
    const auto found = entry.find("dtypes");
    if (found == entry.end() || found->is_null()) return;
    if (!found->is_object()) {
        out.errors.push_back(
            {"dtypes", quoted(*found), phrase(QT_TRANSLATE_NOOP("core", "an object of %1"), {"bf16, fp16, fp8, fp4"}), {}});
        return;
    }
    const Reader reader(*found, "dtypes.", out, sources);
    reader.flag("bf16", out.gpu.bf16);
    reader.flag("fp16", out.gpu.fp16);
    reader.flag("fp8", out.gpu.fp8);
    reader.flag("fp4", out.gpu.fp4);
    reader.known({"bf16", "fp16", "fp8", "fp4"});
}

/// NAME:N is N cards. A name that is missing is another mistake.
bool can_be_asked_for(std::string_view name)
{
    if (name.empty()) return true;
    const std::size_t last = name.find_last_not_of(" \t\r\n0123456789");
    return name.find_first_not_of(" \t\r\n") != std::string_view::npos && (last == std::string_view::npos || name[last] != ':');
}

} // namespace

ReadGpu read_gpu(const json &entry, const SourceNames &sources)
{
    ReadGpu out;
    if (!entry.is_object()) {
        out.errors.push_back({"gpus", quoted(entry), phrase(QT_TRANSLATE_NOOP("core", "an object per card")), {}});
        return out;
    }
    const Reader reader(entry, {}, out, sources);
    Gpu &gpu = out.gpu;
    reader.text("name", gpu.name, true);
    if (!can_be_asked_for(gpu.name))
        reader.refuse("name", reader.find("name"),
                      phrase(QT_TRANSLATE_NOOP("core", "a name that is not blank and does not end in %1"), {":N"}));
    reader.text("vendor", gpu.vendor);
    reader.text("architecture", gpu.architecture);
    reader.text("form", gpu.form);
    reader.text("notes", gpu.notes);
    reader.flag("unified_memory", gpu.unified_memory);
    reader.flag("coherent_memory", gpu.coherent_memory);
    reader.flag("aftermarket", gpu.aftermarket);
    std::optional<bool> fast; // nothing is planned with it
    reader.flag("fp16_fast", fast);
    gpu.source = reader.source(reader.find("source"));
    if (const json *const year = reader.find("year")) {
        gpu.year = reader.integer(*year, 1990, 2100).value_or(0);
        if (gpu.year == 0) reader.refuse("year", year, phrase(QT_TRANSLATE_NOOP("core", "a year")));
    }
    if (const json *const cards = reader.find("gpus_per_node")) {
        gpu.gpus_per_node = reader.integer(*cards, 1, 1024);
        if (!gpu.gpus_per_node)
            reader.refuse("gpus_per_node", cards,
                          phrase(QT_TRANSLATE_NOOP("core", "a whole number from %1 to %2"), {"1", "1024"}));
    }
    read_aliases(reader, gpu);
    read_capability(reader, gpu);
    read_sm_count(reader, gpu);
    read_memory(entry, sources, out);
    read_dtypes(entry, sources, out);
    reader.known({"name", "vendor", "architecture", "form", "year", "aliases", "compute_capability", "sm_count", "memory",
                  "dtypes", "fp16_fast", "unified_memory", "coherent_memory", "aftermarket", "gpus_per_node", "notes", "source"});
    return out;
}

} // namespace plimsoll
