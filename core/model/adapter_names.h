// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/registry.h"
#include "core/model/adapter.h"

#include <optional>
#include <string_view>

namespace plimsoll {

// Every method of PEFT that plans may name: the variable that describes it and its file (core/adapters/kinds/<name>.cpp), which is
// the method's peft_type in lower case. The first is what a plan has that names none; accepted values follow in this order.
#define PLIMSOLL_ADAPTERS(ROW)                                                                                                   \
    ROW(lora)                                                                                                                    \
    ROW(dora)                                                                                                                    \
    ROW(ia3)                                                                                                                     \
    ROW(oft)                                                                                                                     \
    ROW(boft)                                                                                                                    \
    ROW(loha)                                                                                                                    \
    ROW(lokr)                                                                                                                    \
    ROW(adalora)                                                                                                                 \
    ROW(vera)                                                                                                                    \
    ROW(randlora)                                                                                                                \
    ROW(hra)                                                                                                                     \
    ROW(miss)                                                                                                                    \
    ROW(fourierft)                                                                                                               \
    ROW(waveft)                                                                                                                  \
    ROW(shira)                                                                                                                   \
    ROW(c3a)                                                                                                                     \
    ROW(road)                                                                                                                    \
    ROW(delora)                                                                                                                  \
    ROW(gralora)                                                                                                                 \
    ROW(vblora)                                                                                                                  \
    ROW(ln_tuning)                                                                                                               \
    ROW(prompt_tuning)                                                                                                           \
    ROW(prefix_tuning)                                                                                                           \
    ROW(p_tuning)                                                                                                                \
    ROW(trainable_tokens)                                                                                                        \
    ROW(hira)                                                                                                                    \
    ROW(peanut)                                                                                                                  \
    ROW(glora)                                                                                                                   \
    ROW(deft)                                                                                                                    \
    ROW(beft)                                                                                                                    \
    ROW(lily)                                                                                                                    \
    ROW(pvera)                                                                                                                   \
    ROW(tinylora)                                                                                                                \
    ROW(unilora)                                                                                                                 \
    ROW(adamss)                                                                                                                  \
    ROW(psoft)                                                                                                                   \
    ROW(frod)                                                                                                                    \
    ROW(osf)                                                                                                                     \
    ROW(poly)                                                                                                                    \
    ROW(supertuning)                                                                                                             \
    ROW(multitask_prompt_tuning)                                                                                                 \
    ROW(cartridge)                                                                                                               \
    ROW(cpt)                                                                                                                     \
    ROW(adaption_prompt)                                                                                                         \
    ROW(shadow)                                                                                                                  \
    ROW(xlora)

template <>
[[nodiscard]] GrowingNames<AdapterName> &growing_names<AdapterName>();

/// The method that an adapter_config.json's peft_type names ("LORA"), in any case; nothing for one that no plan has.
[[nodiscard]] std::optional<AdapterName> adapter_of_peft_type(std::string_view peft_type);

} // namespace plimsoll
