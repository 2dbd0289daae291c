// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/ways_out.h"

#include "core/ground/phrase.h"

#include <cmath>
#include <cstdio>

namespace plimsoll {

namespace {

/// format_gib(): two places, zeros at the end dropped.
std::string in_gib(Bytes bytes)
{
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, "%.2f", static_cast<double>(bytes) / static_cast<double>(gib));
    std::string out = buffer;
    while (out.ends_with('0') && !out.ends_with(".0")) out.pop_back();
    return out;
}

std::string short_number(double value)
{
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, "%g", value);
    return buffer;
}

} // namespace

void say_ways_out(Error &refusal, const WaysOut &ways)
{
    const auto add = [&refusal](const std::string &sentence) { refusal.text.append(" ").append(sentence); };
    constexpr const char *at_most = QT_TRANSLATE_NOOP("core", "It starts with %1 of at most %2.");
    constexpr const char *at_least = QT_TRANSLATE_NOOP("core", "It starts with %1 of at least %2.");
    if (ways.context) add(phrase(at_most, {"max_model_len", std::to_string(*ways.context)}));
    if (ways.utilization)
        add(phrase(ways.utilization_at_most ? at_most : at_least, {"gpu_memory_utilization", short_number(*ways.utilization)}));
    if (ways.requests) add(phrase(at_most, {"max_num_seqs", std::to_string(*ways.requests)}));
}

std::optional<Error> refused_by_free(const EngineStart &start, Bytes free)
{
    if (!start.asks_free || !start.requested || !start.total || free >= *start.requested) return std::nullopt;
    const double share = start.taken.gpu_memory_utilization.value_or(0);
    char words[256];
    std::snprintf(words, sizeof words,
                  "Free memory on device cuda:0 (%s/%s GiB) on startup is less than desired GPU memory utilization (%s, %s GiB). "
                  "Decrease GPU memory utilization or reduce GPU memory used by other processes.",
                  in_gib(free).c_str(), in_gib(*start.total).c_str(), short_number(share).c_str(),
                  in_gib(*start.requested).c_str());
    Error out{"inference.gpu_memory_utilization", short_number(share), {}, words};
    const double most = std::floor(static_cast<double>(free) / static_cast<double>(*start.total) * 1000) / 1000;
    const Bytes least = start.weights + start.buffers + start.activation + start.non_torch + start.graphs - start.beyond_share;
    if (most > 0 && most * static_cast<double>(*start.total) > static_cast<double>(least))
        say_ways_out(out, {.utilization = most, .utilization_at_most = true});
    return out;
}

} // namespace plimsoll
