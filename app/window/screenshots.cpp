// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/window_app.h"
#include "ui/charts/timeline_canvas.h"
#include "ui/theme/palette.h"
#include "ui/document/scenarios.h"
#include "ui/panels/model_inspector.h"

#include <QApplication>
#include <QDialog>
#include <QDir>
#include <QElapsedTimer>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <utility>
#include <vector>

namespace plimsoll {
namespace {

constexpr char scale_variable[] = "QT_SCALE_FACTOR";

void settle(int milliseconds = 80)
{
    QElapsedTimer clock;
    clock.start();
    do QCoreApplication::processEvents(QEventLoop::AllEvents, 10);
    while (clock.elapsed() < milliseconds);
}

/// The window, with the pop-up over it where one is open.
QPixmap picture_of(MainWindow &window)
{
    // A note that came with the last events has its text by now, but not yet its place.
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    QPixmap picture = window.grab();
    QPainter painter(&picture);
    if (QWidget *popup = QApplication::activePopupWidget()) {
        painter.drawPixmap(window.mapFromGlobal(popup->pos()), popup->grab());
    } else if (auto *dialog = window.findChild<QDialog *>(); dialog && dialog->isVisible()) {
        QRect place(QPoint(), dialog->size());
        place.moveCenter(window.rect().center());
        painter.drawPixmap(place.topLeft(), dialog->grab());
        painter.setPen(current_palette().border); // where a desktop puts the window's frame
        painter.drawRect(QRectF(place).adjusted(-0.5, -0.5, 0.5, 0.5));
    }
    return picture;
}

/// One state of the window: how the session is, and what was done in the window.
struct State {
    const char *view;
    const char *name;
    std::function<Session()> session;
    std::function<void(MainWindow &)> prepare;
    bool answered = true; ///< notes come to stand beside the fields
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

/// Until what is worked out in the background stands there, or half a minute.
void wait_for(const std::function<bool()> &done, int longest = 30'000)
{
    QElapsedTimer clock;
    clock.start();
    while (!done() && clock.elapsed() < longest) QCoreApplication::processEvents(QEventLoop::AllEvents, 10);
}

/// The largest values that fit and what each saver changes stand beside the fields.
void wait_for_notes(MainWindow &window)
{
    const auto stands = [&](QLatin1StringView part) {
        const QList<QLabel *> labels = window.plan_pane().findChildren<QLabel *>();
        return std::ranges::any_of(labels, [part](const QLabel *label) { return label->text().contains(part); });
    };
    wait_for([&] { return stands(QLatin1StringView("<a href=")) && stands(QLatin1StringView("changes now by, ")); }, 3000);
    const Answer &answer = window.answer_line().answer();
    if (answer.fits == Fits::no) wait_for([&] { return !answer.link.isEmpty(); }, 5000); // what would make it fit
}

void nothing(MainWindow &) {}

void show_sweep(MainWindow &window, std::optional<SolveField> second)
{
    window.tabs().setCurrentWidget(&window.sweep());
    window.sweep().choose(SolveField::sequence_length, second);
    const SweepData &shown = window.sweep().chart().data();
    wait_for([&] { return !shown.cells.empty() && shown.grid() == second.has_value(); });
}

void show_fits(MainWindow &window)
{
    window.tabs().setCurrentWidget(&window.fits());
    const FitsModel &model = window.fits().model();
    wait_for([&] { return model.rowCount() > 0 && model.index(0, FitsModel::length).data(FitsModel::exact_role).isValid(); });
    const auto *working = window.fits().findChild<WorkingBar *>();
    settle();
    wait_for([&] { return !working->isVisible(); });
}

void show_advice(MainWindow &window)
{
    window.tabs().setCurrentWidget(&window.advice());
    wait_for([&] { return window.advice().model().rowCount() > 0; });
}

/// The operations around the peak, which the cursor reads.
void show_peak(MainWindow &window)
{
    window.actions()["view.fold"]->trigger();
    settle();
    TimelineCanvas &canvas = *window.timeline().canvas();
    canvas.setFocus();
    QCoreApplication::sendPostedEvents();
    const auto press = [&](Qt::Key key) {
        QKeyEvent event(QEvent::KeyPress, key, Qt::NoModifier);
        QCoreApplication::sendEvent(&canvas, &event);
    };
    press(Qt::Key_Right);                            // to the peak
    for (int i = 0; i < 5; ++i) press(Qt::Key_Plus); // operations have their names
}

/// A training run on a card of 24 GiB that loads, steps and ends somewhat above the plan: five minutes of readings.
LiveHistory readings_of_a_run(LiveSnapshot &last)
{
    constexpr std::int64_t start_ms = 1'795'276'800'000;
    constexpr Bytes card = 25'757'220'864, others = 612 * mib;
    LiveHistory history;
    for (int second = 0; second <= 300; ++second) {
        LiveGpu gpu;
        const Bytes process = second < 45 ? 0 : second < 80 ? (second - 45) * 225 * mib : second < 100 ? 13 * gib : 16'600 * mib;
        gpu.name = Reading<std::string>::of("NVIDIA GeForce RTX 4090");
        gpu.total = Reading<Bytes>::of(card);
        gpu.used = Reading<Bytes>::of(process + others);
        gpu.free = Reading<Bytes>::of(card - *gpu.used);
        gpu.utilisation = Reading<int>::of(second < 80 ? 3 : 97);
        gpu.temperature = Reading<int>::of(second < 80 ? 41 : 68);
        gpu.power = Reading<int>::of(second < 80 ? 31'000 : 402'000);
        gpu.processes.push_back({1804, Reading<Bytes>::of(others), Reading<std::string>::of("gnome-shell")});
        if (process > 0) gpu.processes.push_back({4242, Reading<Bytes>::of(process), Reading<std::string>::of("python3")});
        last = {start_ms + second * 1000, "590.48.01", {gpu}, {}};
        history.add(last);
    }
    return history;
}

void show_run(MainWindow &window)
{
    window.tabs().setCurrentWidget(&window.live());
    settle(600); // this machine's own reading is over
    LiveSnapshot last;
    const LiveHistory history = readings_of_a_run(last);
    window.live().show_readings(last, {}, {});
    window.live().show_history(history, window.estimation().snapshot().current().estimate);
}

QString broken_file(const QTemporaryDir &folder)
{
    QString path = folder.filePath(QStringLiteral("config.json"));
    QFile file(path);
    if (file.open(QIODevice::WriteOnly)) file.write("{\"model_type\": \"qwen2\", \"hidden_size\": -5}");
    return path;
}

/// What opens over the window.
std::vector<State> popup_states()
{
    const auto trigger = [](const char *id) { return [id](MainWindow &window) { window.actions()[id]->trigger(); }; };
    return {
        {"models", "open", first_session, trigger("plan.model")},
        {"models", "search", first_session,
         [](MainWindow &window) {
             window.actions()["plan.model"]->trigger();
             window.model_chooser().search()->setText(QStringLiteral("coder"));
         }},
        {"models", "hub", first_session,
         [](MainWindow &window) {
             window.actions()["plan.model"]->trigger();
             window.model_chooser().search()->setText(QStringLiteral("some-lab/some-model-7b"));
         }},
        {"inspect", "model", first_session, trigger("plan.inspect")},
        {"inspect", "search", first_session,
         [](MainWindow &window) {
             window.actions()["plan.inspect"]->trigger();
             if (auto *search = window.findChild<ModelInspector *>())
                 search->search().setText(QStringLiteral("layers.0.self_attn"));
         }},
        {"cards", "open", first_session, trigger("plan.add_card")},
        {"actions", "search", first_session, trigger("tools.search")},
    };
}

std::vector<State> states(const QTemporaryDir &folder)
{
    const auto trigger = [](const char *id) { return [id](MainWindow &window) { window.actions()[id]->trigger(); }; };
    std::vector<State> all{
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
             window.fits().bar().search().setText(QStringLiteral("rtx"));
         }},
        {"main", "tight",
         [] {
             return with_edit(with_cards(first_session(), {"GeForce RTX 4060 Ti 16 GB"}), {{"sequence_length", "2304"}});
         },
         nothing},
        {"main", "no", [] { return with_cards(first_session(), {"GeForce RTX 3070"}); }, nothing},
        {"main", "unknown",
         [] {
             Session s = first_session();
             s.scenarios[0].plan.model = {.preset = "no-such-model"};
             return s;
         },
         nothing, false},
        {"main", "odd",
         [] {
             return with_edit(first_session(), {{"stack", "unsloth"}, {"sequence_length", "40000"}});
         },
         nothing},
        {"main", "no-cards", [] { return with_cards(first_session(), {}); }, nothing, false},
        {"main", "full",
         [] {
             return with_edit(first_session(), {{"method", "full"}, {"weights.quant", "none"}});
         },
         nothing},
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
             emit window.memory_chart().expand_toggled(Group::weights);
             emit window.memory_chart().expand_toggled(Group::runtime);
         }},
        {"timeline", "zoomed", first_session, show_peak},
        {"main", "error", first_session, [&folder](MainWindow &window) { window.open_file(broken_file(folder)); }},
        {"sweep", "line", first_session, [](MainWindow &window) { show_sweep(window, std::nullopt); }},
        {"sweep", "grid", first_session, [](MainWindow &window) { show_sweep(window, SolveField::micro_batch); }},
        {"advice", "no", [] { return with_cards(first_session(), {"GeForce RTX 3070"}); }, show_advice},
        {"main", "tables", compared, trigger("view.tables")},
        {"main", "rule-of-thumb", compared, trigger("view.rule")},
        {"live", "empty", first_session,
         [](MainWindow &window) {
             window.tabs().setCurrentWidget(&window.live());
             settle(600);
         }},
        {"live", "running", first_session, show_run},
    };
    for (State &one : popup_states()) all.push_back(std::move(one));
    return all;
}

constexpr QLatin1StringView contrast_name("high-contrast");

struct Wanted {
    QString folder;
    QRegularExpression only; ///< of file names
    bool contrast = false;   ///< high contrast too: only where the names ask for it
};

QString file_name(const State &state, const QString &theme, QSize size)
{
    return QStringLiteral("%1-%2-%3-%4x%5@%6.png")
        .arg(QString::fromLatin1(state.view), QString::fromLatin1(state.name), theme)
        .arg(size.width())
        .arg(size.height())
        .arg(qRound(qApp->devicePixelRatio()));
}

bool write_state(const State &state, const WindowParts &parts, const QString &name, QSize size, const QString &folder)
{
    MainWindow window(parts, state.session());
    window.resize(size);
    window.move(0, 0);
    window.show();
    settle();
    static_cast<void>(window.plan_pane()); // whole, however slow the machine is
    settle();
    if (state.answered) wait_for_notes(window);
    state.prepare(window);
    settle(160);
    const QPixmap picture = picture_of(window);
    if (QWidget *popup = QApplication::activePopupWidget()) popup->close();
    if (picture.save(QDir(folder).filePath(name))) return true;
    std::fprintf(stderr, "plimsoll-window: %s cannot be written\n", qPrintable(QDir(folder).filePath(name)));
    return false;
}

bool write_at_this_scale(const Wanted &wanted)
{
    QTemporaryDir scratch;
    Settings settings(scratch.filePath(QStringLiteral("window.ini")));
    Theme theme(qApp, ThemeChoice::light);
    const WindowParts parts = real_parts(&settings, &theme);
    bool written = true;
    for (const auto &[name, choice] : {std::pair{QStringLiteral("light"), ThemeChoice::light},
                                       {QStringLiteral("dark"), ThemeChoice::dark},
                                       {QString(contrast_name), ThemeChoice::high_contrast}}) {
        if (choice == ThemeChoice::high_contrast && !wanted.contrast) continue;
        theme.choose(choice);
        for (const QSize size : {QSize(1280, 800), QSize(2560, 1440)})
            for (const State &state : states(scratch))
                if (const QString file = file_name(state, name, size); wanted.only.match(file).hasMatch())
                    written = write_state(state, parts, file, size, wanted.folder) && written;
    }
    return written;
}

/// Scale is a property of the process, so the other one gets a process of its own.
bool write_at_scale_two(const QString &folder, const QString &only)
{
    QProcess other;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QString::fromLatin1(scale_variable), QStringLiteral("2"));
    other.setProcessEnvironment(environment);
    other.setProcessChannelMode(QProcess::ForwardedChannels);
    other.start(QCoreApplication::applicationFilePath(),
                {QStringLiteral("--screenshots"), folder, QStringLiteral("--only"), only});
    return other.waitForFinished(-1) && other.exitCode() == 0;
}

} // namespace

int write_screenshots(const QString &folder, const QString &only)
{
    if (!QDir().mkpath(folder)) {
        std::fprintf(stderr, "plimsoll-window: %s cannot be made\n", qPrintable(folder));
        return 2;
    }
    const Wanted wanted{folder, QRegularExpression(QRegularExpression::wildcardToRegularExpression(only)),
                        only.contains(contrast_name)};
    const bool second = qEnvironmentVariable(scale_variable) == QStringLiteral("2");
    const bool written = write_at_this_scale(wanted) && (second || write_at_scale_two(folder, only));
    return written ? 0 : 2;
}

} // namespace plimsoll
