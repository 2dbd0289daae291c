// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/estimate/estimate.h"
#include "core/step/card.h"
#include "core/step/tensor.h"

#include <functional>
#include <limits>
#include <memory>
#include <vector>

namespace plimsoll::step {

struct CheckpointFrame;
struct Leaf;

/// A step of the largest models makes some hundred thousand; loops over very many chunks would never end.
inline constexpr std::uint32_t most_allocations = 4'000'000;

/// What happened to one storage; the step as a list of operations that allocate and free.
struct Event {
    enum class Kind : std::uint8_t { allocate, release, relabel, mark };
    Kind kind = Kind::mark;
    Component component = Component::temporaries; ///< of the storage after the event
    Phase phase = Phase::load;
    Dtype dtype = Dtype::uint8;
    std::int16_t layer = -1;
    std::uint16_t step = 0;     ///< 0: loading; 1, 2: training steps
    std::uint32_t id = 0;       ///< of the storage
    std::uint32_t shape = 0;    ///< of what is allocated: index into Trace::shapes; of a relabel: the component before
    Bytes bytes = 0;            ///< rounded to 512
    const char *operation = ""; ///< operation, or stage for a mark
    const char *module = "";    ///< "self_attn.q_proj"
};

/// What releases before the known ones do otherwise, from plan.libraries.
struct Older {
    bool keeps_4bit_inputs = false; ///< bitsandbytes before 0.43.2 (its pull request 1270): MatMul4Bit keeps its input
    bool unpacks_4bit = false;      ///< bitsandbytes before 0.50: 4-bit products of several rows dequantise the whole matrix
    bool reentrant = false;         ///< transformers before 5 (its pull request 43203): gradient_checkpointing is reentrant
    bool keeps_workspaces = false;  ///< torch before 2.15: cuBLAS's workspace stays, one for each thread that multiplies
    bool equal_heads = false;       ///< torch before 2.15 (its pull request 191085): the memory-efficient kernel takes no groups
    bool repeats_heads = false;     ///< transformers before 4.54 (its pull request 39412): keys and values repeated for SDPA
};

/// Where the step stands: kept by nodes, so that their backward is told apart.
struct Scope {
    Component component = Component::temporaries; ///< of what is allocated here until somebody saves it
    std::int16_t layer = -1;
    const char *module = "";
    bool loss = false; ///< head and loss: their backward is phase loss_backward
};

/// Which layers stand for all the others: the first ones, the last ones, and between them periods that repeat. Peaks at each
/// of these places grow evenly with the number of periods, so two short models tell those of a long one.
struct LayerPlaces {
    int head = 0, period = 0, tail = 0, layers = 0; ///< period 0: nothing is kept apart
    /// Places of a layer, -1 for none: from the start or the end, or the first and the last of the middle periods.
    [[nodiscard]] std::array<int, 2> of(int layer) const;
    [[nodiscard]] int count() const { return period == 0 ? 0 : 1 + head + 2 * period + tail; }
};

struct PlacePeak {
    Bytes peak = 0;
    ComponentBytes components{};
};

/// Peak and end of one phase of one step.
struct PhaseRecord {
    std::uint16_t step = 0;
    Phase phase = Phase::load;
    std::int16_t layer = -1; ///< at the peak
    Bytes peak = 0;
    Bytes after = 0;
    ComponentBytes at_peak{};
    std::vector<PlacePeak> places; ///< by LayerPlaces, when they are asked for
    std::size_t event = 0;         ///< index of the one that makes the peak, when events are recorded
};

/// The device and autograd's state: counts bytes, knows the phase, and writes events when asked to.
class Machine {
public:
    explicit Machine(Card &card, bool record_events, LayerPlaces places = {})
        : m_card(card), m_record(record_events), m_places(places)
    {
        if (record_events) m_events.reserve(expected_events());
    }
    ~Machine();
    Machine(const Machine &) = delete;
    Machine &operator=(const Machine &) = delete;

    /// Empty tensor in the current scope's component.
    [[nodiscard]] Tensor empty(const Shape &shape, Dtype dtype, const char *operation)
    {
        return empty(shape, dtype, operation, scope.component);
    }
    [[nodiscard]] Tensor empty(const Shape &shape, Dtype dtype, const char *operation, Component component);
    /// Allocates and frees at once: a kernel's or a library's workspace.
    void workspace(Bytes bytes, const char *operation);
    void relabel(Storage *storage, Component component)
    {
        if (storage && storage->component != static_cast<std::uint8_t>(component)) change_label(*storage, component);
    }
    void release(Storage *storage);

    void begin_step(std::uint16_t step) { m_step = step; }
    void begin_phase(Phase phase, const char *stage = "");
    void mark(const char *stage);
    /// torch.cuda.empty_cache()
    void empty_cache() { mark("empty_cache"); }

    /// What only the card knows, as Card::ask().
    template <class Question, class... Arguments>
    auto ask(Question question, Arguments... arguments) const
    {
        return m_card.ask(question, arguments...);
    }
    [[nodiscard]] bool records() const { return m_record; }
    [[nodiscard]] Bytes allocated() const { return m_allocated; }
    [[nodiscard]] Phase phase() const { return m_phase; }
    [[nodiscard]] const std::vector<PhaseRecord> &phases();
    /// phases(), at the end of the run.
    [[nodiscard]] std::vector<PhaseRecord> take_phases()
    {
        (void)phases();
        return std::move(m_phases);
    }
    [[nodiscard]] std::vector<Event> take_events()
    {
        expected_events() = m_events.size() + m_events.size() / 16;
        return std::move(m_events);
    }
    /// What Event::shape counts in.
    [[nodiscard]] std::vector<Shape> take_shapes() { return std::move(m_shapes); }
    [[nodiscard]] const ComponentBytes &components() const { return m_components; }

    // autograd's switches
    bool grad_enabled = true;
    std::optional<Dtype> autocast;         ///< set: lower precision for matrix products
    CheckpointFrame *frame = nullptr;      ///< set: what is saved is recomputed later
    bool stopped = false;                  ///< a recomputation has all it needs: nothing is allocated any more
    Bytes skipped = 0;                     ///< what was not allocated for that
    bool saves_on_host = false;            ///< what autograd saves goes to the host, parameters and small tensors apart
    std::optional<Bytes> cublas_workspace; ///< of this card, once it was asked
    Older older;
    Scope scope;
    std::uint64_t sequence = 0;

    std::vector<Tensor *> autocast_cache; ///< casts to drop when autocast ends
    /// Tensor.register_post_accumulate_grad_hook on every parameter; empty: none.
    std::function<void(Leaf &)> after_accumulate;

private:
    /// Somewhat more than this thread's last run had.
    [[nodiscard]] static std::size_t &expected_events();
    [[nodiscard]] std::uint32_t next_id()
    {
        if (m_next_id == most_allocations) [[unlikely]]
            refuse_count();
        return m_next_id++;
    }
    [[noreturn]] static void refuse_count();
    Storage *take(Bytes bytes, Component component);
    void more_storages();
    void change_label(Storage &storage, Component component);
    void note_peak();
    void note_places();
    void stand_here();
    void raise_peaks();
    void raise_places();
    void expect_next_peak();
    Event &write(Event::Kind kind, const Storage &storage, const char *operation);
    [[nodiscard]] std::uint32_t index_of(const Shape &shape);

    Card &m_card;
    bool m_record = false;
    LayerPlaces m_places;
    std::array<int, 2> m_here{-1, -1}; ///< places of the layer `m_layer`
    int m_layer = std::numeric_limits<int>::min();
    Bytes m_next_peak = std::numeric_limits<Bytes>::max(); ///< beyond this a peak of the phase or of a place here is raised
    std::array<int, 2> m_open_places{-1, -1};              ///< places whose peak is now
    bool m_peak_open = false; ///< the running phase's peak is now: its components are still to be copied
    bool m_any_open = false;  ///< one of these peaks is now
    Phase m_phase = Phase::load;
    std::uint16_t m_step = 0;
    Bytes m_allocated = 0;
    ComponentBytes m_components{};
    std::vector<PhaseRecord> m_phases;
    std::vector<Event> m_events;
    std::vector<Shape> m_shapes;
    std::array<std::uint32_t, 256> m_shape_slots{}; ///< of m_shapes, by a hash; the last one that fell there
    std::vector<Storage *> m_free;
    std::vector<std::unique_ptr<Storage[]>> m_pool;
    std::uint32_t m_next_id = 0;
};

/// Sets the scope for a while.
class WithScope {
public:
    WithScope(Machine &machine, Scope scope) : m_machine(machine), m_before(machine.scope) { machine.scope = scope; }
    WithScope(Machine &machine, const char *module) : WithScope(machine, with_module(machine.scope, module)) {}
    ~WithScope() { m_machine.scope = m_before; }
    WithScope(const WithScope &) = delete;
    WithScope &operator=(const WithScope &) = delete;

private:
    static Scope with_module(Scope scope, const char *module)
    {
        scope.module = module;
        return scope;
    }
    Machine &m_machine;
    Scope m_before;
};

} // namespace plimsoll::step
