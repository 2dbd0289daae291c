// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/architecture.h"
#include "core/plan/plan.h"

#include <string>
#include <string_view>

namespace plimsoll {

/// What from_pretrained makes of weights that are not quantised where nobody states a dtype.
struct LoadedDtype {
    std::string_view value; ///< fp32 | fp16 | bf16
    std::string reason;     ///< in the reader's language
};

/// By method and release: transformers 5 takes the configuration's dtype, else that of the checkpoint's first floating tensor
/// (5.23 modeling_utils.py, _get_dtype); transformers 4 takes none of these but float32, or what a quantiser asks for (4.57
/// quantizers/quantizer_*.py, update_torch_dtype). A checkpoint that no file shows is taken to be bf16, of model types from
/// before transformers wrote dtypes float32, beside GPTQ's and AWQ's packed integers fp16. `source`: who loads so.
[[nodiscard]] LoadedDtype loaded_dtype(const Plan &plan, const Architecture &architecture, const std::string &source);

/// Whether a loader unpacks weights of this method where it is asked to, so that they themselves can train.
[[nodiscard]] bool unpacks_on_request(std::string_view method);

} // namespace plimsoll
