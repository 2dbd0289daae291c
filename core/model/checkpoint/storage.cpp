// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/checkpoint/storage.h"

#include "core/model/quantization/packed_tensors.h"
#include "core/model/quantization/quantised_modules.h"
#include "core/model/quantization/quantization.h"

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

} // namespace

Storage storage_of(const Architecture &arch)
{
    Storage out;
    const auto rules = arch.quantization ? rules_of(*arch.quantization) : nullptr;
    std::optional<StoredModules> stored;
    if (rules) stored.emplace(arch, *rules);
    for (const Module &module : arch.modules) {
        const std::string scope = module.name.empty() ? std::string{} : module.name + ".";
        bool packed = false;
        for (const Parameter &parameter : module.parameters) {
            if (parameter.tied_to) continue;
            const std::optional<Matrix> matrix = stored ? matrix_of(module, parameter) : std::nullopt;
            const WeightScheme *scheme = matrix ? stored->scheme_of(module, parameter) : nullptr;
            if (!scheme) {
                out.tensors.push_back(
                    {scope + parameter.name, parameter.shape, parameter.dtype ? parameter.dtype : arch.config_dtype, false});
                continue;
            }
            for (LayoutPart &part : packed_parts(*scheme, arch.config_dtype.value_or(Dtype::bf16), parameter.name, *matrix))
                out.tensors.push_back({scope + part.name, std::move(part.shape), part.dtype, part.metadata});
            packed = true;
        }
        out.quantized_modules += packed;
    }
    add_up(out);
    if (rules && !rules->uncounted.empty()) out.bytes = out.metadata_bytes = std::nullopt;
    return out;
}

} // namespace plimsoll
