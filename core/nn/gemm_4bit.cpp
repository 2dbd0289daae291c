// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nn/modules.h"

// Thresholds as bitsandbytes 0.50.2 has them, one function per group of cards.

namespace plimsoll::step {

namespace {

struct Call {
    Count M, N, K, blocks, sms;
    int capability;
    [[nodiscard]] bool at_least(Count waves) const { return blocks >= sms * waves; }
    [[nodiscard]] bool tall() const { return K > N * 2; }
};

bool short_k(const Call &c, bool hbm)
{
    if (hbm) {
        const bool low_wave = c.blocks * 3 < c.sms;
        if (c.capability == 80) return c.M <= (low_wave ? 1536 : 512);
        return c.M <= (low_wave ? 512 : 320);
    }
    if (c.capability == 75) {
        if (c.at_least(3)) return c.M <= 320;
        if (c.K >= 1024) return c.M <= 64;
        return c.M <= (c.K >= 704 ? 96 : 320);
    }
    if (c.at_least(1)) return c.M <= 320;
    return c.M <= (c.blocks * c.K > c.sms * 320 ? 192 : 320);
}

bool small_weight(const Call &c, bool hbm)
{
    if (c.K * 2 < c.N) return short_k(c, hbm);
    const bool quarter_wave = c.blocks * 4 <= c.sms;
    if (c.capability == 80 && quarter_wave) {
        if (c.K >= c.N) return c.M <= (c.blocks * 8 <= c.sms ? 32 : 128);
        return c.M <= 384;
    }
    if (c.capability == 75 && c.blocks < c.sms && c.M > 8) return c.M <= 64;
    if (quarter_wave) return c.M <= (c.K < c.N || hbm ? 32 : 23);
    return c.blocks * 2 <= c.sms && c.M <= 16;
}

bool few_rows(const Call &c, bool hbm)
{
    const Count threshold = c.capability / 10 == 9 ? 36 : 48;
    if (!hbm || c.M < 6 || c.blocks < threshold) return true;
    const bool under_75 = c.blocks * 4 < c.sms * 3, under_60 = c.blocks * 5 < c.sms * 3;
    if (c.K > c.N && under_75) return false;
    if (c.K != c.N) return true;
    if (c.capability == 80) return !under_60;
    return !(under_75 && !under_60);
}

bool ampere_80(const Call &c)
{
    if (c.at_least(3)) return c.M <= 128;
    if (c.at_least(1)) return c.M <= (c.K < c.N ? 64 : 32);
    if (c.K >= c.N * 3 && c.blocks * 4 > c.sms) return false;
    if (c.K == c.N && c.blocks >= 48 && c.blocks * 5 < c.sms * 3) return false;
    if (c.blocks * 2 < c.sms) {
        if (c.K <= c.N) return c.M <= 128;
        if (c.blocks * 3 >= c.sms) return false;
    }
    if (c.blocks >= c.sms / 2 && c.K < c.N) return c.M <= 128;
    return c.M <= 16;
}

bool hopper(const Call &c)
{
    if (c.at_least(3)) return c.M <= 64;
    if (c.at_least(2)) return c.M <= 48;
    if (c.at_least(1)) return c.M <= 32;
    if (c.blocks >= c.sms / 2) return !(c.K >= c.N && c.blocks * 4 < c.sms * 3) && c.M <= 16;
    return false;
}

bool blackwell_120(const Call &c)
{
    if (c.at_least(3)) return c.M <= 256;
    if (c.at_least(2)) return c.M <= 128;
    if (c.blocks * 5 >= c.sms * 4) return c.M <= (c.K >= c.N ? 96 : 64);
    if (c.blocks >= c.sms / 2) return c.M <= (c.K * 2 >= c.N && c.blocks >= 128 ? 64 : 8);
    return c.M <= (c.tall() && c.blocks > 64 ? 16 : 8);
}

bool ada_and_others(const Call &c)
{
    if (c.at_least(3)) return c.M <= 256;
    if (c.at_least(2)) return c.M <= 128;
    if (c.blocks * 5 >= c.sms * 4) {
        if (c.tall() || c.blocks >= 200) return c.M <= 128;
        if (c.K >= c.N) return c.M <= (c.sms >= 60 ? 128 : 32);
        return c.M <= 64;
    }
    if (c.blocks >= c.sms / 2) {
        if (c.tall()) return c.M <= 64;
        return c.M <= (c.blocks >= 64 ? 8 : 32);
    }
    if (c.K > c.N && c.blocks <= 48) return c.M <= (c.K >= c.N * 3 ? 12 : 10);
    return c.M <= (c.tall() || c.blocks < 48 ? 16 : 8);
}

bool by_card(const Call &c)
{
    switch (c.capability) {
    case 75:
        if (c.at_least(3)) return c.M <= (c.K < c.N ? 128 : 64);
        return c.M <= (c.blocks >= c.sms / 2 ? 64 : 32);
    case 80: return ampere_80(c);
    case 86:
        if (c.at_least(1)) return c.M <= 128;
        return c.M <= (c.blocks >= c.sms / 2 ? 64 : 16);
    case 120: return blackwell_120(c);
    case 121: return c.at_least(1) ? c.M <= 256 : ada_and_others(c);
    default: return c.capability / 10 == 9 ? hopper(c) : ada_and_others(c);
    }
}

} // namespace

bool gemm_4bit_is_fused(const CardFacts &device, Dtype dtype, Count M, Count N, Count K)
{
    constexpr Count floor = 4, ceiling = 1536, blocksize = 64;
    if (M > ceiling || K % blocksize != 0) return false;
    if (M <= floor) return true;
    const int major = device.capability_major, minor = device.capability_minor;
    const Call c{M, N, K, (N + 63) / 64, device.sm_count, major * 10 + minor};
    if (dtype == Dtype::fp32 || major < 7) return M < 8;
    if (major == 7 && (minor < 5 || dtype != Dtype::fp16)) return M < 8;
    if (c.capability == 87 || major == 11) return false;
    if (major == 10) {
        if (c.at_least(3)) return M <= 32;
        return c.at_least(1) && K < N && M <= 8;
    }
    const bool hbm = c.capability == 80 || major == 9;
    if (N * K < Count{4} * 1024 * 1024) return small_weight(c, hbm);
    if (M > 512) return false;
    if (M < 8) return few_rows(c, hbm);
    return by_card(c);
}

} // namespace plimsoll::step
