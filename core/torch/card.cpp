// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/card.h"

#include <algorithm>

namespace plimsoll::step {

void CardAnswers::note(const Asked &asked, Count told)
{
    // neighbours ask the same: the latest first
    if (std::find_if(m_answers.rbegin(), m_answers.rend(), [&](const Answer &one) { return one.asked == asked; }) !=
        m_answers.rend())
        return;
    m_all = m_all && m_answers.size() < most;
    if (m_all) m_answers.push_back({asked, told});
}

bool CardAnswers::same_on(const CardFacts &device) const
{
    return m_all && std::ranges::all_of(m_answers, [&](const Answer &answer) {
               return answer.asked.again(answer.asked.question, device, answer.asked.arguments) == answer.told;
           });
}

bool is_capable(const CardFacts &device, int major) { return device.capability_major >= major; }

Count multiprocessors(const CardFacts &device) { return device.sm_count; }

} // namespace plimsoll::step
