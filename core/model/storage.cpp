// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/storage.h"

#include "core/model/packed_tensors.h"
#include "core/model/quantization.h"

#include <algorithm>
#include <set>

namespace plimsoll {
namespace {

std::optional<Bytes> bytes_of(const PackedTensor &tensor)
{
    if (!tensor.dtype) return std::nullopt;
    std::optional<Bytes> out = size_of(*tensor.dtype);
    for (const Count dimension : tensor.shape) out = out ? checked_mul(*out, dimension) : out;
    return out;
}

void add_up(Storage &storage)
{
    storage.bytes = storage.metadata_bytes = 0;
    for (const PackedTensor &tensor : storage.tensors) {
        const std::optional<Bytes> bytes = bytes_of(tensor);
        const auto add = [&bytes](std::optional<Bytes> &sum) { sum = sum && bytes ? checked_add(*sum, *bytes) : std::nullopt; };
        add(storage.bytes);
        if (tensor.metadata) add(storage.metadata_bytes);
    }
}

/// Modules whose weight others share: quantised once for all, or left alone with the head.
std::set<std::string, std::less<>> tied_modules(const Architecture &arch)
{
    std::set<std::string, std::less<>> out;
    for (const Module &module : arch.modules)
        for (const Parameter &parameter : module.parameters)
            if (parameter.tied_to) {
                out.insert(module.name);
                out.insert(parameter.tied_to->substr(0, parameter.tied_to->rfind('.')));
            }
    return out;
}

} // namespace

Storage storage_of(const Architecture &arch)
{
    Storage out;
    const auto tied = tied_modules(arch);
    for (const Module &module : arch.modules) {
        const std::string scope = module.name.empty() ? std::string{} : module.name + ".";
        const bool quantised = arch.quantization && !(arch.quantization->skips_head && tied.contains(module.name)) &&
                               !stays_unquantized(*arch.quantization, module, arch.output_embedding);
        bool packed = false;
        for (const Parameter &parameter : module.parameters) {
            if (parameter.tied_to) continue;
            const std::optional<Matrix> matrix = quantised ? matrix_of(module, parameter) : std::nullopt;
            if (!matrix) {
                out.tensors.push_back(
                    {scope + parameter.name, parameter.shape, parameter.dtype ? parameter.dtype : arch.config_dtype, false});
                continue;
            }
            for (LayoutPart &part :
                 packed_parts(*arch.quantization, arch.config_dtype.value_or(Dtype::bf16), parameter.name, *matrix))
                out.tensors.push_back({scope + part.name, std::move(part.shape), part.dtype, part.metadata});
            packed = true;
        }
        out.quantized_modules += packed;
    }
    add_up(out);
    return out;
}

} // namespace plimsoll
