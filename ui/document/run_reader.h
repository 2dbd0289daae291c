// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/api/runs/run_file.h"
#include "ui/document/latest_task.h"

#include <QString>

#include <atomic>
#include <memory>
#include <optional>

namespace plimsoll {

class Planner;

/// A real run and what stands beside it. Without an answer `error` says why no plan does.
struct RunAndPlan {
    std::shared_ptr<const RunFile> run;
    std::optional<MeasuredAnswer> answer;
    std::optional<Error> error;
    bool own_plan = false; ///< what stands beside it is the plan that the run itself says
};

/// Reads what real runs left behind and lays it beside plans, in the background: a snapshot may have gigabytes. A newer question
/// drops the older one; the end of this object ends the reading.
class RunReader : public QObject {
    Q_OBJECT
public:
    explicit RunReader(std::shared_ptr<Planner> planner, QObject *parent = nullptr);
    ~RunReader() override { *m_wanted = false; }
    RunReader(const RunReader &) = delete;
    RunReader &operator=(const RunReader &) = delete;

    /// A file. `question`: the plan beside it, where it says none itself.
    void read(const QString &path, const Question &question);
    /// The same of one that was read.
    void lay_beside(std::shared_ptr<const RunFile> run, const Question &question);
    /// Of a run that says a plan itself: beside another one.
    void lay_beside_this(std::shared_ptr<const RunFile> run, const Question &question);
    [[nodiscard]] bool reading() const { return m_reading; }

signals:
    void answered(const plimsoll::RunAndPlan &beside);
    /// The file is one of a run and cannot be read.
    void failed(const plimsoll::Error &error);
    /// It is none of a run.
    void none_found();

private:
    using Read = Result<std::optional<RunAndPlan>>;
    void ask(std::function<Read(KnownModels &models)> work);

    std::shared_ptr<Planner> m_planner;
    std::shared_ptr<std::atomic<bool>> m_wanted = std::make_shared<std::atomic<bool>>(true);
    bool m_reading = false;
    LatestTask m_task;
};

} // namespace plimsoll
