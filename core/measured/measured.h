// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"
#include "core/ground/result.h"
#include "core/measured/memory_message.h"

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace plimsoll {

/// One phase of a real run, as its source names it; several micro batches of a step are one.
struct MeasuredPhase {
    Count step = 0; ///< 0: loading
    std::string
        phase; ///< "load" | "forward" (with the loss) | "backward" | "optimizer_step" | "generate" | "extract" | "evaluation"
    std::optional<Bytes> allocated_peak, reserved_peak, allocated_end;
    bool operator==(const MeasuredPhase &) const = default;
};

/// A figure over time.
struct MeasuredCurve {
    std::string what; ///< "allocated" | "reserved" | "device" | "process" | a category of the source's own
    std::string of;   ///< whose it is, where there are several: "0", "NVIDIA H100 80GB HBM3", a process's number
    std::vector<std::pair<double, Bytes>> points; ///< seconds since the first of them, or the sample's number; bytes
    bool operator==(const MeasuredCurve &) const = default;
    [[nodiscard]] std::optional<Bytes> peak() const;
};

/// How fast a real run was; what its source does not say is absent.
struct MeasuredSpeed {
    std::optional<double> step_seconds;      ///< of one optimizer step, without the first, which finds nothing compiled or cached
    std::optional<double> tokens_per_second; ///< of a training, on all its cards
    std::optional<double> rows_per_second;   ///< of a training, on all its cards
    std::optional<double> prefill, decode;   ///< tokens a second of a prompt alone, of one sequence alone
    std::optional<double> output;            ///< new tokens a second of a load, on all cards
    bool operator==(const MeasuredSpeed &) const = default;
    [[nodiscard]] bool known() const
    {
        return step_seconds || tokens_per_second || rows_per_second || prefill || decode || output;
    }
};

/// One test of a table that has several, of one model and setting each.
struct MeasuredTest {
    std::string model;                       ///< as the table calls it
    std::optional<double> parameters, bytes; ///< of the model
    std::optional<Count> layers;             ///< of it on cards; more than it has: all
    Count depth = 0;                         ///< tokens in the cache before
    bool prompt = false;                     ///< of a prompt, else of new tokens
    double rate = 0;                         ///< tokens a second
    bool operator==(const MeasuredTest &) const = default;
};

/// What a real run took, from whatever source. What the source does not say is absent.
struct Measured {
    std::string source; ///< "plimsoll.measurement/1", "torch snapshot", "nvidia-smi", …
    std::string card;   ///< its name; empty: not said
    std::optional<Bytes> card_total;
    std::vector<std::pair<std::string, std::string>> versions; ///< library, release
    std::optional<Bytes> allocated_peak, reserved_peak;        ///< after loading
    std::optional<Bytes> device_peak;                          ///< of the process, as nvidia-smi shows it
    std::optional<Bytes> outside_torch;                        ///< context and libraries: device less reserved at one moment
    std::optional<Bytes> used_peak;                            ///< of the whole card, by all processes
    std::vector<MeasuredPhase> phases;
    std::vector<MeasuredCurve> curves;
    MeasuredSpeed speed = {};
    std::vector<MeasuredTest> tests = {}; ///< what `speed` was chosen from
    std::optional<double> running = {};   ///< requests at once, of a load
    std::vector<std::string> notes, not_covered;
    std::string plan;   ///< of the run, plimsoll.plan/1 as text; empty: the source has none
    std::string runner; ///< who ran it: "trainer", "trl", "loop", "generate", "extract"
    bool out_of_memory = false;
    std::optional<MemoryMessage> message; ///< of a message that memory ran out
    bool operator==(const Measured &) const = default;
};

/// docs/schema/import.md, `measured`; curves with at most `points` points each, the highest of every stretch.
[[nodiscard]] nlohmann::ordered_json measured_to_json(const Measured &measured, std::size_t points = 2000);
/// Its figures for a terminal, a line each.
[[nodiscard]] std::string measured_to_text(const Measured &measured);

} // namespace plimsoll
