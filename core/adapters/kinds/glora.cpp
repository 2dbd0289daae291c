// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adapters/adapter_ops.h"
#include "core/adapters/adapters.h"

#include <string>
#include <utility>

namespace plimsoll {

namespace {

Result<AdapterTensors> glora_tensors(const AdapterUse &use, const AdaptedLinear &linear)
{
    const Count r = use.rank();
    const auto said = [&](std::string_view key, const char *usual) {
        const std::string word = use.word(key);
        return word.empty() ? std::string(usual) : word;
    };
    const std::string ab = said("config_A_B", "lora"), c = said("config_C", "lora"), de = said("config_D_E", "constant");
    AdapterTensors out;
    const auto both = [&](const char *first, const char *second, const std::string &kind) {
        for (const char *name : {first, second}) {
            if (kind == "lora")
                out.insert(out.end(), {{name, {linear.out, r}}, {name, {r, linear.in}}});
            else if (kind == "vector")
                out.push_back({name, {linear.out}});
            else if (kind == "constant")
                out.push_back({name, {1}});
        }
    };
    both("glora_A", "glora_B", ab);
    if (linear.bias && c == "lora")
        out.insert(out.end(), {{"glora_C", {linear.in, r}}, {"glora_C", {r, 1}}});
    else if (linear.bias && c == "vector")
        out.push_back({"glora_C", {linear.in}});
    else
        out.push_back({"zeros", {linear.in, 1}, false, Dtype::bf16});
    if (linear.bias) both("glora_D", "glora_E", de == "vector" || de == "constant" ? de : "none");
    if (!linear.bias)
        out.insert(out.end(), {{"zeros", {linear.out}, false, Dtype::bf16}, {"zeros", {linear.out}, false, Dtype::bf16}});
    return out;
}

/// A path's matrix, vector or number in the weight's dtype.
step::Tensor glora_path(const step::AdapterCall &call, std::size_t &next, Dtype dtype, Count out)
{
    using namespace step;
    Machine &m = call.m;
    const Tensor first = call.leaves[next++].value;
    if (first.shape().rank < 2) return to(m, first, dtype);
    const Tensor second = call.leaves[next++].value;
    (void)out;
    return to(m, product_with(m, first, second, second.shape().last()), dtype);
}

step::Tensor glora_forward(const step::AdapterCall &call, step::Tensor x)
{
    using namespace step;
    Machine &m = call.m;
    const HeldMatrix &held = call.module.held();
    const Tensor base = call.module.base_forward(m, x);
    const Tensor weight = base_matrix(call);
    if (call.use.word("config_A_B") == "none") return base;
    std::size_t next = 0;
    Tensor whole;
    {
        const Tensor a = glora_path(call, next, weight.dtype(), held.out), b = glora_path(call, next, weight.dtype(), held.out);
        whole = add(m, add(m, weight, mul(m, weight, a)), b);
    }
    Tensor adapted = linear_with(m, std::move(x), std::move(whole), call.module.bias());
    Tensor sum = add(m, base, std::move(adapted));
    const Tensor times = scale(m, base);
    return to(m, subtract(m, std::move(sum), times), base.dtype());
}

} // namespace

/// peft 0.21.2 tuners/glora.
constinit const AdapterMethod adapters::glora = {
    .name = "glora",
    .title = "GLoRA",
    .rank_key = "r",
    .rank = 8,
    .source = "PEFT 0.21, GloraConfig.r",
    .tensors = glora_tensors,
    .forward = glora_forward,
    .dense_only = true,
};

} // namespace plimsoll
