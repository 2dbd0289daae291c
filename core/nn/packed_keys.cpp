// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nn/packed_keys.h"

#include <utility>

// transformers 5.23, cache_utils.py: QuantoQuantizedLayer over optimum-quanto 0.2.7, HQQQuantizedLayer over hqq 0.2.8,
// Fp8QuantizedLayer. Values of the cache are `n`, scales `groups`.

namespace plimsoll::step {

namespace {

Tensor values(Machine &m, Count n, Dtype dtype, const char *operation) { return m.empty({n}, dtype, operation); }
Tensor kept(Machine &m, Count n, Dtype dtype) { return m.empty({n}, dtype, "kv_cache", Component::kv_cache); }

Tensor of_length(Machine &m, const Tensor &x, Count length, const char *operation, Component component)
{
    Shape shape = x.shape();
    shape.size[2] = length;
    return m.empty(shape, x.dtype(), operation, component);
}

/// optimum/quanto: MaxOptimizer, quantize_affine, pack_weights; 4 bits.
PackedHalf pack_quanto(Machine &m, const Tensor &x)
{
    const Count n = x.shape().elements(), groups = n / values_per_scale;
    const Dtype dtype = x.dtype();
    PackedHalf out;
    {
        const Tensor least = values(m, groups, dtype, "amin"), greatest = values(m, groups, dtype, "amax");
        {
            const Tensor range = values(m, groups, dtype, "sub");
            out.scale = kept(m, groups, dtype);
        }
        out.zero = kept(m, groups, dtype);
    }
    Tensor whole;
    {
        Tensor shifted = values(m, n, dtype, "add");
        const Tensor scaled = values(m, n, dtype, "div");
        shifted.reset();
        const Tensor rounded = values(m, n, dtype, "round");
        const Tensor clamped = values(m, n, dtype, "clamp");
        whole = values(m, n, Dtype::uint8, "to_uint8");
    }
    out.data = kept(m, (groups + 1) / 2 * values_per_scale, Dtype::uint8);
    for (int half = 0; half < 2; ++half) m.workspace(n / 2, "lshift");
    return out;
}

/// hqq/core/optimize.py optimize_weights_proximal_legacy: one of the rounds that improve the zeros, in float16.
void improve_zeros(Machine &m, Count n, Count groups)
{
    const Dtype half = Dtype::fp16;
    const Tensor weights = values(m, n, half, "to_fp16"), scale = values(m, groups, half, "to_fp16"),
                 zero = values(m, groups, half, "to_fp16");
    Tensor scaled = values(m, n, half, "mul");
    Tensor shifted = values(m, n, half, "add");
    scaled.reset();
    const Tensor whole = values(m, n, half, "round");
    shifted.reset();
    Tensor less = values(m, n, half, "sub");
    const Tensor back = values(m, n, half, "div");
    less.reset();
    const Tensor error = values(m, n, half, "sub"), shrunk = values(m, n, half, "abs"), power = values(m, n, half, "pow"),
                 multiple = values(m, n, half, "mul");
}

/// Quantizer.quantize with 8 bits along axis 0.
PackedHalf pack_hqq(Machine &m, const Tensor &x)
{
    const Count n = x.shape().elements(), groups = n / values_per_scale;
    PackedHalf out;
    {
        Tensor wide = values(m, n, Dtype::fp32, "to_fp32");
        Tensor whole;
        {
            std::array<Tensor, 3> columns; // least, greatest and range; their scale and zero are two more
            for (Tensor &column : columns) {
                column = values(m, groups, Dtype::fp32, "min");
                m.workspace(groups * 8, "min");
            }
            const Tensor scale = values(m, groups, Dtype::fp32, "scale"), zero = values(m, groups, Dtype::fp32, "zero");
            improve_zeros(m, n, groups);
            m.empty_cache();
            Tensor scaled = values(m, n, Dtype::fp32, "mul");
            Tensor shifted = values(m, n, Dtype::fp32, "add");
            scaled.reset();
            whole = values(m, n, Dtype::fp32, "round");
        }
        wide.reset();
        m.empty_cache();
        out.data = kept(m, n, Dtype::uint8);
    }
    m.empty_cache();
    out.scale = kept(m, groups, x.dtype());
    out.zero = kept(m, groups, x.dtype());
    return out;
}

/// Of one tensor: n bytes and a scale.
PackedHalf pack_fp8(Machine &m, const Tensor &x)
{
    const Count n = x.shape().elements();
    PackedHalf out;
    m.workspace(x.shape().elements() * size_of(x.dtype()), "abs");
    out.scale = kept(m, 1, Dtype::fp32);
    Tensor wide = values(m, n, Dtype::fp32, "to_fp32");
    const Tensor scaled = values(m, n, Dtype::fp32, "div");
    wide.reset();
    out.data = kept(m, n, Dtype::uint8);
    return out;
}

PackedHalf pack(Machine &m, CacheForm form, const Tensor &x)
{
    if (form == CacheForm::quanto) return pack_quanto(m, x);
    return form == CacheForm::hqq ? pack_hqq(m, x) : pack_fp8(m, x);
}

/// The tokens that are packed, in the dtype that attention reads.
Tensor unpack(Machine &m, CacheForm form, const Tensor &like, Count length)
{
    const auto whole = [&](Dtype dtype, const char *operation) {
        Shape shape = like.shape();
        shape.size[2] = length;
        return m.empty(shape, dtype, operation);
    };
    if (form == CacheForm::quanto) {
        const Tensor bytes = whole(Dtype::uint8, "unpack");
        return whole(like.dtype(), "mul");
    }
    if (form == CacheForm::hqq) {
        const Tensor cast = whole(like.dtype(), "unpack"), less = whole(like.dtype(), "sub");
        return whole(like.dtype(), "mul");
    }
    Tensor wide = whole(Dtype::fp32, "to_fp32");
    const Tensor scaled = whole(Dtype::fp32, "mul");
    wide.reset();
    return whole(like.dtype(), "to");
}

/// torch.cat of the packed bytes with those of new tokens; `length`: of all.
void append_fp8(Machine &m, PackedHalf &half, const Tensor &x, Count length)
{
    const Count n = x.shape().elements() / x.shape().size[2];
    half.data = kept(m, product(n, length), Dtype::uint8);
}

/// The state before this update, where steps between were not run.
void catch_up(Machine &m, LayerCache &cache, const ForwardInputs &in, const Tensor &k, const Tensor &v)
{
    PackedKeys &packed = *cache.packed;
    const bool fp8 = in.cache_form == CacheForm::fp8;
    const Count held = fp8 ? in.past : packed.prompt + (in.past - packed.prompt) / residual_tokens * residual_tokens;
    if (held != packed.packed) {
        const auto resize = [&](PackedHalf &half, const Tensor &like) {
            const Count n = product(like.shape().elements() / like.shape().size[2], held), groups = n / values_per_scale;
            half = {};
            half.data = kept(m, in.cache_form == CacheForm::quanto ? (groups + 1) / 2 * values_per_scale : n, Dtype::uint8);
            half.scale = kept(m, fp8 ? 1 : groups, fp8 ? Dtype::fp32 : like.dtype());
            if (!fp8) half.zero = kept(m, groups, like.dtype());
        };
        resize(packed.keys, k);
        resize(packed.values, v);
        packed.packed = held;
    }
    const Count rest = in.past - held;
    if (rest == 0) {
        cache.key.reset();
        cache.value.reset();
    } else if (!cache.key.defined() || cache.key.shape().size[2] != rest) {
        cache.key = of_length(m, k, rest, "kv_cache", Component::kv_cache);
        cache.value = of_length(m, v, rest, "kv_cache", Component::kv_cache);
    }
}

void first_update(Machine &m, LayerCache &cache, const ForwardInputs &in, const Tensor &k, const Tensor &v)
{
    cache.packed = std::make_shared<PackedKeys>();
    cache.packed->prompt = cache.packed->packed = in.length;
    const auto from = [&](const Tensor &x) {
        const bool transposed = x.shape().size[1] > 1 && x.shape().size[2] > 1;
        return pack(m, in.cache_form, in.cache_form == CacheForm::fp8 ? x : contiguous(m, x, transposed));
    };
    cache.packed->keys = from(k);
    cache.packed->values = from(v);
}

} // namespace

void update_packed(Machine &m, LayerCache &cache, const ForwardInputs &in, Tensor &k, Tensor &v)
{
    if (!cache.packed) return first_update(m, cache, in, k, v);
    catch_up(m, cache, in, k, v);
    PackedKeys &packed = *cache.packed;
    const Count all = in.past + in.length;
    if (in.cache_form == CacheForm::fp8) {
        append_fp8(m, packed.keys, k, all);
        append_fp8(m, packed.values, v, all);
        packed.packed = all;
        k = unpack(m, in.cache_form, k, all);
        v = unpack(m, in.cache_form, v, all);
        return;
    }
    const Tensor keys = unpack(m, in.cache_form, k, packed.packed), heads = unpack(m, in.cache_form, v, packed.packed);
    const Tensor new_key = std::exchange(k, of_length(m, k, all, "cat", m.scope.component));
    const Tensor new_value = std::exchange(v, of_length(m, v, all, "cat", m.scope.component));
    const Count rest = all - packed.packed;
    if (rest >= residual_tokens) {
        packed.keys = pack(m, in.cache_form, k);
        packed.values = pack(m, in.cache_form, v);
        packed.packed = all;
        cache.key.reset();
        cache.value.reset();
        return;
    }
    cache.key = of_length(m, new_key, rest, "kv_cache", Component::kv_cache);
    cache.value = of_length(m, new_value, rest, "kv_cache", Component::kv_cache);
}

} // namespace plimsoll::step
