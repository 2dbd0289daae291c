// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/screens/screenshot_states.h"
#include "core/live/history.h"
#include "ui/document/scenarios.h"
#include "ui/panels/live/gpu_corner.h"
#include "ui/panels/live/live_panel.h"

#include <utility>

namespace plimsoll {
namespace {

constexpr std::int64_t start_ms = 1'795'276'800'000;
constexpr int last_second = 300;
constexpr std::uint32_t trained_by = 4242;

/// A machine at one moment of the five minutes that are shown.
using Machine = LiveSnapshot (*)(int second);

LiveProcess process(std::uint32_t pid, Bytes used, const char *name)
{
    return {pid, Reading<Bytes>::of(used), Reading<std::string>::of(name)};
}

/// A card of 24 GiB with a desktop on it and a run that holds so much.
LiveGpu card_of(Bytes run, bool busy)
{
    constexpr Bytes total = 25'757'220'864, others = 612 * mib;
    LiveGpu gpu;
    gpu.name = Reading<std::string>::of("NVIDIA GeForce RTX 4090");
    gpu.total = Reading<Bytes>::of(total);
    gpu.used = Reading<Bytes>::of(run + others);
    gpu.utilisation = Reading<int>::of(busy ? 97 : 3);
    gpu.temperature = Reading<int>::of(busy ? 68 : 41);
    gpu.power = Reading<int>::of(busy ? 402'000 : 31'000);
    gpu.reserved = Reading<Bytes>::of(484 * mib);
    gpu.free = Reading<Bytes>::of(total - *gpu.used - *gpu.reserved);
    gpu.processes = {process(1804, 412 * mib, "gnome-shell"), process(2210, 160 * mib, "firefox")};
    if (run > 0) gpu.processes.push_back(process(trained_by, run, "python3"));
    return gpu;
}

LiveSnapshot at(int second, std::vector<LiveGpu> gpus)
{
    return {start_ms + second * std::int64_t{1000}, "590.48.01", std::move(gpus), {}};
}

/// A training run that loads, steps and ends at so many MiB.
Bytes run_at(int second, Bytes end)
{
    return second < 45 ? 0 : second < 80 ? (second - 45) * (225 * mib) : second < 100 ? 13 * gib : end * mib;
}

LiveSnapshot training(int second) { return at(second, {card_of(run_at(second, 16'600), second >= 80)}); }

LiveSnapshot nearly_full(int second) { return at(second, {card_of(run_at(second, 22'400), second >= 80)}); }

/// Beside it a smaller card with processes of somebody else.
LiveSnapshot two_cards(int second)
{
    LiveGpu other = card_of(0, false);
    other.index = 1;
    other.name = Reading<std::string>::of("NVIDIA RTX 2000 Ada Generation");
    other.total = Reading<Bytes>::of(17'175'674'880);
    other.used = Reading<Bytes>::of(14'900 * mib);
    other.free = Reading<Bytes>::of(*other.total - *other.used - *other.reserved);
    other.processes = {process(5120, 9'400 * mib, "ollama"), process(5333, 3'300 * mib, "jupyter-notebook"),
                       process(5871, 1'100 * mib, "python3"), process(6002, 640 * mib, "Xorg")};
    return at(second, {card_of(run_at(second, 16'600), second >= 80), other});
}

/// In a container: no process is listed, and this card does not measure its power.
LiveSnapshot untold(int second)
{
    LiveGpu gpu = card_of(run_at(second, 16'600), second >= 80);
    gpu.processes.clear();
    gpu.processes_reason = "no permission";
    gpu.power = Reading<int>::missing("not supported by this card");
    gpu.temperature = Reading<int>::missing("not supported by this card");
    return at(second, {gpu});
}

std::function<LiveSnapshot()> last_of(Machine machine)
{
    return [machine] { return machine(last_second); };
}

/// Once the machine's own reading is there.
void show_live(MainWindow &window)
{
    constexpr int longest_wait_ms = 60'000;
    window.views().setCurrentWidget(&window.views().live());
    const auto *corner = window.findChild<GpuCorner *>();
    wait_for([corner] { return corner->text() != GpuCorner::tr("GPU"); }, longest_wait_ms);
    settle(80);
}

void show_minutes(MainWindow &window, Machine machine)
{
    show_live(window);
    LiveHistory history;
    for (int second = 0; second <= last_second; ++second) history.add(machine(second));
    window.views().live().show_history(history, window.estimation().snapshot().current().estimate);
}

std::function<void(MainWindow &)> minutes_of(Machine machine)
{
    return [machine](MainWindow &window) { show_minutes(window, machine); };
}

void show_attached(MainWindow &window)
{
    show_minutes(window, training);
    window.views().live().attach(trained_by);
    window.views().live().room().field().setText(QStringLiteral("8GiB"));
}

void show_second_card(MainWindow &window)
{
    show_minutes(window, two_cards);
    LivePanel &panel = window.views().live();
    panel.view().setCurrentIndex(panel.model().index(1, 0));
}

void show_table(MainWindow &window)
{
    show_minutes(window, training);
    window.actions()["view.tables"]->trigger();
}

} // namespace

std::vector<ScreenshotState> live_states()
{
    const auto of = [](const char *name, Machine machine, std::function<void(MainWindow &)> prepare) {
        return ScreenshotState{"live", name, first_session, std::move(prepare), false, machine ? last_of(machine) : nullptr};
    };
    return {
        of("empty", nullptr, show_live),
        of("running", training, minutes_of(training)),
        of("attached", training, show_attached),
        of("nearly-full", nearly_full, minutes_of(nearly_full)),
        of("two-cards", two_cards, show_second_card),
        of("untold", untold, minutes_of(untold)),
        of("table", training, show_table),
        of("silent", training,
           [](MainWindow &window) {
               show_minutes(window, training);
               window.views().live().set_silent(true);
           }),
        of("replayed", training,
           [](MainWindow &window) {
               window.views().live().set_replayed(QStringLiteral("finetune.jsonl"));
               show_minutes(window, training);
           }),
    };
}

} // namespace plimsoll
