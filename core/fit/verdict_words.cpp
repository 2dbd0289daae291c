// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fit/verdict_words.h"

#include "core/estimate/titles.h"
#include "core/ground/figures.h"
#include "core/ground/phrase.h"
#include "core/ground/text.h"

#include <array>
#include <cmath>

namespace plimsoll {

namespace {

/// Which part of what card and host share decides, and against what.
std::string reason_of_one_memory(const Verdict &verdict, const SentenceFigures &in)
{
    const OneMemory shared = verdict.shared.value_or(OneMemory{});
    const std::string free = in.with_unit(shared.free.least);
    if (verdict.because == Because::start_differs)
        return phrase(QT_TRANSLATE_NOOP("core",
                                        "Card and host have one memory: the engine starts only where %1 are free, and %2 to "
                                        "%3 were at a start."),
                      {in.with_unit(shared.claimed.value_or(0)), in.figure(shared.free.least), in.with_unit(shared.free.most)});
    if (verdict.because == Because::one_memory_short)
        return phrase(QT_TRANSLATE_NOOP("core",
                                        "Card and host have one memory: %1 on the card and %2 on the host are more than the "
                                        "%3 that were free at most."),
                      {in.figure(verdict.need.device), in.figure(shared.host), in.with_unit(shared.free.most)});
    if (shared.loading() > shared.running())
        return phrase(
            QT_TRANSLATE_NOOP("core", "Card and host have one memory: while it loads, %1 stand on the card and up to %2 of "
                                      "the file beside them, and %3 are free at a start. The file's pages are given back "
                                      "where they must be, unless something pins them: slow, and machines have frozen over it."),
            {in.figure(shared.copied), in.figure(shared.file), free});
    if (shared.claimed)
        return phrase(QT_TRANSLATE_NOOP("core",
                                        "Card and host have one memory: the engine claims %1, up to %2 of the weights' file "
                                        "and %3 of its processes stand beside that, and %4 are free at a start."),
                      {in.figure(shared.card), in.figure(shared.file), in.figure(shared.processes), free});
    if (shared.host > 0)
        return phrase(QT_TRANSLATE_NOOP("core",
                                        "Card and host have one memory: up to %1 on the card and %2 on the host, and %3 are "
                                        "free at a start."),
                      {in.figure(shared.card), in.figure(shared.host), free});
    return phrase(QT_TRANSLATE_NOOP("core", "Card and host have one memory: it takes up to %1, and %2 are free at a start."),
                  {in.figure(shared.card), free});
}

/// Where what card and host share decides, its figures stand in the reason: those of the card alone would have room.
const char *words_of_open(const Verdict &verdict)
{
    const bool tight = verdict.word() == Word::tight;
    const bool shared = verdict.because == Because::start_differs || verdict.because == Because::one_memory_full;
    if (shared)
        return tight ? QT_TRANSLATE_NOOP("core", "Tight on %1: %2 %4 on the card, which shares the host's memory.")
                     : QT_TRANSLATE_NOOP("core", "Unlikely on %1: %2 %4 on the card, which shares the host's memory.");
    switch (said_of(verdict)) {
    case Said::starts_partly: return QT_TRANSLATE_NOOP("core", "Starts on %1, partly on the host: %2 of %3 %4 usable.");
    case Said::probably_tight: return QT_TRANSLATE_NOOP("core", "Probably tight on %1: %2 of %3 %4 usable.");
    case Said::tight: return QT_TRANSLATE_NOOP("core", "Tight on %1: %2 of %3 %4 usable.");
    default: return QT_TRANSLATE_NOOP("core", "Unlikely on %1: %2 of %3 %4 usable.");
    }
}

/// Whether the middle of the estimate has room in what card and host share, in the middle of what is free there.
bool has_shared_room(const Verdict &verdict)
{
    const OneMemory shared = verdict.shared.value_or(OneMemory{});
    const Bytes middle = shared.free.least + (shared.free.most - shared.free.least) / 2;
    if (verdict.because == Because::start_differs) return shared.claimed.value_or(0) <= middle;
    const Bytes slack = shared.card - std::min(shared.card, verdict.need.device); // the middle in the place of the upper end
    // pages of the file that nothing pins go where they must: what is copied stays
    return std::max(shared.running() - (shared.claimed ? shared.file : slack), shared.copied) <= middle;
}

} // namespace

std::string_view name_of(Word word)
{
    constexpr std::array<std::string_view, 5> names{"fits", "tight", "unlikely", "does_not_fit", "unknown"};
    return names[static_cast<std::size_t>(word)];
}

std::string title_of(Word word)
{
    switch (word) {
    case Word::fits: return phrase(QT_TRANSLATE_NOOP("core", "Fits"));
    case Word::tight: return phrase(QT_TRANSLATE_NOOP("core", "Tight"));
    case Word::unlikely: return phrase(QT_TRANSLATE_NOOP("core", "Unlikely"));
    case Word::does_not_fit: return phrase(QT_TRANSLATE_NOOP("core", "Does not fit"));
    case Word::unknown: break;
    }
    return phrase(QT_TRANSLATE_NOOP("core", "Not known"));
}

std::string word_title(const Verdict &verdict)
{
    if (verdict.at_once)
        return phrase(QT_TRANSLATE_NOOP("core", "Starts, %1 of %2 requests at once"),
                      {localised(grouped(*verdict.at_once)), localised(grouped(verdict.requests))});
    switch (said_of(verdict)) {
    case Said::probably_fits: return phrase(QT_TRANSLATE_NOOP("core", "Probably fits"));
    case Said::probably_does_not_fit: return phrase(QT_TRANSLATE_NOOP("core", "Probably does not fit"));
    case Said::probably_tight: return phrase(QT_TRANSLATE_NOOP("core", "Probably tight"));
    case Said::starts_partly: return phrase(QT_TRANSLATE_NOOP("core", "Starts, partly on the host"));
    case Said::does_not_start: return phrase(QT_TRANSLATE_NOOP("core", "Does not start"));
    default: return title_of(verdict.word());
    }
}

Said said_of(const Verdict &verdict)
{
    if (verdict.at_once) return Said::starts;
    if (verdict.because == Because::part_on_host) return Said::starts_partly;
    switch (verdict.word()) {
    case Word::fits: return verdict.guessed ? Said::probably_fits : Said::fits;
    case Word::tight: return verdict.guessed ? Said::probably_tight : Said::tight;
    case Word::unlikely: return Said::unlikely;
    case Word::does_not_fit:
        if (verdict.because == Because::refused) return Said::does_not_start;
        return verdict.guessed ? Said::probably_does_not_fit : Said::does_not_fit;
    case Word::unknown: break;
    }
    return Said::unknown;
}

namespace {

const char *heading_of(Said said)
{
    switch (said) {
    case Said::fits: return QT_TRANSLATE_NOOP("core", "Fits on %1");
    case Said::probably_fits: return QT_TRANSLATE_NOOP("core", "Probably fits on %1");
    case Said::tight: return QT_TRANSLATE_NOOP("core", "Tight on %1");
    case Said::probably_tight: return QT_TRANSLATE_NOOP("core", "Probably tight on %1");
    case Said::starts: return QT_TRANSLATE_NOOP("core", "Starts on %1");
    case Said::starts_partly: return QT_TRANSLATE_NOOP("core", "Starts on %1, partly on the host");
    case Said::unlikely: return QT_TRANSLATE_NOOP("core", "Unlikely on %1");
    case Said::does_not_fit: return QT_TRANSLATE_NOOP("core", "Does not fit on %1");
    case Said::probably_does_not_fit: return QT_TRANSLATE_NOOP("core", "Probably does not fit on %1");
    case Said::does_not_start: return QT_TRANSLATE_NOOP("core", "Does not start on %1");
    case Said::unknown: break;
    }
    return QT_TRANSLATE_NOOP("core", "Not known on %1");
}

} // namespace

bool spare_says_it(const Verdict &verdict)
{
    switch (said_of(verdict)) {
    case Said::starts:
    case Said::starts_partly: return false;
    case Said::unlikely:
    case Said::does_not_fit:
    case Said::probably_does_not_fit:
    case Said::does_not_start: return verdict.headroom < 0;
    default: return verdict.headroom >= 0;
    }
}

std::string verdict_heading(const Verdict &verdict, const SentenceFigures &in)
{
    return phrase(heading_of(said_of(verdict)), {card_said(verdict, in)});
}

/// The interval's place tells; where something else decides, what that has room for.
Word Verdict::word() const
{
    switch (fits) {
    case Fits::yes: return Word::fits;
    case Fits::no: return Word::does_not_fit;
    case Fits::unknown: return Word::unknown;
    case Fits::tight: break;
    }
    switch (because) {
    case Because::guessed: return Word::fits;
    case Because::short_cache: return Word::tight;
    case Because::start_differs:
    case Because::one_memory_full: return has_shared_room(*this) ? Word::tight : Word::unlikely;
    default: return need.device <= usable ? Word::tight : Word::unlikely;
    }
}

std::string SentenceFigures::unit_name() const { return std::string(ByteFigures{unit}.name()); }

std::string SentenceFigures::with_unit(Bytes bytes) const { return figure(bytes) + space + unit_name(); }

std::string SentenceFigures::whole_with_unit(Bytes bytes) const
{
    const Bytes one = unit == ByteUnit::decimal ? Bytes{1'000'000'000} : gib;
    if (bytes <= 0 || bytes % one != 0) return with_unit(bytes);
    return localised(grouped(bytes / one)) + space + unit_name();
}

SentenceFigures plain_figures(ByteUnit unit)
{
    return {[unit](Bytes bytes) { return localised(ByteFigures{unit}.brief(bytes)); }, unit};
}

SentenceFigures compact_figures(ByteUnit unit)
{
    SentenceFigures out = plain_figures(unit);
    out.space = "\u00a0";
    return out;
}

std::string card_said(const Verdict &verdict, const SentenceFigures &in)
{
    if (!verdict.budget) return verdict.card;
    const bool typed_bare = *verdict.budget < gib / 20; // a number without its unit is seen to be bytes
    return phrase(QT_TRANSLATE_NOOP("core", "the %1 budget"),
                  {typed_bare ? localised(grouped(*verdict.budget)) + in.space + "B" : in.whole_with_unit(*verdict.budget)});
}

std::string verdict_sentence(const Verdict &verdict, const SentenceFigures &in)
{
    if (verdict.at_once)
        return phrase(QT_TRANSLATE_NOOP("core", "Starts on %1: %2 of %3 requests at once."),
                      {card_said(verdict, in), localised(grouped(*verdict.at_once)), localised(grouped(verdict.requests))});
    const auto said = [&](const char *english) {
        return phrase(english, {card_said(verdict, in), in.figure(verdict.need.device), in.figure(verdict.usable), in.unit_name(),
                                in.figure(verdict.headroom)});
    };
    const bool guessed = verdict.guessed;
    switch (verdict.word()) {
    case Word::fits:
        return said(guessed ? QT_TRANSLATE_NOOP("core", "Probably fits on %1: %2 of %3 %4 usable, %5 to spare.")
                            : QT_TRANSLATE_NOOP("core", "Fits on %1: %2 of %3 %4 usable, %5 to spare."));
    case Word::tight:
    case Word::unlikely: return said(words_of_open(verdict));
    case Word::does_not_fit:
        if (verdict.because == Because::refused)
            return said(QT_TRANSLATE_NOOP("core", "Does not start on %1 so; the load needs %2 of %3 %4 usable."));
        if (verdict.because == Because::too_few_cards)
            return phrase(QT_TRANSLATE_NOOP("core", "Does not fit on %1: %2 processes, each on a card of its own."),
                          {card_said(verdict, in), localised(grouped(verdict.processes))});
        if (verdict.because == Because::lacks_kernels)
            return phrase(QT_TRANSLATE_NOOP("core", "Does not run on %1, which has room for it."), {card_said(verdict, in)});
        if (verdict.because == Because::one_memory_short)
            return said(QT_TRANSLATE_NOOP("core", "Does not fit on %1: %2 %4 on the card beside what the host holds."));
        return said(guessed ? QT_TRANSLATE_NOOP("core", "Probably does not fit on %1: %2 of %3 %4 usable.")
                            : QT_TRANSLATE_NOOP("core", "Does not fit on %1: %2 of %3 %4 usable."));
    case Word::unknown: break;
    }
    return said(QT_TRANSLATE_NOOP("core", "Not known on %1: at least %2 of %3 %4 usable."));
}

std::string verdict_reason(const Verdict &verdict, const SentenceFigures &in)
{
    const std::string phase = title_of(verdict.need.phase);
    switch (verdict.because) {
    case Because::whole_interval_fits:
        if (verdict.takes) // and no two totals of it stand side by side
            return phrase(QT_TRANSLATE_NOOP("core",
                                            "%1 takes %2 of the card and keeps what the load leaves as cache: %3 requests of "
                                            "%4 tokens at once."),
                          {verdict.engine, in.with_unit(*verdict.takes), localised(grouped(verdict.cache_requests)),
                           localised(grouped(verdict.cache_tokens))});
        return phrase(QT_TRANSLATE_NOOP("core", "The peak is at %1."), {phase});
    case Because::interval_crosses:
        return phrase(QT_TRANSLATE_NOOP("core", "The interval (%1–%2) crosses the line."),
                      {in.figure(verdict.need.interval.low), in.figure(verdict.need.interval.high)});
    case Because::cached_blocks:
        return phrase(QT_TRANSLATE_NOOP("core", "Runs from %1 on, but only by giving cached blocks back each step: slower, and a "
                                                "longer batch ends it."),
                      {in.with_unit(verdict.runs_from.value_or(verdict.usable))});
    case Because::missing:
        if (verdict.left_out.empty())
            return phrase(QT_TRANSLATE_NOOP("core", "Needs %1 more at %2."), {in.with_unit(-verdict.headroom), phase});
        return phrase(QT_TRANSLATE_NOOP("core", "What is known of it needs %1 more already (%2)."),
                      {in.with_unit(-verdict.headroom), verdict.left_out});
    case Because::guessed:
        return phrase(QT_TRANSLATE_NOOP("core",
                                        "The interval has room, but the model is not known: its layers are those of one like "
                                        "it, as the assumptions say."));
    case Because::refused:
    case Because::part_on_host:
    case Because::short_cache: return verdict.engine_says;
    case Because::start_differs:
    case Because::one_memory_full:
    case Because::one_memory_short: return reason_of_one_memory(verdict, in);
    case Because::too_few_cards:
        if (verdict.count == 1)
            return phrase(QT_TRANSLATE_NOOP("core", "One card is named, for %1 processes that take %2 of %3 each."),
                          {localised(grouped(verdict.processes)), in.with_unit(verdict.need.device), in.with_unit(verdict.usable)});
        return phrase(QT_TRANSLATE_NOOP("core", "%1 cards are named, for %2 processes that take %3 of %4 each."),
                      {std::to_string(verdict.count), localised(grouped(verdict.processes)), in.with_unit(verdict.need.device),
                       in.with_unit(verdict.usable)});
    case Because::lacks_kernels: return verdict.lacks;
    case Because::lower_bound: break;
    }
    return phrase(QT_TRANSLATE_NOOP("core", "%1; at least %2 are needed."),
                  {verdict.left_out, in.with_unit(verdict.need.device)});
}

} // namespace plimsoll
