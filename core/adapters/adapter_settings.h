// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"
#include "core/model/adapter.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace plimsoll {

/// An adapter, and what its method alone has, by PEFT's own keys.
class AdapterUse {
public:
    /// `model_type`: some of PEFT's tables go by it.
    explicit AdapterUse(const Adapter &adapter, std::string model_type = {});
    ~AdapterUse();
    AdapterUse(const AdapterUse &) = delete;
    AdapterUse &operator=(const AdapterUse &) = delete;

    [[nodiscard]] const Adapter &adapter() const { return m_adapter; }
    [[nodiscard]] const std::string &model_type() const { return m_model_type; }
    [[nodiscard]] Count rank() const { return m_adapter.rank; }
    /// A whole number that is not negative; `usual` where the key is absent or none.
    [[nodiscard]] Count count(std::string_view key, Count usual) const;
    /// Any number.
    [[nodiscard]] double number(std::string_view key, double usual) const;
    [[nodiscard]] bool flag(std::string_view key, bool usual) const;
    /// "" where it is absent or no text.
    [[nodiscard]] std::string word(std::string_view key) const;
    /// Of a list of texts, or a text alone; nothing where it is absent or null.
    [[nodiscard]] std::optional<std::vector<std::string>> names(std::string_view key) const;
    /// Of a list of whole numbers that are not negative, or one alone; nothing where it is absent or null.
    [[nodiscard]] std::optional<std::vector<Count>> counts(std::string_view key) const;
    /// Of an object, in the order of its keys' letters: whole numbers, 0 where a value is none that is above 0; nothing where it is absent.
    [[nodiscard]] std::vector<std::pair<std::string, Count>> counts_by_name(std::string_view key) const;
    /// How many values a list or an object has; nothing where the key is absent or neither.
    [[nodiscard]] std::optional<Count> size_of_list(std::string_view key) const;
    [[nodiscard]] std::vector<std::string> keys() const;
    /// It is there as null, false or an empty list, object or text: PEFT's configuration files list such keys too.
    [[nodiscard]] bool is_off(std::string_view key) const;

private:
    struct Parsed;
    Adapter m_adapter;
    std::string m_model_type;
    std::unique_ptr<Parsed> m_parsed; ///< null: no settings
};

} // namespace plimsoll
