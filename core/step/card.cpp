// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/card.h"

#include <algorithm>

namespace plimsoll::step {

void CardAnswers::note(const Asked &asked, Count told)
{
    if (std::ranges::find(m_answers, asked, &Answer::asked) != m_answers.end()) return;
    m_all = m_all && m_answers.size() < most;
    if (m_all) m_answers.push_back({asked, told});
}

bool CardAnswers::same_on(const DeviceFacts &device) const
{
    return m_all && std::ranges::all_of(m_answers, [&](const Answer &answer) {
               return answer.asked.again(answer.asked.question, device, answer.asked.arguments) == answer.told;
           });
}

bool is_capable(const DeviceFacts &device, int major) { return device.capability_major >= major; }

Count multiprocessors(const DeviceFacts &device) { return device.sm_count; }

} // namespace plimsoll::step
