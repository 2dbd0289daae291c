// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/timeline/timeline_data.h"
#include "ui/charts/verdict_text.h"

#include <QCoreApplication>

namespace plimsoll {
namespace {

QString tr(const char *text) { return QCoreApplication::translate("Verdict", text); }

QString words(const std::string &text) { return QString::fromStdString(text); }

} // namespace

QString answer_text(const Verdict &verdict, const Numbers &numbers)
{
    const QString card = words(verdict.card);
    const QString used = numbers.brief(verdict.need.device), usable = numbers.brief(verdict.usable), unit = numbers.unit_name();
    switch (verdict.fits) {
    case Fits::yes:
        return tr(QT_TRANSLATE_NOOP("Verdict", "Fits on %1: %2 of %3 %4 usable, %5 to spare."))
            .arg(card, used, usable, unit, numbers.brief(verdict.headroom));
    case Fits::tight: return tr(QT_TRANSLATE_NOOP("Verdict", "Tight on %1: %2 of %3 %4 usable.")).arg(card, used, usable, unit);
    case Fits::no:
        return tr(QT_TRANSLATE_NOOP("Verdict", "Does not fit on %1: %2 of %3 %4 usable.")).arg(card, used, usable, unit);
    case Fits::unknown: break;
    }
    return tr(QT_TRANSLATE_NOOP("Verdict", "Not known on %1: at least %2 of %3 %4 usable.")).arg(card, used, usable, unit);
}

QString reason_text(const Verdict &verdict, const Numbers &numbers)
{
    const QString left_out = words(verdict.left_out), phase = title_of(verdict.need.phase);
    const QString lacking = numbers.brief_with_unit(-verdict.headroom);
    switch (verdict.because) {
    case Because::whole_interval_fits: return tr(QT_TRANSLATE_NOOP("Verdict", "The peak is at %1.")).arg(phase);
    case Because::interval_crosses:
        return tr(QT_TRANSLATE_NOOP("Verdict", "The interval (%1–%2) crosses the line."))
            .arg(numbers.brief(verdict.need.interval.low), numbers.brief(verdict.need.interval.high));
    case Because::cached_blocks:
        return tr(QT_TRANSLATE_NOOP("Verdict", "Runs from %1 on, but only by giving cached blocks back each step: slower, and a "
                                               "longer batch ends it."))
            .arg(numbers.brief_with_unit(verdict.runs_from.value_or(verdict.usable)));
    case Because::missing:
        if (left_out.isEmpty()) return tr(QT_TRANSLATE_NOOP("Verdict", "Needs %1 more at %2.")).arg(lacking, phase);
        return tr(QT_TRANSLATE_NOOP("Verdict", "What is known of it needs %1 more already (%2).")).arg(lacking, left_out);
    case Because::guessed:
        return tr(QT_TRANSLATE_NOOP("Verdict",
                                    "The interval has room, but the model is not known: its layers are those of one like "
                                    "it."));
    case Because::lower_bound: break;
    }
    return tr(QT_TRANSLATE_NOOP("Verdict", "%1; at least %2 are needed."))
        .arg(left_out, numbers.brief_with_unit(verdict.need.device));
}

} // namespace plimsoll
