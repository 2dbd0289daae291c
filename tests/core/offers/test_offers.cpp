// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/runtime.h"
#include "core/fit/rated_offers.h"
#include "core/offers/offers.h"
#include "tests/test_program.h"

#include <QRegularExpression>
#include <QTest>

namespace PLIMSOLL_FILE {

using namespace plimsoll;

namespace {

Estimate needing(Bytes reserved)
{
    Estimate out;
    const ContextBytes context = context_bytes(out.device);
    out.fullest().peak.allocated = out.fullest().peak.required = out.fullest().peak.reserved = reserved;
    out.fullest().peak.device = reserved + context.bytes;
    out.fullest().peak.device_interval = {reserved + context.interval.low, reserved + context.interval.high};
    return out;
}

} // namespace

class TestOffers : public QObject {
    Q_OBJECT
private slots:
    void shipped_offers_are_sound();
    void fitting_offers_are_cheapest_first();
    void one_card_alone_comes_before_a_machine_of_many();
    void machines_are_rented_whole();
    void what_is_free_is_not_the_cheapest();
    void mistakes_name_line_and_field();
    void days_and_counts_can_be();
    void nothing_is_passed_over();
    void keys_that_stand_twice_are_said();
};

void TestOffers::shipped_offers_are_sound()
{
    const OfferCatalogue &catalogue = cloud_offers();
    for (const CatalogueProblem &problem : catalogue.problems) qWarning("%s", problem.message().c_str());
    QVERIFY(catalogue.problems.empty());
    QVERIFY(catalogue.offers.size() >= 249);
    static const QRegularExpression date(QStringLiteral("^20\\d\\d-\\d\\d(-\\d\\d)?$"));
    for (const CloudOffer &offer : catalogue.offers) {
        QVERIFY2(!offer.source.empty(), offer.instance.c_str());
        QVERIFY2(find_gpu(offer.gpu)->assumption.empty(), offer.gpu.c_str());
        if (offer.usd_per_hour)
            QVERIFY2(date.match(QString::fromStdString(offer.price_date)).hasMatch(), offer.price_date.c_str());
    }
}

void TestOffers::fitting_offers_are_cheapest_first()
{
    const std::vector<RatedOffer> offers = fitting_offers(needing(30 * gib));
    QVERIFY(!offers.empty());
    double last = 0;
    for (const RatedOffer &rated : offers) {
        QVERIFY(*rated.offer->usd_per_hour >= last);
        last = *rated.offer->usd_per_hour;
        QVERIFY(find_gpu(rated.offer->gpu)->gpu->usable_bytes() > 30 * gib);
    }
    QVERIFY(fitting_offers(needing(300 * gib)).empty());
    QVERIFY(fitting_offers(needing(2 * gib)).size() > offers.size());
}

void TestOffers::one_card_alone_comes_before_a_machine_of_many()
{
    int alone = 0, together = 0;
    for (const Gpu &gpu : gpu_catalogue()) {
        const CloudOffer *best = cheapest_offer(gpu.name);
        if (!best) continue;
        QVERIFY(best->usd_per_hour && best->count >= 1 && !best->price_date.empty());
        (best->count == 1 ? alone : together)++;
        for (const CloudOffer &offer : cloud_offers().offers) {
            if (offer.gpu != gpu.name || offer.usd_per_hour.value_or(0) <= 0 || offer.count < 1) continue;
            QVERIFY2(best->count == 1 || offer.count > 1, gpu.name.c_str());
            if ((best->count == 1) == (offer.count == 1))
                QVERIFY2(*best->usd_per_hour / best->count <= *offer.usd_per_hour / offer.count, gpu.name.c_str());
        }
    }
    QVERIFY2(alone >= 25 && together >= 2, qPrintable(QStringLiteral("%1 %2").arg(alone).arg(together)));
    QVERIFY(!cheapest_offer("GeForce RTX 3070"));
    QVERIFY(!cheapest_offer("no such card"));
}

/// Eight ranks that talk to one another take a machine of eight, not eight machines of one, or none at all; eight servers take whatever
/// costs least.
void TestOffers::machines_are_rented_whole()
{
    int seen = 0, none = 0;
    for (const Gpu &gpu : gpu_catalogue()) {
        const auto together = cheapest_rental(gpu.name, 8, 8), apart = cheapest_rental(gpu.name, 8, 1);
        QCOMPARE(apart.has_value(), cheapest_offer(gpu.name) != nullptr);
        const bool held = std::ranges::any_of(cloud_offers().offers, [&gpu](const CloudOffer &offer) {
            const auto match = find_gpu(offer.gpu);
            return match.ok() && match->gpu->name == gpu.name && offer.count >= 8 && offer.usd_per_hour.value_or(0) > 0;
        });
        QCOMPARE(together.has_value(), held);
        none += apart && !together ? 1 : 0;
        for (const Count least : {2, 4}) // two nodes of four each
            if (const auto some = cheapest_rental(gpu.name, 8, least)) QVERIFY(some->offer->count >= static_cast<double>(least));
        if (!together) continue;
        QVERIFY(apart->usd_per_hour <= together->usd_per_hour + 1e-9 && together->machines <= apart->machines);
        QVERIFY(static_cast<double>(together->machines) * together->offer->count >= 8);
        QCOMPARE(together->usd_per_hour, static_cast<double>(together->machines) * *together->offer->usd_per_hour);
        for (const CloudOffer &offer : cloud_offers().offers)
            if (offer.gpu == gpu.name && offer.count >= 8 && offer.usd_per_hour.value_or(0) > 0) {
                QCOMPARE(together->machines, Count{1});
                QVERIFY(together->usd_per_hour <= *offer.usd_per_hour);
                ++seen;
            }
    }
    QVERIFY(seen >= 5 && none >= 5);
    const auto one = cheapest_rental("A100 SXM4 80GB", 1, 1);
    QVERIFY(one && one->machines == 1 && one->offer == cheapest_offer("A100 SXM4 80GB"));
    QVERIFY(!cheapest_rental("no such card", 8, 8));
}

/// Colab's free tier was the cheapest machine of every plan that a T4 holds.
void TestOffers::what_is_free_is_not_the_cheapest()
{
    const Estimate small = needing(2 * gib);
    QVERIFY(*fitting_offers(small).front().offer->usd_per_hour > 0);
    QVERIFY(*cheapest_offer("Tesla T4")->usd_per_hour > 0);
    const std::vector<RatedOffer> free = free_offers(small);
    QCOMPARE(free.size(), std::size_t{1});
    QCOMPARE(free.front().offer->instance, std::string("T4 (free tier)"));
    QVERIFY(free_offers(needing(30 * gib)).empty());
}

void TestOffers::keys_that_stand_twice_are_said()
{
    const OfferCatalogue own = parse_cloud_offers(R"({"schema": "plimsoll.cloud/1", "offers": [
{"provider": "P", "instance": "a", "gpu": "L4", "usd_per_hour": 1.5,
 "price_date": "2026-11-01", "usd_per_hour": 2.5}],
 "schema": "plimsoll.cloud/1"})",
                                                  "own.json");
    QCOMPARE(own.offers.size(), std::size_t{1});
    QCOMPARE(own.offers.front().usd_per_hour, std::optional(2.5));
    QStringList said;
    for (const CatalogueProblem &problem : own.problems) said << QString::fromStdString(problem.message());
    QCOMPARE(said, (QStringList{"own.json:4: schema: stands twice, the last is read",
                                "own.json:3: usd_per_hour: stands twice, the last is read"}));
}

void TestOffers::mistakes_name_line_and_field()
{
    const OfferCatalogue own = parse_cloud_offers(R"({"schema": "plimsoll.cloud/1", "offers": [
{"provider": "P", "instance": "a", "gpu": "L4", "usd_per_hour": 1.5, "price_date": "2026-11-01"},
{"provider": "P", "instance": "b", "gpu": "No such card"},
{"provider": "P", "instance": "c", "gpu": "L4", "usd_per_hour": "cheap"},
{"provider": "P", "instance" "d"},
{"provider": "P", "instance": "e", "gpu": "L4", "usd_per_hour": 2},
{"provider": "P", "instance": "f", "gpu": "L4", "host_memory": "64 parsecs"}]})",
                                                  "own.json");
    QCOMPARE(own.offers.size(), std::size_t{1});
    QStringList begins;
    for (const CatalogueProblem &problem : own.problems) begins << QString::fromStdString(problem.message()).left(20);
    QCOMPARE(begins, (QStringList{"own.json:3: gpu: rea", "own.json:4: usd_per_", "own.json:5: the offe", "own.json:6: price_da",
                                  "own.json:7: host_mem"}));
    const OfferCatalogue lower =
        parse_cloud_offers("{\"schema\": \"plimsoll.cloud/1\",\n\"offers\": [{\n\"provider\": ?}]}", "own.json");
    QCOMPARE(QString::fromStdString(lower.problems.at(0).message()).section('(', 0, 0),
             QString("own.json:3: the offer: is not valid JSON at line 3, column 13 "));
}

void TestOffers::days_and_counts_can_be()
{
    const auto read = [](const std::string &fields) {
        return parse_cloud_offers(R"({"schema": "plimsoll.cloud/1", "offers": [
{"provider": "P", "instance": "a", "gpu": "L4", "usd_per_hour": 1, )" +
                                      fields + "}]}",
                                  "own.json");
    };
    for (const char *fields : {R"("price_date": "2026-13-01")", R"("price_date": "2026-02-30")", R"("price_date": "2026-00")",
                               R"("price_date": "2026-11-01", "count": 2.5)"}) {
        const OfferCatalogue own = read(fields);
        QVERIFY2(own.offers.empty() && own.problems.size() == 1, fields);
    }
    for (const char *fields : {R"("price_date": "2028-02-29")", R"("price_date": "2026-12")",
                               R"("price_date": "2026-11-01", "count": 0.25)", R"("price_date": "2026-11-01", "count": 8)"})
        QVERIFY2(read(fields).offers.size() == 1, fields);
}

void TestOffers::nothing_is_passed_over()
{
    const auto said = [](const std::string &text) {
        QStringList out;
        for (const CatalogueProblem &problem : parse_cloud_offers(text, "own.json").problems)
            out << QString::fromStdString(problem.message());
        return out;
    };
    const std::string good = R"({"provider": "P", "instance": "a", "gpu": "T4", "usd_per_hour": 1, "price_date": "2026-01-01"})";
    const std::string begin = "{\"schema\": \"plimsoll.cloud/1\",\n\"offers\": ";
    QCOMPARE(said(begin + "[3,\n" + good + "]}"), QStringList{"own.json:2: offers: read 3, accepted: an object per offer"});
    QCOMPARE(said(begin + "{}}"), QStringList{"own.json:2: offers: read {}, accepted: a list of offers"});
    QCOMPARE(said("{\"schema\": \"plimsoll.cloud/1\"}"),
             QStringList{"own.json:1: offers: read nothing, accepted: a list of offers"});
    QCOMPARE(
        said(begin + "[\n" + good + ",\n" + good + "]}"),
        QStringList{"own.json:4: instance: stands twice, the first is kept, read \"P a\", accepted: an instance that no offer of "
                    "its provider before has"});
    QCOMPARE(said(begin + "[\n" + good.substr(0, good.size() - 1) + ", \"usd_per_hr\": 2}]}"),
             QStringList{"own.json:3: usd_per_hr: unknown field, ignored"});
    QCOMPARE(said(begin + "[\n" + good + ",\n").front().left(12), QString("own.json:4: "));
    QCOMPARE(said(begin + "[\n{\"provider\": \"P\", \"instance\": \"b\", \"gpu\": \"T4\", \"usd_per_hour\": 1, \"price_date\": "
                          "\"yesterday\"}]}"),
             QStringList{"own.json:3: price_date: read \"yesterday\", accepted: a day such as \"2026-07-20\""});
}

PLIMSOLL_TEST(TestOffers)
} // namespace PLIMSOLL_FILE
#include "test_offers.moc"
