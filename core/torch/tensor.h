// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/bytes.h"
#include "core/ground/dtype.h"

#include <array>
#include <cstdint>
#include <initializer_list>
#include <utility>

// Tensors without data. Operations on them do to memory what PyTorch's do: allocate outputs and workspaces, keep what
// autograd keeps, and free a storage at the moment its last handle goes.

namespace plimsoll::step {

class Machine;

/// Thrown inside core/step where sizes pass most_in_a_step, or allocations most_allocations; simulate() makes an error of it.
struct TooLarge {
    bool allocations = false;
};

/// No number of a step is larger (1 EiB): a few of them may be added without care.
inline constexpr Count most_in_a_step = Count{1} << 60;

[[noreturn]] void refuse_size();

/// The product of sizes that a plan and a model chose, none below 0; throws TooLarge where it passes most_in_a_step.
[[nodiscard]] inline Count product(Count a, Count b)
{
    Count out = 0;
    if (__builtin_mul_overflow(a, b, &out) || out > most_in_a_step) [[unlikely]]
        refuse_size();
    return out;
}

template <class... More>
[[nodiscard]] Count product(Count a, Count b, More... more)
{
    return product(product(a, b), more...);
}

/// Counted handle; T has `refs` and a static `drop(T *)` that is called when the last handle goes.
template <class T>
class Ref {
public:
    Ref() = default;
    explicit Ref(T *pointer) : m_pointer(pointer)
    {
        if (m_pointer) ++m_pointer->refs;
    }
    Ref(const Ref &other) : Ref(other.m_pointer) {}
    Ref(Ref &&other) noexcept : m_pointer(std::exchange(other.m_pointer, nullptr)) {}
    Ref &operator=(const Ref &other) noexcept
    {
        if (this != &other) *this = Ref(other);
        return *this;
    }
    Ref &operator=(Ref &&other) noexcept
    {
        T *before = m_pointer;
        if (this != &other) m_pointer = std::exchange(other.m_pointer, nullptr);
        if (before && this != &other && --before->refs == 0) T::drop(before);
        return *this;
    }
    ~Ref()
    {
        if (m_pointer && --m_pointer->refs == 0) T::drop(m_pointer);
    }

    [[nodiscard]] T *get() const { return m_pointer; }
    T *operator->() const { return m_pointer; }
    T &operator*() const { return *m_pointer; }
    explicit operator bool() const { return m_pointer != nullptr; }
    bool operator==(const Ref &) const = default;

private:
    T *m_pointer = nullptr;
};

/// What autograd hangs on a tensor; Node in autograd.h is the only heir.
struct GraphNode {
    std::uint32_t refs = 0;
    GraphNode() = default;
    GraphNode(const GraphNode &) = delete;
    GraphNode &operator=(const GraphNode &) = delete;
    virtual ~GraphNode() = default;
    /// Deletes it and, one inside the other, what only it held; a chain of very many nodes in turns, the stack being finite.
    static void drop(GraphNode *node);
};

/// Up to four dimensions, in elements.
struct Shape {
    std::array<Count, 4> size{};
    std::uint8_t rank = 0;

    Shape() = default;
    Shape(std::initializer_list<Count> dims)
    {
        for (const Count d : dims) size[rank++] = d;
    }
    bool operator==(const Shape &other) const
    {
        // written out: the library's own compares the array by a call, once an allocation
        return rank == other.rank && size[0] == other.size[0] && size[1] == other.size[1] && size[2] == other.size[2] &&
               size[3] == other.size[3];
    }

    [[nodiscard]] Count elements() const
    {
        constexpr Count short_side = Count{1} << 20; // three of them stay below most_in_a_step
        if (rank == 3 && (size[0] | size[1] | size[2]) < short_side) return size[0] * size[1] * size[2];
        switch (rank) {
        case 0: return 1;
        case 1: return size[0];
        case 2: return product(size[0], size[1]);
        case 3: return product(size[0], size[1], size[2]);
        default: return product(size[0], size[1], size[2], size[3]);
        }
    }
    [[nodiscard]] Count last() const { return rank ? size[rank - 1] : 1; }
    [[nodiscard]] Count rows() const { return last() ? elements() / last() : 0; } ///< elements but for the last dimension
    [[nodiscard]] Shape with_last(Count n) const
    {
        Shape s = *this;
        s.size[s.rank - 1] = n;
        return s;
    }
};

/// One block of the caching allocator.
struct Storage {
    Machine *machine = nullptr;
    Bytes bytes = 0; ///< as the allocator rounds it, a multiple of 512
    std::uint32_t refs = 0;
    std::uint32_t id = 0;
    std::uint8_t component = 0;
    bool repeated = false; ///< made in layers that stand for more of their kind
    bool shared = false;   ///< made outside all layers: what they relabel of it, they do once
    static void drop(Storage *storage);
};

class Tensor {
public:
    Tensor() = default;
    Tensor(Ref<Storage> storage, const Shape &shape, Dtype dtype) : m_storage(std::move(storage)), m_shape(shape), m_dtype(dtype)
    {}

    [[nodiscard]] const Shape &shape() const { return m_shape; }
    [[nodiscard]] Dtype dtype() const { return m_dtype; }
    [[nodiscard]] Count elements() const { return m_shape.elements(); }
    [[nodiscard]] Bytes bytes() const { return product(elements(), size_of(m_dtype)); }
    [[nodiscard]] Storage *storage() const { return m_storage.get(); }
    [[nodiscard]] Machine *machine() const;
    [[nodiscard]] bool defined() const { return m_defined || m_storage; }
    [[nodiscard]] bool requires_grad() const { return static_cast<bool>(node); }
    /// This handle is the only one to the storage.
    [[nodiscard]] bool sole_owner() const { return m_storage && m_storage->refs == 1; }
    /// Made by view(): torch's views keep their base, so that their storage has two owners.
    [[nodiscard]] bool is_view() const { return m_view; }

    /// The same storage seen with another shape; autograd sees through it.
    [[nodiscard]] Tensor view(const Shape &shape) const
    {
        Tensor t = *this;
        t.m_shape = shape;
        t.m_view = true;
        return t;
    }
    /// The same storage, cut off from autograd.
    [[nodiscard]] Tensor detach() const
    {
        Tensor t(m_storage, m_shape, m_dtype);
        t.m_defined = m_defined;
        t.m_view = m_view;
        return t;
    }
    void reset()
    {
        if (node) node = {};
        if (m_storage) m_storage = {};
        m_defined = m_view = false;
    }
    void mark_defined() { m_defined = true; }

    Ref<GraphNode> node; ///< where its gradient goes; none: needs no gradient

private:
    Ref<Storage> m_storage;
    Shape m_shape;
    Dtype m_dtype = Dtype::fp32;
    bool m_defined = false;
    bool m_view = false;
};

} // namespace plimsoll::step
