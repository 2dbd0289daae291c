// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/inspect/inspect_json.h"

#include "core/ground/json_or_null.h"
#include "core/model/checkpoint/storage.h"
#include "core/report/inspect/inspect_lora.h"

#include <nlohmann/json.hpp>

namespace plimsoll {
namespace {

using nlohmann::json;

json dtype_json(const std::optional<Dtype> &own, const std::optional<Dtype> &of_config)
{
    const std::optional<Dtype> &dtype = own ? own : of_config;
    return dtype ? json(name_of(*dtype)) : json(nullptr);
}

json tensors_json(const Architecture &arch)
{
    json out = json::array();
    for (const Module &module : arch.modules)
        for (const Parameter &parameter : module.parameters) {
            const std::string prefix = module.name.empty() ? std::string{} : module.name + ".";
            out.push_back({{"name", prefix + parameter.name},
                           {"shape", parameter.shape},
                           {"dtype", dtype_json(parameter.dtype, arch.config_dtype)},
                           {"tied_to", parameter.tied_to ? json(*parameter.tied_to) : json(nullptr)}});
        }
    return out;
}

json stored_json(const Storage &storage)
{
    json out = json::array();
    for (const PackedTensor &tensor : storage.tensors)
        out.push_back({{"name", tensor.name},
                       {"shape", tensor.shape},
                       {"dtype", tensor.dtype ? json(name_of(*tensor.dtype)) : json(nullptr)},
                       {"metadata", tensor.metadata}});
    return out;
}

/// How the file is quantised, with every tensor as it is stored.
json quantization_json(const Architecture &arch)
{
    if (!arch.quantization) return nullptr;
    const ConfigQuantization &quantization = *arch.quantization;
    const Storage storage = storage_of(arch);
    return {{"method", quantization.method},
            {"bits", quantization.bits},
            {"group_size", quantization.group_size},
            {"double_quant", quantization.double_quant},
            {"not_converted", quantization.not_converted},
            {"quantized_modules", storage.quantized_modules},
            {"bytes", or_null(storage.bytes)},
            {"metadata_bytes", or_null(storage.metadata_bytes)},
            {"tensors", stored_json(storage)}};
}

json image_json(const PictureTokens &image, bool by_file)
{
    return {{"width", image.width},     {"height", image.height}, {"tokens", image.tokens},
            {"patches", image.patches}, {"tiles", image.tiles},   {"settings", by_file ? "file" : "published"}};
}

json video_json(const VideoTokens &video, bool by_file)
{
    return {{"width", video.one.width},
            {"height", video.one.height},
            {"frames", video.frames},
            {"tokens", video.tokens},
            {"patches", video.steps * video.one.patches},
            {"settings", by_file ? "file" : "published"}};
}

} // namespace

json inspect_to_json(const Architecture &arch, const InspectOptions &options)
{
    json lora = json::object();
    for (const LoraAnswer &answer : lora_answers(arch, options)) {
        json entry{{"rank", options.rank}, {"trainable", answer.trainable ? json(*answer.trainable) : json(nullptr)}};
        if (!answer.error.empty()) entry["error"] = answer.error;
        lora[answer.targets] = std::move(entry);
    }
    json out = {{"schema", "plimsoll.inspect/1"},
                {"source", arch.source},
                {"name", arch.name},
                {"model_type", or_null(arch.model_type)},
                {"family", or_null(arch.family)},
                {"class", or_null(arch.class_name)},
                {"config_sha256", or_null(arch.config_sha256)},
                {"exact", arch.exact},
                {"assumptions", arch.assumptions},
                {"parameters",
                 {{"total", arch.total_parameters()},
                  {"active", arch.active_parameters},
                  {"embedding", arch.embedding_parameters},
                  {"buffers_bytes", arch.buffer_bytes()}}},
                {"quantization", quantization_json(arch)},
                {"lora", std::move(lora)},
                {"modules", tensors_json(arch)},
                {"error", nullptr}};
    if (options.image) out["image"] = image_json(*options.image, options.image_by_file);
    if (options.video) out["video"] = video_json(*options.video, options.video_by_file);
    return out;
}

json inspect_error_to_json(const std::string &source, const Error &error)
{
    return {{"schema", "plimsoll.inspect/1"},
            {"source", source},
            {"model_type", nullptr},
            {"family", nullptr},
            {"exact", nullptr},
            {"parameters", {{"total", nullptr}, {"active", nullptr}, {"embedding", nullptr}, {"buffers_bytes", nullptr}}},
            {"lora", nullptr},
            {"modules", nullptr},
            {"error", error.message()}};
}

} // namespace plimsoll
