// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/gpu_catalogue.h"

#include "core/fit/gpu_reader.h"
#include "core/json_text.h"
#include "core/model/embedded.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace plimsoll {

/// resources/*.json as compiled in.
[[nodiscard]] std::span<const EmbeddedFile> embedded_catalogues();

namespace {

using nlohmann::json;

constexpr std::string_view schema = "plimsoll.gpus/1";
constexpr std::uintmax_t largest_file = 16 * mib;

/// Where the objects of the array "gpus" stand in a text, found by brackets alone, so that one that is not valid JSON
/// costs only itself.
std::vector<std::string_view> entries_of(std::string_view text)
{
    std::vector<std::string_view> out;
    int depth = 0;
    int array_depth = -1;
    std::size_t start = 0;
    std::string_view last_string;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '"') {
            const std::size_t from = i + 1;
            for (++i; i < text.size() && text[i] != '"' && text[i] != '\n'; ++i)
                if (text[i] == '\\') ++i;
            if (depth == 1 && i <= text.size()) last_string = text.substr(from, i - from);
        } else if (c == '[' || c == '{') {
            if (c == '[' && depth == 1 && last_string == "gpus" && array_depth < 0) array_depth = 2;
            if (c == '{' && depth == array_depth) start = i;
            ++depth;
        } else if (c == ']' || c == '}') {
            --depth;
            if (c == '}' && depth == array_depth) out.push_back(text.substr(start, i - start + 1));
            if (depth < array_depth) break;
        }
    }
    return out;
}

int line_at(std::string_view text, std::size_t offset)
{
    return 1 + static_cast<int>(
                   std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(std::min(offset, text.size())), '\n'));
}

/// Line of `field` ("memory.nominal") in an entry; the entry's first line where the field is absent.
int line_of(std::string_view text, std::string_view entry, const std::string &field)
{
    const std::string key = '"' + field.substr(field.rfind('.') + 1) + '"';
    const std::size_t within = entry.find(key);
    return line_at(text, static_cast<std::size_t>(entry.data() - text.data()) + (within == std::string_view::npos ? 0 : within));
}

class CatalogueParser {
public:
    CatalogueParser(std::string_view text, const std::string &file) : m_text(text), m_file(file) {}

    GpuCatalogue run()
    {
        const Result<json> whole = parse_json(m_text, m_file);
        if (!whole) {
            salvage(whole.error());
            return std::move(m_out);
        }
        if (!whole->is_object())
            return report(1, {"", quoted(*whole), "an object with \"schema\" and \"gpus\"", {}}), std::move(m_out);
        if (const json found = whole->value("schema", json()); found != schema)
            report(line_of(m_text, m_text, "schema"), {"schema", quoted(found), '"' + std::string(schema) + '"', {}});
        read_sources(whole->value("sources", json::object()));
        const auto gpus = whole->find("gpus");
        if (gpus == whole->end() || !gpus->is_array())
            return report(1, {"gpus", gpus == whole->end() ? "nothing" : quoted(*gpus), "a list of cards", {}}), std::move(m_out);
        m_out.gpus.reserve(gpus->size());
        for (std::size_t i = 0; i < gpus->size(); ++i) add((*gpus)[i], i);
        return std::move(m_out);
    }

private:
    void report(int line, Error error) { m_out.problems.push_back({m_file, line, std::move(error)}); }

    std::string_view entry(std::size_t index)
    {
        if (m_entries.empty()) m_entries = entries_of(m_text);
        return index < m_entries.size() ? m_entries[index] : m_text;
    }

    void read_sources(const json &sources)
    {
        if (!sources.is_object())
            return report(line_of(m_text, m_text, "sources"), {"sources", quoted(sources), "an object of texts", {}});
        for (const auto &[name, text] : sources.items())
            if (text.is_string()) m_sources.emplace(name, text.get<std::string>());
    }

    void add(const json &card, std::size_t index)
    {
        ReadGpu read = read_gpu(card, m_sources);
        for (std::vector<Error> *list : {&read.errors, &read.warnings})
            for (Error &error : *list) {
                const int line = line_of(m_text, entry(index), error.field);
                if (!read.gpu.name.empty() && error.text.empty()) error.text = '"' + read.gpu.name + "\" is left out";
                report(line, std::move(error));
            }
        if (!read.errors.empty()) return;
        const auto twin = std::ranges::find(m_out.gpus, read.gpu.name, &Gpu::name);
        if (twin != m_out.gpus.end())
            return report(
                line_of(m_text, entry(index), "name"),
                {"name", '"' + read.gpu.name + '"', "a name that no card before has", "stands twice, the first is kept"});
        m_out.gpus.push_back(std::move(read.gpu));
    }

    /// The file as a whole is not JSON: says where, and keeps the cards that can be read alone.
    void salvage(const Error &whole)
    {
        m_entries = entries_of(m_text);
        bool located = false;
        for (std::size_t i = 0; i < m_entries.size(); ++i) {
            const Result<json> one = parse_json(m_entries[i], "the card");
            if (one) {
                add(*one, i);
                continue;
            }
            located = true;
            report(line_at(m_text, static_cast<std::size_t>(m_entries[i].data() - m_text.data())), one.error());
        }
        if (!located) report(1, whole);
    }

    std::string_view m_text;
    const std::string &m_file;
    SourceNames m_sources;
    std::vector<std::string_view> m_entries;
    GpuCatalogue m_out;
};

GpuCatalogue whole_catalogue()
{
    GpuCatalogue shipped;
    for (const EmbeddedFile &file : embedded_catalogues())
        if (file.name == "gpus") shipped = parse_gpu_catalogue(file.text, "gpus.json");
    return merge_catalogues(std::move(shipped), read_gpu_catalogue(user_catalogue_path()));
}

const GpuCatalogue &catalogue()
{
    static const GpuCatalogue instance = whole_catalogue();
    return instance;
}

} // namespace

std::string CatalogueProblem::message() const { return file + ':' + std::to_string(line) + ": " + error.message(); }

GpuCatalogue parse_gpu_catalogue(std::string_view text, const std::string &file) { return CatalogueParser(text, file).run(); }

GpuCatalogue merge_catalogues(GpuCatalogue base, const GpuCatalogue &own)
{
    for (const Gpu &gpu : own.gpus) {
        const auto known = std::ranges::find(base.gpus, gpu.name, &Gpu::name);
        if (known == base.gpus.end())
            base.gpus.push_back(gpu);
        else
            *known = gpu;
    }
    base.problems.insert(base.problems.end(), own.problems.begin(), own.problems.end());
    return base;
}

GpuCatalogue read_gpu_catalogue(const std::string &path)
{
    GpuCatalogue out;
    const auto fail = [&](std::string text) {
        out.problems.push_back({path, 0, {{}, {}, {}, std::move(text)}});
        return out;
    };
    std::error_code error;
    if (path.empty() || !std::filesystem::exists(path, error)) return out;
    if (!std::filesystem::is_regular_file(path, error)) return fail("is not a file");
    if (const std::uintmax_t bytes = std::filesystem::file_size(path, error); error || bytes > largest_file)
        return fail("is larger than 16 MiB, which no catalogue is");
    std::ifstream stream(path, std::ios::binary);
    if (!stream) return fail("cannot be opened; check its permissions");
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    return parse_gpu_catalogue(text, path);
}

std::string user_catalogue_path()
{
    const auto folder = [](const char *variable) {
        const char *const value = std::getenv(variable);
        return std::filesystem::path(value == nullptr ? "" : value);
    };
#ifdef _WIN32
    const std::filesystem::path config = folder("APPDATA");
#else
    std::filesystem::path config = folder("XDG_CONFIG_HOME");
    if (config.empty() && !folder("HOME").empty()) config = folder("HOME") / ".config";
#endif
    return config.empty() ? std::string{} : (config / "plimsoll" / "gpus.json").string();
}

const std::vector<Gpu> &gpu_catalogue() { return catalogue().gpus; }

const std::vector<CatalogueProblem> &gpu_catalogue_problems() { return catalogue().problems; }

} // namespace plimsoll
