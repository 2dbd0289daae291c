// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"
#include "core/model/architecture.h"
#include "core/model/loading/loader.h"

#include <map>
#include <string>
#include <vector>

namespace plimsoll {

/// Something about the loading that a person must hear; `code` is stable.
struct LoadNote {
    /// experts_not_quantised, experts_not_loaded, experts_dequantised, dequantised, expands_in_first_forward,
    /// loader_does_not_know, nothing_quantised, load_fails, dtype_changed,
    /// towers_left_out
    std::string code;
    std::string text;
    bool first = false; ///< belongs before everything else: the figure is another than the name of the method says

    bool operator==(const LoadNote &) const = default;
};

/// What stands on the card once the model is loaded, tensor by tensor.
struct LoadedWeights {
    std::map<std::string, MatrixLayoutRef, std::less<>> layouts; ///< full name of a parameter ("….q_proj.weight") to its layout;
                                                                 ///< what is missing is dense in `dtype`
    Dtype dtype = Dtype::bf16;     ///< of the rest; the loader may change what was asked (AWQ: fp16)
    bool fp32_rest = false;        ///< transformers 4 with FP8: embeddings, norms and head in float32
    std::string scheme = "none";   ///< what the weights are called in answers: "gptq4", "fp8", "none" where all is unpacked
    bool trains = false;           ///< PEFT can train adapters on these modules
    Bytes bytes = 0;               ///< all parameters and persistent tensors as loaded, without towers that the class leaves out
    Bytes metadata_bytes = 0;      ///< of them, beside the values
    Bytes after_first_forward = 0; ///< the same once a forward has run; differs for compressed-tensors
    std::vector<LoadNote> notes;

    bool operator==(const LoadedWeights &) const = default;
};

/// What `loader` makes of `architecture`, whose own quantisation counts unless loader.quant names another. Error where the
/// library refuses or fails, or where the method's bytes cannot be counted: it names the method and the way out.
/// Rules: transformers 5.23 and 4.57 quantizers/ and integrations/, optimum 2 gptq/utils.py, compressed-tensors 0.20,
/// gptqmodel 7.7, vLLM 0.33 model_executor/layers/quantization/.
[[nodiscard]] Result<LoadedWeights> load_weights(const Architecture &architecture, const Loader &loader);

} // namespace plimsoll
