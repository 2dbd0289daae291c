// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <atomic>
#include <memory>
#include <typeindex>
#include <typeinfo>

namespace plimsoll {

/// What was worked out about the value that this is a member of, kept as long as that value: nothing outlives it, and nothing is
/// found by an address that may be another's by then. By type, as MLIR's AnalysisManager has it
/// (mlir/include/mlir/Pass/AnalysisManager.h). A copy is another value and begins with none, so that whoever copies and changes a
/// value asks anew; between the first question and the last the value itself stays as it is. Any thread may ask.
class Analyses {
public:
    Analyses() noexcept = default;
    Analyses(const Analyses &) noexcept {} // NOLINT(bugprone-copy-constructor-init)
    Analyses &operator=(const Analyses &other) noexcept;
    ~Analyses();
    /// They follow from the value: two that are the same need not have been asked the same.
    bool operator==(const Analyses &) const noexcept { return true; }

    /// The one `Analysis` of this value, made without arguments when it is first asked for. It guards itself where threads share
    /// it, as Memo does (core/ground/memo.h).
    template <class Analysis>
    [[nodiscard]] Analysis &of() const
    {
        const auto make = []() -> std::shared_ptr<void> { return std::make_shared<Analysis>(); };
        return *static_cast<Analysis *>(held(typeid(Analysis), make));
    }

private:
    struct Table;

    mutable std::atomic<Table *> m_table = nullptr;

    [[nodiscard]] Table &table() const;
    [[nodiscard]] void *held(std::type_index type, std::shared_ptr<void> (*make)()) const;
};

} // namespace plimsoll
