// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/screens/screenshot_states.h"
#include "ui/charts/timeline/timeline_canvas.h"
#include "ui/document/scenarios.h"
#include "ui/panels/fit_params_dialog.h"
#include "ui/plan/model_inspector.h"

#include <QCoreApplication>
#include <QDir>
#include <QEventLoop>
#include <QElapsedTimer>
#include <QKeyEvent>
#include <QLineEdit>
#include <QThread>

#include <algorithm>
#include <utility>

namespace plimsoll {
namespace {

constexpr int screenshot_states_longest_wait_ms = 60'000; // of a machine that does other things too

} // namespace

void settle(int milliseconds)
{
    QEventLoop loop;
    QTimer::singleShot(milliseconds, &loop, &QEventLoop::quit);
    loop.exec();
}

bool wait_for(const std::function<bool()> &done, int longest_ms)
{
    QElapsedTimer clock;
    clock.start();
    while (!done()) {
        if (clock.elapsed() > longest_ms) return false;
        settle(10); // not a loop without a pause: what is waited for needs the processor
    }
    return true;
}

void wait_for_notes(MainWindow &window)
{
    settle(80); // nothing is asked before the first frame
    wait_for([&] { return !window.working(); }, screenshot_states_longest_wait_ms);
}

namespace {

class SilentMachine : public LiveSource {
public:
    SilentMachine(LiveSnapshot once, std::shared_ptr<const std::atomic<bool>> over)
        : m_once(std::move(once)), m_over(std::move(over))
    {}
    LiveSnapshot read() override
    {
        while (m_answered && !*m_over) QThread::msleep(10);
        m_answered = true;
        return m_once;
    }

private:
    LiveSnapshot m_once;
    std::shared_ptr<const std::atomic<bool>> m_over;
    bool m_answered = false;
};

Session with_cards(Session session, std::vector<std::string> gpus, std::optional<Bytes> budget = std::nullopt)
{
    session.cards.gpus = std::move(gpus);
    session.cards.budget_bytes = budget;
    return session;
}

Session compared() { return with_compared_precisions(first_session(), {true, true}); }

Session with_edit(const Session &session, const FieldEdits &edits)
{
    const auto plan = with_edits(session.current().plan, edits);
    return plan.ok() ? with_plan(session, *plan) : session;
}

Session pinned()
{
    Session session = compared();
    session.baseline = 2;
    return session;
}

void nothing(MainWindow &) {}

void show_sweep(MainWindow &window, std::optional<SolveField> second)
{
    window.views().setCurrentWidget(&window.views().sweep());
    window.views().sweep().choose(SolveField::sequence_length, second);
    const SweepData &shown = window.views().sweep().chart().data();
    wait_for([&] { return !shown.cells.empty() && shown.grid() == second.has_value(); }, screenshot_states_longest_wait_ms);
}

void show_fits(MainWindow &window)
{
    window.views().setCurrentWidget(&window.views().fits());
    const FitsModel &model = window.views().fits().model();
    wait_for([&] { return model.rowCount() > 0 && model.index(0, FitsModel::length).data(FitsModel::exact_role).isValid(); },
             screenshot_states_longest_wait_ms);
    const auto *working = window.views().fits().findChild<WorkingBar *>();
    settle(80);
    wait_for([&] { return !working->isVisible(); }, screenshot_states_longest_wait_ms);
}

void show_advice(MainWindow &window)
{
    window.views().setCurrentWidget(&window.views().advice());
    wait_for([&] { return window.views().advice().model().rowCount() > 0; }, screenshot_states_longest_wait_ms);
}

/// What to do where the run ends for want of memory.
void show_guide(MainWindow &window)
{
    window.actions()["tools.oom"]->trigger();
    wait_for([&] { return window.views().advice().model().rowCount() > 0; }, screenshot_states_longest_wait_ms);
}

/// llama.cpp's own program beside the plan, as if it had found the same.
void show_fit_params(MainWindow &window)
{
    const auto &planned = window.estimation().snapshot().current().estimate->shown().engine->start.places;
    std::vector<FitPlace> asked;
    for (const EnginePlace &place : planned)
        asked.push_back(
            {place.place, place.weights / mib * mib, (place.kv_cache + place.state) / mib * mib, place.compute / mib * mib});
    (new FitParamsDialog(beside_fit_params(planned, asked), QStringLiteral("llama-fit-params --model model.gguf --fit-print on"),
                         {}, &window))
        ->show();
}

/// The operations around the peak, which the cursor reads.
void show_peak(MainWindow &window)
{
    window.actions()["view.fold"]->trigger();
    settle(80);
    TimelineCanvas &canvas = *window.views().timeline().canvas();
    canvas.setFocus();
    QCoreApplication::sendPostedEvents();
    const auto press = [&](Qt::Key key) {
        QKeyEvent event(QEvent::KeyPress, key, Qt::NoModifier);
        QCoreApplication::sendEvent(&canvas, &event);
    };
    press(Qt::Key_Right);                            // to the peak
    for (int i = 0; i < 5; ++i) press(Qt::Key_Plus); // operations have their names
}

QString broken_file(const QString &folder)
{
    QString path = QDir(folder).filePath(QStringLiteral("config.json"));
    QFile file(path);
    if (file.open(QIODevice::WriteOnly)) file.write("{\"model_type\": \"qwen2\", \"hidden_size\": -5}");
    return path;
}

/// A load beside what two engines take of a card.
Session with_engines()
{
    Session session = with_edit(with_cards(first_session(), {"GeForce RTX 4090"}), {{"task", "infer"},
                                                                                    {"weights.quant", "none"},
                                                                                    {"inference.engine", "vllm"},
                                                                                    {"inference.context", "32768"},
                                                                                    {"inference.sequences", "2"}});
    session.scenarios.front().name = "vLLM";
    session = with_duplicate(session, 0);
    session.scenarios.back().name = "llama.cpp";
    return with_edit(session, {{"inference.engine", "llama.cpp"}, {"weights.quant", "Q4_K_M"}});
}

/// Two pictures in every row, the tower learning too.
Session with_pictures()
{
    return with_edit(first_session(), {{"model", "qwen2.5-vl-7b-instruct"},
                                       {"method", "lora"},
                                       {"weights.quant", "none"},
                                       {"sequence_length", "4096"},
                                       {"images.per_row", "2"},
                                       {"images.tower", "adapters"}});
}

Session with_lost_model()
{
    Session session = first_session();
    session.scenarios[0].plan.model = {.preset = "no-such-model"};
    return session;
}

/// What the lower views say where nothing is known, and what stands in the bar above the chart.
std::vector<ScreenshotState> special_states()
{
    return {
        {"fits", "unknown", with_lost_model, [](MainWindow &window) { window.views().setCurrentWidget(&window.views().fits()); }},
        {"advice", "unknown", with_lost_model,
         [](MainWindow &window) { window.views().setCurrentWidget(&window.views().advice()); }},
        {"sweep", "unknown", with_lost_model,
         [](MainWindow &window) { window.views().setCurrentWidget(&window.views().sweep()); }},
        {"advice", "fits", first_session, show_advice},
        {"main", "renaming", compared, [](MainWindow &window) { window.actions()["plan.rename"]->trigger(); }},
        {"main", "about", first_session, [](MainWindow &window) { window.actions()["help.about"]->trigger(); }},
    };
}

void open_menu(MainWindow &window, const char *title)
{
    for (QMenu *menu : window.findChildren<QMenu *>())
        if (menu->title() == Menus::tr(title)) return menu->popup(window.mapToGlobal(QPoint(24, 24)));
}

/// What opens over the window.
std::vector<ScreenshotState> popup_states(const QString &scratch)
{
    const auto trigger = [](const char *id) { return [id](MainWindow &window) { window.actions()[id]->trigger(); }; };
    return {
        {"models", "open", first_session,
         [](MainWindow &window) {
             window.actions()["plan.model"]->trigger();
             wait_for_notes(window);
         },
         true},
        {"models", "search", first_session,
         [](MainWindow &window) {
             window.actions()["plan.model"]->trigger();
             window.choosers().model().search()->setText(QStringLiteral("coder"));
             wait_for_notes(window);
         },
         true},
        {"models", "hub", first_session,
         [](MainWindow &window) {
             window.actions()["plan.model"]->trigger();
             window.choosers().model().search()->setText(QStringLiteral("some-lab/some-model-7b"));
         },
         true},
        {"inspect", "model", first_session, trigger("plan.inspect")},
        {"inspect", "search", first_session,
         [](MainWindow &window) {
             window.actions()["plan.inspect"]->trigger();
             if (auto *search = window.findChild<ModelInspector *>())
                 search->search().setText(QStringLiteral("layers.0.self_attn"));
         }},
        {"cards", "open", first_session, trigger("plan.add_card"), true},
        {"menu", "file", first_session, [](MainWindow &window) { open_menu(window, "&File"); }, true},
        {"menu", "export", first_session, [](MainWindow &window) { open_menu(window, "&Export"); }, true},
        {"menu", "tools", first_session, [](MainWindow &window) { open_menu(window, "&Tools"); }, true},
        {"actions", "search", first_session, trigger("tools.search"), true},
        {"settings", "open", first_session,
         [scratch](MainWindow &window) {
             window.actions()["edit.settings"]->trigger();
             for (auto *path : window.findChildren<QLineEdit *>()) // as on every machine
                 if (path->text().startsWith(scratch)) path->setText(QStringLiteral("…") + path->text().mid(scratch.size()));
         }},
    };
}

} // namespace

LiveMonitor::MakeSource silent_machine(const std::function<LiveSnapshot()> &machine,
                                       std::shared_ptr<const std::atomic<bool>> over)
{
    LiveSnapshot once{{}, {}, {}, {"NVIDIA driver library libnvidia-ml.so.1: not found"}};
    if (machine) once = machine();
    return [once = std::move(once), over = std::move(over)] { return std::make_unique<SilentMachine>(once, over); };
}

/// What is trained towards, what is seen, what a run costs, and a budget that the answer speaks of.
std::vector<ScreenshotState> objective_states()
{
    const auto budget_led = [] {
        Session session = first_session();
        session.cards.budget_first = true;
        session.amount = {.tokens = 1e7, .epochs = 3};
        return session;
    };
    return {{"main", "rollout",
             [] {
                 return with_edit(with_cards(first_session(), {"A100 SXM4 80GB"}), {{"stack", "trl"},
                                                                                    {"objective", "grpo"},
                                                                                    {"sequence_length", "1536"},
                                                                                    {"rollout.engine", "vllm"},
                                                                                    {"rollout.gpu_memory_utilization", "0.3"},
                                                                                    {"rollout.sleep", "1"},
                                                                                    {"rollout.prompt_length", "512"},
                                                                                    {"rollout.completion_length", "1024"},
                                                                                    {"rollout.beta", "0.04"}});
             },
             nothing},
            {"main", "pictures", with_pictures, nothing},
            {"main", "amount", budget_led, show_fits}};
}

std::vector<ScreenshotState> screenshot_states(const QString &scratch)
{
    const auto trigger = [](const char *id) { return [id](MainWindow &window) { window.actions()[id]->trigger(); }; };
    std::vector<ScreenshotState> all{
        {"main", "first", first_session, nothing},
        {"main", "compare", compared, nothing},
        {"main", "baseline", pinned, show_fits},
        {"fits", "folded", first_session,
         [](MainWindow &window) {
             window.actions()["view.fold"]->trigger();
             show_fits(window);
         }},
        {"fits", "filtered", first_session,
         [](MainWindow &window) {
             show_fits(window);
             window.views().fits().bar().search().setText(QStringLiteral("rtx"));
         }},
        {"main", "tight",
         [] {
             return with_edit(with_cards(first_session(), {"GeForce RTX 4060 Ti 16 GB"}), {{"sequence_length", "2304"}});
         },
         nothing},
        {"main", "no", [] { return with_cards(first_session(), {"GeForce RTX 3070"}); }, nothing},
        {"main", "unknown", with_lost_model, nothing},
        {"main", "odd",
         [] {
             return with_edit(first_session(), {{"stack", "unsloth"}, {"sequence_length", "40000"}});
         },
         nothing},
        {"main", "no-cards", [] { return with_cards(first_session(), {}); }, nothing},
        {"main", "full",
         [] {
             return with_edit(first_session(), {{"method", "full"}, {"weights.quant", "none"}});
         },
         nothing},
        {"main", "engine", with_engines, nothing},
        {"advice", "engine", with_engines, show_advice},
        {"advice", "guide", [] { return with_cards(first_session(), {"GeForce RTX 3070"}); }, show_guide},
        {"main", "fit-params", with_engines, show_fit_params},
        {"main", "run",
         [] {
             return with_edit(first_session(), {{"task", "infer"}, {"weights.quant", "none"}});
         },
         nothing},
        {"main", "gigabytes",
         [] {
             Session s = compared();
             s.unit = ByteUnit::decimal;
             return s;
         },
         nothing},
        {"main", "folded", compared, trigger("view.fold")},
        {"main", "drilled", pinned,
         [](MainWindow &window) {
             emit window.panes().chart().expand_toggled(Group::weights);
             emit window.panes().chart().expand_toggled(Group::runtime);
         }},
        {"timeline", "zoomed", first_session, show_peak},
        {"timeline", "tower", with_pictures, trigger("view.fold")},
        {"timeline", "time", first_session,
         [](MainWindow &window) {
             window.actions()["view.fold"]->trigger();
             window.actions()["view.time"]->trigger();
         }},
        {"main", "error", first_session, [scratch](MainWindow &window) { window.files().open(broken_file(scratch)); }},
        {"sweep", "line", first_session, [](MainWindow &window) { show_sweep(window, std::nullopt); }},
        {"sweep", "grid", first_session, [](MainWindow &window) { show_sweep(window, SolveField::micro_batch); }},
        {"advice", "no", [] { return with_cards(first_session(), {"GeForce RTX 3070"}); }, show_advice},
        {"main", "tables", compared, trigger("view.tables")},
        {"main", "rule-of-thumb", compared, trigger("view.rule")},
    };
    for (ScreenshotState &one : objective_states()) all.push_back(std::move(one));
    for (ScreenshotState &one : live_states()) all.push_back(std::move(one));
    for (ScreenshotState &one : rank_states()) all.push_back(std::move(one));
    for (ScreenshotState &one : exchange_states(scratch)) all.push_back(std::move(one));
    for (ScreenshotState &one : special_states()) all.push_back(std::move(one));
    for (ScreenshotState &one : popup_states(scratch)) all.push_back(std::move(one));
    return all;
}

} // namespace plimsoll
