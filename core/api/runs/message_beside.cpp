// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/runs/message_beside.h"

#include "core/ground/figures.h"
#include "core/ground/json_or_null.h"
#include "core/ground/phrase.h"

#include <nlohmann/json.hpp>

namespace plimsoll {

namespace {

std::string said_bytes(Bytes bytes) { return localised(ByteFigures{}.brief_named(bytes)); }

/// What a message ran out for: the situation, and one sentence.
struct Finding {
    OomSituation situation = OomSituation::running;
    std::string sentence;
};

class Findings {
public:
    Findings(const MemoryMessage &message, const Estimate &estimate, const MessageBeside &beside)
        : m_message(message), m_beside(beside), m_peak(estimate.fullest().peak), m_high(high_of(estimate)),
          m_engine(static_cast<bool>(estimate.fullest().engine))
    {}

    /// The first that holds: what the message itself says, then what the plan says to it.
    [[nodiscard]] Finding first() const
    {
        if (auto found = of_host()) return *found;
        if (auto found = of_cache()) return *found;
        if (auto found = of_others()) return *found;
        if (auto found = of_blocks()) return *found;
        if (auto found = of_card()) return *found;
        return of_plan();
    }

private:
    using Found = std::optional<Finding>;

    static Bytes high_of(const Estimate &estimate)
    {
        const auto &engine = estimate.fullest().engine;
        return engine ? engine->interval.high : estimate.fullest().peak.device_interval.high;
    }

    [[nodiscard]] Found of_host() const
    {
        if (!m_message.host_asked) return std::nullopt;
        return Finding{OomSituation::loading,
                       phrase(QT_TRANSLATE_NOOP("core", "The host ran out, not the card: %1 of its memory were asked for."),
                              {said_bytes(*m_message.host_asked)})};
    }

    [[nodiscard]] Found of_cache() const
    {
        if (!m_message.cache_asked || !m_message.cache_there) return std::nullopt;
        return Finding{
            OomSituation::long_sequences,
            phrase(QT_TRANSLATE_NOOP("core", "One request of the whole length takes a cache of %1, and %2 are left for it."),
                   {said_bytes(*m_message.cache_asked), said_bytes(*m_message.cache_there)})};
    }

    /// What stands beside decides where the plan would have had room without it.
    [[nodiscard]] Found of_others() const
    {
        constexpr Bytes counts = gib / 4; // less is the driver's own
        if (!m_message.total || !m_beside.others || *m_beside.others < counts) return std::nullopt;
        if (m_beside.planned > *m_message.total || m_beside.planned + *m_beside.others <= *m_message.total) return std::nullopt;
        return Finding{OomSituation::shared_card,
                       phrase(QT_TRANSLATE_NOOP("core", "Others on the card held %1: without them the plan has room on it."),
                              {said_bytes(*m_beside.others)})};
    }

    [[nodiscard]] Found of_blocks() const
    {
        const std::optional<Bytes> idle = m_message.idle();
        if (!idle || !m_message.asked || *idle < *m_message.asked) return std::nullopt;
        return Finding{
            OomSituation::fragmentation,
            phrase(QT_TRANSLATE_NOOP("core", "PyTorch held %1 between its tensors, in blocks that were too small for %2."),
                   {said_bytes(*idle), said_bytes(*m_message.asked)})};
    }

    [[nodiscard]] Found of_card() const
    {
        if (!m_message.total) return std::nullopt;
        if (const Bytes loading = m_peak.load + (m_peak.device - m_peak.reserved); !m_engine && loading > *m_message.total)
            return Finding{OomSituation::loading,
                           phrase(QT_TRANSLATE_NOOP("core", "Loading alone takes %1 in the plan too, and the card has %2."),
                                  {said_bytes(loading), said_bytes(*m_message.total)})};
        if (m_beside.planned > *m_message.total)
            return Finding{OomSituation::running, phrase(QT_TRANSLATE_NOOP("core", "The plan too needs more than the card's %1."),
                                                         {said_bytes(*m_message.total)})};
        return std::nullopt;
    }

    [[nodiscard]] Finding of_plan() const
    {
        if (!m_beside.wanted)
            return {OomSituation::running,
                    phrase(QT_TRANSLATE_NOOP("core", "The message has no figures to hold against the plan."))};
        if (*m_beside.wanted > m_high)
            return {OomSituation::running,
                    phrase(QT_TRANSLATE_NOOP("core", "That is more than the plan needs, at most %1: what ran is not what is "
                                                     "planned, such as its length, its batch or its releases."),
                           {said_bytes(m_high)})};
        if (m_message.limit)
            return {OomSituation::running,
                    phrase(QT_TRANSLATE_NOOP("core", "The plan foresaw as much, and the process was allowed %1 of the card."),
                           {said_bytes(*m_message.limit)})};
        return {OomSituation::running,
                phrase(QT_TRANSLATE_NOOP("core", "The plan foresaw as much, and the card had no more room."))};
    }

    const MemoryMessage &m_message;
    const MessageBeside &m_beside;
    const Peak &m_peak;
    Bytes m_high = 0; ///< of the need's interval
    bool m_engine = false;
};

std::string sentence_of(const MessageBeside &beside, const std::optional<Bytes> &asked)
{
    const std::string planned = said_bytes(beside.planned);
    if (beside.stood && asked)
        return phrase(QT_TRANSLATE_NOOP("core", "Planned: %1. There stood %2, and %3 more were asked for."),
                      {planned, said_bytes(*beside.stood), said_bytes(*asked)});
    if (beside.stood)
        return phrase(QT_TRANSLATE_NOOP("core", "Planned: %1. There stood %2."), {planned, said_bytes(*beside.stood)});
    if (asked) return phrase(QT_TRANSLATE_NOOP("core", "Planned: %1. Asked for were %2."), {planned, said_bytes(*asked)});
    return phrase(QT_TRANSLATE_NOOP("core", "Planned: %1. The message does not say what stood there."), {planned});
}

} // namespace

MessageBeside message_beside(const MemoryMessage &message, const Estimate &estimate)
{
    const ProcessEstimate &process = estimate.fullest();
    const Bytes outside = process.peak.device - process.peak.reserved;
    MessageBeside out;
    out.planned = process.needed();
    out.stood = message.process;
    const std::optional<Bytes> held = message.reserved ? message.reserved : message.allocated;
    if (!out.stood && held) out.stood = checked_add(*held, outside);
    if (out.stood) out.wanted = checked_add(*out.stood, message.asked.value_or(0));
    out.others = message.beside(outside);
    out.sentence = sentence_of(out, message.asked);
    Finding finding = Findings(message, estimate, out).first();
    out.situation = finding.situation;
    out.finding = std::move(finding.sentence);
    return out;
}

nlohmann::ordered_json message_to_json(const MessageBeside &message)
{
    return {{"situation", name_of(message.situation)},
            {"planned_bytes", message.planned},
            {"stood_bytes", or_null(message.stood)},
            {"wanted_bytes", or_null(message.wanted)},
            {"others_bytes", or_null(message.others)},
            {"sentence", message.sentence},
            {"finding", message.finding}};
}

} // namespace plimsoll
