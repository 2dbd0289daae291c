// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"
#include "core/ground/card_facts.h"

#include <array>
#include <type_traits>
#include <utility>
#include <vector>

namespace plimsoll::step {

/// What a step asked of its card and was told. A step is a function of the plan and of these answers: on a card that answers the
/// same it takes the same bytes, every one.
class CardAnswers {
public:
    /// Whether this card answers the same. After very many different questions: no.
    [[nodiscard]] bool same_on(const CardFacts &device) const;

private:
    friend class Card;
    static constexpr std::size_t most = 64;
    using Question = void (*)();
    using Arguments = std::array<Count, 6>;
    struct Asked {
        Question question;
        Count (*again)(Question, const CardFacts &, const Arguments &);
        Arguments arguments;
        bool operator==(const Asked &) const = default;
    };
    struct Answer {
        Asked asked;
        Count told;
    };

    void note(const Asked &asked, Count told);

    std::vector<Answer> m_answers;
    bool m_all = true; ///< false: there were more
};

/// Whether its compute capability is `major`.0 or more.
[[nodiscard]] bool is_capable(const CardFacts &device, int major);
[[nodiscard]] Count multiprocessors(const CardFacts &device);

/// The card that a step runs on. What a step has to know about it goes through ask(), so that it is noted.
class Card {
public:
    explicit Card(const CardFacts &device) : m_device(device) {}

    /// `question` of the card with these arguments: a pure function of whole numbers, enumerations and truth values; so is what
    /// it returns.
    template <class R, class... P>
    R ask(R (*question)(const CardFacts &, P...), std::type_identity_t<P>... arguments)
    {
        const R told = question(m_device, arguments...);
        m_answers.note({reinterpret_cast<CardAnswers::Question>(question), &again<R, P...>, {static_cast<Count>(arguments)...}},
                       static_cast<Count>(told));
        return told;
    }
    [[nodiscard]] CardAnswers take_answers() { return std::move(m_answers); }

private:
    template <class R, class... P>
    static Count again(CardAnswers::Question question, const CardFacts &device, const CardAnswers::Arguments &arguments)
    {
        const auto typed = reinterpret_cast<R (*)(const CardFacts &, P...)>(question);
        return [&]<std::size_t... I>(std::index_sequence<I...>)
        {
            return static_cast<Count>(typed(device, static_cast<P>(arguments[I])...));
        }
        (std::index_sequence_for<P...>{});
    }

    CardFacts m_device;
    CardAnswers m_answers;
};

} // namespace plimsoll::step
