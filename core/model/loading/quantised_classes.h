// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string_view>

namespace plimsoll {

/// What a class of transformers has that its quantizers treat otherwise (5.23).
struct QuantisedClass {
    bool linears_are_subclasses = false; ///< FalconLinear: `type(module) is nn.Linear` is false
    bool router_is_linear = false;       ///< Llama4Router, PhimoeTopKRouter are subclasses of nn.Linear
    bool experts_patched = false; ///< quantizers/base.py, MODULES_TO_PATCH_FOR_QUANTIZATION: one Linear an expert, once packed
    bool experts_in_mxfp4 = false;       ///< Mxfp4GptOssExperts stand in for its experts
    bool experts_lack_activation = false; ///< FP8Experts asks for hidden_act, the class has mlp_hidden_act
};

[[nodiscard]] const QuantisedClass &quantised_class(std::string_view model_type);

} // namespace plimsoll
