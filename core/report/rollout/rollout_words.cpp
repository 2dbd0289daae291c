// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/rollout/rollout_words.h"

#include "core/fit/verdict_words.h"
#include "core/ground/phrase.h"
#include "core/ground/text.h"
#include "core/plan/names.h"
#include "core/report/stage_words.h"

namespace plimsoll {

std::string fullest_in_words(const EngineCourse &course, ByteUnit unit)
{
    const EngineMoment &full = course.fullest_moment();
    const ByteFigures in{unit};
    return phrase(
        full.awake ? QT_TRANSLATE_NOOP("core", "Fullest: %1, engine awake: %2, of which the engine %3.")
                   : QT_TRANSLATE_NOOP("core", "Fullest: %1, engine not awake: %2, of which the engine %3."),
        {words_for_stage(full.stage), localised(in.brief_named(full.device)), localised(in.brief_named(full.engine.sum()))});
}

report::Table course_table(const EngineCourse &course, const ByteFigures &in)
{
    report::Table out{{{phrase(QT_TRANSLATE_NOOP("core", "Stage"))},
                       {phrase(QT_TRANSLATE_NOOP("core", "Trainer")), true},
                       {phrase(QT_TRANSLATE_NOOP("core", "Engine")), true},
                       {phrase(QT_TRANSLATE_NOOP("core", "its weights")), true},
                       {phrase(QT_TRANSLATE_NOOP("core", "its cache")), true},
                       {phrase(QT_TRANSLATE_NOOP("core", "On the device")), true}},
                      {}};
    const auto figure = [&in](Bytes bytes) { return localised(in.table(bytes)); };
    for (const EngineMoment &one : course.moments)
        out.rows.push_back(report::row_of({words_for_stage(one.stage), figure(one.reserved), figure(one.engine.sum()),
                                           figure(one.engine.weights), figure(one.engine.cache), figure(one.device)},
                                          &one == &course.fullest_moment()));
    return out;
}

std::vector<std::string> server_in_words(const PlanAnswer &answer, ByteUnit unit)
{
    std::vector<std::string> out;
    if (!answer.server) return out;
    const ProcessEstimate &process = answer.server->estimate.shown();
    const Rollout &made = answer.estimate.plan.plan.rollout;
    const ByteFigures in{unit};
    const auto count = [](Count number) { return localised(grouped(number)); };
    const bool refuses = process.engine && process.engine->start.refuses;
    if (refuses)
        out.push_back(
            phrase(QT_TRANSLATE_NOOP("core", "%1 does not start on other cards: engines: %2, cards of each: %3; each card "
                                             "would have to hold %4."),
                   {name_of(made.engine), count(made.engines), count(made.tensor), localised(in.brief_named(process.needed()))}));
    else
        out.push_back(
            phrase(QT_TRANSLATE_NOOP("core", "%1 serves on other cards: engines: %2, cards of each: %3; each card needs %4 "
                                             "and the engine claims %5 of it."),
                   {name_of(made.engine), count(made.engines), count(made.tensor), localised(in.brief_named(process.needed())),
                    localised(in.brief_named(process.peak.device))}));
    for (const Verdict &verdict : answer.server->verdicts)
        out.push_back(std::string(mark_of(verdict.word())) + " " + verdict.answer(unit) +
                      (verdict.fits == Fits::yes || verdict.reason.empty() ? std::string() : " " + verdict.reason_in(unit)));
    return out;
}

} // namespace plimsoll
