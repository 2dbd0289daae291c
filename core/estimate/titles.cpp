// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/titles.h"

#include "core/ground/phrase.h"

#include <array>
#include <string_view>

namespace plimsoll {

std::string title_of(Component component)
{
    constexpr std::array<const char *, component_count> titles{QT_TRANSLATE_NOOP("core", "Weights"),
                                                               QT_TRANSLATE_NOOP("core", "Weight casts"),
                                                               QT_TRANSLATE_NOOP("core", "Quantization metadata"),
                                                               QT_TRANSLATE_NOOP("core", "Adapters"),
                                                               QT_TRANSLATE_NOOP("core", "Gradients"),
                                                               QT_TRANSLATE_NOOP("core", "Optimizer"),
                                                               QT_TRANSLATE_NOOP("core", "Activations"),
                                                               QT_TRANSLATE_NOOP("core", "Checkpoints"),
                                                               QT_TRANSLATE_NOOP("core", "Recompute"),
                                                               QT_TRANSLATE_NOOP("core", "Captured states"),
                                                               QT_TRANSLATE_NOOP("core", "Logits and loss"),
                                                               QT_TRANSLATE_NOOP("core", "KV cache"),
                                                               QT_TRANSLATE_NOOP("core", "Temporaries"),
                                                               QT_TRANSLATE_NOOP("core", "Workspace"),
                                                               QT_TRANSLATE_NOOP("core", "Communication"),
                                                               QT_TRANSLATE_NOOP("core", "Allocator slack"),
                                                               QT_TRANSLATE_NOOP("core", "CUDA context")};
    return phrase(titles[static_cast<std::size_t>(component)]);
}

std::string words_for(Component component)
{
    constexpr std::array<const char *, component_count> words{QT_TRANSLATE_NOOP("core", "weights"),
                                                              QT_TRANSLATE_NOOP("core", "weight casts"),
                                                              QT_TRANSLATE_NOOP("core", "quantization metadata"),
                                                              QT_TRANSLATE_NOOP("core", "adapters"),
                                                              QT_TRANSLATE_NOOP("core", "gradients"),
                                                              QT_TRANSLATE_NOOP("core", "optimizer states"),
                                                              QT_TRANSLATE_NOOP("core", "activations"),
                                                              QT_TRANSLATE_NOOP("core", "checkpoints"),
                                                              QT_TRANSLATE_NOOP("core", "recomputed layer"),
                                                              QT_TRANSLATE_NOOP("core", "captured states"),
                                                              QT_TRANSLATE_NOOP("core", "logits and loss"),
                                                              QT_TRANSLATE_NOOP("core", "KV cache"),
                                                              QT_TRANSLATE_NOOP("core", "temporaries"),
                                                              QT_TRANSLATE_NOOP("core", "workspace"),
                                                              QT_TRANSLATE_NOOP("core", "communication"),
                                                              QT_TRANSLATE_NOOP("core", "reserved, not in use"),
                                                              QT_TRANSLATE_NOOP("core", "CUDA context")};
    return phrase(words[static_cast<std::size_t>(component)]);
}

std::string title_of_operation(const char *operation)
{
    constexpr std::string_view one_word_stage = "loaded"; // of an engine's start; the other stages are several words
    const std::string_view name(operation);
    return name != one_word_stage && name.find(' ') == std::string_view::npos ? std::string(name) : phrase(operation);
}

std::string TimelinePoint::title() const { return title_of_operation(label.c_str()); }

std::string title_of(Phase phase)
{
    constexpr std::array<const char *, 19> titles{QT_TRANSLATE_NOOP("core", "load"),
                                                  QT_TRANSLATE_NOOP("core", "forward"),
                                                  QT_TRANSLATE_NOOP("core", "loss"),
                                                  QT_TRANSLATE_NOOP("core", "loss backward"),
                                                  QT_TRANSLATE_NOOP("core", "backward"),
                                                  QT_TRANSLATE_NOOP("core", "optimizer step"),
                                                  QT_TRANSLATE_NOOP("core", "prefill"),
                                                  QT_TRANSLATE_NOOP("core", "generation"),
                                                  QT_TRANSLATE_NOOP("core", "extract"),
                                                  QT_TRANSLATE_NOOP("core", "evaluation"),
                                                  QT_TRANSLATE_NOOP("core", "old log-probabilities"),
                                                  QT_TRANSLATE_NOOP("core", "reference"),
                                                  QT_TRANSLATE_NOOP("core", "reward"),
                                                  QT_TRANSLATE_NOOP("core", "objective's loss"),
                                                  QT_TRANSLATE_NOOP("core", "profile"),
                                                  QT_TRANSLATE_NOOP("core", "capture"),
                                                  QT_TRANSLATE_NOOP("core", "serve"),
                                                  QT_TRANSLATE_NOOP("core", "save"),
                                                  QT_TRANSLATE_NOOP("core", "KL estimate")};
    return phrase(titles[static_cast<std::size_t>(phase)]);
}

std::string words_for(Phase phase) { return title_of(phase); }

} // namespace plimsoll
