// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/offers/offers.h"

#include "core/ground/embedded.h"
#include "core/ground/json_text.h"
#include "core/ground/phrase.h"
#include "core/plan/field.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <map>
#include <set>

namespace plimsoll {

[[nodiscard]] std::span<const EmbeddedFile> embedded_catalogues();

namespace {

using nlohmann::json;

constexpr std::string_view schema = "plimsoll.cloud/1";

/// Reads one offer; the first mistake is the error.
class OfferReader {
public:
    OfferReader(const json &entry, const json &sources) : m_entry(entry), m_sources(sources) {}

    Result<CloudOffer> read()
    {
        if (!m_entry.is_object())
            return Error{"offers", quoted(m_entry), phrase(QT_TRANSLATE_NOOP("core", "an object per offer")), {}};
        CloudOffer out;
        text("provider", out.provider, true);
        text("instance", out.instance, true);
        text("gpu", out.gpu, true);
        text("price_date", out.price_date, false);
        text("price_basis", out.price_basis, false);
        text("notes", out.notes, false);
        text("source", out.source, false);
        if (m_sources.is_object() && m_sources.contains(out.source) && m_sources[out.source].is_string())
            out.source = m_sources[out.source].get<std::string>();
        if (const std::optional<double> count = number("count", 0.01, 1024)) out.count = *count;
        if (out.count > 1 && out.count != std::floor(out.count))
            refuse("count", find("count"), phrase(QT_TRANSLATE_NOOP("core", "whole cards, or a part of one")));
        out.usd_per_hour = number("usd_per_hour", 0, 100000);
        memory(out);
        if (!m_error && out.usd_per_hour && out.price_date.empty())
            refuse("price_date", nullptr, phrase(QT_TRANSLATE_NOOP("core", "the date of the price")));
        if (!out.price_date.empty() && !is_date(out.price_date))
            refuse("price_date", find("price_date"), phrase(QT_TRANSLATE_NOOP("core", "a day such as %1"), {"\"2026-07-20\""}));
        if (!m_error && !find_gpu(out.gpu))
            refuse("gpu", &m_entry["gpu"], phrase(QT_TRANSLATE_NOOP("core", "a name of the catalogue of GPUs")));
        if (m_error) return *m_error;
        return out;
    }

    /// Names of fields that no offer has.
    [[nodiscard]] std::vector<std::string> unknown() const
    {
        constexpr std::array<std::string_view, 10> fields{"provider",     "instance",   "gpu",         "count", "host_memory",
                                                          "usd_per_hour", "price_date", "price_basis", "notes", "source"};
        std::vector<std::string> out;
        if (!m_entry.is_object()) return out;
        for (const auto &[key, value] : m_entry.items())
            if (std::ranges::find(fields, key) == fields.end()) out.push_back(key);
        return out;
    }

private:
    /// "2026-07-20", or "2026-07" where the day is not known.
    [[nodiscard]] static bool is_date(std::string_view text)
    {
        constexpr std::string_view form = "dddd-dd-dd";
        if (text.size() != form.size() && text.size() != form.size() - 3) return false;
        for (std::size_t i = 0; i < text.size(); ++i)
            if (form[i] == 'd' ? text[i] < '0' || text[i] > '9' : text[i] != form[i]) return false;
        const auto number = [text](std::size_t from, std::size_t digits) {
            unsigned out = 0;
            for (const char c : text.substr(from, digits)) out = out * 10 + static_cast<unsigned>(c - '0');
            return out;
        };
        const std::chrono::year year(static_cast<int>(number(0, 4)));
        const std::chrono::day day(text.size() == form.size() ? number(8, 2) : 1);
        return std::chrono::year_month_day(year, std::chrono::month(number(5, 2)), day).ok();
    }

    [[nodiscard]] const json *find(const char *key) const
    {
        const auto found = m_entry.find(key);
        return found == m_entry.end() || found->is_null() ? nullptr : &*found;
    }

    void refuse(const char *key, const json *value, std::string accepted)
    {
        if (!m_error)
            m_error = Error{
                key, value == nullptr ? phrase(QT_TRANSLATE_NOOP("core", "nothing")) : quoted(*value), std::move(accepted), {}};
    }

    void text(const char *key, std::string &target, bool required)
    {
        const json *const value = find(key);
        if (value != nullptr && value->is_string() && !value->get_ref<const std::string &>().empty())
            target = value->get<std::string>();
        else if (value != nullptr || required)
            refuse(key, value, phrase(QT_TRANSLATE_NOOP("core", "a text")));
    }

    std::optional<double> number(const char *key, double least, double most)
    {
        const json *const value = find(key);
        if (value == nullptr) return std::nullopt;
        if (value->is_number() && value->get<double>() >= least && value->get<double>() <= most) return value->get<double>();
        refuse(key, value,
               phrase(QT_TRANSLATE_NOOP("core", "a number from %1 to %2"), {quoted(json(least)), quoted(json(most))}));
        return std::nullopt;
    }

    void memory(CloudOffer &out)
    {
        const json *const value = find("host_memory");
        if (value == nullptr) return;
        if (value->is_string()) out.host_memory = bytes_from_text(value->get_ref<const std::string &>());
        if (out.host_memory.value_or(0) <= 0)
            refuse("host_memory", value, phrase(QT_TRANSLATE_NOOP("core", "a size such as %1"), {"\"64 GiB\""}));
    }

    const json &m_entry;
    const json &m_sources;
    std::optional<Error> m_error;
};

/// Reads a file of offers; one with a mistake is left out.
class OffersParser {
public:
    OffersParser(std::string_view text, const std::string &file) : m_text(text), m_file(file) {}

    OfferCatalogue run()
    {
        const Result<json> whole = parse_json(m_text, {});
        const bool readable = whole.ok() && whole->is_object();
        if (whole.ok() && !readable)
            report(m_text, {"",
                            quoted(*whole),
                            phrase(QT_TRANSLATE_NOOP("core", "an object with %1 and %2"), {"\"schema\"", "\"offers\""}),
                            {}});
        if (readable) read_head(*whole);
        bool located = false;
        for (const std::string_view entry : catalogue_entries(m_text, "offers")) {
            const Result<json> parsed = parse_json(entry, phrase(QT_TRANSLATE_NOOP("core", "the offer")), m_text);
            if (!parsed) {
                located = true;
                m_out.problems.push_back({m_file, line_of_mistake(m_text, entry), parsed.error()});
                continue;
            }
            say_repeated(entry, 100);
            add(entry, *parsed);
        }
        if (!whole.ok() && !located) m_out.problems.push_back({m_file, line_of_mistake(m_text), whole.error()});
        return std::move(m_out);
    }

private:
    void report(std::string_view entry, const Error &error)
    {
        m_out.problems.push_back({m_file, line_of_field(m_text, entry, error.field), error});
    }

    void say_repeated(std::string_view entry, int levels)
    {
        for (CatalogueProblem &problem : repetitions(m_file, m_text, entry, levels)) m_out.problems.push_back(std::move(problem));
    }

    void read_head(const json &whole)
    {
        if (whole.value("schema", json()) != schema)
            report(m_text, {"schema", quoted(whole.value("schema", json())), '"' + std::string(schema) + '"', {}});
        say_repeated(m_text, 1);
        m_sources = whole.value("sources", json::object());
        const auto offers = whole.find("offers");
        if (offers == whole.end() || !offers->is_array())
            return report(m_text, {"offers",
                                   offers == whole.end() ? phrase(QT_TRANSLATE_NOOP("core", "nothing")) : quoted(*offers),
                                   phrase(QT_TRANSLATE_NOOP("core", "a list of offers")),
                                   {}});
        for (const json &offer : *offers) // those that have no entry
            if (!offer.is_object())
                report(m_text, {"offers", quoted(offer), phrase(QT_TRANSLATE_NOOP("core", "an object per offer")), {}});
    }

    void add(std::string_view entry, const json &parsed)
    {
        OfferReader reader(parsed, m_sources);
        for (const std::string &field : reader.unknown())
            report(entry, {field, {}, {}, phrase(QT_TRANSLATE_NOOP("core", "unknown field, ignored"))});
        Result<CloudOffer> offer = reader.read();
        if (!offer) return report(entry, offer.error());
        if (!m_names.emplace(offer->provider, offer->instance).second)
            return report(entry, {"instance", '"' + offer->provider + ' ' + offer->instance + '"',
                                  phrase(QT_TRANSLATE_NOOP("core", "an instance that no offer of its provider before has")),
                                  phrase(QT_TRANSLATE_NOOP("core", "stands twice, the first is kept"))});
        m_out.offers.push_back(*std::move(offer));
    }

    std::string_view m_text;
    const std::string &m_file;
    json m_sources = json::object();
    std::set<std::pair<std::string, std::string>> m_names;
    OfferCatalogue m_out;
};

OfferCatalogue merged(OfferCatalogue base, const OfferCatalogue &own)
{
    for (const CloudOffer &offer : own.offers) {
        const auto same = [&](const CloudOffer &other) {
            return other.provider == offer.provider && other.instance == offer.instance;
        };
        const auto known = std::ranges::find_if(base.offers, same);
        if (known == base.offers.end())
            base.offers.push_back(offer);
        else
            *known = offer;
    }
    base.problems.insert(base.problems.end(), own.problems.begin(), own.problems.end());
    return base;
}

OfferCatalogue whole_catalogue()
{
    OfferCatalogue shipped;
    for (const EmbeddedFile &file : embedded_catalogues())
        if (file.name == "cloud") shipped = parse_cloud_offers(file.text, "cloud.json");
    const std::string path = user_file_path("cloud.json");
    const CatalogueFile own = read_catalogue_file(path);
    return merged(std::move(shipped), own.text.empty() ? OfferCatalogue{{}, own.problems} : parse_cloud_offers(own.text, path));
}

} // namespace

OfferCatalogue parse_cloud_offers(std::string_view text, const std::string &file) { return OffersParser(text, file).run(); }

const OfferCatalogue &cloud_offers()
{
    static const OfferCatalogue instance = whole_catalogue();
    return instance;
}

namespace {

/// What is lent for nothing is no offer to rent: nobody can count on it, and it would be the cheapest of every plan.

/// Whole cards with a price. One card alone before a machine of several, then by the price of a card.
bool cheaper(const CloudOffer &a, const CloudOffer &b)
{
    const bool alone_a = a.count == 1, alone_b = b.count == 1;
    if (alone_a != alone_b) return alone_a;
    return *a.usd_per_hour / a.count < *b.usd_per_hour / b.count;
}

std::map<std::string, const CloudOffer *, std::less<>> cheapest_offers()
{
    std::map<std::string, const CloudOffer *, std::less<>> out;
    for (const CloudOffer &offer : cloud_offers().offers) {
        if (!is_rented(offer)) continue;
        const Result<GpuMatch> match = find_gpu(offer.gpu);
        if (!match) continue;
        const CloudOffer *&known = out[match->gpu->name];
        if (!known || cheaper(offer, *known)) known = &offer;
    }
    return out;
}

} // namespace

bool is_rented(const CloudOffer &offer) { return offer.usd_per_hour.value_or(0) > 0 && offer.count >= 1; }

const CloudOffer *cheapest_offer(std::string_view gpu)
{
    static const auto cheapest = cheapest_offers();
    const auto found = cheapest.find(gpu);
    return found == cheapest.end() ? nullptr : found->second;
}

std::optional<Rental> cheapest_rental(std::string_view gpu, Count cards, Count of_machine)
{
    const CloudOffer *const one = cheapest_offer(gpu);
    if (one == nullptr) return std::nullopt;
    if (cards <= 1) return Rental{one, 1, *one->usd_per_hour / one->count};
    std::optional<Rental> best;
    for (const CloudOffer &offer : cloud_offers().offers) {
        const bool whole = is_rented(offer) && offer.count == std::floor(offer.count);
        if (!whole || static_cast<Count>(offer.count) < of_machine) continue;
        const Result<GpuMatch> match = offer.gpu == one->gpu ? Result<GpuMatch>(Error{}) : find_gpu(offer.gpu);
        if (offer.gpu != one->gpu && (!match || match->gpu->name != gpu)) continue;
        const Count machines = ceil_div(cards, static_cast<Count>(offer.count));
        const Rental rental{&offer, machines, static_cast<double>(machines) * *offer.usd_per_hour};
        const auto order = [of_machine](const Rental &of) {
            return std::pair(of_machine > 1 ? of.machines : 0, of.usd_per_hour);
        };
        if (!best || order(rental) < order(*best)) best = rental;
    }
    return best;
}

std::string Rental::title() const { return (machines > 1 ? std::to_string(machines) + " × " : "") + title_of(*offer); }

std::string title_of(const CloudOffer &offer)
{
    const std::string instance = offer.provider + ' ' + offer.instance;
    const std::string count = std::to_string(static_cast<int>(offer.count));
    if (offer.instance == offer.gpu || offer.instance == count + "x " + offer.gpu) return instance;
    return instance + ", " + (offer.count > 1 ? count + " × " : "") + offer.gpu;
}

} // namespace plimsoll
