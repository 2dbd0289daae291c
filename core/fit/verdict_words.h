// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/fit/verdict.h"

#include <cstdint>
#include <functional>
#include <string>

namespace plimsoll {

/// How a sentence writes its bytes: one sentence, and the figures of those that stand around it.
struct SentenceFigures {
    std::function<std::string(Bytes)> figure; ///< "15.2"
    ByteUnit unit = ByteUnit::binary;
    std::string space = " "; ///< between a figure and its unit

    [[nodiscard]] std::string unit_name() const;            ///< "GiB"
    [[nodiscard]] std::string with_unit(Bytes bytes) const; ///< "15.2 GiB"
    /// A size that people chose, whole units without decimals: "16 GiB".
    [[nodiscard]] std::string whole_with_unit(Bytes bytes) const;
};

/// As every sentence has them: at most three digits.
[[nodiscard]] SentenceFigures plain_figures(ByteUnit unit);
/// The same where nothing may break before a unit: windows and pages.
[[nodiscard]] SentenceFigures compact_figures(ByteUnit unit);

/// What a verdict is said to be. Every text that says one follows this, so that no two of them differ.
enum class Said : std::uint8_t {
    fits,
    probably_fits, ///< of a model whose layers are taken from one like it; likewise below
    tight,
    probably_tight,
    starts,        ///< an engine, whose cache holds a part of the load
    starts_partly, ///< an engine, with what the cards have no room for on the host
    unlikely,
    does_not_fit,
    probably_does_not_fit,
    does_not_start, ///< an engine refuses
    unknown,
};
[[nodiscard]] Said said_of(const Verdict &verdict);
/// Whether what is to spare agrees with what is said: an engine starts whatever waits, and refuses for other reasons too.
[[nodiscard]] bool spare_says_it(const Verdict &verdict);
/// "Fits on RTX 4090", "Does not start on the 16 GiB budget": a heading, without figures of memory.
[[nodiscard]] std::string verdict_heading(const Verdict &verdict, const SentenceFigures &figures);

/// "Fits", "Unlikely": a word where there is no room for a sentence.
[[nodiscard]] std::string title_of(Word word);
/// The same of a verdict: "Probably fits", "5 of 32 at once".
[[nodiscard]] std::string word_title(const Verdict &verdict);

/// "RTX 4090", "2 × RTX 4090", "the 16 GiB budget": as every sentence calls what is judged, a budget in the reader's unit.
[[nodiscard]] std::string card_said(const Verdict &verdict, const SentenceFigures &figures);
/// "Fits on RTX 4090: 15.2 of 23.5 GiB usable, 8.3 to spare."
[[nodiscard]] std::string verdict_sentence(const Verdict &verdict, const SentenceFigures &figures);
/// One sentence: why tight, why not, why unknown; where it fits, where the peak stands.
[[nodiscard]] std::string verdict_reason(const Verdict &verdict, const SentenceFigures &figures);

} // namespace plimsoll
