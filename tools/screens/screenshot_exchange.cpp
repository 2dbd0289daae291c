// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/screens/screenshot_states.h"
#include "core/api/runs/run_export.h"
#include "ui/document/scenarios.h"
#include "ui/document/text.h"
#include "ui/panels/exchange/export_dialog.h"
#include "ui/panels/exchange/run_dialog.h"
#include "ui/window/exchange/exporter.h"

#include <QDir>
#include <QFile>

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plimsoll {
namespace {

constexpr int screenshot_exchange_longest_wait_ms = 60'000;

QString written(const QString &folder, const char *name, const QByteArray &bytes)
{
    QString path = QDir(folder).filePath(QString::fromLatin1(name));
    QFile file(path);
    if (file.open(QIODevice::WriteOnly)) file.write(bytes);
    return path;
}

Session served()
{
    const auto plan = with_edits(first_session().current().plan, {{"task", "infer"},
                                                                  {"weights.quant", "none"},
                                                                  {"inference.engine", "vllm"},
                                                                  {"inference.cache", "static"},
                                                                  {"inference.context", "32768"}});
    return plan.ok() ? with_plan(first_session(), *plan) : first_session();
}

void open_tool(MainWindow &window, const char *name)
{
    window.actions()["export.tool"]->trigger();
    if (auto *dialog = window.findChild<ExportDialog *>()) dialog->choose(name);
}

constexpr const char *configuration =
    "# sft.yaml\nmodel_name_or_path: Qwen/Qwen2.5-Coder-7B\nuse_peft: true\nload_in_4bit: true\n"
    "lora_r: 32\nmax_length: 2048\nper_device_train_batch_size: 2\nseed: 7\n"
    "num_generations: 8\nmax_lenght: 4096\n";
constexpr const char *card =
    "---\nlicense: apache-2.0\n---\n# Coder, tuned\n\nA model.\n\n## Training\n\n### Hardware\n\nOne card.\n\n"
    "## Citation\n\nNone yet.\n";

Result<Exported> snapshot_of(const Session &session)
{
    Planner planner;
    return exported_as(planner.models(), {.plan = session.plan_of(session.current())}, "snapshot");
}

/// The selected plan's own step, as if a card had run it; its figures are the plan's, and a little more.
QByteArray measurement_of(MainWindow &window, bool out_of_memory = false)
{
    const Session &session = window.document().session();
    const Peak &peak = window.estimation().snapshot().current().estimate->shown().peak;
    nlohmann::ordered_json out{{"schema", "plimsoll.measurement/1"}};
    out["plan"] = nlohmann::ordered_json::parse(R"({"schema": "plimsoll.plan/1", "model": {"preset": "qwen2.5-coder-7b"},
        "method": "qlora", "sequence_length": 2048})");
    if (!session.current().plan.model.preset.empty()) out["plan"]["model"]["preset"] = session.current().plan.model.preset;
    out["card"] = {{"name", "NVIDIA GeForce RTX 4090"}, {"total_bytes", 25'757'220'864}};
    out["versions"] = {{"torch", "2.15.0"}, {"transformers", "5.23.0"}};
    out["runner"] = "trainer";
    out["allocated_peak_bytes"] = peak.allocated + 96 * mib;
    out["reserved_peak_bytes"] = peak.reserved + 210 * mib;
    const auto phase = [](int step, const char *name, Bytes bytes) {
        return nlohmann::ordered_json{{"step", step}, {"phase", name}, {"allocated_peak_bytes", bytes}};
    };
    out["phases"] = {phase(0, "load", peak.load), phase(2, "forward", peak.allocated * 8 / 10),
                     phase(2, "backward", peak.allocated + 96 * mib), phase(2, "optimizer_step", peak.load + 400 * mib)};
    if (out_of_memory) {
        out["phases"].back() = phase(2, "out_of_memory", peak.allocated + 96 * mib);
        out["out_of_memory"] = {{"step", 2},
                                {"phase", "backward"},
                                {"allocated_bytes", peak.allocated + 96 * mib},
                                {"reserved_bytes", peak.reserved + 210 * mib}};
    }
    out["device"] = {{"process_bytes", peak.device + 230 * mib}, {"outside_torch_bytes", 560 * mib}};
    return QByteArray::fromStdString(out.dump());
}

/// A run that stands beside its plan.
void show_run_of(MainWindow &window, const QString &path)
{
    window.files().open(path);
    wait_for(
        [&] {
            auto *dialog = window.findChild<RunDialog *>();
            return dialog && dialog->model().rowCount() > 0;
        },
        screenshot_exchange_longest_wait_ms);
    settle(200); // the bar of what is worked out goes
}

std::vector<ScreenshotState> run_states(const QString &scratch)
{
    return {
        {"run", "measurement", first_session,
         [scratch](MainWindow &window) { show_run_of(window, written(scratch, "run.json", measurement_of(window))); }},
        {"run", "snapshot", first_session,
         [scratch](MainWindow &window) {
             const Result<Exported> file = snapshot_of(window.document().session());
             if (file.ok()) show_run_of(window, written(scratch, "step.pickle", QByteArray::fromStdString(file->text)));
         }},
        {"run", "out-of-memory", first_session,
         [scratch](MainWindow &window) { show_run_of(window, written(scratch, "run.json", measurement_of(window, true))); }},
        {"run", "log", first_session,
         [scratch](MainWindow &window) {
             show_run_of(window,
                         written(scratch, "smi.csv", "index, memory.used [MiB], memory.total [MiB]\n0, 15790 MiB, 24564 MiB\n"));
         }},
        {"run", "share", first_session,
         [scratch](MainWindow &window) {
             show_run_of(window, written(scratch, "run.json", measurement_of(window)));
             if (auto *dialog = window.findChild<RunDialog *>()) dialog->share_button().click();
         }},
    };
}

} // namespace

std::vector<ScreenshotState> exchange_states(const QString &scratch)
{
    std::vector<ScreenshotState> all{
        {"export", "trl", first_session, [](MainWindow &window) { open_tool(window, "trl"); }},
        {"export", "vllm", served, [](MainWindow &window) { open_tool(window, "vllm"); }},
        {"export", "snapshot", first_session, [](MainWindow &window) { open_tool(window, "snapshot"); }},
        {"import", "trl", first_session,
         [scratch](MainWindow &window) { window.files().open(written(scratch, "sft.yaml", configuration)); }},
        {"import", "no-model", first_session,
         [](MainWindow &window) {
             window.files().take_text(QStringLiteral("Clipboard"), QStringLiteral("trl sft --use_peft --lora_r 64 --bf16 true"));
         }},
        {"import", "refused", first_session,
         [scratch](MainWindow &window) { window.files().open(written(scratch, "odd.yaml", "lora_r: [16\n")); }},
        {"import", "card",
         [] {
             return with_compared_precisions(first_session(), {true, true});
         },
         [scratch](MainWindow &window) {
             const Result<std::string> text = card_with_block({window.estimation().snapshot(), {}}, card);
             if (text.ok()) window.files().open(written(scratch, "README.md", QByteArray::fromStdString(*text)));
         }},
        {"card", "difference",
         [] {
             return with_compared_precisions(first_session(), {true, true});
         },
         [scratch](MainWindow &window) { window.exports().insert_into(written(scratch, "README.md", card)); }},
    };
    for (ScreenshotState &one : run_states(scratch)) all.push_back(std::move(one));
    return all;
}

} // namespace plimsoll
