// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/run_reader.h"

#include "core/api/planner.h"
#include "ui/document/text.h"

namespace plimsoll {
namespace {

RunAndPlan run_and_plan(KnownModels &models, std::shared_ptr<const RunFile> run, const Question &question, bool own)
{
    const bool own_plan = own && !run->measured.plan.empty();
    RunAndPlan out{std::move(run), std::nullopt, std::nullopt, own_plan};
    Result<MeasuredAnswer> answer = beside_plan(models, *out.run, own_plan ? std::nullopt : std::optional(question), true);
    if (answer.ok())
        out.answer = *std::move(answer);
    else
        out.error = answer.error();
    return out;
}

} // namespace

RunReader::RunReader(std::shared_ptr<Planner> planner, QObject *parent)
    : QObject(parent), m_planner(std::move(planner)), m_task(this)
{}

void RunReader::read(const QString &path, const Question &question)
{
    ask([path = utf8(path), question, wanted = m_wanted](KnownModels &models) -> Read {
        Result<std::optional<RunFile>> run = read_run_file(path, {}, [wanted] { return wanted->load(); });
        if (!run.ok()) return run.error();
        if (!*run) return std::optional<RunAndPlan>();
        return std::optional(run_and_plan(models, std::make_shared<const RunFile>(**std::move(run)), question, true));
    });
}

void RunReader::lay_beside(std::shared_ptr<const RunFile> run, const Question &question)
{
    ask([run = std::move(run), question](KnownModels &models) -> Read {
        return std::optional(run_and_plan(models, run, question, true));
    });
}

void RunReader::lay_beside_this(std::shared_ptr<const RunFile> run, const Question &question)
{
    ask([run = std::move(run), question](KnownModels &models) -> Read {
        return std::optional(run_and_plan(models, run, question, false));
    });
}

void RunReader::ask(std::function<Read(KnownModels &models)> work)
{
    m_reading = true;
    m_task.ask([planner = m_planner, work = std::move(work)](const LatestTask::Wanted &) { return work(planner->models()); },
               [this](const Read &read) {
                   m_reading = false;
                   if (!read.ok())
                       emit failed(read.error());
                   else if (*read)
                       emit answered(**read);
                   else
                       emit none_found();
               });
}

} // namespace plimsoll
