// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/exchange/fit_question.h"

#include "core/exchange/tools/llama_cpp/fit_params.h"
#include "ui/controls/wording.h"
#include "ui/document/text.h"
#include "ui/panels/fit_params_dialog.h"

#include <QDir>
#include <QFileInfo>

namespace plimsoll {
namespace {

/// A model's path as a program in another folder reads it.
Plan with_whole_path(Plan plan, const QString &session)
{
    if (!session.isEmpty() && !plan.model.config_path.empty())
        plan.model.config_path = utf8(QFileInfo(session).dir().absoluteFilePath(qt(plan.model.config_path)));
    return plan;
}

} // namespace

FitQuestion::FitQuestion(const Desk &desk, QWidget &window) : m_desk(desk), m_window(window) {}

void FitQuestion::add_actions(Actions &actions)
{
    actions.add("tools.fit_params", tr("Ask llama-&fit-params"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_F), [this] { ask(); });
}

void FitQuestion::ask()
{
    end();
    if (!m_desk.parts.fit_params) return m_desk.say(tr("llama-fit-params, which comes with llama.cpp, is not installed here."));
    const ScenarioResult &current = m_desk.snapshot().current();
    if (!current.estimate || !current.estimate->shown().engine)
        return m_desk.say(tr("llama-fit-params knows llama.cpp's runs only."));
    const Document &document = m_desk.document;
    const auto words = fit_params_arguments(with_whole_path(document.session().current().plan, document.path()));
    if (!words.ok()) return m_desk.refuse(QStringLiteral("llama-fit-params"), words.error());
    QStringList arguments;
    for (const std::string &word : *words) arguments << qt(word);
    m_desk.say(tr("llama-fit-params is asked…"));
    m_end = m_desk.parts.fit_params(
        arguments, [this, planned = current.estimate->shown().engine->start.places,
                    arguments](const QByteArray &output, const QString &error) { show(planned, arguments, output, error); });
}

void FitQuestion::show(const std::vector<EnginePlace> &planned, const QStringList &arguments, const QByteArray &output,
                       const QString &error)
{
    m_end = {};
    const QString program = QStringLiteral("llama-fit-params");
    if (!error.isEmpty()) return m_desk.refuse(program, Error{{}, {}, {}, utf8(error)});
    const auto places = fit_places(output.toStdString());
    if (!places.ok()) return m_desk.refuse(program, places.error());
    m_desk.say({});
    if (auto *other = m_window.findChild<FitParamsDialog *>()) other->close();
    (new FitParamsDialog(beside_fit_params(planned, *places), program + QLatin1Char(' ') + arguments.join(QLatin1Char(' ')),
                         numbers_of(m_desk.snapshot().session), &m_window))
        ->show();
}

void FitQuestion::end()
{
    if (m_end) std::exchange(m_end, {})();
}

} // namespace plimsoll
