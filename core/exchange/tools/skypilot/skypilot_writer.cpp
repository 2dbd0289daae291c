// SPDX-License-Identifier: GPL-3.0-or-later
// SkyPilot 0.14.1: utils/schemas.py (get_task_schema); a task that writes another tool's file and runs it
#include "core/cards/gpu.h"
#include "core/exchange/tools/shared/engine_words.h"
#include "core/exchange/exchange.h"
#include "core/exchange/tools/skypilot/skypilot.h"
#include "core/exchange/tools/shared/spread_words.h"
#include "core/ground/phrase.h"
#include "core/plan/field.h"
#include "core/plan/names.h"

#include <algorithm>

namespace plimsoll {

namespace {

/// Whose words the task runs: the plan's own where they are written, else the nearest.
struct Runs {
    std::string_view name; ///< of a stack or an engine
    Result<Exported> (*write)(const Plan &plan);
    std::string_view setup, file, command; ///< no file: the text is the command
};
constexpr Runs trainers[] = {
    {"axolotl", write_axolotl, "pip install axolotl", "plan.yaml", "axolotl train plan.yaml"},
    {"llama-factory", write_llama_factory, "pip install llamafactory", "plan.yaml", "llamafactory-cli train plan.yaml"},
    {"unsloth", write_unsloth, "pip install unsloth", "plan.py", "python plan.py"},
    {"trl", write_trl, "pip install 'trl[peft,quantization]'", "plan.yaml", "trl sft --config plan.yaml"},
};
constexpr Runs servers[] = {
    {"sglang", write_sglang, "pip install 'sglang[all]'", "", ""},
    {"llama.cpp", write_llama_cpp, "brew install llama.cpp", "", ""},
    {"ollama", write_ollama, "curl -fsSL https://ollama.com/install.sh | sh", "", ""},
    {"vllm", write_vllm, "pip install vllm", "", ""},
};

const Runs &runs_for(const Plan &plan)
{
    const bool trains = plan.task == Task::train;
    const std::string_view name = trains ? name_of(plan.stack) : name_of(plan.inference.engine);
    const std::span<const Runs> all = trains ? std::span<const Runs>(trainers) : std::span<const Runs>(servers);
    const auto found = std::ranges::find(all, name, &Runs::name);
    return found == all.end() ? all.back() : *found;
}

/// "A100-80GB" for a card that the catalogue knows; empty for others.
std::string word_of(const std::string &card)
{
    const Result<GpuMatch> match = find_gpu(card);
    if (!match.ok()) return {};
    const auto found = std::ranges::find(sky_names, std::string_view(match->gpu->name), &SkyName::card);
    return found == std::end(sky_names) ? std::string() : std::string(found->word);
}

/// The card and how many of it the plan takes.
struct Hired {
    std::string word;
    Count count = 1;
};

Hired hired_for(const Plan &plan, std::vector<NotSaid> &not_said)
{
    Hired out{{}, std::max<Count>(processes_of(plan), 1)};
    if (plan.target.gpus.empty()) return out;
    Count all = 0;
    bool alike = true;
    for (const std::string &named : plan.target.gpus) {
        const std::size_t colon = named.rfind(':');
        const auto count = colon == std::string::npos ? std::nullopt : count_from_text(named.substr(colon + 1));
        const std::string word = word_of(count ? named.substr(0, colon) : named);
        if (all == 0) out.word = word;
        alike = alike && word == out.word;
        if (word == out.word) all += count.value_or(1);
    }
    out.count = std::max(out.count, all);
    if (out.word.empty() || !alike)
        not_said.push_back({"target.gpus", shown_value("target.gpus", plan),
                            out.word.empty() ? phrase(QT_TRANSLATE_NOOP("core", "%1 hires no such card"), {"SkyPilot"})
                                             : phrase(QT_TRANSLATE_NOOP("core", "a task hires cards of one kind"))});
    return out;
}

std::string indented(std::string_view text)
{
    std::string out;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        if (end > 0) out += "  " + std::string(text.substr(0, end));
        out += '\n';
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return out;
}

std::string task(const Hired &hired, const Runs &runs, const Exported &inner)
{
    constexpr Count most = 8; // cards of one machine
    const Count nodes = hired.count > most && hired.count % most == 0 ? hired.count / most : 1;
    std::string out = "# sky launch THIS_FILE\nresources:\n";
    const std::string count = std::to_string(hired.count / nodes);
    out += hired.word.empty() ? "  # accelerators: NAME:" + count + '\n' : "  accelerators: " + hired.word + ':' + count + '\n';
    if (hired.word.empty()) out += "  cpus: 4+\n";
    if (nodes > 1) out += "num_nodes: " + std::to_string(nodes) + '\n';
    out += "setup: |\n" + indented(std::string(runs.setup) + '\n') + "run: |\n";
    std::string script;
    for (const std::string &line : inner.first) script += line + '\n';
    if (runs.file.empty()) return out + indented(script + inner.text);
    script += "cat > " + std::string(runs.file) + " <<'END'\n" + inner.text + "END\n" + std::string(runs.command) + '\n';
    return out + indented(script);
}

} // namespace

Result<Exported> write_skypilot(const Plan &plan)
{
    const Runs &runs = runs_for(plan);
    Result<Exported> inner = runs.write(plan);
    if (!inner.ok()) return inner.error();
    std::vector<NotSaid> not_said = std::move(inner->not_said);
    const Hired hired = hired_for(plan, not_said);
    if (hired.count == processes_of(plan))
        std::erase_if(not_said, [](const NotSaid &row) { return row.field == "parallel.data"; });
    for (const char *path : {"target.budget_bytes", "target.budget_first", "target.reserve_fraction", "target.process_bytes"})
        if (plan.has(path))
            not_said.push_back(
                {path, shown_value(path, plan), phrase(QT_TRANSLATE_NOOP("core", "%1 hires whole cards"), {"SkyPilot"})});
    return Exported{{}, task(hired, runs, *inner), std::move(not_said)};
}

} // namespace plimsoll
