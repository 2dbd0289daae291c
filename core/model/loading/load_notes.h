// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/loading/loaded_weights.h"
#include "core/model/quantization/quantization_rules.h"

namespace plimsoll {

/// What a person must hear of the experts of a mixture, of which `wide` bytes stay in a plain dtype although the method packs.
struct ExpertsLeft {
    Bytes wide = 0, all = 0; ///< all: of the whole model
    Dtype dtype = Dtype::bf16;
    bool own = false;          ///< the checkpoint has them packed
    bool apart_before = false; ///< transformers 4 has them as modules one by one
};

[[nodiscard]] LoadNote experts_left(const QuantizationRules &rules, const Loader &loader, const ExpertsLeft &experts);
/// The checkpoint is unpacked while it is loaded.
[[nodiscard]] LoadNote unpacked(const QuantizationRules &rules, const Loader &loader);
/// MXFP4 stays packed only where the package `kernels` stands beside transformers, which its installation does not bring
/// (quantizer_mxfp4.py:97-125). `unpacked`: bytes without it.
[[nodiscard]] LoadNote needs_kernels(Bytes unpacked);
/// transformers has no such method.
[[nodiscard]] LoadNote unknown_to_transformers(const QuantizationRules &rules);
/// vLLM 0.33 has no such method (model_executor/layers/quantization/__init__.py); nothing where it has.
[[nodiscard]] std::optional<LoadNote> unknown_to_vllm(const QuantizationRules &rules);
/// A plan runs the language model alone of a checkpoint that has towers too.
[[nodiscard]] LoadNote towers_left_out(const Architecture &architecture);
/// The method found nothing that it packs.
[[nodiscard]] LoadNote nothing_packed(const QuantizationRules &rules, const Architecture &architecture);
/// A GGUF file, unpacked while it is loaded.
[[nodiscard]] LoadNote ggml_unpacked(const Loader &loader);
[[nodiscard]] LoadNote expands_in_first_forward(Bytes before, Bytes after);
[[nodiscard]] LoadNote dtype_changed(const QuantizationRules &rules, Dtype asked, Dtype loaded);
/// gptqmodel picks one kernel for the model and does not fall back where a matrix has a width that it cannot read.
[[nodiscard]] LoadNote kernel_refuses(const std::string &module, Count in, Count out);

} // namespace plimsoll
