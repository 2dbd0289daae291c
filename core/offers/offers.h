// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/cards/catalogue_text.h"
#include "core/cards/gpu.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plimsoll {

/// A machine with GPUs that somebody rents out.
struct CloudOffer {
    std::string provider;
    std::string instance;
    std::string gpu;  ///< name in the catalogue of GPUs
    double count = 1; ///< below 1: a slice of a card
    std::optional<Bytes> host_memory;
    std::optional<double> usd_per_hour;
    std::string price_date;  ///< "2026-07-20"; empty without a price
    std::string price_basis; ///< "on-demand Linux, us-east-1"
    std::string notes;
    std::string source;
    bool operator==(const CloudOffer &) const = default;
};

struct OfferCatalogue {
    std::vector<CloudOffer> offers;
    std::vector<CatalogueProblem> problems;
};

/// "AWS p4d.24xlarge, 8 × A100 SXM4 40GB"; the cards only once where the instance is called by them ("RunPod 1x A100 PCIe 80GB").
[[nodiscard]] std::string title_of(const CloudOffer &offer);

/// Reads schema plimsoll.cloud/1 (resources/README.md). An offer with a mistake is left out and reported.
[[nodiscard]] OfferCatalogue parse_cloud_offers(std::string_view text, const std::string &file);

/// The shipped offers, followed by those of the user's own cloud.json, which replace shipped ones of the same provider and
/// instance. Read once on first use.
[[nodiscard]] const OfferCatalogue &cloud_offers();

/// Whole cards, for a price.
[[nodiscard]] bool is_rented(const CloudOffer &offer);

/// The cheapest offer with a price (what is free is none) of one card of this kind; where none is offered alone, of the machine whose cards are cheapest.
/// `gpu`: the catalogue's own name. Null where none is known. Prices age: say price_date beside them.
[[nodiscard]] const CloudOffer *cheapest_offer(std::string_view gpu);

/// Machines of one kind that have so many cards together.
struct Rental {
    const CloudOffer *offer = nullptr;
    Count machines = 1;
    double usd_per_hour = 0; ///< of all of them
    /// "AWS p4d.24xlarge, 8 × A100 SXM4 40GB", "2 × …".
    [[nodiscard]] std::string title() const;
};
/// The cheapest for so many cards of this kind, of machines that have at least `of_machine` of them; where that is more than one, they talk
/// to one another, and the fewest machines are taken. Machines are rented whole; of one card alone, where none is offered with it, the
/// part of a machine's price. Nothing where no such machine has a known price.
[[nodiscard]] std::optional<Rental> cheapest_rental(std::string_view gpu, Count cards, Count of_machine);

} // namespace plimsoll
