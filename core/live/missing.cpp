// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/live/missing.h"

#include "core/ground/phrase.h"

namespace plimsoll {

std::vector<std::string> missing_figures(const LiveGpu &gpu)
{
    std::vector<std::string> out;
    std::string last;
    const auto add = [&](const char *what, const std::string &reason) {
        if (reason.empty() || reason == last) return;
        out.push_back(phrase(what, {reason}));
        last = reason;
    };
    add(QT_TRANSLATE_NOOP("core", "name: %1"), gpu.name.reason);
    add(QT_TRANSLATE_NOOP("core", "memory: %1"), gpu.total.reason);
    add(QT_TRANSLATE_NOOP("core", "reserved: %1"), gpu.reserved.reason);
    add(QT_TRANSLATE_NOOP("core", "busy: %1"), gpu.utilisation.reason);
    add(QT_TRANSLATE_NOOP("core", "temperature: %1"), gpu.temperature.reason);
    add(QT_TRANSLATE_NOOP("core", "power: %1"), gpu.power.reason);
    add(QT_TRANSLATE_NOOP("core", "processes: %1"), gpu.processes_reason);
    add(QT_TRANSLATE_NOOP("core", "processes: %1"), gpu.processes_note);
    return out;
}

} // namespace plimsoll
