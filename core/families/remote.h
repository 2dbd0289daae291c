// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/family.h"

namespace plimsoll {

// Models whose class lives on the Hub: transformers 5.23 itself does not build them.
void describe_baichuan(const Config &config, Draft &draft);
void describe_chatglm(const Config &config, Draft &draft);
void describe_deepseek(const Config &config, Draft &draft);
void describe_exaone(const Config &config, Draft &draft);
void describe_internlm(const Config &config, Draft &draft);
void describe_internlm2(const Config &config, Draft &draft);
void describe_internvl_chat(const Config &config, Draft &draft);
void describe_minicpm(const Config &config, Draft &draft);
void describe_ministral3(const Config &config, Draft &draft);
void describe_nemotron_nas(const Config &config, Draft &draft);
void describe_orion(const Config &config, Draft &draft);
void describe_xverse(const Config &config, Draft &draft);
void describe_phi3_v(const Config &config, Draft &draft);
void describe_phi3small(const Config &config, Draft &draft);
void describe_phi_msft(const Config &config, Draft &draft);
void describe_qwen1(const Config &config, Draft &draft);

} // namespace plimsoll
