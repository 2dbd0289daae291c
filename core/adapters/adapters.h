// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/adapters/adapter_method.h"
#include "core/model/adapter_names.h"

#include <string>
#include <vector>

namespace plimsoll {

/// PEFT's methods: core/adapters/kinds/<name>.cpp has each. Of all files but theirs only core/adapters/adapters.cpp names them.
namespace adapters {
#define PLIMSOLL_DECLARED(name) extern const AdapterMethod name;
PLIMSOLL_ADAPTERS(PLIMSOLL_DECLARED)
#undef PLIMSOLL_DECLARED
} // namespace adapters

/// What an adapter of a plan is.
[[nodiscard]] const AdapterMethod &method_of(AdapterName name);
[[nodiscard]] const AdapterMethod &method_of(const Adapter &adapter);

/// Every method, in the order of the names, which is that of their values.
[[nodiscard]] const std::vector<const AdapterMethod *> &all_adapters();

/// One more, which plans may name from now on; before plan_fields() is first asked and while nothing else runs.
AdapterName add_adapter(const AdapterMethod &method);

/// For people: "LoRA", over packed weights "QLoRA"; "VeRA".
[[nodiscard]] std::string title_of(const Adapter &adapter, bool packed);

/// The adapter that PEFT comes to: a variant as what it varies, settings that are fields of a plan as those fields, whose paths
/// ("adapter.rank") go to `said`.
[[nodiscard]] Adapter prepared(const Adapter &adapter, std::vector<std::string> *said = nullptr);

} // namespace plimsoll
