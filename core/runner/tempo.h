// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace plimsoll {

/// Without graphs Python launches a decoder layer's ten kernels out of a dozen modules: 5.5 and 12 µs each, as in a training's step
/// (core/clock/step_time.cpp). Seconds.
inline constexpr double eager_layer_of_server = 10 * 5.5e-6 + 12 * 12e-6;

/// How an engine's step goes beside what its kernels have to do; seconds, and shares of a card's rates. The file of each engine says
/// where its own come from.
struct Tempo {
    double step = 0.5e-3;    ///< of a step: scheduling, sampling, copying tokens
    double layer = 0.04e-3;  ///< of a layer in a step: gaps between kernels that graphs or streams leave
    double host_layer = 0;   ///< least of a layer in a step where the host launches kernel by kernel; 0: graphs replay
    double eager_layer = 0;  ///< the same where the plan asks for no graphs; 0: it cannot
    double reads = 1.0;      ///< of the card's share of the bandwidth, of 16-bit weights read for few sequences
    double packed = 1.0;     ///< the same of weights of fewer bits
    double computes = 0.85;  ///< of a 16-bit product's rate, of products with packed weights and many rows
    double attends = 1.0;    ///< of FlashAttention's rate
    bool in_halves = false;  ///< products accumulate in FP16, or run on integers: at the full rate where FP32 halves it
    bool by_library = false; ///< each product is a kernel of a library (cuBLAS, Marlin) with a least time; of joined matrices one
    bool unfused = false;    ///< one kernel an operation, on float32; products unpack their matrix and cast what comes and goes
    int pass = 8192;         ///< most tokens of a prompt that one pass takes
    bool mixes = false;      ///< prompts and sequences that generate share a pass (continuous batching)
    bool in_turn = false; ///< several cards hold layers one after another: pieces of a prompt follow each other, one token waits
    int crosses_from =
        1; ///< rows from which products run on the card though the weights stand with the host, from where they come
    double crosses = 0.8; ///< of the bus's rate, at which they do
    double doubt = 1.17;  ///< a factor that 90 % of its published rates lie within, of dense models on one card
    double served = 0.85; ///< of a steady step's tokens, what comes out of a load that comes and goes
};

} // namespace plimsoll
