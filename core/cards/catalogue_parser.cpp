// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cards/catalogue_parser.h"

#include "core/cards/gpu_reader.h"
#include "core/ground/json_text.h"
#include "core/ground/phrase.h"

#include <algorithm>

namespace plimsoll {
namespace {

using nlohmann::json;

constexpr std::string_view schema = "plimsoll.gpus/1";

class CatalogueParser {
public:
    CatalogueParser(std::string_view text, const std::string &file) : m_text(text), m_file(file) {}

    GpuCatalogue run()
    {
        const Result<json> whole = parse_json(m_text, {});
        if (!whole) {
            salvage(whole.error());
            return std::move(m_out);
        }
        if (!whole->is_object())
            return report(1, {"",
                              quoted(*whole),
                              phrase(QT_TRANSLATE_NOOP("core", "an object with %1 and %2"), {"\"schema\"", "\"gpus\""}),
                              {}}),
                   std::move(m_out);
        say_repeated(m_text, 1);
        if (const json found = whole->value("schema", json()); found != schema)
            report(line_of_field(m_text, m_text, "schema"), {"schema", quoted(found), '"' + std::string(schema) + '"', {}});
        read_sources(whole->value("sources", json::object()));
        const auto gpus = whole->find("gpus");
        if (gpus == whole->end() || !gpus->is_array())
            return report(1, {"gpus",
                              gpus == whole->end() ? phrase(QT_TRANSLATE_NOOP("core", "nothing")) : quoted(*gpus),
                              phrase(QT_TRANSLATE_NOOP("core", "a list of cards")),
                              {}}),
                   std::move(m_out);
        m_out.gpus.reserve(gpus->size());
        std::size_t objects = 0; // the others have no entry
        for (const json &card : *gpus) add(card, card.is_object() ? objects++ : gpus->size());
        return std::move(m_out);
    }

private:
    void report(int line, Error error) { m_out.problems.push_back({m_file, line, std::move(error)}); }

    std::string_view entry(std::size_t index)
    {
        if (m_entries.empty()) m_entries = catalogue_entries(m_text, "gpus");
        return index < m_entries.size() ? m_entries[index] : m_text;
    }

    void say_repeated(std::string_view entry, int levels)
    {
        for (CatalogueProblem &problem : repetitions(m_file, m_text, entry, levels)) m_out.problems.push_back(std::move(problem));
    }

    void read_sources(const json &sources)
    {
        if (!sources.is_object())
            return report(line_of_field(m_text, m_text, "sources"),
                          {"sources", quoted(sources), phrase(QT_TRANSLATE_NOOP("core", "an object of texts")), {}});
        for (const auto &[name, text] : sources.items())
            if (text.is_string()) m_sources.emplace(name, text.get<std::string>());
    }

    void add(const json &card, std::size_t index)
    {
        if (entry(index).size() < m_text.size()) say_repeated(entry(index), 100);
        ReadGpu read = read_gpu(card, m_sources);
        for (std::vector<Error> *list : {&read.errors, &read.warnings})
            for (Error &error : *list) {
                const int line = line_of_field(m_text, entry(index), error.field);
                if (!read.gpu.name.empty() && error.text.empty())
                    error.text = phrase(QT_TRANSLATE_NOOP("core", "%1 is left out"), {'"' + read.gpu.name + '"'});
                report(line, std::move(error));
            }
        if (!read.errors.empty()) return;
        const auto twin = std::ranges::find(m_out.gpus, read.gpu.name, &Gpu::name);
        if (twin != m_out.gpus.end())
            return report(line_of_field(m_text, entry(index), "name"),
                          {"name", '"' + read.gpu.name + '"', phrase(QT_TRANSLATE_NOOP("core", "a name that no card before has")),
                           phrase(QT_TRANSLATE_NOOP("core", "stands twice, the first is kept"))});
        m_out.gpus.push_back(std::move(read.gpu));
    }

    /// The file as a whole is not JSON: says where, and keeps the cards that can be read alone.
    void salvage(const Error &whole)
    {
        m_entries = catalogue_entries(m_text, "gpus");
        bool located = false;
        for (std::size_t i = 0; i < m_entries.size(); ++i) {
            const Result<json> one = parse_json(m_entries[i], phrase(QT_TRANSLATE_NOOP("core", "the card")), m_text);
            if (one) {
                add(*one, i);
                continue;
            }
            located = true;
            report(line_of_mistake(m_text, m_entries[i]), one.error());
        }
        if (!located) report(line_of_mistake(m_text), whole);
    }

    std::string_view m_text;
    const std::string &m_file;
    SourceNames m_sources;
    std::vector<std::string_view> m_entries;
    GpuCatalogue m_out;
};

} // namespace

GpuCatalogue parse_gpu_catalogue(std::string_view text, const std::string &file) { return CatalogueParser(text, file).run(); }

} // namespace plimsoll
